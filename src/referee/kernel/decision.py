"""What is asked now: of whom, under which rule, and the answers there are.

The kinds are few and closed; a front end or a bot that handles them can play every book. Each is plain JSON.

kind            the answer
choose_one      one of `among`
choose_some     a tuple of `minimum` to `maximum` different members of `among`
order           all of `among`, in the order wished
allocate        a tuple of whole numbers that add up to `total`, one for each of `among`
number          a whole number from `minimum` to `maximum`
paths           a tuple of (id, ((x, y, angle, z), ...)): the way each of `subjects` goes; inches and degrees
positions       a tuple of (id, (x, y, angle, z)): where each of `subjects` is put
confirm         true or false
roll            a tuple of `count` numbers from 1 to `sides`; answered by the dice, or typed in by hand

Paths and positions are open: no list can hold the answers. The step that asks names a checker and a proposer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from referee.kernel.citation import RuleId, Text, text
from referee.kernel.errors import NotAnOption, NotUnderstood

Seat = int
"""A place at the table, counted from 0."""

Point = tuple[float, float, float, float]
"""x and y in inches from the table's corner, angle in degrees, z (height above the table) in inches."""

FARTHEST = 1e6
"""No number of a place is as large as this: what is larger (or no number at all) is a slip."""

Paths = tuple[tuple[str, tuple[Point, ...]], ...]
Positions = tuple[tuple[str, Point], ...]


class Decision(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True, gc=False):
    """The base of all kinds: who is asked, what, and under which rule (filled in by the step that asks)."""

    rule: RuleId = ""
    by: Seat
    prompt: Text
    about: dict[str, Any] = {}
    """What a front end needs to show the question well: ids, limits. Not needed to answer it."""

    asks: ClassVar[bool] = True
    """Of what a step returns, this stops the game until it is answered."""
    is_open: ClassVar[bool] = False
    """Can the answers not be listed?"""

    def options(self) -> tuple[Any, ...]:
        """Every answer, where they can be listed one by one; otherwise nothing."""
        return ()

    def understand(self, answer: Any) -> Any:
        """The answer in its plain, immutable form. Raises NotUnderstood or NotAnOption."""
        raise NotImplementedError

    def is_like_an_option(self, answer: Any) -> bool:
        """Is it of the same shape as one of the options, such as a string where they are strings?"""
        among: tuple[Any, ...] = getattr(self, "among", ())
        shapes = {_shape(one) for one in among}
        if isinstance(self, ChooseOne):
            return _shape(answer) in shapes
        return isinstance(answer, tuple) and all(_shape(one) in shapes for one in answer)

    def sample(self, random: Random) -> Any:
        """Some answer of the right shape, at random. Open questions have none of their own."""
        raise NotImplementedError


class ChooseOne(Decision, frozen=True, tag="choose_one", kw_only=True):
    """One of `among`. `labels`, if given, say each option in words."""

    among: tuple[Any, ...]
    labels: tuple[Text, ...] = ()

    def options(self) -> tuple[Any, ...]:
        return self.among

    def understand(self, answer: Any) -> Any:
        return _member(answer, self.among)

    def sample(self, random: Random) -> Any:
        return self.among[int(random.random() * len(self.among))]


class ChooseSome(Decision, frozen=True, tag="choose_some", kw_only=True):
    """From `minimum` to `maximum` different members of `among`."""

    among: tuple[Any, ...]
    minimum: int
    maximum: int
    labels: tuple[Text, ...] = ()

    def understand(self, answer: Any) -> Any:
        chosen = _members(answer, self.among)
        if not self.minimum <= len(chosen) <= self.maximum:
            raise NotAnOption(
                text(
                    "{given} were chosen, from {minimum} to {maximum} are asked for.",
                    given=len(chosen),
                    minimum=self.minimum,
                    maximum=self.maximum,
                )
            )
        return chosen

    def sample(self, random: Random) -> Any:
        return tuple(random.sample(self.among, random.randint(self.minimum, min(self.maximum, len(self.among)))))


