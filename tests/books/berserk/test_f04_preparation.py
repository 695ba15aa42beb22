"""BER F02, F04, 302: decks, the roll, the deal, recruiting."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from books.berserk.scene import asked, state, why
from referee.books.berserk import BOOK
from referee.books.berserk.decks import Deck, read_deck, samples, understand
from referee.books.berserk.setup import DEAL, FINISH, REDEAL, crystals, recruitable, shuffled, squad_so_far
from referee.books.berserk.sheet import SHEETS, shipped
from referee.kernel import Game, NotAllowed, Seeded, Unreadable

PLAIN = "plain-runner"


def begun(seed: str = "1", **options: Any) -> Game:
    return BOOK.begin({name.replace("_", " "): value for name, value in options.items()}, dice=Seeded(seed))


def until(game: Game, rule: str, **answers: Any) -> Game:
    random = Random(1)
    for _ in range(200):
        if asked(game) == rule:
            return game
        game.answer(answers.get(asked(game), game.propose(random)))
    raise AssertionError(f"{rule} is never asked")


def deck_of(size: int, **counts: int) -> dict[str, Any]:
    kinds = [key for key in shipped() if key not in counts]
    cards: dict[str, int] = dict(counts)
    while sum(cards.values()) < size:
        key = kinds[len(cards) % len(kinds)]
        cards[key] = min(3, size - sum(cards.values()))
    return {"cards": cards}


def test_f02_a_a_deck_has_30_to_50_cards() -> None:
    for size in (30, 50):
        assert sum(read_deck(deck_of(size))["cards"].values()) == size
    for size in (29, 51):
        with pytest.raises(NotAllowed, match=f"BER F02/a: The deck has {size} cards; from 30 to 50"):
            read_deck(deck_of(size))


def test_f02_b_at_most_three_copies() -> None:
    assert read_deck(deck_of(30, **{PLAIN: 3}))["cards"][PLAIN] == 3
    with pytest.raises(NotAllowed, match=r"BER F02/b: Plain Runner is in the deck 4 times; 3 are allowed"):
        read_deck(deck_of(30, **{PLAIN: 4}))


def test_f02_b_every_reason_is_given() -> None:
    with pytest.raises(NotAllowed) as caught:
        read_deck({"cards": {PLAIN: 4}})
    assert [refusal.rule for refusal in caught.value.refusals] == ["BER F02/a", "BER F02/b"]


def test_f02_c_cards_are_known_by_any_of_their_names() -> None:
    deck = understand(
        "2x Степной бегун\nHerd Bowman x2\n3 Mocsárjáró\n".replace("3 Mocsárjáró\n", "Csikós íjász # more\n")
    )
    assert deck.cards == {PLAIN: 2, "reed-bowman": 3}
    with pytest.raises(
        NotAllowed, match=r"BER F02/c: Line 2: there is no card Степной бигун. Is it one of: Степной бегун"
    ):
        understand("2 Степной бегун\n1 Степной бигун")


def test_f02_c_a_deck_may_bring_its_own_cards() -> None:
    body = "\n".join(f"{key} = 1" for key in list(shipped())[:29])
    own = '[[card]]\nkey = "mine"\nname = { ru = "Мой", en = "Mine", hu = "Enyém" }\ntype = "creature"\ncost = 3\n'
    stats = "life = 5\nstrike = [1, 1, 1]\ntext = ['[з]: Выстрел на 1.']\n"
    deck = understand(f"[cards]\nmine = 1\n{body}\n\n{own}{stats}")
    assert (len(deck.kinds()), deck.own[0].key) == (30, "mine")
    game = BOOK.begin(lists=(read_deck(deck), samples()[0]), dice=Seeded("1"))
    assert any(kind.startswith("mine--") for kind in state(game).own)
    again = Game.load(BOOK, game.save())
    assert again.digest() == game.digest()
    with pytest.raises(Unreadable, match=r"line .* is not understood here"):
        understand(f"[cards]\nmine = 30\n{own}{stats.replace('Выстрел', 'Вустрел')}")


def test_f02_e_a_unique_card_is_recruited_once() -> None:
    game = recruiting({"steppe-khan": 2})
    game.answer("s1")
    assert why(game, "s2") == ["BER F02/e"]


def recruiting(dealt: dict[str, int], gold: int = 24, silver: int = 22) -> Game:
    """The recruiting of seat 0 with a chosen deal."""
    from referee.books.berserk.records import Card
    from referee.books.berserk.setup import Recruit
    from referee.books.berserk.state import Battle

    s = Battle(gold=(gold, 25), silver=(silver, 23), decks={0: ("free-lance",) * 15, 1: ()})
    kinds = [kind for kind, count in dealt.items() for _ in range(count)]
    for number, kind in enumerate(kinds, 1):
        s.cards[f"s{number}"] = Card(f"s{number}", kind, 0, 0)
    game = Game(BOOK, s, [Recruit(seat=0)], Seeded("1"))
    game.run()
    return game


def test_f04_a_the_higher_roller_decides() -> None:
    game = begun()
    assert asked(game) == "BER F04/c"
    rolls = game.rolls or ()
    assert game.decision is not None
    assert rolls == () or game.decision.by == (0 if rolls[-1].dice[0] > rolls[-1].dice[1] else 1)


def test_f04_b_ties_are_rolled_again() -> None:
    tied = [seed for seed in map(str, range(60)) if state(begun(seed)).rolled > 2]
    assert tied
    assert all(asked(begun(seed)) == "BER F04/c" for seed in tied)


def test_f04_c_the_winner_of_the_roll_says_who_is_first() -> None:
    for wish in ("first", "second"):
        game = begun()
        assert game.decision is not None
        winner = game.decision.by
        game.answer(wish)
        assert (state(game).first == winner) == (wish == "first")
    assert why_not_third(begun())


def why_not_third(game: Game) -> bool:
    from referee.kernel import NotAnOption

    with pytest.raises(NotAnOption):
        game.answer("third")
    return True


def test_f04_d_purses_of_24_and_22_and_one_more_of_each() -> None:
    game = begun()
    game.answer("first")
    s = state(game)
    assert (s.gold[s.first], s.silver[s.first]) == (24, 22)
    assert (s.gold[1 - s.first], s.silver[1 - s.first]) == (25, 23)


def test_f04_e_a_shuffle_keeps_the_cards_and_goes_by_its_number() -> None:
    deck = tuple("abcdefghij")
    assert sorted(shuffled(deck, 7)) == sorted(deck)
    assert shuffled(deck, 7) == shuffled(deck, 7) != shuffled(deck, 8)


def test_302_a_the_first_player_deals_first() -> None:
    game = begun()
    game.answer("first")
    assert game.decision is not None
    assert game.decision.by == state(game).first
    assert len([card for card in state(game).cards.values() if card.seat != state(game).first]) == 0


def test_302_b_then_the_second() -> None:
    game = until(begun(), "BER F04/k")
    assert {card.seat for card in state(game).cards.values()} == {0, 1}


def test_f04_f_fifteen_cards_are_dealt() -> None:
    game = begun()
    game.answer("first")
    s = state(game)
    assert len(s.cards) == DEAL
    assert len(s.decks[s.first]) + DEAL == sum(samples()[s.first]["cards"].values())


def test_f04_g_a_deal_may_be_dealt_again_three_times() -> None:
    game = begun()
    game.answer("first")
    seat = state(game).first
    for _ in range(3):
        assert game.decision is not None
        assert game.decision.by == seat
        game.answer(REDEAL)
    assert game.decision is not None
    assert game.decision.by != seat
    assert state(game).gold[seat] == 21
    free = begun(**{"re-deals": "any"})
    free.answer("first")
    for _ in range(5):
        free.answer(REDEAL)
    assert why(begun_at_redeal(), "twice") == ["BER F04/g"]


def begun_at_redeal() -> Game:
    game = begun()
    game.answer("first")
    return game


def test_f04_h_a_re_deal_costs_a_gold_crystal_and_gives_fifteen_new_cards() -> None:
    game = begun_at_redeal()
    s = state(game)
    before = dict(s.cards)
    game.answer(REDEAL)
    s = state(game)
    assert s.gold[s.first] == 23
    assert len(s.cards) == DEAL
    assert not set(before) & set(s.cards)


def test_f04_i_the_first_player_recruits_first_and_unseen() -> None:
    game = until(begun(), "BER F04/k")
    assert game.decision is not None
    assert game.decision.by == state(game).first
    shown = BOOK.view(game, 1 - state(game).first)
    assert all(one["seat"] != state(game).first for one in shown["cards"])


def test_f04_j_then_the_second_player() -> None:
    game = until(begun(), "BER F06/c")
    assert [state(game).gold, state(game).silver] == [(0, 0), (0, 0)]


def test_f04_k_a_card_of_the_deal_or_the_end() -> None:
    game = recruiting({PLAIN: 2})
    assert game.options() == ("s1", "s2")
    assert why(game, "n1") == ["BER F04/k"]


def test_f04_l_ordinary_cards_take_silver_first_elite_cards_gold_only() -> None:
    game = recruiting({PLAIN: 1, "banner-bearer": 1})
    s = state(game)
    squad = squad_so_far(s, 0)
    assert crystals(s, 0, SHEETS[PLAIN], squad) == (0, 3)
    assert crystals(s, 0, SHEETS["banner-bearer"], squad) == (5, 0)
    poor = recruiting({PLAIN: 1, "banner-bearer": 1}, gold=4, silver=2)
    assert why(poor, "s2") == ["BER F04/l"]
    assert crystals(state(poor), 0, SHEETS[PLAIN], squad) == (1, 2)


def test_f04_m_leftovers_are_lost() -> None:
    game = recruiting({PLAIN: 1})
    game.answer("s1")
    game.answer(FINISH)
    assert (state(game).gold[0], state(game).silver[0]) == (0, 0)


def test_f04_n_cards_not_recruited_go_back_to_the_deck() -> None:
    game = recruiting({PLAIN: 1, "dust-wolf": 2})
    game.answer("s1")
    game.answer(FINISH)
    s = state(game)
    assert [card.kind for card in s.cards.values()] == [PLAIN]
    assert s.decks[0].count("dust-wolf") == 2


def test_f04_o_they_are_shuffled_in_or_lie_at_the_bottom() -> None:
    game = recruiting({PLAIN: 1, "dust-wolf": 2})
    game.answer("s1")
    game.answer(FINISH)
    assert state(game).streams
    import msgspec

    other = recruiting({PLAIN: 1, "dust-wolf": 2})
    other.state.rules = msgspec.structs.replace(state(other).rules, unrecruited="bottom")  # type: ignore[attr-defined]
    other.answer("s1")
    other.answer(FINISH)
    assert state(other).decks[0][-2:] == ("dust-wolf", "dust-wolf")


def test_f04_p_each_element_beyond_the_first_costs_a_gold_crystal() -> None:
    game = recruiting({PLAIN: 1, "shield-dwarf": 1, "free-lance": 1, "moss-healer": 1})
    for one in ("s1", "s2", "s3", "s4"):
        game.answer(one)
    assert state(game).gold[0] == 24 - 2
    poor = recruiting({PLAIN: 1, "shield-dwarf": 1}, gold=0)
    poor.answer("s1")
    assert why(poor, "s2") == ["BER F04/p"]


def test_f04_q_flyers_for_15_crystals() -> None:
    game = recruiting({"sky-lark": 3, "rock-eagle": 1}, gold=30, silver=30)
    for one in ("s1", "s2", "s3"):
        game.answer(one)
    assert why(game, "s4") == ["BER F04/q"]


def test_f04_r_one_terrain() -> None:
    game = recruiting({"echo-cave": 2, PLAIN: 1})
    game.answer("s1")
    assert why(game, "s2") == ["BER F04/r"]
    assert why(game, "s3") == []
    game.answer("s3")
    assert state(game).cards["s3"].zone == "squad"


def test_f04_s_a_squad_has_a_creature() -> None:
    game = recruiting({"stone-idol": 1, PLAIN: 1})
    assert why(game, FINISH) == ["BER F04/s"]
    game.answer("s2")
    assert FINISH in game.options()


def test_f04_k_recruiting_never_overdraws() -> None:
    for seed in range(20):
        game = until(begun(str(seed)), "BER F04/k")
        s = state(game)
        while asked(game) == "BER F04/k":
            assert game.decision is not None
            squad = squad_so_far(s, game.decision.by)
            assert recruitable(s, game.decision.by, squad) == [one for one in game.options() if one != FINISH]
            game.answer(game.propose(Random(seed)))
            s = state(game)
            assert min(*s.gold, *s.silver) >= 0


def test_f02_a_a_deck_that_is_no_deck_is_said_to_be_so() -> None:
    with pytest.raises(Unreadable, match="not right TOML"):
        read_deck("[cards]\nx = = 1")
    with pytest.raises(Unreadable, match="not text in UTF-8"):
        read_deck(b"\xff\xfe\x00")
    assert Deck().kinds() == ()
