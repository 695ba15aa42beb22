"""Who sits where: seats by secret link, bots, spectators. Secrets are kept as hashes only."""

from __future__ import annotations

import hashlib
import hmac
import secrets

import msgspec

from referee.kernel import Dice


class Place(msgspec.Struct, frozen=True):
    """A seat as it is stored: the player's name, the bot that plays it, the hash of its secret."""

    name: str
    bot: str = ""
    hash: str = ""


class About(msgspec.Struct, frozen=True):
    """What the table keeps of a game beside its record: the seats, the dice with their seed, who may watch."""

    book: str
    seats: tuple[Place, ...]
    dice: Dice
    spectators: bool = True

    def seat_of(self, secret: str) -> int | None:
        """The seat a secret opens, or nothing."""
        given = hash_of(secret)
        found = None
        for seat, place in enumerate(self.seats):
            if place.hash and hmac.compare_digest(place.hash, given):
                found = seat
        return found

    @property
    def bots(self) -> tuple[int, ...]:
        """The seats that bots play."""
        return tuple(seat for seat, place in enumerate(self.seats) if place.bot)


def new_secret() -> str:
    """A key to a seat: 144 bits."""
    return secrets.token_urlsafe(18)


def new_id() -> str:
    """The id of a game, which cannot be guessed: whoever knows it may watch, if watching is allowed."""
    return secrets.token_urlsafe(12)


def hash_of(secret: str) -> str:
    """How a secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()
