"""BER F10 The simple strike: dice, the table of two rolls, the table of one, and the blows."""

from __future__ import annotations

import msgspec

from referee.books.berserk.actions import anything_to_declare
from referee.books.berserk.features import features, has, total
from referee.books.berserk.field import BESIDE, ahead
from referee.books.berserk.harm import bury, fire, heal, hurt, move_to
from referee.books.berserk.records import EXILE, FIELD, GRAVE, IN_BATTLE, Card, Fight, Item
from referee.books.berserk.sheet import SHEETS
from referee.books.berserk.state import Battle, cell_of, name_of, put, said_plainly
from referee.books.berserk.targets import are_adjacent
from referee.kernel import DONE, Outcome, Procedure, Roll, choose, mark_used, phrase, step, tell, text, times_used

NOTHING, WEAK, MEDIUM, STRONG = -1, 0, 1, 2

TWO_ROLLS: dict[int, tuple[int, int]] = {
    5: (STRONG, NOTHING), 4: (STRONG, WEAK), 3: (MEDIUM, NOTHING), 2: (MEDIUM, WEAK), 1: (WEAK, NOTHING),
    -1: (WEAK, NOTHING), -2: (NOTHING, NOTHING), -3: (NOTHING, WEAK), -4: (WEAK, MEDIUM), -5: (NOTHING, MEDIUM),
}  # fmt: skip
"""BER F10.2/e: what attacker and defending card deal, by the difference of their totals (5: or more; -5: or less)."""

EVEN_LOW, EVEN_HIGH, LOW = (WEAK, NOTHING), (NOTHING, WEAK), 4
"""BER F10.2/f: equal totals: up to 4 each, and 5 or more each."""

ROLL_BANDS = ((6, STRONG), (4, MEDIUM))
"""BER F10.2/g: a roll alone: 6 or more strong, 4 and 5 medium, less weak."""

WORDS = (phrase("no hit"), phrase("weak"), phrase("medium"), phrase("strong"))
STAYS = text("stay")
BOTH, LOWER = "both", "lower"
STAY = "stay"


def two_rolls(own: int, other: int) -> tuple[int, int]:
    """BER F10.2/e, f: the levels of the attacker's strike and of the reply."""
    difference = max(-5, min(5, own - other))
    if difference == 0:
        return EVEN_LOW if own <= LOW else EVEN_HIGH
    return TWO_ROLLS[difference]


def one_roll(own: int) -> int:
    """BER F10.2/g: the level of a roll alone."""
    for least, level in ROLL_BANDS:
        if own >= least:
            return level
    return WEAK


def answers_strike(s: Battle, attacker: Card, target: Card) -> bool:
    """BER F10.2/b, c: does the card struck roll and strike back?"""
    if target.closed or target.hidden or has(s, attacker, "unanswered"):
        return False
    return SHEETS[target.kind].creature


def moment(s: Battle) -> Procedure:
    """A moment of priority inside an attack under way: what is declared now is performed before the attack goes on."""
    from referee.books.berserk.priority import Priority  # priority performs strikes, strikes give priority

    return Priority(seat=s.active, floor=len(s.stack))


