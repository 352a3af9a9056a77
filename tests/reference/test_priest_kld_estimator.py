"""The exact moments of PRIEST-KLD's estimate, against enumeration of all draws and against what the text prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Dist, LogForm, decide, log
from dpassay.exact.quadratic_form import QuadraticForm
from dpassay.reference import priest_kld_estimator as estimator
from dpassay.reference.priest_kld_estimator import Clients, Moments, Shares, divergence, exact_moments, moments

F = Fraction
HALVES = (F(1, 2), F(1, 2))
THIRDS = (F(1, 3), F(2, 3))
PAIR: Clients = ((0,), (1,))


def distributions(letters: int) -> st.SearchStrategy[Shares]:
    weights = st.lists(st.integers(1, 4), min_size=letters, max_size=letters)
    return weights.map(lambda drawn: tuple(F(w, sum(drawn)) for w in drawn))


def by_enumeration(
    clients: Clients, reference: Shares, participants: int, *, lam: Fraction, rounds: int, floor: Fraction
) -> tuple[LogForm, QuadraticForm]:
    """Mean and variance over every sequence of draws and sets of clients, one estimate each."""
    letters, mean, square = range(len(reference)), LogForm(), QuadraticForm(())
    sets = list(combinations(clients, participants))
    rounds_of = list(product(letters, sets))
    for played in product(rounds_of, repeat=rounds):
        weight = F(1, len(sets) ** rounds)
        for x, _ in played:
            weight *= reference[x]
        shares = [max(estimator.frequencies(chosen, len(reference))[x], floor) for x, chosen in played]
        value = estimator.estimate([x for x, _ in played], shares, reference, lam)
        mean += weight * value
        square += weight * QuadraticForm.product(value, value)
    return mean, square - QuadraticForm.product(mean, mean)


@pytest.mark.parametrize(
    ("clients", "reference", "participants", "of_estimate"),
    [
        (((0,), (0,), (1,)), HALVES, 3, (F(1), 2, F(0))),
        (((0, 1), (0, 0), (1, 1)), THIRDS, 2, (F(1, 3), 2, F(1, 8))),
        (((0,), (0,), (1,), (1,)), HALVES, 3, (F(2), 1, F(0))),
        (((0,), (2,), (1,)), (F(1, 2), F(1, 4), F(1, 4)), 1, (F(-1), 2, F(1, 10))),
    ],
)
def test_moments_are_those_of_all_draws(
    clients: Clients, reference: Shares, participants: int, of_estimate: tuple[Fraction, int, Fraction]
) -> None:
    lam, rounds, floor = of_estimate
    laws = estimator.frequency_laws(clients, len(reference), participants)
    found = moments(reference, laws, floor or None)
    mean, variance = by_enumeration(clients, reference, participants, lam=lam, rounds=rounds, floor=floor)
    assert found.expectation(lam) == mean
    assert found.estimate_variance(lam, rounds) == variance
    assert found.estimate_variance(lam + 1, rounds) != variance


@given(st.integers(2, 4).flatmap(lambda k: st.tuples(distributions(k), distributions(k))), st.fractions(-3, 3))
def test_with_all_clients_the_mean_is_the_divergence(pair: tuple[Shares, Shares], lam: Fraction) -> None:
    reference, shares = pair
    found = moments(reference, [Dist.point(share) for share in shares])
    assert found.expectation(lam) == divergence(reference, shares)
    assert found.covariance == divergence(shares, reference) + divergence(reference, shares)
    _check_best(found)


def _check_best(found: Moments) -> None:
    """The best lambda has the least variance; where r is constant there is none."""
    best = found.best_lambda()
    if best is None:
        assert found.estimate_variance(F(5), 1) == found.estimate_variance(F(0), 1)
        return
    assert best > 0
    near = F(round(float(best) * 64), 64)
    for lam in (near, near + F(1, 2), near - F(1, 2)):
        gap = found.estimate_variance(lam, 3).as_real() - found.least_variance(3)
        excess = (lam - best) * (lam - best).as_real() * found.variance / 3 if isinstance(best, LogForm) else None
        assert excess is not None
        assert abs(float(gap) - float(excess)) < 1e-12


def test_a_sample_of_clients_is_biased() -> None:
    laws = estimator.frequency_laws(((0,), (0,), (1,), (1,)), 2, 3)
    found = moments(HALVES, laws)
    assert divergence(HALVES, HALVES) == 0
    assert found.expectation(F(0)) == found.expectation(F(9)) == F(1, 2) * log(F(9, 8))
    assert found.estimate_variance(F(0), 1) == F(1, 4) * QuadraticForm.product(log(2), log(2))


def test_two_letters_are_told_without_any_variance_at_the_best_lambda() -> None:
    found = exact_moments(PAIR, THIRDS)
    assert found.best_lambda() == F(4, 3) * log(2)
    assert not decide(found.least_variance(1) > F(1, 10**30))
    assert float(found.estimate_variance(F(1), 2).as_real()) == pytest.approx(0.000359138119809273)


def test_clients_may_hold_differently_many_items() -> None:
    assert exact_moments(((0, 0, 0, 1), (0, 1)), HALVES).expectation(F(1)) == divergence(HALVES, (F(2, 3), F(1, 3)))
    with pytest.raises(ValueError, match="clients = of several sizes: expected equally many items each"):
        estimator.frequency_laws(((0, 0), (1,)), 2, 1)


def test_a_count_of_zero_needs_a_floor() -> None:
    with pytest.raises(ValueError, match=r"data = with a letter of count 0: expected counts above 0, or a floor tau"):
        exact_moments(((0,), (0,)), HALVES)
    laws: Sequence[Dist[Fraction]] = estimator.frequency_laws(PAIR, 2, 1)
    found = moments(HALVES, laws, F(1, 4))
    assert found.mean_ratio == F(5, 4)  # what a floor adds is a bias that lambda multiplies
    assert found.expectation(F(1)) - found.expectation(F(0)) == F(1, 4)


def test_what_is_no_distribution_is_refused() -> None:
    assert divergence((F(1), F(0)), HALVES) == log(2)
    calls: dict[str, Callable[[], object]] = {
        "shares": lambda: divergence(HALVES, (F(1), F(0))),
        "rounds": lambda: exact_moments(PAIR, THIRDS).estimate_variance(F(1), 0),
        "clients": lambda: estimator.histogram(((2,),), 2),
        "participants": lambda: estimator.frequency_laws(PAIR, 2, 3),
        "samples": lambda: estimator.estimate([0], [], HALVES, F(1)),
        "reference": lambda: exact_moments(PAIR, (F(0), F(1))),
    }
    for name, call in calls.items():
        with pytest.raises(ValueError, match=f"^{name} = "):
            call()
