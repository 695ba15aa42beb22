"""Terrain layouts and deployment maps, read from the 40kdc data set ("Powered by 40kdc-data").

The data set's own resolver says where every piece lies; here its pieces become the board's features, areas, objectives
and zones. Coordinates are inches from a table corner, y downwards, as in the data.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import shapely
from wh40kdc.data.bundle import raw_data
from wh40kdc.terrain import resolve_layout

from referee.board import Area, Board, Feature, Floor, Layout, Objective, Points, Wall, Zone
from referee.kernel.citation import phrase, text
from referee.kernel.errors import InputError

# Reading: the printed layouts give footprints, walls and categories but hardly any heights. Where the data has none we
# take those of the same kind of piece in the data's own catalogue (corner ruin 5", low corner 5", generator 3",
# barricade and pipe 2"). Alternative: ask the players for the real heights of their scenery (option for later).
HEIGHTS = (
    ("barrier", 2.0),
    ("pipes", 2.0),
    ("generator", 3.0),
    ("bm-part-corner", 5.0),
    ("small-l", 5.0),
    ("bm-part-", 5.0),
)
"""Inches, by part of the template's id; the first match counts."""

FLOOR_STEP = 3.0
"""Inches from floor to floor. Reading: as for HEIGHTS; the catalogue's raised platforms stand at 3"."""

WALL_THICKNESS = 0.5
"""Inches, for walls without a stated thickness; all others in the data have this one."""


class UnknownLayout(InputError, LookupError):
    """No layout or deployment pattern has this id; the message names the nearest ones."""


def layouts() -> tuple[str, ...]:
    """Ids of all terrain layouts, in the data's order."""
    return tuple(row["id"] for row in raw_data()["terrain_layouts"])


def deployment_patterns() -> tuple[str, ...]:
    """Ids of all deployment patterns, in the data's order."""
    return tuple(row["id"] for row in raw_data()["deployment_patterns"])


@cache
def load_layout(layout_id: str, pattern: str | None = None) -> Layout:
    """A layout with the zones of its deployment pattern, or of another pattern if one is named.

    Raises UnknownLayout for an id that is not in the data.
    """
    row = _find(layout_id, raw_data()["terrain_layouts"], phrase("layout"))
    own = row.get("deployment_pattern_id")
    if own is None and layout_id in deployment_patterns():
        own = layout_id  # the colosseum's table and its pattern share a name and nothing else links them
    chosen = pattern or own
    size = row.get("board") or {}
    features: list[Feature] = []
    areas: list[Area] = []
    for piece, template, resolved in _resolved(row):
        if resolved["piece_type"] == "area":
            areas.append(_area(piece, resolved))
            continue
        feature = _feature(piece, template, resolved, parent=_parent(piece, row))
        features.append(feature)
        home = piece.get("parent_area_id") or (piece["id"] if piece["id"] != feature.id else None)
        if home is None:
            # A feature on its own is its own terrain area (13.01).
            areas.append(Area(f"{feature.id}--area", feature.name, feature.outline, (feature.id,)))
        else:
            i = next(i for i, area in enumerate(areas) if area.id == home)
            old = areas[i]
            areas[i] = Area(old.id, old.name, old.outline, (*old.features, feature.id), old.terrain, old.group)
    return Layout(
        id=layout_id,
        name=row["name"],
        board=Board(size.get("width", 60.0), size.get("height", 44.0)),
        features=tuple(features),
        areas=tuple(areas),
        objectives=_objectives(row),
        zones=deployment_zones(chosen) if chosen else (),
        pattern=chosen,
    )


@cache
def deployment_zones(pattern: str) -> tuple[Zone, ...]:
    """Deployment zones and territories of attacker and defender. Raises UnknownLayout."""
    row = _find(pattern, raw_data()["deployment_patterns"], phrase("deployment pattern"))
    return tuple(
        Zone(zone["player"], kind, _zone_points(zone))
        for kind, key in (("deployment", "zones"), ("territory", "territories"))
        for zone in row.get(key) or []
    )


def _find(wanted: str, rows: Iterable[dict[str, Any]], what: str) -> dict[str, Any]:
    by_id = {row["id"]: row for row in rows}
    if wanted in by_id:
        return by_id[wanted]
    near = difflib.get_close_matches(wanted.lower(), by_id, n=3, cutoff=0.4) or sorted(by_id)[:3]
    raise UnknownLayout(
        text(
            "There is no {what} {wanted}. The nearest are: {near}.",
            what=text(what),
            wanted=wanted,
            near=", ".join(near),
        )
    )


def _zone_points(zone: dict[str, Any]) -> Points:
    x, y, shape = zone["position"]["x"], zone["position"]["y"], zone["shape"]
    if shape["type"] == "rectangle":
        w, h = shape["width"], shape["height"]
        return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return tuple((x + p["x"], y + p["y"]) for p in shape["points"])


