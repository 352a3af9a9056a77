"""The delta-approximate max divergence, against all subsets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.analysis.approximate_max_divergence import (
    approximate_max_divergence,
    approximate_max_ratio,
    close_pointwise,
    indistinguishable,
)
from dpassay.analysis.optimal_composition import optimal_delta
from dpassay.exact import Budget, Dist, Number, as_real, decide, hockey_stick_divergence, log, max_divergence
from dpassay.reference.composition import Parameters, law
from tests.reference import helpers


def subsets(outcomes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(outcomes, size) for size in range(len(outcomes) + 1))


def ratio_by_hand(p: Dist[int], q: Dist[int], delta: Fraction) -> Number | None:
    """sup of (p(S) - delta)/q(S) over S in supp(p) with p(S) >= delta; 0/0 asks nothing."""
    found = []
    for S in subsets(p.outcomes):  # noqa: N806
        over = sum((p.pmf(y) for y in S), Fraction(0)) - delta
        under = sum((q.pmf(y) for y in S), Fraction(0))
        if over < 0 or (over == 0 and under == 0):
            continue
        if under == 0:
            return None
        found.append(over / under)
    return max(found)


LAWS = (
    st.lists(st.integers(0, 4), min_size=1, max_size=6)
    .filter(any)
    .map(lambda weights: Dist.from_weights(dict(enumerate(weights))))
)


@given(LAWS, LAWS, st.fractions(0, "11/12", max_denominator=12))
def test_the_approximate_max_divergence_is_the_supremum_over_all_subsets(
    p: Dist[int], q: Dist[int], delta: Fraction
) -> None:
    expected = ratio_by_hand(p, q, delta)
    assert approximate_max_ratio(p, q, delta) == expected
    found = approximate_max_divergence(p, q, delta)
    assert found is None if expected is None else found == log(expected)  # type: ignore[arg-type]  # rational


@given(LAWS, LAWS, st.fractions("7/6", 6, max_denominator=6), st.fractions(0, "11/12", max_denominator=12))
def test_indistinguishable_laws_are_those_of_private_mechanisms(
    p: Dist[int], q: Dist[int], t: Fraction, delta: Fraction
) -> None:
    private = all(hockey_stick_divergence(a, b, t) <= delta for a, b in ((p, q), (q, p)))
    assert indistinguishable(p, q, Budget(exp_eps=t), delta) == private


def test_the_approximate_max_divergence_by_hand() -> None:
    p, q = Dist({0: Fraction(3, 4), 1: Fraction(1, 4)}), Dist({0: Fraction(1, 4), 1: Fraction(3, 4)})
    assert approximate_max_divergence(p, q, 0) == max_divergence(p, q) == log(3)
    assert approximate_max_divergence(p, q, "1/4") == log(2)
    assert approximate_max_divergence(p, p, "1/4") == log(Fraction(3, 4))  # negative: all of the support, less delta
    only = Dist.point(0)
    assert approximate_max_divergence(p, only, 0) is None
    assert approximate_max_divergence(p, only, "1/5") is None
    assert approximate_max_divergence(p, only, "1/4") == log(Fraction(3, 4))  # {1} is 0/0 and asks nothing
    assert approximate_max_divergence(only, p, 0) == log(Fraction(4, 3))  # outcome 1 is outside of the support


def test_an_irrational_approximate_max_divergence() -> None:
    p = Parameters.read(epsilon=1, rounds=2)
    found = approximate_max_ratio(law(0, p), law(1, p), "1/10")
    assert found is not None
    assert optimal_delta(p, found) == Fraction(1, 10)


def almost_all_close(p: Dist[int], q: Dist[int], budget: Budget, delta: Fraction, factor: int) -> bool:
    """Lemma 2.4: with factor 6, for laws at D_inf^delta of at most eps/2 with eps at most 1/10."""
    half = Budget(exp_eps=budget.exp(Fraction(1, 2)))
    assert budget.epsilon <= Fraction(1, 10)
    assert indistinguishable(p, q, half, delta)
    least = 1 - factor * delta / as_real(budget.epsilon)
    return all(decide(as_real(close_pointwise(a, b, budget)) >= least) for a, b in ((p, q), (q, p)))


def test_indistinguishable_laws_are_close_at_almost_all_outcomes() -> None:
    budget, delta = Budget(exp_eps=Fraction(441, 400)), Fraction(1, 1000)  # e^(eps/2) = 21/20
    p = Dist({0: Fraction(1, 50), 1: Fraction(49, 50)})
    rare = Fraction(19, 1050)
    q = Dist({0: rare, 1: 1 - rare})
    assert close_pointwise(p, q, budget) == Fraction(49, 50)
    assert almost_all_close(p, q, budget, delta, 6)
    assert not almost_all_close(p, q, budget, delta, 1)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: approximate_max_ratio(Dist.point(0), Dist.point(0), 1), "delta = 1: expected"),
    ],
)
def test_bad_questions(question: Callable[[], object], message: str) -> None:
    helpers.complains(question, message)