class Strike(Procedure):
    """BER F10 A simple strike at its settled target."""

    item: Item
    target: str
    dash: str = STAY
    dice: tuple[int, ...] = ()
    mode: str = BOTH
    outer: Fight | None = None

    @step("BER F12/l", into="dash", when=lambda self, s: self._may_dash(s))
    def may_dash(self, s: Battle) -> Outcome:
        card = s.cards[self.item.source]
        cells = [cell for cell in BESIDE[card.cell] if cell not in s.cells]
        return choose(
            text("Dash to a cell beside it?"),
            by=card.seat,
            among=(STAY, *cells),
            labels=(STAYS, *map(said_plainly, cells)),
        )

    @step("BER F10.2/a", into="dice")
    def roll(self, s: Battle) -> Outcome:
        if not self._both_are_there(s):
            return self._fails(s)
        source = self.item.source
        if self.dash != STAY:
            move_to(s, s.cards[source], self.dash)
            mark_used(s, "BER F12/l", self.item.seat, source, until=f"turn {s.turn} end")
        self.outer = s.fight
        attacker, target = s.cards[source], s.cards[self.target]
        put(s, attacker, strikes=attacker.strikes + 1)
        s.fight = Fight(source, self.target, "strike")
        count = 2 if answers_strike(s, attacker, target) else 1
        return Roll(under="BER F10.2/a", purpose=STRIKE_ROLL, by=self.item.seat, count=count, subject=source)

    @step("BER F10.2/d")
    def compare(self, s: Battle) -> Outcome:
        attacker, target = s.cards[self.item.source], s.cards[self.target]
        own = self.dice[0] + total(s, attacker, "attack experience") - len(features(s, attacker, "clumsy"))
        if len(self.dice) == 1:
            level, reply = one_roll(own), NOTHING
        else:
            other = self.dice[1] + total(s, target, "defence experience") - len(features(s, target, "clumsy"))
            level, reply = two_rolls(own, other)
        assert s.fight is not None
        s.fight = msgspec.structs.replace(s.fight, dice=self.dice, level=level, reply=reply)
        tell(
            s, "BER F10.2/e", "Strike: {own}; reply: {reply}.", own=text(WORDS[level + 1]), reply=text(WORDS[reply + 1])
        )
        if attacker.seat == s.active:
            fire(s, "rage", attacker, self.target, die=self.dice[0])
        return None

    @step("BER F10.2/h", into="mode", when=lambda self, s: self._is_two_sided(s))
    def better_roller_may_lower(self, s: Battle) -> Outcome:
        """On a two-sided result the better roller may lower both strikes by one step."""
        assert s.fight is not None
        level, reply = s.fight.level, s.fight.reply
        better = self.item.seat if level > reply else s.cards[self.target].seat
        words = (
            text("strike {own}, reply {reply}", own=text(WORDS[level + 1]), reply=text(WORDS[reply + 1])),
            text("strike {own}, reply {reply}", own=text(WORDS[level]), reply=text(WORDS[reply])),
        )
        return choose(
            text("Keep both strikes, or lower both by one step?"), by=better, among=(BOTH, LOWER), labels=words
        )

    @step("BER F10.2/i")
    def after_the_dice(self, s: Battle) -> Outcome:
        """Instants may be declared before the blows fall; nothing is re-checked afterwards (BER 501.4/d)."""
        if self.mode == LOWER:
            fight = s.fight
            assert fight is not None
            s.fight = msgspec.structs.replace(fight, level=fight.level - 1, reply=fight.reply - 1)
        return moment(s) if anything_to_declare(s) else None

    @step("BER 501.4/ex3b")
    def blows_fall(self, s: Battle) -> Outcome:
        """The strike lands wherever the card struck is by now."""
        fight = s.fight
        assert fight is not None
        s.fight = self.outer
        if not self._both_are_there(s):
            return self._fails(s)
        if fight.blocked:
            tell(s, "BER F11/k", "The attack is blocked.")
            return None
        exchange_blows(s, fight)
        return None

    @step("BER F10.1/g")
    def defender_closes(self, s: Battle) -> Outcome:
        card = s.cards[self.target]
        defended = self.target not in self.item.chosen
        if defended and card.zone in IN_BATTLE and not card.closed and not has(s, card, "defends open"):
            put(s, card, closed=True)
        return None

    def _both_are_there(self, s: Battle) -> bool:
        return s.cards[self.item.source].zone in IN_BATTLE and s.cards[self.target].zone in IN_BATTLE

    def _fails(self, s: Battle) -> Outcome:
        # Reading: a target that is gone is not replaced; the strike has been made and is paid.
        tell(s, "BER 502.1/c", "The strike finds no target.")
        return DONE

    def _may_dash(self, s: Battle) -> bool:
        card = s.cards[self.item.source]
        if card.zone != FIELD or card.seat != s.active or not has(s, card, "dash"):
            return False
        if times_used(s, "BER F12/l", self.item.seat, card.id):
            return False
        return any(cell not in s.cells for cell in BESIDE[card.cell])

    def _is_two_sided(self, s: Battle) -> bool:
        return s.fight is not None and s.fight.level >= 0 and s.fight.reply >= 0


STRIKE_ROLL = phrase("a simple strike (attacker, then the card struck)")


