"""The command line: `referee play`, `rule`, `why`, `replay`, `check-book` and the others.

Each command is carried by a function of `referee.terminal` that gives the exit code: 0 all is well, 1 the answer is no
(refused, a difference, gaps), 2 the input cannot be taken.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from referee import __version__
from referee.kernel.citation import phrase, text
from referee.kernel.errors import NotAnOption, RefereeError
from referee.locale import LANGUAGES, Speaker, preferred, speaker

app = typer.Typer(
    name="referee",
    help=phrase("A referee for tabletop wargames and card battle games: legal answers, and why not, with the rule."),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

MOUNTED = {
    "referee.lists.commands": ("check-list", "export-list"),
    "referee.text.commands": ("check-cards", "check-deck"),
    "referee.table.commands": ("serve",),
}
"""Modules whose `add_commands(app)` adds these commands. A module is loaded only when one of its commands, or all help,
is asked for."""

BookName = Annotated[str, typer.Argument(metavar="BOOK", help=phrase("A book's name, or MODULE:NAME for your own."))]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help=phrase("A record that play has written."))]
At = Annotated[
    int | None,
    typer.Option("--at", metavar="N", help=phrase("When answer number N was asked for; the end, if left out.")),
]
OwnBook = Annotated[
    str, typer.Option("--book", metavar="MODULE:NAME", help=phrase("Your own book, if the record is of one."))
]
Lang = Annotated[
    str, typer.Option("--lang", metavar="LANG", help=phrase("Language: en, hu or ru; by default your system's."))
]
NoColor = Annotated[bool, typer.Option("--no-color", help=phrase("Without colours (also with NO_COLOR set)."))]
Json = Annotated[bool, typer.Option("--json", help=phrase("JSON for programs."))]
Seat = Annotated[
    int | None,
    typer.Option("--seat", metavar="N", help=phrase("As this seat sees it, from 1; everybody's view, if left out.")),
]


@app.callback(invoke_without_command=True)
def start(
    version: Annotated[bool, typer.Option("--version", help=phrase("Print the version."))] = False,
) -> None:
    """Options of the program itself."""
    if version:
        print(f"referee {__version__}")
        raise typer.Exit


@app.command(help=phrase("Play a game, refereed; or let bots play one, and print it annotated."))
def play(
    book: Annotated[
        str, typer.Argument(metavar="[BOOK]", help=phrase("A book's name, or MODULE:NAME for your own."))
    ] = "",
    lists: Annotated[
        list[Path] | None,
        typer.Option(
            "--army", "--deck", "--list", metavar="FILE", help=phrase("An army list or deck, once for each seat.")
        ),
    ] = None,
    accept: Annotated[
        bool, typer.Option("--accept-warnings", help=phrase("Play with lists that were read with warnings."))
    ] = False,
    layout: Annotated[str, typer.Option("--layout", help=phrase("The same as --option layout=..."))] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", "-o", metavar="NAME=VALUE", help=phrase("An option of the book; `referee books` lists them.")
        ),
    ] = None,
    seats: Annotated[
        str, typer.Option("--seats", help=phrase("Who plays each seat: human, bot, or bot:NAME, with commas between."))
    ] = "human,bot",
    seed: Annotated[
        str, typer.Option("--seed", help=phrase("The same seed gives the same dice and the same bots."))
    ] = "",
    dice: Annotated[
        str,
        typer.Option(
            "--dice", metavar="seeded|hand", help=phrase("Dice from the seed, or real dice typed in by hand.")
        ),
    ] = "seeded",
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help=phrase("Where the record is written."))
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help=phrase("Go on with the game of this record."))
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help=phrase("With bots only: print how it ended, not the game."))
    ] = False,
    lang: Lang = "",
    no_color: NoColor = False,
    json: Json = False,
) -> None:
    from referee.terminal.play_command import Wishes, play_game

    wishes = Wishes(
        book=book,
        lists=tuple(lists or ()),
        accept=accept,
        options=(*(option or ()), *([f"layout={layout}"] if layout else ())),
        seats=seats,
        seed=seed,
        dice=dice,
        record=record,
        resume=resume,
        quiet=quiet,
        json=json,
    )
    _end(play_game(wishes, lambda name: _speaker(lang, name), _console(no_color)))


@app.command(help=phrase("Print a rule in our own words, and what carries it."))
def rule(
    book: BookName,
    rule_id: Annotated[str, typer.Argument(metavar="ID", help=phrase('A rule id, such as 09.07 or "40K 09.07/b".'))],
    lang: Lang = "",
    no_color: NoColor = False,
    json: Json = False,
) -> None:
    from referee.terminal.rule_commands import show_rule

    _end(show_rule(book, rule_id, _speaker(lang, book), _console(no_color), json=json))


@app.command(help=phrase("List the books there are, with their options."))
def books(lang: Lang = "", no_color: NoColor = False, json: Json = False) -> None:
    from referee.terminal.rule_commands import list_books

    _end(list_books(_speaker(lang), _console(no_color), json=json))


@app.command(
    "check-book",
    help=phrase(
        "List every rule of a book with the steps that carry it and the tests that name it; 1 if there are gaps."
    ),
)
def check_book(
    book: BookName,
    tests: Annotated[
        Path | None, typer.Option("--tests", metavar="FOLDER", help=phrase("Where the tests of the book are."))
    ] = None,
    stratagems: Annotated[
        bool,
        typer.Option("--stratagems", help=phrase("Instead: how much of the published stratagems it carries out.")),
    ] = False,
    lang: Lang = "",
    no_color: NoColor = False,
    json: Json = False,
) -> None:
    from referee.terminal.rule_commands import check_book as check
    from referee.terminal.rule_commands import print_report

    if stratagems:
        _end(print_report(book, "stratagems", _speaker(lang, book), _console(no_color), json=json))
    _end(check(book, _speaker(lang, book), _console(no_color), json=json, tests=tests))


@app.command(help=phrase("May this be answered here, and if not, why not: every reason. 0 if it may, 1 if not."))
def why(
    record: RecordFile,
    answer: Annotated[
        str, typer.Argument(metavar="ANSWER", help=phrase("An answer as it is typed in play; after = as JSON."))
    ],
    at: At = None,
    own: OwnBook = "",
    lang: Lang = "",
    no_color: NoColor = False,
    json: Json = False,
) -> None:
    from referee.terminal.record_commands import explain

    _end(explain(record, answer, at, own, lambda name: _speaker(lang, name), _console(no_color), json=json))


@app.command(
    help=phrase(
        "Play a record again and print it; or only verify that it gives the same game. 1 at the first difference."
    )
)
def replay(
    record: RecordFile,
    verify: Annotated[bool, typer.Option("--verify", help=phrase("Only compare the digests."))] = False,
    own: OwnBook = "",
    lang: Lang = "",
    no_color: NoColor = False,
    json: Json = False,
) -> None:
    from referee.terminal.record_commands import replay_record

    _end(replay_record(record, own, lambda name: _speaker(lang, name), _console(no_color), verify=verify, json=json))


@app.command(help=phrase("Show the table of a record, in the terminal or as a picture."))
def show(
    record: RecordFile,
    at: At = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help=phrase("Write a picture."))] = None,
    seat: Seat = None,
    own: OwnBook = "",
    lang: Lang = "",
    no_color: NoColor = False,
    json: Json = False,
) -> None:
    from referee.terminal.record_commands import show_table

    _end(show_table(record, at, svg, seat, own, lambda name: _speaker(lang, name), _console(no_color), json=json))


@app.command(help=phrase("Pack what a maintainer needs to see a disputed ruling: no names, no seed."))
def report(
    record: RecordFile,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE.zip", help=phrase("Where the report is written."))],
    at: At = None,
    own: OwnBook = "",
    lang: Lang = "",
    no_color: NoColor = False,
) -> None:
    from referee.terminal.disputed import pack_report

    _end(pack_report(record, at, out, own, lambda name: _speaker(lang, name), _console(no_color)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. Ends with SystemExit."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    words = _speaker_of(given)
    _mount(given)
    command = typer.main.get_command(app)
    _translate(command, words)
    try:
        command(given, prog_name="referee")
    except RefereeError as error:
        _fail(words.say(error), given)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _fail(f"{place}{error.strerror or error}", given)
    except RecursionError:
        _fail(words.say(text("The input is nested too deeply.")), given)
    except Exception:
        traceback.print_exc()
        fault = text(
            "This is a fault of the referee, not yours. What was played is in the record: please send a report."
        )
        print(words.say(fault), file=sys.stderr)
        sys.exit(70)


def _fail(message: str, given: Sequence[str]) -> None:
    if "--json" in given:
        from referee.terminal.screen import print_json

        print_json({"error": message})
    else:
        from referee.terminal.screen import clean

        print(clean(message), file=sys.stderr)
    sys.exit(2)


def _end(code: int) -> None:
    raise typer.Exit(code)


def _speaker(lang: str, book: str = "") -> Speaker:
    """The speaker of the language asked for, or the system's. Raises NotAnOption."""
    if lang and lang not in LANGUAGES:
        raise NotAnOption(
            text("There is no language {given}. There is: {known}.", given=lang, known=", ".join(LANGUAGES))
        )
    return speaker(lang or preferred(os.environ), book)


