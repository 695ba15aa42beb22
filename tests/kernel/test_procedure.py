"""Procedures: what is wrong with one shows when its module is imported."""

from __future__ import annotations

import types
from typing import Any

import pytest

from referee.kernel import Game, Outcome, Procedure, Seeded, State, choose, step, text
from referee.kernel.procedure import REGISTRY
from referee.kernel.record import copy


class Walk(Procedure):
    """A procedure that others build on."""

    way: str = ""

    @step("T 1", into="way")
    def select(self, s: State) -> Outcome:
        return choose(text("Which way?"), by=0, among=("left", "right"))

    @step("T 2")
    def go(self, s: State) -> Outcome:
        self.result = self.way
        return None


class Run(Walk):
    """The same with one step replaced and one added."""

    @step("T 2/b")
    def go(self, s: State) -> Outcome:
        self.result = self.way * 2
        return None

    @step("T 3")
    def rest(self, s: State) -> Outcome:
        return None


def test_a_field_that_does_not_exist_fails_at_import() -> None:
    with pytest.raises(TypeError, match=r"Bad\.select: there is no field 'unit'"):

        class Bad(Procedure):
            @step("T 1", into="unit")
            def select(self, s: State) -> Outcome:
                return None


@pytest.mark.parametrize("field", ["steps", "tag", "delivers", "at"])
def test_an_answer_cannot_land_in_the_machinery(field: str) -> None:
    with pytest.raises(TypeError, match="there is no field"):

        class Bad(Procedure):
            @step("T 1", into=field)
            def select(self, s: State) -> Outcome:
                return None


@pytest.mark.parametrize("wrong", [{"check": "none"}, {"propose": "none"}])
def test_a_method_that_does_not_exist_fails_at_import(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="there is no method 'none'"):

        class Bad(Procedure):
            @step("T 1", **wrong)
            def select(self, s: State) -> Outcome:
                return None


def test_two_steps_of_one_rule_id_fail_at_import() -> None:
    with pytest.raises(TypeError, match="two steps have the same rule id"):

        class Bad(Walk):
            @step("T 1")
            def another(self, s: State) -> Outcome:
                return None


def test_replacing_a_step_by_a_plain_method_fails_at_import() -> None:
    with pytest.raises(TypeError, match=r"Bad\.go replaces the step T 2: mark it with @step"):

        class Bad(Walk):
            def go(self, s: State) -> Outcome:
                return None


def test_no_field_hides_what_the_kernel_keeps() -> None:
    with pytest.raises(TypeError, match=r"Bad\.steps_from: the kernel keeps something of its own"):

        class Bad(Procedure):
            steps_from: tuple[str, ...] = ()  # type: ignore[assignment,misc]


def test_a_name_taken_by_another_module_fails_at_import() -> None:
    with pytest.raises(TypeError, match=r"test_procedure\.Walk is declared in .* and in elsewhere\.test_procedure"):
        types.new_class(
            "Walk", (Procedure,), exec_body=lambda scope: scope.update(__module__="elsewhere.test_procedure")
        )
    assert REGISTRY["test_procedure.Walk"] is Walk


def test_a_subclass_keeps_the_order_of_the_steps_it_replaces() -> None:
    assert [one.rule for one in Run.steps] == ["T 1", "T 2/b", "T 3"]
    assert [one.rule for one in Walk.steps] == ["T 1", "T 2"]


def test_a_frame_stands_at_a_rule_and_after_its_last_step_at_the_last() -> None:
    walk = Walk()
    assert walk.rule == "T 1"
    walk.at = 2
    assert walk.rule == "T 2"


def test_a_copied_frame_goes_its_own_way() -> None:
    walk = Walk(way="left")
    twin = copy(walk)
    twin.way, twin.at = "right", 1
    assert (walk.way, walk.at) == ("left", 0)


def test_tags_name_the_book() -> None:
    assert Walk.tag == "test_procedure.Walk"
    from referee.kernel import Roll

    assert Roll.tag == "kernel.Roll"


def test_results_land_in_the_field_of_the_step_that_called(begin: Any) -> None:
    class Twice(Procedure):
        first: str = ""
        second: str = ""

        @step("T 4", into="first")
        def one(self, s: State) -> Outcome:
            return Walk()

        @step("T 5", into="second")
        def two(self, s: State) -> Outcome:
            return Run()

        @step("T 6")
        def ask(self, s: State) -> Outcome:
            return choose(text("Done?"), by=0, among=(self.first + self.second,))

    game: Game = begin(Twice(), dice=Seeded("1"))
    game.answer("left")
    game.answer("right")
    assert game.options() == ("leftrightright",)
