"""Losses of Markov chains against all paths, one by one; against independent rounds; and against sums over matrices."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Dist, LatticeLoss, PrivacyLoss, exp, hockey_stick_divergence, markov_loss, max_ratio
from dpassay.exact.markov_chain import Chain, transcript_law
from dpassay.exact.markov_loss import largest_ratio, transcript_delta, transcript_loss
from tests.exact.second_opinion import probability_vectors, rejects

THRESHOLDS = [Fraction(n, 6) for n in (0, 2, 5, 6, 7, 9, 15, 60)]
OBSERVATIONS: list[Callable[[int], int]] = [lambda i: i, lambda i: i % 2, lambda i: min(i, 1), lambda i: 0]
Masses = dict[tuple[Any, ...], Any]
Rows = list[list[Any]]


def as_row(weights: list[Any]) -> dict[int, Any]:
    return dict(enumerate(weights))


def as_chain(initial: list[Any], matrices: list[Rows]) -> Chain[int]:
    return Chain(as_row(initial), [{i: as_row(row) for i, row in enumerate(rows)} for rows in matrices])


def chains(states: int, steps: int, rows: st.SearchStrategy[list[Fraction]]) -> st.SearchStrategy[Any]:
    matrix = st.lists(rows, min_size=states, max_size=states)
    return st.tuples(rows, st.lists(matrix, min_size=steps, max_size=steps))


@st.composite
def pairs(draw: st.DrawFn, least: int = 0) -> tuple[Any, Any]:
    states, steps = draw(st.integers(1, 4)), draw(st.integers(0, 3))
    first = draw(chains(states, steps, probability_vectors(states, least)))
    second = draw(chains(states, steps, probability_vectors(states, least)))
    if draw(st.booleans()):  # the chains part late
        second = (first[0], [*first[1][:-1], *second[1][-1:]])
    return first, second


def all_paths(chain: Any, observe: Callable[[int], int]) -> Masses:
    """The mass of every sequence of observations, path by path."""
    initial, matrices = chain
    masses: Masses = {}
    for path in product(range(len(initial)), repeat=len(matrices) + 1):
        mass = initial[path[0]]
        for rows, (i, j) in zip(matrices, pairwise(path), strict=True):
            mass = mass * rows[i][j]
        seen = tuple(map(observe, path))
        masses[seen] = masses.get(seen, 0) + mass
    return masses


def excess(p: Masses, q: Masses, t: Any) -> Any:
    return sum(max(p[seen] - t * q[seen], 0) for seen in p)


def check(loss: PrivacyLoss | LatticeLoss, p: Masses, q: Masses) -> None:
    assert [loss.delta(t) for t in THRESHOLDS] == [excess(p, q, t) for t in THRESHOLDS]
    infinite = any(p[seen] and not q[seen] for seen in p)
    assert loss.max_ratio == (None if infinite else max(p[seen] / q[seen] for seen in p if q[seen]))


@given(pairs(), st.sampled_from(OBSERVATIONS))
def test_the_loss_is_that_of_all_paths(pair: tuple[Any, Any], observe: Callable[[int], int]) -> None:
    p, q = (all_paths(chain, observe) for chain in pair)
    first, second = (as_chain(*chain) for chain in pair)
    loss = transcript_loss(first, second, observe)
    check(loss, p, q)
    assert largest_ratio(first, second, observe) == loss.max_ratio
    if isinstance(loss, PrivacyLoss):
        assert PrivacyLoss.from_atoms(loss.atoms) == loss  # in order, merged, and of mass 1


@given(pairs(least=1), st.sampled_from(OBSERVATIONS))
def test_where_everything_is_possible(pair: tuple[Any, Any], observe: Callable[[int], int]) -> None:
    p, q = (all_paths(chain, observe) for chain in pair)
    loss = transcript_loss(as_chain(*pair[0]), as_chain(*pair[1]), observe)
    check(loss, p, q)
    assert loss.max_ratio is not None


@given(pairs(), st.sampled_from(OBSERVATIONS))
def test_the_forward_algorithm(pair: tuple[Any, Any], observe: Callable[[int], int]) -> None:
    masses, chain = all_paths(pair[0], observe), as_chain(*pair[0])
    assert transcript_law(chain, observe) == Dist(masses)
    for place, marginal in enumerate(chain.marginals()):
        weights: dict[int, Any] = {}
        for path, mass in all_paths(pair[0], lambda i: i).items():
            weights[path[place]] = weights.get(path[place], 0) + mass
        assert marginal == Dist(weights)


def example() -> tuple[Any, Any]:
    p = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    q = [Fraction(1, 7), Fraction(2, 7), Fraction(4, 7)]
    return (p, [[p, p[::-1], q]] * 2), (p, [[q, p, p[::-1]]] * 2)


def test_the_check_can_fail() -> None:
    first, second = (as_chain(*chain) for chain in example())
    for observe, other in product(OBSERVATIONS[:3], repeat=2):
        p, q = (all_paths(chain, observe) for chain in example())
        if observe is other:
            check(transcript_loss(first, second, observe), p, q)
            rejects(check, transcript_loss(second, first, observe), p, q)
        else:
            rejects(check, transcript_loss(first, second, other), p, q)
    short = Chain(first.initial, first.kernels[:1]), Chain(second.initial, second.kernels[:1])
    rejects(check, transcript_loss(*short), *(all_paths(chain, OBSERVATIONS[0]) for chain in example()))


def test_a_hidden_state_is_not_a_product() -> None:
    """A fair coin is kept or flipped unseen; what is seen is a Markov chain in neither law, nor are steps alike."""
    stay, flip = [[1, 0], [0, 1]], [[0, 1], [1, 0]]
    noisy = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]

    def emitting(hidden: Rows) -> tuple[Any, list[Rows]]:
        state = list(product((0, 1), repeat=2))  # (hidden, seen)
        rows = [[Fraction(hidden[h][g]) * noisy[g][seen] for g, seen in state] for h, _ in state]
        return [Fraction(1, 2) * noisy[h][seen] for h, seen in state], [rows] * 3

    first, second = emitting(stay), emitting(flip)
    p, q = (all_paths(chain, lambda i: i % 2) for chain in (first, second))
    loss = transcript_loss(as_chain(*first), as_chain(*second), lambda i: i % 2)
    check(loss, p, q)
    assert p[0, 0, 0, 0] == (81 + 1) / Fraction(2 * 256)
    assert loss.max_ratio == Fraction(81 + 1, 9 + 9)


# Delta alone


def check_delta(pair: tuple[Any, Any], observe: Callable[[int], int], thresholds: list[Any]) -> None:
    p, q = (all_paths(chain, observe) for chain in pair)
    first, second = (as_chain(*chain) for chain in pair)
    deltas = [transcript_delta(first, second, t, observe) for t in thresholds]
    assert deltas == [excess(p, q, t) for t in thresholds]


@given(pairs(), st.sampled_from(OBSERVATIONS), st.fractions(0, 20, max_denominator=12))
def test_delta_is_that_of_all_paths(pair: tuple[Any, Any], observe: Callable[[int], int], t: Fraction) -> None:
    check_delta(pair, observe, [t, Fraction(1)])


@given(pairs(least=1), st.sampled_from(OBSERVATIONS), st.integers(0, 10**6))
def test_delta_where_everything_is_possible(pair: tuple[Any, Any], observe: Callable[[int], int], place: int) -> None:
    """Also at a ratio that some transcript has, and as close to it as can be."""
    p, q = (all_paths(chain, observe) for chain in pair)
    ratio = sorted(p[seen] / q[seen] for seen in p)[place % len(p)]
    check_delta(pair, observe, [ratio, ratio * (1 - Fraction(1, 10**40)), ratio * (1 + Fraction(1, 10**40))])


def ratios_of_its_own(steps: int) -> tuple[Any, Any]:
    """No transcript has the likelihood ratio of another one, nor are the ratios powers of one rational."""
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103]

    def row(weights: list[int]) -> list[Fraction]:
        return [Fraction(weight, sum(weights)) for weight in weights]

    firsts = (
        [row(primes[4 * i : 4 * i + 2]) for i in range(steps)],
        [row(primes[4 * i + 2 :][:2]) for i in range(steps)],
    )
    half = [Fraction(1, 2)] * 2
    first = half, [list(rows) for rows in zip(*firsts, strict=True)]
    return first, (half, [[rows[1], [Fraction(1, 4) + x / 2 for x in rows[0]]] for rows in first[1]])


@pytest.mark.parametrize("steps", [1, 2, 5, 6])
def test_delta_where_each_transcript_has_a_ratio_of_its_own(steps: int) -> None:
    pair = ratios_of_its_own(steps)
    p, q = (all_paths(chain, lambda i: i) for chain in pair)
    assert len({p[seen] / q[seen] for seen in p}) == 2 ** (steps + 1)
    check_delta(pair, OBSERVATIONS[0], THRESHOLDS)


def test_delta_of_a_lattice_and_of_laws_that_never_overlap() -> None:
    p, q = [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)], [Fraction(1, 3), Fraction(2, 3), Fraction(0)]
    check_delta(((p, [[p] * 3]), (q, [[q] * 3])), OBSERVATIONS[0], THRESHOLDS)
    check_delta((([1, 0], [[[1, 0], [0, 1]]]), ([1, 0], [[[0, 1], [0, 1]]])), OBSERVATIONS[0], THRESHOLDS)


def test_delta_at_an_irrational_threshold() -> None:
    first, second = ratios_of_its_own(3)
    t = exp(Fraction(1, 30))
    loss = transcript_loss(as_chain(*first), as_chain(*second))
    assert isinstance(loss, PrivacyLoss)
    assert 0 != transcript_delta(as_chain(*first), as_chain(*second), t) == loss.delta(t)


WRONG_MERGES: dict[str, Any] = {
    "_by_ratio": lambda term: term[1],  # sorted by mass
    "_comparison": lambda t: lambda ratio: ratio > 1,  # at another threshold
    "_under_second": lambda term, scale: term[1] * scale,  # the mass under the first law
    "_whole_factor": lambda layer: 1,  # masses that are cut off to whole numbers
    "_all_mass": lambda beginnings, ends: 0,  # all mass taken for infinite
    "_unnormalized": lambda edges: [edge._replace(ratio=Fraction(1)) for edge in edges],  # ratios left out
}


@pytest.mark.parametrize("name", WRONG_MERGES)
def test_a_wrong_merge_is_caught(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    pair = ratios_of_its_own(5)
    check_delta(pair, OBSERVATIONS[0], THRESHOLDS)
    monkeypatch.setattr(markov_loss, name, WRONG_MERGES[name])
    rejects(check_delta, pair, OBSERVATIONS[0], THRESHOLDS)


def test_nodes_that_are_lumped_by_ratio_alone_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    right = markov_loss.step_weights
    monkeypatch.setattr(markov_loss, "step_weights", lambda *arguments: dict.fromkeys(right(*arguments), 1))
    rejects(check_delta, ratios_of_its_own(5), OBSERVATIONS[0], THRESHOLDS)


@pytest.mark.parametrize(
    ("p", "q", "lattice"), [((2, 3, 0), (5, 7, 0), True), ((3, 2, 1), (2, 5, 4), False), ((5, 2, 2), (1, 1, 6), False)]
)
def test_delta_of_many_steps_is_that_of_independent_rounds(p: Any, q: Any, lattice: bool) -> None:
    """More than sixteen million transcripts."""
    rows = [[Fraction(weight, sum(weights)) for weight in weights] for weights in (p, q)]
    first, second = (as_chain(row, [[row] * 3] * 23) for row in rows)
    rounds = PrivacyLoss.from_pair(*(Dist(as_row(row)) for row in rows)).self_compose(24)
    assert isinstance(transcript_loss(first, second), LatticeLoss) is lattice
    for t in (Fraction(1, 2), Fraction(9, 10), Fraction(5, 4)):
        assert transcript_delta(first, second, t) == rounds.delta(t) != transcript_delta(second, first, t)
    largest: Any = largest_ratio(first, second)
    assert transcript_delta(first, second, largest) == 0
    assert transcript_delta(first, second, largest - Fraction(1, 10**9)) > 0


# A lattice


@given(st.lists(st.permutations([1, 2, 4]), min_size=12, max_size=12), st.integers(0, 1))
def test_powers_of_one_rational(rows: list[list[int]], steps: int) -> None:
    exact = [[Fraction(weight, 7) for weight in row] for row in rows]
    first, second = (exact[0], [exact[1:4], exact[4:7]]), (exact[7], [exact[8:11], [exact[11], *exact[2:4]]])
    p, q = (all_paths(chain, lambda i: i) for chain in (first, second))
    loss = transcript_loss(as_chain(*first), as_chain(*second))
    check(loss, p, q)
    assert isinstance(loss, LatticeLoss) or len(loss.atoms) == 1


def test_a_constant_of_a_step_is_no_obstacle_to_a_lattice() -> None:
    """Ratios 6/7 * 2^k in one step and 15/14 * 2^k in the other: the constants are not powers of 2."""
    p, q = [Fraction(1, 3), Fraction(2, 3)], [Fraction(4, 6), Fraction(2, 6)]
    r, s = [Fraction(3, 7), Fraction(4, 7)], [Fraction(3, 5), Fraction(2, 5)]
    first, second = (p, [[r, r]]), (q, [[s, s]])
    loss = transcript_loss(as_chain(*first), as_chain(*second))
    assert isinstance(loss, LatticeLoss)
    check(loss, *(all_paths(chain, lambda i: i) for chain in (first, second)))


def test_part_of_a_lattice_may_be_infinite() -> None:
    p, q = [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)], [Fraction(1, 3), Fraction(2, 3), Fraction(0)]
    first, second = (p, [[p] * 3]), (q, [[q] * 3])
    loss = transcript_loss(as_chain(*first), as_chain(*second))
    assert isinstance(loss, LatticeLoss)
    assert loss.infinite_mass == Fraction(3, 4)
    check(loss, *(all_paths(chain, lambda i: i) for chain in (first, second)))


def test_laws_that_never_overlap() -> None:
    first, second = ([1, 0], [[[1, 0], [0, 1]]]), ([1, 0], [[[0, 1], [0, 1]]])
    for pair in ((first, second), (([1, 0], []), ([0, 1], []))):
        one, other = (as_chain(*chain) for chain in pair)
        loss = transcript_loss(one, other)
        assert [loss.delta(t) for t in (0, 1, 10**9)] == [1, 1, 1]
        assert loss.max_ratio is largest_ratio(one, other) is None


# Long chains


@pytest.mark.parametrize("steps", [0, 1, 7, 300])
def test_rows_that_do_not_depend_on_the_state_are_independent_rounds(steps: int) -> None:
    p, q = ([Fraction(w, 6) for w in weights] for weights in ([3, 2, 1], [1, 2, 3]))
    loss = transcript_loss(as_chain(p, [[p] * 3] * steps), as_chain(q, [[q] * 3] * steps))
    rounds = PrivacyLoss.from_pair(Dist(as_row(p)), Dist(as_row(q))).self_compose(steps + 1)
    assert loss.max_ratio == rounds.max_ratio == 3 ** (steps + 1)
    for t in (*THRESHOLDS, Fraction(10) ** steps):
        assert loss.delta(t) == rounds.delta(t)


def moment(first: Any, second: Any, order: int) -> Any:
    """The sum of p^order / q^(order - 1) over all paths, by one product of matrices."""

    def tilt(p: list[Any], q: list[Any]) -> list[Any]:
        return [a**order / b ** (order - 1) for a, b in zip(p, q, strict=True)]

    vector = tilt(first[0], second[0])
    for rows, others in zip(first[1], second[1], strict=True):
        tilted = [tilt(row, other) for row, other in zip(rows, others, strict=True)]
        vector = [sum(v * row[j] for v, row in zip(vector, tilted, strict=True)) for j in range(len(vector))]
    return sum(vector)


def test_sixty_steps_have_the_right_moments() -> None:
    """Three to the power of sixty-one paths; their ratios are products of powers of 3/2, 4/3 and 2/5, say."""
    p, q = [Fraction(w, 10) for w in (5, 3, 2)], [Fraction(w, 10) for w in (4, 4, 2)]
    first, second = (p, [[p, p[::-1], q]] * 60), (q, [[q, p[::-1], q]] * 60)
    loss = transcript_loss(as_chain(*first), as_chain(*second))
    assert isinstance(loss, PrivacyLoss)
    assert sum(atom.p for atom in loss.atoms) == sum(atom.q for atom in loss.atoms) == 1
    for order in (-1, 2, 3):
        assert sum(a.p**order / a.q ** (order - 1) for a in loss.atoms) == moment(first, second, order)
    assert sum(a.p**2 / a.q for a in loss.atoms) != moment(second, first, 2)


def test_a_hidden_state_that_is_forgotten_costs_nothing() -> None:
    """What is seen tells the parity; what it hides is drawn anew each time: as many nodes a step, whatever before."""
    p, q = [Fraction(w, 10) for w in (1, 2, 3, 4)], [Fraction(w, 10) for w in (4, 2, 3, 1)]
    observe = OBSERVATIONS[1]
    loss = transcript_loss(as_chain(p, [[p] * 4] * 60), as_chain(q, [[q] * 4] * 60), observe)
    even = Dist({0: Fraction(4, 10), 1: Fraction(6, 10)}), Dist({0: Fraction(7, 10), 1: Fraction(3, 10)})
    rounds = PrivacyLoss.from_pair(*even).self_compose(61)
    assert [loss.delta(t) for t in THRESHOLDS] == [rounds.delta(t) for t in THRESHOLDS]


# Irrational probabilities


def test_irrational_kernels() -> None:
    e = exp(1)

    def row(x: Any) -> list[Any]:
        return [1 / (1 + x), x / (1 + x)]

    first = (row(e), [[row(e), row(1 / e)], [row(Fraction(1, 2)), row(e)]])
    second = (row(e * e), [[row(e), row(e)], [row(1 / e), row(e * e)]])
    for observe in OBSERVATIONS[:2] + OBSERVATIONS[3:]:
        p, q = (Dist(all_paths(chain, observe)) for chain in (first, second))
        one, other = (as_chain(*chain) for chain in (first, second))
        loss = transcript_loss(one, other, observe)
        assert transcript_law(one, observe) == p
        for t in THRESHOLDS[1:5]:
            assert loss.delta(t) == hockey_stick_divergence(p, q, t)
        assert loss.max_ratio == max_ratio(p, q) == largest_ratio(one, other, observe)


def test_irrational_numbers_that_cancel_are_merged() -> None:
    e = exp(1)
    row = [1 / (1 + e), e / (1 + e)]
    loss = transcript_loss(as_chain(row, [[row, row]] * 2), as_chain(row, [[row, row[::-1]]] * 2))
    assert len(loss.atoms) == len({str(atom.ratio) for atom in loss.atoms}) == 4  # type: ignore[union-attr]


# Bad input


@pytest.mark.parametrize(
    ("initial", "kernels", "message"),
    [
        ({0: Fraction(1, 2)}, [], r"^initial = with total 1/2: expected a total of 1$"),
        ({0: 0.5, 1: 0.5}, [], r"^initial\[0\] = 0.5: expected .*not float"),
        ({0: 2, 1: -1}, [], r"^initial\[1\] = -1: expected a weight of at least 0"),
        ({}, [], r"^initial = with total 0"),
        ({0: 1}, [{}], r"^kernels\[0\] = without 0: expected a row"),
        ({0: 1}, [{0: {1: 1}}, {0: {0: 1}}], r"^kernels\[1\] = without 1: expected a row"),
        ({0: 1}, [{0: {0: 1, 1: 1}}], r"^kernels\[0\]\[0\] = with total 2: expected a total of 1"),
    ],
)
def test_bad_chains(initial: Any, kernels: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Chain(initial, kernels)


def test_chains_of_two_lengths() -> None:
    short, longer = Chain({0: 1}, []), Chain({0: 1}, [{0: {0: 1}}])
    for function in (transcript_loss, largest_ratio, lambda one, other: transcript_delta(one, other, 1)):
        with pytest.raises(ValueError, match=r"^chains = of 0 and 1 steps: expected chains of equal length"):
            function(short, longer)


def test_rows_of_states_that_are_never_reached_may_be_missing_or_zero() -> None:
    one, other = Chain({0: 1, 1: 0}, [{0: {0: 1}}]), Chain({1: 1}, [{1: {0: 1}}])
    assert transcript_loss(one, other, lambda i: 0).max_ratio == 1
    assert transcript_loss(one, other).max_ratio is None


def test_too_many_transcripts_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.exact.markov_chain.MOST_TRANSCRIPTS", 8)
    half = [Fraction(1, 2)] * 2
    assert len(transcript_law(as_chain(half, [[half, half]] * 2))) == 8
    with pytest.raises(ValueError, match=r"^chain = too long: expected at most 8 transcripts"):
        transcript_law(as_chain(half, [[half, half]] * 3))
