"""SIMA-05d: one Laplace scale c/eps is said to be enough for a random log-likelihood, for all classes and all T.

Section 1.1, after Theorem 2, "from K/eps to O(1/eps)", to the letter. For two point masses a log-likelihood has two
values whose distance log(2 T - 1) grows with T. With R = (2 T - 1)^(eps/c) the largest ratio of the report's laws is
((2 T - 1) R + 1)/(R + 2 T - 1). For every c and eps it tends to infinity with T; at eps = c/2 it is r - 1 + 1/r, r =
sqrt(2 T - 1), which is above e^eps once r >= e^eps + 2. So there is no c. At c = 4, eps = 1 ten thousand rounds do.

The source suppresses log(KT) in it, as in K/eps: SIMA-05c is the statement without the range.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import Budget, as_real, exp
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    entries,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, identity, nonnegative
from dpassay.proofs_check.models.two_noisy_likelihoods import TWO_MASSES, Masses
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.reference import private_exp3

EXP3: Final = entries(rounds=whole(2), constant=ABOVE_0, epsilon=ABOVE_0)


def _ratio(instance: Instance, *, corrected: bool = False) -> dict[str, Any]:
    """The largest ratio of the reports' laws for two point masses, with noise of scale c/eps or as corrected."""
    epsilon = Fraction(instance["epsilon"])
    parameters = private_exp3.Parameters(Budget(epsilon=epsilon), "1,0;0,1", instance["rounds"])  # type: ignore[arg-type]  # read by it
    rate = None if corrected else epsilon / Fraction(instance["constant"])
    return {"the largest ratio": private_exp3.worst_pair(parameters, rate).ratio, "e^eps": exp(epsilon)}


told(
    "sima05d",
    "the report of one random log-likelihood of two point masses with noise of scale c/eps is (eps, 0)-private",
    EXP3,
    _ratio,
)(lambda instance: at_most(*map(as_real, _ratio(instance).values())))
told("sima05d-corrected", "... with noise of scale log((K + 1) T)/eps", EXP3)(
    lambda instance: at_most(*map(as_real, _ratio(instance, corrected=True).values()))
)


def _horizons() -> Iterator[Instance]:
    for constant, exponent in product(("4", "2", "1"), range(1, 7)):
        yield {"constant": constant, "epsilon": "1", "rounds": 10**exponent}


@claim(
    "SIMA-05d",
    location="Section 1.1, after Theorem 2: O(1/eps) with a constant for all K and T",
    latex=r"\exists c:\ (J, \log \bar p_{t,J}[h_t(y)] + \mathrm{Lap}(c/\epsilon)) \text{ is } (\epsilon, 0)\text{-DP "
    r"for all classes and all } T",
    text="For the clipped log-likelihoods of the source, Laplace noise of scale c/eps, with one constant c for all "
    "classes and all T, is enough if one random component is revealed.",
    adjacency="any_pair",
    corrected_by="SIMA-05c",
)
def sima_05d() -> Case:
    """The range of a log-likelihood grows with T."""
    return Case(
        argument="For two point masses on two labels a log-likelihood has the two values log((2T - 1)/(4T)) and "
        "log(1/(4T)), and a label gets the wrong one with probability q = 1/(2T). So with R = (2T - 1)^{eps/c} the "
        "ratio of the report's densities beyond both is ((1 - q) R + q)/(q R + 1 - q), which grows with R. For every c "
        "and eps it tends to infinity with T: for eps <= c/2, q R < 1 and it is at least R/4; for eps >= c/2 it is at "
        "least what it is at r = sqrt(2T - 1), and that is at least r - 1. The instance has c = 4, eps = 1.",
        counterexample=Goal("two point masses", counterexample("sima05d"), Hunt("sima05d", _horizons)),
        sharper=(
            Goal(
                "the ratio at R = r, 2T - 1 = r^2",
                identity(
                    "((1 - 1/(r**2 + 1))*r + 1/(r**2 + 1))/(r/(r**2 + 1) + 1 - 1/(r**2 + 1))", "(r**3 + 1)/(r**2 + r)"
                ),
            ),
            Goal("which is at least r - 1", nonnegative("r**3 + 1 - (r - 1)*(r**2 + r)", ("r",))),
            Goal(
                "for no c, eps = c/2 and E = e^eps: the ratio exceeds e^eps from r = E + 2 on",
                nonnegative("r - 1 - E", ("r - E - 2",), ">"),
            ),
        ),
        twins=(
            Twin("with log((K + 1) T)", counterexample("sima05d-corrected")),
            Twin("from r = E + 1 on", nonnegative("r - 1 - E", ("r - E - 1",), ">"), of=3),
        ),
        remarks=(
            "This is O(1/eps) to the letter. The source suppresses log(KT) in it, as in K/eps: SIMA-05c is the "
            "statement without the range.",
        ),
    )


CONSTANT: Final = {"c": "real, 0 < c"}
HALF: Final = ("2*eps = c",)
MANY: Final = ("2*eps = c", "((exp(eps) + 2)**2 + 1)/2 <= T")
ODD: Final = "(2*T - 1)"
R: Final = "exp(log(2*T - 1)/2)"
theorem(
    "SIMA-05d: for no constant",
    TWO_MASSES,
    "exp(eps) < ratio(c)",
    Step("square", f"exp(log{ODD}) = 2*T - 1", apply("exp of log", A=ODD)),
    Step(
        "large",
        f"exp(eps) + 2 <= {R}",
        arithmetic((f"2/({R} + exp(eps) + 2)", MANY[1]), (f"-1/({R} + exp(eps) + 2)", "square")),
        MANY,
    ),
    Step(
        "ratio at the root",
        f"ratio(c)*({R} + {R}**2) = {R}**3 + 1",
        arithmetic(use("ratio", k="c"), ("2*T - 1 - ratio(c)", inside(f"exp(log{ODD}/(2*c)*_)", "2*eps = c"))),
        HALF,
    ),
    Step(
        "all",
        "exp(eps) < ratio(c)",
        arithmetic((f"-1/({R} + {R}**2)", "ratio at the root"), ("1", "large")),
        MANY,
    ),
    where=MANY,
    variables=CONSTANT,
    samples={"c": (Fraction(1), Fraction(2))},
)
refuted(
    "SIMA-05d",
    TWO_MASSES,
    "ratio(c) <= exp(eps)",
    setting=Masses(10**4, Fraction(1)),
    variables=CONSTANT,
    no_constant=NoConstant("c", "SIMA-05d: for no constant", "T", {"eps": "c/2"}),
    c=Fraction(4),
)
