"""The lower tail of a random quantity, and sums of independent quantities that are 0 or 1."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import log
from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, cases, inside

COUNT = anything("a number of at least 0", {"N": "real, 0 <= N"}, {}, tuple({"N": Fraction(k, 2)} for k in range(4)))
AT_LEAST_ONE: Final = "[1 <= N] <= N"
theorem(
    "at least one",
    COUNT,
    AT_LEAST_ONE,
    Step("all", AT_LEAST_ONE, cases("1 <= N", arithmetic("1 <= N", "[1 <= N] = 1"), arithmetic("[1 <= N] = 0"))),
)

MOMENTS = anything(
    "a random quantity with a bounded moment generating function",
    {"s": "real, 0 <= s", "e": "real", "c": "real"},
    {"P": LAW, "X": RANDOM},
    (
        {
            "s": Fraction(1),
            "e": Fraction(1, 2),
            "c": Fraction(0),
            "P": lambda: {0: Fraction(1, 3), 1: Fraction(2, 3)},
            "X": Fraction,
        },
    ),
)
BELOW: Final = "[X <= e] <= exp(s*(e - X))"
theorem(
    "lower tail",
    MOMENTS,
    "Pr(X <= e) <= exp(c + s*e)",
    Step("gap", "0 <= s*(e - X)", arithmetic(("s", "X <= e")), ("X <= e",)),
    Step(
        "pointwise",
        BELOW,
        cases("X <= e", arithmetic(inside("exp(_)", "gap"), "[X <= e] = 1"), arithmetic("[X <= e] = 0")),
    ),
    Step("all", "Pr(X <= e) <= exp(c + s*e)", arithmetic(inside("E(_)", "pointwise"), ("exp(s*e)", "moments"))),
    given={"moments": Given("E(exp(-s*X)) <= exp(c)")},
)

TRIALS = anything(
    "independent trials",
    {"n": "integer, 0 <= n", "s": "real, 0 <= s", "b": "real", "c": "real"},
    {"P": LAW, "X": Named(index={"t": "integer, 1 <= t, t <= n"}, space="outcome", range="at least 0")},
    (
        {
            "n": Fraction(2),
            "s": log(2).as_real(),
            "b": Fraction(1, 3),
            "c": Fraction(-1, 10),
            "P": lambda: {(x, y): Fraction((1 + x) * (1 + 2 * y), 12) for x, y in product((0, 1), repeat=2)},
            "X": lambda t, outcome: Fraction(outcome[t - 1]),
        },
    ),
    {"t": "integer, 1 <= t, t <= n"},
    tuple(product((0, 1), repeat=2)),
)
theorem(
    "moments of trials",
    TRIALS,
    "E(exp(-s*sum(X(t), t, 1, n))) <= exp(n*c)",
    Step("at most 1", "X(t) <= 1", apply("zero or one", "0 or 1", x="X(t)")),
    Step(
        "chord", "exp(-s*X(t)) <= 1 - X(t)*(1 - exp(-s))", apply("chord of exp", "at most 1", w="X(t)", x="0", y="-s")
    ),
    Step("small", "exp(-s) <= exp(0)", arithmetic(inside("exp(_)", "-s <= 0"))),
    Step(
        "trial",
        "E(exp(-s*X(t))) <= exp(c)",
        arithmetic(inside("E(_)", "chord"), ("1 - exp(-s)", "likely"), "rate"),
        defined=("small",),
    ),
    Step(
        "all",
        "E(exp(-s*sum(X(t), t, 1, n))) <= exp(n*c)",
        apply("independent sum", "independent", "trial", P="P", X="t: X(t)", c="t: c", low="1", high="n", s="-s"),
    ),
    given={
        "independent": Given("independent(X(t), t, 1, n)"),
        "0 or 1": Given("X(t)**2 = X(t)"),
        "likely": Given("b <= E(X(t))"),
        "rate": Given("1 - b*(1 - exp(-s)) <= exp(c)"),
    },
)
