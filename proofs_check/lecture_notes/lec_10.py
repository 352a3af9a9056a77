"""LEC-10: n >= 8 ln|C|/(alpha min{alpha, eps}) rows are enough to be accurate "with high probability", and private.

Lecture notes, end of Section 1, made explicit: the error is above alpha with probability less than 1/|C|, and at most
5/16, where |C| >= 2. Privacy is LEC-06, with no exception of any probability. With L = ln|C| the exponents of LEC-09
are at least 2 L and 4 L, and the union is over |C| - 1 hypotheses: (|C| - 1)(|C|^-2 + |C|^-4). n is at least 8
L/(alpha min{alpha, eps}) where it is at least 8 L/(alpha alpha) and at least 8 L/(alpha eps).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lecture_notes.failure import FAILURE, FAR, FITTING
from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, together

PRECISE: Final = "8*log(C) <= a*a*n"
PRIVATE: Final = "8*log(C) <= a*eps*n"
TWO: Final = "2 <= C"
BOUND: Final = "(C - 1)*(1/C**2 + 1/C**4)"
theorem(
    "LEC-10",
    LEARNING,
    f"{FAILURE} <= 5/16 and {FAILURE} < 1/C",
    Step("two kinds", f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING})", apply("failure of two kinds")),
    Step(
        "rare",
        f"E({FAR}) + Pr(1 <= {FITTING}) <= (C - 1)*exp(-eps*a*n/4) + (C - 1)*exp(-a**2*n/2)",
        apply("both kinds are rare"),
    ),
    Step("inverse", "exp(-log(C)) = 1/C", apply("inverse of the class size")),
    Step("second power", "exp(-2*log(C)) = 1/C**2", arithmetic(("1/C + exp(-log(C))", "inverse"))),
    Step("fourth power", "exp(-4*log(C)) = 1/C**4", arithmetic(("1/C**2 + exp(-2*log(C))", "second power"))),
    Step("private rows", "-eps*a*n/4 <= -2*log(C)", arithmetic(("1/4", PRIVATE)), (PRIVATE,)),
    Step("precise rows", "-a**2*n/2 <= -4*log(C)", arithmetic(("1/2", PRECISE)), (PRECISE,)),
    Step(
        "far",
        "exp(-eps*a*n/4) <= exp(-2*log(C))",
        apply("exp grows", "private rows", A="-eps*a*n/4", B="-2*log(C)"),
        (PRIVATE,),
    ),
    Step(
        "fitting",
        "exp(-a**2*n/2) <= exp(-4*log(C))",
        apply("exp grows", "precise rows", A="-a**2*n/2", B="-4*log(C)"),
        (PRECISE,),
    ),
    Step(
        "together",
        f"{FAILURE} <= {BOUND}",
        arithmetic(
            "two kinds",
            "rare",
            ("C - 1", "far"),
            ("C - 1", "fitting"),
            ("C - 1", "second power"),
            ("C - 1", "fourth power"),
        ),
        (PRECISE, PRIVATE),
    ),
    Step("constant", f"{BOUND} <= 5/16", analysis("(z - 1)*(1/z**2 + 1/z**4) <= 5/16", "[2, oo)", z="C"), (TWO,)),
    Step("small", f"{BOUND} < 1/C", arithmetic(("1/C**3", "1 <= C"))),
    Step("at most 5/16", f"{FAILURE} <= 5/16", arithmetic("together", "constant"), (PRECISE, PRIVATE, TWO)),
    Step("below 1/C", f"{FAILURE} < 1/C", arithmetic("together", "small"), (PRECISE, PRIVATE)),
    Step(
        "all", f"{FAILURE} <= 5/16 and {FAILURE} < 1/C", together("at most 5/16", "below 1/C"), (PRECISE, PRIVATE, TWO)
    ),
    where=(PRECISE, PRIVATE, TWO),
    also=("LEC-06",),
)
