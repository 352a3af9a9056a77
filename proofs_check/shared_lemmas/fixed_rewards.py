"""The regret of multiplicative weights on rewards that are fixed in advance, in the model that privacy is claimed in.

What LEC-14 says of every course of a game, said of a matrix: the log of the probability of any one expert grows in a
round by a r - ln E e^(a r), which by LEC-13 is at least a r - a E r - a^2. Summed over the rounds it telescopes.
"""

from __future__ import annotations

from dpassay.proofs_check.models.multiplicative_weights import GAMES
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

SMALL = ("a <= 179/100",)
theorem(
    "regret on fixed rewards",
    GAMES,
    "sum(r(t), t, 1, T) - reward <= a*T + log(K)/a",
    Step("log", "log(Z) <= Z - 1", apply("LEC-13", "at most 1", P="y(t)", X="r(t)", b="a"), SMALL),
    Step("mean", "Z - 1 <= a*E(r(t), y(t)) + a**2", apply("LEC-13", "at most 1", P="y(t)", X="r(t)", b="a"), SMALL),
    Step("round", "gain <= log(w(t + 1)) - log(w(t))", arithmetic(("-1", "update"), "log", "mean"), SMALL),
    Step(
        "rounds",
        "sum(gain, t, 1, T) <= sum(log(w(t + 1)) - log(w(t)), t, 1, T)",
        apply("sum grows", "round", f="t: gain", g="t: log(w(t + 1)) - log(w(t))", low="1", high="T"),
        SMALL,
    ),
    Step(
        "telescope",
        "sum(log(w(t + 1)) - log(w(t)), t, 1, T) = log(w(T + 1)) - log(w(1))",
        apply("telescope", f="t: log(w(t))", low="1", high="T"),
    ),
    Step(
        "all",
        "sum(r(t), t, 1, T) - reward <= a*T + log(K)/a",
        arithmetic(
            ("1/a", "rounds"), ("1/a", "telescope"), ("-1/a", "first"), ("1/a", "a probability"), ("-1", "reward")
        ),
        SMALL,
    ),
    where=SMALL,
    let={"Z": "E(exp(a*r(t)), y(t))", "gain": "a*r(t) - a*E(r(t), y(t)) - a**2"},
)
