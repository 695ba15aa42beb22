"""Before the battle: attacker and defender, formations (18.01, 20.01), deployment, first turn (01.01)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import shapely

from referee.board import Geometry, board_area
from referee.books.wh40k.dice import RollOff
from referee.books.wh40k.embarking import capacity_refusals
from referee.books.wh40k.reserves import ENEMY_DISTANCE, side_of
from referee.books.wh40k.setting_up import Limits, SetUp, set_up_places
from referee.books.wh40k.state import (
    Battle,
    Unit,
    UnitId,
    Where,
    aboard,
    all_able,
    army,
    change,
    has_keyword,
    leave_table,
    profile_of,
)
from referee.books.wh40k.terrain import battlefield, layout_of
from referee.books.wh40k.windows import SettleByHand
from referee.kernel import (
    AGAIN,
    DONE,
    Outcome,
    Procedure,
    Refusal,
    Seat,
    choose,
    refuse,
    step,
    tell,
    text,
)

READY = "ready"
"""The answer that ends a player's formations."""

RESERVES_SHARE = 0.5
"""Of the points limit: what may be in strategic reserves (40K 20.01)."""

SEATS = {"first player": 0, "second player": 1}


class BattleSetUp(Procedure):
    """40K 01.01 The steps before the battle."""

    winner: Seat = 0

    @step("40K 01.01/a", into="winner")
    def determine_attacker(self, s: Battle) -> Outcome:
        return _seat_or_roll(self, s, "attacker", "40K 01.01/a")

    @step("40K 01.01/b")
    def name_attacker(self, s: Battle) -> Outcome:
        s.attacker = self.winner
        tell(s, "40K 01.01", "{army} is the attacker.", army=s.roster.armies[s.attacker])
        return None

    @step("40K 01.01/c")
    def attacker_declares_formations(self, s: Battle) -> Outcome:
        return DeclareFormations(by=s.attacker)

    @step("40K 01.01/d")
    def defender_declares_formations(self, s: Battle) -> Outcome:
        return DeclareFormations(by=1 - s.attacker)

    @step("40K 18.01/c")
    def empty_dedicated_transports_are_destroyed(self, s: Battle) -> Outcome:
        for unit in s.units.copy().values():
            if has_keyword(s, unit, "DEDICATED TRANSPORT") and not aboard(s, unit.id):
                change(s, unit.id, models=(), where=Where.DESTROYED)
                tell(s, "40K 18.01", "{unit} carries nobody and is destroyed.", unit=unit.name)
        return None

    @step("40K 01.01/e")
    def deploy_armies(self, s: Battle) -> Outcome:
        return DeployArmies(by=1 - s.attacker)

    @step("40K 01.01/f", into="winner")
    def determine_first_turn(self, s: Battle) -> Outcome:
        return _seat_or_roll(self, s, "first turn", "40K 01.01/f")

    @step("40K 01.01/g")
    def name_first_player(self, s: Battle) -> Outcome:
        s.first = s.active = self.winner
        tell(s, "40K 01.01", "{army} takes the first turn.", army=s.roster.armies[s.first])
        return None

    @step("40K 24.31", when=lambda self, s: any(_scouts(s, unit) for unit in s.units.values()))
    def scouts(self, s: Battle) -> Outcome:
        return SettleByHand(by=s.first, under="40K 24.31", reason=text("Scout moves are not written yet."))


def _seat_or_roll(frame: BattleSetUp, s: Battle, option: str, rule: str) -> Outcome:
    """The seat an option names, or a roll-off."""
    given = s.options[option]
    if given in SEATS:
        frame.winner = SEATS[given]
        return None
    return RollOff(under=rule)


def _scouts(s: Battle, unit: Unit) -> bool:
    return unit.where is Where.TABLE and all(
        any(ability.startswith("scouts") for ability in profile_of(s, model).abilities) for model in unit.models
    )


# --- formations ------------------------------------------------------------------------------------------------------


def reserve_points(s: Battle, seat: Seat) -> int:
    """The points of a seat's units in strategic reserves, with everything embarked in them."""
    kept = [unit for unit in army(s, seat) if unit.where is Where.RESERVES]
    return sum(unit.points + sum(other.points for other in aboard(s, unit.id)) for unit in kept)


def reserves_refusals(s: Battle, unit: Unit) -> Iterator[Refusal]:
    """Why the unit may not start in strategic reserves (20.01)."""
    if has_keyword(s, unit, "FORTIFICATION"):
        yield refuse("40K 20.01", "{unit} is a FORTIFICATION: it cannot be in strategic reserves.", unit=unit.name)
    most = int(s.roster.limits[unit.seat] * RESERVES_SHARE)
    points = reserve_points(s, unit.seat) + unit.points + sum(other.points for other in aboard(s, unit.id))
    if points > most:
        yield refuse(
            "40K 20.01",
            "With {unit} the strategic reserves would be worth {points} points.",
            instead=text("{most} points at most.", most=most),
            unit=unit.name,
            points=points,
            most=most,
        )


