"""How far apart entries between s and E s can lie: their variance, against their mean square and against s.

(E s - q)(q - s) >= 0 for each entry q, so with S and Q the sums of q and of q^2: Q <= (E + 1) s S - N E s^2. What is
left is a square in both cases.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, inside

LABEL: Final = {"x": "integer, 1 <= x, x <= N"}


def _setting(s: str, u: str, *entries: str) -> dict[str, object]:
    vector = tuple(map(Fraction, entries))
    return {"N": Fraction(len(vector)), "s": Fraction(s), "u": Fraction(u), "q": lambda x: vector[x - 1]}


COLUMN: Final = anything(
    "entries between s and u^2 s",
    {"N": "integer, 1 <= N", "s": "real, 0 < s", "u": "real, 1 <= u"},
    {"q": Named(index=LABEL)},
    (
        _setting("1", "3", "9", "1", "1", "1"),
        _setting("1/2", "2", "1/2", "2"),
        _setting("1", "3/2", "1", "3/2", "2", "9/4"),
        _setting("1", "1", "1", "1"),
    ),
    LABEL,
)
WITHIN: Final = {"at least": Given("s <= q(x)"), "at most": Given("q(x) <= u**2*s")}
S, Q = "sum(q(x), x, 1, N)", "sum(q(x)**2, x, 1, N)"
SQUARES: Final = f"{Q} <= (u**2 + 1)*s*{S} - N*u**2*s**2"
theorem(
    "squares of entries between two ends",
    COLUMN,
    SQUARES,
    Step("above", "0 <= q(x) - s", arithmetic("at least")),
    Step("entry", "q(x)**2 <= (u**2 + 1)*s*q(x) - u**2*s**2", arithmetic(("q(x) - s", "at most")), (), ("above",)),
    Step(
        "all",
        SQUARES,
        arithmetic(inside("sum(_, x, 1, N)", "entry")),
    ),
    given=WITHIN,
)
APPLIED: Final = apply("squares of entries between two ends", "at least", "at most", N="N", s="s", u="u", q="x: q(x)")
VARIANCE: Final = f"{Q}/N - ({S}/N)**2"
theorem(
    "variance against the least entry",
    COLUMN,
    f"{VARIANCE} <= (u - 1)**2*s*{S}/N",
    Step("squares", SQUARES, APPLIED),
    Step("square", "0 <= R**2", analysis("0 <= z**2", "(-oo, oo)", z="R")),
    Step(
        "all",
        f"{VARIANCE} <= (u - 1)**2*s*{S}/N",
        arithmetic(("1/N", "squares"), ("1/N**2", "square")),
    ),
    given=WITHIN,
    let={"R": f"({S} - u*N*s)"},
)
theorem(
    "variance against the mean square",
    COLUMN,
    f"{VARIANCE} <= ((u**2 - 1)/(u**2 + 1))**2*{Q}/N",
    Step("squares", SQUARES, APPLIED),
    Step("square", "0 <= R**2", analysis("0 <= z**2", "(-oo, oo)", z="R")),
    Step(
        "all",
        f"{VARIANCE} <= ((u**2 - 1)/(u**2 + 1))**2*{Q}/N",
        arithmetic(("4*u**2/(N*(u**2 + 1)**2)", "squares"), ("1/(N**2*(u**2 + 1)**2)", "square")),
    ),
    given=WITHIN,
    let={"R": f"((u**2 + 1)*{S} - 2*u**2*N*s)"},
)
