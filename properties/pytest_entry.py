"""What pytest loads wherever dpassay is installed: it costs next to nothing until it is asked for.

    pytest --dpassay my_package.noise:laplace --mechanism laplace      # with no file at all
    pytest                                                             # tests made by dpassay.properties.implements

A test is run again by its id, as pytest prints it: ``pytest --dpassay ... '::test_contract[privacy::laplace::law]'``.

``--dpassay`` loads ``dpassay.properties.plugin``, which has the other options, and runs its suite. The settings of the
ini file hold for both; ``-o dpassay_alpha=1e-9`` changes one for a run.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "pytest_addoption",
    "pytest_collection_modifyitems",
    "pytest_load_initial_conftests",
    "pytest_terminal_summary",
]

PLUGIN = "dpassay.properties.plugin"
SUITE = "dpassay.properties.suite"
INI = {
    "alpha": "the probability that a correct implementation fails the check of its law",
    "seed": "where all generators come from",
    "samples": "how many answers the check of the law looks at, at each case",
    "profile": "the Hypothesis profile of checks that draw inputs: one of yours, dpassay-quick or dpassay-thorough",
    "skip_file": "a file with a line 'mechanism::check: reason' for each check to skip",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one option that asks, and the settings of the ini file."""
    group = parser.getgroup("dpassay", "the contract of a differentially private mechanism")
    told = (
        "check the implementation at this place; --mechanism says of what (several: in pairs). With it --help has more"
    )
    group.addoption("--dpassay", action="append", metavar="PLACE:FUNCTION", help=told)
    for name, words in INI.items():
        parser.addini(f"dpassay_{name}", words)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, args: list[str]) -> None:
    """Where it is asked for, load the plugin with its options, and run its suite."""
    if early_config.known_args_namespace.dpassay:
        early_config.pluginmanager.import_plugin(PLUGIN)
        args[:] = [_by_module(arg) for arg in args]
        args += ["--pyargs"] if any(map(_names_suite, args)) else ["--pyargs", SUITE]


def _by_module(arg: str) -> str:
    """Return the id of a test of the suite with its module; what pytest prints before "::" is a folder, or nothing."""
    place, found, check = arg.partition("::test_contract[")
    return f"{SUITE}{found}{check}" if found and not Path(place).is_file() else arg


def _names_suite(arg: str) -> bool:
    """Tell whether an argument is the suite, or a test of it: by its module, or by its file."""
    file = arg.partition("::")[0]
    return file == SUITE or Path(file).resolve() == Path(__file__).resolve().with_name("suite.py")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Warn of stale lines of the skip file, in a session that has checks of ours, before any of them is deselected."""
    if "dpassay.properties.implementing" in sys.modules:
        from dpassay.properties.implementing import warn_of_stale_skips

        warn_of_stale_skips(config, items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count the checks of privacy and those of hygiene: "privacy: 2 passed, 1 failed; hygiene: 9 passed"."""
    counts = {"privacy": Counter[str](), "hygiene": Counter[str]()}
    for outcome, subject in _outcomes(terminalreporter):
        counts[subject][outcome] += 1
    told = {subject: ", ".join(f"{n} {outcome}" for outcome, n in count.items()) for subject, count in counts.items()}
    if any(told.values()):
        terminalreporter.write_line("; ".join(f"{subject}: {words}" for subject, words in told.items() if words))
        from dpassay.properties.asked import asked

        level = f"with probability at most {asked(terminalreporter.config).alpha:g}"
        terminalreporter.write_line(f"a correct implementation fails the check of the law {level}")


def _outcomes(terminalreporter: pytest.TerminalReporter) -> Iterator[tuple[str, str]]:
    for outcome in ("passed", "failed", "error", "skipped"):
        for report in terminalreporter.stats.get(outcome, []):
            if found := re.search(r"[\[-](privacy|hygiene)::\w+::\w+\]", report.nodeid):
                yield outcome, found[1]
