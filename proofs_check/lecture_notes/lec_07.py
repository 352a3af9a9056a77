"""LEC-07: the hypothesis makes more than alpha n/2 mistakes with probability at most |C| e^(-eps alpha n/4).

Lecture notes, Section 1, after Theorem 1, "by Theorem 6 from Lecture 2, the probability that u(x, h) is smaller than
-alpha n/2 is at most |C| e^(-eps alpha n/4)". Where the labels are those of some f in C this is so, for every sample
(LEC-07): f has score 0. Read of every database it is false (LEC-07b): where no hypothesis fits, the mechanism has
nothing better to choose. What holds is that the hypothesis is rarely far below the best one (LEC-07b-corrected).
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.neighboring_databases import NEIGHBORS, Neighbors
from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

FAR = "sum(p(h)*[u(h) < -a*n/2], h, 1, C)"
theorem(
    "the target fits",
    LEARNING,
    "u(f) = 0",
    Step(
        "none",
        "sum(miss(f, t), t, 1, n) = 0",
        apply("sum of equals", "labels", f="t: miss(f, t)", g="t: 0", low="1", high="n"),
    ),
    Step("all", "u(f) = 0", arithmetic(use("score", h="f"), ("-1", "none"))),
)
theorem(
    "far below the target",
    LEARNING,
    f"{FAR} <= (C - 1)*exp(-eps*a*n/4)",
    Step("its score", "u(f) = 0", apply("the target fits")),
    Step("fits", "0 <= u(f)", arithmetic(("-1", "its score"))),
    Step(
        "all",
        f"{FAR} <= (C - 1)*exp(-eps*a*n/4)",
        apply(
            "the exponential mechanism is accurate",
            "fits",
            "weights",
            "mechanism",
            u="h: u(h)",
            p="h: p(h)",
            C="C",
            m="f",
            v="0",
            eps="eps",
            g="a*n/2",
            Z="Z",
        ),
    ),
)
theorem(
    "LEC-07",
    LEARNING,
    f"{FAR} <= C*exp(-eps*a*n/4)",
    Step("others", f"{FAR} <= (C - 1)*exp(-eps*a*n/4)", apply("far below the target")),
    Step("all", f"{FAR} <= C*exp(-eps*a*n/4)", arithmetic("others")),
)
refuted(
    "LEC-07b",
    NEIGHBORS,
    f"{FAR} <= C*exp(-eps*a*n/4)",
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
            v="u(m)",
            eps="eps",
            g="a*n/2",
            Z="Z",
        ),
    ),
    Step("all", "sum(p(h)*[u(h) < u(m) - a*n/2], h, 1, C) <= C*exp(-eps*a*n/4)", arithmetic("accurate")),
)
