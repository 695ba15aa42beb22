"""BER F12, F14: wounds, death, armour, protection, and the named features; closed and hidden cards."""

from __future__ import annotations

import pytest

from books.berserk.scene import Scene, asked, card, declare, end_turn, finish, lives, refused, state, until, why
from referee.books.berserk.deeds import foretell
from referee.books.berserk.strike import two_rolls
from referee.kernel import Game


def strike(*dice: int, mine: str = "", his: str = "", **put: int) -> Game:
    scene = Scene().put("C", "c3", *([mine] if mine else []), wounds=put.get("wounds", 0)).put("D", "a1")
    scene.put("T", "c4", *([his] if his else []), seat=1, life=put.get("life", 9)).put("Q", "e6", seat=1)
    return finish(declare(scene.play(*dice), "C", "strike", "T"))


def test_f12_a_without_lives_it_goes_to_its_owners_graveyard() -> None:
    game = strike(6, 1, life=3)
    assert (card(game, "T").zone, "T" in state(game).cells.values(), state(game).living) == ("grave", False, (2, 1))
    assert lives(strike(6, 1, life=4), "T") == 1


def test_f12_b_healing_removes_wounds_and_no_more() -> None:
    scene = Scene().put("C", "c2", "[з]: Излечить ваше существо на 3.").put("D", "a1", wounds=1).put("E", "b1")
    game = finish(declare(scene.play(), "C", "0", "D"))
    assert (lives(game, "D"), card(game, "D").extra) == (9, 0)


def test_f12_d_armour_prevents_so_many_wounds_a_turn_r28() -> None:
    lines = "[з]: Выстрел на 1.", "[з]: Выстрел на 3."
    scene = Scene().put("C", "c2", lines[0]).put("E", "a2", lines[1]).put("D", "a1").put("T", "c5", "Броня 2.", seat=1)
    game = scene.play(1, 1, 1)
    finish(declare(game, "C", "0", "T"))
    assert lives(game, "T") == 9
    finish(declare(game, "E", "0", "T"))
    assert lives(game, "T") == 7
    end_turn(end_turn(game))
    assert lives(finish(declare(game, "C", "0", "T")), "T") == 7


def test_f12_d_what_goes_with_the_attack_still_happens_r27() -> None:
    game = strike(5, 3, mine="При среднем или сильном [ПУ] - атакованный получает отравление на 1.", his="Броня 9.")
    assert (lives(game, "T"), card(game, "T").poison) == (9, 1)


@pytest.mark.parametrize(("option", "left"), [("no", 7), ("yes", 9)])
def test_f12_d_armour_against_impacts_is_an_option(option: str, left: int) -> None:
    line = '[з]: Воздействие "проба" - ранить существо противника на 2.'
    scene = (
        Scene(**{"armour against impacts": option})
        .put("C", "c2", line)
        .put("D", "a1")
        .put("T", "c5", "Броня 3.", seat=1)
    )
    assert lives(finish(declare(scene.play(), "C", "0", "T")), "T") == left


def test_f12_d_armour_does_not_stop_magic_and_may_be_ignored() -> None:
    scene = Scene().put("C", "c2", "[з]: Разряд на 2.").put("D", "a1").put("T", "c5", "Броня 3.", seat=1)
    assert lives(finish(declare(scene.play(1), "C", "0", "T")), "T") == 7
    assert lives(strike(6, 1, mine="Игнорирует броню.", his="Броня 9."), "T") == 6


def test_f12_e_reductions_of_a_kind_not_below_0() -> None:
    assert lives(strike(6, 1, his="-2 от простых ударов."), "T") == 8
    assert lives(strike(4, 3, his="-2 от простых ударов."), "T") == 9
    assert lives(strike(6, 1, his="-2 от выстрелов."), "T") == 6


def test_f12_f_protection_from_one_kind_is_none_from_another_r30() -> None:
    for line, left in (("[з]: Выстрел на 2.", 9), ("[з]: Разряд на 2.", 9), ("[з]: Метание на 2.", 7)):
        scene = Scene().put("C", "c2", line).put("D", "a1").put("T", "c5", "Защита от выстрелов и разрядов.", seat=1)
        assert lives(finish(declare(scene.play(1), "C", "0", "T")), "T") == left


