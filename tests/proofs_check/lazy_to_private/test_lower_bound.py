"""What the claims on limited switching compute themselves: suprema of Renyi divergences, and sums given the rounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest

from dpassay.exact import Dist
from dpassay.proofs_check.kernel.finite import PROPERTIES
from dpassay.proofs_check.lazy_to_private import asi_42d, followed_tree
from dpassay.proofs_check.limited_switching import is_concentrated, meets_theorem, renyi


def response(gap: str) -> tuple[Dist[int], Dist[int]]:
    g = Fraction(gap)
    return Dist({0: (1 + g) / 2, 1: (1 - g) / 2}), Dist({0: (1 - g) / 2, 1: (1 + g) / 2})


def leak(often: int, rarely: int) -> tuple[Dist[int], Dist[int]]:
    return Dist({0: Fraction(1, often), 1: 1 - Fraction(1, often)}), Dist({
        0: Fraction(1, rarely), 1: 1 - Fraction(1, rarely)
    })  # fmt: skip


def supremum(p: Dist[int], q: Dist[int]) -> float:
    """The supremum of D_alpha/alpha in both orders, by floating point on a fine grid of orders."""
    with mpmath.workdps(30):
        best = mpmath.mpf(0)
        for a, b in ((p, q), (q, p)):
            masses = [(mpmath.mpf(a.pmf(y).numerator) / a.pmf(y).denominator,
                       mpmath.mpf(b.pmf(y).numerator) / b.pmf(y).denominator) for y in a.outcomes]  # fmt: skip
            for k in range(1, 400):
                alpha = 1 + mpmath.mpf(k) / 40
                moment = mpmath.fsum(x**alpha * y ** (1 - alpha) for x, y in masses)
                best = max(best, mpmath.log(moment) / (alpha - 1) / alpha)
        return float(best)


@pytest.mark.parametrize(("p", "q"), [response("1/2"), response("1/10"), leak(100, 10**4), leak(1000, 10**4)])
def test_the_least_rho_is_enclosed(p: Dist[int], q: Dist[int]) -> None:
    rho = Fraction(supremum(p, q))
    assert is_concentrated(p, q, rho * Fraction(103, 100))
    assert is_concentrated(q, p, rho * Fraction(103, 100))
    assert not is_concentrated(p, q, rho * Fraction(99, 100))


def test_laws_of_different_supports_are_not_concentrated() -> None:
    assert not is_concentrated(Dist.point(0), Dist.point(1), Fraction(10**6))


def test_the_orders_of_a_divergence() -> None:
    p, q = response("1/2")
    with mpmath.workdps(20):
        assert float(renyi(p, q, 1).as_real()) == pytest.approx(float(mpmath.log(3) / 2))
        assert float(renyi(p, q, 2).as_real()) == pytest.approx(float(mpmath.log(mpmath.mpf(7) / 3)))
    with pytest.raises(TypeError, match="one support"):
        renyi(Dist.point(0), Dist.point(1), 1)


@pytest.mark.parametrize(("rounds", "eps", "answer"), [(10**5, "1", True), (10**3, "1", False), (65536, "1/16", True)])
def test_the_precondition_of_the_theorem(rounds: int, eps: str, answer: bool) -> None:
    assert meets_theorem(rounds, 2, Fraction(eps) ** 2) is answer
    assert (float(Fraction(eps)) >= 100 * float(mpmath.log(2 * rounds)) ** 1.5 / rounds) is answer


def plan(**changed: Any) -> dict[str, Any]:
    """Randomized response in round 2 with probability 1/4, else a uniform draw in round 3."""
    given = {"rounds": 10**5, "active": 3, "plan": {"": {"2": 1, "3": 3}}, "laws": {"2": [["3", "1"], ["1", "3"]]}}
    return {**given, "order": 2, "rho": "1", **changed}


def test_the_three_sums_given_the_rounds() -> None:
    told = {name: PROPERTIES[name] for name in ("asi40", "asi40b", "asi40c")}
    d = float(mpmath.log(mpmath.mpf(7) / 3))
    expected = {"asi40": d, "asi40b": d / 4, "asi40c": float(mpmath.log((3 + mpmath.mpf(7) / 3) / 4))}
    for name, value in expected.items():
        numbers = told[name].numbers
        assert numbers is not None
        assert float(numbers(plan())["the sum"]) == pytest.approx(value)


@pytest.mark.parametrize(
    "changed",
    [{"rho": "1/100"}, {"rounds": 1000}, {"active": 1}, {"laws": {"2": [["3", "1"], ["1", "0"]]}}, {"order": 0}],
)
def test_plans_outside_of_the_preconditions(changed: dict[str, Any]) -> None:
    assert PROPERTIES["asi40"].applies(plan())
    assert not PROPERTIES["asi40"].applies(plan(**changed))


def test_the_best_of_many_models_by_enumeration() -> None:
    """E min of d numbers of epochs, by all outcomes of three epochs."""
    for d in (1, 2, 3):
        numbers = [bin(outcome).count("1") for outcome in range(8)]
        total = Fraction(0)
        for index in range(8**d):
            total += min(numbers[index // 8**k % 8] for k in range(d))
        assert asi_42d.best_of_all({"epochs": 3, "experts": d}) == total / 8**d


def test_the_follower_bound_by_hand() -> None:
    """T = 16, m = 4, d = 2, eps = 1/2, L = 2."""
    with mpmath.workdps(30):
        by_hand = 8 * mpmath.sqrt(2 * mpmath.log(2)) + mpmath.mpf(16 * 3) / 2 / (8 * mpmath.sqrt(mpmath.pi)) + 9
    assert float(followed_tree.followed_regret(16, 2, Fraction(1, 2), 2)) == pytest.approx(float(by_hand))
