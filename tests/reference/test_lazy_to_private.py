"""L2P against all its coins, written out; wrong readings of the algorithm are noticed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import exp, prod
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Dist, decide, enumerate_coins
from dpassay.properties.cells import law_cells
from dpassay.properties.goodness_of_fit import sample_test
from dpassay.reference import multiplicative_weights
from dpassay.reference.lazy_to_private import (
    Parameters,
    RegularizedMultiplicativeWeights,
    are_neighbors,
    batches,
    best_loss,
    chain,
    check_data,
    expected_loss,
    expected_regret,
    expected_switches,
    guarantee,
    input_regret,
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

GOOD = {"exp_learning_rate": "3/2", "batch": 2, "fake_switch": "1/4", "rounds": 5, "experts": 2}
Masses = dict[Any, Any]
THRESHOLDS = [Fraction(n, 12) for n in (0, 8, 11, 12, 13, 15, 18, 30)]


def matrix(*rows: tuple[Any, ...]) -> Matrix:
    return tuple(tuple(Fraction(entry) for entry in row) for row in rows)


def random_matrix(rng: Random, rounds: int, experts: int, parts: int = 1) -> Matrix:
    return matrix(*(tuple(Fraction(rng.randint(0, parts), parts) for _ in range(experts)) for _ in range(rounds)))


def with_another_row(rng: Random, first: Matrix, parts: int = 1) -> Matrix:
    place = rng.randrange(len(first))
    return (*first[:place], *random_matrix(rng, 1, len(first[0]), parts), *first[place + 1 :])


# Algorithm 1, all coins of it. ``factor`` gives e^(-eta loss).


class Reading:
    """How lines 6, 8 and 15 are read; the defaults are right."""

    def __init__(self, *, growth: int = 2, y_first: bool = False, stale: bool = False) -> None:
        self.growth, self.y_first, self.stale = growth, y_first, stale


RIGHT = Reading()
WRONG = {
    "y is replaced before the x-step": Reading(y_first=True),
    "e^(B eta) in line 6": Reading(growth=1),
    "x is drawn from the last measure": Reading(stale=True),
}


def measures_of(rows: Matrix, p: Parameters, factor: Any) -> list[list[Any]]:
    nu: list[list[Any]] = [[1] * p.experts]
    for start in range(0, p.rounds - p.batch, p.batch):
        batch = rows[start : start + p.batch]
        nu.append([weight * prod(factor(row[x]) for row in batch) for x, weight in enumerate(nu[-1])])
    return nu


def runs(rows: Matrix, p: Parameters, factor: Any, reading: Reading = RIGHT) -> Iterator[tuple[Any, Any]]:
    """Yield ((x_s, y_s, zeta_(s-1)) for all s, the probability), once for every sequence of coins and draws."""
    nu, models, fake = measures_of(rows, p, factor), range(p.experts), p.fake_switch
    bars = [[weight / sum(measure) for weight in measure] for measure in nu]
    bars[0] = [Fraction(1, p.experts)] * p.experts
    e_2b = (1 / factor(Fraction(1))) ** (reading.growth * p.batch)

    def go_on(s: int, path: list[tuple[int, int, int]], mass: Any) -> Iterator[tuple[Any, Any]]:
        if s == len(nu):
            yield tuple(path), mass
            return
        x, y, _ = path[-1]
        for keep_y, keep_x, no_fake in product((0, 1), repeat=3):
            for new_y, draw_y in [(y, 1)] if keep_y else list(enumerate(bars[s])):
                used = new_y if reading.y_first else y
                bias = nu[s][x] / (e_2b * nu[s - 1][x]) * nu[s - 1][used] / nu[s][used]
                bias = min(1, bias)
                coins = (
                    (1 - fake if keep_y else fake) * (bias if keep_x else 1 - bias) * (1 - fake if no_fake else fake)
                )
                fresh = bars[s - 1] if reading.stale else bars[s]
                for new_x, draw_x in [(x, 1)] if keep_x and no_fake else list(enumerate(fresh)):
                    state = (new_x, new_y, int(0 in (keep_y, keep_x, no_fake)))
                    yield from go_on(s + 1, [*path, state], mass * coins * draw_y * draw_x)

    for x, y in product(models, models):
        yield from go_on(1, [(x, y, 0)], bars[0][x] * bars[0][y])


def masses(rows: Matrix, p: Parameters, factor: Any, view: str, reading: Reading = RIGHT) -> Masses:
    total: Masses = {}
    for path, mass in runs(rows, p, factor, reading):
        x, y, zeta = zip(*path, strict=True)
        seen = x if view == "models" else (x, y, zeta[1:])
        total[seen] = total.get(seen, 0) + mass
    return total


def powers_of(base: Fraction, parts: int) -> Any:
    return lambda loss: base ** -int(loss * parts)


def excess(p: Masses, q: Masses, t: Any) -> Any:
    return sum(max(p[seen] - t * q[seen], 0) for seen in p)


SHAPES = [(1, 3, 1, 1), (2, 2, 1, 1), (3, 2, 1, 2), (3, 3, 2, 1), (5, 2, 2, 1), (4, 2, 3, 2), (2, 3, 1, 1)]
"""Rounds, experts, batch, and the denominator of losses."""


def case(rounds: int, experts: int, batch: int, parts: int) -> tuple[Parameters, Matrix, Any, Random]:
    rng, base = Random(rounds * 1_000 + experts * 100 + batch * 10 + parts), Fraction(3, 2)
    raw = {"batch": batch, "fake_switch": Fraction(1, 3), "rounds": rounds, "experts": experts}
    p = Parameters.read(raw, exp_learning_rate=base**parts)
    return p, random_matrix(rng, rounds, experts, parts), powers_of(base, parts), rng


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


# What it loses


@pytest.mark.parametrize(("rounds", "experts", "batch", "parts"), SHAPES)
def test_regret_and_switches_by_all_coins(rounds: int, experts: int, batch: int, parts: int) -> None:
    p, rows, factor, _ = case(rounds, experts, batch, parts)
    models = masses(rows, p, factor, "models")
    loss = sum(mass * sum(rows[t][x[t // batch]] for t in range(rounds)) for x, mass in models.items())
    best = min(sum(row[i] for row in rows) for i in range(experts))
    assert expected_loss(rows, p) == loss
    assert best_loss(rows, p) == best
    assert expected_regret(rows, p) == loss - best
    switches = expected_switches(rows, p)
    assert switches.changed == sum(mass * sum(a != b for a, b in pairwise(x)) for x, mass in models.items())
    assert switches.drawn == drawn_by_hand(rows, p, factor)


def drawn_by_hand(rows: Matrix, p: Parameters, factor: Any) -> Any:
    """A draw happens unless both coins are 1: the probability of zeta = 0 is that of keeping x, times 1 - p for y."""
    kept: Any = 0
    for (_, _, zeta), mass in masses(rows, p, factor, "state").items():
        kept += mass * sum(1 - bit for bit in zeta) / (1 - p.fake_switch)
    return p.batches - 1 - kept


def test_the_input_algorithm() -> None:
    p, rows, _, _ = case(4, 2, 1, 2)
    raw = {"rounds": 4, "experts": 2, "form": "loss"}
    input_parameters = multiplicative_weights.Parameters.read(raw, exp_learning_rate=Fraction(9, 4))
    assert input_regret(rows, p) == multiplicative_weights.regret(rows, input_parameters)
    assert input_regret(rows, p) == expected_regret(rows, p)  # batches of one round: the marginals are the same
    slow = Parameters.read({**p.given(), "batch": 2})
    assert input_regret(rows, slow) == input_regret(rows, p) != expected_regret(rows, slow)


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


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (None, "data = None: expected 5 rows"),
        ([[1, 0]], "expected 5 rows"),
        ([[1, 0]] * 4 + [[1]], r"data\[4\] = \[1\]: expected 2 numbers"),
        ([[1, 0]] * 4 + [[1, 0.5]], r"data\[4\]\[1\] = 0.5: expected"),
        ([[1, 0]] * 4 + [[1, 2]], r"data\[4\]\[1\] = 2: expected a number in \[0, 1\]"),
    ],
)
def test_bad_data(bad: Any, message: str) -> None:
    p = Parameters.read(GOOD)
    calls = (law, state_law, marginals, chain, expected_regret, expected_switches, input_regret)
    for function in (
        *calls,
        lambda rows, _: sample(rows, p, Random(0)),
        lambda rows, _: transcript_loss(rows, rows, p),
    ):
        with pytest.raises(ValueError, match=message):
            function(bad, p)


def test_data_may_be_one_string() -> None:
    p = Parameters.read(GOOD)
    assert check_data("1,0; 1,0;0,1;1/2,1;0,0", p) == matrix((1, 0), (1, 0), (0, 1), ("1/2", 1), (0, 0))
