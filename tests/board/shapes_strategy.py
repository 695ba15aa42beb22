"""Random bases and poses for the property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from referee.board import Base, Hull, Oval, Placed, Pose, Round, rectangle

ROUNDS = st.sampled_from([25.0, 28.5, 32.0, 40.0, 60.0, 90.0, 130.0]).map(Round)
OVALS = st.sampled_from([(60.0, 35.5), (75.0, 42.0), (105.0, 70.0), (120.0, 92.0), (170.0, 109.0)]).map(
    lambda size: Oval(*size)
)
L_SHAPE = Hull(((-2.0, -2.0), (2.0, -2.0), (2.0, 0.0), (0.0, 0.0), (0.0, 2.0), (-2.0, 2.0)))
HULLS = st.sampled_from([rectangle(4.5, 3.0), rectangle(1.0, 6.0), L_SHAPE])
BASES: st.SearchStrategy[Base] = st.one_of(ROUNDS, OVALS, HULLS)


def poses(low: float = 0.0, high: float = 12.0) -> st.SearchStrategy[Pose]:
    """Poses on a small table, with all angles."""
    spot = st.floats(low, high, allow_nan=False).map(lambda value: round(value, 3))
    return st.builds(Pose, spot, spot, st.floats(-180, 180).map(lambda value: round(value, 2)))


def placed(name: str, bases: st.SearchStrategy[Base] = BASES) -> st.SearchStrategy[Placed]:
    """A model with a random base somewhere."""
    return st.builds(Placed, st.just(name), bases, poses())
