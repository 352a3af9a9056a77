"""SIMA-35: an (eps, delta)-private scheme has a KL-risk of at most 12 sqrt(2 T ln K) (ln(KT) + p ln^2(KT)/eps).

Theorem 4, which has an O; p = sqrt(K ln(1/delta)) + sqrt(K eps). One hypothesis: it is predicted. One round, K >= 2:
the mean of all has a risk of at most ln K. K, T >= 2: the mechanism (8) as printed, with labels that have no mass under
any hypothesis dropped, which the risk does not see, is (eps, delta)-private (SIMA-31); gamma = ln T, and Algorithm 1
with eta = sqrt(2 ln K/T). Lemma 5 holds so (SIMA-34-corrected), and the noise terms vanish on the good event (SIMA-36).

What Algorithm 1 does with the printed learning rate is SIMA-35a.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.local_distribution_learning.sima_42 import LOGS_OF_BOTH, OUTSIDE, SMALL_SIZES, G
from dpassay.proofs_check.local_distribution_learning.sizes import (
    FEW,
    LOG_OF_SIZE,
    LOGS,
    MANY,
    ONE_ROUND,
    of_all_sizes,
    root_at_least,
)
from dpassay.proofs_check.models.private_schemes import ALGORITHM_1
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, words


@claim(
    "SIMA-35",
    location="Theorem 4",
    latex=r"r_T^{KL} = O\Big(\sqrt{2T\log K}\Big(\log(KT) + \tfrac{(\sqrt{K\ln\frac1\delta} + \sqrt{K\epsilon})"
    r"\log^2(KT)}{\epsilon}\Big)\Big)",
    text="For any class of size K there is an (eps, delta)-locally private mechanism of KL-risk O(sqrt(2 T log K) "
    "(log(KT) + (sqrt(K ln(1/delta)) + sqrt(K eps)) log^2(KT)/eps)).",
    adjacency="any_pair",
    checked=("0 < delta <= 1",),
)
def sima_35() -> Case:
    """The constant 12, with the rate of Lemma 1."""
    return Case(
        checks=(
            Goal(
                "the sum of all terms, at 375 points, K, T = 2, 3, 10, 10^3, 10^6",
                exhaustive("sima35-terms-12", "sima-terms"),
            ),
        ),
        explicit=True,
        twins=(Twin("10 times the bound", exhaustive("sima35-terms-10", "sima-terms")),),
        remarks=(
            "What Algorithm 1 does with the printed learning rate is SIMA-35a: for large eps no constant serves, for "
            "eps <= K/2 the constant 12 does.",
        ),
    )


LET: Final = {
    "l": "log(K*T)",
    "L": "log((K + 1)*T)",
    "S": "sqrt(2*T*log(K))",
    "P": "sqrt(K*log(1/delta))",
    "b": "((2*sqrt(2)*P + sqrt(K*eps))*l/eps)",
    "q": "((P + sqrt(K*eps))*l**2/eps)",
}
LOG_DELTA: Final = Step("log delta", "0 <= log(1/delta)", analysis("0 <= log(1/z)", "(0, 1]", z="delta"))
KNOWN: Final = ("log K", "log delta", "log KT")
TERMS: Final = "risk <= S*(l + 4*l*b) + 43/10*l"
SCALE: Final = (Step("scale, in q", "l*b <= 2*sqrt(2)*q", arithmetic(("sqrt(K*eps)*l**2/eps", "number")), (), KNOWN),)
theorem(
    "risk of Algorithm 1",
    ALGORITHM_1,
    TERMS,
    *LOGS,
    LOG_DELTA,
    *OUTSIDE,
    Step(
        "regret",
        f"clipped <= S*(l + 2*b*{G})",
        words(
            "On the good event losses are in [0, 2], so the regret is at most S by SIMA-33-corrected, and "
            "divided by c it is S (ln(KT) + 2 c'), c' = b G. By SIMA-47 the KL divergences are at most that "
            "and noise terms, which vanish in the mean by SIMA-36.",
            missing="noises with densities: the models of the game have finitely many outcomes, so that its "
            "noises are given; with given noises it is SIMA-34-corrected",
        ),
        MANY,
        KNOWN,
    ),
    *LOGS_OF_BOTH,
    Step("scale", "0 <= b", arithmetic(), (), KNOWN),
    Step("steps", f"b*{G} <= 2*l*b", arithmetic(("b", "both")), MANY, (*KNOWN, "scale")),
    Step(
        "all",
        TERMS,
        arithmetic("parts", "noises that are not small", "clipping", "regret", "one more", ("2*S", "steps")),
        MANY,
        KNOWN,
    ),
    where=MANY,
    let=LET,
)
BOUND: Final = "risk <= 12*S*(l + q)"
ROOTS: Final = root_at_least("83/50", "log(K)", 2)
theorem(
    "SIMA-35",
    ALGORITHM_1,
    f"{BOUND} and leak <= delta",
    *LOGS,
    LOG_DELTA,
    *SMALL_SIZES,
    *ROOTS,
    *LOG_OF_SIZE,
    Step("number", "1 <= 2*sqrt(2)", constant()),
    *SCALE,
    Step("constant", "8*sqrt(2) <= 1132/100", constant()),
    Step("q at least 0", "0 <= q", arithmetic(), (), KNOWN),
    Step("of one hypothesis", BOUND, arithmetic("one hypothesis"), FEW, KNOWN),
    Step("terms", TERMS, apply("risk of Algorithm 1"), MANY, KNOWN),
    Step(
        "many",
        BOUND,
        arithmetic("terms", ("4*S", "scale, in q"), ("S*q", "constant"), ("43/10*l", "root")),
        MANY,
        (*KNOWN, "q at least 0"),
    ),
    *root_at_least("1", "log(K)", 1),
    Step(
        "of one round",
        BOUND,
        arithmetic("one round", "log of the size", ("12*l", "root of one round")),
        ONE_ROUND,
        KNOWN,
    ),
    *of_all_sizes("12*S*(l + q)", KNOWN),
    Step(
        "private",
        "leak <= delta",
        words(
            "The mechanism (8) is (eps, delta)-private: SIMA-31. A label that no hypothesis gives any mass is reported "
            "as another one.",
            missing="the least delta of the scheme, as that of the reports of SIMA-31",
        ),
    ),
    let=LET,
)
