"""Printed lines of Berserk: what parses, what it says, and where the rest goes wrong."""

from __future__ import annotations

import pytest

from referee.kernel import NotUnderstood
from referee.text.ability import NotParsed
from referee.text.berserk import mark_name, parse_line
from referee.text.berserk_ability import Ability, Aim, Amount, Attack, Deed, Event, Feature, Resource
from referee.text.berserk_words import describe_all

NAME = "Пробный страж"

SEED_LINES = (
    'При промахе в свой ход - метание "ножа" на 2, дальность 2',
    "[з]: 3 или менее разряда на 1 по разным существам противника",
)

PRINTED_FORMS = (
    "[з]: Выстрел на 1, дальность 3.",
    "[ф][з]: Выстрел на 2.",
    '[и][з]: Воздействие "дар силы" - свести [ПУ] вашего существа к сильному.',
    'X[ф][з]: Заклинание "щит" - другое существо получает защиту от всех немагических атак на X ходов противника.',
    "Все [ПУ] по Пробному стражу сводятся к слабым.",
    "[з]: Три или менее разряда на 1 по разным существам.",
    "[з]: Выстрел на 1-2-3.",
    "+2 к выстрелу за каждую [ф] на Пробном страже. При выстреле теряет все [ф].",
    "[и][з]: Свести ближний удар по существу в вашем отряде к 1, при этом ранить Пробного стража на 1",
    "Строй: броня 2.",
    "При ближнем ударе по Пробному стражу - особый удар на 2 по атаковавшему.",
    "Может атаковать [ПУ] 2 раза за ход, после первой атаки не закрывается.",
    "[з]: Добивание на 2.",
    '[з]: Метание "сосульки" на 1-2-2, дальность 3.',
    "X[ф][з]: Магический удар на 0-1-2, +1 к удару за каждую потраченную [ф].",
    "Может выступать защитником любому вашему нелетающему существу.",
    '[ф][з]: Воздействие "таран" - получить X ран, при этом ранить на X-1 стоящее напротив существо противника.',
    "Выступая защитником, не закрывается.",
    "Прыжок, дальность 4.",
    "Может стрелять по стоящим рядом картам.",
    "[ф][з]: Уничтожить Пробного стража, при этом ранить всех стоящих рядом существ противника на 1",
    "При среднем или сильном [ПУ] - атакованный получает отравление на 1.",
    '[з]: Метание "ножа" на X, дальность 4, где X - число ран на Пробном страже (максимум 4).',
    "Безответный удар.",
    "Вампиризм на X-1, где X - число ран, нанесенных Пробным стражем.",
    '3[ф][з]: Заклинание "последний путь" - уничтожить Пробного стража и выбранное существо.',
)


def one(line: str) -> Ability:
    (ability,) = parse_line(line, NAME)
    return ability


@pytest.mark.parametrize("line", SEED_LINES + PRINTED_FORMS)
def test_printed_forms_are_read_and_read_back(line: str) -> None:
    abilities = parse_line(line, NAME)
    assert abilities
    said = str(describe_all(abilities))
    assert said
    assert "{" not in said


def test_the_knife_of_the_first_example() -> None:
    assert one(SEED_LINES[0]) == Ability(
        source=SEED_LINES[0],
        event=Event("miss", ("strike",), turn="own"),
        nature="attack",
        name="ножа",
        aim=Aim(reach=2),
        attack=Attack("throw", (Amount(2), Amount(2), Amount(2)), "ножа"),
    )


def test_the_discharges_of_the_second_example() -> None:
    ability = one(SEED_LINES[1])
    assert ability.payment == (Resource("close"),)
    assert ability.aim == Aim("enemy", "creature", most=3, different=True)
    assert ability.attack == Attack("discharge", (Amount(1), Amount(1), Amount(1)))


@pytest.mark.parametrize(
    ("line", "twin", "aim", "other"),
    [
        ("[з]: Метание на 1, дальность 2", "[з]: Метание на 1", Aim(reach=2), Aim()),
        ("[з]: 2 или менее разряда на 1 по разным существам противника",
         "[з]: 2 или менее разряда на 1 по существам противника",
         Aim("enemy", "creature", most=2, different=True), Aim("enemy", "creature", most=2)),
        ("[з]: Разряд на 1 по существу противника", "[з]: Разряд на 1 по существу",
         Aim("enemy", "creature"), Aim("any", "creature")),
        ("[з]: Разряд на 1 по существу", "[з]: Разряд на 1 по карте", Aim("any", "creature"), Aim("any", "card")),
    ],
)  # fmt: skip
def test_a_word_more_or_less_is_another_aim(line: str, twin: str, aim: Aim, other: Aim) -> None:
    assert (one(line).aim, one(twin).aim) == (aim, other)