def exchange_blows(s: Battle, fight: Fight) -> None:
    """Both blows fall at once; then what they trigger; then the dead are buried."""
    attacker, target = s.cards[fight.attacker], s.cards[fight.target]
    reply = fight.reply
    if reply >= 0 and not are_adjacent(s, attacker, target) and cell_of(s, attacker) and cell_of(s, target):
        # Reading: the card struck strikes back from afar too. Alternative: option "reply from afar" = "no".
        reply = reply if s.rules.reply_from_afar == "yes" else NOTHING
    level, reply = _lowered(s, target, fight.level), _lowered(s, attacker, reply)
    dealt = _blow(s, attacker, target, level, fight.cap)
    back = _blow(s, s.cards[target.id], s.cards[attacker.id], reply, fight.reply_cap)
    if level >= 0:
        fire(s, "hit", s.cards[attacker.id], target.id, kind="strike", level=level, dealt=dealt)
        fire(s, "struck", s.cards[target.id], attacker.id, kind="strike", level=level, dealt=dealt)
    else:
        fire(s, "miss", s.cards[attacker.id], target.id, kind="strike")
    if reply >= 0:
        # Reading: a card that deals a return strike hits the attacker, which counts as attacked by it.
        fire(s, "hit", s.cards[target.id], attacker.id, kind="strike", level=reply, dealt=back)
    drain(s, attacker.id, dealt)
    drain(s, target.id, back)
    bury(s, (target.id,), attacker.id, by_attack=True)
    bury(s, (attacker.id,), target.id, by_attack=True)
    for killer, dead in ((attacker.id, target.id), (target.id, attacker.id)):
        eat(s, killer, dead)


def _lowered(s: Battle, struck: Card, level: int) -> int:
    return WEAK if level > WEAK and has(s, struck, "weak strikes") else level


def _blow(s: Battle, striker: Card, struck: Card, level: int, cap: int) -> int:
    """BER F10.2/j: printed number, what is added, what is taken away, limits, protections, armour: in this order."""
    if level < 0:
        return 0
    amount = max(SHEETS[striker.kind].strike[level] + strike_bonus(s, striker, struck), 0)
    if cap >= 0:
        amount = min(amount, cap)
    return hurt(s, "BER F10.2/e", struck, amount, "strike", striker)


def strike_bonus(s: Battle, striker: Card, struck: Card) -> int:
    """What is added to a simple strike at this card."""
    bonus = sum(one.amount for one in features(s, striker, "bonus") if _is_against(s, striker, struck, one.against))
    for feature in features(s, striker, "bonus per chip"):
        if "strike" in feature.kinds:
            bonus += feature.amount * striker.chips
    return bonus


def _is_against(s: Battle, striker: Card, struck: Card, against: str) -> bool:
    sheet = SHEETS[struck.kind]
    match against:
        case "flyers":
            return sheet.flyer
        case "closed":
            return struck.closed
        case "wounded":
            return struck.wounds > 0
        case "opposite":
            here = cell_of(s, striker)
            return bool(here) and ahead(here, striker.seat) == cell_of(s, struck)
        case _:
            return against in sheet.card.elements


def drain(s: Battle, one: str, dealt: int) -> None:
    """BER F12/j: vampirism: wounds dealt in melee heal, and what is left over are lives beyond the printed ones."""
    card = s.cards[one]
    if dealt <= 0 or card.zone not in IN_BATTLE:
        return
    if has(s, card, "fixed vampirism"):
        amount = total(s, card, "fixed vampirism")
    elif has(s, card, "vampirism"):
        amount = dealt + total(s, card, "vampirism")
    else:
        return
    healed = heal(s, "BER F12/j", card, amount)
    if amount > healed:
        card = s.cards[one]
        put(s, card, extra=card.extra + amount - healed)


def eat(s: Battle, killer: str, dead: str) -> None:
    """BER F12/k: carrion eating: who destroyed an enemy creature exiles it, heals fully and loses its poison."""
    eater, eaten = s.cards[killer], s.cards[dead]
    if eater.zone not in IN_BATTLE or eaten.zone != GRAVE or not has(s, eater, "carrion"):
        return
    if not SHEETS[eaten.kind].creature:
        return
    put(s, eaten, zone=EXILE)
    put(s, eater, wounds=0, poison=0)
    tell(s, "BER F12/k", "{card} eats the dead: it is healed and cured.", card=name_of(s, eater))
