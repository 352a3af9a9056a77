"""HRS-13: (6), N_[](G, U, eps/2) <= N_[](H, U, eps/4)^4, G the differences of members and near members of the net.

Appendix C.3, "by Theorem 3.7". That theorem has the radius 4 eps' on the left for eps' on the right: with eps' =
eps/4 it bounds the number at eps, and not the larger one at eps/2. The inequality is true all the same: the differences
have a bracketing of all pairs of brackets, at twice the radius (HRS-17c-sharp), so the square will do for the fourth
power.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.analysis.bracketing import close_differences
from dpassay.analysis.bracketing_numbers import least_cover
from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, entries, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.bracketed_classes import BRACKETED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.differences import FOURTH
from dpassay.proofs_check.smoothed_analysis.small_classes import IS_FOLD, classes_of, number_at, radius_of

theorem(
    "HRS-13",
    BRACKETED,
    "differ(2*e) <= N**4",
    FOURTH,
    Step("square", "differ(2*e) <= N**2", apply("the bracketing number of differences", s="2*e")),
    Step("all", "differ(2*e) <= N**4", arithmetic("square", "powers")),
)


def _near_is_below(instance: Instance, power: int) -> bool:
    """Whether (6) holds with this power, the radius being eps/4."""
    (functions,), radius = classes_of(instance), radius_of(instance)
    law = Dist.uniform(range(functions.points))
    near = close_differences(functions, least_cover(functions, law, 2 * radius), law, 2 * radius)
    return bool(number_at(near, 2 * radius) <= number_at(functions, radius) ** power)


told("hrs13", "under the uniform law (6) holds at eps = 4 times the radius", IS_FOLD)(
    lambda instance: _near_is_below(instance, 4)
)
told("hrs13-constant", "under the uniform law (6) holds with the power 0", IS_FOLD)(
    lambda instance: _near_is_below(instance, 0)
)
EPSILON: Final = entries(eps=ABOVE_0)
told("hrs13-step", "the radius 4 eps' of Theorem 3.7 at eps' = eps/4 is at most eps/2", EPSILON)(
    lambda instance: Fraction(instance["eps"]) <= Fraction(instance["eps"]) / 2
)
told("hrs13-step-of-2", "the radius 2 eps' at eps' = eps/4 is at most eps/2", EPSILON)(
    lambda instance: 2 * Fraction(instance["eps"]) / 4 <= Fraction(instance["eps"]) / 2
)


def _one() -> Iterator[Instance]:
    yield {"eps": "1"}


@claim(
    "HRS-13",
    location="C.3, (6)",
    latex=r"\mathcal N_{[\,]}(G, U, \epsilon/2) \le \mathcal N_{[\,]}(H, U, \epsilon/4)^4",
    text="For G the symmetric differences of a member of H and one of an eps/2-net of members that is within eps/2 of "
    "it, under any law: N_[](G, U, eps/2) <= N_[](H, U, eps/4)^4.",
    assumed=("the domain and the class are finite",),
)
def hrs_13() -> Case:
    """The radius only doubles."""
    return Case(
        broken_steps=(
            Goal(
                "Theorem 3.7 at eps/4 has the radius eps on the left",
                counterexample("hrs13-step"),
                Hunt("hrs13-step", _one),
            ),
        ),
        checks=(Goal("small classes", exhaustive("hrs13", "hrs-small")),),
        twins=(
            Twin("the power 0", exhaustive("hrs13-constant", "hrs-small")),
            Twin("the radius 2 eps'", counterexample("hrs13-step-of-2"), of=1),
        ),
        remarks=(
            "e in the proof is the radius eps/4. By HRS-17c-sharp the square is enough.",
            "The exponent is harmless in Theorem 3.3, where the logarithm is taken.",
        ),
    )
