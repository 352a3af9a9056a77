"""Composition against product laws, direct convolution and big integers."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.exact import Atom, Dist, LatticeLoss, PrivacyLoss, exp, power, two_sided_geometric
from dpassay.exact.privacy_loss import common_base, exponent_of
from tests.exact.second_opinion import MP, agree, mp, probability_vectors, rejects, thresholds

Pair = tuple[list[Fraction], list[Fraction]]
PAIRS = st.integers(1, 3).flatmap(lambda n: st.tuples(probability_vectors(n), probability_vectors(n)))


def loss(pair: Pair) -> PrivacyLoss:
    return PrivacyLoss.from_pair(*(Dist(dict(enumerate(vector))) for vector in pair))


def direct_delta(pairs: list[Pair], t: Fraction) -> Fraction:
    """The hockey-stick of the product laws, outcome by outcome."""
    result = Fraction(0)
    for outcome in product(*(range(len(p)) for p, _ in pairs)):
        over = math.prod((pair[0][y] for pair, y in zip(pairs, outcome, strict=True)), start=Fraction(1))
        under = math.prod((pair[1][y] for pair, y in zip(pairs, outcome, strict=True)), start=Fraction(1))
        result += max(Fraction(0), over - t * under)
    return result


def check_delta(composed: PrivacyLoss | LatticeLoss, pairs: list[Pair], t: Fraction) -> None:
    assert composed.delta(t) == direct_delta(pairs, t)


@given(PAIRS, PAIRS, thresholds())
def test_composition_is_the_product_law(first: Pair, second: Pair, t: Fraction) -> None:
    check_delta(loss(first).compose(loss(second)), [first, second], t)
    check_delta(loss(second).compose(loss(first)), [first, second], t)


@given(PAIRS, st.integers(1, 4), thresholds())
def test_self_composition(pair: Pair, rounds: int, t: Fraction) -> None:
    check_delta(loss(pair).self_compose(rounds), [pair] * rounds, t)


def test_the_composition_check_can_fail() -> None:
    pair = ([Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)])
    skewed = ([Fraction(1, 2), Fraction(1, 2)], [Fraction(4, 5), Fraction(1, 5)])
    rejects(check_delta, loss(pair).self_compose(2), [pair] * 3, Fraction(2))
    rejects(check_delta, loss(skewed).self_compose(2), [(skewed[1], skewed[0])] * 2, Fraction(5, 4))


def lattice_pair(base: Fraction, exponents: list[int], masses: list[int]) -> Pair:
    """A symmetric pair: ratios base^e and base^-e for each exponent, and some mass of ratio 1."""
    p, q = [Fraction(1)], [Fraction(1)]
    for e, m in zip(exponents, masses, strict=False):
        p += [base**e * m, Fraction(m)]
        q += [Fraction(m), base**e * m]
    mass = sum(p)
    return [x / mass for x in p], [x / mass for x in q]


LATTICE_PAIRS = st.builds(
    lattice_pair,
    st.sampled_from([Fraction(2), Fraction(3, 2), Fraction(5, 3)]),
    st.lists(st.integers(1, 3), min_size=1, max_size=2, unique=True),
    st.lists(st.integers(1, 4), min_size=2, max_size=2),
)


@settings(max_examples=30)
@given(LATTICE_PAIRS, st.integers(1, 6), thresholds())
def test_lattice_route_agrees_with_the_direct_route(pair: Pair, rounds: int, t: Fraction) -> None:
    composed = loss(pair).self_compose(rounds)
    assert isinstance(composed, LatticeLoss)
    by_hand = loss(pair)
    for _ in range(rounds - 1):
        by_hand = by_hand.compose(loss(pair))
    assert composed.delta(t) == by_hand.delta(t)
    if rounds <= 3:
        check_delta(composed, [pair] * rounds, t)


def test_infinite_loss() -> None:
    """One of ten outcomes is never given by q: three rounds keep 1 - 0.9^3 whatever t."""
    pair = ([Fraction(1, 10), Fraction(6, 10), Fraction(3, 10)], [Fraction(0), Fraction(1, 3), Fraction(2, 3)])
    composed = loss(pair).self_compose(3)
    assert composed.delta(10**9) == 1 - Fraction(9, 10) ** 3
    for t in (Fraction(0), Fraction(1), Fraction(7, 3)):
        check_delta(composed, [pair] * 3, t)
    lattice = ([Fraction(1, 5), Fraction(8, 15), Fraction(4, 15)], [Fraction(0), Fraction(1, 3), Fraction(2, 3)])
    assert loss(lattice).profile.infinite_mass == Fraction(1, 5)
    check_delta(loss(lattice).self_compose(2), [lattice] * 2, Fraction(3, 2))


def test_mass_that_only_the_second_law_has() -> None:
    pair = ([Fraction(2, 3), Fraction(1, 3), Fraction(0)], [Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)])
    for t in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3)):
        check_delta(loss(pair).self_compose(3), [pair] * 3, t)


def binomial_delta(rounds: int, ratio: Fraction, t: Fraction) -> Fraction:
    """Randomized response with e^eps = a/b, by binomial sums over one common denominator (a + b)^rounds.

    k true answers have probability C(n, k) a^k b^(n-k) under the first law and C(n, k) b^k a^(n-k) under the second.
    """
    a, b = ratio.numerator, ratio.denominator
    low, high, choose, excess = b**rounds, a**rounds, 1, 0
    for k in range(rounds + 1):
        gain = t.denominator * low - t.numerator * high
        if gain > 0:
            excess += choose * gain
        choose = choose * (rounds - k) // (k + 1)
        low, high = low // b * a, high // a * b
    return Fraction(excess, t.denominator * (a + b) ** rounds)


def response(ratio: Any) -> PrivacyLoss:
    p, q = ratio / (ratio + 1), 1 / (ratio + 1)
    return PrivacyLoss.from_pair(Dist({0: p, 1: q}), Dist({0: q, 1: p}))


def check_response(rounds: int, ratio: Fraction, claimed: Fraction, t: Fraction) -> None:
    composed = response(ratio).self_compose(rounds)
    assert isinstance(composed, LatticeLoss)
    assert composed.delta(t) == binomial_delta(rounds, claimed, t)


@pytest.mark.parametrize("rounds", [1, 2, 7, 100, 333])
@pytest.mark.parametrize("ratio", [Fraction(3, 2), Fraction(11, 10), Fraction(3)])
def test_randomized_response(rounds: int, ratio: Fraction) -> None:
    for t in (Fraction(1), Fraction(4), Fraction(1, 3), ratio**3, ratio**rounds):
        check_response(rounds, ratio, ratio, t)
    rejects(check_response, rounds, ratio, ratio + 1, Fraction(1))


def test_ten_thousand_rounds() -> None:
    check_response(10_000, Fraction(3, 2), Fraction(3, 2), Fraction(4))


@pytest.mark.parametrize("rounds", [1, 2, 5, 12])
def test_exponential_weights(rounds: int) -> None:
    """Randomized response at eps = 1: the ratios are powers of e, which no rational is."""
    composed = response(exp(1)).self_compose(rounds)
    p, q = MP.e / (MP.e + 1), 1 / (MP.e + 1)

    def truth(t: Any) -> Any:
        terms = (p**k * q ** (rounds - k) - t * q**k * p ** (rounds - k) for k in range(rounds + 1))
        return MP.fsum(math.comb(rounds, k) * max(MP.mpf(0), term) for k, term in enumerate(terms))

    for t in (Fraction(1), Fraction(2), Fraction(7, 2)):
        agree(composed.delta(t), truth(mp(t)))
    agree(composed.delta(exp(Fraction(1, 2))), truth(MP.sqrt(MP.e)))
    assert composed.delta(exp(rounds)) == 0
    rejects(agree, composed.delta(1), truth(MP.mpf("1.01")))


def test_radical_weights() -> None:
    """e^eps = sqrt 2: two rounds are one step of randomized response's own lattice."""
    root = power(2, Fraction(1, 2))
    composed = response(root).self_compose(2)
    assert composed.delta(2) == 0
    assert composed.delta(1) == (2 - 1) / (root + 1) ** 2


