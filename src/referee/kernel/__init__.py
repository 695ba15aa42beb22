"""The kernel: procedures, games, decisions, dice, windows, effects, limits, costs, modifiers. It knows no game."""

from referee.kernel.book import Book, BookOption
from referee.kernel.citation import Refusal, RuleId, Text, count_text, phrase, refuse, text
from referee.kernel.cost import Part, Pay
from referee.kernel.decision import (
    Allocate,
    AnyDecision,
    ChooseOne,
    ChooseSome,
    Confirm,
    Decision,
    MovePaths,
    Number,
    Order,
    Paths,
    PlacePositions,
    Point,
    Positions,
    RollDice,
    Seat,
    choose,
    frozen,
)
from referee.kernel.dice import ByHand, Dice, Roll, Rolled, Scripted, Seeded
from referee.kernel.effect import Effect, add_effect, effects_on, expire, has_effect, lift
from referee.kernel.errors import (
    InputError,
    NotAllowed,
    NotAnOption,
    NotUnderstood,
    RefereeError,
    RuleConflict,
    RulesGap,
    Unreadable,
)
from referee.kernel.event import Event, tell
from referee.kernel.game import Game, Place
from referee.kernel.index import Index, Row, read_index
from referee.kernel.limits import Used, forget_use, mark_used, times_used
from referee.kernel.modifiers import Modifier, fold
from referee.kernel.procedure import AGAIN, DONE, END, Outcome, Procedure, Signal, Step, step
from referee.kernel.state import State
from referee.kernel.window import PASS, QUIET, Window

# fmt: off
__all__ = [
    "add_effect", "AGAIN", "Allocate", "AnyDecision", "Book", "BookOption", "ByHand", "choose", "ChooseOne",
    "ChooseSome", "Confirm", "count_text", "Decision", "Dice", "DONE", "Effect", "effects_on", "END", "Event",
    "expire", "fold", "forget_use", "frozen", "Game", "has_effect", "Index", "InputError", "lift", "mark_used",
    "Modifier", "MovePaths", "NotAllowed", "NotAnOption", "NotUnderstood", "Number", "Order", "Outcome", "Part", "PASS",
    "Paths", "Pay", "phrase", "Place", "PlacePositions", "Point", "Positions", "Procedure", "QUIET", "read_index",
    "RefereeError", "Refusal", "refuse", "Roll", "RollDice", "Rolled", "Row", "RuleConflict", "RuleId", "RulesGap",
    "Scripted", "Seat", "Seeded", "Signal", "State", "Step", "step", "tell", "Text", "text", "times_used",
    "Unreadable", "Used", "Window",
]
# fmt: on
