"""A list with a line removed, doubled, cut off or altered is never read silently as something else."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lists.army_help import armies, essence
from referee.lists import ArmyList, ListRefused, Role, Severity, read
from referee.lists.export import export

LONG = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)

FORMS = ["gw-app", "new-recruit-gw", "new-recruit-simple", "wtc-full", "wtc-compact"]


def shape(army: ArmyList) -> ArmyList:
    """What a changed line must not change silently.

    Left out is what no sum or datasheet can show: optional wargear that costs nothing, who is attached to whom where a
    format has no heading for it, sizes that cost the same, and the army's own name.
    """
    units = tuple(
        replace(unit, models=(), role=Role.NONE, attached_to=None, id=unit.id.rpartition("-")[0])
        for unit in essence(army).units
    )
    return replace(essence(army), name="", units=units)


@st.composite
def changed(draw: st.DrawFn, text: str) -> str:
    """The text with one line changed."""
    lines = text.split("\n")
    at = draw(st.sampled_from([i for i, line in enumerate(lines) if line.strip()]))
    kind = draw(st.sampled_from(["remove", "double", "cut", "letter", "digit"]))
    if kind == "remove":
        return "\n".join(lines[:at] + lines[at + 1 :])
    if kind == "double":
        return "\n".join([*lines[: at + 1], *lines[at:]])
    if kind == "cut":
        return "\n".join(lines[:at])
    pool = "[A-Za-z]" if kind == "letter" else "[0-9]"
    places = [match.start() for match in re.finditer(pool, lines[at])]
    assume(places)
    place = draw(st.sampled_from(places))
    new = draw(st.sampled_from("qwzjx" if kind == "letter" else "123456789"))
    assume(lines[at][place] != new)
    lines[at] = lines[at][:place] + new + lines[at][place + 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("form", FORMS)
def test_a_changed_line_is_never_read_silently_as_something_else(form: str) -> None:
    @LONG
    @given(st.data(), armies(most=5))
    def check(data: st.DataObject, army: ArmyList) -> None:
        text = export(army, form)
        before = read(text)
        try:
            after = read(data.draw(changed(text)).encode())
        except ListRefused:
            return
        if shape(after) != shape(before):
            said = {str(finding.message) for finding in after.findings}
            assert said - {str(finding.message) for finding in before.findings}

    check()


def _is_block(line: str, name: str) -> bool:
    """True for `Name (80 Points)` and `Name [80 pts]: ...`, with or without a count."""
    return bool(re.match(rf"(?:Char\d+: )?(?:\d+x )?{re.escape(name)} [(\[]\d+ (?:Points|pts)", line))


@pytest.mark.parametrize("form", FORMS)
def test_never_fewer_units_than_blocks_without_an_error_or_warning(form: str) -> None:
    @LONG
    @given(st.data(), armies(most=5))
    def check(data: st.DataObject, army: ArmyList) -> None:
        text = data.draw(changed(export(army, form)))
        names = {unit.name for unit in army.units}
        blocks = sum(any(_is_block(line, name) for name in names) for line in text.split("\n"))
        try:
            after = read(text.encode())
        except ListRefused:
            return
        if len(after.units) < max(blocks, len(army.units)):
            assert any(finding.severity is not Severity.NOTE for finding in after.findings)

    check()


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_arbitrary_lines_between_units_are_all_accounted_for(data: st.DataObject) -> None:
    army = data.draw(armies(most=3))
    text = export(army, "gw-app")
    words = data.draw(st.text(alphabet=st.characters(categories=["L", "N", "P", "Zs"]), min_size=1, max_size=40))
    lines = text.split("\n")
    at = data.draw(st.integers(8, len(lines)))
    try:
        after = read("\n".join([*lines[:at], words, *lines[at:]]))
    except ListRefused:
        return
    before = read(text)
    if essence(after) != essence(before):
        said = {str(finding.message) for finding in after.findings}
        assert said - {str(finding.message) for finding in before.findings}
