"""Small values that examples of several kinds share."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpassay.exact import Dist
from dpassay.properties.contracts import CONTRACTS

Makers = dict[str, Callable[[], object]]
"""A right argument for each name."""
HALF = Fraction(1, 2)
TABLE = ((HALF, HALF), (Fraction(1, 4), Fraction(3, 4)))
FAIR = Dist({0: HALF, 1: HALF})


def coins() -> random.Random:
    return random.Random(0)


def case(name: str) -> tuple[Any, Any]:
    """The parameters and the data of a mechanism's smallest case."""
    contract = CONTRACTS[name]
    return min(contract.inputs(), key=lambda entry: len(str(entry)))