class Order(Decision, frozen=True, tag="order", kw_only=True):
    """All of `among`, in the order wished."""

    among: tuple[Any, ...]
    labels: tuple[Text, ...] = ()

    def understand(self, answer: Any) -> Any:
        chosen = _members(answer, self.among)
        if len(chosen) != len(self.among):
            raise NotAnOption(text("Each of {options} has to be named once.", options=listed(self.among)))
        return chosen

    def sample(self, random: Random) -> Any:
        return tuple(random.sample(self.among, len(self.among)))


class Allocate(Decision, frozen=True, tag="allocate", kw_only=True):
    """`total` shared out over `among`, at most `limits[i]` to each (no limits: as many as there are)."""

    among: tuple[Any, ...]
    total: int
    limits: tuple[int, ...] = ()
    labels: tuple[Text, ...] = ()

    def understand(self, answer: Any) -> Any:
        if isinstance(answer, Mapping):
            answer = [answer.get(one, 0) for one in self.among]
        shares = _whole_numbers(answer)
        if len(shares) != len(self.among) or sum(shares) != self.total or min(shares, default=0) < 0:
            raise NotAnOption(
                text("{total} has to be shared out over {options}.", total=self.total, options=listed(self.among))
            )
        for share, limit, one in zip(shares, self.limits, self.among, strict=False):
            if share > limit:
                raise NotAnOption(
                    text("{one} can take {limit} at most, not {share}.", one=shown(one), limit=limit, share=share)
                )
        return shares

    def sample(self, random: Random) -> Any:
        shares = [0] * len(self.among)
        room = list(self.limits) or [self.total] * len(self.among)
        for _ in range(self.total):
            free = [i for i, left in enumerate(room) if shares[i] < left]
            shares[random.choice(free)] += 1
        return tuple(shares)


class Number(Decision, frozen=True, tag="number", kw_only=True):
    """A whole number from `minimum` to `maximum`."""

    minimum: int
    maximum: int

    def options(self) -> tuple[Any, ...]:
        return tuple(range(self.minimum, self.maximum + 1)) if self.maximum - self.minimum < 100 else ()

    def understand(self, answer: Any) -> Any:
        (number,) = _whole_numbers([answer])
        if not self.minimum <= number <= self.maximum:
            raise NotAnOption(
                text(
                    "{number} is not from {minimum} to {maximum}.",
                    number=number,
                    minimum=self.minimum,
                    maximum=self.maximum,
                )
            )
        return number

    def sample(self, random: Random) -> Any:
        return random.randint(self.minimum, self.maximum)


class MovePaths(Decision, frozen=True, tag="paths", kw_only=True):
    """The ways that `subjects` go; one that is not named stays where it is."""

    subjects: tuple[str, ...]

    is_open: ClassVar[bool] = True

    def understand(self, answer: Any) -> Any:
        pairs = _pairs(answer, self.subjects)
        return tuple((one, tuple(_point(point) for point in _sequence(way))) for one, way in pairs)


class PlacePositions(Decision, frozen=True, tag="positions", kw_only=True):
    """Where `subjects` are put; each has to be named, unless the rule that asks lets some be left out."""

    subjects: tuple[str, ...]

    is_open: ClassVar[bool] = True

    def understand(self, answer: Any) -> Any:
        return tuple((one, _point(point)) for one, point in _pairs(answer, self.subjects))


class Confirm(Decision, frozen=True, tag="confirm", kw_only=True):
    """Yes or no."""

    def options(self) -> tuple[Any, ...]:
        return (True, False)

    def understand(self, answer: Any) -> Any:
        if isinstance(answer, bool):
            return answer
        raise NotUnderstood(text("Yes or no is asked for, not {answer}.", answer=shown(answer)))

    def sample(self, random: Random) -> Any:
        return random.random() < 0.5


class RollDice(Decision, frozen=True, tag="roll", kw_only=True):
    """`count` dice of `sides` sides, for `purpose`."""

    count: int
    sides: int
    purpose: str

    def understand(self, answer: Any) -> Any:
        dice = _whole_numbers([answer] if isinstance(answer, int) else answer)
        if len(dice) != self.count:
            raise NotAnOption(
                text("{count} dice are asked for, {given} were given.", count=self.count, given=len(dice))
            )
        for die in dice:
            if not 1 <= die <= self.sides:
                raise NotAnOption(text("A die with {sides} sides does not show {die}.", sides=self.sides, die=die))
        return dice

    def sample(self, random: Random) -> Any:
        return tuple(random.randint(1, self.sides) for _ in range(self.count))


