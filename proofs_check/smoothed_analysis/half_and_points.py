"""Where MWEM rarely asks for the half of the domain, among very many points, it stays off on it.

Each of the K queries has a weight of at least 1, and the half one of at most e^(eps n/(4T)). Where no round asks for
the half, a point of the second half keeps its weight, but for at most T points; so the first half has a share of at
most (K - 1)/(2 (K - 1) - T), which is 3/4 at most where 3 T <= 2 (K - 1). It should be 1.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.any_covers import HALVES
from dpassay.proofs_check.models.chosen_queries import RATE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use

ASKED: Final = "sum(half(i), i, 1, T)"
NEVER: Final = (f"{ASKED} < 1",)
KEPT: Final = "1 - sum(asked(i, y), i, 1, {0}) <= rel({0}, y)"
NEXT: Final = KEPT.format("(u + 1)")
NOT_ASKED: Final = (*NEVER, "asked(u + 1, y) < 1", KEPT.format("u"))
theorem(
    "a half that is never asked for",
    HALVES,
    "half(i) = 0",
    Step("one of all", f"half(i) <= {ASKED}", apply("a term of a sum", f="t: half(t)", low="1", k="i", high="T")),
    Step("below 1", "half(i) < 1", arithmetic("one of all"), NEVER),
    Step("all", "half(i) = 0", arithmetic(("-1/(1 - half(i))", "half or not")), NEVER, ("below 1",)),
    where=NEVER,
)
theorem(
    "a point keeps its weight",
    HALVES,
    KEPT.format("j"),
    Step("no half", "half(i) = 0", apply("a half that is never asked for"), NEVER),
    Step(
        "last",
        "sum(asked(i, y), i, 1, u + 1) = sum(asked(i, y), i, 1, u) + asked(u + 1, y)",
        apply("last term", f="i: asked(i, y)", low="1", high="u + 1"),
    ),
    Step(
        "not asked",
        "asked(u + 1, y) = 0",
        arithmetic(("-1/(1 - asked(u + 1, y))", use("asked or not", i="u + 1"))),
        NOT_ASKED,
    ),
    Step(
        "the same",
        "rel(u + 1, y) = rel(u, y)",
        arithmetic(
            use("unless it is asked for", i="u + 1"),
            ("(1 - asked(u + 1, y))*(rel(u + 1, y) - rel(u, y))", use("no half", i="u + 1")),
            ("rel(u + 1, y) - rel(u, y)", "not asked"),
        ),
        NOT_ASKED,
    ),
    Step(
        "where it is not asked for", NEXT, arithmetic(KEPT.format("u"), ("-1", "last"), ("-1", "the same")), NOT_ASKED
    ),
    Step(
        "where it is asked for",
        NEXT,
        arithmetic(("-1", "last"), "1 <= asked(u + 1, y)"),
        (*NEVER, "1 <= asked(u + 1, y)"),
    ),
    Step(
        "next",
        NEXT,
        apply(
            "cases",
            "where it is asked for",
            "where it is not asked for",
            A="1 - sum(asked(i, y), i, 1, u + 1)",
            B="rel(u + 1, y)",
            c="asked(u + 1, y) - 1",
        ),
        (*NEVER, KEPT.format("u")),
    ),
    Step("begin", "1 <= rel(0, y)", arithmetic(("-1", "uniform at first"))),
    Step(
        "all",
        KEPT.format("j"),
        apply(
            "induction",
            "begin",
            "next",
            low="0",
            high="j",
            f="u: 1 - sum(asked(i, y), i, 1, u)",
            g="u: rel(u, y)",
        ),
        NEVER,
    ),
    where=NEVER,
    variables={"u": "integer, 0 <= u, u <= T - 1"},
)
LARGE: Final = "sum(rel(t, y), y, 1, K - 1)"
WHOLE: Final = f"K - 1 + {LARGE}"
OTHERS: Final = "K - 1 - t <= " + LARGE
theorem(
    "most points keep their weight",
    HALVES,
    OTHERS,
    Step("kept", KEPT.format("t"), apply("a point keeps its weight", j="t"), NEVER),
    Step(
        "points",
        f"sum(1 - sum(asked(i, y), i, 1, t), y, 1, K - 1) <= {LARGE}",
        apply(
            "sum grows",
            "kept",
            f="y: 1 - sum(asked(i, y), i, 1, t)",
            g="y: rel(t, y)",
            low="1",
            high="K - 1",
        ),
        NEVER,
    ),
    Step(
        "turned",
        "sum(sum(asked(i, y), i, 1, t), y, 1, K - 1) = sum(sum(asked(i, y), y, 1, K - 1), i, 1, t)",
        apply("sums in either order", m="K - 1", n="t", f="y, i: asked(i, y)"),
    ),
    Step("one", "sum(asked(i, y), y, 1, K - 1) <= 1", arithmetic("one query a round")),
    Step(
        "rounds",
        "sum(sum(asked(i, y), y, 1, K - 1), i, 1, t) <= sum(1, i, 1, t)",
        apply("sum grows", "one", f="i: sum(asked(i, y), y, 1, K - 1)", g="i: 1", low="1", high="t"),
    ),
    Step("all", OTHERS, arithmetic("points", "turned", "rounds"), NEVER),
    where=NEVER,
    variables={"t": "integer, 1 <= t, t <= T"},
)
theorem(
    "the half has too small a share",
    HALVES,
    "1/4 <= worst",
    Step("others", OTHERS, apply("most points keep their weight", t="t"), NEVER),
    Step("positive", f"0 < {WHOLE}", arithmetic(("1/2", "enough points"))),
    Step(
        "high",
        f"K - 1 <= 3/4*({WHOLE})",
        arithmetic(("3/4", "others"), ("1/4", "enough points"), ("3/4", "t <= T")),
        NEVER,
    ),
    Step(
        "between",
        "0 <= mass(t) <= 3/4",
        apply(
            "a quotient between",
            use("a law", j="t"),
            "positive",
            "high",
            H=WHOLE,
            N="K - 1",
            R="mass(t)",
            A="0",
            C="3/4",
        ),
        NEVER,
    ),
    Step("share", "mass(t) <= 3/4", together("between"), NEVER),
    Step(
        "shares",
        "sum(mass(t), t, 1, T) <= sum(3/4, t, 1, T)",
        apply("sum grows", "share", f="t: mass(t)", g="t: 3/4", low="1", high="T"),
        NEVER,
    ),
    Step("all", "1/4 <= worst", arithmetic(("1/T", "shares"), "error on the half"), NEVER),
    where=NEVER,
    variables={"t": "integer, 1 <= t, t <= T"},
)
BEST: Final = f"exp({RATE})/K"
SELDOM: Final = f"T*{BEST}"
GOOD: Final = "Pr(worst < 1/4)"
theorem(
    "the half is rarely asked for",
    HALVES,
    f"{GOOD} <= {SELDOM}",
    Step("weight", f"exp(0) <= exp({RATE}*far(i, k))", apply("exp grows", A="0", B=f"{RATE}*far(i, k)")),
    Step(
        "weights of all",
        f"sum(1, k, 1, K) <= sum(exp({RATE}*far(i, k)), k, 1, K)",
        apply("sum grows", "weight", f="k: 1", g=f"k: exp({RATE}*far(i, k))", low="1", high="K"),
    ),
    Step("far", f"{RATE}*far(i, 1) <= {RATE}", arithmetic((RATE, use("values in [0, 1]", k="1")))),
    Step("highest", f"exp({RATE}*far(i, 1)) <= exp({RATE})", apply("exp grows", "far", A=f"{RATE}*far(i, 1)", B=RATE)),
    Step(
        "chance",
        f"p(i, 1) <= {BEST}",
        arithmetic(
            ("p(i, 1)/K", "weights of all"),
            ("-p(i, 1)/K", "weights"),
            ("1/K", use("mechanism", k="1")),
            ("1/K", "highest"),
        ),
    ),
    Step("on average", f"E(p(i, 1)) <= E({BEST})", apply("expectation grows", "chance", P="P", X="p(i, 1)", Y=BEST)),
    Step("each round", f"E(half(i)) <= {BEST}", arithmetic("on average", "the half is chosen")),
    Step(
        "rounds",
        f"sum(E(half(i)), i, 1, T) <= sum({BEST}, i, 1, T)",
        apply("sum grows", "each round", f="i: E(half(i))", g=f"i: {BEST}", low="1", high="T"),
    ),
    Step(
        "mean of the sum",
        f"E({ASKED}) = sum(E(half(i)), i, 1, T)",
        apply("expectation of a sum", P="P", X="i: half(i)", low="1", high="T"),
    ),
    Step("contrary", "[worst < 1/4] = 1 - [1/4 <= worst]", apply("indicator of the contrary", A="1/4", B="worst")),
    Step("never", "1/4 <= worst", apply("the half has too small a share"), NEVER),
    Step("is off", "[1/4 <= worst] = 1", apply("indicator of what holds", "never", A="1/4", B="worst"), NEVER),
    Step("where it is never", f"[worst < 1/4] <= {ASKED}", arithmetic("contrary", ("-1", "is off")), NEVER),
    Step("where it is once", f"[worst < 1/4] <= {ASKED}", arithmetic("contrary", f"1 <= {ASKED}"), (f"1 <= {ASKED}",)),
    Step(
        "pointwise",
        f"[worst < 1/4] <= {ASKED}",
        apply("cases", "where it is once", "where it is never", A="[worst < 1/4]", B=ASKED, c=f"{ASKED} - 1"),
    ),
    Step("mean", f"{GOOD} <= E({ASKED})", apply("expectation grows", "pointwise", P="P", X="[worst < 1/4]", Y=ASKED)),
    Step("all", f"{GOOD} <= {SELDOM}", arithmetic("mean", "mean of the sum", "rounds")),
)
