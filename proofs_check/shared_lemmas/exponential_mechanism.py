"""The exponential mechanism rarely chooses what scores far below v, where some choice m scores at least v.

Dwork and Roth 2014, Theorem 3.11, with |C| - 1 in the place of |C|: m itself is not far below m. All weights are at
least 0, so their sum is at least that of m, and what is chosen with a score below v - g has a weight below e^(-eps
g/2) of that.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import exp
from dpassay.exact.dist import total
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, cases, inside, use

CHOICE: Final = {"h": "integer, 1 <= h, h <= C"}
WEIGHTS: Final = tuple(exp(Fraction(score, 2)) for score in (-1, -3, 0))
ALL: Final = total(WEIGHTS)
MECHANISM: Final = anything(
    "the exponential mechanism",
    {
        "C": "integer, 1 <= C",
        "m": "integer, 1 <= m, m <= C",
        "eps": "real, 0 <= eps",
        "v": "real",
        "g": "real, 0 <= g",
        "Z": "real, 0 < Z",
    },
    {"u": Named(index=CHOICE), "p": Named(index=CHOICE, range="at least 0")},
    tuple(
        {
            "C": Fraction(3),
            "m": Fraction(m),
            "eps": Fraction(1),
            "v": Fraction(-1),
            "g": Fraction(g),
            "Z": ALL,
            "u": lambda h: (-1, -3, 0)[h - 1],
            "p": lambda h: WEIGHTS[h - 1] / ALL,
        }
        for m in (1, 3)
        for g in (0, 1, 2)
    ),
    CHOICE,
)
FAR: Final = ("u(h) < v - g",)
NEAR: Final = ("v - g <= u(h)",)
TERM: Final = "p(h)*[u(h) < v - g] <= exp(-eps*g/2)"
theorem(
    "the exponential mechanism is accurate",
    MECHANISM,
    "sum(p(h)*[u(h) < v - g], h, 1, C) <= (C - 1)*exp(-eps*g/2)",
    Step(
        "one weight",
        "exp(eps*u(m)/2) <= sum(exp(eps*u(j)/2), j, 1, C)",
        apply("a term of a sum", f="j: exp(eps*u(j)/2)", low="1", k="m", high="C"),
    ),
    Step(
        "floor", "exp(eps*v/2) <= Z", arithmetic(inside("exp(eps/2*_)", "benchmark"), "one weight", ("-1", "weights"))
    ),
    Step(
        "probability",
        "p(h) <= exp(eps*(u(h) - v)/2)",
        arithmetic("mechanism", ("exp(eps*(u(h) - v)/2)/Z", "floor")),
    ),
    Step("exponent", "eps*(u(h) - v)/2 <= -eps*g/2", arithmetic(("eps/2", "u(h) < v - g")), FAR),
    Step(
        "nothing",
        "p(h)*[u(h) < v - g] <= 0",
        arithmetic(("p(h)", "[u(h) < v - g] = 0")),
        NEAR,
    ),
    Step(
        "term",
        TERM,
        cases(
            "v - g <= u(h)",
            arithmetic("nothing"),
            arithmetic("probability", inside("exp(_)", "exponent"), ("p(h)", "[u(h) < v - g] = 1")),
        ),
    ),
    Step("itself", "p(m)*[u(m) < v - g] <= 0", arithmetic(use("nothing", h="m")), defined=("benchmark",)),
    Step(
        "all",
        "sum(p(h)*[u(h) < v - g], h, 1, C) <= (C - 1)*exp(-eps*g/2)",
        apply("all but one", "term", "itself", f="h: p(h)*[u(h) < v - g]", low="1", k="m", high="C", c="exp(-eps*g/2)"),
    ),
    given={
        "benchmark": Given("v <= u(m)"),
        "weights": Given("Z = sum(exp(eps*u(j)/2), j, 1, C)"),
        "mechanism": Given("p(h) = exp(eps*u(h)/2)/Z"),
    },
)
