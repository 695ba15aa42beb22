"""BER F05, F06, F15, 307: the field, placement, the reveal, symbionts, the start of the battle."""

from __future__ import annotations

from random import Random

from books.berserk.scene import Scene, asked, card, end_turn, finish, lives, refused, state, why
from referee.books.berserk import BOOK
from referee.books.berserk.field import CELLS, NEXT, ahead, layers, row_of
from referee.books.berserk.placement import Place, Reveal, open_cells, reveal_all
from referee.books.berserk.records import SQUAD, Card
from referee.books.berserk.state import Battle
from referee.kernel import Game, Seeded


def placing(count: int, seat: int = 0, first: int = 0, placement: str = "order of play") -> Game:
    from referee.books.berserk.options import settled_rules

    s = Battle(rules=settled_rules(BOOK.settled({"placement": placement})), first=first)
    for number in range(count):
        one = f"s{number}"
        s.cards[one] = Card(one, "plain-runner", seat, seat, SQUAD)
    game = Game(BOOK, s, [Place(seat=seat)], Seeded("1"))
    game.run()
    return game


def fill(game: Game) -> list[str]:
    random, cells = Random(2), []
    while not game.is_over:
        if asked(game) == "BER F06/d":
            cells.append(game.propose(random))
            game.answer(cells[-1])
        else:
            game.answer(game.options()[0])
    return cells


def test_f05_d_next_to_a_cell_are_eight() -> None:
    assert len(NEXT["c3"]) == 8
    assert set(NEXT["a1"]) == {"a2", "b1", "b2"}
    game = Scene().put("C", "c3").put("T", "d4", seat=1).put("U", "e3", seat=1).play()
    assert refused(game, "C", "strike", "T") == []
    assert refused(game, "C", "strike", "U") != []


def test_f05_e_opposite_is_the_next_cell_toward_the_enemy() -> None:
    assert (ahead("c3", 0), ahead("c4", 1), ahead("c6", 0)) == ("c4", "c3", None)
    line = "[з]: Ранить стоящее напротив существо противника на 1."
    game = Scene().put("C", "c3", line).put("T", "c5", seat=1).put("U", "c4", seat=1).play()
    assert refused(game, "C", "0", "U") == []
    assert refused(game, "C", "0", "T") == ["BER F05/e"]


def test_f06_a_the_first_player_places_first_in_his_blocks() -> None:
    assert [len(block) for block in layers(0, True)] == [9, 4, 2]
    cells = fill(placing(15))
    assert [set(cells[:9]), set(cells[9:13]), set(cells[13:])] == [set(block) for block in layers(0, True)]


def test_f06_b_the_second_player_has_other_blocks() -> None:
    assert [len(block) for block in layers(1, False)] == [11, 4]
    cells = fill(placing(15, seat=1))
    assert [set(cells[:11]), set(cells[11:])] == [set(block) for block in layers(1, False)]


def test_f06_c_cards_go_on_ones_own_half() -> None:
    game = placing(2)
    game.answer("s0")
    assert why(game, "c4") == ["BER F06/c"]
    game.answer("c3")
    game.answer("s1")
    assert why(game, "c3") == ["BER F06/c"]


def test_f06_d_the_inner_block_is_filled_first() -> None:
    game = placing(10)
    game.answer("s0")
    assert why(game, "a2") == ["BER F06/d"]
    assert set(open_cells(state(game), 0)) == set(layers(0, True)[0])
    by_seat = placing(1, first=1, placement="seat")
    assert open_cells(state(by_seat), 0) == list(layers(0, True)[0])


def test_f06_e_they_lie_face_down() -> None:
    game = placing(1)
    game.answer("s0")
    events = game.answer("c3")
    assert state(game).cards["s0"].hidden
    placed = [event for event in events if event.rule == "BER F06/e"]
    assert placed[0].seen_by(0) == placed[0]
    covered = placed[0].seen_by(1)
    assert covered is not None
    assert "Plain Runner" not in str(covered.text)


def hidden_squads() -> Scene:
    scene = Scene(turn=0).put("A", "c3", hidden=True).put("F", "b3", kind="flyer", hidden=True)
    scene.put("B", "c4", seat=1, hidden=True).put("R", "c6", seat=1, hidden=True)
    return scene.put("G", "d6", kind="flyer", seat=1, hidden=True).put("L", "b4", kind="terrain", seat=1, hidden=True)


def revealed(scene: Scene, seat: int, keep: bool) -> Game:
    game = Game(BOOK, scene.s, [reveal_all(scene.s, seat, keep)], Seeded("1"))
    game.run()
    return game


def test_f06_f_the_first_squad_is_revealed() -> None:
    game = revealed(hidden_squads(), 0, False)
    assert not card(game, "A").hidden
    assert card(game, "B").hidden


