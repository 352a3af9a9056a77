"""L2P over multiplicative weights on batches by turns: the regret is at least (T/4) tanh(B eta/2).

Let G = e^(-B eta). Odd batches begin at equal weights, and even ones where the half that was charged has G times the
weight of the other (measures_by_turns). x_s follows the measure (models_by_turns). So a pair of batches costs
B (1/2 + 1/(1 + G)), and each half loses B in it. For B eta <= 1 that makes 3 T B eta/32 in all.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.measures_by_turns import EVEN, FALL, ODD
from dpassay.proofs_check.lazy_to_private.models_by_turns import ALL, LAW, excess, nothing
from dpassay.proofs_check.models.batches_by_turns import BY_TURNS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use

GAIN: Final = f"(1/(1 + {FALL}) - 1/2)"
LOSS: Final = f"1/2 + 1/(1 + {FALL}) <= x(2*r - 1, 1) + x(2*r, 2)"


def _above(s: str) -> str:
    return f"(x({s}, 1) - mu({s}, 1))"


theorem(
    "regret by turns",
    BY_TURNS,
    f"N*B*{GAIN} <= lazy - best",
    Step("nothing", nothing("s"), apply("nothing above the measure by turns")),
    Step("models", f"{ALL.format(s='s')} = 1", apply("models by turns are drawn from a law")),
    Step(
        "a law",
        LAW.format(s="s"),
        arithmetic(*(("1/(w(s, 1) + w(s, 2))", use("normalized", i=i)) for i in "12")),
    ),
    Step(
        "both",
        f"{excess('s', '1')} + {excess('s', '2')} = x(s, 1) - mu(s, 1)",
        arithmetic(
            ("-mu(s, 2)", use("played", i="1")),
            ("mu(s, 1)", use("played", i="2")),
            ("-mu(s, 1)", "models"),
            ("x(s, 1)", "a law"),
        ),
    ),
    *(
        Step(
            f"not {name}",
            f"0 <= {sign}*{excess('s', '1')} + {sign}*{excess('s', '2')}",
            apply(
                "a form of nothing is at least 0",
                "nothing",
                a=sign,
                b=sign,
                u=excess("s", "1"),
                v=excess("s", "2"),
            ),
        )
        for name, sign in (("less", "1"), ("more", "-1"))
    ),
    Step("first half", "mu(s, 1) <= x(s, 1)", arithmetic("not less", "both")),
    Step("second half", "1 - mu(s, 1) <= x(s, 2)", arithmetic("not more", ("-1", "both"), ("-1", "models"))),
    Step("odd", ODD, apply("odd batches")),
    Step("even", EVEN, apply("even batches")),
    Step(
        "two batches",
        LOSS,
        arithmetic(use("first half", s="2*r - 1"), use("second half", s="2*r"), ("-1", "odd"), "even"),
    ),
    Step(
        "all",
        f"N*B*{GAIN} <= lazy - best",
        arithmetic(inside("sum(B*_, r, 1, N)", "two batches"), ("-1", "loss"), "the first half is no better"),
    ),
)
LEAST: Final = "3/16*N*B*(B*h)"
theorem(
    "regret by turns at a small rate",
    BY_TURNS,
    f"{LEAST} <= lazy - best",
    Step("regret", f"N*B*{GAIN} <= lazy - best", apply("regret by turns")),
    Step(
        "tanh",
        f"3/16*(B*h) <= {GAIN}",
        analysis("3/16*z <= 1/(1 + exp(-z)) - 1/2", "[0, 1]", z="B*h"),
        ("B*h <= 1",),
    ),
    Step("all", f"{LEAST} <= lazy - best", arithmetic("regret", ("N*B", "tanh")), ("B*h <= 1",)),
    where=("B*h <= 1",),
)
