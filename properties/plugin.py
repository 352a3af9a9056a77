"""A pytest plugin that runs a contract on an implementation, one test a check, with no file of yours.

    pytest --dpassay FILE.py:FUNCTION --mechanism laplace
    pytest -p dpassay.properties.plugin --pyargs dpassay.properties.suite --target=FILE.py:FUNCTION --mechanism=laplace

The first needs the entry point that an installation has (``dpassay.properties.pytest_entry``), the second does not.
A target is ``package.module:function`` or ``path/to/file.py:function``; several are named in pairs with their
mechanisms. A test's id tells what its check is about: ``privacy::laplace::law`` or ``hygiene::laplace::dtype``; the
summary counts both. ``--mechanism`` is a name, or the path of a file that defines a mechanism of your own.

``--skip-file`` names a text file with one check id a line (``laplace::law``, or as in a test's id), a colon, and the
reason; such a check is skipped. An id that is no check of this session is stale, and a warning says so.

A mistake in an option ends the run before any test, with one line and pytest's exit code for wrong usage.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dpassay.properties import pytest_entry
from dpassay.properties.asked import DEFAULTS, asked
from dpassay.properties.contract import Contract
from dpassay.properties.contracts import contract
from dpassay.properties.implementing import PARAMETER, checks_of
from dpassay.properties.places import target_at
from dpassay.properties.skips import StaleSkipWarning
from dpassay.properties.target import Target

__all__ = [
    "Named",
    "StaleSkipWarning",
    "load",
    "pytest_addoption",
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_generate_tests",
]


@dataclass(frozen=True)
class Named:
    """An implementation that the command line names."""

    place: str
    target: Target
    contract: Contract


_NAMED = pytest.StashKey[list[Named]]()


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Add the plugin's options; first those of the entry point, where pytest has not loaded it."""
    if not pluginmanager.is_registered(pytest_entry):
        pluginmanager.register(pytest_entry, "dpassay")
    group = parser.getgroup("dpassay", "the contract of a differentially private mechanism")
    told = "the implementation: a module's or a file.py's"
    group.addoption("--target", action="append", metavar="PLACE:FUNCTION", dest="dpassay", help=told)
    told = "the mechanism that it implements, or its file.py"
    group.addoption("--mechanism", action="append", metavar="NAME", help=told)
    group.addoption("--skip-file", type=Path, metavar="PATH", help="checks to skip: lines 'mechanism::check: reason'")
    for name, kind, words in (
        ("alpha", float, "level of the law test"),
        ("samples", int, "samples at each case"),
        ("seed", int, "where all generators come from"),
        ("profile", str, "the Hypothesis profile of checks that draw inputs"),
    ):
        default = repr(DEFAULTS[name])
        group.addoption(f"--{name}", type=kind, help=f"{words} (default: dpassay_{name} of the ini file, or {default})")


def load(path: str) -> Target:
    """Import a target, "package.module:function" or "path/to/file.py:function"; else ``pytest.UsageError``."""
    try:
        return target_at(path)
    except ValueError as error:
        raise pytest.UsageError(f"--{error}") from None


def pytest_configure(config: pytest.Config) -> None:
    """Read the options, so that a mistake in one is one line before any test; with ``--help`` none is needed."""
    if config.getoption("help"):
        return
    try:
        asked(config)
    except pytest.UsageError as error:
        raise pytest.UsageError(f"--{error}" if not str(error).startswith("dpassay_") else str(error)) from None
    places, names = config.getoption("dpassay") or [], config.getoption("--mechanism") or []
    contracts = [_contract(name) for name in names]
    targets = [load(place) for place in places]
    if places and names and len(places) != len(names):
        raise pytest.UsageError(f"--mechanism is given {len(names)} times, for {len(places)} targets: expected pairs")
    config.stash[_NAMED] = [Named(*entry) for entry in zip(places, targets, contracts, strict=False)]


def _contract(name: str) -> Contract:
    try:
        return contract(name)
    except ValueError as error:
        raise pytest.UsageError(f"--mechanism: {error}") from None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test of every check; none where nothing is named, which ``pytest_collection_modifyitems`` tells."""
    if "dpassay_named" not in metafunc.fixturenames:
        return
    named = metafunc.config.stash[_NAMED]
    tests: list[Any] = []
    for entry in named:
        prefix = f"{entry.place}-" if len(named) > 1 else ""
        tests += [
            pytest.param(entry, *test.values, marks=test.marks, id=test.id)
            for test in checks_of(entry.contract, {}, prefix)
        ]
    metafunc.parametrize(("dpassay_named", PARAMETER), tests)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse to run the suite without a mechanism or a target."""
    if any("dpassay_named" in getattr(item, "fixturenames", ()) for item in items):
        for option in ("--mechanism", "--target"):
            if not config.getoption("dpassay" if option == "--target" else option):
                raise pytest.UsageError(f"{option} is missing: the suite checks an implementation of a mechanism")
