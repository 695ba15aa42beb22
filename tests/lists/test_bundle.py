"""The data file is read once and its needed part kept; an old or damaged copy does no harm."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from referee.lists import datasheets
from referee.lists.bundle import bundle_path, read_bundle
from referee.lists.datasheets import Bundle


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the copies go."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "referee" / "data"


def test_the_copy_is_what_the_data_file_says(folder: Path) -> None:
    whole = msgspec.json.decode(bundle_path().read_bytes(), type=Bundle)
    assert read_bundle() == whole
    (kept,) = folder.iterdir()
    assert kept.stat().st_size * 4 < bundle_path().stat().st_size
    assert read_bundle() == whole


def test_the_copy_is_read_instead_of_the_file(folder: Path) -> None:
    whole = read_bundle()
    (kept,) = folder.iterdir()
    kept.write_bytes(msgspec.msgpack.encode(msgspec.structs.replace(whole, factions=())))
    assert read_bundle().factions == ()


@pytest.mark.parametrize("damage", [b"", b"\x00", b"\xff" * 100, b"{}"])
def test_a_damaged_copy_is_written_again(folder: Path, damage: bytes) -> None:
    whole = read_bundle()
    (kept,) = folder.iterdir()
    kept.write_bytes(damage)
    assert read_bundle() == whole
    assert len(kept.read_bytes()) > 1_000_000


def test_a_copy_of_other_data_or_other_fields_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_bundle()
    (before,) = folder.iterdir()
    before.write_bytes(b"old")
    monkeypatch.setattr(datasheets.Tier, "__annotations__", {"models": "float"})
    assert len(read_bundle().units) > 1000
    (after,) = folder.iterdir()
    assert after.name != before.name


def test_without_a_folder_to_write_the_data_is_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert len(read_bundle().units) > 1000
