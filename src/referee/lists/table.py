"""A list as a player would read it: a table of units, what was found, and what the mustering rules refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text as Shown

from referee.kernel.citation import Refusal, count_text, text
from referee.lists.army import ArmyList, Certainty, Finding, ListedUnit, Named, Role, Severity

CREDIT = "Powered by 40kdc-data (https://github.com/wn-mitch/40kdc-data)"

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "dim"}
_CERTAINTY = {Certainty.EXACT: "green", Certainty.ASSUMED: "yellow", Certainty.UNKNOWN: "red"}


def shown(army: ArmyList, refusals: Sequence[Refusal], notes: bool = False, models: bool = False) -> RenderableType:
    """The whole list. Names are shown as plain text, never as markup."""
    parts: list[RenderableType] = [_head(army), _units(army, models), *_findings(army.findings, notes)]
    if refusals:
        parts.append(Shown(f"\n{text('Not legal:')}", style="bold red"))
        parts += [Shown(f"  {plain(str(refusal))}") for refusal in refusals]
    else:
        parts.append(Shown(f"\n{text('Legal by the mustering rules, as far as the data knows.')}", style="green"))
    parts.append(Shown(CREDIT, style="dim"))
    return Group(*parts)


def _head(army: ArmyList) -> Shown:
    head = Shown(plain(army.name) or "-", style="bold")
    limit = army.points_limit or "-"
    size = text(
        "{points} of {limit} points, {units} units", points=army.counted_points, limit=limit, units=len(army.units)
    )
    lines = [str(size), army.faction.name if army.faction else "", _names(army.detachments), _names(army.dispositions)]
    head.append("".join(f"\n{plain(line)}" for line in lines if line), style="not bold")
    form = ", ".join(part for part in (army.format, army.edition, army.made_with) if part)
    head.append(f"\n{text('read as {form}', form=plain(form))}\n", style="not bold dim")
    return head


def _names(named: Sequence[Named]) -> str:
    return ", ".join(each.name for each in named)


def _units(army: ArmyList, models: bool) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("line", justify="right", no_wrap=True)
    table.add_column("unit")
    table.add_column("models", justify="right", no_wrap=True)
    table.add_column("points", justify="right", no_wrap=True)
    table.add_column("")
    table.add_column("read", no_wrap=True)
    for unit in army.units:
        table.add_row(
            Shown(str(unit.line or "")),
            _name(unit),
            Shown(str(unit.model_count)),
            Shown("?" if unit.points is None else str(unit.points)),
            Shown(", ".join(_remarks(unit, army))),
            Shown(unit.certainty.value, style=_CERTAINTY[unit.certainty]),
        )
        for line in _model_lines(unit) if models else ():
            table.add_row("", Shown(f"    {line}", style="dim"), "", "", "", "")
    return table


def _name(unit: ListedUnit) -> Shown:
    name = Shown(("  + " if unit.role in (Role.LEADER, Role.SUPPORT) else "") + plain(unit.name))
    if unit.custom_name:
        name.append(f" “{plain(unit.custom_name)}”", style="italic")
    return name


def _remarks(unit: ListedUnit, army: ArmyList) -> Iterator[str]:
    if unit.is_warlord:
        yield str(text("warlord"))
    yield from (plain(named.name) for named in unit.enhancements)
    if unit.attached_to:
        body = plain(army.unit(unit.attached_to).name)
        yield str(text("{role} of {unit}", role=unit.role.value, unit=body))
    if unit.force:
        yield plain(unit.force)


def _model_lines(unit: ListedUnit) -> Iterator[str]:
    for model in unit.models:
        items = (f"{item.count}x {plain(item.name)}" if item.count > 1 else plain(item.name) for item in model.wargear)
        yield f"{model.count}x {plain(model.name)}: {', '.join(items) or '-'}"


def _findings(findings: Sequence[Finding], notes: bool) -> Iterator[RenderableType]:
    titles = {
        Severity.ERROR: text("Errors:"),
        Severity.WARNING: text("Warnings:"),
        Severity.NOTE: text("Notes:"),
    }
    for severity, title in titles.items():
        chosen = [finding for finding in findings if finding.severity is severity]
        if chosen and severity is Severity.NOTE and not notes:
            hint = count_text("{count} note; --notes shows it.", "{count} notes; --notes shows them.", len(chosen))
            yield Shown(f"\n{hint}", style="dim")
        elif chosen:
            yield Shown(f"\n{title}", style=_STYLES[severity])
            yield from (Shown(f"  {plain(str(finding))}") for finding in chosen)


def refused(findings: Sequence[Finding]) -> RenderableType:
    """Why a file is refused."""
    return Group(*(Shown(f"refused: {plain(str(finding))}", style="red") for finding in findings))


def one_line(name: str, army: ArmyList | None, findings: Sequence[Finding], code: int) -> Shown:
    """A list in one line: how it was read, and the kinds of findings."""
    word, style = (("exact", "green"), ("warnings", "yellow"), ("refused", "red"))[code]
    line = Shown(f"{word:<9}", style=style)
    size = f"{len(army.units):>3} units {army.counted_points:>5} points" if army else " " * 22
    line.append(f"{size}  {plain(name)}", style="default")
    kinds = sorted({finding.code for finding in findings if finding.severity is not Severity.NOTE})
    if kinds:
        line.append(f"  {', '.join(kinds)}", style="dim")
    return line


def heading(name: str) -> Shown:
    """The name of a file above its list."""
    return Shown(f"── {plain(name)}", style="bold")


def totals(exact: int, warnings: int, refusals: int, reasons: Counter[str]) -> RenderableType:
    """How many lists were read how, and the reasons counted."""
    sentence = text(
        "{count} lists: {exact} exact, {warnings} with warnings, {refused} refused.",
        count=exact + warnings + refusals,
        exact=exact,
        warnings=warnings,
        refused=refusals,
    )
    lines = [Shown(f"{count:>5}  {code}") for code, count in reasons.most_common()]
    return Group(Shown(f"\n{sentence}", style="bold"), *lines)


def one_finding(finding: Finding) -> Shown:
    """A finding in one line."""
    return Shown(f"{finding.severity.value}: {plain(str(finding))}", style=_STYLES[finding.severity])


def problem(message: str) -> Shown:
    """Something that went wrong outside the list."""
    return Shown(plain(message), style="red")


def plain(name: str) -> str:
    """A name that cannot move the cursor or colour the terminal: printable characters only."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)


def console(color: bool = True, stderr: bool = False) -> Console:
    """A console for lists: colours follow the terminal and NO_COLOR, or are off; nothing in a name is markup."""
    return Console(no_color=None if color else True, stderr=stderr, highlight=False, markup=False, emoji=False)
