"""LEC-22: the transcript of multiplicative weights is said to be (12 T a^2, e^(-T a))-differentially private.

Lecture notes, Section 2, before Theorem 3, "by Theorem 4 from Lecture 4", for all T and K and the a of Theorem 2.
That is false for many rounds with a small step: T - 1 randomized responses with e^eps = e^a, at a below 8/529, lose
more.

LEC-22-corrected: it is (12 T a^2, e^(-529/8 T a^2))-differentially private, and so (12 T a^2, e^(-T a^2)), for every
a > 0. Neighbors differ in one row. Given the rewards the choices are independent; the loss L(t) of round t is a (U(t)
- V(t)) - c(t) with |U - V| <= 1, so its range has width 2a and not 4a. Hoeffding's lemma bounds its mean (at s = -1)
and its moments (at s >= 0), Chernoff's bound the tail. Where a >= 8/529 the printed claim follows.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.multiplicative_weights import GAMES, Games
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together

ZERO, ONE = Fraction(0), Fraction(1)
ROUNDS = 1267
LEVEL = ((ZERO, ZERO),) * (ROUNDS - 1)
refuted(
    "LEC-22",
    GAMES,
    "delta(12*T*a**2) <= exp(-T*a)",
    setting=Games(((ONE, ZERO), *LEVEL), ((ZERO, ONE), *LEVEL), Fraction(140, 139)),
    where=("a <= 179/100",),
)

AT_LEAST_0 = ("s >= 0",)
TAIL = "delta(x) <= exp(T*m - s*x)"
theorem(
    "LEC-22-corrected: for every s",
    GAMES,
    TAIL,
    Step("low", "low <= L(t)", arithmetic(("-1", "loss"), ("a", "one row, down"))),
    Step("high", "L(t) <= high", arithmetic("loss", ("a", "one row, up"))),
    Step(
        "round",
        "E(exp(s*L(t))) <= exp(m)",
        apply("moments of a privacy loss", "low", "high", "unit", P="P", X="L(t)", s="s", w="a", low="-a - c(t)"),
        AT_LEAST_0,
    ),
    Step(
        "rounds",
        "E(exp(s*S)) <= exp(T*m)",
        apply("independent sum", "independent", "round", P="P", X="t: L(t)", c="t: m", low="1", high="T", s="s"),
        AT_LEAST_0,
    ),
    Step(
        "tail",
        "Pr(S > x) <= exp(T*m - s*x)",
        apply("Chernoff", "rounds", P="P", X="S", s="s", c="T*m", e="x"),
        AT_LEAST_0,
    ),
    Step("all", TAIL, arithmetic("delta", "tail"), AT_LEAST_0),
    where=AT_LEAST_0,
    variables={"s": "real"},
    let={"S": "sum(L(t), t, 1, T)", "low": "-a - c(t)", "high": "a - c(t)", "m": "(s + s**2)*a**2/2"},
)
SHARP = "delta(12*T*a**2) <= exp(-529/8*T*a**2)"
WEAK = "delta(12*T*a**2) <= exp(-T*a**2)"
theorem(
    "LEC-22-corrected",
    GAMES,
    f"{SHARP} and {WEAK}",
    Step("sharp", SHARP, apply("LEC-22-corrected: for every s", s="23/2", x="12*T*a**2")),
    Step(
        "grows",
        "exp(-529/8*T*a**2) <= exp(-T*a**2)",
        apply("exp grows", A="-529/8*T*a**2", B="-T*a**2"),
    ),
    Step("weak", WEAK, arithmetic("sharp", "grows")),
    Step("all", f"{SHARP} and {WEAK}", together("sharp", "weak")),
)
