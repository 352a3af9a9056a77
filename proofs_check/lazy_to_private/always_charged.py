"""The first batch where one of two experts always loses 1, the other nothing: what L2P pays, and its input algorithm.

In round j the probability of the first is 1/(1 + e^((j - 1) h)), which falls by (j - 1) h/24 at least where B h <= 1.
Where all actions are equal, so are the losses, whatever they are.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.charged_always import ALWAYS
from dpassay.proofs_check.models.coupled_batch import COUPLED, WEIGHT
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use

X, Z = (f"sum(sum(z({j}, i)*l(j, i), i, 1, d), j, 1, B)" for j in ("1", "j"))
"""The losses of x_s and of the actions of the input algorithm."""
LOST_1, LOST_D = (WEIGHT.format(i=i).removeprefix("exp(-h*").removesuffix(")") for i in ("1", "d"))
SHARE: Final = "mu(j, 1)*(1 + exp(h*(j - 1))) = 1"
theorem(
    "the probability of an expert that is always charged",
    ALWAYS,
    SHARE,
    Step(
        "first, in all",
        f"{LOST_1} = j - 1",
        arithmetic(inside("sum(_, j, 1, j - 1)", "first of them"), use("no past", i="1")),
    ),
    Step(
        "last, in all",
        f"{LOST_D} = 0",
        arithmetic(inside("sum(_, j, 1, j - 1)", "last of them"), use("no past", i="d")),
    ),
    Step(
        "both",
        f"sum({WEIGHT.format(i='k')}, k, 1, d) = {WEIGHT.format(i='1')} + {WEIGHT.format(i='d')}",
        apply("sum of two", "two experts", d="d", f=f"k: {WEIGHT.format(i='k')}"),
    ),
    Step(
        "all",
        SHARE,
        arithmetic(
            ("exp(h*(j - 1))", use("measure", i="1")),
            ("-mu(j, 1)*exp(h*(j - 1))", "both"),
            ("-mu(j, 1)*exp(h*(j - 1)) + exp(h*(j - 1))", inside("exp(-h*_)", "first, in all")),
            ("-mu(j, 1)*exp(h*(j - 1))", inside("exp(-h*_)", "last, in all")),
        ),
    ),
)
SHORT: Final = ("B*h <= 1",)


def _losses(name: str, j: str) -> tuple[Step, ...]:
    """The losses of the first expert alone: those of x_s, whose actions are z_1, or of the input algorithm."""
    both, played = f"sum(z({j}, i)*l(j, i), i, 1, d)", f"z({j}, 1)"
    return (
        Step(
            f"{name}: two experts",
            f"{both} = {played}*l(j, 1) + z({j}, d)*l(j, d)",
            apply("sum of two", "two experts", d="d", f=f"i: z({j}, i)*l(j, i)"),
        ),
        Step(
            f"{name}: round",
            f"{both} = {played}",
            arithmetic(f"{name}: two experts", (played, "first of them"), (f"z({j}, d)", "last of them")),
        ),
        Step(
            f"{name}: rounds",
            f"sum({both}, j, 1, B) = sum({played}, j, 1, B)",
            apply("sum of equals", f"{name}: round", f=f"j: {both}", g=f"j: {played}", low="1", high="B"),
        ),
        Step(
            f"{name}: mean",
            f"E(sum({both}, j, 1, B)) = E(sum({played}, j, 1, B))",
            apply(
                "expectation of equals",
                f"{name}: rounds",
                P="P",
                X=f"sum({both}, j, 1, B)",
                Y=f"sum({played}, j, 1, B)",
            ),
        ),
    )


APART: Final = f"h*B*(B - 1)/48 <= E({X}) - E({Z})"
theorem(
    "the losses of a batch where an expert is always charged",
    ALWAYS,
    APART,
    Step("share", SHARE, apply("the probability of an expert that is always charged")),
    Step("first share", "mu(1, 1)*(1 + 1) = 1", arithmetic(use("share", j="1"))),
    Step("not negative", "0 <= h*(j - 1)", arithmetic(("h", "1 <= j"))),
    Step("at most 1, in all", "h*(j - 1) <= 1", arithmetic(("h", "j <= B"), SHORT[0]), SHORT),
    Step(
        "falls",
        "h*(j - 1)/24 <= mu(1, 1) - mu(j, 1)",
        apply(
            "a share falls",
            "first share",
            "share",
            "not negative",
            "at most 1, in all",
            y="1",
            u="h*(j - 1)",
            first="mu(1, 1)",
            later="mu(j, 1)",
        ),
        SHORT,
    ),
    Step(
        "rounds",
        "h*B*(B - 1)/48 <= B*mu(1, 1) - sum(mu(j, 1), j, 1, B)",
        apply("what a falling probability adds up to", "falls", B="B", h="h", c="j: mu(j, 1)"),
        SHORT,
    ),
    *_losses("x", "1"),
    *_losses("z", "j"),
    Step(
        "all",
        APART,
        arithmetic(
            "rounds",
            ("-1", "x: mean"),
            ("-B", use("coupled", j="1", i="1")),
            "z: mean",
            inside("sum(_, j, 1, B)", "coupled", i="1"),
        ),
        SHORT,
    ),
    where=SHORT,
)
ONLY_THERE: Final = f"E(I*{X}) - E(I*{Z}) = E({X}) - E({Z})"
theorem(
    "elsewhere the losses are equal",
    COUPLED,
    ONLY_THERE,
    Step("all", ONLY_THERE, arithmetic(("-1", inside("E(sum(sum(l(j, i)*_, i, 1, d), j, 1, B))", "all equal")))),
)
