"""Lemmas for L2P with regularized multiplicative weights at small rates w: the moments of the loss, and what is told.

Given the past a step multiplies the moment of order u of the loss by at most e^((r + p) (m - 1)), and by e^(u 2 w/p)
more in the batch that differs, where m = e^(u (u + 1) w^2/2) and r = 1 - (1 - p) e^(-3 B w)
(``steps_at_small_rates``). So the moments of the loss of all that happens are at most those of M = (n - 1) (r + p)
draws, and what is released tells no more.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.lazy_to_private.steps_at_small_rates import DRAW, R
from dpassay.proofs_check.models.few_samples import FEW_SAMPLES
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic
from dpassay.proofs_check.shared_lemmas.told_less import MORE, OVER

M: Final = f"(n - 1)*({R} + p)"
LET: Final = {"r": R, "M": M, "X": "log(T/delta)"}
MOMENTS: Final = f"u*2*w/p + M*(exp({DRAW}) - 1)"
SAMPLES: Final = {
    "u": (Fraction(0), Fraction(1), Fraction(5)),
    "v": (Fraction(3), Fraction(8)),
    "x": (Fraction(0), Fraction(1, 10), Fraction(1)),
}
TOTAL: Final = "sum(l(i), i, 1, n - 1)"
EACH: Final = f"u*2*w*differ(i)/p + (r + p)*(exp({DRAW}) - 1)"
theorem(
    "moments of what L2P releases",
    FEW_SAMPLES,
    f"E(exp(u*Z)) <= exp({MOMENTS})",
    Step(
        "each step",
        f"E(exp(u*l(t + 1)), after(t)) <= exp({EACH.replace('(i)', '(t + 1)')})",
        apply("a step at a small rate"),
    ),
    Step(
        "steps",
        f"E(exp(u*{TOTAL})) <= exp(sum({EACH}, i, 1, n - 1))",
        apply(
            "adaptive sum",
            "past steps",
            "each step",
            P="P",
            after="t: after(t)",
            X="i: l(i)",
            c=f"i: {EACH}",
            T="n - 1",
            s="u",
        ),
    ),
    Step(
        "powers",
        f"exp(u*Z) = exp(u*{TOTAL})",
        apply("equals for equals", "losses of steps", A="Z", B=TOTAL, f="y: exp(u*y)"),
    ),
    Step(
        "means",
        f"E(exp(u*Z)) = E(exp(u*{TOTAL}))",
        apply("expectation of equals", "powers", P="P", X="exp(u*Z)", Y=f"exp(u*{TOTAL})"),
    ),
    Step(
        "exponents",
        f"sum({EACH}, i, 1, n - 1) <= {MOMENTS}",
        arithmetic(("u*2*w/p", "one batch differs")),
    ),
    Step(
        "grows",
        f"exp(sum({EACH}, i, 1, n - 1)) <= exp({MOMENTS})",
        apply("exp grows", "exponents", A=f"sum({EACH}, i, 1, n - 1)", B=MOMENTS),
    ),
    Step("all", f"E(exp(u*Z)) <= exp({MOMENTS})", arithmetic("means", "steps", "grows")),
    let=LET,
    samples=SAMPLES,
)
theorem(
    "delta of what L2P releases",
    FEW_SAMPLES,
    f"least(x) <= E({OVER})",
    Step(
        "sequences of all",
        f"sum({MORE}, h, 1, K) <= E({OVER})",
        apply(
            "privacy of what is told",
            "one of all",
            "sequences",
            "sequences, other",
            P="P",
            Z="Z",
            k="h: k(h)",
            M="K",
            x="x",
            R="h: R(h)",
            R2="h: R2(h)",
        ),
    ),
    Step("all", f"least(x) <= E({OVER})", arithmetic("least delta", "sequences of all")),
    samples=SAMPLES,
)
