"""pure-ldp's randomized response behind the target interface: it draws from the global ``random`` and takes no seed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from pure_ldp.frequency_oracles.direct_encoding import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    DEClient,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

DISTRIBUTION = "pure-ldp"


def randomized_response(data: int, *, size: int, epsilon: float, categories: int) -> NDArray[np.int64]:
    """``DEClient``, direct encoding, which is k-ary randomized response; it counts its labels from 1."""
    client = DEClient(epsilon=epsilon, d=categories)
    if not math.isclose(client.p / client.q, math.exp(epsilon), rel_tol=1e-9):
        raise ValueError(f"pure-ldp has a ratio of {client.p / client.q}: expected e^{epsilon}")
    return np.array([client.privatise(data + 1) for _ in range(size)])
