"""Army-level names looked up: factions, detachments (several in one line), force dispositions, battle sizes."""

from __future__ import annotations

import re

from referee.lists.dataset import Data, key
from referee.lists.datasheets import Datasheet, Detachment, Faction

BATTLE_SIZES = {
    "combat patrol": ("combat-patrol", 500),
    "incursion": ("incursion", 1000),
    "strike force": ("strike-force", 2000),
    "strikeforce": ("strike-force", 2000),
    "onslaught": ("onslaught", 3000),
}
"""Battle sizes and their points limits. 40K 25: Incursion and Strike Force; the other two are of older editions."""

_FAMILIES = frozenset({"chaos", "imperium", "xenos", "unaligned", "aeldari and drukhari"})
_DETACHMENT_POINTS = re.compile(
    r"\s*[(\[]\s*(?P<points>\d{1,2})?\s*(?:detachment\s?points?|detachementpoints?|dp|pd)\b[^()\[\]]{0,60}[)\]]",
    re.IGNORECASE,
)
_JOINTS = re.compile(r"(\s*,\s*(?:and|&)\s+|\s*,\s*|\s+and\s+|\s*[+/;|]\s*|\s+&\s+)", re.IGNORECASE)


def battle_size(name: str) -> tuple[str, int] | None:
    """Id and points limit of the battle size a text begins with, `Battle Size:` in front allowed."""
    wanted = key(re.sub(r"^\W*battle size\s*:\s*|^\d+\.\s*|\s*[(\[].*$", "", name, flags=re.IGNORECASE))
    for start, found in BATTLE_SIZES.items():
        if wanted == start or wanted.startswith(start + " "):
            return found
    return None


def faction_named(known: Data, name: str) -> Faction | None:
    """The faction of this name, breadcrumbs in front allowed: `Imperium - Adeptus Astartes - Space Wolves`."""
    wanted = key(name)
    found = known.factions_by_key.get(wanted) or known.factions_by_key.get(wanted.removeprefix("the "))
    if found:
        return found[0]
    alias = _FACTION_ALIASES.get(wanted)
    if alias:
        return known.factions.get(alias)
    parts = re.split(r"\s+[-–—:>]+\s+|\s*:\s+|\s*\(\s*|\s*\)\s*|\s*,\s*|\s*/\s*", name)
    if len(parts) > 1:
        matches = [faction for part in parts if part and (faction := faction_named(known, part))]
        if matches:
            return most_specific(matches)
    return None


_FACTION_ALIASES = {
    "imperial guard": "astra-militarum",
    "league of votann": "leagues-of-votann",
    "votann": "leagues-of-votann",
    "heretic astartes": "chaos-space-marines",
    "legiones daemonica": "chaos-daemons",
    "daemons": "chaos-daemons",
    "asuryani": "aeldari",
    "craftworlds": "aeldari",
    "dark eldar": "drukhari",
    "sisters of battle": "adepta-sororitas",
    "tau": "tau-empire",
    "genestealer cult": "genestealer-cults",
}


def is_family(name: str) -> bool:
    """True for the words above factions, which say nothing of an army: Chaos, Imperium, Xenos."""
    return key(name) in _FAMILIES


def most_specific(factions: list[Faction]) -> Faction:
    """A chapter rather than its parent; else the first."""
    for faction in factions:
        if faction.parent_faction_id:
            return faction
    return factions[0]


def family_of(known: Data, faction: str | None) -> tuple[str, ...]:
    """The faction and its parent: where its datasheets and detachments are."""
    if faction is None:
        return ()
    parent = known.factions[faction].parent_faction_id if faction in known.factions else None
    return (faction, parent) if parent else (faction,)


def detachment_named(known: Data, name: str, faction: str | None) -> Detachment | None:
    """The detachment of this name, of the army's faction if it has one; a remark in brackets may follow the name."""
    for candidate in (name, re.sub(r"\s*\([^()]*\)\s*$", "", name), re.sub(r"\s*-\s*\d+\s*dp$", "", name, flags=re.I)):
        found = known.detachments_by_key.get(key(candidate))
        if found:
            wanted = family_of(known, faction)
            own = [d for place in wanted for d in found if d.faction_id == place]
            plain = [d for d in own or found if not d.game_modes]
            return (plain or own or found)[0]
    return None


def split_detachments(known: Data, line: str, faction: str | None) -> list[tuple[str, Detachment | None]]:
    """The detachments in a line like `A, B and C (3 Detachment Points)`; names with `and` or a comma stay whole.

    The dictionary decides: of all ways to cut the line, the one that leaves least unknown, then the one with fewest
    names.
    """
    pieces = _JOINTS.split(_DETACHMENT_POINTS.sub("", line).strip())[:41]
    words, joints = pieces[::2], pieces[1::2]
    best: list[tuple[int, int, list[tuple[str, Detachment | None]]]] = [(0, 0, [])]
    for end in range(1, len(words) + 1):
        choices = []
        for start in range(max(0, end - 4), end):
            name = words[start] + "".join(joints[i] + words[i + 1] for i in range(start, end - 1))
            if not name.strip():
                choices.append(best[start])
                continue
            found = detachment_named(known, name.strip(), faction)
            unknown, count, chosen = best[start]
            choices.append((unknown + (0 if found else len(name)), count + 1, [*chosen, (name.strip(), found)]))
        best.append(min(choices, key=lambda choice: choice[:2]))
    result = best[-1][2]
    if result and not any(found for _, found in result):
        whole = _DETACHMENT_POINTS.sub("", line).strip()
        return [(whole, None)]
    return result


def disposition_in(known: Data, line: str) -> str | None:
    """The force disposition in a remark behind detachments: `Ember Vanguard (2 DP, TAKE AND HOLD)`."""
    for remark in re.findall(r"[(\[]([^()\[\]]*)[)\]]", line):
        for part in remark.split(","):
            found = known.dispositions_by_key.get(key(part))
            if found:
                return found.name
    return None


def stated_detachment_points(line: str) -> int | None:
    """The 3 in `(3 Detachment Points)`."""
    match = _DETACHMENT_POINTS.search(line)
    return int(match["points"]) if match and match["points"] else None


def has_detachment_points(line: str) -> bool:
    """True if a line speaks of detachment points."""
    return bool(_DETACHMENT_POINTS.search(line))


def units_named(known: Data, name: str) -> list[Datasheet]:
    """Datasheets with this name in any faction; a leading article may differ."""
    wanted = key(name)
    return (
        known.units_by_key.get(wanted)
        or known.units_by_key.get(wanted.removeprefix("the "))
        or known.units_by_key.get("the " + wanted)
        or []
    )
