"""Lemma for ASI-15: from the first round on, the least probability so far falls by no more than all falls.

The least one so far is at most the present one. So where the next is below it, it falls by no more than that does.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.batch_coupling import COUPLING, FALLS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

FALL: Final = f"{FALLS}*(m(i, x) - m(i + 1, x))"
"""By how much the probability of model x falls after round i."""
LOWER: Final = "[m(i + 1, x) < least(i, x)]"
theorem(
    "the least so far is at most the present",
    COUPLING,
    "least(t, x) <= m(t, x)",
    Step("at first", "least(1, x) <= m(1, x)", arithmetic("least, first")),
    Step(
        "not lower",
        f"0 <= (1 - {LOWER})*(m(i + 1, x) - least(i, x))",
        apply("what is above", x="least(i, x)", y="m(i + 1, x)"),
    ),
    Step("next", "least(i + 1, x) <= m(i + 1, x)", arithmetic("least, next", "not lower")),
    Step(
        "all",
        "least(t, x) <= m(t, x)",
        apply("induction", "at first", "next", low="1", high="t", f="n: least(n, x)", g="n: m(n, x)"),
    ),
)
SO_FAR: Final = f"m(1, x) - sum({FALL}, i, 1, i - 1) <= least(i, x)"
theorem(
    "no more than all falls",
    COUPLING,
    f"m(1, x) - sum({FALL}, i, 1, t - 1) <= least(t, x)",
    Step("at most", "least(t, x) <= m(t, x)", apply("the least so far is at most the present")),
    Step("or not", f"{LOWER} <= 1", apply("what is above", x="least(i, x)", y="m(i + 1, x)")),
    Step("a fall", f"0 <= {FALL}", apply("what is above", x="m(i, x)", y="m(i + 1, x)")),
    Step(
        "or none",
        f"0 <= (1 - {FALLS})*(m(i + 1, x) - m(i, x))",
        apply("what is above", x="m(i, x)", y="m(i + 1, x)"),
    ),
    Step(
        "one round",
        f"least(i, x) - {FALL} <= least(i + 1, x)",
        arithmetic(
            ("-1", "least, next"),
            (LOWER, use("at most", t="i")),
            (LOWER, "or none"),
            (f"1 - {LOWER}", "a fall"),
        ),
        (),
        ("or not",),
    ),
    Step("at first", "m(1, x) <= least(1, x)", arithmetic(("-1", "least, first"))),
    Step(
        "falls",
        f"sum({FALL}, i, 1, i) = sum({FALL}, i, 1, i - 1) + {FALL}",
        apply("last term", f=f"i: {FALL}", low="1", high="i"),
    ),
    Step(
        "next",
        f"m(1, x) - sum({FALL}, i, 1, i) <= least(i + 1, x)",
        arithmetic(SO_FAR, ("-1", "falls"), "one round"),
        (SO_FAR,),
    ),
    Step(
        "all",
        f"m(1, x) - sum({FALL}, i, 1, t - 1) <= least(t, x)",
        apply(
            "induction",
            "at first",
            "next",
            low="1",
            high="t",
            f=f"n: m(1, x) - sum({FALL}, i, 1, n - 1)",
            g="n: least(n, x)",
        ),
    ),
)
