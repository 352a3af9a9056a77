"""Source 000: online distribution learning with local privacy constraints."""

from dpassay.proofs_check.local_distribution_learning import (
    clipping,
    composition,
    kl_steps,
    local_privacy,
    lower_bound,
    lower_bound_channels,
    randomized_response,
    regret,
    risk,
    setting,
    weighted_majority,
)

__all__ = [
    "clipping",
    "composition",
    "kl_steps",
    "local_privacy",
    "lower_bound",
    "lower_bound_channels",
    "randomized_response",
    "regret",
    "risk",
    "setting",
    "weighted_majority",
]