def test_f06_g_the_second_squads_third_row_stays_hidden() -> None:
    game = revealed(hidden_squads(), 1, True)
    assert [card(game, one).hidden for one in ("B", "R", "G")] == [False, True, True]
    assert row_of("c6", 1) == 3


def test_f06_h_it_is_revealed_when_the_first_turn_of_the_first_player_ends() -> None:
    game = Scene(turn=1).put("A", "c3").put("R", "c6", seat=1, hidden=True).put("B", "c4", seat=1).play()
    assert card(game, "R").hidden
    end_turn(game)
    assert not card(game, "R").hidden


def test_f06_i_flyers_fly_up_and_terrains_leave_their_cell() -> None:
    game = revealed(hidden_squads(), 0, False)
    assert (card(game, "F").zone, card(game, "F").cell) == ("air", "")
    assert "b3" not in state(game).cells
    other = revealed(hidden_squads(), 1, True)
    assert (card(other, "L").zone, card(other, "G").zone) == ("air", "field")


def test_f06_i_a_flyer_attacked_while_hidden_flies_up_afterwards() -> None:
    game = Scene().put("C", "c5").put("G", "c6", kind="flyer", seat=1, hidden=True).put("D", "a1").play(6, 3)
    game.answer("C")
    game.answer("strike")
    game.answer("G")
    finish(game)
    assert (card(game, "G").zone, lives(game, "G")) == ("air", 7)


def symbionts() -> Game:
    scene = Scene(turn=0).put("A", "c3", hidden=True).put("K", "b3", kind="companion", hidden=True)
    scene.put("P", "d3", kind="parasite", hidden=True).put("B", "c4", seat=1).put("X", "a4", kind="artifact", seat=1)
    game = Game(BOOK, scene.s, [reveal_all(scene.s, 0)], Seeded("1"))
    game.run()
    return game


def test_f06_j_symbionts_are_put_on_creatures_one_by_one() -> None:
    game = symbionts()
    assert asked(game) == "BER F15/a"
    game.answer("A")
    assert asked(game) == "BER F15/a"
    game.answer("B")
    assert game.is_over


def test_f15_a_companions_go_on_own_creatures_parasites_on_the_opponents() -> None:
    game = symbionts()
    assert game.options() == ("A",)
    assert why(game, "B") == ["BER F15/a"]
    game.answer("A")
    assert game.options() == ("B",)
    assert why(game, "X") == ["BER F15/a"]


def test_f15_b_a_symbiont_is_struck_where_its_host_stands() -> None:
    game = Scene().put("C", "c3").put("H", "c4", seat=1).put("K", kind="companion", on="H", seat=1).play(6, 1)
    assert refused(game, "C", "strike", "K") == []
    far = Scene().put("C", "c2").put("D", "a1").put("H", "c4", seat=1).put("K", kind="companion", on="H", seat=1).play()
    assert "BER 501.4/ex3a" in refused(far, "C", "strike", "K")


def test_f15_b_a_symbiont_dies_with_its_host() -> None:
    game = (
        Scene()
        .put("C", "c3", strike=(9, 9, 9))
        .put("H", "c4", seat=1)
        .put("K", kind="companion", on="H", seat=1)
        .play(6, 1)
    )
    for answer in ("C", "strike", "H"):
        game.answer(answer)
    finish(game)
    assert (card(game, "H").zone, card(game, "K").zone) == ("grave", "grave")


def test_f15_b_without_a_host_it_goes_to_the_graveyard() -> None:
    scene = Scene(turn=0).put("K", "b3", kind="companion", hidden=True)
    game = Game(BOOK, scene.s, [reveal_all(scene.s, 0)], Seeded("1"))
    game.run()
    assert (game.is_over, card(game, "K").zone, state(game).living) == (True, "grave", (0, 0))
    assert Reveal(seat=0).symbiont == ""


def test_307_the_second_players_cards_get_what_is_his() -> None:
    from referee.books.berserk.setup import Game as Whole

    scene = Scene(turn=0).put("C", "c3", "Второй - получает 2 [ф].").put("T", "c4", "Второй - получает 2 [ф].", seat=1)
    at = next(number for number, step in enumerate(Whole.steps) if step.rule == "BER 307")
    game = Game(BOOK, scene.s, [Whole(at=at)], Seeded("1"))
    game.run()
    assert (card(game, "C").chips, card(game, "T").chips) == (0, 2)


def test_f06_c_every_cell_is_of_one_half() -> None:
    assert sorted(cell for cell in CELLS if row_of(cell, 0) in (1, 2, 3)) == sorted(
        cell for cell in CELLS if row_of(cell, 1) not in (1, 2, 3)
    )
