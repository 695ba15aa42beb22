"""Warhammer 40,000, 11th edition: battle set-up, the Command phase, the whole Movement phase (09).

Unofficial. Powered by 40kdc-data (https://github.com/wn-mitch/40kdc-data), CC BY 4.0.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from referee.books.wh40k.bot import sensible
from referee.books.wh40k.explaining import explain
from referee.books.wh40k.layouts import deployment_patterns
from referee.books.wh40k.muster import gather, read_list
from referee.books.wh40k.parse import parse
from referee.books.wh40k.sequence import FightTheBattle
from referee.books.wh40k.state import Battle
from referee.books.wh40k.terrain import battlefield
from referee.books.wh40k.view import draw, sketch, view
from referee.books.wh40k.windows import by_hand
from referee.kernel import Book, BookOption, Index, NotAnOption, Procedure, read_index, text

DEFAULT_LAYOUT = "bm-take-vs-take-01"


def set_up(options: dict[str, str], lists: tuple[Any, ...]) -> tuple[Battle, Procedure]:
    """A battle of two armies on a layout, before its first step. Raises NotAnOption for what cannot be fielded."""
    if len(lists) != 2:
        raise NotAnOption(text("A battle needs two armies; {count} were given.", count=len(lists)))
    if options["deployment"] and options["deployment"] not in deployment_patterns():
        known = ", ".join(deployment_patterns())
        raise NotAnOption(
            text("There is no deployment {given}. There is: {known}.", given=options["deployment"], known=known)
        )
    battlefield(options["layout"], options["deployment"])
    return gather(lists, options, options["layout"]), FightTheBattle()


def stratagem_report() -> Any:
    """How much of the data set's stratagems this book carries out."""
    from referee.books.wh40k.stratagem_report import report

    return report()


@cache
def index() -> Index:
    """Every rule this book knows."""
    return read_index(*sorted(Path(__file__).parent.glob("index*.toml")))


def samples() -> tuple[Any, ...]:
    """Two armies of about 2,000 points to play with, made from the sample lists that ship with `referee.lists`."""
    folder = Path(__file__).parent / "samples"
    return tuple(msgspec.json.decode((folder / f"{name}.json").read_bytes()) for name in SAMPLES)


SAMPLES = ("azure_gate", "tendril_ouroboros")

OPTIONS = (
    BookOption("layout", text("The terrain layout of the battlefield; open: a table without terrain."), DEFAULT_LAYOUT),
    BookOption("deployment", text("The deployment pattern; empty: the layout's own."), ""),
    BookOption(
        "attacker", text("Who is the attacker."), "roll-off", ("roll-off", "first player", "second player"), "40K 01.01"
    ),
    BookOption(
        "first turn",
        text("Who takes the first turn."),
        "roll-off",
        ("roll-off", "first player", "second player"),
        "40K 01.01",
    ),
    BookOption(
        "coherency",
        text("Are two knots of models, all within 9 inches, coherent as printed, or must a unit be one chain?"),
        "printed",
        ("printed", "connected"),
        "40K 03.03",
    ),
    BookOption(
        "price floor",
        text("Do modifiers of a stratagem's price add up before the floor of 0, or is each held at 0?"),
        "sum",
        ("sum", "each"),
        "40K 15.01.01",
    ),
    BookOption(
        "price ceiling",
        text("Can a stratagem's price be raised without limit, or by 1 CP in all?"),
        "none",
        ("none", "+1"),
        "40K 15.01.01",
    ),
    BookOption(
        "raised price",
        text("Does a use count whose price was raised beyond what can be paid?"),
        "use counts",
        ("use counts", "no use"),
        "40K 15.01",
    ),
    BookOption("bases", text("Bases of models that have none in the data set: name=4.5x3.1, name=60mm, ..."), ""),
)

BOOK = Book(
    name="wh40k",
    title="Warhammer 40,000",
    edition="11th",
    prefix="40K",
    state=Battle,
    set_up=set_up,
    view=view,
    draw=draw,
    index=index,
    sketch=sketch,
    seats=("first player", "second player"),
    options=OPTIONS,
    parse=parse,
    bots={"sensible": sensible},
    by_hand=by_hand,
    read_list=read_list,
    army_lists=True,
    explain=explain,
    reports={"stratagems": stratagem_report},
    credit="Powered by 40kdc-data (https://github.com/wn-mitch/40kdc-data), CC BY 4.0",
    samples=samples,
)