class DeclareFormations(Procedure):
    """40K 18.01, 20.01 A player says which units start embarked and which in strategic reserves.

    Reading: the players declare one after the other instead of in secret; the order hides nothing that matters later.
    """

    by: Seat
    choice: str = ""

    def _options(self, s: Battle) -> list[str]:
        waiting = [unit for unit in army(s, self.by) if unit.where is Where.UNDEPLOYED]
        found = []
        for unit in waiting:
            for carrier in waiting:
                if carrier.id in s.roster.transports and next(self._embark(s, unit, carrier.id), None) is None:
                    found.append(f"{unit.id} in {carrier.id}")
        found += [f"{unit.id} in reserves" for unit in waiting if next(reserves_refusals(s, unit), None) is None]
        return found

    def _embark(self, s: Battle, unit: Unit, transport: UnitId) -> Iterator[Refusal]:
        if unit.id == transport or unit.id in s.roster.transports:
            yield refuse("40K 18.01", "{unit} is a TRANSPORT itself.", unit=unit.name)
        yield from capacity_refusals(s, transport, unit)

    @step("40K 20.01/a")
    def aircraft_start_in_reserves(self, s: Battle) -> Outcome:
        for unit in army(s, self.by):
            if unit.where is Where.UNDEPLOYED and has_keyword(s, unit, "AIRCRAFT"):
                leave_table(s, unit.id, Where.RESERVES)
                tell(s, "40K 23.01", "{unit} starts in strategic reserves.", unit=unit.name)
        return None

    @step("40K 18.01/a", into="choice", check="refusals")
    def declare(self, s: Battle) -> Outcome:
        options = self._options(s)
        if not options:
            self.choice = READY
            return None
        return choose(
            text("Declare battle formations: who starts embarked or in strategic reserves?"),
            by=self.by,
            among=(*options, READY),
            labels=[*(self._label(s, one) for one in options), text("Everybody else is deployed")],
        )

    @step("40K 18.01/b")
    def carry_out(self, s: Battle) -> Outcome:
        if self.choice == READY:
            return DONE
        unit, _, place = self.choice.partition(" in ")
        if place == "reserves":
            leave_table(s, unit, Where.RESERVES)
            tell(s, "40K 20.01", "{unit} is placed in strategic reserves.", unit=s.units[unit].name)
        else:
            leave_table(s, unit, Where.EMBARKED, place)
            tell(
                s,
                "40K 18.01",
                "{unit} starts the battle in {transport}.",
                unit=s.units[unit].name,
                transport=s.units[place].name,
            )
        return AGAIN

    def refusals(self, s: Battle, choice: Any) -> Iterator[Refusal]:
        if not isinstance(choice, str):
            return
        name, _, place = choice.partition(" in ")
        unit = s.units.get(name)
        if unit is None or unit.seat != self.by:
            return
        if unit.where is not Where.UNDEPLOYED:
            yield refuse("40K 18.01", "{unit} has its place already.", unit=unit.name)
        elif place == "reserves":
            yield from reserves_refusals(s, unit)
        elif place in s.roster.transports and s.units[place].seat == self.by:
            yield from self._embark(s, unit, place)

    def _label(self, s: Battle, option: str) -> Any:
        unit, _, place = option.partition(" in ")
        if place == "reserves":
            return text("{unit}: strategic reserves", unit=s.units[unit].name)
        return text("{unit}: in {transport}", unit=s.units[unit].name, transport=s.units[place].name)


# --- deployment ------------------------------------------------------------------------------------------------------


class DeployArmies(Procedure):
    """40K 01.01 The players deploy one unit each in turn, the defender first."""

    by: Seat
    unit: UnitId = ""

    def _waiting(self, s: Battle, seat: Seat) -> list[Unit]:
        return [unit for unit in army(s, seat) if unit.where is Where.UNDEPLOYED]

    @step("40K 01.01/h", into="unit")
    def select_unit(self, s: Battle) -> Outcome:
        if not self._waiting(s, self.by):
            self.by = 1 - self.by
        waiting = self._waiting(s, self.by)
        if not waiting:
            return DONE
        return choose(
            text("Which unit is deployed?"),
            by=self.by,
            among=[unit.id for unit in waiting],
            labels=[text(unit.name) for unit in waiting],
        )

    @step("40K 01.01/i")
    def deploy(self, s: Battle) -> Outcome:
        return Deploy(unit=self.unit)

    @step("40K 01.01/j")
    def other_player(self, s: Battle) -> Outcome:
        if s.units[self.unit].where is Where.UNDEPLOYED:
            leave_table(s, self.unit, Where.RESERVES)
            tell(s, "40K 01.01", "{unit} finds no room and starts in strategic reserves.", unit=s.units[self.unit].name)
        self.by = 1 - self.by
        return AGAIN


class Deploy(SetUp):
    """40K 01.01 A unit is deployed wholly within its deployment zone, or anywhere far from the enemy (24.20)."""

    def limits(self, s: Battle) -> Limits:
        unit = s.units[self.unit]
        if all_able(s, unit, "infiltrators"):
            region = _infiltration(s.layout, s.options["deployment"], side_of(s, 1 - unit.seat))
            where = text('the battlefield, more than {range}" from the enemy zone', range=ENEMY_DISTANCE)
            return Limits("40K 24.20", where, region, enemies_beyond=ENEMY_DISTANCE)
        return Limits("40K 01.01", text("your deployment zone"), layout_of(s).zone(side_of(s, unit.seat)))

    def may_decline(self, s: Battle) -> bool:
        return next(self.found(s, Random(0)), None) is None

    def found(self, s: Battle, random: Random) -> Iterator[Any]:
        return set_up_places(s, self.unit, self.limits(s), random, tries=100)


@lru_cache(maxsize=32)
def _infiltration(layout: str, pattern: str, enemy: str) -> Geometry:
    table = battlefield(layout, pattern)
    region = shapely.difference(board_area(table.board), table.zone(enemy).buffer(ENEMY_DISTANCE))
    shapely.prepare(region)
    return region
