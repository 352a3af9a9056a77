"""Few of many independent trials succeed with a small probability: the bound of Chernoff for the lower tail.

Of n trials that succeed with probability b each, with n b >= (1 + h) k, fewer than k succeed with probability at most
e^(-k h^2/(2 (1 + h))): the tilt is h/(1 + h).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.models.anything import LAW, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic

INDEX: Final = {"t": "integer, 1 <= t, t <= n"}
SUM: Final = "sum(X(t), t, 1, n)"
RATE: Final = "-b*(z - z**2/2)"
BOUND: Final = "exp(-k*h**2/(2*(1 + h)))"
EXPONENT: Final = f"n*({RATE}) + z*(k - 1)"
theorem(
    "few of many trials",
    anything(
        "independent trials, of which some are wanted",
        {"n": "integer, 0 <= n", "k": "integer, 1 <= k", "h": "real, 0 < h", "b": "real, 0 <= b"},
        {"P": LAW, "X": Named(index=INDEX, space="outcome", range="at least 0")},
        tuple(
            {
                "n": Fraction(2),
                "k": Fraction(1),
                "h": h,
                "b": Fraction(2, 3),
                "P": lambda: {(x, y): Fraction((1 + x) * (1 + 2 * y), 12) for x, y in product((0, 1), repeat=2)},
                "X": lambda t, outcome: Fraction(outcome[t - 1]),
            }
            for h in (Fraction(1, 3), Fraction(1, 10))
        ),
        INDEX,
        tuple(product((0, 1), repeat=2)),
    ),
    f"Pr({SUM} <= k - 1) <= {BOUND}",
    Step("tangent", "exp(-z) <= 1 - z + z**2/2", analysis("exp(-y) <= 1 - y + y**2/2", "[0, oo)", y="z")),
    Step("slope", f"1 - b*(z - z**2/2) <= exp({RATE})", analysis("1 + y <= exp(y)", "(-oo, oo)", y=RATE)),
    Step("rate", f"1 - b*(1 - exp(-z)) <= exp({RATE})", arithmetic("slope", ("b", "tangent"))),
    Step(
        "moments",
        f"E(exp(-z*{SUM})) <= exp(n*({RATE}))",
        apply(
            "moments of trials",
            "independent",
            "0 or 1",
            "likely",
            "rate",
            n="n",
            s="z",
            b="b",
            c=RATE,
            P="P",
            X="t: X(t)",
        ),
    ),
    Step(
        "tail",
        f"Pr({SUM} <= k - 1) <= exp({EXPONENT})",
        apply("lower tail", "moments", P="P", X=SUM, s="z", e="k - 1", c=f"n*({RATE})"),
    ),
    Step(
        "exponent",
        f"{EXPONENT} <= -k*h**2/(2*(1 + h))",
        arithmetic(("z - z**2/2", "many")),
    ),
    Step(
        "grows",
        f"exp({EXPONENT}) <= {BOUND}",
        apply("exp grows", "exponent", A=EXPONENT, B="-k*h**2/(2*(1 + h))"),
    ),
    Step("all", f"Pr({SUM} <= k - 1) <= {BOUND}", arithmetic("tail", "grows")),
    let={"z": "h/(1 + h)"},
    given={
        "independent": Given("independent(X(t), t, 1, n)"),
        "0 or 1": Given("X(t)**2 = X(t)"),
        "likely": Given("b <= E(X(t))"),
        "many": Given("(1 + h)*k <= n*b"),
    },
)
