"""Samples and probabilities as arrays of numbers: checked, and compared with integers without being rounded."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpassay.exact.entrance import explain_failures

__all__ = [
    "LARGEST_INTEGER",
    "Floats",
    "Integers",
    "Samples",
    "as_integers",
    "ceilings",
    "check_probabilities",
    "check_samples",
    "shown",
]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Samples = Integers | NDArray[np.uint64] | Floats

LARGEST_INTEGER: Final = 2**62
"""Integers that samples are compared with are smaller than this, so that nothing overflows."""

_INT64_MAX: Final = 2**63 - 1
_SUM_TOLERANCE: Final = 1e-9


def ceilings(samples: ArrayLike) -> tuple[Integers, NDArray[np.bool_]]:
    """Return the least integers that are not below the samples, shape (n,), and which samples were finite.

    For an integer e, y <= e exactly if ceil(y) <= e: no integer is rounded to a double. Beyond +-2^62 they are clipped.
    """
    values = check_samples(samples)
    whole = np.ceil(np.where(np.isfinite(values), values, 0.0)) if values.dtype.kind == "f" else values
    return np.clip(as_integers(whole)[0], -LARGEST_INTEGER, LARGEST_INTEGER), np.isfinite(values)


def as_integers(samples: ArrayLike) -> tuple[Integers, NDArray[np.bool_]]:
    """Return samples, shape (n,), as 64-bit integers (too large ones clipped), and which were integers."""
    values = check_samples(samples)
    if values.dtype.kind in "iu":
        clipped = np.minimum(values, np.uint64(_INT64_MAX)) if values.dtype.kind == "u" else values
        return clipped.astype(np.int64), np.ones(len(values), dtype=np.bool_)
    exact = np.isfinite(values) & (np.floor(values) == values)
    # 2^63 - 1024 is the largest double below 2^63: a cast of anything larger would not be defined.
    return np.clip(np.where(exact, values, 0.0), -(2.0**63), 2.0**63 - 1024).astype(np.int64), exact


def check_probabilities(probabilities: ArrayLike) -> Floats:
    """Return probabilities, shape (m,), as doubles; ``ValueError`` unless they are non-negative of sum 1."""
    array = np.asarray(probabilities)
    if array.ndim != 1 or array.size == 0 or array.dtype.kind not in "iuf":
        raise ValueError(f"probabilities = {shown(array)}: expected numbers, shape (m,)")
    array = array.astype(np.float64)
    if not (array >= 0).all():  # also refuses NaN
        raise ValueError(f"probabilities has the entry {array[~(array >= 0)][0]}: expected at least 0")
    if not abs(float(array.sum()) - 1) <= _SUM_TOLERANCE:
        raise ValueError(f"probabilities has sum {array.sum()}: expected 1")
    return array


def check_samples(samples: ArrayLike) -> Samples:
    """Return samples, shape (n,), as 64-bit numbers; ``ValueError`` unless they are numbers."""
    array = np.asarray(samples)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iuf"):
        raise ValueError(f"samples = {shown(array)}: expected numbers, shape (n,)")
    if array.dtype.kind == "u":
        return array.astype(np.uint64)
    return array.astype(np.int64) if array.dtype.kind == "i" else array.astype(np.float64)


def shown(array: NDArray[Any]) -> str:
    """Return what an error message says of an array: a scalar itself, else shape and type."""
    return repr(array.item()) if array.ndim == 0 else f"array of shape {array.shape} and type {array.dtype}"


explain_failures(__name__)