def _resolved(layout: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]]:
    """Piece of the layout, template (or {}) and resolved piece, in the resolver's order of emission.

    The resolver moves walls but not upper floors, so the floors travel as an extra last wall.
    """
    templates = {t["id"]: _with_floor_as_wall(t) for t in raw_data()["terrain_templates"]}
    resolved = iter(resolve_layout(layout, list(templates.values())))
    for piece in layout.get("pieces") or []:
        template = templates.get(piece.get("template", ""), {})
        yield piece, template, next(resolved)
        if not piece.get("parent_area_id"):
            for part in template.get("features") or []:
                yield piece, templates[part["template"]], next(resolved)


def _with_floor_as_wall(template: dict[str, Any]) -> dict[str, Any]:
    floor = template.get("upper_floor")
    if not floor:
        return template
    fp = floor["footprint"]
    if fp["type"] == "rectangle":
        w, h = fp["width"], fp["height"]
        points = [{"x": 0, "y": 0}, {"x": w, "y": 0}, {"x": w, "y": h}, {"x": 0, "y": h}]
    else:
        points = fp["points"]
    return {**template, "walls": [*(template.get("walls") or []), {"points": points}]}


def _area(piece: dict[str, Any], resolved: dict[str, Any]) -> Area:
    return Area(
        id=piece["id"],
        name=piece.get("name", piece["id"]),
        outline=_points(resolved["vertices"]),
        terrain=piece.get("terrain", True),
        group=piece.get("link_group"),
    )


def _parent(piece: dict[str, Any], layout: dict[str, Any]) -> dict[str, Any]:
    """The template of the area a piece says it stands in, or {}."""
    pieces: dict[str, dict[str, Any]] = {p["id"]: p for p in layout["pieces"]}
    templates: dict[str, dict[str, Any]] = {t["id"]: t for t in raw_data()["terrain_templates"]}
    parent = pieces.get(piece.get("parent_area_id", ""), {})
    return templates.get(parent.get("template", ""), {})


def _feature(
    piece: dict[str, Any], template: dict[str, Any], resolved: dict[str, Any], parent: dict[str, Any]
) -> Feature:
    name = resolved["id"]
    # A piece drawn in place (no template) takes the category of the area it stands in.
    category = template.get("terrain_category") or parent.get("terrain_category")
    if category is None:
        raise ValueError(f"terrain piece {name!r} has no category (exposed, light or dense)")
    own = piece.get("height_inches") if resolved["id"] == piece["id"] else None
    top = own or _height(template, name)
    outline = _points(resolved["vertices"])
    lines = list(resolved.get("walls") or [])
    floors: tuple[Floor, ...] = ()
    if upper := template.get("upper_floor"):
        floors = (Floor(_points(lines.pop()["points"]), upper.get("floor", 1) * FLOOR_STEP),)
    if lines:
        walls = tuple(wall for line in lines for wall in _walls(name, line, outline, top, hollow=bool(floors)))
    elif floors and template.get("ground_accessible", True) is False:
        walls = ()  # a platform on legs
    else:
        walls = (Wall(name, outline, 0.0, top),)
    return Feature(
        id=name,
        name=resolved.get("name") or name,
        kind=category,
        outline=outline,
        walls=walls,
        floors=floors,
        roof=bool(resolved.get("has_roof")),
    )


def _height(template: dict[str, Any], name: str) -> float:
    if (height := template.get("default_height_inches")) is not None:
        return float(height)
    for part, inches in HEIGHTS:
        if part in template.get("id", ""):
            return inches
    raise ValueError(f"terrain piece {name!r} has no height and no reading of one")


def _walls(name: str, line: dict[str, Any], outline: Points, top: float, hollow: bool) -> Iterator[Wall]:
    """A wall line as solid strips, one for each straight part, inside the feature's outline.

    Reading: a wall's thickness lies inside the footprint (a barricade's footprint is then exactly its wall), and a
    closed line without an upper floor is a solid block.
    """
    points = _points(line["points"])
    if points[0] == points[-1] and not hollow:
        yield Wall(name, points[:-1], 0.0, top)
        return
    ground = shapely.Polygon(outline)
    for start, end in pairwise(points):
        strip = shapely.LineString([start, end]).buffer(line.get("thickness", WALL_THICKNESS), cap_style="flat")
        solid = shapely.intersection(strip, ground)
        yield Wall(name, tuple((x, y) for x, y in shapely.normalize(solid).exterior.coords[:-1]), 0.0, top)


def _objectives(layout: dict[str, Any]) -> tuple[Objective, ...]:
    """Objectives in the layout's order; pieces with one link group are one objective, in the middle of its markers."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for piece in layout.get("pieces") or []:
        if piece.get("is_objective") or piece.get("objective_role"):
            groups.setdefault(piece.get("link_group") or piece["id"], []).append(piece)
    result = []
    for name, pieces in groups.items():
        places = [(p.get("objective") or {}).get("position") or p["position"] for p in pieces]
        result.append(
            Objective(
                id=name,
                role=pieces[0].get("objective_role", ""),
                x=sum(p["x"] for p in places) / len(places),
                y=sum(p["y"] for p in places) / len(places),
                areas=tuple(p["id"] for p in pieces),
                reach=(pieces[0].get("objective") or {}).get("control_range_inches"),
            )
        )
    return tuple(result)


def _points(vertices: list[dict[str, float]]) -> Points:
    return tuple((float(v["x"]), float(v["y"])) for v in vertices)
