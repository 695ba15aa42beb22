"""23.01 aircraft start in reserves; 24.20 infiltrators are deployed outside their zone."""

from __future__ import annotations

from msgspec.structs import replace

from books.wh40k.scene import PROFILES, Play, Scene, profile, row
from referee.books.wh40k import BOOK
from referee.books.wh40k.setup import DeclareFormations, Deploy
from referee.books.wh40k.state import Where, leave_table
from referee.kernel import Game, Scripted

PROFILES["Infiltrator"] = profile("Infiltrator", "INFANTRY", abilities=("infiltrators",))


def undeployed(kind: str, frame: type) -> Play:
    scene = Scene().unit("A1", kind, row(10.0, 30.0, 1)).unit("B1", "Trooper", row(10.0, 5.0, 2))
    s = scene.start().s
    leave_table(s, "A1", Where.UNDEPLOYED)
    s.roster = replace(s.roster, limits=(2000, 2000))
    given = {"by": 0} if frame is DeclareFormations else {"unit": "A1"}
    game = Game(BOOK, s, [frame(**given)], Scripted(()))
    game.run()
    return Play(game)


def test_23_01_an_aircraft_starts_in_strategic_reserves() -> None:
    assert undeployed("Flyer", DeclareFormations).s.units["A1"].where is Where.RESERVES


def test_23_01_twin_another_unit_does_not() -> None:
    assert undeployed("Trooper", DeclareFormations).s.units["A1"].where is Where.UNDEPLOYED


def test_24_20_infiltrators_stand_more_than_8_inches_from_the_enemy() -> None:
    play = undeployed("Infiltrator", Deploy)
    play.answer([["A1.1", [40.0, 22.0]]])
    assert play.s.units["A1"].where is Where.TABLE


def test_24_20_twin_not_nearer_and_others_not_outside_their_zone() -> None:
    play = undeployed("Infiltrator", Deploy)
    play.refused([["A1.1", [10.0, 12.0]]], "40K 24.20")
    assert undeployed("Trooper", Deploy).game.why([["A1.1", [40.0, 22.0]]])
