"""A list as a player would read it: a table of units, what was found, and what the mustering rules refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Shown

from referee.kernel.citation import Refusal, Text, count_text, phrase, text
from referee.lists.army import ArmyList, Certainty, Finding, ListedUnit, Named, Role, Severity
from referee.locale import Speaker, speaker

CREDIT = "Powered by 40kdc-data (https://github.com/wn-mitch/40kdc-data)"

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "dim"}
_CERTAINTY = {
    Certainty.EXACT: (phrase("exact"), "green"),
    Certainty.ASSUMED: (phrase("assumed"), "yellow"),
    Certainty.UNKNOWN: (phrase("unknown"), "red"),
}
_OUTCOMES = ((phrase("exact"), "green"), (phrase("warnings"), "yellow"), (phrase("refused"), "red"))


class Sheet:
    """Shows lists in one language. Names are shown as plain text, never as markup."""

    def __init__(self, words: Speaker | None = None) -> None:
        self._words = words or speaker()

    def say(self, what: Text | Refusal | str) -> str:
        """Something in the player's language, in printable characters."""
        return plain(self._words.say(what))

    def army(
        self, army: ArmyList, refusals: Sequence[Refusal], notes: bool = False, models: bool = False
    ) -> RenderableType:
        """The whole list."""
        parts: list[RenderableType] = [self._head(army), self._units(army)]
        if models:
            parts += self._models(army)
        parts += self._findings(army.findings, notes)
        if refusals:
            parts.append(Shown(f"\n{self.say(text('Not legal:'))}", style="bold red"))
            parts += [_indented(self.say(refusal)) for refusal in refusals]
        else:
            parts.append(self._legal(army))
        parts.append(Shown(CREDIT, style="dim"))
        return Group(*parts)

    def _legal(self, army: ArmyList) -> Shown:
        if not army.units:
            return Shown(f"\n{self.say(text('There are no units to judge by the mustering rules.'))}", style="yellow")
        unknown = sum(unit.certainty is Certainty.UNKNOWN for unit in army.units)
        if not unknown:
            legal = text("Legal by the mustering rules, as far as the data knows.")
            return Shown(f"\n{self.say(legal)}", style="green")
        partly = count_text(
            "Legal by the mustering rules, {count} unknown unit left aside.",
            "Legal by the mustering rules, {count} unknown units left aside.",
            unknown,
        )
        return Shown(f"\n{self.say(partly)}", style="yellow")

    def _head(self, army: ArmyList) -> Shown:
        head = Shown(plain(army.name) or "-", style="bold")
        size = count_text(
            "{points} of {limit} points, {count} unit",
            "{points} of {limit} points, {count} units",
            len(army.units),
            points=army.counted_points,
            limit=army.points_limit or "-",
        )
        faction = army.faction.name if army.faction else ""
        lines = [self.say(size), faction, _names(army.detachments), _names(army.dispositions)]
        head.append("".join(f"\n{plain(line)}" for line in lines if line), style="not bold")
        form = ", ".join(part for part in (army.format, army.edition, army.made_with) if part)
        head.append(f"\n{self.say(text('read as {form}', form=form))}\n", style="not bold dim")
        return head

    def _units(self, army: ArmyList) -> Table:
        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
        table.add_column(self.say(phrase("line")), justify="right", no_wrap=True)
        table.add_column(self.say(phrase("unit")))
        table.add_column(self.say(phrase("models")), justify="right", no_wrap=True)
        table.add_column(self.say(phrase("points")), justify="right", no_wrap=True)
        table.add_column("")
        table.add_column(self.say(phrase("read")), no_wrap=True)
        for unit in army.units:
            word, style = _CERTAINTY[unit.certainty]
            table.add_row(
                Shown(str(unit.line or "")),
                _name(unit),
                Shown(str(unit.model_count)),
                Shown("?" if unit.points is None else str(unit.points)),
                Shown(", ".join(self._remarks(unit, army))),
                Shown(self.say(word), style=style),
            )
        return table

    def _remarks(self, unit: ListedUnit, army: ArmyList) -> Iterator[str]:
        if unit.is_warlord:
            yield self.say(phrase("warlord"))
        yield from (plain(named.name) for named in unit.enhancements)
        if unit.attached_to:
            yield self.say(text("{role} of {unit}", role=unit.role.words, unit=army.unit(unit.attached_to).name))
        if unit.force:
            yield plain(unit.force)

    def _models(self, army: ArmyList) -> Iterator[RenderableType]:
        for unit in army.units:
            yield Shown(f"\n{plain(unit.name)}", style="bold")
            for model in unit.models:
                items = ", ".join(f"{w.count}x {w.name}" if w.count > 1 else w.name for w in model.wargear)
                yield _indented(f"{model.count}x {plain(model.name)}: {plain(items) or '-'}")

    def _findings(self, findings: Sequence[Finding], notes: bool) -> Iterator[RenderableType]:
        titles = {
            Severity.ERROR: phrase("Errors:"),
            Severity.WARNING: phrase("Warnings:"),
            Severity.NOTE: phrase("Notes:"),
        }
        for severity, title in titles.items():
            chosen = [finding for finding in findings if finding.severity is severity]
            if chosen and severity is Severity.NOTE and not notes:
                hint = count_text("{count} note; --notes shows it.", "{count} notes; --notes shows them.", len(chosen))
                yield Shown(f"\n{self.say(hint)}", style="dim")
            elif chosen:
                yield Shown(f"\n{self.say(title)}", style=_STYLES[severity])
                yield from (_indented(self.finding(finding)) for finding in chosen)

    def finding(self, finding: Finding) -> str:
        """A finding with its line."""
        message = self.say(finding.message)
        return self.say(text("line {line}: {message}", line=finding.line, message=message)) if finding.line else message

    def refused(self, findings: Sequence[Finding]) -> RenderableType:
        """Why a file is refused."""
        word = self.say(phrase("refused"))
        return Group(*(Shown(f"{word}: {self.finding(finding)}", style="red") for finding in findings))

    def doubt(self, finding: Finding) -> Shown:
        """A finding in a line of its own."""
        return Shown(self.finding(finding), style=_STYLES[finding.severity])

    def problem(self, message: Text) -> Shown:
        """Something that went wrong outside the list."""
        return Shown(self.say(message), style="red")

    def one_line(self, name: str, army: ArmyList | None, findings: Sequence[Finding], code: int) -> Shown:
        """A list in one line: how it was read, and the kinds of findings."""
        word, style = _OUTCOMES[code]
        width = max(len(self.say(outcome)) for outcome, _ in _OUTCOMES)
        line = Shown(self.say(word).ljust(width), style=style)
        size = self._size(len(army.units), army.counted_points) if army else ""
        line.append(f"  {size.ljust(len(self._size(99, 9999)))}  {plain(name)}", style="default")
        kinds = sorted({finding.code for finding in findings if finding.severity is not Severity.NOTE})
        if kinds:
            line.append(f"  {', '.join(kinds)}", style="dim")
        return line

    def _size(self, units: int, points: int) -> str:
        return self.say(
            count_text("{count} unit, {points} points", "{count} units, {points} points", units, points=points)
        )

    def totals(self, exact: int, warnings: int, refusals: int, reasons: Counter[str]) -> RenderableType:
        """How many lists were read how, and the reasons counted."""
        sentence = count_text(
            "{count} list: {exact} exact, {warnings} with warnings, {refused} refused.",
            "{count} lists: {exact} exact, {warnings} with warnings, {refused} refused.",
            exact + warnings + refusals,
            exact=exact,
            warnings=warnings,
            refused=refusals,
        )
        lines = [Shown(f"{count:>5}  {code}") for code, count in reasons.most_common()]
        return Group(Shown(f"\n{self.say(sentence)}", style="bold"), *lines)


def heading(name: str) -> Shown:
    """The name of a file above its list."""
    return Shown(f"── {plain(name)}", style="bold")


def plain(name: str) -> str:
    """A name that cannot move the cursor or colour the terminal: printable characters only."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)


def console(color: bool = True, stderr: bool = False) -> Console:
    """A console for lists: colours follow the terminal and NO_COLOR, or are off; nothing in a name is markup."""
    return Console(no_color=None if color else True, stderr=stderr, highlight=False, markup=False, emoji=False)


def _indented(words: str) -> Padding:
    return Padding(Shown(words), (0, 0, 0, 2), expand=False)


def _names(named: Sequence[Named]) -> str:
    return ", ".join(each.name for each in named)


def _name(unit: ListedUnit) -> Shown:
    name = Shown(("  + " if unit.role in (Role.LEADER, Role.SUPPORT) else "") + plain(unit.name))
    if unit.custom_name:
        name.append(f" “{plain(unit.custom_name)}”", style="italic")
    return name
