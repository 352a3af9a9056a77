"""MWEM where choices and noises are good on average: what both add up to is little.

With r = eps n/(4T) the mean of e^(r slip), given all before, is at most 2. So that of e to r times all that is missed
and all noises is at most (2K)^T, and these are more than (T log(2K) + A)/r with probability at most e^(-A).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.chosen_queries import AND_NOISE, RATE, SPENT
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.choices_on_average import ONE

IN_ALL: Final = f"{RATE}*sum(largest(t) - off(t) + slip(t), t, 1, {{0}})"
MOMENTS: Final = f"E(exp({IN_ALL})) <= exp({{0}}*(log(K) + log(2)))"
SUM: Final = "sum(largest(t) - off(t) + slip(t), t, 1, {0})"
WORTH: Final = "(largest(u + 1) - off(u + 1) + slip(u + 1))"
theorem(
    "what all choices miss, and all noises",
    AND_NOISE,
    MOMENTS.format("T"),
    Step(
        "ratio",
        f"p(i, k)*exp({RATE}*(largest(i) - far(i, k))) <= 1",
        arithmetic((f"exp({RATE}*(largest(i) - far(i, k)))/Z(i)", "mechanism"), ("1/Z(i)", "the largest has a weight")),
    ),
    Step("ratios", f"{ONE} <= K", arithmetic(inside("sum(_, k, 1, K)", "ratio"))),
    Step(
        "round",
        f"E(exp({SPENT} + {RATE}*(largest(i) - off(i)) + {RATE}*slip(i))) <= 2*K*E(exp({SPENT}))",
        arithmetic(
            "noise given the past and the choice",
            ("2", "chosen given the past, with what was spent"),
            ("2", inside(f"E(exp({SPENT})*_)", "ratios")),
        ),
    ),
    Step(
        "last",
        f"{SUM.format('u + 1')} = {SUM.format('u')} + {WORTH}",
        apply("last term", f="t: largest(t) - off(t) + slip(t)", low="1", high="u + 1"),
    ),
    Step("size", "exp(log(K)) = K", apply("exp of log", A="K")),
    Step("two", "exp(log(2)) = 2", apply("exp of log", A="2")),
    Step("next factor", "exp(log(K) + log(2)) = 2*K", arithmetic(("exp(log(2))", "size"), ("K", "two"))),
    Step(
        "next",
        MOMENTS.format("(u + 1)"),
        arithmetic(
            inside(f"E(exp({RATE}*_))", "last"),
            use("round", i="u + 1"),
            ("2*K", MOMENTS.format("u")),
            ("-exp(u*(log(K) + log(2)))", "next factor"),
        ),
        (MOMENTS.format("u"),),
    ),
    Step(
        "all",
        MOMENTS.format("T"),
        apply(
            "induction",
            "next",
            low="0",
            high="T",
            f=f"u: E(exp({IN_ALL.format('u')}))",
            g="u: exp(u*(log(K) + log(2)))",
        ),
    ),
    variables={"u": "integer, 0 <= u, u <= T - 1"},
)
WORTH_OF_ALL: Final = SUM.format("T")
theorem(
    "choices and noises are rarely bad on average",
    AND_NOISE,
    f"Pr({WORTH_OF_ALL} > T*z) <= exp(T*(log(K) + log(2)) - {RATE}*(T*z))",
    Step("moments", MOMENTS.format("T"), apply("what all choices miss, and all noises")),
    Step(
        "all",
        f"Pr({WORTH_OF_ALL} > T*z) <= exp(T*(log(K) + log(2)) - {RATE}*(T*z))",
        apply("Chernoff", "moments", P="P", X=WORTH_OF_ALL, s=RATE, e="T*z", c="T*(log(K) + log(2))"),
    ),
    variables={"z": "real"},
)
