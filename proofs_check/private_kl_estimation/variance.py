"""The mean of the estimate is KL(Pi || P), and its variance is quadratic in lambda.

Var = (lambda^2 V - 2 lambda J + L - KL(Pi || P)^2)/T + sigma^2 with V = E (r - 1)^2, J = E (r - 1) log r, which is
KL(P || Pi) + KL(Pi || P), and L = E log^2 r, for r = P/Pi under Pi.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.estimates_of_kl import ESTIMATES, TERM
from dpassay.proofs_check.private_kl_estimation.averages import mean
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

RATIO: Final = "p(x)/q(x)"
V: Final = mean(f"({RATIO} - 1)**2")
GAPS: Final = mean(f"({RATIO} - 1)*log({RATIO})")
L: Final = mean(f"log({RATIO})**2")
ROUND: Final = f"(l**2*{V} - 2*l*(KL + back) + {L} - KL**2)"
VARIANCE: Final = f"var(l) = {ROUND}/T + s2"
LOGS: Final = f"KL = -{mean(f'log({RATIO})')}"
JEFFREYS: Final = f"KL + back = {GAPS}"

theorem(
    "the divergence as a mean",
    ESTIMATES,
    LOGS,
    Step("one", f"log(1/({RATIO})) = -log({RATIO})", apply("log of an inverse", b=RATIO)),
    Step("weighted", f"q(x)*log(q(x)/p(x)) = -q(x)*log({RATIO})", arithmetic(("q(x)", "one"))),
    Step(
        "sum",
        f"sum(q(x)*log(q(x)/p(x)), x, 1, k) = sum(-q(x)*log({RATIO}), x, 1, k)",
        apply("sum of equals", "weighted", f="x: q(x)*log(q(x)/p(x))", g=f"x: -q(x)*log({RATIO})", low="1", high="k"),
    ),
    Step("all", LOGS, arithmetic("divergence", "sum")),
)
theorem(
    "both divergences as a mean",
    ESTIMATES,
    JEFFREYS,
    Step("logs", LOGS, apply("the divergence as a mean")),
    Step("all", JEFFREYS, arithmetic("logs", "divergence back")),
)
ONE_DRAW: Final = f"{mean(TERM)} = KL"
theorem(
    "the mean of a term",
    ESTIMATES,
    ONE_DRAW,
    Step("logs", LOGS, apply("the divergence as a mean")),
    Step("all", ONE_DRAW, arithmetic(("-1", "logs"), ("l", "P is a law"), ("-l", "Pi is a law"))),
)
CENTER: Final = "center(l) = KL"
MEAN: Final = "E(est(l), F) = KL"
theorem(
    "the mean of the estimate",
    ESTIMATES,
    MEAN,
    Step("a term", ONE_DRAW, apply("the mean of a term")),
    Step("a draw", "E(g(t, l), F) = KL", arithmetic("draws from Pi", "a term")),
    Step(
        "mean",
        "E(est(l), F) = E(sum(g(t, l), t, 1, T)/T, F)",
        apply("expectation of equals", "estimate", P="F", X="est(l)", Y="sum(g(t, l), t, 1, T)/T"),
    ),
    Step(
        "draw by draw",
        "E(sum(g(t, l), t, 1, T), F) = sum(E(g(t, l), F), t, 1, T)",
        apply("expectation of a sum", P="F", X="t: g(t, l)", low="1", high="T"),
    ),
    Step(
        "draws",
        "sum(E(g(t, l), F), t, 1, T) = sum(KL, t, 1, T)",
        apply("sum of equals", "a draw", f="t: E(g(t, l), F)", g="t: KL", low="1", high="T"),
    ),
    Step("all", MEAN, arithmetic("mean", ("1/T", "draw by draw"), ("1/T", "draws"))),
)
FROM_MEAN: Final = "(g(t, l) - KL)"
TOTAL: Final = f"sum({FROM_MEAN}, t, 1, T)"
theorem(
    "the variance of the estimate",
    ESTIMATES,
    VARIANCE,
    Step("a term", ONE_DRAW, apply("the mean of a term")),
    Step("a draw", "E(g(t, l), F) = KL", arithmetic("draws from Pi", "a term")),
    Step("gaps", JEFFREYS, apply("both divergences as a mean")),
    Step(
        "second moment",
        f"E({FROM_MEAN}**2, F) = {ROUND}",
        arithmetic("draws from Pi, squares", ("-2*KL", "a draw"), ("2*l", "gaps")),
    ),
    Step(
        "no correlation",
        f"E((g(s, l) - KL)*{FROM_MEAN}, F) = 0",
        arithmetic("independent draws", ("E(g(t, l), F) - KL", use("a draw", t="s"))),
    ),
    Step(
        "sum",
        f"E({TOTAL}**2, F) = T*{ROUND}",
        apply(
            "squares of uncorrelated quantities add up",
            "second moment",
            "no correlation",
            T="T",
            v=ROUND,
            P="F",
            X=f"t: {FROM_MEAN}",
        ),
    ),
    Step("center", MEAN, apply("the mean of the estimate")),
    Step(
        "square",
        f"(est(l) - E(est(l), F))**2 = ({TOTAL}/T)**2",
        arithmetic(
            ("est(l) + sum(g(t, l), t, 1, T)/T - 2*KL", "estimate"),
            ("E(est(l), F) + KL - 2*est(l)", "center"),
        ),
    ),
    Step(
        "mean square",
        f"E((est(l) - E(est(l), F))**2, F) = E(({TOTAL}/T)**2, F)",
        apply("expectation of equals", "square", P="F", X="(est(l) - E(est(l), F))**2", Y=f"({TOTAL}/T)**2"),
    ),
    Step("all", VARIANCE, arithmetic("independent noise", "mean square", ("1/T**2", "sum"))),
)
