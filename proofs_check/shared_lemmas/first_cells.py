"""What one random order of cells gives: each variable has its law, and any two are likely to be equal."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.first_cells import FIRST_CELLS, IN_BOTH
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use


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
    Step("weighted", "width(c)*either(i, i, c) = width(c)*under(i, c)", arithmetic(("width(c)", "cells of one"))),
    Step(
        "widths",
        "sum(width(c)*either(i, i, c), c, 1, C) = sum(width(c)*under(i, c), c, 1, C)",
        apply(
            "sum of equals", "weighted", f="c: width(c)*either(i, i, c)", g="c: width(c)*under(i, c)", low="1", high="C"
        ),
    ),
    Step(
        "of the order",
        "E(first(i, i, c)) = width(c)*under(i, c)",
        arithmetic(
            use("order", j="i"),
            ("width(c)", "cells of one"),
            ("-E(first(i, i, c))", "widths"),
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
        "all, not more",
        f"sum(first(i, i, c)*({IS}), c, 1, C) <= sum(first(i, i, c)*({OVER}), c, 1, C)",
        apply(
            "sum grows", "not more", f=f"c: first(i, i, c)*({IS})", g=f"c: first(i, i, c)*({OVER})", low="1", high="C"
        ),
    ),
    Step(
        "all, not less",
        f"sum(first(i, i, c)*({OVER}), c, 1, C) <= sum(first(i, i, c)*({IS}), c, 1, C)",
        apply(
            "sum grows", "not less", f=f"c: first(i, i, c)*({OVER})", g=f"c: first(i, i, c)*({IS})", low="1", high="C"
        ),
    ),
    Step(
        "at most",
        f"{IS} <= sum(first(i, i, c)*({OVER}), c, 1, C)",
        arithmetic("all, not more", (f"-({IS})", use("one is first", j="i"))),
    ),
    Step(
        "at least",
        f"sum(first(i, i, c)*({OVER}), c, 1, C) <= {IS}",
        arithmetic("all, not less", (IS, use("one is first", j="i"))),
    ),
    Step(
        "mean, at most",
        f"E({IS}) <= E(sum(first(i, i, c)*({OVER}), c, 1, C))",
        apply("expectation grows", "at most", P="P", X=IS, Y=f"sum(first(i, i, c)*({OVER}), c, 1, C)"),
    ),
    Step(
        "mean, at least",
        f"E(sum(first(i, i, c)*({OVER}), c, 1, C)) <= E({IS})",
        apply("expectation grows", "at least", P="P", X=f"sum(first(i, i, c)*({OVER}), c, 1, C)", Y=IS),
    ),
    Step(
        "mean of the sum",
        f"E(sum(first(i, i, c)*({OVER}), c, 1, C)) = sum(E(first(i, i, c)*({OVER})), c, 1, C)",
        apply("expectation of a sum", P="P", X=f"c: first(i, i, c)*({OVER})", low="1", high="C"),
    ),
    Step(
        "each mean", f"E(first(i, i, c)*({OVER})) = width(c)*under(i, c)*({OVER})", arithmetic((OVER, "of the order"))
    ),
    Step(
        "means",
        f"sum(E(first(i, i, c)*({OVER})), c, 1, C) = sum(width(c)*under(i, c)*({OVER}), c, 1, C)",
        apply(
            "sum of equals",
            "each mean",
            f=f"c: E(first(i, i, c)*({OVER}))",
            g=f"c: width(c)*under(i, c)*({OVER})",
            low="1",
            high="C",
        ),
    ),
    Step("below", f"E({IS}) <= p(i, y)", arithmetic("mean, at most", "mean of the sum", "means", ("-1", "mass"))),
    Step(
        "above", f"p(i, y) <= E({IS})", arithmetic("mean, at least", ("-1", "mean of the sum"), ("-1", "means"), "mass")
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
        "of all cells",
        f"sum({COUNTED}, c, 1, C) <= sum(first(i, j, c)*({AGREE}), c, 1, C)",
        apply("sum grows", "of a cell", f=f"c: {COUNTED}", g=f"c: first(i, j, c)*({AGREE})", low="1", high="C"),
    ),
    Step(
        "agree",
        f"sum({COUNTED}, c, 1, C) <= {AGREE}",
        arithmetic("of all cells", (AGREE, "one is first")),
    ),
    Step(
        "mean",
        f"E(sum({COUNTED}, c, 1, C)) <= E({AGREE})",
        apply("expectation grows", "agree", P="P", X=f"sum({COUNTED}, c, 1, C)", Y=AGREE),
    ),
    Step(
        "mean of the sum",
        f"E(sum({COUNTED}, c, 1, C)) = sum(E({COUNTED}), c, 1, C)",
        apply("expectation of a sum", P="P", X=f"c: {COUNTED}", low="1", high="C"),
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
        "width of a cell",
        f"width(c)*either(i, j, c) = {SPLIT}",
        arithmetic(("width(c)", "under one of both")),
    ),
    Step(
        "widths",
        f"sum(width(c)*either(i, j, c), c, 1, C) = sum({SPLIT}, c, 1, C)",
        apply(
            "sum of equals",
            "width of a cell",
            f="c: width(c)*either(i, j, c)",
            g=f"c: {SPLIT}",
            low="1",
            high="C",
        ),
    ),
    Step(
        "union",
        "sum(width(c)*either(i, j, c), c, 1, C) = 1 + TV(i, j)",
        arithmetic("widths", "whole mass", use("whole mass", i="j"), ("-1", "variation")),
    ),
    Step(
        "a cell",
        f"(1 + TV(i, j))*E({COUNTED}) = width(c)*{IN_BOTH}",
        arithmetic((IN_BOTH, "order"), (f"-E({COUNTED})", "union"), ("width(c)", "of both")),
    ),
    Step(
        "all cells",
        f"sum((1 + TV(i, j))*E({COUNTED}), c, 1, C) = sum(width(c)*{IN_BOTH}, c, 1, C)",
        apply(
            "sum of equals",
            "a cell",
            f=f"c: (1 + TV(i, j))*E({COUNTED})",
            g=f"c: width(c)*{IN_BOTH}",
            low="1",
            high="C",
        ),
    ),
    Step(
        "all",
        FAR,
        arithmetic(
            "mean", ("-1", "mean of the sum"), ("-1/(1 + TV(i, j))", "all cells"), ("-1/(1 + TV(i, j))", "variation")
        ),
    ),
)
