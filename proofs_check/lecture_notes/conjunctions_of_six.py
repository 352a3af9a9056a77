"""The ANDs of subsets of six bits, the class of both examples: inputs are r_1 ... r_6, functions are sets of bits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dpassay.proofs_check.instances import entries, family, whole
from dpassay.proofs_check.kernel.finite import Instance

DIMENSION: Final = 6
EVERYTHING: Final = (1 << DIMENSION) - 1


def conjunction(subset: int, r: int) -> int:
    """The AND of the bits of r in the subset; r_1 is the leading binary digit of both."""
    return int((r & subset) == subset)


def is_consistent(subset: int, table: tuple[tuple[str, int], ...]) -> bool:
    """Tell whether the AND of the subset agrees with every row."""
    return all(conjunction(subset, int(r, 2)) == label for r, label in table)


@family("conjunctions-of-6", "the 64 subsets of six bits")
def subsets() -> Iterator[Instance]:
    """All of them, as numbers; see ``conjunction``."""
    return ({"subset": subset} for subset in range(1 << DIMENSION))


SUBSET: Final = entries(subset=whole(0, EVERYTHING))
