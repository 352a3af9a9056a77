"""ASI-19, as printed and corrected."""

from __future__ import annotations

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    inequality,
    nonnegative,
)
from dpassay.proofs_check.lazy_to_private.games import ALONG
from dpassay.proofs_check.lazy_to_private.lemmas import (
    TAILS,
    tails,
)
from dpassay.proofs_check.lazy_to_private.steps_of_measures import EDGE, on_the_edge


@claim(
    "ASI-19",
    location="Lemma A.1",
    latex=r"B\eta \le \tfrac1{20},\ x_t, y_t \sim \overline\nu_t \text{ independent} \Rightarrow "
    r"\Pr\Big[\tfrac{\nu_{t+1}(x_t)}{\nu_t(x_t)} \tfrac{\nu_t(y_t)}{\nu_{t+1}(y_t)} \in [e^{-2B\eta}, "
    r"e^{2B\eta}]\Big] \ge 1 - 6 e^{B\eta} \delta_0/\eta",
    text="For B eta <= 1/20 and independent x_t, y_t from nu_t, the ratio is within e^{+-2 B eta} with probability at "
    "least 1 - 6 e^{B eta} delta_0/eta.",
    assumed=(ALONG,),
    corrected_by="ASI-19-corrected",
)
def asi_19() -> Case:
    """The instance of ASI-18."""
    return Case(
        argument=f"{EDGE} (e^eta = 21/20 < e^{{1/20}}.)",
        counterexample=Goal("two models, one step", counterexample("asi19"), Hunt("asi19", on_the_edge)),
        sharper=(Goal("eta = log(21/20) <= 1/20", inequality("x*(1/20 - log(21/20))", "x", "[1, 2]", ">")),),
        twins=(Twin("within e^{+-4 B eta}, with 4 in place of 6", counterexample("asi19-corrected")),),
        remarks=("With delta_0 = 0 it holds surely. The lemma also speaks of t = 0, where nu_0 is not defined.",),
    )


@claim(
    "ASI-19-corrected",
    location="Lemma A.1",
    latex=r"B\eta \le \tfrac{29}{20} \Rightarrow \Pr\Big[\tfrac{\nu_{t+1}(x_t)}{\nu_t(x_t)} "
    r"\tfrac{\nu_t(y_t)}{\nu_{t+1}(y_t)} \in [e^{-4B\eta}, e^{4B\eta}]\Big] \ge 1 - 4 e^{B\eta} \delta_0/\eta",
    text="For B eta <= 29/20 and independent x_t, y_t from nu_t, the ratio is within e^{+-4 B eta} with probability at "
    "least 1 - 4 e^{B eta} delta_0/eta.",
    assumed=(ALONG, "group privacy (ASI-03)"),
)
def asi_19_corrected() -> Case:
    """Two bad sets."""
    return Case(
        argument=f"{TAILS} The quotient of two ratios within e^{{+-2c}} is within e^{{+-4c}}; x and y are each "
        f"outside with "
        "probability at most 2 e^c delta_0/eta.",
        proof=tails(),
        checks=(Goal("one step, exactly", exhaustive("asi19-corrected", "l2p-steps")),),
        twins=(
            Twin("within e^{+-2 B eta}", exhaustive("asi19", "l2p-steps"), of=3),
            Twin("Q(A) (1 - s) <= s^3 delta", nonnegative("s**3*d - Q*(1 - s)", ("s", "s**2*P - Q", "Q + s*d - s*P"))),
        ),
    )
