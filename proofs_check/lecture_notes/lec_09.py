"""LEC-09: the private mechanism's hypothesis has an error above alpha with small probability.

Lecture notes, Section 1, third display: less than |C| e^(-eps alpha n/4) + |C| e^(-alpha^2 n/2). A chosen h that is
bad makes more than alpha n/2 mistakes (LEC-07) or is one that does not (LEC-08). Both bounds hold with |C| - 1 in the
place of |C|, as f is neither bad nor far off, so the inequality is strict even where BAD is empty.

LEC-09-sharp: at most (|C| - 1)(1 - alpha (1 - e^(-eps/2)))^n, for alpha <= 1, without Chernoff's bound. A bad h is
chosen with at most its weight z^X, z = e^(-eps/2), where X is the number of its mistakes, as f has weight 1; and E
z^X = (1 - q + q z)^n <= (1 - alpha (1 - z))^n for an error q > alpha. With n >= 5.09 ln|C|/(alpha min{1, eps}) rows,
which means at least 5.09 ln|C|/alpha and 5.09 ln|C|/(alpha eps), that is below 1/|C|: 5.09 (1 - z) >= 2 min{1, eps},
so it is at most (|C| - 1)/|C|^2.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lecture_notes.failure import (
    ENOUGH,
    FAILURE,
    FAR,
    FITTING,
    POWER,
    PRIVATE_ROWS,
    ROWS,
    SMALL,
    SQUARE,
    TWO_BOUNDS,
)
from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together

PRINTED: Final = f"C*exp(-eps*a*n/4) + C*{SQUARE}"
theorem(
    "LEC-09",
    LEARNING,
    f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING}) < {PRINTED}",
    Step("two kinds", f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING})", apply("failure of two kinds")),
    Step("rare", TWO_BOUNDS, apply("both kinds are rare")),
    Step("bound", f"E({FAR}) + Pr(1 <= {FITTING}) < {PRINTED}", arithmetic("rare")),
    Step("all", f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING}) < {PRINTED}", together("two kinds", "bound")),
)

IMPLIED: Final = f"[{ROWS}]*[{PRIVATE_ROWS}] <= [{FAILURE} < 1/C]"
theorem(
    "LEC-09-sharp",
    LEARNING,
    f"{FAILURE} <= (C - 1)*{POWER} and {IMPLIED}",
    Step("failure", f"{FAILURE} <= (C - 1)*{POWER}", apply("failure by weights"), SMALL),
    Step("decay", f"{POWER} <= exp(-2*log(C))", apply("the weights decay"), ENOUGH),
    Step("inverse", "exp(-log(C)) = 1/C", apply("inverse of the class size")),
    Step("square", "exp(-2*log(C)) = 1/C**2", arithmetic(("1/C + exp(-log(C))", "inverse"))),
    Step(
        "below",
        f"{FAILURE} < 1/C",
        arithmetic("failure", ("C - 1", "decay"), ("C - 1", "square")),
        ENOUGH,
    ),
    Step(
        "enough",
        IMPLIED,
        apply(
            "implication of two",
            "below",
            F="509/100*log(C)",
            G="a*n",
            H="509/100*log(C)",
            K="a*eps*n",
            L=FAILURE,
            R="1/C",
        ),
        SMALL,
    ),
    Step("all", f"{FAILURE} <= (C - 1)*{POWER} and {IMPLIED}", together("failure", "enough"), SMALL),
    where=SMALL,
)
