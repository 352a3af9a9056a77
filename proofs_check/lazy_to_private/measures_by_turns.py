"""The measures of multiplicative weights where batches of two halves begin, which are charged by turns.

Let G = e^(-B eta). Odd batches begin at equal weights, and even ones where the half that was charged has G times the
weight of the other.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.batches_by_turns import BY_TURNS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

FALL: Final = "exp(-B*h)"


def _factor(name: str, fact: str, half: int, place: str) -> Step:
    """What the weight of a half is after a batch."""
    factor = "1" if "not" in fact else FALL
    return Step(
        name,
        f"w({place} + 1, {half}) = w({place}, {half})*{factor}",
        arithmetic(use("measure", t=place, i=str(half)), (f"w({place}, {half})", use(fact, r="u"))),
    )


theorem(
    "equal weights",
    BY_TURNS,
    "w(2*r - 1, 1) = w(2*r - 1, 2)",
    Step("rounds", "2*r <= 2*N", arithmetic(("2", "r <= N"))),
    Step("begin", "w(1, 1) = w(1, 2)", arithmetic(use("first measure", i="1"), ("-1", use("first measure", i="2")))),
    _factor("first half, odd", "an odd batch charges the first half", 1, "2*u - 1"),
    _factor("second half, odd", "and not the second", 2, "2*u - 1"),
    _factor("first half, even", "and not the first", 1, "2*u"),
    _factor("second half, even", "an even batch charges the second half", 2, "2*u"),
    Step(
        "next",
        "w(2*(u + 1) - 1, 1) = w(2*(u + 1) - 1, 2)",
        arithmetic(
            "first half, odd",
            "first half, even",
            (f"-{FALL}", "second half, odd"),
            ("-1", "second half, even"),
            (FALL, "w(2*u - 1, 1) = w(2*u - 1, 2)"),
        ),
        ("w(2*u - 1, 1) = w(2*u - 1, 2)",),
    ),
    Step(
        "all",
        "w(2*r - 1, 1) = w(2*r - 1, 2)",
        apply(
            "induction of equalities",
            "begin",
            "next",
            "rounds",
            low="1",
            high="r",
            f="n: w(2*n - 1, 1)",
            g="n: w(2*n - 1, 2)",
        ),
    ),
)
ODD: Final = "mu(2*r - 1, 1) = 1/2"
theorem(
    "odd batches",
    BY_TURNS,
    ODD,
    Step("equal", "w(2*r - 1, 1) = w(2*r - 1, 2)", apply("equal weights")),
    Step(
        "all",
        ODD,
        arithmetic(
            ("1/(2*w(2*r - 1, 1))", use("normalized", s="2*r - 1", i="1")),
            ("mu(2*r - 1, 1)/(2*w(2*r - 1, 1))", "equal"),
        ),
    ),
)
EVEN: Final = f"mu(2*r, 1) = 1 - 1/(1 + {FALL})"
theorem(
    "even batches",
    BY_TURNS,
    EVEN,
    Step("equal", "w(2*r - 1, 1) = w(2*r - 1, 2)", apply("equal weights")),
    Step(
        "first half",
        f"w(2*r, 1) = w(2*r - 1, 1)*{FALL}",
        arithmetic(
            use("measure", t="2*r - 1", i="1"), ("w(2*r - 1, 1)", use("an odd batch charges the first half", r="r"))
        ),
    ),
    Step(
        "second half",
        "w(2*r, 2) = w(2*r - 1, 2)",
        arithmetic(use("measure", t="2*r - 1", i="2"), ("w(2*r - 1, 2)", use("and not the second", r="r"))),
    ),
    Step(
        "weights",
        f"w(2*r, 1) = w(2*r, 2)*{FALL}",
        arithmetic("first half", (f"-{FALL}", "second half"), (FALL, "equal")),
    ),
    Step(
        "all",
        EVEN,
        arithmetic(
            (f"1/((1 + {FALL})*w(2*r, 2))", use("normalized", s="2*r", i="1")),
            (f"(1 - mu(2*r, 1))/((1 + {FALL})*w(2*r, 2))", "weights"),
        ),
    ),
)
