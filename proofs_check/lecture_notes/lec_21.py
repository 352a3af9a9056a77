"""LEC-21: at a = 1/(2T), which the notes choose for 1-differential privacy, Theorem 2 promises nothing.

Lecture notes, Section 2, after the proof of Theorem 2. By LEC-20 the transcript is 2 a T-differentially private, so a
= 1/(2T) gives 1. The promise of Theorem 2 is then R - 1/2 - 2 T ln K, with R <= T the sum of the rewards of any one
expert, the best one too. With two experts or more ln K > 1/2, so it lies below 0: less than what any algorithm earns.
With one expert the regret is 0, and there is nothing to promise.
"""

from __future__ import annotations

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.adaptive_experts import ADAPTIVE
from dpassay.proofs_check.models.multiplicative_weights import GAMES
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside


@claim(
    "LEC-21",
    location="Section 2, after the proof of Theorem 2",
    latex=r"\alpha = 1/(2T) \text{ makes the bound of Theorem 2 useless}",
    text="For 1-differential privacy one sets alpha = 1/(2T), with which Theorem 2 promises nothing.",
    assumed=("K >= 2 (with one expert the regret is 0 and there is nothing to promise)",),
)
def lec_21() -> Case:
    """The bound is negative."""
    return Case(
        remarks=(
            "LEC-14-sharp does not help: 1/16 in place of 1/2. By LEC-20-sharp alpha = 1/(2(T - 1)) already gives "
            "1-differential privacy.",
        ),
    )


TWO_EXPERTS = ("K >= 2",)
theorem(
    "LEC-21",
    GAMES,
    "sum(r(t), t, 1, T) - rate*T - log(K)/rate < 0",
    Step("log", "log(K) - 1/2 > 0", analysis("log(z) - 1/2 > 0", "[2, oo)", z="K"), TWO_EXPERTS),
    Step(
        "all",
        "sum(r(t), t, 1, T) - rate*T - log(K)/rate < 0",
        arithmetic(inside("sum(_, t, 1, T)", "at most 1"), ("2*T", "log")),
        TWO_EXPERTS,
    ),
    where=TWO_EXPERTS,
    let={"rate": "1/(2*T)"},
    also=("LEC-21: privacy",),
)

# What the rate is for: 1-differential privacy

PRIVATE = ("2*a*T <= 1",)
theorem(
    "LEC-21: privacy",
    ADAPTIVE,
    "E(event) <= exp(1)*E(event, P2)",
    Step("private", "E(event) <= exp(2*a*T)*E(event, P2)", apply("LEC-20")),
    Step(
        "all",
        "E(event) <= exp(1)*E(event, P2)",
        arithmetic("private", ("E(event, P2)", inside("exp(_)", "2*a*T <= 1"))),
        PRIVATE,
    ),
    where=PRIVATE,
)
