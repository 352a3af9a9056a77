"""Handwritten digits as Section 5 of Scott, Biswas, Cormode and Maple prepares them, held by clients.

The paper takes FEMNIST. Here it is the handwritten digits that come with scikit-learn, 1,797 images of 8 by 8 points of
intensity 0 to 16, so that nothing is downloaded. As there, an image is cut into sixteen sub-images, here of 2 by 2
points, and each becomes one bit: whether its mean intensity is at least half of the largest, a level that the paper
does not name. An image is thus one of 2^16 = 65,536 values, of which the images show some two hundred.

Clients. The images of each digit are shuffled, with a seed, and the c-th goes to client c: so a client holds one image
of each digit, and there are as many clients as the rarest digit has images, 174. Images that remain are left out. With
one image a client, the share of sampled clients whose image is x is the frequency of x among them: the only reading of
the paper's sum over |C_t| in which it estimates P(x).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dpassay.experiments.frame.runs import generator

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

DIGITS: Final = 10
SIDE: Final = 4  # sub-images in a row, and in a column
BRIGHTEST: Final = 16
PAIRS: Final = tuple(permutations(range(DIGITS), 2))
"""All ordered pairs of distinct digits: that of the reference distribution, and that of the clients'."""


@dataclass(frozen=True, slots=True)
class Clients:
    """What the clients hold.

    Attributes:
        values: the values that occur, in increasing order; shape (k,).
        counts: how many clients' images of each digit have each value; shape (10, k).
    """

    values: Integers
    counts: Integers

    @property
    def number(self) -> int:
        """How many clients there are."""
        return int(self.counts[0].sum())

    @property
    def distributions(self) -> Floats:
        """The empirical distribution of each digit; shape (10, k)."""
        return self.counts / self.number


def values_of(images: Floats) -> Integers:
    """The value of each image, of shape (size, 8, 8): bit 4 i + j is the sub-image in row i and column j."""
    size, height, width = images.shape
    parts = images.reshape(size, SIDE, height // SIDE, SIDE, width // SIDE).mean(axis=(2, 4))
    bits = (parts >= BRIGHTEST / 2).reshape(size, SIDE * SIDE)
    values: Integers = bits @ (1 << np.arange(SIDE * SIDE))
    return values


def split(values: Integers, digits: Integers, seed: int) -> Clients:
    """Deal the images: as many of each digit as the rarest has, from an order that the seed decides.

    Args:
        values: of each image.
        digits: which digit each shows.
        seed: decides who holds what.
    """
    of_digit = [values[digits == digit] for digit in range(DIGITS)]
    clients = min(map(len, of_digit))
    held = np.array([generator("clients", seed, d).permutation(of_digit[d])[:clients] for d in range(DIGITS)])
    found, places = np.unique(held, return_inverse=True)
    places = places.reshape(held.shape)
    return Clients(found, np.array([np.bincount(row, minlength=found.size) for row in places]))


def load_digits() -> Mapping[str, NDArray[np.float64]]:
    """The images and the digits that they show.

    Raises:
        ValueError: scikit-learn is not installed.
    """
    try:
        from sklearn import datasets
    except ImportError:
        expected = "it for the images of digits: pip install 'dpassay[experiments]'"
        raise ValueError(f"scikit-learn = not installed: expected {expected}") from None
    loaded: Mapping[str, NDArray[np.float64]] = datasets.load_digits()
    return loaded


@cache
def clients_of(seed: int) -> Clients:
    """The clients that a seed makes."""
    loaded = load_digits()
    return split(values_of(loaded["images"]), loaded["target"].astype(np.int64), seed)