def _speaker_of(given: Sequence[str]) -> Speaker:
    """The speaker for help and errors, before the arguments have been read."""
    for before, word in zip(["", *given], given, strict=False):
        wish = word.partition("=")[2] if word.startswith("--lang=") else word if before == "--lang" else ""
        if wish in LANGUAGES:
            return speaker(wish)
    return speaker(preferred(os.environ))


def _console(no_color: bool) -> Any:
    from referee.terminal.screen import console

    return console(color=not no_color)


def _mount(given: Sequence[str]) -> None:
    """Add the commands of other packages: those of one, if one of its own is asked for; none for one of ours."""
    own = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    first = next((word for word in given if not word.startswith("-")), "")
    if first in own or "--version" in given:
        return
    chosen = [name for name, commands in MOUNTED.items() if first in commands]
    for name in chosen or MOUNTED:
        if importlib.util.find_spec(name):
            importlib.import_module(name).add_commands(app)


def _translate(command: Any, words: Speaker) -> None:
    """Put help texts into the player's language."""
    if words.lang == "en":
        return
    command.help = words.say(command.help or "")
    for param in command.params:
        if getattr(param, "help", None):
            param.help = words.say(param.help)
    for one in getattr(command, "commands", {}).values():
        _translate(one, words)


if __name__ == "__main__":
    main()
