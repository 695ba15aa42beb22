"""The table as plain text, for terminals: what a seat may see, in at most so many columns."""

from __future__ import annotations

from typing import Any

from referee.books.berserk.field import COLUMNS, ROWS
from referee.books.berserk.view import view
from referee.kernel import Game

LEGEND = "lives/life strike >moves left  [x] closed  *chips  !poison  ? face down"
NARROW = 40
"""Fewer columns than this cannot hold the field."""


def sketch(game: Game, seat: int | None, columns: int) -> str:
    """The table as a seat may see it; south (seat 0) lies below."""
    shown = view(game, seat)
    cards = shown["cards"]
    width = max((max(columns, NARROW) - 3) // len(COLUMNS) - 1, 6)
    lines = [_heading(shown)]
    lines += _beside(cards, 1, columns)
    lines += _grid(cards, width)
    lines += _beside(cards, 0, columns)
    lines += _waiting(shown, columns)
    lines += _before(cards, columns)
    lines.append(LEGEND)
    return "\n".join(line[:columns].rstrip() for line in lines)


def _heading(shown: dict[str, Any]) -> str:
    if shown["result"] is not None:
        winner = shown["result"]["winner"]
        return f"The battle is over: {'a draw' if winner is None else f'{SIDES[winner]} has won'}."
    if not shown["turn"]:
        return "Before the battle"
    return f"Turn {shown['turn']}: {SIDES[shown['active']]}, {shown['phase']}"


SIDES = ("south", "north")


def _grid(cards: list[dict[str, Any]], width: int) -> list[str]:
    at = {card["cell"]: card for card in cards if card["zone"] == "field"}
    riders: dict[str, list[str]] = {}
    for card in cards:
        if card["zone"] == "host":
            riders.setdefault(card["host"], []).append(card["id"])
    rule = "  +" + "+".join("-" * width for _ in COLUMNS) + "+"
    lines = ["   " + " ".join(column.center(width) for column in COLUMNS)]
    for row in range(ROWS, 0, -1):
        lines.append(rule.replace("-", "=") if row == ROWS // 2 else rule)
        boxes = [_box(at.get(f"{column}{row}"), riders, width) for column in COLUMNS]
        for number in range(3):
            lines.append(f"{row if number == 1 else ' '} |" + "|".join(box[number] for box in boxes) + "|")
    return [*lines, rule]


def _box(card: dict[str, Any] | None, riders: dict[str, list[str]], width: int) -> list[str]:
    if card is None:
        return [" " * width] * 3
    if "kind" not in card:
        return [one.center(width)[:width] for one in ("", f"? {card['id']}", "")]
    name = card["name"]["en"]
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


def _beside(cards: list[dict[str, Any]], seat: int, columns: int) -> list[str]:
    """The additional zone of a seat, its symbionts, and its graveyard."""
    lines = []
    for zone, title in (("air", "beside the field"), ("host", "on other cards"), ("grave", "graveyard")):
        found = [card for card in cards if card["seat"] == seat and card["zone"] == zone]
        if found:
            words = ", ".join(_one_line(card) for card in found)
            lines += _wrapped(f"{SIDES[seat]}, {title}: {words}", columns)
    return lines


def _one_line(card: dict[str, Any]) -> str:
    if "kind" not in card:
        return f"? {card['id']}"
    if card["zone"] == "grave":
        return str(card["name"]["en"])
    on = f" on {card['host']}" if card["host"] else ""
    return f"{card['name']['en']} {card['id']}{on} {_numbers(card)}{_marks(card)}".replace("  ", " ")


def _waiting(shown: dict[str, Any], columns: int) -> list[str]:
    lines = []
    for title, key in (("working", "working"), ("stack", "stacked"), ("queue", "queue")):
        for item in shown[key]:
            what = f"{item['source']} {item['action']} at {', '.join(item['targets'] or item['chosen']) or '-'}"
            lines += _wrapped(f"{title}: {what}", columns)
    return lines


def _before(cards: list[dict[str, Any]], columns: int) -> list[str]:
    """The viewer's own cards that are not on the field yet."""
    lines = []
    for zone, title in (("dealt", "dealt"), ("squad", "squad")):
        found = [card for card in cards if card["zone"] == zone]
        for card in found:
            lines.append(
                f"{title}: {card['id']:4} {card['name']['en']}, cost {card['cost']}, {_numbers(card)}"[:columns]
            )
    return lines


def _wrapped(line: str, columns: int) -> list[str]:
    lines, rest = [], line
    while len(rest) > columns:
        cut = rest.rfind(" ", 1, columns)
        cut = cut if cut > 0 else columns
        lines.append(rest[:cut])
        rest = "  " + rest[cut:].strip()
    return [*lines, rest]
