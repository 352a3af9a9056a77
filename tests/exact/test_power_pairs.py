"""Laws of powers of one base, and their privacy loss in each of its three forms, against sums over outcomes."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dpassay.analysis.optimal_composition import optimal_delta
from dpassay.exact import (
    Budget,
    Dist,
    EnclosedLoss,
    LatticeLoss,
    Number,
    PrivacyLoss,
    Profile,
    Share,
    as_real,
    epsilon_at,
    exp,
    hockey_stick_divergence,
    max_ratio,
    power,
    power_pairs,
)
from dpassay.exact.expnumber import common_powers
from dpassay.exact.powers import Powers
from dpassay.reference import composition
from tests.exact.second_opinion import MP, agree, mp, rejects

Weights = dict[int, Share | Fraction]
BASES: list[Number] = [Fraction(2), Fraction(6, 5), exp(Fraction(1, 3)), exp(Fraction(2, 7)), power(3, Fraction(1, 2))]


@pytest.fixture(params=["exact", "long"])
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with the form that short laws have, and with that of long ones."""
    if request.param == "long":
        monkeypatch.setattr(power_pairs, "MOST_EXACT_TERMS", 0)
    return str(request.param)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Number, Weights, Weights]:
    """Two laws on the same shares with other exponents; each may give an outcome that the other never does."""
    base = draw(st.sampled_from(BASES))
    size = draw(st.integers(1, 5))
    counts, first, second = (
        draw(st.lists(numbers, min_size=size, max_size=size))
        for numbers in (st.integers(1, 4), st.integers(-3, 3), st.integers(-3, 3))
    )
    laws: list[Weights] = [
        {y: Share(c, e) for y, (c, e) in enumerate(zip(counts, exponents, strict=True))}
        for exponents in (first, second)
    ]
    for mark, weights in zip((-1, size), laws, strict=True):
        mass = draw(st.sampled_from([Fraction(0), Fraction(1, 10)]))
        weights.update({mark: mass} if mass else {})
    return base, laws[0], laws[1]


def probabilities(base: Number, weights: Weights) -> dict[int, Number]:
    """The law by its definition."""
    outright = {y: w for y, w in weights.items() if not isinstance(w, Share)}
    shares = {y: base**w.exponent * w.count for y, w in weights.items() if isinstance(w, Share)}
    rest, whole = 1 - sum(outright.values(), Fraction(0)), sum(shares.values(), Fraction(0))
    return {**outright, **{y: rest * share / whole for y, share in shares.items()}}


def delta_by_definition(base: Number, first: Weights, second: Weights, t: Number) -> Number:
    p, q = probabilities(base, first), probabilities(base, second)
    gains = [p.get(y, Fraction(0)) - t * q.get(y, Fraction(0)) for y in {**p, **q}]
    return sum((gain for gain in gains if gain > 0), Fraction(0))


