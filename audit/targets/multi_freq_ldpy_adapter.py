"""multi-freq-ldpy's randomized response behind the target interface.

Its code is compiled by numba, draws from numba's own generator and takes no seed. It says nowhere what it claims but in
its argument ``epsilon``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from multi_freq_ldpy.pure_frequency_oracles.GRR import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    GRR_Client,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

DISTRIBUTION = "multi-freq-ldpy"


def randomized_response(data: int, *, size: int, epsilon: float, categories: int) -> NDArray[np.int64]:
    """``GRR_Client``, generalized randomized response."""
    return np.array([GRR_Client(data, categories, epsilon) for _ in range(size)], dtype=np.int64)
