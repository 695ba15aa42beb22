"""What holds in every game: checked over random games and random prices."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from books.heresy.scene import A, B, Scene, same
from referee.books.heresy import BOOK
from referee.books.heresy.abilities import Use, refusals, window_of
from referee.books.heresy.battle import Goes
from referee.books.heresy.exchange import Exchange
from referee.books.heresy.field import Field
from referee.books.heresy.menu import menu_for
from referee.books.heresy.state import COMMAND, NOBODY, SEATS, War, ability_at
from referee.books.heresy.view import secrets, view
from referee.kernel import Game, InputError, Seeded

FEW = settings(max_examples=60, deadline=None, derandomize=True)
GAMES = range(6)


def war(game: Game) -> War:
    assert isinstance(game.state, War)
    return game.state


def decisions(seed: int, options: dict[str, str] | None = None) -> Iterator[Game]:
    """A random game, at every decision."""
    game, random = BOOK.begin(options, dice=Seeded(f"properties {seed}")), Random(seed)
    while game.decision:
        yield game
        game.answer(game.propose(random))
    yield game


def random_options(seed: int) -> dict[str, str]:
    random = Random(f"options {seed}")
    return {option.name: random.choice(option.values) for option in BOOK.options}


def every_use(s: War, by: int) -> Iterator[tuple[str, Use]]:
    for lying in s.table.values():
        if lying.owner == by and lying.face_up and lying in Field(s).cards[by]:
            for line, printed in enumerate(s.pool[lying.card].lines):
                if ability_at(s, lying.card, line) is printed:
                    yield f"{lying.id}.{line + 1}", Use(lying, lying.card, line)
    for card in dict.fromkeys(s.hands[by]):
        if ability_at(s, card, COMMAND):
            yield f"hand.{s.pool[card].key}", Use(None, card, COMMAND)


@pytest.mark.parametrize("seed", GAMES)
@pytest.mark.parametrize("usual", [True, False])
def test_what_is_offered_is_what_passes_the_check(seed: int, usual: bool) -> None:
    for game in decisions(seed, None if usual else random_options(seed)):
        s, frame = war(game), game.stack[-1] if game.stack else None
        if not isinstance(frame, Goes | Exchange):
            continue
        windows = ("action", "go") if isinstance(frame, Goes) else ("exchange",)
        names, labels = menu_for(s, frame.seat, windows)
        assert len(names) == len(labels)
        for name, use in every_use(s, frame.seat):
            ability = ability_at(s, use.card, use.line)
            assert ability is not None
            passes = next(refusals(s, Field(s), use, frame.seat), None) is None
            assert (name in names) is (passes and window_of(s, ability.letters) in windows), name


@pytest.mark.parametrize("seed", GAMES)
def test_what_cannot_be_used_is_refused_with_a_rule_and_changes_nothing(seed: int) -> None:
    for game in decisions(seed):
        frame = game.stack[-1] if game.stack else None
        if not isinstance(frame, Goes | Exchange):
            continue
        assert game.decision is not None
        before = game.clone()
        for name, _ in every_use(war(game), frame.seat):
            if name in game.decision.options():
                assert game.check(name) is None
                continue
            reasons = game.why(name)
            assert reasons
            assert all(reason.rule in BOOK.index().rows for reason in reasons)
            with pytest.raises(InputError):
                game.answer(name)
        assert same(before, game)


@pytest.mark.parametrize("seed", range(12))
def test_every_game_ends_within_four_turns_under_any_options(seed: int) -> None:
    *_, game = decisions(seed, random_options(seed))
    assert game.is_over
    assert war(game).turn <= 4
    assert war(game).stage.value == "over"


@pytest.mark.parametrize("seed", GAMES)
def test_no_card_is_lost_or_made(seed: int) -> None:
    for game in decisions(seed):
        s = war(game)
        for seat in SEATS:
            table = sum(x.owner == seat for x in s.table.values())
            assert len(s.decks[seat]) + len(s.hands[seat]) + len(s.discards[seat]) + table == 60


@pytest.mark.parametrize("seed", GAMES)
def test_nothing_hidden_is_shown(seed: int) -> None:
    for game in decisions(seed):
        for seat in (None, *SEATS):
            shown = msgspec.json.encode(view(game, seat)).decode()
            events = [event.seen_by(seat) for event in game.told]
            shown += msgspec.json.encode([(x.text, x.data) for x in events if x]).decode()
            if game.decision is not None and game.decision.by != seat:
                shown += msgspec.json.encode(game.decision.prompt).decode() if seat is not None else ""
            for word in set(secrets(game, seat)):
                assert f'"{word}"' not in shown, (word, seat)
            assert BOOK.sketch(game, seat, 80)


@pytest.mark.parametrize("seed", GAMES)
def test_a_sketch_and_a_drawing_hide_the_same(seed: int) -> None:
    for number, game in enumerate(decisions(seed)):
        if number % 10:
            continue
        for seat in (None, *SEATS):
            table = f"{BOOK.sketch(game, seat, 100)} {BOOK.draw(game, seat)}"
            names = [word for word in secrets(game, seat) if word.istitle() and " " in word]
            for word in names:
                assert word not in table
            assert all(len(line) <= 100 for line in BOOK.sketch(game, seat, 100).splitlines())


class Stubborn:
    """A player who passes only if he can do nothing else, and never retreats."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def answer(self, game: Game) -> Any:
        assert game.decision is not None
        choices = [one for one in game.decision.options() if one not in ("pass", "retreat")]
        return self.random.choice(choices) if choices else game.propose(self.random)


