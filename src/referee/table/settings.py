"""What the server is told when it starts: where games are stored, and how much it lets anyone ask of it."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """How much the server takes. Sizes in bytes, rates per second, times in seconds."""

    request: int = 400_000
    """The largest body of an HTTP request: room for two uploaded lists."""
    message: int = 100_000
    """The largest WebSocket message: room for the paths of 200 models."""
    points: int = 4_000
    """The most places one answer may name, over all its paths."""
    games: int = 20_000
    """How many games are stored."""
    games_an_hour: int = 120
    """How many games one address may make in an hour."""
    awake: int = 1_000
    """How many games are kept in memory; one that sleeps is read again when somebody asks for it."""
    watchers: int = 64
    """How many connections one game takes."""
    rate: float = 30.0
    """How many messages a connection may send a second, on the long run."""
    burst: float = 90.0
    """How many at once."""
    text: int = 200
    """The longest name or key."""


class Settings(msgspec.Struct, frozen=True):
    """Everything the server is told."""

    database: str = "sqlite:///referee-games.sqlite"
    """Where the games are: an SQLAlchemy URL."""
    limits: Limits = Limits()
    trusted_proxies: bool = False
    """Is the server behind a proxy that says where requests come from (X-Forwarded-For)?"""
    extra_books: tuple[str, ...] = ()
    """Modules that hold a `BOOK` of their own, beside the books of the package."""


class Bucket:
    """How much one sender may still send: fills at `rate` a second up to `burst`."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, now

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
