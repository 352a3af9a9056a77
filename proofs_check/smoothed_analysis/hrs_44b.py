"""HRS-44b: "similar to C.1, this cover can be constructed in time O(|Q'|)".

E.3. C.1 draws m = O(VCdim T/sigma^2) points for gamma = sigma/(4 sqrt T), which is of the order of d/gamma^2, and finds
a consistent query for each of the O(m^d) ways in which they are labelled. With gamma = sigma/(2 n) as in Algorithm 2
and the constant 1, m = d n^2/(4 sigma^2), and m^d is not O((82 n/sigma)^d): already for d = 1 it is of order n^2, and
the cover of order n.

HRS-44b-corrected: so the construction takes m^d calls of the oracle.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, BETWEEN, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.mwem_rates import RATES, Numbers
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

LET: Final = {
    "drawn": "d*n**2*exp(2*L)/4",
    "leaves": "exp(d*log(drawn))",
    "said": "exp(d*(log(82*n) + L))",
}
FAMILY: Final = ("d <= 1", "328*C <= n")
CONSTANT: Final = {"C": "real, 0 < C"}
theorem(
    "HRS-44b: for no constant",
    RATES,
    "C*said < leaves",
    Step("one", "d = 1", apply("at most each other", A="d", B="1"), FAMILY),
    Step(
        "exponent",
        "leaves = exp(1*log(drawn))",
        apply("equals for equals", "one", A="d", B="1", f="z: exp(z*log(drawn))"),
        FAMILY,
    ),
    Step("points", "exp(log(drawn)) = drawn", apply("exp of log", A="drawn")),
    Step(
        "exponent of the cover",
        "said = exp(1*(log(82*n) + L))",
        apply("equals for equals", "one", A="d", B="1", f="z: exp(z*(log(82*n) + L))"),
        FAMILY,
    ),
    Step("cover", "exp(log(82*n)) = 82*n", apply("exp of log", A="82*n")),
    Step("growth", "1 + L <= exp(L)", analysis("1 + z <= exp(z)", "(-oo, oo)", z="L")),
    Step(
        "all",
        "C*said < leaves",
        arithmetic(
            ("-1", "exponent"),
            ("-1", "points"),
            ("C", "exponent of the cover"),
            ("C*exp(L)", "cover"),
            ("n**2*exp(L)/4", "growth"),
            ("n*exp(L)/4", "328*C <= n"),
            ("n**2*exp(2*L)/4", "1 <= d"),
        ),
        FAMILY,
    ),
    where=FAMILY,
    variables=CONSTANT,
    let=LET,
    samples={"C": (Fraction(1, 400),)},
)
refuted(
    "HRS-44b",
    RATES,
    "leaves <= C*said",
    setting=Numbers(1000, 3, 1, Fraction(1), Fraction(1, 10), Fraction(1, 2)),
    variables=CONSTANT,
    let=LET,
    no_constant=NoConstant(
        "C", "HRS-44b: for no constant", "n", {"d": "1", "T": "1", "eps": "1", "L": "1", "ell": "1"}
    ),
    C=Fraction(1),
)
IS_COVER: Final = entries(records=whole(1), dimension=whole(1), sigma=BETWEEN)


def _points(instance: Instance) -> Fraction:
    """d n^2/(4 sigma^2)."""
    share = Fraction(instance["records"]) / Fraction(instance["sigma"])
    return Fraction(share**2 * instance["dimension"] / 4)


def _leaves(instance: Instance) -> Fraction:
    power: int = instance["dimension"]
    return Fraction(_points(instance) ** power)


def _said(instance: Instance) -> Fraction:
    power: int = instance["dimension"]
    return Fraction((82 * instance["records"] / Fraction(instance["sigma"])) ** power)


told(
    "hrs44b",
    "m^d is at most C (82 n/sigma)^d, for m = d n^2/(4 sigma^2)",
    IS_COVER.having(constant=ABOVE_0),
    lambda instance: {"m^d": _leaves(instance), "(82 n/sigma)^d": _said(instance)},
)(lambda instance: _leaves(instance) <= Fraction(instance["constant"]) * _said(instance))


def _is_square(instance: Instance, share: int) -> bool:
    """Whether m is d/(16 gamma^2) at gamma = sigma/(share n)."""
    gamma = Fraction(instance["sigma"]) / (share * instance["records"])
    return bool(_points(instance) == instance["dimension"] / (16 * gamma**2))


told("hrs44b-corrected", "m = d/(16 gamma^2) is d n^2/(4 sigma^2) at gamma = sigma/(2 n)", IS_COVER)(
    lambda instance: _is_square(instance, 2)
)
told("hrs44b-quarter", "... at gamma = sigma/(4 n)", IS_COVER)(lambda instance: _is_square(instance, 4))


@family("constructions", "1 and 100 records, VC dimension 1, 2 and 9, sigma = 1/2 and 1/1000")
def _constructions() -> Iterator[Instance]:
    for records, dimension, sigma in product((1, 100), (1, 2, 9), ("1/2", "1/1000")):
        yield {"records": records, "dimension": dimension, "sigma": sigma}


def _many_records() -> Iterator[Instance]:
    for most, records in (("1", 10**3), ("1000", 10**6)):
        yield {"records": records, "dimension": 1, "sigma": "1/2", "constant": most}


ORDER: Final = "the O() of C.1 in m = O(VCdim T/sigma^2), at gamma = sigma/(4 sqrt T), is read with the constant 1"


@claim(
    "HRS-44b",
    location="E.3, with C.1",
    latex=r"\text{the cover can be constructed in time } O(|\mathcal Q'|)",
    text="There is a constant C such that the construction of C.1, which looks at up to m^d labellings of m = d/(16 "
    "gamma^2) points, looks at no more than C (82 n/sigma)^d at gamma = sigma/(2 n), for all n, d >= 1 and sigma in "
    "(0, 1).",
    assumed=(ORDER, "all m^d labellings may occur, as for thresholds nearly all do: m + 1 for d = 1"),
    corrected_by="HRS-44b-corrected",
)
def hrs_44b() -> Case:
    """The sample has of order n^2 points."""
    return Case(
        argument="For d = 1 the construction labels n^2/(4 sigma^2) points, in as many ways and one, for thresholds; "
        "the cover that is kept has at most 82 n/sigma queries.",
        counterexample=Goal("many records", counterexample("hrs44b"), Hunt("hrs44b", _many_records)),
        twins=(Twin("m = d n^2/(4 sigma^2)", counterexample("hrs44b-corrected")),),
        remarks=(
            "Whatever constant is read, m is of order n^2 for d = 1, and the cover that is to be had of order n. If Q' "
            "is all that the construction finds, it has m^d queries, and not (82 n/sigma)^d; and its tree has more "
            "nodes than leaves (HRS-23d).",
        ),
    )


@claim(
    "HRS-44b-corrected",
    location="E.3, with C.1",
    latex=r"m^d = \Big(\tfrac{d n^2}{4\sigma^2}\Big)^d,\quad m = \tfrac{d}{16\gamma^2},\ \gamma = \tfrac{\sigma}{2n}",
    text="At gamma = sigma/(2 n), m = d/(16 gamma^2) is d n^2/(4 sigma^2), so that m^d is (d n^2/(4 sigma^2))^d; and a "
    "class of VC dimension d has at most (d + 1) m^d labellings of m points, for all n, d >= 1 and sigma in (0, 1).",
    assumed=(ORDER,),
)
def hrs_44b_corrected() -> Case:
    """By multiplication."""
    return Case(
        checks=(Goal("some numbers", exhaustive("hrs44b-corrected", "constructions")),),
        twins=(Twin("at gamma = sigma/(4 n)", exhaustive("hrs44b-quarter", "constructions")),),
        remarks=("The lemma of Sauer and Shelah is HRS-23c.",),
    )


theorem(
    "HRS-44b-corrected",
    RATES,
    "exp(d*log(d/(16*(exp(-L)/(2*n))**2))) = leaves",
    Step("all", "exp(d*log(d/(16*(exp(-L)/(2*n))**2))) = leaves", arithmetic()),
    let=LET,
    also=("HRS-23c",),
)
