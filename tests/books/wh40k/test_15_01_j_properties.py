"""15.01/j whatever is answered, called off, taken back, saved and loaded: no effect without its price, no CP below 0,
no second use in a phase, no second stratagem on a unit in a phase, unless a rule that says so is active.

And whole battles of the two sample armies, whose bots use stratagems: replayed, verified, called off at every prompt.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from books.wh40k.uses import again, at, made_up
from referee.books.wh40k import BOOK
from referee.books.wh40k.moments import END_OF_MOVEMENT, START_OF_MOVEMENT
from referee.books.wh40k.state import Battle
from referee.books.wh40k.stratagem_records import Section, Target
from referee.books.wh40k.using import BASE, CANCEL, RAISES, USE
from referee.books.wh40k.windows import NOTHING_MORE
from referee.kernel import PASS, QUIET, ChooseSome, Effect, Event, Game, Seeded, expire
from referee.record import Replay, Session, read

STRATAGEMS = (
    made_up("S"),
    made_up("T", cp=2, sections=(Section("more", 1),)),
    made_up("R", target=Target(side="any")),
    made_up("P", target=Target(count=2), per="turn"),
    made_up("Q", cp=0, duration="turn"),
)
ACTIVE = (
    Effect("stratagem cost", "X 1", "0", "battle end", value=-1, source="cheaper"),
    Effect("stratagem cost", "X 1", "A1", "battle end", value=1, source="dearer"),
    Effect("stratagem cost of s", "X 1", "1", "battle end", value=-2, source="free"),
    Effect(RAISES, "X 2", "1", "battle end", value=1, source="Aura"),
    Effect(RAISES, "X 2", "0", "battle end", value=3, source="Curse"),
    Effect("may use again", "X 3", "0", "battle end", value="s"),
    Effect("may be targeted again", "X 4", "A1", "battle end", value="t"),
)


class Ledger(msgspec.Struct, frozen=True):
    """What an onlooker counts from the events alone."""

    paid: tuple[tuple[str, str, tuple[str, ...], int], ...] = ()
    """Every use that was paid: player, stratagem, targets, price."""
    phase: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    """The uses of this phase."""

    def after(self, events: tuple[Event, ...]) -> Ledger:
        paid, phase = self.paid, self.phase
        for event in events:
            said = event.text.params
            if event.text.msgid.startswith("{player} uses"):
                targets = tuple(said["targets"]) if isinstance(said["targets"], list) else ()
                paid = (*paid, (said["player"], said["name"], targets, said["price"]))
                phase = (*phase, (said["player"], said["name"], targets))
        return Ledger(paid, phase)

    def check(self, s: Battle, start: tuple[int, int]) -> None:
        assert min(s.cp) >= 0
        for seat in (0, 1):
            amounts = [entry.amount for entry in s.cp_history if entry.seat == seat]
            player = s.roster.armies[seat]
            assert s.cp[seat] == start[seat] + sum(amounts)
            assert sum(price for who, _, _, price in self.paid if who == player) == -sum(amounts)
            self._check_limits(s, seat, player)
        known = {(name, target) for _, name, targets, _ in self.paid for target in targets}
        for effect in s.effects:
            if effect.kind == "M":
                assert (effect.source, s.units[effect.subject].name) in known

    def _check_limits(self, s: Battle, seat: int, player: str) -> None:
        names = [name for who, name, _ in self.phase if who == player]
        lifted = [e.value.upper() for e in s.effects if e.kind == "may use again" and e.subject == str(seat)]
        assert all(names.count(name) == 1 for name in names if name not in lifted)
        for unit in s.units.values():
            on = [name for who, name, targets in self.phase if who == player and unit.name in targets]
            free = [e.value.upper() for e in s.effects if e.kind == "may be targeted again" and e.subject == unit.id]
            assert len([name for name in on if name not in free]) <= 1


def some_answer(game: Game, number: int) -> Any:
    """The answer a number stands for: mostly uses, at times calling off or passing."""
    decision = game.decision
    assert decision is not None
    if isinstance(decision, ChooseSome):
        return game.propose(Random(number))
    options = decision.options()
    return options[number % len(options)]


@settings(max_examples=150, deadline=None)
@given(
    cp=st.tuples(st.integers(0, 4), st.integers(0, 4)),
    active=st.lists(st.sampled_from(ACTIVE), unique_by=lambda e: (e.kind, e.subject)),
    actions=st.lists(st.integers(0, 60), max_size=45),
)
def test_15_01_j_nothing_ever_breaks_price_or_limits(
    cp: tuple[int, int], active: list[Effect], actions: list[int]
) -> None:
    game = at(own=STRATAGEMS, theirs=STRATAGEMS, cp=cp, effects=active).game
    ledger, past = Ledger(), []  # type: ignore[var-annotated]
    for number in actions:
        if game.decision is None:
            s = game.state
            assert isinstance(s, Battle)
            if number % 3 == 0:
                expire(s, "phase end")
                ledger = Ledger(ledger.paid)
            game, past = again(s, END_OF_MOVEMENT if number % 2 else START_OF_MOVEMENT).game, []
            continue
        if number > 54 and past:
            game, ledger = past.pop(number % len(past))
            game = game.clone()
        elif number > 48:
            loaded = Game.load(BOOK, game.save())
            assert loaded.digest() == game.digest()
            game = loaded
        else:
            past.append((game.clone(), ledger))
            ledger = ledger.after(game.answer(some_answer(game, number)))
        assert isinstance(game.state, Battle)
        ledger.check(game.state, cp)


def test_15_01_j_twin_the_ledger_sees_a_use_that_is_not_paid() -> None:
    play = at(own=STRATAGEMS).answer(USE + "s", "A1")
    ledger = Ledger().after(tuple(play.events))
    ledger.check(play.s, (3, 3))
    play.s.cp = (3, 3)
    with pytest.raises(AssertionError):
        ledger.check(play.s, (3, 3))


# --- whole battles


class Eager:
    """The book's bot, that uses a stratagem wherever it may; with `give_up` it calls every use off at that prompt."""

    def __init__(self, give_up: int = 0) -> None:
        self.give_up = give_up
        self.asked = 0
        """How many prompts of the use under way have been answered."""
        self.tried: dict[str, None] = {}
        self.called_off = 0

    def __call__(self, game: Game, random: Random) -> Any:
        decision = game.decision
        assert decision is not None
        options = decision.options()
        uses = [one for one in options if isinstance(one, str) and one.startswith(USE)]
        s = game.state
        assert isinstance(s, Battle)
        if uses:
            self.asked = 0
            fresh = [one for one in uses if f"{s.round}{s.active}{s.phase}{decision.by}{one}" not in self.tried]
            if not fresh:
                return PASS
            self.tried[f"{s.round}{s.active}{s.phase}{decision.by}{fresh[0]}"] = None
            return fresh[0]
        if CANCEL in options:
            self.asked += 1
            if self.asked == self.give_up:
                self.called_off += 1
                return CANCEL
            return options[0] if options[0] != BASE or len(options) == 2 else options[1]
        if NOTHING_MORE in options:
            return NOTHING_MORE
        if PASS in options:
            return QUIET if random.random() < 0.2 else PASS
        return BOOK.bots["sensible"](game, decision.by, random)


