"""SET, TURN, WAVE, DEP: set-up, turns, the first wave and regular deployment."""

from __future__ import annotations

import msgspec
import pytest

from books.heresy.scene import A, B, Play, Scene, at, card, keys
from referee.books.heresy import BOOK
from referee.books.heresy.setup import SetUp
from referee.books.heresy.state import War
from referee.books.heresy.view import view
from referee.kernel import Game, Scripted, Seeded


def set_up(first: int, second: int, *coin: int) -> Play:
    """Just before the top cards are revealed; they show these numbers."""
    pool = (card("first", die=first), card("second", die=second), card("rest"))
    s = War(pool=pool, decks=((0, *[2] * 40), (1, *[2] * 40)))
    game = Game(BOOK, s, [at(SetUp(), "HH SET/b")], Scripted(coin))
    game.run()
    return Play(game)


def test_set_g_the_second_deck_is_shuffled_too() -> None:
    game = BOOK.begin(dice=Seeded("7"))
    assert [roll.by for roll in game.rolls if roll.purpose == "shuffling"] == [0, 1]


def test_turn_d_the_turns_follow_the_set_up() -> None:
    play = set_up(2, 5).answer("attacker", "halcyon")
    assert [place.rule for place in play.game.where()][:2] == ["HH TURN/d", "HH WAVE/a"]


def test_set_a_both_decks_are_shuffled_and_nobody_sees_how() -> None:
    game = BOOK.begin(dice=Seeded("7"))
    s = game.state
    assert isinstance(s, War)
    assert sorted(s.decks[0]) != list(s.decks[0])
    assert len(s.decks[0]) == len(s.decks[1]) == 60
    for event in s.events:
        assert "dice" not in event.data


def test_set_b_the_top_cards_are_turned_over() -> None:
    play = set_up(2, 5)
    tops = [zone["top"]["name"] for zone in view(play.game, None)["zones"] if "top" in zone]
    assert tops == ["first", "second"]


@pytest.mark.parametrize(("first", "second", "chooser"), [(2, 5, 0), (5, 2, 1)])
def test_set_d_the_lower_number_chooses_the_role(first: int, second: int, chooser: int) -> None:
    play = set_up(first, second)
    assert (play.by, play.options()) == (chooser, ("attacker", "defender"))
    play.refused("spectator", "HH SET/d")
    play.answer("defender")
    assert play.s.attacker == 1 - chooser


@pytest.mark.parametrize(("coin", "chooser"), [(1, 0), (2, 1)])
def test_set_c_a_coin_breaks_a_tie(coin: int, chooser: int) -> None:
    play = set_up(3, 3, coin)
    assert play.by == chooser
    assert set_up(3, 4).by == 0, "no coin is flipped without a tie"


def test_set_e_the_defender_picks_the_planet() -> None:
    play = set_up(2, 5).answer("attacker")
    assert (play.by, play.options()) == (1, ("halcyon", "morrow"))
    play.refused("earth", "HH SET/e")


def test_set_f_three_sectors_are_laid_out() -> None:
    play = set_up(2, 5).answer("attacker", "halcyon")
    assert [sector.key for sector in play.s.sectors] == ["spaceport", "old-city", "foundry"]


def test_set_h_the_revealed_cards_go_back_on_top() -> None:
    play = set_up(2, 5).answer("attacker")
    assert keys(play.s, play.s.decks[0])[0] == "first"
    assert not any("top" in zone for zone in view(play.game, None)["zones"])


def test_turn_a_a_turn_is_deployment_and_then_battle() -> None:
    play = set_up(2, 5).answer("attacker", "halcyon")
    assert (play.s.turn, play.s.stage.value) == (1, "first wave")
    rules = []
    while play.s.turn == 1 and play.game.decision:
        if play.rule not in rules:
            rules.append(play.rule)
        play.answer("pass" if "pass" in play.options() else play.options()[0])
    assert rules == ["HH WAVE/a", "HH DEP/b", "HH DEP/c", "HH BAT/a", "HH PASS/a"]


def test_turn_b_the_attackers_battle_comes_first() -> None:
    play = Scene().lay("u", A).lay("e", B, sector=1).battle_choice()
    assert (play.by, play.rule) == (A, "HH BAT/a")


