"""SCOTT-47a and b: Section 3.4, the estimator is a vertical distance, that of log r to its tangent.

SCOTT-47a: (r - 1) - log r is at least 0, as r - 1 is the tangent of log at 1.

SCOTT-47b: what the algorithms use is lambda (r - 1) - log r, which is no distance where lambda is not 1: at lambda = 0
and r = 3/2 it is below 0. So terms of both signs are to be expected.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, FROM_0, entries, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.divergences_of_histograms import FULL_SUPPORT, Draw
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis

IS_TERM: Final = entries(ratio=ABOVE_0, weight=FROM_0)


def _term(instance: Instance, weight: Fraction) -> Any:
    ratio = Fraction(instance["ratio"])
    return as_real(weight * (ratio - 1)) - as_real(log(ratio))


told(
    "scott47b",
    "lambda (r - 1) - log r is at least 0",
    IS_TERM,
    lambda instance: {"term": _term(instance, Fraction(instance["weight"]))},
)(lambda instance: at_most(as_real(Fraction(0)), _term(instance, Fraction(instance["weight"]))))
told("scott47b-tangent", "(r - 1) - log r is at least 0", IS_TERM)(
    lambda instance: at_most(as_real(Fraction(0)), _term(instance, Fraction(1)))
)


def _terms() -> Iterator[Instance]:
    yield {"ratio": "3/2", "weight": "0"}
    yield {"ratio": "1/2", "weight": "2"}


@claim(
    "SCOTT-47a",
    location="Section 3.4, K",
    latex=r"K = (r - 1) - \log r \ge 0",
    text="K = (r - 1) - log r is the distance of log r from its tangent, and at least 0.",
    checked=("P and Pi have full support",),
)
def scott_47a() -> Case:
    """log is concave."""
    return Case()


@claim(
    "SCOTT-47b",
    location="Section 3.4, K as it is used in Algorithms 1 to 3",
    latex=r"\lambda (r - 1) - \log r \ge 0",
    text="Each term lambda (r - 1) - log r of the estimate is a distance, at least 0, for every lambda >= 0.",
    corrected_by="SCOTT-47a",
)
def scott_47b() -> Case:
    """A line through the same point that is no tangent."""
    return Case(
        argument="The line lambda (r - 1) meets log r at r = 1, and crosses it there where lambda is not 1.",
        counterexample=Goal("lambda = 0", counterexample("scott47b"), Hunt("scott47b", _terms)),
        twins=(Twin("lambda = 1", counterexample("scott47b-tangent")),),
    )


HALVES: Final = (Fraction(1, 2), Fraction(1, 2))
AT_FIRST: Final[dict[str, Any]] = {"@points": 1}
refuted(
    "SCOTT-47b",
    FULL_SUPPORT,
    "0 <= l*(r - 1) - log(r)",
    setting=Draw(HALVES, (Fraction(1, 3), Fraction(2, 3))),
    l=Fraction(0),
    **AT_FIRST,
)
theorem(
    "SCOTT-47a",
    FULL_SUPPORT,
    "0 <= r - 1 - log(r)",
    Step("all", "0 <= r - 1 - log(r)", analysis("0 <= z - 1 - log(z)", "(0, oo)", z="r")),
)
