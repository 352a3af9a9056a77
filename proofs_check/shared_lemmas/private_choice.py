"""The exponential mechanism is private: where exponents move by at most D, probabilities do by at most e^(2 D).

McSherry and Talwar 2007, Theorem 6, with any weights pi(j), at least 0, of what may be chosen, and any event, in which
e(j) is 1. A moved exponent changes each factor, and so the sum of all of them, by at most e^D.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.exact import exp
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, arithmetic, inside

CHOICE: Final = {"j": "integer, 1 <= j, j <= K"}
BASE: Final = (Fraction(1), Fraction(2), Fraction(0))
FIRST, SECOND = (Fraction(1), Fraction(-1), Fraction(3)), (Fraction(0), Fraction(0), Fraction(3))


def _factor(exponents: tuple[Fraction, ...], j: int) -> Any:
    return exp(exponents[j - 1]) * BASE[j - 1]


def _total(exponents: tuple[Fraction, ...]) -> Any:
    return _factor(exponents, 1) + _factor(exponents, 2)


def _event(exponents: tuple[Fraction, ...], event: tuple[int, ...]) -> Any:
    return sum((_factor(exponents, j) for j in event), Fraction(0)) / _total(exponents)


def _setting(*event: int) -> dict[str, Any]:
    return {
        "K": Fraction(3),
        "D": Fraction(1),
        "Z": _total(FIRST),
        "Z2": _total(SECOND),
        "p": _event(FIRST, event),
        "p2": _event(SECOND, event),
        "e": lambda j: Fraction(int(j in event)),
        "pi": lambda j: BASE[j - 1],
        "x": lambda j: FIRST[j - 1],
        "y": lambda j: SECOND[j - 1],
    }


PRIVATE: Final = "p <= exp(2*D)*p2"
EVENT2: Final = "sum(e(j)*pi(j)*exp(y(j)), j, 1, K)"
theorem(
    "the exponential mechanism is private",
    anything(
        "the exponential mechanism on two data sets",
        {
            "K": "integer, 1 <= K",
            "D": "real",
            "Z": "real, 0 < Z",
            "Z2": "real, 0 < Z2",
            "p": "real",
            "p2": "real",
        },
        {
            "e": Named(index=CHOICE, range="at least 0"),
            "pi": Named(index=CHOICE, range="at least 0"),
            "x": Named(index=CHOICE),
            "y": Named(index=CHOICE),
        },
        (_setting(1), _setting(2, 3), _setting(3)),
        CHOICE,
    ),
    PRIVATE,
    Step(
        "all weights",
        "Z2 <= exp(D)*Z",
        arithmetic(inside("sum(pi(j)*exp(_), j, 1, K)", "down"), "weights, new", ("-exp(D)", "weights")),
    ),
    Step("new", "0 <= p2", arithmetic(("-1/Z2", "mechanism, new"))),
    Step(
        "all",
        PRIVATE,
        arithmetic(
            ("1/Z", "mechanism"),
            ("1/Z", inside("sum(e(j)*pi(j)*exp(_), j, 1, K)", "up")),
            ("-exp(D)/Z", "mechanism, new"),
            ("exp(D)*p2/Z", "all weights"),
        ),
        defined=("new",),
    ),
    given={
        "up": Given("x(j) <= D + y(j)"),
        "down": Given("y(j) <= D + x(j)"),
        "weights": Given("Z = sum(pi(j)*exp(x(j)), j, 1, K)"),
        "weights, new": Given("Z2 = sum(pi(j)*exp(y(j)), j, 1, K)"),
        "mechanism": Given("p*Z = sum(e(j)*pi(j)*exp(x(j)), j, 1, K)"),
        "mechanism, new": Given(f"p2*Z2 = {EVENT2}"),
    },
)
