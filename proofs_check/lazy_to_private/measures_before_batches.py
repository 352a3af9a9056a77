"""The measures before two batches: normalized they are laws, and one follows from the other; line 6 cuts nothing off.

A measure falls in a batch by a factor of e^(-B eta) at most, so that the quotient of line 6 is at most e^(-B eta).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.lazy_experts import FACTOR, LAZY, QUOTIENT
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use

LAW: Final = "sum(mu(s, 1, i), i, 1, d) = 1"


def _past(last: str, model: str = "i") -> str:
    """The losses of a model in the first batches."""
    return f"sum(sum(l(r, j, {model}), j, 1, B), r, 1, {last})"


def equal_sums(step: str, index: str, left: str, right: str) -> Step:
    """The sums over all experts of the two sides of a step."""
    return Step(
        f"{step}, of all",
        f"sum({left}, {index}, 1, d) = sum({right}, {index}, 1, d)",
        apply("sum of equals", step, f=f"{index}: {left}", g=f"{index}: {right}", low="1", high="d"),
    )


START: Final = Step(
    "start",
    f"mu(s, 1, i)*Z(s - 1) = exp(-h*{_past('s - 1')})",
    arithmetic(use("measure", j="1"), ("mu(s, 1, i)", use("all weights", b="s - 1"))),
)
theorem(
    "measures before a batch are laws",
    LAZY,
    LAW,
    START,
    equal_sums("start", "i", "mu(s, 1, i)*Z(s - 1)", f"exp(-h*{_past('s - 1')})"),
    Step(
        "all",
        LAW,
        arithmetic(("1/Z(s - 1)", "start, of all"), ("-1/Z(s - 1)", use("all weights", b="s - 1"))),
    ),
)
LOST: Final = "sum(l(t, j, u), j, 1, B)"
F_U, F_V = (FACTOR.format(u=model) for model in "uv")
NEXT: Final = f"mu(t + 1, 1, u)*Z(t) = Z(t - 1)*mu(t, 1, u)*{F_U}"
theorem(
    "a step of the measures",
    LAZY,
    NEXT,
    START,
    Step(
        "past",
        f"{_past('t', 'u')} = {_past('t - 1', 'u')} + {LOST}",
        apply("last term", f="r: sum(l(r, j, u), j, 1, B)", low="1", high="t"),
    ),
    Step(
        "all",
        NEXT,
        arithmetic(
            use("start", s="t + 1", i="u"), inside("exp(-h*_)", "past"), (f"-{F_U}", use("start", s="t", i="u"))
        ),
    ),
)
EXPONENT: Final = f"-2*B*h - h*{LOST} + h*{LOST.replace('u)', 'v)')}"
UNCUT: Final = f"q(t, u, v) = {QUOTIENT}"
theorem(
    "line 6 cuts nothing off",
    LAZY,
    UNCUT,
    Step(
        "lost",
        f"{LOST} <= B",
        arithmetic(inside("sum(_, j, 1, B)", "at most 1", s="t", i="u")),
    ),
    Step("exponent", f"{EXPONENT} <= 0", arithmetic(("h", use("lost", u="v")))),
    Step(
        "not cut",
        f"[{QUOTIENT} <= 1] = 1",
        apply("indicator of what holds", inside("exp(_)", "exponent"), A=QUOTIENT, B="1"),
    ),
    Step("nor 1", f"[1 < {QUOTIENT}] = 1 - [{QUOTIENT} <= 1]", apply("indicator of the contrary", A=QUOTIENT, B="1")),
    Step("all", UNCUT, arithmetic("line 6", "nor 1", (f"{QUOTIENT} - 1", "not cut"))),
)
