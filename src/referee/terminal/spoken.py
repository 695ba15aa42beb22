"""The commands a player may type instead of an answer, with or without a slash before them, in his own language."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

from referee.kernel.citation import phrase, text
from referee.kernel.errors import InputError, NotAnOption, NotUnderstood
from referee.locale import Speaker
from referee.terminal.sitting import Leave, Sitting
from referee.terminal.typed import NO, YES, read_answer
from referee.terminal.wording import answer_words, how_to_answer

Command = Callable[[Sitting, str], None]


def command_of(words: str, speaker: Speaker) -> tuple[Command | None, str]:
    """The command that words begin with, if any, and what follows it."""
    if words.startswith("?"):
        return explain, words[1:].strip()
    first, _, rest = words.removeprefix("/").partition(" ")
    for name, command in COMMANDS.items():
        if first.casefold() in (name, speaker.say(name).casefold()):
            return command, rest.strip()
    if words.startswith("/"):
        return unknown, first
    return None, ""


def explain(sitting: Sitting, words: str) -> None:
    """What is asked, by which rule, and how to answer; or a rule named."""
    screen, decision = sitting.screen, sitting.session.decision
    if words:
        return show_rule(sitting, words)
    assert decision is not None
    screen.question(decision)
    _rule(sitting, decision.rule)
    screen.note("In: {where}", style="dim", where=" > ".join(map(str, sitting.session.game.where())))
    screen.say(screen.speaker.say(how_to_answer(decision)))
    screen.note('"help" lists what else can be typed.', style="dim")
    return None


def show_rule(sitting: Sitting, words: str) -> None:
    """A rule in our own words; without an id, the one under which is asked."""
    decision = sitting.session.decision
    rule = words.strip() or (decision.rule if decision is not None else "")
    if sitting.screen.row(rule) is None:
        rule = f"{sitting.screen.book.prefix} {rule}"
    if sitting.screen.row(rule) is None:
        raise NotAnOption(text("The book {book} has no rule {rule}.", book=sitting.screen.book.name, rule=words))
    _rule(sitting, rule)


def why(sitting: Sitting, words: str) -> None:
    """May this be answered? If not, every reason."""
    if not words:
        raise NotUnderstood(text('"why" needs an answer to ask about, such as: why 3'))
    game = sitting.session.game
    try:
        reasons = game.why(read_answer(game, words, sitting.screen.speaker))
    except NotAnOption:
        known = game.book.explain(game, words) if game.book.explain else None
        if known is None:
            raise
        reasons = tuple(known)
    if reasons:
        sitting.screen.refusals(reasons)
    else:
        sitting.screen.note("✓ This may be answered.", indent=2, style="green")


def undo(sitting: Sitting, words: str) -> None:
    """Take back the last answers; who has to agree is asked."""
    count = int(words) if re.fullmatch(r"\d{1,6}", words) else 1
    session, screen, by = sitting.session, sitting.screen, sitting.seat
    wish = session.undo_of(by, count)
    if wish.revealed:
        screen.note("Something was shown since (a roll, a hidden card), so the others have to agree; bots do.")
    said = {seat: not sitting.chairs[seat].is_person or _agrees(sitting, seat) for seat in wish.consent}
    done = session.undo(by, said, count)
    sitting.forget(len(done.answers))
    screen.note("Answers taken back: {count}.", count=len(done.answers))


def save(sitting: Sitting, words: str) -> None:
    """Write a copy of the game that can be gone on with."""
    if not words:
        raise NotUnderstood(text('"save" needs the name of a file.'))
    target = Path(words).expanduser()
    if target.exists():
        raise InputError(text("{path} is there already. Give another name.", path=str(target)))
    try:
        if sitting.path is None:
            target.write_bytes(sitting.session.data)
        else:
            shutil.copyfile(sitting.path, target)
            dice = sitting.path.with_name(sitting.path.name + ".dice")
            if dice.exists():
                shutil.copy(dice, target.with_name(target.name + ".dice"))
    except OSError as error:
        raise InputError(
            text("{path} cannot be written: {error}.", path=str(target), error=error.strerror or str(error))
        ) from None
    sitting.screen.note("Saved. Go on with it: referee play --resume {path}", path=str(target))


def where(sitting: Sitting, words: str) -> None:
    """The procedures under way, from the outermost to the one that asks."""
    for depth, place in enumerate(sitting.session.game.where()):
        sitting.screen.say("  " * (depth + 1) + sitting.screen.title(place.rule))


def log(sitting: Sitting, words: str) -> None:
    """What happened last."""
    sitting.show_log(int(words) if re.fullmatch(r"\d{1,6}", words) else 10)


def table(sitting: Sitting, words: str) -> None:
    """The table again."""
    sitting.show_table()


def options(sitting: Sitting, words: str) -> None:
    """All options, or some legal answers where they cannot be listed."""
    decision = sitting.session.decision
    assert decision is not None
    if decision.is_open:
        suggest(sitting, words)
    else:
        sitting.screen.options(decision)
        sitting.screen.say(sitting.screen.speaker.say(how_to_answer(decision)), "dim")


def suggest(sitting: Sitting, words: str) -> None:
    """A legal answer, another one each time; `ok` gives it."""
    decision = sitting.session.decision
    assert decision is not None
    sitting.proposal = sitting.session.game.propose(Random(sitting.random.random()))
    sitting.screen.say("  " + answer_words(decision, sitting.proposal, sitting.screen.speaker, most=8), "green")
    sitting.screen.note('"ok" gives this answer.', style="dim")


def ok(sitting: Sitting, words: str) -> None:
    """Give the answer that was suggested."""
    if sitting.proposal is None:
        raise NotUnderstood(text('Nothing was suggested yet: type "suggest" first.'))
    sitting.answer(sitting.proposal)


def auto(sitting: Sitting, words: str) -> None:
    """Let the book's bot answer for you, once or so many times."""
    sitting.let_bot(int(words) if re.fullmatch(r"\d{1,6}", words) else 1)


