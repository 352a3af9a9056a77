"""Source 000: online distribution learning with local privacy constraints."""

from dpassay.proofs_check.local_distribution_learning import composition

__all__ = ["composition"]