def test_f12_f_protections_of_many_kinds() -> None:
    assert lives(strike(6, 1, his="Защита от всех атак."), "T") == 9
    assert lives(strike(6, 1, his="Защита от всех немагических атак."), "T") == 9
    assert lives(strike(6, 1, his="Защита от атак летающих."), "T") == 6
    assert lives(strike(6, 1, his="Защита от атак нелетающих."), "T") == 9
    assert lives(strike(6, 1, mine="Игнорирует защиту от всех атак.", his="Защита от всех атак."), "T") == 6


def test_f12_f_protection_from_spells_stops_whatever_they_do_but_not_their_own_source() -> None:
    for line, stands in (
        ('Заклинание "проба" - уничтожить существо противника.', True),
        ("Уничтожить существо.", False),
    ):
        scene = Scene().put("C", "c2", f"[з]: {line}").put("D", "a1").put("Q", "e6", seat=1)
        game = finish(declare(scene.put("T", "c5", "Защита от заклинаний.", seat=1).play(), "C", "0", "T"))
        assert (card(game, "T").zone == "field") is stands
    line = '[з]: Заклинание "проба" - уничтожить Пробу и выбранное существо.'
    scene = Scene().put("C", "c2", line, "Защита от заклинаний.").put("D", "a1").put("Q", "e6", seat=1)
    game = finish(declare(scene.put("T", "c5", seat=1).play(), "C", "0", "T"))
    assert (card(game, "C").zone, card(game, "T").zone) == ("grave", "grave")


def test_f12_g_protection_from_poison_r32() -> None:
    line = "[з]: Другое существо получает защиту от отравления на 1 ход противника."
    scene = Scene().put("C", "c2", line, "[з]: Существо получает отравление на 1.").put("D", "a1", poison=2)
    game = scene.put("E", "b1", "Защита от отравления.").put("F", "d1").play()
    finish(declare(game, "C", "0", "D"))
    assert card(game, "D").poison == 0
    end_turn(end_turn(game))
    finish(declare(game, "C", "1", "E"))
    assert card(game, "E").poison == 0


@pytest.mark.parametrize(("option", "turns"), [("opponent", (8, 8)), ("own turn", (9, 8))])
def test_f12_h_poison_works_every_turn_until_cured(option: str, turns: tuple[int, int]) -> None:
    cure = "[з]: Снять отравление с существа."
    scene = Scene(poison=option).put("C", "c2", poison=1).put("D", "a1", cure).put("T", "c5", seat=1)
    game = scene.play()
    for left in turns:
        end_turn(game)
        assert lives(game, "C") == left
    finish(declare(game, "D", "0", "C"))
    end_turn(end_turn(game))
    assert lives(game, "C") == 8


def test_f12_i_regeneration_and_the_own_start_of_turn() -> None:
    scene = Scene(active=1).put("C", "c2", "Регенерация 2.", wounds=5).put("D", "a1", wounds=5).put("T", "c5", seat=1)
    game = end_turn(scene.play())
    assert (lives(game, "C"), lives(game, "D")) == (6, 4)


def test_f12_i_valhalla_works_once_after_a_death_by_an_attack() -> None:
    line = "Вальхалла - ранить существо противника на 2."
    scene = Scene().put("C", "c3").put("D", "a1").put("T", "c4", line, seat=1, life=3).put("Q", "e6", seat=1)
    game = finish(declare(scene.play(6, 1), "C", "strike", "T"))
    assert card(game, "T").fell
    game.answer("pass")
    assert asked(game) == "BER 405/d"
    game.answer("D")
    until(game, "BER F08/e")
    assert (lives(game, "D"), card(game, "T").fell) == (7, False)
    bolt = Scene().put("C", "c3", "[з]: Уничтожить существо противника.").put("D", "a1").put("T", "c4", line, seat=1)
    other = finish(declare(bolt.put("Q", "e6", seat=1).play(), "C", "0", "T"))
    assert not card(other, "T").fell


def test_f12_j_vampirism_heals_and_goes_beyond_the_printed_lives() -> None:
    game = strike(6, 1, mine="Вампиризм.", wounds=1)
    assert (lives(game, "C"), card(game, "C").extra) == (11, 2)
    assert lives(strike(6, 1, mine="Вампиризм на X-1, где X - число ран, нанесённых Пробой.", wounds=5), "C") == 6
    assert lives(strike(6, 1, mine="Вампиризм на 1.", wounds=5), "C") == 5
    assert lives(strike(3, 5, mine="Вампиризм.", wounds=5), "C") == 4


