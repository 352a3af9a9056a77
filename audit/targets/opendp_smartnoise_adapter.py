"""The MWEM of opendp-smartnoise, for audits without a law: each function gives one number that a release shows.

A table is a list of records, each with a list of whole numbers. All draws are those of the global generators of NumPy
and of the standard library.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from opendp.smartnoise.synthesizers.mwem import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    MWEMSynthesizer,
)

DISTRIBUTION = "opendp-smartnoise"

warnings.simplefilter("ignore")


def largest(data: list[list[int]], *, epsilon: float, iterations: int) -> int:
    """Return the largest of 20 synthetic records, of one column."""
    return int(np.max(fitted(data, epsilon, iterations).sample(20)))


def estimate(data: list[list[int]], *, epsilon: float, iterations: int) -> int:
    """Return the weight of all cells that weigh what the last one weighs, in quarters of a record; -1 where all do.

    The last cell holds the records of the largest values. After one iteration the cells of the range that was measured
    have one weight, and the others have another.
    """
    ((synthetic, _, _),) = fitted(data, epsilon, iterations).synthetic_histograms
    alike = np.isclose(synthetic, synthetic[(-1,) * synthetic.ndim])
    return -1 if alike.all() else int(np.floor(4 * synthetic[alike].sum()))


def fitted(data: list[list[int]], epsilon: float, iterations: int) -> Any:
    """Return the synthesizer, fitted to all columns together, with as many random ranges as iterations."""
    table = np.array(data)
    columns = list(range(table.shape[1]))
    synthesizer = MWEMSynthesizer(epsilon, q_count=iterations, iterations=iterations, splits=[columns])
    synthesizer.fit(table)
    return synthesizer
