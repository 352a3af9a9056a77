"""ASI-18, as printed and corrected."""

from __future__ import annotations

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    inequality,
)
from dpassay.proofs_check.lazy_to_private.games import ALONG
from dpassay.proofs_check.lazy_to_private.lemmas import (
    AGE,
    TAILS,
    age,
    tails,
)
from dpassay.proofs_check.lazy_to_private.steps_of_measures import EDGE, on_the_edge


@claim(
    "ASI-18",
    location="Lemma 3.7",
    latex=r"\eta B \log(1/\delta_1)/p \le 1 \Rightarrow \Pr\Big[\tfrac{\nu_{s+1}(x_s)}{\nu_s(x_s)} "
    r"\tfrac{\nu_s(y_s)}{\nu_{s+1}(y_s)} \in [e^{-2B\eta}, e^{2B\eta}]\Big] \ge 1 - (2/\eta + \log(1/\delta_1)/p) e B "
    r"\delta_0 - \delta_1",
    text="If eta B log(1/delta_1)/p <= 1, the ratio of the correlated sampling is within e^{+-2 B eta} with "
    "probability at least 1 - (2/eta + log(1/delta_1)/p) e B delta_0 - delta_1.",
    assumed=(ALONG,),
    corrected_by="ASI-18-corrected",
)
def asi_18() -> Case:
    """A factor 2 in the exponent is lost."""
    return Case(
        argument=f"{EDGE} At s = 1 the models x_1, y_1 are independent draws from the first law.",
        counterexample=Goal("two models, one step", counterexample("asi18"), Hunt("asi18", on_the_edge)),
        twins=(Twin("within e^{+-4 B eta}", counterexample("asi18-wide")),),
        remarks=(
            "With delta_0 = 0 the statement holds surely, for multiplicative weights even with e^{+-B eta}. The proof "
            "also uses Lemma A.1 beyond B eta <= 1/20, takes x_s for an exact and independent sample of nu_s, and "
            "replaces 6 e^{B eta}/eta by 2 B e^{B eta}/eta, which is smaller for B <= 2. Without effect on privacy, "
            "which does not need the event.",
        ),
    )


@claim(
    "ASI-18-corrected",
    location="Lemma 3.7",
    latex=r"\Pr\Big[\tfrac{\nu_{s+1}(x_s)}{\nu_s(x_s)} \tfrac{\nu_s(y_s)}{\nu_{s+1}(y_s)} \in [e^{-4B\eta}, e^{4B\eta}]"
    r"\Big] \ge 1 - \frac{6 e^{B\eta} \delta_0}{\eta} - \frac{4 B \delta_0}{p} - 3(s - 1)(2e + \log(1/\delta_1)/p) B "
    r"\delta_0",
    text="If eta B log(1/delta_1)/p <= 1 and delta_1 <= e^{-8/3}, the ratio is within e^{+-4 B eta} with probability "
    "at least 1 - 6 e^{B eta} delta_0/eta - 4 B delta_0/p - 3 (s - 1)(2e + log(1/delta_1)/p) B delta_0.",
    assumed=(ALONG, "group privacy (ASI-03)", "the marginal of x_s (ASI-16-corrected)"),
)
def asi_18_corrected() -> Case:
    """Good sets of both models, and the age of y."""
    return Case(
        argument=f"{TAILS} {AGE} Here c <= p/L <= 3p/8. The quotient is within e^{{+-4c}} unless x or y is in the bad "
        f"set, "
        "whose mass under the normalized nu_s is at most 2 e^c delta_0/eta. x_s follows it up to 3 (s - 1)(2e + L/p) "
        "B delta_0 (ASI-16-corrected), and y_s is bad with probability at most 4 e^c delta_0/eta + 4 B delta_0/p.",
        proof=(*tails(), *age()),
        checks=(Goal("two batches, exactly", exhaustive("asi18-corrected", "l2p-three-laws")),),
        twins=(
            Twin("within e^{+-2 B eta}", exhaustive("asi18-narrow", "l2p-three-laws"), of=6),
            Twin(
                "a bad set of mass delta/c",
                inequality("(1 - exp(-c)) - c*(1 + exp(-2*c))", "c", "(0, 29/20]", ">"),
                of=2,
            ),
        ),
    )
