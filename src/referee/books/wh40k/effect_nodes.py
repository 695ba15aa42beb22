"""The interpreter of published effects: node after node as they stand; by hand what no rule carries out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.books.wh40k.dice import BattleRoll
from referee.books.wh40k.effect_conditions import TAG, holds
from referee.books.wh40k.effect_deeds import deed_of, verdict_of
from referee.books.wh40k.effect_support import Deed, Ground, last
from referee.books.wh40k.effect_units import (
    ANYWHERE,
    UNITS,
    Amount,
    Node,
    amount_of,
    modifier_of,
    units_for,
    units_near,
    wants_pick,
)
from referee.books.wh40k.names import UnitId
from referee.books.wh40k.state import Battle, Unit, Where, army, has_keyword
from referee.books.wh40k.stratagem_records import Stratagem
from referee.books.wh40k.use_record import Use
from referee.books.wh40k.windows import REMINDER, SettleByHand
from referee.kernel import (
    AGAIN,
    Confirm,
    Outcome,
    Procedure,
    choose,
    phrase,
    step,
    tell,
    text,
)

SEQUENCES = ("sequence", "rules-bundle")
STRUCTURES = (*SEQUENCES, "conditional", "choice", "dice-gated", "select-units", "designate-target", "aura",
              "persistent-designation")  # fmt: skip
EFFECT_ROLL = phrase("stratagem roll")


def steps_of(node: Node) -> list[Node]:
    """The steps of a sequence; one that replaces another if a condition holds becomes the choice between them.

    What lets the units pass through things comes before the moves it is meant for.
    """
    found: list[Node] = []
    for one in node.get("steps") or node.get("effects") or ():
        inner = one.get("effect") if one.get("type") == "conditional" else None
        if isinstance(inner, dict) and modifier_of(inner).get("replaces_default"):
            kind = modifier_of(inner).get("move_type")
            at = next((i for i, other in enumerate(found) if modifier_of(other).get("move_type") == kind), None)
            if at is not None:
                found[at] = {**one, "else": found[at]}
                continue
        found.append(one)
    return sorted(found, key=lambda one: not modifier_of(one).get("passthrough"))


def options_of(node: Node) -> list[Node]:
    """The options of a choice."""
    return [one.get("effect", one) if "type" not in one else one for one in node.get("options") or ()]


def inner_nodes(node: Node) -> list[Node]:
    """The nodes directly within a structure."""
    kind = node.get("type")
    if kind in SEQUENCES:
        return steps_of(node)
    if kind == "choice":
        return options_of(node)
    if kind == "dice-gated":
        return [one for one in (node.get("on_success"), node.get("on_fail")) if one]
    if kind in ("designate-target", "persistent-designation"):
        applied = (node.get("applies") or node.get("consumer") or {}).get("effect")
        return [applied] if applied else []
    inner = [node.get("effect") or modifier_of(node).get("effect"), node.get("else")]
    return [one for one in inner if isinstance(one, dict)]


def reason_by_hand(node: Node) -> str:
    """Why the whole structure or leaf is done by the players; empty if at least a part of it is carried out."""
    kind = str(node.get("type"))
    if kind not in STRUCTURES:
        return verdict_of(node).reason
    if kind in ("designate-target", "persistent-designation"):
        timing = str((node.get("select") or {}).get("timing", ""))
        to = (node.get("applies") or {}).get("to")
        if timing.startswith("after-this-unit") or kind == "persistent-designation" or to != "target":
            inner = inner_nodes(node)
            return (
                verdict_of(inner[0]).reason
                if inner and verdict_of(inner[0]).reason
                else phrase("attacks (04 to 06) are not written yet")
            )
    reasons = [reason_by_hand(one) for one in inner_nodes(node)]
    if not reasons:
        return phrase("this kind of node is not understood")
    return reasons[0] if all(reasons) else ""


def described(node: Node) -> str:
    """The node in the data set's own words, short: `stat-modifier (S add 1, melee)`."""
    kind = str(node.get("type"))
    if kind in SEQUENCES:
        return "; ".join(described(one) for one in steps_of(node))
    if kind == "conditional":
        return f"if {_condition(node.get('condition') or {})}: {described(inner_nodes(node)[0])}"
    if kind == "choice":
        return " / ".join(described(one) for one in options_of(node))
    if kind == "dice-gated":
        return f"{node.get('dice')} {node.get('threshold')}+: {' / '.join(map(described, inner_nodes(node)))}"
    parts = [part for key, value in modifier_of(node).items() if key != "effect" for part in _words(key, value)]
    if node.get("designation"):
        parts.append(str(node["designation"]))
    inner = "".join(f": {described(one)}" for one in inner_nodes(node)) if kind in STRUCTURES else ""
    whom = f" -> {node['target']}" if node.get("target") not in (None, "unit", "self") else ""
    return kind + (f" ({', '.join(parts)})" if parts else "") + whom + inner


