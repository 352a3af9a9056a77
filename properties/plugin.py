"""A pytest plugin that runs a contract on an implementation, one test a check.

    pytest -p dpassay.properties.plugin --pyargs dpassay.properties.suite --target=FILE.py:FUNCTION --mechanism=laplace

``--target`` is ``package.module:function`` or ``path/to/file.py:function``. A test's id tells what its check is about:
``privacy::laplace::law`` or ``hygiene::laplace::dtype``; the summary counts both. ``--mechanism`` is a name, or the
path of a file that defines a mechanism of your own.

``--skip-file`` names a text file with one check id a line (``laplace::law``, or as in a test's id), a colon, and the
reason; such a check is skipped. An id that is no check of this contract is stale, and a warning says so.

A mistake in an option ends the run before any test, with one line and pytest's exit code for wrong usage.
"""

from __future__ import annotations

import importlib
import re
import sys
import warnings
from collections import Counter
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import pytest

from dpassay.properties.contract import ALPHA, SAMPLES, Contract, subject_of
from dpassay.properties.contracts import contract
from dpassay.properties.run import check_settings
from dpassay.properties.target import Target
from dpassay.reference import nearest
from dpassay.reference.files import load_file

__all__ = [
    "StaleSkipWarning",
    "dpassay_contract",
    "dpassay_target",
    "load",
    "pytest_addoption",
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_generate_tests",
    "pytest_terminal_summary",
    "read_skip_file",
]

S = TypeVar("S")
pytest.register_assert_rewrite("dpassay.properties.suite")


class StaleSkipWarning(UserWarning):
    """A skip file names a check that does not exist."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the plugin's options."""
    group = parser.getgroup("dpassay", "the contract of a differentially private mechanism")
    group.addoption("--target", metavar="PLACE:FUNCTION", help="the implementation: a module's or a file.py's")
    group.addoption("--mechanism", metavar="NAME", help="the mechanism that it implements, or its file.py")
    group.addoption("--skip-file", type=Path, metavar="PATH", help="checks to skip: lines 'mechanism::check: reason'")
    group.addoption("--alpha", type=float, default=ALPHA, help="level of the law test (default: %(default)s)")
    group.addoption("--samples", type=int, default=SAMPLES, help="samples at each case (default: %(default)s)")
    group.addoption("--seed", type=int, default=0, help="where all generators come from (default: %(default)s)")


def load(path: str) -> Target:
    """Import the target "package.module:function" or "path/to/file.py:function"; the working directory is looked in."""
    place, _, name = path.rpartition(":")
    if not place or not name:
        raise pytest.UsageError(f"--target = {path!r}: expected package.module:function or file.py:function")
    try:
        target = attrgetter(name)(_load_file(Path(place)) if place.endswith(".py") else _load_module(place))
    except pytest.UsageError:
        raise
    except (Exception, SystemExit) as error:  # an import may raise anything
        described = " ".join(f"{type(error).__name__}: {error}".split())
        raise pytest.UsageError(f"--target = {path!r}: {described}") from None
    if not callable(target):
        raise pytest.UsageError(f"--target = {path!r}: expected a function, not {type(target).__name__}")
    return target  # type: ignore[no-any-return]  # any callable


def _load_module(name: str) -> ModuleType:
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    return importlib.import_module(name)


def _load_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise pytest.UsageError(f"--target: there is no file {str(path)!r}")
    return load_file(path)


def read_skip_file(path: Path) -> dict[str, str]:
    """Return the reasons by check id; empty lines and lines that begin with # are comments."""
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "expected UTF-8"
        raise pytest.UsageError(f"--skip-file = {str(path)!r}: {reason}") from None
    entries = [line for line in lines if line and not line.startswith("#")]
    return dict(_entry(path, line) for line in entries)


