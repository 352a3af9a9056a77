"""Lemma for Theorem 3.2: what a coin loses where the quotient in line 6 changes by a factor of at most e^D.

S = min(1, Q) changes by at most e^D too. The probability that x is drawn anew is q = 1 - (1 - p) S. It is at least p,
and it moves by at most 1 - e^-D <= D. So S loses at most D, and q at most log(1 + D/p) <= D/p.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import log
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, together

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)


def _line_6(s: str, quotient: str) -> Given:
    return Given(f"{s} = {quotient} + [1 < {quotient}]*(1 - {quotient})")


QUOTIENTS: Final = {"D": "real, 0 <= D", "Q": "real, 0 < Q", "Q2": "real, 0 < Q2", "S": "real", "S2": "real"}
CAPS: Final = {
    "line 6": _line_6("S", "Q"),
    "line 6, other": _line_6("S2", "Q2"),
    "up": Given("Q <= exp(D)*Q2"),
}
theorem(
    "at most 1 and at most the quotient",
    anything(
        "a quotient", {"Q": "real", "S": "real"}, {}, ({"Q": HALF, "S": HALF}, {"Q": Fraction(2), "S": Fraction(1)})
    ),
    "S <= Q and S <= 1",
    Step("over", "0 <= [1 < Q]*(Q - 1)", apply("what is above", x="Q", y="1")),
    Step("under", "0 <= (1 - [1 < Q])*(1 - Q)", apply("what is above", x="Q", y="1")),
    Step("at most Q", "S <= Q", arithmetic("line 6", "over")),
    Step("at most 1", "S <= 1", arithmetic("line 6", "under")),
    Step("all", "S <= Q and S <= 1", together("at most Q", "at most 1")),
    given={"line 6": CAPS["line 6"]},
)
theorem(
    "capped quotients",
    anything(
        "two quotients, and what is at most 1",
        QUOTIENTS,
        {},
        (
            {"D": log(2).as_real(), "Q": THIRD, "Q2": HALF, "S": THIRD, "S2": HALF},
            {"D": log(2).as_real(), "Q": Fraction(3), "Q2": Fraction(2), "S": Fraction(1), "S2": Fraction(1)},
            {"D": log(2).as_real(), "Q": Fraction(3, 2), "Q2": Fraction(4, 5), "S": Fraction(1), "S2": Fraction(4, 5)},
        ),
    ),
    "S <= exp(D)*S2",
    Step("at most Q", "S <= Q", apply("at most 1 and at most the quotient", "line 6", Q="Q", S="S")),
    Step("at most 1", "S <= 1", apply("at most 1 and at most the quotient", "line 6", Q="Q", S="S")),
    Step("or not", "[1 < Q2] <= 1", apply("what is above", x="Q2", y="1")),
    Step("growth", "exp(0) <= exp(D)", apply("exp grows", A="0", B="D")),
    Step(
        "all",
        "S <= exp(D)*S2",
        arithmetic(
            ("1 - [1 < Q2]", "at most Q"),
            ("1 - [1 < Q2]", "up"),
            ("[1 < Q2]", "at most 1"),
            ("[1 < Q2]", "growth"),
            ("-exp(D)", "line 6, other"),
        ),
        (),
        ("or not",),
    ),
    given=CAPS,
)
theorem(
    "logs within a factor",
    anything(
        "two numbers within a factor",
        {"A": "real, 0 < A", "B": "real, 0 < B", "D": "real"},
        {},
        ({"A": Fraction(3), "B": Fraction(2), "D": log(2).as_real()},),
    ),
    "log(A) - log(B) <= D",
    Step("logs", "log(A) <= log(exp(D)*B)", apply("log grows", "within", A="A", B="exp(D)*B")),
    Step("product", "log(exp(D)*B) = log(exp(D)) + log(B)", apply("log of a product", A="exp(D)", B="B")),
    Step("exponent", "log(exp(D)) = D", apply("log of exp", A="D")),
    Step("all", "log(A) - log(B) <= D", arithmetic("logs", "product", "exponent")),
    given={"within": Given("A <= exp(D)*B")},
)
LOSSES: Final = "log(S) - log(S2) <= D/p and log(q) - log(q2) <= D/p"
SAME: Final = {"Q": "Q", "Q2": "Q2", "S": "S", "S2": "S2"}
theorem(
    "a coin whose quotient changes",
    anything(
        "two quotients, and two coins",
        {
            **QUOTIENTS,
            "p": "real, 0 < p, p < 1",
            "S": "real, 0 < S",
            "S2": "real, 0 < S2",
            "q": "real, 0 < q",
            "q2": "real, 0 < q2",
        },
        {},
        (
            {"D": log(2).as_real(), "Q": THIRD, "Q2": HALF, "S": THIRD, "S2": HALF, "p": HALF}
            | {"q": Fraction(5, 6), "q2": Fraction(3, 4)},
            {"D": log(2).as_real(), "Q": Fraction(3, 2), "Q2": Fraction(4, 5), "S": Fraction(1), "S2": Fraction(4, 5)}
            | {"p": THIRD, "q": THIRD, "q2": Fraction(7, 15)},
        ),
    ),
    LOSSES,
    Step("kept", "S <= exp(D)*S2", apply("capped quotients", "line 6", "line 6, other", "up", D="D", **SAME)),
    Step(
        "kept, other",
        "S2 <= exp(D)*S",
        apply("capped quotients", "line 6, other", "line 6", "down", D="D", Q="Q2", Q2="Q", S="S2", S2="S"),
    ),
    Step("at most 1", "S2 <= 1", apply("at most 1 and at most the quotient", "line 6, other", Q="Q2", S="S2")),
    Step("loss of S", "log(S) - log(S2) <= D", apply("logs within a factor", "kept", A="S", B="S2", D="D")),
    Step("change", "1 - exp(-D) <= D", analysis("1 - exp(-z) <= z", "[0, oo)", z="D")),
    Step(
        "moves",
        "S2 - S <= D",
        arithmetic(("exp(-D)", "kept, other"), ("S2", "change"), ("D", "at most 1")),
    ),
    Step("at least p", "p <= q2", arithmetic(("-1", "line 7, other"), ("1 - p", "at most 1"))),
    Step(
        "q moves",
        "q - q2 <= D",
        arithmetic(("1 - p", "moves"), "line 7", ("-1", "line 7, other")),
    ),
    Step("tangent", "1 + D/p <= exp(D/p)", analysis("1 + z <= exp(z)", "[0, oo)", z="D/p")),
    Step("drawn", "q <= exp(D/p)*q2", arithmetic("q moves", ("D/p", "at least p"), ("q2", "tangent"))),
    Step("loss of q", "log(q) - log(q2) <= D/p", apply("logs within a factor", "drawn", A="q", B="q2", D="D/p")),
    Step("over p", "log(S) - log(S2) <= D/p", arithmetic("loss of S", ("D/p", "p < 1"))),
    Step("all", LOSSES, together("over p", "loss of q")),
    given={
        **CAPS,
        "down": Given("Q2 <= exp(D)*Q"),
        "line 7": Given("q = 1 - (1 - p)*S"),
        "line 7, other": Given("q2 = 1 - (1 - p)*S2"),
    },
)
