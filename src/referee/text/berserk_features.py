"""Reading the lasting features and the target phrases of Berserk lines: a part of the reader of lines."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args

from referee.kernel import Text
from referee.text.ability import NotParsed
from referee.text.berserk_ability import Ability, Aim, Amount, Feature
from referee.text.berserk_sense import CONTRADICTION, NO_COUNT, ZERO, only

KINDS = {
    "SHOT": "shot", "THROW": "throw", "DISCHARGE": "discharge", "MAGIC_STRIKE": "magic strike",
    "SIMPLE_STRIKE_IN": "strike", "STRIKE_ICON": "strike", "SPELL": "spell", "IMPACT": "impact", "POISON": "poison",
    "RANGED_ATTACKS": "ranged attacks", "MAGIC_ATTACKS": "magic attacks", "NONMAGIC_ATTACKS": "non-magic attacks",
    "FLYERS_ATTACKS": "flyers' attacks", "GROUND_ATTACKS": "non-flyers' attacks", "ALL_ATTACKS": "all attacks",
    "MAGIC_KIND": "magic", "ATTACK_IN": "all attacks",
}  # fmt: skip
BONUS_KINDS = {"TO_SHOT": "shot", "TO_THROW": "throw", "TO_DISCHARGE": "discharge", "STRENGTH": "strike"}
ELEMENTS = {"степным": "steppe", "горным": "mountains", "лесным": "forest", "болотным": "swamp"}
AGAINST = {"FLYING": "flyers", "CLOSED_ONES": "closed", "OPPOSITE_ONE": "opposite", "WOUNDED": "wounded"}


OPPOSED = (("ENEMYS", "OWN"), ("ENEMYS", "IN_YOUR_SQUAD"), ("FLYING", "GROUND"), ("BESIDE", "OPPOSITE"))
"""Words of which a target can fit one only."""


@v_args(inline=True)
class FeatureReader(Transformer[Token, Any]):
    """From parse trees to features and aims."""

    source: str = ""

    def __init__(self) -> None:
        super().__init__()

    # --- what is refused ---------------------------------------------------------------------------------------------

    def wrong(self, at: int | None, hint: Text) -> NotParsed:
        """The error that something at a position of the line is not possible."""
        return NotParsed(self.source, at or 0, hint=hint)

    def wrong_after(self, word: Token, hint: Text) -> NotParsed:
        """The error that what follows a word is not possible."""
        at = word.end_pos or 0
        return self.wrong(at + len(self.source[at:]) - len(self.source[at:].lstrip()), hint)

    def positive(self, number: Token) -> int:
        """A number of at least 1."""
        if int(number) < 1:
            raise self.wrong(number.start_pos, ZERO)
        return int(number)

    # --- targets ---------------------------------------------------------------------------------------------------

    def phrase(self, *words: Token) -> Aim:
        kinds = {word.type for word in words}
        for one, other in OPPOSED:
            if one in kinds and other in kinds:
                raise self.wrong(max(word.start_pos or 0 for word in words if word.type in (one, other)), CONTRADICTION)
        what: Any = "card" if "CARD" in kinds else "creature"
        what = "flyer" if "FLYING" in kinds else "ground" if "GROUND" in kinds else what
        side: Any = "enemy" if "ENEMYS" in kinds else "own" if kinds & {"OWN", "IN_YOUR_SQUAD"} else "any"
        place: Any = "adjacent" if "BESIDE" in kinds else "opposite" if "OPPOSITE" in kinds else ""
        return Aim(side, what, place, closed="CLOSED" in kinds, other="OTHER" in kinds)

    def phrase_word(self, word: Token) -> Token:
        return word

    phrase_tail = adjacent_word = phrase_word

    # --- numbers ---------------------------------------------------------------------------------------------------

    def number(self, number: Token) -> Amount:
        return Amount(int(number))

    def x(self, _x: Token) -> Amount:
        return Amount(per="x")

    def x_less(self, _x: Token, number: Token) -> Amount:
        return Amount(-int(number), "x")

    def x_more(self, _x: Token, number: Token) -> Amount:
        return Amount(int(number), "x")

    def where(self, _x: Token, _count: Token, source: Any, cap: int | None) -> Amount:
        return Amount(per=source, cap=cap or 0)

    def own_wounds(self, *_words: Token) -> str:
        return "own wounds"

    def own_chips(self, *_words: Token) -> str:
        return "own chips"

    def dealt(self, *_words: Token) -> str:
        return "dealt"

    def cap(self, _word: Token, number: Token) -> int:
        return self.positive(number)

    # --- features --------------------------------------------------------------------------------------------------

    @v_args(inline=True, meta=True)
    def features(self, meta: Any, found: tuple[Feature, ...]) -> tuple[Ability, ...]:
        source = self.source[meta.start_pos : meta.end_pos].strip()
        return tuple(Ability(source, feature=feature) for feature in found)

    @v_args(inline=True, meta=True)
    def formation(self, meta: Any, _word: Token, found: tuple[Feature, ...]) -> tuple[Ability, ...]:
        source = self.source[meta.start_pos : meta.end_pos].strip()
        inside = tuple(Ability(source, feature=feature, formation=True) for feature in found)
        return (Ability(source, feature=Feature("formation")), *inside)

    def feature_list(self, *found: Feature) -> tuple[Feature, ...]:
        return found

    def kinds(self, *kinds: str) -> tuple[str, ...]:
        return kinds

    def kind(self, word: Token) -> str:
        return KINDS[word.type]

    decoy_kinds = kind

    def choice_kinds(self, kinds: tuple[str, ...]) -> tuple[str, ...]:
        return kinds

    def bonus_kind(self, word: Token) -> str:
        return BONUS_KINDS[word.type]

    def targets(self, word: Token) -> str:
        return AGAINST.get(word.type) or ELEMENTS.get(word, "darkness")

    def redirected(self, *words: Any) -> Feature:
        kind = next(KINDS[word.type] for word in words if isinstance(word, Token) and word.type in KINDS)
        aim = words[-1]
        if aim.side == "enemy" or aim.place == "opposite" or aim.closed:
            raise self.wrong_after(
                next(word for word in words if isinstance(word, Token) and word.type == "DECLARED_AT"),
                only("вашей карте, вашему существу, вашей стоящей рядом карте"),
            )
        return Feature("redirects", 1, (kind,), aim.what, aim.place)

    def redirects(self, _words: Token, feature: Feature) -> Feature:
        return feature

    def armour(self, _word: Token, number: Token) -> Feature:
        return Feature("armour", int(number))

    def attack_experience(self, _word: Token, number: Token) -> Feature:
        return Feature("attack experience", int(number))

    def defence_experience(self, _word: Token, number: Token) -> Feature:
        return Feature("defence experience", int(number))

    def regeneration(self, _word: Token, number: Token) -> Feature:
        return Feature("regeneration", int(number))

    def incarnation(self, _word: Token, number: Token) -> Feature:
        return Feature("incarnation", self.positive(number))

    def vampirism(self, _word: Token) -> Feature:
        return Feature("vampirism")

    def vampirism_to(self, word: Token, amount: Amount, where: Amount | None) -> Feature:
        """`amount` is added to the wounds dealt; without X it is a fixed number of lives."""
        if (where is None) == bool(amount.per) or where not in (None, Amount(per="dealt")):
            raise self.wrong_after(word, NO_COUNT)
        if amount.per:
            return Feature("vampirism", amount.base)
        return Feature("fixed vampirism", amount.base)

    def jump_feature(self, _word: Token, _range: Token, number: Token) -> Feature:
        return Feature("jump", self.positive(number))

    def protection(self, _word: Token, kinds: tuple[str, ...]) -> Feature:
        return Feature("protection", 0, kinds)

    def less_from(self, number: Token, kinds: tuple[str, ...]) -> Feature:
        return Feature("less", int(number), kinds)

    def bonus_against(self, _plus: Token, number: Token, _strength: Token, targets: str) -> Feature:
        return Feature("bonus", int(number), ("strike",), targets)

    def bonus_per_chip(self, _plus: Token, number: Token, kind: str, *_words: Token) -> Feature:
        return Feature("bonus per chip", int(number), (kind,))

    def not_chosen(self, _words: Token, kinds: tuple[str, ...]) -> Feature:
        return Feature("not chosen", 0, kinds)

    def decoy(self, kind: str, *_words: Token) -> Feature:
        return Feature("decoy", 0, (kind,))

    def ignores_protection(self, _word: Token, _protection: Token, kinds: tuple[str, ...]) -> Feature:
        return Feature("ignores protection", 0, kinds)


def _plain(name: str) -> Any:
    def read(self: FeatureReader, *_words: Token) -> Feature:
        return Feature(name)

    return v_args(inline=True)(read)


PLAIN = {
    "clumsy": "clumsy", "carrion": "carrion", "directed": "directed", "unanswered": "unanswered", "dash": "dash",
    "has_formation": "formation", "teleport": "teleport", "diagonal": "diagonal", "strikes_twice": "strikes twice",
    "defends_any": "defends any", "defends_open": "defends open", "shoots_near": "shoots near",
    "strikes_flyers": "strikes flyers", "weak_strikes": "weak strikes", "ignores_armour": "ignores armour",
    "stun": "stun",
}  # fmt: skip
for _rule, _name in PLAIN.items():
    setattr(FeatureReader, _rule, _plain(_name))
