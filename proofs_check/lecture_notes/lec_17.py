"""LEC-17: the last display of the proof of Theorem 2, printed with <=, is false: it should be >=.

Lecture notes, Section 2, after "and so". With two experts whose rewards are both 1/2, one round and e^a = 2 it says
1/2 <= 1/2 - ln 2 - 1. With >= and x at one expert it is Theorem 2 (LEC-14). Since all rewards are equal, the printed
i_t and i earn the same. By LEC-14-sharp the display is false in every game: its right side is below the left by at
least 7 a T/8.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.adaptive_rewards import ADAPTIVE, Game, fixed
from dpassay.proofs_check.proof.register import refuted

HALF = Fraction(1, 2)
refuted(
    "LEC-17",
    ADAPTIVE,
    "E(sum(g(t), t, 1, T)) <= E(sum(sum(x(i)*r(t, i), i, 1, K), t, 1, T)) - a*T - log(K)/a",
    setting=Game(fixed((HALF, HALF)), 1, 2, growth=Fraction(2)),
    where=("a <= 179/100",),
)
