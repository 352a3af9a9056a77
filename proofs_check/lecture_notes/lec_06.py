"""LEC-06: choosing h with probability proportional to e^(eps u(x, h)/2) is eps-differentially private.

Lecture notes, Section 1, after Theorem 1. A changed row multiplies each weight, and so the sum of all of them, by a
number between e^(-eps/2) and e^(eps/2) (LEC-05); their quotient changes by at most e^eps, and so does the probability
of every set of hypotheses. Neighbors differ in one row, its label included.
"""

from __future__ import annotations

from dpassay.proofs_check.models.neighboring_databases import NEIGHBORS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together

NEW = "exp(eps/2 + eps*v(h)/2)"
PRIVATE = "sum(p(h)*chosen(h), h, 1, C) <= exp(eps)*sum(q(h)*chosen(h), h, 1, C)"
theorem(
    "LEC-06",
    NEIGHBORS,
    PRIVATE,
    Step("near", "u(h) - v(h) <= 1 and v(h) - u(h) <= 1", apply("scores of neighbors")),
    Step("up", "u(h) - v(h) <= 1", together("near")),
    Step("down", "v(h) - u(h) <= 1", together("near")),
    Step("exponent", "eps*u(h)/2 <= eps/2 + eps*v(h)/2", arithmetic(("eps/2", "up"))),
    Step("exponent, new", "eps*v(h)/2 <= eps/2 + eps*u(h)/2", arithmetic(("eps/2", "down"))),
    Step("weight", f"exp(eps*u(h)/2) <= {NEW}", apply("exp grows", "exponent", A="eps*u(h)/2", B="eps/2 + eps*v(h)/2")),
    Step(
        "weight, new",
        "exp(eps*v(h)/2) <= exp(eps/2 + eps*u(h)/2)",
        apply("exp grows", "exponent, new", A="eps*v(h)/2", B="eps/2 + eps*u(h)/2"),
    ),
    Step(
        "sums",
        "sum(exp(eps*v(j)/2), j, 1, C) <= sum(exp(eps/2 + eps*u(j)/2), j, 1, C)",
        apply("sum grows", "weight, new", f="j: exp(eps*v(j)/2)", g="j: exp(eps/2 + eps*u(j)/2)", low="1", high="C"),
    ),
    Step("all weights", "Z_new <= exp(eps/2)*Z", arithmetic("sums", "weights, new", ("-exp(eps/2)", "weights"))),
    Step(
        "each",
        "p(h) <= exp(eps)*q(h)",
        arithmetic(
            "mechanism", ("-exp(eps)", "mechanism, new"), ("1/Z", "weight"), (f"{NEW}/(Z*Z_new)", "all weights")
        ),
    ),
    Step("each chosen", "p(h)*chosen(h) <= exp(eps)*q(h)*chosen(h)", arithmetic(("chosen(h)", "each"))),
    Step(
        "all",
        PRIVATE,
        apply("sum grows", "each chosen", f="h: p(h)*chosen(h)", g="h: exp(eps)*q(h)*chosen(h)", low="1", high="C"),
    ),
)
