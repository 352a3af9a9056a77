"""SIMA-34: (10) is said to hold with probability at least 1 - e^-gamma for Algorithm 1 as printed.

Lemma 5, with the learning rate sqrt(2 K log K/T) of Algorithm 1, sqrt K times that of Lemma 1. With so little noise
that it does not matter (eps large), the learner follows the leader, and on the class of liars whoever is ahead says (1,
0) next while the truth is (1/2, 1/2). There the risk is above the right side wherever all noises are below c', an event
of probability at least 1 - e^-gamma (SIMA-45). So (10) holds with probability at most e^-gamma, which is below 1 -
e^-gamma for gamma = 3. With eta = sqrt(2 log K/T) it holds: SIMA-34-corrected.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.liars import LIARS, Liars
from dpassay.proofs_check.proof.register import refuted

refuted(
    "SIMA-34",
    LIARS,
    "chance >= 1 - exp(-gamma)",
    setting=Liars(4000, 10**9, Fraction(10) ** 26, gamma=Fraction(3)),
)
