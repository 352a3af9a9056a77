"""Finite private channels: the named ones lose exactly their budget."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from dpassay.analysis.channels import (
    Channel,
    balanced_channel,
    binary_mechanism,
    both,
    chosen_at_random,
    extremal_channel,
    identity_channel,
    post_processed,
    randomized_response,
    subset_mechanism,
)
from dpassay.exact import exp
from dpassay.reference import randomized_response as rr
from tests.analysis.channel_cases import TINY, channels, fraction, random_channel

# Channels


@pytest.mark.parametrize("exp_eps", ["1", "3/2", "20"])
def test_the_named_channels_lose_exactly_their_budget(exp_eps: str) -> None:
    t = Fraction(exp_eps)
    for channel in channels(4, t):
        assert channel.loss() == t
        assert channel.is_private(t)
        if t > 1:
            assert not channel.is_private(t - TINY)


def test_the_loss_is_the_largest_ratio_of_two_laws() -> None:
    for seed in range(5):
        channel = random_channel(seed, 3, 4)
        ratios = [
            max(p / q for p, q in zip(map(fraction, channel.rows[y]), map(fraction, channel.rows[z]), strict=True))
            for y, z in product(range(3), repeat=2)
        ]
        assert channel.loss() == max(ratios)
    assert identity_channel(3).loss() is None
    assert not identity_channel(3).is_private(10**9)


def test_randomized_response_is_the_reference_mechanism() -> None:
    parameters = rr.Parameters.read(exp_eps="5/2", categories=4)
    channel = randomized_response(4, Fraction(5, 2))
    assert all(channel.law(y) == rr.law(y, parameters) for y in range(4))


def test_a_channel_of_an_irrational_budget() -> None:
    channel = randomized_response(4, exp(Fraction(1, 2)))
    assert channel.loss() == exp(Fraction(1, 2))


def test_composed_channels() -> None:
    first, second = randomized_response(4, Fraction(2)), binary_mechanism(4, [0, 1], Fraction(3))
    assert both(first, second).loss() == 6
    assert chosen_at_random([("1/4", first), ("3/4", second)]).loss() == 3
    merged = post_processed(first, Channel(((1, 0), (1, 0), (0, 1), (0, 1))))  # type: ignore[arg-type]
    assert merged == binary_mechanism_of(first)
    assert merged.loss() == Fraction(3, 2)
    assert post_processed(first, identity_channel(4)) == first


def binary_mechanism_of(channel: Channel) -> Channel:
    return Channel(tuple((row[0] + row[1], row[2] + row[3]) for row in channel.rows))


def test_an_extremal_channel_of_unequal_weights() -> None:
    t = Fraction(2)
    patterns = {frozenset({0}): "1/8", frozenset({1}): "1/8", frozenset({0, 1}): "5/16"}
    channel = extremal_channel(2, patterns, t)
    assert channel.rows[0] == (Fraction(1, 4), Fraction(1, 8), Fraction(5, 8))
    assert channel.loss() == 2


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Channel(((Fraction(1, 2), Fraction(1, 3)),)), "total of 1"),
        (lambda: Channel(((Fraction(1),), (Fraction(1, 2), Fraction(1, 2)))), "one length"),
        (lambda: Channel(((Fraction(2), Fraction(-1)),)), "at least 0"),
        (lambda: Channel(((0.5, 0.5),)), "not float"),  # type: ignore[arg-type]
        (lambda: balanced_channel(3, [[0], [1]], Fraction(2)), "total of 1"),
        (lambda: identity_channel(3).output((Fraction(1),)), "3 labels"),
        (lambda: subset_mechanism(32, 16, 2), "subsets"),
    ],
)
def test_what_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()
