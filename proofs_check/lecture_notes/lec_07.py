"""LEC-07b: how likely it is that the mechanism's hypothesis makes more than alpha n/2 mistakes, on any database.

Lecture notes, Section 1, after Theorem 1, "the probability that u(x, h) is smaller than -alpha n/2 is at most |C|
e^(-eps alpha n/4)". Read of every database this is false (LEC-07b): where no hypothesis fits, the mechanism has
nothing better to choose. What holds is that the hypothesis is rarely far below the best one (LEC-07b-corrected).
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.neighboring_databases import NEIGHBORS, Neighbors
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

refuted(
    "LEC-07b",
    NEIGHBORS,
    "sum(p(h)*[u(h) < -a*n/2], h, 1, C) <= C*exp(-eps*a*n/4)",
    setting=Neighbors(("0000",), ((0, 0, 1), (0, 1, 1)), 0, (0, 0, 0), alpha=Fraction(1)),
)
theorem(
    "LEC-07b-corrected",
    NEIGHBORS,
    "sum(p(h)*[u(h) < u(m) - a*n/2], h, 1, C) <= C*exp(-eps*a*n/4)",
    Step(
        "accurate",
        "sum(p(h)*[u(h) < u(m) - a*n/2], h, 1, C) <= (C - 1)*exp(-eps*a*n/4)",
        apply(
            "the exponential mechanism is accurate",
            "weights",
            "mechanism",
            u="h: u(h)",
            p="h: p(h)",
            C="C",
            m="m",
            eps="eps",
            g="a*n/2",
            Z="Z",
        ),
    ),
    Step("all", "sum(p(h)*[u(h) < u(m) - a*n/2], h, 1, C) <= C*exp(-eps*a*n/4)", arithmetic("accurate")),
)
