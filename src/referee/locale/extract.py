"""Collecting the sentences to translate from the code, with Babel's catalogues.

A sentence is a string literal where the code speaks to players: `text("...")`, `refuse(rule, "...")` and the others of
`KEYWORDS`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from referee.locale.catalogue import DOMAINS, FOLDER

KEYWORDS: dict[str, tuple[int, ...]] = {
    "text": (0,),
    "Text": (0,),
    "phrase": (0,),
    "note": (0,),
    "count_text": (0, 1),
    "refuse": (1,),
    "tell": (2,),
    "RefereeError": (0,),
    "InputError": (0,),
    "NotUnderstood": (0,),
    "NotAnOption": (0,),
    "Unreadable": (0,),
    "RulesGap": (0,),
    "Mistyped": (0,),
}
"""The calls that hold sentences, and which of their arguments they are."""

PACKAGE = FOLDER.parent
LANGUAGE_NAMES = {"hu": "Hungarian", "ru": "Russian"}


class Found(msgspec.Struct, frozen=True):
    """A sentence (and its plural, if it counts) and where the code says it."""

    msgid: str
    plural: str
    file: str
    line: int


def sentences(domain: str, package: Path = PACKAGE) -> Iterator[Found]:
    """The sentences of a domain, in the order of the code."""
    for place in DOMAINS[domain]:
        at = package / place
        for path in sorted(at.rglob("*.py")) if at.is_dir() else [at] * at.exists():
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
            calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
            for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
                yield from _said(call, path.relative_to(package).as_posix())


def _said(call: ast.Call, file: str) -> Iterator[Found]:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    places = KEYWORDS.get(name)
    if places is None or len(call.args) <= max(places):
        return
    first, *more = ([*_literals(call.args[place])] for place in places)
    for number, msgid in enumerate(first):
        plural = more[0][number] if more and number < len(more[0]) else ""
        if any(letter.isalpha() for letter in msgid):
            yield Found(msgid, plural, file, call.lineno)


def _literals(node: ast.expr) -> Iterator[str]:
    """The string literals an argument may be: one, or those of a conditional expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)


def catalogue(domain: str, lang: str, folder: Path = FOLDER, package: Path = PACKAGE) -> Catalog:
    """The domain's sentences as the code has them now, with the translations there are."""
    path = folder / lang / f"{domain}.po"
    kept = Catalog(locale=lang, domain=domain)
    if path.exists():
        with path.open("rb") as file:
            kept = read_po(file, locale=lang, domain=domain)
    fresh = Catalog(
        locale=lang,
        domain=domain,
        header_comment=f"# Referee in {LANGUAGE_NAMES[lang]}: the sentences of {domain}.",
        project="Referee",
        version="1",
        copyright_holder="The Referee developers",
        msgid_bugs_address="none",
        last_translator="The Referee developers",
        language_team=LANGUAGE_NAMES[lang],
        creation_date=datetime(2026, 1, 1, tzinfo=UTC),
        revision_date=datetime(2026, 1, 1, tzinfo=UTC),
        fuzzy=False,
    )
    for found in sentences(domain, package):
        key: Any = (found.msgid, found.plural) if found.plural else found.msgid
        old = kept.get(found.msgid)
        string: Any = old.string if old is not None and isinstance(old.id, tuple) == bool(found.plural) else None
        fresh.add(key, string, locations=[(found.file, 0)])
    return fresh


def write(domain: str, lang: str, folder: Path = FOLDER, package: Path = PACKAGE) -> Catalog:
    """Bring the PO file of a domain up to date; translations of sentences that are gone are dropped."""
    fresh = catalogue(domain, lang, folder, package)
    path = folder / lang / f"{domain}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, fresh, width=110, omit_header=False, include_lineno=False, sort_output=False)
    return fresh


def faults(catalog: Catalog) -> Iterator[str]:
    """What is wrong in a catalogue: sentences not translated, and translations with other places in braces."""
    for message in catalog:
        if not message.id:
            continue
        ids, forms = _strings(message.id), _strings(message.string)
        if not all(forms):
            yield f"not translated: {ids[0]!r}"
            continue
        wanted = _places(*ids)
        for form in forms:
            given = _places(form)
            if not given <= wanted or (wanted - given) - {"count"}:
                yield f"other places in braces: {ids[0]!r} has {sorted(wanted)}, {form!r} has {sorted(given)}"


def _strings(one_or_more: Any) -> tuple[str, ...]:
    return tuple(one_or_more) if isinstance(one_or_more, tuple | list) else (one_or_more or "",)


def _places(*templates: str) -> set[str]:
    return {name for template in templates for _, name, _, _ in Formatter().parse(template) if name}
