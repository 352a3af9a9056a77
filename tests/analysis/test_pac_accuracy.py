"""The accuracy of the private PAC learner against sums over all sequences of rows, and the claims of the notes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.analysis import pac_accuracy
from dpassay.analysis.pac_accuracy import (
    bad_consistent_probability,
    bad_hypotheses,
    consistency_bound,
    consistent_hypotheses,
    error,
    failure_bound,
    failure_probability,
    mistakes_law,
    sensitivity,
)
from dpassay.exact import Dist, Number, Real, decide, exp
from dpassay.properties.private_pac import data, parameters
from dpassay.reference import private_pac
from dpassay.reference.private_pac import Parameters, concepts
from tests.reference.pac_cases import (
    GOOD,
    Row,
    all_inputs,
    law_by_hand,
    learning_problems,
    mistakes_of,
    predictions,
    root_of,
)

WITH_DATA = parameters().flatmap(lambda p: st.tuples(st.just(p), data(p)))


def all_samples(p: Parameters, f: dict[Row, int], masses: Sequence[Fraction], rows: int) -> Any:
    """Every sequence of labelled rows, with its probability."""
    inputs = all_inputs(p.dimension)
    for drawn in product(range(len(inputs)), repeat=rows):
        weight = math.prod((masses[r] for r in drawn), start=Fraction(1))
        if weight:
            yield [(*inputs[r], f[inputs[r]]) for r in drawn], weight


def bad_by_hand(p: Parameters, f: dict[Row, int], masses: Sequence[Fraction], alpha: Fraction) -> list[int]:
    inputs = all_inputs(p.dimension)
    wrong = [sum(m for r, m in zip(inputs, masses, strict=True) if h[r] != f[r]) for h in predictions(p)]
    return [i for i, e in enumerate(wrong) if e > alpha]


def failure_by_hand(
    p: Parameters, f: dict[Row, int], masses: Sequence[Fraction], rows: int, alpha: Fraction, *, root: Any
) -> Any:
    bad = bad_by_hand(p, f, masses, alpha)
    return sum(
        weight * sum(law_by_hand(mistakes_of(sample, p), root)[i] for i in bad)
        for sample, weight in all_samples(p, f, masses, rows)
    )


# The sensitivity


@pytest.mark.parametrize(("dimension", "rows"), [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)])
def test_the_sensitivity_of_the_score_is_one(dimension: int, rows: int) -> None:
    assert sensitivity(Parameters.read(epsilon=1, dimension=dimension), rows) == private_pac.SENSITIVITY == 1


def test_the_sensitivity_of_another_score_is_not_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pac_accuracy, "score", lambda rows, h: 2 * sum(h(private_pac.input_of(row)) for row in rows))
    assert sensitivity(Parameters.read(epsilon=1, dimension=1), 2) == 2


# The examples of the notes


def test_only_the_fifth_bit_is_consistent() -> None:
    p = Parameters.read(epsilon=1, dimension=6)
    assert consistent_hypotheses("0010111,0000000,0000101", p) == (0b000010,)  # type: ignore[arg-type]
    assert len(consistent_hypotheses("0010111,0000101", p)) == 2  # type: ignore[arg-type]


def test_the_second_example_rules_out_short_ands_and_leaves_three_quarters() -> None:
    p = Parameters.read(epsilon=1, dimension=6)
    left = consistent_hypotheses("0010110,0101100,1000100,1101000,0001000", p)  # type: ignore[arg-type]
    assert min(subset.bit_count() for subset in left) == 2
    everything, uniform = concepts(p)[0b111111], Dist.uniform(range(64))
    worst = max(error(everything, concepts(p)[subset], uniform) for subset in left)
    assert worst == Fraction(1, 4) - Fraction(1, 64)
    assert error(everything, concepts(p)[0b000010], uniform) > Fraction(1, 4)  # a short AND was ruled out for a reason


@given(WITH_DATA)
def test_consistent_hypotheses_make_no_mistake(drawn: tuple[Parameters, tuple[Row, ...]]) -> None:
    p, rows = drawn
    assert consistent_hypotheses(rows, p) == tuple(i for i, m in enumerate(mistakes_of(rows, p)) if m == 0)


# Accuracy, against all sequences of rows


@settings(max_examples=40)
@given(learning_problems())
def test_accuracy_is_that_of_all_sequences(problem: tuple[Parameters, int, list[Fraction], int, Fraction]) -> None:
    p, target, masses, rows, alpha = problem
    f, over, table = concepts(p)[target], Dist(dict(enumerate(masses))), predictions(p)[target]
    bad = bad_by_hand(p, table, masses, alpha)
    assert list(bad_hypotheses(p, f, over, alpha)) == bad
    assert failure_probability(p, f, over, rows, alpha) == failure_by_hand(
        p, table, masses, rows, alpha, root=root_of(p)
    )
    samples = list(all_samples(p, table, masses, rows))
    consistent = sum(weight for x, weight in samples if any(mistakes_of(x, p)[i] == 0 for i in bad))
    assert bad_consistent_probability(p, f, over, rows, alpha) == consistent
    counts: dict[tuple[int, ...], Fraction] = {}
    for x, weight in samples:
        counts[tuple(mistakes_of(x, p))] = counts.get(tuple(mistakes_of(x, p)), Fraction(0)) + weight
    assert mistakes_law(p, f, over, rows) == Dist(counts)


def test_the_check_of_accuracy_can_fail() -> None:
    p, masses = Parameters.read(exp_eps=4, dimension=1), [Fraction(1, 2)] * 2
    f, over = predictions(p)[0], Dist.uniform(range(2))
    found = failure_probability(p, concepts(p)[0], over, 2, "1/3")
    assert found == failure_by_hand(p, f, masses, 2, Fraction(1, 3), root=Fraction(2))
    assert found != failure_by_hand(p, f, masses, 2, Fraction(1, 3), root=Fraction(4))
    assert found != failure_by_hand(p, f, masses, 3, Fraction(1, 3), root=Fraction(2))


def test_accuracy_by_hand() -> None:
    """f = 1, n = 1: r_1 is right on the row (1, 1), a tie, and wrong on (0, 1), with odds 1 : 2; it is bad."""
    p, over = Parameters.read(exp_eps=4, dimension=1), Dist({0: Fraction(1, 4), 1: Fraction(3, 4)})
    assert failure_probability(p, concepts(p)[0], over, 1, 0) == Fraction(3, 4) / 2 + Fraction(1, 4) / 3
    assert bad_consistent_probability(p, concepts(p)[0], over, 3, 0) == Fraction(27, 64)
    assert failure_probability(p, concepts(p)[0], over, 1, "1/4") == 0  # an error of alpha is not above alpha


def test_an_irrational_failure_probability_is_enclosed() -> None:
    p, over = Parameters.read(epsilon=1, dimension=2), Dist.uniform(range(4))
    found = failure_probability(p, concepts(p)[2], over, 3, "1/5")
    assert isinstance(found, Real)
    with mpmath.workdps(40):
        masses = [mpmath.mpf(1) / 4] * 4
        root = mpmath.exp(mpmath.mpf(1) / 2)
        expected = failure_by_hand(p, predictions(p)[2], masses, 3, mpmath.mpf(1) / 5, root=root)
        low, high = (mpmath.mpf(end.numerator) / end.denominator for end in found.bounds(100))
        assert abs(low - expected) < mpmath.mpf(10) ** -28
        assert abs(high - expected) < mpmath.mpf(10) ** -28


def test_many_rows_by_inclusion_and_exclusion() -> None:
    p, over, n = Parameters.read(epsilon=1, dimension=3), Dist.uniform(range(8)), 50
    f = concepts(p)[0b011]
    bad = bad_hypotheses(p, f, over, "1/10")
    expected = Fraction(0)
    for size in range(1, len(bad) + 1):
        for chosen in combinations(bad, size):
            agree = sum(all(concepts(p)[i](r) == f(r) for i in chosen) for r in range(8))
            expected += (-1) ** (size + 1) * Fraction(agree, 8) ** n
    assert bad_consistent_probability(p, f, over, n, "1/10") == expected


# The claims of the notes about accuracy: as printed they hold, tampered with they do not.

Bounding = Callable[[Parameters, int, Fraction], Number]
GRID = [
    ({"exp_eps": exp_eps, "dimension": dimension}, n, alpha)
    for exp_eps in ("10201/10000", "4", str(10**20))
    for dimension, counts in ((1, (0, 1, 5, 40)), (2, (0, 1, 5)))
    for n in counts
    for alpha in (Fraction(1, 10), Fraction(2, 5))
]


def bound_holds(bound: Bounding, quantity: Callable[..., Any]) -> bool:
    """The bound holds on the whole grid, for every target and the uniform distribution."""
    return all(
        decide(quantity(p, f, Dist.uniform(p.inputs), n, alpha) <= bound(p, n, alpha))
        for p, n, alpha in ((Parameters.read(raw), n, alpha) for raw, n, alpha in GRID)
        for f in concepts(p)
    )


def test_the_union_bound_of_theorem_1() -> None:
    assert bound_holds(consistency_bound, bad_consistent_probability)
    assert not bound_holds(lambda p, n, a: (1 - a) ** n, bad_consistent_probability)
    assert not bound_holds(lambda p, n, a: len(concepts(p)) * (1 - a) ** (2 * n), bad_consistent_probability)


@pytest.mark.parametrize("dimension", [1, 2, 3])
@pytest.mark.parametrize("alpha", [Fraction(1, 10), Fraction(1, 5), Fraction(1, 3)])
def test_theorem_1(dimension: int, alpha: Fraction) -> None:
    """With n = 2 ln|C| / alpha, rounded up, the failure probability is at most e^(-alpha n / 2)."""
    p = Parameters.read(epsilon=1, dimension=dimension)
    n = math.ceil(2 * dimension * math.log(2) / alpha)
    for f in concepts(p):
        assert bad_consistent_probability(p, f, Dist.uniform(p.inputs), n, alpha) <= exp(-alpha * n / 2)


def test_the_accuracy_of_the_private_learner() -> None:
    def without_first(p: Parameters, n: int, a: Fraction) -> Number:
        return len(concepts(p)) * exp(-(a**2) * n / 2)

    def without_second(p: Parameters, n: int, a: Fraction) -> Number:
        return len(concepts(p)) * p.budget.exp(-a * n / 4)

    assert bound_holds(failure_bound, failure_probability)
    assert not bound_holds(without_first, failure_probability)
    assert not bound_holds(without_second, failure_probability)


@pytest.mark.parametrize(
    ("distribution", "rows", "alpha", "message"),
    [
        (Dist.uniform(range(5)), 1, "1/4", "distribution = on 4: expected inputs in range"),
        (Dist.uniform(range(4)), -1, "1/4", "rows = -1: expected a whole number of at least 0"),
        (Dist.uniform(range(4)), "1/2", "1/4", "rows = '1/2': expected a whole number"),
        (Dist.uniform(range(4)), 1, "-1/4", "alpha = -1/4: expected a number in"),
        (Dist.uniform(range(4)), 1, 0.25, "alpha = 0.25: expected .*not float"),
    ],
)
def test_bad_questions_about_accuracy(distribution: Any, rows: Any, alpha: Any, message: str) -> None:
    p = Parameters.read(GOOD)
    for question in (failure_probability, bad_consistent_probability):
        with pytest.raises(ValueError, match=message):
            question(p, concepts(p)[0], distribution, rows, alpha)


def test_a_sensitivity_takes_a_row() -> None:
    with pytest.raises(ValueError, match="rows = 0: expected"):
        sensitivity(Parameters.read(GOOD), 0)
