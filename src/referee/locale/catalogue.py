"""The catalogues: PO files read with Babel, and kept in the user's cache folder so that starting stays fast."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent
"""Where the PO files are: `<language>/<domain>.po`."""

DOMAINS: dict[str, tuple[str, ...]] = {
    "kernel": ("kernel", "board"),
    "doors": ("cli.py", "terminal", "players", "record", "locale", "books/__init__.py"),
    "table": ("table",),
    "lists": ("lists",),
    "text": ("text",),
    "wh40k": ("books/wh40k",),
    "warmachine": ("books/warmachine",),
    "berserk": ("books/berserk",),
    "heresy": ("books/heresy",),
}
"""The domains, and the folders and modules of the package whose sentences each holds."""


class Catalogue(msgspec.Struct, frozen=True):
    """Translations by English sentence: one form, or one for each plural form; `plural` (a C expression) picks one."""

    messages: dict[str, tuple[str, ...]] = {}
    plural: str = "n != 1"


def read(lang: str, book: str = "", folder: Path = FOLDER) -> Catalogue:
    """All translations into a language.

    Where domains share a sentence the domain `book` has the word, then what belongs to no book, then other books.
    """
    domains = sorted(DOMAINS, key=lambda domain: (domain == book, not DOMAINS[domain][0].startswith("books/")))
    paths = [path for domain in domains if (path := folder / lang / f"{domain}.po").exists()]
    stamps = [(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in paths]
    name = hashlib.blake2b(repr(stamps).encode(), digest_size=8).hexdigest()
    kept = cache_folder("words") / f"{lang}-{book or 'all'}-{name}.json"
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(kept.read_bytes(), type=Catalogue)
    catalogue = _parse(lang, paths)
    with contextlib.suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        for old in kept.parent.glob(f"{lang}-{book or 'all'}-*.json"):
            old.unlink()
        fresh = kept.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(msgspec.json.encode(catalogue))
        fresh.replace(kept)
    return catalogue


def _parse(lang: str, paths: list[Path]) -> Catalogue:
    from babel.messages.pofile import read_po

    messages: dict[str, tuple[str, ...]] = {}
    plural = Catalogue().plural
    for path in paths:
        with path.open("rb") as file:
            found = read_po(file, locale=lang)
        plural = found.plural_expr
        for message in found:
            forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
            if message.id and not message.fuzzy and all(forms):
                key = message.id[0] if isinstance(message.id, tuple | list) else message.id
                messages[key] = tuple(map(str, forms))
    return Catalogue(messages, plural)


def cache_folder(name: str) -> Path:
    """The part of the user's cache folder for one kind of files."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
    return Path(base or Path.home() / ".cache") / "referee" / name
