"""What the claims on the lower bound of Section 4 share."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.instances import ABOVE_0, entries, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.limited_switching import is_concentrated, leader, meets_theorem, renyi

__all__ = ["HALF", "LEAK", "MANY", "is_budget", "is_concentrated", "leader", "meets_theorem", "renyi"]

HALF: Final = Fraction(1, 2)


@entries(rounds=whole(1), experts=whole(1), epsilon=ABOVE_0).where
def is_budget(instance: Instance) -> bool:
    """T, d and eps as Theorem 4.2 has them."""
    return meets_theorem(instance["rounds"], instance["experts"], Fraction(instance["epsilon"]) ** 2)


MANY: Final = 10**5
LEAK: Final = [["1", "99"], ["1", "9999"]]
