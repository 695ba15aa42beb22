"""BAT, CARD, TEST, FLEET, POST: choosing battles, command hands, cards as dice, ships, and how cards stand."""

from __future__ import annotations

import msgspec
import pytest

from books.heresy.scene import A, B, Play, Scene, keys
from referee.kernel import Seeded

DISCARD = "ВА: Твой противник сбрасывает одну карту"


def test_bat_a_a_sector_where_one_has_cards() -> None:
    play = Scene().lay("u", A).lay("e", B, sector=1).battle_choice()
    assert play.options() == (0,)
    play.refused(1, "HH BAT/a")


def test_bat_b_the_defender_picks_another_sector_if_one_is_unclaimed() -> None:
    scene = Scene().lay("u", A).lay("e0", B).lay("e1", B, sector=1)
    scene.s.fought = (0,)
    play = scene.battle_choice("HH TURN/c")
    assert (play.by, play.options()) == (B, (1,))
    play.refused(0, "HH BAT/b")


def test_bat_b_the_same_one_if_none_other_is_unclaimed() -> None:
    scene = Scene().lay("u", A).lay("e0", B)
    scene.s.fought = (0,)
    taken = [msgspec.structs.replace(one, captor=seat) for one, seat in zip(scene.s.sectors[1:], (A, B), strict=True)]
    scene.s.sectors = (scene.s.sectors[0], *taken)
    assert scene.battle_choice("HH TURN/c").options() == (0,)


def test_bat_g_not_at_a_captured_sector() -> None:
    scene = Scene().lay("u", A).lay("v", A, sector=1)
    scene.s.sectors = (msgspec.structs.replace(scene.s.sectors[0], captor=B), *scene.s.sectors[1:])
    play = scene.battle_choice()
    assert play.options() == (1,)
    play.refused(0, "HH BAT/g")


def test_bat_c_all_cards_there_are_turned_up() -> None:
    scene = Scene().lay("u", A, face_up=False).lay("e", B, face_up=False).lay("u1", A, sector=1, face_up=False)
    play = scene.battle_choice().answer(0)
    assert [play.s.table[id].face_up for id in ("u", "e", "u1")] == [True, True, False]


def test_bat_d_each_draws_a_command_hand_of_six() -> None:
    play = Scene().lay("u", A).battle_choice().answer(0)
    assert [len(hand) for hand in play.s.hands] == [6, 6]


def test_bat_i_the_player_of_the_battle_draws_first() -> None:
    play = Scene().lay("u", A).battle_choice().answer(0)
    drawn = [str(event.cover) for event in play.events if event.rule == "HH CARD/d"]
    assert drawn == ["Attacker draws 6 cards.", "Defender draws 6 cards."]


@pytest.mark.parametrize(
    ("option", "chooser", "first"),
    [
        ("chooser", "HH TURN/b", A),
        ("chooser", "HH TURN/c", B),
        ("opponent", "HH TURN/b", B),
        ("attacker", "HH TURN/c", A),
        ("defender", "HH TURN/b", B),
    ],
)
def test_bat_e_goes_alternate_from_the_player_of_the_battle(option: str, chooser: str, first: int) -> None:
    play = Scene(first_to_act=option).lay("u", A).lay("e", B).battle_choice(chooser).answer(0)
    assert play.by == first
    play.answer("pass")
    assert play.by == 1 - first


def test_bat_f_unused_command_cards_are_discarded() -> None:
    play = Scene().lay("u", A).lay("e", B, sector=1).battle_choice().answer(0, "pass", "pass")
    assert [len(hand) for hand in play.s.hands] == [0, 0]
    assert [len(pile) for pile in play.s.discards] == [6, 6]


def test_bat_h_cards_elsewhere_take_no_part() -> None:
    play = Scene().lay("u", A, DISCARD).lay("v", A, DISCARD, sector=1).start()
    assert play.options() == ("u.1", "pass")
    play.refused("v.1", "HH BAT/h")


def test_card_a_a_card_is_played_in_three_roles() -> None:
    scene = Scene().lay("u", A, DISCARD).hand(A, t="Т (3+): Поверни один отряд противника").deck(A, 4).lay("e", B)
    play = scene.start().answer("u.1", "hand.t", "e")
    assert play.posture("e") == "turned"
    assert keys(play.s, play.s.discards[A]) == ["t", "die-4-0"]


def test_card_b_the_number_of_the_top_card_is_the_die() -> None:
    play = Scene().lay("u", A, "ВА (3+): Возьми одну карту").deck(A, 2, 6).start().answer("u.1")
    assert keys(play.s, play.s.discards[A]) == ["die-2-0"]
    assert keys(play.s, play.s.decks[A])[0] == "die-6-1"


def test_card_c_of_a_command_card_only_the_bottom_line_counts() -> None:
    scene = Scene().lay("u", A, DISCARD).hand(A, t="Т: Возьми одну карту").blank(A, 1)
    play = scene.start().answer("u.1")
    assert play.options() == ("hand.t", "pass")
    play.refused("hand.t.1", "HH CARD/c")
    play.refused("hand.blank-0", "HH CARD/c")
    play.refused("hand.other", "HH CARD/c")


def test_card_d_drawing_takes_the_top_cards() -> None:
    scene = Scene().lay("u", A, "ВА: Возьми 2 карты")
    top = keys(scene.s, scene.s.decks[A])[:2]
    play = scene.start().answer("u.1", "pass", "pass")
    assert keys(play.s, play.s.hands[A]) == top
    (event,) = [event for event in play.events if event.rule == "HH CARD/d"]
    other = event.seen_by(B)
    assert other is not None
    assert str(other.text) == "Attacker draws 2 cards."


