"""Laplace, logistic, Gumbel and exponential numbers: numpy's own for the same uniform ones, and laws by hand."""

import json
from fractions import Fraction
from math import exp, floor
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers import worker_quantiles
from dpassay.audit.answers.worker_quantiles import KNOWN, NOTE, agrees, laplace
from dpassay.audit.answers.worker_tree import Stop
from tests.audit.enumerating import Program, enumeration

CASES = [(name, kind, (2.5,) if name == "exponential" else (-1.0, 0.3)) for name in KNOWN for kind in KNOWN[name][1]]
NEAR = Fraction(1, 2**45)


def law(program: Program) -> dict[str, Fraction]:
    """The weights of the answers; where numpy draws anew, with probability 2^-53, they are left over."""
    found = enumeration(program, 30)
    assert found.left <= Fraction(1, 2**52)
    return {json.loads(answer)[1]: weight for answer, weight in found.weights.items()}


@pytest.mark.parametrize(("name", "kind", "arguments"), CASES)
def test_they_are_numpy_s_own(name: str, kind: str, arguments: tuple[float, ...]) -> None:
    def made(seed: int) -> Any:
        return np.random.RandomState(seed) if kind == "RandomState" else np.random.default_rng(seed)

    for seed in range(1_000, 1_300):
        assert KNOWN[name][0](*arguments, made(seed).random) == getattr(made(seed), name)(*arguments)
    assert agrees(kind, name, arguments)


def test_another_algorithm_is_noticed() -> None:
    """``Generator`` takes exponential numbers from tables."""
    assert not agrees("Generator", "exponential", (1.0,))


def test_a_quantile_function_that_is_a_little_off_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def off(loc: float, scale: float, uniform: Any) -> Any:
        return laplace(loc, scale * (1 + 1e-15), uniform)

    monkeypatch.setitem(worker_quantiles.KNOWN, "laplace", (off, ("Generator",)))
    assert not agrees("Generator", "laplace", (0.0, 1.25))


def test_the_law_of_a_laplace_number_above_a_bound() -> None:
    found = enumeration(lambda c: bool(3 + c.generator.laplace(0.0, 2.0) > 4), 20)
    assert found.left <= Fraction(1, 2**53)
    assert abs(found.weights['["bool", "True"]'] - Fraction(exp(-0.5) / 2)) < NEAR
    assert NOTE.format("laplace") in found.notes


def test_the_law_of_a_rounded_laplace_number() -> None:
    """floor(X) = k has probability e^-k (1 - e^-1) / 2 for k from 0 on."""
    found = law(lambda c: min(max(floor(c.generator.laplace()), -2), 2))
    for k in (0, 1):
        assert abs(found[str(k)] - Fraction(exp(-k) * (1 - exp(-1)) / 2)) < NEAR
        assert abs(found[str(-1 - k)] - Fraction(exp(-k) * (1 - exp(-1)) / 2 if k == 0 else exp(-1) / 2)) < NEAR
    assert abs(found["2"] - Fraction(exp(-2) / 2)) < NEAR


@pytest.mark.parametrize(
    ("name", "below_one"), [("logistic", 1 / (1 + exp(-1))), ("gumbel", exp(-exp(-1))), ("laplace", 1 - exp(-1) / 2)]
)
def test_distribution_functions(name: str, below_one: float) -> None:
    found = law(lambda c: bool(getattr(c.generator, name)() < 1))
    assert abs(found["True"] - Fraction(below_one)) < NEAR


@pytest.mark.parametrize("arguments", [(0.0, np.array([1.0, 2.0])), (float("inf"), 1.0)])
def test_other_arguments_are_refused(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(Stop, match=r"draws by laplace\(.*whose values cannot be enumerated"):
        enumeration(lambda c: bool(c.generator.laplace(*arguments) < 1), 20)
