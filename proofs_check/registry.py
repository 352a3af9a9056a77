"""All claims: importing this module registers and validates them."""

from __future__ import annotations

from dpassay.proofs_check import (
    lazy_to_private,
    lecture_notes,
    local_distribution_learning,
    private_kl_estimation,
    shared_lemmas,
    smoothed_analysis,
)
from dpassay.proofs_check.claim import CLAIMS, Claim, validate
from dpassay.proofs_check.roots import validate_roots

PACKAGES = (
    local_distribution_learning,
    lecture_notes,
    lazy_to_private,
    private_kl_estimation,
    smoothed_analysis,
    shared_lemmas,
)
validate(CLAIMS)
validate_roots(CLAIMS)


def find(id: str) -> Claim:  # noqa: A002  # the name that it has everywhere
    """Return a claim by its id, whatever its case; ``ValueError`` with near ids where there is none."""
    folded = {known.casefold(): known for known in CLAIMS}
    wanted = id.strip().casefold()
    if wanted not in folded:
        near = [known for name, known in folded.items() if name.startswith(wanted[:-1] or wanted)]
        hint = f", such as {', '.join(near[:3])}" if near else ""
        raise ValueError(f"id = {id!r}: expected the id of a claim{hint}")
    return CLAIMS[folded[wanted]]


__all__ = ["CLAIMS", "PACKAGES", "find"]
