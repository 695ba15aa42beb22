"""The record of a game: every answer and every roll, as JSON lines that anyone can replay.

session = Session.begin(book, options, lists, seats, Seeded("42"), Path("battle.jsonl"))
session.answer(...)
session.undo(0, consent=(1,))
session = Session.resume(Path("battle.jsonl"))
game = replay(Path("battle.jsonl"), verify=True)
"""

from referee.record.lines import FORMAT, Answered, Closed, Consented, Entry, Header, Resumed, Shown, Undone
from referee.record.log import Log, Record, read
from referee.record.replay import Difference, Moment, Past, Replay, replay
from referee.record.session import ConsentNeeded, Session, TakeBack

# fmt: off
__all__ = [
    "Answered", "Closed", "ConsentNeeded", "Consented", "Difference", "Entry", "FORMAT", "Header", "Log", "Moment",
    "Past", "read", "Record", "Replay", "replay", "Resumed", "Session", "Shown", "TakeBack", "Undone",
]
# fmt: on
