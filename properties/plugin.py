"""A pytest plugin that runs a contract on an implementation, one test a check.

    pytest -p dpassay.properties.plugin --pyargs dpassay.properties.suite --target MODULE:FUNCTION --mechanism laplace

``--skip-file`` names a text file with one check id a line, then a colon and the reason; such a check is skipped. An id
that is no check of this contract is stale, and a warning says so.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

import pytest

from dpassay.properties.contract import ALPHA, SAMPLES, Contract
from dpassay.properties.contracts import contract
from dpassay.properties.target import Target
from dpassay.reference import nearest

S = TypeVar("S")
pytest.register_assert_rewrite("dpassay.properties.suite")


class StaleSkipWarning(UserWarning):
    """A skip file names a check that does not exist."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the plugin's options."""
    group = parser.getgroup("dpassay", "the contract of a differentially private mechanism")
    group.addoption("--target", metavar="MODULE:FUNCTION", help="the implementation to check")
    group.addoption("--mechanism", metavar="NAME", help="the mechanism that it implements")
    group.addoption("--skip-file", type=Path, metavar="PATH", help="checks to skip: lines 'mechanism::check: reason'")
    group.addoption("--alpha", type=float, default=ALPHA, help="level of the law test (default: %(default)s)")
    group.addoption("--samples", type=int, default=SAMPLES, help="samples at each case (default: %(default)s)")
    group.addoption("--seed", type=int, default=0, help="where all generators come from (default: %(default)s)")


def load(path: str) -> Target:
    """Import the target "package.module:function"; modules in the working directory are found too."""
    module, _, name = path.partition(":")
    if not module or not name:
        raise pytest.UsageError(f"--target = {path!r}: expected package.module:function")
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        target = attrgetter(name)(importlib.import_module(module))
    except (ImportError, AttributeError) as error:
        raise pytest.UsageError(f"--target = {path!r}: {error}") from None
    if not callable(target):
        raise pytest.UsageError(f"--target = {path!r}: expected a function, not {type(target).__name__}")
    return target  # type: ignore[no-any-return]  # any callable


def read_skip_file(path: Path) -> dict[str, str]:
    """Return the reasons by check id; empty lines and lines that begin with # are comments."""
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        raise pytest.UsageError(f"--skip-file = {str(path)!r}: {error.strerror}") from None
    entries = [line for line in lines if line and not line.startswith("#")]
    return dict(_entry(path, line) for line in entries)


def _entry(path: Path, line: str) -> tuple[str, str]:
    mechanism, _, rest = line.partition("::")
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
    config.stash[_REASONS] = read_skip_file(path) if path else {}
    if name:
        config.stash[_CONTRACT] = _contract(name)
    if target:
        config.stash[_TARGET] = load(target)


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
    """Make one test of every check."""
    if "check_id" not in metafunc.fixturenames:
        return
    known = _from_stash(metafunc.config, _CONTRACT, "--mechanism").ids
    reasons = metafunc.config.stash[_REASONS]
    for stale in sorted(reasons.keys() - set(known)):
        hint = nearest(stale, list(known))
        warnings.warn(StaleSkipWarning(f"skip file: {stale!r} is no check of this contract{hint}"), stacklevel=1)
    marks = {name: (pytest.mark.skip(reason=reason),) for name, reason in reasons.items()}
    metafunc.parametrize("check_id", [pytest.param(name, marks=marks.get(name, ()), id=name) for name in known])


@pytest.fixture(scope="session")
def dpassay_contract(pytestconfig: pytest.Config) -> Contract:
    """The contract that ``--mechanism`` names."""
    return _from_stash(pytestconfig, _CONTRACT, "--mechanism")


@pytest.fixture(scope="session")
def dpassay_target(pytestconfig: pytest.Config) -> Target:
    """The implementation that ``--target`` names."""
    return _from_stash(pytestconfig, _TARGET, "--target")
