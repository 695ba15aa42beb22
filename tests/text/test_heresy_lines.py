"""Printed ability lines of the Horus Heresy card game: the source's own five lines, forms, errors, words."""

from __future__ import annotations

import pytest

from referee.locale import speaker
from referee.text.ability import NotParsed
from referee.text.heresy import (
    Ability,
    Condition,
    Discard,
    Do,
    DoThis,
    Draw,
    Has,
    Letters,
    Many,
    Objects,
    OpponentDiscards,
    PickFromHand,
    Posture,
    Shield,
    Test,
    ThisIs,
    Verb,
    What,
    Whose,
)
from referee.text.heresy_reading import has_latin_letters, read_line
from referee.text.heresy_said import said


def ability(line: str) -> Ability:
    read = read_line(line)
    assert isinstance(read, Ability)
    return read


def enemy(many: Many, number: int = 1, what: What = What.UNIT, posture: Posture | None = None) -> Objects:
    return Objects(Whose.ENEMY, what, many, number, posture)


def own(many: Many, number: int = 1, what: What = What.UNIT, posture: Posture | None = None) -> Objects:
    return Objects(Whose.OWN, what, many, number, posture)


def test_the_five_lines_of_the_source() -> None:
    one = ability("ВА: Уничтожь один отряд противника")
    assert (one.letters, one.cost, one.deeds) == (Letters.ACTION, (), (Do(Verb.DESTROY, enemy(Many.ONE)),))
    assert ability("ВА: Поверни один отряд противника").deeds == (Do(Verb.TURN, enemy(Many.ONE)),)
    assert ability("ВА: Твой противник сбрасывает 2 карты").deeds == (OpponentDiscards(2),)
    assert ability("ВА: Поверни все отряды противника").deeds == (Do(Verb.TURN, enemy(Many.ALL)),)
    broken = "ВА Поверни 2 своих наступающих отряда, (3+):\n\nУничтожь до 3 отрядов противника."
    five = ability(broken)
    assert five.cost == (Do(Verb.TURN, own(Many.EXACTLY, 2, posture=Posture.ADVANCING)), Test(3))
    assert five.deeds == (Do(Verb.DESTROY, enemy(Many.UP_TO, 3)),)
    assert five.words == "ВА Поверни 2 своих наступающих отряда, (3+): Уничтожь до 3 отрядов противника."


def test_the_two_condition_phrases() -> None:
    only = ability("ВА: Возьми одну карту. Используется только в том случае, если у противника есть ресурс.")
    words = "Используется только в том случае, если у противника есть ресурс."
    assert only.conditions == (Condition(True, Has(Whose.ENEMY, What.ASSET, 1), words),)
    never = ability("ВА: Не может использоваться, если эта карта повернута. Возьми одну карту")
    assert never.conditions == (
        Condition(False, ThisIs(Posture.TURNED), "Не может использоваться, если эта карта повернута."),
    )


@pytest.mark.parametrize(
    ("line", "deed"),
    [
        ("Т: Возьми одну карту", Draw(1)),
        ("Т: Возьми 1 карту", Draw(1)),
        ("Т: Возьми 5 карт", Draw(5)),
        ("Т: Выбери и сбрось 2 карты с руки противника", PickFromHand(2)),
        ("Т: Приведи в готовность все свои ресурсы", Do(Verb.READY, own(Many.ALL, what=What.ASSET))),
        ("Т: Переведи в наступление эту карту", DoThis(Verb.ADVANCE)),
        ("Т: Уничтожь 2 корабля противника", Do(Verb.DESTROY, enemy(Many.EXACTLY, 2, What.SHIP))),
        ("Т: Уничтожь 5 кораблей противника", Do(Verb.DESTROY, enemy(Many.EXACTLY, 5, What.SHIP))),
        ("Т: Поверни до 2 готовых отрядов противника", Do(Verb.TURN, enemy(Many.UP_TO, 2, posture=Posture.READY))),
        ("Т: Поверни один свой готовый отряд", Do(Verb.TURN, own(Many.ONE, posture=Posture.READY))),
        ("Т: Поверни все готовые отряды противника", Do(Verb.TURN, enemy(Many.ALL, posture=Posture.READY))),
    ],
)
def test_forms_of_deeds(line: str, deed: object) -> None:
    assert ability(line).deeds == (deed,)


