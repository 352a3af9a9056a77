"""LEC-23: at 12 T a^2 = eps <= 1 the transcript is said to be (eps, e^(-c sqrt(T eps)))-private for some c > 0.

Lecture notes, Section 2, Theorem 3, with an Omega in the exponent: one c > 0 for all T and K. It fails for every c,
for delta does not go to 0 as T grows at a fixed eps: see the floor of LEC-23-corrected. At 1/400 <= eps <= 1/192 it is
above e^(-10), and c sqrt(T eps) >= 10 for every T >= 40000/c^2. It fails at c = 1/4, below the 1/sqrt(12) that the
notes arrive at, with 2000 rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dpassay.exact import Real, as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, inequality
from dpassay.proofs_check.lecture_notes.transcript_deltas import (
    compared,
    delta_is_small,
    has_epsilon_at_most,
    is_long_pair,
    rate_of,
    rounds_of,
)
from dpassay.proofs_check.models.level_pair import LEVEL, Level
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, constant, inside


@claim(
    "LEC-23",
    location="Theorem 3, privacy",
    latex=r"\exists c > 0:\ \varepsilon \le 1,\ \alpha = \sqrt{\varepsilon/(12T)} \Rightarrow MW \text{ is } "
    r"(\varepsilon, e^{-c\sqrt{T\varepsilon}})\text{-DP}",
    text="For eps <= 1 multiplicative weights, with 12 T alpha^2 = eps, is (eps, e^{-Omega(sqrt(T "
    "eps))})-differentially private: there is a constant c > 0 such that it is (eps, e^{-c sqrt(T "
    "eps)})-differentially private for all T and K.",
    adjacency="one_loss",
    assumed=("0 < eps",),
    corrected_by="LEC-23-corrected",
)
def lec_23() -> Case:
    """Delta does not go to 0 at all."""
    return Case(
        argument="With 12 T alpha^2 = eps fixed, delta does not go to 0 as T grows, so no constant in the Omega is "
        "small enough. At eps = 1/192 it is at least (1 - e^{-eps})/24 for every T >= 2 (LEC-23-corrected), while "
        "e^{-c sqrt(T eps)} goes to 0, for each c > 0: the claim fails from T = (ln(24/(1 - e^{-eps}))/c)^2/eps on. "
        "The counterexample shows the same for a c below 1/sqrt 12, which is the one that the notes arrive at "
        "(e^{-T alpha}, LEC-22).",
        counterexample=Goal("c = 1/4", counterexample("lec23"), Hunt("lec23", _long_games)),
        sharper=(
            Goal(
                "for no c: at eps = 1/192 the floor of all T is above e^-x, x = c sqrt(T eps), once T >= 192 (9/c)^2",
                inequality("(1 - exp(-1/192))/24 - exp(-x)", "x", "[9, oo)", ">"),
            ),
        ),
        twins=(
            Twin("with e^{-(529/96) eps}", counterexample("lec22-corrected")),
            Twin("T >= 192 (8/c)^2", inequality("(1 - exp(-1/192))/24 - exp(-x)", "x", "[8, oo)", ">"), of=1),
        ),
    )


def _promised_delta(instance: Instance) -> Real:
    """e^(-c sqrt(T eps)) at eps = 12 T alpha^2, so that sqrt(T eps) = sqrt(12) T alpha."""
    root = as_real(12).sqrt() * rate_of(instance) * as_real(rounds_of(instance))
    return (-(as_real(Fraction(instance["constant"])) * root)).exp()


told(
    "lec23",
    "with eps = 12 T alpha^2 <= 1 and c <= 1/sqrt 12 the transcript is (eps, e^(-c sqrt(T eps)))-DP on this pair",
    is_long_pair.having(constant=ABOVE_0).where(
        lambda instance: 12 * Fraction(instance["constant"]) ** 2 <= 1 and has_epsilon_at_most(instance, Fraction(1))
    ),
    lambda instance: compared(instance, _promised_delta(instance)),
)(lambda instance: delta_is_small(instance, _promised_delta(instance)))


def _long_games() -> Iterator[Instance]:
    for c, rounds, denominator in (("1/4", 200, 200), ("1/4", 2000, 163), ("1/5", 2800, 204), ("1/4", 2400, 170)):
        yield {"constant": c, "rounds": rounds, "exp_learning_rate": f"{denominator + 1}/{denominator}"}


EPS = "12*(n + 1)*a**2"
SMALL = ("eps <= 1/192",)
CONSTANT = {"c": "real, 0 < c"}
PRINTED = "exp(-c*sqrt((n + 1)*eps))"
MANY = ("1/400 <= eps", "eps <= 1/192", "40000/c**2 <= n + 1")
theorem(
    "LEC-23: for no constant",
    LEVEL,
    f"{PRINTED} < delta(eps)",
    Step("floor", "delta(eps) >= (1 - exp(-eps))/24", apply("LEC-23-corrected: a floor"), SMALL),
    Step("number", "exp(-10) < (1 - exp(-1/400))/24", constant()),
    Step("large", "(10/c)**2 <= (n + 1)*eps", arithmetic(("eps", MANY[2]), ("40000/c**2", MANY[0])), MANY),
    Step("exponent", "-c*sqrt((n + 1)*eps) <= -10", arithmetic(("c", inside("sqrt(_)", "large"))), MANY),
    Step(
        "all",
        f"{PRINTED} < delta(eps)",
        arithmetic(inside("exp(_)", "exponent"), "number", ("1/24", inside("exp(_)", "-eps <= -1/400")), "floor"),
        MANY,
    ),
    where=MANY,
    variables=CONSTANT,
    let={"eps": EPS},
    samples={"c": (Fraction(100), Fraction(200))},
)
refuted(
    "LEC-23",
    LEVEL,
    f"delta(eps) <= {PRINTED}",
    setting=Level(2000, Fraction(164, 163)),
    where=("eps <= 1",),
    variables=CONSTANT,
    let={"eps": EPS},
    no_constant=NoConstant("c", "LEC-23: for no constant", "n", {"a": "sqrt(1/(2304*(n + 1)))"}),
    c=Fraction(1, 4),
)
