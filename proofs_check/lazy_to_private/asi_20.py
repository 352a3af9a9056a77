"""ASI-20, as printed and corrected."""

from __future__ import annotations

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    inequality,
)
from dpassay.proofs_check.lazy_to_private.games import ALONG
from dpassay.proofs_check.lazy_to_private.lemmas import (
    TAILS,
    tails,
)
from dpassay.proofs_check.lazy_to_private.steps_of_measures import EDGE, on_the_edge


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
    assumed=(ALONG, "group privacy (ASI-03)"),
)
def asi_20_corrected() -> Case:
    """Two tails."""
    return Case(
        argument=TAILS,
        proof=tails(),
        checks=(Goal("one step, exactly", exhaustive("asi20-corrected", "l2p-steps")),),
        twins=(
            Twin("within e^{+-B eta}", exhaustive("asi20", "l2p-steps"), of=3),
            Twin(
                "a bad set of mass delta/c",
                inequality("(1 - exp(-c)) - c*(1 + exp(-2*c))", "c", "(0, 29/20]", ">"),
                of=2,
            ),
        ),
    )
