"""HRS-15: the halfspaces of R^d have bracketing numbers of at most (d/eps)^(O(d)), for any eps > 0 and any measure.

Theorem 3.4, after Braverman et al. (2019). For d = 1 that is (1/eps)^c. As eps approaches 1 it approaches 1, and there
are two brackets for every eps < 1, since none holds both a halfspace with all points and one with none. So there is no
such constant.

HRS-15-corrected: (2 d/eps)^(B d) for 0 < eps <= 1, if (d/eps)^(B d) is right for eps <= 1/2, as is cited.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.halfspaces import HALFSPACES, PUBLISHED, Points, on_points
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside, use
from dpassay.proofs_check.smoothed_analysis.small_classes import number_at

PRINTED: Final = "exp(c*d*log(d/e))"
CONSTANT: Final = {"c": "real, 0 < c"}
NEAR_1: Final = ("d = 1", "e*(n + 1) = n", "2*c <= n")
theorem(
    "HRS-15: for no constant",
    HALFSPACES,
    f"{PRINTED} < number(e)",
    Step("below 1", "e < 1", arithmetic(("1/(n + 1)", NEAR_1[1])), NEAR_1),
    Step("reciprocal", "1/e = 1 + 1/n", arithmetic(("-1/(e*n)", NEAR_1[1])), NEAR_1),
    Step("log", "log(1/e) <= 1/e - 1", analysis("log(z) <= z - 1", "(0, oo)", z="1/e")),
    Step(
        "exponent",
        "c*d*log(d/e) <= 1/2",
        arithmetic(
            ("c*d", inside("log(1/e*_)", "d = 1")),
            ("c*d", "log"),
            ("c*d", "reciprocal"),
            ("c/n", "d = 1"),
            ("1/(2*n)", "2*c <= n"),
        ),
        NEAR_1,
    ),
    Step("root of e", "exp(1/2) < 2", constant()),
    Step("no wide bracket", "[1 <= e] = 0", apply("indicator of what fails", "below 1", A="1", B="e"), NEAR_1),
    Step(
        "all",
        f"{PRINTED} < number(e)",
        arithmetic(inside("exp(_)", "exponent"), "root of e", use("all points and none", r="e"), "no wide bracket"),
        NEAR_1,
    ),
    where=NEAR_1,
    variables=CONSTANT,
)
LINE: Final = Points(((0,), (1,), (2,)), (1, 1, 1), Fraction(3, 4))
NO_CONSTANT: Final = NoConstant("c", "HRS-15: for no constant", "n", {"d": "1", "e": "n/(n + 1)"})


def refuted_on_the_line(name: str) -> None:
    """For halfspaces of the line no constant will do."""
    refuted(
        name,
        HALFSPACES,
        f"number(e) <= {PRINTED}",
        setting=LINE,
        variables=CONSTANT,
        no_constant=NO_CONSTANT,
        c=Fraction(2),
    )


refuted_on_the_line("HRS-15")
CORRECTED: Final = "number(e) <= exp(B*d*log(2*d/e))"
RANGE: Final = ("e <= 1",)
theorem(
    "HRS-15-corrected",
    PUBLISHED,
    CORRECTED,
    Step("all", CORRECTED, arithmetic(use("wider brackets", r="e"), use("Braverman et al.", q="e/2")), RANGE),
    where=RANGE,
)

IS_LINE: Final = entries(points=whole(1, 8), radius=rational("(0, 1]"), constant=whole(1))


def _is_below(instance: Instance, factor: int) -> bool:
    """Whether the number of brackets on the line is at most (factor/eps)^c."""
    places, radius = tuple((x,) for x in range(instance["points"])), Fraction(instance["radius"])
    number = number_at(on_points(places), radius)
    return bool(number <= (factor / radius) ** instance["constant"])


told("hrs15", "halfspaces of the line have at most (1/eps)^c brackets, under the uniform law", IS_LINE)(
    lambda instance: _is_below(instance, 1)
)
told("hrs15-corrected", "halfspaces of the line have at most (2/eps)^c brackets, under the uniform law", IS_LINE)(
    lambda instance: _is_below(instance, 2)
)


@family("hrs-line", "1 to 6 points on the line, eps in {1/6, 1/3, 1/2, 9/10, 1}, c = 1 and 2")
def line() -> Iterator[Instance]:
    """Some constants."""
    for points, radius, c in product(range(1, 7), ("1/6", "1/3", "1/2", "9/10", "1"), (1, 2)):
        yield {"points": points, "radius": radius, "constant": c}


ARGUMENT: Final = (
    "On n points of the line, at eps = n/(n + 1), one has (1/eps)^c < 2 for n >= 2 c, and 2 brackets at least: one of "
    "the width eps < 1 does not hold both a halfspace with all points and one with none."
)
FINITE: Final = "the measure has finitely many points"
CITED: Final = "Braverman et al. (2019): for eps <= 1/2 the number is at most (d/eps)^(B d), B some constant"


@claim(
    "HRS-15",
    location="Theorem 3.4",
    latex=r"\exists c\ \forall d, \epsilon > 0, \mu:\ \mathcal N_{[\,]}(H, \mu, \epsilon) \le (d/\epsilon)^{c d}",
    text="There is a constant c such that the halfspaces of R^d have N_[](H, mu, eps) <= (d/eps)^(c d), for every eps "
    "> 0 and every measure.",
    assumed=(FINITE,),
    corrected_by="HRS-15-corrected",
)
def hrs_15() -> Case:
    """No range of eps is printed."""
    return Case(
        argument=ARGUMENT,
        counterexample=Goal("c = 1, eps = 9/10", counterexample("hrs15"), Hunt("hrs15", line)),
        twins=(Twin("2/eps", counterexample("hrs15-corrected")),),
        remarks=("For eps > d the printed bound is even below 1.",),
    )


@claim(
    "HRS-15-corrected",
    location="Theorem 3.4, at 0 < eps <= 1",
    latex=r"0 < \epsilon \le 1 \implies \mathcal N_{[\,]}(H, \mu, \epsilon) \le (2 d/\epsilon)^{B d}",
    text="With the constant B of the published bound the halfspaces of R^d have N_[](H, mu, eps) <= (2 d/eps)^(B d), "
    "for 0 < eps <= 1 and every measure.",
    checked=("0 < eps <= 1",),
    assumed=(FINITE, CITED),
)
def hrs_15_corrected() -> Case:
    """The number at eps/2, where the published bound is right."""
    return Case(
        checks=(Goal("on the line, with B = 1 and 2", exhaustive("hrs15-corrected", "hrs-line")),),
        twins=(Twin("1/eps", exhaustive("hrs15", "hrs-line")),),
        remarks=(
            "Braverman et al. (2019) is the source's reference; its bound is not proved here.",
            "Where 2 eps <= d it is at most (d/eps)^(2 B d), the printed form: for d >= 2 that is all of 0 < eps <= 1.",
        ),
    )