def short_deck(option: str) -> Play:
    scene = Scene(empty_deck=option).lay("u", A, "ВА: Возьми 3 карты").deck(A, 5)
    pool = scene.s.pool
    dies = [number for number, one in enumerate(pool) if one.key.startswith("die")]
    rest = [number for number, one in enumerate(pool) if one.key.startswith("deck-0")]
    scene.s.decks = ((dies[0],), scene.s.decks[1])
    scene.s.discards = (tuple(rest[:5]), ())
    play = scene.start()
    play.game.dice = Seeded("3")
    return play.answer("u.1", "pass", "pass")


def test_card_e_a_short_deck_is_replenished_with_the_discard_pile() -> None:
    play = short_deck("reshuffle")
    assert keys(play.s, play.s.hands[A])[0] == "die-5-0", "the cards still in the deck come first"
    assert (len(play.s.hands[A]), len(play.s.decks[A]), len(play.s.discards[A])) == (3, 3, 0)


def test_card_e_the_option_draws_what_there_is() -> None:
    play = short_deck("nothing")
    assert (len(play.s.hands[A]), len(play.s.decks[A]), len(play.s.discards[A])) == (1, 0, 5)


def test_card_f_the_order_of_a_shuffled_pile_is_shown_to_nobody() -> None:
    play = short_deck("reshuffle")
    shuffled = [event for event in play.events if event.rule == "HH CARD/f"]
    assert [str(event.text) for event in shuffled] == ["Attacker shuffles."]
    assert all(not event.data for event in shuffled)


def test_card_g_the_pile_is_put_in_the_order_of_the_numbers() -> None:
    from books.heresy.scene import card
    from referee.books.heresy import BOOK
    from referee.books.heresy.piles import Shuffle
    from referee.books.heresy.state import War
    from referee.kernel import Game, Scripted

    s = War(pool=(card("a"), card("b"), card("c")), decks=((0, 1, 2), ()))
    game = Game(BOOK, s, [Shuffle(by=0)], Scripted((500, 9, 70)))
    game.run()
    assert game.state.decks[0] == (1, 2, 0)  # type: ignore[attr-defined]


def test_card_h_the_rest_of_the_deck_lies_on_top() -> None:
    assert keys(short_deck("reshuffle").s, short_deck("reshuffle").s.hands[A])[0] == "die-5-0"


@pytest.mark.parametrize(("die", "passed"), [(3, False), (4, True), (5, True)])
def test_test_a_passed_if_the_number_is_high_enough(die: int, passed: bool) -> None:
    play = Scene().lay("u", A, "ВА (4+): Возьми одну карту").deck(A, die).start().answer("u.1")
    assert (play.rule == "HH BA.3/c") is passed


def test_test_b_with_no_card_left_it_is_failed() -> None:
    scene = Scene().lay("u", A, "ВА (1+): Возьми одну карту")
    scene.s.decks = ((), scene.s.decks[1])
    play = scene.start().answer("u.1")
    assert play.by == B
    assert "HH TEST/b" in play.log_rules()


@pytest.mark.parametrize(("option", "in_fleet"), [("fleet", True), ("sector", False)])
def test_fleet_a_a_ship_that_is_turned_up_goes_to_the_fleet_area(option: str, in_fleet: bool) -> None:
    scene = Scene(ships=option).lay("u", A).lay("v", A, kind="ship", face_up=False)
    play = scene.battle_choice().answer(0)
    assert play.s.table["v"].in_fleet is in_fleet


@pytest.mark.parametrize(("option", "offered"), [("any", True), ("own-sector", False)])
def test_fleet_b_a_ship_takes_part_in_any_battle(option: str, offered: bool) -> None:
    play = Scene(ship_reach=option).lay("u", A).lay("v", A, DISCARD, kind="ship", sector=1).start()
    assert ("v.1" in play.options()) is offered
    if not offered:
        play.refused("v.1", "HH BAT/h")


def test_post_a_cards_are_ready_advancing_or_turned() -> None:
    line = "Т: Переведи в наступление один свой отряд"
    play = Scene().lay("u", A).lay("n", A, DISCARD).hand(A, t=line).start().answer("n.1", "hand.t", "u")
    assert (play.posture("u"), play.posture("n")) == ("advancing", "ready")


def test_post_b_a_card_that_stands_so_already_cannot_be_made_so() -> None:
    line = "Т: Переведи в наступление один свой отряд"
    scene = Scene().lay("u", A, posture="advancing").lay("n", A, DISCARD, kind="asset").hand(A, t=line)
    scene.start().answer("n.1").refused("hand.t", "HH A4.2/g")


@pytest.mark.parametrize("posture", ["ready", "advancing"])
def test_post_c_how_the_first_wave_arrives_is_an_option(posture: str) -> None:
    play = Scene(first_wave_posture=posture).first_wave().answer(0)
    (lying,) = play.s.table.values()
    assert lying.posture.value == posture


@pytest.mark.parametrize(("option", "after"), [("turn", "ready"), ("never", "turned"), ("battle", "turned")])
def test_post_d_cards_become_ready_as_a_turn_begins(option: str, after: str) -> None:
    scene = Scene(readying=option).lay("u", A, posture="turned").lay("e", B, sector=1)
    play = scene.battle_choice().answer(0, "pass", "pass", 1, "pass", "pass")
    assert play.s.turn == 2
    assert play.posture("u") == (after if option != "battle" else "ready")


def test_post_d_or_as_a_battle_begins_there() -> None:
    scene = Scene(readying="battle").lay("u", A, posture="turned").lay("u1", A, posture="turned", sector=1)
    play = scene.battle_choice().answer(0)
    assert (play.posture("u"), play.posture("u1")) == ("ready", "turned")
