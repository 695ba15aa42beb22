"""Read-back: what the referee understood of a printed Berserk line, in words an author can check."""

from __future__ import annotations

from referee.kernel import Text, phrase, text
from referee.text.ability import in_turn, listed
from referee.text.berserk_ability import Ability, Aim, Amount, Attack, Deed, Event, Feature, Resource

KIND_WORDS = {
    "strike": phrase("simple strike"), "melee": phrase("melee strike"), "shot": phrase("shot"),
    "throw": phrase("throw"), "discharge": phrase("discharge"), "magic strike": phrase("magic strike"),
    "special strike": phrase("special strike"), "row strike": phrase("strike through a row"),
    "attack": phrase("attack"), "spell": phrase("spell"), "impact": phrase("impact"), "poison": phrase("poison"),
    "ranged attacks": phrase("ranged attacks"), "magic attacks": phrase("magic attacks"),
    "non-magic attacks": phrase("non-magic attacks"), "flyers' attacks": phrase("attacks by flyers"),
    "non-flyers' attacks": phrase("attacks by non-flyers"), "all attacks": phrase("all attacks"),
    "magic": phrase("magic"), "weak": phrase("weak"), "medium": phrase("medium"), "strong": phrase("strong"),
    "flyers": phrase("flyers"), "closed": phrase("closed cards"), "opposite": phrase("the card opposite"),
    "wounded": phrase("wounded cards"), "steppe": phrase("steppe cards"), "mountains": phrase("mountain cards"),
    "forest": phrase("forest cards"), "swamp": phrase("swamp cards"), "darkness": phrase("darkness cards"),
}  # fmt: skip
"""Words that stand in places of the sentences below."""

PLAIN_FEATURES = {
    "clumsy": text("Clumsy: one less on its die in a strike."),
    "carrion": text("Carrion eating: after destroying an enemy creature it exiles it, heals fully and is cured."),
    "directed": text("Directed strike: no defender may be named."),
    "unanswered": text("Unanswered strike: the card struck does not roll and does not strike back."),
    "dash": text("Dash: when it attacks it may step to a cell beside it, once in each own turn."),
    "formation": text("Formation: counts for the formation of cards beside it."),
    "teleport": text("Teleport: in place of movement it may go to any free cell, if it has not moved."),
    "diagonal": text("It may move diagonally."),
    "strikes twice": text("It may strike twice a turn and does not close after the first strike."),
    "defends any": text("It may defend any of your non-flying creatures."),
    "defends open": text("It does not close when it defends."),
    "shoots near": text("It may shoot at cards next to it."),
    "strikes flyers": text("It may strike flyers."),
    "weak strikes": text("Simple strikes at it count as weak."),
    "ignores armour": text("Its attacks ignore armour."),
    "stun": text("Stunned: it does not open at the start of its turn."),
}
WHOM = {
    "self": text("this card"), "attacker": text("the attacker"), "struck": text("the card attacked"),
    "neighbours": text("every creature next to it"), "enemy neighbours": text("every enemy creature next to it"),
    "target": text("the target"), "row": text("the card beyond"),
}  # fmt: skip
EVENTS = {
    "miss": text("When its simple strike misses"),
    "kills": text("When it destroys a creature of the opponent"),
    "dies": text("When it is destroyed"),
    "turn start": text("At the start of your turn"),
    "enemy turn start": text("At the start of the opponent's turn"),
    "turn end": text("At the end of your turn"),
    "enemy turn end": text("At the end of the opponent's turn"),
    "defends": text("When it is named defender"),
    "valhalla": text("Valhalla: from the graveyard, at the start of your turn after it died by an attack"),
    "second": text("At the start of the battle, if you are the second player"),
}


OTHER_DIES = {
    "any": text("When another creature is destroyed"),
    "own": text("When another creature of yours is destroyed"),
    "enemy": text("When a creature of the opponent is destroyed"),
}


def describe(ability: Ability) -> Text:
    """One sentence of a card in words."""
    if ability.feature is not None:
        words = describe_feature(ability.feature)
        return text("In formation: {feature}", feature=words) if ability.formation else words
    effect = _effect(ability)
    if ability.event is not None:
        return _triggered(ability, effect)
    price = listed([describe_resource(part) for part in ability.payment])
    if ability.instant:
        return text("Instant. Payment: {price}. Action: {effect}", price=price, effect=effect)
    return text("Payment: {price}. Action: {effect}", price=price, effect=effect)


def describe_all(abilities: tuple[Ability, ...]) -> Text:
    """All sentences of a line in words."""
    return in_turn([describe(ability) for ability in abilities])


def describe_resource(part: Resource) -> Text:
    """One part of a payment in words."""
    amount: int | str = "X" if part.x else part.amount
    match part.kind:
        case "close":
            return text("close this card")
        case "chips":
            return text("{amount} × chip", amount=amount)
        case "moves":
            return text("{amount} × movement unit", amount=amount)
        case "wounds":
            return text("{amount} × wound on this card", amount=amount)
        case _:
            return text("destroy this card")


