"""What the README and the documents show is true."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.kernel import Book, Game, Seeded
from referee.locale import speaker
from referee.terminal.coverage import covered, unknown_rules

ROOT = Path(__file__).parents[2]


def test_the_python_example_of_the_readme_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 8
    assert result.failed == 0


@pytest.fixture
def pig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """The book that docs/add-a-book.md gives whole."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "add-a-book.md").read_text(), re.DOTALL)
    (tmp_path / "pig.py").write_text(code)
    monkeypatch.syspath_prepend(str(tmp_path))
    sys.modules.pop("pig", None)
    import importlib

    book = importlib.import_module("pig").BOOK
    assert isinstance(book, Book)
    return book


def test_the_book_of_the_documents_plays_saves_and_has_no_gap(pig: Book) -> None:
    from random import Random

    random = Random(1)
    for seed in range(20):
        game = pig.begin(dice=Seeded(str(seed)))
        while game.decision:
            assert Game.load(pig, game.save()).digest() == game.digest()
            game.answer(game.propose(random))
        assert pig.scores is not None
        assert max(pig.scores(game)) >= 30
    assert not unknown_rules(pig)
    assert {row.status for row in covered(pig, speaker())} == {"written"}


def test_a_turn_of_the_documents_book_rolls_twice_at_least(pig: Book) -> None:
    game = pig.begin(dice=Seeded("5"))
    assert [str(one) for one in game.why("stop")] == ["PIG 1.2: A turn rolls 2 times at least."]


@pytest.mark.parametrize("path", [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")], ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text()):
        if "://" not in target:
            assert (path.parent / target).exists(), target


def test_the_credit_and_the_notice_are_given() -> None:
    words = (ROOT / "README.md").read_text()
    assert "Powered by [40kdc-data](https://github.com/wn-mitch/40kdc-data)" in words
    assert "unofficial" in words
    assert "names of the games belong to" in words


def test_every_command_of_the_readme_exists() -> None:
    words = (ROOT / "README.md").read_text()
    helped = subprocess.run(
        [sys.executable, "-m", "referee.cli", "--help"], capture_output=True, text=True, check=True
    ).stdout
    for command in set(re.findall(r"`referee ([a-z-]+)", words)):
        assert re.search(rf"^ +{command}\b", helped, re.MULTILINE), command
