"""What a seat may use in a window: the list of its abilities that pass the check of Alpha 4.

The check itself is `abilities.refusals`. Most abilities ask little: a card that is not turned, so many cards of a kind,
so many hand cards. For those the demands are worked out once for each printed card and compared with the numbers in the
battle; all others, and all under unusual options, go through the check. A test holds the two together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.books.heresy.abilities import Use, hand_for, letters_in, refusals
from referee.books.heresy.field import BARRED_BY, Field, how_many
from referee.books.heresy.options import Readings
from referee.books.heresy.state import COMMAND, Lying, War
from referee.kernel import Decision, Seat, Text, choose, phrase, text
from referee.text.heresy import (
    ADVANCING,
    ENEMY,
    READY,
    TURNED,
    Ability,
    Card,
    Discard,
    Do,
    DoThis,
    Draw,
    Objects,
    OpponentDiscards,
    Posture,
    Test,
    Verb,
    What,
    turns_its_card,
)
from referee.text.heresy_said import in_words

STANDARD = Readings()
KEPT = 32
"""The menus of how many pools are kept."""


Windows = tuple[str, ...]
WINDOWS: tuple[Windows, ...] = (("exchange",), ("action", "go"))
"""The windows that are asked about together: those of the exchange of tactics, and those of a go in a battle."""


class Demand(NamedTuple):
    """So many cards of a kind, ready, advancing or turned as the three flags say."""

    enemy: bool
    what: What
    ready: bool
    advancing: bool
    turned: bool
    least: int
    verb: Verb
    objects: Objects


class Entry(NamedTuple):
    """An ability of a printed card and what it demands; `simple` is false where only the check can tell."""

    line: int
    ability: Ability
    name: dict[str, str]
    suffix: str
    """The end of the name it is answered with, after the id of a card on the table; all of the name for a hand card."""
    words: dict[str, Any]
    """The ability in words, by language."""
    label: Text
    """A hand card's ability in words."""
    simple: bool = False
    barred: tuple[Posture, ...] = ()
    """How its own card must not stand."""
    hand: int = 0
    demands: tuple[Demand, ...] = ()


class Menu(NamedTuple):
    """What the cards of a pool can be used for under the options of a game, by the windows that are asked about."""

    standard: bool
    """Are the options that change what an ability demands at their defaults?"""
    lines: dict[Windows, tuple[tuple[Entry, ...], ...]]
    """The abilities on the lines of each printed card."""
    commands: dict[Windows, tuple[Entry | None, ...]]
    """The command line of each printed card."""


_MENUS: dict[int, tuple[tuple[Card, ...], Readings, Menu]] = {}
_ENTRIES: dict[tuple[str, str, int, str], Entry] = {}


def menu_of(s: War) -> Menu:
    """The menu of a game's pool, worked out once."""
    pool, readings = s.pool, s.readings
    kept = _MENUS.get(id(pool))
    if kept is not None and kept[0] is pool and kept[1] is readings:
        return kept[2]
    entries = [[_kept_entry(card, line, one) for line, one in _abilities(card)] for card in pool]
    lines: dict[Windows, tuple[tuple[Entry, ...], ...]] = {}
    commands: dict[Windows, tuple[Entry | None, ...]] = {}
    for windows in WINDOWS:
        letters = letters_in(s, windows)
        lines[windows] = tuple(
            tuple(one for one in of_card if one.line != COMMAND and one.ability.letters in letters)
            for of_card in entries
        )
        commands[windows] = tuple(
            next((one for one in of_card if one.line == COMMAND and one.ability.letters in letters), None)
            for of_card in entries
        )
    while len(_MENUS) >= KEPT:
        _MENUS.pop(next(iter(_MENUS)))
    _MENUS[id(pool)] = (pool, readings, Menu(is_standard(readings), lines, commands))
    return _MENUS[id(pool)][2]


def _abilities(card: Card) -> list[tuple[int, Ability]]:
    found = [(line, one) for line, one in enumerate(card.lines) if isinstance(one, Ability)]
    return [*found, (COMMAND, card.command)] if card.command else found


def _kept_entry(card: Card, line: int, ability: Ability) -> Entry:
    key = (card.key, card.name["en"], line, ability.words)
    found = _ENTRIES.get(key)
    if found is None or found.ability != ability or found.name != card.name:
        if len(_ENTRIES) >= 100 * KEPT:
            _ENTRIES.clear()
        found = _ENTRIES[key] = _entry(card, line, ability)
    return found


