"""Reading the printed lines of Berserk cards: `parse_line("[з]: Выстрел на 1, дальность 3.", "Лесник")`.

A line is a payment before a colon and what it buys, a triggered feature, or a lasting feature; a line may hold several
sentences. Icons are written [з] close, [ф] chip, [и] instant, [ПУ] simple strike, [НУ] directed strike.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
from lark import Lark, Token, v_args
from lark.exceptions import VisitError

from referee.kernel import Text, text
from referee.text.ability import NotParsed, grammar, read, tidy
from referee.text.berserk_ability import Ability, Aim, Amount, Attack, Event, Resource
from referee.text.berserk_deeds import DeedReader, counted
from referee.text.berserk_sense import CONTRADICTION, NO_COUNT, NO_RANGE, NO_REACH, TWICE, nonsense, only, place_of

NUMBERS = {
    "один": 1, "одного": 1, "два": 2, "две": 2, "двух": 2, "три": 3, "трех": 3, "четыре": 4, "четырех": 4,
    "пять": 5, "пяти": 5,
}  # fmt: skip
LEVEL_OF = {"WEAK": "weak", "MEDIUM": "medium", "STRONG": "strong"}
ATTACKS = {
    "SHOT": "shot", "THROW": "throw", "DISCHARGE": "discharge", "MAGIC_STRIKE": "magic strike",
    "SPECIAL_STRIKE": "special strike", "ROW_STRIKE": "row strike", "ATTACK_IN": "attack",
    "STRIKE_ICON": "strike", "SIMPLE_STRIKE_IN": "strike", "MELEE_IN": "melee", "SPELL": "spell", "IMPACT": "impact",
}  # fmt: skip
NAME_OF_CARD = text("the card's own name")
LABELS: dict[str, Text] = {
    "SELF": NAME_OF_CARD,
    "QUOTED": text("a name in quotation marks"),
    "NUMBER": text("a number"),
    "NUMBER_WORD": text("a number"),
    "X": text("X"),
}


def parse_line(source: str, name: str) -> tuple[Ability, ...]:
    """What a printed line of the card `name` says, sentence by sentence. Raises NotParsed with the position."""
    lower = plain(source)
    if lower.lstrip().startswith(":"):
        # Reading: an icon before the colon was lost in print; never read as free. Alternative: no payment.
        raise NotParsed(source, lower.index(":"), hint=text("the payment before the colon is missing."))
    tree = read(_lark(), mark_name(lower, name), _labels(), shown=source)
    try:
        abilities: tuple[Ability, ...] = LineReader(source).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    return abilities


def plain(source: str) -> str:
    """Small letters, one form of signs, and е for ё, which may be printed either way. Every sign keeps its position."""
    return tidy(source).lower().replace("ё", "е")


def mark_name(lower: str, name: str) -> str:
    """The line with the card's own name, in whatever case of declension, replaced by `@` signs of the same length."""
    words = re.findall(r"\w+|[^\w\s]+|\s+", plain(name))
    forms = [re.escape(_stem(word)) + r"\w{0,3}" if word.isalnum() else re.escape(word) for word in words]
    pattern = re.compile(r"(?<!\w)" + "".join(forms) + r"(?!\w)")
    parts = re.split(r'("[^"]*")', lower)
    return "".join(
        part if part.startswith('"') else pattern.sub(lambda match: "@" * len(match.group()), part) for part in parts
    )


def _stem(word: str) -> str:
    return re.sub(r"[аеёиоуыэюяйь]{1,2}$", "", word) if len(word) > 3 else word


@cache
def _lark() -> Lark:
    return grammar("berserk")


@cache
def _labels() -> dict[str, Text]:
    """What terminals stand for: the table above, and for word forms the part that all forms share."""
    labels = dict(LABELS)
    for terminal in _lark().terminals:
        pattern = terminal.pattern.value
        stem = re.match(r"[\w \[\]]+", re.sub(r"^\([^)]*\)\?|\\", "", pattern))
        if terminal.name not in labels and stem is not None and stem.group() != pattern:
            labels[terminal.name] = Text("“{word}…”", {"word": stem.group()})
    return labels


