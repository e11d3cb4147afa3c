# Two commands do everything: `make serve` opens the reader, `make test` runs all tests. Both set up first.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
PORT ?= 8501
# Some machines of CI forbid Python to keep what it has compiled. Then each process that a test starts compiles all that it
# imports again, and each process of tests compiles all tests.
unexport PYTHONDONTWRITEBYTECODE
# A product of matrices is one thread's: several processes of tests share the cores, and threads that wait for one spin.
test check: export OPENBLAS_NUM_THREADS = 1
# All tests, a process for every core; one file is one piece of work, browser tests are handed out one by one.
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadgroup

# Only files whose hashes are written in locks/ are installed, so nobody can put another one in their place. What is
# imported is compiled when it is imported first: compiling all of every library takes eight seconds more.
LOCKED := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r locks/run.txt

.PHONY: serve test test-hosted test-whoosh check bench fuzz build vectors hooks audit lock clean

serve: $(VENV)/.ready
	$(BIN)/lovbro serve --port $(PORT)

test: $(VENV)/.ready-test
	$(PYTEST)

# What a federation would run, on this machine: two replicas behind HAProxy, PostgreSQL with a standby; a replica is
# killed, then the database. Needs Debian's packages postgresql and haproxy, and reports a skip without them.
test-hosted: $(VENV)/.ready-test
	READERS=$(READERS) COMMITTEES=$(COMMITTEES) $(BIN)/python -m pytest -n 0 -rs tests/load/hosted.py

# All tests with Whoosh 2.7.4 in place of whoosh3, in an environment of their own. Both are the module whoosh, so that one
# has to go before the other comes.
test-whoosh:
	$(MAKE) VENV=.venv-whoosh .venv-whoosh/.ready-test
	.venv-whoosh/bin/python -m pip uninstall --quiet --yes whoosh3
	.venv-whoosh/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r locks/whoosh.txt
	.venv-whoosh/bin/python -m pytest --numprocesses auto --dist loadgroup $(TESTS)

check: $(VENV)/.ready-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PYTEST)
	$(BIN)/lovbro build --check

bench: $(VENV)/.ready-test
	$(LOCKED) -r locks/bench.txt
	$(BIN)/python -m tests.bench

# Damaged files of every kind that people keep, another ten thousand of each kind every time; then five minutes of
# input led by the code that it reaches (GUIDED=seconds; Linux alone).
fuzz: $(VENV)/.ready-test
	LOVBRO_FUZZ=$(or $(FUZZ),10000) LOVBRO_FUZZ_SEED=$$($(BIN)/python -c 'import secrets; print(secrets.randbits(32))') \
		$(BIN)/python -m pytest -n 0 -rA --timeout 0 tests/corpus/test_damaged_files.py tests/parser/test_damaged_texts.py tests/app/test_damaged_input.py \
		tests/app/test_damaged_caches.py
	$(LOCKED) -r locks/fuzz.txt
	$(BIN)/python -m tests.guided $(or $(GUIDED),300)

build: $(VENV)/.ready
	$(BIN)/lovbro build

# After lines that search learns from were changed; needs a machine with the model (Linux on x86-64, a newer Mac).
vectors: $(VENV)/.ready
	$(BIN)/python -m index.search.vector_maker

hooks: $(VENV)/.ready-test
	$(LOCKED) -r locks/hooks.txt
	$(BIN)/pre-commit install

# Known vulnerabilities of every pinned library, and the licences of all of them. Needs the network, sends names and versions.
audit: $(VENV)/.ready-test
	$(LOCKED) -r locks/mcp.txt -r locks/hosted.txt -r locks/test.txt -r locks/bench.txt -r locks/hooks.txt -r locks/audit.txt
	$(BIN)/python -m tests.audit

# After a change of a dependency; LOCK=--upgrade takes the newest of all.
lock: $(VENV)/.ready-test
	$(LOCKED) -r locks/lock.txt
	$(BIN)/python -m tests.audit lock $(LOCK)

clean:
	rm -rf $(VENV) .venv-whoosh data/build

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Lovbro needs Python 3.11 or newer; try: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: $(VENV)/bin/python pyproject.toml locks/run.txt
	$(LOCKED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q corpus parser index app
	touch $@

$(VENV)/.ready-test: $(VENV)/.ready locks/mcp.txt locks/hosted.txt locks/test.txt
	$(LOCKED) -r locks/mcp.txt -r locks/hosted.txt -r locks/test.txt
	touch $@
