"""From an army list to the units of a battle: profiles, bases at their true sizes, transports, attached units (19.01).

Characteristics, keywords and base sizes come from the 40kdc data set ("Powered by 40kdc-data",
https://github.com/wn-mitch/40kdc-data); bases it leaves out from `bases.toml` or the option `bases`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from wh40kdc.data.bundle import raw_data

from referee.board import Base, Oval, Round, rectangle
from referee.books.wh40k.data_stratagems import stratagems_for
from referee.books.wh40k.state import Battle, Model, Profile, Roster, Transport, Unit, UnitId
from referee.books.wh40k.stratagem_records import Stratagem
from referee.kernel import NotAnOption, Text, frozen, text

ABILITIES = ("deep-strike", "hover", "infiltrators", "super-heavy-walker", "scouts")
"""Abilities that the written rules read; `scouts` with its number after a dash."""

HEIGHTS = (("TITANIC", 9.0), ("MONSTER", 4.0), ("VEHICLE", 4.0), ("MOUNTED", 3.0))
"""Reading: the rules give models no height. These, in inches, only decide who fits under whom on upper floors."""
USUAL_HEIGHT = 2.0

SEAT_LETTERS = "AB"


class MusteredUnit(msgspec.Struct, frozen=True, omit_defaults=True):
    """One unit of an army, attached leaders and supports included: the profile of each model, by name."""

    name: str
    models: tuple[str, ...]
    points: int
    transport: Transport | None = None


class Army(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army as this book needs it: plain JSON, kept whole in a record, so that a replay needs no data set."""

    name: str
    units: tuple[MusteredUnit, ...]
    profiles: dict[str, Profile]
    points_limit: int = 2000
    stratagems: tuple[Stratagem, ...] = ()
    """Those of its detachments; the core ones belong to everybody."""
    unknown_bases: dict[str, str] = {}
    """Profiles whose base nobody knows: by name, the datasheet to give a base to."""
    notes: tuple[Text, ...] = ()


def read_list(given: Any) -> dict[str, Any]:
    """An army list as `referee.lists` reads it, as an `Army` in plain JSON. An `Army` is passed on as it is.

    Raises NotAnOption, naming the unit, if a unit has no datasheet.
    """
    tree = msgspec.to_builtins(given)
    if "profiles" in tree:
        return dict(tree)
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(muster(tree)))
    return plain


def muster(tree: dict[str, Any]) -> Army:
    """The army of a list."""
    profiles: dict[str, Profile] = {}
    unknown: dict[str, str] = {}
    notes: dict[str, Text] = {}
    rows: dict[str, MusteredUnit] = {}
    attached: dict[str, str] = {}
    for unit in tree["units"]:
        sheet = _datasheet(unit)
        names = []
        for model in unit["models"]:
            profile = _profile(sheet, model, notes)
            if profile is None:
                unknown[f"{sheet['name']}: {model['profile']}"] = sheet["id"]
                profile = _built(sheet, model, Round(1.0))
            profiles[profile.name] = profile
            names += [profile.name] * model["count"]
        rows[unit["id"]] = MusteredUnit(unit["name"], tuple(names), unit.get("points") or 0, _transport(sheet))
        if unit.get("attached_to"):
            attached[unit["id"]] = unit["attached_to"]
    for leader, bodyguard in attached.items():
        one, other = rows.pop(leader), rows[bodyguard]
        rows[bodyguard] = MusteredUnit(
            f"{other.name} + {one.name}", other.models + one.models, other.points + one.points, other.transport
        )
    limit = tree.get("points_limit") or max(1000, tree.get("stated_points") or tree.get("counted_points") or 2000)
    return Army(
        tree["name"],
        tuple(rows.values()),
        profiles,
        points_limit=limit,
        stratagems=stratagems_for(row["id"] for row in tree.get("detachments", ()) if row.get("id")),
        unknown_bases=unknown,
        notes=tuple(notes.values()),
    )


def gather(armies: Iterable[dict[str, Any]], options: dict[str, str], layout: str) -> Battle:
    """The battle of two armies, nobody deployed yet. Raises NotAnOption if a base is unknown, saying how to give it."""
    given = _given_bases(options["bases"])
    units: dict[UnitId, Unit] = {}
    profiles: dict[str, Profile] = {}
    transports: dict[UnitId, Transport] = {}
    names, limits, stratagems = [], [], []
    for seat, tree in enumerate(armies):
        army = msgspec.convert(tree, Army)
        missing = sorted({sheet for sheet in army.unknown_bases.values() if sheet not in given})
        if missing:
            raise NotAnOption(
                text(
                    'The bases of {units} are not known. Give them: --option bases="{example}=4.5x3.1" (a hull, in '
                    'inches) or "{example}=60mm", "{example}=75x42mm" (a base).',
                    units=", ".join(missing),
                    example=missing[0],
                )
            )
        for name, profile in army.profiles.items():
            base = given.get(profile.datasheet, profile.base)
            profiles[name] = msgspec.structs.replace(profile, base=base)
        for number, row in enumerate(army.units, start=1):
            unit_id = f"{SEAT_LETTERS[seat]}{number}"
            models = tuple(
                Model(f"{unit_id}.{i}", name, army.profiles[name].w) for i, name in enumerate(row.models, start=1)
            )
            units[unit_id] = Unit(unit_id, seat, row.name, models, len(models), row.points)
            if row.transport:
                transports[unit_id] = row.transport
        names.append(army.name)
        limits.append(army.points_limit)
        stratagems.append(tuple(msgspec.structs.replace(s, effect=frozen(s.effect)) for s in army.stratagems))
    _tell_apart(units)
    roster = Roster(
        profiles,
        transports,
        (names[0], names[1]),
        limits=(limits[0], limits[1]),
        stratagems=(stratagems[0], stratagems[1]),
    )
    return Battle(roster=roster, options=options, layout=layout, units=units)


