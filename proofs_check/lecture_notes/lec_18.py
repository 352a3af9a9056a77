"""LEC-18: the law of i_t is said to be proportional to e^(a (r_1(i) + ... + r_t(i))).

Lecture notes, Section 2, after the proof of Theorem 2. The algorithm samples i_t before it observes row t, so the sum
runs to t - 1 (LEC-18-corrected), and i_1 is uniform. With one round and two experts, one of whom is paid, the printed
law is wrong.

The corrected law holds given the earlier choices, where rewards depend on these. The ratio of two experts'
probabilities is multiplied by e^(a r_t(i))/e^(a r_t(j)) in each round, whatever the normalization, and it begins at
1.
"""

from __future__ import annotations

from typing import Any

from dpassay.proofs_check.models.adaptive_experts import ADAPTIVE, one_round
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

FIRST_EXPERT: dict[str, Any] = {"@transcript": (1,)}
refuted(
    "LEC-18",
    ADAPTIVE,
    "w(t, i) = exp(a*sum(r(s, i), s, 1, t))/sum(exp(a*sum(r(s, j), s, 1, t)), j, 1, K)",
    setting=one_round(),
    t=1,
    i=1,
    **FIRST_EXPERT,
)
ALL = "sum(exp(a*sum(r(s, j), s, 1, t - 1)), j, 1, K)"
LAW = f"w(t, i) = exp(a*sum(r(s, i), s, 1, t - 1))/{ALL}"
theorem(
    "LEC-18-corrected",
    ADAPTIVE,
    LAW,
    Step(
        "proportional",
        f"w(t, i)*{ALL} = exp(a*sum(r(s, i), s, 1, t - 1))",
        apply(
            "multiplied weights",
            "first",
            "update",
            T="t",
            K="K",
            a="a",
            w="t, i: w(t, i)",
            r="t, i: r(t, i)",
            i="i",
        ),
    ),
    Step(
        "last expert",
        f"{ALL} = {ALL.replace('K)', 'K - 1)')} + exp(a*sum(r(s, K), s, 1, t - 1))",
        apply("last term", f="j: exp(a*sum(r(s, j), s, 1, t - 1))", low="1", high="K"),
    ),
    Step("normalization", f"0 < {ALL}", arithmetic(("-1", "last expert"))),
    Step("all", LAW, arithmetic((f"1/{ALL}", "proportional")), defined=("normalization",)),
)
