"""L2P against all its coins, written out; wrong readings of the algorithm are noticed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import exp
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Dist, decide, enumerate_coins
from dpassay.properties.cells import law_cells
from dpassay.properties.goodness_of_fit import sample_test
from dpassay.reference.lazy_to_private import (
    Parameters,
    RegularizedMultiplicativeWeights,
    are_neighbors,
    batches,
    chain,
    check_data,
    guarantee,
    largest_ratio,
    law,
    marginals,
    measures,
    neighbors,
    normalized,
    sample,
    state_law,
    transcript_delta,
    transcript_loss,
)
from dpassay.reference.multiplicative_weights import Matrix
from tests.reference import helpers
from tests.reference.lazy_cases import BAD_DATA, GOOD, RIGHT, SHAPES, WRONG, Reading, case, masses, measures_of
from tests.reference.weights_cases import excess, matrix, random_matrix, with_another_row

THRESHOLDS = [Fraction(n, 12) for n in (0, 8, 11, 12, 13, 15, 18, 30)]


# The laws


def test_the_law_by_hand() -> None:
    """e^eta = 2; after (1, 0) nu_2 = (1/2, 1): x stays with 3/4 * 1/4, * 1/8 or * 1/2, as x and y say."""
    p = Parameters.read(exp_learning_rate=2, batch=1, fake_switch="1/4", rounds=2, experts=2)
    exact = law(matrix((1, 0), (0, 0)), p)
    stay = Fraction(3, 4) * (Fraction(1, 4) + Fraction(1, 8)) / 2  # x = 0: y is 0 or 1
    assert exact.pmf((0, 1)) == Fraction(1, 2) * (1 - stay) * Fraction(2, 3)
    assert exact.pmf((0, 0)) == Fraction(1, 2) * (stay + (1 - stay) / 3)


@pytest.mark.parametrize(("rounds", "experts", "batch", "parts"), SHAPES)
def test_the_laws_are_those_of_all_coins(rounds: int, experts: int, batch: int, parts: int) -> None:
    p, rows, factor, _ = case(rounds, experts, batch, parts)
    assert law(rows, p) == Dist(masses(rows, p, factor, "models"))
    assert state_law(rows, p) == Dist(masses(rows, p, factor, "state"))


@pytest.mark.parametrize("name", WRONG)
def test_wrong_readings_have_another_law(name: str) -> None:
    p, rows, factor, _ = case(3, 2, 1, 2)
    assert law(rows, p) != Dist(masses(rows, p, factor, "models", WRONG[name]))
    assert state_law(rows, p) != Dist(masses(rows, p, factor, "state", WRONG[name]))


def test_an_irrational_rate() -> None:
    p = Parameters.read(learning_rate="1/2", batch=1, fake_switch="1/3", rounds=3, experts=2)
    first, second = matrix((1, "1/2"), (0, 1), (0, 0)), matrix((0, 1), (0, 1), (0, 0))
    one, other = (masses(rows, p, lambda loss: exp(-float(loss) / 2), "models") for rows in (first, second))
    exact = law(first, p)
    assert {models: float(exact.pmf(models)) for models in one} == pytest.approx(one)
    loss = transcript_loss(first, second, p)
    for t in (Fraction(9, 10), Fraction(1), Fraction(11, 10)):
        assert float(loss.delta(t)) == pytest.approx(excess(one, other, float(t)))
    assert float(loss.max_ratio or 0) == pytest.approx(max(one[models] / other[models] for models in one))


def test_too_many_sequences_are_refused() -> None:
    p = Parameters.read(GOOD, batch=1, rounds=15)
    with pytest.raises(ValueError, match=r"^rounds = 15 batches: expected at most 16384 sequences"):
        law(((Fraction(0),) * 2,) * 15, p)


def test_the_last_batch_has_no_effect() -> None:
    p = Parameters.read(GOOD)
    rows = matrix((1, 0), (0, 1), (1, "1/2"), (1, 0), (1, 0))
    assert [len(batch) for batch in batches(rows, p)] == [2, 2, 1]
    assert law(rows, p) == law((*rows[:4], *matrix((0, 1))), p)
    assert law(rows, p) != law((*rows[:3], *matrix((0, 1), (1, 0))), p)


# The marginals


@st.composite
def with_data(draw: st.DrawFn) -> tuple[Parameters, Matrix]:
    raw = {"batch": draw(st.integers(1, 3)), "rounds": draw(st.integers(1, 5)), "experts": draw(st.integers(1, 3))}
    base, fake = draw(st.sampled_from([2, "9/8", 64])), draw(st.sampled_from(["1/2", "1/100"]))
    p = Parameters.read(raw, exp_learning_rate=base, fake_switch=fake)
    row = st.tuples(*[st.integers(0, 1)] * p.experts)
    return p, check_data(draw(st.lists(row, min_size=p.rounds, max_size=p.rounds)), p)


@given(with_data())
def test_each_model_follows_its_measure_exactly(drawn: tuple[Parameters, Matrix]) -> None:
    p, rows = drawn
    assert marginals(rows, p) == tuple(normalized(log_nu, p) for log_nu in measures(rows, p))
    for states in chain(rows, p).marginals():
        x, y = (states.map(lambda state, k=k: state[k]) for k in (0, 1))  # type: ignore[misc]
        assert states.map(lambda state: state[:2]) == x.product(y)


def test_the_marginals_by_all_coins_and_those_of_wrong_readings() -> None:
    p, rows, factor, _ = case(3, 2, 1, 2)
    nu = [[weight / sum(measure) for weight in measure] for measure in measures_of(rows, p, factor)[1:]]

    def right(reading: Reading) -> bool:
        joint = Dist(masses(rows, p, factor, "models", reading))
        return all(joint.map(lambda x, s=s: x[s + 1]) == Dist(dict(enumerate(bar))) for s, bar in enumerate(nu))  # type: ignore[misc]

    assert right(RIGHT)
    assert right(WRONG["e^(B eta) in line 6"])  # its minimum is never 1 either
    assert right(WRONG["y is replaced before the x-step"])  # x_s does not depend on y, whatever law y has
    assert not right(WRONG["x is drawn from the last measure"])


class Steep(RegularizedMultiplicativeWeights):
    """Losses count four times, more than the rate allows."""

    def step(self, losses: Matrix) -> tuple[Fraction, ...]:
        return tuple(4 * change for change in super().step(losses))


def test_where_the_minimum_binds_the_marginals_are_not_those_of_the_measure() -> None:
    p = Parameters.read(exp_learning_rate=2, batch=1, fake_switch="1/4", rounds=2, experts=2)
    rows, steep = matrix((1, 0), (0, 0)), Steep(matrix((0,), (0,)), Fraction(0))
    assert marginals(rows, p, steep)[1] != normalized(measures(rows, p, steep)[1], p)


# The regularized measure


def test_the_regularized_measure() -> None:
    """On the points 0, 1/2 and 1: e^(-beta (sum of losses + 4 x^2)), so that all four exponents are whole."""
    p = Parameters.read(exp_learning_rate=2, batch=1, fake_switch="1/4", rounds=3, experts=3)
    rmw = RegularizedMultiplicativeWeights(matrix((0,), ("1/2",), (1,)), Fraction(4))
    rows = matrix((1, 0, 1), (0, 1, 1), (1, 1, 1))
    assert measures(rows, p, rmw) == matrix((0, -1, -4), (-1, -1, -5), (-1, -2, -6))
    assert normalized(measures(rows, p, rmw)[0], p) == Dist.from_weights({0: 16, 1: 8, 2: 1})
    assert marginals(rows, p, rmw) == tuple(normalized(log_nu, p) for log_nu in measures(rows, p, rmw))
    assert law(rows, p, rmw) != law(rows, p)
    plain = RegularizedMultiplicativeWeights(matrix((0, 0), (0, 0), (0, 0)), Fraction(4))
    assert law(rows, p, plain) == law(rows, p)
    other = (*matrix((0, 1, 0)), *rows[1:])
    assert decide(largest_ratio(rows, other, p, "state", rmw) <= guarantee(p).budget.exp_eps)
    with pytest.raises(ValueError, match=r"^points = of number 1: expected 3 points, one a model"):
        measures(rows, p, RegularizedMultiplicativeWeights(matrix((0,)), Fraction(4)))


# Privacy


@pytest.mark.parametrize("view", ["models", "state"])
@pytest.mark.parametrize(("rounds", "experts", "batch", "parts"), SHAPES[1:])
def test_the_loss_is_that_of_all_coins(rounds: int, experts: int, batch: int, parts: int, view: str) -> None:
    p, first, factor, rng = case(rounds, experts, batch, parts)
    for second in (with_another_row(rng, first, parts), random_matrix(rng, rounds, experts, parts)):
        for one, other in ((first, second), (second, first)):
            mass, tilted = (masses(rows, p, factor, view) for rows in (one, other))
            loss = transcript_loss(one, other, p, view)
            assert [loss.delta(t) for t in THRESHOLDS] == [excess(mass, tilted, t) for t in THRESHOLDS]
            assert loss.max_ratio == max(mass[seen] / tilted[seen] for seen in mass)
            assert largest_ratio(one, other, p, view) == loss.max_ratio
            deltas = [transcript_delta(one, other, p, t, view=view) for t in THRESHOLDS]
            assert deltas == [excess(mass, tilted, t) for t in THRESHOLDS]


def test_the_two_views_and_directions_differ() -> None:
    p, first, _, _ = case(4, 2, 1, 2)
    second = (*matrix((0, 1)), *first[1:])
    deltas = [
        transcript_loss(*pair, p, view).delta(Fraction(13, 12))
        for pair in ((first, second), (second, first))
        for view in ("models", "state")
    ]
    assert len({str(delta) for delta in deltas}) == 4
    assert deltas[0] < deltas[1]  # models are a function of the state
    for function in (transcript_loss, largest_ratio):
        with pytest.raises(ValueError, match=r"^view = 'model': expected one of models, state"):
            function(first, second, p, "model")
    with pytest.raises(ValueError, match=r"^view = 'model': expected one of models, state"):
        transcript_delta(first, second, p, 1, view="model")
    with pytest.raises(ValueError, match=r"^exp_eps = -1"):
        transcript_delta(first, second, p, -1)


def test_forty_batches_where_later_losses_are_level() -> None:
    p = Parameters.read(GOOD, batch=1, rounds=40)
    later = matrix((0, 0)) * 39
    loss = transcript_loss(matrix((1, 0)) + later, matrix((0, 1)) + later, p)
    ratio = largest_ratio(matrix((1, 0)) + later, matrix((0, 1)) + later, p)
    assert loss.max_ratio == ratio
    assert decide(ratio < guarantee(p).budget.exp_eps)
    assert 0 < loss.delta(Fraction(2)) < loss.delta(1) < 1


def every_pair(p: Parameters) -> Iterator[tuple[Matrix, Matrix]]:
    """Two models: only the differences of losses matter, and not those of the last batch."""
    every_row, early = matrix((0, 0), (0, 1), (1, 0)), (p.batches - 1) * p.batch
    for rows in product(every_row, repeat=early):
        first = (*rows, *matrix((0, 0)) * (p.rounds - early))
        for t, row in product(range(early), every_row):
            if row != first[t]:
                yield first, (*first[:t], row, *first[t + 1 :])


@pytest.mark.parametrize(
    ("batch", "fake", "base", "rounds"), [(1, "1/2", 2, 3), (1, "1/10", "5/4", 3), (2, "1/10", 2, 4)]
)
def test_the_first_pair_is_the_worst_of_all_and_the_guarantee_holds(
    batch: int, fake: str, base: Any, rounds: int
) -> None:
    raw = {"batch": batch, "fake_switch": fake, "rounds": rounds, "experts": 2}
    p = Parameters.read(raw, exp_learning_rate=base)
    worst = max(largest_ratio(*pair, p, "state") for pair in every_pair(p))
    assert worst == largest_ratio(*next(neighbors(p)), p, "state")
    assert decide(worst <= guarantee(p).budget.exp_eps)


def test_the_guarantee_by_hand() -> None:
    """p = 1/4, B = 2, S = 3, e^eta = 3/2: R = (1 - 3/4 (2/3)^4) / (1 - 3/4 (2/3)^2), and two batches of e^(4 eta)."""
    ratio = (1 - Fraction(3, 4) * Fraction(16, 81)) / (1 - Fraction(3, 4) * Fraction(4, 9))
    assert guarantee(Parameters.read(GOOD)).budget.exp_eps == ratio * Fraction(3, 2) ** 8
    given_eta = Parameters.read(learning_rate="1/10", batch=2, fake_switch="1/4", rounds=5, experts=2)
    assert str(guarantee(given_eta).budget) == "epsilon = 7/5"  # 1/10 (2 * 3 + 4 * 2)
    once = guarantee(Parameters.read(GOOD, batch=5))
    assert once.budget.exp_eps == 1
    assert once.adjacency == "one_loss"


def test_a_batch_in_which_both_models_are_drawn_costs_more_than_two_eta() -> None:
    """Why the bound has 4 eta a batch: x and y are two draws, and each may lose nearly 2 eta."""
    p = Parameters.read(exp_learning_rate="11/10", batch=1, fake_switch="1/2", rounds=3, experts=8)
    first, second = next(neighbors(p))
    one, other = (chain(rows, p).kernels[1] for rows in (first, second))
    ratios = [mass / other[state][target] for state, row in one.items() for target, mass in row.items()]
    assert Fraction(11, 10) ** 2 < Fraction(11, 10) ** 3 < max(ratios) < Fraction(11, 10) ** 4  # type: ignore[operator]


@given(with_data())
def test_the_neighbors_are_neighbors(drawn: tuple[Parameters, Matrix]) -> None:
    p, _ = drawn
    for x, y in neighbors(p):
        assert are_neighbors(x, y, p)
        assert check_data(x, p) == x
        assert check_data(y, p) == y
    two = matrix(*[(0,) * p.experts] * p.rounds), matrix(*[(1,) * p.experts] * p.rounds)
    assert are_neighbors(*two, p) == (p.rounds == 1)


# Draws


@pytest.mark.parametrize(("fake", "row"), [("1/2", (1, 0)), ("1/3", (0, 1))])
def test_every_coin_of_the_sampler(row: tuple[int, int], fake: str) -> None:
    p = Parameters.read(exp_learning_rate=2, fake_switch=fake, batch=2, rounds=4, experts=2)
    rows = matrix((1, 0), row, (0, 0), (0, 0))
    code, exact = enumerate_coins(lambda rng: sample(rows, p, rng), 30_000), law(rows, p)
    assert code.leftover == 0
    assert Dist(code.weights) == exact != law(matrix((0, 0), row, (0, 0), (0, 0)), p)


@pytest.mark.statistical
def test_draws_follow_the_law() -> None:
    p = Parameters.read(learning_rate=1, batch=1, fake_switch="1/5", rounds=3, experts=2)
    rows, rng = matrix((1, 0), (1, 0), (0, 0)), Random(8)
    samples = np.array([sample(rows, p, rng) for _ in range(1_000)])
    for right in (True, False):
        cells = law_cells(law(rows if right else rows[::-1], p), len(samples))
        test = sample_test(cells.numbers(samples), cells, alpha=helpers.ALPHA, rng=np.random.default_rng(8))
        assert test.rejected is not right


# Bad input


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"exp_learning_rate": None}, "learning_rate = None, exp_learning_rate = None: expected exactly one of"),
        ({"learning_rate": 1}, "exactly one of learning_rate and exp_learning_rate"),
        ({"exp_learning_rate": 1}, "exp_learning_rate = 1: expected a number above 1"),
        ({"exp_learning_rate": 1.5}, "exp_learning_rate = 1.5: expected .*not float"),
        ({"batch": 0}, "batch = 0: expected a whole number of at least 1"),
        ({"batch": None}, "batch = nothing: expected the number B"),
        ({"fake_switch": 0}, "fake_switch = 0: expected a number between 0 and 1, both excluded"),
        ({"fake_switch": 1}, "fake_switch = 1: expected"),
        ({"fake_switch": 0.5}, "fake_switch = 0.5: expected .*not float"),
        ({"fake_swich": "1/2"}, r"did you mean 'fake_switch'\?"),
        ({"rounds": 0}, "rounds = 0: expected"),
        ({"experts": "x"}, "experts = 'x': expected"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    raw = {key: value for key, value in {**GOOD, **change}.items() if value is not None}
    with pytest.raises(ValueError, match=message) as caught:
        Parameters.read(raw)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("bad", "message"), BAD_DATA)
def test_bad_data(bad: Any, message: str) -> None:
    p = Parameters.read(GOOD)
    for function in (
        *(law, state_law, marginals, chain),
        lambda rows, _: sample(rows, p, Random(0)),
        lambda rows, _: transcript_loss(rows, rows, p),
    ):
        with pytest.raises(ValueError, match=message):
            function(bad, p)


def test_data_may_be_one_string() -> None:
    p = Parameters.read(GOOD)
    assert check_data("1,0; 1,0;0,1;1/2,1;0,0", p) == matrix((1, 0), (1, 0), (0, 1), ("1/2", 1), (0, 0))
