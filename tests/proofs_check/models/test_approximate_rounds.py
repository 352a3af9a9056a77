"""Approximately private rounds and their mixtures, against sums over all answers and the optimal composition."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpassay.analysis.optimal_composition import Round, heterogeneous_delta
from dpassay.exact import Budget, log
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.approximate_rounds import (
    RESPONSE,
    ROUNDS,
    Rounds,
    densities,
    kept,
    law_of,
    least_delta,
    mixed,
    pure_law,
)
from dpassay.proofs_check.models.mixed_rounds import MIXED_ROUNDS
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.rounds import transcripts

PASTS = [past for t in range(2) for past in product((0, 1), repeat=t)]
EQUAL = mixed(dict.fromkeys(PASTS, RESPONSE), ("2", "2"), ("1/10", "1/5"))


@pytest.mark.parametrize("model", [ROUNDS, MIXED_ROUNDS], ids=lambda model: model.name)
def test_the_facts_hold(model: Any) -> None:
    assert set(facts.tested(model)) == set(model.facts)


def test_the_densities_are_those_of_the_tree() -> None:
    pairs = dict(EQUAL.pairs)
    for answers in transcripts(EQUAL):
        for which in (0, 1):
            weight = pairs[()][which][answers[0]] * pairs[answers[:1]][which][answers[1]]
            assert densities(EQUAL, which, 2, answers) == 4 * weight
    assert kept(EQUAL, 2) == Fraction(9, 10) * Fraction(4, 5)


def test_the_pure_law() -> None:
    response = RESPONSE[0]
    expected = {answers: response[answers[0]] * response[answers[1]] for answers in transcripts(EQUAL)}
    assert pure_law(EQUAL, 0, (0, 0)) == expected


@pytest.mark.parametrize("exp_eps", [1, 2, 4, 8])
def test_no_composition_is_worse_than_the_optimal_one(exp_eps: int) -> None:
    rounds = [Round(Budget(exp_eps=2), delta) for delta in EQUAL.delta]
    assert float(least_delta(EQUAL, log(exp_eps))) <= float(heterogeneous_delta(rounds, exp_eps)) + 1e-12  # type: ignore[arg-type]


def test_the_least_delta_by_all_answers() -> None:
    weights = [[densities(EQUAL, which, 2, y) / 4 for y in transcripts(EQUAL)] for which in (0, 1)]
    expected = sum(max(Fraction(0), p - 2 * q) for p, q in zip(*weights, strict=True))
    assert abs(float(least_delta(EQUAL, log(2))) - float(expected)) < 1e-12


LAWS = (law_of("1/2", "1/2"), law_of("1/4", "3/4"))


@pytest.mark.parametrize(
    ("pairs", "exp_eps", "delta"),
    [
        ((((), LAWS),), "3/2", "1/10"),
        ((((), LAWS),), "1", "1/2"),
        ((((), LAWS),), "2", "1"),
        ((((), LAWS), ((0,), LAWS)), "2", "0"),
    ],
)
def test_what_is_no_setting(pairs: Any, exp_eps: str, delta: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        Rounds(pairs, law_of(exp_eps), law_of(delta))


@pytest.mark.parametrize(
    "wrong",
    [
        "E([exp(eps(t + 1))*p(t + 1) < q(t + 1)]*(q(t + 1) - exp(eps(t + 1))*p(t + 1)), after(t)) <= delta(t + 1)/2",
        "u(0) = 0",
        "z(t + 1) = z(t)*pp(t + 1)",
        "z(T) = u(T)*exp(sum(L(i), i, 1, T))",
        "E(exp(-L(t + 1)), after(t)) = 1",
        "E(w(T)) = E(u(T), pure)",
    ],
)
def test_a_wrong_fact_of_mixtures_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(MIXED_ROUNDS, facts={"wrong": wrong}, narrows=None))
