"""All claims: importing this module registers and validates them."""

from __future__ import annotations

from dpassay.proofs_check import lazy_to_private, lecture_notes, local_distribution_learning
from dpassay.proofs_check.claim import CLAIMS, Claim, validate

PACKAGES = (local_distribution_learning, lecture_notes, lazy_to_private)
validate(CLAIMS)


def find(id: str) -> Claim:  # noqa: A002  # the name that it has everywhere
    """Return a claim by its id; ``ValueError`` with near ids where there is none."""
    if id not in CLAIMS:
        near = [known for known in CLAIMS if known.startswith(id[:-1] or id)]
        hint = f", such as {', '.join(near[:3])}" if near else ""
        raise ValueError(f"id = {id!r}: expected the id of a claim{hint}")
    return CLAIMS[id]


__all__ = ["CLAIMS", "PACKAGES", "find"]
