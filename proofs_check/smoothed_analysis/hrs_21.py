"""HRS-21: polynomial thresholds and polytopes have a regret of the order sqrt(T VCDim ln(1/sigma)), up to logarithms.

Corollary 3.8, against adaptive sigma-smooth adversaries. At sigma = 1 the bound is 0: the first point is uniform, and
with a fair label any algorithm has the regret 1/2 after one round. On d points of the line the thresholds of degree
d - 1 are all functions, and so are the halfspaces on d points of R^(d-1) in general position, polytopes with k = 1.

HRS-21-corrected: sqrt(T M ln(8 M sqrt(T)/sigma)), up to a constant, for polynomial thresholds with M = binom(n + d, d)
monomials, which is the VC dimension. So the logarithm is of T and of M as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import PROBABILITY, entries, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.embedded_classes import MONOMIALS
from dpassay.proofs_check.models.fair_first_labels import FAIR, of_all_functions
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, constant, inside
from dpassay.proofs_check.smoothed_analysis.hrs_15 import CITED, FINITE

refuted(
    "HRS-21",
    FAIR,
    "E(regret) <= C*sqrt(d*T*W)",
    setting=of_all_functions({"d": 1}),
    variables={"C": "real, 0 < C"},
    no_constant=NoConstant("C", "HRS-06: for no constant", "d", {"T": "1", "sigma": "1", "q": "1", "N": "2"}),
    C=Fraction(100),
)
M: Final = "monomials"
Y: Final = f"8*{M}*sqrt(T)/sigma"
EXPONENT: Final = f"B*{M}*log(2*{M}/e)"
ALL: Final = f"B*{M}*log({Y})"
TUNED: Final = ("4*e*sqrt(T) = sigma",)
LARGE: Final = ("1 <= B",)
CORRECTED: Final = f"log(embedded(e)) <= {ALL} and 1 <= {ALL}"
theorem(
    "HRS-21-corrected",
    MONOMIALS,
    CORRECTED,
    Step("root", "1 <= sqrt(T)", apply("a root is at least", u="1", x="T")),
    Step("radius", "e <= 1", arithmetic("sigma <= 1", TUNED[0], ("4*e", "root")), TUNED),
    Step("number", f"embedded(e) <= exp({EXPONENT})", apply("HRS-18-corrected"), TUNED, ("radius",)),
    Step("same", f"2*{M}/e <= {Y}", arithmetic((f"-2*{M}/(e*sigma)", TUNED[0])), TUNED),
    Step(
        "log N",
        f"log(embedded(e)) <= {ALL}",
        arithmetic(inside("log(_)", "number"), (f"B*{M}", inside("log(_)", "same"))),
        TUNED,
    ),
    Step("two monomials", f"2 <= {M}", arithmetic("a coordinate for each monomial but 1", "1 <= d")),
    Step(
        "at least 16",
        f"16 <= {Y}",
        arithmetic(("8*sqrt(T)/sigma", "two monomials"), ("16/sigma", "root"), ("16/sigma", "sigma <= 1")),
    ),
    Step("more than e", "1 <= log(16)", constant()),
    Step(
        "at least 1",
        f"1 <= {ALL}",
        arithmetic(
            (f"B*{M}", inside("log(_)", "at least 16")), (f"B*{M}", "more than e"), (M, LARGE[0]), "two monomials"
        ),
        LARGE,
    ),
    Step("first", f"log(embedded(e)) <= {ALL}", arithmetic("log N"), (*TUNED, *LARGE)),
    Step("second", f"1 <= {ALL}", arithmetic("at least 1"), (*TUNED, *LARGE)),
    where=(*TUNED, *LARGE),
    also=("HRS-11-corrected",),
    variables={"T": "real, 1 <= T", "sigma": "real, 0 < sigma, sigma <= 1"},
)


def _regret(instance: Instance) -> Fraction:
    """The mean regret at a point with a fair label, of a learner that says 1 with this probability."""
    guess = Fraction(instance["guess"])
    return guess / 2 + (1 - guess) / 2


IS_GUESS: Final = entries(guess=PROBABILITY)
told("hrs21", "in one round with sigma = 1 the regret is at most 0, the bound with any constant", IS_GUESS)(
    lambda instance: _regret(instance) <= 0
)
told("hrs21-half", "in one round with sigma = 1 the regret is at most 1/2", IS_GUESS)(
    lambda instance: _regret(instance) <= Fraction(1, 2)
)


def _one_point() -> Iterator[Instance]:
    return ({"guess": guess} for guess in ("0", "1/2", "1"))


@claim(
    "HRS-21",
    location="Corollary 3.8, 'Furthermore'",
    latex=r"\mathbb E[\textsc{Regret}] \in \tilde O\big(\sqrt{T \cdot \mathrm{VCDim} \cdot \ln(1/\sigma)}\big)",
    text="Some algorithm has a regret of O(sqrt(T VCDim ln(1/sigma))), up to logarithms of T, against every adaptive "
    "sequence of T sigma-smooth laws, on polynomial thresholds and on polytopes.",
    corrected_by="HRS-21-corrected",
)
def hrs_21() -> Case:
    """sigma = 1."""
    return Case(
        argument="T = 1 and sigma = 1, so that the bound is 0. Thresholds of degree d - 1 on d points of the line, and "
        "halfspaces on d points of R^(d-1) in general position, are all functions, of VC dimension d. A uniform point "
        "with a fair label is misjudged by any algorithm with probability 1/2, and by the best function never.",
        counterexample=Goal("one point, whatever the constant", counterexample("hrs21"), Hunt("hrs21", _one_point)),
        twins=(Twin("1/2", counterexample("hrs21-half")),),
        remarks=(
            "The formula has ln(T/sigma), which is larger: it is 0 as well.",
            "Nor does it need finitely many points: on a cube, too, a fair label at a uniform point is not foreseen.",
        ),
    )


@claim(
    "HRS-21-corrected",
    location="Corollary 3.8, 'Furthermore', polynomial thresholds",
    latex=r"\mathbb E[\textsc{Regret}] \in O\big(\sqrt{T M \ln(8 M \sqrt T/\sigma)}\big),\ M = \binom{n + d}{d}",
    text="With M = binom(n + d, d) >= 2, some constant B >= 1, and N the bracketing number of polynomial thresholds of "
    "degree d in n variables at sigma/(4 sqrt(T)): max{1, ln N} <= B M ln(8 M sqrt(T)/sigma), so that the regret "
    "of Hedge on one function of each of N brackets is at most 43/25 sqrt(B T M ln(8 M sqrt(T)/sigma)).",
    assumed=(FINITE, CITED),
)
def hrs_21_corrected() -> Case:
    """HRS-18-corrected at sigma/(4 sqrt(T)), and HRS-11-corrected."""
    return Case(
        remarks=(
            "M is the VC dimension of the polynomial thresholds.",
            "No regret is above T, which is at most sqrt(T M) for M >= T: so T may stand for M in the logarithm. With "
            "ln(1/sigma) bounded away from 0 the printed order is right, up to a logarithm of T.",
            "Polytopes: the same with n k for M, by HRS-20-corrected.",
        ),
    )
