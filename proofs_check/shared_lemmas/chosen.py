"""Of numbers that are 0 or 1 and add up to 1 one is chosen: a sum weighed by them has one term."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, use

INDEX: Final = {"t": "integer, low <= t, t <= high"}
PRODUCT: Final = "p(k)*p(t)"
TERM: Final = "p(k)*p(t)*g(t)"
SIDES: Final = {"before": ("low", "k - 1", "t <= k - 1"), "after": ("k + 1", "high", "k + 1 <= t")}


def _side(name: str) -> tuple[Step, ...]:
    """Nothing is left for the terms on one side."""
    low, high, where = SIDES[name]
    return (
        Step(
            f"terms {name}",
            f"{PRODUCT} <= sum({PRODUCT}, t, {low}, {high})",
            apply("a term of a sum", f=f"t: {PRODUCT}", low=low, k="t", high=high),
            (where,),
        ),
        Step(f"none {name}", f"{PRODUCT} <= 0", arithmetic(f"terms {name}", ("-1", "around"), "all"), (where,)),
        Step(
            f"nothing {name}", f"{PRODUCT} = 0", apply("at most each other", f"none {name}", A=PRODUCT, B="0"), (where,)
        ),
        Step(f"no weight {name}", f"{TERM} = 0", arithmetic(("g(t)", f"nothing {name}")), (where,)),
        Step(
            f"no weights {name}",
            f"sum({TERM}, t, {low}, {high}) = sum(0, t, {low}, {high})",
            apply("sum of equals", f"no weight {name}", f=f"t: {TERM}", g="t: 0", low=low, high=high),
        ),
    )


def _around(term: str) -> str:
    here = term.replace("(t)", "(k)")
    return f"sum({term}, t, low, high) = sum({term}, t, low, k - 1) + {here} + sum({term}, t, k + 1, high)"


theorem(
    "the one that is chosen",
    anything(
        "numbers of which one is chosen",
        {"low": "integer", "k": "integer, low <= k, k <= high", "high": "integer"},
        {"p": Named(index=INDEX, range="at least 0"), "g": Named(index=INDEX)},
        tuple(
            {
                "low": Fraction(1),
                "k": Fraction(k),
                "high": Fraction(3),
                "p": lambda t: Fraction(int(t == 2)),
                "g": lambda t: Fraction(t - 4),
            }
            for k in (1, 2)
        ),
        INDEX,
    ),
    "p(k)*sum(p(t)*g(t), t, low, high) = p(k)*g(k)",
    Step(
        "all", f"sum({PRODUCT}, t, low, high) = p(k)**2", arithmetic(("p(k)", "one"), ("-1", use("own square", t="k")))
    ),
    Step("around", _around(PRODUCT), apply("sum around a term", f=f"t: {PRODUCT}", low="low", k="k", high="high")),
    *_side("before"),
    *_side("after"),
    Step("weighed", _around(TERM), apply("sum around a term", f=f"t: {TERM}", low="low", k="k", high="high")),
    Step(
        "end",
        "p(k)*sum(p(t)*g(t), t, low, high) = p(k)*g(k)",
        arithmetic("weighed", "no weights before", "no weights after", ("g(k)", use("own square", t="k"))),
    ),
    given={"own square": Given("p(t)**2 = p(t)"), "one": Given("sum(p(t), t, low, high) = 1")},
)
