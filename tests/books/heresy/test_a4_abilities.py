"""A4 Additional abilities: what they are, where they may be used, announcing them, conditions of use."""

from __future__ import annotations

import pytest

from books.heresy.scene import A, B, Scene, same
from referee.books.heresy.abilities import Use, refusals
from referee.books.heresy.field import Field
from referee.books.heresy.state import Stage
from referee.text.ability import NotParsed
from referee.text.heresy_reading import read_line

DISCARD = "ВА: Твой противник сбрасывает одну карту"
TURN_ALL = "Поверни все отряды противника"
IF_ASSET = " Используется только в том случае, если у противника есть ресурс"
FIVE = ("ВА", "Т", "М", "Р", "Ш")


def test_a4_a_every_set_of_letters_begins_an_ability() -> None:
    play = Scene().lay("n", A, DISCARD, "ВА: Поверни все отряды противника").lay("e", B).start()
    assert play.options() == ("n.1", "n.2", "pass")


def test_a4_a_a_text_without_letters_is_none() -> None:
    play = Scene().lay("n", A, "Не может быть повернут способностями противника").lay("e", B).start()
    assert play.options() == ("pass",)
    play.refused("n.1", "HH A4/a")
    play.refused("n.2", "HH A4/a")


@pytest.mark.parametrize("letters", FIVE)
def test_a4_b_there_are_five_kinds_of_letters(letters: str) -> None:
    line = read_line(f"{letters}: {TURN_ALL}")
    assert line.words.startswith(letters)


@pytest.mark.parametrize("wrong", ["К", "Б", "ВТ", "ВА/Т"])
def test_a4_b_other_letters_are_refused_naming_the_five(wrong: str) -> None:
    with pytest.raises(NotParsed, match=r"ВА, Т, М, Р, Ш|is not understood"):
        read_line(f"{wrong}: {TURN_ALL}")


@pytest.mark.parametrize(("letters", "option"), [("М", "letter_m"), ("Р", "letter_r"), ("Ш", "letter_sh")])
def test_a4_b_the_windows_of_three_letters_are_options(letters: str, option: str) -> None:
    line = f"{letters} Поверни эту карту: {TURN_ALL}"
    Scene().lay("n", A, line).start().refused("n.1", "HH A4/b")
    go = Scene(**{option: "go"}).lay("n", A, line).lay("e", B).start().answer("n.1")
    assert go.posture("e") == "turned"
    exchange = Scene(**{option: "exchange"}).lay("n", A, line).lay("m", A, DISCARD).lay("e", B).start()
    exchange.refused("n.1", "HH BA.3/e")
    exchange.answer("m.1", "n.1")
    assert exchange.posture("e") == "turned"


@pytest.mark.parametrize("letters", FIVE)
def test_a4_c_they_are_used_in_the_battle_stage_only(letters: str) -> None:
    scene = Scene(letter_m="go", letter_r="go", letter_sh="go")
    play = scene.lay("n", B, f"{letters}: {TURN_ALL}").blank(B, 2).deployment()
    play.refused("n.1", "HH A4/c")
    wave = Scene(letter_m="go", letter_r="go", letter_sh="go").lay("n", B, f"{letters}: {TURN_ALL}").first_wave()
    wave.refused("n.1", "HH A4/c")


def test_a4_c_determining_the_winner_is_a_stage_of_its_own() -> None:
    play = Scene().lay("n", A, DISCARD).start()
    assert "n.1" in play.options()
    play.s.stage = Stage.WINNER
    lying = play.s.table["n"]
    (refusal,) = refusals(play.s, Field(play.s), Use(lying, lying.card, 0), A)
    assert refusal.rule == "HH A4/c"


def test_a4_d_every_kind_follows_the_same_procedure() -> None:
    line = "Поверни один свой наступающий отряд: Поверни один отряд противника." + IF_ASSET
    for letters in ("ВА", "Т", "Р"):
        for lacking in ("", "unit", "advancing", "asset"):
            scene = Scene(letter_r="exchange").lay("m", A, DISCARD).lay("n", A, f"{letters} {line}", kind="asset")
            scene = scene if lacking == "unit" else scene.lay("e", B)
            scene = scene if lacking == "advancing" else scene.lay("u", A, posture="advancing")
            scene = scene if lacking == "asset" else scene.lay("ea", B, kind="asset")
            play = scene.start()
            if letters != "ВА":
                play.answer("m.1")
            if lacking:
                play.refused("n.1")
            else:
                play.answer("n.1", "u", "e")
                assert play.posture("u") == "turned"


def test_a4_1_a_use_begins_with_the_announcement() -> None:
    scene = Scene().lay("m", A, DISCARD).lay("u1", A, posture="advancing").lay("u2", A, posture="advancing")
    play = scene.lay("n", A, "Т Поверни 2 своих наступающих отряда: Поверни один отряд противника").lay("e", B).start()
    play.refused("u1", "HH A4.1/a")
    play.answer("m.1", "n.1", ("u1", "u2"), "e")
    rules = play.log_rules()
    first = next(at for at, words in enumerate(play.log()) if "card-n" in words)
    assert rules[first] == "HH A4.1/a"
    assert first < rules.index("HH BA.2/b") < rules.index("HH A4.3/e")


def test_a4_1_b_a_failed_try_is_void_and_not_reported() -> None:
    play = Scene().lay("n", A, "ВА: Поверни один отряд противника").lay("m", A, DISCARD).start()
    before, told = play.game.clone(), len(play.events)
    play.refused("n.1", "HH A4.2/ex1c")
    assert same(before, play.game)
    assert (len(play.events), play.game.state.events) == (told, [])
    play.answer("m.1")
    assert play.rule == "HH BA.3/c"


