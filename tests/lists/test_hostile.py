"""Hostile and broken files: a clear refusal, never a traceback, a hang or a full memory."""

from __future__ import annotations

import gzip
import io
import json
import re
import tracemalloc
import zipfile
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lists.army_help import codes, zipped
from referee.lists import DEFAULT_LIMITS, ListRefused, read
from referee.lists.export import FORMATS, export

FIXTURES = Path(__file__).parent / "fixtures"
ROSTER = (FIXTURES / "wolves.ros").read_bytes()
WOLVES = (FIXTURES / "gw_wolves_three_detachments.txt").read_text(encoding="utf-8")
SMALL = msgspec.structs.replace(DEFAULT_LIMITS, file_bytes=200_000, unpacked_bytes=300_000, nodes=5_000, depth=20)


def refused(source: bytes | str | Path, limits: object = DEFAULT_LIMITS) -> str:
    """The code of the refusal."""
    with pytest.raises(ListRefused) as refusal:
        read(source, limits)  # type: ignore[arg-type]
    assert all(str(finding.message) for finding in refusal.value.findings)
    return refusal.value.findings[0].code


def test_entities_are_refused_before_they_expand() -> None:
    levels = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    bomb = f'<?xml version="1.0"?><!DOCTYPE roster [<!ENTITY a0 "ha">{levels}]><roster name="&a9;"><forces/></roster>'
    assert refused(bomb) == "xml-entities"


def test_external_entities_are_refused() -> None:
    xml = '<!DOCTYPE roster [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster name="&x;"><forces/></roster>'
    assert refused(xml) == "xml-entities"


def test_a_zip_bomb_is_stopped_at_the_limit() -> None:
    bomb = zipped({"roster.ros": b"<roster>" + b" " * 60_000_000})
    tracemalloc.start()
    try:
        assert refused(bomb) == "too-large"
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()


def test_many_files_in_a_zip_are_stopped_at_the_limit_of_all_together() -> None:
    archive = zipped({f"{number}.ros": b" " * 4_000_000 for number in range(20)})
    tracemalloc.start()
    try:
        with pytest.raises(ListRefused) as caught:
            read(archive)
        assert tracemalloc.get_traced_memory()[1] < 60_000_000
    finally:
        tracemalloc.stop()
    assert codes(caught.value.findings) == {"too-large"}


def test_a_zip_that_lies_about_its_sizes_is_refused() -> None:
    honest = zipped({"roster.ros": ROSTER})
    size = len(ROSTER).to_bytes(4, "little")
    assert size in honest
    assert refused(honest.replace(size, (10).to_bytes(4, "little"))) in ("zip-broken", "xml-broken")