def test_payment_stands_before_the_colon_and_effect_after_it() -> None:
    paid = one("2 раны и закрытие: ранить стоящее напротив существо на 3")
    effect = one("закрытие: получает 2 раны, при этом ранить стоящее напротив существо на 3")
    assert paid.payment == (Resource("wounds", 2), Resource("close"))
    assert effect.payment == (Resource("close"),)
    assert effect.deeds[0] == Deed("wound", "self", Amount(2))


@pytest.mark.parametrize(
    ("line", "payment"),
    [
        ("[ф]: Выстрел на 1", (Resource("chips"),)),
        ("3[ф]: Выстрел на 1", (Resource("chips", 3),)),
        ("X[ф]: Выстрел на X", (Resource("chips", 1, x=True),)),
        ("Х[ф]: Выстрел на Х", (Resource("chips", 1, x=True),)),
        ("2 фишки, [з]: Выстрел на 1", (Resource("chips", 2), Resource("close"))),
        ("1 единица движения: Метание на 1", (Resource("moves", 1),)),
        ("5 ран: Выстрел на 1", (Resource("wounds", 5),)),
        ("Уничтожить Пробного стража: Выстрел на 1", (Resource("destroy"),)),
        ("уничтожение: Выстрел на 1", (Resource("destroy"),)),
    ],
)
def test_resources_of_a_payment(line: str, payment: tuple[Resource, ...]) -> None:
    line = line.replace("2 фишки, ", "2 фишки ")
    assert one(line).payment == payment


def test_several_sentences_are_several_abilities() -> None:
    first, second = parse_line("+2 к выстрелу за каждую [ф] на Пробном страже. При выстреле теряет все [ф].", NAME)
    assert first.feature == Feature("bonus per chip", 2, ("shot",))
    assert second.event == Event("attacks", ("shot",))


def test_quotation_marks_dashes_and_spaces_of_all_kinds() -> None:
    assert one("[з]:\u00a0Метание «ножа» на 1–2–2, дальность 3").attack == Attack(
        "throw", (Amount(1), Amount(2), Amount(2)), "ножа"
    )


def test_the_own_name_is_known_in_every_case_but_not_inside_quotation_marks() -> None:
    assert mark_name("ранить пробного стража на 1", NAME) == "ранить @@@@@@@@@@@@@@@ на 1"
    assert mark_name('заклинание "пробный страж"', NAME) == 'заклинание "пробный страж"'
    assert mark_name("по кукле-приманке", "Кукла-приманка") == "по @@@@@@@@@@@@@@"


@pytest.mark.parametrize(
    ("line", "at", "word", "expected"),
    [
        ("[з] Выстрел на 1", 4, "Выстрел", "“:”"),
        ("[з]: Стрельба на 1", 5, "Стрельба", "“выстрел…”"),
        ("[з]: Выстрел на", 15, "", "a number"),
        ("[з]: Выстрел на 1, дальность", 28, "", "a number"),
        ("Защита от дождя", 10, "дождя", "“выстрел…”"),
        ("Броня", 5, "", "a number"),
        ("При обеде - получает 1 [ф]", 4, "обеде", "“гибели”"),
    ],
)
def test_errors_say_where_and_what_was_expected(line: str, at: int, word: str, expected: str) -> None:
    with pytest.raises(NotParsed) as caught:
        parse_line(line, NAME)
    assert (caught.value.at, caught.value.found) == (at, word)
    assert expected in [str(one) for one in caught.value.expected]
    assert f"column {at + 1}" in str(caught.value)


def test_a_lost_icon_is_never_read_as_free() -> None:
    with pytest.raises(NotParsed, match=r"column 1: the payment before the colon is missing"):
        parse_line(": 3 или менее разряда на 1 по разным существам противника", NAME)


def test_an_x_that_nobody_pays_or_explains_is_an_error() -> None:
    with pytest.raises(NotParsed, match="X is neither paid nor explained"):
        parse_line("[з]: Выстрел на X", NAME)


def test_one_line_chooses_its_targets_in_one_way() -> None:
    with pytest.raises(NotParsed, match="in one way only"):
        parse_line("[з]: ранить выбранное существо на 1, при этом ранить стоящее рядом существо на 1", NAME)


def test_another_cards_name_is_not_understood() -> None:
    with pytest.raises(NotParsed):
        parse_line("Все [ПУ] по Дубу сводятся к слабым.", NAME)
    assert not issubclass(NotParsed, NotUnderstood)
