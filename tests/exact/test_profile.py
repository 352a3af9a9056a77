"""Privacy profiles against brute force over events."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Atom, Dist, LogForm, PrivacyLoss, Profile, exp, log
from dpassay.exact.enclosed_loss import EnclosedLoss
from dpassay.exact.lattice_loss import LatticeLoss
from tests.exact.second_opinion import MP, agree, events_hockey_stick, rejects, thresholds, vector_pairs

Pair = tuple[list[Fraction], list[Fraction]]
DELTAS = st.fractions(0, Fraction(39, 40), max_denominator=40)


def of(pair: Pair) -> Profile:
    return Profile.from_atoms(Atom(a, b) for a, b in zip(*pair, strict=True))


def check_delta(profile: Profile, pair: Pair, t: Fraction) -> None:
    assert profile.delta(t) == events_hockey_stick(*pair, t)


@given(vector_pairs(), thresholds())
def test_delta(pair: Pair, t: Fraction) -> None:
    check_delta(of(pair), pair, t)
    assert of(pair).delta(0) == 1


def test_the_delta_check_can_fail() -> None:
    pair = ([Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)])
    lopsided = ([Fraction(9, 10), Fraction(1, 10)], [Fraction(1, 2), Fraction(1, 2)])
    check_delta(of(pair), pair, Fraction(2))
    rejects(check_delta, of((lopsided[1], lopsided[0])), lopsided, Fraction(3, 2))
    rejects(check_delta, of(pair), lopsided, Fraction(3, 2))


@given(vector_pairs(), thresholds(), thresholds(), st.fractions(0, 1, max_denominator=8))
def test_convex_and_non_increasing(pair: Pair, s: Fraction, t: Fraction, share: Fraction) -> None:
    profile = of(pair)
    mixed = share * s + (1 - share) * t
    assert profile.delta(mixed) <= share * profile.delta(s) + (1 - share) * profile.delta(t)
    assert profile.delta(max(s, t)) <= profile.delta(min(s, t))


@given(vector_pairs())
def test_breakpoints(pair: Pair) -> None:
    """The ratios of single outcomes, in order; delta is straight between neighbors, and constant after the last."""
    points = of(pair).breakpoints
    assert [t for t, _ in points] == sorted({a / b for a, b in zip(*pair, strict=True) if b})
    assert all(value == events_hockey_stick(*pair, Fraction(str(t))) for t, value in points)
    for (s, at_s), (t, at_t) in pairwise(points):
        assert events_hockey_stick(*pair, Fraction(str((s + t) / 2))) == (at_s + at_t) / 2
    last, floor = points[-1]
    assert of(pair).delta(last + 5) == floor == of(pair).infinite_mass


@given(vector_pairs())
def test_infinite_mass(pair: Pair) -> None:
    assert of(pair).infinite_mass == sum((a for a, b in zip(*pair, strict=True) if not b), Fraction(0))
    assert (of(pair).max_ratio is None) == (of(pair).infinite_mass > 0)


def check_inverse(profile: Profile, pair: Pair, delta: Fraction, t: Any) -> None:
    """The least t >= 1 with delta(t) <= delta: it is exact, and nothing smaller does."""
    if t is None:
        assert sum((a for a, b in zip(*pair, strict=True) if not b), Fraction(0)) > delta
        return
    assert t >= 1
    if t == 1:
        assert events_hockey_stick(*pair, Fraction(1)) <= delta
    else:
        assert events_hockey_stick(*pair, t) == delta
        assert events_hockey_stick(*pair, t - (t - 1) / 10**6) > delta


@given(vector_pairs(), DELTAS)
def test_inverse(pair: Pair, delta: Fraction) -> None:
    profile = of(pair)
    t = profile.exp_epsilon(delta)
    check_inverse(profile, pair, delta, t)
    epsilon = profile.epsilon(delta)
    assert (epsilon is None) == (t is None)
    if isinstance(t, Fraction):
        assert epsilon == log(t)
        if t > 1:
            rejects(check_inverse, profile, pair, delta, t + 1)
            rejects(check_inverse, profile, pair, delta, 1 + (t - 1) / 2)


@given(vector_pairs())
def test_inverse_at_the_infinite_mass(pair: Pair) -> None:
    """At delta equal to the infinite mass the largest finite ratio is the answer."""
    mass = of(pair).infinite_mass
    if isinstance(mass, Fraction) and mass < 1:
        largest = max(a / b for a, b in zip(*pair, strict=True) if b)
        assert of(pair).exp_epsilon(mass) == max(largest, Fraction(1))


def test_irrational_profile() -> None:
    """Randomized response at eps = 1: delta(t) = (e - t)/(e + 1) between 1/e and e."""
    p, q = exp(1) / (exp(1) + 1), 1 / (exp(1) + 1)
    profile = Profile.from_atoms([Atom(p, q), Atom(q, p)])
    assert profile.max_ratio == exp(1)
    assert profile.delta(2) == (exp(1) - 2) / (exp(1) + 1)
    agree(profile.delta(2), (MP.e - 2) / (MP.e + 1))
    assert profile.delta(exp(1)) == 0
    assert profile.epsilon(0) == LogForm(1)
    t = profile.exp_epsilon("0.1")
    assert t is not None
    assert profile.delta(t) == Fraction(1, 10)
    agree(t, MP.e - (MP.e + 1) / 10)


@pytest.mark.parametrize("bad", [0.5, -1, "x", None, True, float("nan")])
def test_refuses(bad: Any) -> None:
    profile = of(([Fraction(1)], [Fraction(1)]))
    with pytest.raises(ValueError, match=r"^exp_eps = "):
        profile.delta(bad)
    with pytest.raises(ValueError, match=r"^delta = "):
        profile.exp_epsilon(bad)
    with pytest.raises(ValueError, match=r"^delta = "):
        profile.exp_epsilon(1)


@pytest.mark.parametrize("masses", [(0.5, 0.25), (Fraction(-1), Fraction(1)), (Fraction(1), "x")])
def test_atoms_refuse_floats_and_negative_masses(masses: tuple[object, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Atom(*masses)  # type: ignore[arg-type]


def response(t: Any) -> PrivacyLoss:
    """Binary randomized response at e^epsilon = t."""
    return PrivacyLoss.from_pair(Dist({0: t / (1 + t), 1: 1 / (1 + t)}), Dist({0: 1 / (1 + t), 1: t / (1 + t)}))


@pytest.mark.parametrize("bad", [1, "3/2", "-1/10"])
@pytest.mark.parametrize(("t", "kind"), [(Fraction(3), LatticeLoss), (exp(1), EnclosedLoss)])
def test_composed_losses_refuse_a_delta_that_is_none(t: Any, kind: type, bad: object) -> None:
    loss = response(t).self_compose(60)
    assert isinstance(loss, LatticeLoss | EnclosedLoss)
    assert isinstance(loss, kind)
    for ask in (loss.exp_epsilon, loss.epsilon):
        with pytest.raises(ValueError, match=r"^delta = [^\n]*: expected a number in \[0, 1\)$"):
            ask(bad)


@pytest.mark.parametrize("delta", [Fraction(1, 100), Fraction(1, 4)])
def test_the_least_budget_of_two_rounds_in_closed_form(delta: Fraction) -> None:
    """The ratios are 9, 1 and 1/9, hence delta(s) = (9 - s) / 16 for s from 1 to 9."""
    loss = response(Fraction(3)).self_compose(2)
    assert isinstance(loss, LatticeLoss)
    assert loss.exp_epsilon(delta) == 9 - 16 * delta
    assert loss.epsilon(delta) == log(9 - 16 * delta)
    assert loss.exp_epsilon(Fraction(9, 10)) == 1


def test_what_was_asked_of_a_profile_does_not_make_it_another() -> None:
    first, second = (of(([Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)])) for _ in range(2))
    assert first.delta(2) == Fraction(1, 4)
    assert first == second
    assert repr(first) == repr(second)


@pytest.mark.parametrize("rounds", [3, 40])
def test_rational_ratios_of_irrational_masses_compose(rounds: int) -> None:
    """Masses 2t, t and 1 - 3t against t, 2t and 1 - 3t, with t = e^-3: ratios are powers of 2, masses irrational."""
    t, t_again = exp(-3), MP.exp(-3)
    p, q = ({0: a * t, 1: b * t, 2: 1 - 3 * t} for a, b in ((2, 1), (1, 2)))
    loss = PrivacyLoss.from_pair(Dist(p), Dist(q)).self_compose(rounds)
    masses = {0: MP.mpf(1)}
    for _ in range(rounds):
        steps = [
            (j + k, m * w)
            for j, m in masses.items()
            for k, w in ((1, 2 * t_again), (-1, t_again), (0, 1 - 3 * t_again))
        ]
        masses = {j: MP.fsum(m for i, m in steps if i == j) for j in {i for i, _ in steps}}
    for s in (1, 3, 10):
        agree(loss.delta(s), MP.fsum(m * max(MP.mpf(0), 1 - s / MP.mpf(2) ** j) for j, m in masses.items()))
