"""The k-fold combinations of classes have a bracketing of all tuples of brackets, at k times the radius."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.models.folds import FOLDS, WIDTH
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside, together, use

GROWS: Final = "[h <= A] <= [h <= B]"
AT_MOST_1: Final = (
    Step("contrary", "[A < h] = 1 - [h <= A]", apply("indicator of the contrary", A="h", B="A")),
    Step("at most 1", "[h <= A] <= 1", arithmetic("contrary")),
    Step("none", "[h <= A] = 0", apply("indicator of what fails", A="h", B="A"), ("A < h",)),
)
theorem(
    "a threshold reached by more",
    numbers(h="real", A="real", B="real, A <= B"),
    GROWS,
    *AT_MOST_1,
    Step("all", GROWS, cases("h <= A", arithmetic("at most 1", ("-1", "[h <= B] = 1")), arithmetic("none"))),
)
STEP: Final = "[h <= B] - [h <= A] <= B - A"
BETWEEN: Final = ("A < h", "h <= B")
theorem(
    "a threshold between integers",
    numbers(h="integer", A="integer", B="integer, A <= B"),
    STEP,
    Step("B at most 1", "[h <= B] <= 1", arithmetic("[B < h] = 1 - [h <= B]")),
    Step("1 apart", "A + 1 <= h", apply("integers are 1 apart", A="A", B="h"), ("A < h",)),
    Step(
        "all",
        STEP,
        cases(
            "h <= A",
            arithmetic("B at most 1", ("-1", "[h <= A] = 1"), "A <= B"),
            cases("h <= B", arithmetic("B at most 1", "1 apart", "h <= B"), arithmetic("[h <= B] = 0", "A <= B")),
        ),
    ),
)


def counted(quantity: str, place: str) -> str:
    """How many of the functions of a tuple are 1."""
    return f"sum({quantity}(t, {place}, x), t, 1, k)"


def _sums(name: str, fact: str, left: str, right: str) -> tuple[Step, Step]:
    """The counts of two tuples, and what reaches the threshold."""
    below, above = counted(*left.split()), counted(*right.split())
    return (
        Step(
            f"{name} counts",
            f"{below} <= {above}",
            apply(
                "sum grows",
                fact,
                f="t: {}(t, {}, x)".format(*left.split()),
                g="t: {}(t, {}, x)".format(*right.split()),
                low="1",
                high="k",
            ),
        ),
        Step(
            name,
            f"[h <= {below}] <= [h <= {above}]",
            apply("a threshold reached by more", f"{name} counts", h="h", A=below, B=above),
        ),
    )


HELD: Final = "L(held(m), x) <= F(m, x) and F(m, x) <= U(held(m), x)"
IN_ORDER: Final = "[L(held(m), x) <= F(m, x)] = 1"
LOW, HIGH = counted("lower", "c"), counted("upper", "c")
NARROW: Final = f"{WIDTH} <= k*e"
theorem(
    "combined brackets hold combined members",
    FOLDS,
    HELD,
    *_sums("from below", "held from below", "lower held(m)", "f m"),
    *_sums("from above", "held from above", "f m", "upper held(m)"),
    Step(
        "lower end",
        "L(held(m), x) <= F(m, x)",
        arithmetic("from below", use("combined lower ends", c="held(m)"), ("-1", "combined members")),
    ),
    Step(
        "upper end",
        "F(m, x) <= U(held(m), x)",
        arithmetic("from above", ("-1", use("combined upper ends", c="held(m)")), "combined members"),
    ),
)
theorem(
    "combined brackets are narrow",
    FOLDS,
    NARROW,
    Step(
        "threshold",
        f"[h <= {HIGH}] - [h <= {LOW}] <= {HIGH} - {LOW}",
        apply("a threshold between integers", inside("sum(_, t, 1, k)", "ends in order"), h="h", A=LOW, B=HIGH),
    ),
    Step(
        "ends",
        f"mu(x)*(U(c, x) - L(c, x)) <= mu(x)*({HIGH} - {LOW})",
        arithmetic(("mu(x)", "threshold"), ("mu(x)", "combined upper ends"), ("-mu(x)", "combined lower ends")),
    ),
    Step(
        "order",
        "sum(sum(mu(x)*(upper(t, c, x) - lower(t, c, x)), t, 1, k), x, 1, n) = "
        "sum(sum(mu(x)*(upper(t, c, x) - lower(t, c, x)), x, 1, n), t, 1, k)",
        apply("sums in either order", f="x, t: mu(x)*(upper(t, c, x) - lower(t, c, x))", m="n", n="k"),
    ),
    Step(
        "all",
        NARROW,
        arithmetic(inside("sum(_, x, 1, n)", "ends"), inside("sum(_, t, 1, k)", "brackets are narrow"), "order"),
    ),
)
EXACT: Final = "folded(k*e) <= exp(sum(log(number(t)), t, 1, k))"
BELOW, ABOVE = "[L(held(m), x) <= F(m, x)]", "[F(m, x) <= U(held(m), x)]"


def _ones(name: str, indicator: str) -> tuple[Step, ...]:
    """The indicator is 1 for all points and tuples of members."""
    return (
        Step(
            f"{name}, all points",
            f"sum({indicator}, x, 1, n) = sum(1, x, 1, n)",
            apply("sum of equals", name, f=f"x: {indicator}", g="x: 1", low="1", high="n"),
        ),
        Step(
            f"{name}, all members",
            f"sum(sum({indicator}, x, 1, n), m, 1, R) = sum(n, m, 1, R)",
            apply(
                "sum of equals",
                f"{name}, all points",
                f=f"m: sum({indicator}, x, 1, n)",
                g="m: n",
                low="1",
                high="R",
            ),
        ),
    )


IS_NARROW: Final = f"[{WIDTH} <= k*e]"
theorem(
    "the bracketing number of combinations",
    FOLDS,
    EXACT,
    Step("held", HELD, apply("combined brackets hold combined members")),
    Step("held below", "L(held(m), x) <= F(m, x)", together("held")),
    Step("held above", "F(m, x) <= U(held(m), x)", together("held")),
    Step("below", f"{BELOW} = 1", apply("indicator of what holds", "held below", A="L(held(m), x)", B="F(m, x)")),
    Step("above", f"{ABOVE} = 1", apply("indicator of what holds", "held above", A="F(m, x)", B="U(held(m), x)")),
    *_ones("below", BELOW),
    *_ones("above", ABOVE),
    Step("width", NARROW, apply("combined brackets are narrow")),
    Step("narrow", f"{IS_NARROW} = 1", apply("indicator of what holds", "width", A=WIDTH, B="k*e")),
    Step(
        "all",
        EXACT,
        arithmetic(
            use("no bracketing is smaller", s="k*e"),
            ("-folded(k*e)", "below, all members"),
            ("-folded(k*e)", "above, all members"),
            ("-folded(k*e)", inside("sum(_, c, 1, K)", "narrow")),
            "tuples of brackets",
        ),
    ),
)
