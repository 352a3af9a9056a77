"""SIMA-43: for eps <= ln(KT) the average total variation risk is at most sqrt(6/eps) (K/T)^(1/4) ln(KT)^(5/4).

Theorem 6, where it is O~(sqrt((1/eps) sqrt(K/T))) "for sufficiently small eps". Pinsker: TV <= sqrt(KL/2). By
Cauchy-Schwarz the average over T rounds of sqrt(KL_t/2) is at most sqrt(sum KL_t/(2T)), and E sqrt <= sqrt E (Jensen);
the expectation is missing in the printed chain. With the risk of SIMA-04-corrected, (12/eps) sqrt(K T l^5), l = ln(KT),
the square of the bound is (6/eps) sqrt(K T l^5)/T, which is (6/eps) sqrt(K/T) l^(5/2).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.local_distribution_learning.sima_04_corrected import SMALL
from dpassay.proofs_check.local_distribution_learning.sima_42 import LET
from dpassay.proofs_check.local_distribution_learning.sizes import LOGS
from dpassay.proofs_check.models.private_schemes import ALGORITHM_2
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, words


@claim(
    "SIMA-43",
    location="Theorem 6",
    latex=r"\bar r_T^{TV} = \tilde O\Big(\sqrt{\tfrac1\epsilon\sqrt{K/T}}\Big)",
    text="Any class of size K has an (eps, 0)-locally private mechanism of average total variation risk "
    "O~(sqrt((1/eps) sqrt(K/T))), for sufficiently small eps.",
    adjacency="any_pair",
    checked=("eps <= log(KT)", "K T >= 2"),
)
def sima_43() -> Case:
    """The constant sqrt 6 and the power 5/4 of the logarithm."""
    return Case(explicit=True)


D: Final = "sqrt(6/eps)*sqrt(sqrt(K/T))*sqrt(sqrt(l**5))"
DEFINED: Final = ("log K", "positive")
theorem(
    "SIMA-43",
    ALGORITHM_2,
    f"distance <= {D} and leak <= eps",
    LOGS[0],
    Step("positive", "0 < l", analysis("0 < log(z)", "[2, oo)", z="K*T"), SMALL),
    Step("risk", "risk <= 12/eps*sqrt(K*T*l**5)", apply("SIMA-04-corrected"), SMALL, ("positive",)),
    Step(
        "from KL to total variation",
        "2*T*distance**2 <= risk",
        words(
            "By Pinsker's inequality the total variation of a round is at most the root of half its KL "
            "divergence. By that of Cauchy and Schwarz the average over the rounds is at most the root of "
            "their sum over 2 T; the root is concave.",
            missing="the rounds of the scheme as quantities; then the steps are those of SIMA-08: total variations",
        ),
    ),
    Step(
        "roots",
        "sqrt(K*T*l**5) = T*sqrt(K/T)*sqrt(l**5)",
        apply("root of a square", u="T*sqrt(K/T)*sqrt(l**5)"),
        SMALL,
        DEFINED,
    ),
    Step(
        "squares",
        f"distance**2 <= ({D})**2",
        arithmetic(("1/(2*T)", "from KL to total variation"), ("1/(2*T)", "risk"), ("6/(eps*T)", "roots")),
        SMALL,
        DEFINED,
    ),
    Step("bound", f"distance <= {D}", arithmetic((f"1/(distance + {D})", "squares")), SMALL, DEFINED),
    Step("private", "leak <= eps", apply("SIMA-04-corrected"), SMALL, ("positive",)),
    where=SMALL,
    let=LET,
)
