"""SIMA-18"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.local_distribution_learning.columns import NEAR, ROOT, SPREAD, by_spread
from dpassay.proofs_check.models.hard_pairs import PAIRS, game
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

AT_1: Final = {"t": Fraction(1), "r": Fraction(1)}
SQUARES: Final = "sum(q(t, r, x)**2, x, 1, N)"
PRINTED: Final = f"<= m/(2*N)*{SQUARES}"
BY_PAIRS: Final = "sum(sum((q(t, r, x) - q(t, r, z))**2, z, 1, N), x, 1, N)/(2*N**2)"
BY_SOME: Final = BY_PAIRS.replace("z, 1, N", "z, 1, K")
refuted("SIMA-18", PAIRS, f"{BY_SOME} {PRINTED}", setting=game(3, "1", "11", ("response",)), **AT_1)
refuted("SIMA-18b", PAIRS, f"{BY_PAIRS} {PRINTED}", setting=game(3, "1", "7", ("response",)), **AT_1)
FACTOR: Final = "((exp(eps) - 1)/(exp(eps) + 1))**2"
"""tanh^2(eps/2)."""
ALL: Final = f"{BY_PAIRS} <= {FACTOR}*{SQUARES}/N"
SOME: Final = f"{BY_SOME} <= {FACTOR}*{SQUARES}/N"
LESS: Final = (f"(exp(eps) - 1)**2/(2*N)*{SQUARES}", f"2/(2*N)*{SQUARES}")
DIFFERENCE: Final = "(q(t, r, x) - q(t, r, z))**2"
theorem(
    "SIMA-18-corrected",
    PAIRS,
    f"{ALL} and {SOME} and {FACTOR}*{SQUARES}/N <= {LESS[0]} and {FACTOR}*{SQUARES}/N <= {LESS[1]}",
    NEAR,
    ROOT,
    by_spread("variance against the mean square"),
    Step("identity", f"{SPREAD} = {BY_PAIRS}", apply("SIMA-17-corrected", N="N", q="x: q(t, r, x)")),
    Step("not negative", f"0 <= {DIFFERENCE}", analysis("0 <= v**2", "(-oo, oo)", v="q(t, r, x) - q(t, r, z)")),
    Step(
        "left out",
        f"sum(0, z, K + 1, N) <= sum({DIFFERENCE}, z, K + 1, N)",
        apply("sum grows", "not negative", f="z: 0", g=f"z: {DIFFERENCE}", low="K + 1", high="N"),
    ),
    Step(
        "two parts",
        f"sum({DIFFERENCE}, z, 1, N) = sum({DIFFERENCE}, z, 1, K) + sum({DIFFERENCE}, z, K + 1, N)",
        apply("sum in two parts", f=f"z: {DIFFERENCE}", low="1", mid="K", high="N"),
    ),
    Step(
        "fewer",
        f"sum({DIFFERENCE}, z, 1, K) <= sum({DIFFERENCE}, z, 1, N)",
        arithmetic(("-1", "two parts"), "left out"),
    ),
    Step(
        "fewer pairs",
        f"sum(sum({DIFFERENCE}, z, 1, K), x, 1, N) <= sum(sum({DIFFERENCE}, z, 1, N), x, 1, N)",
        apply(
            "sum grows",
            "fewer",
            f=f"x: sum({DIFFERENCE}, z, 1, K)",
            g=f"x: sum({DIFFERENCE}, z, 1, N)",
            low="1",
            high="N",
        ),
    ),
    Step("grows", "exp(0) <= exp(eps)", apply("exp grows", A="0", B="eps")),
    Step("square", "0 <= (exp(eps) - 1)**2", analysis("0 <= v**2", "(-oo, oo)", v="exp(eps) - 1")),
    Step("scaled", f"0 <= (exp(eps) - 1)**2*{SQUARES}/N", arithmetic((f"{SQUARES}/N", "square"))),
    Step("over 4", "1/(exp(eps) + 1)**2 <= 1/2", arithmetic(("1/(exp(eps) + 1)**2", "grows"))),
    Step("all pairs", ALL, arithmetic(("-1", "identity"), "spread")),
    Step("some pairs", SOME, arithmetic("all pairs", ("1/(2*N**2)", "fewer pairs"))),
    Step(
        "by the square",
        f"{FACTOR}*{SQUARES}/N <= {LESS[0]}",
        arithmetic((f"(exp(eps) - 1)**2*{SQUARES}/N", "over 4")),
        (),
        ("scaled",),
    ),
    Step(
        "by 1", f"{FACTOR}*{SQUARES}/N <= {LESS[1]}", arithmetic((f"4*{SQUARES}/N/(exp(eps) + 1)**2", "0 <= exp(eps)"))
    ),
)
