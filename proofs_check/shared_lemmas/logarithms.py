"""Logs of quotients: p log(p/q) is at most p - q + (p - q)^2/(2 s), where p and q are at least s."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything, numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic

MOST: Final = "p - q + (p - q)**2/(2*s)"
TERM: Final = f"p*log(p/q) <= {MOST}"
theorem(
    "a term of a divergence, from above",
    anything(
        "two numbers and a lower bound",
        {"p": "real, 0 < p", "q": "real, 0 < q", "s": "real, 0 < s"},
        {},
        tuple({"p": Fraction(p), "q": Fraction(q), "s": Fraction(s)} for p, q, s in ((2, 1, 1), (1, 5, 1), (3, 4, 2))),
    ),
    TERM,
    Step("ratio", "1 <= p/q", arithmetic(("1/q", "q <= p")), ("q <= p",)),
    Step("ratio below 1", "p/q <= 1", arithmetic(("1/q", "p < q")), ("p < q",)),
    Step(
        "up",
        "p/q*log(p/q) <= p/q - 1 + (p/q - 1)**2/2",
        analysis("v*log(v) <= v - 1 + (v - 1)**2/2", "[1, oo)", "ratio", v="p/q"),
        ("q <= p",),
    ),
    Step(
        "down",
        "p/q*log(p/q) <= p/q - 1 + (p/q - 1)**2/(2*(p/q))",
        analysis("v*log(v) <= v - 1 + (v - 1)**2/(2*v)", "(0, 1]", "ratio below 1", v="p/q"),
        ("p < q",),
    ),
    Step("square", "0 <= (p - q)**2", analysis("0 <= z**2", "(-oo, oo)", z="p - q")),
    Step("over q", "1/(2*q) <= 1/(2*s)", arithmetic(("1/(2*s*q)", "below q"))),
    Step("over p", "1/(2*p) <= 1/(2*s)", arithmetic(("1/(2*s*p)", "below p"))),
    Step("q is less", TERM, arithmetic(("q", "up"), ("1/(2*s) - 1/(2*q)", "square")), ("q <= p",), ("over q",)),
    Step("p is less", TERM, arithmetic(("q", "down"), ("1/(2*s) - 1/(2*p)", "square")), ("p < q",), ("over p",)),
    Step("all", TERM, apply("cases", "q is less", "p is less", A="p*log(p/q)", B=MOST, c="p - q")),
    given={"below p": Given("s <= p"), "below q": Given("s <= q")},
)

theorem(
    "log of a quotient",
    numbers(p="real, 0 < p", q="real, 0 < q"),
    "log(p/q) = log(p) - log(q)",
    Step("all", "log(p/q) = log(p) - log(q)", arithmetic()),
)
theorem(
    "power of minus a log",
    numbers(x="real, 0 < x"),
    "exp(-log(x)) = 1/x",
    Step("power", "exp(log(x)) = x", apply("exp of log", A="x")),
    Step("all", "exp(-log(x)) = 1/x", arithmetic(("-exp(-log(x))/x", "power"))),
)
