"""Reading the effects of Berserk lines, deed by deed: a part of the reader of lines."""

from __future__ import annotations

from typing import Any

import msgspec
from lark import Token, v_args

from referee.text.berserk_ability import Aim, Amount, Deed, Feature
from referee.text.berserk_features import FeatureReader
from referee.text.berserk_sense import NO_COUNT, only, place_of

NOTHING = Amount()


@v_args(inline=True)
class DeedReader(FeatureReader):
    """From parse trees to deeds, each with the targets it wants: (deeds, aims)."""

    @v_args(inline=True, meta=True)
    def deeds(self, meta: Any, *parts: Any) -> tuple[tuple[Deed, ...], int, list[Aim], int]:
        """The deeds, the range, the targets that each wants, and where the range stands."""
        done: list[Deed] = []
        aims: list[Aim] = []
        reach = ranged = 0
        for part in parts:
            if isinstance(part, Token) and part.type == "NUMBER":
                reach = self.positive(part)
            elif isinstance(part, Token):
                ranged = part.start_pos or 0
            elif isinstance(part, Amount):
                if not any(one.amount.per == "x" for one in done):
                    start = meta.start_pos
                    raise self.wrong(start + place_of("где", self.source[start:]), NO_COUNT)
                done = [msgspec.structs.replace(one, amount=counted(one.amount, part)) for one in done]
            elif isinstance(part, tuple):
                found, aim = part
                done += found
                aims += aim
        return (tuple(done), reach, aims, ranged)

    def join(self, *_words: Token) -> None:
        return None

    def hurt(self, whom: Any, amount: Amount) -> Any:
        return deed_of("wound", whom, amount)

    def hurt_on(self, amount: Amount, whom: Any) -> Any:
        return deed_of("wound", whom, amount)

    def take_wounds(self, quantity: int, _word: Token) -> Any:
        return deed_of("wound", "self", amount_of(quantity))

    def destroy_whom(self, *whom: Any) -> Any:
        found = [deed_of("destroy", one) for one in whom if one is not None]
        return ([deed for deeds, _ in found for deed in deeds], [aim for _, aims in found for aim in aims])

    def finish(self, _word: Token, number: Token) -> Any:
        aim = Aim(what="ground", place="adjacent")
        return deed_of("finish", aim, Amount(int(number)))

    def heal(self, whom: Any, amount: Amount) -> Any:
        return deed_of("heal", whom, amount)

    def cure(self, whom: Any) -> Any:
        return deed_of("cure", whom)

    def close_whom(self, _word: Token, whom: Any) -> Any:
        return deed_of("close", whom)

    def open_whom(self, _word: Token, whom: Any) -> Any:
        return deed_of("open", whom)

    def poison(self, whom: Any, _word: Token, amount: Amount) -> Any:
        return deed_of("poison", whom or "self", amount)

    def gain_chips(self, whom: Any, quantity: int, _icon: Token) -> Any:
        return deed_of("gain chips", whom or "self", amount_of(quantity))

    def lose_chips(self, whom: Any, quantity: int, _icon: Token) -> Any:
        return deed_of("lose chips", whom or "self", amount_of(quantity))

    def lose_all_chips(self, whom: Any, *_words: Token) -> Any:
        return deed_of("lose all chips", whom or "self")

    def gain(self, whom: Any, feature: Feature, duration: Amount | None) -> Any:
        return deed_of("gain", whom or "self", feature=feature, turns=duration)

    def reduce_level(self, word: Token, strike: str, aim: Aim, level: Any) -> Any:
        if strike != "strike":
            raise self.wrong_after(word, only("[ПУ]"))
        return deed_of("level", aim, level=level)

    def reduce_to(self, _word: Token, strike: str, aim: Aim, number: Token) -> Any:
        return deed_of("cap", aim, Amount(int(number)), strike=strike)

    def move_whom(self, _word: Token, whom: Any, _cell: Token) -> Any:
        return deed_of("move", whom)

    def move_self(self, *_words: Token) -> Any:
        return deed_of("move", "self")

    def jump(self, _word: Token) -> Any:
        return deed_of("jump", "self")

    def raise_dead(self, word: Token, aim: Aim, limit: int | None) -> Any:
        self._any_creature(word, aim)
        return deed_of("raise", msgspec.structs.replace(aim, side="own", what="dead", cost=limit or 0))

    def summon(self, word: Token, aim: Aim, limit: int | None) -> Any:
        self._any_creature(word, aim)
        return deed_of("summon", "self", Amount(limit or 0))

    def _any_creature(self, word: Token, aim: Aim) -> None:
        if aim.side == "enemy" or aim != Aim(aim.side, "creature", other=aim.other):
            raise self.wrong_after(word, only("существо"))

    def cost_limit(self, _word: Token, number: Token) -> int:
        return self.positive(number)

    def block(self, *_words: Token) -> Any:
        return deed_of("block", "self")

    def prophecy(self, _word: Token, number: Token, chips: int | None) -> Any:
        shown, _ = deed_of("prophecy", "self", Amount(int(number)))
        gained = [Deed("gain chips", "self", Amount(per="elite"))] if chips else []
        return ([*shown, *gained], [])

    def per_elite(self, *words: Token) -> int:
        number = next(word for word in words if word is not None and word.type == "NUMBER")
        if int(number) != 1:
            raise self.wrong(number.start_pos, only("1"))
        return 1

    def enemy_turns(self, quantity: int, _word: Token) -> Amount:
        return amount_of(quantity)

    def until_turn_end(self, _word: Token) -> Amount:
        return Amount(0)

    def self(self, _name: Token) -> str:
        return "self"

    def struck(self, _word: Token) -> str:
        return "struck"

    def attacker(self, _word: Token) -> str:
        return "attacker"

    def neighbours(self, _all: Token, _beside: Any, _creature: Token, enemys: Token | None) -> str:
        return "enemy neighbours" if enemys is not None else "neighbours"

    def whom(self, aim: Aim) -> Aim:
        return aim


def amount_of(quantity: int) -> Amount:
    return Amount(quantity) if quantity >= 0 else Amount(per="x")


def counted(amount: Amount, where: Amount) -> Amount:
    """An amount with X, where X is explained as a count of something."""
    return msgspec.structs.replace(amount, per=where.per, cap=where.cap) if amount.per == "x" else amount


def deed_of(do: Any, whom: Any, amount: Amount = NOTHING, **more: Any) -> tuple[list[Deed], list[Aim]]:
    if isinstance(whom, Aim):
        return ([Deed(do, "target", amount, **more)], [whom])
    return ([Deed(do, whom, amount, **more)], [])
