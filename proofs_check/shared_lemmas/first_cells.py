"""What one random order of cells gives: each variable has its law, and any two are likely to be equal."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.first_cells import FIRST_CELLS, IN_BOTH
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, together, use


def same(x: str, y: str) -> str:
    """1 where two numbers are the same, else 0."""
    return f"[{x} <= {y}]*[{y} <= {x}]"


IS: Final = same("X(i)", "y")
OVER: Final = same("place(c)", "y")
MARGINAL: Final = f"E({IS}) <= p(i, y) and p(i, y) <= E({IS})"
theorem(
    "the law of the first cell",
    FIRST_CELLS,
    MARGINAL,
    Step(
        "cells of one",
        "either(i, i, c) = under(i, c)",
        arithmetic(use("under one of both", j="i"), ("-1", "under or not")),
    ),
    Step(
        "of the order",
        "E(first(i, i, c)) = width(c)*under(i, c)",
        arithmetic(
            use("order", j="i"),
            ("width(c)", "cells of one"),
            ("-E(first(i, i, c))", inside("sum(width(c)*_, c, 1, C)", "cells of one")),
            ("-E(first(i, i, c))", "whole mass"),
        ),
    ),
    Step(
        "not more",
        f"first(i, i, c)*({IS}) <= first(i, i, c)*({OVER})",
        apply(
            "the same where it counts",
            "its place",
            a="first(i, i, c)",
            x="X(i)",
            z="place(c)",
            f=f"v: {same('v', 'y')}",
        ),
    ),
    Step("its place, back", "first(i, i, c)*(place(c) - X(i)) = 0", arithmetic(("-1", "its place"))),
    Step(
        "not less",
        f"first(i, i, c)*({OVER}) <= first(i, i, c)*({IS})",
        apply(
            "the same where it counts",
            "its place, back",
            a="first(i, i, c)",
            x="place(c)",
            z="X(i)",
            f=f"v: {same('v', 'y')}",
        ),
    ),
    Step(
        "at most",
        f"{IS} <= sum(first(i, i, c)*({OVER}), c, 1, C)",
        arithmetic(inside("sum(_, c, 1, C)", "not more"), (f"-({IS})", use("one is first", j="i"))),
    ),
    Step(
        "at least",
        f"sum(first(i, i, c)*({OVER}), c, 1, C) <= {IS}",
        arithmetic(inside("sum(_, c, 1, C)", "not less"), (IS, use("one is first", j="i"))),
    ),
    Step(
        "below",
        f"E({IS}) <= p(i, y)",
        arithmetic(inside("E(_)", "at most"), inside(f"sum({OVER}*_, c, 1, C)", "of the order"), ("-1", "mass")),
    ),
    Step(
        "above",
        f"p(i, y) <= E({IS})",
        arithmetic(inside("E(_)", "at least"), ("-1", inside(f"sum({OVER}*_, c, 1, C)", "of the order")), "mass"),
    ),
    Step("all", MARGINAL, together("below", "above")),
)

AGREE: Final = same("X(i)", "X(j)")
SPLIT: Final = f"width(c)*under(i, c) + width(c)*under(j, c) - width(c)*{IN_BOTH}"
COUNTED: Final = f"first(i, j, c)*{IN_BOTH}"
IN_FIRST: Final = (f"0 < {COUNTED}",)
FAR: Final = f"1 - E({AGREE}) <= 2*TV(i, j)/(1 + TV(i, j))"
theorem(
    "the first cell of two",
    FIRST_CELLS,
    FAR,
    # where the first cell lies under both, the variables are equal
    Step(
        "other is under or not", "under(j, c) <= 1", apply("zero or one", use("under or not", i="j"), x="under(j, c)")
    ),
    Step("one is under or not", "under(i, c) <= 1", apply("zero or one", "under or not", x="under(i, c)")),
    Step(
        "first of the one",
        f"{COUNTED} <= first(i, i, c)",
        arithmetic("first of one", ("first(i, j, c)*under(i, c)", "other is under or not")),
    ),
    Step(
        "first of each",
        f"{COUNTED} <= first(j, j, c)",
        arithmetic("first of the other", ("first(i, j, c)*under(j, c)", "one is under or not")),
    ),
    Step("one counts", "0 < first(i, i, c)", arithmetic("first of the one"), IN_FIRST),
    Step("other counts", "0 < first(j, j, c)", arithmetic("first of each"), IN_FIRST),
    Step("place of one", "X(i) = place(c)", arithmetic(("1/first(i, i, c)", "its place")), IN_FIRST, ("one counts",)),
    Step(
        "place of the other",
        "X(j) = place(c)",
        arithmetic(("1/first(j, j, c)", use("its place", i="j"))),
        IN_FIRST,
        ("other counts",),
    ),
    Step("forth", "X(i) <= X(j)", arithmetic("place of one", ("-1", "place of the other")), IN_FIRST),
    Step("back", "X(j) <= X(i)", arithmetic("place of the other", ("-1", "place of one")), IN_FIRST),
    Step("is forth", "[X(i) <= X(j)] = 1", apply("indicator of what holds", "forth", A="X(i)", B="X(j)"), IN_FIRST),
    Step("is back", "[X(j) <= X(i)] = 1", apply("indicator of what holds", "back", A="X(j)", B="X(i)"), IN_FIRST),
    Step(
        "equal",
        f"{COUNTED} <= first(i, j, c)*({AGREE})",
        arithmetic(
            ("first(i, j, c)*under(i, c)", "other is under or not"),
            ("first(i, j, c)", "one is under or not"),
            ("-first(i, j, c)", "is forth"),
            ("-first(i, j, c)*[X(i) <= X(j)]", "is back"),
        ),
        IN_FIRST,
    ),
    Step(
        "of a cell",
        f"{COUNTED} <= first(i, j, c)*({AGREE})",
        apply("cases", "equal", A=COUNTED, B=f"first(i, j, c)*({AGREE})", c=f"-{COUNTED}"),
    ),
    Step(
        "agree",
        f"sum({COUNTED}, c, 1, C) <= {AGREE}",
        arithmetic(inside("sum(_, c, 1, C)", "of a cell"), (AGREE, "one is first")),
    ),
    # how likely it is that it lies under both
    Step(
        "of both",
        f"either(i, j, c)*{IN_BOTH} = {IN_BOTH}",
        arithmetic(
            (IN_BOTH, "under one of both"),
            ("under(j, c) - under(j, c)**2", "under or not"),
        ),
    ),
    Step(
        "union",
        "sum(width(c)*either(i, j, c), c, 1, C) = 1 + TV(i, j)",
        arithmetic(
            inside("sum(width(c)*_, c, 1, C)", "under one of both"),
            "whole mass",
            use("whole mass", i="j"),
            ("-1", "variation"),
        ),
    ),
    Step(
        "a cell",
        f"(1 + TV(i, j))*E({COUNTED}) = width(c)*{IN_BOTH}",
        arithmetic((IN_BOTH, "order"), (f"-E({COUNTED})", "union"), ("width(c)", "of both")),
    ),
    Step(
        "all",
        FAR,
        arithmetic(
            inside("E(_)", "agree"),
            ("-1/(1 + TV(i, j))", inside("sum(_, c, 1, C)", "a cell")),
            ("-1/(1 + TV(i, j))", "variation"),
        ),
    ),
)
