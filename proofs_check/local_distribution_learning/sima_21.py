"""SIMA-21."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.sima_19 import SMALLER, SQUARE
from dpassay.proofs_check.local_distribution_learning.sima_20 import ALL, SHARP
from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

CHAIN: Final = "fold(n, i) = sum(KL(t, i), t, 1, n)"
theorem(
    "divergences of the rounds add up",
    PAIRS,
    CHAIN,
    Step(
        "linear",
        "E(sum(loss(t, i), t, 1, n), F(i)) = sum(E(loss(t, i), F(i)), t, 1, n)",
        apply("mean of a sum", P="F(i)", X="t: loss(t, i)", T="n"),
    ),
    Step(
        "rounds",
        "sum(E(loss(t, i), F(i)), t, 1, n) = sum(KL(t, i), t, 1, n)",
        apply("sum of equals", "loss of a round", f="t: E(loss(t, i), F(i))", g="t: KL(t, i)", low="1", high="n"),
    ),
    Step("all", CHAIN, arithmetic("KL of reports", "linear", "rounds")),
)
AVERAGE: Final = f"sum(fold(n, i), i, 1, K) <= n*a**2/2*{SQUARE}"
theorem(
    "divergences of the pairs add up",
    PAIRS,
    AVERAGE,
    Step("chain", CHAIN, apply("divergences of the rounds add up")),
    Step(
        "chains",
        "sum(fold(n, i), i, 1, K) = sum(sum(KL(t, i), t, 1, n), i, 1, K)",
        apply("sum of equals", "chain", f="i: fold(n, i)", g="i: sum(KL(t, i), t, 1, n)", low="1", high="K"),
    ),
    Step(
        "order",
        f"sum(sum(KL(t, i), t, 1, n), i, 1, K) = sum({ALL}, t, 1, n)",
        apply("sums in either order", f="i, t: KL(t, i)", m="K", n="n"),
    ),
    Step("round", SHARP, apply("the sum over pairs, sharper")),
    Step(
        "rounds",
        f"sum({ALL}, t, 1, n) <= sum(a**2/2*{SQUARE}, t, 1, n)",
        apply("sum grows", "round", f=f"t: {ALL}", g=f"t: a**2/2*{SQUARE}", low="1", high="n"),
    ),
    Step("all", AVERAGE, arithmetic("chains", "order", "rounds")),
)
SHARPER: Final = f"fold(T, s) <= T*a**2/(2*K)*{SQUARE}"
theorem(
    "a pair that is close in all rounds",
    PAIRS,
    SHARPER,
    Step("pairs", AVERAGE, apply("divergences of the pairs add up")),
    Step(
        "least",
        "sum(fold(T, s), i, 1, K) <= sum(fold(T, i), i, 1, K)",
        apply("sum grows", "closest", f="i: fold(T, s)", g="i: fold(T, i)", low="1", high="K"),
    ),
    Step("all", SHARPER, arithmetic(("1/K", "least"), ("1/K", use("pairs", n="T")))),
)
PRINTED: Final = "fold(T, s) <= T*(a**2*m*exp(eps)/(2*K))"
theorem(
    "SIMA-21",
    PAIRS,
    PRINTED,
    Step("sharper", SHARPER, apply("a pair that is close in all rounds")),
    Step("smaller", SMALLER, apply("the sharp factor is smaller")),
    Step("all", PRINTED, arithmetic("sharper", ("T*a**2/(2*K)", "smaller"))),
)
