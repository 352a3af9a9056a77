"""HRS-20: the class of k-polytopes in R^n has N_[](Q, mu, eps) <= exp(c n k ln(n k/eps)) for some constant c.

Corollary 3.8 and Appendix C.6. For n = k = 1 these are the halfspaces of the line, and there is no such constant for
the reason of HRS-15.

HRS-20-corrected: (2 n k/eps)^(B n k) for 0 < eps <= k, by Theorem 3.7 (HRS-17a) and HRS-15-corrected at eps/k.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.folds import POLYTOPES
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside
from dpassay.proofs_check.smoothed_analysis.folds import EXACT
from dpassay.proofs_check.smoothed_analysis.hrs_15 import ARGUMENT, CITED, FINITE, line, refuted_on_the_line

refuted_on_the_line("HRS-20")
EPS: Final = {"eps": "k*e"}
ONE: Final = "B*w*log(2*w/e)"
ALL: Final = "B*w*k*log(2*w*k/eps)"
RANGE: Final = ("eps <= k",)
CORRECTED: Final = f"folded(eps) <= exp({ALL})"
theorem(
    "HRS-20-corrected",
    POLYTOPES,
    CORRECTED,
    Step("radius", "e <= 1", arithmetic(("1/k", "eps <= k")), RANGE),
    Step("is in range", "[e <= 1] = 1", apply("indicator of what holds", "radius", A="e", B="1"), RANGE),
    Step(
        "halfspaces at eps/k",
        f"number(t) <= exp({ONE})",
        arithmetic(
            "wider brackets",
            "Braverman et al.",
            (f"exp({ONE})", "is in range"),
            ("half(t)", "[1 < e] = 1 - [e <= 1]"),
            ("-half(t)", "is in range"),
        ),
        RANGE,
    ),
    Step("fold", EXACT, apply("the bracketing number of combinations")),
    Step("all", CORRECTED, arithmetic("fold", inside("exp(sum(log(_), t, 1, k))", "halfspaces at eps/k")), RANGE),
    where=RANGE,
    let=EPS,
)


@claim(
    "HRS-20",
    location="Corollary 3.8, polytopes",
    latex=r"\exists c\ \forall n, k, \epsilon, \mu:\ \mathcal N_{[\,]}(Q^{n,k}, \mu, \epsilon) \le \exp(c\, n k \ln(n "
    r"k/\epsilon))",
    text="There is a constant c such that the intersections of k halfspaces of R^n have N_[](Q, mu, eps) <= exp(c n k "
    "ln(n k/eps)), for every eps > 0 and every measure.",
    assumed=(FINITE,),
    corrected_by="HRS-20-corrected",
)
def hrs_20() -> Case:
    """It is false for n = k = 1."""
    return Case(
        argument=ARGUMENT,
        counterexample=Goal("c = 1, eps = 9/10", counterexample("hrs15"), Hunt("hrs15", line)),
        twins=(Twin("2/eps", counterexample("hrs15-corrected")),),
        remarks=("The formula speaks of halfspaces, which are the polytopes with k = 1: d is n.",),
    )


@claim(
    "HRS-20-corrected",
    location="Corollary 3.8, polytopes, at 0 < eps <= k",
    latex=r"0 < \epsilon \le k \implies \mathcal N_{[\,]}(Q^{n,k}, \mu, \epsilon) \le (2 n k/\epsilon)^{B n k}",
    text="With the constant B of the published bound for halfspaces the intersections of k halfspaces of R^n have "
    "N_[](Q, mu, eps) <= (2 n k/eps)^(B n k), for 0 < eps <= k and every measure.",
    checked=("0 < eps <= k",),
    assumed=(FINITE, CITED),
)
def hrs_20_corrected() -> Case:
    """Theorem 3.7 at eps/k."""
    return Case(
        remarks=(
            "w in the proof is the dimension n, and e is eps/k. Each class is bounded as in HRS-15-corrected.",
            "Where 2 eps <= n k it is at most (n k/eps)^(2 B n k), the printed form.",
        )
    )
