"""The mean of a privacy loss X in [-w, w] is at most w (e^w - 1)/(e^w + 1), and its moments are those that follow.

E e^(-X) = 1, and e^(-X) lies below its chord between -w and w; so the chord is at least 1 in the mean.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import log
from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside

TANH: Final = "w*(exp(w) - 1)/(exp(w) + 1)"
AT_S: Final = "s*E(X) + s**2*w**2/2"
MOMENT: Final = f"s*{TANH} + s**2*w**2/2"
SHARE: Final = "(w + X)/(2*w)"
theorem(
    "moments of a loss within both ends",
    anything(
        "the loss of one bit that is told truly with probability 2/3",
        {"s": "real, 0 <= s", "w": "real, 0 < w"},
        {"P": LAW, "X": RANDOM},
        tuple(
            {
                "s": Fraction(s),
                "w": log(2).as_real(),
                "P": lambda: {0: Fraction(1, 3), 1: Fraction(2, 3)},
                "X": lambda y: (log(2) if y else -log(2)).as_real(),
            }
            for s in (0, 1, 3)
        ),
    ),
    f"E(exp(s*X)) <= exp({MOMENT})",
    Step("not below", f"0 <= {SHARE}", arithmetic(("1/(2*w)", "at least"))),
    Step("not above", f"{SHARE} <= 1", arithmetic(("1/(2*w)", "at most"))),
    Step(
        "chord",
        f"exp(-X) <= (1 - {SHARE})*exp(w) + {SHARE}*exp(-w)",
        apply("chord of exp", "not below", "not above", w=SHARE, x="w", y="-w"),
    ),
    Step("grows", "exp(0) < exp(w)", arithmetic(inside("exp(_)", "0 < w"))),
    Step("gap", "0 <= 1/(exp(w) - 1)", arithmetic(("(1/(exp(w) - 1))**2", "grows")), (), ("grows",)),
    Step(
        "mean",
        f"E(X) <= {TANH}",
        arithmetic(
            ("-2*w*exp(w)/(exp(w) - 1)/(exp(w) + 1)", "unit"),
            ("2*w*exp(w)/(exp(w) - 1)/(exp(w) + 1)", inside("E(_)", "chord")),
        ),
        (),
        ("grows", "gap"),
    ),
    Step("shift", f"{AT_S} <= {MOMENT}", arithmetic(("s", "mean"))),
    Step(
        "tilt",
        f"E(exp(s*X)) <= exp({AT_S})",
        apply("Hoeffding's lemma", "at least", "at most", P="P", X="X", low="-w", high="w", s="s"),
    ),
    Step("all", f"E(exp(s*X)) <= exp({MOMENT})", arithmetic("tilt", inside("exp(_)", "shift"))),
    given={
        "at least": Given("-w <= X"),
        "at most": Given("X <= w"),
        "unit": Given("E(exp(-X)) = 1"),
    },
)
