"""LEC-13: e^(b x) <= 1 + b x + b^2 for x in [0, 1] and 0 < b <= 1.79.

Lecture notes, Section 2, proof of Theorem 2. exp is convex, so e^(b x) lies below its chord 1 + x (e^b - 1) over [0, 1]; and
e^b <= 1 + b + b^2 up to 1.79, so the chord is at most 1 + b x + x b^2, and x <= 1.
"""

from __future__ import annotations

from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

theorem(
    "LEC-13",
    numbers(b="real, 0 < b, b <= 179/100", x="real, 0 <= x, x <= 1"),
    "exp(b*x) <= 1 + b*x + b**2",
    Step("chord", "exp(b*x) <= 1 + x*(exp(b) - 1)", apply("chord of exp", w="x", x="0", y="b")),
    Step("one", "1 + b + b**2 - exp(b) >= 0", analysis("1 + z + z**2 - exp(z) >= 0", "(0, 179/100]", z="b")),
    Step("all", "exp(b*x) <= 1 + b*x + b**2", arithmetic("chord", ("x", "one"), ("b**2", "x <= 1"))),
)
