"""ASI-09b: the printed privacy of Theorem 3.2 for any measure with Assumption 3.1, of the sequence of the analysis.

Two models and weights that are nearly twice as fast as eta, while their masses are balanced: a replaced loss changes
the quotient in line 6 by nearly e^{4 eta}, where the proof has e^{2 eta}. With x_1, y_1 different, whether x_2 is drawn
anew has a loss of nearly 4 eta/p, while the printed eps is not much more than 2 eta/p when p is small. With 2 eta in
place of eta it is true where delta_0 = 0 (ASI-09b-corrected): see ``theorem_m`` and ``count_of_samples``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.asi_09 import CONDITIONS, EPSILON
from dpassay.proofs_check.lazy_to_private.fast_weights import _fast_weights
from dpassay.proofs_check.lazy_to_private.stated_delta import stated
from dpassay.proofs_check.models.fast_weights import FAST_WEIGHTS, Fast
from dpassay.proofs_check.models.private_lazy import PRIVATE
from dpassay.proofs_check.proof.register import refuted


@claim(
    "ASI-09b",
    location="Theorem 3.2, privacy, for any measure, of the sequence (x_s, y_s, zeta_s)",
    latex=EPSILON,
    text="For any measure that satisfies Assumption 3.1, with T p/B >= 1 and eta B log(1/delta_1)/p <= 1, the sequence "
    "(x_s, y_s, zeta_s) of the analysis is (eps, delta)-indistinguishable with the printed eps and delta.",
    checked=("delta_0 = 0", "Assumption 3.1 for all losses in [0, 1]", *CONDITIONS),
    adjacency="one_loss",
    corrected_by="ASI-09b-corrected",
)
def asi_09b() -> Case:
    """Weights that are nearly twice as fast as eta, while their masses are balanced."""
    return Case(
        argument="Two models and weights e^{-w (sum of losses)} with w = 19/10 eta. As long as the masses are nearly "
        "equal, which they are for T rounds as T w is small, a round changes them by at most e^{+-eta}, so Assumption "
        "3.1 holds. But a replaced loss changes the quotient in line 6 by e^{2w}, nearly e^{4 eta}, where the proof "
        "has e^{2 eta}. With x_1, y_1 different, whether x_2 is drawn anew has a loss of nearly 4 eta/p, while the "
        "printed eps is not much more than 2 eta/p when p is small.",
        counterexample=Goal("T = 1000, p = 1/1000", counterexample("asi09b"), Hunt("asi09b", _fast_weights)),
        twins=(Twin("with 4 eta in place of 2 eta", counterexample("asi09b-corrected")),),
        remarks=(
            "For multiplicative weights at their own rate the theorem holds (ASI-09); for the models alone see "
            "ASI-09c.",
        ),
    )


@claim(
    "ASI-09b-corrected",
    location="Theorem 3.2, privacy, for any measure with delta_0 = 0",
    latex=r"\delta_0 = 0:\ \varepsilon = \tfrac{4\eta}p + \tfrac{6T\eta^2 p \log(1/\delta_1)}B + \sqrt{24T\eta^2 p "
    r"\log^2(1/\delta_1)/B},\ \delta = 2T\delta_1",
    text="For any measure that satisfies Assumption 3.1 with delta_0 = 0, if T p/B >= 1 and eta B L/p <= 1 with L = "
    "log(1/delta_1), the sequence (x_s, y_s, zeta_s) is (eps, delta)-indistinguishable with eps = 4 eta/p + 6 T eta^2 "
    "p L/B + sqrt(24 T eta^2 p L^2/B) and delta = 2 T delta_1.",
    checked=CONDITIONS,
    assumed=(
        "Assumption 3.1 for all sequences of losses, with delta_0 = 0 and one func for all rounds",
        "there are finitely many models",
    ),
    adjacency="one_loss",
)
def asi_09b_corrected() -> Case:
    """Theorem G, and a count of the samples."""
    return Case(
        checks=(Goal("fast weights", exhaustive("asi09b-corrected", "l2p-fast-weights")),),
        twins=(Twin("the printed eps", exhaustive("asi09b", "l2p-fast-weights")),),
        remarks=("For delta_0 > 0 we have no such statement: the coin of round s_0 + 1 needs a bound for each model.",),
    )


PRINTED: Final = "(2*eta/p + eta + 3*T*eta**2*p*L/2 + sqrt(6*T*eta**2*p*L**2))"
PRECONDITIONS: Final = ("1 <= T*p", "eta*L <= p")
refuted(
    "ASI-09b",
    FAST_WEIGHTS,
    f"part({PRINTED}) <= 2*T*exp(-L)",
    setting=Fast(Fraction(1, 20000), Fraction(19, 10), Fraction(1, 1000), Fraction(20), rounds=1000),
    where=PRECONDITIONS,
)
stated("ASI-09b-corrected", PRIVATE, ("Theorem G", "samples"), 2)
