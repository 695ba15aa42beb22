"""Why something may not be done now, asked in words at any moment: `S charge E`, `Pikes run`, `a3 slam`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.books.warmachine.anytime import anytime_refusals, is_anytime
from referee.books.warmachine.charge import INDEPENDENT, OF_A_UNIT, target_refusals
from referee.books.warmachine.combat import KINDS, kind_refusals, special
from referee.books.warmachine.movement import OPTIONS, option_refusals
from referee.books.warmachine.state import Battle, called, group_of, groups, members, seat_of
from referee.books.warmachine.units import movers
from referee.kernel import Game, Refusal, refuse, text


def explain(game: Game, answer: Any) -> Iterator[Refusal]:
    """Every reason why a unit or model, named first, may not do what is named after it."""
    s = game.state
    if not isinstance(answer, str) or not isinstance(s, Battle):
        return
    who, wish = _who(s, answer.strip())
    if not who or not wish:
        return
    group = group_of(s, who) if who in s.models else who
    option, target = _option(s, who, wish)
    if not option:
        yield refuse("WM 3/b", "{model} cannot do that: {words}.", _known(), model=called(s, who), words=wish)
        return
    yield from _not_its_turn(s, group)
    if option in OPTIONS:
        yield from option_refusals(s, group, option)
        if option == "charge" and target:
            yield from _target(s, group, target)
        return
    for model in members(s, group) if who in s.units else (who,):
        yield from (
            anytime_refusals(s, model, option) if is_anytime(s, model, option) else kind_refusals(s, model, option)
        )


def _not_its_turn(s: Battle, group: str) -> Iterator[Refusal]:
    """Why the group is not the one that may act now."""
    name = called(s, group)
    if seat_of(s, group) != s.active:
        yield refuse("WM 6.3/a", "{model} is not yours.", model=name)
    elif s.now is not None and s.now.id != group:
        yield refuse("WM 1.1/e", "{model} is active and has to finish first.", model=called(s, s.now.id))
    elif s.now is None and group in s.activated:
        yield refuse("WM 6.3/a", "{model} has activated this turn.", model=name)


def _target(s: Battle, group: str, target: str) -> Iterator[Refusal]:
    """Why this may not be the target of the group's charge."""
    rules = OF_A_UNIT if group in s.units else INDEPENDENT
    able = movers(s, group, "charge") if group in s.units else (group,)
    reasons = [list(target_refusals(s, mover, target, rules)) for mover in able]
    if reasons and all(reasons):
        yield from reasons[0]


def _known() -> Any:
    return text("It can be: {options}.", options=", ".join((*OPTIONS, *KINDS)))


def _who(s: Battle, words: str) -> tuple[str, str]:
    """The unit or model that the words begin with, by id or name, and the rest of them."""
    every = (*s.models, *(one for seat in (0, 1) for one in groups(s, seat)))
    named = {called(s, one).casefold(): one for one in every} | {one.casefold(): one for one in every}
    for name in sorted(named, key=len, reverse=True):
        if words.casefold().startswith(name + " "):
            return named[name], words[len(name) :].strip()
    return "", ""


def _option(s: Battle, who: str, wish: str) -> tuple[str, str]:
    """The option that is wished for, and the target named with it."""
    lead = members(s, who)[:1] if who in s.units else (who,)
    own = special(s, lead[0]) if lead else ()
    for option in (*OPTIONS, *KINDS, *own, "heal", "feat"):
        if wish.casefold() == option:
            return option, ""
    if wish.casefold().startswith("charge "):
        named = {called(s, one).casefold(): one for one in s.models}
        target = wish[len("charge ") :].strip()
        return "charge", named.get(target.casefold(), target)
    return (wish, "") if lead and is_anytime(s, lead[0], wish) else ("", "")
