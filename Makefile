# make play   a battle between two bots, refereed, recorded, verified; how to take a seat; in a terminal, the web table then opens
# make test   every check: style, types, imports, tests
# make bench  the benchmarks
# make messages  collect the sentences to translate, and list those that are not translated yet
#
# Each makes its own virtual environment in .venv first and installs what it needs; nothing is fetched after that.

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
BIN := .venv/bin
PLAY := .venv/.ready-to-play
DEV := .venv/.ready-to-develop
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test browser bench messages clean

play: $(PLAY)
	@rm -f battle.jsonl battle.jsonl.dice
	$(BIN)/referee play wh40k --seats bot,bot --seed 7 --record battle.jsonl
	$(BIN)/referee replay battle.jsonl --verify
	@echo
	@echo "Take a seat:           $(BIN)/referee play wh40k --seats human,bot"
	@echo "With your own army:    $(BIN)/referee play wh40k --army yours.txt --army theirs.txt"
	@echo "Was this allowed?      $(BIN)/referee why battle.jsonl --at 20 ANSWER"
	@echo "All books and options: $(BIN)/referee books"
	@echo
	@echo "The web table:         $(BIN)/referee serve --open"
	@if test -t 1; then echo; echo "It opens now, with a demonstration of each book; Ctrl-C ends it."; $(BIN)/referee serve --open; fi

test: $(DEV) browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2

# A browser for the tests of the web table: Debian's Chromium where apt-get can install it.
browser:
	@{ command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null || { \
	  echo "Installing Chromium for the tests of the web table."; \
	  run=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$run apt-get update -qq && $$run apt-get install -qq -y --no-install-recommends chromium >/dev/null; } || \
	  { echo "The tests of the web table need Chromium: install it, then run make test again." >&2; exit 1; }

bench: $(DEV)
	$(BIN)/pytest benchmarks -o python_files='*_bench.py' -p no:xdist --benchmark-only --benchmark-timer=time.process_time --benchmark-columns=median,iqr,rounds --benchmark-sort=name

messages: $(DEV)
	$(BIN)/python -m referee.locale

clean:
	rm -rf .venv build dist

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and was not found." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $(PYTHON) is older. Say which to use: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	$(PYTHON) -m venv .venv

$(PLAY): pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[table]'
	@$(BIN)/python -m compileall -q src
	@touch $@

$(DEV): pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[dev]'
	@$(BIN)/python -m compileall -q src
	@touch $@ $(PLAY)
