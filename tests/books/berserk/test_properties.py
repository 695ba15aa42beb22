"""What holds in every random game: promises, payments, totals, the stack, secrets, the end, options and checks."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from books.berserk.invariants import faults
from referee.books.berserk import BOOK
from referee.books.berserk.actions import ability_of, action_refusals, actions_of, may_act_slowly, targets_of
from referee.books.berserk.bots import sensible_answer
from referee.books.berserk.declaration import Declaration, declaration_refusals, one_target_refusals
from referee.books.berserk.price import Price, price_refusals
from referee.books.berserk.records import FIELD, IN_BATTLE
from referee.books.berserk.resolve import defender_refusals
from referee.books.berserk.state import Battle
from referee.kernel import Game, Seeded

FEW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
SEEDS = st.integers(0, 10**6)


def played(seed: int, player: Any = None, options: dict[str, str] | None = None) -> Any:
    """Every position of a random game, one after another."""
    random, game = Random(seed), BOOK.begin(options, dice=Seeded(str(seed)))
    while game.decision:
        yield game
        answer = player(game, game.decision.by, random) if player else game.propose(random)
        game.answer(answer)
    yield game


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every promise is checked when it is made, every payment when it is paid."""
    wrong: list[str] = []
    commit, pay = Price.commit, Price.pay

    def watched_commit(self: Price, s: Any, by: int) -> None:
        wrong.extend(str(one) for one in price_refusals(s, s.cards[self.card], self.parts))
        commit(self, s, by)

    def watched_pay(self: Price, s: Any, by: int) -> bool:
        if self.parts and self not in s.committed.get(self.card, ()):
            wrong.append(f"{self} is paid and was not promised")
        return pay(self, s, by)

    monkeypatch.setattr(Price, "commit", watched_commit)
    monkeypatch.setattr(Price, "pay", watched_pay)
    return wrong


@FEW
@given(seed=SEEDS)
def test_no_resource_is_promised_twice_or_paid_unpromised(seed: int, watched: list[str]) -> None:
    for player in (None, sensible_answer):
        for _ in played(seed, player):
            assert watched == []


@FEW
@given(seed=SEEDS)
def test_totals_places_and_counts_hold_and_the_game_ends(seed: int) -> None:
    options = {one.name: Random(seed).choice(one.values) for one in BOOK.options if one.values}
    for player in (None, sensible_answer):
        game = None
        for game in played(seed, player, options):
            assert faults(game) == [], game.where()
        assert game is not None
        assert game.is_over
        assert game.state.turn <= 60


@FEW
@given(seed=SEEDS)
def test_no_hidden_cards_name_reaches_the_other_player(seed: int) -> None:
    assert BOOK.secrets is not None
    for number, game in enumerate(played(seed, sensible_answer)):
        if number % 3:
            continue
        for seat in (0, 1, None):
            data = msgspec.json.encode(BOOK.view(game, seat))
            for secret in BOOK.secrets(game, seat):
                assert msgspec.json.encode(secret).strip(b'"') not in data, (secret, seat)


@FEW
@given(seed=SEEDS)
def test_what_is_offered_is_what_is_not_refused(seed: int) -> None:
    """The quick lists of actions and targets agree with the checks that explain."""
    for number, game in enumerate(played(seed)):
        s = game.state
        assert isinstance(s, Battle)
        if number % 40 or s.phase not in ("choice", "start", "end"):
            continue
        for card in [card for card in s.cards.values() if card.zone in IN_BATTLE and not card.hidden]:
            offered = actions_of(s, card)
            for action in ("move", "strike", "gather", "jump", "teleport", *map(str, range(4))):
                ability = ability_of(s, card, action)
                if action.isdigit() and (ability is None or not ability.is_action):
                    continue
                refused = next(action_refusals(s, card, action), None)
                assert (refused is None) == (action in offered), (card, action, refused)
            check_targets(s, card)


def check_targets(s: Battle, card: Any) -> None:
    for action in ("strike", "0", "1", "2"):
        ability = ability_of(s, card, action)
        if action != "strike" and (ability is None or ability.aim is None):
            continue
        if action == "strike" and (card.zone not in IN_BATTLE or (card.zone == FIELD and not card.cell)):
            continue
        found = targets_of(s, card, action)
        for other in s.cards.values():
            refused = next(one_target_refusals(s, card, action, other.id), None)
            assert (refused is None) == (other.id in found), (card, action, other, refused)


@FEW
@given(seed=SEEDS)
def test_a_whole_declaration_is_refused_if_and_only_if_its_questions_would_refuse_it(seed: int) -> None:
    for number, game in enumerate(played(seed)):
        s = game.state
        assert isinstance(s, Battle)
        if number % 60 or game.decision is None or game.decision.rule != "BER F08/e":
            continue
        by = game.decision.by
        for source in game.options():
            if source not in s.cards:
                continue
            for action in actions_of(s, s.cards[source]):
                ability = ability_of(s, s.cards[source], action)
                amount = 1 if ability is not None and ability.has_x else 0
                targets = targets_of(s, s.cards[source], action)
                said = Declaration(source, action, tuple(targets[:1]), amount)
                assert list(declaration_refusals(s, by, said)) == [], said
        assert may_act_slowly(s, by) == (
            by == s.active and not (s.queue or s.stack or s.working) and s.phase == "choice"
        )


@FEW
@given(seed=SEEDS)
def test_defenders_are_those_that_are_not_refused(seed: int) -> None:
    for game in played(seed):
        s = game.state
        assert isinstance(s, Battle)
        if game.decision is None or game.decision.rule != "BER F10.1/a":
            continue
        attacker, target = game.decision.about["attacker"], game.decision.about["target"]
        for card in s.cards.values():
            refused = next(defender_refusals(s, s.cards[attacker], s.cards[target], card), None)
            assert (refused is None) == (card.id in game.options()), (card, refused)


def test_games_are_saved_and_loaded_in_the_middle_of_a_strike() -> None:
    for game in played(5):
        if game.stack and game.stack[-1].tag == "berserk.Strike":
            assert Game.load(BOOK, game.save()).digest() == game.digest()
            return
    raise AssertionError("no strike asks anything")
