"""LEC-14: multiplicative weights collect at least what any expert gets, less a T + ln(K)/a, for 0 < a <= 1.79.

Lecture notes, Section 2, Theorem 2. Rewards may depend on earlier choices, as the notes say before the algorithm; then
the expected reward of expert i is meant. The log of its probability grows in round t by a r_t(i) - ln Z, Z = E e^(a
r_t(i_t)) given the past, which by LEC-13 is at least a r_t(i) - a E r_t(i_t) - a^2. Over the rounds it grows from -ln
K to at most 0. That holds on every course of the game; take expectations. The printed proof has an index too few and a
sign wrong (LEC-16, LEC-17).

LEC-14-sharp: a T/8 does in place of a T, and then no upper limit on a is needed: by Hoeffding's lemma ln Z is at most
a E r_t(i_t) + a^2/8. On every course it holds for all experts at once, and so for the best of them.

LEC-14b: as printed the right side is the reward that expert i happens to get. So read it is false: pay both of two
experts in every round from the second one on, as long as all choices were of expert 1. Where that goes on to the end
expert 1 gets T - 1, but the algorithm expects less than 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.models.adaptive_rewards import ADAPTIVE, Game, paid_while_loyal, table
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic
from dpassay.proofs_check.shared_lemmas.weights import MEAN, Z

SMALL = ("a <= 179/100",)
LOYAL: Final[Mapping[str, Any]] = {"i": Fraction(1), "@transcript": (1,) * 7}
"""Expert 1, on the course on which it is always chosen."""
LET = {"Z": Z, "m": MEAN, "R": "sum(r(t, i), t, 1, T)", "M": f"sum({MEAN}, t, 1, T)", "G": "sum(g(t), t, 1, T)"}
MEANS = Step("collected", "E(M) = E(G)", apply("collected on average"))
POTENTIAL = Step("potential", "sum(a*r(t, i) - log(Z), t, 1, T) <= log(K)", apply("potential"))

theorem(
    "LEC-14",
    ADAPTIVE,
    "E(G) >= E(R) - a*T - log(K)/a",
    Step("log", "log(Z) <= Z - 1", apply("LEC-13", "collected at most 1", P="y(t)", X="g(t)", b="a"), SMALL),
    Step("mean", "Z - 1 <= a*m + a**2", apply("LEC-13", "collected at most 1", P="y(t)", X="g(t)", b="a"), SMALL),
    Step("round", "a*(r(t, i) - m - a) <= a*r(t, i) - log(Z)", arithmetic("log", "mean"), SMALL),
    Step(
        "rounds",
        "sum(a*(r(t, i) - m - a), t, 1, T) <= sum(a*r(t, i) - log(Z), t, 1, T)",
        apply("sum grows", "round", f="t: a*(r(t, i) - m - a)", g="t: a*r(t, i) - log(Z)", low="1", high="T"),
        SMALL,
    ),
    POTENTIAL,
    Step("course", "R - M <= a*T + log(K)/a", arithmetic(("1/a", "rounds"), ("1/a", "potential")), SMALL),
    Step(
        "average",
        "E(R - M) <= a*T + log(K)/a",
        apply("expectation grows", "course", P="P", X="R - M", Y="a*T + log(K)/a"),
        SMALL,
    ),
    MEANS,
    Step("all", "E(G) >= E(R) - a*T - log(K)/a", arithmetic("average", ("1", "collected")), SMALL),
    where=SMALL,
    let=LET,
)
BOUND = "a*m + a**2/8"
theorem(
    "LEC-14-sharp",
    ADAPTIVE,
    "E(G) >= E(R) - B and E(G) >= E(best) - B",
    Step(
        "Hoeffding",
        f"Z <= exp({BOUND})",
        apply("Hoeffding's lemma", "collected at most 1", P="y(t)", X="g(t)", low="0", high="1", s="a"),
    ),
    Step("log", f"log(Z) <= log(exp({BOUND}))", apply("log grows", "Hoeffding", A="Z", B=f"exp({BOUND})")),
    Step("log of exp", f"log(exp({BOUND})) = {BOUND}", apply("log of exp", A=BOUND)),
    Step("round", "a*(r(t, i) - m - a/8) <= a*r(t, i) - log(Z)", arithmetic("log", "log of exp")),
    Step(
        "rounds",
        "sum(a*(r(t, i) - m - a/8), t, 1, T) <= sum(a*r(t, i) - log(Z), t, 1, T)",
        apply("sum grows", "round", f="t: a*(r(t, i) - m - a/8)", g="t: a*r(t, i) - log(Z)", low="1", high="T"),
    ),
    POTENTIAL,
    Step("course", "R - M <= B", arithmetic(("1/a", "rounds"), ("1/a", "potential"))),
    Step("leader", "leads(i)*(R - M) <= leads(i)*B", arithmetic(("leads(i)", "course"))),
    Step(
        "leaders",
        "sum(leads(i)*(R - M), i, 1, K) <= sum(leads(i)*B, i, 1, K)",
        apply("sum grows", "leader", f="i: leads(i)*(R - M)", g="i: leads(i)*B", low="1", high="K"),
    ),
    Step(
        "best",
        "best - M <= B",
        arithmetic("leaders", "the leader is best", ("B + M", "one expert leads")),
    ),
    Step("average", "E(R - M) <= B", apply("expectation grows", "course", P="P", X="R - M", Y="B")),
    Step("average of the best", "E(best - M) <= B", apply("expectation grows", "best", P="P", X="best - M", Y="B")),
    MEANS,
    Step("all", "E(G) >= E(R) - B", arithmetic("average", "collected")),
    Step("all of the best", "E(G) >= E(best) - B", arithmetic("average of the best", "collected")),
    let={**LET, "B": "(a*T/8 + log(K)/a)"},
)
refuted(
    "LEC-14b",
    ADAPTIVE,
    "E(G) >= R - a*T - log(K)/a",
    setting=Game(table(7, 2, paid_while_loyal), 7, 2, growth=Fraction(4, 3)),
    where=SMALL,
    let=LET,
    **LOYAL,
)
