"""Doubles whose low bits tell the data: noise is right as a real number, and wrong as a double."""

from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def low_bits(data: int, size: int, rng: Generator) -> NDArray[Any]:
    """Laplace noise of scale 1 as textbooks draw it: a sign, and the logarithm of a uniform number, here of 16 bits."""
    uniform = (rng.integers(2**16, size=size) + 1) / 2**16
    return data - (1.0 - 2.0 * rng.integers(2, size=size)) * np.log(uniform)


def on_lattice(data: int, size: int, rng: Generator) -> NDArray[Any]:
    """Noise of scale 1 on the multiples of 1/1024."""
    stop = -np.expm1(-1 / 1024)
    return data + (rng.geometric(stop, size) - rng.geometric(stop, size)) / 1024


def _halves(size: int, rng: Generator) -> NDArray[Any]:
    return (rng.geometric(1 / 2, size) - rng.geometric(1 / 2, size)) / 2


def query_off_lattice(data: float, size: int, rng: Generator) -> NDArray[Any]:
    """Noise on the multiples of 1/2, proportional to 2^-|2 y|, is added to a query that is on no lattice."""
    return data + _halves(size, rng)


def query_on_lattice(data: float, size: int, rng: Generator) -> NDArray[Any]:
    """The query is rounded to the lattice first: from 0 to 3/8 it moves by a step, and e^epsilon is 2."""
    return round(data * 2) / 2 + _halves(size, rng)