AnyDecision = ChooseOne | ChooseSome | Order | Allocate | Number | MovePaths | PlacePositions | Confirm | RollDice
"""The closed union of all kinds, for `msgspec.json.decode(..., type=AnyDecision)`."""


def choose(prompt: Text, *, by: Seat, among: Sequence[Any], labels: Sequence[Text] = (), **about: Any) -> ChooseOne:
    """Ask `by` for one of `among`."""
    return ChooseOne(by=by, prompt=prompt, among=tuple(among), labels=tuple(labels), about=about)


def frozen(value: Any) -> Any:
    """`value` with its lists made tuples, as answers and all that lies in a field of type `Any` are kept."""
    if isinstance(value, list | tuple):
        return tuple(frozen(one) for one in value)
    if isinstance(value, dict):
        return {name: frozen(one) for name, one in value.items()}
    return value


def _shape(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_shape(one) for one in value)
    return "text" if isinstance(value, str) else type(value)


def shown(value: Any) -> str:
    """An answer as it is shown in a message."""
    if isinstance(value, str):
        return value
    try:
        return msgspec.json.encode(value, enc_hook=repr).decode()
    except (TypeError, ValueError, RecursionError):
        return repr(value)


def listed(values: Sequence[Any]) -> str:
    """Options as they are shown in a message; of many, the first twelve."""
    names = [shown(value) for value in values[:12]]
    return ", ".join(names) + (", ..." if len(values) > 12 else "")


def _members(answer: Any, among: tuple[Any, ...]) -> tuple[Any, ...]:
    chosen: list[Any] = []
    for one in _sequence(answer):
        member = _member(one, among)
        if member in chosen:
            raise NotAnOption(text("{answer} is named twice.", answer=shown(one)))
        chosen.append(member)
    return tuple(chosen)


def _member(answer: Any, among: tuple[Any, ...]) -> Any:
    """The member of `among` that equals the answer: what is kept is always the option itself."""
    if answer.__class__ is list or answer.__class__ is tuple:
        answer = frozen(answer)
    try:
        return among[among.index(answer)]
    except ValueError:
        raise NotAnOption(
            text("{answer} is not an option here: {options}.", answer=shown(answer), options=listed(among))
        ) from None


def _sequence(answer: Any) -> Sequence[Any]:
    if isinstance(answer, list | tuple):
        return answer
    raise NotUnderstood(text("A list is asked for, not {answer}.", answer=shown(answer)))


def _whole_numbers(answer: Any) -> tuple[int, ...]:
    numbers = _sequence(answer)
    for one in numbers:
        if not isinstance(one, int) or isinstance(one, bool):
            raise NotUnderstood(text("A whole number is asked for, not {answer}.", answer=shown(one)))
    return tuple(numbers)


def _pairs(answer: Any, subjects: tuple[str, ...]) -> list[tuple[str, Any]]:
    pairs = list(answer.items()) if isinstance(answer, Mapping) else list(_sequence(answer))
    seen: dict[str, Any] = {}
    for pair in pairs:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise NotUnderstood(text("Pairs of a name and a place are asked for, not {answer}.", answer=shown(pair)))
        one, value = pair
        one = _member(one, subjects)
        if one in seen:
            raise NotAnOption(text("{answer} is named twice.", answer=shown(one)))
        seen[one] = value
    return list(seen.items())


def _point(answer: Any) -> Point:
    numbers = _sequence(answer)
    fits = 2 <= len(numbers) <= 4 and all(
        isinstance(one, int | float) and not isinstance(one, bool) and abs(one) < FARTHEST for one in numbers
    )
    if not fits:
        raise NotUnderstood(
            text(
                "A place is x and y in inches, and an angle and a height if wished, not {answer}.", answer=shown(answer)
            )
        )
    x, y, *rest = (float(one) for one in numbers)
    angle, z = (*rest, 0.0, 0.0)[:2] if len(rest) < 2 else rest
    return (x, y, angle, z)
