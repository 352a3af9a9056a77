"""Multiplicative weights on two sequences: the coin of line 6, and what one sample after the changed batch costs."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.lazy_rounds import QUOTIENT, WEIGHTS, other
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, together, use

SUM: Final = "sum(l(i, x), i, 1, s)"
LESS: Final = "sum(l(i, x), i, 1, s - 1)"
EXPONENT: Final = "-2*B*eta - eta*(l(s, x) - l(s, y))"
COIN: Final = f"q(s, x, y) = exp({EXPONENT})"
ONE: Final = f"[{QUOTIENT} <= 1]"


def _quotient(end: str) -> tuple[Step, ...]:
    """The quotient in line 6, for one sequence; the steps of the other one have names that end in ", other"."""
    at = other if end else str
    return (
        Step(
            f"last{end}",
            at(f"{SUM} = {LESS} + l(s, x)"),
            apply("last term", f=at("i: l(i, x)"), low="1", high="s"),
        ),
        Step(
            f"last, exp{end}",
            at(f"exp(-eta*{SUM}) = exp(-eta*({LESS} + l(s, x)))"),
            apply("equals for equals", f"last{end}", A=at(SUM), B=at(f"{LESS} + l(s, x)"), f="z: exp(-eta*z)"),
        ),
        Step(
            f"factor{end}",
            at("f(s, x) = exp(-eta*l(s, x))"),
            arithmetic(
                (at("-1/nu(s, x)"), f"measure{end}"),
                (at("1/nu(s, x)"), use(f"(4){end}", b="s + 1")),
                (at("1/nu(s, x)"), f"last, exp{end}"),
                (at("-exp(-eta*l(s, x))/nu(s, x)"), use(f"(4){end}", b="s")),
            ),
        ),
        Step(
            f"quotient{end}",
            at(f"{QUOTIENT} = exp({EXPONENT})"),
            arithmetic(
                (at("exp(-2*B*eta)/f(s, y)"), f"factor{end}"),
                (at("-exp(-2*B*eta - eta*l(s, x) + eta*l(s, y))/f(s, y)"), use(f"factor{end}", x="y")),
            ),
        ),
    )


def _coin(end: str) -> tuple[Step, ...]:
    """The quotient is at most 1, and so it is the coin."""
    at = other if end else str
    return (
        Step(
            f"exponent{end}",
            at(f"{EXPONENT} <= -B*eta"),
            arithmetic(("eta", use(f"losses{end}", x="y"))),
        ),
        Step(
            f"grows{end}",
            at(f"exp({EXPONENT}) <= exp(-B*eta)"),
            apply("exp grows", f"exponent{end}", A=at(EXPONENT), B="-B*eta"),
        ),
        Step(
            f"below{end}",
            at(f"{QUOTIENT} <= 1"),
            arithmetic(f"quotient{end}", f"grows{end}", "unit"),
        ),
        Step(
            f"holds{end}",
            at(f"{ONE} = 1"),
            apply("indicator of what holds", f"below{end}", A=at(QUOTIENT), B="1"),
        ),
        Step(
            f"contrary{end}",
            at(f"[1 < {QUOTIENT}] = 1 - {ONE}"),
            apply("indicator of the contrary", A=at(QUOTIENT), B="1"),
        ),
        Step(
            f"coin{end}",
            at(COIN),
            arithmetic(
                f"line 6{end}",
                f"contrary{end}",
                (at(f"{QUOTIENT} - 1"), f"holds{end}"),
                f"quotient{end}",
            ),
        ),
    )


SMALL: Final = "q(s, x, y) <= exp(-B*eta)"
theorem(
    "the coin of multiplicative weights",
    WEIGHTS,
    f"{COIN} and {other(COIN)} and {SMALL} and {other(SMALL)}",
    Step("unit", "exp(-B*eta) <= exp(0)", arithmetic(inside("exp(_)", "-B*eta <= 0"))),
    *(step for end in ("", ", other") for step in (*_quotient(end), *_coin(end))),
    Step("small", SMALL, arithmetic("coin", "grows")),
    Step("small, other", other(SMALL), arithmetic("coin, other", "grows, other")),
    Step(
        "all",
        f"{COIN} and {other(COIN)} and {SMALL} and {other(SMALL)}",
        together("coin", "coin, other", "small", "small, other"),
    ),
)

MOVED: Final = "q(s, x, y) <= exp(2*eta)*q2(s, x, y) and q2(s, x, y) <= exp(2*eta)*q(s, x, y)"
theorem(
    "what one loss does to the coin",
    WEIGHTS,
    MOVED,
    Step("coin", COIN, apply("the coin of multiplicative weights")),
    Step("coin, other", other(COIN), apply("the coin of multiplicative weights")),
    Step(
        "exponents",
        f"{EXPONENT} <= 2*eta + {other(EXPONENT)}",
        arithmetic(("eta", "one row, back"), ("eta", use("one row", x="y"))),
    ),
    Step(
        "exponents, back",
        f"{other(EXPONENT)} <= 2*eta + {EXPONENT}",
        arithmetic(("eta", "one row"), ("eta", use("one row, back", x="y"))),
    ),
    Step(
        "there",
        "q(s, x, y) <= exp(2*eta)*q2(s, x, y)",
        arithmetic("coin", inside("exp(_)", "exponents"), ("-exp(2*eta)", "coin, other")),
    ),
    Step(
        "back",
        "q2(s, x, y) <= exp(2*eta)*q(s, x, y)",
        arithmetic("coin, other", inside("exp(_)", "exponents, back"), ("-exp(2*eta)", "coin")),
    ),
)

WHOLE: Final = "sum(nu(s, j), j, 1, d)"
LATER: Final = ("c + 1 <= s",)
theorem(
    "one sample",
    WEIGHTS,
    "mu(s, x) <= exp(2*eta)*mu2(s, x)",
    Step(
        "difference",
        f"{LESS} - {other(LESS)} = l(c, x) - l2(c, x)",
        apply(
            "sums that differ in one term",
            "other batches",
            f="t: l(t, x)",
            g="t: l2(t, x)",
            low="1",
            k="c",
            high="s - 1",
        ),
        LATER,
    ),
    Step(
        "exponent",
        f"-eta*{LESS} <= eta - eta*{other(LESS)}",
        arithmetic(("-eta", "difference"), ("eta", use("one row, back", s="c"))),
        LATER,
    ),
    Step(
        "exponent, back",
        f"-eta*{other(LESS)} <= eta - eta*{LESS}",
        arithmetic(("eta", "difference"), ("eta", use("one row", s="c"))),
        LATER,
    ),
    Step(
        "weight",
        "nu(s, x) <= exp(eta)*nu2(s, x)",
        arithmetic(use("(4)", b="s"), inside("exp(_)", "exponent"), ("-exp(eta)", use("(4), other", b="s"))),
        LATER,
    ),
    Step(
        "weight, back",
        "nu2(s, x) <= exp(eta)*nu(s, x)",
        arithmetic(use("(4), other", b="s"), inside("exp(_)", "exponent, back"), ("-exp(eta)", use("(4)", b="s"))),
        LATER,
    ),
    Step("a term", f"nu(s, x) <= {WHOLE}", apply("a term of a sum", f="j: nu(s, j)", low="1", k="x", high="d")),
    Step("positive", f"0 < {WHOLE}", arithmetic(use("a term", x="1"))),
    Step(
        "all",
        "mu(s, x) <= exp(2*eta)*mu2(s, x)",
        arithmetic(
            (f"1/{WHOLE}", "normalized"),
            (f"1/{WHOLE}", "weight"),
            (f"exp(eta)*mu2(s, x)/{WHOLE}", inside("sum(_, x, 1, d)", "weight, back")),
            (f"-exp(eta)/{WHOLE}", "normalized, other"),
        ),
        LATER,
        ("positive",),
    ),
    where=LATER,
)

REST: Final = "(1 - (1 - p)*exp(-B*eta))"
LESS_REST: Final = "(1 - (1 - p)*exp(-(B + 2)*eta))"
FALLS_RATIO: Final = f"{LESS_REST}/{REST}"
MORE: Final = "1 + 2*eta*(1 - p)/p"
BETWEEN: Final = {"H": REST, "N": LESS_REST, "R": FALLS_RATIO, "A": "1", "C": MORE}
theorem(
    "the chance that a coin falls, in proportion",
    WEIGHTS,
    f"0 < {REST} and {FALLS_RATIO}*{REST} = {LESS_REST} and 1 <= {FALLS_RATIO} and {FALLS_RATIO} <= {MORE}",
    Step("scaled", "(1 - p)*exp(-B*eta) <= 1 - p", arithmetic(("1 - p", inside("exp(_)", "-B*eta <= 0")))),
    Step("rest", f"0 < {REST}", arithmetic("scaled")),
    Step("quotient", f"{FALLS_RATIO}*{REST} = {LESS_REST}", arithmetic(), (), ("rest",)),
    Step("share", "0 <= (1 - p)*exp(-B*eta)", arithmetic(("exp(-B*eta)", "p < 1"))),
    Step(
        "at least",
        f"1*{REST} <= {LESS_REST}",
        arithmetic(("(1 - p)*exp(-B*eta)", inside("exp(_)", "-2*eta <= 0"))),
        (),
        ("share",),
    ),
    Step("tangent", "1 - 2*eta <= exp(-2*eta)", analysis("1 - v <= exp(-v)", "[0, oo)", v="2*eta")),
    Step("rate", "0 <= 2*eta*(1 - p)/p", arithmetic(("2*eta/p", "p < 1"))),
    Step("beside", "0 <= 2*eta*(1 - p)", arithmetic(("2*eta", "p < 1"))),
    Step(
        "at most",
        f"{LESS_REST} <= ({MORE})*{REST}",
        arithmetic(
            ("(1 - p)*exp(-B*eta)", "tangent"),
            ("2*eta*(1 - p)/p", "scaled"),
            ("2*eta*(1 - p)", inside("exp(_)", "-B*eta <= 0")),
        ),
        (),
        ("share", "rate", "beside"),
    ),
    Step(
        "between",
        f"1 <= {FALLS_RATIO} and {FALLS_RATIO} <= {MORE}",
        apply(
            "a quotient between",
            "at least",
            "at most",
            H=REST,
            N=LESS_REST,
            R=FALLS_RATIO,
            A="1",
            C=MORE,
        ),
        (),
        ("rest",),
    ),
    Step(
        "all",
        f"0 < {REST} and {FALLS_RATIO}*{REST} = {LESS_REST} and 1 <= {FALLS_RATIO} and {FALLS_RATIO} <= {MORE}",
        together("rest", "quotient", "between"),
        (),
        ("rest",),
    ),
)
