"""The symmetric differences of a class have a bracketing of all pairs of its brackets, at twice the radius."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.bracketed_classes import (
    ABOVE,
    BELOW,
    BRACKETED,
    DIFFERENCE,
    LOWER,
    UPPER,
    WIDTH,
)
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, together, use

LOW, HIGH = LOWER.format("held(m)"), UPPER.format("held(m)")
GAPS: Final = "u(c, x) - l(c, x) + q(c, x) - p(c, x)"
ENDS: Final = f"{UPPER.format('c')} - ({LOWER.format('c')})"
PIECE: Final = f"mu(x)*({ENDS})"
WIDE: Final = ("2*e <= s",)


def ones(name: str, indicator: str) -> tuple[Step, Step]:
    """The indicator is 1 for all points and pairs of members."""
    points = f"sum({indicator}, x, 1, n)"
    return (
        Step(
            f"{name}, all points",
            f"{points} = sum(1, x, 1, n)",
            apply("sum of equals", name, f=f"x: {indicator}", g="x: 1", low="1", high="n"),
        ),
        Step(
            f"{name}, all pairs",
            f"sum({points}, m, 1, R) = sum(n, m, 1, R)",
            apply("sum of equals", f"{name}, all points", f=f"m: {points}", g="m: n", low="1", high="R"),
        ),
    )


theorem(
    "brackets of differences are narrow",
    BRACKETED,
    f"{WIDTH} <= 2*e",
    Step("first gap", "0 <= u(c, x) - l(c, x)", arithmetic("first ends in order")),
    Step(
        "ends",
        f"{ENDS} <= {GAPS}",
        arithmetic(("u(c, x) - l(c, x)", "second ends in order")),
        (),
        ("first gap",),
    ),
    Step(
        "all",
        f"{WIDTH} <= 2*e",
        arithmetic(inside("sum(mu(x)*_, x, 1, n)", "ends"), "first is narrow", "second is narrow"),
    ),
)
theorem(
    "brackets of differences hold them",
    BRACKETED,
    f"{LOW} <= {DIFFERENCE} and {DIFFERENCE} <= {HIGH}",
    Step("f at most 1", "0 <= 1 - f(m, x)", arithmetic("first from above", use("first end at most 1", c="held(m)"))),
    Step("g at most 1", "0 <= 1 - g(m, x)", arithmetic("second from above", use("second end at most 1", c="held(m)"))),
    Step("u at most 1", "0 <= 1 - u(held(m), x)", arithmetic(use("first end at most 1", c="held(m)"))),
    Step(
        "lower end",
        f"{LOW} <= {DIFFERENCE}",
        arithmetic(
            ("1 - g(m, x)", "first from below"),
            ("l(held(m), x)", "second from above"),
            ("1 - f(m, x)", "second from below"),
            ("p(held(m), x)", "first from above"),
        ),
        (),
        ("f at most 1", "g at most 1"),
    ),
    Step(
        "upper end",
        f"{DIFFERENCE} <= {HIGH}",
        arithmetic(
            ("g(m, x)", "first from below"),
            ("l(held(m), x)", "second from below"),
            ("1 - g(m, x)", "first from above"),
            ("1 - u(held(m), x)", "second from above"),
        ),
        (),
        ("g at most 1", "u at most 1"),
    ),
)
SQUARED: Final = "differ(s) <= N**2"
theorem(
    "the bracketing number of differences",
    BRACKETED,
    SQUARED,
    Step(
        "held",
        f"{LOW} <= {DIFFERENCE} and {DIFFERENCE} <= {HIGH}",
        apply("brackets of differences hold them"),
    ),
    Step("held below", f"{LOW} <= {DIFFERENCE}", together("held")),
    Step("held above", f"{DIFFERENCE} <= {HIGH}", together("held")),
    Step("below", f"{BELOW} = 1", apply("indicator of what holds", "held below", A=LOW, B=DIFFERENCE)),
    Step("above", f"{ABOVE} = 1", apply("indicator of what holds", "held above", A=DIFFERENCE, B=HIGH)),
    *ones("below", BELOW),
    *ones("above", ABOVE),
    Step("twice", f"{WIDTH} <= 2*e", apply("brackets of differences are narrow")),
    Step("width", f"{WIDTH} <= s", arithmetic("twice", WIDE[0]), WIDE),
    Step("narrow", f"[{WIDTH} <= s] = 1", apply("indicator of what holds", "width", A=WIDTH, B="s"), WIDE),
    Step(
        "all",
        SQUARED,
        arithmetic(
            "no bracketing is smaller",
            ("-differ(s)", "below, all pairs"),
            ("-differ(s)", "above, all pairs"),
            ("-differ(s)", inside("sum(_, c, 1, N**2)", "narrow")),
        ),
        WIDE,
    ),
    where=WIDE,
)
FOURTH: Final = Step("powers", "N**2 <= N**4", arithmetic(("N**2*(N + 1)", "1 <= N")))
