"""What is released as a function of an answer, and of coins, is as private as the answer.

The answer has the densities p and p2 with respect to the law F on two neighbors. Given the answer, the release is the
l-th one with probability k(l); on the neighbors it is so with probability R(l) and R2(l). In the first lemma ``over``
is at least what p is above e^eps p2, so that its mean is at least delta at eps; w(l) is 1 in an event. In the second
one, the mean of p2 (p/p2)^al is e^((al - 1) D) for the Renyi divergence D of order al. With y = log(p/p2) - log(R/R2),
the chord of exp from 0 to al y gives al e^y <= al - 1 + e^(al y).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.models.anything import LAW, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside

RELEASE: Final = {"l": "integer, 1 <= l, l <= N"}
FAIR: Final = {0: Fraction(1, 2), 1: Fraction(1, 2)}
CHANCES: Final = ((Fraction(1, 3), Fraction(2, 3)), (Fraction(3, 4), Fraction(1, 4)))
"""Of the two releases, given the answers 0 and 1."""
DENSITIES: Final = ((Fraction(3, 2), Fraction(1, 2)), (Fraction(2, 3), Fraction(4, 3)))


def _released(which: int, release: int) -> Fraction:
    return sum((FAIR[y] * DENSITIES[which][y] * CHANCES[y][release - 1] for y in FAIR), Fraction(0))


SETTING: Final[dict[str, Any]] = {
    "N": Fraction(2),
    "F": lambda: FAIR,
    "p": lambda y: DENSITIES[0][y],
    "p2": lambda y: DENSITIES[1][y],
    "k": lambda release, y: CHANCES[y][release - 1],
    "R": lambda release: _released(0, release),
    "R2": lambda release: _released(1, release),
}
AT_LEAST_0: Final = Named(space="outcome", range="at least 0")
POSITIVE: Final = Named(space="outcome", range="positive")
KERNEL: Final = Named(index=RELEASE, space="outcome", range="at least 0")
RELEASED: Final = {
    "releases": Given("sum(k(l), l, 1, N) = 1"),
    "first": Given("R(l) = E(p*k(l), F)"),
    "second": Given("R2(l) = E(p2*k(l), F)"),
}

theorem(
    "post-processing",
    anything(
        "a function of a private answer",
        {"N": "integer, 1 <= N", "Z": "real, 0 <= Z"},
        {
            "F": LAW,
            "p": AT_LEAST_0,
            "p2": AT_LEAST_0,
            "over": AT_LEAST_0,
            "k": KERNEL,
            "R": Named(index=RELEASE),
            "R2": Named(index=RELEASE),
            "w": Named(index=RELEASE, range="at least 0"),
        },
        (
            {
                **SETTING,
                "Z": Fraction(2),
                "over": lambda y: (Fraction(1, 6), Fraction(0))[y],
                "w": lambda release: Fraction(2 - release),
            },
        ),
        variables=RELEASE,
    ),
    "sum(w(l)*R(l), l, 1, N) <= Z*sum(w(l)*R2(l), l, 1, N) + E(over, F)",
    Step(
        "release",
        "w(l)*R(l) <= Z*w(l)*R2(l) + E(over*k(l), F)",
        arithmetic(
            ("w(l)", "first"),
            ("w(l)", inside("E(k(l)*_, F)", "above")),
            ("-Z*w(l)", "second"),
            ("E(over*k(l), F)", "event"),
        ),
    ),
    Step(
        "all",
        "sum(w(l)*R(l), l, 1, N) <= Z*sum(w(l)*R2(l), l, 1, N) + E(over, F)",
        arithmetic(inside("sum(_, l, 1, N)", "release"), inside("E(over*_, F)", "releases")),
    ),
    given={**RELEASED, "above": Given("p <= Z*p2 + over"), "event": Given("w(l) <= 1")},
)

LOG_RATIO: Final = "(log(p) - log(p2))"
LOG_RELEASED: Final = "(log(R(l)) - log(R2(l)))"
Y: Final = f"({LOG_RATIO} - {LOG_RELEASED})"
MOMENT: Final = f"exp(al*{LOG_RATIO})"
MOMENT_RELEASED: Final = f"exp(al*{LOG_RELEASED})"
theorem(
    "post-processing, Renyi divergences",
    anything(
        "a function of an answer",
        {"N": "integer, 1 <= N", "al": "real, 1 <= al"},
        {
            "F": LAW,
            "p": POSITIVE,
            "p2": POSITIVE,
            "k": KERNEL,
            "R": Named(index=RELEASE, range="positive"),
            "R2": Named(index=RELEASE, range="positive"),
        },
        ({**SETTING, "al": Fraction(2)}, {**SETTING, "al": Fraction(1)}),
        variables=RELEASE,
    ),
    f"sum(R2(l)*{MOMENT_RELEASED}, l, 1, N) <= E(p2*{MOMENT}, F)",
    Step("share", "1/al <= 1", arithmetic(("1/al", "1 <= al"))),
    Step(
        "chord",
        f"exp({Y}) <= 1 - 1/al + exp(al*{Y})/al",
        apply("chord of exp", "share", w="1/al", x="0", y=f"al*{Y}"),
    ),
    Step(
        "release",
        f"R2(l)*{MOMENT_RELEASED} <= E(p2*k(l)*{MOMENT}, F)",
        arithmetic(
            inside(f"E(al*p2*k(l)*{MOMENT_RELEASED}*_, F)", "chord"),
            (f"al*exp((al - 1)*{LOG_RELEASED})", "first"),
            (f"-(al - 1)*{MOMENT_RELEASED}", "second"),
        ),
    ),
    Step(
        "all",
        f"sum(R2(l)*{MOMENT_RELEASED}, l, 1, N) <= E(p2*{MOMENT}, F)",
        arithmetic(inside("sum(_, l, 1, N)", "release"), inside(f"E(p2*{MOMENT}*_, F)", "releases")),
    ),
    given=RELEASED,
)
