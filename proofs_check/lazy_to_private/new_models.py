"""Steps for a round after the changed batch, with multiplicative weights: what new models cost, and then the round.

A sample costs 2 eta, and the chances that x is kept, or y is, or neither, change by a ratio at most, so new models cost
4 eta and that ratio. The bit given the models has the same law for both sequences.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.same_rounds import DRAWN, FRESH
from dpassay.proofs_check.models.lazy_rounds import other
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

COIN: Final = "q(t - 1, u, v)"
RELEASED: Final = "r(t, u, v, w, x, y, z)"
BIT: Final = "(1 - z)*k(t, x, y) + z*(1 - k(t, x, y))"
CHANCES: Final = {
    "some": f"0 < {DRAWN}",
    "some, other": f"0 < {other(DRAWN)}",
    "fresh": f"0 <= {FRESH}",
    "fresh, other": f"0 <= {other(FRESH)}",
}


def samples(where: tuple[str, ...]) -> tuple[Step, ...]:
    """The cost of one sample and of two, and the chances that models are drawn."""
    return (
        Step("sample", "mu(t, x) <= exp(2*eta)*mu2(t, x)", apply("one sample", s="t"), where),
        Step("unit", "exp(0) <= exp(2*eta)", apply("exp grows", A="0", B="2*eta")),
        Step("factor", "1 <= exp(2*eta)", arithmetic("unit")),
        Step("more", "1 <= exp(4*eta)", arithmetic(("exp(2*eta) + 1", "factor"))),
        *(Step(name, formula, apply("chances that models are drawn")) for name, formula in CHANCES.items()),
    )


def new(bound: str, where: tuple[str, ...], *more: str, ratio: str = "1", defined: tuple[str, ...] = ()) -> Step:
    """New models, by ``samples`` and the steps "none kept" and "kept", and more where the ratio is not 1."""
    return Step(
        "new",
        f"new(t, u, v, x, y) <= {bound}*new2(t, u, v, x, y)",
        apply(
            "models that are drawn",
            *CHANCES,
            *more,
            "factor",
            "drawn",
            "drawn, other",
            "sample",
            use("sample", x="y"),
            "none kept",
            "kept",
            h="1 - p",
            p="p",
            q=COIN,
            r=other(COIN),
            X="[x = u]",
            Y="[y = v]",
            a="mu(t, x)",
            b="mu(t, y)",
            a2="mu2(t, x)",
            b2="mu2(t, y)",
            M=FRESH,
            M2=other(FRESH),
            D=DRAWN,
            D2=other(DRAWN),
            E="exp(2*eta)",
            R=ratio,
            N="new(t, u, v, x, y)",
            N2="new2(t, u, v, x, y)",
        ),
        where,
        defined,
    )


def released(name: str, bound: str, where: tuple[str, ...], defined: tuple[str, ...] = ()) -> tuple[Step, ...]:
    """The models and the bit, from the steps "later", t > c, and "models, apart" with the same bound."""
    return (
        Step("elsewhere now", "0 < (t - c)**2", arithmetic(("t - c", "later")), where),
        Step("same bit", "k(t, x, y) = k2(t, x, y)", apply("coins of another batch", "elsewhere now", s="t"), where),
        Step("stays", "k(t, x, y) <= 1", apply("a bit is a probability", s="t")),
        Step("chance of the bit", f"0 <= {BIT}", arithmetic(("k(t, x, y)", "z <= 1"), ("z", "stays"))),
        Step(
            name,
            f"{RELEASED} <= {bound}*{other(RELEASED)}",
            arithmetic(
                use("round", s="t"),
                (f"-{bound}", use("round, other", s="t")),
                (BIT, "models, apart"),
                (f"{bound}*m2(t, u, v, w, x, y)*(1 - 2*z)", "same bit"),
            ),
            where,
            (*defined, "chance of the bit"),
        ),
    )