def battle(path: Path, seed: int, eager: Eager, rounds: int = 2) -> Session:
    random = Random(seed)
    session = Session.begin(BOOK, {"layout": "open"}, (), ("Ann", "Ben"), Seeded(str(seed)), path, sync=False)
    while session.decision is not None and session.game.state.round <= rounds:  # type: ignore[attr-defined]
        session.answer(eager(session.game, random))
    return session


def test_15_01_j_a_battle_in_which_both_use_stratagems_is_replayed_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    session = battle(path, 11, Eager())
    s = session.game.state
    assert isinstance(s, Battle)
    spent = {entry.seat for entry in s.cp_history if entry.amount < 0}
    assert spent == {0, 1}
    assert any(entry.reason not in ("Command Re-roll", "Fire Overwatch", "core CP") for entry in s.cp_history)
    session.close()
    game = Replay(read(path), verify=True).run()
    assert game.digest() == session.game.digest()
    replayed = game.state
    assert isinstance(replayed, Battle)
    assert replayed.cp_history == s.cp_history


def test_15_01_k_the_same_battle_with_every_use_called_off_leaves_cp_and_limits_untouched(tmp_path: Path) -> None:
    eager = Eager(give_up=1)
    session = battle(tmp_path / "battle.jsonl", 11, eager)
    session.close()
    s = session.game.state
    assert isinstance(s, Battle)
    assert eager.called_off > 10
    assert [entry for entry in s.cp_history if entry.amount < 0] == []
    assert not [key for key in s.limits if key.startswith("40K 15.01")]


def test_15_01_k_a_use_called_off_at_its_second_prompt_leaves_no_trace_either() -> None:
    play = at(own=STRATAGEMS)
    before = (play.s.cp, dict(play.s.limits), play.s.effects, play.s.cp_history)
    play.answer(USE + "t", "A1", CANCEL)
    assert (play.s.cp, dict(play.s.limits), play.s.effects, play.s.cp_history) == before


def test_15_01_k_twin_an_undone_use_gives_its_cp_back(tmp_path: Path) -> None:
    eager, random = Eager(), Random(5)
    session = Session.begin(BOOK, {"layout": "open"}, (), (), Seeded("5"), tmp_path / "battle.jsonl", sync=False)
    while session.decision is not None:
        before = session.game.state
        assert isinstance(before, Battle)
        by = session.decision.by
        count = len([entry for entry in before.cp_history if entry.amount < 0])
        session.answer(eager(session.game, random))
        after = session.game.state
        assert isinstance(after, Battle)
        if len([entry for entry in after.cp_history if entry.amount < 0]) > count:
            session.undo(by, (0, 1))
            session.close()
            undone = session.game.state
            assert isinstance(undone, Battle)
            assert (undone.cp, undone.cp_history) == (before.cp, before.cp_history)
            return
    raise AssertionError("nobody used a stratagem")
