"""Bernoulli's inequality for real powers, and that a mean of powers is at least the power of the mean, which is 1.

z^a is written exp(a log z): z e^((a - 1) log z) >= z + (a - 1) z log z, and z log z >= z - 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything, numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic

POWER: Final = "1 + a*(z - 1) <= exp(a*log(z))"
theorem(
    "Bernoulli's inequality",
    numbers(a="real, 1 <= a", z="real, 0 < z"),
    POWER,
    Step("z", "exp(log(z)) = z", apply("exp of log", A="z")),
    Step(
        "tangent",
        "1 + (a - 1)*log(z) <= exp((a - 1)*log(z))",
        analysis("1 + v <= exp(v)", "(-oo, oo)", v="(a - 1)*log(z)"),
    ),
    Step("entropy", "z - 1 <= z*log(z)", analysis("v - 1 <= v*log(v)", "(0, oo)", v="z")),
    Step(
        "all",
        POWER,
        arithmetic(("z", "tangent"), ("a - 1", "entropy"), ("-exp((a - 1)*log(z))", "z")),
    ),
)

MERGED: Final = "1 <= w*exp(a*log(z)) + (1 - w)*exp(a*log(y))"
theorem(
    "merging two outcomes",
    anything(
        "two likelihood ratios of mean 1, and their shares",
        {
            "a": "real, 1 <= a",
            "w": "real, 0 <= w, w <= 1",
            "z": "real, 0 < z",
            "y": "real, 0 < y",
        },
        {},
        tuple(
            {"a": Fraction(a), "w": Fraction(1, 3), "z": Fraction(2), "y": Fraction(1, 2)}
            for a in (1, 2, Fraction(5, 2))
        ),
    ),
    MERGED,
    Step("first", "1 + a*(z - 1) <= exp(a*log(z))", apply("Bernoulli's inequality", a="a", z="z")),
    Step("second", "1 + a*(y - 1) <= exp(a*log(y))", apply("Bernoulli's inequality", a="a", z="y")),
    Step("all", MERGED, arithmetic(("w", "first"), ("1 - w", "second"), ("-a", "mean"))),
    given={"mean": Given("w*z + (1 - w)*y = 1")},
)
