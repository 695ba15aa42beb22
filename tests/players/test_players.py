"""Players: what they answer is legal; the arena counts what was not."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

import duel
import raid
from referee.kernel import Game, NotAnOption, Scripted, Seeded
from referee.players import FirstLegal, Met, Player, RandomPlayer, arena, maker, names, play, tally
from referee.players import Scripted as ScriptedPlayer
from referee.record import Session, replay


@pytest.mark.parametrize("book", [duel.BOOK, raid.BOOK], ids=lambda book: book.name)
@pytest.mark.parametrize("name", ["random", "first"])
def test_a_player_finds_legal_answers_to_every_kind_of_question(book: Any, name: str) -> None:
    for played in arena(book, [maker(book, name)] * 2, 10, "s"):
        assert played.over
        assert (played.refusals, played.helped) == ((), 0)
        assert played.answers > 5


def test_the_same_seed_is_the_same_game_and_each_can_be_played_alone() -> None:
    makers = [maker(raid.BOOK, "random")] * 2
    games = list(arena(raid.BOOK, makers, 5, "s"))
    assert games == list(arena(raid.BOOK, makers, 5, "s"))
    assert games != list(arena(raid.BOOK, makers, 5, "t"))
    third = games[2]
    assert third.seed == "s/3"
    players = [make(Random(f"{third.seed}/{seat}")) for seat, make in enumerate(makers)]
    alone = play(raid.BOOK.begin(dice=Seeded(third.seed)), players)
    assert msgspec.structs.replace(alone, seed=third.seed) == third


def test_progress_is_told_after_each_game() -> None:
    told: list[tuple[int, int]] = []
    list(arena(duel.BOOK, [maker(duel.BOOK, "first")] * 2, 3, "s", progress=lambda *at: told.append(at)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_a_script_is_followed_and_then_another_player() -> None:
    game = raid.BOOK.begin(dice=Scripted((2, 6)))
    script = ScriptedPlayer(["hire", {"t1": [1, 1]}], after=FirstLegal())
    watched: list[tuple[str, Any]] = []
    play(game, [script, FirstLegal()], most=3, watch=lambda asked, answer, events: watched.append((asked.rule, answer)))
    assert watched == [("RAID 2/a", "hire"), ("RAID 5/b", {"t1": [1, 1]}), ("RAID 2/a", "stop")]


def test_a_script_that_has_run_out_says_so() -> None:
    with pytest.raises(NotAnOption, match="The script has no more answers"):
        ScriptedPlayer([]).answer(raid.BOOK.begin(dice=Seeded("1")), 0)


class Stubborn:
    """Answers the same whatever is asked."""

    def __init__(self, answer: Any) -> None:
        self.given = answer

    def answer(self, game: Game, seat: int) -> Any:
        return self.given


def test_refusals_are_counted_with_their_rule_and_the_player_is_helped() -> None:
    met: list[Met] = []
    player: Player = Stubborn("storm")
    played = play(raid.BOOK.begin(dice=Seeded("1")), [player, player], most=1, on_refusal=met.append)
    assert played.answers == 1
    assert played.helped == 1
    assert played.refusals == tuple(met)
    assert len(met) == 20
    assert (met[0].rule, met[0].answer, met[0].answers) == ("RAID 2.2", "storm", 0)
    assert str(met[0].why) == "RAID 2.2: You have no raider."


def test_what_is_no_option_is_counted_under_the_rule_that_asks() -> None:
    player: Player = Stubborn("dance")
    played = play(raid.BOOK.begin(dice=Seeded("1")), [player, player], most=1)
    assert {met.rule for met in played.refusals} == {"RAID 2/a"}
    assert str(played.refusals[0].why).startswith("dance is not an option here")


def test_a_recorded_game_of_bots_replays() -> None:
    session = Session.begin(raid.BOOK, dice=Seeded("1"))
    play(session, [RandomPlayer(Random(0)), RandomPlayer(Random(1))])
    session.close()
    assert replay(session.data, book=raid.BOOK, verify=True).is_over


def test_a_tally_sums_up_games() -> None:
    games = list(arena(raid.BOOK, [maker(raid.BOOK, "random"), maker(raid.BOOK, "first")], 12, "s"))
    sums = tally(games)
    assert (sums.games, sums.finished) == (12, 12)
    assert sums.answers == sum(game.answers for game in games)
    assert sum(sums.won.values()) + sums.drawn == 12
    assert sums.won.get(0, 0) == sum(game.scores[0] > game.scores[1] for game in games)
    assert sums.refusals == {}


def test_a_game_cut_short_is_won_by_nobody() -> None:
    games = list(arena(raid.BOOK, [maker(raid.BOOK, "random")] * 2, 3, "s", most=4))
    assert {(game.answers, game.over) for game in games} == {(4, False)}
    sums = tally(games)
    assert (sums.finished, sums.won, sums.drawn) == (0, {}, 0)


def test_players_are_known_by_name() -> None:
    def sulk(game: Game, seat: int, random: Random) -> Any:
        return game.options()[-1]

    book = msgspec.structs.replace(raid.BOOK, bots={"sulky": sulk})
    assert names(book) == ("sulky", "random", "first")
    game = book.begin(dice=Seeded("1"))
    for name in ("sulky", "bot"):
        assert maker(book, name)(Random(1)).answer(game, 0) == game.options()[-1]
    with pytest.raises(NotAnOption, match=r"raid has no player clever\. There is: random, first"):
        maker(raid.BOOK, "clever")
