"""What the player sees: the table, the question, what happened, refusals. Colours switch off, nothing else changes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.rule import Rule
from rich.text import Text as Styled

from referee.kernel.book import Book
from referee.kernel.citation import Refusal, RuleId, text
from referee.kernel.decision import Decision, RollDice, Seat
from referee.kernel.errors import NotAllowed, RefereeError
from referee.kernel.event import Event
from referee.kernel.game import Game
from referee.kernel.index import Row
from referee.locale import Speaker
from referee.terminal.wording import choices

MOST_OPTIONS = 40
"""So many options are shown at once; the rest on request."""


def console(*, color: bool = True, error: bool = False) -> Console:
    """A console for output; without colours where they are switched off or nobody would see them."""
    file = sys.stderr if error else sys.stdout
    plain = not color or bool(os.environ.get("NO_COLOR")) or not file.isatty()
    return Console(file=file, no_color=plain, highlight=False, soft_wrap=not file.isatty(), emoji=False)


def print_json(value: Any) -> None:
    """A line of JSON on standard output."""
    sys.stdout.write(msgspec.json.encode(value, enc_hook=str).decode() + "\n")
    sys.stdout.flush()


def clean(words: str) -> str:
    """`words` without control characters, which could write over the screen."""
    return words.translate(_CONTROL)


_CONTROL = {code: "?" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}


class Screen:
    """Writes for one player in one language. `titles` gives a rule's title and gist."""

    def __init__(self, book: Book, speaker: Speaker, out: Console, names: Sequence[str] = ()) -> None:
        self.book = book
        self.speaker = speaker
        self.out = out
        self.names = tuple(names) or book.seats
        self._index = book.index()

    def say(self, words: str, style: str = "") -> None:
        """A line as it is."""
        self.out.print(Styled(clean(words), style=style))

    def note(self, msgid: str, /, style: str = "", indent: int = 0, **params: object) -> None:
        """A line of the door's own, translated."""
        self.say(" " * indent + self.speaker.say(text(msgid, **params)), style)

    def heading(self) -> None:
        """The book, its edition, and the credit that the owners of its data ask for."""
        self.say(f"{self.book.title}, {self.book.edition}", "bold")
        if self.book.credit:
            self.say(self.book.credit, "dim")

    def seat(self, seat: Seat) -> str:
        """The name of a seat."""
        return self.names[seat] if 0 <= seat < len(self.names) else str(seat + 1)

    def row(self, rule: RuleId) -> Row | None:
        """What the book's index says about a rule."""
        return self._index.find(rule)

    def title(self, rule: RuleId) -> str:
        """The rule's id with its title."""
        row = self.row(rule)
        title = self.speaker.pick(row.title) if row else ""
        return f"{rule} {title}" if title and title != rule else rule

    def sketch(self, game: Game, seat: Seat | None) -> str:
        """The table as a seat may see it, in the player's language if the book can say it."""
        if self.book.sketch_said is not None:
            return self.book.sketch_said(game, seat, self.columns, self.speaker.say)
        return self.book.sketch(game, seat, self.columns)

    def table(self, sketch: str) -> None:
        """The table as the book sketches it."""
        self.out.print(Styled(clean(sketch.rstrip("\n"))))

    def line(self, title: str = "") -> None:
        """A rule across the screen."""
        if self.out.is_terminal:
            self.out.print(Rule(escape(title), style="dim"))
        elif title:
            self.say(f"--- {title} ---")

    def event(self, event: Event) -> None:
        """One thing that happened, with its rule."""
        self._parts("    ", (event.rule, "dim"), "  ", self.speaker.say(event))

    def events(self, events: Iterable[Event]) -> None:
        """What happened, in order."""
        for event in events:
            self.event(event)

    @property
    def columns(self) -> int:
        """How wide the table may be drawn."""
        return min(self.out.width, 160) if self.out.is_terminal else 100

    def answered(self, decision: Decision, words: str, number: int | None = None) -> None:
        """An answer that was given: by whom, under which rule, to what."""
        count = f"{number:5}  " if number is not None else "  "
        prompt = self.speaker.say(decision.prompt)
        self._parts(
            (count, "dim"),
            (self.seat(decision.by), "cyan"),
            "  ",
            (self.title(decision.rule), "dim cyan"),
            "  ",
            prompt,
            ("  > ", "dim"),
            (words, "bold"),
        )

    def result(self, game: Game) -> None:
        """How the game stands at its end."""
        if self.book.scores is not None:
            scores = self.book.scores(game)
            for seat, score in enumerate(scores):
                self.say(f"  {self.seat(seat)}: {score:g}", "bold" if score == max(scores) else "")
        self.note("The game is over.", style="bold")

    def question(self, decision: Decision) -> None:
        """Whose decision it is, under which rule, what is asked, and the options there are."""
        self._parts((self.seat(decision.by), "bold cyan"), "  ", (self.title(decision.rule), "dim cyan"))
        self.say(self.speaker.say(decision.prompt), "bold")
        self.options(decision, MOST_OPTIONS)

    def options(self, decision: Decision, most: int | None = None) -> None:
        """The options, numbered as they can be typed."""
        offered = () if isinstance(decision, RollDice) else choices(decision, self.speaker)
        for number, choice in enumerate(offered[:most], 1):
            self._parts((f"{number:4}  ", "cyan"), choice.words)
        if most is not None and len(offered) > most:
            self.note('and {count} more: type "options" to see all.', indent=6, style="dim", count=len(offered) - most)

    def refusals(self, refusals: Sequence[Refusal], most: int = 3) -> None:
        """Why not: each rule with its reasons (of many, the first) and what would be legal."""
        for rule in dict.fromkeys(refusal.rule for refusal in refusals):
            mine = [refusal for refusal in refusals if refusal.rule == rule]
            self._parts(("  ✗ ", "red"), (self.title(rule), "bold red"))
            reasons = list(dict.fromkeys(self.speaker.say(refusal.reason) for refusal in mine))
            for reason in reasons[:most]:
                self.say("    " + reason)
            if len(reasons) > most:
                self.note("and {count} more", indent=4, style="dim", count=len(reasons) - most)
            for instead in dict.fromkeys(self.speaker.say(one.instead) for one in mine[:most] if one.instead):
                self.say("    " + instead, "green")

    def error(self, error: RefereeError) -> None:
        """An answer that cannot be taken: the rules that refuse it, or what was not understood."""
        if isinstance(error, NotAllowed):
            self.refusals(error.refusals)
        else:
            self._parts(("  ✗ ", "red"), self.speaker.say(error))

    def _parts(self, *parts: str | tuple[str, str]) -> None:
        cleaned = (clean(part) if isinstance(part, str) else (clean(part[0]), part[1]) for part in parts)
        self.out.print(Styled.assemble(*cleaned))
