"""Army lists: everything players export, read exactly or loudly.

>>> from referee.lists import read
>>> army = read('''Small (75 Points)
...
... Space Marines
... Gladius Task Force
... Incursion (1,000 Points)
...
... Rhino (75 Points)
...   • 1x Armoured tracks
...   • 1x Storm bolter
... ''')
>>> army.units[0].datasheet, army.counted_points
('rhino', 75)
"""

from __future__ import annotations

from referee.lists.army import (
    ArmyList,
    Certainty,
    Finding,
    ListedModel,
    ListedUnit,
    ListRefused,
    Named,
    Role,
    Severity,
    Wargear,
)
from referee.lists.limits import DEFAULT_LIMITS, Limits
from referee.lists.reader import read

__all__ = [
    "DEFAULT_LIMITS",
    "ArmyList",
    "Certainty",
    "Finding",
    "Limits",
    "ListRefused",
    "ListedModel",
    "ListedUnit",
    "Named",
    "Role",
    "Severity",
    "Wargear",
    "read",
]