@pytest.mark.parametrize("seed", range(8))
def test_exchanges_and_battles_end_even_between_players_who_never_pass(seed: int) -> None:
    game, player = BOOK.begin(dice=Seeded(f"stubborn {seed}")), Stubborn(seed)
    count = 0
    while game.decision and war(game).turn < 3:
        game.answer(player.answer(game))
        count += 1
        assert count < 5000


PARTS = st.sampled_from(
    ["Поверни 2 своих отряда", "Поверни эту карту", "Сбрось одну карту", "Уничтожь один свой ресурс", "(3+)", "(5+)"]
)


@FEW
@given(parts=st.lists(PARTS, min_size=1, max_size=4, unique=True), die=st.integers(1, 6), random=st.randoms())
def test_parts_are_paid_in_the_printed_order_and_never_given_back(parts: list[str], die: int, random: Random) -> None:
    scene = Scene().lay("n", A, f"ВА {', '.join(parts)}: Поверни все отряды противника", kind="asset")
    for number in range(3):
        scene.lay(f"u{number}", A).lay(f"a{number}", A, kind="asset")
    play = scene.lay("e", B).blank(A, 2).deck(A, *[die] * 4).start().answer("n.1")
    while play.game.decision and play.rule == "HH A4.2/f":
        play.answer(play.game.propose(random))
    words = {
        "Поверни 2 своих отряда": ["(u", "(u"],
        "Поверни эту карту": ["(n)"],
        "Сбрось одну карту": ["blank"],
        "Уничтожь один свой ресурс": ["is destroyed"],
        "(3+)": ["Test 3+"],
        "(5+)": ["Test 5+"],
    }
    expected: list[str] = []
    paid = True
    for part in parts:
        expected += words[part]
        if part.startswith("(") and die < int(part[1]):
            paid = False
            break
    told = [text for text, rule in zip(play.log(), play.log_rules(), strict=True) if rule in ("HH A4.3/e", "HH TEST/a")]
    assert len(told) == len(expected)
    assert all(word in text for word, text in zip(expected, told, strict=True))
    assert (play.rule == "HH BA.3/c") is paid
    if not paid:
        assert play.posture("e") == "ready"
        assert play.by == B


POSTURES = st.sampled_from(["ready", "advancing", "turned"])


@FEW
@given(mine=st.lists(POSTURES, max_size=4), theirs=st.lists(POSTURES, max_size=4), hand=st.integers(0, 2))
def test_usable_exactly_if_every_choice_and_every_part_is_possible(
    mine: list[str], theirs: list[str], hand: int
) -> None:
    price = "Сбрось 2 карты, Поверни один свой наступающий отряд, Поверни один свой отряд"
    line = f"ВА {price}: Поверни 2 отряда противника"
    scene = Scene().lay("n", A, line, kind="asset").blank(A, hand)
    for number, posture in enumerate(mine):
        scene.lay(f"u{number}", A, posture=posture)
    for number, posture in enumerate(theirs):
        scene.lay(f"e{number}", B, posture=posture)
    play = scene.start()
    unturned = [posture for posture in mine if posture != "turned"]
    possible = "advancing" in mine and len(unturned) >= 2 and hand == 2 and len(theirs) - theirs.count("turned") >= 2
    assert ("n.1" in play.options()) is possible
    if not possible:
        play.refused("n.1")


@pytest.mark.parametrize("seed", range(2))
def test_a_game_is_saved_loaded_and_replayed_at_every_decision(seed: int) -> None:
    answers: list[Any] = []
    game, random = BOOK.begin(dice=Seeded(f"save {seed}")), Random(seed)
    digests = [game.digest()]
    while game.decision:
        loaded = Game.load(BOOK, game.save())
        assert loaded.digest() == game.digest()
        assert loaded.decision == game.decision
        answer = game.propose(random)
        answers.append(answer)
        loaded.answer(answer)
        game.answer(answer)
        assert loaded.digest() == game.digest()
        digests.append(game.digest())
    again = BOOK.begin(dice=Seeded(f"save {seed}"))
    for answer, digest in zip(answers, digests, strict=False):
        assert again.digest() == digest
        again.answer(answer)
    assert war(again).winner in (*SEATS, NOBODY)


@pytest.mark.parametrize("name", sorted(BOOK.bots))
def test_bots_play_whole_games(name: str) -> None:
    for seed in range(3):
        game, random = BOOK.begin(dice=Seeded(f"bots {seed}")), Random(seed)
        while game.decision:
            by = game.decision.by
            bot = BOOK.bots[name if by == seed % 2 else "random"]
            answer = bot(game, by, random)
            assert game.check(answer) is None
            game.answer(answer)


def test_the_sensible_bot_beats_the_random_one() -> None:
    won = 0
    for seed in range(12):
        game, random = BOOK.begin(dice=Seeded(f"match {seed}")), Random(seed)
        while game.decision:
            by = game.decision.by
            game.answer(BOOK.bots["sensible" if by == seed % 2 else "random"](game, by, random))
        won += war(game).winner == seed % 2
    assert won >= 8
