"""Correlated sampling: what is kept with a probability proportional to the ratio of the laws has the new law.

A model x is kept with probability (1 - p) keep(t, x), and else drawn from the law m(t + 1). Where m(t, i) keep(t, i) =
C(t) m(t + 1, i), and x has the law m(1) at first, x has the law m(t) for every t.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

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
DRAWN = "1 - sum((1 - p)*x(u, j)*keep(u, j), j, 1, d)"
SHARE, NEW = "(1 - p)*x(u, i)*keep(u, i)", "(1 - p)*C(u)*m(u + 1, i)"
GAP = "x({t}, i) - m({t}, i)"
GAPS = "sum((x({t}, i) - m({t}, i))**2, i, 1, d)"
SAME = (f"{GAPS.format(t='u')} = 0",)


def _gaps(name: str, at: str, *steps: str) -> tuple[Step, ...]:
    """The squared gaps of a round add up to 0, where the two laws are the same: they are, by steps."""
    square = f"({GAP.format(t=at)})**2"
    where = () if at == "1" else SAME
    return (
        Step(f"{name}: squares", f"{square} = 0", arithmetic(*((GAP.format(t=at), step) for step in steps)), where),
        Step(
            name,
            f"{GAPS.format(t=at)} = 0",
            apply("sum of equals", f"{name}: squares", f=f"i: {square}", g="i: 0", low="1", high="d"),
            where,
        ),
    )


def _same(name: str, at: str, where: tuple[str, ...], *total: str) -> Step:
    return Step(
        name,
        f"x({at}, i) = m({at}, i)",
        apply("squares that add up to 0", *total, m="1", n="d", f=f"k, i: {GAP.format(t=at)}", i="1", j="i"),
        where,
    )


theorem(
    "correlated sampling",
    SAMPLED,
    "x(t, i) = m(t, i)",
    *_gaps("at first", "1", "first"),
    _same("so far", "u", SAME),
    Step("share", f"{SHARE} = {NEW}", arithmetic(("(1 - p)*keep(u, i)", "so far"), ("1 - p", "kept")), SAME),
    Step(
        "shares",
        f"sum({SHARE}, i, 1, d) = sum({NEW}, i, 1, d)",
        apply("sum of equals", "share", f=f"i: {SHARE}", g=f"i: {NEW}", low="1", high="d"),
        SAME,
    ),
    Step(
        "one step",
        "x(u + 1, i) = m(u + 1, i)",
        arithmetic("next", "share", ("-m(u + 1, i)", "shares"), ("-(1 - p)*C(u)*m(u + 1, i)", "law")),
        SAME,
    ),
    *_gaps("after one step", "u + 1", "one step"),
    Step(
        "in all rounds",
        f"{GAPS.format(t='t')} = 0",
        apply(
            "induction of equalities",
            "at first",
            "after one step",
            low="1",
            high="t",
            f=f"n: {GAPS.format(t='n')}",
            g="n: 0",
        ),
    ),
    _same("all", "t", (), "in all rounds"),
    given={
        "first": Given("x(1, i) = m(1, i)"),
        "next": Given(f"x(u + 1, i) = {SHARE} + ({DRAWN})*m(u + 1, i)"),
        "kept": Given("m(u, i)*keep(u, i) = C(u)*m(u + 1, i)"),
        "law": Given("sum(m(u + 1, i), i, 1, d) = 1"),
    },
)
