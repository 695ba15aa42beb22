"""The commands of card authors and deck builders: `check-cards FILE...` and `check-deck BOOK FILE...`."""

from __future__ import annotations

import importlib
import os
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.markup import escape

from referee.kernel import Book, InputError, NotAllowed, NotAnOption, Refusal, Unreadable, phrase, text
from referee.locale import LANGUAGES, Speaker, preferred, speaker
from referee.text.ability import CardFile, Problem, ReadLine

UNDERSTOOD, NOT_UNDERSTOOD, NOT_READ = 0, 1, 2
"""The exit codes: everything is right; something is not; a file cannot be read."""

READERS = {"berserk": "referee.text.berserk_cards", "heresy": "referee.text.heresy_cards"}
"""The module that reads the card files of a book: it has `check_file(path)` and `schema()`."""

CARDS_HELP = phrase(
    "Say line by line what the referee understands of a card file.\n\n"
    "Exit code: 0 everything is understood, 1 something is not, 2 a file cannot be read.\n\n"
    "Examples:\n\nreferee check-cards my-cards.toml\n\nreferee check-cards my-cards.toml --lang ru\n\n"
    "referee check-cards --schema berserk > cards.schema.json"
)
DECK_HELP = phrase(
    "Check decks against the deck rules of a book.\n\n"
    "Exit code: 0 legal, 1 against the rules, 2 a file cannot be read.\n\n"
    "Examples:\n\nreferee check-deck berserk my-deck.txt\n\nreferee check-deck berserk my-deck.toml --json"
)
Lang = Annotated[
    str, typer.Option("--lang", metavar="LANG", help=phrase("Language: en, hu or ru; by default your system's."))
]
NoColor = Annotated[bool, typer.Option("--no-color", help=phrase("Without colours (also with NO_COLOR set)."))]
Json = Annotated[bool, typer.Option("--json", help=phrase("JSON for programs."))]


def add_commands(app: typer.Typer) -> None:
    """Mount `check-cards` and `check-deck` on the command line."""

    @app.command("check-cards", help=CARDS_HELP)
    def cards(
        files: Annotated[
            list[Path] | None, typer.Argument(metavar="FILE...", help=phrase("Card files (TOML)."))
        ] = None,
        schema: Annotated[
            str, typer.Option("--schema", metavar="BOOK", help=phrase("Print the JSON Schema of a book's card files."))
        ] = "",
        quiet: Annotated[bool, typer.Option("--quiet", "-q", help=phrase("Only what is wrong."))] = False,
        lang: Lang = "",
        no_color: NoColor = False,
        json: Json = False,
    ) -> None:
        if schema:
            sys.stdout.write(msgspec.json.format(msgspec.json.encode(_reader(schema).schema())).decode() + "\n")
            raise typer.Exit(UNDERSTOOD)
        if not files:
            raise NotAnOption(text("A card file is asked for. See: {command}", command="referee check-cards --help"))
        raise typer.Exit(check_cards(files, _words(lang), _console(no_color), quiet=quiet, json=json))

    @app.command("check-deck", help=DECK_HELP)
    def deck(
        book: Annotated[str, typer.Argument(metavar="BOOK", help=phrase("The book whose deck rules count."))],
        files: Annotated[list[Path], typer.Argument(metavar="FILE...", help=phrase("Decks, as text or TOML."))],
        lang: Lang = "",
        no_color: NoColor = False,
        json: Json = False,
    ) -> None:
        raise typer.Exit(check_decks(_book(book), files, _words(lang, book), _console(no_color), json=json))


def check_cards(files: Sequence[Path], words: Speaker, out: Console, *, quiet: bool = False, json: bool = False) -> int:
    """Report on card files; returns the exit code."""
    code, reports = UNDERSTOOD, []
    for path in files:
        try:
            report = _reader(_book_of(path)).check_file(path)
        except InputError as error:
            code = NOT_READ
            if json:
                reports.append({"file": str(path), "error": words.say(error)})
            else:
                out.print(f"[red]{escape(f'{path}: {words.say(error)}')}[/]")
            continue
        code = max(code, UNDERSTOOD if report.is_right else NOT_UNDERSTOOD)
        if json:
            reports.append(_plain(report, words))
        else:
            _show(report, words, out, quiet=quiet)
    if json:
        sys.stdout.write(msgspec.json.encode(reports).decode() + "\n")
    return code


def check_decks(book: Book, files: Sequence[Path], words: Speaker, out: Console, *, json: bool = False) -> int:
    """Check decks against the rules of a book; returns the exit code."""
    if book.read_list is None:
        raise NotAnOption(text("{book} is played without decks.", book=book.name))
    code, reports = UNDERSTOOD, []
    for path in files:
        refusals: tuple[Refusal, ...] = ()
        report: dict[str, Any] = {"file": str(path)}
        try:
            report["deck"] = book.read_list(_read(path))
            report["legal"] = True
        except NotAllowed as error:
            refusals = error.refusals
            report |= {"legal": False, "refusals": [{"rule": one.rule, "text": words.say(one)} for one in refusals]}
            code = max(code, NOT_UNDERSTOOD)
        except InputError as error:
            report |= {"legal": False, "error": words.say(error)}
            code = NOT_READ
        reports.append(report)
        if not json:
            _show_deck(path, report, words, out)
    if json:
        sys.stdout.write(msgspec.json.encode(reports).decode() + "\n")
    return code


