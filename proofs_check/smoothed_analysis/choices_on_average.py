"""MWEM where choices are good on average: what they miss adds up to little.

In a round let a choice miss the largest error by u. With r = eps n/(4T) the mean of e^(r u), given the past, is the sum
of e^(r largest)/Z over all K queries, so at most K. So the mean of e to r times what all rounds miss is at most K^T,
and these miss more than (T log K + A)/r with probability at most e^(-A): log K + A/T a round, and not log K + A.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.chosen_queries import MISSED, RATE, ROUND_BY_ROUND
from dpassay.proofs_check.models.good_runs import ON_AVERAGE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use
from dpassay.proofs_check.smoothed_analysis.error_of_mwem import LATER, MOST, NARROW, OFFS, Y, bounded, errors

ONE: Final = f"sum(p(i, k)*exp({RATE}*(largest(i) - far(i, k))), k, 1, K)"
SO_FAR: Final = f"{RATE}*sum(largest(t) - off(t), t, 1, {{0}})"
MOMENTS: Final = f"E(exp({SO_FAR})) <= exp({{0}}*log(K))"
theorem(
    "what all choices miss",
    ROUND_BY_ROUND,
    MOMENTS.format("T"),
    Step(
        "ratio",
        f"p(i, k)*exp({RATE}*(largest(i) - far(i, k))) <= 1",
        arithmetic((f"exp({RATE}*(largest(i) - far(i, k)))/Z(i)", "mechanism"), ("1/Z(i)", "the largest has a weight")),
    ),
    Step(
        "ratios",
        f"{ONE} <= sum(1, k, 1, K)",
        apply(
            "sum grows",
            "ratio",
            f=f"k: p(i, k)*exp({RATE}*(largest(i) - far(i, k)))",
            g="k: 1",
            low="1",
            high="K",
        ),
    ),
    Step("weighted", f"exp({MISSED})*{ONE} <= exp({MISSED})*K", arithmetic((f"exp({MISSED})", "ratios"))),
    Step(
        "mean",
        f"E(exp({MISSED})*{ONE}) <= E(exp({MISSED})*K)",
        apply("expectation grows", "weighted", P="P", X=f"exp({MISSED})*{ONE}", Y=f"exp({MISSED})*K"),
    ),
    Step(
        "round",
        f"E(exp({MISSED} + {RATE}*(largest(i) - off(i)))) <= K*E(exp({MISSED}))",
        arithmetic("mean", "chosen given the past, with what was missed"),
    ),
    Step(
        "last",
        "sum(largest(t) - off(t), t, 1, u + 1) = sum(largest(t) - off(t), t, 1, u) + (largest(u + 1) - off(u + 1))",
        apply("last term", f="t: largest(t) - off(t)", low="1", high="u + 1"),
    ),
    Step(
        "same",
        f"exp({SO_FAR.format('u + 1')}) = exp({SO_FAR.format('u')} + {RATE}*(largest(u + 1) - off(u + 1)))",
        apply(
            "equals for equals",
            "last",
            A="sum(largest(t) - off(t), t, 1, u + 1)",
            B="sum(largest(t) - off(t), t, 1, u) + (largest(u + 1) - off(u + 1))",
            f=f"z: exp({RATE}*z)",
        ),
    ),
    Step(
        "means",
        f"E(exp({SO_FAR.format('u + 1')})) = E(exp({SO_FAR.format('u')} + {RATE}*(largest(u + 1) - off(u + 1))))",
        apply(
            "expectation of equals",
            "same",
            P="P",
            X=f"exp({SO_FAR.format('u + 1')})",
            Y=f"exp({SO_FAR.format('u')} + {RATE}*(largest(u + 1) - off(u + 1)))",
        ),
    ),
    Step("size", "exp(log(K)) = K", apply("exp of log", A="K")),
    Step(
        "next",
        MOMENTS.format("(u + 1)"),
        arithmetic("means", use("round", i="u + 1"), ("K", MOMENTS.format("u")), ("-exp(u*log(K))", "size")),
        (MOMENTS.format("u"),),
    ),
    Step(
        "all",
        MOMENTS.format("T"),
        apply("induction", "next", low="0", high="T", f=f"u: E(exp({SO_FAR.format('u')}))", g="u: exp(u*log(K))"),
    ),
    variables={"u": "integer, 0 <= u, u <= T - 1"},
)
MISSES: Final = "sum(largest(t) - off(t), t, 1, T)"
TAIL: Final = f"Pr({MISSES} > T*c) <= exp(T*log(K) - {RATE}*(T*c))"
theorem(
    "choices are rarely bad on average",
    ROUND_BY_ROUND,
    TAIL,
    Step("moments", MOMENTS.format("T"), apply("what all choices miss")),
    Step("all", TAIL, apply("Chernoff", "moments", P="P", X=MISSES, s=RATE, e="T*c", c="T*log(K)")),
)
ON_AVERAGE_TEXT: Final = ", where choices are good on average"
MISSED_BEFORE: Final = "sum(largest(t - 1) - off(t), t, 1, T)"
bounded(
    "before",
    Step("term", "far(t - 1, k) <= largest(t - 1)", arithmetic(use("largest", j="t - 1"))),
    Step(
        "terms",
        f"{errors('before')} <= sum(largest(t - 1), t, 1, T)",
        apply("sum grows", "term", f="t: far(t - 1, k)", g="t: largest(t - 1)", low="1", high="T"),
    ),
    Step(
        "last",
        "sum(off(t), t, 1, T) = sum(off(t), t, 1, T - 1) + off(T)",
        apply("last term", f="t: off(t)", low="1", high="T"),
    ),
    Step("offs", OFFS, apply("the errors of good choices"), NARROW, ("root",)),
    Step("sum", f"{errors('before')} <= T*({MOST})", arithmetic("terms", "choices", "last", "offs"), NARROW, ("root",)),
    model=ON_AVERAGE,
    where_choices_are=ON_AVERAGE_TEXT,
)
SHIFTED: Final = "sum(largest(t) - off(t + 1), t, 1, T - 1)"
bounded(
    "after",
    Step("term", "far(u, k) <= largest(u)", arithmetic(use("largest", j="u"))),
    Step(
        "terms",
        "sum(far(t, k), t, 1, T - 1) <= sum(largest(t), t, 1, T - 1)",
        apply("sum grows", "term", f="t: far(t, k)", g="t: largest(t)", low="1", high="T - 1"),
    ),
    Step(
        "last",
        f"{errors('after')} = sum(far(t, k), t, 1, T - 1) + far(T, k)",
        apply("last term", f="t: far(t, k)", low="1", high="T"),
    ),
    Step(
        "shifted",
        f"{SHIFTED} = sum(largest(t - 1) - off(t), t, 2, T)",
        apply("sum of shifted terms", f="t: largest(t - 1) - off(t)", low="1", high="T - 1"),
    ),
    Step(
        "first",
        f"{MISSED_BEFORE} = largest(0) - off(1) + sum(largest(t - 1) - off(t), t, 2, T)",
        apply("sum in two parts", f="t: largest(t - 1) - off(t)", low="1", mid="1", high="T"),
    ),
    Step(
        "missed",
        f"{SHIFTED} <= T*c",
        arithmetic("choices", ("-1", "first"), "shifted", use("a choice is a query", i="1")),
    ),
    Step("offs", f"{LATER} <= T*{Y}", apply("the errors of later choices"), NARROW, ("root",)),
    Step("sum", f"{errors('after')} <= T*({MOST})", arithmetic("terms", "last", "missed", "offs"), NARROW, ("root",)),
    model=ON_AVERAGE,
    where_choices_are=ON_AVERAGE_TEXT,
)
