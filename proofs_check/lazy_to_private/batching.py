"""What batches add to the loss of L2P over multiplicative weights: at most sum_(j <= B) tanh((j - 1) h/4) a batch.

x_s follows the measure before its batch. By round j the weights are multiplied by ratios in [e^(-(j - 1) h), 1], so
that the mean of a loss has fallen by at most tanh((j - 1) h/4) ("weighed anew").
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.models_follow_measures import MODELS
from dpassay.proofs_check.models.lazy_experts import BATCH_LOSS, LAZY, PAST
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use

TANH: Final = "(1 - exp(-(j - 1)*h/2))/(1 + exp(-(j - 1)*h/2))"
"""tanh((j - 1) h/4)."""
OLD, NOW = (f"sum(mu(s, {j}, i)*l(s, j, i), i, 1, d)" for j in ("1", "j"))
LATER: Final = ("2 <= j",)
E_0, E_J = (f"exp(-h*{PAST.format(i='i').replace('j - 1', last)})" for last in ("1 - 1", "j - 1"))
W: Final = f"sum({E_0}, i, 1, d)"
LOST: Final = "sum(l(s, u, i), u, 1, j - 1)"
R: Final = f"exp(-h*{LOST})"
MEAN: Final = f"sum(mu(s, 1, i)*{R}, i, 1, d)"
theorem(
    "total variation within a batch",
    LAZY,
    f"{OLD} - {NOW} <= {TANH}",
    Step(
        "one of all",
        f"{W} = sum({E_0}, i, 1, d - 1) + {E_0.replace(', i)', ', d)')}",
        apply("last term", f=f"i: {E_0}", low="1", high="d"),
    ),
    Step("positive", f"0 < {W}", arithmetic(("-1", "one of all"))),
    Step("start", f"mu(s, 1, i)*{W} = {E_0}", arithmetic(use("measure", j="1"))),
    Step(
        "law",
        "sum(mu(s, 1, i), i, 1, d) = 1",
        arithmetic((f"1/{W}", inside("sum(_, i, 1, d)", "start"))),
        (),
        ("positive",),
    ),
    Step("ratio", f"mu(s, 1, i)*{W}*{R} = {E_J}", arithmetic((R, "start"))),
    Step(
        "weights",
        f"mu(s, j, i)*{MEAN} = mu(s, 1, i)*{R}",
        arithmetic(
            (f"1/{W}", "measure"), (f"-1/{W}", "ratio"), (f"mu(s, j, i)/{W}", inside("sum(_, i, 1, d)", "ratio"))
        ),
        (),
        ("positive",),
    ),
    Step("exponent", f"-(j - 1)*h <= -h*{LOST}", arithmetic(("h", inside("sum(_, j, 1, j - 1)", "at most 1")))),
    Step("low", f"exp(-(j - 1)*h/2)**2 <= {R}", arithmetic(inside("exp(_)", "exponent"))),
    Step("high", f"{R} <= 1", arithmetic(inside("exp(_)", f"-h*{LOST} <= 0"))),
    Step("rate", "-(j - 1)*h/2 < 0", arithmetic(("h/2", "2 <= j")), LATER),
    Step(
        "all",
        f"{OLD} - {NOW} <= {TANH}",
        apply(
            "weighed anew",
            "law",
            "low",
            "high",
            "at most 1",
            "weights",
            inside("exp(_)", "rate"),
            d="d",
            v="exp(-(j - 1)*h/2)",
            a="i: mu(s, 1, i)",
            b="i: mu(s, j, i)",
            r=f"i: {R}",
            f="i: l(s, j, i)",
        ),
        LATER,
    ),
    where=LATER,
)
FIRST: Final = "sum(mu(s, 1, i)*l(s, 1, i), i, 1, d)"
EXCESS: Final = f"n*sum({TANH}, j, 1, B)"
theorem(
    "what batches add",
    LAZY,
    f"lazy <= alone + {EXCESS}",
    Step("models", MODELS, apply("models follow the measures")),
    Step(
        "rounds of the batch",
        f"sum(mu(s, 1, i)*{BATCH_LOSS}, i, 1, d) = sum({OLD}, j, 1, B)",
        apply("sums in either order", f="i, j: mu(s, 1, i)*l(s, j, i)", m="d", n="B"),
    ),
    Step("within", f"{OLD} - {NOW} <= {TANH}", apply("total variation within a batch"), LATER),
    Step(
        "first and later, at the start",
        f"sum({OLD}, j, 1, B) = {FIRST} + sum({OLD}, j, 2, B)",
        apply("sum in two parts", f=f"j: {OLD}", low="1", mid="1", high="B"),
    ),
    Step(
        "first and later",
        f"sum({NOW} + {TANH}, j, 1, B) = {FIRST} + sum({NOW} + {TANH}, j, 2, B)",
        apply("sum in two parts", f=f"j: {NOW} + {TANH}", low="1", mid="1", high="B"),
    ),
    Step(
        "batch",
        f"sum(x(s, i)*{BATCH_LOSS}, i, 1, d) <= sum({NOW} + {TANH}, j, 1, B)",
        arithmetic(
            inside(f"sum({BATCH_LOSS}*_, i, 1, d)", "models"),
            "rounds of the batch",
            "first and later, at the start",
            inside("sum(_, j, 2, B)", "within"),
            ("-1", "first and later"),
        ),
    ),
    Step(
        "all",
        f"lazy <= alone + {EXCESS}",
        arithmetic(inside("sum(_, s, 1, n)", "batch"), "lazy loss", ("-1", "input loss")),
    ),
)
STEP: Final = "(j - 1)*h/4"
LINEAR: Final = f"{EXCESS} <= h*(n*B)*(B - 1)/8"
theorem(
    "tanh, at most its argument",
    LAZY,
    LINEAR,
    Step("before", "0 <= (j - 1)*h/2", arithmetic(("h/2", "1 <= j"))),
    Step(
        "tanh",
        "2*(1 - exp(-(j - 1)*h/2)) <= (j - 1)*h/2*(1 + exp(-(j - 1)*h/2))",
        analysis("2*(1 - exp(-u)) <= u*(1 + exp(-u))", "[0, oo)", "before", u="(j - 1)*h/2"),
    ),
    Step("round", f"{TANH} <= {STEP}", arithmetic(("1/(2*(1 + exp(-(j - 1)*h/2)))", "tanh"))),
    Step("integers", "sum(j, j, 0, B) = (B + 1)*B/2", apply("sum of integers", n="B + 1")),
    Step(
        "from 1", "sum(j, j, 0, B) = sum(j, j, 1, B)", apply("sum in two parts", f="j: j", low="0", mid="0", high="B")
    ),
    Step(
        "all",
        LINEAR,
        arithmetic(("n", inside("sum(_, j, 1, B)", "round")), ("n*h/4", "integers"), ("-n*h/4", "from 1")),
    ),
)
