"""What no source of the game settles: named options, each with its default and where the rules are silent."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from referee.kernel import BookOption, text


class Readings(msgspec.Struct, frozen=True, kw_only=True):
    """The options as the game uses them. The names are those of `OPTIONS` with an underscore for a hyphen."""

    variant: str = "horus-heresy"
    payment: str = "before-exchange"
    failed_test: str = "action-spent"
    up_to_none: str = "allowed"
    discarder: str = "owner"
    condition_retest: str = "never"
    tactic_effect: str = "at-once"
    turned_card: str = "usable"
    self_turn_effect: str = "bars"
    choice_range: str = "battle"
    letter_m: str = "closed"
    letter_r: str = "closed"
    letter_sh: str = "closed"
    first_to_act: str = "chooser"
    readying: str = "turn"
    first_wave_posture: str = "ready"
    turned_capture: str = "counts"
    survivors: str = "stay"
    ships: str = "fleet"
    ship_reach: str = "any"
    retreat_fleet: str = "stays"
    empty_deck: str = "reshuffle"
    face_down: str = "not-looked-at"
    level_game: str = "draw"


_WINDOWS = ("closed", "go", "exchange")

OPTIONS: tuple[BookOption, ...] = (
    BookOption(
        "variant",
        text("Three sectors and two to win, or the game of 2001: five sectors and three to win."),
        "horus-heresy",
        ("horus-heresy", "wh40k-2001"),
        "HH END/a",
    ),
    BookOption(
        "payment",
        text("When the price of a battle action is paid: before its tactics exchange, or after it."),
        "before-exchange",
        ("before-exchange", "after-exchange"),
        "HH A4.3/a",
    ),
    BookOption(
        "failed-test",
        text("Whether a battle action whose test failed still uses up the go."),
        "action-spent",
        ("action-spent", "action-kept"),
        "HH A4.3/exd",
    ),
    BookOption(
        "up-to-none",
        text("Whether “up to” allows choosing none, so that the ability can be used with nothing to choose."),
        "allowed",
        ("allowed", "refused"),
        "HH A4.3/exf",
    ),
    BookOption(
        "discarder",
        text("Who picks the cards a player has to discard: their owner, or chance."),
        "owner",
        ("owner", "chance"),
        "HH A4.2/ex2c",
    ),
    BookOption(
        "condition-retest",
        text("Whether the conditions of use are looked at again when the ability takes effect."),
        "never",
        ("never", "at-effect"),
        "HH A4.2/e",
    ),
    BookOption(
        "tactic-effect",
        text("When a tactic takes effect: at once, or after the exchange, the last played first."),
        "at-once",
        ("at-once", "after-exchange"),
        "HH BA.3/d",
    ),
    BookOption(
        "turned-card",
        text("Whether abilities other than battle actions may be used from a turned card."),
        "usable",
        ("usable", "barred"),
        "HH BA/g",
    ),
    BookOption(
        "self-turn-effect",
        text("Whether an ability that turns its own card only as its effect may be used from a turned card."),
        "bars",
        ("bars", "allowed"),
        "HH BA/e",
    ),
    BookOption(
        "choice-range",
        text("Where the cards an ability chooses may lie: in this battle, or face up at any unclaimed sector."),
        "battle",
        ("battle", "anywhere"),
        "HH A4.2/ex1a",
    ),
    BookOption("letter-m", text("When abilities marked М may be used: no source says."), "closed", _WINDOWS, "HH A4/b"),
    BookOption("letter-r", text("When abilities marked Р may be used: no source says."), "closed", _WINDOWS, "HH A4/b"),
    BookOption(
        "letter-sh", text("When abilities marked Ш may be used: no source says."), "closed", _WINDOWS, "HH A4/b"
    ),
    BookOption(
        "first-to-act",
        text("Who has the first go in a battle."),
        "chooser",
        ("chooser", "opponent", "attacker", "defender"),
        "HH BAT/e",
    ),
    BookOption(
        "readying",
        text("When cards become ready again: as each turn begins, as each battle begins, or only by abilities."),
        "turn",
        ("turn", "battle", "never"),
        "HH POST/d",
    ),
    BookOption(
        "first-wave-posture",
        text("How first wave cards arrive."),
        "ready",
        ("ready", "advancing"),
        "HH POST/c",
    ),
    BookOption(
        "turned-capture",
        text("Whether turned units count when the winner of a battle is determined."),
        "counts",
        ("counts", "nothing"),
        "HH WIN/b",
    ),
    BookOption(
        "survivors",
        text("What becomes of the cards at a sector that is captured."),
        "stay",
        ("stay", "discarded"),
        "HH WIN/e",
    ),
    BookOption(
        "ships",
        text("Where a ship lies once it is face up: in its owner's fleet area, or at the sector."),
        "fleet",
        ("fleet", "sector"),
        "HH FLEET/a",
    ),
    BookOption(
        "ship-reach",
        text("Which battles a ship in the fleet area takes part in: any, or only at the sector it was deployed to."),
        "any",
        ("any", "own-sector"),
        "HH FLEET/b",
    ),
    BookOption(
        "retreat-fleet",
        text("Whether a retreat also destroys the ships in the fleet area that were deployed to the sector."),
        "stays",
        ("stays", "destroyed"),
        "HH RET/h",
    ),
    BookOption(
        "empty-deck",
        text("What happens when a deck is empty: the discard pile is shuffled into a new deck, or nothing is drawn."),
        "reshuffle",
        ("reshuffle", "nothing"),
        "HH CARD/e",
    ),
    BookOption(
        "face-down",
        text("Whether a player may look at his own cards that lie face down."),
        "not-looked-at",
        ("not-looked-at", "owner-looks"),
        "HH DEP/d",
    ),
    BookOption(
        "level-game",
        text("Who wins if the sectors leave it open after the last turn."),
        "draw",
        ("draw", "defender"),
        "HH END/e",
    ),
)


def readings(options: Mapping[str, str]) -> Readings:
    """The options of a game as its rules use them; the same options give the same record."""
    return _readings(tuple(options.items()))


@lru_cache(maxsize=64)
def _readings(options: tuple[tuple[str, str], ...]) -> Readings:
    return Readings(**{name.replace("-", "_"): value for name, value in options})
