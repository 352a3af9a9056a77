"""The contract of a mechanism as tests in a suite of your own: three lines name the mechanism and what implements it.

    from dpassay.properties import implements
    from my_package.noise import laplace

    test_laplace = implements("laplace")(laplace)

or, where the interface differs, a decorator on the few lines that translate:

    @implements("laplace")
    def test_laplace(data, *, size, rng, epsilon, sensitivity):
        return my_package.add_noise(data, scale=sensitivity / epsilon, size=size, generator=rng)

Each check is a test of its own: ``test_laplace[privacy::laplace::law]``. A suite may have as many as it likes, in
classes too; a target that is written there has no ``self``, and is decorated by ``staticmethod`` behind ``implements``.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.properties.asked import asked
from dpassay.properties.contract import Contract, subject_of
from dpassay.properties.contracts import contract
from dpassay.properties.explained import explained
from dpassay.properties.pytest_entry import SUITE
from dpassay.properties.run import run_of
from dpassay.properties.skips import StaleSkipWarning, reason_of, stale
from dpassay.properties.target import Target

__all__ = ["checks_of", "implements", "run_check", "warn_of_stale_skips"]

PARAMETER = "dpassay_check"
"""The argument of a test that is one check: its id."""


_SIGNATURE: Final = inspect.Signature(
    [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        for name in ("pytestconfig", PARAMETER, "request")
    ]
)
"""What pytest sees of a test. In a class it takes the first argument for ``self`` and leaves it out; elsewhere it is a
fixture that every session has."""


def implements(mechanism: object, *, skip: Mapping[str, str] | None = None) -> Callable[[Target], Callable[..., None]]:
    """Return a decorator that makes a test of an implementation: one test for each check of the mechanism's contract.

    Args:
        mechanism: its name, the path of a file that defines it, or its module.
        skip: reasons, by the names of the checks that are skipped ("determinism", or "laplace::determinism").

    Raises:
        ValueError: there is no such mechanism, or no such check.
    """
    known = contract(mechanism)
    reasons = {known.full_id(name): reason for name, reason in (skip or {}).items()}

    def decorate(target: Target) -> Callable[..., None]:
        require(callable(target), "target", repr(target), "a callable target(data, *, size, rng, **parameters)")
        _refuse_method(target)

        @pytest.mark.parametrize(PARAMETER, checks_of(known, reasons))
        def test(*_instance: object, dpassay_check: str, request: pytest.FixtureRequest, **_first: object) -> None:
            """The implementation passes this check."""
            node: Any = request.node
            name = f"{node.cls.__qualname__}.{node.originalname}" if node.cls else node.originalname
            run_check(known, dpassay_check, target, request, f"{node.path}:{name}.target")

        test.__signature__ = _SIGNATURE  # type: ignore[attr-defined]
        test.target = target  # type: ignore[attr-defined]  # so that a failure can be shown again
        test.contract = known  # type: ignore[attr-defined]
        test.__doc__ = getattr(target, "__doc__", None) or test.__doc__
        return test

    return decorate


def _refuse_method(target: Target) -> None:
    """Refuse what waits for a ``self`` that nobody has: a program that shows a failure again has no instance."""
    try:
        first = next(iter(inspect.signature(target).parameters), "")
    except (TypeError, ValueError):  # a built-in function without a signature
        return
    name = getattr(target, "__qualname__", repr(target))
    require(first not in ("self", "cls"), "target", name, f"a function, or a @staticmethod, without {first}")


def checks_of(known: Contract, reasons: Mapping[str, str], prefix: str = "") -> list[Any]:
    """Return pytest's parameters for the checks of a contract; those with a reason are skipped."""
    marks = {name: (pytest.mark.skip(reason=reason),) for name, reason in reasons.items()}
    return [
        pytest.param(name, marks=marks.get(name, ()), id=f"{prefix}{subject_of(name)}::{name}") for name in known.ids
    ]


def run_check(known: Contract, check: str, target: Target, request: pytest.FixtureRequest, place: str) -> None:
    """Run one check as the test that ``request`` is of; ``place`` says where the target is found again."""
    session = asked(request.config)
    reason = reason_of(session.skips, check, getattr(request.node, "originalname", ""))
    if reason is not None:
        pytest.skip(reason)
    chosen: dict[str, Any] = {"alpha": session.alpha, "seed": session.seed, "samples": session.samples}
    result = known.check_one(check, target, **chosen, profile=session.profile)
    if result.status == "skipped":
        pytest.skip(result.detail)
    if result.status == "failed":
        run = run_of(target, **chosen, profile=session.profile)
        pytest.fail(explained(known, result, run, place), pytrace=False)


def warn_of_stale_skips(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Warn of lines of the skip file that fit no check of this session."""
    specs = [(getattr(item, "originalname", ""), getattr(item, "callspec", None)) for item in items]
    found = [(name, spec.params.get(PARAMETER)) for name, spec in specs if spec]
    known = [
        (name, check) for name, check in found if isinstance(check, str)
    ]  # pytest has a mark for "no check at all"
    if known:
        try:
            whole = all(arg == SUITE or Path(arg).is_dir() for arg in config.args)
            for line in stale(asked(config).skips, known, whole=whole):
                warnings.warn(StaleSkipWarning(line), stacklevel=1)
        except StaleSkipWarning as error:  # where warnings are errors
            raise pytest.UsageError(str(error)) from None


explain_failures(__name__)
