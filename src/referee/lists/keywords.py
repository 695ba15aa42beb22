"""The keywords a unit has while its army is mustered."""

from __future__ import annotations

from collections.abc import Sequence

from referee.lists.army import ArmyList
from referee.lists.dataset import Data
from referee.lists.datasheets import Datasheet, Detachment
from referee.lists.names import family_of


def keywords_of(sheet: Datasheet, army: ArmyList, detachments: Sequence[Detachment], known: Data) -> set[str]:
    """Its own and its faction's, its name, the army's if it is of the army, and what a detachment grants."""
    words = {*sheet.keywords, *sheet.faction_keywords, sheet.name}
    faction = known.factions.get(army.faction.id) if army.faction and army.faction.id else None
    army_words = set(faction.keywords) if faction else set()
    if faction and sheet.faction_id in family_of(known, faction.id):
        words |= army_words
    for grant in sheet.conditional_keywords:
        needs_detachment = grant.required_detachment_id
        if needs_detachment and all(detachment.id != needs_detachment for detachment in detachments):
            continue
        if grant.required_faction_keyword and grant.required_faction_keyword not in army_words:
            continue
        words.add(grant.keyword)
    for detachment in detachments:
        for granted in detachment.granted_keywords:
            if words & set(granted.to_keywords):
                words.add(granted.keyword)
    return words
