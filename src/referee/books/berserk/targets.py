"""Which targets may be chosen: limits of radius and manner, asked when declaring and never again (BER 501.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from referee.books.berserk.features import covers, features, has
from referee.books.berserk.field import BEYOND, CELLS, KING, NEXT, STEPS, ahead
from referee.books.berserk.records import AIR, FIELD, GRAVE, HOST, IN_BATTLE, Card
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle, cell_of, distance, is_creature, lives_left, name_of, sheet
from referee.kernel import Refusal, refuse
from referee.text.berserk_ability import MELEE, RANGED, Ability, Aim

TARGETED = ("attack", "spell", "impact")
"""The natures of abilities of which a card becomes the target (BER 502.1/g)."""


def are_adjacent(s: Battle, one: Card, other: Card) -> bool:
    """BER F05/d: do two cards stand next to each other, diagonals included? Cards of the additional zone never do."""
    here, there = cell_of(s, one), cell_of(s, other)
    return bool(here) and bool(there) and KING[here][there] <= 1


def strike_targets(s: Battle, card: Card) -> list[str]:
    """The cards at which this card may declare a simple strike."""
    seat = 1 - card.seat
    if card.zone == AIR:
        return [one.id for one in s.cards.values() if one.seat == seat and may_be_struck(s, one, card)]
    found = []
    cells, cards = s.cells, s.cards
    here = cell_of(s, card)
    for other in map(cells.get, NEXT[here]):
        if other is not None and cards[other].seat == seat and not _not_chosen(s, cards[other], "strike", card):
            found.append(other)
    if card.zone == HOST and here in cells and cards[cells[here]].seat == seat:
        found.append(cells[here])
    if s.riders:
        for host in s.riders:
            there = cards[host].cell
            if there and KING[here][there] <= 1:
                found += [one for one in s.riders[host] if cards[one].seat == seat]
    if has(s, card, "strikes flyers"):
        found += [
            one.id for one in cards.values() if one.seat == seat and one.zone == AIR and may_be_struck(s, one, card)
        ]
    return found


def may_be_struck(s: Battle, target: Card, striker: Card) -> bool:
    """Is it in battle, with lives, and open to being chosen for a simple strike?"""
    if target.zone not in IN_BATTLE or _not_chosen(s, target, "strike", striker):
        return False
    return target.hidden or SHEETS[target.kind].type != "terrain"


def has_strike_target(s: Battle, card: Card) -> bool:
    """Is there any card at which a simple strike may be declared?"""
    seat, cards = card.seat, s.cards
    if card.zone == AIR:
        return any(one.seat != seat and may_be_struck(s, one, card) for one in cards.values())
    if card.zone == FIELD:
        for other in map(s.cells.get, NEXT[card.cell]):
            if other is not None and cards[other].seat != seat and not _not_chosen(s, cards[other], "strike", card):
                return True
        if not s.riders and not has(s, card, "strikes flyers"):
            return False
    return bool(strike_targets(s, card))


def strike_refusals(s: Battle, source: Card, target: Card) -> Iterator[Refusal]:
    """Why this card may not be named as the target of a simple strike."""
    if target.zone not in IN_BATTLE:
        yield refuse("BER 501.1/b", "{card} is not in battle.", card=name_of(s, target))
        return
    if target.seat == source.seat:
        yield refuse("BER F10/h", "A card of your own cannot be attacked.")
    if not target.hidden and sheet(s, target).type == "terrain":
        yield refuse("BER F10/i", "A terrain has no lives, it cannot be struck.")
    if source.zone == AIR or (target.zone == AIR and has(s, source, "strikes flyers")):
        pass
    elif target.zone == AIR:
        yield refuse("BER F10/e", "{card} flies: a ground creature cannot strike it.", card=name_of(s, target))
    elif not are_adjacent(s, source, target):
        yield refuse(
            "BER 501.4/ex3a",
            "A simple strike is declared at a card next to it; {card} is not.",
            card=name_of(s, target),
        )
    if _not_chosen(s, target, "strike", source):
        yield refuse("BER 502.1/b", "{card} cannot be chosen as the target of this.", card=name_of(s, target))


def ability_targets(s: Battle, source: Card, ability: Ability) -> list[str]:
    """The cards that may be named as a target of an ability of this card."""
    return list(_possible_targets(s, source, ability))


def has_target(s: Battle, source: Card, ability: Ability) -> bool:
    """Is there any card that may be named?"""
    return next(_possible_targets(s, source, ability), None) is not None


def _possible_targets(s: Battle, source: Card, ability: Ability) -> Iterator[str]:
    """What `ability_refusals` lets through, worked out without the words: tests hold the two together."""
    aim = ability.aim
    assert aim is not None
    attack, what = ability.attack, aim.what
    if what == "dead":
        for card in s.cards.values():
            if card.zone == GRAVE and next(_dead_refusals(s, source, aim, card), None) is None:
                yield card.id
        return
    kind = attack.kind if attack is not None else ability.nature
    bound: tuple[str, ...] | None = None if attack is not None and kind in RANGED else ()
    place = aim.place if attack is None or source.zone != AIR or aim.place != "adjacent" else ""
    near = attack is None or kind not in RANGED or _may_aim_near(s, source, kind)
    diagonals = s.rules.radius == "diagonals"
    cells = aimed_cells(cell_of(s, source), source.seat, aim.reach, diagonals, place, kind == "row strike", near)
    side, closed, deeds = aim.side, aim.closed, ability.deeds
    seat = None if side == "any" else source.seat if side == "own" else 1 - source.seat
    itself = source.id if aim.other else ""
    for card in s.cards.values():
        zone = card.zone
        if (seat is not None and card.seat != seat) or zone not in IN_BATTLE:
            continue
        sheet = SHEETS[card.kind]
        if card.hidden:
            if attack is None or what == "flyer":
                continue
        elif (
            what not in sheet.counts_as
            or (attack is not None and sheet.type == "terrain")
            or (closed and not card.closed)
        ):
            continue
        if (card.cell if zone != HOST else cell_of(s, card)) not in cells or card.id == itself:
            continue
        if ("not chosen" in sheet.features or s.effects) and _not_chosen(s, card, kind, source):
            continue
        if deeds and not _deeds_fit(s, ability, card):
            continue
        if bound is None:
            bound = decoys(s, source.seat, kind)
        if bound and card.id not in bound:
            continue
        yield card.id


@cache
def aimed_cells(here: str, seat: int, reach: int, diagonals: bool, place: str, row: bool, near: bool) -> frozenset[str]:
    """The cells at which a card in `here` may aim. The empty name is the additional zone: from there and to there no
    distance is measured, and nothing is next to it, opposite it or in a row with it.
    """
    if not here:
        return frozenset() if place or row else frozenset(("", *CELLS))
    radius = (KING if diagonals else STEPS)[here]
    found = {
        cell
        for cell in CELLS
        if (near or KING[here][cell] > 1)
        and (not reach or radius[cell] <= reach)
        and (place != "adjacent" or KING[here][cell] <= 1)
        and (place != "opposite" or cell == ahead(here, seat))
        and (not row or cell in BEYOND[here])
    }
    return frozenset(found if place or row else found | {""})


def ability_refusals(
    s: Battle, source: Card, ability: Ability, target: Card, bound: tuple[str, ...] | None = None
) -> Iterator[Refusal]:
    """Why this card may not be named as a target of an ability of `source`: every limit of the choice."""
    aim = ability.aim
    assert aim is not None
    if aim.what == "dead":
        yield from _dead_refusals(s, source, aim, target)
        return
    if target.zone not in IN_BATTLE:
        yield refuse("BER 501.1/b", "{card} is not in battle.", card=name_of(s, target))
        return
    attack = ability.attack
    yield from _manner_refusals(s, source, ability, aim, target)
    yield from _radius_refusals(s, source, ability, aim, target)
    if attack is not None:
        if not target.hidden and sheet(s, target).type == "terrain":
            yield refuse("BER F10/i", "A terrain has no lives, it cannot be attacked.")
        if bound is None:
            bound = decoys(s, source.seat, attack.kind)
        if bound and target.id not in bound:
            yield refuse("BER F11/j", "As long as {decoy} is there, this can be declared only at it.", decoy=bound[0])
    kind = attack.kind if attack is not None else ability.nature
    if _not_chosen(s, target, kind, source):
        yield refuse("BER 502.1/b", "{card} cannot be chosen as the target of this.", card=name_of(s, target))
    if ability.deeds:
        yield from _deed_refusals(s, ability, target)


def _manner_refusals(s: Battle, source: Card, ability: Ability, aim: Aim, target: Card) -> Iterator[Refusal]:
    """BER 501.4/b: limits on the manner of use."""
    if aim.side == "enemy" and target.seat == source.seat:
        yield refuse("BER 501.4/ex2c", "The target has to be a card of the opponent.")
    if aim.side == "own" and target.seat != source.seat:
        yield refuse("BER 501.4/b", "The target has to be a card of your own.")
    if aim.other and target.id == source.id:
        yield refuse("BER 501.4/b", "The target has to be another card.")
    if target.hidden:
        # Reading: a hidden card may be named by attacks that want any card or creature. Alternative: by none.
        if ability.attack is None or aim.what in ("flyer",):
            yield refuse("BER F14/e", "A hidden card cannot be chosen for this.")
        return
    if aim.what != "card" and not is_creature(s, target):
        yield refuse("BER 501.4/ex2c", "{card} is not a creature.", card=name_of(s, target))
    elif aim.what == "ground" and sheet(s, target).flyer:
        yield refuse("BER 501.4/b", "{card} flies.", card=name_of(s, target))
    elif aim.what == "flyer" and not sheet(s, target).flyer:
        yield refuse("BER 501.4/b", "{card} does not fly.", card=name_of(s, target))
    if aim.closed and not target.closed:
        yield refuse("BER 501.4/b", "{card} is not closed.", card=name_of(s, target))


def _radius_refusals(s: Battle, source: Card, ability: Ability, aim: Aim, target: Card) -> Iterator[Refusal]:
    """BER 501.4/a: limits of the radius, measured from the source. A flyer may be named at any (BER 501.4/ex1b)."""
    here, there = cell_of(s, source), cell_of(s, target)
    attack = ability.attack
    if aim.place == "adjacent" and not (here and there and KING[here][there] <= 1):
        if not (source.zone == AIR and attack is not None):
            yield refuse("BER 501.4/a", "{card} does not stand next to it.", card=name_of(s, target))
    elif aim.place == "opposite" and not (here and ahead(here, source.seat) == there):
        yield refuse("BER F05/e", "{card} does not stand opposite.", card=name_of(s, target))
    if attack is not None and attack.kind == "row strike" and not (here and there in BEYOND[here]):
        yield refuse("BER F11/c", "A strike through a row hits the card one cell beyond, in a straight line.")
    if not here or not there:
        return
    if aim.reach and distance(s, here, there) > aim.reach:
        yield refuse(
            "BER 501.4/a",
            "{card} stands at a distance of {distance}, the range is {reach}.",
            card=name_of(s, target),
            distance=distance(s, here, there),
            reach=aim.reach,
        )
    if (
        attack is not None
        and attack.kind in RANGED
        and KING[here][there] <= 1
        and not _may_aim_near(s, source, attack.kind)
    ):
        yield refuse("BER F11/e", "A ranged attack cannot be aimed at a card next to it.")


def _may_aim_near(s: Battle, source: Card, kind: str) -> bool:
    if kind == "shot":
        return has(s, source, "shoots near")
    return s.rules.near_throws == "allowed"


def _dead_refusals(s: Battle, source: Card, aim: Aim, target: Card) -> Iterator[Refusal]:
    if target.zone != GRAVE or target.owner != source.seat:
        yield refuse("BER F12/u", "The target has to be a creature in your graveyard.")
        return
    printed = sheet(s, target)
    if not printed.creature or printed.symbiont:
        yield refuse("BER F12/u", "The target has to be a creature in your graveyard.")
    if aim.cost and printed.cost > aim.cost:
        yield refuse("BER 501.4/b", "It costs {cost}, at most {most} is allowed.", cost=printed.cost, most=aim.cost)
    if not printed.flyer and not free_cells_next_to(s, source):
        yield refuse("BER F12/u", "There is no free cell next to the source.")


def free_cells_next_to(s: Battle, card: Card) -> list[str]:
    """The free cells next to a card."""
    here = cell_of(s, card)
    return [cell for cell in NEXT[here] if cell not in s.cells] if here else []


def _deed_refusals(s: Battle, ability: Ability, target: Card) -> Iterator[Refusal]:
    for deed in ability.deeds:
        if deed.whom != "target":
            continue
        fight = s.fight
        if deed.do == "level" and not (fight is not None and fight.kind == "strike" and target.id == fight.attacker):
            yield refuse("BER F10/r", "{card} is not making a simple strike now.", card=name_of(s, target))
        if deed.do == "cap" and not (
            fight is not None
            and fight.kind in MELEE
            and (fight.kind == "strike" or deed.strike == "melee")
            and (target.id == fight.target or (target.id == fight.attacker and fight.reply >= 0))
        ):
            yield refuse("BER F10/r", "{card} is not being struck now.", card=name_of(s, target))
        if deed.do == "finish" and lives_left(s, target) > deed.amount.base:
            yield refuse(
                "BER F11/l",
                "Lives left to {card}: {lives}; it is finished at {most} or fewer.",
                card=name_of(s, target),
                lives=lives_left(s, target),
                most=deed.amount.base,
            )
        if deed.do == "move" and target.zone != FIELD:
            yield refuse("BER 506.6/a", "{card} stands in no cell.", card=name_of(s, target))


def _deeds_fit(s: Battle, ability: Ability, target: Card) -> bool:
    """The same as `_deed_refusals` says, without its words."""
    fight = s.fight
    for deed in ability.deeds:
        if deed.whom != "target":
            continue
        do = deed.do
        if do == "level":
            if fight is None or fight.kind != "strike" or target.id != fight.attacker:
                return False
        elif do == "cap":
            if fight is None or fight.kind not in MELEE or (deed.strike == "strike" and fight.kind != "strike"):
                return False
            if target.id != fight.target and not (target.id == fight.attacker and fight.reply >= 0):
                return False
        elif (do == "finish" and lives_left(s, target) > deed.amount.base) or (do == "move" and target.zone != FIELD):
            return False
    return True


def _not_chosen(s: Battle, target: Card, kind: str, source: Card) -> bool:
    if "not chosen" not in SHEETS[target.kind].features and not s.effects:
        return False
    found = features(s, target, "not chosen")
    if not found:
        return False
    by_flyer = SHEETS[source.kind].flyer
    return any(covers(word, kind, by_flyer) for one in found for word in one.kinds)


def decoys(s: Battle, seat: int, kind: str) -> tuple[str, ...]:
    """BER F11/j: the opponent's cards at which alone attacks of this kind can be declared."""
    if kind not in RANGED:
        return ()
    there = [card for card in s.cards.values() if card.seat != seat and "decoy" in SHEETS[card.kind].features]
    if not there:
        return ()
    return tuple(
        card.id
        for card in there
        if card.zone in IN_BATTLE and any(kind in one.kinds for one in features(s, card, "decoy"))
    )
