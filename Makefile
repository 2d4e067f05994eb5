# make run and make test work on a fresh machine with Python 3.11 and make alone.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
export PYTHONDONTWRITEBYTECODE ?= 1

.PHONY: setup run test check format demo clean bench bench-live bench-pairing browser

setup: .venv/dev.stamp

.venv/bin/python:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11"; exit 1; }
	"$(PYTHON)" -m venv .venv

.venv/run.stamp: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/dev.stamp: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/run.stamp

run: .venv/run.stamp
	$(BIN)/python -m app serve

demo: .venv/run.stamp
	$(BIN)/python -m app demo

browser: .venv/dev.stamp
	$(BIN)/python tests/browser/install_chromium.py

test: .venv/dev.stamp browser
	$(BIN)/python -m pytest

check: .venv/dev.stamp browser
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest

format: .venv/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
