"""HRS-03: for any class and any law there is an eps-cover of members, of size at most (41/eps)^VCdim.

Section 2, after Haussler (1995). No range of eps is printed: at eps = 42 and VC dimension 1 the bound is below 1, and a
cover has a member.

HRS-03-corrected: for 0 < eps <= 1 and VC dimension d >= 1. Haussler's theorem is applied, e (d + 1) (2 e/eps)^d. Since
log(d + 1) <= d and 1 <= d, that is at most (2 e^3/eps)^d, and 2 e^3 = 40.17.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.analysis.bracketing_numbers import covering_number
from dpassay.analysis.classes import HypothesisClass, intervals, singletons, thresholds
from dpassay.analysis.vc_dimension import vc_dimension
from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, rational, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.covered_classes import COVERED, Covered
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside

PRINTED: Final = "cover(e) <= exp(d*log(41/e))"
refuted("HRS-03", COVERED, PRINTED, setting=Covered(thresholds(1), (1,)), e=Fraction(42))

RANGE: Final = ("e <= 1", "1 <= d")
SMALL: Final = {"cover": "r: cover(r)", "d": "d"}
X: Final = "log(2*exp(1)/e)"
theorem(
    "HRS-03-corrected",
    COVERED,
    PRINTED,
    Step("numbers", "log(2*exp(1)) + 2 <= log(41)", constant()),
    Step("bases", f"{X} + 2 <= log(41/e)", arithmetic("numbers")),
    Step("dimensions", "d + 1 <= exp(d)", analysis("z + 1 <= exp(z)", "[0, oo)", z="d")),
    Step(
        "both",
        "exp(1)*(d + 1) <= exp(2*d)",
        arithmetic(("exp(1)", "dimensions"), ("exp(d)", inside("exp(_)", "1 <= d"))),
        RANGE[1:],
    ),
    Step("Haussler", f"cover(e) <= exp(1)*(d + 1)*exp(d*{X})", apply("small covers", r="e", **SMALL), RANGE[:1]),
    Step(
        "all",
        PRINTED,
        arithmetic("Haussler", (f"exp(d*{X})", "both"), inside("exp(d*_)", "bases")),
        RANGE,
    ),
    where=RANGE,
)


IS_CLASS: Final = entries(points=whole(1, 6), members=row_of(whole(0, 63)), radius=rational("(0, oo)")).where(
    lambda instance: max(instance["members"]) < 2 ** instance["points"] and len(set(instance["members"])) >= 2
)


def at_most_power(instance: Instance, base: int, shrunk: int = 1) -> bool:
    """Whether a smallest cover at the radius, by so much smaller, has at most (base/radius)^d members."""
    functions = HypothesisClass(instance["points"], tuple(instance["members"]))
    radius = Fraction(instance["radius"])
    cover = covering_number(functions, Dist.uniform(range(functions.points)), radius / shrunk)
    return bool(cover <= (base / radius) ** vc_dimension(functions))


told("hrs03", "under the uniform law a cover has at most (41/eps)^d members", IS_CLASS)(
    lambda instance: at_most_power(instance, 41)
)
told("hrs03-corrected", "under the uniform law a cover at eps <= 1 has at most (41/eps)^d members", IS_CLASS)(
    lambda instance: Fraction(instance["radius"]) > 1 or at_most_power(instance, 41)
)
told("hrs03-less", "under the uniform law a cover at eps <= 1 has at most (1/eps)^d members", IS_CLASS)(
    lambda instance: Fraction(instance["radius"]) > 1 or at_most_power(instance, 1)
)


@family("hrs-classes", "thresholds on 1 to 5 points, singletons and intervals on 2 to 5, eps in {1/8, 1/3, 1, 42}")
def classes() -> Iterator[Instance]:
    """With the uniform law."""
    for make in (thresholds, singletons, intervals):
        for points in range(1 if make is thresholds else 2, 6):
            for radius in ("1/8", "1/3", "1", "42"):
                yield {"points": points, "members": list(make(points).members), "radius": radius}


@claim(
    "HRS-03",
    location="Section 2, after the definition of a cover",
    latex=r"\forall H, D, \epsilon > 0\ \exists\, \epsilon\text{-cover } H' \subseteq H:\ |H'| \le "
    r"(41/\epsilon)^{\mathrm{VCDim}(H)}",
    text="For every class, every law and every eps > 0 there is an eps-cover of members, of size at most "
    "(41/eps)^VCdim.",
    corrected_by="HRS-03-corrected",
)
def hrs_03() -> Case:
    """Far beyond 1 the bound is below 1."""
    return Case(
        argument="Two functions on one point have the VC dimension 1. At eps = 42 the bound is 41/42, and a cover has "
        "one member at least.",
        counterexample=Goal("eps = 42", counterexample("hrs03"), Hunt("hrs03", classes)),
        twins=(Twin("eps <= 1", counterexample("hrs03-corrected")),),
        remarks=("No range of eps is printed; the source uses radii below 1.",),
    )


@claim(
    "HRS-03-corrected",
    location="Section 2, after the definition of a cover, at 0 < eps <= 1",
    latex=r"0 < \epsilon \le 1,\ d \ge 1 \implies |H'| \le (41/\epsilon)^d",
    text="For every class of VC dimension d >= 1, every law and 0 < eps <= 1 there is an eps-cover of members, of size "
    "at most (41/eps)^d.",
    checked=("0 < eps <= 1", "d >= 1: a class of VC dimension 0 has one member, and covers itself"),
)
def hrs_03_corrected() -> Case:
    """Haussler's theorem, and 2 e^3 <= 41."""
    return Case(
        checks=(Goal("small classes under the uniform law", exhaustive("hrs03-corrected", "hrs-classes")),),
        twins=(Twin("(1/eps)^d", exhaustive("hrs03-less", "hrs-classes")),),
        remarks=(
            "29.6 would do for 41: e (d + 1) <= (2 e)^d, so the bound that is cited is at most (4 e^2/eps)^d.",
            "For 1 < eps <= 41 it is true as well, since any one member is a cover. Above 41 it is false.",
        ),
    )
