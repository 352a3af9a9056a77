"""SIMA-29: K (eps, 0)-private algorithms compose to (K eps^2/2 + sqrt(2 ln(1/delta) K eps^2), delta)-privacy.

Lemma 2, for independent algorithms and any delta > 0; it holds for adaptive ones, too (here T is their number). For
delta > 1 the root is not real; for delta = 1 the bound says nothing. The loss L of one answer lies in [-eps, eps] and
has E e^(-L) = 1 given the past, so Hoeffding's lemma at s = -1 bounds its mean by eps^2/2, and at s >= 0 its moments.
The moments of the sum multiply, as if the answers were independent; Chernoff's bound at the best s is the claim. Where
eps = 0 nothing is lost.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.adaptive_composition import COMPOSITION
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

AT_LEAST_0 = ("s >= 0",)
ROOT = "sqrt(2*log(1/d)*T*eps**2)"
EPSILON = f"T*eps**2/2 + {ROOT}"
AT_EPSILON = f"[{EPSILON} < S]*(1 - exp({EPSILON} - S))"
SIMA_29: Final = theorem(
    "SIMA-29",
    COMPOSITION,
    f"delta({EPSILON}) <= d",
    Step(
        "round",
        "E(exp(s*L(t + 1)), after(t)) <= exp(m)",
        apply(
            "moments of a privacy loss",
            use("private, back", i="t + 1"),
            use("private", i="t + 1"),
            "unit",
            P="after(t)",
            X="L(t + 1)",
            s="s",
            w="eps",
            low="-eps",
        ),
        AT_LEAST_0,
    ),
    Step(
        "rounds",
        "E(exp(s*S)) <= exp(T*m)",
        apply("adaptive sum", "revealed", "round", P="P", after="t: after(t)", X="i: L(i)", c="i: m", T="T", s="s"),
        AT_LEAST_0,
    ),
    Step(
        "tail",
        "Pr(S > x) <= exp(T*m - s*x)",
        apply("Chernoff", "rounds", P="P", X="S", s="s", c="T*m", e="x"),
        AT_LEAST_0,
    ),
    Step("large", "1 <= 1/d", arithmetic(("1/d", "d <= 1"))),
    Step("grows", "log(1) <= log(1/d)", apply("log grows", "large", A="1", B="1/d")),
    Step("log of 1", "log(1) = 0", apply("log of exp", A="0")),
    Step("at least 0", "0 <= log(1/d)", arithmetic("grows", ("-1", "log of 1"))),
    Step("inverse", "exp(log(1/d)) = 1/d", apply("exp of log", A="1/d")),
    Step(
        "losses",
        f"delta({EPSILON}) <= d",
        arithmetic(
            use("delta", x=EPSILON),
            use("tail", x=EPSILON, s=f"{ROOT}/(T*eps**2)"),
            ("-d*exp(-log(1/d))", "inverse"),
        ),
        ("0 < eps",),
        ("at least 0",),
    ),
    # where eps = 0 nothing is lost
    Step("no loss", "L(i) <= 0", arithmetic("private", "eps <= 0"), ("eps <= 0",)),
    Step(
        "no losses",
        "S <= 0",
        apply("sum grows", "no loss", f="i: L(i)", g="i: 0", low="1", high="T"),
        ("eps <= 0",),
    ),
    Step("not above", f"S <= {EPSILON}", arithmetic("no losses"), ("eps <= 0",), ("at least 0",)),
    Step(
        "everywhere",
        f"[S <= {EPSILON}] = 1",
        apply("indicator of what holds", "not above", A="S", B=EPSILON),
        ("eps <= 0",),
        ("at least 0",),
    ),
    Step(
        "contrary",
        f"[{EPSILON} < S] = 1 - [S <= {EPSILON}]",
        apply("indicator of the contrary", A="S", B=EPSILON),
        (),
        ("at least 0",),
    ),
    Step(
        "nowhere",
        f"[{EPSILON} < S] = 0",
        arithmetic("contrary", ("-1", "everywhere")),
        ("eps <= 0",),
        ("at least 0",),
    ),
    Step(
        "nothing",
        f"{AT_EPSILON} <= 0",
        arithmetic((f"1 - exp({EPSILON} - S)", "nowhere")),
        ("eps <= 0",),
        ("at least 0",),
    ),
    Step(
        "no mass",
        f"E({AT_EPSILON}) <= 0",
        apply("expectation grows", "nothing", P="P", X=AT_EPSILON, Y="0"),
        ("eps <= 0",),
        ("at least 0",),
    ),
    Step(
        "none", f"delta({EPSILON}) <= d", arithmetic(use("delta", x=EPSILON), "no mass"), ("eps <= 0",), ("at least 0",)
    ),
    Step(
        "all",
        f"delta({EPSILON}) <= d",
        apply("cases", "none", "losses", A=f"delta({EPSILON})", B="d", c="-eps"),
        (),
        ("at least 0",),
    ),
    variables={"s": "real", "d": "real, 0 < d, d <= 1"},
    let={"S": "sum(L(i), i, 1, T)", "m": "(s + s**2)*eps**2/2"},
    samples={"d": (Fraction(1, 10), Fraction(1, 2), Fraction(1))},
)
