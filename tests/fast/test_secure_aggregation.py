"""Secure aggregation of vectors: the sums, the same as the reference entry by entry, and what is refused."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.fast.secure_aggregation import (
    LARGEST_PRIME,
    Masks,
    deal,
    decoded,
    encoded,
    expanded,
    neighbors,
    recovered,
    secure_sum,
    shares_of,
    upload,
)
from dpassay.reference import secure_aggregation as exact

SIZES: dict[str, Any] = {"clients": 4, "threshold": 2, "degree": 3, "bits": 3}


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@st.composite
def groups(draw: st.DrawFn) -> exact.Settings:
    n = draw(st.integers(1, 6))
    degree = draw(st.sampled_from(sorted({n - 1, *range(0, n, 2)})))
    prime = draw(st.sampled_from((97, 65537, LARGEST_PRIME)))
    return exact.Settings(n, draw(st.integers(1, degree + 1)), prime, degree, bits=draw(st.integers(0, 4)))


def rows_of(client: int, masks: Masks) -> Any:
    return np.flatnonzero((masks.pairs == client).any(axis=1))


@given(groups(), st.data())
def test_it_is_the_reference_entry_by_entry(here: exact.Settings, data: st.DataObject) -> None:
    """With the same masks: uploads, sums, shares and recovered seeds."""
    n, q = here.clients, here.prime
    masks = deal(n, here.threshold, here.degree, q, rng(data.draw(st.integers(0, 1000))))
    pairs = [(u, v) for u, v in masks.pairs.tolist()]
    assert sorted(pairs) == sorted(exact.pairs(here))
    whole = {pair: expanded(seed, 3, q) for pair, seed in zip(pairs, masks.seeds, strict=True)}
    entries = st.lists(st.floats(0, 1, width=16), min_size=3, max_size=3)
    frequencies = np.array([data.draw(entries) for _ in range(n)])
    sent = [upload(u, encoded(frequencies[u], here.bits), masks, rows_of(u, masks), q) for u in range(n)]
    for k in range(3):
        dealt = exact.Dealt({pair: int(mask[k]) for pair, mask in whole.items()}, {})
        values = [exact.encoded(Fraction(x), here) for x in frequencies[:, k]]
        assert [exact.upload(u, values[u], dealt, here) for u in range(n)] == [int(vector[k]) for vector in sent]
    for row, pair in enumerate(pairs):
        assert tuple(masks.holders[row].tolist()) == exact.holders(pair, here)
        for limb, seed in enumerate(masks.seeds[row].tolist()):
            shares = dict(zip(masks.holders[row].tolist(), masks.shares[row, limb].tolist(), strict=True))
            assert exact.recovered(shares, here) == seed


@given(groups(), st.data())
def test_sums_are_those_of_the_reference(here: exact.Settings, data: st.DataObject) -> None:
    n = here.clients
    frequencies = np.array(data.draw(st.lists(st.floats(0, 1, width=16), min_size=n, max_size=n)))
    survivors = sorted(data.draw(st.sets(st.integers(0, n - 1), min_size=1)))
    given_sizes: dict[str, Any] = {"clients": n, "threshold": here.threshold, "degree": here.degree, "bits": here.bits}
    try:
        exact.check_threshold(survivors, here)
    except ValueError:
        with pytest.raises(ValueError, match="survivors"):
            secure_sum(frequencies[:, np.newaxis], survivors, **given_sizes, prime=here.prime, rng=rng())
        return
    total = secure_sum(frequencies[:, np.newaxis], survivors, **given_sizes, prime=here.prime, rng=rng())
    expected = sum(exact.encoded(Fraction(frequencies[u]), here) for u in survivors)
    assert Fraction(float(total[0])) == exact.decoded(expected, here)
    bound = exact.rounding_bound(len(survivors), here)
    assert abs(Fraction(float(total[0])) - sum(Fraction(frequencies[u]) for u in survivors)) <= bound


@given(st.integers(1, 6), st.integers(0, 3), st.sampled_from((11, 65537, LARGEST_PRIME)), st.integers(0, 1000))
def test_any_threshold_of_shares_gives_the_seed(threshold: int, more: int, prime: int, seed: int) -> None:
    coins = rng(seed)
    coefficients = coins.integers(prime, size=(5, 4, threshold))
    holders = np.array([coins.permutation(threshold + more) for _ in range(5)])
    shares = shares_of(coefficients, holders[:, np.newaxis, :], prime)
    assert shares.min() >= 0
    assert shares.max() < prime
    kept = slice(0, threshold)
    assert (recovered(shares[:, :, kept], holders[:, kept], prime) == coefficients[:, :, 0]).all()
    if threshold > 1 and prime > 65537:  # one share fewer gives something else
        kept = slice(0, threshold - 1)
        assert (recovered(shares[:, :, kept], holders[:, kept], prime) != coefficients[:, :, 0]).any()


def test_a_mask_is_uniform_and_its_seed_decides_it() -> None:
    """Each residue is within five standard deviations; the seed is fixed, so that this is no matter of chance."""
    mask = expanded(np.array([1, 2, 3, 4]), 110_000, 11)
    assert abs(np.bincount(mask, minlength=11) - 10_000).max() < 5 * 10_000**0.5
    assert mask.max() == 10
    assert (expanded(np.array([1, 2, 3, 4]), 110_000, 11) == mask).all()
    assert (expanded(np.array([1, 2, 3, 5]), 110_000, 11) != mask).any()
    assert 2**30 < expanded(np.array([0, 0, 0, 0]), 1000, LARGEST_PRIME).max() < LARGEST_PRIME


def test_uploads_alone_are_not_the_inputs() -> None:
    """The masks are really added: twice the same vector is sent as two that have hardly an entry in common."""
    masks = deal(3, 2, 2, LARGEST_PRIME, rng())
    zeros = np.zeros(1000, dtype=np.int64)
    sent = [upload(u, zeros, masks, rows_of(u, masks), LARGEST_PRIME) for u in range(3)]
    assert all((vector != 0).mean() > 0.99 for vector in sent)
    assert (sent[0] != sent[1]).mean() > 0.99


def test_neighbors_are_those_on_the_ring() -> None:
    assert neighbors(0, 6, 2) == [5, 1]
    assert neighbors(0, 6, 4) == [4, 5, 1, 2]
    assert neighbors(2, 4, 3) == [0, 1, 3]


def test_few_vectors_are_held_at_a_time() -> None:
    """Of two hundred long vectors from a generator: the one that comes, and the one before it."""
    seen: list[weakref.ref[Any]] = []
    held = []

    def vectors() -> Iterator[Any]:
        for client in range(200):
            vector = np.zeros(2**12)
            vector[client] = 1
            seen.append(weakref.ref(vector))
            held.append(sum(one() is not None for one in seen))
            yield vector

    total = secure_sum(vectors(), range(5, 200), clients=200, threshold=3, degree=8, bits=8, rng=rng())
    assert len(held) == 200
    assert max(held) <= 2
    assert total[:5].sum() == 0
    assert (total[5:200] == 1).all()
    assert total[200:].sum() == 0


def test_rounding_is_to_the_even_integer() -> None:
    assert encoded(np.arange(9) / 8, 2).tolist() == [0, 0, 1, 2, 2, 2, 3, 4, 4]
    assert decoded(np.array([3]), 2).tolist() == [0.75]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"clients": 0}, "clients=0: expected an integer between 1 and"),
        ({"degree": 4}, "degree=4: expected an integer between 0 and 3"),
        ({"degree": 1}, "degree=1: expected 3 or an even number"),
        ({"threshold": 5}, "threshold=5: expected an integer between 1 and 4"),
        ({"prime": 91}, "prime=91: expected a prime"),
        ({"prime": 2**31}, "prime=2147483648: expected an integer between 2 and 2147483647"),
        ({"prime": 31}, "prime=31: expected a prime above 32, the largest sum: clients"),
        ({"prime": 3, "bits": 0}, "prime=3: expected a prime above 4, the largest sum"),
        ({"bits": 31}, "bits=31: expected an integer between 0 and 30"),
        ({"bits": 30}, "prime=2147483647: expected a prime above 4294967296, the largest sum"),
        ({"largest": 0.0}, "largest=0.0: expected a finite number above 0"),
        ({"rng": 0}, "rng=0: expected a numpy.random.Generator"),
        ({"survivors": [0]}, "survivors=1: expected threshold = 2 holders or more of the mask of 0 and 0"),
        ({"survivors": []}, r"survivors=\[\]: expected some clients, each once"),
        ({"survivors": [1, 1, 2]}, r"survivors=\[1, 1, 2\]: expected some clients, each once"),
        ({"survivors": [0, 4]}, "survivors=4: expected an integer between 0 and 3"),
        ({"frequencies": np.full((4, 2), 1.5)}, "frequencies=1.5: expected numbers from 0 to 1"),
        ({"frequencies": np.full((4, 2), np.nan)}, "frequencies=nan: expected numbers from 0 to 1"),
        ({"frequencies": np.zeros((3, 2))}, "frequencies=3: expected clients = 4 vectors"),
        ({"frequencies": np.zeros((5, 2))}, "frequencies=5: expected clients = 4 vectors"),
        ({"frequencies": [np.zeros(2), np.zeros(3), np.zeros(2), np.zeros(2)]}, r"expected vectors of one length, 2"),
    ],
)
def test_what_cannot_be_summed_is_refused(changes: dict[str, Any], message: str) -> None:
    right: dict[str, Any] = {**SIZES, "frequencies": np.zeros((4, 2)), "survivors": range(4), "rng": rng()}
    assert secure_sum(**right).tolist() == [0, 0]
    with pytest.raises(ValueError, match=message):
        secure_sum(**{**right, **changes})