def _words(key: str, value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        return [f"{key} {', '.join(f'{k}: {v}' for k, v in value.items())}"]
    if isinstance(value, list | tuple):
        return [" ".join(map(str, value))]
    return [f"{key} {value}" if isinstance(value, int | float) else str(value)]


def _condition(condition: Node) -> str:
    operator = condition.get("operator")
    if operator:
        inner = [_condition(one) for one in condition["operands"]]
        return f"not {inner[0]}" if operator == "not" else f"({f' {operator} '.join(inner)})"
    given = [str(value) for value in (condition.get("parameters") or {}).values()]
    return " ".join([str(condition.get("type")), *given])


class RunEffect(Procedure):
    """40K 15.01/e The effect of a stratagem, as the data set describes it. Units are those selected (15.01.03/c)."""

    use: Use
    nodes: tuple[Any, ...]
    node: Any = None
    answer: Any = None
    dice: tuple[int, ...] = ()
    hand: tuple[str, ...] = ()
    """The nodes that are done by hand, in words."""

    @step("40K 15.01/p")
    def next_node(self, s: Battle) -> Outcome:
        self.answer, self.dice, self.node = None, (), None
        if not self.nodes:
            return None
        node, self.nodes = self.nodes[0], tuple(self.nodes[1:])
        kind = node.get("type")
        if reason_by_hand(node):
            return self._by_hand(s, node)
        if kind in SEQUENCES:
            return self._first(steps_of(node))
        if kind == "conditional":
            found = holds(s, self.use, self._unit(s), node.get("condition") or {})
            if found is not None:
                return self._branch(s, node, found)
        self.node = node
        return None

    @step("40K 15.01/q", into="answer", when=lambda self, s: self.node is not None)
    def ask(self, s: Battle) -> Outcome:
        """What the effect leaves to the player (15.01/k): a choice, a unit, or whether a condition holds."""
        node, kind, by = self.node, self.node.get("type"), self.use.by
        name = self._stratagem(s).name
        if kind == "conditional":
            condition = _condition(node.get("condition") or {})
            return Confirm(by=by, prompt=text("{name}: does this hold? {condition}", name=name, condition=condition))
        if kind == "choice":
            options = options_of(node)
            return choose(
                text("{name}: which effect?", name=name),
                by=by,
                among=range(len(options)),
                labels=[text(described(one)) for one in options],
            )
        among = self._candidates(s)
        if among is None:
            return None
        return choose(
            text(
                "{name}: which unit is meant by {node}? Whether it is visible is for you to say.",
                name=name,
                node=described(node),
            ),
            by=by,
            among=("", *among),
            labels=[text("None"), *(text(s.units[unit].name) for unit in among)],
        )

    @step("40K 15.01/r", into="dice", when=lambda self, s: self._amount().count > 0)
    def roll(self, s: Battle) -> Outcome:
        return BattleRoll(under="40K 15.01/r", purpose=EFFECT_ROLL, by=self.use.by, count=self._amount().count)

    @step("40K 15.01/s", when=lambda self, s: self.node is not None)
    def carry_out(self, s: Battle) -> Outcome:
        node, kind = self.node, self.node.get("type")
        if kind == "conditional":
            return self._branch(s, node, bool(self.answer))
        if kind == "choice":
            return self._first([options_of(node)[int(self.answer or 0)]])
        if kind == "dice-gated":
            passed = _compares(self._amount().total(self.dice), node.get("comparison", "gte"), node["threshold"])
            chosen = node.get("on_success") if passed else node.get("on_fail")
            return self._first([chosen] if chosen else [])
        units = self._units(s)
        if not units:
            tell(s, "40K 15.01/e", "{node}: there is no such unit, nothing happens.", node=described(node))
            return None
        if kind in ("select-units", "designate-target", "aura"):
            return self._bound(s, units)
        deed = deed_of(node)
        assert isinstance(deed, Deed)
        return deed.run(s, self._ground(s), node, units, self.dice)

    @step("40K 15.01/t", when=lambda self, s: bool(self.nodes) or self.node is not None)
    def go_on(self, s: Battle) -> Outcome:
        return AGAIN

    @step("40K 15.01/u", when=lambda self, s: bool(self.hand))
    def settle_by_hand(self, s: Battle) -> Outcome:
        one, nodes = self._stratagem(s), self.hand
        self.hand = ()
        return SettleByHand(
            by=self.use.by,
            under="40K 15.01/u",
            reason=text("{name} on {units}: {nodes}.", name=one.name, units=self._names(s), nodes=" + ".join(nodes)),
        )

    # --- parts

    def _stratagem(self, s: Battle) -> Stratagem:
        return next(one for one in s.roster.stratagems[self.use.by] if one.id == self.use.stratagem)

    def _ground(self, s: Battle) -> Ground:
        return Ground(self.use, self._stratagem(s), self._again)

    def _again(self, node: Node) -> Procedure:
        return RunEffect(use=self.use, nodes=(node,))

    def _unit(self, s: Battle) -> Unit | None:
        return s.units[self.use.targets[0]] if self.use.targets else None

    def _names(self, s: Battle) -> list[str]:
        return [s.units[unit].name for unit in self.use.targets]

    def _first(self, nodes: Sequence[Node]) -> Outcome:
        self.nodes, self.node = (*nodes, *self.nodes), None
        return AGAIN

    def _branch(self, s: Battle, node: Node, holds_: bool) -> Outcome:
        if holds_:
            return self._first([node["effect"]])
        if node.get("else"):
            return self._first([node["else"]])
        tell(
            s,
            "40K 15.01/e",
            "Not so: {condition}. Nothing comes of {node}.",
            condition=_condition(node.get("condition") or {}),
            node=described(node["effect"]),
        )
        return self._first([])

    def _by_hand(self, s: Battle, node: Node) -> Outcome:
        """The players do it, and are reminded of it as long as it lasts."""
        words = described(node)
        self.hand = (*self.hand, words)
        ground = self._ground(s)
        alive = [unit for unit in self.use.targets if s.units[unit].where is not Where.DESTROYED]
        last(s, ground, REMINDER, alive, words)
        return self._first([])

    def _amount(self) -> Amount:
        """The dice that the node rolls before it is carried out."""
        node = self.node
        if node is None or node.get("type") in ("conditional", "choice", *SEQUENCES):
            return Amount(0, 6, 0)
        if node.get("type") == "dice-gated":
            return amount_of(node.get("dice", "D6")) or Amount(1, 6, 0)
        if node.get("type") in STRUCTURES:
            return Amount(0, 6, 0)
        deed = deed_of(node)
        return deed.amount if isinstance(deed, Deed) and deed.amount else Amount(0, 6, 0)

    def _candidates(self, s: Battle) -> tuple[UnitId, ...] | None:
        """The units the player picks one from; nothing if there is nothing to pick."""
        node = self.node
        if node.get("type") == "select-units":
            return self._selected(s)
        if node.get("type") == "designate-target":
            reach = float((node.get("select") or {}).get("within_inches") or ANYWHERE)
            return units_near(s, self.use, 1 - self.use.by, reach)
        if node.get("type") in STRUCTURES or not wants_pick(node, self.use, s):
            return None
        return units_for(s, self.use, self._stratagem(s), node)

    def _selected(self, s: Battle) -> tuple[UnitId, ...]:
        selector = self.node.get("selector") or {}
        seat = self.use.by if selector.get("owner", "friendly") == "friendly" else 1 - self.use.by
        words = [str(word).upper() for word in selector.get("keywords") or ()]
        reach = float(selector.get("range_inches") or ANYWHERE)
        near = (*units_near(s, self.use, seat, reach), *(u.id for u in army(s, seat) if u.where is Where.RESERVES))
        found = [*(unit for unit in self.use.targets if s.units[unit].seat == seat), *near]
        fits = [unit for unit in dict.fromkeys(found) if all(has_keyword(s, s.units[unit], word) for word in words)]
        eligible = selector.get("eligibility")
        if eligible:
            fits = [unit for unit in fits if holds(s, self.use, s.units[unit], eligible) is not False]
        return tuple(fits)

    def _units(self, s: Battle) -> tuple[UnitId, ...]:
        if self._candidates(s) is not None:
            return (self.answer,) if self.answer else ()
        return units_for(s, self.use, self._stratagem(s), self.node)

    def _bound(self, s: Battle, units: tuple[UnitId, ...]) -> Outcome:
        """What is within the structure, for the units found."""
        node = self.node
        if node.get("designation"):
            last(s, self._ground(s), TAG, units, node["designation"])
        inner = [_bind(one, units) for one in inner_nodes(node)]
        return self._first(inner)


def _bind(node: Node, units: Sequence[UnitId]) -> Node:
    """The node with its units named, and every node within it."""
    bound = dict(node)
    for key in ("effect", "else", "on_success", "on_fail"):
        if isinstance(bound.get(key), dict):
            bound[key] = _bind(bound[key], units)
    for key in ("steps", "options", "effects"):
        if bound.get(key):
            bound[key] = [_bind(one, units) for one in bound[key]]
    if bound.get("type") not in STRUCTURES:
        bound[UNITS] = list(units)
    return bound


def _compares(number: int, comparison: str, threshold: int) -> bool:
    return {
        "gte": number >= threshold,
        "gt": number > threshold,
        "lte": number <= threshold,
        "lt": number < threshold,
        "eq": number == threshold,
    }.get(comparison, number >= threshold)
