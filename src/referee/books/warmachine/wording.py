"""Options in words, so that they can be said in other languages: the answers themselves stay short and plain."""

from __future__ import annotations

from referee.kernel import Text, phrase, text

PLAIN: dict[str, str] = {
    "forfeit": phrase("forfeit Normal Movement"),
    "aim": phrase("aim"),
    "full advance": phrase("full advance"),
    "run": phrase("run"),
    "charge": phrase("charge"),
    "slam": phrase("slam"),
    "trample": phrase("trample"),
    "melee attacks": phrase("melee attacks"),
    "ranged attacks": phrase("ranged attacks"),
    "headbutt": phrase("headbutt"),
    "throw": phrase("throw"),
    "no attacks": phrase("no attacks"),
    "heal": phrase("heal"),
    "feat": phrase("feat"),
}
"""WM 3/b, 7/a, 8.4: the options that have no name in them."""


def option_words(option: str) -> Text:
    """An option of a Normal Movement or Combat Action in words."""
    if option in PLAIN:
        return text(PLAIN[option])
    kind, colon, name = option.partition(": ")
    if option.startswith("cast "):
        return text("cast {name}", name=option.removeprefix("cast "))
    if not colon:
        return text("{name}", name=option)
    if kind == "forfeit movement":
        return text("forfeit Normal Movement: {name}", name=name)
    if kind == "forfeit action":
        return text("forfeit Combat Action: {name}", name=name)
    return (
        text("special attack: {name}", name=name)
        if kind == "special attack"
        else text("special action: {name}", name=name)
    )
