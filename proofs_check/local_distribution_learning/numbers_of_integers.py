"""How many integers a label may be answered with: M <= N' <= M + min(K, M)(M - 1) < (K + 1) M, for SIMA-26-corrected.

c(y) - 1 is at most M f(j, y) for the owner j of y, and less where f(j, y) > 0; and the f(j, y) of one j add up to 1.
So the c(y) - 1 of all labels that j owns, which are integers, add up to at most M - 1. And c(y) <= M for each label.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.label_clipping import CLIPPING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside, together, use

LEAST: Final = theorem(
    "at least M integers",
    CLIPPING,
    "M <= N",
    Step("label", "M*f(1, y) <= c(y)", arithmetic("ceiling, below", ("M", use("the most", j="1")))),
    Step(
        "all", "M <= N", arithmetic(inside("sum(_, y, 1, M)", "label"), ("-1", "integers"), ("-M", use("a law", j="1")))
    ),
)

BOUND: Final = "N <= M + m*(M - 1)"
WITHIN: Final = "c(y) - 1 <= M*best(y)"
ABOVE: Final = "M*best(y) + [best(y) <= 0] - c(y) + 1"
GAP: Final = "(M*f(j, y) - B(j, y)*(c(y) - 1))"
NO_GAP: Final = f"{GAP} <= 0"
OWNED: Final = "sum(B(j, y)*(c(y) - 1), y, 1, M)"
ALL: Final = "M <= N <= M + m*(M - 1) < (K + 1)*M"
AT_MOST: Final = theorem(
    "at most M + m (M - 1) integers",
    CLIPPING,
    ALL,
    # c(y) - 1 is at most the share of label y
    Step(
        "one",
        "c(y) - 1 < 1",
        arithmetic("ceiling, above", "[best(y) <= 0] = 1", ("M", "best(y) <= 0")),
        ("best(y) <= 0",),
    ),
    Step("one integer", "c(y) <= 1", apply("integers are 1 apart", "one", A="c(y) - 1", B="1"), ("best(y) <= 0",)),
    Step(
        "a share",
        WITHIN,
        cases("best(y) <= 0", arithmetic("one integer"), arithmetic("ceiling, above", "[best(y) <= 0] = 0")),
    ),
    # what one hypothesis owns
    Step("not below 0", "0 <= B(j, y)", arithmetic("0 or 1")),
    Step("at most 1", "B(j, y) <= 1", apply("zero or one", "0 or 1", x="B(j, y)")),
    Step(
        "owned label",
        f"0 <= {GAP}",
        arithmetic(("B(j, y)", "a share"), ("M", "owner"), ("M*f(j, y)", "at most 1")),
        (),
        ("not below 0",),
    ),
    Step("above", f"0 < {ABOVE}", arithmetic("ceiling, above")),
    Step("inverse", f"0 <= 1/({ABOVE})", arithmetic((f"(1/({ABOVE}))**2", "above")), (), ("above",)),
    Step(
        "nothing",
        "[best(y) <= 0]*best(y) <= 0",
        cases(
            "best(y) <= 0",
            arithmetic(("[best(y) <= 0]", "best(y) <= 0")),
            arithmetic(("best(y)", "[best(y) <= 0] = 0")),
        ),
    ),
    Step(
        "of the owner",
        "B(j, y)*f(j, y) <= 0",
        arithmetic(
            (f"best(y)/({ABOVE})", NO_GAP),
            (f"M*f(j, y)*best(y)/({ABOVE})", "at most 1"),
            (f"B(j, y)/({ABOVE})", "nothing"),
            (f"M*best(y)/({ABOVE}) - 1", "owner"),
        ),
        (NO_GAP,),
        ("above", "inverse", "not below 0"),
    ),
    Step(
        "of others",
        "M*(1 - B(j, y))*f(j, y) <= 0",
        arithmetic(("1 - B(j, y)", NO_GAP), ("-(c(y) - 1)", "0 or 1")),
        (NO_GAP,),
        ("at most 1",),
    ),
    Step("no gap", "f(j, y) <= 0", arithmetic("of the owner", ("1/M", "of others")), (NO_GAP,)),
    Step("gaps", f"sum({GAP}, y, 1, M) <= M - {OWNED}", arithmetic(("M", "a law"))),
    Step(
        "apart",
        f"sum(f(j, y), y, 1, M)*({OWNED} + 1) <= sum(f(j, y), y, 1, M)*M",
        apply(
            "a whole gap",
            "owned label",
            "no gap",
            "gaps",
            share="y: f(j, y)",
            gap=f"y: {GAP}",
            low="1",
            high="M",
            A=OWNED,
            B="M",
        ),
    ),
    Step("owned, whole", f"{OWNED} + 1 <= M", arithmetic("apart", (f"M - {OWNED} - 1", "a law"))),
    Step(
        "order",
        f"sum({OWNED}, j, 1, K) = sum(sum(B(j, y)*(c(y) - 1), j, 1, K), y, 1, M)",
        apply("sums in either order", f="j, y: B(j, y)*(c(y) - 1)", m="K", n="M"),
    ),
    Step(
        "by hypotheses",
        "N <= M + K*(M - 1)",
        arithmetic(
            inside("sum(_, j, 1, K)", "owned, whole"),
            ("-1", "order"),
            ("-1", inside("sum((c(y) - 1)*_, y, 1, M)", "one owner")),
            "integers",
        ),
    ),
    # what one label owns
    Step(
        "a term", "f(j, y) <= sum(f(j, y), y, 1, M)", apply("a term of a sum", f="y: f(j, y)", low="1", k="y", high="M")
    ),
    Step(
        "of its owner",
        "B(j, y)*best(y) <= B(j, y)",
        arithmetic("owner", ("B(j, y)", "a term"), ("B(j, y)", "a law")),
        (),
        ("not below 0",),
    ),
    Step(
        "a probability",
        "best(y) <= 1",
        arithmetic(inside("sum(_, j, 1, K)", "of its owner"), ("1 - best(y)", "one owner")),
    ),
    Step(
        "label",
        "c(y) - 1 < M",
        arithmetic("ceiling, above", "[best(y) <= 0] = 0", ("M", "a probability")),
        ("0 < best(y)",),
    ),
    Step(
        "any label",
        "c(y) <= M",
        cases(
            "best(y) <= 0",
            arithmetic("one integer", "1 <= M"),
            apply("integers are 1 apart", "label", A="c(y) - 1", B="M"),
        ),
    ),
    # the smaller of both
    Step(
        "M is the smaller",
        "M - m <= 0",
        arithmetic(("1/(K - m)", "the smaller")),
        where=("0 <= K - m - 1/2",),
    ),
    Step(
        "K is the smaller",
        "K - m + 1 <= 1",
        apply("integers are 1 apart", A="K - m", B="1"),
        where=("K - m - 1/2 <= 0",),
    ),
    Step(
        "most",
        BOUND,
        cases(
            "0 <= K - m - 1/2",
            arithmetic(inside("sum(_, y, 1, M)", "any label"), "integers", ("M - 1", "M is the smaller")),
            arithmetic("by hypotheses", ("M - 1", "K is the smaller")),
        ),
    ),
    Step("short", "M + m*(M - 1) < (K + 1)*M", arithmetic(("M - 1", "m <= K"))),
    Step("least", "M <= N", apply("at least M integers")),
    Step("all", ALL, together("least", "most", "short")),
)
