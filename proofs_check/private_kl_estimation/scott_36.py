"""SCOTT-36: Appendix A.1, 1 - 1/x <= log x <= x - 1 for all real x >= 0.

At x = 0 neither 1/x nor log x is a number. Nothing depends on it: r is above 0 where P and Pi have full support.

SCOTT-36-corrected: for x > 0; and so log^2 x is at most (x - 1)^2 for x >= 1, and at most (1 - 1/x)^2 for x <= 1, which
is the display after it. What it is used for is another matter (SCOTT-12b).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import FROM_0, entries, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, arithmetic

IS_NUMBER: Final = entries(x=FROM_0)


def _is_between(x: Fraction) -> bool:
    return at_most(as_real(1 - 1 / x), as_real(log(x))) and at_most(as_real(log(x)), as_real(x - 1))


told("scott36", "1 - 1/x and log x are numbers, and 1 - 1/x <= log x <= x - 1", IS_NUMBER)(
    lambda instance: Fraction(instance["x"]) > 0 and _is_between(Fraction(instance["x"]))
)
told("scott36-above", "x is 0, or 1 - 1/x <= log x <= x - 1", IS_NUMBER)(
    lambda instance: Fraction(instance["x"]) == 0 or _is_between(Fraction(instance["x"]))
)


def _numbers() -> Iterator[Instance]:
    return ({"x": x} for x in ("1/2", "0"))


@claim(
    "SCOTT-36",
    location="A.1, after (1)",
    latex=r"1 - \tfrac1x \le \log x \le x - 1 \quad \forall x \in \mathbb R_{\ge 0}",
    text="For every real x >= 0, 1 - 1/x <= log x <= x - 1.",
    corrected_by="SCOTT-36-corrected",
    no_formula="log 0 and 1/0 are no numbers, and formulas are on numbers",
)
def scott_36() -> Case:
    """x = 0."""
    return Case(
        argument="At x = 0 neither 1/x nor log x is a number.",
        counterexample=Goal("x = 0", counterexample("scott36"), Hunt("scott36", _numbers)),
        twins=(Twin("x is 0, or it holds", counterexample("scott36-above")),),
    )


@claim(
    "SCOTT-36-corrected",
    location="A.1, after (1), with the display after it",
    latex=r"1 - \tfrac1x \le \log x \le x - 1,\ \log^2 x \le (x - 1)^2 \text{ if } x \ge 1,\ \log^2 x \le (1 - "
    r"\tfrac1x)^2 \text{ if } x \le 1 \quad \forall x > 0",
    text="For every real x > 0, 1 - 1/x <= log x <= x - 1; and log^2 x <= (x - 1)^2 if x >= 1, log^2 x <= "
    "(1 - 1/x)^2 if x <= 1.",
)
def scott_36_corrected() -> Case:
    """log lies below its tangents."""
    return Case()


POSITIVE: Final = numbers(x="real, 0 < x")
LOW: Final = "1 - 1/x <= log(x)"
HIGH: Final = "log(x) <= x - 1"
BETWEEN: Final = (
    Step("low", LOW, analysis("1 - 1/z <= log(z)", "(0, oo)", z="x")),
    Step("high", HIGH, analysis("log(z) <= z - 1", "(0, oo)", z="x")),
)
FROM_1: Final = "log(x)**2 <= (x - 1)**2"
UP_TO_1: Final = "log(x)**2 <= (1 - 1/x)**2"
theorem(
    "SCOTT-36-corrected: from 1 on",
    numbers(x="real, 1 <= x"),
    FROM_1,
    *BETWEEN,
    Step("sum", "0 <= x - 1 + log(x)", arithmetic("low", ("1/x", "1 <= x"), "1 <= x")),
    Step("all", FROM_1, arithmetic(("x - 1 + log(x)", "high")), (), ("sum",)),
)
theorem(
    "SCOTT-36-corrected: up to 1",
    numbers(x="real, 0 < x, x <= 1"),
    UP_TO_1,
    *BETWEEN,
    Step("sum", "0 <= 1/x - 1 - log(x)", arithmetic(("1/x", "x <= 1"), "high", "x <= 1")),
    Step("all", UP_TO_1, arithmetic(("1/x - 1 - log(x)", "low")), (), ("sum",)),
)
theorem(
    "SCOTT-36-corrected",
    POSITIVE,
    f"{LOW} and {HIGH}",
    *BETWEEN,
    also=("SCOTT-36-corrected: from 1 on", "SCOTT-36-corrected: up to 1"),
)
