"""Why a whole declaration may not be made now, asked in words: `s2 strike n5`, `s4 0 n1 n2 x=2`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from referee.books.berserk.declaration import Declaration, declaration_refusals
from referee.books.berserk.state import Battle
from referee.kernel import Game, Refusal

AMOUNT = re.compile(r"[xх]=?(\d+)", re.IGNORECASE)
"""How many resources are stated (BER 501.2/l)."""


def said_at_once(s: Battle, answer: Any) -> Declaration | None:
    """The declaration meant by "source action targets"; None if it is something else."""
    if not isinstance(answer, str) or not s.turn:
        return None
    source, *words = answer.replace(",", " ").split() or [""]
    if source not in s.cards or not words:
        return None
    amounts = [found for word in words if (found := AMOUNT.fullmatch(word))]
    action, *targets = [word for word in words if not AMOUNT.fullmatch(word)] or [""]
    return Declaration(source, action, tuple(targets), int(amounts[0].group(1)) if amounts else 0)


def explain(game: Game, answer: Any) -> Iterator[Refusal] | None:
    """Every reason why whoever is asked now may not make this declaration; None for words that are none."""
    s = game.state
    said = said_at_once(s, answer) if isinstance(s, Battle) else None
    if said is None or game.decision is None or not isinstance(s, Battle):
        return None
    return declaration_refusals(s, game.decision.by, said)
