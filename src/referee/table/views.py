"""What a seat is sent: its own view, the decision in its language, what happened as it may know it.

Nothing here asks who is asking: a seat is a number, a spectator `None`. All that is hidden from a seat is left out by
the book's own view, by `Event.seen_by`, and by telling the options of a decision to nobody but the seat that decides.
"""

from __future__ import annotations

from typing import Any

import msgspec

from referee.kernel import PASS, QUIET, Event, Game, Refusal, Text, text
from referee.kernel.decision import shown
from referee.locale import LANGUAGES
from referee.table.messages import RefusalWords
from referee.table.speech import Speech

KNOWN = frozenset({"rule", "by", "prompt", "about", "labels", "among"})
"""Fields of a decision that are said in words, and not only passed on."""


def decision_for(game: Game, seat: int | None, speech: Speech, view: dict[str, Any]) -> dict[str, Any] | None:
    """The decision that waits: all of it for the seat that decides, its prompt and rule for everybody else."""
    decision = game.decision
    if decision is None:
        return None
    said: dict[str, Any] = {
        "rule": decision.rule,
        "title": speech.title(decision.rule),
        "by": decision.by,
        "prompt": speech.say(decision.prompt),
        "kind": type(decision).__struct_config__.tag,
        "mine": decision.by == seat,
        "where": [{"rule": rule, "title": speech.title(rule)} for rule in (frame.rule for frame in game.stack)],
    }
    if decision.by != seat:
        return said
    for name in decision.__struct_fields__:
        if name not in KNOWN:
            said[name] = getattr(decision, name)
    said["about"] = spoken(decision.about, speech)
    if hasattr(decision, "among"):
        said["among"] = _options(decision, speech, view)
    return said


def _options(decision: Any, speech: Speech, view: dict[str, Any]) -> list[dict[str, Any]]:
    labels: tuple[Text, ...] = decision.labels
    names: dict[str, str] = {}
    if any(isinstance(value, str | tuple) and value not in (PASS, QUIET) for value in decision.among[len(labels) :]):
        name_all(view, speech, names)
    options: list[dict[str, Any]] = []
    for at, value in enumerate(decision.among):
        label = speech.say_again(labels[at]) if at < len(labels) else label_of(value, speech, names)
        option: dict[str, Any] = {"value": value, "label": label}
        if value in (PASS, QUIET):
            option["passes"] = "quiet" if value == QUIET else "once"
        options.append(option)
    return options


def label_of(value: Any, speech: Speech, names: dict[str, str]) -> str:
    """An option in words, where the book gives none."""
    if value == PASS and isinstance(value, str):
        return speech.say(text("Pass"))
    if value == QUIET and isinstance(value, str):
        return speech.say(text("Pass, and do not ask again this phase"))
    if value is None:
        return speech.say(text("None"))
    if value is True or value is False:
        return speech.say(text("Yes") if value else text("No"))
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return ", ".join(label_of(one, speech, names) for one in value)
    return shown(value)


def name_all(view: Any, speech: Speech, names: dict[str, str]) -> None:
    """Put the name of everything in a view that has an id into `names`; of two with one id the last one counts."""
    for value in view.values() if isinstance(view, dict) else view:
        if isinstance(value, dict):
            names |= speech.once(value, lambda thing: _names_in(thing, speech))
        elif isinstance(value, list | tuple) and value:
            name_all(value, speech, names)


def _names_in(thing: dict[str, Any], speech: Speech) -> dict[str, str]:
    """The names of a thing and of what is in it."""
    names: dict[str, str] = {}
    name = thing.get("id")
    if isinstance(name, str):
        called = thing.get("names") or thing.get("name")
        names[name] = speech.pick(called) if isinstance(called, dict) else str(called or name)
    name_all([value for key, value in thing.items() if key not in NAMELESS], speech, names)
    return names


NAMELESS = frozenset({"name", "names", "text", "facts", "marks"})
"""Under these keys a view says what a thing is called and has; there are no other things in it."""


SAID = frozenset({"name", "phase", "stage", "title", "side", "role", "mark", "posture"})
"""What a view says in English words under these keys is for players, and is translated."""


PLAIN = frozenset({int, bool, float, type(None)})


def spoken(value: Any, speech: Speech, key: str = "") -> Any:
    """A value with every text in it said in the reader's language."""
    if value.__class__ in PLAIN:
        return value
    if isinstance(value, dict):
        if "en" in value and value.keys() <= LANGUAGES.keys():
            return speech.pick(value)
        if key == "facts":
            return {speech.say(name): spoken(one, speech, "name") for name, one in value.items()}
        return {
            str(name): one
            if one.__class__ in PLAIN or (one.__class__ is str and name not in SAID)
            else spoken(one, speech, str(name))
            for name, one in value.items()
        }
    if isinstance(value, str):
        return speech.say(value) if key in SAID else value
    if isinstance(value, list | tuple):
        if key == "marks":
            return [spoken(one, speech, "name") for one in value]
        return [one if one.__class__ is str else spoken(one, speech) for one in value]
    if isinstance(value, Text):
        return speech.say_again(value)
    if isinstance(value, Refusal):
        return refusal_words(value, speech)
    if isinstance(value, msgspec.Struct):
        return {name: spoken(getattr(value, name), speech, name) for name in value.__struct_fields__}
    return value


def refusal_words(refusal: Refusal, speech: Speech) -> RefusalWords:
    """A refusal in a player's language."""
    instead = speech.say(refusal.instead) if refusal.instead else ""
    return RefusalWords(refusal.rule, speech.title(refusal.rule), speech.say(refusal.reason), instead)


def event_for(event: Event, seat: int | None, speech: Speech) -> dict[str, Any] | None:
    """What happened, as a seat may know it, or nothing."""
    seen = event.seen_by(seat)
    if seen is None:
        return None
    said: dict[str, Any] = {"rule": seen.rule, "text": speech.say(seen.text)}
    if isinstance(seen.data.get("dice"), tuple | list):
        said["dice"] = list(seen.data["dice"])
        said["purpose"] = speech.say(text(str(seen.data.get("purpose", ""))))
        said["by"] = seen.data.get("by")
    return said


def refusal_words_of(game: Game, message: Text, speech: Speech) -> RefusalWords:
    """What is no answer at all, as a refusal of the rule that asks."""
    rule = game.decision.rule if game.decision else ""
    return RefusalWords(rule, speech.title(rule), speech.say(message))
