"""Weights of K experts that add up to 1, as those of multiplicative and of exponential weights do in each round.

No weight is above 1. If the log of one begins at -log K and grows by x(t) in round t, the x(t) add up to at most log K.
What is lost on average is at most (K - 1) s more than what an expert loses, for losses in [0, s]: nothing if K = 1. And
the rate a = sqrt(c L/T) is above 0 for L > 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.exact import log
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, inside, use

EXPERT: Final = {"i": "integer, 1 <= i, i <= K"}
EXPERTS: Final = {**EXPERT, "j": "integer, 1 <= j, j <= K"}
WEIGHT: Final = Named(index=EXPERT, range="at least 0")
ADD_UP: Final = Given("sum(w(j), j, 1, K) = 1")


def _third(i: int) -> Fraction:
    return Fraction(i, 3)


theorem(
    "a weight is at most 1",
    anything(
        "weights that add up to 1",
        {"K": "integer, 1 <= K"},
        {"w": WEIGHT},
        ({"K": Fraction(2), "w": _third}, {"K": Fraction(1), "w": Fraction}),
        EXPERTS,
    ),
    "w(i) <= 1",
    Step(
        "one of all",
        "w(i) <= sum(w(j), j, 1, K)",
        apply("a term of a sum", f="j: w(j)", low="1", k="i", high="K"),
    ),
    Step("all", "w(i) <= 1", arithmetic("one of all", "weights")),
    given={"weights": ADD_UP},
)

ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
NEXT: Final = {"t": "integer, 1 <= t, t <= T + 1"}
GROWTH: Final = "sum(x(t, i), t, 1, T) <= log(K)"


def _doubled(t: int, i: int) -> Fraction:
    """Of two experts, the odds of the second are doubled in each round."""
    odds = Fraction(2) ** (int(t) - 1)
    return (odds if i == 2 else Fraction(1)) / (1 + odds)


TWO: Final[dict[str, Any]] = {
    "T": Fraction(2),
    "K": Fraction(2),
    "w": _doubled,
    "x": lambda t, i: log(_doubled(t + 1, i) / _doubled(t, i)).as_real(),
}
theorem(
    "potential of weights",
    anything(
        "weights whose logarithms grow in each round",
        {"T": "integer, 1 <= T", "K": "integer, 1 <= K"},
        {"w": Named(index={**NEXT, **EXPERT}, range="positive"), "x": Named(index={**ROUND, **EXPERT})},
        (TWO, {**TWO, "T": Fraction(1)}),
        {**ROUND, **EXPERTS, "n": "integer, 1 <= n, n <= T + 1"},
    ),
    GROWTH,
    Step(
        "telescope",
        "sum(log(w(t + 1, i)) - log(w(t, i)), t, 1, T) = log(w(T + 1, i)) - log(w(1, i))",
        apply("telescope", f="t: log(w(t, i))", low="1", high="T"),
    ),
    Step("at most 1", "w(n, i) <= 1", apply("a weight is at most 1", "weights", K="K", w="i: w(n, i)", i="i")),
    Step("log", "log(w(n, i)) <= w(n, i) - 1", analysis("log(z) <= z - 1", "(0, oo)", z="w(n, i)")),
    Step(
        "all",
        GROWTH,
        arithmetic(
            ("-1", inside("sum(_, t, 1, T)", "update")),
            "telescope",
            ("-1", "first"),
            use("log", n="T + 1"),
            use("at most 1", n="T + 1"),
        ),
    ),
    given={
        "first": Given("log(w(1, i)) = -log(K)"),
        "update": Given("log(w(t + 1, i)) = log(w(t, i)) + x(t, i)"),
        "weights": Given("sum(w(n, j), j, 1, K) = 1"),
    },
)

AHEAD: Final = "w(j)*(v(j) - v(i))"
BEHIND: Final = "sum(w(j)*v(j), j, 1, K) - v(i) <= (K - 1)*s"
theorem(
    "behind one of the experts",
    anything(
        "weights and losses of one round",
        {"K": "integer, 1 <= K", "s": "real, 0 <= s"},
        {"w": WEIGHT, "v": Named(index=EXPERT)},
        (
            {"K": Fraction(2), "s": Fraction(1), "w": _third, "v": lambda i: Fraction(i - 1)},
            {"K": Fraction(1), "s": Fraction(1), "w": Fraction, "v": Fraction},
        ),
        EXPERTS,
    ),
    BEHIND,
    Step("at most 1", "w(i) <= 1", apply("a weight is at most 1", "weights", K="K", w="i: w(i)", i="i")),
    Step(
        "ahead",
        f"{AHEAD} <= s",
        arithmetic(("w(j)", use("at most s", i="j")), ("w(j)", "at least 0"), ("s", use("at most 1", i="j"))),
    ),
    Step(
        "others",
        f"sum({AHEAD}, j, 1, K) <= (K - 1)*s",
        apply("all but one", "ahead", f=f"j: {AHEAD}", low="1", k="i", high="K", c="s"),
    ),
    Step("all", BEHIND, arithmetic("others", ("v(i)", "weights"))),
    given={"weights": ADD_UP, "at least 0": Given("0 <= v(i)"), "at most s": Given("v(i) <= s")},
)

theorem(
    "a rate above 0",
    anything(
        "a rate a = sqrt(c L/T)",
        {"T": "real, 0 < T", "L": "real, 0 < L", "c": "real, 0 < c", "a": "real, 0 <= a"},
        {},
        ({"T": Fraction(2), "L": Fraction(1), "c": Fraction(8), "a": Fraction(2)},),
    ),
    "0 < a",
    Step("squared", "c*L/T <= a**2", arithmetic(("-1/T", "rate"))),
    Step("at least", "sqrt(c*L/T) <= a", apply("a root is at most", "squared", x="c*L/T", y="a")),
    Step("all", "0 < a", arithmetic("at least")),
    given={"rate": Given("a**2*T = c*L")},
)