def describe_feature(feature: Feature) -> Text:
    """A lasting feature in words."""
    plain = PLAIN_FEATURES.get(feature.name)
    if plain is not None:
        return plain
    kinds = listed([text(KIND_WORDS[kind]) for kind in feature.kinds])
    amount = feature.amount
    match feature.name:
        case "armour":
            return text("Armour {amount}: prevents as many wounds from non-magic attacks each turn.", amount=amount)
        case "attack experience":
            return text("Experience in attack: +{amount} on its die when it strikes.", amount=amount)
        case "defence experience":
            return text("Experience in defence: +{amount} on its die when it is struck.", amount=amount)
        case "regeneration":
            return text("Regeneration: heals {amount} at the start of your turn.", amount=amount)
        case "vampirism":
            return text(
                "Vampirism: gains as many lives as wounds it dealt in melee; changed by {amount}.", amount=amount
            )
        case "fixed vampirism":
            return text("Vampirism: gains lives when it deals wounds in melee: {amount}.", amount=amount)
        case "incarnation":
            return text("Incarnation: returns from the graveyard; own turns it waits: {amount}.", amount=amount)
        case "jump":
            return text("Jump: in place of movement to a free cell within {amount}.", amount=amount)
        case "protection":
            return text("Protection: cannot be hurt or affected by {kinds}.", kinds=kinds)
        case "less":
            return text("Takes {amount} less from {kinds}.", amount=amount, kinds=kinds)
        case "bonus":
            against = text(KIND_WORDS[feature.against])
            return text("+{amount} to its simple strikes at {against}.", amount=amount, against=against)
        case "bonus per chip":
            return text("+{amount} to its {kinds} for each chip on it.", amount=amount, kinds=kinds)
        case "redirects":
            aim = Aim("own", feature.against, feature.place)  # type: ignore[arg-type]
            return text(
                "It may take one {kinds} declared at another target onto itself. Target: {target}.",
                kinds=kinds,
                target=describe_aim(aim),
            )
        case "not chosen":
            return text("It cannot be chosen as the target of: {kinds}.", kinds=kinds)
        case "decoy":
            return text("The opponent can declare this only at it: {kinds}.", kinds=kinds)
        case _:
            return text("Its attacks ignore protection from {kinds}.", kinds=kinds)


def describe_aim(aim: Aim) -> Text:
    """Which targets may be chosen, in words."""
    what = {
        "card": text("card"), "creature": text("creature"), "ground": text("non-flying creature"),
        "flyer": text("flyer"), "dead": text("creature in your graveyard"),
    }[aim.what]  # fmt: skip
    side = {"enemy": text("of the opponent"), "own": text("of yours"), "any": text("of either side")}[aim.side]
    parts = [text("{what} {side}", what=what, side=side)]
    if aim.place:
        parts.append(text("next to it") if aim.place == "adjacent" else text("opposite it"))
    if aim.other:
        parts.append(text("not itself"))
    if aim.closed:
        parts.append(text("closed"))
    if aim.reach:
        parts.append(text("within {reach}", reach=aim.reach))
    if aim.cost:
        parts.append(text("of cost {cost} or less", cost=aim.cost))
    if aim.most > 1:
        parts.append(text("from {least} to {most} of them", least=aim.least, most=aim.most))
    if aim.different:
        parts.append(text("all different"))
    return listed(parts)


def describe_amount(amount: Amount) -> Text:
    """A number in words."""
    counted = {
        "x": text("X"), "own wounds": text("the wounds on this card"), "own chips": text("the chips on this card"),
        "dealt": text("the wounds dealt"), "elite": text("the elite cards shown"),
    }.get(amount.per)  # fmt: skip
    if counted is None:
        return text("{amount}", amount=amount.base)
    if amount.cap:
        counted = text("{counted} (at most {cap})", counted=counted, cap=amount.cap)
    return text("{counted} and {base}", counted=counted, base=amount.base) if amount.base else counted


def _triggered(ability: Ability, effect: Text) -> Text:
    assert ability.event is not None
    when = _event(ability.event)
    if ability.event.turn:
        own = ability.event.turn == "own"
        when = text("{when} in your turn", when=when) if own else text("{when} in the opponent's turn", when=when)
    if ability.may:
        return text("{when} it may: {effect}", when=when, effect=effect)
    return text("{when}: {effect}", when=when, effect=effect)


