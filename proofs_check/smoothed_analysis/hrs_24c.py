"""HRS-24c: Fact D.3 with the lowest rank, for thresholds with offsets.

Fact D.3: the sign rank of a class is the smallest dimension in which it is embedded as thresholds. Definition 3.5 has
embeddings as halfspaces of R^m, by linear threshold functions, and a halfspace may lie anywhere. Also with the lowest
rank in the place of the highest (HRS-24b) the fact is then false. With two points at 0 and 1 the functions (1, 1) and
(1, -1) are thresholds of the line. Of a matrix that agrees with them in sign the determinant is negative, so its rank
is 2.

HRS-24c-corrected: the smallest dimension is the lowest rank or one less. A matrix of rank r gives points and weights in
dimension r, with all offsets 0. Thresholds with offsets in dimension r are a matrix of rank r + 1: every point gets one
more coordinate, which is 1. Both cases occur. The one above is one less; the four functions that are odd on two points
and their negatives have the lowest rank 2, and are no thresholds of the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, matrix_of, rational, row_of, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.offset_thresholds import (
    BETWEEN,
    OFFSETS,
    UNSHIFTED,
    Offsets,
    lowest_rank,
    settings,
    shifted,
)
from dpassay.proofs_check.models.sign_matrices import PRODUCT, Matrix
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic

refuted("HRS-24c", OFFSETS, "lowest <= r", setting=BETWEEN)
ABOVE: Final = "0 < F(x, f)*longer(x, f)"
theorem(
    "thresholds with offsets are a matrix of one more dimension",
    OFFSETS,
    ABOVE,
    Step("all", ABOVE, arithmetic("embedded", ("-F(x, f)", "combinations of one more"))),
)
SHIFTED: Final = f"0 < F(x, f)*({PRODUCT} - c(f))"
theorem(
    "HRS-24c-corrected",
    UNSHIFTED,
    SHIFTED,
    Step("all", SHIFTED, arithmetic("agrees", ("F(x, f)", "factors"), ("F(x, f)", "no offset"))),
    also=("thresholds with offsets are a matrix of one more dimension",),
)


ENTRIES: Final = matrix_of(rational())


def _matrix(stored: list[list[str]]) -> Matrix:
    return tuple(tuple(map(Fraction, row)) for row in stored)


@entries(points=ENTRIES, weights=ENTRIES, offsets=row_of(rational())).where
def _is_pair(instance: Instance) -> bool:
    """Points, weights and offsets have the right shapes; two points or two functions."""
    points, weights, offsets = instance["points"], instance["weights"], instance["offsets"]
    fits = len(points[0]) == len(weights) and len(weights[0]) == len(offsets)
    return fits and min(len(points), len(offsets)) <= 2 and all(map(all, _thresholds(instance)))


def _thresholds(instance: Instance) -> Matrix:
    return shifted(_matrix(instance["points"]), _matrix(instance["weights"]), tuple(map(Fraction, instance["offsets"])))


def _is_low(instance: Instance, more: int) -> bool:
    """Whether the lowest rank is at most so much more than r."""
    return lowest_rank(_thresholds(instance)) <= len(instance["weights"]) + more


told(
    "hrs24c",
    "the lowest rank of a real matrix that agrees in sign with thresholds with offsets in dimension r is at most r",
    _is_pair,
    lambda instance: {"lowest rank": lowest_rank(_thresholds(instance)), "r": len(instance["weights"])},
)(lambda instance: _is_low(instance, 0))
told("hrs24c-corrected", "... at most r + 1", _is_pair)(lambda instance: _is_low(instance, 1))


def _stored(at: Offsets) -> Instance:
    parts = {"points": at.points, "weights": at.weights}
    rows = {name: [[str(entry) for entry in row] for row in matrix] for name, matrix in parts.items()}
    return {**rows, "offsets": [str(offset) for offset in at.offsets]}


@family("offset-thresholds", "five classes in dimension 1 and 2")
def _each() -> Iterator[Instance]:
    return map(_stored, settings())


CLASS: Final = entries(tables=matrix_of(rational("[-1, 1]")))


def on_the_line(table: Matrix) -> bool:
    """Whether functions, the rows, are thresholds of the line with offsets: in some order none changes twice."""
    orders = permutations(range(len(table[0])))
    return any(all(sum(row[x] != row[y] for x, y in pairwise(o)) <= 1 for row in table) for o in orders)


def _is_of_rank_2(table: Matrix) -> bool:
    """Whether a matrix of rank 2 agrees with functions: negate points such that in some order none changes twice."""
    count = len(table[0])
    turns = (tuple((-1) ** (mask >> x & 1) for x in range(count)) for mask in range(2**count))
    return any(on_the_line(tuple(tuple(s * v for s, v in zip(t, row, strict=True)) for row in table)) for t in turns)


told("hrs24c-both", "a class of lowest rank 2 that is none of thresholds of the line", CLASS)(
    lambda at: _is_of_rank_2(_matrix(at["tables"])) and not on_the_line(_matrix(at["tables"]))
)
told("hrs24c-line", "a class of thresholds of the line", CLASS)(lambda at: on_the_line(_matrix(at["tables"])))


@family("odd-functions", "the four functions on two points and their negatives that are odd")
def _odd() -> Iterator[Instance]:
    yield {"tables": [[str(s) for s in (a, b, -a, -b)] for a in (1, -1) for b in (1, -1)]}


WHERE: Final = "Fact D.3, with Definitions D.2 and 3.5"
FINITE: Final = "the class is finite"
RANK: Final = "the rank of a matrix is the least number of vectors of which its columns are combinations"


@claim(
    "HRS-24c",
    location=WHERE,
    latex=r"\text{sign rank, the lowest rank of a real matrix that agrees in sign, is the smallest dimension of an "
    r"embedding as halfspaces}",
    text="For every finite class that is embedded in dimension r as thresholds, with an offset for each function, the "
    "lowest rank of a real matrix that agrees with it in sign is at most r.",
    assumed=(FINITE, "'highest' in Definition D.2 is read as 'lowest'"),
    corrected_by="HRS-24c-corrected",
)
def hrs_24c() -> Case:
    """An offset is one dimension more."""
    return Case(
        argument="On two points take (1, 1) and (1, -1): with the points at 0 and 1 they are thresholds of the line. A "
        "matrix that agrees in sign has entries a, b, c > 0 and d < 0, so that a d - b c < 0: its rank is 2.",
        counterexample=Goal("two points and two functions", counterexample("hrs24c"), Hunt("hrs24c", _each)),
        twins=(Twin("r + 1", counterexample("hrs24c-corrected")),),
    )


@claim(
    "HRS-24c-corrected",
    location=WHERE,
    latex=r"\text{the smallest dimension of an embedding as halfspaces is the lowest rank of a real matrix that agrees "
    r"in sign, or one less}",
    text="Where a real matrix of rank r agrees in sign with a finite class, its factors embed the class in dimension "
    "r, with offsets of 0. Where a finite class is embedded in dimension r with offsets, a real matrix agrees with it "
    "in sign whose columns are combinations of r + 1 vectors.",
    assumed=(FINITE, RANK),
)
def hrs_24c_corrected() -> Case:
    """One more coordinate, which is 1."""
    return Case(
        checks=(Goal("small classes", exhaustive("hrs24c-corrected", "offset-thresholds")),),
        sharper=(Goal("lowest rank 2, and dimension 2", exhaustive("hrs24c-both", "odd-functions")),),
        twins=(
            Twin("r", exhaustive("hrs24c", "offset-thresholds")),
            Twin("on the line", exhaustive("hrs24c-line", "odd-functions"), 1),
        ),
        remarks=(
            "So the smallest dimension is the lowest rank or one less, and both occur: with HRS-24c, the four odd "
            "functions on two points and their negatives are embedded in the plane, and not on the line, where one "
            "order of the points cannot be cut in half in two ways.",
        ),
    )
