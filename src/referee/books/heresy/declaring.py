"""HH A4.1-A4.2 Announcing an ability and taking every decision its text asks for, before anything is paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from referee.books.heresy.abilities import Decided, Use, decisions, is_decided, price_decisions, refusals
from referee.books.heresy.cost import Chosen, Standing, affected, after, can_pay, standing
from referee.books.heresy.field import Field, can_be, candidates, fewest, takes_part
from referee.books.heresy.state import COMMAND, POSTURES, Lying, War, ability_at, discard, seat_name
from referee.kernel import (
    AGAIN,
    DONE,
    ChooseSome,
    Decision,
    Outcome,
    Procedure,
    Refusal,
    Seat,
    Text,
    choose,
    refuse,
    step,
    tell,
    text,
)
from referee.text.heresy import Ability, Discard, Do, DoThis, Many, Objects, Posture, Verb, What, Whose
from referee.text.heresy_said import in_words


class Declare(Procedure):
    """HH A4.1-A4.2 Announce an ability, then choose all that it asks for. The result is what was chosen, in order."""

    by: Seat
    this: str
    card: int
    line: int
    announced: bool = False
    pick: Any = None
    chosen: tuple[Chosen, ...] = ()

    @step("HH A4.1/a", when=lambda self, s: not self.announced)
    def announce(self, s: War) -> Outcome:
        self.announced = True
        card, ability = s.pool[self.card], ability_at(s, self.card, self.line)
        assert ability is not None
        player = seat_name(s, self.by)
        if self.line == COMMAND:
            # Reading: a played command card lies on the discard pile from its announcement on.
            discard(s, self.by, (self.card,))
            tell(
                s, "HH A4.1/a", "{player} plays {card}: {words}", player=player, card=card.name, words=in_words(ability)
            )
        else:
            tell(
                s,
                "HH A4.1/a",
                "{player} announces {card} ({id}): {words}",
                player=player,
                card=card.name,
                id=self.this,
                words=in_words(ability),
            )
        if decisions(ability):
            return None
        self.result = ()
        return DONE

    @step("HH A4.2/f", into="pick", check="choice_refusals")
    def take_decision(self, s: War) -> Outcome:
        ability = ability_at(s, self.card, self.line)
        assert ability is not None
        return self.question(s, ability, decisions(ability)[len(self.chosen)])

    @step("HH A4.2/a")
    def fix_decision(self, s: War) -> Outcome:
        """What is chosen stays chosen; those who can see it are told."""
        asked = self.decided(s)
        part = asked[len(self.chosen)]
        picks = self.pick if isinstance(self.pick, (tuple, list)) else (self.pick,)
        if isinstance(part, Do):
            one = Chosen(ids=tuple(picks))
            player = seat_name(s, self.by)
            for id in one.ids:
                card = s.pool[s.table[id].card].name
                tell(s, "HH BA.2/b", "{player} chooses {card} ({id}).", player=player, card=card, id=id)
        elif isinstance(part, Discard):
            names = self.hand_names(s)
            one = Chosen(cards=tuple([names[pick] for pick in picks]))
        else:
            hand = s.hands[1 - self.by]
            one = Chosen(cards=tuple([hand[pick - 1] for pick in picks]))
        self.chosen = (*self.chosen, one)
        self.pick = None
        if len(self.chosen) < len(asked):
            return AGAIN
        self.result = self.chosen
        return DONE

    # --- the question ---

    def part(self, s: War) -> Decided:
        """The part of the text that is decided now."""
        ability = ability_at(s, self.card, self.line)
        assert ability is not None
        return decisions(ability)[len(self.chosen)]

    def question(self, s: War, ability: Ability, part: Decided) -> Decision:
        """What is asked: one card, or some, of those that may be chosen."""
        if isinstance(part, Do):
            if len(self.chosen) < price_decisions(ability):
                return self.cost_question(s, ability, part)
            found = candidates(s, Field(s), part.verb, part.objects, self.by)
            return ask_cards(s, self.by, PROMPTS[part.verb], found, part.objects, fewest(s, part.objects))
        if isinstance(part, Discard):
            names = tuple(self.hand_names(s))
            return _ask(DISCARD, self.by, names, part.number, part.number)
        return _ask(PICK, self.by, tuple(range(1, len(s.hands[1 - self.by]) + 1)), part.number, part.number)

    def cost_question(self, s: War, ability: Ability, part: Do) -> Decision:
        """The cards a part of the price may take so that the parts after it can still be paid."""
        cards, rest, hand = self.so_far(s, ability)
        free = affected(cards, part)
        count = fewest(s, part.objects)
        top = part.objects.number if part.objects.many is Many.UP_TO else count
        lying = [s.table[id] for id in free]
        if not any(isinstance(x, Do | DoThis) for x in rest):
            return ask_cards(s, self.by, PAY_PROMPTS[part.verb], lying, part.objects, count)
        sets = [
            ids
            for size in range(count, top + 1)
            for ids in combinations(free, size)
            if can_pay(s, rest, after(cards, part.verb, ids), hand, self.this)
        ]
        if part.objects.many is Many.ONE:
            return ask_cards(s, self.by, PAY_PROMPTS[part.verb], [s.table[ids[0]] for ids in sets], part.objects, count)
        return choose(PAY_PROMPTS[part.verb], by=self.by, among=sets)

    def so_far(self, s: War, ability: Ability) -> tuple[Standing, Sequence[Any], int]:
        """How the own cards stand once the price is paid up to this decision, the parts after it, and the hand left."""
        cards, hand, picks = standing(Field(s), self.by), len(s.hands[self.by]), iter(self.chosen)
        for at, part in enumerate(ability.cost):
            if is_decided(part):
                one = next(picks, None)
                if one is None:
                    return cards, ability.cost[at + 1 :], hand
                hand -= len(one.cards)
                if isinstance(part, Do):
                    cards = after(cards, part.verb, one.ids)
            elif isinstance(part, DoThis):
                cards = after(cards, part.verb, (self.this,))
            elif isinstance(part, Do):
                cards = after(cards, part.verb, affected(cards, part))
        return cards, (), hand

    def hand_names(self, s: War) -> dict[str, int]:
        """The hand cards that may still be discarded, by the name each is answered with."""
        left = list(s.hands[self.by])
        for one, part in zip(self.chosen, self.decided(s), strict=False):
            if isinstance(part, Discard):
                for card in one.cards:
                    left.remove(card)
        return hand_names(s, left)

    def decided(self, s: War) -> tuple[Decided, ...]:
        """All decisions of the ability."""
        ability = ability_at(s, self.card, self.line)
        assert ability is not None
        return decisions(ability)

    # --- why not ---

    def choice_refusals(self, s: War, answer: Any) -> Iterator[Refusal]:
        """Why this may not be chosen."""
        part = self.part(s)
        ability = ability_at(s, self.card, self.line)
        assert ability is not None
        paying = len(self.chosen) < price_decisions(ability)
        picks = answer if isinstance(answer, tuple | list) else (answer,)
        if isinstance(part, Do):
            for number, id in enumerate(picks):
                if isinstance(id, str) and id in s.table:
                    yield from object_refusals(s, part, s.table[id], self.by, paying=paying)
                else:
                    yield refuse("HH BA.2/a", "The announcement has to say exactly which cards are meant.")
                    yield refuse("HH BA.2/b", "The opponent has to understand which cards are meant: name them.")
                    yield refuse("HH A4.2/f", "Every decision is taken now, before anything is paid.")
                if id in picks[:number]:
                    yield refuse("HH A4.3/exf", "{id} is named twice: different cards are asked for.", id=str(id))
            yield from _number_refusals(s, part.objects, len(picks), paying=paying)
            if paying and len(ability.cost) > 1:
                yield from self.later_part_refusals(s, ability, part, picks)
        elif isinstance(part, Discard):
            known = self.hand_names(s)
            for pick in picks:
                if pick not in known:
                    yield refuse("HH A4.3/d", "There is no card {card} in your hand to discard.", card=str(pick))
            if len(picks) != part.number:
                yield refuse(
                    "HH A4.3/exa", "{wanted} are asked for, not {given}.", wanted=part.number, given=len(picks)
                )
        elif len(picks) != part.number:
            yield refuse("HH A4.2/g", "{wanted} are asked for, not {given}.", wanted=part.number, given=len(picks))

    def later_part_refusals(self, s: War, ability: Ability, part: Do, picks: Sequence[Any]) -> Iterator[Refusal]:
        """Would the price break down at a later part if these cards were taken?"""
        cards, rest, hand = self.so_far(s, ability)
        ids = [id for id in picks if id in cards]
        if len(ids) == len(picks) and not can_pay(s, rest, after(cards, part.verb, ids), hand, self.this):
            yield refuse("HH A4.3/d", "If these cards are taken the rest of the price cannot be paid.")


def object_refusals(s: War, part: Do, lying: Lying, by: Seat, *, paying: bool) -> Iterator[Refusal]:
    """Why one card on the table may not be chosen for a part."""
    wanted = part.objects
    mine = wanted.whose is Whose.OWN
    if (lying.owner == by) is not mine:
        rule = "HH A4.3/exb" if paying else "HH A4.2/ex1a"
        if mine:
            yield refuse(rule, "{id} is a card of your opponent; one of your own is asked for.", id=lying.id)
        else:
            yield refuse(rule, "{id} is a card of your own; one of your opponent's is asked for.", id=lying.id)
    if not takes_part(s, lying) and not (s.readings.choice_range == "anywhere" and lying.face_up):
        yield refuse("HH A4.2/ex1a", "{id} does not take part in this battle.", id=lying.id)
        return
    if lying.kind is not wanted.what:
        yield refuse("HH A4.2/ex1a", "{id} is not one of the {kind}.", id=lying.id, kind=WHAT[wanted.what])
    if wanted.posture is not None and lying.posture is not wanted.posture:
        yield refuse("HH A4.3/exb", "{id} is {posture}.", id=lying.id, posture=POSTURES[lying.posture])
    if not can_be(lying, part.verb, by):
        rule = "HH A4.2/ex1b"
        if part.verb is Verb.TURN and lying.posture is Posture.TURNED:
            yield refuse(rule, "{id} is turned already: only a card that can be turned may be chosen.", id=lying.id)
        else:
            yield refuse(
                rule,
                "That cannot be done to {id}: it is {posture}, or its own text forbids it.",
                id=lying.id,
                posture=POSTURES[lying.posture],
            )


def _number_refusals(s: War, objects: Objects, given: int, *, paying: bool) -> Iterator[Refusal]:
    least = fewest(s, objects)
    most = objects.number if objects.many is Many.UP_TO else least
    if not least <= given <= most:
        rule = "HH A4.3/exa" if paying else "HH A4.3/exf" if objects.many is Many.UP_TO else "HH A4.2/g"
        yield refuse(rule, "From {least} to {most} are asked for, not {given}.", least=least, most=most, given=given)


def ask_cards(s: War, by: Seat, prompt: Text, found: Sequence[Lying], objects: Objects, least: int) -> Decision:
    """Ask for one card on the table, or for some."""
    labels = tuple([label(s, x) for x in found])
    ids = tuple([x.id for x in found])
    if objects.many is Many.ONE:
        return choose(prompt, by=by, among=ids, labels=labels)
    most = objects.number if objects.many is Many.UP_TO else least
    return ChooseSome(by=by, prompt=prompt, among=ids, labels=labels, minimum=least, maximum=min(most, len(ids)))


def label(s: War, lying: Lying) -> Text:
    """A card on the table in words: its name, and how it stands."""
    return Text(
        "{card} ({id}), {posture}",
        {"card": s.pool[lying.card].name, "id": lying.id, "posture": POSTURES[lying.posture]},
    )


def hand_names(s: War, cards: Sequence[int]) -> dict[str, int]:
    """Hand cards by the names they are answered with: the key, and for a further copy `key/2`."""
    names: dict[str, int] = {}
    pool = s.pool
    for card in cards:
        key = name = pool[card].key
        copy = 1
        while name in names:
            copy += 1
            name = f"{key}/{copy}"
        names[name] = card
    return names


def _ask(prompt: Text, by: Seat, among: tuple[Any, ...], least: int, most: int) -> Decision:
    if least == most == 1:
        return choose(prompt, by=by, among=among)
    return ChooseSome(by=by, prompt=prompt, among=among, minimum=least, maximum=most)


DISCARD = text("Which cards of your hand do you discard?")
PICK = text("Which cards of your opponent's hand do you pick, counted from his first?")
PROMPTS: dict[Verb, Text] = {
    Verb.TURN: text("Which cards are to be turned?"),
    Verb.DESTROY: text("Which cards are to be destroyed?"),
    Verb.READY: text("Which cards are to become ready?"),
    Verb.ADVANCE: text("Which cards are to advance?"),
}
PAY_PROMPTS: dict[Verb, Text] = {
    Verb.TURN: text("Which cards do you turn as the price?"),
    Verb.DESTROY: text("Which cards do you destroy as the price?"),
    Verb.READY: text("Which cards become ready as the price?"),
    Verb.ADVANCE: text("Which cards advance as the price?"),
}
WHAT: dict[What, Text] = {What.UNIT: text("units"), What.ASSET: text("assets"), What.SHIP: text("ships")}


def declaration_refusals(s: War, use: Use, by: Seat) -> tuple[Refusal, ...]:
    """Every reason why an ability may not be declared now."""
    return tuple(refusals(s, Field(s), use, by))
