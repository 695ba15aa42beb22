"""Reading the data file of package wh40kdc, and keeping what is needed of it in the user's cache folder.

The file is 10 MB of JSON. Of it only the columns that lists need are decoded, and kept as 1.5 MB of MessagePack, which
reads four times as fast. The copy is bound to the data file's place, size and time, and to the fields that are read.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from referee.lists import datasheets
from referee.lists.datasheets import Bundle
from referee.locale.catalogue import cache_folder


def bundle_path() -> Path:
    """Where the data file lies; raises RuntimeError if the package is not installed."""
    spec = importlib.util.find_spec("wh40kdc")
    if spec is None or spec.origin is None:
        raise RuntimeError("the package wh40kdc is not installed")
    return Path(spec.origin).parent / "_bundle.json"


def read_bundle() -> Bundle:
    """The needed columns: from the cache, else from the data file, which renews the cache where it can be written."""
    path = bundle_path()
    kept = cache_folder("data") / f"wh40kdc-{_stamp(path)}.msgpack"
    with _collector_off():
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            return msgspec.msgpack.decode(kept.read_bytes(), type=Bundle)
        bundle = msgspec.json.decode(path.read_bytes(), type=Bundle)
        with contextlib.suppress(OSError):
            _keep(bundle, kept)
    return bundle


def _keep(bundle: Bundle, kept: Path) -> None:
    """Write the copy in one step, and take away those of other versions."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    fresh = kept.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(msgspec.msgpack.encode(bundle))
    fresh.replace(kept)
    for old in kept.parent.glob("wh40kdc-*.msgpack"):
        if old != kept:
            old.unlink(missing_ok=True)


def _stamp(path: Path) -> str:
    """What the copy depends on: the data file, and the names, types and defaults of the fields read from it."""
    of = path.stat()
    fields = [
        (name, kind.__annotations__, kind.__struct_defaults__)
        for name, kind in vars(datasheets).items()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    ]
    parts = (str(path), of.st_mtime_ns, of.st_size, fields)
    return hashlib.blake2b(repr(parts).encode(), digest_size=8).hexdigest()


@contextlib.contextmanager
def _collector_off() -> Iterator[None]:
    """Without the garbage collector, which would look through all that is made and find nothing."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()
