"""The moments of a privacy loss X within [low, low + 2 w]: E e^(s X) <= e^((s + s^2) w^2/2) for s >= 0.

E e^(-X) = 1, so by Hoeffding's lemma at -1 the mean of X is at most w^2/2; at s it then bounds the moments.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import log
from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside, use

TILTED = "r*E(X) + r**2*w**2/2"
AT_S = "s*E(X) + s**2*w**2/2"
MOMENT = "(s + s**2)*w**2/2"
theorem(
    "moments of a privacy loss",
    anything(
        "the loss of one bit that is told truly with probability 2/3",
        {"s": "real, 0 <= s", "w": "real", "low": "real"},
        {"P": LAW, "X": RANDOM},
        tuple(
            {
                "s": Fraction(s),
                "w": log(2).as_real(),
                "low": (-log(2)).as_real(),
                "P": lambda: {0: Fraction(1, 3), 1: Fraction(2, 3)},
                "X": lambda y: (log(2) if y else -log(2)).as_real(),
            }
            for s in (0, 1, 3)
        ),
        {"r": "real"},
    ),
    f"E(exp(s*X)) <= exp({MOMENT})",
    Step(
        "tilt",
        f"E(exp(r*X)) <= exp({TILTED})",
        apply("Hoeffding's lemma", "at least", "at most", P="P", X="X", low="low", high="low + 2*w", s="r"),
    ),
    Step("one", "exp(0) <= exp(w**2/2 - E(X))", arithmetic(use("tilt", r="-1"), ("-1", "unit"))),
    Step("shift", f"{AT_S} <= {MOMENT}", arithmetic(("s", inside("log(_)", "one")))),
    Step("all", f"E(exp(s*X)) <= exp({MOMENT})", arithmetic(use("tilt", r="s"), inside("exp(_)", "shift"))),
    given={
        "at least": Given("low <= X"),
        "at most": Given("X <= low + 2*w"),
        "unit": Given("E(exp(-X)) = 1"),
    },
)
