"""The root of a square, for positive numbers, bounds of roots, and numbers with a smaller square."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything, numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

SUM = "(sqrt(u**2) + u)"
ROOT = theorem(
    "root of a square",
    numbers(u="real, 0 < u"),
    "sqrt(u**2) = u",
    Step("all", "sqrt(u**2) = u", arithmetic()),
)
AT_MOST = "sqrt(x) <= y"
BOUNDED = theorem(
    "a root is at most",
    anything(
        "a number below a square",
        {"x": "real, 0 <= x", "y": "real, 0 <= y"},
        {},
        ({"x": Fraction(2), "y": Fraction(3, 2)}, {"x": Fraction(0), "y": Fraction(0)}),
    ),
    AT_MOST,
    Step("some", AT_MOST, arithmetic(("1/(y + sqrt(x))", "square")), ("0 < sqrt(x)",)),
    Step("all", AT_MOST, apply("cases", "some", A="sqrt(x)", B="y", c="-sqrt(x)")),
    given={"square": Given("x <= y**2")},
)
ROOTED = "u <= sqrt(x)"
BELOW = theorem(
    "a root is at least",
    anything(
        "a number whose square is below another",
        {"x": "real, 0 <= x", "u": "real, 0 <= u"},
        {},
        ({"x": Fraction(2), "u": Fraction(1)}, {"x": Fraction(0), "u": Fraction(0)}),
    ),
    ROOTED,
    Step("some", ROOTED, arithmetic(("1/(u + sqrt(x))", "square")), ("0 < u",)),
    Step("all", ROOTED, apply("cases", "some", A="u", B="sqrt(x)", c="-u")),
    given={"square": Given("u**2 <= x")},
)

theorem(
    "smaller square",
    anything(
        "two numbers and their squares",
        {"p": "real, 0 <= p", "q": "real, 0 < q"},
        {},
        tuple({"p": Fraction(p), "q": Fraction(2)} for p in (0, 1, 2)),
    ),
    "p <= q",
    Step("all", "p <= q", arithmetic(("1/(p + q)", "squares"))),
    given={"squares": Given("p**2 <= q**2")},
)
