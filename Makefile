# Every target makes the virtual environment that it needs, from Python, make and PyPI alone.
#   make PYTHON=/path/to/python3.12 ...   to use another interpreter than `python3`
#   make WORKERS=8 test                   to use more than two processes for the tests

PYTHON ?= python3
WORKERS ?= 2

VENV := .venv
BIN := $(VENV)/bin
# What make makes stays in this folder; without make, the audits' environments are in the user's cache folder.
AUDIT_VENVS := .venvs
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup
READY := $(VENV)/.ready
READY_BENCH := $(VENV)/.ready-bench
READY_EXAMPLES := $(AUDIT_VENVS)/examples/.ready
READY_RELEASE := $(AUDIT_VENVS)/release/.ready
RELEASE_TOOLS = $(shell $(PYTHON) -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['release'])")
READY_MATRIX := $(AUDIT_VENVS)/matrix/.ready
INSTALLED := $(AUDIT_VENVS)/installed

# The folders outside the installed rooms that hold Python to type-check.
AROUND := tests tools $(patsubst %/,%,$(sort $(dir $(wildcard benchmarks/*.py examples/*.py zoo/*.py))))

# Tests start hundreds of processes: what is compiled for one is kept for the others, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help audit audit-ci bench bench-peers claims claims-anew clean coq coq-anew errata examples lint matrix mutants release sbom site test test-fast test-thorough vectors venv

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

audit: $(READY)  ## audit every built-in target and write the reports to audit-reports/
	$(BIN)/dpassay audit-all --environments $(AUDIT_VENVS) --out audit-reports

audit-ci: $(READY)  ## audit one third-party library, in its faulty and in its repaired version
	$(BIN)/dpassay audit-all --only 'opendp-0.14.*-integer-laplace-3' --alpha 1e-6 --environments $(AUDIT_VENVS) --out audit-reports/ci

claims: $(READY)  ## check every certificate, then recompute every verdict on whose code or record something changed, and compare
	$(BIN)/dpassay claims verify
	$(BIN)/dpassay claims run --check --changed

claims-anew: $(READY)  ## recompute every verdict from scratch, and compare
	$(BIN)/dpassay claims run --check

coq: $(READY)  ## write what is proved as theorems of Coq, have Coq check those that it has not seen, and compare with what it said
	$(PYTEST) --hypothesis-profile=ci -m coq tests/proofs_check/coq tests/cli
	$(BIN)/dpassay claims export --coq build/coq --check --changed

coq-anew: $(READY)  ## have Coq check all theorems from scratch, and compare
	$(BIN)/dpassay claims export --coq build/coq --check

test: $(READY)  ## run all tests but those that install implementations that others wrote
	$(PYTEST) --hypothesis-profile=ci -m "not thirdparty and not coq"

test-fast: $(READY)  ## run the tests that take little time, on new random examples each time
	$(PYTEST) --hypothesis-profile=dev -m "not thirdparty and not coq and not slow and not statistical"

test-thorough: $(READY)  ## run all tests, with many more examples for each property
	$(PYTEST) --hypothesis-profile=thorough

lint: $(READY)  ## check form, types, layering and spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy $(AROUND)
	$(BIN)/lint-imports --no-logo
	$(BIN)/codespell
	$(BIN)/python tools/ast_checks.py

mutants: $(READY)  ## change the code in small ways, a sample, and report what no test notices; hours, and it goes on where it was
	$(BIN)/python -m tools.mutate

examples: $(READY_EXAMPLES)  ## hold two libraries that others wrote to our contracts, as their own test suites might
	$(AUDIT_VENVS)/examples/bin/python -m pytest -c examples/third_party/pytest.ini examples/third_party

matrix: $(READY_MATRIX)  ## a quick suite on Python 3.11 to 3.13, each with the oldest and with the newest dependencies
	$(AUDIT_VENVS)/matrix/bin/python -m tools.matrix

release: $(READY_RELEASE)  ## build the source distribution and the wheel, reproducibly, and check them
	$(AUDIT_VENVS)/release/bin/validate-pyproject pyproject.toml
	$(AUDIT_VENVS)/release/bin/python -m tools.release

sbom: release  ## list what an installation of the wheel consists of, as CycloneDX, in dist/
	@$(PYTHON) -m venv --clear --without-pip $(INSTALLED)
	@$(AUDIT_VENVS)/release/bin/python -m pip --disable-pip-version-check --quiet --python $(INSTALLED)/bin/python install \
	    --report $(INSTALLED)/report.json dist/*.whl
	$(AUDIT_VENVS)/release/bin/cyclonedx-py environment --output-reproducible --pyproject pyproject.toml --mc-type library \
	    --output-file dist/dpassay.cdx.json $(INSTALLED)/bin/python
	$(AUDIT_VENVS)/release/bin/python -m tools.sbom dist $(INSTALLED)/report.json

errata: $(READY)  ## write the errata of every source to docs/errata/, from the ledger
	$(BIN)/dpassay claims errata --out docs/errata

site: $(READY)  ## build the documentation site in build/site, to be read without a network; a warning is an error
	$(BIN)/dpassay claims list > /dev/null  # which fails if a record does not verify
	$(BIN)/python -m tools.site.build build/site

vectors: $(READY)  ## write the test vectors of every mechanism, from the reference laws
	$(BIN)/python -m tools.vectors.write

bench: $(READY_BENCH)  ## run the benchmarks and print their tables
	$(BIN)/python -m benchmarks

bench-peers: $(READY)  ## run our audits and those of others on the zoo, side by side; PEERS="--checkout NAME=FOLDER" names a clone of yours
	$(BIN)/python -m zoo peers --environments $(AUDIT_VENVS) --write docs/zoo.md $(PEERS)

venv: $(READY)  ## make the virtual environment

clean:  ## delete the environments, the caches and the reports
	rm -rf $(VENV) $(AUDIT_VENVS) audit-reports build dist *.egg-info src/*.egg-info
	rm -rf .hypothesis .import_linter_cache .mutants .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Installed once, and again whenever pyproject.toml changes.
$(READY): pyproject.toml
	@command -v $(PYTHON) > /dev/null || \
	    { echo "dpassay: no $(PYTHON) here; name a Python 3.11 or newer: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "dpassay: needs Python 3.11 or newer, but $(PYTHON) is $$($(PYTHON) --version); use make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || \
	    { echo "dpassay: $(PYTHON) cannot make virtual environments: install its venv package (Debian: python3-venv)" >&2; exit 1; }
	@echo "installing into $(VENV): this takes what it needs from PyPI, once"
	@$(BIN)/python -c 'import pip' 2> /dev/null || $(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --editable '.[dev]'
	@touch $@

$(READY_BENCH): $(READY)
	@$(PIP) install --editable '.[dev,bench]'
	@touch $@

# dpassay and the libraries of the extra `targets`, which not all of what is in `dev` can live with.
$(READY_EXAMPLES): pyproject.toml
	@$(PYTHON) -m venv --clear $(@D)
	@$(@D)/bin/python -m pip --disable-pip-version-check --quiet install --editable '.[targets]'
	@touch $@

$(READY_RELEASE): pyproject.toml
	@$(PYTHON) -m venv --clear $(@D)
	@$(@D)/bin/python -m pip --disable-pip-version-check --quiet install --upgrade pip $(RELEASE_TOOLS)
	@touch $@

$(READY_MATRIX): pyproject.toml
	@$(PYTHON) -m venv --clear $(@D)
	@$(@D)/bin/python -m pip --disable-pip-version-check --quiet install uv
	@touch $@