@v_args(inline=True)
class LineReader(DeedReader):
    """From the parse tree of a line to its abilities."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source

    @v_args(inline=False, meta=True)
    def start(self, meta: Any, sentences: list[Any]) -> tuple[Ability, ...]:
        found = tuple(ability for sentence in sentences if sentence is not None for ability in _many(sentence))
        at = 0
        for ability in found:
            at = max(self.source.find(ability.source, at), at)
            for pattern, hint in nonsense(ability):
                raise NotParsed(self.source, at + place_of(pattern, ability.source), hint=hint)
        return found

    # --- payment ---------------------------------------------------------------------------------------------------

    @v_args(inline=False, meta=True)
    def action(self, meta: Any, children: list[Any]) -> Ability:
        instant, payment, effect = children
        source, fast = self._slice(meta), instant is not None
        ability: Ability = msgspec.structs.replace(effect, source=source, payment=payment, instant=fast)
        return ability

    def payment(self, *parts: Resource) -> tuple[Resource, ...]:
        return parts

    def close(self, _icon: Token) -> Resource:
        return Resource("close")

    def chips(self, quantity: int, _icon: Token) -> Resource:
        return Resource("chips", abs(quantity), x=quantity < 0)

    def chip(self, _icon: Token) -> Resource:
        return Resource("chips", 1)

    def moves(self, quantity: int, _word: Token) -> Resource:
        return Resource("moves", abs(quantity), x=quantity < 0)

    def wounds(self, quantity: int, _word: Token) -> Resource:
        return Resource("wounds", abs(quantity), x=quantity < 0)

    def destroy(self, *_words: Token) -> Resource:
        return Resource("destroy")

    def quantity(self, number: Token) -> int:
        """A number, or -1 for X."""
        return self.positive(number) if number.type == "NUMBER" else -1

    # --- triggers --------------------------------------------------------------------------------------------------

    @v_args(inline=False, meta=True)
    def trigger(self, meta: Any, children: list[Any]) -> Ability:
        event, turn, may, effect = children
        if turn is not None:
            event = msgspec.structs.replace(event, turn=turn)
        source, optional = self._slice(meta), may is not None
        ability: Ability = msgspec.structs.replace(effect, source=source, event=event, may=optional)
        return ability

    @v_args(inline=True, meta=True)
    def on_attack(self, meta: Any, word: Token, found: Any) -> Ability:
        kind = {"в": "shot", "м": "throw", "р": "discharge"}[word[4]]
        return Ability(self._slice(meta), event=Event("attacks", (kind,)), deeds=tuple(found[0]))

    def own_turn(self, _word: Token) -> str:
        return "own"

    def enemy_turn(self, _word: Token) -> str:
        return "enemy"

    def on_miss(self, _word: Token) -> Event:
        return Event("miss", ("strike",))

    def on_hit(self, levels: tuple[Any, ...] | None, strike: str) -> Event:
        return Event("hit", (strike,), levels or ())

    def on_struck(self, strike: str, _on: Token) -> Event:
        return Event("struck", (strike,))

    def on_kill(self, word: Token, aim: Aim) -> Event:
        if aim != Aim("enemy", "creature"):
            raise self.wrong_after(word, only("существа противника"))
        return Event("kills")

    def on_death(self, _word: Token, _self: Token) -> Event:
        return Event("dies")

    def on_other_death(self, word: Token, aim: Aim) -> Event:
        if aim != Aim(aim.side, "creature", other=aim.other) or not (aim.other or aim.side == "enemy"):
            raise self.wrong_after(word, only("другого существа, другого вашего существа, существа противника"))
        return Event("other dies", (aim.side,))

    def on_target(self, _word: Token, kinds: tuple[str, ...]) -> Event:
        return Event("target", kinds)

    def on_turn_start(self, *_words: Token) -> Event:
        return Event("turn start")

    def on_enemy_turn_start(self, *_words: Token) -> Event:
        return Event("enemy turn start")

    def on_turn_end(self, *_words: Token) -> Event:
        return Event("turn end")

    def on_enemy_turn_end(self, *_words: Token) -> Event:
        return Event("enemy turn end")

    def on_defending(self, _word: Token) -> Event:
        return Event("defends")

    def on_rage(self, _word: Token, number: Token) -> Event:
        return Event("rage", amount=int(number))

    def on_valhalla(self, _word: Token) -> Event:
        return Event("valhalla")

    def on_second(self, _word: Token) -> Event:
        return Event("second")

    def levels_list(self, *levels: Any) -> tuple[Any, ...]:
        return levels

    def level_in(self, word: Token) -> str:
        return LEVEL_OF[word.type]

    level_dat = level_in

    def strike_in(self, word: Token) -> str:
        return ATTACKS[word.type]

    strike_obj = attack_word = aimed_kind = cast_word = strike_in

    def aimed_kinds(self, *kinds: str) -> tuple[str, ...]:
        return kinds

    # --- attacks and casts -----------------------------------------------------------------------------------------

    def name(self, quoted: Token) -> str:
        """The name as printed: names are part of a feature's identity."""
        start = quoted.start_pos or 0
        return self.source[start + 1 : start + len(quoted) - 1]

    @v_args(inline=False, meta=True)
    def effect(self, meta: Any, children: list[Any]) -> Ability:
        (inner,) = children
        if isinstance(inner, Ability):
            return inner
        return self._with_deeds(meta, Ability(self._slice(meta)), inner)

    @v_args(inline=True, meta=True)
    def cast(self, meta: Any, kind: Any, *rest: Any) -> Ability:
        *name, deeds = rest
        ability = Ability(self._slice(meta), nature=kind, name=name[0] if name else "")
        return self._with_deeds(meta, ability, deeds)

    @v_args(inline=True, meta=True)
    def attack(self, meta: Any, up_to: int | None, kind: Any, name: str | None, levels: Any, *tails: Any) -> Ability:
        kind = ATTACKS[kind.type] if isinstance(kind, Token) else kind
        aim = Aim(most=up_to or 1)
        attack = Attack(kind, levels, name or "")
        said: list[str] = []
        for tail in tails:
            if tail is None:
                continue
            what, value, word = tail
            about = "aim" if what in ("different", "attacker") else what
            if about in said:
                raise self.wrong(word, TWICE)
            said.append(about)
            if up_to is None and what == "different":
                raise self.wrong(word, CONTRADICTION)
            if what == "where" and not any(one.per == "x" for one in attack.levels):
                raise self.wrong(word, NO_COUNT)
            if what == "aim":
                aim = msgspec.structs.replace(value, most=aim.most, reach=aim.reach, different=aim.different)
            elif what == "different":
                aim = msgspec.structs.replace(value, most=aim.most, reach=aim.reach, different=True)
            elif what == "range":
                aim = msgspec.structs.replace(aim, reach=value)
            elif what == "per chip":
                attack = msgspec.structs.replace(attack, per_chip=value)
            elif what == "attacker":
                attack = msgspec.structs.replace(attack, at="attacker")
            elif what == "where":
                attack = msgspec.structs.replace(attack, levels=tuple(counted(one, value) for one in attack.levels))
        if kind in ("special strike", "magic strike") and not aim.place:
            aim = msgspec.structs.replace(aim, place="adjacent")
        return Ability(
            self._slice(meta), nature="attack", name=name or "", attack=attack,
            aim=aim if attack.at == "target" else None,
        )  # fmt: skip

    def up_to(self, number: Token) -> int:
        return self.positive(number) if number.type == "NUMBER" else NUMBERS[number]

    def one_level(self, amount: Amount) -> tuple[Amount, Amount, Amount]:
        return (amount, amount, amount)

    def three_levels(self, weak: Token, medium: Token, strong: Token) -> tuple[Amount, Amount, Amount]:
        return (Amount(int(weak)), Amount(int(medium)), Amount(int(strong)))

    @v_args(inline=True, meta=True)
    def tail_aim(self, meta: Any, aim: Aim) -> tuple[str, Any, int]:
        return ("aim", aim, meta.start_pos)

    @v_args(inline=True, meta=True)
    def tail_different(self, meta: Any, _word: Token, aim: Aim) -> tuple[str, Any, int]:
        return ("different", aim, meta.start_pos)

    @v_args(inline=True, meta=True)
    def tail_attacker(self, meta: Any, _word: Token) -> tuple[str, Any, int]:
        return ("attacker", None, meta.start_pos)

    @v_args(inline=True, meta=True)
    def tail_range(self, meta: Any, _word: Token, number: Token) -> tuple[str, Any, int]:
        return ("range", self.positive(number), meta.start_pos)

    @v_args(inline=True, meta=True)
    def tail_per_chip(self, meta: Any, _plus: Token, number: Token, *_words: Token) -> tuple[str, Any, int]:
        return ("per chip", self.positive(number), meta.start_pos)

    @v_args(inline=True, meta=True)
    def tail_where(self, meta: Any, where: Amount) -> tuple[str, Any, int]:
        return ("where", where, meta.start_pos)

    # --- inside ----------------------------------------------------------------------------------------------------

    def _slice(self, meta: Any) -> str:
        return self.source[meta.start_pos : meta.end_pos].strip()

    def _with_deeds(self, meta: Any, ability: Ability, found: Any) -> Ability:
        deeds, reach, aims, ranged = found
        if any(aim != aims[0] for aim in aims):
            raise NotParsed(self.source, meta.start_pos, hint=text("one line can choose its targets in one way only."))
        moves = any(deed.do in ("jump", "move") and deed.whom == "self" for deed in deeds)
        if reach and (moves == bool(aims) or any(aim.what == "dead" for aim in aims)):
            raise self.wrong(ranged, CONTRADICTION if moves and aims else NO_RANGE)
        if not reach and any(deed.do == "jump" for deed in deeds):
            raise self.wrong(meta.start_pos, NO_REACH)
        if moves:
            deeds = tuple(
                msgspec.structs.replace(deed, amount=Amount(reach)) if deed.do in ("jump", "move") else deed
                for deed in deeds
            )
        aim = msgspec.structs.replace(aims[0], reach=reach) if aims else None
        return msgspec.structs.replace(ability, deeds=deeds, aim=aim)


def _many(sentence: Any) -> tuple[Ability, ...]:
    return sentence if isinstance(sentence, tuple) else (sentence,)
