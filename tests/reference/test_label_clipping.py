"""Label clipping: (3) to (6) against counts and direct sums, the privacy loss against every pair, mutants rejected."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Budget, Coins, Dist, enumerate_coins, max_ratio
from dpassay.reference import label_clipping
from dpassay.reference.label_clipping import Parameters
from tests.exact.second_opinion import rejects

F = Fraction
TABLE = "1/2,1/2,0;1/4,3/4,0"


def parameters(**change: object) -> Parameters:
    return Parameters.read({"hypotheses": TABLE, "rounds": 5, **change})


def rows(labels: int, denominator: int = 6) -> st.SearchStrategy[tuple[Fraction, ...]]:
    """Distributions on the labels with one denominator."""
    cuts = st.lists(st.integers(0, denominator), min_size=labels - 1, max_size=labels - 1).map(sorted)
    return cuts.map(lambda c: tuple(F(b - a, denominator) for a, b in zip([0, *c], [*c, denominator], strict=True)))


INSTANCES = st.integers(1, 4).flatmap(
    lambda m: st.builds(
        lambda table, rounds: Parameters(hypotheses=tuple(table), rounds=rounds),
        st.lists(rows(m), min_size=1, max_size=3),
        st.integers(1, 6),
    )
)


def law_by_hand(label: int, p: Parameters, own: Callable[[Fraction], int] | None = None) -> dict[int, Fraction]:
    """(5) by its two cases, with the number of integers of a label counted up, not by a ceiling."""

    def least(mass: Fraction) -> int:
        return next(k for k in range(1, 1000) if k >= mass)

    m, t = len(p.hypotheses[0]), p.rounds
    counts = [(own or least)(m * max(row[y] for row in p.hypotheses)) for y in range(m)]
    owner = [y for y in range(m) for _ in range(counts[y])]
    n = len(owner)
    return {i: F(1, t * n) + (F(t - 1, t * counts[y]) if y == label else 0) for i, y in enumerate(owner)}


def check_law(label: int, p: Parameters, law: Dist[int]) -> None:
    by_hand = law_by_hand(label, p)
    assert set(law.outcomes) == set(by_hand)
    assert all(law.pmf(i) == mass for i, mass in by_hand.items())


@given(INSTANCES)
def test_the_law_is_the_two_cases_of_5(p: Parameters) -> None:
    for label in range(label_clipping.labels(p)):
        check_law(label, p, label_clipping.law(label, p))


@pytest.mark.parametrize(
    "mutant",
    [
        lambda p: Dist(law_by_hand(1, p, lambda mass: max(1, mass.__floor__()))),  # the ceiling forgotten
        lambda p: Dist(law_by_hand(1, p, lambda mass: mass.__floor__() + 1)),  # one too many where M f is whole
        lambda p: Dist.uniform(label_clipping.parts(p)[1]),  # never astray
        lambda p: label_clipping.law(1, Parameters(hypotheses=p.hypotheses, rounds=p.rounds + 1)),
        lambda p: label_clipping.law(0, p),
    ],
)
def test_the_law_check_can_fail(mutant: Any) -> None:
    p = parameters(hypotheses="2/3,1/3,0;1/4,3/4,0")
    rejects(check_law, 1, p, mutant(p))


def test_a_range_of_km_integers_is_not_n_prime() -> None:
    """The bound N' <= K M, taken for N' itself, spreads the stray draws over integers that no label owns."""
    p = parameters(hypotheses="9/10,1/10")
    assert label_clipping.integers(p) == 3  # above K M = 2: ceil(18/10) + ceil(2/10)
    rejects(check_law, 1, p, Dist({0: F(1, 10), 1: F(9, 10)}))


@given(INSTANCES)
def test_induced_laws_are_means_over_the_labels(p: Parameters) -> None:
    """(6), by its own sum; and the two sides of (7) in the form that holds."""
    m, t, n = label_clipping.labels(p), p.rounds, label_clipping.integers(p)
    laws = [law_by_hand(y, p) for y in range(m)]
    for row, induced, plain in zip(
        p.hypotheses, label_clipping.induced(p), label_clipping.induced_on_parts(p), strict=True
    ):
        assert list(induced) == [sum(row[y] * laws[y][i] for y in range(m)) for i in range(n)]
        assert sum(plain) == 1
        assert all(F(1, t * label_clipping.most_integers(p)) <= mass <= F(1, m) for mass in induced)
    for part, column in zip(label_clipping.parts(p), zip(*label_clipping.likelihoods(p), strict=True), strict=True):
        assert all(row[i] == p_bar for i in part for row, p_bar in zip(label_clipping.induced(p), column, strict=True))


def test_the_bounds_of_n_prime() -> None:
    """M <= N' <= K M + M - 1, reached; the printed N' <= K M fails."""
    for d in (F(1, 100), F(1, 1000)):
        p = parameters(hypotheses=[[1 - 2 * d, d, d]])
        assert label_clipping.integers(p) == label_clipping.most_integers(p) == 5
    for table in product([[F(a, 4), 1 - F(a, 4)] for a in range(5)], repeat=2):
        p = parameters(hypotheses=list(table))
        assert 2 <= label_clipping.integers(p) <= label_clipping.most_integers(p)


@given(INSTANCES)
def test_the_guarantee_is_attained(p: Parameters) -> None:
    pairs = list(label_clipping.neighbors(p))
    assert sorted(pairs) == sorted(permutations(range(label_clipping.labels(p)), 2))
    ratios = [max_ratio(label_clipping.law(a, p), label_clipping.law(b, p)) for a, b in pairs]
    budget = label_clipping.guarantee(p).budget
    assert budget.exp_eps == max([F(1), *ratios])  # type: ignore[type-var]
    assert ratios == sorted(ratios, reverse=True)  # type: ignore[type-var]


def test_the_guarantee_of_examples() -> None:
    assert label_clipping.exp_privacy_loss(parameters()) == 1 + 4 * 6
    assert label_clipping.guarantee(parameters(rounds=1)).budget == Budget.zero()
    assert label_clipping.guarantee(parameters(hypotheses="1")).budget == Budget.zero()
    assert label_clipping.guarantee(parameters()).adjacency == "any_pair"


def test_printed_and_corrected() -> None:
    with pytest.raises(ValueError, match="all 0 at label 2"):
        parameters(calibration="printed")
    assert label_clipping.sizes(parameters()) == (2, 3, 1)
    positive = parameters(hypotheses="1/2,1/4,1/4")
    printed = parameters(hypotheses="1/2,1/4,1/4", calibration="printed")
    assert label_clipping.sizes(positive) == label_clipping.sizes(printed) == (2, 1, 1)


def check_sampler(sample: Callable[[int, Parameters, Coins], int], p: Parameters) -> None:
    for label in range(label_clipping.labels(p)):
        code = enumerate_coins(lambda coins, y=label: sample(y, p, coins), 10_000)  # type: ignore[misc]
        assert code.leftover == 0
        assert code.weights == law_by_hand(label, p)


def test_the_sampler_draws_the_law() -> None:
    check_sampler(label_clipping.sample, parameters())
    check_sampler(label_clipping.sample, parameters(rounds=1))


def test_the_sampler_check_can_fail() -> None:
    def never_astray(label: int, p: Parameters, rng: Coins) -> int:
        part = label_clipping.parts(p)[label]
        return part[rng.randrange(len(part))]

    rejects(check_sampler, never_astray, parameters())


def test_parameters_are_read_and_given_back() -> None:
    p = parameters()
    assert p.hypotheses == ((F(1, 2), F(1, 2), F(0)), (F(1, 4), F(3, 4), F(0)))
    assert Parameters.read(p.given()) == p
    assert Parameters.read(hypotheses=["1/2, 1/2", [F(1, 4), "0.75"]], rounds="3").hypotheses[1] == (F(1, 4), F(3, 4))
    assert label_clipping.check_data("2", p) == 2
    assert label_clipping.are_neighbors(0, 2, p)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hypotheses": ""}, "hypotheses"), ({"hypotheses": 3}, "expected a sequence of distributions"),
        ({"hypotheses": []}, "expected a sequence"), ({"hypotheses": "1/2,1/4"}, "with total 3/4"),
        ({"hypotheses": "1/2,1/2;1"}, r"hypotheses\[1\] = of 1 labels"), ({"hypotheses": "3/2,-1/2"}, "at least 0"),
        ({"hypotheses": [[0.5, 0.5]]}, "not float"), ({"hypotheses": [3]}, "expected a sequence of probabilities"),
        ({"rounds": 0}, "rounds"), ({"rounds": "1/2"}, "rounds"), ({"calibration": "best"}, "corrected, printed"),
        ({"round": 3}, "did you mean 'rounds'"),
    ],
)  # fmt: skip
def test_parameters_refuse(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        parameters(**change)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [3, -1, "1/2", 0.0, None, True])
def test_data_are_refused(data: object) -> None:
    p = parameters()
    for function in (
        label_clipping.check_data,
        label_clipping.law,
        lambda d, q: label_clipping.sample(d, q, Random(0)),
    ):
        with pytest.raises(ValueError, match="data"):
            function(data, p)  # type: ignore[operator]
