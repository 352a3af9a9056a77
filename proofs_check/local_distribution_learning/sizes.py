"""What bounds of the risk for all sizes share: those of one hypothesis, of one round, and of two or more of both."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.proof.statements import Step, Texts, analysis, apply, arithmetic

FEW, SOME = ("K < 2",), ("2 <= K",)
MANY, ONE_ROUND = ("2 <= K", "2 <= T"), ("2 <= K", "T < 2")
LOGS: Final = (
    Step("log K", "0 <= log(K)", analysis("0 <= log(z)", "[1, oo)", z="K")),
    Step("sizes", "1 <= K*T", arithmetic(("K", "1 <= T"), "1 <= K")),
    Step("log KT", "0 <= log(K*T)", analysis("0 <= log(z)", "[1, oo)", "sizes", z="K*T")),
)
LOG_OF_SIZE: Final = (
    Step("hypotheses only", "K <= K*T", arithmetic(("K", "1 <= T"))),
    Step("log of the size", "log(K) <= l", apply("log grows", "hypotheses only", A="K", B="K*T")),
)


def root_at_least(low: str, inside: str, rounds: int) -> tuple[Step, Step, Step]:
    """S = sqrt(2 T inside) is at least ``low`` from so many rounds on, where ``inside`` is log(K) or K*log(K)."""
    of, where = (" of one round", SOME) if rounds == 1 else ("", MANY)
    square = "1" if low == "1" else f"({low})**2"
    large = f"{square} <= {2 * rounds}*{inside}"
    added = arithmetic(f"large{of}", (f"2*{inside}", f"{rounds} <= T"))
    return (
        Step(f"large{of}", large, analysis(large.replace("K", "z"), "[2, oo)", z="K"), SOME),
        Step(f"square{of}", f"{square} <= S**2", added, where, ("log K",)),
        Step(f"root{of}", f"{low} <= S", arithmetic((f"1/(S + {low})", f"square{of}")), where, ("log K",)),
    )


def of_all_sizes(right: str, defined: Texts, where: Texts = ()) -> tuple[Step, Step]:
    """The bound of the risk, from that of many hypotheses and rounds, of one round, and of one hypothesis."""
    bound = f"risk <= {right}"
    rounds = apply("cases", "many", "of one round", A="risk", B=right, c="T - 2")
    hypotheses = apply("cases", "some hypotheses", "of one hypothesis", A="risk", B=right, c="K - 2")
    return (
        Step("some hypotheses", bound, rounds, (*SOME, *where), defined),
        Step("bound", bound, hypotheses, where, defined),
    )
