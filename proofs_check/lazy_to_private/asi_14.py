"""ASI-14: any collection of random variables has a coupling with Pr[X != Y] <= 2 TV/(1 + TV) for every two of them.

Lemma 3.5. True: cut what lies under the densities into cells, put all cells in one random order in proportion to their
widths, and let each variable be the point over which the first cell under its own density lies. Its law is right,
and for two variables the first cell under either density lies under both with probability (1 - TV)/(1 + TV); then they
are equal. For densities with respect to a sigma-finite measure the points (x, u) of a Poisson process take the place of
the cells, ordered by their times; the steps below are those for finitely many points. That a variable is y is written
as X <= y and y <= X.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

from dpassay.exact import Dist, total_variation
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import entries, family, matrix_of, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lazy_to_private.laws import law_of
from dpassay.proofs_check.models.first_cells import FIRST_CELLS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, together
from dpassay.proofs_check.shared_lemmas.first_cells import FAR, MARGINAL


def _cells(weights: list[int]) -> list[tuple[int, int]]:
    """The unit cells under a density: a law with weights in m-ths fills w cells over each point."""
    return [(y, level) for y, weight in enumerate(weights) for level in range(weight)]


@cache
def _coupling(laws: tuple[tuple[int, ...], ...]) -> Dist[tuple[int, ...]]:
    """The joint law when every variable takes the point of its first cell in one random order of all cells."""
    cells = sorted({cell for weights in laws for cell in _cells(list(weights))})
    under = [set(_cells(list(weights))) for weights in laws]
    counts: dict[tuple[int, ...], int] = {}
    for order in permutations(cells):
        drawn = tuple(next(y for y, level in order if (y, level) in mine) for mine in under)
        counts[drawn] = counts.get(drawn, 0) + 1
    return Dist.from_weights(counts)


def _coupling_is_close(instance: Instance, numerator: Fraction) -> bool:
    """Every marginal is right, and Pr[X != Y] <= numerator TV/(1 + TV) for every pair."""
    weights = tuple(tuple(law) for law in instance["laws"])
    joint, laws = _coupling(weights), [law_of(list(law)) for law in weights]
    if any(joint.map(lambda drawn, i=i: drawn[i]) != law for i, law in enumerate(laws)):  # type: ignore[misc]
        return False
    for i, j in combinations(range(len(laws)), 2):
        tv = total_variation(laws[i], laws[j])
        differ = joint.probability(lambda drawn, i=i, j=j: drawn[i] != drawn[j])  # type: ignore[misc]
        if differ > numerator * tv / (1 + tv):
            return False
    return True


@entries(laws=matrix_of(whole(0, 4))).where
def _are_cells(instance: Instance) -> bool:
    """Laws in m-ths on equally many points, with m at most 4."""
    totals = {sum(law) for law in instance["laws"]}
    return len(totals) == 1 and totals <= {1, 2, 3, 4}


told(
    "asi14", "the first-cell coupling has the right marginals and Pr[X != Y] <= 2 TV/(1 + TV) for all pairs", _are_cells
)(lambda instance: _coupling_is_close(instance, Fraction(2)))
told("asi14-less", "... <= (19/10) TV/(1 + TV)", _are_cells)(
    lambda instance: _coupling_is_close(instance, Fraction(19, 10))
)


@family("triples-of-laws", "triples of laws in halves and thirds on three points")
def _triples() -> Iterator[Instance]:
    halves = [w for w in product(range(3), repeat=3) if sum(w) == 2]
    for laws in combinations(halves, 3):
        yield {"laws": [list(law) for law in laws]}
    for laws in (((1, 1, 1), (2, 1, 0), (0, 1, 2)), ((3, 0, 0), (2, 1, 0), (1, 1, 1))):
        yield {"laws": [list(law) for law in laws]}


@entries(values=row_of(whole(1, 3), 3, 3)).where
def _are_three_values(instance: Instance) -> bool:
    return tuple(instance["values"]) in set(product((2, 3), (1, 3), (1, 2)))


@told(
    "asi14-three",
    "values of X, Y, Z in {2,3}, {1,3}, {1,2}: at least two of the three pairs differ",
    _are_three_values,
)
def _two_pairs_differ(instance: Instance) -> bool:
    return bool(sum(a != b for a, b in combinations(instance["values"], 2)) >= 2)


told("asi14-all-three", "... all three pairs differ", _are_three_values)(
    lambda instance: sum(a != b for a, b in combinations(instance["values"], 2)) >= 3
)


@family("three-pairs", "the eight values of three variables on the pairs out of three points")
def _three_pairs() -> Iterator[Instance]:
    return ({"values": list(values)} for values in product((2, 3), (1, 3), (1, 2)))


@claim(
    "ASI-14",
    location="Lemma 3.5",
    latex=r"\exists \Gamma\ \forall X, Y \in S:\ \Pr[X \ne Y] \le \frac{2\|X - Y\|_{TV}}{1 + \|X - Y\|_{TV}}",
    text="Any collection of random variables with densities with respect to one sigma-finite measure has a coupling "
    "in which Pr[X != Y] <= 2 TV/(1 + TV) for every two of them.",
)
def asi_14() -> Case:
    """One Poisson process serves all."""
    return Case(
        beyond="It has finitely many variables with values in a finite set. For densities a Poisson process whose "
        "intensity is the sigma-finite measure takes the place of the cells.",
        checks=(Goal("its discrete form for triples of laws, exactly", exhaustive("asi14", "triples-of-laws")),),
        sharper=(
            Goal(
                "optimal: of three variables uniform on the pairs out of three points (TV = 1/2) at least two pairs "
                "differ at any time, so some pair differs with probability at least 2/3 = 2 TV/(1 + TV) in every "
                "coupling",
                exhaustive("asi14-three", "three-pairs"),
            ),
        ),
        twins=(
            Twin("1.9 in place of 2", exhaustive("asi14-less", "triples-of-laws")),
            Twin("all three differ", exhaustive("asi14-all-three", "three-pairs"), of=1),
        ),
        remarks=(
            "The bound is optimal at TV = 1/2, and in the same way at TV = 1/m for every m. For two variables alone "
            "TV is enough.",
        ),
    )


theorem(
    "ASI-14",
    FIRST_CELLS,
    f"{MARGINAL} and {FAR}",
    Step("law", MARGINAL, apply("the law of the first cell")),
    Step("two", FAR, apply("the first cell of two")),
    Step("all", f"{MARGINAL} and {FAR}", together("law", "two")),
)
