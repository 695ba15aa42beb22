"""How much of the data set's stratagems this book carries out, counted: `referee check-book wh40k --stratagems`.

python -m referee.books.wh40k.stratagem_report > docs/stratagems.md
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from referee.books.wh40k.core_stratagems import COMMAND_REROLL, CORE, INSANE_BRAVERY, RAPID_INGRESS
from referee.books.wh40k.data_stratagems import ability_of, every_row, stratagem_of_row
from referee.books.wh40k.effect_conditions import condition_types, is_evaluated
from referee.books.wh40k.effect_nodes import STRUCTURES, inner_nodes, reason_by_hand
from referee.books.wh40k.effect_reasons import ASKED, NOT_PUBLISHED
from referee.books.wh40k.effect_units import Node
from referee.books.wh40k.moments import OPENED
from referee.books.wh40k.stratagem_records import Stratagem

EXECUTED, PARTLY, BY_HAND = "executed", "partly", "by_hand"
OWN_CODE = (COMMAND_REROLL, INSANE_BRAVERY, RAPID_INGRESS)


class NodeCount(msgspec.Struct, frozen=True):
    """One type of node: how often seen, carried out, done by hand, and why."""

    type: str
    kind: str
    """`effect` or `condition`; a condition this book cannot tell is asked of the players."""
    seen: int
    executed: int
    by_hand: int
    reasons: dict[str, int]


class Report(msgspec.Struct, frozen=True):
    """The totals over the rows of the data set, and the types of nodes."""

    total: int
    different: int
    """Rows that are not the same stratagem listed for another faction."""
    offered: int
    executed: int
    partly: int
    by_hand: int
    published: int
    """Rows with a machine-readable effect."""
    with_trigger: int
    """Rows whose moment the data set names; the others are offered at every moment of their phases."""
    reasons: dict[str, int]
    """Why rows are by hand or partly so: how many rows have the reason."""
    nodes: tuple[NodeCount, ...]

    def markdown(self) -> str:
        """The report as the document `docs/stratagems.md`."""
        return _document(self)


class Tally:
    """What is counted while walking through effects."""

    def __init__(self) -> None:
        self.executed: Counter[tuple[str, str]] = Counter()
        self.by_hand: dict[tuple[str, str], Counter[str]] = {}

    def count(self, kind: str, type_: str, reason: str) -> None:
        if reason:
            self.by_hand.setdefault((kind, type_), Counter())[reason] += 1
        else:
            self.executed[kind, type_] += 1

    def rows(self) -> tuple[NodeCount, ...]:
        found = []
        for kind, type_ in sorted({*self.executed, *self.by_hand}):
            reasons = self.by_hand.get((kind, type_), Counter())
            done, left = self.executed[kind, type_], reasons.total()
            found.append(NodeCount(type_, kind, done + left, done, left, dict(reasons.most_common())))
        return tuple(found)


def walk(node: Node, tally: Tally, above: str = "") -> list[str]:
    """Count a node and those within it; the reason of each leaf (and question) that is the players', else ''."""
    kind = str(node.get("type"))
    reason = above or reason_by_hand(node)
    tally.count("effect", kind, reason)
    if kind not in STRUCTURES:
        return [reason]
    found: list[str] = []
    if kind == "conditional":
        for condition in condition_types(node.get("condition") or {}):
            known = is_evaluated(condition)
            asked = reason or ("" if known else ASKED)
            tally.count("condition", str(condition.get("type")), asked)
            found += [] if reason or known else [ASKED]
    for inner in inner_nodes(node):
        found += walk(inner, tally, reason)
    if kind == "designate-target" and not reason:
        found.append("")
    return found or [reason]


def is_offered(one: Stratagem) -> bool:
    """Is there a moment in its phases at which it is offered?"""
    opened = {moment for phase in one.phases for moment in OPENED[phase]}
    return bool(one.phases) and (not one.moments or any(moment in opened for moment in one.moments))


