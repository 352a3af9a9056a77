"""SIMA-05c: if one random component is revealed, a scale of D/eps is necessary and enough for (eps, 0)-privacy.

Section 1.1, after Theorem 2. J does not depend on v, so the ratio of the laws of (J, v_J + Lap(b)) is that of the
Laplace densities of coordinate J: at most e^(D/b), and attained. It is O(1/eps), without K, if D is a constant; in the
source D grows with K and T (SIMA-05d).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.noises import NOISE, is_private, is_scaled
from dpassay.proofs_check.models.laplace_on_a_vector import VECTOR
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

told("sima05c", "noise on one random coordinate is (eps, 0)-private if and only if b >= D/eps", NOISE)(
    lambda instance: is_private(instance, one=True) == is_scaled(instance)
)
told("sima05c-less", "... if and only if b >= (99/100) D/eps", NOISE)(
    lambda instance: is_private(instance, one=True) == is_scaled(instance, Fraction(99, 100))
)


@claim(
    "SIMA-05c",
    location="Section 1.1, after Theorem 2: one random component",
    latex=r"J \sim U[K],\ (J, v_J + \mathrm{Lap}(b))\ (\epsilon, 0)\text{-DP} \iff b \ge D/\epsilon = O(1/\epsilon)",
    text="If only one component, chosen at random, of a vector in [0, D]^K is revealed, Laplace noise of scale D/eps "
    "is necessary and enough for (eps, 0)-privacy: it is O(1/eps), without K, if D is a constant.",
    adjacency="any_pair",
    assumed=("each two vectors of [0, D]^K are neighbors",),
)
def sima_05c() -> Case:
    """J tells nothing of the vector."""
    return Case(
        checks=(Goal("all corners and midpoints of cubes, exactly", exhaustive("sima05c", "sima-noises")),),
        twins=(Twin("99/100 of it", exhaustive("sima05c-less", "sima-noises")),),
        remarks=(
            "The price is that one of K coordinates is told: see the variance in SIMA-05b.",
            "In the source D grows with K and T: SIMA-05d.",
        ),
        explicit=True,
    )


ENOUGH: Final = ("D/eps <= b",)
PRIVATE: Final = ("worst0 <= eps",)
theorem(
    "SIMA-05c: enough",
    VECTOR,
    "worst0 <= eps",
    Step("one", "dw(j) - dv(j) <= D", apply("distances to two numbers")),
    Step("all", "worst0 <= eps", arithmetic("one told", ("1/b", use("one", j="J")), ("eps/b", ENOUGH[0])), ENOUGH),
    where=ENOUGH,
)
theorem(
    "SIMA-05c",
    VECTOR,
    "b >= D/eps",
    Step("at least", "D/b <= worst0", arithmetic("one corner", ("-1", "one at a corner"))),
    Step("all", "b >= D/eps", arithmetic(("b/eps", "at least"), ("b/eps", PRIVATE[0])), PRIVATE),
    where=PRIVATE,
    also=("SIMA-05c: enough",),
)