def leave(sitting: Sitting, words: str) -> None:
    """Get up; the record stays."""
    raise Leave


def show_help(sitting: Sitting, words: str) -> None:
    """What can be typed."""
    screen = sitting.screen
    decision = sitting.session.decision
    if decision is not None:
        screen.say(screen.speaker.say(how_to_answer(decision)))
    for name, about in ABOUT.items():
        screen.say(f"  {screen.speaker.say(name):12} {screen.speaker.say(about)}")


def unknown(sitting: Sitting, words: str) -> None:
    """No command of ours."""
    raise NotUnderstood(text('There is no command "{words}"; "help" lists them.', words=words))


def _rule(sitting: Sitting, rule: str) -> None:
    screen, row = sitting.screen, sitting.screen.row(rule)
    screen.say(screen.title(rule), "bold")
    if row is not None:
        screen.say(screen.speaker.pick(row.gist))
        if row.reading:
            screen.note("Read as: {reading}", indent=2, reading=row.reading)


def _agrees(sitting: Sitting, seat: int) -> bool:
    words = sitting.screen.speaker.say(
        text("{seat}, may this be taken back? yes or no: ", seat=sitting.screen.seat(seat))
    )
    while (said := sitting.ask(words).strip().casefold()) not in YES | NO:
        pass
    return said in YES


COMMANDS: dict[str, Command] = {
    phrase("why"): why,
    phrase("undo"): undo,
    phrase("table"): table,
    phrase("options"): options,
    phrase("suggest"): suggest,
    phrase("ok"): ok,
    phrase("auto"): auto,
    phrase("rule"): show_rule,
    phrase("where"): where,
    phrase("log"): log,
    phrase("save"): save,
    phrase("help"): show_help,
    phrase("quit"): leave,
}

ABOUT = {
    "?": phrase("what is asked, by which rule, and how to answer; with an id: that rule"),
    "why": phrase("why ANSWER: may this be answered, and if not, every reason"),
    "undo": phrase("undo or undo N: take back your last answers"),
    "table": phrase("the table again"),
    "options": phrase("all options"),
    "suggest": phrase("a legal answer, another one each time"),
    "ok": phrase("give the answer that was suggested"),
    "auto": phrase("auto or auto N: a bot gives your next answers"),
    "rule": phrase("rule ID: a rule in our own words"),
    "where": phrase("the procedures under way"),
    "log": phrase("log or log N: what happened last"),
    "save": phrase("save FILE: a copy of the game to go on with"),
    "quit": phrase("get up; the record stays, and the game can be gone on with"),
    "/...": phrase("a command, where an option has the same words"),
    "=...": phrase("the answer itself as JSON, as it stands in records"),
}