def test_integer_laws_compose() -> None:
    """Discrete Laplace twice, against a direct double sum."""
    pair = two_sided_geometric(1, "1/2"), two_sided_geometric(0, "1/2")
    composed = PrivacyLoss.from_pair(*pair).self_compose(2)

    def pmf(center: int, k: int) -> Any:
        return mp(Fraction(1, 3)) * MP.mpf(2) ** -abs(k - center)

    for t in (Fraction(1), Fraction(3, 2), Fraction(3)):
        reach = range(-70, 71)
        first, second = ({k: pmf(c, k) for k in reach} for c in (1, 0))
        truth = MP.fsum(
            max(MP.mpf(0), first[j] * first[k] - mp(t) * second[j] * second[k]) for j in reach for k in reach
        )
        agree(composed.delta(t), truth, digits=15)


@given(st.sampled_from([Fraction(2), Fraction(3, 2), Fraction(6, 5)]), st.lists(st.integers(-6, 6), min_size=1))
def test_common_base(base: Fraction, exponents: list[int]) -> None:
    found = common_base([base**e for e in exponents])
    divisor = math.gcd(*exponents)
    assert found == (base**divisor if divisor else None)
    if found is not None:
        assert [exponent_of(base**e, found) for e in exponents] == [e // divisor for e in exponents]


def test_no_common_base() -> None:
    assert common_base([Fraction(2), Fraction(3)]) is None
    assert common_base([Fraction(4), Fraction(6)]) is None
    assert common_base([Fraction(3, 2), Fraction(9, 2)]) is None
    with pytest.raises(ValueError, match=r"^ratio = "):
        exponent_of(Fraction(3), Fraction(2))


def tilted(base: Fraction, weights: dict[int, int]) -> Pair:
    """The two laws of one round: the weights, and the weights times base^-k, normalized."""
    p, q = [Fraction(w) for w in weights.values()], [w / base**k for k, w in weights.items()]
    return [w / sum(p) for w in p], [w / sum(q) for w in q]


WEIGHTS = st.dictionaries(st.integers(-3, 3), st.integers(1, 9), min_size=1, max_size=3)


@given(st.sampled_from([Fraction(2), Fraction(6, 5)]), st.lists(WEIGHTS, max_size=4), thresholds())
def test_rounds_tilted_by_powers_of_one_base(base: Fraction, rounds: list[dict[int, int]], t: Fraction) -> None:
    composed, pairs = LatticeLoss.from_rounds(base, rounds), [tilted(base, weights) for weights in rounds]
    check_delta(composed, pairs, t)
    ratios = [max(a / b for a, b in zip(*pair, strict=True)) for pair in pairs]
    assert composed.max_ratio == math.prod(ratios, start=Fraction(1))
    check_delta(composed.self_compose(2), pairs * 2, t)
    if len(pairs) == 1:
        assert composed.max_ratio == loss(pairs[0]).max_ratio


def test_the_check_of_tilted_rounds_can_fail() -> None:
    base, weights = Fraction(2), {0: 1, 1: 3, 2: 2}
    composed = LatticeLoss.from_rounds(base, [weights])
    assert composed.delta(1) != direct_delta([tilted(1 / base, weights)], Fraction(1))


def test_max_ratio_of_an_infinite_loss() -> None:
    infinite = loss(([Fraction(1, 2), Fraction(1, 2), Fraction(0)], [Fraction(1, 4), Fraction(0), Fraction(3, 4)]))
    assert infinite.max_ratio is None is infinite.self_compose(2).max_ratio
    assert response(Fraction(3)).self_compose(5).max_ratio == 3**5


@pytest.mark.parametrize("rounds", [0, -1, 1.0, "x", None, True, Fraction(1, 2)])
def test_refuses_rounds(rounds: Any) -> None:
    for route in (response(Fraction(2)), response(exp(1))):
        with pytest.raises(ValueError, match=r"^rounds = "):
            route.self_compose(rounds)


def test_refuses_atoms_that_are_no_laws() -> None:
    with pytest.raises(ValueError, match=r"^atoms = "):
        PrivacyLoss.from_atoms([Atom(Fraction(1, 2), Fraction(1))])
    assert PrivacyLoss.from_atoms([Atom(Fraction(1), Fraction(1))]).delta(1) == 0
    with pytest.raises(ValueError, match=r"^exp_eps = "):
        response(Fraction(2)).self_compose(3).delta(0.5)
