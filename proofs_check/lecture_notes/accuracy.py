"""What Theorem 1 and the accuracy of the private mechanism share (LEC-03, LEC-04, LEC-08, LEC-09, LEC-10).

The moments of the consistency score of a hypothesis, whose rows are independent, and the union bound over the bad ones.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

FREE: Final = {"s": "real", "b": "real", "c": "real", "z": "real"}
SCORE: Final = "-s*sum(miss(h, t), t, 1, n)"
RATE: Final = ("0 <= s", "b <= error(h)", "1 - b*(1 - exp(-s)) <= exp(c)")
theorem(
    "moments of the score",
    LEARNING,
    "E(exp(s*u(h))) <= exp(n*c)",
    Step("likely", "b <= E(miss(h, t))", arithmetic(("-1", "law of a row"), "b <= error(h)"), ("b <= error(h)",)),
    Step(
        "moments",
        f"E(exp({SCORE})) <= exp(n*c)",
        apply(
            "moments of trials",
            "independent",
            "mistake or not",
            "likely",
            P="P",
            X="t: miss(h, t)",
            n="n",
            s="s",
            b="b",
            c="c",
        ),
        RATE,
    ),
    Step("exponent", f"s*u(h) <= {SCORE}", arithmetic(("s", "score"))),
    Step("pointwise", f"exp(s*u(h)) <= exp({SCORE})", apply("exp grows", "exponent", A="s*u(h)", B=SCORE)),
    Step(
        "mean",
        f"E(exp(s*u(h))) <= E(exp({SCORE}))",
        apply("expectation grows", "pointwise", P="P", X="exp(s*u(h))", Y=f"exp({SCORE})"),
    ),
    Step("all", "E(exp(s*u(h))) <= exp(n*c)", arithmetic("mean", "moments"), RATE),
    where=RATE,
    variables=FREE,
    samples={"b": (0, Fraction(1, 5)), "s": (0, 1), "c": (0, Fraction(-1, 20))},
)

BAD: Final = "[a < error(h)]*[z <= u(h)]"
UNION: Final = f"Pr(1 <= sum({BAD}, h, 1, C)) <= sum([a < error(h)]*Pr(z <= u(h)), h, 1, C)"
theorem(
    "union over the bad",
    LEARNING,
    UNION,
    Step("sign", f"0 <= {BAD}", arithmetic()),
    Step("signs", f"0 <= sum({BAD}, h, 1, C)", arithmetic()),
    Step(
        "some",
        f"[1 <= sum({BAD}, h, 1, C)] <= sum({BAD}, h, 1, C)",
        apply("at least one", N=f"sum({BAD}, h, 1, C)"),
    ),
    Step(
        "mean",
        f"Pr(1 <= sum({BAD}, h, 1, C)) <= E(sum({BAD}, h, 1, C))",
        apply("expectation grows", "some", P="P", X=f"[1 <= sum({BAD}, h, 1, C)]", Y=f"sum({BAD}, h, 1, C)"),
    ),
    Step(
        "swap",
        f"E(sum({BAD}, h, 1, C)) = sum([a < error(h)]*Pr(z <= u(h)), h, 1, C)",
        apply("expectation of a sum", P="P", X=f"h: {BAD}", low="1", high="C"),
    ),
    Step("all", UNION, arithmetic("mean", "swap")),
    variables=FREE,
    samples={"z": (0, -1)},
)
