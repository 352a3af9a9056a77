"""The whole regret of L2P over multiplicative weights: exponential weights on n batches, whose losses are in [0, B].

By Hoeffding's lemma the sum of all weights falls in a batch by at least e^(-h E l + h^2 B^2/8), with l the loss of the
batch; in the end it is at least the weight of any expert, and it begins at d.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.models_follow_measures import MODELS
from dpassay.proofs_check.models.lazy_experts import BATCH_LOSS, LAZY, TOTAL
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use

HEDGE: Final = f"lazy - {TOTAL} <= log(d)/h + h*B*(n*B)/8"


def _past(last: str) -> str:
    """The losses of expert i in the first batches."""
    return f"sum(sum(l(r, j, i), j, 1, B), r, 1, {last})"


TILTED: Final = "-h*E(L(s), z(s)) + h**2*B**2/8"
OF_I: Final = f"mu(s, 1, i)*exp(-h*{BATCH_LOSS})"
theorem(
    "the weights of a batch",
    LAZY,
    f"log(Z(s)) - log(Z(s - 1)) <= {TILTED}",
    Step(
        "tilt",
        f"E(exp(-h*L(s)), z(s)) <= exp({TILTED})",
        apply(
            "Hoeffding's lemma", "whole loss, low", "whole loss, high", P="z(s)", X="L(s)", low="0", high="B", s="-h"
        ),
    ),
    Step(
        "past",
        f"{_past('s')} = {_past('s - 1')} + {BATCH_LOSS}",
        apply("last term", f="r: sum(l(r, j, i), j, 1, B)", low="1", high="s"),
    ),
    Step(
        "start",
        f"mu(s, 1, i)*Z(s - 1) = exp(-h*{_past('s - 1')})",
        arithmetic(use("measure", j="1"), ("mu(s, 1, i)", use("all weights", b="s - 1"))),
    ),
    Step(
        "next weight",
        f"exp(-h*{_past('s')}) = Z(s - 1)*{OF_I}",
        arithmetic(inside("exp(-h*_)", "past"), (f"-exp(-h*{BATCH_LOSS})", "start")),
    ),
    Step(
        "growth",
        f"Z(s) <= Z(s - 1)*exp({TILTED})",
        arithmetic(
            ("Z(s - 1)", "tilt"),
            use("all weights", b="s"),
            inside("sum(_, i, 1, d)", "next weight"),
            ("-Z(s - 1)", "mean weight"),
        ),
    ),
    Step("all", f"log(Z(s)) - log(Z(s - 1)) <= {TILTED}", arithmetic(inside("log(_)", "growth"))),
)
LAST: Final = f"exp(-h*{TOTAL})"
theorem(
    "regret of lazy-to-private",
    LAZY,
    HEDGE,
    Step("batch", f"log(Z(s)) - log(Z(s - 1)) <= {TILTED}", apply("the weights of a batch")),
    Step(
        "telescope",
        "sum(log(Z(s)) - log(Z(s - 1)), s, 1, n) = log(Z(n)) - log(Z(0))",
        apply("telescope", f="b: log(Z(b - 1))", low="1", high="n"),
    ),
    Step(
        "one of all",
        f"{LAST} <= sum({LAST}, i, 1, d)",
        apply("a term of a sum", f=f"i: {LAST}", low="1", k="i", high="d"),
    ),
    Step("one weight", f"{LAST} <= Z(n)", arithmetic("one of all", ("-1", use("all weights", b="n")))),
    Step("models", MODELS, apply("models follow the measures")),
    Step(
        "mean",
        f"sum(x(s, i)*{BATCH_LOSS}, i, 1, d) = E(L(s), z(s))",
        arithmetic(inside(f"sum({BATCH_LOSS}*_, i, 1, d)", "models"), ("-1", "mean loss")),
    ),
    Step(
        "all",
        HEDGE,
        arithmetic(
            ("1/h", inside("sum(_, s, 1, n)", "batch")),
            ("-1/h", "telescope"),
            ("1/h", inside("log(_)", "all weights", b="0")),
            ("1/h", inside("log(_)", "one weight")),
            inside("sum(_, s, 1, n)", "mean"),
            "lazy loss",
        ),
    ),
)
