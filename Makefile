# Two commands do everything: `make serve` opens the reader, `make test` runs all tests. Both set up first.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
PORT ?= 8501
# All tests, a process for every core; one file is one piece of work, browser tests are handed out one by one.
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadgroup

.PHONY: serve test check bench fuzz build hooks clean

serve: $(VENV)/.ready
	$(BIN)/lovbro serve --port $(PORT)

test: $(VENV)/.ready-test
	$(PYTEST)

check: $(VENV)/.ready-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PYTEST)
	$(BIN)/lovbro build --check

bench: $(VENV)/.ready-test
	$(BIN)/python -m pip install --quiet -e ".[bench]" -c constraints.txt
	$(BIN)/python -m tests.bench

# Damaged files of every kind that people keep, another ten thousand of each kind every time.
fuzz: $(VENV)/.ready-test
	LOVBRO_FUZZ=$(or $(FUZZ),10000) LOVBRO_FUZZ_SEED=$$($(BIN)/python -c 'import secrets; print(secrets.randbits(32))') \
		$(BIN)/python -m pytest -n 0 -rA tests/corpus/test_damaged_files.py

build: $(VENV)/.ready
	$(BIN)/lovbro build

hooks: $(VENV)/.ready-test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[hooks]" -c constraints.txt
	$(BIN)/pre-commit install

clean:
	rm -rf $(VENV) data/build

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Lovbro needs Python 3.11 or newer; try: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e . -c constraints.txt
	$(BIN)/python -m compileall -q corpus parser index app
	touch $@

$(VENV)/.ready-test: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[test]" -c constraints.txt
	touch $@
