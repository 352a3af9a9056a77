"""The sum of 1/sqrt(1), ..., 1/sqrt(n) is at most 2 sqrt(n)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything, numbers
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside

SO_FAR: Final = "sum(1/sqrt(t), t, 1, k) <= 2*sqrt(k)"
theorem(
    "sum of inverse roots",
    numbers(n="integer, 0 <= n"),
    "sum(1/sqrt(t), t, 1, n) <= 2*sqrt(n)",
    Step("grows", "sqrt(k) <= sqrt(k + 1)", arithmetic(inside("sqrt(_)", "k <= k + 1"))),
    Step("room", "0 <= (sqrt(k + 1) - sqrt(k))**2", arithmetic(("sqrt(k + 1) - sqrt(k)", "grows")), (), ("grows",)),
    Step("term", "1/sqrt(k + 1) <= 2*sqrt(k + 1) - 2*sqrt(k)", arithmetic(("1/sqrt(k + 1)", "room"))),
    Step(
        "last",
        "sum(1/sqrt(t), t, 1, k + 1) = sum(1/sqrt(t), t, 1, k) + 1/sqrt(k + 1)",
        apply("last term", f="t: 1/sqrt(t)", low="1", high="k + 1"),
    ),
    Step("next", "sum(1/sqrt(t), t, 1, k + 1) <= 2*sqrt(k + 1)", arithmetic("last", SO_FAR, "term"), (SO_FAR,)),
    Step(
        "all",
        "sum(1/sqrt(t), t, 1, n) <= 2*sqrt(n)",
        apply("induction", "next", low="0", high="n", f="k: sum(1/sqrt(t), t, 1, k)", g="k: 2*sqrt(k)"),
    ),
    variables={"k": "integer, 0 <= k, k <= n - 1"},
)
TERMS: Final = anything(
    "a sum whose terms are at most multiples of inverse roots",
    {"n": "integer, 0 <= n", "c": "real, 0 <= c"},
    {"x": Named(index={"t": "integer, 1 <= t, t <= n"})},
    tuple({"n": Fraction(n), "c": Fraction(2), "x": lambda t: Fraction(2, t)} for n in (0, 1, 3)),
    {"t": "integer, 1 <= t, t <= n"},
)
theorem(
    "sum below inverse roots",
    TERMS,
    "sum(x(t), t, 1, n) <= 2*c*sqrt(n)",
    Step("inverse roots", "sum(1/sqrt(t), t, 1, n) <= 2*sqrt(n)", apply("sum of inverse roots", n="n")),
    Step(
        "all",
        "sum(x(t), t, 1, n) <= 2*c*sqrt(n)",
        arithmetic(inside("sum(_, t, 1, n)", "term"), ("c", "inverse roots")),
    ),
    given={"term": Given("x(t) <= c/sqrt(t)")},
)
