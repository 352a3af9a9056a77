"""MWEM on blocks: numbers by hand, wrong facts, sharper statements that are false, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check import registry
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models import runs_on_blocks as runs
from dpassay.proofs_check.models.noise_on_blocks import BLOCKS, LIMITED, SMALL, limited, settings
from dpassay.proofs_check.models.runs_on_blocks import Blocks
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.register import THEOREMS, Refutation
from dpassay.proofs_check.proof.verdict import refute

assert registry.CLAIMS
THREE, TWO, TWICE = settings()
HALF = Fraction(1, 2)


def test_the_class_by_hand() -> None:
    assert [sorted(query) for query in THREE.queries] == [[1, 2], [2, 3], [1, 3], [1], [1, 2, 3]]
    pairs = [[1, 2, 3], [1, 2, 4], [1, 3, 4], [2, 3, 4]]
    assert [sorted(query) for query in TWO.queries] == [*pairs, [1], [1, 2, 3, 4]]
    patterns = replace(TWO, dimension=2).queries[4:7]
    assert [sorted(query) for query in patterns] == [[1], [2], [1, 2]]


def test_the_noise_has_the_moments_of_a_laplace_noise() -> None:
    assert THREE.factor == Fraction(8, 7)
    weights = {THREE.factor**-multiple: weight for multiple, weight in runs.noise(THREE).items()}
    assert sum(weights.values()) == 1
    assert sum(value * weight for value, weight in weights.items()) == 1 / (1 - SMALL**2)
    assert sum(value**2 * weight for value, weight in weights.items()) == 1 / (1 - 4 * SMALL**2)


def test_a_round_by_hand() -> None:
    """S has 2/3 and a point 1/9: the answer to the first query is 5/9, for 1, and the noise is log 8/7."""
    asked = ((1, 1),)
    grown = as_real(Fraction(7, 8)) * (-as_real(Fraction(4, 9))).exp()
    assert (runs.share(THREE, frozenset({1}), asked) * (grown * 2 + 1) - grown).ball(100).contains(0)
    assert (runs.odds(THREE, asked) * (grown * 2 + 1) - 6).ball(100).contains(0)
    assert (runs.worst(THREE, asked) * (grown * 2 + 7) - (grown * 2 + 1) * 2).ball(100).contains(0)


def test_the_choice_by_hand() -> None:
    """Shares of D_0 are 2/9 for three queries, 1/9 for one and 1/3 for the star: e to these over b are the weights."""
    weights = [(as_real(Fraction(k, 9)) / SMALL).exp() for k in (2, 2, 2, 1, 3)]
    whole = weights[0] * 3 + weights[3] + weights[4]
    for k, weight in enumerate(weights, 1):
        assert (runs.chance(THREE, k, ()) * whole - weight).ball(100).contains(0)


def test_until_when_a_run_is_fine() -> None:
    """The limit is 1/1500 above 1/3: one block of two points that is 8/7 as large is enough, and so is the star."""
    assert [runs.is_fine(TWICE, past) for past in ((), ((4, 0),), ((5, 0),))] == [1, 0, 0]
    assert runs.is_fine(THREE, ((4, 0),)) == 1
    assert runs.is_fine(THREE, ((5, 0),)) == 0
    assert runs.is_fine(TWO, ()) == 0


@pytest.mark.parametrize(
    "wrong",
    [
        "has(k, x) = 1",
        "sum(has(k, x), x, 1, L) <= M",
        "M + 2 <= sum(has(k, x), k, 1, K)",
        "sum(has(k, x), k, 1, K) <= M + D",
        "v(0, x)*K = 1",
        "o(0) = 1",
        "sum(v(j, x), x, 1, L) = 1/2",
        "a(t, k) = sum(v(t, x), x, 1, L)",
        "rest(t, k) = 1 + a(t, k)",
        "V(j) = sum(v(j, x), x, 1, L)",
        "mass(j)*(2 + o(j)) = o(j)",
        "p(t, k)*Z(t) = exp(a(t, k)/b)",
        "q(t)*Z(t) = exp(1/b)",
        "Z(t) = sum(exp(a(t, k)/(b*(1 + o(t)))), k, 1, K)",
        "E(g, N) = 1",
        "E(g**2, N)*(1 - 2*b**2) = 1",
        "star(t + 1) = 0",
        "ok(0) = 1",
        "ok(t + 1) = ok(t)*[V(t + 1) <= h]",
        "ok(t + 1) = 1 - star(t + 1)",
        "E(ok(t)*star(t + 1)) = E(q(t))",
        "E(ok(t)*(1 - star(t + 1))*o(t + 1)) = E(ok(t)*o(t))",
        "E(ok(t)*(1 - star(t + 1))*v(t + 1, x)**2) = E(ok(t)*v(t, x)**2)",
        "2 - sum(mass(i), i, 1, T)/T <= worst",
    ],
)
def test_a_wrong_fact_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(BLOCKS, facts={"wrong": wrong}, narrows=None))


def test_the_odds_of_a_round_know_the_error_of_the_query() -> None:
    """Noise without the error that is measured with it is another mechanism."""
    known = BLOCKS.facts["the odds of a round"]
    wrong = known.replace("exp(-2*a(t, k)/(1 + o(t)))", "1")
    assert wrong != known
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(BLOCKS, facts={"wrong": wrong}, narrows=None))


def test_the_limit_is_that_of_the_proof() -> None:
    with pytest.raises(Rejected, match="'limit' is false"):
        facts.tested(replace(LIMITED, facts={"limit": "1000*(M + 1)*h = b**4"}, narrows=None))


def _mean(share: Fraction, power: int, *, asked: bool) -> Fraction:
    """The mean of a power of what others are divided by, times the factor of a point that is asked for or not."""
    law = {THREE.factor**-multiple: weight for multiple, weight in runs.noise(THREE).items()}
    error = 1 - share
    return sum(
        (w * (g * error if asked else 1) ** power / (1 - share + share * g * error) ** power for g, w in law.items()),
        Fraction(0),
    )


@pytest.mark.parametrize("part", [1, 10])
def test_what_a_noise_does_is_not_much_less_than_is_said(part: int) -> None:
    share = SMALL**2 / (100 * part)
    fall = (1 - _mean(share, 1, asked=False)) / (share * SMALL**2)
    assert Fraction(9, 10) <= fall < Fraction(11, 10)
    growth = (_mean(share, 2, asked=True) - 1) / SMALL**2
    assert Fraction(39, 10) < growth <= 5
    assert _mean(share, 2, asked=False) <= 1


def test_a_large_share_is_put_right_by_its_error() -> None:
    """Where the share is not small, the odds of all others grow."""
    assert _mean(Fraction(1, 10), 1, asked=False) > 1


SHARPER: dict[str, tuple[str, dict[str, Any]]] = {
    "the star is hardly ever chosen": ("q(t)*K <= 1/2", {"t": 0, "@run": ((1, 0),)}),
    "the squares stay small": ("E(ok(j)*V(j) + h*(1 - ok(j))) <= h/2", {"j": 0}),
    "the star is far off": ("Pr(worst < 97/50) <= 1/2", {}),
}


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_statement_is_false(name: str) -> None:
    formula, values = SHARPER[name]
    refute(Refutation(replace(THEOREMS[name].statement, formula=formula), next(iter(limited())), values))


@pytest.mark.parametrize(
    "wrong",
    [
        {"blocks": 1},
        {"dimension": 0},
        {"dimension": 2},
        {"rounds": 0},
        {"odds": Fraction(0)},
        {"scale": Fraction(1, 7)},
        {"scale": Fraction(1, 25)},
        {"limit": Fraction(0)},
    ],
    ids=str,
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Blocks(3, 1, 1, 1, Fraction(2), SMALL, HALF), **wrong)
