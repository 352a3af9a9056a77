"""Formulas that are positive everywhere on a box, by dividing it until ball arithmetic shows so on every part."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, TypeAlias

from dpassay.proofs_check.kernel.enclosures import box_is_positive
from dpassay.proofs_check.kernel.expressions import Formula, parse, variables
from dpassay.proofs_check.kernel.interval import entry, rational
from dpassay.proofs_check.kernel.rejected import insist

Box: TypeAlias = dict[str, tuple[Fraction, Fraction]]
LEAVES: Final[tuple[Any, ...]] = ([], "leaf")


def check(statement: Mapping[str, Any], evidence: Any) -> None:
    """Accept "expression > 0 everywhere on the closed box", where it is also defined.

    The evidence is a tree: a leaf, ``[]``, on whose box ball arithmetic shows it, or a cut,
    ``{"split": variable, "at": rational, "low": tree, "high": tree}``.
    """
    formula, box = parse(entry(statement, "expression")), read(entry(statement, "box"))
    insist(
        variables(formula) <= set(box), f"the box {sorted(box)} lacks a variable of {entry(statement, 'expression')}"
    )
    _check(formula, box, evidence)


def read(sides: Any) -> Box:
    """Read the sides of a box; the ends of a side may be equal."""
    insist(isinstance(sides, Mapping), f"{sides!r} is not a box")
    insist(all(isinstance(ends, list | tuple) and len(ends) == 2 for ends in sides.values()), f"{sides!r} is not a box")
    box = {str(name): (rational(low), rational(high)) for name, (low, high) in sides.items()}
    insist(all(low <= high for low, high in box.values()), f"{sides!r}: a low end is above its high end")
    return box


def _check(formula: Formula, box: Box, node: Any) -> None:
    if node in LEAVES:
        insist(box_is_positive(formula, box), f"not shown to be positive on {told(box)}")
        return
    name, at = entry(node, "split"), rational(entry(node, "at"))
    insist(isinstance(name, str) and name in box, f"{name!r} is not a side of the box")
    low, high = box[name]
    insist(low < at < high, f"{name} = {at} does not cut {told(box)}")
    _check(formula, box | {name: (low, at)}, entry(node, "low"))
    _check(formula, box | {name: (at, high)}, entry(node, "high"))


def told(box: Box) -> str:
    """Write a box for a complaint."""
    return ", ".join(f"{low} <= {name} <= {high}" for name, (low, high) in box.items())
