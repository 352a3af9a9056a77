"""ASI-20: the models whose ratio is outside e^{+-B eta} are said to have at most 2 e delta_0/eta of the mass of nu_t.

Appendix A.1, the sets Y_good and X_good. Two models, one of which gains slightly more than the factor e^eta and the
other loses slightly more, are within D^{delta_0} <= eta for a small delta_0, but no model's ratio is within e^{+-eta}:
Lemma 2.4 has eps/2 in its hypothesis. With e^{+-2 B eta} it is true, with 2 e^{B eta} in place of 2e, for B eta <=
29/20: see ``good_sets``.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.games import ALONG
from dpassay.proofs_check.lazy_to_private.good_sets import BAD, MASS, RATIO, SMALL, mass
from dpassay.proofs_check.lazy_to_private.steps_of_measures import EDGE, on_the_edge
from dpassay.proofs_check.models.lazy_sampling import LAZY, ON_THE_EDGE
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply


@claim(
    "ASI-20",
    location="Appendix A.1",
    latex=r"Y_{good} = \{y : \log \tfrac{\overline\nu_t(y)}{\overline\nu_{t+1}(y)} \in [-B\eta, B\eta]\}:\quad "
    r"\nu_t(Y_{good}^\complement) \le 2e\delta_0/\eta",
    text="The set of models whose ratio is within e^{+-B eta} has all but 2 e delta_0/eta of the mass of nu_t.",
    assumed=(ALONG,),
    corrected_by="ASI-20-corrected",
)
def asi_20() -> Case:
    """No model is good."""
    return Case(
        argument=f"{EDGE} So the good sets are empty.",
        counterexample=Goal("two models, one step", counterexample("asi20"), Hunt("asi20", on_the_edge)),
        twins=(Twin("within e^{+-2 B eta}", counterexample("asi20-corrected")),),
        remarks=(
            "Nor is nu_{t+1}(X_good) >= 1 - B delta_0, as A.1 has it further on: here it is 0. With delta_0 = 0 the "
            "complement is empty. The text writes '<= [-B eta, B eta]' in Y_good, nu_t(Y_good) for nu_t of its "
            "complement, and drops the probability of X_good from a product.",
        ),
    )


@claim(
    "ASI-20-corrected",
    location="Appendix A.1",
    latex=r"B\eta \le \tfrac{29}{20}:\ \overline\nu_t\{y : \log \tfrac{\overline\nu_t(y)}{\overline\nu_{t+1}(y)} "
    r"\notin [-2B\eta, 2B\eta]\} \le 2 e^{B\eta} \delta_0/\eta",
    text="For B eta <= 29/20 the set of models whose ratio is within e^{+-2 B eta} has all but 2 e^{B eta} "
    "delta_0/eta of the mass of nu_t.",
    assumed=(ALONG, "there are finitely many models", "group privacy (ASI-03)"),
)
def asi_20_corrected() -> Case:
    """Two tails."""
    return Case(
        checks=(Goal("one step, exactly", exhaustive("asi20-corrected", "l2p-steps")),),
        twins=(Twin("within e^{+-B eta}", exhaustive("asi20", "l2p-steps")),),
    )


refuted(
    "ASI-20",
    LAZY,
    f"{mass(f'[exp(B*eta) < {RATIO}]')} + {mass(f'[{RATIO} < exp(-B*eta)]')} <= 2*exp(1)*d0/eta",
    setting=ON_THE_EDGE,
    where=("B*eta <= 1/20",),
    s=Fraction(1),
)
theorem(
    "ASI-20-corrected",
    LAZY,
    f"{BAD} <= {MASS}",
    Step("all", f"{BAD} <= {MASS}", apply("few models are far off"), SMALL),
    where=SMALL,
)
