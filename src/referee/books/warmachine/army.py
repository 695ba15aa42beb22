"""Armies and battlefields: the TOML format, its JSON Schema, the samples, and a battle set up from two armies."""

from __future__ import annotations

import difflib
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from referee.board.terrain import Layout
from referee.books.warmachine.deployment import Battlefield
from referee.books.warmachine.state import (
    BASES,
    LEADERS,
    Bargain,
    Battle,
    Contact,
    EndMove,
    Kind,
    Model,
    Profile,
    Spell,
    Unit,
    Weapon,
)
from referee.books.warmachine.terrain import KINDS
from referee.kernel import Procedure, Unreadable, text

SAMPLES = ("saltmarch", "thornwold")
BARE = "bare"


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of an army: so many models of a profile. `controller`: the profile of a warjack's or beast's leader."""

    profile: str
    name: str = ""
    size: int = 1
    controller: str = ""
    attached: tuple[str, ...] = ()
    """Profiles of models that belong to this unit besides."""


class ProfileData(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A profile as it is written: `Profile` without its id, which is the key of its table."""

    name: str
    kind: Kind
    base: int
    spd: int
    mat: int
    rat: int
    defence: int
    armour: int
    health: int
    aat: int = 0
    arc: int = 0
    ctrl: float = 0.0
    fury: int = 0
    threshold: int = 0
    points: int = 0
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Spell, ...] = ()
    advantages: tuple[str, ...] = ()
    bargains: tuple[Bargain, ...] = ()
    end_moves: tuple[EndMove, ...] = ()
    contact: Contact | None = None
    special_actions: tuple[str, ...] = ()
    special_attacks: tuple[str, ...] = ()
    feat: str = ""


class Army(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An army: its profiles by id, and its entries."""

    name: str
    entries: tuple[Entry, ...]
    profiles: dict[str, ProfileData] = {}
    faction: str = ""


def schema() -> dict[str, Any]:
    """The JSON Schema of the army format."""
    return msgspec.json.schema(Army)


def read_army(words: str, where: str = "army") -> Army:
    """The army in a TOML text. Raises Unreadable, naming the place and what would be accepted."""
    try:
        army = msgspec.convert(tomllib.loads(words), Army)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(text("{file}: no TOML: {error}", file=where, error=str(error))) from None
    except msgspec.ValidationError as error:
        raise Unreadable(text("{file}: {error}", file=where, error=str(error))) from None
    check_army(army, where)
    return army


def check_army(army: Army, where: str) -> None:
    """Raises Unreadable if the army contradicts itself."""
    if not army.entries:
        raise Unreadable(text("{file}: the army has no entries.", file=where))
    for number, entry in enumerate(army.entries, 1):
        for name in (entry.profile, *entry.attached, *((entry.controller,) if entry.controller else ())):
            if name not in army.profiles:
                near = ", ".join(difflib.get_close_matches(name, army.profiles, 3) or army.profiles)
                raise Unreadable(
                    text(
                        "{file}: entry {number} names a profile {name} that is not there. There is: {known}.",
                        file=where,
                        number=number,
                        name=name,
                        known=near,
                    )
                )
        trooper = army.profiles[entry.profile].kind == "trooper"
        if entry.size < 1 or (entry.size > 1 and not trooper):
            raise Unreadable(
                text(
                    "{file}: entry {number}: {size} models; only troopers come in numbers, from 1 on.",
                    file=where,
                    number=number,
                    size=entry.size,
                )
            )
    for name, profile in army.profiles.items():
        if profile.base not in BASES:
            raise Unreadable(
                text(
                    "{file}: profile {name} has a base of {base} mm. There is: {known}.",
                    file=where,
                    name=name,
                    base=profile.base,
                    known=", ".join(map(str, BASES)),
                )
            )
    if not any(army.profiles[entry.profile].kind in LEADERS for entry in army.entries):
        raise Unreadable(text("{file}: the army has no leader (a warcaster or warlock).", file=where))


def sample_text(name: str) -> str:
    """A sample file of this book as it is written."""
    return (files("referee.books.warmachine") / "samples" / f"{name}.toml").read_text(encoding="utf-8")


@cache
def battlefields() -> dict[str, Layout]:
    """The battlefields of this book, by name; "bare" is an empty table."""
    found = {}
    for name, table in tomllib.loads(sample_text("battlefields")).items():
        layout = msgspec.convert({"id": name, **table}, Layout)
        for feature in layout.features:
            if feature.kind not in KINDS:
                raise Unreadable(
                    text(
                        "{file}: {feature} is of a kind {kind} that is not known. There is: {known}.",
                        file=name,
                        feature=feature.id,
                        kind=feature.kind,
                        known=", ".join(KINDS),
                    )
                )
        found[name] = layout
    return found | {BARE: Battle().layout}


@cache
def samples() -> tuple[Any, ...]:
    """Two armies to play with, as plain JSON."""
    return tuple(msgspec.to_builtins(read_army(sample_text(name), f"{name}.toml")) for name in SAMPLES)


def set_up(options: dict[str, str], lists: tuple[Any, ...]) -> tuple[Battle, Procedure]:
    """A battle from the options and two armies (plain JSON, as `msgspec.to_builtins(army)` gives it)."""
    if len(lists) != 2:
        raise Unreadable(text("Two armies are needed, not {count}.", count=len(lists)))
    armies = [_army(one, number) for number, one in enumerate(lists, 1)]
    names = [army.name for army in armies]
    s = Battle(
        options=options,
        seats=(names[0], names[1]) if names[0] != names[1] else (f"{names[0]} I", f"{names[1]} II"),
        layout=battlefields()[options.get("battlefield", BARE)],
    )
    for seat, army in enumerate(armies):
        muster(s, seat, army)
    return s, Battlefield()


def _army(data: Any, number: int) -> Army:
    try:
        army = data if isinstance(data, Army) else msgspec.convert(data, Army)
    except msgspec.ValidationError as error:
        raise Unreadable(text("{file}: {error}", file=f"army {number}", error=str(error))) from None
    check_army(army, f"army {number}")
    return army


def muster(s: Battle, seat: int, army: Army) -> None:
    """The models of an army stand ready to be deployed."""
    side = "ab"[seat]
    for name, data in army.profiles.items():
        s.profiles[f"{side}.{name}"] = Profile(id=f"{side}.{name}", **msgspec.structs.asdict(data))
    leaders: dict[str, str] = {}
    for number, entry in enumerate(army.entries, 1):
        one = army.profiles[entry.profile]
        name = entry.name or one.name
        same = [
            other for other in army.entries[: number - 1] if (other.name or army.profiles[other.profile].name) == name
        ]
        name += f" {len(same) + 1}" if same else ""
        if one.kind == "trooper":
            _unit(s, seat, f"{side}{number}", name, entry)
            continue
        model = f"{side}{number}"
        controller = leaders.get(entry.controller, "")
        s.reserve[model] = Model(model, f"{side}.{entry.profile}", seat, name, controller=controller)
        leaders.setdefault(entry.profile, model)


def _unit(s: Battle, seat: int, unit: str, name: str, entry: Entry) -> None:
    side = unit[0]
    s.units[unit] = Unit(unit, name, seat)
    profiles = [entry.profile] * entry.size + list(entry.attached)
    for number, profile in enumerate(profiles, 1):
        model = f"{unit}.{number}"
        s.reserve[model] = Model(model, f"{side}.{profile}", seat, f"{name} {number}", unit)