def test_turn_c_then_the_defenders() -> None:
    play = Scene().lay("u", A).lay("e", B, sector=1).battle_choice().answer(0, "pass", "pass")
    assert (play.by, play.rule) == (B, "HH BAT/a")


def test_wave_a_the_defender_begins_and_they_place_in_turn() -> None:
    play = Scene().first_wave()
    assert (play.by, play.options()) == (B, (0, 1, 2))
    play.answer(1)
    assert (play.by, play.options()) == (A, (0, 1, 2))
    play.answer(1)
    assert (play.by, play.options()) == (B, (0, 2))


def test_wave_b_the_top_card_arrives_face_up_and_unseen_before() -> None:
    scene = Scene()
    top = keys(scene.s, scene.s.decks[B])[0]
    play = scene.first_wave()
    assert top not in msgspec.json.encode(view(play.game, B)).decode()
    play.answer(2)
    (lying,) = play.s.table.values()
    assert (play.s.pool[lying.card].key, lying.sector, lying.face_up) == (top, 2, True)


def test_wave_c_no_second_card_at_the_same_sector() -> None:
    play = Scene().first_wave().answer(1, 0)
    play.refused(1, "HH WAVE/c")


def test_wave_d_until_each_has_one_at_every_unclaimed_sector() -> None:
    play = Scene().first_wave().answer(0, 0, 1, 1)
    assert sorted((x.owner, x.sector) for x in play.s.table.values()) == [(s, n) for s in (A, B) for n in (0, 1, 2)]
    assert play.rule == "HH DEP/b"


def test_wave_d_a_captured_sector_gets_none() -> None:
    scene = Scene()
    scene.s.sectors = (msgspec.structs.replace(scene.s.sectors[0], captor=A), *scene.s.sectors[1:])
    play = scene.first_wave()
    assert play.options() == (1, 2)
    play.refused(0, "HH DEP/e")


def test_dep_a_each_draws_six() -> None:
    play = Scene().first_wave().answer(0, 0, 1, 1)
    assert [len(hand) for hand in play.s.hands] == [6, 6]


def test_dep_f_the_attacker_draws_after_the_defender() -> None:
    play = Scene().first_wave().answer(0, 0, 1, 1)
    drawn = [str(event.cover) for event in play.events if event.rule == "HH CARD/d"]
    assert drawn == ["Defender draws 6 cards.", "Attacker draws 6 cards."]


def test_dep_b_in_turn_from_the_defender_until_both_hands_are_empty() -> None:
    play = Scene().blank(A, 2).blank(B, 3).lay("u", A).deployment()
    order = []
    while play.rule == "HH DEP/b":
        order.append(play.by)
        play.answer(play.options()[0], 0)
    assert order == [B, A, B, A, B]


def test_dep_b_only_cards_of_the_hand() -> None:
    play = Scene().blank(A, 2).blank(B, 2).deployment()
    play.refused("blank-7", "HH DEP/b")


def test_dep_c_all_cards_may_go_to_one_sector() -> None:
    play = Scene().blank(A, 6).blank(B, 6).lay("u", A).deployment()
    while play.rule == "HH DEP/b":
        play.answer(play.options()[0], 2)
    assert [x.sector for x in play.s.table.values() if not x.face_up] == [2] * 12


def test_dep_e_only_at_unclaimed_sectors() -> None:
    scene = Scene().blank(B, 1)
    scene.s.sectors = (msgspec.structs.replace(scene.s.sectors[0], captor=A), *scene.s.sectors[1:])
    play = scene.deployment().answer("blank-0")
    assert play.options() == (1, 2)
    play.refused(0, "HH DEP/e")


@pytest.mark.parametrize(("option", "owner_sees"), [("not-looked-at", False), ("owner-looks", True)])
def test_dep_d_cards_lie_face_down_and_are_not_looked_at(option: str, owner_sees: bool) -> None:
    play = Scene(face_down=option).blank(B, 1).blank(A, 1).deployment().answer("blank-0", 0)
    shown = [msgspec.json.encode(view(play.game, seat)["zones"][0]).decode() for seat in (A, B, None)]
    assert ["blank-0" in one for one in shown] == [False, owner_sees, False]
    (event,) = [event for event in play.events if event.rule == "HH DEP/d"]
    assert event.seats == (B,)
    other = event.seen_by(A)
    assert other is not None
    assert "blank" not in str(other.text)
