"""At every decision of random games: clones, saves, records and undo give the same game."""

from __future__ import annotations

from typing import Any

from referee.kernel import Book, Game, Seeded
from referee.kernel.record import copy
from referee.record import Replay, Session, read


def plain(game: Game) -> tuple[Any, ...]:
    return (game.state, game.stack, game.decision, game.where())


def test_a_clone_is_the_same_game_and_goes_its_own_way(stops: tuple[Any, ...]) -> None:
    for stop in stops:
        before = stop.game.digest()
        twin = stop.game.clone()
        assert plain(twin) == plain(stop.game)
        assert twin.answer(stop.answer) == stop.events, stop.game.where()
        assert twin.digest() == stop.after, stop.game.where()
        assert stop.game.digest() == before, stop.game.where()


def test_a_save_is_the_same_game(book: Book, stops: tuple[Any, ...]) -> None:
    for stop in stops:
        loaded = Game.load(book, stop.game.save())
        assert loaded.state == stop.game.state, stop.game.where()
        assert loaded.stack == stop.game.stack, stop.game.where()
        assert loaded.decision == stop.game.decision, stop.game.where()
        assert loaded.answer(stop.answer) == stop.events, stop.game.where()
        assert loaded.digest() == stop.after, stop.game.where()


def test_a_question_is_asked_the_same_again(book: Book, stops: tuple[Any, ...]) -> None:
    for stop in stops:
        twin = Game(book, stop.game.state.clone(), [*stop.game.stack[:-1], copy(stop.game.stack[-1])], stop.game.dice)
        twin._ask_again()
        assert plain(twin) == plain(stop.game), stop.game.where()


def test_a_game_that_is_over_is_saved_and_loaded(book: Book, walked: tuple[Any, ...]) -> None:
    for walk in walked:
        loaded = Game.load(book, walk.end.save())
        assert plain(loaded) == plain(walk.end)


def test_an_undo_brings_the_position_back_and_the_same_dice_again(book: Book, walked: tuple[Any, ...]) -> None:
    for walk in walked:
        session = Session.begin(book, dice=Seeded(walk.seed))
        everybody = tuple(range(len(book.seats)))
        for stop in walk.stops:
            before = session.game.digest()
            asked = session.decision
            assert asked is not None
            session.answer(stop.answer)
            rolls = session.game.rolls
            session.undo(asked.by, consent=everybody)
            assert session.game.digest() == before, stop.game.where()
            assert session.decision == asked
            session.answer(stop.answer)
            assert session.game.rolls == rolls, stop.game.where()
            assert session.game.digest() == stop.after, stop.game.where()


def test_a_record_replays_digest_by_digest(book: Book, walked: tuple[Any, ...]) -> None:
    for walk in walked:
        session = Session.begin(book, dice=Seeded(walk.seed), digest_every=1)
        for stop in walk.stops:
            session.answer(stop.answer)
        session.close()
        run = Replay(read(session.data), book=book, verify=True)
        game = run.run()
        assert plain(game) == plain(walk.end)
        assert run.digests == len(walk.stops) + 1


def test_the_same_seed_and_answers_are_the_same_game(book: Book, walked: tuple[Any, ...]) -> None:
    for walk in walked:
        game = book.begin(dice=Seeded(walk.seed))
        assert game.told == walk.opening
        for stop in walk.stops:
            assert game.decision == stop.game.decision
            assert game.answer(stop.answer) == stop.events
        assert game.digest() == walk.end.digest()
