"""How large and how deep a file may be before it is refused."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """Bounds on what `read` accepts. A 2,000-point list is 2 to 500 kB in every format known."""

    file_bytes: int = 8_000_000
    """Size of the file as given."""
    unpacked_bytes: int = 16_000_000
    """Size of what a zip or gzip inside it may unpack to."""
    zip_entries: int = 64
    depth: int = 64
    """Nesting of JSON or XML."""
    nodes: int = 400_000
    """JSON values or XML elements."""
    text_characters: int = 400_000
    """Length of a text list; JSON and XML are bounded by `file_bytes` and `nodes`."""
    lines: int = 5_000
    line_length: int = 2_000
    """Characters in a line of a text list; the rest of a longer line is not read, and the list says so."""
    units: int = 500
    models_in_unit: int = 500
    suggestions: int = 30
    """Unknown names for which the nearest known ones are looked up."""


DEFAULT_LIMITS = Limits()
