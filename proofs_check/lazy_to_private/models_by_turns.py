"""L2P over multiplicative weights on batches by turns: x_s follows the normalized measure.

The minimum in line 6 is never 1. So what x exceeds the measure by, together with y in one half or the other, is a
linear form of the same of the batch before, and is 0 as it is at first.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.batches_by_turns import BY_TURNS, QUOTIENT
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use

KEEPING: Final = f"q(t, i, b) = {QUOTIENT}"
theorem(
    "the minimum is never 1 by turns",
    BY_TURNS,
    KEEPING,
    Step(
        "quotient",
        f"{QUOTIENT} <= 1",
        arithmetic(
            ("1/f(t, b)", use("losses at most 1", s="t", i="b")),
            ("1/f(t, b)", inside("exp(_)", "-2*B*h <= -B*h")),
            ("exp(-2*B*h)/f(t, b)", use("losses at least 0", s="t")),
        ),
    ),
    Step("holds", f"[{QUOTIENT} <= 1] = 1", apply("indicator of what holds", "quotient", A=QUOTIENT, B="1")),
    Step("fails", f"[1 < {QUOTIENT}] = 1 - [{QUOTIENT} <= 1]", apply("indicator of the contrary", A=QUOTIENT, B="1")),
    Step("all", KEEPING, arithmetic("line 6", "fails", (f"{QUOTIENT} - 1", "holds"))),
)


def excess(s: str, b: str) -> str:
    """What x exceeds the measure by, together with y in a half: times the sum of both halves."""
    return f"(mu({s}, 2)*J({s}, 1, {b}) - mu({s}, 1)*J({s}, 2, {b}))"


def nothing(s: str) -> str:
    """That x exceeds the measure by nothing."""
    return f"{excess(s, '1')}**2 + {excess(s, '2')}**2 <= 0"


OLD, NEW = "(w(t, 1) + w(t, 2))", "(w(t + 1, 1) + w(t + 1, 2))"
SHARE: Final = f"f(t, 1)*f(t, 2)*{OLD}/{NEW}"


def _share(b: str) -> str:
    return f"((1 - p)*exp(-2*B*h)/f(t, {b})*{SHARE})"


def _moved(b: str) -> tuple[Step, ...]:
    """What x exceeds the new measure by after lines 7 to 11."""
    return (
        Step(
            f"kept, y in {b}",
            f"f(t, 1)*J(t, 1, {b})*mu(t + 1, 2) - f(t, 2)*J(t, 2, {b})*mu(t + 1, 1) = {SHARE}*{excess('t', b)}",
            arithmetic(
                (f"f(t, 1)*J(t, 1, {b})", use("measure after", i="2")),
                (f"-f(t, 2)*J(t, 2, {b})", use("measure after", i="1")),
                (f"-{SHARE}*J(t, 1, {b})", use("measure before", i="2")),
                (f"{SHARE}*J(t, 2, {b})", use("measure before", i="1")),
            ),
        ),
        Step(
            f"moved, y in {b}",
            f"mu(t + 1, 2)*K(t, 1, {b}) - mu(t + 1, 1)*K(t, 2, {b}) = {_share(b)}*{excess('t', b)}",
            arithmetic(
                ("mu(t + 1, 2)", use("x is kept, or drawn", i="1", b=b)),
                ("-mu(t + 1, 1)", use("x is kept, or drawn", i="2", b=b)),
                (f"(1 - p)*J(t, 1, {b})*mu(t + 1, 2)", use("coin", i="1", b=b)),
                (f"-(1 - p)*J(t, 2, {b})*mu(t + 1, 1)", use("coin", i="2", b=b)),
                (f"(1 - p)*exp(-2*B*h)/f(t, {b})", f"kept, y in {b}"),
            ),
        ),
    )


def _kept(b: str, half: str) -> str:
    """How much of what x exceeds the measure by is left, with y in half b, and in another half before."""
    return f"(p*mu(t + 1, {b}){' + 1 - p' if half == b else ''})"


def _next(b: str) -> Step:
    shares = " + ".join(f"{_kept(b, half)}*{_share(half)}*{excess('t', half)}" for half in "12")
    return Step(
        f"next, y in {b}",
        f"{excess('t + 1', b)} = {shares}",
        arithmetic(
            ("mu(t + 1, 2)", use("y is kept, or drawn", i="1", b=b)),
            ("-mu(t + 1, 1)", use("y is kept, or drawn", i="2", b=b)),
            (_kept(b, "1"), "moved, y in 1"),
            (_kept(b, "2"), "moved, y in 2"),
        ),
    )


theorem(
    "nothing above the measure by turns",
    BY_TURNS,
    nothing("s"),
    Step("coin", KEEPING, apply("the minimum is never 1 by turns")),
    Step("measure before", f"mu(t, i) = w(t, i)/{OLD}", arithmetic((f"1/{OLD}", use("normalized", s="t")))),
    Step(
        "measure after",
        f"mu(t + 1, i) = w(t, i)*f(t, i)/{NEW}",
        arithmetic((f"1/{NEW}", use("normalized", s="t + 1")), (f"1/{NEW}", "measure")),
    ),
    *_moved("1"),
    *_moved("2"),
    _next("1"),
    _next("2"),
    *(
        Step(
            f"begin, y in {b}",
            f"{excess('1', b)} = 0",
            arithmetic(("mu(1, 2)", use("first models", i="1", b=b)), ("-mu(1, 1)", use("first models", i="2", b=b))),
        )
        for b in "12"
    ),
    Step(
        "begin",
        nothing("1"),
        arithmetic((excess("1", "1"), "begin, y in 1"), (excess("1", "2"), "begin, y in 2")),
    ),
    Step(
        "next",
        nothing("t + 1"),
        apply(
            "two forms of nothing",
            "next, y in 1",
            "next, y in 2",
            **{
                name: f"{_kept(b, half)}*{_share(half)}"
                for name, b, half in (("a", "1", "1"), ("b", "1", "2"), ("c", "2", "1"), ("d", "2", "2"))
            },
            u=excess("t", "1"),
            v=excess("t", "2"),
            U=excess("t + 1", "1"),
            V=excess("t + 1", "2"),
        ),
        (nothing("t"),),
    ),
    Step(
        "all",
        nothing("s"),
        apply(
            "induction",
            "begin",
            "next",
            low="1",
            high="s",
            f=f"n: {excess('n', '1')}**2 + {excess('n', '2')}**2",
            g="n: 0",
        ),
    ),
)
ALL: Final = "x({s}, 1) + x({s}, 2)"
LAW: Final = "mu({s}, 1) + mu({s}, 2) = 1"
theorem(
    "models by turns are drawn from a law",
    BY_TURNS,
    f"{ALL.format(s='s')} = 1",
    Step(
        "a law",
        LAW.format(s="s"),
        arithmetic(*(("1/(w(s, 1) + w(s, 2))", use("normalized", i=i)) for i in "12")),
    ),
    Step(
        "begin",
        f"{ALL.format(s='1')} = 1",
        arithmetic(
            *(use("played", s="1", i=i) for i in "12"),
            *(use("first models", i=i, b=b) for i in "12" for b in "12"),
            ("mu(1, 1) + mu(1, 2) + 1", use("a law", s="1")),
        ),
    ),
    Step(
        "kept, or drawn",
        "K(t, 1, b) + K(t, 2, b) = J(t, 1, b) + J(t, 2, b)",
        arithmetic(
            *(use("x is kept, or drawn", i=i) for i in "12"),
            (
                "J(t, 1, b) + J(t, 2, b) - (1 - p)*(q(t, 1, b)*J(t, 1, b) + q(t, 2, b)*J(t, 2, b))",
                use("a law", s="t + 1"),
            ),
        ),
    ),
    Step(
        "next",
        f"{ALL.format(s='t + 1')} = {ALL.format(s='t')}",
        arithmetic(
            *(use("played", s="t + 1", i=i) for i in "12"),
            *(("-1", use("played", s="t", i=i)) for i in "12"),
            *(use("y is kept, or drawn", i=i, b=b) for i in "12" for b in "12"),
            ("p*(K(t, 1, 1) + K(t, 1, 2) + K(t, 2, 1) + K(t, 2, 2))", use("a law", s="t + 1")),
            *(use("kept, or drawn", b=b) for b in "12"),
        ),
    ),
    Step(
        "step",
        f"{ALL.format(s='t + 1')} = 1",
        arithmetic("next", f"{ALL.format(s='t')} = 1"),
        (f"{ALL.format(s='t')} = 1",),
    ),
    Step(
        "all",
        f"{ALL.format(s='s')} = 1",
        apply("induction of equalities", "begin", "step", low="1", high="s", f=f"n: {ALL.format(s='n')}", g="n: 1"),
    ),
)
