"""The Subsampled Net Mechanism on a sample: numbers by hand, facts against wrong ones, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.nets_on_samples import NETS, Net, answers, candidates, distances, near, total, weight
from dpassay.proofs_check.models.reduced_domains import UNIFORM
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.smoothed_analysis.hrs_43f import fails

HALF, ONE, ZERO = Fraction(1, 2), Fraction(1), Fraction(0)
TWO = Net(UNIFORM, UNIFORM, ONE, ("01",), 2, 1, gamma=Fraction(1, 4), size=2)
BOTH = ((0, 1), (1, 1))
"""Both points are drawn, and kept."""


def test_candidates_by_hand() -> None:
    assert candidates(TWO) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert [answers(TWO, h, BOTH)[0] for h in range(1, 5)] == [0, HALF, HALF, 1]
    assert [distances(TWO, h, BOTH)[0] for h in range(1, 5)] == [HALF, 0, 0, HALF]


def test_weights_by_hand() -> None:
    assert (weight(TWO, 1, BOTH) - as_real(Fraction(-1, 4)).exp()).ball(100).contains(0)
    assert (total(TWO, BOTH) - 2 - as_real(Fraction(-1, 4)).exp() * 2).ball(100).contains(0)


def test_what_is_near_by_hand() -> None:
    assert [near(TWO, h, BOTH) for h in range(1, 5)] == [1, 0, 0, 0]  # the first draw alone is among the first one kept
    two = replace(TWO, wanted=2)
    assert [near(two, h, BOTH) for h in range(1, 5)] == [0, 1, 1, 0]
    assert [near(two, h, ((0, 1), (1, 0))) for h in range(1, 5)] == [0, 0, 0, 0]


def test_failures_by_hand() -> None:
    """At gamma = 1, m = 3 and k = 24 log 8, rounded up, a third more are drawn."""
    instance = {"records": 10, "dimension": 1, "epsilon": "1", "sigma": "1/2", "eta": "1/2"}
    found = fails(instance, 12)
    assert (
        (found - as_real(Fraction(134, 50)) ** 3 * as_real(Fraction(-5)).exp() * 2 - Fraction(1, 4))
        .ball(80)
        .contains(0)
    )


@pytest.mark.parametrize(
    "wrong",
    [
        "H = m*M",
        "H = exp(m*log(k))",
        "apart(h, j)**2 = (smooth(j) - reply(h, j))**2",
        "u(h) <= apart(h, j)",
        "sum(worst(h, j), j, 1, K) = 2",
        "Z = sum(exp(-eps*n*u(h)), h, 1, H)",
        "p(h)*Z = 1",
        "near(h) = 1",
        "got(j) - reply(h, j) <= gamma",
        "near(h)*apart(h, j) <= chi",
        "exp(m*log(k))*(1 - 2*exp(d - gamma**2*m/c0)) <= sum(near(h), h, 1, H)",
        "[k <= Y]*exp(m*log(M)) <= sum(near(h), h, 1, H)",
    ],
)
def test_a_wrong_fact_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(NETS, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize("wrong", [{"records": 0}, {"size": 0}, {"epsilon": ZERO}, {"wanted": 0}], ids=str)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(TWO, **wrong)
