"""Correlated sampling: what is kept with a probability proportional to the ratio of the laws has the new law.

A model x is kept with probability (1 - p) keep(t, x), and else drawn from the law m(t + 1). Where m(t, i) keep(t, i) =
C(t) m(t + 1, i), and x has the law m(1) at first, x has the law m(t) for every t.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, words

LAWS = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4)), (Fraction(1), Fraction(0)))
KEPT = ((Fraction(1, 4), Fraction(3, 4)), (Fraction(1), Fraction(0)))
AT = {"t": "integer, 1 <= t, t <= T", "i": "integer, 1 <= i, i <= d"}
BEFORE = {"t": "integer, 1 <= t, t <= T - 1"}
SAMPLED = anything(
    "laws, and a model that is kept or drawn again",
    {"T": "integer, 1 <= T", "d": "integer, 1 <= d", "p": "real"},
    {
        "m": Named(index=AT),
        "x": Named(index=AT),
        "keep": Named(index={**AT, **BEFORE}),
        "C": Named(index=BEFORE),
    },
    (
        {
            "T": Fraction(3),
            "d": Fraction(2),
            "p": Fraction(1, 3),
            "m": lambda t, i: LAWS[t - 1][i - 1],
            "x": lambda t, i: LAWS[t - 1][i - 1],
            "keep": lambda t, i: KEPT[t - 1][i - 1],
            "C": lambda t: (Fraction(1, 2), Fraction(1, 4))[t - 1],
        },
    ),
    {"t": AT["t"], "i": AT["i"], "u": "integer, 1 <= u, u <= T - 1"},
)
SHARE = "(1 - p)*m(u, {i})*keep(u, {i})"
DRAWN = "1 - sum((1 - p)*{x}(u, j)*keep(u, j), j, 1, d)"
theorem(
    "correlated sampling",
    SAMPLED,
    "x(t, i) = m(t, i)",
    Step("share", f"{SHARE.format(i='i')} = (1 - p)*C(u)*m(u + 1, i)", arithmetic(("1 - p", "kept"))),
    Step(
        "shares",
        f"sum({SHARE.format(i='i')}, i, 1, d) = sum((1 - p)*C(u)*m(u + 1, i), i, 1, d)",
        apply(
            "sum of equals",
            "share",
            f=f"i: {SHARE.format(i='i')}",
            g="i: (1 - p)*C(u)*m(u + 1, i)",
            low="1",
            high="d",
        ),
    ),
    Step(
        "one step",
        f"{SHARE.format(i='i')} + ({DRAWN.format(x='m')})*m(u + 1, i) = m(u + 1, i)",
        arithmetic("share", ("-m(u + 1, i)", "shares"), ("-(1 - p)*C(u)*m(u + 1, i)", "law")),
    ),
    Step(
        "all",
        "x(t, i) = m(t, i)",
        words(
            "By induction on the rounds. At first x has the law m(1); where it has the law m(u), what it has after one "
            "step more is the left side of the last equality, with x in the place of m.",
            "first",
            "next",
            "one step",
        ),
    ),
    given={
        "first": Given("x(1, i) = m(1, i)"),
        "next": Given(f"x(u + 1, i) = (1 - p)*x(u, i)*keep(u, i) + ({DRAWN.format(x='x')})*m(u + 1, i)"),
        "kept": Given("m(u, i)*keep(u, i) = C(u)*m(u + 1, i)"),
        "law": Given("sum(m(u + 1, i), i, 1, d) = 1"),
    },
)
