"""HRS-24: sign rank and embeddings, Appendix D.

HRS-24b: Definition D.2 calls sign rank the highest rank of a real matrix that agrees with a finite submatrix in sign,
and Fact D.3 says that it is the smallest dimension in which the class is embedded as thresholds. With "highest" it is
false: the constant function on two points and its negative are thresholds in one dimension, and a matrix of rank 2
agrees with their signs.

HRS-24b-corrected: with the lowest rank, over the finite submatrices of the class, the fact holds for thresholds at 0: a
matrix of rank r, whose columns are combinations of r vectors, is a product of N points and K weight vectors in
dimension r, and such a product is a matrix of rank r at most. (For thresholds with offsets see HRS-24c.)

HRS-24a: Theorem D.1, of others: countable classes of finite VC dimension have finite bracketing numbers. Here it is
computed for thresholds on up to eight points, of VC dimension 1: 1/eps + 1 brackets are enough, whatever the measure.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product as pairs
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import BETWEEN, PROBABILITY, entries, family, matrix_of, rational, row_of, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.sign_matrices import (
    EMBEDDED,
    FACTORED,
    PRODUCT,
    TURNED,
    Matrix,
    Signs,
    embedded,
    factored,
    product,
    rank,
    signs,
)
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic

refuted("HRS-24b", EMBEDDED, "rank <= r", setting=TURNED)
MADE: Final = "0 < F(x, f)*made(x, f)"
theorem(
    "thresholds at 0 are a matrix of their dimension",
    EMBEDDED,
    MADE,
    Step("all", MADE, arithmetic("embedded", ("-F(x, f)", "combinations"))),
)
theorem(
    "HRS-24b-corrected",
    FACTORED,
    f"0 < F(x, f)*{PRODUCT}",
    Step("all", f"0 < F(x, f)*{PRODUCT}", arithmetic("agrees", ("F(x, f)", "factors"))),
    also=("thresholds at 0 are a matrix of their dimension",),
)


def _matrix(stored: list[list[str]]) -> Matrix:
    return tuple(tuple(map(Fraction, row)) for row in stored)


ENTRIES: Final = matrix_of(rational())


@entries(matrix=ENTRIES, points=ENTRIES, weights=ENTRIES).where
def _is_pair(instance: Instance) -> bool:
    """The matrix has no entry 0, and points and weights have the right shapes."""
    matrix, points, weights = instance["matrix"], instance["points"], instance["weights"]
    shapes = (len(points), len(weights), len(weights[0]))
    return shapes == (len(matrix), len(points[0]), len(matrix[0])) and all(map(all, _matrix(matrix)))


def _is_embedded(instance: Instance) -> bool:
    found = product(_matrix(instance["points"]), _matrix(instance["weights"]))
    return signs(found) == signs(_matrix(instance["matrix"]))


told(
    "hrs24b",
    "a real matrix that agrees in sign with a class embedded in dimension r has rank at most r",
    _is_pair.where(_is_embedded),
    lambda instance: {"rank": rank(_matrix(instance["matrix"])), "r": len(instance["weights"])},
)(lambda instance: rank(_matrix(instance["matrix"])) <= len(instance["weights"]))
told(
    "hrs24b-corrected",
    "where the matrix is the product of points and weights, these embed the class, and its rank is at most r",
    _is_pair.where(lambda at: product(_matrix(at["points"]), _matrix(at["weights"])) == _matrix(at["matrix"])),
)(lambda instance: _is_embedded(instance) and rank(_matrix(instance["matrix"])) <= len(instance["weights"]))
told("hrs24b-any", "points and weights embed the class", _is_pair)(_is_embedded)


def _stored(at: Signs) -> Instance:
    parts = {"matrix": at.matrix, "points": at.points, "weights": at.weights}
    return {name: [[str(entry) for entry in row] for row in matrix] for name, matrix in parts.items()}


@family("factored-signs", "three products of points and weights in dimension 1 and 2")
def _factored() -> Iterator[Instance]:
    return map(_stored, factored())


@family("any-signs", "those, and points that do not embed the class")
def _any_signs() -> Iterator[Instance]:
    yield from map(_stored, factored())
    yield _stored(Signs(TURNED.matrix, TURNED.points, tuple(tuple(-b for b in row) for row in TURNED.weights)))


def _embedded() -> Iterator[Instance]:
    return map(_stored, embedded())


def brackets(law: list[Fraction], eps: Fraction) -> int:
    """The least number of eps-brackets of all thresholds on points in order: a bracket holds a run of them.

    A bracket with two thresholds in it holds those between, and is at least as wide as they are apart.
    """
    count, width = 1, Fraction(0)
    for mass in law:
        width += mass
        if width > eps:
            count, width = count + 1, Fraction(0)
    return count


IS_MEASURE: Final = entries(law=row_of(PROBABILITY), eps=BETWEEN).where(lambda at: sum(map(Fraction, at["law"])) == 1)


def _are_few(instance: Instance, times: int) -> bool:
    eps = Fraction(instance["eps"])
    return brackets(list(map(Fraction, instance["law"])), eps) <= times / eps + 1


told("hrs24a", "all thresholds on the points have at most 1/eps + 1 eps-brackets", IS_MEASURE)(
    lambda instance: _are_few(instance, 1)
)
told("hrs24a-one", "... one eps-bracket", IS_MEASURE)(lambda instance: _are_few(instance, 0))


@family("measures-of-thresholds", "up to eight points, equally likely or each half as likely, eps = 1/2, 1/4 and 1/10")
def _measures() -> Iterator[Instance]:
    for points, eps in pairs(range(1, 9), ("1/2", "1/4", "1/10")):
        for weights in ([1] * points, [2**k for k in range(points)]):
            yield {"law": [str(Fraction(weight, sum(weights))) for weight in weights], "eps": eps}


@claim(
    "HRS-24a",
    location="Theorem D.1",
    latex=r"\mathcal C \text{ countable},\ \mathrm{VCDim}(\mathcal C) < \infty \implies N_{[\,]}(\mathcal C, \mu, "
    r"\epsilon) < \infty",
    text="A countable class of finite VC dimension has a finite eps-bracketing number with respect to every measure.",
    assumed=("mu is a probability measure and eps > 0",),
    no_formula="It is a theorem of others on infinite classes (Adams and Nobel 2010 and 2012).",
)
def hrs_24a() -> Case:
    """Thresholds alone."""
    return Case(
        argument="It is cited. For a finite class there is nothing to show; for thresholds the number is computed on "
        "small domains, where it does not grow with the number of points.",
        checks=(Goal("thresholds on up to eight points", exhaustive("hrs24a", "measures-of-thresholds")),),
        twins=(Twin("one bracket", exhaustive("hrs24a-one", "measures-of-thresholds")),),
    )


WHERE: Final = "Definition D.2 and Fact D.3"


@claim(
    "HRS-24b",
    location=WHERE,
    latex=r"\text{sign rank, the highest rank of a real matrix that agrees in sign, is the smallest dimension of an "
    r"embedding as thresholds}",
    text="For every finite class that is embedded as thresholds in dimension r, every real matrix that agrees with it "
    "in sign has rank at most r.",
    assumed=("thresholds are at 0", "the class is finite: then the whole matrix is a finite submatrix"),
    corrected_by="HRS-24b-corrected",
)
def hrs_24b() -> Case:
    """The lowest rank is meant."""
    return Case(
        argument="On two points take f = (1, 1) and -f: with the points at 1 and the weights 1 and -1 they are "
        "thresholds in one dimension. The matrix with the rows (1, -1) and (1, -2) agrees in sign, and its determinant "
        "is -1.",
        counterexample=Goal("two points and two functions", counterexample("hrs24b"), Hunt("hrs24b", _embedded)),
        twins=(Twin("for a product of points and weights", counterexample("hrs24b-corrected")),),
        remarks=(
            "By 'highest' the sign rank of K functions on N points is min(N, K) always: add a large multiple of "
            "signs on a diagonal.",
        ),
    )


@claim(
    "HRS-24b-corrected",
    location=WHERE,
    latex=r"\text{sign rank, the lowest rank of a real matrix that agrees in sign, is the smallest dimension of an "
    r"embedding as thresholds at } 0",
    text="Where a real matrix of rank r agrees in sign with a finite class, its factors are points and weights in "
    "dimension r that embed the class as thresholds at 0. Where points and weights in dimension r embed a finite class "
    "as thresholds at 0, their product agrees with it in sign, and its columns are combinations of r vectors.",
    assumed=(
        "the class is finite",
        "the rank of a matrix is the least number of vectors of which its columns are combinations",
    ),
)
def hrs_24b_corrected() -> Case:
    """The factors of the matrix."""
    return Case(
        checks=(Goal("small products", exhaustive("hrs24b-corrected", "factored-signs")),),
        twins=(Twin("points that are not its factors", exhaustive("hrs24b-any", "any-signs")),),
        remarks=(
            "So the lowest rank and the smallest dimension agree.",
            "With linear threshold functions that have an offset, as HRS-16 reads Definition 3.5, the fact is off by "
            "one: HRS-24c.",
            "An infinite class may have a lowest rank of 2 in all finite submatrices and no embedding at all: the "
            "thresholds on an ordered set of more points than there are real numbers. Two points that a threshold "
            "tells apart are not embedded as one.",
        ),
    )
