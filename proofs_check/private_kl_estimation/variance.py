"""The mean of the estimate is KL(Pi || P), and its variance is quadratic in lambda.

Var = (lambda^2 V - 2 lambda J + L - KL(Pi || P)^2)/T + sigma^2 with V = E (r - 1)^2, J = E (r - 1) log r, which is
KL(P || Pi) + KL(Pi || P), and L = E log^2 r, for r = P/Pi under Pi.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.estimates_of_kl import ESTIMATES, TERM
from dpassay.proofs_check.private_kl_estimation.averages import mean
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

RATIO: Final = "p(x)/q(x)"
RATIOS: Final = {"k": "k", "a": "alpha", "b": "beta", "q": "x: q(x)", "r": f"x: {RATIO}"}
"""What stands for what in lemmas on ratios of mean 1."""
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
    Step("all", LOGS, arithmetic("divergence")),
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
MEAN: Final = "E(est(l), F) = KL"
DRAWS: Final = {"T": "T", "d": "KL", "P": "F", "X": "t: g(t, l)", "A": "est(l)"}
SQUARES: Final = mean(f"{TERM}**2")
A_DRAW: Final = "E(g(t, l), F) = KL"
theorem(
    "the mean of the estimate",
    ESTIMATES,
    MEAN,
    Step("a term", ONE_DRAW, apply("the mean of a term")),
    Step("a draw", A_DRAW, arithmetic("draws from Pi", "a term")),
    Step("all", MEAN, apply("mean of an average", "a draw", "estimate", v="0", **DRAWS)),
)
SPREAD: Final = f"E((est(l) - E(est(l), F))**2, F) = ({SQUARES} - KL**2)/T"
theorem(
    "the variance of the estimate",
    ESTIMATES,
    VARIANCE,
    Step("a term", ONE_DRAW, apply("the mean of a term")),
    Step("a draw", A_DRAW, arithmetic("draws from Pi", "a term")),
    Step(
        "average",
        SPREAD,
        apply(
            "variance of an average",
            "a draw",
            "draws from Pi, squares",
            "independent draws",
            "estimate",
            v=SQUARES,
            **DRAWS,
        ),
    ),
    Step("gaps", JEFFREYS, apply("both divergences as a mean")),
    Step("all", VARIANCE, arithmetic("independent noise", "average", ("2*l/T", "gaps"))),
)
