"""The options of the book: variants, and readings where sources differ; the default is the reading of the source."""

from __future__ import annotations

from referee.kernel import BookOption, text

OPTIONS: tuple[BookOption, ...] = (
    BookOption(
        "battlefield",
        text("The table and its terrain."),
        "drowned-lane",
        ("drowned-lane", "cinder-field", "bare"),
        "WM 13",
    ),
    BookOption("rounds", text("How many rounds are played."), "7", tuple(map(str, range(1, 8))), "WM 14/c"),
    BookOption(
        "victory",
        text("Does the death of a leader end the battle?"),
        "assassination",
        ("assassination", "attrition"),
        "WM 14/a",
    ),
    BookOption(
        "compulsory charge",
        text("What is forfeited for a charge that has to be made and cannot: one part, or both?"),
        "one",
        ("one", "both"),
        "WM 3.5.5/b",
    ),
    BookOption(
        "run with action owed",
        text("May a model run that has to forfeit its Combat Action anyway?"),
        "allowed",
        ("allowed", "barred"),
        "WM 3.4/b",
    ),
    BookOption("run while engaged", text("May an engaged model run?"), "allowed", ("allowed", "barred"), "WM 3/b"),
    BookOption(
        "forfeits",
        text("One effect for each part that is forfeited, or one in all for an activation?"),
        "by part",
        ("by part", "one in all"),
        "WM 1.3/e",
    ),
    BookOption(
        "owed forfeits",
        text("Does owing one part bar only that part from being forfeited for a gain, or any part?"),
        "that part",
        ("that part", "any part"),
        "WM 1.3/d",
    ),
    BookOption(
        "put back",
        text("Whose melee range must an engaged trooper be placed back into to keep its Combat Action?"),
        "all",
        ("all", "all in charges", "any"),
        "WM 3.5.4/k",
    ),
    BookOption(
        "no seen spot",
        text("What becomes of a trooper with room only out of the mover's sight?"),
        "destroyed",
        ("destroyed", "placed out of sight"),
        "WM 2.1/h",
    ),
    BookOption(
        "charged units",
        text("Do the other troopers charge the whole unit of a model the mover reached, or that model only?"),
        "unit",
        ("unit", "model"),
        "WM 3.5.4/j",
    ),
    BookOption(
        "unit charge actions",
        text("May the troopers of a unit that charged use any Combat Action, or melee attacks only?"),
        "free",
        ("free", "melee only"),
        "WM 3.5.4/j",
    ),
    BookOption(
        "aim judged",
        text("When is it judged whether an aiming model is engaged?"),
        "each roll",
        ("each roll", "when aiming"),
        "WM 3.2/c",
    ),
)
