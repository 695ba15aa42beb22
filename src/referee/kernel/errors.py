"""What can go wrong.

RefereeError
|-- InputError          somebody's answer or file; nothing was changed
|   |-- NotUnderstood   the answer has not the shape that was asked for
|   |-- NotAnOption     the shape is right, but it is none of the options
|   |-- NotAllowed      a rule forbids it: carries the refusals
|   `-- Unreadable      a save or record that cannot be read: says where
|-- RulesGap            a rule that is not written yet (ours to mend); at the table: settled by hand
`-- RuleConflict        two rules of equal rank that disagree (ours to mend)
"""

from __future__ import annotations

from referee.kernel.citation import Refusal, RuleId, Text, text


class RefereeError(Exception):
    """Everything the referee raises."""

    def __init__(self, message: Text | str) -> None:
        self.message = message if isinstance(message, Text) else text(message)
        super().__init__(str(self.message))


class InputError(RefereeError, ValueError):
    """An answer or a file that cannot be taken. Nothing was changed by it."""


class NotUnderstood(InputError):
    """The answer has not the shape that was asked for."""


class NotAnOption(InputError):
    """The answer is none of the options."""


class NotAllowed(InputError):
    """A rule forbids the answer."""

    def __init__(self, refusal: Refusal, *more: Refusal) -> None:
        self.refusal = refusal
        self.refusals = (refusal, *more)
        super().__init__(str(refusal))


class Unreadable(InputError):
    """A save, record or list that cannot be read; the message names the place."""


class RulesGap(RefereeError):
    """A rule that is not written yet. Raised by a step before it changes anything."""


class RuleConflict(RefereeError):
    """Two rules of equal rank disagree: both are named."""

    def __init__(self, first: RuleId, second: RuleId, about: str) -> None:
        self.rules = (first, second)
        super().__init__(text("{first} and {second} disagree on {about}.", first=first, second=second, about=about))
