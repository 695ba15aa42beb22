"""03 Moving, setting up, coherency, engagement; 13.06 terrain; 17.01 and 21.03 who passes over whom."""

from __future__ import annotations

import math

import pytest

from books.wh40k.scene import Play, Scene, row
from referee.board import Pose
from referee.books.wh40k.measuring import strays
from referee.books.wh40k.terrain import battlefield

EDGE = 32 / 25.4
"""Inches from centre to centre of two 32 mm bases that touch."""


def one(kind: str, spot: tuple[float, ...], *enemies: tuple[float, float], enemy: str = "Trooper", **more: str) -> Play:
    scene = Scene(**more).unit("A1", kind, [spot])  # type: ignore[list-item]
    for number, place in enumerate(enemies or ((50.0, 5.0),), start=1):
        scene.unit(f"B{number}", enemy, [place])
    return scene.start()


# --- 03.01 ---


@pytest.mark.parametrize(("wider", "passes"), [(0.0, True), (-0.01, False), (0.01, True)])
def test_03_01_a_gap_as_wide_as_the_base(wider: float, passes: bool) -> None:
    """Two enemies with a gap of exactly the base, 0.01 inches less, 0.01 more (public bug: only ends were checked)."""
    half = EDGE + wider / 2
    play = one("Trooper", (30, 31), (30 - half, 27), (30 + half, 27)).answer("A1", "normal")
    refusals = play.game.why([["A1.1", [[30, 25.1]]]])
    assert ("40K 03.01" not in [r.rule for r in refusals]) is passes


def test_03_01_the_whole_swept_base_counts_not_only_the_end() -> None:
    play = one("Jumper", (30, 32), (30, 27)).answer("A1", "normal", "on the ground")
    refusals = play.game.why([["A1.1", [[30, 22]]]])
    assert [r.rule for r in refusals] == ["40K 03.01"]


def test_03_01_friends_may_be_passed_through_but_not_stood_on() -> None:
    scene = Scene().unit("A1", "Trooper", [(30, 30)]).unit("A2", "Trooper", [(30, 27)]).unit("B1", "Trooper", [(5, 5)])
    play = scene.start().answer("A1", "normal")
    play.refused([["A1.1", [[30, 27.3]]]], "40K 03.01", "would end on A2.1")
    play.answer([["A1.1", [[30, 24]]]])


def test_03_01_refused_over_the_edge() -> None:
    play = one("Trooper", (2, 30)).answer("A1", "normal")
    play.refused([["A1.1", [[0.5, 30]]]], "40K 03.01", "leave the battlefield")


def test_03_01_turning_is_free() -> None:
    play = one("Tank", (30, 30)).answer("A1", "normal")
    play.answer([["A1.1", [[30, 30, 90], [30, 20, 90], [30, 20, 0]]]])
    assert play.pose("A1.1") == Pose(30, 20, 0)


def test_03_01_an_oval_cannot_turn_in_a_gap_it_can_leave_lengthways() -> None:
    """A 160 x 100 mm oval in a gap of 101 mm between two rows of enemies (player ruling R22)."""
    gap = 101 / 25.4 / 2 + 16 / 25.4
    scene = Scene().unit("A1", "Knight", [(30, 30, 0)])
    for number, x in enumerate((26.5, 30, 33.5)):
        scene.unit(f"B{2 * number + 1}", "Trooper", [(x, 30 - gap)]).unit(
            f"B{2 * number + 2}", "Trooper", [(x, 30 + gap)]
        )
    play = scene.start().answer("A1", "fall-back", "ordered retreat")
    play.refused([["A1.1", [[30, 30, 90]]]], "40K 03.01", "pass through")
    play.answer([["A1.1", [[40, 30, 0]]]])


def test_03_01_a_refused_move_changes_nothing() -> None:
    play = one("Trooper", (30, 31), (30, 27)).answer("A1", "normal")
    before = play.builtins()
    play.refused([["A1.1", [[30, 26]]]], "40K 03.01")
    assert play.builtins() == before


# --- 03.03 ---


def coherent(*spots: tuple[float, float], connected: bool = False) -> tuple[str, ...]:
    from referee.books.wh40k.measuring import placed_models

    play = Scene().unit("A1", "Trooper", list(spots)).unit("B1", "Trooper", [(55, 5)]).start()
    return strays(play.s, placed_models(play.s, play.s.units["A1"]), connected=connected)


def test_03_03_exactly_two_inches_is_near_enough() -> None:
    assert coherent((10, 10), (10 + EDGE + 2.0, 10)) == ()
    assert coherent((10, 10), (10 + EDGE + 2.01, 10)) == ("A1.1", "A1.2")


def test_03_03_nobody_further_than_nine_inches() -> None:
    steps = [10 + i * (EDGE + 1.5) for i in range(4)]
    assert coherent(*[(x, 10) for x in steps]) == ()
    assert coherent(*[(x, 10) for x in [*steps, steps[-1] + EDGE + 1.5]]) == ("A1.1", "A1.5")


def test_03_03_two_knots_are_coherent_as_printed_and_not_as_one_chain() -> None:
    knots = [(10, 10), (11.5, 10), (17, 10), (18.5, 10)]
    assert coherent(*knots) == ()
    assert coherent(*knots, connected=True) != ()


def test_03_03_the_option_connected_refuses_two_knots() -> None:
    scene = (
        Scene(options={"coherency": "connected"}).unit("A1", "Trooper", row(10, 30, 4)).unit("B1", "Trooper", [(55, 5)])
    )
    play = scene.start().answer("A1", "normal")
    play.refused(play.shift("A1", 5, 0, only=["A1.3", "A1.4"]), "40K 03.03")


