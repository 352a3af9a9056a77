"""The shrinking dartboard against all its coins, written out, and against multiplicative weights."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import exp, prod
from random import Random
from typing import Any

import pytest

from dpassay.exact import Dist, enumerate_coins
from dpassay.reference import multiplicative_weights
from dpassay.reference.multiplicative_weights import Matrix
from dpassay.reference.shrinking_dartboard import (
    Parameters,
    expected_changes,
    expected_loss,
    expected_regret,
    keeping,
    law,
    laws_of_weights,
    marginals,
    sample,
    transcript_loss,
)

GOOD = {"exp_learning_rate": "3/2", "rounds": 3, "experts": 2}
SHAPES = [(1, 3, 1), (4, 2, 1), (3, 3, 1), (3, 2, 2)]
"""Rounds, experts and the denominator of losses."""
THRESHOLDS = [Fraction(n, 12) for n in (0, 9, 12, 13, 15, 18, 30)]
Masses = dict[tuple[int, ...], Any]


def matrix(*rows: tuple[Any, ...]) -> Matrix:
    return tuple(tuple(Fraction(entry) for entry in row) for row in rows)


def random_matrix(rng: Random, rounds: int, experts: int, parts: int = 1) -> Matrix:
    return matrix(*(tuple(Fraction(rng.randint(0, parts), parts) for _ in range(experts)) for _ in range(rounds)))


def weights_of(rows: Matrix, factor: Any) -> list[list[Any]]:
    """The weights before each round; ``factor`` gives e^(-eta loss)."""
    return [
        [prod((factor(row[x]) for row in rows[:t]), start=1) for x in range(len(rows[0]))] for t in range(len(rows))
    ]


def runs(rows: Matrix, p: Parameters, factor: Any, *, stale: bool = False) -> Iterator[tuple[Any, Any]]:
    """Yield (x_1, ..., x_T) and the probability, once for every sequence of coins and draws.

    A dart is thrown on the board of all experts: it stays on the part of x with w_t(x) / w_(t-1)(x).
    """
    w = weights_of(rows, factor)
    mu = [[Fraction(1) * a / sum(weights) for a in weights] for weights in w]
    least = factor(Fraction(1))

    def go_on(t: int, path: tuple[int, ...], mass: Any) -> Iterator[tuple[Any, Any]]:
        if t == len(rows):
            yield path, mass
            return
        x = path[-1]
        bias = w[t][x] / (w[t - 1][x] * Fraction(1)) if p.constant == "dartboard" else least * mu[t][x] / mu[t - 1][x]
        for keep, no_fake in product((0, 1), repeat=2):
            coins = (bias if keep else 1 - bias) * (1 - p.fake_switch if no_fake else p.fake_switch)
            fresh = list(enumerate(mu[t - 1] if stale else mu[t]))
            for new, drawn in [(x, 1)] if keep and no_fake else fresh:
                yield from go_on(t + 1, (*path, new), mass * coins * drawn)

    for x, start in enumerate(mu[0]):
        yield from go_on(1, (x,), start)


def masses(rows: Matrix, p: Parameters, factor: Any, *, stale: bool = False) -> Masses:
    total: Masses = {}
    for path, mass in runs(rows, p, factor, stale=stale):
        total[path] = total.get(path, 0) + mass
    return total


def case(rounds: int, experts: int, parts: int, constant: str) -> tuple[Parameters, Matrix, Any]:
    rng, base = Random(5 + rounds * 100 + experts * 10 + parts), Fraction(3, 2)
    raw = {"rounds": rounds, "experts": experts, "fake_switch": "1/5", "constant": constant}
    p = Parameters.read(raw, exp_learning_rate=base**parts)
    return p, random_matrix(rng, rounds, experts, parts), lambda loss: base ** -int(loss * parts)


@pytest.mark.parametrize("constant", ["dartboard", "fixed"])
@pytest.mark.parametrize(("rounds", "experts", "parts"), SHAPES)
def test_the_law_is_that_of_all_coins(rounds: int, experts: int, parts: int, constant: str) -> None:
    p, rows, factor = case(rounds, experts, parts, constant)
    exact = masses(rows, p, factor)
    assert law(rows, p) == Dist(exact)
    loss = sum(mass * sum(row[x] for row, x in zip(rows, path, strict=True)) for path, mass in exact.items())
    assert expected_loss(rows, p) == loss
    assert expected_regret(rows, p) == loss - min(sum(row[x] for row in rows) for x in range(experts))
    assert expected_changes(rows, p) == sum(mass * sum(a != b for a, b in pairwise(x)) for x, mass in exact.items())


@pytest.mark.parametrize("constant", ["dartboard", "fixed"])
@pytest.mark.parametrize(("rounds", "experts", "parts"), SHAPES)
def test_the_marginals_and_the_regret_are_those_of_multiplicative_weights(
    rounds: int, experts: int, parts: int, constant: str
) -> None:
    p, rows, _ = case(rounds, experts, parts, constant)
    raw = {"rounds": rounds, "experts": experts, "form": "loss"}
    plain = multiplicative_weights.Parameters.read(raw, exp_learning_rate=Fraction(3, 2) ** parts)
    assert marginals(rows, p) == laws_of_weights(rows, p) == multiplicative_weights.round_laws(rows, plain)
    assert expected_regret(rows, p) == multiplicative_weights.regret(rows, plain)


def test_a_model_drawn_from_the_last_measure_is_noticed() -> None:
    p, _, factor = case(3, 2, 1, "dartboard")
    rows = matrix((1, 0), (1, 0), (0, 1))
    wrong = Dist(masses(rows, p, factor, stale=True))
    assert law(rows, p) != wrong
    assert any(wrong.map(lambda x, t=t: x[t]) != mu for t, mu in enumerate(marginals(rows, p)))  # type: ignore[misc]


def test_it_changes_less_often_than_multiplicative_weights_and_the_fixed_constant_more() -> None:
    rows = matrix((1, 0), (0, 0), (0, 0), (0, 0))
    lazy, fixed, fake = (
        Parameters.read(GOOD, rounds=4, constant=constant, fake_switch=p)
        for constant, p in (("dartboard", 0), ("fixed", 0), ("dartboard", "1/5"))
    )
    changes = [expected_changes(rows, p) for p in (lazy, fake, fixed)]
    assert changes == sorted(changes)
    assert changes[0] == Fraction(1, 2) * Fraction(1, 3) * Fraction(3, 5)  # expert 0 is left in round 2, or never


def test_what_the_coin_depends_on() -> None:
    """With the dartboard's constant on the last loss alone; with a fixed one on all losses."""
    for constant, alone in (("dartboard", True), ("fixed", False)):
        p = Parameters.read(GOOD, constant=constant)
        biases = [keeping(matrix(first, (1, 0), (0, 0)), 3, 0, p) for first in ((1, 0), (0, 1))]
        assert (biases[0] == biases[1]) is alone
        assert all(0 < bias <= 1 for bias in biases)


