"""The battlefield: six rows of five cells, named a1 to e6. Rows 1-3 are seat 0's half, rows 4-6 seat 1's."""

from __future__ import annotations

from functools import cache

COLUMNS = "abcde"
ROWS = 6
CELLS: tuple[str, ...] = tuple(f"{column}{row}" for row in range(1, ROWS + 1) for column in COLUMNS)

Cell = str


def _shifted(cell: Cell, right: int, up: int) -> Cell | None:
    column, row = COLUMNS.index(cell[0]) + right, int(cell[1]) + up
    return f"{COLUMNS[column]}{row}" if 0 <= column < len(COLUMNS) and 1 <= row <= ROWS else None


def _all_shifted(cell: Cell, ways: tuple[tuple[int, int], ...]) -> tuple[Cell, ...]:
    found = (_shifted(cell, right, up) for right, up in ways)
    return tuple(one for one in found if one is not None)


STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))

BESIDE: dict[Cell, tuple[Cell, ...]] = {cell: _all_shifted(cell, STRAIGHT) for cell in CELLS}
"""The cells that share a side with a cell."""

NEXT: dict[Cell, tuple[Cell, ...]] = {cell: _all_shifted(cell, STRAIGHT + DIAGONAL) for cell in CELLS}
"""The cells next to a cell, diagonals included."""

BEYOND: dict[Cell, tuple[Cell, ...]] = {
    cell: _all_shifted(cell, tuple((2 * right, 2 * up) for right, up in STRAIGHT + DIAGONAL)) for cell in CELLS
}
"""The cells one beyond the next, in a straight line."""


def ahead(cell: Cell, seat: int) -> Cell | None:
    """The cell in front of a card of `seat`: same column, one row toward the enemy."""
    return _shifted(cell, 0, 1 if seat == 0 else -1)


def row_of(cell: Cell, seat: int) -> int:
    """Which row of its half a cell is in for `seat`: 1 touches the enemy half, 3 is the last; the rest lie beyond."""
    row = int(cell[1])
    return 4 - row if seat == 0 else row - 3


@cache
def half(seat: int) -> tuple[Cell, ...]:
    """The cells of the half of `seat`, first row first."""
    return tuple(sorted((cell for cell in CELLS if 1 <= row_of(cell, seat) <= 3), key=lambda c: (row_of(c, seat), c)))


def _distance(one: Cell, other: Cell) -> tuple[int, int]:
    return abs(ord(one[0]) - ord(other[0])), abs(ord(one[1]) - ord(other[1]))


KING: dict[Cell, dict[Cell, int]] = {a: {b: max(_distance(a, b)) for b in CELLS} for a in CELLS}
"""Distances where a diagonal counts as one cell."""

STEPS: dict[Cell, dict[Cell, int]] = {a: {b: sum(_distance(a, b)) for b in CELLS} for a in CELLS}
"""Distances in steps from side to side."""


@cache
def layers(seat: int, is_first: bool) -> tuple[tuple[Cell, ...], ...]:
    """The blocks of cells for placement, inner block first: each has to be full before the next is opened."""
    inner = [cell for cell in half(seat) if cell[0] in "bcd"]
    outer = [cell for cell in half(seat) if cell[0] in "ae"]
    front = [cell for cell in outer if row_of(cell, seat) == 1]
    back = [cell for cell in outer if row_of(cell, seat) > 1]
    return (tuple(inner), tuple(back), tuple(front)) if is_first else (tuple(inner + front), tuple(back))
