"""ASI-16b: Lemma 3.4 with delta_0 = 0, as for multiplicative weights: x_s has exactly the law of the normalized nu_s.

The quotient in line 6 is at most e^{2 B eta}, so the minimum never binds, and correlated sampling (ASI-07) leaves the
law as it is, given all y.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.models.lazy_sampling import LAZY
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use, words


@claim(
    "ASI-16b",
    location="Lemma 3.4",
    latex=r"\delta_0 = 0 \Rightarrow \hat\nu_s = \overline\nu_s",
    text="With delta_0 = 0, as for multiplicative weights, x_s has exactly the law of the normalized nu_s.",
    assumed=("Assumption 3.1 with delta_0 = 0",),
)
def asi_16b() -> Case:
    """Correlated sampling without clipping."""
    return Case(
        checks=(Goal("Algorithm 1 with multiplicative weights", exhaustive("asi07-algorithm", "l2p-small-games")),),
        twins=(Twin("the law of the batch before", exhaustive("asi07-late", "l2p-small-games")),),
    )


GIVEN: Final = ("d0 <= 0",)
QUOTIENT: Final = "exp(-2*B*eta)*m(s + 1, i)/(m(s, i)*q(s))"
theorem(
    "ASI-16b",
    LAZY,
    "E(x(b, i), Y) = m(b, i)",
    Step(
        "a model",
        "m(s + 1, i) <= exp(B*eta)*m(s, i)",
        words("Group privacy over a batch, with delta_0 = 0, for the set that holds this model alone."),
        GIVEN,
    ),
    Step(
        "the other model",
        "exp(-B*eta) <= q(s)",
        words("The same the other way round, for the model y_s."),
        GIVEN,
    ),
    Step(
        "no minimum",
        f"{QUOTIENT} <= 1",
        arithmetic(("exp(-2*B*eta)/(m(s, i)*q(s))", "a model"), ("1/q(s)", "the other model")),
        GIVEN,
    ),
    Step("holds", f"[{QUOTIENT} <= 1] = 1", apply("indicator of what holds", "no minimum", A=QUOTIENT, B="1"), GIVEN),
    Step("kept", f"keep(s, i) = {QUOTIENT}", arithmetic("line 6", (f"{QUOTIENT} - keep(s, i)", "holds")), GIVEN),
    Step(
        "in proportion",
        "m(s, i)*keep(s, i) = exp(-2*B*eta)/q(s)*m(s + 1, i)",
        arithmetic(("m(s, i)", "kept")),
        GIVEN,
    ),
    Step("next law", "sum(m(s + 1, i), i, 1, d) = 1", arithmetic(use("law", b="s + 1"))),
    Step(
        "given y",
        "x(b, i) = m(b, i)",
        apply(
            "correlated sampling",
            "first, given y",
            "next, given y",
            "in proportion",
            "next law",
            T="n",
            d="d",
            p="p",
            m="t, i: m(t, i)",
            x="t, i: x(t, i)",
            keep="t, i: keep(t, i)",
            C="t: exp(-2*B*eta)/q(t)",
            t="b",
            i="i",
        ),
        GIVEN,
    ),
    Step(
        "all",
        "E(x(b, i), Y) = m(b, i)",
        apply("expectation of equals", "given y", P="Y", X="x(b, i)", Y="m(b, i)"),
        GIVEN,
    ),
    where=GIVEN,
)
