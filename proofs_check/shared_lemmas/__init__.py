"""Lemmas that claims of several sources rest on, proved in the same form as claims."""

from dpassay.proofs_check.shared_lemmas import chernoff, group_privacy, sums

__all__ = ["chernoff", "group_privacy", "sums"]
