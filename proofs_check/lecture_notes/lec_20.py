"""LEC-20: the transcript of multiplicative weights is 2 a T-differentially private.

Lecture notes, Section 2, after the proof of Theorem 2. Given the earlier choices each choice is 2 a-private (LEC-19),
so the log of the ratio of a transcript's probabilities is a sum of T terms at most 2 a. It holds where rewards depend
on choices, too. The first choice does not depend on the rewards, so 2 a (T - 1) suffices, and is the supremum over K.
"""

from __future__ import annotations

from dpassay.proofs_check.models.adaptive_experts import ADAPTIVE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

LOGS = "sum(choice(t, i)*log({}(t, i)), i, 1, K)"
W, W2 = LOGS.format("w"), LOGS.format("w2")


EVENT = "E(event) <= exp({})*E(event, P2)"
ROUND = (
    Step("one", "w(t, i) <= exp(2*a)*w2(t, i)", apply("LEC-19: of one expert")),
    Step(
        "log", "log(w(t, i)) <= log(exp(2*a)*w2(t, i))", apply("log grows", "one", A="w(t, i)", B="exp(2*a)*w2(t, i)")
    ),
    Step(
        "product",
        "log(exp(2*a)*w2(t, i)) = log(exp(2*a)) + log(w2(t, i))",
        apply("log of a product", A="exp(2*a)", B="w2(t, i)"),
    ),
    Step("rate", "log(exp(2*a)) = 2*a", apply("log of exp", A="2*a")),
    Step(
        "of the choice",
        "choice(t, i)*log(w(t, i)) <= choice(t, i)*(2*a + log(w2(t, i)))",
        arithmetic(("choice(t, i)", "log"), ("choice(t, i)", "product"), ("choice(t, i)", "rate")),
    ),
    Step(
        "of all choices",
        f"{W} <= sum(choice(t, i)*(2*a + log(w2(t, i))), i, 1, K)",
        apply(
            "sum grows",
            "of the choice",
            f="i: choice(t, i)*log(w(t, i))",
            g="i: choice(t, i)*(2*a + log(w2(t, i)))",
            low="1",
            high="K",
        ),
    ),
    Step("round", f"{W} <= 2*a + {W2}", arithmetic("of all choices", ("2*a", "one choice"))),
)


def _whole(epsilon: str) -> tuple[Step, ...]:
    """From the logs of a transcript's probabilities to the event."""
    return (
        Step(
            "powers",
            f"exp(log(p)) <= exp({epsilon} + log(p2))",
            apply("exp grows", "logs", A="log(p)", B=f"{epsilon} + log(p2)"),
        ),
        Step("p", "exp(log(p)) = p", apply("exp of log", A="p")),
        Step("p2", "exp(log(p2)) = p2", apply("exp of log", A="p2")),
        Step("transcripts", f"p <= exp({epsilon})*p2", arithmetic(("-1", "p"), "powers", (f"exp({epsilon})", "p2"))),
        Step("ratio", f"event*p/p2 <= exp({epsilon})*event", arithmetic(("event/p2", "transcripts"))),
        Step(
            "mean",
            f"E(event*p/p2, P2) <= E(exp({epsilon})*event, P2)",
            apply("expectation grows", "ratio", P="P2", X="event*p/p2", Y=f"exp({epsilon})*event"),
        ),
        Step("all", EVENT.format(epsilon), arithmetic("laws", "mean")),
    )


theorem(
    "LEC-20",
    ADAPTIVE,
    EVENT.format("2*a*T"),
    *ROUND,
    Step(
        "rounds",
        f"sum({W}, t, 1, T) <= sum(2*a + {W2}, t, 1, T)",
        apply("sum grows", "round", f=f"t: {W}", g=f"t: 2*a + {W2}", low="1", high="T"),
    ),
    Step("logs", "log(p) <= 2*a*T + log(p2)", arithmetic("rounds", "transcript", ("-1", "transcript, second rule"))),
    *_whole("2*a*T"),
)
