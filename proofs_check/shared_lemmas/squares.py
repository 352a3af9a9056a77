"""Squares: what is 0 in square, and what is 0 where the squares add up to 0."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

NUMBER: Final = "z <= sqrt(z**2)"
theorem(
    "at most the root of its square",
    anything("any number", {"z": "real"}, {}, tuple({"z": Fraction(z)} for z in (-1, 0, 2))),
    NUMBER,
    Step("not negative", NUMBER, apply("a root is at least", x="z**2", u="z"), ("0 <= z",)),
    Step("all", NUMBER, apply("cases", "not negative", A="z", B="sqrt(z**2)", c="z")),
)
theorem(
    "at most 0 in square",
    anything("a number whose square is 0", {"z": "real"}, {}, ({"z": Fraction(0)},)),
    "z = 0",
    Step("root", "sqrt(z**2) <= 0", apply("a root is at most", "square", x="z**2", y="0")),
    Step("below the root", NUMBER, apply("at most the root of its square", z="z")),
    Step("above", "-z <= sqrt((-z)**2)", apply("at most the root of its square", z="-z")),
    Step("at most", "z <= 0", arithmetic("root", "below the root")),
    Step("at least", "0 <= z", arithmetic("root", "above")),
    Step("all", "z = 0", apply("at most each other", "at most", "at least", A="z", B="0")),
    given={"square": Given("z**2 <= 0")},
)

TABLE: Final = anything(
    "a table whose squares add up to 0",
    {"m": "integer, 0 <= m", "n": "integer, 0 <= n"},
    {"f": Named(index={"i": "integer, 1 <= i, i <= m", "j": "integer, 1 <= j, j <= n"})},
    ({"m": Fraction(2), "n": Fraction(3), "f": lambda *_: Fraction(0)},),
    {"i": "integer, 1 <= i, i <= m", "j": "integer, 1 <= j, j <= n"},
)
ROW: Final = "sum(f(i, j)**2, j, 1, n)"
theorem(
    "squares that add up to 0",
    TABLE,
    "f(i, j) = 0",
    Step(
        "one of a row",
        f"f(i, j)**2 <= {ROW}",
        apply("a term of a sum", f="j: f(i, j)**2", low="1", k="j", high="n"),
    ),
    Step(
        "one row",
        f"{ROW} <= sum({ROW}, i, 1, m)",
        apply("a term of a sum", f=f"i: {ROW}", low="1", k="i", high="m"),
    ),
    Step("at most 0", "f(i, j)**2 <= 0", arithmetic("one of a row", "one row", "all of them")),
    Step("all", "f(i, j) = 0", apply("at most 0 in square", "at most 0", z="f(i, j)")),
    given={"all of them": Given(f"sum({ROW}, i, 1, m) = 0")},
)
