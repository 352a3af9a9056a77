"""Le Cam's two points: what costs at least c in sum under two laws costs at least c (1 - V) in the sum of the means.

L is the log of the ratio of the laws under the first one, so that the mean of B under the second is that of B e^(-L).
Where e^(-L) <= 1, A + B e^(-L) is at least c e^(-L), elsewhere at least c: and V is the mean of (1 - e^(-L))+.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside
from dpassay.proofs_check.shared_lemmas.pinsker import V

COSTS: Final = anything(
    "costs under two laws",
    {"c": "real"},
    {"P": LAW, "L": RANDOM, "A": RANDOM, "B": RANDOM},
    tuple(
        {
            "c": Fraction(1),
            "P": lambda: {0: Fraction(1, 3), 1: Fraction(2, 3)},
            "L": lambda y, turned=turned: Fraction(turned if y else -turned, 2),
            "A": Fraction,
            "B": lambda y: Fraction(1 - y),
        }
        for turned in (1, -1)
    ),
)
EITHER: Final = "c*(1 - [0 <= L]*(1 - exp(-L))) <= A + B*exp(-L)"
LIKELY, UNLIKELY = ("0 <= L",), ("L < 0",)
theorem(
    "two points",
    COSTS,
    f"c*(1 - {V}) <= E(A) + E(B*exp(-L))",
    Step(
        "likely",
        EITHER,
        arithmetic(("A", inside("exp(_)", "-L <= 0")), ("exp(-L)", "both"), ("-c*(1 - exp(-L))", "[0 <= L] = 1")),
        LIKELY,
        ("first",),
    ),
    Step(
        "unlikely",
        EITHER,
        arithmetic(("B", inside("exp(_)", "0 <= -L")), "both", ("-c*(1 - exp(-L))", "[0 <= L] = 0")),
        UNLIKELY,
        ("second",),
    ),
    Step(
        "either",
        EITHER,
        apply("cases", "likely", "unlikely", A="c*(1 - [0 <= L]*(1 - exp(-L)))", B="A + B*exp(-L)", c="L"),
    ),
    Step("all", f"c*(1 - {V}) <= E(A) + E(B*exp(-L))", arithmetic(inside("E(_)", "either"))),
    given={"first": Given("0 <= A"), "second": Given("0 <= B"), "both": Given("c <= A + B")},
)
