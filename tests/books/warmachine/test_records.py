"""Whole battles: bot against bot, recorded and verified."""

from __future__ import annotations

from random import Random

import pytest

from referee.books.warmachine import BOOK
from referee.books.warmachine.bot import play
from referee.books.warmachine.state import Battle
from referee.kernel import Seeded
from referee.record import Replay, Session, read


@pytest.mark.parametrize("field", ["drowned-lane", "cinder-field"])
def test_bot_against_bot_to_the_end_and_the_record_verified(field: str) -> None:
    session = Session.begin(BOOK, {"battlefield": field, "rounds": "3"}, dice=Seeded(field), digest_every=5)
    random = Random(1)
    while session.decision:
        session.answer(play(session.game, session.decision.by, random))
    session.close()
    s = session.game.state
    assert isinstance(s, Battle)
    assert s.ended in ("assassination", "attrition", "annihilation")
    run = Replay(read(session.data), book=BOOK, verify=True)
    assert run.run().digest() == session.game.digest()
    assert run.digests > 20
