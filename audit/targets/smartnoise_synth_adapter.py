"""The MWEM of smartnoise-synth, for audits without a law: each function gives one number that a release shows.

A table has one column of whole numbers, given as a list, and is handed over as it is: the package's own preparation of
columns takes no part. Queries are drawn by NumPy's global generator, noise by OpenDP's, which takes no seed.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from snsynth.mwem import MWEMSynthesizer  # type: ignore[import-not-found,import-untyped,unused-ignore]
from snsynth.transform.table import NoTransformer  # type: ignore[import-not-found,import-untyped,unused-ignore]

DISTRIBUTION = "smartnoise-synth"

warnings.simplefilter("ignore")


def largest(data: list[float], *, epsilon: float, iterations: int) -> int:
    """Return the largest of 20 synthetic records."""
    return int(np.max(fitted(data, epsilon, iterations).sample(20)))


def total(data: list[float], *, epsilon: float, iterations: int) -> int:
    """Return the sum of the synthetic histogram, to the nearest whole number."""
    return round(float(histogram(data, epsilon, iterations).sum()))


def first_cell(data: list[float], *, epsilon: float, iterations: int) -> int:
    """Return how many halves of a record the synthetic histogram has at its least value, rounded down."""
    return int(np.floor(2 * histogram(data, epsilon, iterations)[0]))


def histogram(data: list[float], epsilon: float, iterations: int) -> Any:
    """Return the synthetic histogram."""
    ((synthetic, _, _),) = fitted(data, epsilon, iterations).synthetic_histograms
    return synthetic


def fitted(data: list[float], epsilon: float, iterations: int) -> Any:
    """Return the synthesizer, fitted to one column, with as many queries as iterations and one more."""
    synthesizer = MWEMSynthesizer(epsilon=epsilon, iterations=iterations, q_count=iterations + 1, add_ranges=True)
    synthesizer.fit(np.array(data, dtype=np.int64)[:, None], transformer=NoTransformer())
    return synthesizer
