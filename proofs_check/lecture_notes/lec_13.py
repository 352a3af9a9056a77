"""LEC-13: ln E e^(b X) <= E e^(b X) - 1 <= b E X + b^2 for X in [0, 1] and 0 < b <= 1.79.

Lecture notes, Section 2, proof of Theorem 2, second display, with b for alpha. The first inequality is ln z <= z - 1.
For the second one, exp is convex, so e^(b X) lies below its chord 1 + X (e^b - 1) over [0, 1]; and e^b <= 1 + b + b^2
up to 1.79, so the chord is at most 1 + b X + X b^2, and X <= 1. The threshold is the root of e^b = 1 + b + b^2,
between 1.793282 and 1.793283: 1.79 is safe, and 1.80 is not. The two ends are related so for every real b: b^2/8 is
enough (LEC-14-sharp).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import exp
from dpassay.proofs_check.claim import Case, Goal, Guide, Hunt, Twin, claim
from dpassay.proofs_check.instances import PROBABILITY, entries, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import inequality
from dpassay.proofs_check.lecture_notes.reward_games import SMALL_RATE
from dpassay.proofs_check.models.anything import LAW, anything
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, inside


@claim(
    "LEC-13",
    location="proof of Theorem 2, second display",
    latex=r"\ln \mathbb{E}[e^{\alpha X}] \le \mathbb{E}[e^{\alpha X}] - 1 \le \mathbb{E}[\alpha X + \alpha^2]\quad "
    r"(0 < \alpha \le 1.79,\ X \in [0, 1])",
    text="For 0 < alpha <= 1.79 and X in [0, 1]: ln E e^{alpha X} <= E e^{alpha X} - 1 <= alpha E X + alpha^2.",
    checked=("0 < alpha <= 1.79",),
)
def lec_13() -> Case:
    """The chord, and the sign of 1 + a + a^2 - e^a."""
    return Case(
        sharper=(
            Goal(
                "it holds up to 1.793282",
                inequality("1 + a + a**2 - exp(a)", "a", "(0, 1793282/1000000]", ">"),
            ),
            Goal(
                "and fails from 1.793283 on, at X = 1",
                inequality("exp(a) - 1 - a - a**2", "a", "[1793283/1000000, oo)", ">"),
            ),
        ),
        hunts=(Hunt("lec13", _small_rates, QUADRATIC),),
        twins=(
            Twin("up to 1.80", inequality("1 + a + a**2 - exp(a)", "a", "(0, 180/100]", ">")),
            Twin("from 1.79 on", inequality("exp(a) - 1 - a - a**2", "a", "[179/100, oo)", ">"), of=1),
        ),
        remarks=(
            "The threshold is the positive root of e^a = 1 + a + a^2, between 1.793282 and 1.793283: 1.79 is safe "
            "and 1.80 is not.",
            "The two ends, ln E e^{alpha X} <= alpha E X + alpha^2, are related so for every real alpha: alpha^2/8 "
            "is enough (LEC-14-sharp).",
        ),
    )


@told(
    "lec13",
    "e^(alpha X) <= 1 + alpha X + alpha^2 for alpha <= 1.79 and X in [0, 1]",
    entries(alpha=SMALL_RATE, X=PROBABILITY),
)
def _is_below_the_quadratic(instance: Instance) -> bool:
    alpha, x = Fraction(instance["alpha"]), Fraction(instance["X"])
    return at_most(exp(alpha * x), 1 + alpha * x + alpha**2)


def _small_rates() -> Iterator[Instance]:
    return ({"alpha": alpha, "X": x} for alpha, x in product(("1/10", "1", "179/100"), ("0", "1/2", "1")))


QUADRATIC: Final = Guide(
    {"alpha": (0.01, 1.8), "X": (0.0, 1.0)},
    lambda at: 1 - (math.exp(at["alpha"] * at["X"]) - 1 - at["alpha"] * at["X"]) / at["alpha"] ** 2,
    lambda at: {"alpha": str(at["alpha"]), "X": str(at["X"])},
)
THIRDS = {0: Fraction(1, 3), 1: Fraction(2, 3)}
BOUNDED = anything(
    "a random variable in [0, 1] and a rate of at most 1.79",
    {"b": "real, 0 < b, b <= 179/100"},
    {"P": LAW, "X": Named(space="outcome", range="at least 0")},
    (
        {"b": Fraction(179, 100), "P": lambda: THIRDS, "X": Fraction},
        {"b": Fraction(1, 2), "P": lambda: THIRDS, "X": lambda y: Fraction(2 - y, 3)},
    ),
)
theorem(
    "LEC-13",
    BOUNDED,
    "log(M) <= M - 1 and M - 1 <= b*E(X) + b**2",
    Step("chord", "exp(b*X) <= 1 + X*(exp(b) - 1)", apply("chord of exp", "at most 1", w="X", x="0", y="b")),
    Step("at 1", "1 + b + b**2 - exp(b) >= 0", analysis("1 + z + z**2 - exp(z) >= 0", "(0, 179/100]", z="b")),
    Step("quadratic", "exp(b*X) <= 1 + b*X + b**2", arithmetic("chord", ("X", "at 1"), ("b**2", "at most 1"))),
    Step("log", "log(M) <= M - 1", analysis("log(z) <= z - 1", "(0, oo)", z="M")),
    Step("all", "M - 1 <= b*E(X) + b**2", arithmetic(inside("E(_)", "quadratic"))),
    let={"M": "E(exp(b*X))"},
    given={"at most 1": Given("X <= 1")},
)