def status_of(one: Stratagem, tally: Tally) -> tuple[str, list[str]]:
    """Is its effect carried out, and the reasons for what is not."""
    if one in CORE:
        return (EXECUTED, []) if one.id in OWN_CODE else (BY_HAND, [reason_of_core(one)])
    if one.effect is None:
        return BY_HAND, [NOT_PUBLISHED]
    leaves = walk(one.effect, tally)
    reasons = [reason for reason in leaves if reason]
    if not reasons:
        return EXECUTED, []
    return (PARTLY if len(reasons) < len(leaves) else BY_HAND), reasons


def reason_of_core(one: Stratagem) -> str:
    """Why a core stratagem's effect is settled by hand: its phase is not written."""
    return f"the {one.phases[0].capitalize()} phase is played by hand" if one.phases else ""


def report() -> Report:
    """Count all rows of the data set."""
    tally, totals, reasons = Tally(), Counter[str](), Counter[str]()
    rows = every_row()
    for row in rows:
        one = stratagem_of_row(row)
        totals["offered"] += is_offered(one)
        totals["with trigger"] += bool(one.moments)
        totals["published"] += ability_of(row) is not None
        status, why = status_of(one, tally)
        totals[status] += 1
        reasons.update(list(dict.fromkeys(why)))
    return Report(
        total=len(rows),
        different=len({row["id"] for row in rows}),
        offered=totals["offered"],
        executed=totals[EXECUTED],
        partly=totals[PARTLY],
        by_hand=totals[BY_HAND],
        published=totals["published"],
        with_trigger=totals["with trigger"],
        reasons=dict(reasons.most_common()),
        nodes=tally.rows(),
    )


def _document(found: Report) -> str:
    lines = [
        "# The stratagems of the data set",
        "",
        "Written by `python -m referee.books.wh40k.stratagem_report > docs/stratagems.md`; the same table is what",
        "`referee check-book wh40k --stratagems` prints (with `--json` for programs).",
        "",
        "Powered by 40kdc-data (<https://github.com/wn-mitch/40kdc-data>), CC BY 4.0.",
        "",
        f"The data set has {found.total} rows, {found.different} different stratagems: one that factions share",
        f"has a row for each. {found.published} rows have a machine-readable effect;",
        f"of {found.with_trigger} rows the moment is known too. The others are offered at every moment of their phases",
        "at which stratagems are offered.",
        "",
        *_table(
            ("rows", "count"),
            [
                ("in all", found.total),
                ("offered, with price, phase, turn, limits and targets checked", found.offered),
                ("effect carried out", found.executed),
                ("effect carried out in part, the rest settled by hand", found.partly),
                ("effect settled by hand", found.by_hand),
            ],
        ),
        "",
        "What is settled by hand is named to the players, asked for in the record, and kept as a reminder on the unit",
        "for as long as it lasts.",
        "",
        "## Why rows are settled by hand, wholly or in part",
        "",
        *_table(("reason", "rows"), list(found.reasons.items())),
        "",
        "## Types of effect nodes",
        "",
        *_nodes([one for one in found.nodes if one.kind == "effect"]),
        "",
        "## Types of conditions",
        "",
        "A condition that this book cannot tell is asked of the player who uses the stratagem.",
        "",
        *_nodes([one for one in found.nodes if one.kind == "condition"]),
        "",
    ]
    return "\n".join(lines)


def _nodes(nodes: list[NodeCount]) -> list[str]:
    rows = [
        (
            f"`{one.type}`",
            one.seen,
            one.executed,
            one.by_hand,
            "; ".join(f"{reason}: {count}" for reason, count in one.reasons.items()),
        )
        for one in nodes
    ]
    return _table(("node", "seen", "carried out", "by hand", "why"), rows)


def _table(head: tuple[str, ...], rows: list[Any]) -> list[str]:
    rule = "|".join("---" if at in (0, 4) else "--:" for at in range(len(head)))
    return [f"| {' | '.join(head)} |", f"|{rule}|", *(f"| {' | '.join(map(str, row))} |" for row in rows)]


if __name__ == "__main__":
    print(report().markdown(), end="")
