"""Texts, refusals, events, errors: what players read."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel import (
    Event,
    NotAllowed,
    Refusal,
    RuleConflict,
    RulesGap,
    State,
    Text,
    count_text,
    refuse,
    tell,
    text,
)
from referee.kernel.citation import fill


def test_a_text_fills_its_places_and_shortens_floats() -> None:
    assert str(text("{unit} moves {far} inches.", unit="Boyz", far=3.0)) == "Boyz moves 3 inches."
    assert str(text("{far} inches", far=2.456)) == "2.46 inches"
    assert str(text("{a} inches", a=-0.5)) == "-0.5 inches"


def test_a_text_may_hold_texts_and_braces_in_values() -> None:
    assert str(text("Roll for {purpose}.", purpose=text("charge"))) == "Roll for charge."
    assert str(text("{name} is here.", name="{odd} {name}")) == "{odd} {name} is here."


def test_a_text_that_counts_picks_its_form() -> None:
    forms = [str(count_text("{count} model of {unit}", "{count} models of {unit}", n, unit="Boyz")) for n in (0, 1, 2)]
    assert forms == ["0 models of Boyz", "1 model of Boyz", "2 models of Boyz"]


@given(st.floats(-1000, 1000))
def test_a_float_is_shown_to_a_hundredth(value: float) -> None:
    shown = fill("{x}", {"x": value})
    assert abs(float(shown) - value) <= 0.005 + 1e-9
    assert "e" not in shown


def test_a_text_without_values_is_taken_literally() -> None:
    assert str(text("An odd {brace")) == "An odd {brace"


def test_a_list_in_a_text_is_kept_as_a_tuple() -> None:
    assert text("{units}", units=["a", "b"]).params == {"units": ("a", "b")}
    assert count_text("{units}", "{units}", 2, units=["a"]).params == {"count": 2, "units": ("a",)}


def test_a_refusal_says_rule_reason_and_what_would_do() -> None:
    refusal = refuse("T 1", "{unit} is too far.", instead=text("Choose another."), unit="Boyz")
    assert str(refusal) == "T 1: Boyz is too far. Choose another."
    assert str(NotAllowed(refusal)) == str(refusal)
    assert msgspec.json.decode(msgspec.json.encode(refusal), type=Refusal) == refusal


def test_errors_keep_their_words_for_the_translators() -> None:
    assert RulesGap("T 1 is not written.").message == Text("T 1 is not written.")
    conflict = RuleConflict("T 1", "T 2", "the range")
    assert conflict.message.params == {"first": "T 1", "second": "T 2", "about": "the range"}


def test_an_event_is_for_its_seats_and_covered_for_the_rest() -> None:
    event = Event("T 1", text("You draw {card}.", card="amber"), {"card": "amber"}, (0,), text("A card is drawn."))
    assert event.seen_by(0) == event
    for seat in (1, None):
        seen = event.seen_by(seat)
        assert seen == Event("T 1", text("A card is drawn."))
        assert b"amber" not in msgspec.json.encode(seen)


def test_an_event_without_cover_is_not_there_for_the_rest() -> None:
    event = Event("T 1", text("You look."), seats=(0, 2))
    assert event.seen_by(2) == event
    assert event.seen_by(1) is None
    assert event.seen_by(None) is None


def test_what_everybody_may_see_is_told_to_everybody() -> None:
    s = State()
    tell(s, "T 1", "{unit} moves.", unit="Boyz")
    (event,) = s.events
    assert event.seen_by(None) == event == event.seen_by(1)
    assert str(event.text) == "Boyz moves."
