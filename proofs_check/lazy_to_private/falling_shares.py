"""How much the probability of an expert falls that is charged 1 a round, of two, and what that adds up to in a batch.

With probabilities 1/(1 + y) and 1/(1 + y e^u), where y is the weight of the other expert over its own.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import as_real
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, inside

FALLS: Final = "u/24 <= first - later"
SHARES: Final = anything(
    "the share of one of two weights, and later, where the other is e^u times as large",
    {
        "y": "real, 1/3 <= y, y <= 1",
        "u": "real, 0 <= u, u <= 1",
        "first": "real, 0 < first",
        "later": "real, 0 < later",
    },
    {},
    tuple(
        {"y": y, "u": Fraction(u), "first": 1 / (1 + y), "later": 1 / (1 + as_real(y) * as_real(u).exp())}
        for y in (Fraction(1, 3), Fraction(1, 2), Fraction(1))
        for u in (0, 1)
    ),
)
theorem(
    "a share falls",
    SHARES,
    FALLS,
    Step("tangent", "1 + u <= exp(u)", analysis("1 + z <= exp(z)", "(-oo, oo)", z="u")),
    Step("grows", "exp(u) <= 3", analysis("exp(z) <= 3", "[0, 1]", z="u")),
    Step("half", "1/2 <= first", arithmetic(("-1/2", "at first"), ("first/2", "y <= 1"))),
    Step(
        "quarter",
        "1/4 <= later",
        arithmetic(("-1/4", "at last"), ("later/4*exp(u)", "y <= 1"), ("later/4", "grows")),
    ),
    Step(
        "difference",
        "first - later = first*later*y*(exp(u) - 1)",
        arithmetic(("later", "at first"), ("-first", "at last")),
    ),
    Step(
        "all",
        FALLS,
        arithmetic(
            ("-1", "difference"),
            ("first*later*y", "tangent"),
            ("later*y*u", "half"),
            ("y*u/2", "quarter"),
            ("u/8", "1/3 <= y"),
        ),
    ),
    given={"at first": Given("first*(1 + y) = 1"), "at last": Given("later*(1 + y*exp(u)) = 1")},
)
FALL: Final = "h*(j - 1)/24 <= c(1) - c(j)"
BATCH: Final = anything(
    "a batch in which a probability falls",
    {"B": "integer, 1 <= B", "h": "real, 0 < h"},
    {"c": Named(index={"j": "integer, 1 <= j, j <= B"})},
    (
        {"B": Fraction(3), "h": Fraction(1, 2), "c": lambda j: Fraction(4 - j, 24)},
        {"B": Fraction(1), "h": Fraction(1), "c": Fraction},
    ),
    {"j": "integer, 1 <= j, j <= B"},
)
FALLEN: Final = "h*B*(B - 1)/48 <= B*c(1) - sum(c(j), j, 1, B)"
theorem(
    "what a falling probability adds up to",
    BATCH,
    FALLEN,
    Step("integers", "sum(j, j, 0, B) = (B + 1)*B/2", apply("sum of integers", n="B + 1")),
    Step(
        "from 1", "sum(j, j, 0, B) = sum(j, j, 1, B)", apply("sum in two parts", f="j: j", low="0", mid="0", high="B")
    ),
    Step("all", FALLEN, arithmetic(inside("sum(_, j, 1, B)", "falls"), ("-h/24", "integers"), ("h/24", "from 1"))),
    given={"falls": Given(FALL)},
)
