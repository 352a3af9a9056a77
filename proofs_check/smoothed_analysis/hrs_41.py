"""HRS-41: uniform convergence, Fact G.2: O((log(2/eta) + d)/gamma^2) draws approximate all queries to gamma.

The source cites it (Shalev-Shwartz and Ben-David 2014). Here it is computed exactly for small classes of queries with
values in {0, 1}, with the constant 1: the counts of the draws have a multinomial law. For values in {-1, 1} gamma is
2 gamma.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Final

from dpassay.exact import as_real, decide
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import BETWEEN, BIT, PROBABILITY, entries, family, matrix_of, row_of, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.numbers import sum_of


def vc_dimension(queries: list[list[int]]) -> int:
    """The size of the largest set of points on which the queries take all patterns."""
    points = range(len(queries[0]))
    return max(
        size
        for size in range(len(points) + 1)
        for chosen in combinations(points, size)
        if len({tuple(query[x] for x in chosen) for query in queries}) == 2**size
    )


def sample_size(queries: list[list[int]], eta: Fraction, gamma: Fraction, constant: Fraction) -> int:
    """The constant times (log(2/eta) + d)/gamma^2, rounded up."""
    needed = (as_real(2 / eta).log() + vc_dimension(queries)) * (constant / gamma**2)
    return next(m for m in range(1, 10**6) if decide(needed <= as_real(m)))


def _counts(points: int, m: int) -> Iterator[tuple[int, ...]]:
    if points == 1:
        yield (m,)
        return
    for first in range(m + 1):
        yield from ((first, *rest) for rest in _counts(points - 1, m - first))


def _chance(law: list[Fraction], counts: tuple[int, ...]) -> Fraction:
    found, left = Fraction(1), sum(counts)
    for mass, count in zip(law, counts, strict=True):
        found *= comb(left, count) * mass**count
        left -= count
    return found


def failure(law: list[Fraction], queries: list[list[int]], gamma: Fraction, m: int) -> Fraction:
    """The probability that some query is off by more than gamma on m draws."""

    def is_off(counts: tuple[int, ...]) -> bool:
        gaps = [Fraction(count, m) - mass for count, mass in zip(counts, law, strict=True)]
        moved = [sum_of([gap for gap, value in zip(gaps, query, strict=True) if value]) for query in queries]
        return max(map(abs, moved)) > gamma

    return sum((_chance(law, counts) for counts in _counts(len(law), m) if is_off(counts)), Fraction(0))


IS_CLASS: Final = entries(law=row_of(PROBABILITY), queries=matrix_of(BIT), eta=BETWEEN, gamma=BETWEEN).where(
    lambda at: sum(map(Fraction, at["law"])) == 1 and len(at["queries"][0]) == len(at["law"])
)


def _converges(instance: Instance, constant: Fraction) -> bool:
    law, queries = list(map(Fraction, instance["law"])), instance["queries"]
    eta, gamma = Fraction(instance["eta"]), Fraction(instance["gamma"])
    return failure(law, queries, gamma, sample_size(queries, eta, gamma, constant)) <= eta


told("hrs41", "(log(2/eta) + d)/gamma^2 draws, rounded up, are enough for queries in {0, 1}", IS_CLASS)(
    lambda instance: _converges(instance, Fraction(1))
)
told("hrs41-few", "... a tenth of them", IS_CLASS)(lambda instance: _converges(instance, Fraction(1, 10)))
THRESHOLDS: Final = [[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1]]
CLASSES: Final[tuple[tuple[list[str], list[list[int]]], ...]] = (
    (["1/2", "1/2"], [[0, 1]]),
    (["1/3", "2/3"], [[0, 0], [0, 1], [1, 0], [1, 1]]),
    (["1/3", "1/3", "1/3"], THRESHOLDS),
    (["1/10", "1/5", "7/10"], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
)


@family("small-samples", "four classes on two and three points, eta = 1/2 and 1/10, gamma = 1/2 and 1/4")
def _small_samples() -> Iterator[Instance]:
    for (law, queries), eta, gamma in product(CLASSES, ("1/2", "1/10"), ("1/2", "1/4")):
        yield {"law": law, "queries": queries, "eta": eta, "gamma": gamma}


@claim(
    "HRS-41",
    location="Fact G.2",
    latex=r"m = O\big((\log(2/\eta) + d)/\gamma^2\big): \quad "
    r"\Pr\big[\forall q:\ |q(D') - q(D)| \le \gamma\big] \ge 1 - \eta",
    text="The empirical law of O((log(2/eta) + d)/gamma^2) independent draws from D is, with probability 1 - eta, "
    "within gamma of D on all queries of a class of VC dimension d.",
    assumed=("queries have values in {0, 1}", "0 < eta < 1 and 0 < gamma < 1"),
    no_formula="It is a theorem of others on every domain, whose constant is left open.",
)
def hrs_41() -> Case:
    """Exact multinomial probabilities."""
    return Case(
        argument="It is cited. On four small classes the probability that some query is off is computed exactly, with "
        "the constant 1.",
        checks=(Goal("four small classes", exhaustive("hrs41", "small-samples")),),
        twins=(Twin("a tenth of the draws", exhaustive("hrs41-few", "small-samples")),),
    )
