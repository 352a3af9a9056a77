"""Two sums that are the same but for two terms, which are swapped: they are equal."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, cases, inside
from dpassay.proofs_check.shared_lemmas.parts_of_sums import AROUND_IT

TERMS: Final = Named(index={"t": "integer, low <= t, t <= high"})
SWAPPED: Final = anything(
    "two sums, and two indices",
    {
        "low": "integer",
        "j": "integer, low <= j",
        "k": "integer, j <= k",
        "high": "integer, k <= high",
    },
    {"f": TERMS, "g": TERMS},
    (
        {
            "low": Fraction(1),
            "j": Fraction(1),
            "k": Fraction(3),
            "high": Fraction(4),
            "f": lambda t: Fraction((0, 5, 3, 7, 2)[int(t)]),
            "g": lambda t: Fraction((0, 7, 3, 5, 2)[int(t)]),
        },
        {
            "low": Fraction(1),
            "j": Fraction(2),
            "k": Fraction(2),
            "high": Fraction(2),
            "f": Fraction,
            "g": Fraction,
        },
    ),
    {"t": "integer, low <= t, t <= high"},
)
GIVEN: Final = {
    "elsewhere": Given("(t - j)*(t - k)*(f(t) - g(t)) = 0"),
    "first": Given("f(j) = g(k)"),
    "second": Given("f(k) = g(j)"),
}
F, G = (f"sum({name}(t), t, low, high)" for name in "fg")
AT_MOST: Final = f"{F} <= {G}"
APART, ALIKE = ("j - k < 0",), ("0 <= j - k",)
theorem(
    "a sum with two terms swapped is at most the other",
    SWAPPED,
    AT_MOST,
    Step("apart", "j + 1 <= k", apply("integers are 1 apart", A="j", B="k"), APART),
    Step("but for j", "(t - j)*(f(t) - g(t)) = 0", arithmetic(("1/(t - k)", "elsewhere")), ("t <= k - 1",)),
    Step(
        "before k",
        "sum(f(t), t, low, k - 1) - sum(g(t), t, low, k - 1) = f(j) - g(j)",
        apply(
            "sums that differ in one term",
            "apart",
            "but for j",
            f="t: f(t)",
            g="t: g(t)",
            low="low",
            k="j",
            high="k - 1",
        ),
        APART,
    ),
    Step("but for j, after", "(t - j)*(f(t) - g(t)) = 0", arithmetic(("1/(t - k)", "elsewhere")), ("k + 1 <= t",)),
    Step("after", "f(t) = g(t)", arithmetic(("1/(t - j)", "but for j, after")), ("k + 1 <= t",)),
    *(
        Step(
            f"around k, {name}",
            AROUND_IT.replace("f(", f"{name}("),
            apply("sum around a term", f=f"t: {name}(t)", low="low", k="k", high="high"),
        )
        for name in "fg"
    ),
    Step("before", "f(t) = g(t)", arithmetic(("1/(t - j)", "but for j")), ("t <= k - 1", *ALIKE)),
    Step("the same", "g(j) = g(k)", apply("equal indices", low="low", high="high", A="j", B="k", f="t: g(t)"), ALIKE),
    Step(
        "all",
        AT_MOST,
        cases(
            "0 <= j - k",
            arithmetic(
                inside("sum(_, t, low, k - 1)", "before"),
                inside("sum(_, t, k + 1, high)", "after"),
                "around k, f",
                ("-1", "around k, g"),
                "second",
                "the same",
            ),
            arithmetic(
                "before k",
                inside("sum(_, t, k + 1, high)", "after"),
                "around k, f",
                ("-1", "around k, g"),
                "first",
                "second",
            ),
        ),
    ),
    given=GIVEN,
)
theorem(
    "a sum with two terms swapped",
    SWAPPED,
    f"{F} = {G}",
    Step(
        "at most",
        AT_MOST,
        apply(
            "a sum with two terms swapped is at most the other",
            *GIVEN,
            low="low",
            j="j",
            k="k",
            high="high",
            f="t: f(t)",
            g="t: g(t)",
        ),
    ),
    *(
        Step(f"{name}, back", formula, arithmetic(("-1", step)))
        for name, formula, step in (
            ("elsewhere", "(t - j)*(t - k)*(g(t) - f(t)) = 0", "elsewhere"),
            ("first", "g(j) = f(k)", "second"),
            ("second", "g(k) = f(j)", "first"),
        )
    ),
    Step(
        "at least",
        f"{G} <= {F}",
        apply(
            "a sum with two terms swapped is at most the other",
            *(f"{name}, back" for name in GIVEN),
            low="low",
            j="j",
            k="k",
            high="high",
            f="t: g(t)",
            g="t: f(t)",
        ),
    ),
    Step("all", f"{F} = {G}", apply("at most each other", "at most", "at least", A=F, B=G)),
    given=GIVEN,
)