def _entry(path: Path, line: str) -> tuple[str, str]:
    mechanism, _, rest = re.sub("^(privacy|hygiene)::", "", line).partition("::")
    check, _, reason = rest.partition(":")
    if not check.strip() or not reason.strip():
        raise pytest.UsageError(f"--skip-file = {str(path)!r}: expected 'mechanism::check: reason', got {line!r}")
    return f"{mechanism.strip()}::{check.strip()}", reason.strip()


_CONTRACT = pytest.StashKey[Contract]()
_TARGET = pytest.StashKey[Target]()
_REASONS = pytest.StashKey[dict[str, str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Read the options, so that a mistake in one is one line before any test."""
    name, target, path = (config.getoption(option) for option in ("--mechanism", "--target", "--skip-file"))
    _check_settings(config)
    config.stash[_REASONS] = read_skip_file(path) if path is not None else {}
    if name is not None:
        config.stash[_CONTRACT] = _contract(name)
    if target is not None:
        config.stash[_TARGET] = load(target)


def _check_settings(config: pytest.Config) -> None:
    try:
        check_settings(*(config.getoption(f"--{name}") for name in ("alpha", "seed", "samples")))
    except ValueError as error:
        raise pytest.UsageError(f"--{error}") from None


def _contract(name: str) -> Contract:
    try:
        return contract(name)
    except ValueError as error:
        raise pytest.UsageError(f"--mechanism: {error}") from None


def _from_stash(config: pytest.Config, key: pytest.StashKey[S], option: str) -> S:
    if key not in config.stash:
        raise pytest.UsageError(f"{option} is missing: the suite checks an implementation of a mechanism")
    return config.stash[key]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test of every check; none where no mechanism is named, which ``pytest_collection_modifyitems`` tells."""
    if "check_id" not in metafunc.fixturenames:
        return
    stash = metafunc.config.stash
    known = stash[_CONTRACT].ids if _CONTRACT in stash else ()
    reasons = stash[_REASONS] if known else {}
    for stale in sorted(reasons.keys() - set(known)):
        hint = nearest(stale, list(known))
        warnings.warn(StaleSkipWarning(f"skip file: {stale!r} is no check of this contract{hint}"), stacklevel=1)
    marks = {name: (pytest.mark.skip(reason=reason),) for name, reason in reasons.items()}
    tests = [pytest.param(name, marks=marks.get(name, ()), id=f"{subject_of(name)}::{name}") for name in known]
    metafunc.parametrize("check_id", tests)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse to run the suite without a mechanism or a target."""
    if any("check_id" in getattr(item, "fixturenames", ()) for item in items):
        _from_stash(config, _CONTRACT, "--mechanism")
        _from_stash(config, _TARGET, "--target")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Count the checks of privacy and those of hygiene: "privacy: 2 passed, 1 failed; hygiene: 9 passed"."""
    counts = {"privacy": Counter[str](), "hygiene": Counter[str]()}
    for outcome in ("passed", "failed", "error", "skipped"):
        for report in terminalreporter.stats.get(outcome, []):
            if found := re.search(r"\[(privacy|hygiene)::", report.nodeid):
                counts[found[1]][outcome] += 1
    told = {subject: ", ".join(f"{n} {outcome}" for outcome, n in count.items()) for subject, count in counts.items()}
    if any(told.values()):
        terminalreporter.write_line("; ".join(f"{subject}: {words}" for subject, words in told.items() if words))
        level = f"with probability at most {config.getoption('--alpha'):g}"
        terminalreporter.write_line(f"a correct implementation fails the check of the law {level}")


@pytest.fixture(scope="session")
def dpassay_contract(pytestconfig: pytest.Config) -> Contract:
    """The contract that ``--mechanism`` names."""
    return _from_stash(pytestconfig, _CONTRACT, "--mechanism")


@pytest.fixture(scope="session")
def dpassay_target(pytestconfig: pytest.Config) -> Target:
    """The implementation that ``--target`` names."""
    return _from_stash(pytestconfig, _TARGET, "--target")
