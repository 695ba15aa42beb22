"""A raid, the second book of the tests: everything the duel has not.

Hidden cards with names, dice with a window for re-rolls, costs in parts, limits that expire, effects, every kind of
question, an open one with checker and proposer, and a rule that nobody has written.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

import msgspec

from referee.kernel import (
    AGAIN,
    DONE,
    END,
    Allocate,
    Book,
    BookOption,
    ChooseSome,
    Confirm,
    Effect,
    Event,
    Game,
    Index,
    MovePaths,
    Number,
    Order,
    Outcome,
    Part,
    Pay,
    PlacePositions,
    Positions,
    Procedure,
    Refusal,
    Roll,
    Row,
    RulesGap,
    State,
    Text,
    Window,
    add_effect,
    choose,
    expire,
    has_effect,
    mark_used,
    phrase,
    refuse,
    step,
    tell,
    text,
    times_used,
)
from referee.kernel.procedure import REGISTRY

CARDS = ("amber", "basalt", "copper", "dolomite", "emerald", "feldspar", "garnet", "hematite")
HALL = 12.0
"""The hall is so many inches wide and deep."""


class Token(msgspec.Struct, frozen=True, gc=False):
    """One raider: whose it is, where it stands."""

    seat: int
    at: tuple[float, float] = (0.0, 0.0)


class Raid(State):
    """What is true in a raid."""

    options: dict[str, str] = {}
    turn: int = 0
    active: int = 0
    deck: tuple[str, ...] = CARDS
    hands: dict[int, tuple[str, ...]] = {}
    gold: dict[int, int] = {}
    tokens: dict[str, Token] = {}
    made: int = 0
    loot: dict[int, int] = {}
    log: list[str] = []


# --- costs -----------------------------------------------------------------------------------------------------------


class Gold(Part, frozen=True):
    """So much gold."""

    amount: int

    def describe(self) -> Text:
        return text("{amount} gold", amount=self.amount)

    def refusals(self, s: Raid, by: int) -> Iterator[Refusal]:
        if s.gold[by] < self.amount:
            yield refuse("RAID 3/a", "You have {gold} gold, not {amount}.", gold=s.gold[by], amount=self.amount)

    def pay(self, s: Raid, by: int) -> bool:
        if s.gold[by] < self.amount:
            return False
        s.gold[by] -= self.amount
        return True


class Luck(Part, frozen=True):
    """A die that has to show as much."""

    least: int

    def describe(self) -> Text:
        return text("a roll of {least}", least=self.least)

    def refusals(self, s: Raid, by: int) -> Iterator[Refusal]:
        return iter(())

    def pay(self, s: Raid, by: int) -> Procedure:
        return TryLuck(by=by, least=self.least)


class TryLuck(Procedure):
    """RAID 3/b The result says whether the die was high enough."""

    by: int
    least: int
    dice: tuple[int, ...] = ()

    @step("RAID 3/b", into="dice")
    def roll(self, s: Raid) -> Outcome:
        return Roll(under="RAID 3/b", purpose=phrase("luck"), by=self.by)

    @step("RAID 3/c")
    def compare(self, s: Raid) -> Outcome:
        self.result = self.dice[0] >= self.least
        return None


# --- a turn ----------------------------------------------------------------------------------------------------------


class Turn(Procedure):
    """RAID 1 A turn: draw, act until you stop, end."""

    @step("RAID 1/a")
    def draw(self, s: Raid) -> Outcome:
        if s.turn >= 6:
            return END
        if s.deck:
            card, s.deck = s.deck[0], s.deck[1:]
            s.hands[s.active] = (*s.hands[s.active], card)
            told = text("You draw {card}.", card=card)
            s.events.append(Event("RAID 1/a", told, seats=(s.active,), cover=text("A card is drawn.")))
        return None

    @step("RAID 1/b")
    def act(self, s: Raid) -> Outcome:
        return Deeds(seat=s.active)

    @step("RAID 1/c")
    def end(self, s: Raid) -> Outcome:
        expire(s, "turn end")
        expire(s, "phase end")
        s.turn += 1
        s.active = 1 - s.active
        return AGAIN


class Deeds(Procedure):
    """RAID 2 Deeds, each once a turn, until the seat stops."""

    seat: int
    deed: str = ""

    @step("RAID 2/a", into="deed", check="deed_refusals")
    def select(self, s: Raid) -> Outcome:
        can = (one for one in DEEDS if next(refusals(s, one), None) is None)
        return choose(text("What do you do?"), by=self.seat, among=("stop", *can))

    @step("RAID 2/b")
    def carry_out(self, s: Raid) -> Outcome:
        return DONE if self.deed == "stop" else DEEDS[self.deed](seat=self.seat)

    @step("RAID 2/c")
    def go_on(self, s: Raid) -> Outcome:
        return AGAIN

    def deed_refusals(self, s: Raid, deed: Any) -> Iterator[Refusal]:
        if isinstance(deed, str) and deed in DEEDS:
            yield from refusals(s, deed)


def refusals(s: Raid, deed: str) -> Iterator[Refusal]:
    """Why the active seat may not do this now: every reason."""
    if times_used(s, f"RAID 2/{deed}", s.active):
        yield refuse("RAID 2", "{deed} has been done this turn.", deed=deed)
    if deed == "show" and not s.hands[s.active]:
        yield refuse("RAID 2.1", "You have no card.")
    if deed == "hire":
        yield from Gold(1).refusals(s, s.active)
    if deed in ("move", "storm") and not own(s, s.active):
        yield refuse("RAID 2.2", "You have no raider.")
    if has_effect(s, "cursed", str(s.active)):
        yield refuse("RAID 2.3", "You are cursed.")


def own(s: Raid, seat: int) -> tuple[str, ...]:
    return tuple(name for name, token in s.tokens.items() if token.seat == seat)


class Deed(Procedure):
    """The base of all deeds: each may be done once a turn."""

    seat: int

    def begin(self, s: Raid, name: str) -> None:
        mark_used(s, f"RAID 2/{name}", self.seat, until="turn end")


class Show(Deed):
    """RAID 4 Show a card to everybody."""

    card: str = ""
    sure: bool = False

    @step("RAID 4/a", into="card")
    def select(self, s: Raid) -> Outcome:
        return choose(text("Which card?"), by=self.seat, among=s.hands[self.seat])

    @step("RAID 4/b", into="sure")
    def confirm(self, s: Raid) -> Outcome:
        return Confirm(by=self.seat, prompt=text("Are you sure?"))

    @step("RAID 4/c")
    def show(self, s: Raid) -> Outcome:
        self.begin(s, "show")
        if self.sure:
            s.hands[self.seat] = tuple(card for card in s.hands[self.seat] if card != self.card)
            s.log.append(self.card)
            s.gold[self.seat] += 1
            tell(s, "RAID 4/c", "{card} is shown.", card=self.card)
        return None


class Hire(Deed):
    """RAID 5 Hire a raider for gold and luck, and place it."""

    parts: tuple[Any, ...] = ()
    paid: bool = False
    places: Positions = ()

    @step("RAID 5/a", into="paid")
    def pay(self, s: Raid) -> Outcome:
        self.parts = (Gold(1), Luck(2))
        return Pay(parts=self.parts, by=self.seat)

    @step("RAID 5/b", into="places", when=lambda self, s: self.paid, check="place_refusals", propose="proposals")
    def place(self, s: Raid) -> Outcome:
        return PlacePositions(by=self.seat, prompt=text("Where does it stand?"), subjects=(f"t{s.made + 1}",))

    @step("RAID 5/c")
    def put(self, s: Raid) -> Outcome:
        self.begin(s, "hire")
        for name, (x, y, _, _) in self.places:
            s.made += 1
            s.tokens[name] = Token(self.seat, (x, y))
        return None

    def place_refusals(self, s: Raid, places: Positions) -> Iterator[Refusal]:
        if not places:
            yield refuse("RAID 5/b", "It has to be placed.")
        for name, (x, y, _, _) in places:
            yield from stands(s, name, x, y)

    def proposals(self, s: Raid, random: Random) -> Iterator[Positions]:
        while True:
            places = ((f"t{s.made + 1}", (random.uniform(0, HALL), random.uniform(0, HALL), 0.0, 0.0)),)
            if next(self.place_refusals(s, places), None) is None:
                yield places


def stands(s: Raid, name: str, x: float, y: float) -> Iterator[Refusal]:
    """Why a raider may not stand there: every reason."""
    if not (0 <= x <= HALL and 0 <= y <= HALL):
        yield refuse("RAID 5.1", "{name} would stand outside the hall.", name=name)
    for other, token in s.tokens.items():
        if other != name and abs(token.at[0] - x) < 0.1 and abs(token.at[1] - y) < 0.1:
            yield refuse("RAID 5.2", "{name} would stand on {other}.", name=name, other=other)


class Move(Deed):
    """RAID 6 Move raiders up to 6 inches."""

    paths: Any = ()

    @step("RAID 6/a", into="paths", check="path_refusals", propose="proposals")
    def select(self, s: Raid) -> Outcome:
        return MovePaths(by=self.seat, prompt=text("Which way?"), subjects=own(s, self.seat))

    @step("RAID 6/b")
    def move(self, s: Raid) -> Outcome:
        self.begin(s, "move")
        for name, way in self.paths:
            s.tokens[name] = msgspec.structs.replace(s.tokens[name], at=way[-1][:2])
        return None

    def path_refusals(self, s: Raid, paths: Any) -> Iterator[Refusal]:
        for name, way in paths:
            x, y = s.tokens[name].at
            if not way or abs(way[-1][0] - x) + abs(way[-1][1] - y) > 6:
                yield refuse("RAID 6/a", "{name} moves up to 6 inches.", name=name)
            if way:
                yield from stands(s, name, way[-1][0], way[-1][1])

    def proposals(self, s: Raid, random: Random) -> Iterator[Any]:
        for name in own(s, self.seat):
            x, y = s.tokens[name].at
            way = ((name, ((x + random.uniform(-3, 3), y + random.uniform(-3, 3), 0.0, 0.0),)),)
            if next(self.path_refusals(s, way), None) is None:
                yield way
        yield ()


class Storm(Deed):
    """RAID 7 Storm the vault: choose who goes, in which order, how they share the loot."""

    who: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    stake: int = 0
    dice: tuple[int, ...] = ()
    shares: tuple[int, ...] = ()

    @step("RAID 7/a", into="who", check="who_refusals")
    def select(self, s: Raid) -> Outcome:
        mine = own(s, self.seat)
        return ChooseSome(by=self.seat, prompt=text("Who goes?"), among=mine, minimum=1, maximum=min(3, len(mine)))

    @step("RAID 7/b", into="order")
    def line_up(self, s: Raid) -> Outcome:
        return Order(by=self.seat, prompt=text("In which order?"), among=self.who)

    @step("RAID 7/c", into="stake")
    def wager(self, s: Raid) -> Outcome:
        return Number(by=self.seat, prompt=text("How much gold do you stake?"), minimum=0, maximum=s.gold[self.seat])

    @step("RAID 7/d", into="dice")
    def roll(self, s: Raid) -> Outcome:
        self.begin(s, "storm")
        return StormRoll(
            under="RAID 7/d", purpose=phrase("storm"), by=self.seat, count=len(self.order), subject=self.order[0]
        )

    @step("RAID 7/e", into="shares")
    def share(self, s: Raid) -> Outcome:
        return Allocate(by=self.seat, prompt=text("Who carries it?"), among=self.order, total=sum(self.dice))

    @step("RAID 7/f")
    def carry_off(self, s: Raid) -> Outcome:
        s.loot[self.seat] += sum(self.shares)
        for name, load in zip(self.order, self.shares, strict=True):
            if load > 6:
                del s.tokens[name]
                tell(s, "RAID 7/f", "{name} breaks down.", name=name)
        if self.stake > 2:
            add_effect(s, Effect("cursed", "RAID 7/f", str(1 - self.seat), "turn end", value=("greed", self.stake)))
        return None

    def who_refusals(self, s: Raid, who: Any) -> Iterator[Refusal]:
        if isinstance(who, tuple) and len(who) == 2:
            yield refuse("RAID 7.1", "Raiders never go in pairs.")
        for name in who if isinstance(who, tuple) else ():
            if name in s.tokens and s.tokens[name].seat != self.seat:
                yield refuse("RAID 7.2", "{name} is not yours.", name=name)


class StormRoll(Roll):
    """A roll after which both seats may re-roll dice: the roller for gold, the other seat once a turn for nothing."""

    def after(self, s: Raid) -> Outcome:
        return AfterRoll(moment=phrase("just after the roll"), seats=(self.by, 1 - self.by), open=self.may_be_rerolled)


class AfterRoll(Window):
    """RAID 8 Just after a roll. The result is the places of the dice to re-roll."""

    open: tuple[int, ...] = ()

    def offers(self, s: Raid, seat: int) -> tuple[Any, ...]:
        if self.result:
            return ()
        if seat == self.seats[0]:
            return tuple(("pay", place) for place in self.open) if s.gold[seat] else ()
        return () if times_used(s, "RAID 8/b", seat) else tuple(("jinx", place) for place in self.open)

    def respond(self, s: Raid, seat: int, choice: Any) -> Procedure:
        source, place = choice
        self.result = (place,)
        return Reroll(seat=seat, source=source)


class Reroll(Procedure):
    """RAID 8 Re-roll one die."""

    seat: int
    source: str

    @step("RAID 8/a")
    def pay(self, s: Raid) -> Outcome:
        if self.source == "pay":
            s.gold[self.seat] -= 1
        else:
            mark_used(s, "RAID 8/b", self.seat, until="turn end")
        return None


class Pray(Deed):
    """RAID 9 A rule that nobody has written."""

    @step("RAID 9/a")
    def pray(self, s: Raid) -> Outcome:
        raise RulesGap(text("{rule}: nobody knows how to pray.", rule="RAID 9"))


class ByHandRuling(Procedure):
    """RAID 10 What the players settle by hand: gold for the active seat."""

    delivers: ClassVar[bool] = False
    seat: int
    about: Text
    gold: int = 0

    @step("RAID 10/a", into="gold")
    def agree(self, s: Raid) -> Outcome:
        return Number(by=self.seat, prompt=text("{about} How much gold?", about=self.about), minimum=0, maximum=2)

    @step("RAID 10/b")
    def settle(self, s: Raid) -> Outcome:
        s.gold[self.seat] += self.gold
        mark_used(s, "RAID 2/pray", self.seat, until="turn end")
        return None


DEEDS: dict[str, type[Deed]] = {"show": Show, "hire": Hire, "move": Move, "storm": Storm, "pray": Pray}


# --- the book --------------------------------------------------------------------------------------------------------


def set_up(options: dict[str, str], lists: tuple[Any, ...]) -> tuple[Raid, Procedure]:
    s = Raid(options=options, gold=dict(enumerate(lists)), hands={0: (), 1: ()}, loot={0: 0, 1: 0})
    return s, Begin()


class Begin(Procedure):
    """RAID 0 Who begins is rolled for."""

    dice: tuple[int, ...] = ()

    @step("RAID 0/a", into="dice")
    def roll(self, s: Raid) -> Outcome:
        return Roll(under="RAID 0/a", purpose=phrase("first turn"), by=0)

    @step("RAID 0/b")
    def begin(self, s: Raid) -> Outcome:
        s.active = self.dice[0] % 2
        return Turn()


def view(game: Game, seat: int | None) -> dict[str, Any]:
    s = game.state
    assert isinstance(s, Raid)
    return {
        "turn": s.turn,
        "active": s.active,
        "deck": len(s.deck),
        "hands": {str(who): list(hand) if who == seat else len(hand) for who, hand in s.hands.items()},
        "gold": {str(who): gold for who, gold in s.gold.items()},
        "tokens": {name: [token.seat, *token.at] for name, token in s.tokens.items()},
        "loot": {str(who): loot for who, loot in s.loot.items()},
        "shown": s.log,
    }


def secrets(game: Game, seat: int | None) -> tuple[str, ...]:
    s = game.state
    assert isinstance(s, Raid)
    return (*s.deck, *(card for who, hand in s.hands.items() if who != seat for card in hand))


def by_hand(s: Raid, rule: str, about: Text) -> Procedure:
    return ByHandRuling(seat=s.active, about=about)


def sketch(game: Game, seat: int | None, columns: int) -> str:
    return str(view(game, seat))[:columns]


def index() -> Index:
    """Every rule: those that steps carry, and the one that nobody has written."""
    kinds = (kind for tag, kind in REGISTRY.items() if tag.startswith("raid."))
    carried = [one.rule for kind in kinds for one in kind.steps if one.rule.startswith("RAID")]
    facts = ["RAID 2", "RAID 2.1", "RAID 2.2", "RAID 2.3", "RAID 3/a", "RAID 5.1", "RAID 5.2", "RAID 7.1", "RAID 7.2"]
    rows = {rule: Row({"en": rule}, {"en": rule}, "the raid") for rule in dict.fromkeys((*carried, *facts))}
    return Index(rows | {"RAID 9": Row({"en": "Praying"}, {"en": "Nobody knows."}, "the raid", status="by hand")})


BOOK = Book(
    name="raid",
    title="A raid",
    edition="1",
    prefix="RAID",
    state=Raid,
    set_up=set_up,
    view=view,
    draw=lambda game, seat: f"<svg xmlns='http://www.w3.org/2000/svg'><!-- {view(game, seat)} --></svg>",
    sketch=sketch,
    index=index,
    options=(BookOption("hall", text("Which hall?"), "great", ("great", "small")),),
    by_hand=by_hand,
    samples=lambda: (3, 3),
    secrets=secrets,
    scores=lambda game: tuple(map(float, game.state.loot.values())),  # type: ignore[attr-defined]
)
