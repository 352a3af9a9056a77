"""Secure aggregation: sums come out, what cannot be summed is refused, and the server's view by trying all coins."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.reference import MECHANISMS
from dpassay.reference.secure_aggregation import (
    LARGEST_PRIME,
    Dealt,
    Pair,
    Received,
    Settings,
    deal,
    decoded,
    encoded,
    is_prime,
    pairs,
    received,
    recovered,
    rounding_bound,
    secure_sum,
    unmasked,
    upload,
    value_at,
)

TWO = Settings(clients=2, threshold=2, prime=3, degree=1)
PRIMES = (257, 65537, LARGEST_PRIME)


@st.composite
def settings(draw: st.DrawFn) -> Settings:
    """Small groups: complete ones, and rings."""
    n = draw(st.integers(1, 7))
    degree = draw(st.sampled_from(sorted({n - 1, *range(0, n, 2)})))
    threshold = draw(st.integers(1, degree + 1))
    return Settings(n, threshold, draw(st.sampled_from(PRIMES)), degree, bits=draw(st.integers(0, 5)))


@given(st.data())
def test_the_sum_of_the_survivors_comes_out(data: st.DataObject) -> None:
    given_settings = data.draw(settings())
    n, bits = given_settings.clients, given_settings.bits
    whole = st.lists(st.integers(0, 2**bits), min_size=n, max_size=n)
    frequencies = [Fraction(x, 2**bits) for x in data.draw(whole)]
    lost = data.draw(
        st.sets(st.integers(0, n - 1), max_size=1 if given_settings.threshold <= given_settings.degree else 0)
    )
    survivors = sorted(set(range(n)) - lost)
    if survivors:
        rng = random.Random(data.draw(st.integers(0, 2**32)))
        assert secure_sum(frequencies, survivors, given_settings, rng) == sum(frequencies[u] for u in survivors)


@given(st.lists(st.fractions(0, 1), min_size=1, max_size=7), st.integers(0, 5))
def test_rounding_is_within_its_bound(frequencies: list[Fraction], bits: int) -> None:
    n = len(frequencies)
    here = Settings(n, 1, 65537, n - 1, bits)
    total = secure_sum(frequencies, range(n), here, random.Random(0))
    assert abs(total - sum(frequencies)) <= rounding_bound(n, here)


def test_the_bound_on_rounding_is_attained() -> None:
    here = Settings(3, 1, 257, 2, bits=2)
    halves = [Fraction(1, 8)] * 3
    assert (
        sum(halves) - secure_sum(halves, range(3), here, random.Random(0)) == rounding_bound(3, here) == Fraction(3, 8)
    )


def test_half_a_unit_is_rounded_to_the_even_integer() -> None:
    here = replace(TWO, prime=257, bits=2)
    assert [encoded(Fraction(k, 8), here) for k in range(9)] == [0, 0, 1, 2, 2, 2, 3, 4, 4]
    assert decoded(3, here) == Fraction(3, 4)


def test_any_threshold_of_shares_gives_the_mask() -> None:
    here = Settings(5, 3, 101, 4)
    rng = random.Random(1)
    dealt = deal(lambda: rng.randrange(101), here)
    for pair, shares in dealt.shares.items():
        for few in combinations(shares.items(), 3):
            assert recovered(dict(few), here) == dealt.masks[pair]


def test_primes_are_told_from_other_numbers() -> None:
    assert [k for k in range(-3, 30) if is_prime(k)] == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    assert is_prime(LARGEST_PRIME)
    assert not is_prime(46337**2)


def test_it_is_no_mechanism() -> None:
    assert "secure_aggregation" not in MECHANISMS


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"clients": 0}, "clients = 0: expected an integer from 1 to 64"),
        ({"clients": 65}, "clients = 65: expected an integer from 1 to 64"),
        ({"degree": 5}, "degree = 5: expected 3, or an even number from 0 to 3"),
        ({"degree": 1}, "degree = 1: expected 3, or an even number from 0 to 3"),
        ({"threshold": 0}, "threshold = 0: expected an integer from 1 to degree + 1 = 4"),
        ({"threshold": 5}, "threshold = 5: expected an integer from 1 to degree + 1 = 4"),
        ({"prime": 15}, "prime = 15: expected a prime above clients = 4 and below 2^31"),
        ({"prime": 3}, "prime = 3: expected a prime above clients = 4 and below 2^31"),
        ({"prime": 2**31 + 11}, "expected a prime above clients = 4 and below 2^31"),
        ({"bits": 2}, "prime = 13: expected a prime above 16, the largest sum: clients * largest * 2^bits"),
        ({"largest": 4}, "prime = 13: expected a prime above 16, the largest sum"),
        ({"bits": 31}, "bits = 31: expected an integer from 0 to 30"),
        ({"largest": 0}, "largest = 0: expected a number above 0"),
    ],
)
def test_settings_outside_their_range_are_refused(changes: dict[str, Any], message: str) -> None:
    right = Settings(4, 2, 13, 3)
    with pytest.raises(ValueError, match=message.replace("^", r"\^").replace("*", r"\*").replace("+", r"\+")):
        replace(right, **changes)


def test_a_field_that_just_holds_the_sum_does() -> None:
    """17 is above 4 clients' 4 quarters, and 13 is not: see above."""
    here = Settings(4, 2, 17, 3, bits=2)
    assert secure_sum([Fraction(1)] * 4, range(4), here, random.Random(0)) == 4


