"""BER 501.1: a declaration names source, action and, where it can, the target."""

from __future__ import annotations

import pytest

from books.berserk.scene import Scene, asked, card, declare, finish, lives, refused, state, why
from referee.kernel import NotAllowed

THROW = '[з]: Метание "ножа" на 2, дальность 3.'


def two_throwers() -> Scene:
    return Scene().put("C", "b3", THROW).put("D", "d3", THROW).put("T", "c5", seat=1)


def test_501_1_a_declaration_announces_an_action_and_goes_on_the_stack() -> None:
    game = declare(Scene().put("C", "b3", THROW).put("T", "c5", "[и][з]: Открыть другое ваше существо.", seat=1)
                   .put("U", "e5", seat=1).play(3), "C", "0", "T")  # fmt: skip
    (item,) = state(game).queue
    assert (item.source, item.action, item.chosen) == ("C", "0", ("T",))


def test_501_1_a_the_source_is_named() -> None:
    game = two_throwers().play(4)
    assert refused(game, "C", "0", "T") == []
    declare(game, "C", "0", "T")
    finish(game)
    assert lives(game, "T") == 7


def test_501_1_a_without_a_source_nothing_is_declared() -> None:
    game = two_throwers().play()
    assert refused(game, "", "0", "T") == ["BER 501.1/a"]
    assert why(game, "knife at T") == ["BER 501.1/a"]
    with pytest.raises(NotAllowed, match=r"BER 501.1/a: .* names its source first"):
        game.answer(["0", "T"])


def test_501_1_b_the_target_is_named_in_the_declaration() -> None:
    game = two_throwers().play()
    game.answer("C")
    game.answer("0")
    assert asked(game) == "BER 501.1/b"
    assert game.decision is not None
    assert game.decision.options() == ("T",)


def test_501_1_b_a_target_is_not_kept_back() -> None:
    game = two_throwers().play()
    assert refused(game, "C", "0") == ["BER 501.1/b"]
    game.answer("C")
    game.answer("0")
    assert why(game, None) == ["BER 501.1/b"]


def test_501_1_c_the_action_is_named() -> None:
    game = Scene().put("C", "b3", THROW, '[з]: Метание "камня" на 1, дальность 3.').put("T", "c5", seat=1).play(1)
    game.answer("C")
    assert game.decision is not None
    assert game.decision.options()[:3] == ("move", "0", "1")


def test_501_1_c_acting_at_a_target_is_no_action() -> None:
    game = two_throwers().play()
    game.answer("C")
    assert why(game, "T") == ["BER 501.1/c"]
    assert refused(game, "C", "", "T") == ["BER 501.1/c"]


def test_501_1_d_where_no_target_can_be_named_source_and_action_are_all() -> None:
    game = (
        Scene().put("C", "b3", "[з]: Ранить всех стоящих рядом существ противника на 1.").put("T", "b4", seat=1).play()
    )
    declare(game, "C", "0")
    finish(game)
    assert (lives(game, "T"), card(game, "C").closed) == (8, True)


def test_501_1_d_a_surplus_target_is_refused() -> None:
    game = (
        Scene().put("C", "b3", "[з]: Ранить всех стоящих рядом существ противника на 1.").put("T", "b4", seat=1).play()
    )
    assert refused(game, "C", "0", "T") == ["BER 501.1/d"]
