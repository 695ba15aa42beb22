"""Layouts and deployment maps from the data set."""

from __future__ import annotations

import msgspec
import pytest
import shapely
from wh40kdc.data.bundle import raw_data
from wh40kdc.terrain import keystone_measurements, resolve_layout

from referee.board import Layout, Placed, Pose, Round, inside, polygon, walls_of
from referee.books.wh40k.layouts import (
    UnknownLayout,
    deployment_patterns,
    deployment_zones,
    layouts,
    load_layout,
)

RAW = raw_data()


@pytest.mark.parametrize("name", layouts())
def test_every_layout_loads_and_makes_sense(name: str) -> None:
    layout = load_layout(name)
    table = shapely.box(0, 0, layout.board.width, layout.board.height).buffer(0.001)
    for feature in layout.features:
        assert feature.kind in ("exposed", "light", "dense")
        assert feature.height > 0
        for wall in feature.walls:
            assert polygon(wall.points).is_valid
            assert polygon(wall.points).within(polygon(feature.outline).buffer(0.01))
        assert polygon(feature.outline).within(table)
    homes = {name for area in layout.areas for name in area.features}
    assert homes == {feature.id for feature in layout.features}
    assert len({feature.id for feature in layout.features}) == len(layout.features)
    assert {zone.side for zone in layout.zones} == {"attacker", "defender"}
    for zone in layout.zones:
        assert polygon(zone.points).is_valid
        assert polygon(zone.points).within(table)
    assert shapely.intersection(layout.zone("attacker"), layout.zone("defender")).area == 0
    for area in layout.areas:
        assert polygon(area.outline).is_valid
    assert len(walls_of(layout.features)) >= len(layout.features)
    assert msgspec.json.decode(msgspec.json.encode(layout), type=Layout) == layout


@pytest.mark.parametrize("name", layouts())
def test_pieces_lie_where_the_data_sets_own_resolver_puts_them(name: str) -> None:
    row = next(row for row in RAW["terrain_layouts"] if row["id"] == name)
    layout = load_layout(name)
    ours = {area.id: area.outline for area in layout.areas} | {f.id: f.outline for f in layout.features}
    for piece in resolve_layout(row, RAW["terrain_templates"]):
        assert ours[piece["id"]] == tuple((v["x"], v["y"]) for v in piece["vertices"])


def test_printed_measurements_hold() -> None:
    """The distances a layout's card prints, from a table edge to a corner of a piece."""
    row = next(row for row in RAW["terrain_layouts"] if row["id"] == "bm-take-vs-purge-01")
    layout = load_layout("bm-take-vs-purge-01")
    outlines = {area.id: area.outline for area in layout.areas}
    checked = 0
    for stone in keystone_measurements(row, RAW["terrain_templates"]):
        if stone["ref"]["kind"] != "vertex":
            continue
        x, y = outlines[stone["piece_id"]][stone["ref"]["index"]]
        to_edge = {"left": x, "right": layout.board.width - x, "top": y, "bottom": layout.board.height - y}
        assert to_edge[stone["edge"]] == pytest.approx(stone["distance"], abs=5e-4)
        checked += 1
    assert checked >= 16


def test_objectives_have_roles_and_linked_areas_are_one() -> None:
    layout = load_layout("bm-assets-vs-assets-01")
    assert sorted(objective.role for objective in layout.objectives) == [
        "center",
        "expansion",
        "expansion",
        "home",
        "home",
    ]
    centre = next(o for o in layout.objectives if o.role == "center")
    assert [centre.x, centre.y] == pytest.approx([30, 22], abs=0.01)
    assert len(centre.areas) == 2
    homes = [o for o in layout.objectives if o.role == "home"]
    sides = ("attacker", "defender")
    assert sorted(side for o in homes for side in sides if layout.zone(side).contains(shapely.Point(o.x, o.y))) == [
        "attacker",
        "defender",
    ]


def test_walls_stand_inside_the_footprint_and_have_heights() -> None:
    layout = load_layout("bm-take-vs-purge-01")
    by_name = {feature.name: feature for feature in layout.features}
    barrier = by_name["Battlemaster Long Barrier"]
    assert polygon(barrier.walls[0].points).symmetric_difference(polygon(barrier.outline)).area < 0.001
    assert (barrier.kind, barrier.height) == ("light", 2)
    ruin = by_name["Battlemaster AB"]
    assert (ruin.kind, ruin.height, len(ruin.walls), ruin.floors[0].z, ruin.roof) == ("dense", 5, 2, 3, True)
    solid = by_name["Battlemaster Generator"]
    assert polygon(solid.walls[0].points).area > 6


def test_zones_are_on_the_table_where_the_pattern_says() -> None:
    zones = deployment_zones("dawn-of-war")
    shapes = {(zone.side, zone.kind): polygon(zone.points) for zone in zones}
    assert shapes["defender", "deployment"].bounds == (0, 0, 60, 12)
    assert shapes["attacker", "deployment"].bounds == (0, 32, 60, 44)
    assert shapes["attacker", "territory"].bounds == (0, 22, 60, 44)
    model = Placed("m", Round(50.8), Pose(30, 11))
    assert inside(model, shapes["defender", "deployment"])
    assert not inside(Placed("m", Round(50.8), Pose(30, 11.01)), shapes["defender", "deployment"])


def test_another_pattern_can_be_chosen() -> None:
    assert load_layout("bm-take-vs-purge-01").pattern == "sweeping-engagement"
    other = load_layout("bm-take-vs-purge-01", "dawn-of-war")
    assert (other.pattern, other.zones) == ("dawn-of-war", deployment_zones("dawn-of-war"))


def test_every_pattern_has_a_zone_for_each_side() -> None:
    for pattern in deployment_patterns():
        assert {zone.side for zone in deployment_zones(pattern) if zone.kind == "deployment"} == {
            "attacker",
            "defender",
        }


def test_an_unknown_name_is_refused_with_the_nearest_ones() -> None:
    with pytest.raises(UnknownLayout, match=r"no layout bm-take-vs-purge-9.*bm-take-vs-purge-01"):
        load_layout("bm-take-vs-purge-9")
    with pytest.raises(UnknownLayout, match=r"no deployment pattern dawn-of-wars.*dawn-of-war"):
        load_layout("bm-take-vs-purge-01", "dawn-of-wars")
