"""A procedure of a rulebook: a class whose methods are its numbered steps; an instance is a frame of the stack.

    class FallBack(Procedure):
        unit: str
        mode: str = ""

        @step("40K 09.07/b", into="mode", check="mode_refusals")
        def select_mode(self, s: Battle) -> Outcome:
            return choose(text("Which fall-back mode?"), by=s.active, among=fall_back_modes(s, self.unit))

A step returns nothing (go on), a `Decision` (stop and ask; the answer lands in the field named by `into`), a procedure
(run it; its `result` lands there), `DONE`, `AGAIN` (from the top) or `END` (the game is over). Steps stand in rulebook
order. A step that asks changes nothing before it asks: after loading, the question is asked afresh.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, ClassVar

import msgspec

from referee.kernel.citation import RuleId
from referee.kernel.decision import Decision
from referee.kernel.record import Changing


class Signal(Enum):
    """What a step can say besides a decision or a procedure."""

    DONE = "done"
    AGAIN = "again"
    END = "end"


DONE = Signal.DONE
AGAIN = Signal.AGAIN
END = Signal.END


class Step(msgspec.Struct, frozen=True):
    """One numbered step: its rule id, what runs, where an answer lands, when it applies, who checks answers."""

    rule: RuleId
    name: str
    run: Callable[[Any, Any], Any]
    into: str = ""
    when: Callable[[Any, Any], bool] | None = None
    check: str = ""
    propose: str = ""


REGISTRY: dict[str, type[Procedure]] = {}
"""Every procedure class by its tag: how a save finds them again."""


def step(
    rule: RuleId,
    *,
    into: str = "",
    when: Callable[[Any, Any], bool] | None = None,
    check: str = "",
    propose: str = "",
) -> Callable[[Callable[[Any, Any], Any]], Any]:
    """Make a method a numbered step.

    `check` names the method `(self, s, answer) -> Iterator[Refusal]` that says why an answer is not legal;
    `propose` the method `(self, s, random) -> Iterator[answer]` that gives sensible answers to an open question.
    """

    def mark(method: Callable[[Any, Any], Any]) -> Step:
        return Step(rule, method.__name__, method, into, when, check, propose)

    return mark


class Procedure(msgspec.Struct, kw_only=True, gc=False, metaclass=Changing):
    """The base of all procedures. Fields are plain and immutable, so that a frame can be copied and saved."""

    asks: ClassVar[bool] = False
    """Of what a step returns, this goes on without stopping."""
    steps: ClassVar[tuple[Step, ...]] = ()
    steps_from: ClassVar[tuple[tuple[Step, ...], ...]] = ((),)
    """The steps from each of them on, and behind the last one none."""
    tag: ClassVar[str] = ""
    delivers: ClassVar[bool] = True
    """Does its result land in the field of the step that ran it? Settling a gap by hand has none."""
    at: int = 0
    """The step this frame stands at."""
    result: Any = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = [value for value in vars(cls).values() if isinstance(value, Step)]
        for name in ("steps", "steps_from", "tag"):
            if name in vars(cls) or name in getattr(cls, "__annotations__", {}):
                raise TypeError(f"{cls.__name__}.{name}: the kernel keeps something of its own under this name")
        for one in cls.steps:
            if one.name in vars(cls) and not isinstance(vars(cls)[one.name], Step):
                raise TypeError(f"{cls.__name__}.{one.name} replaces the step {one.rule}: mark it with @step")
        for one in own:
            if one.into and one.into not in _fields(cls):
                raise TypeError(f"{cls.__name__}.{one.name}: there is no field {one.into!r}")
            for method in (one.check, one.propose):
                if method and not hasattr(cls, method):
                    raise TypeError(f"{cls.__name__}.{one.name}: there is no method {method!r}")
        mine = {one.name: one for one in own}
        inherited = [mine.pop(one.name, one) for one in cls.steps]
        cls.steps = (*inherited, *mine.values())
        cls.steps_from = tails(cls.steps)
        rules = [one.rule for one in cls.steps]
        if len(rules) != len(set(rules)):
            raise TypeError(f"{cls.__name__}: two steps have the same rule id")
        cls.tag = tag_of(cls)
        other = REGISTRY.get(cls.tag)
        if other is not None and other.__module__ != cls.__module__:
            raise TypeError(f"{cls.tag} is declared in {other.__module__} and in {cls.__module__}")
        REGISTRY[cls.tag] = cls

    @property
    def rule(self) -> RuleId:
        """The rule id of the step this frame stands at."""
        return self.steps[min(self.at, len(self.steps) - 1)].rule


Outcome = Decision | Procedure | Signal | None
"""What a step may return."""


def tails(steps: tuple[Step, ...]) -> tuple[tuple[Step, ...], ...]:
    """What is left of some steps at each of them, and behind the last one."""
    return tuple(steps[at:] for at in range(len(steps) + 1))


def _fields(cls: type) -> set[str]:
    """The fields an answer may land in."""
    notes = {name: note for kind in cls.__mro__ for name, note in getattr(kind, "__annotations__", {}).items()}
    return {name for name, note in notes.items() if "ClassVar" not in str(note)} - {"at"}


def tag_of(cls: type) -> str:
    """`wh40k.FallBack` for `referee.books.wh40k.movement.FallBack`, `kernel.Roll`, `duel.Turn` for a module `duel`."""
    parts = cls.__module__.split(".")
    if parts[:2] == ["referee", "books"]:
        return f"{parts[2]}.{cls.__name__}"
    return f"{parts[1] if parts[0] == 'referee' else parts[-1]}.{cls.__name__}"
