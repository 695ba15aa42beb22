"""A BattleScribe XML document as the same tree its JSON relatives are.

Read as a stream: only the elements that say something about the army are kept. A document that declares a document
type or entities is refused, so nothing expands and nothing is fetched.
"""

from __future__ import annotations

from typing import Any
from xml.parsers import expat

from referee.kernel.citation import text
from referee.lists.army import ListRefused
from referee.lists.limits import Limits
from referee.lists.source import refused

_KEPT = {
    "roster": "",
    "force": "forces",
    "selection": "selections",
    "cost": "costs",
    "costLimit": "costLimits",
    "category": "categories",
}
"""Elements kept, and the list of the parent they go into."""

Node = dict[str, Any]


class _Stop(Exception):
    def __init__(self, refusal: ListRefused) -> None:
        self.refusal = refusal


class _Builder:
    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.root: Node | None = None
        self.open: list[Node | None] = []
        self.elements = 0
        self.parser = expat.ParserCreate("utf-8", namespace_separator=" ")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.EntityDeclHandler = self.doctype

    def doctype(self, *_: object) -> None:
        """A roster declares none; one that does may be out to expand or fetch something."""
        raise _Stop(
            refused(
                "xml-entities",
                text("The XML declares a document type or entities. A roster has none; export it again."),
                self.parser.CurrentLineNumber,
            )
        )

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        line = self.parser.CurrentLineNumber
        if self.elements > self.limits.nodes:
            raise _Stop(
                refused("too-large", text("The XML has more than {limit} elements.", limit=self.limits.nodes), line)
            )
        if len(self.open) >= self.limits.depth:
            raise _Stop(
                refused(
                    "too-deep",
                    text("The file is nested deeper than {limit} levels; no army list is.", limit=self.limits.depth),
                    line,
                )
            )
        tag = name.rpartition(" ")[2]
        into = _KEPT.get(tag)
        node: Node | None = None
        if into is not None and (tag == "roster") == (self.root is None):
            node = {**attributes, "line": line}
            parent = next((other for other in reversed(self.open) if other is not None), None)
            if tag == "roster":
                self.root = node
                node["forces"] = []
            elif parent is not None:
                parent.setdefault(into, []).append(node)
        self.open.append(node)

    def end(self, _: str) -> None:
        self.open.pop()


def xml_roster(document: bytes, limits: Limits) -> Node:
    """The roster of a document as `{"roster": ...}`; raises ListRefused with the line if there is none."""
    builder = _Builder(limits)
    try:
        builder.parser.Parse(document, True)
    except _Stop as stop:
        raise stop.refusal from None
    except (expat.ExpatError, ValueError) as error:
        line = getattr(error, "lineno", None)
        raise refused(
            "xml-broken", text("The XML is cut off or damaged ({reason}).", reason=str(error)), line
        ) from None
    if builder.root is None:
        raise refused("no-roster", text("The XML is not a BattleScribe roster."), 1)
    return {"roster": builder.root}
