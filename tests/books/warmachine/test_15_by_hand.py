"""WM 15 What is not written is settled by hand and recorded; armies, exports, views, typed answers, bots."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from books.warmachine.scene import asked, at, battle, begin, effect, figure, give, options, refused, table, unit, way
from referee.books.warmachine import BOOK
from referee.books.warmachine.army import Army, battlefields, read_army, sample_text, samples, schema
from referee.books.warmachine.bot import play
from referee.books.warmachine.by_hand import SettleByHand
from referee.books.warmachine.exports import read_list, read_text_list
from referee.kernel import ByHand, Game, NotUnderstood, Seeded, Unreadable, has_effect, text

T = figure("T", 44, 44)
E = figure("E", 30, 30, seat=1, health=9)


def settling(*answers: Any) -> Game:
    s = table(figure("S", 10, 10, kind="warcaster", arc=6, damage=3), T, E)
    return begin(s, *answers, first=SettleByHand(of="WM 8.4/e", gap=text("A test.")))


def test_15_a_and_15_b_and_15_c_damage_and_healing() -> None:
    game = settling("damage", "E", 4, "heal", "S", 2, "done")
    assert battle(game).models["E"].damage == 4
    assert battle(game).models["S"].damage == 1
    assert game.is_over


def test_15_d_and_15_e_effects_are_given_and_lifted() -> None:
    game = settling("give an effect", "E", "cannot advance", "turn end")
    assert has_effect(battle(game), "cannot advance", "E")
    give(game, "lift an effect", "E", "cannot advance", "give an effect", "E", "slowed", "round", "done")
    assert not has_effect(battle(game), "cannot advance", "E")
    assert [one.value for one in battle(game).effects] == [-2]


def test_15_f_a_model_is_placed_where_there_is_room() -> None:
    game = settling("place", "S")
    refused(game, way("T", (1, 1))[:0], "WM 15/f")
    refused(game, (("S", (44.5, 44, 0, 0)),), "WM 15/f")
    give(game, (("S", (20, 20, 0, 0)),), "done")
    assert at(game, "S") == (20, 20)


def test_15_g_and_15_h_focus_knock_down_destroy_and_on() -> None:
    game = settling("focus", "S", 5, "knock down", "S", "stand up", "S", "fury", "S", 1, "destroy", "T")
    assert battle(game).models["S"].focus == 5
    assert not battle(game).models["S"].knocked_down
    assert "T" in battle(game).lost
    give(game, "remove from play", "E")
    assert battle(game).ended == "annihilation"


def test_15_a_an_effect_given_by_hand_is_obeyed() -> None:
    """Whatever a spell or a card does can be put on a model, and the referee holds it to that."""
    s = table(figure("S", 10, 10, special_actions=("Hex",)), figure("S2", 20, 20), figure("E", 30, 20, seat=1))
    game = begin(
        s, "S", "forfeit", "special action: Hex", "give an effect", "S2", "must charge", "activation end", "done"
    )
    give(game, "S2")
    assert options(game) == ("charge",)


def test_samples_are_armies_and_say_what_is_wrong_with_others() -> None:
    words = sample_text("saltmarch")
    assert read_army(words).name == "Saltmarch Levy"
    for change, message in (
        ('name = "X"\n', "entries"),
        (words.replace('kind = "warcaster"', 'kind = "solo"'), "no leader"),
        (words.replace("base = 40", "base = 45"), "a base of 45 mm"),
        (words.replace('profile = "pilot"', 'profile = "pilt"'), "pilot"),
        (words.replace("size = 6", "size = 0"), "only troopers come in numbers"),
        (words + "[", "no TOML"),
    ):
        with pytest.raises(Unreadable, match=message):
            read_army(change)


def test_the_schema_names_what_an_army_has_and_is_the_one_in_the_docs() -> None:
    found = json.dumps(schema())
    written = Path(__file__).parents[3] / "docs" / "books" / "warmachine-army.schema.json"
    assert json.loads(written.read_text(encoding="utf-8")) == json.loads(found)
    for name in ("entries", "profiles", "weapons", "end_moves", "controller"):
        assert f'"{name}"' in found


EXPORT = """# an event, second place

Saltmarch - Levy
Skirmish - 50 pts

PC CARD

Marshal Ysolde Karr
SPELL - Fair Wind

14 Breakwater
4 RIGHT ARM - Pile Hammer

9 Saltmarch Pikes 1

9 Saltmarch Pikes 2

4 Marsh Pilot

PC COMMAND CARD
Old Faithful