def _event(event: Event) -> Text:
    kinds = listed([text(KIND_WORDS[kind]) for kind in event.kinds if kind in KIND_WORDS])
    levels = listed([text(KIND_WORDS[level]) for level in event.levels])
    match event.what:
        case "hit":
            if event.levels:
                return text("When its {kinds} hits ({levels})", kinds=kinds, levels=levels)
            return text("When its {kinds} hits", kinds=kinds)
        case "struck":
            return text("When it is hit by this: {kinds}", kinds=kinds)
        case "target":
            return text("When it becomes the target of this: {kinds}", kinds=kinds)
        case "rage":
            return text("Rage: when its own die in an attack shows {amount} or less", amount=event.amount)
        case "other dies":
            return OTHER_DIES[event.kinds[0]]
        case "attacks":
            return text("After its {kinds}", kinds=kinds)
        case _:
            return EVENTS[event.what]


def _effect(ability: Ability) -> Text:
    parts = []
    if ability.attack is not None:
        parts.append(_attack(ability.attack, ability.name))
    elif ability.nature == "spell":
        parts.append(text("spell “{name}”", name=ability.name) if ability.name else text("spell"))
    elif ability.nature == "impact":
        parts.append(text("impact “{name}”", name=ability.name) if ability.name else text("impact"))
    parts += [describe_deed(deed) for deed in ability.deeds]
    words = listed(parts)
    if ability.aim is not None:
        return text("{effect}. Target: {target}.", effect=words, target=describe_aim(ability.aim))
    return text("{effect}.", effect=words)


def _attack(attack: Attack, name: str) -> Text:
    kind = text(KIND_WORDS[attack.kind])
    if name:
        kind = text("{attack} “{name}”", attack=kind, name=name)
    weak, medium, strong = (describe_amount(level) for level in attack.levels)
    words = text("{kind} of {weak}-{medium}-{strong}", kind=kind, weak=weak, medium=medium, strong=strong)
    if weak == medium == strong:
        words = text("{kind} of {amount} on every level", kind=kind, amount=weak)
    if attack.per_chip:
        words = text("{attack}, +{bonus} for each chip spent", attack=words, bonus=attack.per_chip)
    return text("{attack} at the attacker", attack=words) if attack.at == "attacker" else words


def describe_deed(deed: Deed) -> Text:
    """One effect in words."""
    whom, amount = WHOM[deed.whom], describe_amount(deed.amount)
    match deed.do:
        case "wound":
            return text("{whom} is wounded by {amount}", whom=whom, amount=amount)
        case "heal":
            return text("{whom} is healed by {amount}", whom=whom, amount=amount)
        case "destroy":
            return text("{whom} is destroyed", whom=whom)
        case "close":
            return text("{whom} is closed", whom=whom)
        case "open":
            return text("{whom} is opened", whom=whom)
        case "poison":
            return text("{whom} is poisoned with {amount}", whom=whom, amount=amount)
        case "cure":
            return text("{whom} is cured of poison", whom=whom)
        case "gain":
            return _gain(deed)
        case "gain chips":
            return text("{whom} gets chips: {amount}", whom=whom, amount=amount)
        case "lose chips":
            return text("{whom} loses chips: {amount}", whom=whom, amount=amount)
        case "lose all chips":
            return text("{whom} loses all chips", whom=whom)
        case "finish":
            return text("{whom} is destroyed if its lives left are {amount} or fewer", whom=whom, amount=amount)
        case "level":
            return text("its simple strike under way counts as {level}", level=text(KIND_WORDS[deed.level or "weak"]))
        case "cap" if deed.strike == "strike":
            return text("a simple strike at it under way deals {amount} at most", amount=amount)
        case "cap":
            return text("a melee strike at it under way deals {amount} at most", amount=amount)
        case "move" if deed.amount != Amount():
            return text("{whom} is moved to a free cell within {amount}", whom=whom, amount=amount)
        case "move":
            return text("{whom} is moved to a free cell", whom=whom)
        case "jump":
            return text("it jumps to a free cell within {amount}", amount=amount)
        case "raise":
            return text("{whom} returns from the graveyard to a free cell next to it, open", whom=whom)
        case "summon" if deed.amount == Amount():
            return text("a creature comes from your deck to a free cell")
        case "summon":
            return text("a creature of cost {amount} or less comes from your deck to a free cell", amount=amount)
        case "block":
            return text("the attack is blocked")
        case _:
            return text("show cards from the top of your deck and put them on the bottom: {amount}", amount=amount)


def _gain(deed: Deed) -> Text:
    assert deed.feature is not None
    whom, feature = WHOM[deed.whom], describe_feature(deed.feature)
    if deed.turns is None:
        return text("{whom} gets “{feature}”", whom=whom, feature=feature)
    if deed.turns == Amount(0):
        return text("{whom} gets until the end of the turn “{feature}”", whom=whom, feature=feature)
    turns = describe_amount(deed.turns)
    return text(
        "{whom} gets for this many turns of the opponent, {turns}: “{feature}”", whom=whom, turns=turns, feature=feature
    )
