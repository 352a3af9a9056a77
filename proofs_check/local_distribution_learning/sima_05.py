"""SIMA-05: Laplace noise on all coordinates of a vector in [0, D]^K is (eps, 0)-private if and only if b >= K D/eps.

Section 1.1, after Theorem 2: "we need the scale of noise of order K/eps". Log-ratios of independent coordinates add up,
and that of one is at most D/b, by the triangle inequality. It is attained at v = 0, w = D and every x <= 0. So the
largest one is K D/b. The scale is needed for this mechanism; other mechanisms need less (SIMA-05b).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive, identity
from dpassay.proofs_check.local_distribution_learning.noises import NOISE, is_private, is_scaled
from dpassay.proofs_check.models.laplace_on_a_vector import VECTOR
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside
from dpassay.reference import label_clipping

told("sima05", "noise on all coordinates is (eps, 0)-private if and only if b >= K D/eps", NOISE)(
    lambda instance: is_private(instance, one=False) == is_scaled(instance, Fraction(instance["dimension"]))
)
told("sima05-less", "... if and only if b >= (99/100) K D/eps", NOISE)(
    lambda instance: is_private(instance, one=False) == is_scaled(instance, Fraction(99 * instance["dimension"], 100))
)


def _diameter(instance: Instance) -> bool:
    """The l1 distance of the log-likelihoods of two clipped labels is K log(2T - 1)."""
    rows = ["1,0"] * (instance["size"] - 1) + ["0,1"]
    likelihoods = label_clipping.induced(label_clipping.Parameters(";".join(rows), instance["rounds"]))  # type: ignore[arg-type]  # read by it
    zero = LogForm()
    distance = sum(
        ((log(row[0] / row[-1]) if row[0] > row[-1] else log(row[-1] / row[0])) for row in likelihoods), zero
    )
    return bool((distance - log(2 * instance["rounds"] - 1) * instance["size"]).sign() == 0)


told(
    "sima05-likelihoods",
    "for K - 1 point masses on label 1 and one on label 2, two clipped labels are K log(2T - 1) apart in l1",
    entries(size=whole(2), rounds=whole(1)),
)(_diameter)


@family("sima-likelihoods", "K = 2, ..., 6 and T = 1, ..., 6")
def _sizes() -> Iterator[Instance]:
    return ({"size": size, "rounds": rounds} for size, rounds in product(range(2, 7), range(1, 7)))


@claim(
    "SIMA-05",
    location="Section 1.1, after Theorem 2: Laplace noise, independent in all coordinates",
    latex=r"v \in [0, D]^K,\ v + \mathrm{Lap}(b)^{\otimes K}\ (\epsilon, 0)\text{-DP} \iff b \ge KD/\epsilon",
    text="Independent Laplace noise on all coordinates of a vector in [0, D]^K is (eps, 0)-private if and only if its "
    "scale is at least K D/eps: the scale of order K/eps is needed.",
    adjacency="any_pair",
    assumed=("each two vectors of [0, D]^K are neighbors",),
)
def sima_05() -> Case:
    """The l1 diameter of the cube."""
    return Case(
        checks=(
            Goal("all corners and midpoints of cubes, exactly", exhaustive("sima05", "sima-noises")),
            Goal("clipped log-likelihoods", exhaustive("sima05-likelihoods", "sima-likelihoods")),
        ),
        sharper=(
            Goal(
                "for the label y, s = 2T - 1: where the ratio for y' is R = (E s - 1)/(s - E), that for y is E",
                identity("(s*((E*s - 1)/(s - E)) + 1)/((E*s - 1)/(s - E) + s)", "E"),
            ),
        ),
        twins=(Twin("99/100 of it", exhaustive("sima05-less", "sima-noises")),),
        remarks=(
            "In general the scale needed is the l1 diameter over eps. That of the vectors of the source, "
            "log-likelihoods of a clipped label y', is of order K, too: K log(2T - 1) for K - 1 hypotheses at one "
            "point mass and one at another.",
            "The text asks for privacy of the label y, of which y' is itself a report with e^eps = 2T - 1 for these "
            "classes. So there is a need for eps < D = log(2T - 1) only: b >= K D/log((E (2T - 1) - 1)/((2T - 1) - "
            "E)), E = e^eps, by the last goal. It is below K D/eps, and of this order for eps <= D/2 and T >= 2.",
            "So it is for this mechanism. Other mechanisms need less (SIMA-05b).",
        ),
    )


theorem(
    "distances to two numbers",
    VECTOR,
    "dw(j) - dv(j) <= D",
    Step("upward", "0 <= D + w(j) - v(j)", arithmetic("v at most", "w at least")),
    Step("downward", "0 <= D - w(j) + v(j)", arithmetic("w at most", "v at least")),
    Step(
        "apart",
        "0 <= (D + w(j) - v(j))*(D - w(j) + v(j))",
        arithmetic(("D + w(j) - v(j)", "downward")),
        (),
        ("upward",),
    ),
    Step(
        "above",
        "0 <= (D + w(j) - v(j))*(dv(j) + x(j) - v(j))",
        arithmetic(("D + w(j) - v(j)", "below v")),
        (),
        ("upward",),
    ),
    Step(
        "below",
        "0 <= (D - w(j) + v(j))*(dv(j) - x(j) + v(j))",
        arithmetic(("D - w(j) + v(j)", "above v")),
        (),
        ("downward",),
    ),
    Step(
        "squares",
        "dw(j)**2 <= (dv(j) + D)**2",
        arithmetic("above", "below", "apart", "distance from w", ("-1", "distance from v")),
    ),
    Step("all", "dw(j) - dv(j) <= D", arithmetic(("1/(dw(j) + dv(j) + D)", "squares"))),
)
ENOUGH: Final = ("K*D/eps <= b",)
PRIVATE: Final = ("worst <= eps",)
theorem(
    "SIMA-05: enough",
    VECTOR,
    "worst <= eps",
    Step("one", "dw(j) - dv(j) <= D", apply("distances to two numbers")),
    Step(
        "all",
        "worst <= eps",
        arithmetic(inside("sum(1/b*_, j, 1, K)", "one"), "all told", ("eps/b", ENOUGH[0])),
        ENOUGH,
    ),
    where=ENOUGH,
)
theorem(
    "SIMA-05",
    VECTOR,
    "b >= K*D/eps",
    Step("at least", "K*D/b <= worst", arithmetic("a corner", ("-1", "at a corner"))),
    Step("all", "b >= K*D/eps", arithmetic(("b/eps", "at least"), ("b/eps", PRIVATE[0])), PRIVATE),
    where=PRIVATE,
    also=("SIMA-05: enough",),
)
