"""At every decision of random games: what is offered is legal, what is not is refused with its rule, nothing breaks."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

from referee.kernel import AnyDecision, Book, ByHand, InputError, NotAllowed, Refusal, Seeded
from referee.players import maker, names, play

NONSENSE: tuple[Any, ...] = ("?", "", -1, 10**12, None, [], [["?"]], {}, {"?": 1}, [1, 2, 3], True, 0.5)


def in_index(book: Book, rule: str) -> bool:
    return rule.startswith("REF ") or book.index().find(rule) is not None


def test_a_decision_is_plain_json_under_a_rule_of_the_index(book: Book, stops: tuple[Any, ...]) -> None:
    for stop in stops:
        asked = stop.game.decision
        data = msgspec.json.encode(asked)
        back = msgspec.json.decode(data, type=AnyDecision)
        assert msgspec.json.encode(back) == data, asked.rule
        assert asked.by in range(len(book.seats)), asked.rule
        assert str(asked.prompt), asked.rule
        assert in_index(book, asked.rule), asked.rule


def test_every_option_is_legal_and_is_understood_from_json(stops: tuple[Any, ...]) -> None:
    for stop in stops:
        game = stop.game
        options = game.options() if not game.decision.is_open else tuple(islice(game._proposals(Random(0)), 2))
        assert options or not game.decision.is_open, game.where()
        for option in options:
            assert game.check(option) is None, (game.where(), option)
            plain = msgspec.json.decode(msgspec.json.encode(option))
            assert game.decision.understand(plain) == game.decision.understand(option), (game.where(), option)


def test_options_differ_and_labels_go_with_them(stops: tuple[Any, ...]) -> None:
    for stop in stops:
        asked = stop.game.decision
        among = getattr(asked, "among", ())
        assert len({msgspec.json.encode(one) for one in among}) == len(among), (asked.rule, among)
        labels = getattr(asked, "labels", ())
        assert len(labels) in (0, len(among)), asked.rule


def test_what_is_proposed_is_legal(stops: tuple[Any, ...]) -> None:
    for number, stop in enumerate(stops):
        if number % 5 == 0:
            answer = stop.game.propose(Random(number))
            assert stop.game.check(answer) is None, (stop.game.where(), answer)


def test_nonsense_is_refused_as_input_and_changes_nothing(stops: tuple[Any, ...]) -> None:
    for number, stop in enumerate(stops):
        game = stop.game
        before = game.digest()
        for answer in NONSENSE if number % 3 == 0 else NONSENSE[:3]:
            try:
                refusals = game.why(answer)
            except InputError:
                with pytest.raises(InputError):
                    game.answer(answer)
                continue
            if refusals:
                with pytest.raises(NotAllowed):
                    game.answer(answer)
        assert (game.digest(), game.decision) == (before, stop.game.decision), game.where()


def test_what_was_legal_once_and_is_not_now_is_refused_under_a_rule_of_the_index(
    book: Book, stops: tuple[Any, ...]
) -> None:
    """Answers of other moments are the likeliest mistakes: each is legal, refused by a rule, or no option at all."""
    asked: dict[str, dict[bytes, Any]] = {}
    for stop in stops:
        known = asked.setdefault(f"{stop.game.decision.rule}|{stop.game.decision.by}", {})
        for answer in islice(reversed(known.values()), 12):
            try:
                refusals = stop.game.why(answer)
            except InputError as error:
                assert str(error)  # noqa: PT017
                continue
            for refusal in refusals:
                assert isinstance(refusal, Refusal)
                assert str(refusal)
                assert in_index(book, refusal.rule), (refusal, stop.game.where())
        for option in (stop.answer, *getattr(stop.game.decision, "among", ())[:20]):
            known[msgspec.json.encode(option)] = option


def test_events_are_plain_and_cite_rules_of_the_index(book: Book, walked: tuple[Any, ...]) -> None:
    for walk in walked:
        for event in (*walk.opening, *(event for stop in walk.stops for event in stop.events)):
            assert str(event.text), event
            assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)).rule == event.rule
            assert in_index(book, event.rule), event


def test_dice_typed_by_hand_can_play_the_game(book: Book) -> None:
    game, random, answers = book.begin(dice=ByHand()), Random(5), 0
    while game.decision and answers < 150:
        game.answer(game.propose(random))
        answers += 1
    assert game.rolls == ()


def test_every_player_of_the_book_plays_without_help(book: Book) -> None:
    for name in names(book):
        players = [maker(book, name)(Random(seat)) for seat in range(len(book.seats))]
        played = play(book.begin(dice=Seeded("bots")), players, most=120)
        assert played.helped == 0, (name, played.refusals)
        if name in ("random", "first"):
            assert played.refusals == (), name
