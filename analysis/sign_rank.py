"""Bounds on the sign rank of a finite class: factors of low rank from above, shattered points from below.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning",
Definition D.2 and Fact D.3. The rank meant is the lowest of a real matrix with the signs of the class.

A matrix of rank r with these signs is U V^T, with a row of r numbers for each point and member. So the sign rank is the
least dimension in which the class is one of halfspaces through the origin; general ones may need one dimension less.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dpassay.analysis.classes import HypothesisClass, as_function, as_points, from_labels
from dpassay.analysis.embeddings import best_order, most_changes, on_moment_curve
from dpassay.analysis.gordan import Rows, as_rows, inner
from dpassay.analysis.vc_dimension import vc_dimension
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

MOST_FLIPPED = 7
"""The points up to which all signs are tried with all orders."""


@dataclass(frozen=True, slots=True)
class Factors:
    """U and V, a row of ``rank`` numbers a point (``left``) and a member (``right``)."""

    left: Rows
    right: Rows

    def __post_init__(self) -> None:
        """Check that the numbers are exact, and as many in all rows."""
        object.__setattr__(self, "left", as_rows(self.left, "left"))
        object.__setattr__(self, "right", as_rows(self.right, "right"))
        require(len(self.left[0]) == len(self.right[0]), "right", self.right, f"rows of {self.rank} numbers")

    @property
    def rank(self) -> int:
        """The length of the rows, which the rank of the product does not exceed."""
        return len(self.left[0])

    def has_signs_of(self, functions: HypothesisClass) -> bool:
        """Tell whether entry (x, f) of U V^T is above 0 where f has the larger value at x, below 0 elsewhere."""
        if (len(self.left), len(self.right)) != (functions.points, len(functions)):
            return False
        return all(
            inner(row, column) > 0 if member >> x & 1 else inner(row, column) < 0
            for member, column in zip(functions.members, self.right, strict=True)
            for x, row in enumerate(self.left)
        )


@dataclass(frozen=True, slots=True)
class SignRank:
    """A lower bound on the sign rank, and factors that show an upper one."""

    least: int
    factors: Factors

    @property
    def most(self) -> int:
        """The upper bound."""
        return self.factors.rank


def transposed(functions: HypothesisClass) -> HypothesisClass:
    """Return the dual class: a point a member, and the points as members; points of equal rows are one."""
    return from_labels(list(zip(*functions.labels(), strict=True)))


def flipped(functions: HypothesisClass, mask: int) -> HypothesisClass:
    """Return the class with its values exchanged at the points of a mask."""
    exchanged = as_function(mask, functions.points, "mask")
    return HypothesisClass(functions.points, tuple(member ^ exchanged for member in functions.members))


def trivial_factors(functions: HypothesisClass) -> Factors:
    """Return the signs and the unit vectors: the rank is the number of points, or of members if that is smaller."""
    signs = as_rows(functions.signs(), "signs")
    if functions.points <= len(functions):
        return Factors(_unit(functions.points), signs)
    return Factors(tuple(zip(*signs, strict=True)), _unit(len(functions)))


def _unit(size: int) -> Rows:
    return tuple(tuple(Fraction(i == j) for j in range(size)) for i in range(size))


def curve_factors(functions: HypothesisClass, mask: int) -> Factors:
    """Return the factors from a moment curve, along the best order of the points with those of a mask negated.

    With c changes at most, their rank is c + 1: rank 1 where no member changes at all.
    """
    turned = flipped(functions, mask)
    order = best_order(turned)
    curve, rank = on_moment_curve(turned, order), most_changes(turned, order) + 1
    planes = {f ^ mask: plane for f, plane in zip(turned.members, curve.halfspaces, strict=True)}
    left = [
        tuple(-entry if mask >> x & 1 else entry for entry in (Fraction(1), *image)[:rank])
        for x, image in enumerate(curve.images)
    ]
    right = [(planes[f].offset, *planes[f].normal)[:rank] for f in functions.members]
    return Factors(tuple(left), tuple(right))


def sign_rank(functions: HypothesisClass) -> SignRank:
    """Return bounds on the sign rank; they agree where it is at most 2.

    From above, the least of what is trivial and of what curves show, over all negations of points. From below, the VC
    dimension of the class and its dual: at most r points are shattered by halfspaces through the origin of R^r; and 3
    where no curve shows 2. For vectors of a plane, negated so that all are on one side of a line, have an order by
    angle along which a sign changes once.
    """
    as_points(functions.points, "points", MOST_FLIPPED)
    shattered = max(vc_dimension(functions), vc_dimension(transposed(functions)), 1)
    best = min((trivial_factors(functions), *_curves(functions, shattered)), key=lambda factors: factors.rank)
    return SignRank(max(shattered, min(best.rank, 3)), best)


def _curves(functions: HypothesisClass, least: int) -> Iterator[Factors]:
    """Yield factors, until the least rank is reached; the last point need not be negated, for all may be."""
    for mask in range(1 << functions.points - 1):
        factors = curve_factors(functions, mask)
        yield factors
        if factors.rank <= least:
            return


explain_failures(__name__)
