"""Quantities that are the same in several models."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from flint import arb

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.proof.names import Named

NUMBER_PI: Final = Real(arb.pi)
PI: Final = Named(lambda _: NUMBER_PI, range="positive")
LOG: Final = Named(lambda _, n: as_real(log(n)), {"n": "integer, 2 <= n"}, range="positive")
POWER_OF_TWO: Final = Named(lambda _, n: Fraction(2) ** max(n, 0), {"n": "integer"}, range="positive integer")
"""2^n, and 1 for n < 0."""
