"""LEC-13: ln E e^(b X) <= E e^(b X) - 1 <= b E X + b^2 for X in [0, 1] and 0 < b <= 1.79.

Lecture notes, Section 2, proof of Theorem 2, second display, with b for alpha. The first inequality is ln z <= z - 1.
For the second one, exp is convex, so e^(b X) lies below its chord 1 + X (e^b - 1) over [0, 1]; and e^b <= 1 + b + b^2
up to 1.79, so the chord is at most 1 + b X + X b^2, and X <= 1. The threshold is the root of e^b = 1 + b + b^2,
between 1.793282 and 1.793283: 1.79 is safe, and 1.80 is not. The two ends are related so for every real b: b^2/8 is
enough (LEC-14-sharp).
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import LAW, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic

THIRDS = {0: Fraction(1, 3), 1: Fraction(2, 3)}
BOUNDED = anything(
    "a random variable in [0, 1] and a rate of at most 1.79",
    {"b": "real, 0 < b, b <= 179/100"},
    {"P": LAW, "X": Named(space="outcome", range="at least 0")},
    (
        {"b": Fraction(179, 100), "P": lambda: THIRDS, "X": Fraction},
        {"b": Fraction(1, 2), "P": lambda: THIRDS, "X": lambda y: Fraction(2 - y, 3)},
    ),
)
theorem(
    "LEC-13",
    BOUNDED,
    "log(M) <= M - 1 and M - 1 <= b*E(X) + b**2",
    Step("chord", "exp(b*X) <= 1 + X*(exp(b) - 1)", apply("chord of exp", "at most 1", w="X", x="0", y="b")),
    Step("at 1", "1 + b + b**2 - exp(b) >= 0", analysis("1 + z + z**2 - exp(z) >= 0", "(0, 179/100]", z="b")),
    Step("quadratic", "exp(b*X) <= 1 + b*X + b**2", arithmetic("chord", ("X", "at 1"), ("b**2", "at most 1"))),
    Step(
        "mean",
        "M <= 1 + b*E(X) + b**2",
        apply("expectation grows", "quadratic", P="P", X="exp(b*X)", Y="1 + b*X + b**2"),
    ),
    Step("log", "log(M) <= M - 1", analysis("log(z) <= z - 1", "(0, oo)", z="M")),
    Step("all", "M - 1 <= b*E(X) + b**2", arithmetic("mean")),
    let={"M": "E(exp(b*X))"},
    given={"at most 1": Given("X <= 1")},
)
