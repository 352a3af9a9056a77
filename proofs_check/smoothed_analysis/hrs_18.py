"""HRS-18: polynomial thresholds have N_[](P, mu, eps) <= exp(c n^d ln(n^d/eps)), n variables, degree d, c a constant.

Corollary 3.8 and Appendix C.6. For n = 1 that is (1/eps)^c for every degree. But polynomials of degree d take all
signs on d + 1 points of the line, so that at eps = 1/(d + 2), under the uniform law of these, there are 2^(d + 1)
brackets, and (d + 2)^c is less for large d.

HRS-18b: for each degree there is such a constant, since the proof has O(n^d) monomials "when d is small". For d = 1
these are the halfspaces of R^n, and for n = 1 there is none for the reason of HRS-15.

HRS-18-corrected: (2 M/eps)^(B M) for 0 < eps <= 1, with the number M = binom(n + d, d) of monomials (HRS-19-corrected).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.embedded_classes import MONOMIALS
from dpassay.proofs_check.models.halfspaces import ONE_VARIABLE, Interpolated, by_degree
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside
from dpassay.proofs_check.smoothed_analysis.hrs_15 import ARGUMENT, CITED, FINITE, line, refuted_on_the_line

PRINTED: Final = "exp(c*log(1/e))"
CONSTANT: Final = {"c": "real, 0 < c"}
LARGE: Final = ("e*(d + 2) = 1", "8*c*log(4*c) <= d")
theorem(
    "HRS-18: for no constant",
    ONE_VARIABLE,
    f"{PRINTED} < number",
    Step("reciprocal", "1/e <= d + 2", arithmetic(("-1/e", LARGE[0])), LARGE),
    Step(
        "log",
        "log((d + 2)/(4*c)) <= (d + 2)/(4*c) - 1",
        analysis("log(z) <= z - 1", "(0, oo)", z="(d + 2)/(4*c)"),
    ),
    Step("log of 2", "1/2 < log(2)", constant()),
    Step(
        "exponent",
        "c*log(1/e) < (d + 1)*log(2)",
        arithmetic(("c", inside("log(_)", "reciprocal")), ("c", "log"), ("1/8", LARGE[1]), ("d + 1", "log of 2")),
        LARGE,
    ),
    Step(
        "all",
        f"{PRINTED} < number",
        arithmetic(
            inside("exp(_)", "exponent"),
            ("-1", "interpolation"),
            "brackets that are narrower than a point",
            ("-labelings", "[e*(d + 1) < 1] = 1"),
        ),
        LARGE,
    ),
    where=LARGE,
    variables=CONSTANT,
)
refuted(
    "HRS-18",
    ONE_VARIABLE,
    f"number <= {PRINTED}",
    setting=Interpolated(3, Fraction(1, 5)),
    variables=CONSTANT,
    no_constant=NoConstant("c", "HRS-18: for no constant", "d", {"e": "1/(d + 2)"}),
    c=Fraction(1),
)
refuted_on_the_line("HRS-18b")
M: Final = "monomials"
CORRECTED: Final = f"embedded(e) <= exp(B*{M}*log(2*{M}/e))"
RANGE: Final = ("e <= 1",)
theorem(
    "HRS-18-corrected",
    MONOMIALS,
    CORRECTED,
    Step("embedded", "embedded(e) <= exp(B*d*log(2*d/e))", apply("HRS-16-corrected"), RANGE),
    Step(
        "more",
        f"2*d/e <= 2*{M}/e",
        arithmetic(("2/e", "a coordinate for each monomial but 1")),
    ),
    Step(
        "at least 1",
        f"1 <= 2*{M}/e",
        arithmetic(("1/e", "e <= 1"), ("2/e", "a coordinate for each monomial but 1")),
        RANGE,
    ),
    Step("not negative", f"0 <= log(2*{M}/e)", analysis("log(z) >= 0", "[1, oo)", "at least 1", z=f"2*{M}/e"), RANGE),
    Step(
        "exponent",
        f"B*d*log(2*d/e) <= B*{M}*log(2*{M}/e)",
        arithmetic(
            ("B*d", inside("log(_)", "more")),
            (f"B*log(2*{M}/e)", "a coordinate for each monomial but 1"),
            ("B", "not negative"),
        ),
        RANGE,
    ),
    Step("all", CORRECTED, arithmetic("embedded", inside("exp(_)", "exponent")), RANGE),
    where=RANGE,
)

IS_DEGREE: Final = entries(degree=whole(1, 6), constant=whole(1))


def _few(instance: Instance, base: int) -> bool:
    """Whether there are at most so many times (d + 2) to a power brackets, on d + 1 points at eps = 1/(d + 2)."""
    d, c = instance["degree"], instance["constant"]
    number = by_degree(Interpolated(d, Fraction(1)), Fraction(1, d + 2))
    return bool(number <= (d + 2) ** (c * base))


told("hrs18", "polynomials of one variable have at most (1/eps)^c brackets", IS_DEGREE)(lambda at: _few(at, 1))
told("hrs18-more", "polynomials of one variable have at most (1/eps)^(6 c) brackets", IS_DEGREE)(lambda at: _few(at, 6))


@family("hrs-degrees", "degrees 1 to 6 with c = 1")
def _degrees() -> Iterator[Instance]:
    return ({"degree": d, "constant": c} for d, c in product(range(1, 7), (1,)))


WHERE: Final = "Corollary 3.8, polynomial thresholds"


@claim(
    "HRS-18",
    location=WHERE,
    latex=r"\exists c\ \forall n, d, \epsilon, \mu:\ \mathcal N_{[\,]}(P^{n,d}, \mu, \epsilon) \le \exp(c\, n^d "
    r"\ln(n^d/\epsilon))",
    text="There is a constant c such that the polynomial thresholds of degree d in n variables have N_[](P, mu, eps) "
    "<= exp(c n^d ln(n^d/eps)), for all n, d, eps > 0 and every measure.",
    assumed=(FINITE,),
    corrected_by="HRS-18-corrected",
)
def hrs_18() -> Case:
    """n^d is 1 for n = 1."""
    return Case(
        argument="With one variable the bound is (1/eps)^c. On d + 1 points of the line, at eps = 1/(d + 2), each of "
        "2^(d + 1) sign patterns needs a bracket of its own, and (d + 2)^c is less for large d.",
        counterexample=Goal("c = 1, degree 1", counterexample("hrs18"), Hunt("hrs18", _degrees)),
        twins=(Twin("c = 6, up to degree 6", counterexample("hrs18-more")),),
        remarks=(
            "If n >= 2 then binom(n + d, d) <= 3/2 n^d, and what is wrong is the range of eps alone: see HRS-15.",
        ),
    )


@claim(
    "HRS-18b",
    location=f"{WHERE}, with a constant for each degree",
    latex=r"\forall d\ \exists c\ \forall n, \epsilon, \mu:\ \mathcal N_{[\,]}(P^{n,d}, \mu, \epsilon) \le \exp(c\, "
    r"n^d \ln(n^d/\epsilon))",
    text="For each degree d there is a constant c such that the polynomial thresholds of degree d in n variables have "
    "N_[](P, mu, eps) <= exp(c n^d ln(n^d/eps)), for all n, eps > 0 and every measure.",
    assumed=(FINITE,),
    corrected_by="HRS-18-corrected",
)
def hrs_18b() -> Case:
    """It is false for d = 1, at n = 1."""
    return Case(
        argument=ARGUMENT,
        counterexample=Goal("c = 1, eps = 9/10", counterexample("hrs15"), Hunt("hrs15", line)),
        twins=(Twin("2/eps", counterexample("hrs15-corrected")),),
        remarks=("The formula speaks of halfspaces, the polynomial thresholds of degree 1: d in it is n.",),
    )


@claim(
    "HRS-18-corrected",
    location=WHERE,
    latex=r"M = \binom{n + d}{d},\ 0 < \epsilon \le 1 \implies \mathcal N_{[\,]}(P^{n,d}, \mu, \epsilon) \le (2 "
    r"M/\epsilon)^{B M}",
    text="With the constant B of the published bound for halfspaces and M = binom(n + d, d) the polynomial thresholds "
    "of degree d in n variables have N_[](P, mu, eps) <= (2 M/eps)^(B M), for 0 < eps <= 1 and every measure.",
    checked=("0 < eps <= 1",),
    assumed=(FINITE, CITED),
)
def hrs_18_corrected() -> Case:
    """Embedded by the monomials other than 1, whose coefficient is the offset."""
    return Case()
