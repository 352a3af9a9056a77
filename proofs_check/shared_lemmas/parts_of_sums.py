"""Sums taken apart: at an index, where two agree but for one term, and against one of their terms."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside

TERMS: Final = Named(index={"t": "integer, low <= t, t <= high"})
SQUARES: Final = {"f": lambda t: Fraction(t * t, 2), "g": lambda t: Fraction(t * t, 2) + (t == 2)}
APART = anything(
    "a sum and an index",
    {"low": "integer", "mid": "integer, low - 1 <= mid", "high": "integer, mid <= high"},
    {"f": TERMS},
    (
        {"low": Fraction(-1), "mid": Fraction(1), "high": Fraction(2), **SQUARES},
        {"low": Fraction(1), "mid": Fraction(0), "high": Fraction(0), **SQUARES},
    ),
    {"k": "integer, mid <= k, k <= high - 1"},
)
SO_FAR = "sum(f(t), t, low, k) = sum(f(t), t, low, mid) + sum(f(t), t, mid + 1, k)"
theorem(
    "sum in two parts",
    APART,
    "sum(f(t), t, low, high) = sum(f(t), t, low, mid) + sum(f(t), t, mid + 1, high)",
    Step(
        "last",
        "sum(f(t), t, low, k + 1) = sum(f(t), t, low, k) + f(k + 1)",
        apply("last term", f="t: f(t)", low="low", high="k + 1"),
    ),
    Step(
        "last of the second part",
        "sum(f(t), t, mid + 1, k + 1) = sum(f(t), t, mid + 1, k) + f(k + 1)",
        apply("last term", f="t: f(t)", low="mid + 1", high="k + 1"),
    ),
    Step(
        "next",
        "sum(f(t), t, low, k + 1) = sum(f(t), t, low, mid) + sum(f(t), t, mid + 1, k + 1)",
        arithmetic("last", ("-1", "last of the second part"), SO_FAR),
        (SO_FAR,),
    ),
    Step(
        "all",
        "sum(f(t), t, low, high) = sum(f(t), t, low, mid) + sum(f(t), t, mid + 1, high)",
        apply(
            "induction of equalities",
            "next",
            low="mid",
            high="high",
            f="m: sum(f(t), t, low, m)",
            g="m: sum(f(t), t, low, mid) + sum(f(t), t, mid + 1, m)",
        ),
    ),
)
INDEX: Final = {"low": "integer", "k": "integer, low <= k", "high": "integer, k <= high"}
ANY: Final = {"t": "integer, low <= t, t <= high"}
ONE = anything(
    "a sum and one of its terms",
    INDEX,
    {"f": TERMS},
    ({"low": Fraction(1), "k": Fraction(2), "high": Fraction(3), "f": SQUARES["f"]},),
    ANY,
)
AROUND_IT = "sum(f(t), t, low, high) = sum(f(t), t, low, k - 1) + f(k) + sum(f(t), t, k + 1, high)"
theorem(
    "sum around a term",
    ONE,
    AROUND_IT,
    Step(
        "before",
        "sum(f(t), t, low, high) = sum(f(t), t, low, k - 1) + sum(f(t), t, k, high)",
        apply("sum in two parts", f="t: f(t)", low="low", mid="k - 1", high="high"),
    ),
    Step(
        "after",
        "sum(f(t), t, k, high) = f(k) + sum(f(t), t, k + 1, high)",
        apply("sum in two parts", f="t: f(t)", low="k", mid="k", high="high"),
    ),
    Step(
        "all",
        AROUND_IT,
        arithmetic("before", "after"),
    ),
)
theorem(
    "a term of a sum",
    ONE,
    "f(k) <= sum(f(t), t, low, high)",
    Step("around", AROUND_IT, apply("sum around a term", f="t: f(t)", low="low", k="k", high="high")),
    Step(
        "all",
        "f(k) <= sum(f(t), t, low, high)",
        arithmetic(
            ("-1", "around"), inside("sum(_, t, low, k - 1)", "signs"), inside("sum(_, t, k + 1, high)", "signs")
        ),
    ),
    given={"signs": Given("0 <= f(t)")},
)
BOUNDED = anything(
    "a sum of bounded terms, one of which is at most 0",
    {**INDEX, "c": "real"},
    {"f": TERMS},
    (
        {
            "low": Fraction(1),
            "k": Fraction(2),
            "high": Fraction(3),
            "c": Fraction(1, 2),
            "f": lambda t: Fraction((t - 2) ** 2, 2),
        },
    ),
    ANY,
)
theorem(
    "all but one",
    BOUNDED,
    "sum(f(t), t, low, high) <= (high - low)*c",
    Step("around", AROUND_IT, apply("sum around a term", f="t: f(t)", low="low", k="k", high="high")),
    Step(
        "all",
        "sum(f(t), t, low, high) <= (high - low)*c",
        arithmetic(
            "around", inside("sum(_, t, low, k - 1)", "bound"), inside("sum(_, t, k + 1, high)", "bound"), "one"
        ),
    ),
    given={"bound": Given("f(t) <= c"), "one": Given("f(k) <= 0")},
)
AROUND = anything(
    "two sums and an index",
    INDEX,
    {"f": TERMS, "g": TERMS},
    ({"low": Fraction(1), "k": Fraction(2), "high": Fraction(3), **SQUARES},),
    ANY,
)
AROUND_BOTH: Final = tuple(
    Step(
        f"around, {name}",
        AROUND_IT.replace("f(", f"{name}("),
        apply("sum around a term", f=f"t: {name}(t)", low="low", k="k", high="high"),
    )
    for name in "fg"
)
theorem(
    "sums that differ in one term",
    AROUND,
    "sum(f(t), t, low, high) - sum(g(t), t, low, high) = f(k) - g(k)",
    Step("left", "f(t) = g(t)", arithmetic(("1/(t - k)", "alike")), ("t <= k - 1",)),
    Step("right", "f(t) = g(t)", arithmetic(("1/(t - k)", "alike")), ("k + 1 <= t",)),
    *AROUND_BOTH,
    Step(
        "all",
        "sum(f(t), t, low, high) - sum(g(t), t, low, high) = f(k) - g(k)",
        arithmetic(
            "around, f",
            ("-1", "around, g"),
            inside("sum(_, t, low, k - 1)", "left"),
            inside("sum(_, t, k + 1, high)", "right"),
        ),
    ),
    given={"alike": Given("(t - k)*(f(t) - g(t)) = 0")},
)
STRICT = anything(
    "two sums, and a term in which one is less",
    INDEX,
    {"f": TERMS, "g": TERMS},
    (
        {
            "low": Fraction(1),
            "k": Fraction(2),
            "high": Fraction(3),
            "f": lambda t: Fraction(t, 2),
            "g": lambda t: Fraction(t, 2) + (t == 2),
        },
    ),
    ANY,
)
theorem(
    "sum grows strictly",
    STRICT,
    "sum(f(t), t, low, high) < sum(g(t), t, low, high)",
    *AROUND_BOTH,
    Step(
        "all",
        "sum(f(t), t, low, high) < sum(g(t), t, low, high)",
        arithmetic(
            "around, f",
            ("-1", "around, g"),
            inside("sum(_, t, low, k - 1)", "below"),
            inside("sum(_, t, k + 1, high)", "below"),
            "strictly",
        ),
    ),
    given={"below": Given("f(t) <= g(t)"), "strictly": Given("f(k) < g(k)")},
)
