"""Finding a rational point at which conditions hold: from a simple one, by one coordinate after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Final, TypeAlias

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.kernel.expressions import Formula, ball, parse, variables
from dpassay.proofs_check.kernel.nonnegative import insist_on_point
from dpassay.proofs_check.kernel.rejected import Rejected

SIMPLE: Final = tuple(map(Fraction, ("1", "1/2", "0", "2", "1/4", "3/4", "3", "5", "10", "50", "100", "-1", "-2")))
PRECISION: Final = 64

Point: TypeAlias = dict[str, Fraction]


def find_point(where: Sequence[str]) -> dict[str, str] | None:
    """Return the coordinates of a point at which the kernel sees that none of the formulas is negative, or ``None``."""
    formulas = [parse(text) for text in where]
    names = sorted(set().union(*map(variables, formulas)))
    for start in SIMPLE:
        point = _descend(formulas, dict.fromkeys(names, start))
        try:
            insist_on_point(formulas, point)
        except Rejected:
            continue
        return {name: str(value) for name, value in point.items()}
    return None


def _descend(formulas: Sequence[Formula], point: Point) -> Point:
    """Change one coordinate, or two where one does not help, those that help most, as long as that helps."""
    missing = _missing(formulas, point)
    while missing > 0:
        for changes in (1, 2):
            better = min(_neighbors(point, changes), key=lambda other: _missing(formulas, other), default=point)
            if _missing(formulas, better) < missing:
                break
        else:
            break
        point, missing = better, _missing(formulas, better)
    return point


def _neighbors(point: Point, changes: int) -> Iterator[Point]:
    for names in combinations(point, changes):
        for values in product(SIMPLE, repeat=changes):
            yield point | dict(zip(names, values, strict=True))


def _missing(formulas: Sequence[Formula], point: Point) -> float:
    """Tell by how much the formulas are below 0, about."""
    with working_precision(PRECISION):
        at = {name: rational_ball(value) for name, value in point.items()}
        return sum(max(0.0, -float(ball(formula, at).mid())) for formula in formulas)
