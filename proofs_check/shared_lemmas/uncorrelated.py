"""Uncorrelated quantities: their mean squares add up, and the variance of an average of T is that of one over T."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.models.anything import LAW, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside, use

ROUND: Final = "integer, 1 <= t, t <= T"
SIGNS: Final = dict.fromkeys(product((-1, 1), repeat=2), Fraction(1, 4))
SQUARE: Final = "E(sum(X(t), t, 1, n)**2) = n*v"
CROSS: Final = "sum(X(t)*X(n + 1), t, 1, n)"
theorem(
    "squares of uncorrelated quantities add up",
    anything(
        "random quantities, no two of which are correlated",
        {"T": "integer, 1 <= T", "v": "real"},
        {"P": LAW, "X": Named(index={"t": ROUND}, space="outcome")},
        ({"T": Fraction(2), "v": Fraction(9), "P": lambda: SIGNS, "X": lambda t, y: Fraction(3 * y[t - 1])},),
        {"t": ROUND, "s": "integer, 1 <= s, s <= t - 1", "n": "integer, 0 <= n, n <= T - 1"},
        tuple(SIGNS),
    ),
    "E(sum(X(t), t, 1, T)**2) = T*v",
    Step(
        "last",
        "sum(X(t), t, 1, n + 1) = sum(X(t), t, 1, n) + X(n + 1)",
        apply("last term", f="t: X(t)", low="1", high="n + 1"),
    ),
    Step(
        "square",
        "sum(X(t), t, 1, n + 1)**2 = (sum(X(t), t, 1, n) + X(n + 1))**2",
        arithmetic(("sum(X(t), t, 1, n + 1) + sum(X(t), t, 1, n) + X(n + 1)", "last")),
    ),
    Step(
        "next",
        "E(sum(X(t), t, 1, n + 1)**2) = (n + 1)*v",
        arithmetic(
            inside("E(_)", "square"),
            ("2", inside("sum(_, t, 1, n)", "no correlation", s="t", t="n + 1")),
            SQUARE,
            use("second moment", t="n + 1"),
        ),
        (SQUARE,),
    ),
    Step(
        "all",
        "E(sum(X(t), t, 1, T)**2) = T*v",
        apply(
            "induction of equalities",
            "next",
            low="0",
            high="T",
            f="n: E(sum(X(t), t, 1, n)**2)",
            g="n: n*v",
        ),
    ),
    given={"second moment": Given("E(X(t)**2) = v"), "no correlation": Given("E(X(s)*X(t)) = 0")},
)

MEANS: Final = anything(
    "draws of one mean and second moment, and their average",
    {"T": "integer, 1 <= T", "d": "real", "v": "real"},
    {
        "P": LAW,
        "X": Named(index={"t": ROUND}, space="outcome"),
        "A": Named(space="outcome"),
    },
    (
        {
            "T": Fraction(2),
            "d": Fraction(1),
            "v": Fraction(10),
            "P": lambda: SIGNS,
            "X": lambda t, y: Fraction(1 + 3 * y[t - 1]),
            "A": lambda y: 1 + Fraction(3, 2) * sum(y),
        },
    ),
    {"t": ROUND, "s": "integer, 1 <= s, s <= t - 1"},
    tuple(SIGNS),
)
MEAN: Final = "E(A) = d"
AVERAGE: Final = {"mean": Given("E(X(t)) = d"), "average": Given("A = sum(X(t), t, 1, T)/T")}
theorem(
    "mean of an average",
    MEANS,
    MEAN,
    Step(
        "all",
        MEAN,
        arithmetic(inside("E(_)", "average"), ("1/T", inside("sum(_, t, 1, T)", "mean"))),
    ),
    given=AVERAGE,
)
OWN: Final = {"T": "T", "d": "d", "v": "v", "P": "P", "X": "t: X(t)", "A": "A"}
SPREAD: Final = "E((A - E(A))**2) = (v - d**2)/T"
FROM_MEAN: Final = "sum(X(t) - d, t, 1, T)"
theorem(
    "variance of an average",
    MEANS,
    SPREAD,
    Step("centered", "E((X(t) - d)**2) = v - d**2", arithmetic("second moment", ("-2*d", "mean"))),
    Step(
        "no correlation",
        "E((X(s) - d)*(X(t) - d)) = 0",
        arithmetic("independent", ("E(X(t)) - d", use("mean", t="s"))),
    ),
    Step(
        "sum",
        f"E({FROM_MEAN}**2) = T*(v - d**2)",
        apply(
            "squares of uncorrelated quantities add up",
            "centered",
            "no correlation",
            T="T",
            v="v - d**2",
            P="P",
            X="t: X(t) - d",
        ),
    ),
    Step("center", MEAN, apply("mean of an average", "mean", "average", **OWN)),
    Step(
        "square",
        f"(A - E(A))**2 = ({FROM_MEAN}/T)**2",
        arithmetic(("A + sum(X(t), t, 1, T)/T - 2*d", "average"), ("E(A) + d - 2*A", "center")),
    ),
    Step("all", SPREAD, arithmetic(inside("E(_)", "square"), ("1/T**2", "sum"))),
    given={
        **AVERAGE,
        "second moment": Given("E(X(t)**2) = v"),
        "independent": Given("E(X(s)*X(t)) = E(X(s))*E(X(t))"),
    },
)