def _tell_apart(units: dict[UnitId, Unit]) -> None:
    """Units of the same name get their id beside it."""
    count: dict[tuple[int, str], int] = {}
    for unit in units.values():
        count[unit.seat, unit.name] = count.get((unit.seat, unit.name), 0) + 1
    for unit_id, unit in units.items():
        if count[unit.seat, unit.name] > 1:
            units[unit_id] = msgspec.structs.replace(unit, name=f"{unit.name} {unit_id}")


# --- from the data set -----------------------------------------------------------------------------------------------


@cache
def _units() -> dict[tuple[str, str], dict[str, Any]]:
    rows = {(row["faction_id"], row["id"]): row for row in raw_data()["units"]}
    return rows | {("", row["id"]): row for row in reversed(raw_data()["units"])}


@cache
def _compositions() -> dict[tuple[str, str], dict[str, Any]]:
    return {(row["faction_id"], row["unit_id"]): row for row in raw_data()["unit_compositions"]}


def _datasheet(unit: dict[str, Any]) -> dict[str, Any]:
    sheet_id = unit.get("datasheet")
    if not sheet_id:
        raise NotAnOption(
            text(
                "{unit} (line {line} of the list) has no datasheet in the data set: it cannot be fielded.",
                unit=unit["name"],
                line=unit.get("line") or "?",
            )
        )
    found = _units().get((unit.get("faction") or "", sheet_id)) or _units().get(("", sheet_id))
    if found is None:
        raise NotAnOption(text("There is no datasheet {sheet} in the data set.", sheet=sheet_id))
    return found


def _profile(sheet: dict[str, Any], model: dict[str, Any], notes: dict[str, Text]) -> Profile | None:
    """The profile of a listed model; nothing if its base is not known."""
    composition = _compositions().get((sheet["faction_id"], sheet["id"]), {})
    row: dict[str, Any] = next((r for r in composition.get("models", []) if r["name"] == model["profile"]), {})
    base = _base(row.get("base_size_mm")) or _base(sheet.get("base_size_mm"))
    if base is None:
        base = _own_bases().get(sheet["id"])
        if base is not None:
            notes[sheet["id"]] = text("The size of {unit} is our own, approximate measurement.", unit=sheet["name"])
    return _built(sheet, model, base, row) if base is not None else None


def _built(sheet: dict[str, Any], model: dict[str, Any], base: Base, row: dict[str, Any] | None = None) -> Profile:
    wanted = [(row or {}).get("profile_name"), model["profile"], model["name"]]
    stats = next((p for name in wanted for p in sheet["profiles"] if p["name"] == name), sheet["profiles"][0])
    keywords = tuple(dict.fromkeys(_keyword(word) for word in (*sheet["keywords"], *sheet["faction_keywords"])))
    abilities = tuple(a for a in sheet.get("ability_ids", ()) if a.startswith(ABILITIES))
    height = next((inches for keyword, inches in HEIGHTS if keyword in keywords), USUAL_HEIGHT)
    return Profile(
        name=f"{sheet['name']}: {model['profile']}" if model["profile"] != sheet["name"] else sheet["name"],
        datasheet=sheet["id"],
        m=float(stats["M"]) if stats["M"] else None,
        w=stats["W"],
        ld=stats["Ld"],
        oc=stats["OC"],
        base=base,
        keywords=keywords,
        abilities=abilities,
        height=height,
        t=stats["T"],
        sv=stats["Sv"],
    )


def _keyword(word: str) -> str:
    upper = word.upper()
    return "BEASTS" if upper == "BEAST" else upper


def _transport(sheet: dict[str, Any]) -> Transport | None:
    carrier = sheet.get("transport_capacity")
    if not carrier:
        return None
    bars = tuple(_keyword(word) for word in carrier.get("exclusion_keywords", ()))
    return Transport(carrier["capacity"], needs=("INFANTRY",), bars=bars)


def _base(given: dict[str, Any] | None) -> Base | None:
    if not given:
        return None
    if "diameter" in given:
        return Round(float(given["diameter"]))
    if "length" in given and "width" in given:
        sides = (float(given["length"]), float(given["width"]))
        return Oval(max(sides), min(sides))  # the data names them in either order; a model faces along its length
    return None


@cache
def _own_bases() -> dict[str, Base]:
    rows = tomllib.loads((Path(__file__).parent / "bases.toml").read_text(encoding="utf-8"))
    return {
        name: Round(row["diameter"]) if "diameter" in row else rectangle(row["length"], row["width"])
        for name, row in rows.items()
    }


_SIZE = re.compile(r"(?P<length>\d+(\.\d+)?)(x(?P<width>\d+(\.\d+)?))?(?P<mm>mm)?")


def _given_bases(option: str) -> dict[str, Base]:
    """The bases of the option `bases`: `rhino=4.5x3.1, falcon=60mm, dreadnought=75x42mm`."""
    bases: dict[str, Base] = {}
    for part in filter(None, (part.strip() for part in option.split(","))):
        name, _, size = part.partition("=")
        match = _SIZE.fullmatch(size.strip().lower())
        if not match or not (match["mm"] or match["width"]):
            raise NotAnOption(
                text(
                    "{given} is no base. It can be 60mm (round), 75x42mm (oval), or 4.5x3.1 (a hull, in inches).",
                    given=part,
                )
            )
        length, width = float(match["length"]), float(match["width"] or 0)
        if not match["mm"]:
            bases[name.strip()] = rectangle(length, width)
        else:
            bases[name.strip()] = Oval(length, width) if width else Round(length)
    return bases
