"""A1 Decks: what a legal deck is, and reading decks."""

from __future__ import annotations

from typing import Any

import pytest

from referee.books.heresy import BOOK, samples
from referee.books.heresy.content import SAMPLES, cards, sample_deck
from referee.books.heresy.decks import Deck, deck_refusals, read_list
from referee.kernel import NotAllowed, NotAnOption, Seeded, Unreadable


def deck(**more: Any) -> Deck:
    plain = read_list(sample_deck("crown"))
    return Deck(side=plain["side"], cards={**plain["cards"], **more.pop("cards", {})}, **more)


def rules(one: Deck) -> list[str]:
    return [refusal.rule for refusal in deck_refusals(one)]


def test_a1_a_at_least_sixty_cards() -> None:
    right = deck()
    assert sum(right.cards.values()) == 60
    assert rules(right) == []
    key = next(iter(right.cards))
    short = deck(cards={key: right.cards[key] - 1})
    (refusal,) = deck_refusals(short)
    assert str(refusal) == "HH A1/a: A deck has at least 60 cards; this one has 59."


def test_a1_b_at_most_four_copies() -> None:
    assert rules(deck(cards={"crown-guard": 4})) == []
    (refusal,) = deck_refusals(deck(cards={"crown-guard": 5}))
    assert (refusal.rule, "5 of Crown Guard" in str(refusal)) == ("HH A1/b", True)


def test_a1_c_one_side_and_unaligned_cards() -> None:
    assert rules(deck(cards={"free-company": 2})) == []
    (refusal,) = deck_refusals(deck(cards={"ash-reavers": 1}))
    assert (refusal.rule, "Ash Reavers is traitor" in str(refusal)) == ("HH A1/c", True)
    assert "HH A1/c" in rules(Deck("imperial", deck().cards))


def test_a1_d_sector_cards_are_never_in_a_deck() -> None:
    with pytest.raises(NotAllowed, match="HH A1/e: There is no card spaceport"):
        read_list({"side": "loyalist", "cards": {**deck().cards, "spaceport": 1}})


def test_a1_e_only_cards_there_are() -> None:
    assert all(key in cards() for key in deck().cards)
    with pytest.raises(NotAllowed, match="There is no card crown-gard; there is crown-guard"):
        read_list({"side": "loyalist", "cards": {**deck().cards, "crown-gard": 1}})


@pytest.mark.parametrize("name", SAMPLES)
def test_a1_a_our_own_decks_are_legal(name: str) -> None:
    assert rules(Deck(**read_list(sample_deck(name)))) == []


def test_there_are_at_least_sixty_cards_of_all_kinds() -> None:
    kinds = [card.kind.value for card in cards().values()]
    assert len(kinds) >= 60
    assert {"unit", "asset", "ship"} == set(kinds)
    assert {"loyalist", "traitor", "unaligned"} == {card.side for card in cards().values()}


def test_a_plain_text_deck_is_read_by_any_name() -> None:
    plain = deck()
    names = {key: card.name for key, card in cards().items()}
    lines = ["# Banners", "side: loyalist"]
    for number, (key, count) in enumerate(plain.cards.items()):
        said = (key, names[key]["en"], names[key]["ru"], names[key]["hu"])[number % 4]
        lines.append((f"{count} {said}", f"{count}x {said}", f"{said} x{count}")[number % 3])
    read = read_list("\n".join(lines))
    assert read["cards"] == plain.cards
    assert read["name"] == "Banners"


def test_a_name_that_is_not_known_is_named_with_its_line() -> None:
    with pytest.raises(Unreadable, match="line 2: there is no card “Crown Gard”; near it: crown guard"):
        read_list("4 Crown Guard\n4 Crown Gard")


@pytest.mark.parametrize(
    ("words", "match"),
    [
        ("[cards]\ncrown-guard = x\n", "line 2"),
        ('book = "berserk"\nside = "loyalist"\n[cards]\n', 'book = "heresy"'),
        ('side = "loyalist"\nsid = 1\n[cards]\n', "sid"),
        ('side = "loyalist"\n[cards]\ncrown-guard = "4"\n', "crown-guard|int"),
    ],
)
def test_a_broken_deck_file_is_refused_with_the_place(words: str, match: str) -> None:
    with pytest.raises(Unreadable, match=match):
        read_list(words)


def test_a_deck_may_bring_cards_of_its_own() -> None:
    own = (
        sample_deck("crown").replace("[cards]", "[cards]\nmy-unit = 1")
        + """
[[card]]
key = "my-unit"
name = { en = "My Unit", hu = "Egységem", ru = "Мой отряд" }
kind = "unit"
side = "loyalist"
die = 3
text = ["ВА: Возьми 2 карты"]
"""
    )
    plain = read_list(own)
    game = BOOK.begin(lists=(plain, samples()[1]), dice=Seeded("1"))
    assert any(card.key == "my-unit" for card in game.state.pool)  # type: ignore[attr-defined]
    with pytest.raises(Unreadable, match=r"Мой отряд.*column"):
        read_list(own.replace("Возьми 2 карты", "Возьми 2 карт"))


def test_a_game_needs_two_decks() -> None:
    with pytest.raises(NotAnOption, match="two decks; 1 were given"):
        BOOK.begin(lists=(samples()[0],), dice=Seeded("1"))
