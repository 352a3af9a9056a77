"""Renyi divergences of calls, held against those of the exact rooms and against sums in doubles."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.audit.pipelines.renyi import ORDERS, least_rho, renyi
from dpassay.audit.pipelines.traces import Row
from dpassay.exact import Dist, GaussianLaw, LaplaceMixture, exp, kl_divergence, renyi_divergence, two_sided_geometric

F = Fraction


def row(first: object, second: object, unit: object = None) -> Row:
    return Row(0, unit, first, second, None)


PAIRS = [
    ("normal", row(F(0), F(3), F(2)), (GaussianLaw(0, 2), GaussianLaw(3, 2))),
    ("laplace", row(F(0), F(3), F(2)), (LaplaceMixture([1], [0], F(1, 2)), LaplaceMixture([1], [3], F(1, 2)))),
    (
        "discrete laplace",
        row(F(0), F(3), F(2)),
        (two_sided_geometric(0, exp(F(-1, 2))), two_sided_geometric(3, exp(F(-1, 2)))),
    ),
    ("coin", row(F(3, 4), F(1, 3)), (Dist({0: F(1, 4), 1: F(3, 4)}), Dist({0: F(2, 3), 1: F(1, 3)}))),
    (
        "choice",
        row((F(1), F(2), F(5)), (F(2), F(2), F(1))),
        (Dist.from_weights({0: 1, 1: 2, 2: 5}), Dist.from_weights({0: 2, 1: 2, 2: 1})),
    ),
]


@pytest.mark.parametrize("order", [1, 2, 5])
@pytest.mark.parametrize(("kind", "call", "laws"), PAIRS, ids=[kind for kind, _, _ in PAIRS])
def test_divergences_are_those_of_the_laws(kind: str, call: Row, laws: tuple[object, object], order: int) -> None:
    exact = kl_divergence(*laws) if order == 1 else renyi_divergence(*laws, order)
    assert float(renyi(kind, call, order)) == pytest.approx(float(exact), rel=1e-9)  # type: ignore[arg-type]


@pytest.mark.parametrize("order", [1, 3])
def test_choices_with_enclosed_weights(order: int) -> None:
    first, second = (3.0, 0.0, 1.0), (0.0, 0.0, 2.0)
    p, q = ([math.exp(x) / sum(map(math.exp, given)) for x in given] for given in (first, second))
    found = renyi("exponential choice", row(tuple(map(F, first)), tuple(map(F, second)), F(1)), order)
    assert float(found) == pytest.approx(divergence(p, q, order))  # type: ignore[arg-type]
    share, other = 1 - math.exp(-1) / 2, math.exp(-2) / 2
    found = renyi("comparison of laplace", row(F(1), F(-2), F(1)), order)
    assert float(found) == pytest.approx(divergence([share, 1 - share], [other, 1 - other], order))  # type: ignore[arg-type]


def divergence(p: list[float], q: list[float], order: int) -> float:
    pairs = list(zip(p, q, strict=True))
    if order == 1:
        return sum(a * math.log(a / b) for a, b in pairs)
    return math.log(sum(a**order / b ** (order - 1) for a, b in pairs)) / (order - 1)


@pytest.mark.parametrize(
    ("kind", "call"),
    [
        ("uniform", row(F(0), F(1), F(4))),
        ("exponential", row(F(0), F(1), F(4))),
        ("normal", row(F(0), float("nan"), F(4))),
        ("coin", row(F(1, 2), F(0))),
        ("discrete laplace", row(F(0), F(1, 2), F(1))),
    ],
)
def test_what_is_infinite(kind: str, call: Row) -> None:
    assert renyi(kind, call, 2) is None


def test_the_least_rho_of_normal_noise_is_its_own() -> None:
    steps = [("normal", row(F(0), F(1), F(2)))] * 3
    assert least_rho(steps) == (F(3, 8), 1)
    assert least_rho([("gumbel", row(F(0), F(1), F(2)))]) is None
    assert least_rho([("coin", row(F(1, 2), F(0)))]) == (None, 1)
    rho, order = least_rho([("laplace", row(F(0), F(1), F(1)))]) or (None, 0)
    assert order in ORDERS
    assert float(rho) == pytest.approx(math.exp(-1))  # type: ignore[arg-type]  # that of order 1
    assert renyi("exponential", row(F(1), F(0), F(4)), 7) == F(1, 4)
    assert renyi("normal sum", row(F(0), F(3), F(4)), 5) == renyi("normal", row(F(0), F(3), F(2)), 5)
