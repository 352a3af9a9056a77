"""Proofs that cite, or hold, more than they need: a debt of tidiness, which takes nothing from what is proved."""

from __future__ import annotations

from typing import Final

CITED: Final = frozenset(
    (
        "ASI-01",
        "ASI-05-sharp",
        "ASI-08",
        "ASI-09",
        "ASI-09b-corrected",
        "ASI-10-corrected",
        "ASI-16-corrected",
        "ASI-27-corrected",
        "ASI-30",
        "ASI-42e-corrected",
        "ASI-45: before the changed loss tells",
        "L2P at a small rate",
        "SIMA-08: in M and eps",
        "SIMA-08: total variations",
        "SIMA-35a-corrected",
        "SIMA-44",
        "SIMA-44: the median trick",
        "Theorem G",
        "Theorem M",
        "a root is at least",
        "a root is at most",
        "at most its absolute value",
        "few draws",
        "few models are far off",
        "nothing is lost at rho = 0",
        "privacy by a moment",
        "samples with multiplicative weights: Chernoff",
        "samples: Chernoff",
        "the first cell of two",
    )
)
"""Theorems in which some step cites what it does not need."""
HELD: Final = frozenset(
    (
        "ASI-27-corrected",
        "ASI-32-corrected: where delta is large",
        "ASI-32-corrected: where delta is small",
        "SIMA-35a-corrected",
        "SIMA-44: the median trick",
        "a loss above a threshold",
    )
)
"""Theorems with a step that no other one uses."""
