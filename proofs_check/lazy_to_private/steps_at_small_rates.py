"""Lemmas for L2P with regularized multiplicative weights at small rates w: what a step loses given the past.

A replaced loss moves the logarithm of the quotient in line 6 by at most 2 beta L D <= 2 w, in one batch: there a coin
loses at most 2 w/p (``changed_quotients``). A model that is drawn has a loss of a range of at most 2 w, and so E e^(u
loss) <= m = e^(u (u + 1) w^2/2). The quotient is at least e^(-3 B w), so x is drawn anew with probability at most r =
1 - (1 - p) e^(-3 B w), and y with probability p: a step multiplies the moment of order u by at most (1 + r (m - 1)) (1
+ p (m - 1)), and by e^(u 2 w/p) more in the batch that differs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.few_samples import FEW_SAMPLES, SAMPLE, X_STEP, Y_STEP
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, together, use

R: Final = "(1 - (1 - p)*exp(-3*B*w))"
DRAW: Final = "u*(u + 1)*w**2/2"
MORE: Final = f"(exp({DRAW}) - 1)"
LEAST: Final = "-beta*told(s)*(low + Lip*D - low2) - shift(s)"
SAMPLES: Final = {"u": (Fraction(0), Fraction(1), Fraction(5))}
OF_S, OF_Q = "log(S(1, i)) - log(S(2, i))", "log(q(1, i)) - log(q(2, i))"
LOST: Final = "2*w*differ(i)/p"
theorem(
    "a draw at a small rate",
    FEW_SAMPLES,
    f"E(exp(u*ell(s)), draw(s)) <= exp({DRAW})",
    Step(
        "at least",
        f"{LEAST} <= ell(s)",
        arithmetic(
            ("-1", "loss of a sample"),
            ("beta*told(s)", "losses on the set"),
            ("beta*told(s)", "least other loss"),
        ),
    ),
    Step(
        "at most",
        f"ell(s) <= {LEAST} + 2*w",
        arithmetic(
            "loss of a sample",
            ("beta*told(s)", "least loss"),
            ("beta*told(s)", "other losses on the set"),
            ("2*told(s)", "rate of the losses"),
            ("2*w", "one round"),
        ),
    ),
    Step(
        "all",
        f"E(exp(u*ell(s)), draw(s)) <= exp({DRAW})",
        apply(
            "moments of a privacy loss",
            "at least",
            "at most",
            "the other law",
            P="draw(s)",
            X="ell(s)",
            s="u",
            w="w",
            low=LEAST,
        ),
    ),
    samples=SAMPLES,
)


def _exponent(g: int) -> str:
    """The logarithm of what line 6 compares with 1."""
    return f"-2*B*eta - beta*(all({g}, i, 1) - all({g}, i, 2))"


def _moves(name: str, g: int, other: int) -> tuple[Step, ...]:
    """It moves by at most 2 w, where the batch differs."""
    sign, back = ("", "-") if g == 1 else ("-", "")
    one, two = _exponent(g), f"2*w*differ(i) + {_exponent(other)}"
    return (
        Step(
            f"{name}, exponents",
            f"{one} <= {two}",
            arithmetic(
                (f"{sign}beta", use("one round differs", e="2")),
                (f"{back}beta", use("one round differs", e="1")),
                ("beta*differ(i)", use("losses of a round, back", g=str(g))),
                ("beta*differ(i)", use("losses of a round", g=str(other))),
                ("2*differ(i)", "rate of the losses"),
            ),
        ),
        Step(name, f"exp({one}) <= exp({two})", apply("exp grows", f"{name}, exponents", A=one, B=two)),
    )


LINES: Final = tuple(use(line, g=g) for line in ("line 6", "line 7") for g in "12")
COINS: Final = apply(
    "a coin whose quotient changes",
    *LINES,
    "up",
    "down",
    p="p",
    D="2*w*differ(i)",
    Q=f"exp({_exponent(1)})",
    Q2=f"exp({_exponent(2)})",
    S="S(1, i)",
    S2="S(2, i)",
    q="q(1, i)",
    q2="q(2, i)",
)
theorem(
    "coins at a small rate",
    FEW_SAMPLES,
    f"{OF_S} <= {LOST} and {OF_Q} <= {LOST}",
    *_moves("up", 1, 2),
    *_moves("down", 2, 1),
    Step("S", f"{OF_S} <= {LOST}", COINS),
    Step("q", f"{OF_Q} <= {LOST}", COINS),
    Step("all", f"{OF_S} <= {LOST} and {OF_Q} <= {LOST}", together("S", "q")),
)
CAP: Final = f"[1 < exp({_exponent(1)})]"
theorem(
    "anew at a small rate",
    FEW_SAMPLES,
    f"q(1, i) <= {R}",
    Step(
        "least exponent",
        f"-3*B*w <= {_exponent(1)}",
        arithmetic(("2*B", "rate of the coin"), ("beta", use("losses of a batch", g="1")), ("B", "rate of the losses")),
    ),
    Step(
        "least quotient",
        f"exp(-3*B*w) <= exp({_exponent(1)})",
        apply("exp grows", "least exponent", A="-3*B*w", B=_exponent(1)),
    ),
    Step("at most 1", "exp(-3*B*w) <= exp(0)", apply("exp grows", A="-3*B*w", B="0")),
    Step("or not", f"{CAP} <= 1", apply("what is above", x=f"exp({_exponent(1)})", y="1")),
    Step(
        "kept",
        "exp(-3*B*w) <= S(1, i)",
        arithmetic((f"1 - {CAP}", "least quotient"), (CAP, "at most 1"), ("-1", use("line 6", g="1"))),
        (),
        ("or not",),
    ),
    Step("all", f"q(1, i) <= {R}", arithmetic(use("line 7", g="1"), ("1 - p", "kept"))),
)


def _at_next(text: str) -> str:
    return text.replace("(1, i)", "(1, t + 1)").replace("(2, i)", "(2, t + 1)").replace("(i)", "(t + 1)")


MOST: Final = f"u*{_at_next(LOST)}"
LOSSES: Final = {"S": _at_next(OF_S), "q": _at_next(OF_Q)}
theorem(
    "a step at a small rate",
    FEW_SAMPLES,
    f"E(exp(u*l(t + 1)), after(t)) <= exp({MOST} + ({R} + p)*{MORE})",
    Step("sample", f"{SAMPLE} <= exp({DRAW})", apply("a draw at a small rate", s="t + 2", u="u")),
    *(
        step
        for of, loss in LOSSES.items()
        for step in (
            Step(f"loss of {of}", f"{loss} <= {_at_next(LOST)}", apply("coins at a small rate", i="t + 1")),
            Step(f"times u, {of}", f"u*({loss}) <= {MOST}", arithmetic(("u", f"loss of {of}"))),
            Step(
                f"factor of {of}",
                f"exp(u*({loss})) <= exp({MOST})",
                apply("exp grows", f"times u, {of}", A=f"u*({loss})", B=MOST),
            ),
        )
    ),
    Step("may stay", "0 <= (1 - p)*S(1, t + 1)", arithmetic(("S(1, t + 1)", "p < 1"))),
    Step(
        "with its loss",
        f"{X_STEP} <= exp({MOST})*(1 + q(1, t + 1)*{MORE})",
        arithmetic(
            ("S(1, t + 1)*(1 - p)", "factor of S"),
            (f"q(1, t + 1)*exp(u*({LOSSES['q']}))", "sample"),
            (f"q(1, t + 1)*exp({DRAW})", "factor of q"),
            (f"exp({MOST})", use("line 7", g="1", i="t + 1")),
        ),
        (),
        ("may stay",),
    ),
    Step("anew", f"q(1, t + 1) <= {R}", apply("anew at a small rate", i="t + 1")),
    Step("costs", f"exp(0) <= exp({DRAW})", apply("exp grows", A="0", B=DRAW)),
    Step("costs more", f"0 <= exp({MOST})*{MORE}", arithmetic((f"exp({MOST})", "costs"))),
    Step(
        "tangent of x", f"1 + {R}*{MORE} <= exp({R}*{MORE})", analysis("1 + z <= exp(z)", "(-oo, oo)", z=f"{R}*{MORE}")
    ),
    Step("tangent of y", f"1 + p*{MORE} <= exp(p*{MORE})", analysis("1 + z <= exp(z)", "(-oo, oo)", z=f"p*{MORE}")),
    Step(
        "x",
        f"{X_STEP} <= exp({MOST} + {R}*{MORE})",
        arithmetic("with its loss", (f"exp({MOST})*{MORE}", "anew"), (f"exp({MOST})", "tangent of x")),
        (),
        ("costs more",),
    ),
    Step("y", f"{Y_STEP} <= exp(p*{MORE})", arithmetic(("p", "sample"), "tangent of y")),
    Step("not negative", f"0 <= {X_STEP}", arithmetic((f"S(1, t + 1)*exp(u*({LOSSES['S']}))", "p < 1"))),
    Step(
        "all",
        f"E(exp(u*l(t + 1)), after(t)) <= exp({MOST} + ({R} + p)*{MORE})",
        arithmetic("a step", (X_STEP, "y"), (f"exp(p*{MORE})", "x")),
        (),
        ("not negative",),
    ),
    samples=SAMPLES,
)
