"""A small wargame: deploy, move, shoot, with one response window. The book of the table's own tests.

It asks every kind of question once, so that the page is tried on all of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from referee.kernel import (
    AGAIN,
    DONE,
    END,
    Allocate,
    Book,
    BookOption,
    Confirm,
    Game,
    Index,
    MovePaths,
    Number,
    Order,
    Outcome,
    PlacePositions,
    Procedure,
    Refusal,
    Roll,
    Row,
    State,
    Window,
    choose,
    expire,
    refuse,
    step,
    tell,
    text,
)

WIDTH, HEIGHT = 44.0, 30.0
MOVE, RANGE, RADIUS = 6.0, 18.0, 0.63
RUIN = ((18.0, 10.0), (26.0, 10.0), (26.0, 16.0), (18.0, 16.0))
NAMES = ("Red Guard", "Red Scouts", "Blue Guard", "Blue Scouts")


class Unit(msgspec.Struct, frozen=True):
    id: str
    name: str
    seat: int
    wounds: int


class Model(msgspec.Struct, frozen=True):
    id: str
    unit: str
    x: float
    y: float


class Skirmish(State):
    turn: int = 0
    phase: str = "Deployment"
    score: tuple[int, int] = (0, 0)
    secrets: tuple[int, int] = (0, 0)
    """A number each seat chose and only that seat knows."""
    units: dict[str, Unit] = {}
    models: dict[str, Model] = {}

    @property
    def active(self) -> int:
        return self.turn % 2


def of_unit(s: Skirmish, unit: str) -> tuple[str, ...]:
    return tuple(name for name, model in s.models.items() if model.unit == unit)


def own(s: Skirmish, seat: int) -> tuple[str, ...]:
    return tuple(name for name, unit in s.units.items() if unit.seat == seat and of_unit(s, name))


def off_table(rule: str, x: float, y: float) -> Iterator[Refusal]:
    if not (RADIUS <= x <= WIDTH - RADIUS and RADIUS <= y <= HEIGHT - RADIUS):
        yield refuse(rule, "{x}, {y} is off the table.", x=x, y=y)


def in_ruin(x: float, y: float) -> bool:
    return 18 - RADIUS < x < 26 + RADIUS and 10 - RADIUS < y < 16 + RADIUS


class SkirmishGame(Procedure):
    """SK 1 The game."""

    seat: int = 0
    number: int = 0

    @step("SK 1.1", into="number")
    def first_secret(self, s: Skirmish) -> Outcome:
        return Number(by=0, prompt=text("Choose a secret number."), minimum=1, maximum=3)

    @step("SK 1.2")
    def keep_first(self, s: Skirmish) -> Outcome:
        s.secrets = (self.number, 0)
        return None

    @step("SK 1.3")
    def deploy(self, s: Skirmish) -> Outcome:
        return Deploy(unit="blue guard", seat=1)

    @step("SK 1.4")
    def battle(self, s: Skirmish) -> Outcome:
        return Turns()


class Deploy(Procedure):
    """SK 2 A unit is set up within 8 inches of its own edge."""

    unit: str
    seat: int
    places: tuple[Any, ...] = ()

    @step("SK 2.1", into="places", check="refusals", propose="sensible")
    def place(self, s: Skirmish) -> Outcome:
        return PlacePositions(by=self.seat, prompt=text("Set up {unit}.", unit="Blue Guard"), subjects=self._models())

    @step("SK 2.2")
    def put(self, s: Skirmish) -> Outcome:
        for name, (x, y, _, _) in self.places:
            s.models[name] = Model(name, self.unit, x, y)
        tell(s, "SK 2.1", "{unit} is set up.", unit="Blue Guard")
        return None

    def _models(self) -> tuple[str, ...]:
        return tuple(f"{self.unit} {at}" for at in range(1, 4))

    def refusals(self, s: Skirmish, places: Any) -> Iterator[Refusal]:
        if {name for name, _ in places} != set(self._models()):
            yield refuse("SK 2.1", "Every model of the unit has to be set up.")
        for name, (x, y, _, _) in places:
            yield from off_table("SK 2.1", x, y)
            if x < WIDTH - 8:
                yield refuse("SK 2.1", "{model} is more than 8 inches from your edge.", model=name)

    def sensible(self, s: Skirmish, random: Random) -> Iterator[Any]:
        while True:
            y = random.uniform(3, HEIGHT - 7)
            yield tuple((name, (40.0, y + at * 2, 0.0, 0.0)) for at, name in enumerate(self._models()))


class Turns(Procedure):
    """SK 3 Turns, until six are over."""

    order: tuple[str, ...] = ()
    hold: bool = False
    allotted: tuple[int, ...] = ()

    @step("SK 3.1")
    def begin(self, s: Skirmish) -> Outcome:
        if s.turn >= 6 or not own(s, 0) or not own(s, 1):
            return END
        s.phase = "Movement"
        return None

    @step("SK 3.2", into="order", when=lambda self, s: len(own(s, s.active)) > 1)
    def order_of_units(self, s: Skirmish) -> Outcome:
        return Order(by=s.active, prompt=text("In which order do your units act?"), among=own(s, s.active))

    @step("SK 3.3")
    def move(self, s: Skirmish) -> Outcome:
        return MoveUnits(seat=s.active, left=own(s, s.active))

    @step("SK 3.4")
    def shoot(self, s: Skirmish) -> Outcome:
        s.phase = "Shooting"
        return Shooting(seat=s.active)

    @step("SK 3.5", into="hold")
    def hold_ground(self, s: Skirmish) -> Outcome:
        return Confirm(by=s.active, prompt=text("Hold the ground for a point?"))

    @step("SK 3.6", into="allotted", when=lambda self, s: len(own(s, s.active)) > 1)
    def allot(self, s: Skirmish) -> Outcome:
        among = own(s, s.active)
        return Allocate(by=s.active, prompt=text("Share out two supplies."), among=among, total=2)

    @step("SK 3.7")
    def score(self, s: Skirmish) -> Outcome:
        first, second = s.score
        points = int(self.hold)
        s.score = (first + points, second) if s.active == 0 else (first, second + points)
        s.turn += 1
        expire(s, "phase end")
        return AGAIN


class MoveUnits(Procedure):
    """SK 4 Each unit may move up to 6 inches, around the ruin."""

    seat: int
    left: tuple[str, ...]
    unit: str = ""
    paths: tuple[Any, ...] = ()

    @step("SK 4.1", into="unit", check="why_not_unit")
    def select(self, s: Skirmish) -> Outcome:
        if not self.left:
            return DONE
        return choose(text("Which unit moves?"), by=self.seat, among=(*self.left, "end phase"))

    @step("SK 4.2", into="paths", check="refusals", propose="sensible", when=lambda self, s: self.unit != "end phase")
    def path(self, s: Skirmish) -> Outcome:
        return MovePaths(
            by=self.seat,
            prompt=text("Move {unit} up to {inches} inches.", unit=s.units[self.unit].name, inches=MOVE),
            subjects=of_unit(s, self.unit),
            about={"unit": self.unit, "inches": MOVE},
        )

    @step("SK 4.3")
    def carry_out(self, s: Skirmish) -> Outcome:
        if self.unit == "end phase":
            return DONE
        for name, points in self.paths:
            s.models[name] = Model(name, self.unit, points[-1][0], points[-1][1])
        tell(s, "SK 4.2", "{unit} moves.", unit=s.units[self.unit].name)
        self.left = tuple(name for name in self.left if name != self.unit)
        return AGAIN

    def why_not_unit(self, s: Skirmish, unit: Any) -> Iterator[Refusal]:
        if unit in s.units:
            yield refuse("SK 4.1", "{unit} has moved, or is not yours.", unit=s.units[unit].name)

    def refusals(self, s: Skirmish, paths: Any) -> Iterator[Refusal]:
        for name, points in paths:
            at = (s.models[name].x, s.models[name].y)
            gone = 0.0
            for x, y, _, _ in points:
                gone += math.dist(at, (x, y))
                at = (x, y)
            if gone > MOVE + 1e-9:
                yield refuse(
                    "SK 4.2",
                    "{model} moves {gone} inches.",
                    text("It may move up to {inches} inches.", inches=MOVE),
                    model=name,
                    gone=gone,
                )
            yield from off_table("SK 4.3", *at)
            if in_ruin(*at):
                yield refuse("SK 4.3", "{model} would end inside the ruin.", model=name)

    def sensible(self, s: Skirmish, random: Random) -> Iterator[Any]:
        while True:
            angle, far = random.uniform(0, 2 * math.pi), random.uniform(0, MOVE)
            paths = []
            for name in of_unit(s, self.unit):
                model = s.models[name]
                x, y = model.x + far * math.cos(angle), model.y + far * math.sin(angle)
                paths.append((name, ((x, y, 0.0, 0.0),)))
            if not any(True for _ in self.refusals(s, paths)):
                yield tuple(paths)
            else:
                yield ()


class Brace(Window):
    """SK 5 A unit that is shot at may brace."""

    def offers(self, s: Skirmish, seat: int) -> tuple[Any, ...]:
        return ("brace",)

    def respond(self, s: Skirmish, seat: int, choice: Any) -> Procedure:
        return Braced(unit=self.subject)


class Braced(Procedure):
    unit: str

    @step("SK 5.1")
    def brace(self, s: Skirmish) -> Outcome:
        tell(s, "SK 5.1", "{unit} braces.", unit=s.units[self.unit].name)
        return None


class Shooting(Procedure):
    """SK 6 One unit is shot at."""

    seat: int
    target: str = ""
    hits: tuple[int, ...] = ()

    @step("SK 6.1", into="target")
    def select(self, s: Skirmish) -> Outcome:
        return choose(text("Shoot at which unit?"), by=self.seat, among=(*own(s, 1 - self.seat), "nobody"))

    @step("SK 6.2", when=lambda self, s: self.target != "nobody")
    def window(self, s: Skirmish) -> Outcome:
        return Brace(moment="when a unit is shot at", seats=(1 - self.seat,), subject=self.target)

    @step("SK 6.3", into="hits", when=lambda self, s: self.target != "nobody")
    def roll(self, s: Skirmish) -> Outcome:
        return Roll(under="SK 6.3", purpose="to hit", by=self.seat, count=3)

    @step("SK 6.4", when=lambda self, s: self.target != "nobody")
    def wound(self, s: Skirmish) -> Outcome:
        for _ in [die for die in self.hits if die >= 5]:
            models = of_unit(s, self.target)
            if models:
                del s.models[models[-1]]
                tell(s, "SK 6.4", "{unit} loses a model.", unit=s.units[self.target].name)
        return None


def set_up(options: dict[str, str], lists: tuple[Any, ...]) -> tuple[Skirmish, Procedure]:
    s = Skirmish()
    for at, name in enumerate(NAMES):
        s.units[name.lower()] = Unit(name.lower(), name, at // 2, 3)
        for number in range(3 * (name != "Blue Guard")):
            model = f"{name.lower()} {number + 1}"
            s.models[model] = Model(model, name.lower(), 4 + 34 * (at // 2), 6 + 12 * (at % 2) + 2 * number)
    return s, SkirmishGame()


def view(game: Game, seat: int | None) -> dict[str, Any]:
    s = game.state
    assert isinstance(s, Skirmish)
    base = {"shape": "round", "width": 2 * RADIUS, "depth": 2 * RADIUS}
    return {
        "table": {"width": WIDTH, "height": HEIGHT},
        "round": s.turn // 2 + 1,
        "turn": s.active,
        "phase": s.phase,
        "seats": [
            {"seat": one, "name": ("Red", "Blue")[one], "score": s.score[one], "facts": {"Supplies": 2}}
            for one in (0, 1)
        ],
        "terrain": [{"id": "ruin", "name": "Ruin", "kind": "ruins", "shape": RUIN}],
        "zones": [{"name": "Blue's edge", "seat": 1, "shape": ((36, 0), (44, 0), (44, 30), (36, 30))}],
        "objectives": [{"id": "centre", "name": "Centre", "x": 22.0, "y": 20.0, "radius": 3.0}],
        "units": [
            {
                "id": unit.id,
                "name": unit.name,
                "seat": unit.seat,
                "models": [
                    {"id": model, "x": s.models[model].x, "y": s.models[model].y, "angle": 0, "z": 0, "base": base}
                    for model in of_unit(s, unit.id)
                ],
            }
            for unit in s.units.values()
        ],
        "secret": s.secrets[seat] if seat is not None else None,
    }


RULES = {
    "SK 1.1": "A secret number", "SK 2.1": "Setting up", "SK 3.1": "Turns", "SK 3.2": "Order of units",
    "SK 3.5": "Holding ground", "SK 3.6": "Supplies", "SK 4.1": "Selecting a unit", "SK 4.2": "Moving",
    "SK 4.3": "Where a move ends", "SK 5.1": "Bracing", "SK 6.1": "Selecting a target", "SK 6.3": "Rolling to hit",
    "SK 6.4": "Losses",
}  # fmt: skip

BOOK = Book(
    name="skirmish",
    title="A small skirmish",
    edition="1",
    prefix="SK",
    state=Skirmish,
    set_up=set_up,
    view=view,
    draw=lambda game, seat: "<svg xmlns='http://www.w3.org/2000/svg'/>",
    sketch=lambda game, seat, columns: "",
    options=(BookOption("weather", text("The weather"), "fair", ("fair", "rain")),),
    index=lambda: Index(
        {
            rule: Row({"en": title, "hu": f"{title} (hu)"}, {"en": f"{title}, in short."}, "the skirmish")
            for rule, title in RULES.items()
        }
    ),
    bots={"first": lambda game, seat, random: game.propose(random)},
)
