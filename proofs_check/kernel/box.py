"""Formulas that are positive everywhere on a box, by dividing it until ball arithmetic shows so on every part."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, TypeAlias

from dpassay.proofs_check.kernel.enclosures import box_is_positive
from dpassay.proofs_check.kernel.expressions import Formula
from dpassay.proofs_check.kernel.interval import rational
from dpassay.proofs_check.kernel.reading import Entries, Reader, by_variable, entries, pair, unread, variable
from dpassay.proofs_check.kernel.rejected import insist

Box: TypeAlias = dict[str, tuple[Fraction, Fraction]]
LEAVES: Final[tuple[Any, ...]] = ([], "leaf")
CUT: Final[Entries] = {"split": variable, "at": rational, "low": unread, "high": unread}


def check(statement: Mapping[str, Any], evidence: Any) -> None:
    """Accept "expression > 0 everywhere on the closed box", where it is also defined.

    The evidence is a tree: a leaf, ``[]``, on whose box ball arithmetic shows it, or a cut,
    ``{"split": variable, "at": rational, "low": tree, "high": tree}``.
    """
    _check(statement["expression"], statement["box"], evidence)


def _check(formula: Formula, box: Box, node: Any) -> None:
    if node in LEAVES:
        insist(box_is_positive(formula, box), f"not shown to be positive on {told(box)}")
        return
    name, at, below, above = entries(node, CUT).values()
    insist(name in box, f"{name!r} is not a side of the box")
    low, high = box[name]
    insist(low < at < high, f"{name} = {at} does not cut {told(box)}")
    _check(formula, box | {name: (low, at)}, below)
    _check(formula, box | {name: (at, high)}, above)


def _side(node: object) -> tuple[Fraction, Fraction]:
    low, high = pair(rational, rational)(node)
    insist(low <= high, f"{node!r}: the low end is above the high end")
    return low, high


read: Final[Reader] = by_variable(_side)
"""Read the sides of a box; the ends of a side may be equal."""


def told(box: Box) -> str:
    """Write a box for a complaint."""
    return ", ".join(f"{low} <= {name} <= {high}" for name, (low, high) in box.items())
