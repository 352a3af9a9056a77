"""SIMA-35a: Algorithm 1 as printed, with eta = sqrt(2 K log K/T) and gamma = log T, is said to have Theorem 4's risk.

Theorem 4, one constant for all K, T >= 2, eps > 0 and 0 < delta <= 1. With little noise the learner follows whoever is
ahead: see the class of liars. Let K = T^4, eps = T^12, delta = 1/10 and T >= 10^6. Then the risk is at least (T/8) log
T, and the quotient by the bound at least sqrt(T/log T)/(80 sqrt 8), so no constant serves; at T = 10^20 it is above
10^6 times the bound. For eps <= K/2 the constant 12 does: SIMA-35a-corrected.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.liars import AT_LOG_T, winning
from dpassay.proofs_check.proof.register import refuted

BOUND: Final = "sqrt(2*T*log(K))*(log(K*T) + (sqrt(K*log(1/delta)) + sqrt(K*eps))*log(K*T)**2/eps)"
refuted(
    "SIMA-35a",
    AT_LOG_T,
    f"risk <= C*{BOUND}",
    setting=winning(20),
    variables={"C": "real, 0 < C"},
    C=Fraction(10) ** 6,
)
