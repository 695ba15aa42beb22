"""HH A4 Imperial Mandate Alpha 4: whether an additional ability may be used, and every reason why not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from referee.books.heresy.cost import payment_refusals
from referee.books.heresy.field import Field, fewest, how_many, is_true, takes_part
from referee.books.heresy.state import COMMAND, Lying, Stage, War, ability_at
from referee.kernel import Refusal, Seat, Text, refuse, text
from referee.text.heresy import (
    TURNED,
    Ability,
    CostPart,
    Deed,
    Discard,
    Do,
    Letters,
    Objects,
    PickFromHand,
    Verb,
    What,
    Whose,
    turns_its_card,
)

BATTLE = Stage.BATTLE
Decided = Do | Discard | PickFromHand
"""The parts of an ability that ask its player for a decision (`Do` only where the cards are chosen)."""


class Use(NamedTuple):
    """One way to use an ability: from a card on the table (`this`), or from a hand card (its number, `COMMAND`)."""

    this: Lying | None
    card: int
    line: int


def window_of(s: War, letters: Letters) -> str:
    """When abilities with these letters are used: in a go ("go", "action" if they take it up), or in an "exchange"."""
    if letters is Letters.ACTION:
        return "action"
    if letters is Letters.TACTIC:
        return "exchange"
    readings = s.readings
    # Reading: no source says what M, R and Sh stand for; they are closed unless an option opens them.
    if letters is Letters.M:
        return readings.letter_m
    return readings.letter_r if letters is Letters.R else readings.letter_sh


def letters_in(s: War, windows: tuple[str, ...]) -> tuple[Letters, ...]:
    """The letters of the abilities that are used in these windows."""
    return tuple(letters for letters in Letters if window_of(s, letters) in windows)


def is_decided(part: CostPart | Deed) -> bool:
    """Does this part of an ability ask its player for a decision?"""
    return isinstance(part, (Discard, PickFromHand)) or (isinstance(part, Do) and part.objects.is_chosen)


_DECISIONS: dict[int, tuple[Ability, tuple[Decided, ...], int]] = {}
_KEPT = 1024


def decisions(ability: Ability) -> tuple[Decided, ...]:
    """The decisions the text asks its player for, those of the price first."""
    return _decisions(ability)[1]


def price_decisions(ability: Ability) -> int:
    """How many of the decisions belong to the price."""
    return _decisions(ability)[2]


def _decisions(ability: Ability) -> tuple[Ability, tuple[Decided, ...], int]:
    kept = _DECISIONS.get(id(ability))
    if kept is None or kept[0] is not ability:
        if len(_DECISIONS) >= _KEPT:
            _DECISIONS.clear()
        cost = tuple(part for part in ability.cost if is_decided(part))
        deeds = tuple(part for part in ability.deeds if is_decided(part))
        kept = _DECISIONS[id(ability)] = (ability, cast("tuple[Decided, ...]", (*cost, *deeds)), len(cost))
    return kept


def hand_for(s: War, by: Seat, line: int) -> int:
    """How many hand cards a price may take: a card that is being played is no longer one of them."""
    return len(s.hands[by]) - (1 if line == COMMAND else 0)


def refusals(s: War, field: Field, use: Use, by: Seat) -> Iterator[Refusal]:
    """Why the ability may not be used now, apart from the window it belongs to; nothing if it may."""
    ability = ability_at(s, use.card, use.line)
    if ability is None:
        yield refuse("HH A4/a", "{card} has no additional ability there.", card=s.pool[use.card].name)
        return
    if s.stage is not BATTLE:
        yield refuse(
            "HH A4/c",
            "Additional abilities are used in the battle stage only; this is: {stage}.",
            stage=STAGES[s.stage],
        )
        return
    this = use.this
    if this is not None and this.posture is TURNED:
        yield from _turned_card_refusals(s, this, ability)
    for condition in ability.conditions:
        if is_true(s, field, condition.fact, by, this) is not condition.holds:
            if condition.holds:
                yield refuse("HH A4.2/c", "The card says: {words}", words=condition.words)
            else:
                yield refuse("HH A4.2/d", "The card says: {words}", words=condition.words)
    if ability.cost:
        yield from payment_refusals(s, field, ability.cost, by, this, hand_for(s, by, use.line))
    for deed in ability.deeds:
        if isinstance(deed, Do):
            least = fewest(s, deed.objects)
            if least:
                there = how_many(s, field, deed.verb, deed.objects, by)
                if there < least:
                    yield _no_choice(deed, there)
        elif isinstance(deed, PickFromHand) and len(s.hands[1 - by]) < deed.number:
            yield refuse(
                "HH A4.2/g",
                "{wanted} cards of the opponent's hand have to be chosen, he has {there}.",
                wanted=deed.number,
                there=len(s.hands[1 - by]),
            )


def _turned_card_refusals(s: War, this: Lying, ability: Ability) -> Iterator[Refusal]:
    # Reading: an ability that turns its card as its effect also demands it; the option `self-turn-effect` says no.
    if turns_its_card(ability, deeds_too=s.readings.self_turn_effect == "bars"):
        yield refuse(
            "HH BA/e",
            "The ability itself turns {card}, and {id} is turned already.",
            card=s.pool[this.card].name,
            id=this.id,
        )
    elif ability.letters is not Letters.ACTION and s.readings.turned_card == "barred":
        # Reading: the permission is printed for battle actions; by default the other letters follow it.
        yield refuse("HH BA/g", "{id} is turned, and only battle actions may be used from a turned card.", id=this.id)


def _no_choice(deed: Do, there: int) -> Refusal:
    rule = "HH A4.2/ex1c" if deed.verb is Verb.TURN and deed.objects.what is What.UNIT else "HH A4.2/g"
    return refuse(
        rule,
        "{wanted} cards have to be chosen ({objects}), and {there} can be.",
        wanted=max(deed.objects.minimum, 1),
        objects=named(deed.objects),
        there=there,
    )


def is_usable(s: War, field: Field, use: Use, by: Seat) -> bool:
    """May the ability be used now?"""
    return next(refusals(s, field, use, by), None) is None


def named(objects: Objects) -> Text:
    """The kind of cards that are meant, in words."""
    return KINDS[objects.whose, objects.what]


STAGES: dict[Stage, Text] = {
    Stage.SET_UP: text("the set-up"),
    Stage.FIRST_WAVE: text("the first wave"),
    Stage.DEPLOYMENT: text("the deployment"),
    Stage.BATTLE_CHOICE: text("the choice of a battle"),
    Stage.BATTLE: text("a battle"),
    Stage.WINNER: text("determining the winner of a battle"),
    Stage.OVER: text("the end of the game"),
}

KINDS: dict[tuple[Whose, What], Text] = {
    (Whose.OWN, What.UNIT): text("units of one's own"),
    (Whose.OWN, What.ASSET): text("assets of one's own"),
    (Whose.OWN, What.SHIP): text("ships of one's own"),
    (Whose.ENEMY, What.UNIT): text("units of the opponent"),
    (Whose.ENEMY, What.ASSET): text("assets of the opponent"),
    (Whose.ENEMY, What.SHIP): text("ships of the opponent"),
}


_GO_RULES = {"go": "HH BA/b", "exchange": "HH BA.3/c", "": "HH A4/c"}
"""Why only one player uses abilities now, by the window."""


def find_use(s: War, by: Seat, answer: object, window: str = "go") -> Use | Refusal | None:
    """What an answer names; a refusal if there is such a card but not for this use; nothing if it is no such name."""
    if not isinstance(answer, str):
        return None
    place, dot, rest = answer.partition(".")
    if not dot:
        return None
    if place == "hand":
        return _find_command(s, by, rest)
    lying = s.table.get(place)
    if lying is None or not rest.isdigit():
        return None
    if lying.owner != by:
        return refuse(_GO_RULES[window], "{id} is a card of your opponent, and this is your go.", id=place)
    if s.stage is Stage.BATTLE and not takes_part(s, lying):
        return refuse("HH BAT/h", "{id} does not take part in this battle.", id=place)
    if not lying.face_up:
        return refuse(
            "HH A4/c", "{id} lies face down: additional abilities are used in the battle stage only.", id=place
        )
    line = int(rest) - 1
    if ability_at(s, lying.card, line) is None or line < 0:
        return refuse(
            "HH A4/a",
            "{card} ({id}) has no additional ability number {line}.",
            card=s.pool[lying.card].name,
            id=place,
            line=line + 1,
        )
    return Use(lying, lying.card, line)


def _find_command(s: War, by: Seat, rest: str) -> Use | Refusal | None:
    key, _, number = rest.partition(".")
    mine = [card for card in s.hands[by] if s.pool[card].key == key]
    if not mine:
        return refuse("HH CARD/c", "There is no card {key} in your hand.", key=key)
    if number:
        return refuse("HH CARD/c", "Of a card in the hand only the command line at its bottom is played.")
    if s.pool[mine[0]].command is None:
        return refuse("HH CARD/c", "{card} has no command line.", card=s.pool[mine[0]].name)
    return Use(None, mine[0], COMMAND)
