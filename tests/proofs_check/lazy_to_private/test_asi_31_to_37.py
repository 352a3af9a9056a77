"""What the claims on Theorems 3.10 and 3.12 compute, against all walks, Algorithm 1 coin by coin, and quadrature."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import factorial
from typing import Any

import mpmath
import pytest

from dpassay.proofs_check.kernel.finite import PROPERTIES
from dpassay.proofs_check.lazy_to_private import asi_31, asi_31b, asi_37, parameters_310
from tests.proofs_check.lazy_to_private.every_coin import Law, courses


def numbers_of(name: str, instance: Mapping[str, Any]) -> dict[str, Any]:
    told = PROPERTIES[name]
    assert told.holds.__module__ in {module.__name__ for module in (asi_31, asi_31b, asi_37, parameters_310)}
    assert told.numbers is not None
    return dict(told.numbers(instance))


def ball(x: object) -> Any:
    exact = Fraction(str(x))
    return mpmath.mpf(exact.numerator) / exact.denominator


@pytest.mark.parametrize(("root", "experts", "p"), [(2, 10**6, None), (3, 10**4, "1/2"), (3, 100, "1/10")])
def test_draws_from_one_half_against_the_other(root: int, experts: int, p: str | None) -> None:
    """By all numbers of draws of either kind, multinomially."""
    instance: dict[str, Any] = {"root": root, "experts": experts, "delta": "1/4"}
    if p is not None:
        instance["fake_switch"] = p
    with mpmath.workdps(30):
        steps, eta = root**3 - 2, 1 / mpmath.mpf(root)
        drawn = 1 - (1 - ball(p or 0)) * mpmath.exp(-2 * eta)
        side = 1 / (1 + mpmath.exp(-eta))
        above = below = mpmath.mpf(0)
        for first in range(steps + 1):
            for second in range(steps + 1 - first):
                ways = factorial(steps) // (factorial(first) * factorial(second) * factorial(steps - first - second))
                mass = (
                    (drawn * side) ** first * (drawn * (1 - side)) ** second * (1 - drawn) ** (steps - first - second)
                )
                above += ways * mass * (first - second > root)
                below += ways * mass * (second - first > root)
        least = above - mpmath.e * below - 2 * mpmath.mpf(steps) / experts * (1 + mpmath.e)
        found = numbers_of("asi31", instance)
        assert float(found["delta is at least"]) == pytest.approx(float(least), rel=1e-9, abs=1e-12)
        assert found["the stated delta"] == Fraction(1, 4)


PROOF: list[dict[str, Any]] = [
    {"rounds": 1000, "batch": 10, "delta": "1/1000", "experts": 10**3},
    {"rounds": 600, "batch": 2, "delta": "1/50", "experts": 10**9},
]


@pytest.mark.parametrize("instance", PROOF)
def test_what_theorem_32_gives_at_the_parameters_of_the_proof(instance: dict[str, Any]) -> None:
    with mpmath.workdps(30):
        rounds, batch, delta = instance["rounds"], instance["batch"], ball(instance["delta"])
        eps = 1 / mpmath.mpf(batch)
        eta = eps ** (mpmath.mpf(2) / 3) / (mpmath.cbrt(rounds) * mpmath.log(rounds / delta))
        p, large = 10 * eta / eps, mpmath.log(2 * rounds / delta)
        terms = (
            2 * eta / p,
            eta,
            3 * rounds * eta**2 * p * large / (2 * batch),
            mpmath.sqrt(6 * rounds * eta**2 * p * large**2 / batch),
        )
        condition, epsilon = eta * batch * large / p, mpmath.fsum(terms)
        assert float(numbers_of("asi32", instance)["eta B log(1/delta_1)/p"]) == pytest.approx(float(condition))
        found = numbers_of("asi32b", instance)
        assert float(found["the epsilon of Theorem 3.2"]) == pytest.approx(float(epsilon), rel=1e-12)
        assert found["eps"] == Fraction(1, batch)
        assert PROPERTIES["asi32b-triple"].holds(instance) is bool(epsilon <= 3 * eps)
        assert PROPERTIES["asi32-always"].holds(instance) is bool(condition > 1)
        assert PROPERTIES["asi32-never"].holds(instance) is bool(condition > 1 or epsilon > eps)


@pytest.mark.parametrize(("rounds", "batch", "delta"), [(1000, 1, "1/1000"), (8, 1, "1/2"), (1000, 10, "1/10")])
def test_the_bound_by_moments(rounds: int, batch: int, delta: str) -> None:
    """log delta <= u e_0 + (n - 1)(log E + log E') - u eps - (1 + u) log(1 + u) + u log u, at three orders u.

    A draw is (eta^2/2)-concentrated, and happens with probability 1 - (1 - p) e^{-3 B eta} for x and p for y.
    """
    instance = {"rounds": rounds, "batch": batch, "delta": delta}
    with mpmath.workdps(30):
        leak, eps, n = ball(delta), 1 / mpmath.mpf(batch), rounds // batch
        large = mpmath.log(rounds / leak)
        eta = eps ** (mpmath.mpf(2) / 3) / (mpmath.cbrt(rounds) * large)
        p = 10 * eta / eps
        coin = (1 - (1 - p) * mpmath.exp(-(batch + 2) * eta)) / (1 - (1 - p) * mpmath.exp(-batch * eta))

        def bound(u: Any, share: Any) -> Any:
            grow = mpmath.expm1(u * (u + 1) * eta**2 / 2)
            draws = [1 + rate * grow for rate in (1 - (1 - p) * mpmath.exp(-3 * batch * eta), p)]
            moments = (n - 1) * mpmath.fsum(map(mpmath.log, draws))
            return (
                u * max(2 * eta, mpmath.log(coin))
                + moments
                - u * eps * share
                - (1 + u) * mpmath.log(1 + u)
                + u * mpmath.log(u)
            )

        orders = (8 / eps, 3 / eps, 5 * large / (4 * eps))
        for name, share in (("asi31b", 1), ("asi31b-tenth", mpmath.mpf(1) / 10)):
            shown = any(bound(u, share) <= mpmath.log(leak) for u in orders)
            assert PROPERTIES[name].holds(instance) is bool(shown)


@pytest.mark.parametrize("later", [[["0", "0"]], [["1", "0"]]])
def test_the_transcripts_of_small_games(later: list[list[str]]) -> None:
    """e^eta is rounded to a rational 12 digits close; the ratio is far from the bounds."""
    p = Fraction(1, 2)
    growth = Fraction(str(mpmath.nstr(mpmath.exp(mpmath.mpf(1) / 20), 15)))

    def released(first: list[int]) -> dict[Any, Fraction]:
        weights = [growth**-loss for loss in first]
        now: Law = [w / sum(weights) for w in weights]
        return courses([[Fraction(1, 2)] * 2, now], growth**2, p)

    laws = released([1, 0]), released([0, 1])
    largest = max(max(m / laws[1][course], laws[1][course] / m) for course, m in laws[0].items())
    instance = {"rounds": 2, "fake_switch": "1/2", "delta": "1/100", "later": later}
    assert abs(float(largest) - float(mpmath.exp(1))) > 0.1
    assert abs(float(largest) - float(mpmath.exp(0.2))) > 0.01
    assert PROPERTIES["asi31b-exact"].holds(instance) is bool(largest <= Fraction(str(mpmath.nstr(mpmath.e, 15))))
    assert PROPERTIES["asi31b-fifth"].holds(instance) is bool(float(largest) <= float(mpmath.exp(0.2)))


@pytest.mark.parametrize(
    ("rounds", "delta", "threshold"), [(1000, "1/1000000000", "2/5"), (10**6, "1/1000000000000000", "3/10")]
)
def test_one_event_of_the_box(rounds: int, delta: str, threshold: str) -> None:
    """The model of round 1 is beyond the threshold, and is drawn anew: by quadrature."""
    instance = {
        "rounds": rounds,
        "dimension": 100,
        "delta": delta,
        "batch": 1,
        "half_width": "49/100",
        "threshold": threshold,
    }
    with mpmath.workdps(25):
        eps = 1 / (2 * mpmath.log(1 / ball(delta)))
        eta = eps ** (mpmath.mpf(2) / 3) / (mpmath.cbrt(rounds) * mpmath.log(rounds / ball(delta)))
        weight = max(mpmath.sqrt(rounds), mpmath.sqrt(100 * mpmath.log(rounds)) / eta)
        beta = eta**2 * weight / 20
        p, h, low = eta / eps, ball("49/100"), ball(threshold)

        def density(x: Any) -> Any:
            return mpmath.exp(-beta * weight * x * x)

        whole = mpmath.quad(density, [-h, 0, h])
        of_y = mpmath.quad(lambda y: density(y) * mpmath.exp(beta * y), [-h, 0, h]) / whole
        keep = (1 - p) * mpmath.exp(-2 * eta) * of_y
        here, there = (
            mpmath.quad(lambda x, s=s: density(x) * (1 - keep * mpmath.exp(s * beta * x)), [low, h]) / whole
            for s in (-1, 1)
        )
        found = numbers_of("asi37", instance)
        assert float(found["P - e^eps Q"]) == pytest.approx(float(here - mpmath.exp(eps) * there), rel=1e-8, abs=1e-18)
        assert found["delta"] == Fraction(delta)