def test_a_gzip_bomb_in_a_share_code_is_stopped_at_the_limit() -> None:
    code = b64encode(gzip.compress(b"[" + b" " * 60_000_000)).decode()
    assert refused(f"https://listforge.club/listforge/{code}") == "too-large"


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"roster":{"forces":[{"forces":'])
def test_deep_json_is_refused(opening: str) -> None:
    assert refused('{"x":' + opening * 100_000) in ("too-deep", "json-broken")


def test_deep_xml_is_refused() -> None:
    assert refused("<roster>" + "<forces><force>" * 100_000) == "too-deep"


def test_a_large_xml_is_refused_at_the_limit_of_elements() -> None:
    assert refused("<roster>" + "<forces/>" * 10_000 + "</roster>", SMALL) == "too-large"


def test_a_large_file_is_refused_by_its_size() -> None:
    assert refused(WOLVES.encode() + b"x" * 300_000, SMALL) == "too-large"


def test_a_large_file_on_disk_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"x" * 300_000)
    assert refused(path, SMALL) == "too-large"


def test_an_endless_line_is_said_to_be_cut() -> None:
    army = read(WOLVES + "x" * 100_000)
    assert "too-long" in codes(army.findings)
    assert len(army.units) == 8


@pytest.mark.parametrize(
    "line",
    [
        "(" * 4000,
        "(1 " * 1300,
        "\u00a0" * 4000,
        "• " * 2000,
        "a, " * 1300,
        "1x " * 1300,
        "&amp;" * 800,
        "- " * 2000,
        ">" * 4000,
    ],
)
def test_lines_made_to_slow_patterns_down(line: str) -> None:
    army = read(WOLVES.replace("\nBATTLELINE", f"\n{line}\n" * 50 + "\nBATTLELINE"))
    assert len(army.units) >= 8 or army.findings


def test_absurd_counts_stay_numbers() -> None:
    army = read(WOLVES.replace("9x Blood Claw\n", "9999x Blood Claw\n"))
    assert "model-range" in codes(army.findings)


def test_too_many_units_are_refused() -> None:
    rhinos = "Rhino (65 Points)\n  • 1x Storm Bolter\n" * 600
    assert refused(WOLVES.replace("OTHER DATASHEETS\n", f"OTHER DATASHEETS\n{rhinos}")) == "too-many"


def test_plain_xml_under_a_zip_name_and_a_zip_under_any_name_are_read(tmp_path: Path) -> None:
    for name, content in {
        "list.rosz": ROSTER,
        "list": zipped({"x": ROSTER}),
        "list.txt": zipped({"x": ROSTER}, True),
    }.items():
        path = tmp_path / name
        path.write_bytes(content)
        assert len(read(path).units) == 8


def test_a_zip_with_data_descriptors_is_read() -> None:
    class Pipe(io.RawIOBase):
        """A target that cannot seek, so that sizes come after the data."""

        def __init__(self) -> None:
            self.data = bytearray()

        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            self.data += bytes(data)  # type: ignore[call-overload]
            return len(bytes(data))  # type: ignore[call-overload]

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("roster.ros", ROSTER)
    assert len(read(bytes(pipe.data)).units) == 8


def test_a_zip_whose_file_has_no_name_is_read() -> None:
    archive = bytearray(zipped({"r": ROSTER}))
    directory = archive.index(b"PK\x01\x02")
    archive[26:30] = bytes((0, 0, 1, 0))  # its name becomes an extra field here,
    archive[directory + 28 : directory + 34] = bytes((0, 0, 0, 0, 1, 0))  # and a comment in the directory
    assert len(read(bytes(archive)).units) == 8


def test_a_zip_of_two_lists_is_refused_with_their_names() -> None:
    with pytest.raises(ListRefused) as refusal:
        read(zipped({"one.ros": ROSTER, "two.ros": ROSTER}))
    assert "one.ros" in str(refusal.value)
    assert "two.ros" in str(refusal.value)


def test_a_zip_with_one_list_and_a_note_is_read() -> None:
    assert len(read(zipped({"__MACOSX/._a": b"x", "readme.txt": b"hello", "one.ros": ROSTER})).units) == 8


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b" \n\t ", "empty"),
        (zipped({}), "zip-empty"),
        (zipped({"a.ros": b""}), "zip-empty"),
        (zipped({"a.zip": zipped({"b.ros": ROSTER})}), "zip-nested"),
        (zipped({"a.ros": ROSTER})[:-30], "zip-broken"),
        (b"PK\x03\x04garbage", "zip-broken"),
        (ROSTER[:4000], "xml-broken"),
        (b"<roster", "xml-broken"),
        (b"<?xml version='1.0'?><catalogue/>", "no-roster"),
        (b'{"roster": {"forces": [', "json-broken"),
        (b'{"hello": 1}', "json-unknown"),
        (b"[[1, 2]]", "json-unknown"),
        (b"https://www.newrecruit.eu/app/list/AbCdE", "link-only"),
        (b"https://listforge.club/listforge/H4sIAAAAAAAAA" + b"A" * 60, "share-broken"),
        (b"hello there, how are you?", "no-units"),
        (b"\x00" * 100, "empty"),
        (gzip.compress(b"hello", mtime=0)[:-9], "zip-broken"),
    ],
)
def test_what_is_no_list_is_refused_by_kind(content: bytes, code: str) -> None:
    assert refused(content) in (code, "zip-broken" if code == "share-broken" else code)


