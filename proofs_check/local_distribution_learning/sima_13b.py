"""SIMA-13b: log(1 + x) >= x/2 for x <= 1, the reason for (b) in (19).

False for negative x, where the logarithm is below x. It is used at x = a/(4 - a). SIMA-13b-corrected: it holds for 0
<= x <= 5/2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import PROBABILITY, entries, rational, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Model, Step, analysis


def _log_half(instance: Instance) -> bool:
    x = Fraction(instance["x"])
    return at_most(LogForm(x / 2), log(1 + x))


told(
    "sima13b",
    "log(1 + x) >= x/2 for x <= 1",
    entries(x=rational("(-1, 1]")),
    lambda instance: {"log(1 + x)": log(1 + Fraction(instance["x"])), "x/2": Fraction(instance["x"]) / 2},
)(_log_half)


told(
    "sima13b-range",
    "log(1 + x) >= x/2 for 0 <= x <= 1",
    entries(x=PROBABILITY),
)(_log_half)


def _arguments() -> Iterator[Instance]:
    return ({"x": str(Fraction(n, 4))} for n in (4, 3, 2, 1, 0, -1, -2, -3))


@claim(
    "SIMA-13b",
    location="Appendix A, after (19): the reason for (b)",
    latex=r"\log(1 + x) \ge x/2 \text{ when } x \le 1",
    text="log(1 + x) >= x/2 when x <= 1.",
    checked=("x > -1, where the logarithm is defined",),
    corrected_by="SIMA-13b-corrected",
)
def sima_13b() -> Case:
    """The sign of x."""
    return Case(
        argument="For -1 < x < 0 the logarithm is below x. It is used at x = a/(4 - a) in [0, 1/3], where it holds.",
        counterexample=Goal("a negative x", counterexample("sima13b"), Hunt("sima13b", _arguments)),
        twins=(Twin("for 0 <= x <= 1", counterexample("sima13b-range")),),
    )


@claim(
    "SIMA-13b-corrected",
    location="Appendix A, after (19)",
    latex=r"\log(1 + x) \ge x/2 \text{ for } 0 \le x \le 5/2",
    text="log(1 + x) >= x/2 for 0 <= x <= 5/2.",
)
def sima_13b_corrected() -> Case:
    """A concave function and its chord."""
    return Case()


def _number(value: str) -> dict[str, Any]:
    return {"x": Fraction(value)}


NUMBER: Final = Model(
    "a number above -1",
    parameters={"x": "real, -1 < x"},
    settings=lambda: map(_number, ("-3/4", "-1/4", "0", "1/3", "1", "5/2", "4")),
    read=lambda at: at,
)


HALF_OF_IT: Final = "x/2 <= log(1 + x)"


refuted("SIMA-13b", NUMBER, HALF_OF_IT, setting=_number("-1/4"), where=("x <= 1",))


RANGE: Final = ("0 <= x", "x <= 5/2")


theorem(
    "SIMA-13b-corrected",
    NUMBER,
    HALF_OF_IT,
    Step("all", HALF_OF_IT, analysis("v/2 <= log(1 + v)", "[0, 5/2]", v="x"), RANGE),
    where=RANGE,
)
