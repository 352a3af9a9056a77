"""Linear losses by turns: the law and its mean by quadrature; Algorithm 1 on a grid of points follows the measures."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from dpassay.exact.real import decide
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.lazy_rounds import Tilted
from dpassay.proofs_check.models.linear_turns import LINEAR_TURNS, Turns
from dpassay.proofs_check.proof import facts
from dpassay.reference import lazy_to_private as l2p


def test_the_facts_hold() -> None:
    assert set(facts.tested(LINEAR_TURNS)) == set(LINEAR_TURNS.facts)


@pytest.mark.parametrize(
    "wrong",
    [
        "even = B*M",
        "even = s*B**2*M",
        "[tilt <= 2*B*eta]*(reg - B**3*even/2) = 0",
        "[2*B*eta < tilt]*(reg - B**3*even) = 1",
        "tilt = beta*s",
        "(tilt - curve*M)*Z = exp(tilt/2 - curve/4) - exp(-tilt/2 - curve/4)",
    ],
)
def test_wrong_facts_are_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(LINEAR_TURNS, facts={"wrong": wrong}))


@pytest.mark.parametrize("batch", [1, 2, 5, 10**3, 10**9, 10**25])
def test_line_6_cuts_nothing_off(batch: int) -> None:
    at = Turns(batch)
    assert decide(at.tilt <= at.rate * (2 * batch))


def number(value: Any) -> mpmath.mpf:
    """A real, to fifteen digits."""
    return mpmath.mpf(float(value))


@pytest.mark.parametrize("batch", [1, 3, 1000])
def test_the_printed_numbers_and_the_density(batch: int) -> None:
    """By formulas of Theorem 3.12 in floating point, and by quadrature."""
    at = Turns(batch)
    with mpmath.workdps(30):
        rounds, eps = mpmath.mpf(2 * batch**4), mpmath.mpf(1) / (2 * batch)
        nats = mpmath.log(rounds)
        eta = eps ** (mpmath.mpf(2) / 3) / (mpmath.cbrt(rounds) * mpmath.log(rounds * mpmath.e))
        lam = max(mpmath.sqrt(rounds), mpmath.sqrt(nats) / eta)
        beta, slope = eta**2 * lam / 20, 1 / (1 + nats)
        assert 1 / (2 * eps) == batch  # B = 1/(2 eps log(1/delta))

        def density(x: mpmath.mpf) -> mpmath.mpf:
            return mpmath.exp(beta * slope * batch * x - beta * lam * x**2)

        ends = [-0.5, -0.25, 0, 0.25, 0.5]
        whole = mpmath.quad(density, ends)
        mean = mpmath.quad(lambda x: x * density(x), ends) / whole
        assert number(at.rate) == pytest.approx(eta, rel=1e-12)
        assert number(at.regularization) == pytest.approx(lam, rel=1e-12)
        assert number(at.integral()) == pytest.approx(whole, rel=1e-9)
        assert number(at.regret()) == pytest.approx(batch**3 * batch * slope * mean, rel=1e-6)


def test_algorithm_1_on_a_grid_follows_the_measures() -> None:
    """On three points, with losses 1/2 + s x by turns: a constant does not matter. Odd batches cost nothing."""
    points = tuple((Fraction(k, 2),) for k in range(-1, 2))
    rows = [tuple(Fraction(1, 2) + sign * x / 2 for (x,) in points) for sign in (1, 1, -1, -1) * 2]
    parameters = l2p.Parameters.read(
        exp_learning_rate=Fraction(9, 4), batch=2, fake_switch=Fraction(1, 3), rounds=8, experts=3
    )
    measure = l2p.RegularizedMultiplicativeWeights(points, Fraction(4))
    played = l2p.marginals(tuple(rows), parameters, measure)
    followed = [l2p.normalized(log_nu, parameters) for log_nu in l2p.measures(tuple(rows), parameters, measure)]
    assert list(played) == followed
    means = [law.expectation(lambda model: points[model][0]) for law in played]
    assert means[0] == means[2] == 0
    assert means[1] == means[3] < 0


@pytest.mark.parametrize(("scale", "follows"), [(3, True), (4, True), (5, False)])
def test_beyond_the_clip_of_line_6_models_do_not_follow_the_measures(scale: int, follows: bool) -> None:
    """Two models, B = 2: a batch changes the log of the ratio of their measures by scale eta; 2 B eta = 4 eta."""
    rows = [(Fraction(k % 2), Fraction(1 - k % 2)) for k in (0, 0, 1, 1) * 2]
    parameters = l2p.Parameters.read(
        exp_learning_rate=Fraction(9, 4), batch=2, fake_switch=Fraction(1, 3), rounds=8, experts=2
    )
    measure = Tilted((Fraction(0), Fraction(-1)), Fraction(scale, 2))
    played = l2p.marginals(tuple(rows), parameters, measure)
    followed = [l2p.normalized(log_nu, parameters) for log_nu in l2p.measures(tuple(rows), parameters, measure)]
    assert (list(played) == followed) is follows


def test_illegal_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="batch = 0"):
        Turns(0)