def test_f12_k_carrion_eating() -> None:
    game = strike(6, 1, mine="Трупоедство.", wounds=5, life=3)
    assert (card(game, "T").zone, lives(game, "C")) == ("exile", 9)
    alive = strike(6, 1, mine="Трупоедство.", wounds=5, life=9)
    assert (lives(alive, "T"), lives(alive, "C")) == (6, 4)


def test_f12_l_dash_once_in_each_own_turn() -> None:
    twice = "Может атаковать [ПУ] 2 раза за ход, после первой атаки не закрывается."
    scene = Scene().put("C", "c3", "Рывок.", twice).put("D", "a1").put("T", "c4", seat=1)
    game = declare(scene.play(6, 1, 6, 1), "C", "strike", "T")
    assert asked(game) == "BER F12/l"
    assert set(game.options()) == {"stay", "b3", "d3", "c2"}
    game.answer("d3")
    finish(game)
    assert (card(game, "C").cell, lives(game, "T")) == ("d3", 6)
    declare(game, "C", "strike", "T")
    assert asked(game) != "BER F12/l"
    assert lives(game, "T") == 3


def test_f12_p_formation_works_beside_another_with_formation() -> None:
    def game(at: str) -> Game:
        scene = Scene().put("C", "c3").put("D", "a1").put("T", "c4", "Строй: броня 2.", seat=1)
        scene.put("U", at, "Строй: броня 2.", seat=1)
        return finish(declare(scene.play(6, 1), "C", "strike", "T"))

    assert lives(game("c5"), "T") == 8
    assert lives(game("d5"), "T") == 6
    foes = Scene().put("C", "c3").put("D", "b4", "Строй: броня 1.").put("T", "c4", "Строй: броня 2.", seat=1)
    assert lives(finish(declare(foes.put("E", "a1").play(6, 1), "C", "strike", "T")), "T") == 6


def incarnate() -> Game:
    scene = (
        Scene()
        .put("C", "c3")
        .put("D", "a1")
        .put("T", "c4", "Воплощение 2.", seat=1, zone="grave")
        .put("Q", "e6", seat=1)
    )
    return scene.play()


def test_f12_q_incarnation_counts_its_players_turns() -> None:
    game = incarnate()
    end_turn(game)
    assert card(game, "T").tokens == 1
    end_turn(game)
    assert card(game, "T").tokens == 1


def test_f12_q_each_player_counts_his_own_and_only_those_with_incarnation() -> None:
    dead = Scene(active=0).put("C", "c3").put("Q", "e6", seat=1)
    dead.put("T", "", "Воплощение 5.", seat=1, zone="grave").put("U", "", "Воплощение 5.", zone="grave")
    game = dead.put("V", "", zone="grave").play()
    for counted in ((1, 0, 0), (1, 1, 0), (2, 1, 0)):
        end_turn(game)
        assert tuple(card(game, one).tokens for one in "TUV") == counted


def test_f12_r_it_returns_to_the_third_row() -> None:
    game = incarnate()
    for _ in range(2):
        end_turn(game)
    game.answer("pass")
    assert asked(game) == "BER F12/r"
    assert set(game.options()) == {"a6", "b6", "c6", "d6"}


def test_f12_s_closed_and_as_a_new_card_b15() -> None:
    game = incarnate()
    for _ in range(2):
        end_turn(game)
    game.answer("pass")
    game.answer("b6")
    assert card(game, "T").zone == "replaced"
    (back,) = [one for one in state(game).cards.values() if one.cell == "b6"]
    assert (back.closed, back.returned, back.seat) == (True, True, 1)


def test_f12_t_prophecy_shows_cards_and_puts_them_on_the_bottom() -> None:
    line = "[з]: Пророчество 2, Проба получает 1 [ф] за каждую элитную карту."
    scene = Scene().put("C", "c2", line).put("D", "a1").put("T", "c5", seat=1)
    scene.s.decks = {0: ("banner-bearer", "dust-wolf", "plain-runner")}
    game = finish(declare(scene.play(), "C", "0"))
    assert state(game).decks[0] == ("plain-runner", "banner-bearer", "dust-wolf")
    assert card(game, "C").chips == 1
    assert foretell(state(game), 1, 3) == 0