def check_holds(ours: Any, expected: Number) -> None:
    """Fail unless an exact number is equal, or an enclosure holds the number and is narrow at every precision."""
    if not isinstance(ours, type(as_real(1))):
        assert ours == expected
        return
    for bits in (100, 400):
        error = (ours - expected).ball(bits)
        assert error.contains(0)
        assert error.abs_upper() < 2.0 ** -(bits // 2)


def both(base: Number, first: Weights, second: Weights) -> tuple[Dist[int], Dist[int]]:
    return Dist.from_powers(base, first), Dist.from_powers(base, second)


@given(pairs())
def test_the_law_is_its_definition(drawn: tuple[Number, Weights, Weights]) -> None:
    base, first, _ = drawn
    exact, expected = Dist.from_powers(base, first), probabilities(base, first)
    assert dict(exact.items()) == expected
    assert list(exact.outcomes) == [y for y, weight in first.items() if weight != 0]
    assert exact == Dist(expected)
    running: Number = Fraction(0)
    for outcome, mass, below in exact.cumulative():
        running = running + expected[outcome]
        assert (mass, below) == (expected[outcome], running)


@settings(max_examples=40)
@given(pairs())
def test_long_laws_are_enclosed(drawn: tuple[Number, Weights, Weights]) -> None:
    base, first, _ = drawn
    rows = Powers(base, first).cumulative(order := sorted(first), most_exact=0)
    if isinstance(base, Fraction):
        assert rows is None
        return
    assert rows is not None
    running: Number = Fraction(0)
    for y, (mass, below) in zip(order, rows, strict=True):
        running = running + probabilities(base, first)[y]
        check_holds(mass, probabilities(base, first)[y])
        check_holds(below, running)


@settings(max_examples=60)
@given(
    pairs(), st.sampled_from([Fraction(1), Fraction(3, 2), exp(Fraction(1, 3)), exp(Fraction(4, 7)), Fraction(36, 25)])
)
def test_delta_is_its_definition_in_every_form(drawn: tuple[Number, Weights, Weights], t: Number) -> None:
    base, first, second = drawn
    expected = delta_by_definition(base, first, second, t)
    for most, kinds in ((64, Profile), (0, LatticeLoss if isinstance(base, Fraction) else EnclosedLoss)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(power_pairs, "MOST_EXACT_TERMS", most)
            p, q = both(base, first, second)
            pair = power_pairs.PowerPair.of(Powers(base, first), Powers(base, second))
            loss = pair.loss() if pair else None
            assert isinstance(loss, kinds)
            check_holds(hockey_stick_divergence(p, q, t), expected)
            ratios = finite_ratios(base, first, second)
            for ratio in ratios if t == 1 else ():
                check_holds(loss.delta(ratio), delta_by_definition(base, first, second, ratio))
            largest = max(ratios)
            infinite = any(not isinstance(weight, Share) for weight in first.values())
            assert max_ratio(p, q) == (None if infinite else largest)


def finite_ratios(base: Number, first: Weights, second: Weights) -> list[Number]:
    p, q = probabilities(base, first), probabilities(base, second)
    return [p[y] / q[y] for y in p if y in q]


@pytest.mark.parametrize("base", BASES, ids=str)
def test_the_check_of_delta_can_fail(base: Number, form: str) -> None:
    first: Weights = {0: Share(1, 1), 1: Share(2, 0), 2: Share(1, -1)}
    second: Weights = {0: Share(1, -1), 1: Share(2, 0), 2: Share(1, 1)}
    ours = hockey_stick_divergence(*both(base, first, second), Fraction(1))
    check_holds(ours, delta_by_definition(base, first, second, Fraction(1)))
    for tampered in ({**second, 0: Share(1, 0)}, {**second, 1: Share(3, 0)}, {**second, 3: Fraction(1, 1000)}):
        rejects(check_holds, ours, delta_by_definition(base, first, tampered, Fraction(1)))


ONE_SHARE: Weights = {0: Share(1, 0)}


@settings(max_examples=80)
@example((Fraction(2), ONE_SHARE, {**ONE_SHARE, 1: Fraction(1, 10)}), Fraction(0))  # all of the first law is favorable
@example((exp(Fraction(1, 3)), ONE_SHARE, {**ONE_SHARE, 1: Fraction(1, 10)}), Fraction(1, 10))  # and delta(1) is 1/10
@given(pairs(), st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1, 7), Fraction(1, 1000)]))
def test_epsilon_inverts_delta_in_every_form(drawn: tuple[Number, Weights, Weights], delta: Fraction) -> None:
    base, first, second = drawn
    infinite = sum((weight for weight in first.values() if not isinstance(weight, Share)), Fraction(0))
    for most in (64, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(power_pairs, "MOST_EXACT_TERMS", most)
            found = epsilon_at(*both(base, first, second), delta)
        assert (found is None) == (infinite > delta)
        if found is None:
            continue
        low, high = as_real(found).exp().bounds(100)
        assert as_real(delta_by_definition(base, first, second, max(low, Fraction(1)))).bounds()[1] >= min(
            delta, as_real(delta_by_definition(base, first, second, Fraction(1))).bounds()[0]
        )
        slack = Fraction(1, 1 << 90)
        assert delta_by_definition(base, first, second, max(high, Fraction(1))) <= delta + slack


def test_laws_of_other_shares_take_the_long_way() -> None:
    """A count that differs, or an outcome without a share in the other law: no power of the base tells the ratio."""
    base = exp(Fraction(1, 3))
    one: Weights = {0: Share(1, 1), 1: Share(1, 0)}
    for other in ({0: Share(2, 0), 1: Share(1, 0)}, {0: Share(1, 0), 2: Share(1, 1)}):
        weights: Weights = dict(other)
        assert power_pairs.PowerPair.of(Powers(base, one), Powers(base, weights)) is None
        for t in (Fraction(1), Fraction(5, 4)):
            ours = hockey_stick_divergence(*both(base, one, weights), t)
            check_holds(ours, delta_by_definition(base, one, weights, t))


def test_bases_that_are_powers_of_one_number() -> None:
    p = Dist.from_powers(exp(Fraction(1, 2)), {0: Share(1, 1), 1: Share(1, 0)})
    q = Dist.from_powers(exp(Fraction(1, 3)), {0: Share(1, -1), 1: Share(1, 0)})
    pair = power_pairs.PowerPair.of(*(law.powers for law in (p, q)))  # type: ignore[arg-type]  # both have powers
    assert pair is not None
    assert (pair.base, list(pair.groups)) == (exp(Fraction(1, 6)), [0, 5])
    e, f = exp(Fraction(1, 2)), exp(Fraction(-1, 3))
    assert hockey_stick_divergence(p, q, 1) == e / (1 + e) - f / (1 + f)


def test_common_powers() -> None:
    assert common_powers([exp(Fraction(-1, 2)), exp(Fraction(1, 3)), Fraction(1)]) == (exp(Fraction(1, 6)), [-3, 2, 0])
    assert common_powers([Fraction(1, 4), Fraction(8)]) == (Fraction(2), [-2, 3])
    assert common_powers([2 * exp(1), 4 * exp(2)]) == (2 * exp(1), [1, 2])
    for strangers in ([Fraction(2), Fraction(3)], [exp(1), Fraction(2)], [1 + exp(1), exp(1)], [Fraction(1)]):
        assert common_powers(strangers) is None


@pytest.mark.parametrize(
    ("base", "weights", "words"),
    [
        (Fraction(1), {0: Share(1, 0)}, "base = 1"),
        (Fraction(2), {}, "shares = "),
        (Fraction(2), {0: Share(-1, 0), 1: Share(1, 0)}, "shares = "),
        (Fraction(2), {0: Share(1, 0), 1: Fraction(1)}, "masses = "),
        (Fraction(2), {0: Share(1, 0), 1: Fraction(-1, 2)}, "masses = "),
        (Fraction(2), {0: Share(1, 0), 1: 0.5}, "mass = 0.5"),
    ],
)
def test_bad_powers(base: Number, weights: Any, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{words}"):
        Dist.from_powers(base, weights)


# Composition


def squared_masses(loss: PrivacyLoss, rounds: int, t: Number) -> Number:
    """Delta of independent rounds, atom by atom."""
    p, q = [Fraction(1)], [Fraction(1)]
    for _ in range(rounds):
        p, q = ([x * getattr(atom, side) for x in row for atom in loss.atoms] for side, row in (("p", p), ("q", q)))
    return sum((a - t * b for a, b in zip(p, q, strict=True) if a > t * b), Fraction(0))


@pytest.mark.parametrize("epsilon", [Fraction(1, 3), Fraction(2, 7)])
@pytest.mark.parametrize("infinite", [Fraction(0), Fraction(1, 5)])
def test_rounds_of_an_irrational_base_are_enclosed(
    epsilon: Fraction, infinite: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpassay.exact.privacy_loss.EXACT_RATIOS", 0)
    e = exp(epsilon)
    p: dict[int, Any] = {0: e * (1 - infinite) / (e + 3), 1: 3 * (1 - infinite) / (e + 3), 2: infinite}
    q: dict[int, Any] = {0: 1 / (1 + 3 * e), 1: 3 * e / (1 + 3 * e)}
    loss = PrivacyLoss.from_pair(Dist(p), Dist(q))
    composed = loss.self_compose(3)
    assert isinstance(composed, EnclosedLoss)
    for t in (Fraction(1), e, Fraction(7, 4)):
        check_holds(composed.delta(t), squared_masses(loss, 3, t))
    rejects(check_holds, composed.delta(1), squared_masses(loss, 2, Fraction(1)))


def binary_delta(rounds: int, epsilon: Any, t: Any) -> Any:
    """Randomized response by its binomial sum, in mpmath."""
    e = MP.exp(epsilon)
    choose, result, whole = 1, MP.mpf(0), (1 + e) ** rounds
    for k in range(rounds + 1):
        gain = e**k - t * e ** (rounds - k)
        result += choose * gain / whole if gain > 0 else 0
        choose = choose * (rounds - k) // (k + 1)
    return result


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 10**12)])
def test_ten_thousand_rounds_at_a_tenth(delta: Fraction) -> None:
    p = composition.Parameters.read(epsilon="1/10", rounds=10_000, delta=delta)
    laws = composition.law(0, p), composition.law(1, p)
    hidden = mp(1 - delta) ** 10_000
    for epsilon in (Fraction(80), Fraction(201, 2)):
        truth = 1 - hidden + hidden * binary_delta(10_000, mp(Fraction(1, 10)), MP.exp(mp(epsilon)))
        agree(hockey_stick_divergence(*laws, exp(epsilon)), truth, digits=20)
    rejects(agree, hockey_stick_divergence(*laws, exp(80)), truth)
    assert hockey_stick_divergence(*laws, exp(1000)) == 1 - (1 - delta) ** 10_000
    found = epsilon_at(*laws, Fraction(1, 10**6))
    at_found = MP.exp(mp(as_real(found).bounds(120)[0]))
    agree(Fraction(1, 10**6), 1 - hidden + hidden * binary_delta(10_000, mp(Fraction(1, 10)), at_found), digits=18)


def test_three_forms_of_the_same_rounds() -> None:
    """Rational and irrational budgets close to one another have close deltas; so have both routes to 300 rounds."""
    t = Fraction(3)
    near = Fraction(math.exp(0.1)).limit_denominator(10**4)
    rational = composition.Parameters.read(exp_eps=near, rounds=300)
    irrational = composition.Parameters.read(epsilon="1/10", rounds=300)
    ours = [hockey_stick_divergence(composition.law(0, p), composition.law(1, p), t) for p in (rational, irrational)]
    assert abs(float(as_real(ours[0])) - float(as_real(ours[1]))) < 1e-3
    check_holds(ours[0], optimal_delta(rational, t))
    check_holds(ours[1], optimal_delta(irrational, t))


def test_a_budget_that_no_factoring_reaches() -> None:
    """A rational e^eps of so many digits takes years to factor: it is raised to whole powers all the same."""
    base = Budget(exp_eps=Fraction(10**90 + 7, 10**90)).exp_eps
    first: Weights = {0: Share(1, 1), 1: Share(1, 0)}
    second: Weights = {0: Share(1, 0), 1: Share(1, 1)}
    assert hockey_stick_divergence(*both(base, first, second), 1) == (base - 1) / (base + 1)
