"""The regret of L2P over multiplicative weights on alternating batches, and where one of two experts always pays.

On alternating batches it is (T/4) tanh(B h/2), and on constant losses at least (ln 2 - ln(1 + e^(-h T)))/h: T = 2 B m.

Both steps are in words. To check them the model would need the laws of (x_s, y_s) on both sequences, as
``lazy_experts`` has them for one, and for the second one a comparison of a sum with an integral, by telescoping the
kernel's inequality for one term: no rule is missing.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.two_sequences import SEQUENCES
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, words

T: Final = "(2*B*m)"
Q: Final = "exp(-B*h)"
TURNS: Final = f"turns = {T}/4*(1 - {Q})/(1 + {Q})"
INTEGRAL: Final = f"(log(2) - log(1 + exp(-h*{T})))/h <= same"
theorem(
    "regret on alternating batches",
    SEQUENCES,
    TURNS,
    Step(
        "all",
        TURNS,
        words(
            "x_s follows the measure before its batch: odd batches begin at equal weights, and even ones where expert"
            " 2 has the weight 1/(1 + Q), Q = e^(-B h). A pair of batches costs B/2 + B/(1 + Q), and each expert pays"
            " B in it. So a pair adds (B/2)(1 - Q)/(1 + Q) to the regret, and there are m.",
            missing="the weights of a play that repeats every two batches, as a closed form of the measure "
            "after t rounds",
        ),
    ),
)
theorem(
    "regret on constant losses",
    SEQUENCES,
    INTEGRAL,
    Step(
        "all",
        INTEGRAL,
        words(
            "A batch that begins after t rounds costs B/(1 + e^(h t)), as x_s follows the measure before it, and the "
            "best expert pays nothing. As this falls with t, the sum is at least the integral of 1/(1 + e^(h t)) from"
            " 0 to T.",
            missing="integrals: a sum of a falling function is at least its integral",
        ),
    ),
)