def test_03_03_a_lone_model_is_always_coherent() -> None:
    assert coherent((10, 10)) == ()


def test_03_03_at_the_end_of_the_turn_strays_are_removed_one_by_one() -> None:
    scene = Scene().unit("A1", "Trooper", [(10, 30), (11.5, 30), (30, 30)]).unit("B1", "Trooper", [(55, 5), (5, 5)])
    play = scene.start().answer("end the step", "nothing more", "nothing more", "nothing more")
    assert play.where() == "40K 03.03/c"
    play.answer("A1.3")
    assert play.game.decision is not None
    assert play.game.decision.by == 1  # both players' units, each chosen by its owner
    play.answer("B1.2")
    assert [len(play.s.units[name].models) for name in ("A1", "B1")] == [2, 1]


# --- 17.01, 21.03 ---


def test_17_01_vehicles_pass_through_lesser_enemies_in_a_normal_move() -> None:
    play = one("Walker", (30, 30), (30, 25.6)).answer("A1", "normal")
    assert [r.rule for r in play.game.why([["A1.1", [[30, 22]]]])] == ["40K 09.05/c"]


def test_17_01_refused_through_a_monster_and_in_a_fall_back() -> None:
    play = one("Walker", (30, 30), (30, 25), enemy="Beast").answer("A1", "normal")
    play.refused([["A1.1", [[30, 22]]]], "40K 03.01", "pass through B1.1")
    play = one("Walker", (30, 30), (30, 27.5)).answer("A1", "fall-back", "ordered retreat")
    play.refused([["A1.1", [[30, 22.1]]]], "40K 03.01", "pass through")


def test_21_03_taking_to_the_skies_passes_over_everything_for_two_inches() -> None:
    play = one("Jumper", (30, 30), (30, 26)).answer("A1", "normal", "take to the skies")
    play.refused([["A1.1", [[30, 19.9]]]], "40K 09.05/d", '10"')
    play.answer([["A1.1", [[30, 20]]]])


def test_21_03_refused_without_the_declaration() -> None:
    play = one("Jumper", (30, 30), (30, 26)).answer("A1", "normal", "on the ground")
    play.refused([["A1.1", [[30, 20]]]], "40K 03.01", "pass through B1.1")


def test_21_03_declared_before_the_advance_roll() -> None:
    play = one("Jumper", (30, 30)).answer("A1", "advance")
    assert play.where() == "40K 21.03"
    assert play.s.rolled == 0


def test_24_17_hover_loses_nothing() -> None:
    play = one("Hoverer", (30, 30), (30, 26)).answer("A1", "normal", "take to the skies")
    play.answer([["A1.1", [[30, 18]]]])


def test_02_02_m_dash_is_never_moved() -> None:
    one("Turret", (30, 30)).answer("A1").refused("normal", "40K 02.02")


# --- 13.06 ---

LAYOUT = "bm-take-vs-take-01"


def beside_a_tall_wall(kind: str) -> tuple[Play, list[float], float]:
    """A model 3 inches in front of the longest straight tall wall of a layout; the far side and the wall's top."""
    walls = [(w, f) for f in battlefield(LAYOUT, "").features if f.kind == "dense" for w in f.walls if (w.top or 9) > 2]
    best = None
    for wall, _ in walls:
        x0, y0 = wall.points[0]
        xs, ys = [p[0] for p in wall.points], [p[1] for p in wall.points]
        mid = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        size = max(max(xs) - min(xs), max(ys) - min(ys))
        if best is None or size > best[0]:
            best = (size, mid, (max(xs) - min(xs)) > (max(ys) - min(ys)), wall.top or 5.0)
        assert math.isfinite(x0 + y0)
    assert best is not None
    _, (x, y), lies_along_x, top = best
    near, far = ([x, y - 3], [x, y + 3]) if lies_along_x else ([x - 3, y], [x + 3, y])
    play = one(kind, (near[0], near[1]), (58, 2), layout=LAYOUT).answer("A1", "normal")
    return play, far, top


def test_13_06_infantry_walks_through_a_tall_wall() -> None:
    play, far, _ = beside_a_tall_wall("Trooper")
    assert not [r for r in play.game.why([["A1.1", [far]]]) if r.rule == "40K 13.06"]


def test_13_06_refused_to_a_vehicle() -> None:
    play, far, _ = beside_a_tall_wall("Walker")
    play.refused([["A1.1", [far]]], "40K 13.06", "a wall of")


def test_13_06_refused_to_fly_there_without_taking_to_the_skies() -> None:
    play, far, _ = beside_a_tall_wall("Tank")
    play.refused([["A1.1", [far]]], "40K 13.06", "a wall of")


def test_13_06_refused_up_in_the_air() -> None:
    play = one("Trooper", (30, 30)).answer("A1", "normal")
    refusals = play.game.why([["A1.1", [[30, 30, 0, 3], [32, 30, 0, 3]]]])
    assert {refusal.rule for refusal in refusals} == {"40K 13.06"}
    assert any("away from any terrain" in str(refusal) for refusal in refusals)


def test_13_06_01_refused_to_end_in_a_wall() -> None:
    play, far, _ = beside_a_tall_wall("Trooper")
    here = play.pose("A1.1")
    middle = [(here.x + far[0]) / 2, (here.y + far[1]) / 2]
    play.refused([["A1.1", [middle]]], "40K 13.06.01", "would end in a wall")
