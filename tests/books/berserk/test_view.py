"""BER F06/e, F14/d: what a seat is shown: the other side's face-down cards are seen to lie there, and no more."""

from __future__ import annotations

from random import Random

import msgspec

from books.berserk.scene import Scene, card, state
from referee.books.berserk import BOOK
from referee.books.berserk.records import DEALT
from referee.kernel import Game, Seeded

SECRET = "Verborgen"


def hidden() -> Game:
    scene = Scene().put("C", "c3").put("T", "c4", seat=1)
    return scene.put(SECRET, "c6", "Броня 7.", seat=1, hidden=True, life=17, strike=(4, 5, 6)).play()


def shown(game: Game, seat: int | None) -> str:
    parts = [msgspec.json.encode(BOOK.view(game, seat)).decode(), BOOK.draw(game, seat), BOOK.sketch(game, seat, 100)]
    return "".join(parts).replace(f'"{SECRET}"', "").replace(f"? {SECRET}", "")


def test_f06_e_a_face_down_card_is_seen_by_its_owner_only_b24() -> None:
    game = hidden()
    assert "Броня 7" in shown(game, 1)
    for seat in (0, None):
        words = shown(game, seat)
        assert "Броня 7" not in words
        assert SECRET not in words
        assert "17" not in words.replace('"17', "")
        (one,) = [one for one in BOOK.view(game, seat)["cards"] if one["id"] == SECRET]
        assert one == {"id": SECRET, "seat": 1, "zone": "field", "cell": "c6", "hidden": True}


def test_f06_e_its_names_are_secrets_until_it_is_revealed() -> None:
    game = hidden()
    assert BOOK.secrets is not None
    assert SECRET in "".join(BOOK.secrets(game, 0))
    assert BOOK.secrets(game, 1) == ()


def test_f04_i_what_was_dealt_and_recruited_is_seen_by_its_player_only() -> None:
    game, random = BOOK.begin(dice=Seeded("4")), Random(4)
    while game.decision is not None and game.decision.rule != "BER F06/d":
        by = game.decision.by
        for one in BOOK.view(game, 1 - by)["cards"]:
            assert one["seat"] == 1 - by
        assert BOOK.view(game, by)["crystals"][1 - by] is None
        game.answer(game.propose(random))
    assert all(one.zone != DEALT for one in state(game).cards.values())


def test_f14_d_a_refusal_names_no_hidden_card_b24() -> None:
    game = hidden()
    for answer in (SECRET, "C", "T"):
        for refusal in game.why(answer) if answer not in game.options() else ():
            assert "Проба" not in str(refusal).replace(f"({answer})", "") or answer != SECRET
    game.answer("C")
    game.answer("strike")
    words = [str(refusal) for refusal in game.why(SECRET)]
    assert words == ["BER 501.4/ex3a: A simple strike is declared at a card next to it; a hidden card in c6 is not."]
    assert card(game, SECRET).hidden