def test_a4_2_a_decisions_come_after_the_announcement_and_before_payment() -> None:
    scene = Scene().lay("n", A, "ВА Поверни эту карту, (3+): Уничтожь один отряд противника").lay("e", B)
    play = scene.deck(A, 1).start().answer("n.1")
    assert play.rule == "HH A4.2/f"
    assert play.posture("n") == "ready"
    play.answer("e")
    assert play.posture("n") == "turned"


def test_a4_2_a_no_decision_waits_for_the_test() -> None:
    scene = Scene().lay("n", A, "ВА (3+): Уничтожь до 3 отрядов противника").lay("e", B).deck(A, 5)
    play = scene.start().answer("n.1")
    play.refused(("later",), "HH A4.2/f")
    play.answer(())
    assert play.rule == "HH BA.3/c"


def test_a4_2_b_requirements_are_looked_at_before_the_payment() -> None:
    only_if = " Используется только в том случае, если у тебя нет готовых отрядов"
    line = f"ВА Поверни один свой готовый отряд: {TURN_ALL}.{only_if}"
    play = Scene().lay("n", A, line, kind="asset").lay("u", A).lay("e", B).start()
    play.refused("n.1", "HH A4.2/c")
    free = f"ВА: {TURN_ALL}.{only_if}"
    assert "n.1" in Scene().lay("n", A, free, kind="asset").lay("u", A, posture="turned").start().options()


ONLY_IF = "ВА: Поверни все отряды противника. Используется только в том случае, если у противника есть ресурс"
CANNOT_IF = "ВА: Поверни все отряды противника. Не может использоваться, если у противника есть ресурс"


def test_a4_2_c_used_only_if_the_condition_is_true() -> None:
    assert "n.1" in Scene().lay("n", A, ONLY_IF).lay("ea", B, kind="asset").start().options()
    refusal = Scene().lay("n", A, ONLY_IF).start().refused("n.1", "HH A4.2/c")
    assert "Используется только в том случае, если у противника есть ресурс" in str(refusal)


def test_a4_2_c_wherever_the_phrase_stands() -> None:
    first = "ВА: Используется только в том случае, если у противника есть ресурс. Поверни все отряды противника"
    Scene().lay("n", A, first).start().refused("n.1", "HH A4.2/c")


def test_a4_2_d_not_used_if_the_condition_is_true() -> None:
    assert "n.1" in Scene().lay("n", A, CANNOT_IF).start().options()
    Scene().lay("n", A, CANNOT_IF).lay("ea", B, kind="asset").start().refused("n.1", "HH A4.2/d")


def test_a4_2_d_both_phrases_have_to_be_satisfied() -> None:
    both = ONLY_IF + ". Не может использоваться, если эта карта повернута"
    assert "n.1" in Scene().lay("n", A, both).lay("ea", B, kind="asset").start().options()
    Scene().lay("n", A, both).start().refused("n.1", "HH A4.2/c")
    Scene().lay("n", A, both, posture="turned").start().refused("n.1", "HH A4.2/c", "HH A4.2/d")


def test_a4_2_e_the_condition_is_tested_once_when_the_ability_is_announced() -> None:
    destroy = "Т Уничтожь эту карту: Возьми одну карту"
    for option, effect in (("never", "turned"), ("at-effect", "ready")):
        scene = Scene(condition_retest=option).lay("n", A, ONLY_IF).lay("ea", B, destroy, kind="asset").lay("e", B)
        play = scene.start().answer("n.1", "pass", "ea.1", "pass", "pass")
        assert play.posture("e") == effect


def test_a4_2_e_a_false_condition_refuses_now_whatever_may_come() -> None:
    line = "ВА: Поверни все отряды противника. Используется только в том случае, если у тебя есть наступающий отряд"
    scene = Scene().lay("n", A, line, kind="asset").lay("u", A).hand(A, t="Т: Переведи в наступление один свой отряд")
    scene.start().refused("n.1", "HH A4.2/c")


@pytest.mark.parametrize(
    ("fact", "right", "wrong"),
    [
        ("эта карта наступает", "advancing", "ready"),
        ("эта карта повернута", "turned", "ready"),
        ("эта карта готова", "ready", "turned"),
    ],
)
def test_a4_2_c_a_condition_on_the_card_itself(fact: str, right: str, wrong: str) -> None:
    line = f"ВА: Поверни все отряды противника. Используется только в том случае, если {fact}"
    assert "n.1" in Scene().lay("n", A, line, posture=right).start().options()
    Scene().lay("n", A, line, posture=wrong).start().refused("n.1", "HH A4.2/c")


def test_a4_2_c_conditions_on_numbers_and_roles() -> None:
    def usable(fact: str, mine: int, theirs: int) -> bool:
        line = f"ВА: Поверни все отряды противника. Используется только в том случае, если {fact}"
        scene = Scene().lay("n", A, line, kind="asset")
        for number in range(mine):
            scene.lay(f"u{number}", A)
        for number in range(theirs):
            scene.lay(f"e{number}", B)
        return "n.1" in scene.start().options()

    assert usable("у тебя меньше отрядов, чем у противника", 1, 2)
    assert not usable("у тебя меньше отрядов, чем у противника", 2, 2)
    assert usable("у тебя больше отрядов, чем у противника", 3, 2)
    assert not usable("у тебя больше отрядов, чем у противника", 2, 2)
    assert usable("у тебя есть 2 отряда", 2, 0)
    assert not usable("у тебя есть 2 отряда", 1, 3)
    assert usable("у противника нет отрядов", 1, 0)
    assert not usable("у противника нет отрядов", 1, 1)
    assert usable("ты атакуешь", 0, 0)
    assert not usable("ты защищаешься", 0, 0)
