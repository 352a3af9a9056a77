"""The estimate from sampled clients: its mean is the mean of KL(Pi || f(c)) over the sets of clients, and its variance.

Given the set of clients, r = f(c, x)/Pi(x) is the ratio of a law to Pi, of mean 1 under Pi.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.estimates_from_clients import SAMPLED, TERM
from dpassay.proofs_check.private_kl_estimation.averages import mean
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside

RATIO: Final = "f(c, x)/q(x)"


def over_sets(term: str) -> str:
    """The mean of a term of c over the sets of clients."""
    return f"sum(u(c)*({term}), c, 1, m)"


OFF: Final = over_sets("off(c)")
V: Final = over_sets(mean(f"({RATIO} - 1)**2"))
GAPS: Final = over_sets(mean(f"({RATIO} - 1)*log({RATIO})"))
L: Final = over_sets(mean(f"log({RATIO})**2"))
OF_SET: Final = f"{mean(TERM)} = off(c)"
theorem(
    "the mean of a term, given the set",
    SAMPLED,
    OF_SET,
    Step(
        "all",
        OF_SET,
        arithmetic(("-1", "divergence of a set"), ("l", "frequencies"), ("-l", "Pi is a law")),
    ),
)
A_DRAW: Final = f"E(g(t, l), F) = {OFF}"
DRAWS: Final = {"T": "T", "d": OFF, "P": "F", "X": "t: g(t, l)", "A": "est(l)"}
MEAN: Final = f"E(est(l), F) = {OFF}"
theorem(
    "the mean of a draw of clients",
    SAMPLED,
    A_DRAW,
    Step("a set", OF_SET, apply("the mean of a term, given the set")),
    Step("all", A_DRAW, arithmetic("draws", inside("sum(u(c)*_, c, 1, m)", "a set"))),
)
theorem(
    "the mean of the estimate from clients",
    SAMPLED,
    MEAN,
    Step("a draw", A_DRAW, apply("the mean of a draw of clients")),
    Step("all", MEAN, apply("mean of an average", "a draw", "estimate", v="0", **DRAWS)),
)
SQUARES: Final = over_sets(mean(f"{TERM}**2"))
SPREAD: Final = f"E((est(l) - E(est(l), F))**2, F) = ({SQUARES} - {OFF}**2)/T"
VARIANCE: Final = f"var(l) = (l**2*{V} - 2*l*{GAPS} + {L} - {OFF}**2)/T + s2"
theorem(
    "the variance of the estimate from clients",
    SAMPLED,
    VARIANCE,
    Step("a draw", A_DRAW, apply("the mean of a draw of clients")),
    Step(
        "average",
        SPREAD,
        apply(
            "variance of an average",
            "a draw",
            "draws, squares",
            "independent draws",
            "estimate",
            v=SQUARES,
            **DRAWS,
        ),
    ),
    Step("all", VARIANCE, arithmetic("independent noise", "average")),
)
