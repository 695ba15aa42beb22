"""The wheel holds everything an installation needs: code, catalogues, indexes, samples, pages."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

hatchling = pytest.importorskip("hatchling.builders.wheel")

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of the files in a wheel built from this checkout."""
    (path,) = hatchling.WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("dist")))
    with zipfile.ZipFile(path) as wheel:
        return set(wheel.namelist())


def test_every_file_of_the_package_is_in_it(files: set[str]) -> None:
    own = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "referee").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".pyc", ".mo")
    }
    assert not own - files


@pytest.mark.parametrize(
    "name",
    ["referee/py.typed", "referee/locale/hu/doors.po", "referee/locale/ru/kernel.po", "referee/books/wh40k/index.toml"],
)
def test_data_is_in_it(files: set[str], name: str) -> None:
    assert name in files


def test_the_command_and_the_licence_are_in_it(files: set[str]) -> None:
    assert any(name.endswith("dist-info/entry_points.txt") for name in files)
    assert any(name.endswith("licenses/LICENSE") for name in files)


def test_nothing_of_the_tests_is_in_it(files: set[str]) -> None:
    assert not [name for name in files if not name.startswith(("referee/", "referee_tabletop-"))]
