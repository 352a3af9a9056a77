"""HRS-43b and HRS-43d: how many data sets there are on a sample, and how near the best one is.

Proof of Theorem G.4. HRS-43b: "log|C| <= M^(O(d/gamma^2))". True as it is printed, as C has at most M^m members for m =
O(d/gamma^2), and a logarithm is below its number; |C| <= M^m is what the proof uses, and what is meant.

HRS-43d: the least score is at most chi + 2 gamma: a law on the sample is within chi + gamma of the data, and a data set
of C within gamma of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, FROM_0, entries, family, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.sampled_data_sets import NEARBY
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, arithmetic

theorem(
    "HRS-43b",
    NEARBY,
    "log(C) <= exp(size*log(M))",
    Step("below", "log(C) <= C - 1", analysis("log(z) <= z - 1", "(0, oo)", z="C")),
    Step("all", "log(C) <= exp(size*log(M))", arithmetic("below", "sequences")),
)
NEAR: Final = "y(j) - b(j) <= chi + 2*gamma and b(j) - y(j) <= chi + 2*gamma"
theorem(
    "HRS-43d",
    NEARBY,
    NEAR,
    Step("up", "y(j) - b(j) <= chi + 2*gamma", arithmetic("law, up", "data set, up")),
    Step("down", "b(j) - y(j) <= chi + 2*gamma", arithmetic("law, down", "data set, down")),
)
IS_SIZE: Final = entries(sample=whole(1), size=whole(1))
told("hrs43b", "the log of the number of multisets of so many points of M is at most M^size", IS_SIZE)(
    lambda at: at_most(
        as_real(comb(at["sample"] + at["size"] - 1, at["size"])).log(), Fraction(at["sample"] ** at["size"])
    )
)
told("hrs43b-less", "... at most 1", IS_SIZE)(
    lambda at: at_most(as_real(comb(at["sample"] + at["size"] - 1, at["size"])).log(), Fraction(1))
)


@entries(data=rational(), law=rational(), found=rational(), chi=FROM_0, gamma=ABOVE_0).where
def _is_near(instance: Instance) -> bool:
    """The law is within chi + gamma of the data, and the data set within gamma of the law."""
    data, law, found, chi, gamma = (Fraction(instance[name]) for name in ("data", "law", "found", "chi", "gamma"))
    return abs(law - data) <= chi + gamma and abs(found - law) <= gamma


def _is_within(instance: Instance, times: int) -> bool:
    data, found, chi, gamma = (Fraction(instance[name]) for name in ("data", "found", "chi", "gamma"))
    return abs(found - data) <= chi + times * gamma


told("hrs43d", "a query on the data set is within chi + 2 gamma of that on the data", _is_near)(
    lambda instance: _is_within(instance, 2)
)
told("hrs43d-less", "... within chi + gamma", _is_near)(lambda instance: _is_within(instance, 1))


@family("sizes", "M = 1, 2 and 50, and data sets of 1, 3 and 20 points")
def _sizes() -> Iterator[Instance]:
    return ({"sample": sample, "size": size} for sample, size in product((1, 2, 50), (1, 3, 20)))


@family("near-laws", "laws at both ends of their range, and data sets at both ends of theirs")
def _near_laws() -> Iterator[Instance]:
    for chi, gamma, first, second in product(("0", "1/3"), ("1/2", "1/10"), (-1, 1), (-1, 1)):
        law = Fraction(1, 2) + first * (Fraction(chi) + Fraction(gamma))
        numbers = {"data": "1/2", "law": str(law), "found": str(law + second * Fraction(gamma))}
        yield {**numbers, "chi": chi, "gamma": gamma}


WHERE: Final = "proof of Theorem G.4"


@claim(
    "HRS-43b",
    location=WHERE,
    latex=r"\log|C| \le M^{O(d\gamma^{-2})}",
    text="The logarithm of the number of data sets of m points of a sample of M points is at most M^m, for all M, m >= "
    "1.",
    assumed=("m is the O(d/gamma^2) of Algorithm 4", "data sets are sequences; there are fewer multisets"),
)
def hrs_43b() -> Case:
    """There are M^m sequences."""
    return Case(
        checks=(Goal("multisets", exhaustive("hrs43b", "sizes")),),
        twins=(Twin("at most 1", exhaustive("hrs43b-less", "sizes")),),
        remarks=("The log on the left side is one too many: what is used is log |C| <= m log M.",),
    )


@claim(
    "HRS-43d",
    location=WHERE,
    latex=r"\min_{B_1 \in C} s(D_{B_1}, D_B) \le \chi + 2\gamma",
    text="Where a law on the sample is within chi + gamma of the data on all queries, and a data set of C is within "
    "gamma of that law, this data set is within chi + 2 gamma of the data on all queries.",
)
def hrs_43d() -> Case:
    """By the triangle inequality."""
    return Case(
        checks=(Goal("both ends", exhaustive("hrs43d", "near-laws")),),
        twins=(Twin("chi + gamma", exhaustive("hrs43d-less", "near-laws")),),
    )
