"""Source 003: private online learning via lazy algorithms."""

from dpassay.proofs_check.lazy_to_private import (
    applications,
    composition,
    lower_bound,
    lower_bound_steps,
    per_round,
    privacy,
    regret,
)

__all__ = ["applications", "composition", "lower_bound", "lower_bound_steps", "per_round", "privacy", "regret"]
