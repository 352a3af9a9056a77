"""LEC-16: the display of the proof of Theorem 2 that is summed over the rounds, for 0 < a <= 1.79.

Lecture notes, Section 2, print (Div(x || y_0) - Div(x || y_T))/a on the left, where y_t is the state before round t,
as the proof defines it. The sum over t = 1, ..., T telescopes from y_1, the uniform law, to y_(T + 1): with y_T the
last round is missing. With one round the left side is 0, and the right one need not be (LEC-16, refuted). On the right
i_t stands where i should, and where rewards depend on choices the expectation is meant of all.

LEC-16-corrected has y_1 and y_(T + 1): LEC-12 and LEC-13 give the display of one round, and it telescopes. Theorem 2
is not affected: the proof uses Div >= 0 for the last state, whichever it is (LEC-14).
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.adaptive_rewards import ADAPTIVE, Game, fixed
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic
from dpassay.proofs_check.shared_lemmas.weights import MEAN, Z

SMALL = ("a <= 179/100",)
LET = {
    "Z": Z,
    "m": MEAN,
    "p": "sum(x(i)*r(t, i), i, 1, K)",
    "R": "sum(sum(x(i)*r(t, i), i, 1, K), t, 1, T)",
    "M": f"sum({MEAN}, t, 1, T)",
    "G": "sum(g(t), t, 1, T)",
}
refuted(
    "LEC-16",
    ADAPTIVE,
    "E(div(1) - div(T))/a >= E(R) - E(G) - a*T",
    setting=Game(fixed((1, 0)), 1, 2, growth=Fraction(5, 4)),
    where=SMALL,
    let=LET,
)
theorem(
    "LEC-16-corrected",
    ADAPTIVE,
    "E(div(1) - div(T + 1))/a >= E(R) - E(G) - a*T",
    Step("divergence of a round", "div(t) - div(t + 1) = a*p - log(Z)", apply("LEC-12")),
    Step("log", "log(Z) <= Z - 1", apply("LEC-13", "collected at most 1", P="y(t)", X="g(t)", b="a"), SMALL),
    Step("mean", "Z - 1 <= a*m + a**2", apply("LEC-13", "collected at most 1", P="y(t)", X="g(t)", b="a"), SMALL),
    Step(
        "round",
        "a*(p - m - a) <= -(div(t + 1) - div(t))",
        arithmetic("log", "mean", ("-1", "divergence of a round")),
        SMALL,
    ),
    Step(
        "rounds",
        "sum(a*(p - m - a), t, 1, T) <= sum(-(div(t + 1) - div(t)), t, 1, T)",
        apply("sum grows", "round", f="t: a*(p - m - a)", g="t: -(div(t + 1) - div(t))", low="1", high="T"),
        SMALL,
    ),
    Step(
        "telescope",
        "sum(div(t + 1) - div(t), t, 1, T) = div(T + 1) - div(1)",
        apply("telescope", f="t: div(t)", low="1", high="T"),
    ),
    Step(
        "course",
        "R - M - a*T <= (div(1) - div(T + 1))/a",
        arithmetic(("1/a", "rounds"), ("-1/a", "telescope")),
        SMALL,
    ),
    Step(
        "average",
        "E(R - M - a*T) <= E(div(1) - div(T + 1))/a",
        apply("expectation grows", "course", P="P", X="R - M - a*T", Y="(div(1) - div(T + 1))/a"),
        SMALL,
    ),
    Step("collected", "E(M) = E(G)", apply("collected on average")),
    Step("all", "E(div(1) - div(T + 1))/a >= E(R) - E(G) - a*T", arithmetic("average", "collected"), SMALL),
    where=SMALL,
    let=LET,
)