@pytest.mark.parametrize(
    ("survivors", "message"),
    [
        ([0], "survivors = 1: expected at least threshold = 2 clients"),
        ([], "survivors = 0: expected at least threshold = 2 clients"),
        ([0, 6], "survivors = .0, 6.: expected different clients from 0 to 5"),
        ([1, 1, 2], "survivors = .1, 1, 2.: expected different clients from 0 to 5"),
        ([0, 3], "survivors = .0, 3.: expected clients that include threshold = 2 of .0, 1, 5., who hold the mask"),
    ],
)
def test_too_few_survivors_are_refused(survivors: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        secure_sum([Fraction(0)] * 6, survivors, Settings(6, 2, 13, 2), random.Random(0))


@pytest.mark.parametrize(("frequency", "shown"), [(Fraction(-1, 2), "-1/2"), (Fraction(3, 2), "3/2")])
def test_a_frequency_outside_its_range_is_refused(frequency: Fraction, shown: str) -> None:
    with pytest.raises(ValueError, match=f"frequency = {shown}: expected a number from 0 to 1"):
        secure_sum([frequency, Fraction(0)], [0, 1], TWO, random.Random(0))


def test_other_arguments_that_do_not_fit_are_refused() -> None:
    dealt = deal(lambda: 1, TWO)
    with pytest.raises(ValueError, match="values = 3: expected clients = 2 of them"):
        received([0, 0, 0], dealt, [0, 1], TWO)
    with pytest.raises(ValueError, match=r"late = .1.: expected none of the survivors"):
        received([0, 0], dealt, [0, 1], TWO, late=[1])
    with pytest.raises(ValueError, match="shares = 1: expected at least threshold = 2 of them"):
        recovered({0: 1}, TWO)
    with pytest.raises(ValueError, match=r"client = .2.: expected different clients from 0 to 1"):
        upload(2, 0, dealt, TWO)
    with pytest.raises(ValueError, match="value = 1/2: expected what masks are, int"):
        upload(0, Fraction(1, 2), dealt, TWO)  # type: ignore[misc]
    with pytest.raises(ValueError, match=r"survivors = .0, 1.: expected clients of whom there is an upload"):
        unmasked(Received({0: 1}, {}), [0, 1], TWO)
    with pytest.raises(ValueError, match=r"coefficients = ..: expected one or more"):
        value_at(1, (), 3)


# The server's view, by trying all coins

Tamper = Callable[[Dealt[int]], Dealt[int]]
View = tuple[int, ...]


def coins(here: Settings) -> Iterator[View]:
    return product(range(here.prime), repeat=here.threshold * len(pairs(here)))


def views(
    values: View, survivors: Collection[int], here: Settings, late: Collection[int] = (), tamper: Tamper = lambda d: d
) -> Counter[View]:
    """How often each view occurs, over all masks and shares."""
    found: Counter[View] = Counter()
    for tossed in coins(here):
        left = iter(tossed)
        dealt = tamper(deal(lambda left=left: next(left), here))  # type: ignore[misc]
        got = received(values, dealt, survivors, here, late)
        assert unmasked(got, survivors, here) == sum(values[u] for u in survivors) % here.prime
        found[seen(got)] += 1
    return found


def seen(got: Received[int]) -> View:
    return (*got.uploads.values(), *(share for shares in got.shares.values() for share in shares.values()))


INPUTS = ((0, 0), (1, 2), (0, 1), (1, 0))
CASES = [
    (TWO, (0, 1), ()),
    (Settings(2, 1, 3, 1), (0, 1), ()),
    (Settings(2, 1, 3, 1), (0,), ()),
    (Settings(2, 1, 3, 1), (1,), (0,)),
]


@pytest.mark.parametrize(("here", "survivors", "late"), CASES)
def test_the_view_has_the_same_law_where_the_sum_is_the_same(
    here: Settings, survivors: tuple[int, ...], late: tuple[int, ...]
) -> None:
    """And where the sum is not the same, no view occurs with both inputs."""
    laws = {x: views(x, survivors, here, late) for x in INPUTS}
    for (x, p), (y, q) in combinations(laws.items(), 2):
        if sum(x[u] - y[u] for u in survivors) % here.prime == 0:
            assert p == q
        else:
            assert not set(p) & set(q)


def without(pair: Pair) -> Tamper:
    """A mask that is 0, and shares of 0."""
    return lambda dealt: Dealt({**dealt.masks, pair: 0}, {**dealt.shares, pair: dict.fromkeys(dealt.shares[pair], 0)})


@pytest.mark.parametrize(("pair", "late"), [((0, 1), ()), ((0, 0), (0,))])
def test_trying_all_coins_shows_a_mask_that_is_missing(pair: Pair, late: tuple[int, ...]) -> None:
    """The sum is right all the same. Of the masks of a client alone, only a late upload makes use."""
    here = Settings(2, 1, 3, 1)
    survivors = (1,) if late else (0, 1)
    first, second = (views(x, survivors, here, late, without(pair)) for x in ((0, 1), (1, 1 if late else 0)))
    assert first != second
