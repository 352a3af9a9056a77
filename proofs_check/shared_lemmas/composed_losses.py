"""The loss of T adaptive answers, each (eps, 0)-private, is above x with probability at most e^(T m - s x), s >= 0.

m = (s + s^2) eps^2/2 bounds the moment of each loss given the answers before it. So the moments of the sum multiply, as
if the answers were independent, and the rest is Chernoff's bound.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.adaptive_composition import COMPOSITION, LOSS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, Theorem, apply, use

AT_LEAST_0: Final = ("s >= 0",)
TAIL: Final = "Pr(S > x) <= exp(T*m - s*x)"
COMPOSED_LOSS: Final[Theorem] = theorem(
    "tail of a composed loss",
    COMPOSITION,
    TAIL,
    Step(
        "round",
        "E(exp(s*L(t + 1)), after(t)) <= exp(m)",
        apply(
            "moments of a privacy loss",
            use("private, back", i="t + 1"),
            use("private", i="t + 1"),
            "unit",
            P="after(t)",
            X="L(t + 1)",
            s="s",
            w="eps",
            low="-eps",
        ),
        AT_LEAST_0,
    ),
    Step(
        "rounds",
        "E(exp(s*S)) <= exp(T*m)",
        apply("adaptive sum", "revealed", "round", P="P", after="t: after(t)", X="i: L(i)", c="i: m", T="T", s="s"),
        AT_LEAST_0,
    ),
    Step(
        "tail",
        TAIL,
        apply("Chernoff", "rounds", P="P", X="S", s="s", c="T*m", e="x"),
        AT_LEAST_0,
    ),
    where=AT_LEAST_0,
    variables={"s": "real"},
    let={"S": LOSS, "m": "(s + s**2)*eps**2/2"},
)
