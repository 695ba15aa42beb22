"""The named options of the book: readings with their alternatives, and where the sources differ."""

from __future__ import annotations

from referee.books.berserk.records import Rules
from referee.kernel import BookOption, NotAnOption, text

OPTIONS: tuple[BookOption, ...] = (
    BookOption(
        "payment impossible",
        text("What happens when a promised payment has become impossible: the action stands, or is undone."),
        "stands", ("stands", "undone"), "BER 501.2/k",
    ),
    BookOption(
        "not performed",
        text("What an action that is never performed costs: nothing, or its payment."),
        "free", ("free", "paid"), "BER 501.2/a",
    ),
    BookOption(
        "source gone",
        text("Whether an action is performed whose source has left the battle."),
        "not performed", ("not performed", "performed"), "BER F08/j",
    ),
    BookOption(
        "radius",
        text("How cells are counted for a radius: a diagonal is one cell, or only steps from side to side count."),
        "diagonals", ("diagonals", "steps"), "BER 501.4/a",
    ),
    BookOption(
        "steps",
        text("How creatures move: from side to side, or diagonally too."),
        "straight", ("straight", "any"), "BER F09/a",
    ),
    BookOption(
        "recheck",
        text("When the limits of the choice of targets end to matter: once declared, or once in the stack."),
        "declaration", ("declaration", "stack"), "BER 501.4/d",
    ),
    BookOption(
        "no targets",
        text("Whether an attack at up to some targets may be declared at none."),
        "refused", ("refused", "allowed"), "BER 501.4/ex2a",
    ),
    BookOption(
        "mirror",
        text("Whether a card may pay by its destruction while all its lives are promised as wounds."),
        "refused", ("refused", "allowed"), "BER 501.2/s",
    ),
    BookOption(
        "reply from afar",
        text("Whether a card that was carried away after the dice still strikes back."),
        "yes", ("yes", "no"), "BER 501.4/ex3b",
    ),
    BookOption(
        "near throws",
        text("Whether throws and discharges may be aimed at a card next to their source."),
        "refused", ("refused", "allowed"), "BER F11/e",
    ),
    BookOption(
        "armour against impacts",
        text("Whether armour prevents the wounds of impacts."),
        "no", ("no", "yes"), "BER F12/d",
    ),
    BookOption(
        "poison",
        text("When poison works: at the start of the opponent's turn, or of one's own."),
        "opponent", ("opponent", "own turn"), "BER F12/h",
    ),
    BookOption(
        "placement",
        text("Whether the blocks of cells for placement go by the order of play or by the seat."),
        "order of play", ("order of play", "seat"), "BER F06/d",
    ),
    BookOption(
        "re-deals",
        text("How many re-deals a player may buy: a number, or any."),
        "3", ("0", "1", "2", "3", "any"), "BER F04/g",
    ),
    BookOption(
        "unrecruited",
        text("What happens to cards not recruited: they are shuffled into the deck, or put on its bottom."),
        "shuffled", ("shuffled", "bottom"), "BER F04/n",
    ),
    BookOption(
        "turn limit",
        text("After how many turns time has run out (0: never); the second player's turn is finished."),
        "60", (), "BER 604.1",
    ),
)  # fmt: skip


def settled_rules(options: dict[str, str]) -> Rules:
    """The options as the state keeps them. Raises NotAnOption for a turn limit that is no number."""
    limit = options.get("turn limit", "60")
    if not limit.isdigit():
        raise NotAnOption(text("The option {name} is a whole number, not {value}.", name="turn limit", value=limit))
    fields = {FIELD_OF.get(name, name.replace(" ", "_")): value for name, value in options.items()}
    return Rules(**fields)


FIELD_OF = {"armour against impacts": "armour_impacts", "re-deals": "redeals"}
