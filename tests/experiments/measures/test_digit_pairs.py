"""Digits as values of sixteen bits, and who holds them."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from dpassay.experiments.measures.digit_pairs import PAIRS, clients_of, load_digits, split, values_of
from dpassay.fast.secure_aggregation import secure_sum


def test_each_sub_image_is_one_bit() -> None:
    images = np.zeros((16, 8, 8))
    for place in range(16):
        row, column = divmod(place, 4)
        images[place, 2 * row : 2 * row + 2, 2 * column : 2 * column + 2] = 16
    assert values_of(images).tolist() == [1 << place for place in range(16)]
    assert values_of(np.full((1, 8, 8), 16.0)).tolist() == [2**16 - 1]


def test_a_bit_is_set_from_half_of_the_largest_mean() -> None:
    images = np.zeros((2, 8, 8))
    images[0, 0, :2] = 16  # two of four points: a mean of 8
    images[1, 0, :2] = 16, 15
    assert values_of(images).tolist() == [1, 0]


def test_a_client_holds_one_image_of_each_digit() -> None:
    digits = np.repeat(np.arange(10), 5)[1:]  # one digit has four images, the others five
    values = np.arange(49) % 7
    clients = split(values, digits, 0)
    assert clients.number == 4
    assert (clients.counts.sum(axis=1) == 4).all()
    assert clients.counts[0, np.searchsorted(clients.values, values[:4])].sum() == 4  # all of the rarest are held
    assert (clients.distributions.sum(axis=1) == 1).all()


def test_the_seed_decides_who_holds_what() -> None:
    assert clients_of(0).counts.tolist() == split(*_loaded(), 0).counts.tolist()
    assert clients_of(1).counts.tolist() != clients_of(0).counts.tolist()


def _loaded() -> tuple[np.ndarray, np.ndarray]:
    loaded = load_digits()
    return values_of(loaded["images"]), loaded["target"].astype(np.int64)


def test_the_real_digits() -> None:
    values, digits = _loaded()
    assert values.size == 1797
    assert 0 <= values.min() <= values.max() < 2**16
    clients = clients_of(0)
    assert clients.number == 174 == min(np.bincount(digits))
    whole = np.array([[((values == v) & (digits == d)).sum() for v in clients.values] for d in range(10)])
    assert (clients.counts <= whole).all()
    assert len(PAIRS) == len(set(PAIRS)) == 90


def test_secure_aggregation_counts_what_clients_hold() -> None:
    """A client sends a vector of 2^16 entries with a 1 at its value; two of twelve drop out."""
    values = _loaded()[0][:12]
    vectors = (np.eye(1, 2**16, value)[0] for value in values)
    survivors = [client for client in range(12) if client not in {3, 8}]
    rng = np.random.default_rng(0)
    total = secure_sum(vectors, survivors, clients=12, threshold=3, degree=4, bits=16, rng=rng)
    assert (total == np.bincount(values[survivors], minlength=2**16)).all()


def test_without_scikit_learn_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(ValueError, match=r"scikit-learn = not installed: expected it .* 'dpassay\[experiments\]'"):
        load_digits()
