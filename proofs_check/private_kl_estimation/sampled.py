"""The estimate from sampled clients: its mean is the mean of KL(Pi || f(c)) over the sets of clients, and its variance.

Given the set of clients, r = f(c, x)/Pi(x) is the ratio of a law to Pi, of mean 1 under Pi.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.estimates_from_clients import SAMPLED, TERM
from dpassay.proofs_check.private_kl_estimation.averages import mean
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

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
    Step("one", f"log(1/({RATIO})) = -log({RATIO})", apply("log of an inverse", b=RATIO)),
    Step("weighted", f"q(x)*log(q(x)/f(c, x)) = -q(x)*log({RATIO})", arithmetic(("q(x)", "one"))),
    Step(
        "sum",
        f"sum(q(x)*log(q(x)/f(c, x)), x, 1, k) = sum(-q(x)*log({RATIO}), x, 1, k)",
        apply(
            "sum of equals", "weighted", f="x: q(x)*log(q(x)/f(c, x))", g=f"x: -q(x)*log({RATIO})", low="1", high="k"
        ),
    ),
    Step(
        "all",
        OF_SET,
        arithmetic(("-1", "divergence of a set"), ("-1", "sum"), ("l", "frequencies"), ("-l", "Pi is a law")),
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
    Step("weighted", f"u(c)*{mean(TERM)} = u(c)*off(c)", arithmetic(("u(c)", "a set"))),
    Step(
        "sets",
        f"{over_sets(mean(TERM))} = {OFF}",
        apply("sum of equals", "weighted", f=f"c: u(c)*{mean(TERM)}", g="c: u(c)*off(c)", low="1", high="m"),
    ),
    Step("all", A_DRAW, arithmetic("draws", "sets")),
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
