"""The arena: players against players, unattended; every refusal they met is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from referee.kernel import Book, Decision, Event, Game, InputError, NotAllowed, Refusal, RuleId, Seat, Seeded, Text
from referee.players.base import Maker, Player
from referee.record import Session

PATIENCE = 20
"""After so many refused answers to one question a player is given a legal one at random."""

Watch = Callable[[Decision, Any, tuple[Event, ...]], None]
"""Called after each answer: what was asked, what was answered, what it caused."""


class Met(msgspec.Struct, frozen=True):
    """A refusal that a player met. `rule` is the one that refuses; of what is no option at all, the one that asks."""

    answers: int
    """How many answers had been given before."""
    by: Seat
    rule: RuleId
    answer: Any
    why: Refusal | Text


class Played(msgspec.Struct, frozen=True):
    """A game that was played: how many answers, whether to its end, how the seats stand, what was refused."""

    answers: int
    over: bool
    scores: tuple[float, ...] = ()
    refusals: tuple[Met, ...] = ()
    helped: int = 0
    """How often a player ran out of patience's answers and was given a legal one."""
    seed: str = ""


class Tally(msgspec.Struct, frozen=True):
    """Many games summed up: won by seat, drawn, and the refusals by rule."""

    games: int
    finished: int
    answers: int
    won: dict[Seat, int]
    drawn: int
    refusals: dict[RuleId, int]


def play(
    table: Session | Game,
    players: Sequence[Player],
    *,
    watch: Watch | None = None,
    on_refusal: Callable[[Met], None] | None = None,
    most: int | None = None,
) -> Played:
    """Let players answer until the game is over, or `most` answers have been given."""
    random, met, given, helped = Random(0), list[Met](), 0, 0
    while (asked := table.decision) is not None and (most is None or given < most):
        game = table.game if isinstance(table, Session) else table
        for attempt in range(PATIENCE + 1):
            if attempt < PATIENCE:
                answer = players[asked.by].answer(game, asked.by)
            else:
                answer, helped = game.propose(random), helped + 1
            try:
                events = table.answer(answer)
                break
            except InputError as error:
                if attempt == PATIENCE:
                    raise
                met.append(_met(given, asked, answer, error))
                if on_refusal:
                    on_refusal(met[-1])
        given += 1
        if watch:
            watch(asked, answer, events)
    game = table.game if isinstance(table, Session) else table
    scores = game.book.scores(game) if game.book.scores else ()
    return Played(given, game.is_over, scores, tuple(met), helped)


def arena(
    book: Book,
    makers: Sequence[Maker],
    games: int,
    seed: str,
    *,
    options: Mapping[str, str] | None = None,
    lists: tuple[Any, ...] = (),
    most: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Played]:
    """Play so many games; the n-th has dice and players from `seed` and n, so that each can be played again alone.

    `progress` is called after each game with how many are done and how many there are.
    """
    for number in range(1, games + 1):
        own = f"{seed}/{number}"
        players = [make(Random(f"{own}/{seat}")) for seat, make in enumerate(makers)]
        game = book.begin(options, lists, dice=Seeded(own))
        yield msgspec.structs.replace(play(game, players, most=most), seed=own)
        if progress:
            progress(number, games)


def tally(played: Sequence[Played]) -> Tally:
    """Sum up games. A game is won by the seat that alone stands highest at its end."""
    won: Counter[Seat] = Counter()
    drawn = 0
    for game in played:
        if game.over and game.scores:
            best = [seat for seat, score in enumerate(game.scores) if score == max(game.scores)]
            if len(best) == 1:
                won[best[0]] += 1
            else:
                drawn += 1
    refusals = Counter(met.rule for game in played for met in game.refusals)
    finished = sum(game.over for game in played)
    return Tally(len(played), finished, sum(game.answers for game in played), dict(won), drawn, dict(refusals))


def _met(given: int, asked: Decision, answer: Any, error: InputError) -> Met:
    if isinstance(error, NotAllowed):
        return Met(given, asked.by, error.refusal.rule, answer, error.refusal)
    return Met(given, asked.by, asked.rule, answer, error.message)
