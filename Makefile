# make play   the web table: its address is printed, and a browser opened where there is one (make play PORT=8041: another port);
#             without a terminal two bots play each book through the table, their records are verified, and it ends
# make test   every check: style, types, imports, tests
# make bench  the benchmarks
# make messages  collect the sentences to translate, and list those that are not translated yet
#
# Each makes its own virtual environment in .venv first and installs what it needs; nothing is fetched after that.

PORT ?= 8040
PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
BIN := .venv/bin
PLAY := .venv/.ready-to-play
DEV := .venv/.ready-to-develop
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test browser bench messages clean

play: $(PLAY)
	@if test -t 0 && test -t 1; then \
	  echo "Each book is one click from a game against a bot, or between two bots to watch; Ctrl+C closes the table."; \
	  echo "In the terminal instead: $(BIN)/referee play wh40k --seats human,bot    All commands: $(BIN)/referee --help"; \
	  $(BIN)/referee serve --open --port $(PORT); \
	else \
	  $(BIN)/referee serve --demonstrate --port 0 && \
	  echo "There is no terminal here, so the table is closed again. To play: $(BIN)/referee serve --open"; \
	fi

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
