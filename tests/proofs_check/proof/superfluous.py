"""Proofs that cite, or hold, more than they need: a debt of tidiness, which takes nothing from what is proved."""

from __future__ import annotations

from typing import Final

CITED: Final = frozenset(("SIMA-08: total variations", "SIMA-35a-corrected"))
"""Theorems in which some step cites what it does not need."""
HELD: Final = frozenset(("SIMA-35a-corrected",))
"""Theorems with a step that no other one uses."""
