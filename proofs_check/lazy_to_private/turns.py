"""L2P over multiplicative weights on batches by turns: the regret is at least (T/4) tanh(B eta/2).

Let G = e^(-B eta). Odd batches begin at equal weights, and even ones where the half that was charged has G times the
weight of the other. The minimum in line 6 is never 1, so x_s follows the normalized measure, given y_s: what x exceeds
it by together with y in one half or the other is a linear form of the same of the batch before. A pair of batches costs
B (1/2 + 1/(1 + G)), and each half loses B in it. For B eta <= 1 that makes 3 T B eta/32 in all.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.batches_by_turns import BY_TURNS, QUOTIENT
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use

FALL: Final = "exp(-B*h)"


def _factor(name: str, fact: str, half: int, place: str) -> Step:
    """What the weight of a half is after a batch."""
    factor = "1" if "not" in fact else FALL
    return Step(
        name,
        f"w({place} + 1, {half}) = w({place}, {half})*{factor}",
        arithmetic(use("measure", t=place, i=str(half)), (f"w({place}, {half})", use(fact, r="u"))),
    )


theorem(
    "equal weights",
    BY_TURNS,
    "w(2*r - 1, 1) = w(2*r - 1, 2)",
    Step("rounds", "2*r <= 2*N", arithmetic(("2", "r <= N"))),
    Step("begin", "w(1, 1) = w(1, 2)", arithmetic(use("first measure", i="1"), ("-1", use("first measure", i="2")))),
    _factor("first half, odd", "an odd batch charges the first half", 1, "2*u - 1"),
    _factor("second half, odd", "and not the second", 2, "2*u - 1"),
    _factor("first half, even", "and not the first", 1, "2*u"),
    _factor("second half, even", "an even batch charges the second half", 2, "2*u"),
    Step(
        "next",
        "w(2*(u + 1) - 1, 1) = w(2*(u + 1) - 1, 2)",
        arithmetic(
            "first half, odd",
            "first half, even",
            (f"-{FALL}", "second half, odd"),
            ("-1", "second half, even"),
            (FALL, "w(2*u - 1, 1) = w(2*u - 1, 2)"),
        ),
        ("w(2*u - 1, 1) = w(2*u - 1, 2)",),
    ),
    Step(
        "all",
        "w(2*r - 1, 1) = w(2*r - 1, 2)",
        apply(
            "induction of equalities",
            "begin",
            "next",
            "rounds",
            low="1",
            high="r",
            f="n: w(2*n - 1, 1)",
            g="n: w(2*n - 1, 2)",
        ),
    ),
)
ODD: Final = "mu(2*r - 1, 1) = 1/2"
theorem(
    "odd batches",
    BY_TURNS,
    ODD,
    Step("equal", "w(2*r - 1, 1) = w(2*r - 1, 2)", apply("equal weights")),
    Step(
        "all",
        ODD,
        arithmetic(
            ("1/(2*w(2*r - 1, 1))", use("normalized", s="2*r - 1", i="1")),
            ("mu(2*r - 1, 1)/(2*w(2*r - 1, 1))", "equal"),
        ),
    ),
)
EVEN: Final = f"mu(2*r, 1) = 1 - 1/(1 + {FALL})"
theorem(
    "even batches",
    BY_TURNS,
    EVEN,
    Step("equal", "w(2*r - 1, 1) = w(2*r - 1, 2)", apply("equal weights")),
    Step(
        "first half",
        f"w(2*r, 1) = w(2*r - 1, 1)*{FALL}",
        arithmetic(
            use("measure", t="2*r - 1", i="1"), ("w(2*r - 1, 1)", use("an odd batch charges the first half", r="r"))
        ),
    ),
    Step(
        "second half",
        "w(2*r, 2) = w(2*r - 1, 2)",
        arithmetic(use("measure", t="2*r - 1", i="2"), ("w(2*r - 1, 2)", use("and not the second", r="r"))),
    ),
    Step(
        "weights",
        f"w(2*r, 1) = w(2*r, 2)*{FALL}",
        arithmetic("first half", (f"-{FALL}", "second half"), (FALL, "equal")),
    ),
    Step(
        "all",
        EVEN,
        arithmetic(
            (f"1/((1 + {FALL})*w(2*r, 2))", use("normalized", s="2*r", i="1")),
            (f"(1 - mu(2*r, 1))/((1 + {FALL})*w(2*r, 2))", "weights"),
        ),
    ),
)
KEEPING: Final = f"q(t, i, b) = {QUOTIENT}"
theorem(
    "the minimum is never 1 by turns",
    BY_TURNS,
    KEEPING,
    Step("powers", f"exp(-2*B*h) <= {FALL}", apply("exp grows", A="-2*B*h", B="-B*h")),
    Step(
        "quotient",
        f"{QUOTIENT} <= 1",
        arithmetic(
            ("1/f(t, b)", use("losses at most 1", s="t", i="b")),
            ("1/f(t, b)", "powers"),
            ("exp(-2*B*h)/f(t, b)", use("losses at least 0", s="t")),
        ),
    ),
    Step("holds", f"[{QUOTIENT} <= 1] = 1", apply("indicator of what holds", "quotient", A=QUOTIENT, B="1")),
    Step("fails", f"[1 < {QUOTIENT}] = 1 - [{QUOTIENT} <= 1]", apply("indicator of the contrary", A=QUOTIENT, B="1")),
    Step("all", KEEPING, arithmetic("line 6", "fails", (f"{QUOTIENT} - 1", "holds"))),
)


def _excess(s: str, b: str) -> str:
    """What x exceeds the measure by, together with y in a half: times the sum of both halves."""
    return f"(mu({s}, 2)*J({s}, 1, {b}) - mu({s}, 1)*J({s}, 2, {b}))"


def _nothing(s: str) -> str:
    return f"{_excess(s, '1')}**2 + {_excess(s, '2')}**2 <= 0"


OLD, NEW = "(w(t, 1) + w(t, 2))", "(w(t + 1, 1) + w(t + 1, 2))"
SHARE: Final = f"f(t, 1)*f(t, 2)*{OLD}/{NEW}"


def _share(b: str) -> str:
    return f"((1 - p)*exp(-2*B*h)/f(t, {b})*{SHARE})"


def _moved(b: str) -> tuple[Step, ...]:
    """What x exceeds the new measure by after lines 7 to 11."""
    return (
        Step(
            f"kept, y in {b}",
            f"f(t, 1)*J(t, 1, {b})*mu(t + 1, 2) - f(t, 2)*J(t, 2, {b})*mu(t + 1, 1) = {SHARE}*{_excess('t', b)}",
            arithmetic(
                (f"f(t, 1)*J(t, 1, {b})", use("measure after", i="2")),
                (f"-f(t, 2)*J(t, 2, {b})", use("measure after", i="1")),
                (f"-{SHARE}*J(t, 1, {b})", use("measure before", i="2")),
                (f"{SHARE}*J(t, 2, {b})", use("measure before", i="1")),
            ),
        ),
        Step(
            f"moved, y in {b}",
            f"mu(t + 1, 2)*K(t, 1, {b}) - mu(t + 1, 1)*K(t, 2, {b}) = {_share(b)}*{_excess('t', b)}",
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
    shares = " + ".join(f"{_kept(b, half)}*{_share(half)}*{_excess('t', half)}" for half in "12")
    return Step(
        f"next, y in {b}",
        f"{_excess('t + 1', b)} = {shares}",
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
    _nothing("s"),
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
            f"{_excess('1', b)} = 0",
            arithmetic(("mu(1, 2)", use("first models", i="1", b=b)), ("-mu(1, 1)", use("first models", i="2", b=b))),
        )
        for b in "12"
    ),
    Step(
        "begin",
        _nothing("1"),
        arithmetic((_excess("1", "1"), "begin, y in 1"), (_excess("1", "2"), "begin, y in 2")),
    ),
    Step(
        "next",
        _nothing("t + 1"),
        apply(
            "two forms of nothing",
            "next, y in 1",
            "next, y in 2",
            **{
                name: f"{_kept(b, half)}*{_share(half)}"
                for name, b, half in (("a", "1", "1"), ("b", "1", "2"), ("c", "2", "1"), ("d", "2", "2"))
            },
            u=_excess("t", "1"),
            v=_excess("t", "2"),
            U=_excess("t + 1", "1"),
            V=_excess("t + 1", "2"),
        ),
        (_nothing("t"),),
    ),
    Step(
        "all",
        _nothing("s"),
        apply(
            "induction",
            "begin",
            "next",
            low="1",
            high="s",
            f=f"n: {_excess('n', '1')}**2 + {_excess('n', '2')}**2",
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
GAIN: Final = f"(1/(1 + {FALL}) - 1/2)"
LOSS: Final = f"1/2 + 1/(1 + {FALL}) <= x(2*r - 1, 1) + x(2*r, 2)"


def _above(s: str) -> str:
    return f"(x({s}, 1) - mu({s}, 1))"


theorem(
    "regret by turns",
    BY_TURNS,
    f"N*B*{GAIN} <= lazy - best",
    Step("nothing", _nothing("s"), apply("nothing above the measure by turns")),
    Step("models", f"{ALL.format(s='s')} = 1", apply("models by turns are drawn from a law")),
    Step(
        "a law",
        LAW.format(s="s"),
        arithmetic(*(("1/(w(s, 1) + w(s, 2))", use("normalized", i=i)) for i in "12")),
    ),
    Step(
        "both",
        f"{_excess('s', '1')} + {_excess('s', '2')} = x(s, 1) - mu(s, 1)",
        arithmetic(
            ("-mu(s, 2)", use("played", i="1")),
            ("mu(s, 1)", use("played", i="2")),
            ("-mu(s, 1)", "models"),
            ("x(s, 1)", "a law"),
        ),
    ),
    *(
        Step(
            f"not {name}",
            f"0 <= {sign}*{_excess('s', '1')} + {sign}*{_excess('s', '2')}",
            apply(
                "a form of nothing is at least 0",
                "nothing",
                a=sign,
                b=sign,
                u=_excess("s", "1"),
                v=_excess("s", "2"),
            ),
        )
        for name, sign in (("less", "1"), ("more", "-1"))
    ),
    Step("first half", "mu(s, 1) <= x(s, 1)", arithmetic("not less", "both")),
    Step("second half", "1 - mu(s, 1) <= x(s, 2)", arithmetic("not more", ("-1", "both"), ("-1", "models"))),
    Step("odd", ODD, apply("odd batches")),
    Step("even", EVEN, apply("even batches")),
    Step(
        "two batches",
        LOSS,
        arithmetic(use("first half", s="2*r - 1"), use("second half", s="2*r"), ("-1", "odd"), "even"),
    ),
    Step("times B", f"B*(1/2 + 1/(1 + {FALL})) <= B*(x(2*r - 1, 1) + x(2*r, 2))", arithmetic(("B", "two batches"))),
    Step(
        "all batches",
        f"sum(B*(1/2 + 1/(1 + {FALL})), r, 1, N) <= sum(B*(x(2*r - 1, 1) + x(2*r, 2)), r, 1, N)",
        apply(
            "sum grows",
            "times B",
            low="1",
            high="N",
            f=f"r: B*(1/2 + 1/(1 + {FALL}))",
            g="r: B*(x(2*r - 1, 1) + x(2*r, 2))",
        ),
    ),
    Step(
        "gain",
        f"sum(1/(1 + {FALL})*1, r, 1, N) = 1/(1 + {FALL})*sum(1, r, 1, N)",
        apply("constant factor", low="1", high="N", c=f"1/(1 + {FALL})", f="r: 1"),
    ),
    Step(
        "all",
        f"N*B*{GAIN} <= lazy - best",
        arithmetic(("-B", "gain"), "all batches", ("-1", "loss"), "the first half is no better"),
    ),
)
LEAST: Final = "3/16*N*B*(B*h)"
theorem(
    "regret by turns at a small rate",
    BY_TURNS,
    f"{LEAST} <= lazy - best",
    Step("regret", f"N*B*{GAIN} <= lazy - best", apply("regret by turns")),
    Step(
        "tanh",
        f"3/16*(B*h) <= {GAIN}",
        analysis("3/16*z <= 1/(1 + exp(-z)) - 1/2", "[0, 1]", z="B*h"),
        ("B*h <= 1",),
    ),
    Step("all", f"{LEAST} <= lazy - best", arithmetic("regret", ("N*B", "tanh")), ("B*h <= 1",)),
    where=("B*h <= 1",),
)
