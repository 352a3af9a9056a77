"""One record moves a sum over records by at most the width of an interval that holds all terms."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, together, use

RECORD: Final = {"i": "integer, 1 <= i, i <= n"}
SUM, SUM2 = "sum(f(i), i, 1, n)", "sum(g(i), i, 1, n)"
NEAR: Final = f"{SUM} - {SUM2} <= w and {SUM2} - {SUM} <= w"
theorem(
    "one record moves a sum by at most the width",
    anything(
        "a number of each record of two data sets",
        {"n": "integer, 1 <= n", "k": "integer, 1 <= k, k <= n", "low": "real", "w": "real"},
        {"f": Named(index=RECORD), "g": Named(index=RECORD)},
        (
            {
                "n": Fraction(3),
                "k": Fraction(2),
                "low": Fraction(-1),
                "w": Fraction(width),
                "f": lambda i: Fraction(1, i),
                "g": lambda i: Fraction(-1) if i == 2 else Fraction(1, i),
            }
            for width in (2, 5)
        ),
        RECORD,
    ),
    NEAR,
    Step(
        "one term",
        f"{SUM} - {SUM2} = f(k) - g(k)",
        apply("sums that differ in one term", "one record", f="i: f(i)", g="i: g(i)", low="1", k="k", high="n"),
    ),
    Step("up", f"{SUM} - {SUM2} <= w", arithmetic("one term", use("at most", i="k"), use("at least, new", i="k"))),
    Step(
        "down",
        f"{SUM2} - {SUM} <= w",
        arithmetic(("-1", "one term"), use("at most, new", i="k"), use("at least", i="k")),
    ),
    Step("all", NEAR, together("up", "down")),
    given={
        "one record": Given("(i - k)*(f(i) - g(i)) = 0"),
        "at least": Given("low <= f(i)"),
        "at most": Given("f(i) <= low + w"),
        "at least, new": Given("low <= g(i)"),
        "at most, new": Given("g(i) <= low + w"),
    },
)
