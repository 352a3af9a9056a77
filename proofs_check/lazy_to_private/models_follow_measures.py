"""Over multiplicative weights x_s follows the measure before its batch: nu-hat_s is the normalized nu_s.

The ratios nu_s/nu_(s-1) lie in [e^(-B eta), 1], so the minimum in line 6 is never 1, and given y the coin S_s is 1 with
probability c nu_s(x)/nu_(s-1)(x), where c depends on y alone. By induction x_(s-1) follows the normalized nu_(s-1),
even given y. So the models that are kept are in proportion to nu_s, like those that are drawn anew.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.lazy_experts import LAZY
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, words

MODELS: Final = "x(s, i) = mu(s, 1, i)"
theorem(
    "models follow the measures",
    LAZY,
    MODELS,
    Step(
        "all",
        MODELS,
        words(
            "Given y the coin of line 6 keeps x with a probability in proportion to nu_s(x)/nu_(s-1)(x), since the "
            "ratios lie in [e^(-B eta), 1] and the minimum is never 1. If x_(s-1) follows the normalized nu_(s-1) "
            "given y, what is kept is in proportion to nu_s, and so is what line 8 draws."
        ),
    ),
)
