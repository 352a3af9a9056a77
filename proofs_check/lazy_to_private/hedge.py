"""The whole regret of L2P over multiplicative weights: exponential weights on n batches, whose losses are in [0, B].

By Hoeffding's lemma the sum of all weights falls in a batch by at least e^(-h E l + h^2 B^2/8), with l the loss of the
batch; in the end it is at least the weight of any expert, and it begins at d.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.models_follow_measures import MODELS
from dpassay.proofs_check.models.lazy_experts import BATCH_LOSS, LAZY, TOTAL
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

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
        "weight",
        f"exp(-h*{_past('s')}) = exp(-h*({_past('s - 1')} + {BATCH_LOSS}))",
        apply("equals for equals", "past", A=_past("s"), B=f"{_past('s - 1')} + {BATCH_LOSS}", f="y: exp(-h*y)"),
    ),
    Step(
        "start",
        f"mu(s, 1, i)*Z(s - 1) = exp(-h*{_past('s - 1')})",
        arithmetic(use("measure", j="1"), ("mu(s, 1, i)", use("all weights", b="s - 1"))),
    ),
    Step(
        "next weight",
        f"exp(-h*{_past('s')}) = Z(s - 1)*{OF_I}",
        arithmetic("weight", (f"-exp(-h*{BATCH_LOSS})", "start")),
    ),
    Step(
        "next weights",
        f"sum(exp(-h*{_past('s')}), i, 1, d) = sum(Z(s - 1)*{OF_I}, i, 1, d)",
        apply("sum of equals", "next weight", f=f"i: exp(-h*{_past('s')})", g=f"i: Z(s - 1)*{OF_I}", low="1", high="d"),
    ),
    Step(
        "growth",
        f"Z(s) <= Z(s - 1)*exp({TILTED})",
        arithmetic(("Z(s - 1)", "tilt"), use("all weights", b="s"), "next weights", ("-Z(s - 1)", "mean weight")),
    ),
    Step(
        "log",
        f"log(Z(s)) <= log(Z(s - 1)*exp({TILTED}))",
        apply("log grows", "growth", A="Z(s)", B=f"Z(s - 1)*exp({TILTED})"),
    ),
    Step(
        "product",
        f"log(Z(s - 1)*exp({TILTED})) = log(Z(s - 1)) + log(exp({TILTED}))",
        apply("log of a product", A="Z(s - 1)", B=f"exp({TILTED})"),
    ),
    Step("log of exp", f"log(exp({TILTED})) = {TILTED}", apply("log of exp", A=TILTED)),
    Step("all", f"log(Z(s)) - log(Z(s - 1)) <= {TILTED}", arithmetic("log", "product", "log of exp")),
)
LAST: Final = f"exp(-h*{TOTAL})"
theorem(
    "regret of lazy-to-private",
    LAZY,
    HEDGE,
    Step("batch", f"log(Z(s)) - log(Z(s - 1)) <= {TILTED}", apply("the weights of a batch")),
    Step(
        "batches",
        f"sum(log(Z(s)) - log(Z(s - 1)), s, 1, n) <= sum({TILTED}, s, 1, n)",
        apply("sum grows", "batch", f="s: log(Z(s)) - log(Z(s - 1))", g=f"s: {TILTED}", low="1", high="n"),
    ),
    Step(
        "telescope",
        "sum(log(Z(s)) - log(Z(s - 1)), s, 1, n) = log(Z(n)) - log(Z(0))",
        apply("telescope", f="b: log(Z(b - 1))", low="1", high="n"),
    ),
    Step("begin", "Z(0) = d", arithmetic(use("all weights", b="0"))),
    Step("log d", "log(Z(0)) <= log(d)", apply("log grows", "begin", A="Z(0)", B="d")),
    Step(
        "one of all",
        f"{LAST} <= sum({LAST}, i, 1, d)",
        apply("a term of a sum", f=f"i: {LAST}", low="1", k="i", high="d"),
    ),
    Step("one weight", f"{LAST} <= Z(n)", arithmetic("one of all", ("-1", use("all weights", b="n")))),
    Step("its log", f"log({LAST}) <= log(Z(n))", apply("log grows", "one weight", A=LAST, B="Z(n)")),
    Step("log of exp", f"log({LAST}) = -h*{TOTAL}", apply("log of exp", A=f"-h*{TOTAL}")),
    Step("models", MODELS, apply("models follow the measures")),
    Step("loss", f"x(s, i)*{BATCH_LOSS} = mu(s, 1, i)*{BATCH_LOSS}", arithmetic((BATCH_LOSS, "models"))),
    Step(
        "losses",
        f"sum(x(s, i)*{BATCH_LOSS}, i, 1, d) = sum(mu(s, 1, i)*{BATCH_LOSS}, i, 1, d)",
        apply(
            "sum of equals", "loss", f=f"i: x(s, i)*{BATCH_LOSS}", g=f"i: mu(s, 1, i)*{BATCH_LOSS}", low="1", high="d"
        ),
    ),
    Step("mean", f"sum(x(s, i)*{BATCH_LOSS}, i, 1, d) = E(L(s), z(s))", arithmetic("losses", ("-1", "mean loss"))),
    Step(
        "means",
        f"sum(sum(x(s, i)*{BATCH_LOSS}, i, 1, d), s, 1, n) = sum(E(L(s), z(s)), s, 1, n)",
        apply(
            "sum of equals", "mean", f=f"s: sum(x(s, i)*{BATCH_LOSS}, i, 1, d)", g="s: E(L(s), z(s))", low="1", high="n"
        ),
    ),
    Step(
        "all",
        HEDGE,
        arithmetic(
            ("1/h", "batches"),
            ("-1/h", "telescope"),
            ("1/h", "log d"),
            ("1/h", "its log"),
            ("-1/h", "log of exp"),
            "means",
            "lazy loss",
        ),
    ),
)
