"""HRS-42g: Lemma G.3 as a whole, as it is printed, for queries of any VC dimension.

A single query has d = 0, and then M = O(log(1/eta)/(sigma gamma^2)) may be one point, whatever the constant is, where
eta is near 1. On two points let the query ask for one, at sigma = 1 and gamma = 1/4: a law on one point is off by 1/2.
So no constant serves.

HRS-42g-corrected: with log(2/eta), as the proof of the lemma has it, it is true for all d. The proof is that of
HRS-42f.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.reduced_domains import ONE_QUERY, REDUCED, one_query
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, constant
from dpassay.proofs_check.smoothed_analysis.domain_reduction import FAILS, OFF
from dpassay.proofs_check.smoothed_analysis.hrs_42f import (
    CITED,
    CLAIMED,
    DOWN,
    ENOUGH,
    ETA,
    EXISTS,
    LAW_ON_IT,
    OF_SIZE,
    UNIT,
    WHERE,
)
from dpassay.proofs_check.smoothed_analysis.small_samples import nearly_sure

LONGER: Final = (*DOWN, "14*c0*(log(2) + ell + d) <= s*gamma**2*M")
theorem(
    "HRS-42g-corrected",
    REDUCED,
    CLAIMED,
    Step("logs", "log(4) - log(2) + 1 <= 5/2*log(2)", constant()),
    Step("square", "gamma**2 <= 1", arithmetic(UNIT[1], ("gamma", UNIT[1])), LONGER),
    Step(
        "enough",
        ENOUGH[3],
        arithmetic(("1/4", LONGER[-1]), ("gamma**2/4", DOWN[-1]), "square", UNIT[0], ("c0", "logs")),
        LONGER,
    ),
    Step("all", CLAIMED, apply("the domain is reduced, with probability 1 - eta", "enough"), LONGER),
    where=LONGER,
)
SIZE: Final = ("C*(ell + d) <= s*gamma**2*M",)
CONSTANT: Final = {"C": "real, 0 < C"}
theorem(
    "HRS-42g: for no constant",
    ONE_QUERY,
    f"{ETA} < {FAILS}",
    Step("far", "chi + gamma < least", arithmetic(("-1", "half is asked for"), "the smooth law", "a quarter")),
    Step(
        "contrary",
        f"{OFF} = 1 - [least <= chi + gamma]",
        apply("indicator of the contrary", A="least", B="chi + gamma"),
    ),
    Step("not near", "[least <= chi + gamma] = 0", apply("indicator of what fails", "far", A="least", B="chi + gamma")),
    Step("off", f"{OFF} = 1", arithmetic("contrary", ("-1", "not near"))),
    Step("always", f"{FAILS} = E(1)", apply("expectation of equals", "off", P="P", X=OFF, Y="1")),
    Step("below 1", f"{ETA} < exp(0)", apply("exp grows strictly", A="-ell", B="0")),
    Step("all", f"{ETA} < {FAILS}", arithmetic(("-1", "always"), "below 1")),
    where=SIZE,
    variables=CONSTANT,
    samples={"C": (Fraction(1, 100),)},
)
refuted(
    "HRS-42g",
    REDUCED,
    CLAIMED,
    setting=one_query({"k": Fraction(1), "ell": Fraction(1, 16)}),
    where=SIZE,
    variables=CONSTANT,
    no_constant=NoConstant(
        "C",
        "HRS-42g: for no constant",
        "k",
        {"N": "2", "K": "1", "M": "1", "s": "1", "chi": "0", "gamma": "1/4", "d": "0", "ell": "1/(16*C)"},
    ),
    C=Fraction(1),
)


@claim(
    "HRS-42g",
    location=f"{WHERE}, as printed, for all d",
    latex=OF_SIZE.format("1") + EXISTS,
    text="There is a constant C such that, for queries of VC dimension d >= 0, a (sigma, chi)-smooth D, gamma and eta "
    f"in (0, 1), and V of M uniform points, if M >= C (log(1/eta) + d)/(sigma gamma^2), {LAW_ON_IT}.",
    checked=("M >= C (log(1/eta) + d)/(sigma gamma^2)",),
    assumed=("a class of one query has the VC dimension 0",),
    corrected_by="HRS-42g-corrected",
)
def hrs_42g() -> Case:
    """One point is no sample."""
    return Case(
        argument="One query asks for one of two points, the law is uniform, sigma = 1 and gamma = 1/4. Where "
        "log(1/eta) is at most 1/(16 C), one point is enough by the lemma. A law on one point answers 0 or 1, and "
        "is off by 1/2.",
        counterexample=Goal("a single query", counterexample("hrs42g"), Hunt("hrs42g", nearly_sure)),
        twins=(Twin("log(2/eta)", counterexample("hrs42g-corrected")),),
        remarks=("For d >= 1 there is such a constant: HRS-42f.",),
    )


@claim(
    "HRS-42g-corrected",
    location=f"{WHERE}, with the M of its proof",
    latex=OF_SIZE.format("2") + EXISTS,
    text="For queries of VC dimension d >= 0, a (sigma, chi)-smooth D, gamma and eta in (0, 1), and V of M uniform "
    f"points: if M >= 14 c0 (log(2/eta) + d)/(sigma gamma^2), {LAW_ON_IT}.",
    checked=("gamma <= 1",),
    assumed=(CITED,),
)
def hrs_42g_corrected() -> Case:
    """The same, with log 2 for 1 below the sum."""
    return Case(
        checks=(
            Goal("two points", exhaustive("hrs42g-corrected", "samples-of-two")),
            Goal("one query", exhaustive("hrs42g-corrected", "single-queries")),
        ),
        twins=(Twin("a hundredth", exhaustive("hrs42f-few", "single-queries"), 1),),
    )