def _entry(card: Card, line: int, ability: Ability) -> Entry:
    suffix = f"hand.{card.key}" if line == COMMAND else f".{line + 1}"
    words = in_words(ability)
    entry = Entry(line, ability, card.name, suffix, words, Text(IN_HAND.msgid, {"card": card.name, "words": words}))
    on_cards = [part for part in ability.cost if isinstance(part, (Do, DoThis))]
    known = all(isinstance(deed, (Do, DoThis, Draw, OpponentDiscards)) for deed in ability.deeds)
    if ability.conditions or len(on_cards) > 1 or not known or (line == COMMAND and DoThis in map(type, on_cards)):
        return entry
    barred = [posture for part in on_cards if isinstance(part, DoThis) and (posture := BARRED_BY[part.verb])]
    if turns_its_card(ability, deeds_too=True):
        barred.append(TURNED)
    asked = [part for part in (*on_cards, *ability.deeds) if isinstance(part, Do)]
    demands = tuple(_demand(part) for part in asked if part.objects.minimum)
    hand = sum(part.number for part in ability.cost if isinstance(part, Discard))
    assert all(isinstance(part, (Do, DoThis, Discard, Test)) for part in ability.cost)
    return entry._replace(simple=True, barred=tuple(barred), hand=hand, demands=demands)


def _demand(part: Do) -> Demand:
    wanted, barred = part.objects, BARRED_BY[part.verb]
    ready, advancing, turned = (
        posture is not barred and wanted.posture in (None, posture) for posture in (READY, ADVANCING, TURNED)
    )
    return Demand(wanted.whose is ENEMY, wanted.what, ready, advancing, turned, wanted.minimum, part.verb, wanted)


def is_standard(readings: Readings) -> bool:
    """Are the options that change what an ability demands at their defaults?"""
    return (
        readings.choice_range == STANDARD.choice_range
        and readings.turned_card == STANDARD.turned_card
        and readings.self_turn_effect == STANDARD.self_turn_effect
        and readings.up_to_none == STANDARD.up_to_none
    )


def is_met(s: War, field: Field, entry: Entry, by: Seat, this: Lying | None) -> bool:
    """Are the demands of a simple ability met in the battle?"""
    if this is not None and this.posture in entry.barred:
        return False
    if entry.hand and hand_for(s, by, entry.line) < entry.hand:
        return False
    tally, guarded = field.tally, field.guarded
    for enemy, what, ready, advancing, turned, least, verb, objects in entry.demands:
        seat = 1 - by if enemy else by
        one, two, three = tally.get((seat, what)) or field.standing(seat, what)
        count = ready * one + advancing * two + turned * three
        if count < least:
            return False
        if enemy and guarded and count - len(guarded) < least and how_many(s, field, verb, objects, by) < least:
            return False
    return True


def menu_for(s: War, by: Seat, windows: Windows) -> tuple[list[str], list[Text]]:
    """What `by` may use now in these windows: by the names it is answered with, and in words."""
    field, hand = Field(s), s.hands[by]
    standard, every_line, every_command = menu_of(s)
    lines, commands = every_line[windows], every_command[windows]
    names: list[str] = []
    labels: list[Text] = []
    for lying in field.cards[by]:
        for entry in lines[lying.card]:
            if (
                is_met(s, field, entry, by, lying)
                if standard and entry.simple
                else next(refusals(s, field, Use(lying, lying.card, entry.line), by), None) is None
            ):
                names.append(lying.id + entry.suffix)
                labels.append(Text(ON_TABLE, {"card": entry.name, "id": lying.id, "words": entry.words}))
    for at, card in enumerate(hand):
        command = commands[card]
        if command is None or card in hand[:at]:
            continue
        if (
            is_met(s, field, command, by, None)
            if standard and command.simple
            else next(refusals(s, field, Use(None, card, COMMAND), by), None) is None
        ):
            names.append(command.suffix)
            labels.append(command.label)
    return names, labels


def ask_use(s: War, prompt: Text, by: Seat, windows: Windows, more: dict[str, Text]) -> Decision:
    """Ask which ability is used, or what is done instead."""
    names, labels = menu_for(s, by, windows)
    return choose(prompt, by=by, among=(*names, *more), labels=(*labels, *more.values()))


ON_TABLE = phrase("{card} ({id}): {words}")
IN_HAND = text("{card}: {words}")