def test_a_path_that_is_none(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.txt") == "file-missing"
    assert refused(tmp_path) == "file-missing"
    assert refused("no such list.txt") == "file-missing"


def test_a_broken_json_names_its_line() -> None:
    with pytest.raises(ListRefused) as refusal:
        read('{\n "roster": {\n  "forces": [,]\n }\n}')
    assert refusal.value.findings[0].line == 3


def test_names_with_markup_stay_plain_text() -> None:
    army = read(WOLVES.replace("Saga night", "[bold red]Saga[/] <script>alert(1)</script>"))
    assert army.name == "[bold red]Saga[/] <script>alert(1)</script>"


def test_control_and_direction_characters_are_taken_out_of_names() -> None:
    army = read(WOLVES.replace("Saga night", "Sa\x1b[2Jga\u202e night"))
    assert "\x1b" not in army.name
    assert "\u202e" not in army.name


def test_names_in_json_are_in_one_line_and_can_be_seen_in_every_export() -> None:
    unit = {"name": "Rhino\x1b[2J", "customName": "a\nb\x07\u202ec", "type": "unit", "number": 1}
    force = {"name": "\x1b[5mF", "catalogueName": "Space Marines", "selections": [unit]}
    roster = {"name": "[red]x\x1b[31m\u202egnp", "gameSystemName": "Warhammer 40,000", "forces": [force]}
    army = read(json.dumps({"roster": roster}))
    assert (army.name, army.units[0].name, army.units[0].custom_name) == ("[red]x [31mgnp", "Rhino [2J", "a b c")
    for form in FORMATS:
        assert "\x1b" not in export(army, form)


def test_json_of_the_wrong_kinds_is_refused_or_loud() -> None:
    tree = json.loads((FIXTURES / "nr_wolves.json").read_text(encoding="utf-8"))
    values: tuple[Any, ...] = (None, 5, "x", [], {}, [1], [[]], True)
    for value in values:
        for place in ("forces", "costs", "costLimits", "name"):
            copy = json.loads(json.dumps(tree))
            copy["roster"][place] = value
            try:
                army = read(json.dumps(copy))
            except ListRefused:
                continue
            assert len(army.units) == 8 or army.findings


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("unit") | st.just("model"),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(
            ["roster", "forces", "selections", "name", "type", "number", "costs", "value", "categories", "group",
             "rulebook", "snapshot", "assets", "included", "traits", "item", "quantity", "stats", "history", "present"]
        ),
        inner,
        max_size=6,
    ),
    max_leaves=25,
)  # fmt: skip
FUZZ = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def survives(content: bytes) -> None:
    try:
        army = read(content, SMALL)
    except ListRefused as error:
        refusal = error
    else:
        assert msgspec.json.encode(army)
        return
    assert refusal.findings


@FUZZ
@given(JSON)
def test_any_json(value: object) -> None:
    survives(json.dumps(value).encode())
    survives(json.dumps({"roster": {"forces": value}}).encode())
    survives(json.dumps({"rulebook": {}, "snapshot": {"assets": {"included": value}}}).encode())


@FUZZ
@given(st.binary(max_size=300))
def test_any_bytes(content: bytes) -> None:
    survives(content)
    survives(b"PK\x03\x04" + content)
    survives(b"\x1f\x8b" + content)
    survives(b"<?xml version='1.0'?><roster " + content)
    survives(zlib.compress(content))


PIECES = st.sampled_from(
    [
        *re.findall(r"\S+|\s+", WOLVES),
        *"•◦*->+#:()[]{}&<>\"'“”",
        "(80 Points)",
        "[80 pts]:",
        "1 with ",
        "+++++++",
        "+ DETACHMENT: ",
    ]
)


@FUZZ
@given(st.lists(PIECES, max_size=80))
def test_any_pieces_of_a_list(pieces: list[str]) -> None:
    survives("".join(pieces).encode())


@FUZZ
@given(st.data())
def test_any_damage_to_a_file(data: st.DataObject) -> None:
    files = [path.read_bytes() for path in sorted(FIXTURES.glob("*wolves*"))]
    content = bytearray(data.draw(st.sampled_from([*files, zipped({"a.ros": ROSTER})])))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 8))] = data.draw(st.binary(max_size=4))
        if not content:
            break
    survives(bytes(content))
