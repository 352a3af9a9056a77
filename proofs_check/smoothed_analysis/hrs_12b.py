"""HRS-12b, c, d: footnote 3, that an eps/2-net of members has at most (41/eps)^VCdim members "by Haussler".

Appendix C.3. HRS-12b: that the bound of Section 2 gives it. At the radius eps/2 that bound is (82/eps)^d, and for d = 1
what it rests on, e (d + 1) (2 e/r)^d at r = eps/2, is 59/eps. HRS-12b-corrected: at most (82/eps)^d.

HRS-12c: for d >= 2 the printed number is right: there e (d + 1) (4 e)^d <= 41^d.

HRS-12d: for d = 1 it is right as well, but not by Haussler's bound: a class of VC dimension 1 is part of a tree, in
which there is room for fewer than 4/eps members that are eps/2 apart. So nets of the printed size exist for d >= 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Final

from dpassay.analysis.bracketing_numbers import covering_number
from dpassay.analysis.classes import HypothesisClass, thresholds
from dpassay.analysis.vc_dimension import vc_dimension
from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.covered_classes import COVERED, Covered
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside
from dpassay.proofs_check.smoothed_analysis.hrs_03 import IS_CLASS, SMALL

PRINTED: Final = "exp(d*log(41/(e/2))) <= exp(d*log(41/e))"
CORRECTED: Final = "cover(e/2) <= exp(d*log(82/e))"
SMALLER: Final = "cover(e/2) <= exp(d*log(41/e))"
RANGE: Final = ("e <= 1", "1 <= d")
refuted("HRS-12b", COVERED, PRINTED, setting=Covered(thresholds(1), (1,)), where=RANGE, e=Fraction(1))
theorem(
    "HRS-12b-corrected",
    COVERED,
    CORRECTED,
    Step("half", "cover(e/2) <= exp(d*log(41/(e/2)))", apply("HRS-03-corrected", e="e/2"), RANGE),
    Step("all", CORRECTED, arithmetic("half"), RANGE),
    where=RANGE,
)
X: Final = "log(2*exp(1)/(e/2))"
Z: Final = "(d + 1)/3"
TWO: Final = ("e <= 1", "2 <= d")
theorem(
    "HRS-12c",
    COVERED,
    SMALLER,
    Step("dimensions", f"{Z} <= exp({Z} - 1)", analysis("z <= exp(z - 1)", "(-oo, oo)", z=Z)),
    Step("numbers", "log(4*exp(1)) + 1/3 + 1/2*log(3) + 1/6 <= log(41)", constant()),
    Step("share", "0 <= log(3)/2 + 1/6", constant()),
    Step(
        "exponent",
        f"1 + log(3) + {Z} - 1 + d*{X} <= d*log(41/e)",
        arithmetic(("d", "numbers"), ("log(3)/2 + 1/6", "2 <= d")),
        TWO,
        ("share",),
    ),
    Step("Haussler", f"cover(e/2) <= exp(1)*(d + 1)*exp(d*{X})", apply("small covers", r="e/2", **SMALL), RANGE[:1]),
    Step(
        "all",
        SMALLER,
        arithmetic("Haussler", (f"3*exp(1 + d*{X})", "dimensions"), inside("exp(_)", "exponent")),
        TWO,
    ),
    where=TWO,
)

IS_RADIUS: Final = entries(radius=rational("(0, 1]"), dimension=whole(1))


def _is_below(instance: Instance, base: int) -> bool:
    radius, d = Fraction(instance["radius"]), instance["dimension"]
    return bool((82 / radius) ** d <= (base / radius) ** d)


told("hrs12b", "(41/(eps/2))^d <= (41/eps)^d", IS_RADIUS)(lambda instance: _is_below(instance, 41))
told("hrs12b-82", "(41/(eps/2))^d <= (82/eps)^d", IS_RADIUS)(lambda instance: _is_below(instance, 82))


@family("hrs-radii", "eps in {1, 1/2} and d in {1, 2}")
def _radii() -> Iterator[Instance]:
    return ({"radius": radius, "dimension": d} for radius in ("1", "1/2") for d in (1, 2))


def _has_room(instance: Instance, room: Fraction) -> bool:
    """Whether a class of VC dimension 1 has a cover with one member, or with at most so many over the radius."""
    functions, radius = HypothesisClass(instance["points"], tuple(instance["members"])), Fraction(instance["radius"])
    if vc_dimension(functions) > 1:
        return True
    cover = covering_number(functions, Dist.uniform(range(functions.points)), radius)
    return bool(cover == 1 or cover * radius <= room)


told("hrs12d", "under the uniform law a class of VC dimension 1 has a cover of 1 or at most 2/r members", IS_CLASS)(
    lambda instance: _has_room(instance, Fraction(2))
)
told("hrs12d-less", "under the uniform law a class of VC dimension 1 has a cover of 1 or at most 1/r", IS_CLASS)(
    lambda instance: _has_room(instance, Fraction(1))
)


@family("hrs-trees", "all classes of two members or more on 1 to 3 points, r in {1/8, 1/4, 1/3, 1/2}")
def _trees() -> Iterator[Instance]:
    for points in (1, 2, 3):
        for size in range(2, 2**points + 1):
            for members, radius in product(combinations(range(2**points), size), ("1/8", "1/4", "1/3", "1/2")):
                yield {"points": points, "members": list(members), "radius": radius}


FOOTNOTE: Final = "C.3, footnote 3"


@claim(
    "HRS-12b",
    location=f"{FOOTNOTE}: the bound of Section 2 at the radius eps/2",
    latex=r"(41/(\epsilon/2))^d \le (41/\epsilon)^d",
    text="The bound (41/r)^d of Section 2 at the radius r = eps/2 of the net is at most (41/eps)^d, for d >= 1 and "
    "0 < eps <= 1.",
    checked=("0 < eps <= 1", "d >= 1"),
    corrected_by="HRS-12b-corrected",
)
def hrs_12b() -> Case:
    """82 and not 41."""
    return Case(
        argument="At eps = 1 and d = 1 it is 82, and not 41.",
        counterexample=Goal("eps = 1", counterexample("hrs12b"), Hunt("hrs12b", _radii)),
        twins=(Twin("82", counterexample("hrs12b-82")),),
        remarks=("That a net of the printed size exists is true for d >= 2 (HRS-12c) and for d = 1 (HRS-12d).",),
    )


@claim(
    "HRS-12b-corrected",
    location=FOOTNOTE,
    latex=r"|H'| \le (82/\epsilon)^d",
    text="For 0 < eps <= 1 and VC dimension d >= 1 there is an eps/2-net of members, of size at most (82/eps)^d.",
    checked=("0 < eps <= 1", "d >= 1"),
)
def hrs_12b_corrected() -> Case:
    """HRS-03-corrected at eps/2."""
    return Case()


@claim(
    "HRS-12c",
    location=f"{FOOTNOTE}: for d >= 2",
    latex=r"d \ge 2 \implies |H'| \le (41/\epsilon)^d",
    text="For 0 < eps <= 1 and VC dimension d >= 2 there is an eps/2-net of members, of size at most (41/eps)^d.",
    checked=("0 < eps <= 1", "d >= 2"),
)
def hrs_12c() -> Case:
    """The polynomial factor of Haussler's theorem is small."""
    return Case()


@claim(
    "HRS-12d",
    location=f"{FOOTNOTE}: for d = 1",
    latex=r"d = 1 \implies |H'| \le 4/\epsilon \le (41/\epsilon)^d",
    text="For 0 < eps <= 1 and VC dimension 1 there is an eps/2-net of members, of size at most 4/eps.",
    checked=("0 < eps <= 1", "d = 1"),
    assumed=(
        "the domain is finite",
        "Ben-David (2015): the members of a class of VC dimension 1 differ from any one of them on initial "
        "chains of a tree order of the points",
    ),
)
def hrs_12d() -> Case:
    """Members far apart have disjoint balls in a tree of weight 1."""
    return Case(
        argument="The points are the edges of a tree, each as long as it is probable, the members are some of its "
        "vertices, and two members differ with the probability that is the length of their path. A largest family in "
        "which each two are more than r = eps/2 apart is an r-cover. The balls of the radius r/2 around its members "
        "are disjoint, and if there are two or more each has a length of at least r/2, of a length of 1 in all: there "
        "are at most 2/r.",
        checks=(Goal("small classes under the uniform law", exhaustive("hrs12d", "hrs-trees")),),
        twins=(Twin("1/r", exhaustive("hrs12d-less", "hrs-trees")),),
    )
