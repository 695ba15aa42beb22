"""Reading the printed ability lines of the Horus Heresy card game: Russian text to the records of `heresy`.

    read_line("ВА Поверни 2 своих наступающих отряда, (3+): Уничтожь до 3 отрядов противника.")

A line is read whole or not at all. Latin letters that look like the Cyrillic ones in front are taken for them;
`has_latin_letters` says so, for the report.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from lark import Token, Transformer
from lark.exceptions import VisitError

from referee.kernel import Text, text
from referee.text.ability import NotParsed, grammar, read, tidy
from referee.text.heresy import (
    Ability,
    Condition,
    Discard,
    Do,
    DoThis,
    Draw,
    Fact,
    Has,
    IsAttacker,
    Letters,
    Line,
    Many,
    Objects,
    OpponentDiscards,
    Outnumbers,
    PickFromHand,
    Posture,
    Shield,
    Test,
    ThisIs,
    Verb,
    What,
    Whose,
)

FIVE = "ВА, Т, М, Р, Ш"
LATIN = str.maketrans("BATMP", "ВАТМР")
_FRONT = re.compile(r"\s*([A-Za-zА-ЯЁа-яё]{1,2})(?=\s*[:(/]|\s+[А-ЯЁA-Z(])")

LABELS: dict[str, Text] = {
    "LETTERS": text("one of the letters {letters}", letters=FIVE),
    "NUMBER": text("a number"),
    "FEW": text("a number from 2 to 4"),
    "MANY": text("a number from 5 to 20"),
}


def read_line(source: str) -> Line:
    """The ability, or the standing text, on a printed line. Raises NotParsed, with the position."""
    shown = tidy(source)
    front = _FRONT.match(shown)
    if front is not None:
        _check_letters(shown, front)
    prepared = _with_cyrillic_letters(shown, front).lower().replace("ё", "е")
    tree = read(_grammar(), prepared, _labels(), shown=shown)
    words = " ".join(_with_cyrillic_letters(shown, front).split())
    try:
        line: Line = _Records(shown, words).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    return line


def has_latin_letters(source: str) -> bool:
    """Does the line begin with Latin letters that were taken for Cyrillic ones?"""
    front = _FRONT.match(tidy(source))
    return front is not None and bool(re.search("[A-Za-z]", front.group(1)))


def _check_letters(shown: str, front: re.Match[str]) -> None:
    letters = front.group(1).upper().translate(LATIN)
    if letters not in set(Letters):
        hint = text("“{found}” is none of the letters of an ability: {letters}.", found=front.group(1), letters=FIVE)
        raise NotParsed(shown, front.start(1), hint=hint)
    if ":" not in shown:
        hint = text("there is no colon: the price stands before it, and after it what the ability does")
        raise NotParsed(shown, len(shown.rstrip()), hint=hint)


def _with_cyrillic_letters(shown: str, front: re.Match[str] | None) -> str:
    if front is None:
        return shown
    return shown[: front.start(1)] + front.group(1).upper().translate(LATIN) + shown[front.end(1) :]


@cache
def _grammar() -> Any:
    return grammar("heresy")


@cache
def _labels() -> dict[str, Text]:
    words = {}
    for terminal in _grammar().terminals:
        pattern = terminal.pattern.value
        if pattern.endswith(r"\b") and terminal.name not in LABELS:
            forms = pattern.removesuffix(r"\b").strip("()").split("|")
            words[terminal.name] = Text("“{word}”", {"word": " / ".join(forms)})
    return words | LABELS


_WHAT = {"отряд": What.UNIT, "ресурс": What.ASSET, "корабл": What.SHIP}
_POSTURE = {"готов": Posture.READY, "наступа": Posture.ADVANCING, "поверну": Posture.TURNED}


def _what(token: Token) -> What:
    return next(what for stem, what in _WHAT.items() if token.startswith(stem))


def _posture(token: Token | None) -> Posture | None:
    if token is None:
        return None
    return next(posture for stem, posture in _POSTURE.items() if token.startswith(stem))


def _objects(whose: Whose, many: Many, children: list[Any]) -> Objects:
    tokens = [x for x in children if isinstance(x, Token)]
    number = next((int(x) for x in tokens if x.type in ("FEW", "MANY")), 1)
    noun = next(x for x in tokens if x.type.startswith("NOUN"))
    adjective = next((x for x in tokens if x.type.startswith("ADJ")), None)
    return Objects(whose, _what(noun), many, number, _posture(adjective))


class _Records(Transformer[Token, Any]):
    """From the parse tree to the records."""

    def __init__(self, shown: str, words: str) -> None:
        super().__init__()
        self.shown = shown
        self.words = words

    def start(self, children: list[Any]) -> Line:
        line: Line = children[0]
        return line

    def ability(self, children: list[Any]) -> Ability:
        letters, cost, body = children
        conditions = tuple(x for x in body if isinstance(x, Condition))
        deeds = tuple(x for x in body if not isinstance(x, Condition))
        if not deeds:
            raise NotParsed(
                self.shown, len(self.shown.rstrip()), hint=text("the line does not say what the ability does")
            )
        return Ability(Letters(letters.upper()), deeds, self.words, tuple(cost or ()), conditions)

    def shield(self, children: list[Token]) -> Shield:
        turned = any(x.type == "TURNED_SHORT" for x in children)
        return Shield(Verb.TURN if turned else Verb.DESTROY, self.words)

    def cost(self, children: list[Any]) -> list[Any]:
        return children

    def body(self, children: list[Any]) -> list[Any]:
        return [x for sentence in children for x in (sentence if isinstance(sentence, list) else [sentence])]

    def deeds(self, children: list[Any]) -> list[Any]:
        return [x for x in children if not isinstance(x, Token)]

    def test(self, children: list[Token]) -> Test:
        return Test(int(children[0]))

    def discard(self, children: list[Any]) -> Discard:
        return Discard(children[-1])

    def do(self, children: list[Any]) -> Do:
        return Do(children[0], children[1])

    own_do = do

    def do_this(self, children: list[Any]) -> DoThis:
        return DoThis(children[0])

    def opponent_discards(self, children: list[Any]) -> OpponentDiscards:
        return OpponentDiscards(children[-1])

    def pick(self, children: list[Any]) -> PickFromHand:
        return PickFromHand(next(x for x in children if not isinstance(x, Token)))

    def draw(self, children: list[Any]) -> Draw:
        return Draw(children[-1])

    def cards(self, children: list[Token]) -> int:
        return 1 if children[0].type in ("ONE_F", "DIGIT_1") else int(children[0])

    def turn(self, children: list[Token]) -> Verb:
        return Verb.TURN

    def destroy(self, children: list[Token]) -> Verb:
        return Verb.DESTROY

    def ready(self, children: list[Token]) -> Verb:
        return Verb.READY

    def advance(self, children: list[Token]) -> Verb:
        return Verb.ADVANCE

    def own_one(self, children: list[Any]) -> Objects:
        return _objects(Whose.OWN, Many.ONE, children)

    def own_number(self, children: list[Any]) -> Objects:
        return _objects(Whose.OWN, Many.EXACTLY, children)

    def own_all(self, children: list[Any]) -> Objects:
        return _objects(Whose.OWN, Many.ALL, children)

    def own_up_to(self, children: list[Any]) -> Objects:
        return _objects(Whose.OWN, Many.UP_TO, children)

    def enemy_one(self, children: list[Any]) -> Objects:
        return _objects(Whose.ENEMY, Many.ONE, children)

    def enemy_number(self, children: list[Any]) -> Objects:
        return _objects(Whose.ENEMY, Many.EXACTLY, children)

    def enemy_up_to(self, children: list[Any]) -> Objects:
        return _objects(Whose.ENEMY, Many.UP_TO, children)

    def enemy_all(self, children: list[Any]) -> Objects:
        return _objects(Whose.ENEMY, Many.ALL, children)

    def used_only_if(self, children: list[Any]) -> Condition:
        return self._condition(children, holds=True)

    def cannot_be_used_if(self, children: list[Any]) -> Condition:
        return self._condition(children, holds=False)

    def _condition(self, children: list[Any], *, holds: bool) -> Condition:
        first = children[0]
        end = self.shown.find(".", first.start_pos)
        words = self.shown[first.start_pos : end + 1 if end >= 0 else len(self.shown)].strip()
        fact: Fact = children[-1]
        return Condition(holds, fact, words)

    def who(self, children: list[Token]) -> Whose:
        return Whose.OWN if children[0].type == "THEE" else Whose.ENEMY

    def has_one(self, children: list[Any]) -> Has:
        return self._has(children, 1)

    def has_number(self, children: list[Any]) -> Has:
        number = next(int(x) for x in children if isinstance(x, Token) and x.type in ("FEW", "MANY"))
        return self._has(children, number)

    def has_none(self, children: list[Any]) -> Has:
        return self._has(children, 0)

    def _has(self, children: list[Any], number: int) -> Has:
        whose = next(x for x in children if isinstance(x, Whose))
        objects = _objects(whose, Many.ONE, children)
        return Has(whose, objects.what, number, objects.posture)

    def outnumbers(self, children: list[Any]) -> Outnumbers:
        return Outnumbers(any(isinstance(x, Token) and x.type == "MORE" for x in children))

    def this_is(self, children: list[Token]) -> ThisIs:
        posture = _posture(children[-1])
        assert posture is not None
        return ThisIs(posture)

    def is_attacker(self, children: list[Token]) -> IsAttacker:
        return IsAttacker(children[-1].type == "ATTACKS")
