"""Pinsker's inequality: with a divergence D the total variation is at most sqrt(D/2), as c D/2 + 1/(4 c) for all c > 0.

L is the log of the ratio of two laws p and q, under p, so that w = e^(-L) has mean 1. The total variation is the mean
of (1 - w)+, half of that of |1 - w|. And 3 (1 - w)^2 <= (2 + 4 w) (L - 1 + w), so the inequality of the means bounds
|1 - w|, once divided by c. (Tsybakov 2009, Introduction to Nonparametric Estimation, Lemma 2.5, with Cauchy's
inequality.)
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import as_real
from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, arithmetic, cases, inside

LAWS: Final = (("1/3", "1/2"), ("1/2", "1/2"), ("1/10", "4/5"))


def _setting(p: str, q: str, c: int) -> dict[str, object]:
    one, other = Fraction(p), Fraction(q)
    logs = {0: as_real((1 - one) / (1 - other)).log(), 1: as_real(one / other).log()}
    return {"c": Fraction(c), "P": lambda: {0: 1 - one, 1: one}, "L": lambda y: logs[y]}


RATIO: Final = anything(
    "the log of the ratio of two laws",
    {"c": "real, 0 < c"},
    {"P": LAW, "L": RANDOM},
    tuple(_setting(p, q, c) for p, q in LAWS for c in (1, 3)),
)
V: Final = "E([0 <= L]*(1 - exp(-L)))"
BOUND: Final = "c*(L - 1 + exp(-L)) + W/(4*c)"
TWICE: Final = "(2*[0 <= L] - 1)*(1 - exp(-L))"
theorem(
    "Pinsker's inequality",
    RATIO,
    f"{V} <= c/2*E(L) + 1/(4*c)",
    Step(
        "of a ratio",
        "3*(1 - exp(-L))**2 <= (2 + 4*exp(-L))*(exp(-L) - 1 - log(exp(-L)))",
        analysis("3*(1 - v)**2 <= (2 + 4*v)*(v - 1 - log(v))", "(0, oo)", v="exp(-L)"),
    ),
    Step(
        "of its log",
        "(1 - exp(-L))**2 <= W*(L - 1 + exp(-L))",
        arithmetic(("1/3", "of a ratio")),
    ),
    Step("less", "0 <= (2*c*(1 - exp(-L)) - W)**2", analysis("0 <= z**2", "(-oo, oo)", z="2*c*(1 - exp(-L)) - W")),
    Step("more", "0 <= (2*c*(1 - exp(-L)) + W)**2", analysis("0 <= z**2", "(-oo, oo)", z="2*c*(1 - exp(-L)) + W")),
    Step("up", f"1 - exp(-L) <= {BOUND}", arithmetic(("c/W", "of its log"), ("1/(4*c*W)", "less"))),
    Step("down", f"exp(-L) - 1 <= {BOUND}", arithmetic(("c/W", "of its log"), ("1/(4*c*W)", "more"))),
    Step(
        "either",
        f"{TWICE} <= {BOUND}",
        cases(
            "0 <= L",
            arithmetic("up", ("2*(1 - exp(-L))", "[0 <= L] = 1")),
            arithmetic("down", ("2*(1 - exp(-L))", "[0 <= L] = 0")),
        ),
    ),
    Step(
        "all",
        f"{V} <= c/2*E(L) + 1/(4*c)",
        arithmetic(("1/2", inside("E(_)", "either")), ("c/2 + 1/(6*c) - 1/2", "ratio")),
    ),
    given={"ratio": Given("E(exp(-L)) = 1")},
    let={"W": "(2/3 + 4/3*exp(-L))"},
)
