"""Kept for the modules that read it from here."""

from __future__ import annotations

from dpassay.proofs_check.lazy_to_private.laws import law_of

__all__ = ["law_of"]
