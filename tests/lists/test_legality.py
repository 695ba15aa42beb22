"""The mustering rules: for each a passing army and a twin that is refused under its id."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee import lists
from referee.books import find_book
from referee.lists import ArmyList, Finding, ListedModel, ListedUnit, Named, Role, Severity, read
from referee.lists.dataset import data
from referee.lists.legality import legality
from referee.lists.samples import SAMPLES
from referee.locale import speaker

ASTARTES, WOLVES, TYRANIDS = "adeptus-astartes", "space-wolves", "tyranids"


def unit(name: str, faction: str = ASTARTES, number: int = 1, **more: object) -> ListedUnit:
    """A unit of the data set with one model."""
    sheet = next(s for s in data().bundle.units if s.name == name and s.faction_id == faction and not s.game_modes)
    made = ListedUnit(
        f"{sheet.id}-{number}",
        name,
        (ListedModel(name, name, 1),),
        10,
        sheet.id,
        faction,
        is_warlord=bool(more.pop("lord", False)),
    )
    return replace(made, **more)


def army(*units: ListedUnit, **more: object) -> ArmyList:
    """A Strike Force army of Gladius Task Force, its first character the warlord."""
    made = ArmyList(
        "Test",
        units,
        faction=Named("Adeptus Astartes", ASTARTES),
        detachments=(Named("Gladius Task Force", "gladius-task-force"),),
        dispositions=(Named("Priority Assets", "priority-assets"),),
        battle_size="strike-force",
        points_limit=2000,
        counted_points=sum(u.points or 0 for u in units),
    )
    return replace(made, **more)


CAPTAIN = unit("Captain", lord=True)


def rules(made: ArmyList) -> set[str]:
    return {refusal.rule for refusal in legality(made)}


def detachments(*ids: str) -> tuple[Named, ...]:
    return tuple(Named(data().detachments_by_id[i][0].name, i) for i in ids)


def enhancement(name: str, detachment: str) -> Named:
    found = next(e for e in data().bundle.enhancements if e.name == name and e.detachment_id == detachment)
    return Named(found.name, found.id)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_sample_armies_are_exact_and_legal(name: str) -> None:
    made = read(SAMPLES[name])
    assert made.is_exact
    assert not made.findings
    assert 1900 <= made.counted_points <= 2000
    assert legality(made) == ()


def test_every_rule_judged_here_stands_in_the_index_of_the_book_and_no_other() -> None:
    folder = Path(lists.__file__).parent
    judged = {
        rule for path in folder.glob("*.py") for rule in re.findall(r'"(40K [\d.]+(?:/[a-z])?)"', path.read_text())
    }
    rows = find_book("wh40k").index().rows
    assert judged == {rule for rule, row in rows.items() if any(step.startswith("lists.") for step in row.steps)}
    assert len(judged) == 19


def test_the_index_names_functions_and_tests_that_are_there() -> None:
    here = {name for name in globals() if name.startswith("test_")}
    for row in find_book("wh40k").index().rows.values():
        for step in row.steps:
            if step.startswith("lists."):
                module, _, function = f"referee.{step}".rpartition(".")
                assert callable(getattr(importlib.import_module(module), function))
        assert {test.partition("::")[2] for test in row.tests if test.startswith("lists/test_legality::")} <= here


def test_19_01_a_leader_joins_only_its_bodyguards() -> None:
    body = unit("Intercessor Squad", role=Role.BODYGUARD)
    good = replace(CAPTAIN, role=Role.LEADER, attached_to=body.id)
    assert rules(army(good, body)) == set()
    other = unit("Scout Squad", role=Role.BODYGUARD)
    bad = army(replace(CAPTAIN, role=Role.LEADER, attached_to=other.id), other)
    assert rules(bad) == {"40K 19.01/a"}
    assert "Captain may not be attached to Scout Squad. It may be attached to:" in str(legality(bad)[0])
    assert "Intercessor Squad" in str(legality(bad)[0])


def test_19_01_b_one_leader_and_one_support() -> None:
    body = unit("Intercessor Squad", role=Role.BODYGUARD)
    leader = replace(CAPTAIN, role=Role.LEADER, attached_to=body.id)
    support = unit("Lieutenant", role=Role.SUPPORT, attached_to=body.id)
    assert rules(army(leader, support, body)) == set()
    second = unit("Chaplain", role=Role.LEADER, attached_to=body.id)
    assert rules(army(leader, second, body)) == {"40K 19.01/b"}
    (refusal,) = legality(army(leader, second, body))
    assert speaker("hu").say(refusal) == (
        "40K 19.01/b: Intercessor Squad: 2 unit van hozzá csatolva ilyen szerepben: vezető; egy lehet."
    )


def test_25_a_points() -> None:
    assert rules(army(replace(CAPTAIN, points=2000))) == set()
    assert rules(army(replace(CAPTAIN, points=2001))) == {"40K 25/a"}
    small = {
        "battle_size": "incursion",
        "points_limit": 1000,
        "detachments": detachments("anvil-siege-force"),
        "dispositions": (),
    }
    assert rules(army(replace(CAPTAIN, points=1000), **small)) == set()
    assert rules(army(replace(CAPTAIN, points=1001), **small)) == {"40K 25/a"}


def test_25_b_detachment_points() -> None:
    two = {"detachments": detachments("anvil-siege-force", "librarius-conclave"), "dispositions": ()}
    assert rules(army(CAPTAIN, **two)) == set()
    four = {"detachments": detachments("anvil-siege-force", "vanguard-spearhead"), "dispositions": ()}
    assert rules(army(CAPTAIN, **four)) == {"40K 25/b"}


def test_25_04_a_detachment_of_three_points_alone_at_incursion_size() -> None:
    small = {"battle_size": "incursion", "points_limit": 1000}
    assert rules(army(CAPTAIN, **small)) == set()
    more = detachments("gladius-task-force", "librarius-conclave")
    assert rules(army(CAPTAIN, **small, detachments=more)) == {"40K 25/b"}


def test_25_c_no_detachment_twice() -> None:
    twice = {"detachments": detachments("librarius-conclave", "librarius-conclave"), "dispositions": ()}
    assert rules(army(CAPTAIN, **twice)) == {"40K 25/c"}


def test_25_d_copies_of_a_datasheet() -> None:
    many = [unit("Scout Squad", number=n) for n in range(1, 5)]
    assert rules(army(CAPTAIN, *many[:3])) == set()
    assert rules(army(CAPTAIN, *many)) == {"40K 25/d"}
    small = {"battle_size": "incursion", "points_limit": 1000}
    assert rules(army(CAPTAIN, *many[:2], **small)) == set()
    assert rules(army(CAPTAIN, *many[:3], **small)) == {"40K 25/d"}


@pytest.mark.parametrize("name", ["Intercessor Squad", "Rhino"])
def test_25_d_battleline_and_dedicated_transports_twice_as_often(name: str) -> None:
    many = [unit(name, number=n) for n in range(1, 8)]
    assert rules(army(CAPTAIN, *many[:6])) == set()
    assert rules(army(CAPTAIN, *many)) == {"40K 25/d"}


def test_25_d_a_detachment_can_make_a_datasheet_battleline() -> None:
    dogs = [unit("War Dog Karnivore", "chaos-knights", n) for n in range(1, 7)]
    knights = {
        "faction": Named("Chaos Knights", "chaos-knights"),
        "detachments": detachments("houndpack-lance"),
        "dispositions": (),
    }
    made = army(replace(dogs[0], is_warlord=True), *dogs[1:], **knights)
    assert rules(made) == set()
    assert rules(replace(made, detachments=())) >= {"40K 25/d"}


def test_25_e_one_of_each_epic_hero() -> None:
    hero = unit("Ragnar Blackmane", lord=True)
    wolves = {"faction": Named("Space Wolves", WOLVES), "detachments": (), "dispositions": ()}
    assert rules(army(hero, **wolves)) == set()
    assert rules(army(hero, unit("Ragnar Blackmane", number=2), **wolves)) == {"40K 25/e"}


def test_25_f_no_enhancement_for_an_epic_hero() -> None:
    armour = enhancement("Artificer Armour", "gladius-task-force")
    wolves = {"faction": Named("Space Wolves", WOLVES)}
    assert rules(army(replace(CAPTAIN, enhancements=(armour,)), **wolves)) == set()
    assert rules(army(unit("Ragnar Blackmane", lord=True, enhancements=(armour,)), **wolves)) == {"40K 25/f"}


def test_25_g_numbers_of_enhancements() -> None:
    names = ["Artificer Armour", "The Honour Vehement", "Adept of the Codex", "Fire Discipline"]
    bearers = [
        unit(name, enhancements=(enhancement(e, "gladius-task-force"),))
        for name, e in zip(["Techmarine", "Judiciar", "Captain", "Librarian"], names, strict=True)
    ]
    lord = replace(bearers[2], is_warlord=True)
    four = army(*bearers[:2], lord, bearers[3])
    assert rules(four) == set()
    assert rules(replace(four, battle_size="incursion", points_limit=1000)) == {"40K 25/g"}


def test_25_h_an_enhancement_once_an_upgrade_three_times() -> None:
    fierce = enhancement("Fierce Example (Upgrade)", "legends-of-saga-and-song")
    many = [unit("Wolf Guard Terminators", number=n, enhancements=(fierce,)) for n in range(1, 4)]
    wolves = {
        "faction": Named("Space Wolves", WOLVES),
        "detachments": detachments("legends-of-saga-and-song"),
        "dispositions": (),
    }
    assert rules(army(CAPTAIN, *many, **wolves)) == set()
    armour = enhancement("Artificer Armour", "gladius-task-force")
    pair = [replace(CAPTAIN, enhancements=(armour,)), unit("Techmarine", enhancements=(armour,))]
    assert rules(army(*pair)) == {"40K 25/h"}


def test_25_i_one_enhancement_a_unit() -> None:
    two = (enhancement("Artificer Armour", "gladius-task-force"), enhancement("Fire Discipline", "gladius-task-force"))
    assert rules(army(replace(CAPTAIN, enhancements=two))) == {"40K 25/i"}


def test_25_j_the_disposition_is_granted() -> None:
    assert rules(army(CAPTAIN)) == set()
    made = army(CAPTAIN, dispositions=(Named("Disruption", "disruption"),))
    assert rules(made) == {"40K 25/j"}
    assert "They grant: Priority Assets." in str(legality(made)[0])


def test_25_k_a_support_unit_is_attached() -> None:
    body = unit("Intercessor Squad", role=Role.BODYGUARD)
    joined = unit("Lieutenant", role=Role.SUPPORT, attached_to=body.id)
    assert rules(army(CAPTAIN, joined, body)) == set()
    assert rules(army(CAPTAIN, joined, body, unit("Apothecary"))) == {"40K 25/k"}


def test_25_k_is_not_judged_where_a_format_shows_no_attachments() -> None:
    assert rules(army(CAPTAIN, unit("Apothecary"))) == set()


def test_25_l_one_character_is_the_warlord() -> None:
    assert rules(army(unit("Captain"))) == {"40K 25/l"}
    assert rules(army(CAPTAIN, unit("Chaplain", lord=True))) == {"40K 25/l"}
    assert rules(army(unit("Scout Squad", lord=True))) == {"40K 25/l"}


def test_25_m_an_enhancement_is_of_the_armys_detachments() -> None:
    made = army(replace(CAPTAIN, enhancements=(enhancement("Eye of the Hunter", "veterans-of-the-fang"),)))
    assert rules(made) == {"40K 25/m"}


def test_25_m_its_bearer_is_a_character_with_its_keywords() -> None:
    codex = enhancement("Adept of the Codex", "gladius-task-force")
    assert rules(army(replace(CAPTAIN, enhancements=(codex,)))) == set()
    assert rules(army(CAPTAIN, unit("Techmarine", enhancements=(codex,)))) == {"40K 25/m"}
    armour = enhancement("Artificer Armour", "gladius-task-force")
    assert rules(army(CAPTAIN, unit("Scout Squad", enhancements=(armour,)))) == {"40K 25/m"}


def test_25_n_numbers_of_models() -> None:
    text = SAMPLES["tendril_ouroboros"].read_text(encoding="utf-8")
    assert rules(
        read(text.replace("20x Hormagaunt\n", "21x Hormagaunt\n").replace("20x Hormagaunt t", "21x Hormagaunt t"))
    ) == {"40K 25/n"}
    finding = Finding(Severity.WARNING, "model-range", legality(army(unit("Captain")))[0].reason)
    assert rules(army(CAPTAIN, findings=(finding,))) == {"40K 25/n"}


def test_25_o_units_are_of_the_faction_or_allies() -> None:
    assert rules(army(CAPTAIN, unit("Trygon", TYRANIDS))) == {"40K 25/o"}
    assassin = unit("Callidus Assassin", "agents-of-the-imperium")
    assert rules(army(CAPTAIN, assassin)) == set()
    assert rules(army(unit("Captain"), replace(assassin, is_warlord=True))) == {"40K 25/o"}


def test_25_o_one_chapter() -> None:
    hero = unit("Ragnar Blackmane")
    assert rules(army(CAPTAIN, hero)) == set()
    assert rules(army(CAPTAIN, hero, unit("Azrael"))) == {"40K 25/o"}
    wolves = {"faction": Named("Space Wolves", WOLVES), "detachments": (), "dispositions": ()}
    assert rules(army(CAPTAIN, unit("Azrael"), **wolves)) == {"40K 25/o"}


def test_25_p_what_a_detachment_asks() -> None:
    dogs = [unit("War Dog Karnivore", "chaos-knights", n) for n in range(1, 4)]
    knights = {
        "faction": Named("Chaos Knights", "chaos-knights"),
        "detachments": detachments("houndpack-lance"),
        "dispositions": (),
    }
    assert rules(army(replace(dogs[0], is_warlord=True), *dogs[1:], **knights)) == set()
    assert rules(army(replace(dogs[0], is_warlord=True), dogs[1], **knights)) == {"40K 25/p"}


def test_unknown_units_are_not_judged() -> None:
    stranger = ListedUnit("thing-1", "Thing", (ListedModel("Thing", "Thing", 1),), 10)
    assert rules(army(CAPTAIN, stranger)) == set()


def test_a_refusal_says_what_is_wrong_and_by_which_rule() -> None:
    refusal = legality(army(replace(CAPTAIN, points=2001)))[0]
    assert str(refusal) == "40K 25/a: The army costs 2001 points; 2000 are allowed."
