"""HRS-44: the running times of Smooth MWEM and of Projected Smooth MWEM, E.3 and F.3.

HRS-44a: both "recall" a cover of (41 n/sigma)^d queries. What they recall is (41/gamma)^d, and both algorithms set
gamma = sigma/(2 n): that is (82 n/sigma)^d, larger by the factor 2^d, which no constant bounds. (With gamma = sigma/(4
n), as the proofs set it at their ends, it is (164 n/sigma)^d.)

HRS-44a-corrected: (82 n/sigma)^d, and so times of O(n (82 n/sigma)^d + T (82 n/sigma)^d |X|).

The printed number is right all the same, by Haussler's own bound, which is smaller than (41/gamma)^d: HRS-44c.
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
from dpassay.proofs_check.models.covered_classes import COVERED
from dpassay.proofs_check.models.mwem_rates import RATES, Numbers
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant

LET: Final = {"size": "exp(d*(log(82*n) + L))", "said": "exp(d*(log(41*n) + L))"}
MANY: Final = ("2*C <= d",)
CONSTANT: Final = {"C": "real, 0 < C"}
theorem(
    "HRS-44a: for no constant",
    RATES,
    "C*said < size",
    Step("product", "log(2*(41*n)) = log(2) + log(41*n)", apply("log of a product", A="2", B="41*n")),
    Step(
        "double",
        "size = exp(d*(log(2) + log(41*n) + L))",
        apply("equals for equals", "product", A="log(2*(41*n))", B="log(2) + log(41*n)", f="z: exp(d*(z + L))"),
    ),
    Step("half", "1/2 <= log(2)", constant()),
    Step("tangent", "1 + d*log(2) <= exp(d*log(2))", analysis("1 + z <= exp(z)", "(-oo, oo)", z="d*log(2)")),
    Step(
        "all",
        "C*said < size",
        arithmetic(("-1", "double"), ("said", "tangent"), ("said*d", "half"), ("said/2", "2*C <= d")),
        MANY,
    ),
    where=MANY,
    variables=CONSTANT,
    let=LET,
    samples={"C": (Fraction(1, 2),)},
)
refuted(
    "HRS-44a",
    RATES,
    "size <= C*said",
    setting=Numbers(1, 3, 1, Fraction(1), Fraction(1, 2), Fraction(1, 2)),
    variables=CONSTANT,
    let=LET,
    no_constant=NoConstant(
        "C", "HRS-44a: for no constant", "d", {"n": "1", "T": "1", "eps": "1", "L": "1", "ell": "1"}
    ),
    C=Fraction(1),
)
SHATTERED: Final = ("1 <= d",)
NEEDED: Final = "cover(sigma/(2*n)) <= exp(d*log(82*n/sigma))"
theorem(
    "HRS-44a-corrected",
    COVERED,
    NEEDED,
    Step("radius", "sigma/(2*n) <= 1", arithmetic(("1/(2*n)", "sigma < 1"), ("1/n", "1 <= n"))),
    Step(
        "Haussler, rounded",
        "cover(sigma/(2*n)) <= exp(d*log(41/(sigma/(2*n))))",
        apply("HRS-03-corrected", "radius", e="sigma/(2*n)"),
        SHATTERED,
    ),
    Step("all", NEEDED, arithmetic("Haussler, rounded"), SHATTERED),
    where=SHATTERED,
    variables={"n": "integer, 1 <= n", "sigma": "real, 0 < sigma, sigma < 1"},
)
IS_COVER: Final = entries(records=whole(1), dimension=whole(1), sigma=BETWEEN)


def _size(instance: Instance, factor: int) -> Fraction:
    power: int = instance["dimension"]
    return Fraction(factor * instance["records"] / Fraction(instance["sigma"])) ** power


def _haussler(instance: Instance, share: int) -> Fraction:
    """(41/gamma)^d at gamma = sigma/(share n)."""
    gamma = Fraction(instance["sigma"]) / (share * instance["records"])
    power: int = instance["dimension"]
    return Fraction(41 / gamma) ** power


told(
    "hrs44a",
    "(41/gamma)^d at gamma = sigma/(2 n) is at most C (41 n/sigma)^d",
    IS_COVER.having(constant=ABOVE_0),
    lambda instance: {"the number": _haussler(instance, 2), "(41 n/sigma)^d": _size(instance, 41)},
)(lambda instance: _haussler(instance, 2) <= Fraction(instance["constant"]) * _size(instance, 41))
told("hrs44a-corrected", "it is (82 n/sigma)^d", IS_COVER)(
    lambda instance: _haussler(instance, 2) == _size(instance, 82)
)
told("hrs44a-quarter", "at gamma = sigma/(4 n) it is (82 n/sigma)^d", IS_COVER)(
    lambda instance: _haussler(instance, 4) == _size(instance, 82)
)


@family("covers", "1 and 100 records, VC dimension 1, 2 and 9, sigma = 1/2 and 1/1000")
def _covers() -> Iterator[Instance]:
    for records, dimension, sigma in product((1, 100), (1, 2, 9), ("1/2", "1/1000")):
        yield {"records": records, "dimension": dimension, "sigma": sigma}


def _large_dimensions() -> Iterator[Instance]:
    for most, dimension in (("1", 1), ("1000", 10), ("1000000", 20)):
        yield {"records": 10, "dimension": dimension, "sigma": "1/10", "constant": most}


WHERE: Final = "E.3 and F.3"
GAMMA: Final = "gamma = sigma/(2 n), as Algorithms 2 and 3 set it"


@claim(
    "HRS-44a",
    location=f"{WHERE}, the size that is recalled",
    latex=r"(41/\gamma)^d = O\big((41n/\sigma)^d\big)",
    text="There is a constant C such that (41/gamma)^d, which the source has for the size of the cover of Algorithms 2 "
    "and 3, is at most C (41 n/sigma)^d at gamma = sigma/(2 n), for all n, d >= 1 and sigma in (0, 1).",
    assumed=(GAMMA, "the size of a cover is bounded by (41/gamma)^d, as everywhere in the source"),
    corrected_by="HRS-44a-corrected",
)
def hrs_44a() -> Case:
    """A factor 2 to the power d."""
    return Case(
        argument="(41/gamma)^d is (82 n/sigma)^d, which is 2^d times the printed number.",
        counterexample=Goal("large d", counterexample("hrs44a"), Hunt("hrs44a", _large_dimensions)),
        twins=(Twin("(82 n/sigma)^d", counterexample("hrs44a-corrected")),),
        remarks=(
            "It is the step that fails. There is a cover of O((41 n/sigma)^d) queries, by the bound of Haussler that "
            "(41/gamma)^d is a rounded form of (HRS-44c): with it the printed running times stand.",
        ),
    )


@claim(
    "HRS-44a-corrected",
    location=WHERE,
    latex=r"|\mathcal Q'| \le (41/\gamma)^d = (82n/\sigma)^d,\quad \gamma = \tfrac{\sigma}{2n}",
    text="There is a gamma-cover of at most (41/gamma)^d = (82 n/sigma)^d queries of the class, for all n, d >= 1 and "
    "sigma in (0, 1).",
    assumed=(GAMMA,),
)
def hrs_44a_corrected() -> Case:
    """41 times 2."""
    return Case(
        checks=(Goal("some numbers", exhaustive("hrs44a-corrected", "covers")),),
        twins=(Twin("at gamma = sigma/(4 n)", exhaustive("hrs44a-quarter", "covers")),),
    )
