"""Source 003: private online learning via lazy algorithms."""

from dpassay.proofs_check.lazy_to_private import composition

__all__ = ["composition"]