def _show_deck(path: Path, report: dict[str, Any], words: Speaker, out: Console) -> None:
    if report["legal"]:
        cards = report["deck"].get("cards") if isinstance(report["deck"], dict) else None
        size = sum(cards.values()) if isinstance(cards, dict) else len(cards or ())
        out.print(escape(words.say(text("{file}: a legal deck; cards: {size}.", file=str(path), size=size))))
        return
    for said in [one["text"] for one in report.get("refusals", ())] or [report["error"]]:
        out.print(f"[red]{escape(f'{path}: {said}')}[/]")


def _show(report: CardFile, words: Speaker, out: Console, *, quiet: bool) -> None:
    out.print(f"[bold]{escape(report.file)}[/]")
    for problem in report.problems:
        _show_problem(problem, "", words, out)
    for card in report.cards:
        if quiet and card.is_right:
            continue
        out.print(
            f"[bold]{escape(card.name or '?')}[/] [dim]({escape(words.say(text('line {line}', line=card.line)))})[/]"
        )
        for problem in card.problems:
            _show_problem(problem, "", words, out)
        for line in card.lines:
            _show_line(line, words, out, quiet=quiet)
    wrong = len(report.every_problem())
    right = sum(1 for card in report.cards if card.is_right)
    out.print(escape(words.say(text("Cards understood: {right} of {all}.", right=right, all=len(report.cards)))))
    if wrong:
        out.print(f"[red]{escape(words.say(text('Problems: {count}.', count=wrong)))}[/]")


def _show_line(line: ReadLine, words: Speaker, out: Console, *, quiet: bool) -> None:
    if line.problem is not None:
        _show_problem(line.problem, line.source, words, out)
    elif line.understood is not None and not quiet:
        out.print(f"  {escape(line.source)}")
        out.print(f"    [green]{escape(words.say(line.understood))}[/]")


def _show_problem(problem: Problem, source: str, words: Speaker, out: Console) -> None:
    if source:
        out.print(f"  {escape(source)}")
        if problem.at >= 0:
            out.print(f"  {' ' * problem.at}[red]^[/]")
    out.print(
        f"    [red]{escape(words.say(text('line {line}', line=problem.line)))}: {escape(words.say(problem.message))}[/]"
    )


def _plain(report: CardFile, words: Speaker) -> dict[str, Any]:
    """The report as JSON, in words of the language asked for."""

    def problem(one: Problem) -> dict[str, Any]:
        expected = [words.say(word) for word in one.expected]
        return {"line": one.line, "at": one.at, "text": words.say(one.message), "expected": expected}

    cards = []
    for card in report.cards:
        lines = [
            {
                "line": line.line,
                "source": line.source,
                "understood": words.say(line.understood) if line.understood is not None else None,
                "problem": problem(line.problem) if line.problem is not None else None,
            }
            for line in card.lines
        ]
        problems = [problem(one) for one in card.problems]
        cards.append({"name": card.name, "line": card.line, "lines": lines, "problems": problems})
    whole = [problem(one) for one in report.problems]
    return {"file": report.file, "book": report.book, "right": report.is_right, "cards": cards, "problems": whole}


def _book_of(path: Path) -> str:
    """The book a card file says it is for. Raises Unreadable if it says none that has card files."""
    raw = _read(path)
    try:
        book = tomllib.loads(raw).get("book", "")
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(text("This is not TOML: {error}", error=str(error))) from None
    if book not in READERS:
        known = ", ".join(f'book = "{name}"' for name in READERS)
        raise Unreadable(text("The file has to say for which book its cards are: {known}.", known=known))
    return str(book)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Unreadable(text("The file cannot be read: {error}.", error=error.strerror or str(error))) from None
    except UnicodeDecodeError:
        raise Unreadable(text("The file is not text in UTF-8.")) from None


def _reader(book: str) -> Any:
    if book not in READERS:
        raise NotAnOption(text("{book} has no card files. There is: {known}.", book=book, known=", ".join(READERS)))
    return importlib.import_module(READERS[book])


def _book(name: str) -> Book:
    """The book of that name: this door reaches it, like every door, by name only."""
    load: Callable[[str], Book] = importlib.import_module("referee.books").load
    return load(name)


def _words(lang: str, book: str = "") -> Speaker:
    if lang and lang not in LANGUAGES:
        raise NotAnOption(
            text("There is no language {given}. There is: {known}.", given=lang, known=", ".join(LANGUAGES))
        )
    return speaker(lang or preferred(os.environ), book)


def _console(no_color: bool) -> Console:
    plain = no_color or bool(os.environ.get("NO_COLOR")) or not sys.stdout.isatty()
    return Console(no_color=plain, highlight=False, soft_wrap=True, emoji=False)