@pytest.mark.parametrize("constant", ["dartboard", "fixed"])
@pytest.mark.parametrize(("rounds", "experts", "parts"), SHAPES)
def test_the_loss_is_that_of_all_coins(rounds: int, experts: int, parts: int, constant: str) -> None:
    p, first, factor = case(rounds, experts, parts, constant)
    second = (random_matrix(Random(7), 1, experts, parts)[0], *first[1:])
    for one, other in ((first, second), (second, first)):
        mass, tilted = masses(one, p, factor), masses(other, p, factor)
        loss = transcript_loss(one, other, p)
        assert [loss.delta(t) for t in THRESHOLDS] == [
            sum(max(mass[x] - t * tilted[x], 0) for x in mass) for t in THRESHOLDS
        ]
        assert loss.max_ratio == max(mass[x] / tilted[x] for x in mass)


def test_an_irrational_rate() -> None:
    p = Parameters.read(learning_rate="1/2", rounds=3, experts=2, fake_switch="1/3")
    rows = matrix((1, "1/2"), (0, 1), (0, 0))
    exact = law(rows, p)
    mu = laws_of_weights(rows, p)
    stay = 2 / 3 * exp(-0.5)
    second = stay + (1 - stay) * float(mu[1].pmf(0))
    last = 2 / 3 + 1 / 3 * float(mu[2].pmf(0))
    assert float(exact.pmf((0, 0, 0))) == pytest.approx(0.5 * second * last)


@pytest.mark.parametrize("constant", ["dartboard", "fixed"])
def test_every_coin_of_the_sampler(constant: str) -> None:
    p = Parameters.read(GOOD, exp_learning_rate=2, fake_switch="1/2", constant=constant)
    rows = matrix((1, 0), (0, 1), (1, 1))
    code, exact = enumerate_coins(lambda rng: sample(rows, p, rng), 30_000), law(rows, p)
    assert code.leftover == 0
    assert code.weights == {x: exact.pmf(x) for x in exact.outcomes}
    assert Dist(code.weights) == exact != law(rows[::-1], p)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"exp_learning_rate": 1}, "exp_learning_rate = 1: expected a number above 1"),
        ({"fake_switch": 1}, "fake_switch = 1: expected a number of at least 0 and below 1"),
        ({"fake_switch": "-1/2"}, "fake_switch = -1/2: expected"),
        ({"constant": "loose"}, "constant = 'loose': expected one of dartboard, fixed"),
        ({"rounds": 0}, "rounds = 0: expected"),
        ({"expert": 2}, r"did you mean 'experts'\?"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Parameters.read({**GOOD, **change})


@pytest.mark.parametrize("function", [law, marginals, expected_regret, expected_changes])
def test_bad_data(function: Any) -> None:
    with pytest.raises(ValueError, match=r"data\[2\]\[1\] = 2: expected a number in \[0, 1\]"):
        function([[0, 1], [0, 1], [0, 2]], Parameters.read(GOOD))
