"""The table as plain text, for terminals: what a seat may see, in at most so many columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.books.berserk.field import COLUMNS, ROWS
from referee.books.berserk.harm import SIDES
from referee.books.berserk.view import view
from referee.kernel import Game, Text, phrase, text

LEGEND = text("lives/life strike >moves left  [x] closed  *chips  !poison  ? face down")
NARROW = 40
"""Fewer columns than this cannot hold the field."""


Say = Callable[[Any], str]
"""What says a text in a language."""


def sketch(game: Game, seat: int | None, columns: int) -> str:
    """The table as a seat may see it, in English; south (seat 0) lies below."""
    return sketch_said(game, seat, columns, str)


def sketch_said(game: Game, seat: int | None, columns: int, say: Say) -> str:
    """The table as a seat may see it, in the words of a language."""
    shown = view(game, seat)
    cards = shown["cards"]
    width = max((max(columns, NARROW) - 3) // len(COLUMNS) - 1, 6)
    lines = [say(_heading(shown))]
    lines += _beside(cards, 1, columns, say)
    lines += _grid(cards, width, say)
    lines += _beside(cards, 0, columns, say)
    lines += _waiting(shown, columns, say)
    lines += _before(cards, say)
    lines.append(say(LEGEND))
    return "\n".join(line[:columns].rstrip() for line in lines)


def _heading(shown: dict[str, Any]) -> Text:
    if shown["result"] is not None:
        winner = shown["result"]["winner"]
        if winner is None:
            return text("The battle is over: a draw.")
        return text("The battle is over: {side} has won.", side=text(SIDES[winner]))
    if not shown["turn"]:
        return text("Before the battle")
    active, phase = text(SIDES[shown["active"]]), text(PHASES[shown["phase"]])
    return text("Turn {turn}: {side}, {phase}", turn=shown["turn"], side=active, phase=phase)


PHASES = {
    "preparation": phrase("preparation"), "start": phrase("start phase"), "choice": phrase("choice subphase"),
    "end": phrase("end phase"), "over": phrase("over"),
}  # fmt: skip


def _name(card: dict[str, Any], say: Say) -> str:
    return say(Text("{name}", {"name": card["name"]}))


def _grid(cards: list[dict[str, Any]], width: int, say: Say) -> list[str]:
    at = {card["cell"]: card for card in cards if card["zone"] == "field"}
    riders: dict[str, list[str]] = {}
    for card in cards:
        if card["zone"] == "host":
            riders.setdefault(card["host"], []).append(card["id"])
    rule = "  +" + "+".join("-" * width for _ in COLUMNS) + "+"
    lines = ["   " + " ".join(column.center(width) for column in COLUMNS)]
    for row in range(ROWS, 0, -1):
        lines.append(rule.replace("-", "=") if row == ROWS // 2 else rule)
        boxes = [_box(at.get(f"{column}{row}"), riders, width, say) for column in COLUMNS]
        for number in range(3):
            lines.append(f"{row if number == 1 else ' '} |" + "|".join(box[number] for box in boxes) + "|")
    return [*lines, rule]


def _box(card: dict[str, Any] | None, riders: dict[str, list[str]], width: int, say: Say) -> list[str]:
    if card is None:
        return [" " * width] * 3
    if "kind" not in card:
        return [one.center(width)[:width] for one in ("", f"? {card['id']}", "")]
    name = _name(card, say)
    marks = card["id"] + ("?" if card["hidden"] else "") + _marks(card)
    if card["id"] in riders:
        marks += " +" + ",".join(riders[card["id"]])
    return [one[:width].ljust(width) for one in (name, _numbers(card), marks)]


def _numbers(card: dict[str, Any]) -> str:
    if "life" not in card:
        return ""
    numbers = f"{card['lives']}/{card['life']}"
    if "strike" in card:
        numbers += " " + "-".join(map(str, card["strike"]))
        numbers += f" >{card['moves']}" if card["moves"] else ""
    return numbers


def _marks(card: dict[str, Any]) -> str:
    marks = " [x]" if card.get("closed") else ""
    marks += f" *{card['chips']}" if card.get("chips") else ""
    return marks + (f" !{card['poison']}" if card.get("poison") else "")


def _beside(cards: list[dict[str, Any]], seat: int, columns: int, say: Say) -> list[str]:
    """The additional zone of a seat, its symbionts, and its graveyard."""
    lines = []
    for zone, title in BESIDE.items():
        found = [card for card in cards if card["seat"] == seat and card["zone"] == zone]
        if found:
            words = ", ".join(_one_line(card, say) for card in found)
            lines += _wrapped(f"{say(text(SIDES[seat]))}, {say(title)}: {words}", columns)
    return lines


BESIDE = {"air": text("beside the field"), "host": text("on other cards"), "grave": text("graveyard")}


def _one_line(card: dict[str, Any], say: Say) -> str:
    if "kind" not in card:
        return f"? {card['id']}"
    if card["zone"] == "grave":
        return _name(card, say)
    one = say(text("{card} on {host}", card=card["id"], host=card["host"])) if card["host"] else card["id"]
    return f"{_name(card, say)} {one} {_numbers(card)}{_marks(card)}".replace("  ", " ")


def _waiting(shown: dict[str, Any], columns: int, say: Say) -> list[str]:
    """Declared actions, the one performed now first: whose, at which cards, and what it says."""
    lines = []
    for item in reversed(shown["stack"]):
        at = ", ".join(item["targets"]) or "-"
        words = {"stage": text(item["stage"]), "card": item["card"], "targets": at, "action": item["text"][0]}
        lines += _wrapped(say(text("{stage}: {card} at {targets}: {action}", **words)), columns)
    return lines


def _before(cards: list[dict[str, Any]], say: Say) -> list[str]:
    """The viewer's own cards that are not on the field yet."""
    lines = []
    for zone, title in (("dealt", text("dealt")), ("squad", text("squad"))):
        for card in (one for one in cards if one["zone"] == zone):
            cost = say(text("cost {cost}", cost=card["cost"]))
            lines.append(f"{say(title)}: {card['id']:4} {_name(card, say)}, {cost}, {_numbers(card)}")
    return lines


def _wrapped(line: str, columns: int) -> list[str]:
    lines, rest = [], line
    while len(rest) > columns:
        cut = rest.rfind(" ", 1, columns)
        cut = cut if cut > 0 else columns
        lines.append(rest[:cut])
        rest = "  " + rest[cut:].strip()
    return [*lines, rest]