def test_f12_u_a_creature_returns_from_the_graveyard_r39() -> None:
    line = "[з]: Воскресить существо стоимостью 3 или менее."
    scene = Scene().put("C", "a1", line).put("G", "b1", zone="grave").put("H", "b1", zone="grave", cost=4)
    scene.put("F", kind="flyer", zone="grave")
    scene.put("S", kind="companion", zone="grave").put("R", kind="artifact", zone="grave")
    game = scene.put("D", "e1").put("T", "c5", seat=1).play()
    assert refused(game, "C", "0", "H") == ["BER 501.4/b"]
    for no_creature in "TSR":
        assert refused(game, "C", "0", no_creature) == ["BER F12/u"]
    game.answer("C")
    game.answer("0")
    assert game.options() == ("G", "F")
    game.answer("G")
    assert set(game.options()) == {"a2", "b1", "b2"}
    game.answer("b2")
    (back,) = [one for one in state(game).cards.values() if one.cell == "b2"]
    assert (back.closed, back.hidden) == (False, False)


def test_f12_u_without_a_free_cell_only_a_flyer_returns_r39() -> None:
    line = "[з]: Воскресить существо."
    scene = Scene().put("C", "a1", line).put("G", "c1", zone="grave").put("F", kind="flyer", zone="grave")
    for one, cell in (("X", "a2"), ("Y", "b1"), ("Z", "b2")):
        scene.put(one, cell)
    game = scene.put("T", "c5", seat=1).play()
    assert refused(game, "C", "0", "G") == ["BER F12/u"]
    finish(declare(game, "C", "0", "F"))
    assert [one.zone for one in state(game).cards.values() if one.seat == 0].count("air") == 1


def test_f12_v_summoning_from_the_deck() -> None:
    scene = (
        Scene().put("C", "c2", "[з]: Вызвать существо стоимостью 3 или менее.").put("D", "a1").put("T", "c5", seat=1)
    )
    scene.s.decks = {0: ("plain-runner", "banner-bearer", "stone-idol")}
    game = declare(scene.play(), "C", "0")
    assert game.options() == ("plain-runner", "nobody")
    assert why(game, "banner-bearer") == ["BER F12/v"]
    game.answer("plain-runner")
    finish(game)
    (new,) = [one for one in state(game).cards.values() if one.kind == "plain-runner"]
    assert (new.zone, new.closed, state(game).decks[0]) == ("field", True, ("banner-bearer", "stone-idol"))


def test_f14_a_a_closed_card_does_nothing() -> None:
    game = (
        Scene().put("C", "c3", "[ф]: Выстрел на 1.", closed=True, chips=1).put("D", "a1").put("T", "c4", seat=1).play()
    )
    assert "BER F14/a" in refused(game, "C", "strike", "T")
    assert "BER F14/a" in refused(game, "C", "move", "c2")
    assert "BER F14/a" in refused(game, "C", "0", "T")
    assert why(game, "C") == ["BER F14/a"]
    assert "D" in game.options()


def test_f14_d_the_features_of_a_hidden_card_do_not_work() -> None:
    scene = (
        Scene()
        .put("C", "c3")
        .put("D", "a1")
        .put("T", "c4", seat=1)
        .put("U", "d4", "Строй: броня 1.", seat=1, hidden=True)
    )
    game = declare(scene.play(6, 1), "C", "strike", "T")
    assert asked(game) == "BER F08/e"
    assert lives(game, "T") == 6
    mine = Scene().put("C", "c3", hidden=True).put("D", "a1").put("T", "c4", seat=1).play()
    assert why(mine, "C") == ["BER F14/d"]


def test_f14_e_attacking_a_hidden_card_reveals_it() -> None:
    bolt = '[з]: Заклинание "проба" - ранить существо противника на 1.'
    scene = Scene().put("C", "c5", bolt).put("D", "a1").put("T", "c6", "Броня 9.", seat=1, hidden=True)
    game = scene.put("U", "a6", seat=1).play(6, 1)
    assert refused(game, "C", "0", "T") == ["BER F14/e"]
    declare(game, "C", "strike", "T")
    assert not card(game, "T").hidden
    assert lives(finish(game), "T") == 9


def test_f12_a_levels_of_a_strike_are_those_of_the_table() -> None:
    assert two_rolls(6, 1) == (2, -1)
