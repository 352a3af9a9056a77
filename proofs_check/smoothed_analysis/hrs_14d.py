"""HRS-14d: the largest total of the upper brackets has a mean of O(T (eps/sigma) sqrt(ln N_[](H, U, eps/4))).

Appendix C.3, the last display but one, for any eps up to sigma, as eps is chosen below. It is false for every constant,
also for many brackets, as the lemma asks for T eps/sigma >= sqrt(ln |B(G)|), which the text leaves out (HRS-14c). Let
functions be 1 on at most one of n points, with T = sigma = 1, eps = 2/n and the net of the function 0. Some upper
bracket is 1 at the point, so that the mean is 1; but there are at most n + 1 brackets, and (2/n) sqrt(ln(n + 1)) is
small. HRS-07-sharp gives (e - 1) T eps/sigma + ln |B(G)|, and no total is above T: for eps = sigma/sqrt(T) and |B(G)|
<= N^4 the bound of the text follows where N is at least 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, entries, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.nets_and_brackets import SEPARATE, SIZED, of_points
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside


@claim(
    "HRS-14d",
    location="Appendix C.3, the last display but one, for any eps",
    latex=r"\mathbb E_{\mathscr D}\Big[\max_{b \in \mathcal B(\mathcal G)} \sum_{t=1}^T b(x_t)\Big] \le O\Big(T "
    r"\frac\epsilon\sigma \sqrt{\ln N_{[\,]}(\mathcal H, \mathcal U, \epsilon/4)}\Big)",
    text="There is a C such that for any class, any eps <= sigma and any sigma-smooth adversary the largest total of "
    "the upper eps/2-brackets of G has a mean of at most C T (eps/sigma) sqrt(ln N), where N is the bracketing number "
    "of the class at eps/4 under U.",
    checked=("H' is a net of H within eps/2 under U", "eps <= sigma"),
    corrected_by="HRS-07-sharp",
)
def hrs_14d() -> Case:
    """Many points, one round."""
    return Case(
        argument="Let functions be 1 on at most one of n points, T = sigma = 1, eps = 2/n and the net the function 0. "
        "Some upper bracket is 1 at the point: the mean is 1. The bound is at most C (2/n) sqrt(ln(n + 1)).",
        counterexample=Goal("1000 points, C = 100", counterexample("hrs14d"), Hunt("hrs14d", _points)),
        twins=(Twin("(e - 1) T eps/sigma + ln |B(G)|", counterexample("hrs14d-sharp")),),
        remarks=(
            "For eps = sigma/sqrt(T), |B(G)| <= N^4 as in (6), and N >= 2 it is true, as the total is at most T.",
            "The formula has the number M of the functions in place of N, which is at most M: the claim implies it.",
        ),
    )


POINTS: Final = entries(points=whole(2), constant=ABOVE_0)
"""Functions that are 1 on at most one of the points."""


def _eps(instance: Instance) -> Fraction:
    return Fraction(2, instance["points"])


told("hrs14d", "one round, sigma = 1: C eps sqrt(ln(n + 1)) is at least 1, which the largest total is", POINTS)(
    lambda i: at_most(1, as_real(log(i["points"] + 1)) * as_real((Fraction(i["constant"]) * _eps(i)) ** 2))
)
told("hrs14d-sharp", "... (e - 1) eps + ln n is at least 1", POINTS)(
    lambda i: at_most(1, (as_real(1).exp() - 1) * as_real(_eps(i)) + as_real(log(i["points"])))
)


def _points() -> Iterator[Instance]:
    return ({"points": points, "constant": "100"} for points in (10, 1000))


VARIABLES: Final = {"C": "real, 0 < C", "sigma": "real, 0 < sigma, sigma <= 1"}
PRINTED: Final = "C*T*2*rad/sigma*sqrt(W)"
SMOOTH: Final = "2*rad <= sigma"
MANY: Final = "16*C**2 <= sigma**2*N"
SEVERAL: Final = "2 <= sigma*N"
HALF: Final = "sigma*N/(4*C)"
theorem(
    "HRS-14d: the precondition",
    SEPARATE,
    SMOOTH,
    Step("all", SMOOTH, arithmetic(("rad", SEVERAL), ("sigma", "one point")), (SEVERAL,)),
    where=(SEVERAL,),
    variables={"sigma": VARIABLES["sigma"]},
)
theorem(
    "HRS-14d: for no constant",
    SEPARATE,
    f"{PRINTED} < E(over)",
    Step("below", "E(most) <= E(over)", apply("HRS-14a-corrected")),
    Step("tangent", "log(M) <= M - 1", analysis("log(z) <= z - 1", "(0, oo)", z="M")),
    Step("few", "W <= N", arithmetic("logarithm of the class", "tangent", "and none")),
    Step("square", f"W <= ({HALF})**2", arithmetic("few", ("N/(16*C**2)", MANY)), (MANY,)),
    Step("root", f"sqrt(W) <= {HALF}", apply("a root is at most", "square", x="W", y=HALF), (MANY,)),
    Step(
        "all",
        f"{PRINTED} < E(over)",
        arithmetic(
            inside("E(-_)", "one is 1"),
            "below",
            ("2*C*rad/sigma*sqrt(W)", "one round"),
            ("2*C*rad/sigma", "root"),
            ("1/2", "one point"),
        ),
        (MANY,),
    ),
    where=(MANY, SEVERAL),
    variables=VARIABLES,
)
refuted(
    "HRS-14d",
    SIZED,
    f"E(over) <= {PRINTED}",
    setting=of_points({"N": 5}),
    where=(SMOOTH,),
    variables=VARIABLES,
    no_constant=NoConstant(
        "C",
        "HRS-14d: for no constant",
        "N",
        {"T": "1", "M": "N + 1", "J": "1", "B": "N", "rad": "1/N", "sigma": "1"},
        ("HRS-14d: the precondition",),
    ),
    C=Fraction(1),
    sigma=Fraction(1),
)