def test_several_deeds_and_sentences() -> None:
    line = ability("ВА: Поверни один отряд противника и уничтожь один ресурс противника. Возьми одну карту.")
    assert len(line.deeds) == 3


def test_the_order_of_the_price_makes_another_ability() -> None:
    first = ability("ВА (3+), Поверни эту карту: Возьми одну карту")
    second = ability("ВА Поверни эту карту, (3+): Возьми одну карту")
    assert first.cost == (Test(3), DoThis(Verb.TURN))
    assert second.cost == tuple(reversed(first.cost))
    assert ability("ВА Сбрось 2 карты: Возьми одну карту").cost == (Discard(2),)


def test_the_same_words_before_and_after_the_colon_differ() -> None:
    price = ability("ВА Поверни эту карту: Возьми одну карту")
    effect = ability("ВА: Поверни эту карту и возьми одну карту")
    assert (price.cost, effect.cost) == ((DoThis(Verb.TURN),), ())


@pytest.mark.parametrize(("line", "verb"), [("повернут", Verb.TURN), ("уничтожен", Verb.DESTROY)])
def test_standing_texts_have_no_letters(line: str, verb: Verb) -> None:
    read = read_line(f"Не может быть {line} способностями противника.")
    assert isinstance(read, Shield)
    assert read.verb is verb


@pytest.mark.parametrize(
    ("line", "at", "match"),
    [
        ("ВА: (3+) Поверни один отряд противника", 4, "is not understood here"),
        ("К: Поверни один отряд противника", 0, "“К” is none of the letters of an ability: ВА, Т, М, Р, Ш"),
        ("ВА Уничтожь один отряд противника", 33, "there is no colon"),
        ("ВА: Поверни 2 отрядов противника", 14, "отряда"),
        ("ВА: Поверни 5 отряда противника", 14, "отрядов"),
        ("ВА: Поверни один отряд", 22, "the line ends here. Expected: “противника”"),
        ("ВА Поверни один отряд противника: Возьми одну карту", 16, "Expected: “свой”"),
        ("ВА: Возьми 2 карт", 13, "“карты”"),
        ("ВА: Используется только в том случае, если ты атакуешь", 54, "does not say what the ability does"),
        ("ВА/Т: Возьми одну карту", 2, "is not understood here"),
        ("", 0, "the line ends here"),
        ("Быстрый", 0, "one of the letters"),
    ],
)
def test_errors_say_where_and_what_was_expected(line: str, at: int, match: str) -> None:
    with pytest.raises(NotParsed, match=match) as caught:
        read_line(line)
    assert caught.value.at == at


def test_latin_letters_in_front_are_read_as_cyrillic_ones_and_said_to_be() -> None:
    latin = ability("BA: Возьми одну карту")
    assert latin == ability("ВА: Возьми одну карту")
    assert has_latin_letters("BA: Возьми одну карту")
    assert not has_latin_letters("ВА: Возьми одну карту")


def test_an_ability_is_said_in_three_languages() -> None:
    line = said(read_line("ВА Поверни 2 своих наступающих отряда, (3+): Уничтожь до 3 отрядов противника."))
    assert str(line) == (
        "Battle action. Price, in this order: to turn: own units (advancing), exactly 2, chosen when announced; "
        "pass a test on 3 or more. Effect: to destroy: enemy units, up to 3, chosen when announced."
    )
    assert speaker("ru", "heresy").say(line).startswith("Военная акция. Стоимость, в этом порядке: повернуть")
    assert speaker("hu", "heresy").say(line).startswith("Harci akció. Ár, ebben a sorrendben: elfordítás")