TOTAL POINTS 36/50
"""


def test_a_plain_text_export_becomes_an_army() -> None:
    written = read_text_list(EXPORT)
    assert [(one.name, one.points) for one in written.entries] == [
        ("Marshal Ysolde Karr", None),
        ("Breakwater", 14),
        ("Saltmarch Pikes 1", 9),
        ("Saltmarch Pikes 2", 9),
        ("Marsh Pilot", 4),
    ]
    assert (written.faction, written.total) == ("Saltmarch - Levy", 36)
    army = msgspec.convert(read_list(EXPORT), Army)
    assert [(entry.profile, entry.size, entry.controller) for entry in army.entries] == [
        ("marshal", 1, ""),
        ("breaker", 1, "marshal"),
        ("pikes", 6, ""),
        ("pikes", 6, ""),
        ("pilot", 1, ""),
    ]
    game = BOOK.begin(lists=(read_list(EXPORT), samples()[1]), dice=Seeded("1"))
    assert asked(game) == "WM 13/a"


def test_an_unknown_name_is_said_with_its_line_and_what_is_near() -> None:
    with pytest.raises(Unreadable, match=r"line 11: Brakewater is not in the catalogue. There is: Breakwater"):
        read_list(EXPORT.replace("14 Breakwater", "14 Brakewater"))
    with pytest.raises(Unreadable, match="No entry was found"):
        read_list("just words")


def test_two_armies_and_battlefields_are_needed() -> None:
    with pytest.raises(Unreadable, match="Two armies"):
        BOOK.begin(lists=(samples()[0],), dice=Seeded("1"))
    assert {"drowned-lane", "cinder-field", "bare"} == set(battlefields())


def test_the_table_is_drawn_with_the_directions_of_a_charge() -> None:
    game = begin(table(figure("S", 10, 10), figure("E", 17, 10, seat=1), T), "S", "charge", "E")
    drawing = BOOK.draw(game, 0)
    root = ElementTree.fromstring(drawing)
    assert len([one for one in root if one.tag.endswith("path")]) == 2
    sketch = BOOK.sketch(game, 0, 60)
    assert "a E     E 5/5 at 17.0,10.0" in sketch
    assert max(map(len, sketch.splitlines())) <= 60
    assert BOOK.view(game, 1) == BOOK.view(game, None)


def typed(game: Game, words: str) -> Any:
    assert BOOK.parse is not None
    return BOOK.parse(game, words)


def test_answers_typed_in_words() -> None:
    game = begin(table(figure("S", 10, 10), figure("E", 17, 10, seat=1), T), "S", "full advance")
    give(game.clone(), typed(game, "north 3 then east 2"))
    give(game.clone(), typed(game, "toward E 4"))
    with pytest.raises(NotUnderstood, match="who moves"):
        typed(game, "sideways 3")
    charge = begin(table(figure("S", 10, 10), figure("E", 17, 10, seat=1), T), "S", "charge", "E")
    assert at(give(charge.clone(), typed(charge, "5 degrees")), "S")[0] > 15
    assert at(give(charge.clone(), typed(charge, "0 5.2")), "S") == (15.2, 10)
    assert at(give(charge.clone(), typed(charge, "toward E")), "S")[0] == pytest.approx(17 - 60 / 50.8, abs=0.01)
    assert at(give(charge.clone(), typed(charge, "15,10")), "S") == (15, 10)
    placing = begin(table(unit("U", ((10, 10), (8.5, 10))), E), "U", "full advance", "U1", ())
    give(placing, typed(placing, "U2 to 12,10"))
    menu = begin(table(figure("S", 10, 10), E), "S")
    with pytest.raises(NotUnderstood, match="one of its options"):
        typed(menu, "north 3")


def test_the_bot_beats_a_player_at_random() -> None:
    wins = 0
    for seed in range(3):
        game, random = BOOK.begin({"victory": "attrition", "rounds": "4"}, dice=Seeded(str(seed))), Random(seed)
        while game.decision:
            by = game.decision.by
            give(game, play(game, by, random) if by == seed % 2 else _random_without_settling(game, random))
        wins += battle(game).winner == seed % 2
    assert wins >= 2


def _random_without_settling(game: Game, random: Random) -> Any:
    return "done" if asked(game) == "WM 15/a" else game.propose(random)


def test_a_game_saved_in_the_middle_of_a_charge_goes_on_the_same() -> None:
    game = begin(
        table(figure("S", 10, 10), figure("E", 17, 10, seat=1), T, effects=[effect("speed", "S", 1)]),
        "S",
        "charge",
        "E",
    )
    loaded = Game.load(BOOK, game.save())
    assert loaded.digest() == game.digest()
    for one in (game, loaded):
        one.dice = ByHand()
        give(one, way("S", (15, 10)), "melee attacks", ("sword", "E"), (6, 5), (1, 2, 3))
    assert loaded.digest() == game.digest()


def test_what_is_asked_in_words_is_explained_at_any_moment() -> None:
    """Not only answers to the question that waits: any unit, any option, any target."""
    enemies = [figure("E", 17, 10, seat=1), figure("F", 10, 11.5, seat=1)]
    s = table(figure("S", 10, 10), unit("U", ((20, 20),)), figure("S2", 30, 30), *enemies)
    game = begin(s, "S")
    assert [refusal.rule for refusal in game.why("S charge E")] == ["WM 3.5/e"]
    assert [refusal.rule for refusal in game.why("S2 charge U1")] == ["WM 1.1/e", "WM 3.5/d"]
    assert "WM 9/a" in [refusal.rule for refusal in game.why("S headbutt")]
    assert [refusal.rule for refusal in game.why("E run")] == ["WM 6.3/a"]
    assert [refusal.rule for refusal in game.why("U slam")] == ["WM 1.1/e", "WM 3/c"]
    assert [refusal.rule for refusal in game.why("S dance")] == ["WM 3/b"]
