"""HH WIN Determining the winner of a battle, and HH END the end of the game."""

from __future__ import annotations

import msgspec

from referee.books.heresy.state import NOBODY, SEATS, Sector, Stage, War, defender, destroy, seat_name
from referee.kernel import END, Game, Outcome, Procedure, Seat, step, tell
from referee.text.heresy import TURNED, UNIT

LAST_TURN = 4
SECTORS = {"horus-heresy": 3, "wh40k-2001": 5}
TO_WIN = {"horus-heresy": 2, "wh40k-2001": 3}
"""HH END/a Sectors of a planet, and how many of them win the game at once, by variant."""


class DetermineWinner(Procedure):
    """HH WIN The stage after a battle: who captures the sector, if anybody."""

    @step("HH WIN/a")
    def weigh_the_forces(self, s: War) -> Outcome:
        forces = [force_at(s, seat, s.battle) for seat in SEATS]
        sector = s.sectors[s.battle]
        captor = captor_of(sector, *forces)
        tell(
            s,
            "HH WIN/a",
            "{sector} asks for {needed}: {first} has {one}, {second} has {two}.",
            sector=sector.name,
            needed=sector.force,
            first=seat_name(s, s.attacker),
            one=forces[s.attacker],
            second=seat_name(s, defender(s)),
            two=forces[defender(s)],
        )
        if captor == NOBODY:
            tell(s, "HH WIN/d", "Nobody captures {sector}.", sector=sector.name)
            return None
        tell(s, "HH WIN/c", "{player} captures {sector}.", player=seat_name(s, captor), sector=sector.name)
        sectors = list(s.sectors)
        sectors[s.battle] = msgspec.structs.replace(sector, captor=captor)
        s.sectors = tuple(sectors)
        return None

    @step("HH WIN/e", when=lambda self, s: s.sectors[s.battle].captor != NOBODY and s.readings.survivors == "discarded")
    def clear_the_sector(self, s: War) -> Outcome:
        # Reading: nothing is said of the cards at a captured sector: they stay; the option `survivors` discards them.
        for lying in list(s.table.values()):
            if lying.sector == s.battle and not lying.in_fleet:
                destroy(s, lying)
        return None

    @step("HH END/b")
    def enough_sectors_end_the_game(self, s: War) -> Outcome:
        for seat in SEATS:
            if captured(s, seat) >= TO_WIN[s.readings.variant]:
                finish(s, seat)
                return END
        return None


def force_at(s: War, seat: Seat, sector: int) -> int:
    """The capture values of a seat's units at a sector, added up."""
    # Reading: units count however they stand; the option `turned-capture` leaves turned ones out.
    turned_too = s.readings.turned_capture == "counts"
    return sum(
        [
            s.pool[x.card].capture
            for x in s.table.values()
            if x.sector == sector
            and x.owner == seat
            and x.kind is UNIT
            and x.face_up
            and (turned_too or x.posture is not TURNED)
        ]
    )


def captor_of(sector: Sector, one: int, two: int) -> Seat:
    """Who captures a sector with these forces: the greater, if it is as much as the sector asks for; else nobody."""
    if one == two or max(one, two) < sector.force:
        return NOBODY
    return 0 if one > two else 1


def captured(s: War, seat: Seat) -> int:
    """How many sectors a seat has captured."""
    return sum(sector.captor == seat for sector in s.sectors)


def captured_value(s: War, seat: Seat) -> int:
    """The values of the sectors a seat has captured, added up."""
    return sum(sector.value for sector in s.sectors if sector.captor == seat)


def winner_at_the_end(s: War) -> Seat:
    """Who wins after the last turn: more sectors, then the more valuable ones; else as the option `level-game` says."""
    for count in (captured, captured_value):
        one, two = (count(s, seat) for seat in SEATS)
        if one != two:
            return 0 if one > two else 1
    # Reading: sectors that are equal in number and value, or none at all, leave a draw; the option has a winner.
    return defender(s) if s.readings.level_game == "defender" else NOBODY


def finish(s: War, winner: Seat) -> None:
    """The game is over."""
    s.stage, s.winner, s.battle, s.chooser = Stage.OVER, winner, NOBODY, NOBODY
    if winner == NOBODY:
        tell(s, "HH END/e", "The game is a draw.")
    else:
        tell(s, "HH END/b", "{player} wins the game.", player=seat_name(s, winner))


def scores(game: Game) -> tuple[float, ...]:
    """How each seat stands: sectors captured, then their value; at the end the winner has the higher score."""
    s = game.state
    assert isinstance(s, War)
    return tuple(captured(s, seat) + captured_value(s, seat) / 100 + (s.winner == seat) / 1000 for seat in SEATS)
