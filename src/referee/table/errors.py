"""What the table refuses beside what the rules refuse: each with a code for programs and an HTTP status."""

from __future__ import annotations

from referee.kernel import InputError, Text, text


class Refused(InputError):
    """The table does not take this. Nothing was changed."""

    def __init__(self, code: str, message: Text, status: int = 409) -> None:
        self.code = code
        self.status = status
        super().__init__(message)


class Stale(Refused):
    """The request speaks of a version that is no longer the game's."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__("stale", text("The game has gone on to version {version}. Look again.", version=version))
