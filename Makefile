# make run and make test work on a fresh machine with Python 3.11 and make alone, in any order.
# The environment is .venv; .venv/*.stamp says what is installed in it, so a second call installs nothing.
CANDIDATES := python3.11 python3 python3.12 python3.13 python3.14
SUITABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in $(CANDIDATES); do command -v $$p >/dev/null && $$p -c '$(SUITABLE)' 2>/dev/null && { echo $$p; break; }; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
# What was compiled once is kept, whatever the shell says: test files take longer to compile than to collect.
unexport PYTHONDONTWRITEBYTECODE
# Two test processes for every core, as many tests wait for browsers and servers; the tests of one file stay
# together, so that they share what they started.
PROCESSES = $(shell $(BIN)/python -c 'import os; print(min(8, 2 * len(os.sched_getaffinity(0))))')
PYTEST = $(BIN)/python -m pytest -n $(PROCESSES) --dist loadfile --no-loadscope-reorder

.DELETE_ON_ERROR:
.PHONY: setup run demo browser lint quick test check constraints format clean bench bench-decks bench-pairing bench-sides bench-live bench-hall bench-public bench-load bench-commands bench-costs bench-languages mutants soak pictures words

run: .venv/run.stamp
	@$(BIN)/python -m app serve

setup: .venv/dev.stamp

demo: .venv/run.stamp
	@$(BIN)/python -m app demo $(if $(STRUCTURE),--structure $(STRUCTURE))

.venv/bin/python:
	@test -n "$(PYTHON)" || { \
	  echo "Python 3.11 or newer with its venv module is needed. On Debian, as root: apt-get install -y python3 python3-venv"; \
	  echo "If it is installed elsewhere, name it: make PYTHON=/path/to/python3.11"; exit 1; }
	@"$(PYTHON)" -m venv .venv || { rm -rf .venv; exit 1; }

.venv/run.stamp: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Installing what the program needs; this happens once and takes about a minute …"
	@$(PIP) install --quiet --constraint constraints.txt --editable .
	@touch $@

.venv/dev.stamp: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Installing what the program and its tests need; this happens once and takes a few minutes …"
	@$(PIP) install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@ .venv/run.stamp

browser: .venv/dev.stamp
	@$(BIN)/python tests/browser/install_chromium.py

lint: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/dead_code.py

# Before every commit: linters, the pure rooms, services, pages on SQLite and translations; no browser, no PostgreSQL, no program
# started, nothing made up by chance.
quick: lint
	$(PYTEST) -m "not (browser or postgres or served or fuzz or slow)" tests/architecture tests/tournament \
	  tests/deckcheck tests/judge tests/services tests/web tests/test_translations.py tests/test_japanese_words.py

test: .venv/dev.stamp browser
	$(PYTEST)

check: lint test

bench: bench-decks bench-pairing bench-public

bench-decks: .venv/dev.stamp
	$(BIN)/python tests/benchmarks/bench_decks.py
	$(BIN)/python tests/benchmarks/bench_endpoint.py

bench-pairing: .venv/dev.stamp
	$(BIN)/python tests/benchmarks/bench_pairing.py

bench-sides: .venv/dev.stamp
	$(BIN)/python tests/benchmarks/bench_sides.py

bench-live: .venv/dev.stamp
	$(BIN)/python tests/benchmarks/bench_streams.py

bench-hall: .venv/dev.stamp
	$(BIN)/python -m tests.benchmarks.bench_hall

bench-public: .venv/dev.stamp
	$(BIN)/python tests/benchmarks/bench_public.py

bench-commands: .venv/dev.stamp
	$(BIN)/python -m tests.benchmarks.bench_commands

bench-costs: .venv/dev.stamp
	$(BIN)/python -m tests.benchmarks.bench_costs

bench-languages: .venv/dev.stamp
	$(BIN)/python -m tests.benchmarks.bench_languages

bench-load: .venv/dev.stamp
	$(BIN)/python -m tests.soak.load

# Which changes of one word or number in the pure rooms no test notices: some hundred tried, an hour for both.
mutants: .venv/dev.stamp
	$(BIN)/python tools/mutate.py app/tournament tests/tournament
	$(BIN)/python tools/mutate.py app/deckcheck tests/deckcheck

# All services on both engines and made-up input at full size; then two hundred kills on each engine, a full hall
# on two processes, and random commands over 300 events, and 300 of every structure: hours.
soak: .venv/dev.stamp
	FULL_TESTS=1 $(PYTEST) -m "fuzz or postgres" tests/services tests/web
	$(BIN)/python -m tests.soak.kills --kills 200 --engine sqlite
	$(BIN)/python -m tests.soak.kills --kills 200 --engine postgres
	$(BIN)/python -m tests.soak.two_processes
	$(BIN)/python -m tests.soak.small_events --events 600
	$(BIN)/python -m tests.soak.any_commands --events 300
	$(BIN)/python -m tests.soak.any_commands --events 300 --structures

# Twelve pages in both themes, from a made-up hall, into docs/pictures.
pictures: .venv/dev.stamp browser
	$(BIN)/python tools/make_pictures.py

constraints: .venv/dev.stamp
	$(BIN)/python tools/make_constraints.py

format: .venv/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find app migrations tests tools -name __pycache__ -prune -exec rm -rf {} +

# Brings the files of translations up to date with the texts of the program; LANGUAGE=fr begins a new one.
words: .venv/dev.stamp
	$(BIN)/python tools/words.py $(LANGUAGE)
