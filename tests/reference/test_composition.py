"""Composition against sums over all transcripts of the rounds, and printed bounds against the exact trade-off."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, combinations, product
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.exact import (
    Budget,
    Dist,
    LogForm,
    Number,
    PrivacyLoss,
    Real,
    Undecided,
    as_real,
    decide,
    exp,
    hockey_stick_divergence,
    log,
    max_divergence,
    max_ratio,
)
from dpassay.properties.composition import neighbors, parameters
from dpassay.properties.guarantees import holds
from dpassay.reference import composition
from dpassay.reference.composition import (
    NAME,
    Bound,
    Parameters,
    Round,
    advanced_cdp,
    advanced_dwork,
    advanced_kov,
    advanced_lazy,
    advanced_notes,
    approximate_max_divergence,
    approximate_max_ratio,
    basic_product,
    basic_sum,
    close_pointwise,
    concentrated_to_approximate,
    group_privacy,
    guarantee,
    heterogeneous_delta,
    indistinguishable,
    is_valid,
    law,
    optimal_delta,
    optimal_epsilon,
    rounds_of,
    standard_concentrated_to_approximate,
    tight_group_privacy,
)
from dpassay.reference.composition import neighbors as worst_pairs
from tests.reference import helpers

GOOD = {"epsilon": "1", "rounds": 3}
WITH_PAIR = parameters().flatmap(lambda p: st.tuples(st.just(p), neighbors(p)))
RATIONALS = st.fractions(1, 40, max_denominator=7)


# A second opinion: every transcript of (revealed 0, answered 0, answered 1, revealed 1).

RoundNumbers = tuple[Fraction, Fraction]
"""e^eps and delta."""


def transcripts(rounds: Sequence[RoundNumbers], bit: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    for transcript in product(range(4), repeat=len(rounds)):
        mass = Fraction(1)
        for symbol, (t, delta) in zip(transcript, rounds, strict=True):
            answers = [(1 - delta) / (1 + t), (1 - delta) * t / (1 + t)]
            masses = [Fraction(0), *answers, delta] if bit else [delta, *answers[::-1], Fraction(0)]
            mass *= masses[symbol]
        yield transcript, mass


def delta_by_hand(rounds: Sequence[RoundNumbers], t: Fraction) -> Fraction:
    pairs = zip(transcripts(rounds, 0), transcripts(rounds, 1), strict=True)
    return sum((max(Fraction(0), p - t * q) for (_, p), (_, q) in pairs), Fraction(0))


def statistic(transcript: Sequence[int]) -> int:
    if 0 in transcript:
        return -1
    return len(transcript) + 1 if 3 in transcript else sum(symbol == 2 for symbol in transcript)


SMALL = st.builds(
    lambda t, k, delta: Parameters.read(exp_eps=t, rounds=k, delta=delta),
    st.fractions("13/12", 10, max_denominator=12),
    st.integers(1, 4),
    st.fractions(0, "11/12", max_denominator=12),
)


def numbers(p: Parameters) -> list[RoundNumbers]:
    t = p.budget.exp_eps
    assert isinstance(t, Fraction)
    return [(t, p.delta)] * p.rounds


# The mechanism


def test_the_law_by_hand() -> None:
    p = Parameters.read(exp_eps=3, rounds=2, delta="1/10")  # truth 3/4, nothing revealed with probability 81/100
    masses = [Fraction(81 * ways, 1600) for ways in (1, 6, 9)]
    assert law(1, p) == Dist({0: masses[0], 1: masses[1], 2: masses[2], 3: Fraction(19, 100)})
    assert law(0, p) == Dist({-1: Fraction(19, 100), 0: masses[2], 1: masses[1], 2: masses[0]})
    assert law(0, p).outcomes == (-1, 0, 1, 2)  # in order, as a cumulative table wants them
    assert law(1, p).outcomes == (0, 1, 2, 3)


@given(SMALL, st.integers(0, 1))
def test_the_law_is_that_of_all_transcripts(p: Parameters, bit: int) -> None:
    expected: dict[int, Fraction] = {}
    for transcript, mass in transcripts(numbers(p), bit):
        expected[statistic(transcript)] = expected.get(statistic(transcript), Fraction(0)) + mass
    assert law(bit, p) == Dist(expected)


def test_without_delta_no_round_reveals() -> None:
    assert set(law(1, Parameters.read(GOOD)).outcomes) == {0, 1, 2, 3}
    assert Parameters.read(GOOD) == Parameters.read(GOOD, delta=0) == Parameters(Budget(1), 3)


@given(WITH_PAIR)
def test_the_guarantee_holds(drawn: tuple[Parameters, tuple[int, int]]) -> None:
    p, (x, y) = drawn
    assert composition.are_neighbors(x, y, p)
    assert holds(law(x, p), law(y, p), guarantee(p))


@pytest.mark.parametrize("raw", [GOOD, {**GOOD, "delta": "1/5"}, {"exp_eps": "3/2", "rounds": 7, "delta": "1/9"}])
def test_the_extremal_mechanism_attains_basic_composition(raw: dict[str, object]) -> None:
    p = Parameters.read(raw)
    promised = guarantee(p)
    assert promised.delta == 1 - (1 - p.delta) ** p.rounds
    assert promised.budget.epsilon == p.budget.epsilon * p.rounds
    for x, y in worst_pairs(p):
        assert hockey_stick_divergence(law(x, p), law(y, p), promised.budget.exp_eps) == promised.delta
        assert hockey_stick_divergence(law(x, p), law(y, p), p.budget.exp(p.rounds - Fraction(1, 99))) > promised.delta
    if p.delta == 0:
        assert max_ratio(law(0, p), law(1, p)) == p.budget.exp(p.rounds)


@pytest.mark.parametrize("bit", [0, 1])
def test_every_coin_of_the_sampler(bit: int) -> None:
    assert helpers.law_of_coins_agrees(NAME, bit, Parameters.read(exp_eps=3, rounds=1, delta="1/4"), 4_000) == 0


@pytest.mark.statistical
@pytest.mark.parametrize("raw", [GOOD, {"exp_eps": "3/2", "rounds": 6, "delta": "1/12"}])
def test_draws_follow_the_law(raw: dict[str, object]) -> None:
    assert not helpers.samples_follow_the_law(NAME, 1, Parameters.read(raw), 1_000, seed=6).rejected


# The exact trade-off


@settings(max_examples=40)
@given(SMALL, RATIONALS)
def test_optimal_delta_is_that_of_all_transcripts(p: Parameters, t: Fraction) -> None:
    expected = delta_by_hand(numbers(p), t)
    assert optimal_delta(p, t) == expected
    assert composition._summed_delta(p, t) == expected  # the route of irrational budgets


def test_the_check_of_optimal_delta_can_fail() -> None:
    p = Parameters.read(exp_eps=2, rounds=3, delta="1/10")
    assert optimal_delta(p, 2) == delta_by_hand(numbers(p), Fraction(2))
    assert optimal_delta(p, 2) != delta_by_hand(numbers(p)[1:], Fraction(2))
    assert optimal_delta(p, 2) != delta_by_hand([(Fraction(2), Fraction(0))] * 3, Fraction(2))


@pytest.mark.parametrize("raw", [{**GOOD, "delta": "1/7"}, {"epsilon": "1/3", "rounds": 8}])
@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 5), Fraction(1), Fraction(5, 2)])
def test_optimal_delta_of_irrational_budgets(raw: dict[str, object], epsilon: Fraction) -> None:
    p = Parameters.read(raw)
    assert optimal_delta(p, exp(epsilon)) == PrivacyLoss.from_pair(law(0, p), law(1, p)).delta(exp(epsilon))


@given(SMALL)
def test_the_theorem_of_kairouz_oh_and_viswanath(p: Parameters) -> None:
    """Theorem 3.3: ((k - 2i) eps, 1 - (1 - delta)^k (1 - delta_i)) for i up to k/2."""
    t, k = numbers(p)[0][0], p.rounds
    for i in range(k // 2 + 1):
        delta_i = sum(math.comb(k, n) * (t ** (k - n) - t ** (k - 2 * i + n)) for n in range(i)) / (1 + t) ** k
        assert optimal_delta(p, t ** (k - 2 * i)) == 1 - (1 - p.delta) ** k * (1 - delta_i)


def test_ten_thousand_rounds() -> None:
    rational = optimal_delta(Parameters.read(exp_eps="3/2", rounds=10_000), 4)
    assert float(1 - rational) == pytest.approx(1.77619e-90, rel=1e-5)
    p = Parameters.read(epsilon="1/100", rounds=10_000)
    irrational = optimal_delta(p, exp(2))
    mpmath.mp.dps, truth = 40, 1 / (1 + mpmath.exp(mpmath.mpf(-1) / 100))
    expected = mpmath.mpf(0)
    for n in range(5_100, 6_500):  # beyond lies less than 1e-180
        loss = mpmath.mpf(2 * n - 10_000) / 100
        mass = mpmath.binomial(10_000, n) * truth**n * (1 - truth) ** (10_000 - n)
        expected += max(0, mass * (1 - mpmath.exp(2 - loss)))
    assert float(as_real(irrational)) == pytest.approx(float(expected), rel=1e-12)


@settings(max_examples=40)
@given(parameters(), st.fractions(0, "11/12", max_denominator=24))
def test_optimal_epsilon_is_the_inverse_of_optimal_delta(p: Parameters, delta: Fraction) -> None:
    found = optimal_epsilon(p, delta)
    if found is None:
        assert delta < 1 - (1 - p.delta) ** p.rounds
        return
    if isinstance(found, LogForm) and found == 0:
        assert optimal_delta(p, 1) <= delta
        return
    if isinstance(found, LogForm):
        assert optimal_delta(p, found.exp()) == delta
        return
    low, high = found.exp().bounds(128)
    assert optimal_delta(p, low) >= delta >= optimal_delta(p, high)
    assert high - low < Fraction(1, 10**20) * high


@given(SMALL, st.fractions(0, "11/12", max_denominator=24))
def test_optimal_epsilon_agrees_with_the_profile(p: Parameters, delta: Fraction) -> None:
    found, expected = optimal_epsilon(p, delta), PrivacyLoss.from_pair(law(0, p), law(1, p)).profile.epsilon(delta)
    assert (found is None) == (expected is None)
    if found is not None:
        assert isinstance(found, LogForm)
        assert found == expected


UNLIKE = st.lists(
    st.tuples(st.fractions("7/6", 8, max_denominator=6), st.fractions(0, "1/2", max_denominator=6)),
    min_size=1,
    max_size=4,
)


@settings(max_examples=40)
@given(UNLIKE, RATIONALS)
def test_unlike_rounds(rounds: list[RoundNumbers], t: Fraction) -> None:
    listed = [Round(Budget(exp_eps=base), delta) for base, delta in rounds]
    assert heterogeneous_delta(listed, t) == delta_by_hand(rounds, t)


def test_equal_rounds_are_a_case_of_unlike_rounds() -> None:
    for raw in ({"exp_eps": "3/2", "rounds": 12, "delta": "1/10"}, {"epsilon": "1/2", "rounds": 4}):
        p = Parameters.read(raw)
        assert heterogeneous_delta(rounds_of(p), 2) == optimal_delta(p, 2)
        assert heterogeneous_delta(rounds_of(p)[1:], 2) != optimal_delta(p, 2)


# Printed bounds, each against the exact trade-off on a grid, as printed and tampered with.

BUDGETS = (Budget("1/10"), Budget(1), Budget(exp_eps="11/10"), Budget(exp_eps=4))
COUNTS = (1, 2, 10, 100)
DELTAS = (Fraction(0), Fraction(1, 1000))
SLACKS = (Fraction(1, 10**6), Fraction(1, 100), Fraction(9, 10))
GRID = [Parameters(budget, k, delta) for budget in BUDGETS for k in COUNTS for delta in DELTAS]
MIXED = (Round(Budget("1/10"), Fraction(1, 50)), Round(Budget(exp_eps=2)), Round(Budget("1/2")))


def valid_on(grid: Sequence[Parameters], bound: Callable[[Parameters, Fraction], Bound]) -> bool:
    return all(is_valid(bound(p, s), partial(optimal_delta, p)) for p in grid for s in SLACKS)


def valid(bound: Callable[[Parameters, Fraction], Bound]) -> bool:
    return valid_on(GRID, bound)


def less(bound: Bound, share: Real | Fraction) -> Bound:
    """The bound with less epsilon."""
    return Bound(as_real(bound.epsilon) - share, bound.delta)


def kov_root(p: Parameters, slack: Fraction) -> Real:
    return as_real(advanced_lazy(rounds_of(p), slack).epsilon) - as_real(p.budget.epsilon * p.rounds)


def plain_root(p: Parameters, slack: Fraction) -> Real:
    """eps sqrt(2 k ln(1/slack))."""
    return as_real(p.budget.epsilon) * (2 * p.rounds * as_real(1 / slack).log()).sqrt()


def test_basic_composition() -> None:
    assert valid(lambda p, _: basic_sum(rounds_of(p)))
    assert valid(lambda p, _: basic_product(rounds_of(p)))
    assert not valid(lambda p, _: Bound(p.budget.epsilon * p.rounds, p.delta))
    assert not valid(lambda p, _: Bound(p.budget.epsilon * p.rounds * Fraction(999, 1000), p.rounds * p.delta))


def test_basic_composition_of_unlike_rounds() -> None:
    curve = partial(heterogeneous_delta, MIXED)
    bound = basic_product(MIXED)
    assert bound.epsilon == LogForm(Fraction(3, 5)) + log(2)
    assert bound.delta == Fraction(1, 50) == curve(bound.epsilon.exp())  # type: ignore[union-attr]  # a LogForm
    assert is_valid(basic_sum(MIXED), curve)
    assert not is_valid(less(bound, Fraction(1, 10**6)), curve)


def test_advanced_composition_as_the_lazy_paper_prints_it() -> None:
    assert valid(lambda p, s: advanced_lazy(rounds_of(p), s))
    assert not valid(lambda p, s: less(advanced_lazy(rounds_of(p), s), 2 * kov_root(p, s)))
    assert not valid(lambda p, s: Bound(p.budget.epsilon * p.rounds * Fraction(9, 10), s / 10**9))


@pytest.mark.parametrize("p", GRID)
def test_as_printed_there_it_is_never_better_than_basic_composition(p: Parameters) -> None:
    printed, basic = advanced_lazy(rounds_of(p), "1/100"), basic_product(rounds_of(p))
    assert decide(printed.epsilon > as_real(basic.epsilon))  # type: ignore[operator]  # a Real
    assert printed.delta > basic.delta


def test_advanced_composition_as_it_cites_it() -> None:
    assert valid(lambda p, s: advanced_kov(rounds_of(p), s))
    assert not valid(lambda p, s: less(advanced_kov(rounds_of(p), s), kov_root(p, s) / 2))
    assert not valid(lambda p, s: Bound(kov_root(p, s), advanced_kov(rounds_of(p), s).delta))
    assert not valid(lambda p, s: Bound(advanced_kov(rounds_of(p), s).epsilon, s / 10))


def test_advanced_composition_of_unlike_rounds() -> None:
    rounds = [Round(Budget(exp_eps="11/10"), Fraction(1, 500))] * 12 + [Round(Budget(exp_eps="6/5"))] * 24
    curve = partial(heterogeneous_delta, rounds)
    for slack in SLACKS:
        assert is_valid(advanced_kov(rounds, slack), curve)
        assert is_valid(advanced_kov(MIXED, slack), partial(heterogeneous_delta, MIXED))
    assert not is_valid(less(advanced_kov(rounds, SLACKS[1]), 2), curve)


def test_the_roots_of_advanced_composition_by_hand() -> None:
    """Four rounds of eps = 1/2, slack 1/10: S = 1, and the lesser root is the one with e + 10 > 1/slack = 10."""
    bound = advanced_lazy([Round(Budget("1/2"))] * 4, "1/10")
    assert float(as_real(bound.epsilon)) == pytest.approx(2 + math.sqrt(2 * math.log(10)), rel=1e-14)
    assert bound.delta == Fraction(1, 10)
    wide = advanced_lazy([Round(Budget("1/100"))] * 4, "1/1000")  # S = 1/2500: e + 20 < 1000
    assert float(as_real(wide.epsilon)) == pytest.approx(0.04 + 0.02 * math.sqrt(2 * math.log(math.e + 20)), rel=1e-14)
    kov = advanced_kov([Round(Budget("1/2"))] * 400, "1/10")
    expected = 200 * math.tanh(0.25) + math.sqrt(200 * math.log(10))
    assert float(as_real(kov.epsilon)) == pytest.approx(expected, rel=1e-14)
    assert float(as_real(advanced_kov([Round(Budget("1/2"))] * 4, "1/10").epsilon)) == 2  # basic composition


def test_the_composition_of_concentrated_privacy() -> None:
    """It speaks of pure privacy."""
    pure = [p for p in GRID if p.delta == 0]
    assert valid_on(pure, lambda p, s: advanced_cdp(p.budget, p.rounds, s))

    assert not valid_on(pure, lambda p, s: less(advanced_cdp(p.budget, p.rounds, s), plain_root(p, s) / 2))
    assert not valid_on(pure, lambda p, s: Bound(advanced_cdp(p.budget, p.rounds, s).epsilon, s / 10**4))


def test_the_boosting_theorem() -> None:
    assert valid(lambda p, s: advanced_dwork(p.budget, p.rounds, s, p.delta))
    assert not valid(lambda p, s: advanced_dwork(p.budget, p.rounds, s))  # the delta of the rounds left out
    assert not valid(lambda p, s: less(advanced_dwork(p.budget, p.rounds, s, p.delta), plain_root(p, s) / 2))


# The composition of the lecture notes: true where it is no less than basic composition, false in general.


def notes_hold(alpha: Fraction, rounds: int) -> bool:
    p = Parameters.read(epsilon=2 * alpha, rounds=rounds)
    return is_valid(advanced_notes(alpha, rounds), partial(optimal_delta, p))


@pytest.mark.parametrize("alpha", [Fraction(1, 6), Fraction(1, 2), Fraction(1)])
def test_the_notes_are_right_where_basic_composition_is_enough(alpha: Fraction) -> None:
    assert all(notes_hold(alpha, rounds) for rounds in (1, 2, 10, 50))


def test_the_notes_are_wrong_at_169_rounds() -> None:
    """The least number of rounds for any alpha = 1/n: see the next test."""
    assert notes_hold(Fraction(1, 28), 168)
    assert not notes_hold(Fraction(1, 28), 169)
    assert advanced_notes("1/28", 169) == Bound(LogForm(Fraction(12 * 169, 784)), exp(Fraction(-169, 28)))


@pytest.mark.slow
@pytest.mark.parametrize("n", [24, 26, 27, 28, 29, 30, 32, 36])
def test_the_notes_are_right_up_to_168_rounds(n: int) -> None:
    """All numbers of rounds where they fail first, at 1/28, and each eighth elsewhere."""
    assert all(notes_hold(Fraction(1, n), rounds) for rounds in range(168, 0, -1 if n == 28 else -8))


# Group privacy


def rising(t: Fraction, delta: Fraction, size: int) -> list[Dist[int]]:
    """Laws on {0, 1}, neighbors (log t, delta)-indistinguishable, whose first has all that group privacy allows."""
    masses = [delta * (t**i - 1) / (t - 1) for i in range(size, -1, -1)]
    return [Dist({1: mass, 0: 1 - mass}) for mass in masses]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_group_privacy(size: int) -> None:
    t, delta = Fraction(2), Fraction(1, 1000)
    laws = rising(t, delta, size)
    assert all(indistinguishable(p, q, Budget(exp_eps=t), delta) for p, q in zip(laws[1:], laws[:-1], strict=True))
    curve = partial(hockey_stick_divergence, laws[0], laws[-1])
    printed, tight = (rule(Budget(exp_eps=t), delta, size) for rule in (group_privacy, tight_group_privacy))
    assert is_valid(printed, curve)
    assert is_valid(tight, curve)
    assert printed.delta == size * 2 ** (size - 1) * delta
    assert tight.delta == curve(t**size) == delta * (2**size - 1)  # attained
    assert not is_valid(Bound(tight.epsilon, tight.delta * Fraction(999, 1000)), curve)
    if size > 1:
        assert tight.delta < printed.delta
        assert not is_valid(Bound(printed.epsilon, size * delta), curve)  # the factor e^((k - 1) eps) left out


@given(st.fractions("7/6", 6, max_denominator=6), st.integers(1, 6), st.integers(0, 5))
def test_tight_group_privacy_is_the_sum_along_the_chain(t: Fraction, size: int, tenths: int) -> None:
    delta = Fraction(tenths, 10)
    tight, printed = (rule(Budget(exp_eps=t), delta, size) for rule in (tight_group_privacy, group_privacy))
    assert tight.delta == sum(delta * t**i for i in range(size))
    assert tight.delta <= printed.delta
    assert tight.epsilon == printed.epsilon == log(t) * size


# Concentrated privacy: an (eps, 0)-private mechanism is eps^2/2-concentrated, and k rounds of it k eps^2/2.


@pytest.mark.parametrize(("epsilon", "rounds"), [("1", 1), ("1/10", 20), ("1/10", 200), ("1/4", 32), ("1/100", 20)])
@pytest.mark.parametrize("delta", [Fraction(24, 100), Fraction(1, 100), Fraction(1, 10**9)])
def test_concentrated_to_approximate(epsilon: str, rounds: int, delta: Fraction) -> None:
    p = Parameters.read(epsilon=epsilon, rounds=rounds)
    rho, curve = Fraction(epsilon) ** 2 * rounds / 2, partial(optimal_delta, p)
    printed, standard = (
        rule(rho, delta) for rule in (concentrated_to_approximate, standard_concentrated_to_approximate)
    )
    assert is_valid(printed, curve)
    assert is_valid(standard, curve)
    assert decide(standard.epsilon <= printed.epsilon)  # type: ignore[operator]  # Reals
    cdp = advanced_cdp(Budget(epsilon), rounds, delta)
    assert float(as_real(cdp.epsilon)) == pytest.approx(float(as_real(standard.epsilon)), rel=1e-14)


def test_a_third_of_the_printed_conversion_is_too_little() -> None:
    p = Parameters.read(epsilon="1/10", rounds=200)
    printed = concentrated_to_approximate(1, "1/100")
    assert not is_valid(Bound(as_real(printed.epsilon) / 3, printed.delta), partial(optimal_delta, p))


def test_no_concentration_at_all_is_no_loss() -> None:
    assert float(as_real(standard_concentrated_to_approximate(0, "1/10").epsilon)) == 0


# The delta-approximate max divergence, against all subsets


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


# Deciding a bound


def test_a_bound_that_touches_the_curve_stays_undecided() -> None:
    p = Parameters.read(exp_eps=2, rounds=2)
    touching = Bound(as_real(log(3)), optimal_delta(p, 3))
    with pytest.raises(Undecided, match="meets the curve"):
        is_valid(touching, partial(optimal_delta, p))
    assert is_valid(Bound(log(3), touching.delta), partial(optimal_delta, p))


# Bad input


@pytest.mark.parametrize(
    ("change", "message"),
    [
        *helpers.BUDGET_MISTAKES,
        ({"rounds": None}, "rounds = nothing: expected"),
        ({"rounds": 0}, "rounds = 0: expected a whole number of at least 1"),
        ({"rounds": "5/2"}, "rounds = '5/2': expected a whole number"),
        ({"delta": 1}, "delta = 1: expected a number in"),
        ({"delta": "-1/9"}, "delta = -1/9: expected a number in"),
        ({"delta": 0.1}, "delta = 0.1: expected .*not float"),
        ({"detla": "1/9"}, r"did you mean 'delta'\?"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    helpers.refuses(GOOD, change, message, NAME)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (2, "data = 2: expected the secret bit"),
        (-1, "data = -1: expected the secret bit"),
        (True, "data = True: expected"),
        (0.0, "data = 0.0: expected"),
        ("x", "data = 'x': expected"),
        (None, "data = None: expected"),
    ],
)
def test_bad_data(bad: Any, message: str) -> None:
    helpers.refuses_data(NAME, Parameters.read(GOOD), bad, message)


ONE = Round(Budget(1))


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: optimal_delta(Parameters.read(GOOD), 0.5), "exp_eps = 0.5: expected"),
        (lambda: optimal_delta(Parameters.read(GOOD), -1), "exp_eps = -1: expected"),
        (lambda: optimal_epsilon(Parameters.read(GOOD), 1), "delta = 1: expected a number in"),
        (lambda: Round(1), "budget = 1: expected a Budget"),
        (lambda: Round(Budget(1), 1), "delta = 1: expected"),
        (lambda: heterogeneous_delta([], 2), r"rounds = \[\]: expected a sequence of at least one Round"),
        (lambda: basic_sum([None]), r"rounds = \[None\]: expected"),  # type: ignore[list-item]
        (lambda: advanced_lazy([ONE], 0), "slack = 0: expected a number strictly between"),
        (lambda: advanced_kov([ONE], 1), "slack = 1: expected"),
        (lambda: advanced_cdp(Budget(1), 0, "1/2"), "rounds = 0: expected"),
        (lambda: advanced_cdp(Budget(1), 2, 1), "delta = 1: expected"),
        (lambda: advanced_dwork(Budget(1), 2, "1/2", 1), "delta = 1: expected"),
        (lambda: advanced_notes(0, 3), "alpha = 0: expected"),
        (lambda: group_privacy(Budget(1), 0, 0), "size = 0: expected"),
        (lambda: tight_group_privacy(Budget(1), -1, 2), "delta = -1: expected"),
        (lambda: concentrated_to_approximate("3/2", "1/10"), "rho = 3/2: expected a number of at most 1"),
        (lambda: concentrated_to_approximate(1, "1/4"), "delta = 1/4: expected a number below 1/4"),
        (lambda: standard_concentrated_to_approximate(-1, "1/10"), "rho = -1: expected"),
        (lambda: approximate_max_ratio(Dist.point(0), Dist.point(0), 1), "delta = 1: expected"),
    ],
)
def test_bad_questions(question: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        question()
    assert "\n" not in str(caught.value)
