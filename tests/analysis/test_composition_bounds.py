"""Printed bounds on composition, each against the exact trade-off on a grid, as printed and tampered with."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.analysis.approximate_max_divergence import indistinguishable
from dpassay.analysis.composition_bounds import (
    Bound,
    advanced_cdp,
    advanced_dwork,
    advanced_kov,
    advanced_lazy,
    advanced_notes,
    basic_product,
    basic_sum,
    concentrated_to_approximate,
    group_privacy,
    is_valid,
    standard_concentrated_to_approximate,
    tight_group_privacy,
)
from dpassay.analysis.optimal_composition import Round, heterogeneous_delta, optimal_delta, rounds_of
from dpassay.exact import Budget, Dist, LogForm, Real, Undecided, as_real, decide, exp, hockey_stick_divergence, log
from dpassay.reference.composition import Parameters
from tests.reference import helpers

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


# Deciding a bound


def test_a_bound_that_touches_the_curve_stays_undecided() -> None:
    p = Parameters.read(exp_eps=2, rounds=2)
    touching = Bound(as_real(log(3)), optimal_delta(p, 3))
    with pytest.raises(Undecided, match="meets the curve"):
        is_valid(touching, partial(optimal_delta, p))
    assert is_valid(Bound(log(3), touching.delta), partial(optimal_delta, p))


ONE = Round(Budget(1))


@pytest.mark.parametrize(
    ("question", "message"),
    [
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
    ],
)
def test_bad_questions(question: Callable[[], object], message: str) -> None:
    helpers.complains(question, message)
