"""SIMA-19"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.local_distribution_learning.columns import NEAR, PARSEVAL, ROOT, by_spread
from dpassay.proofs_check.models.hard_pairs import PAIRS, game
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

refuted(
    "SIMA-19",
    PAIRS,
    "sum(b(t, r, y)**2, y, 2, N) <= m*exp(eps)/(2*N)*sum(lo(t, r)*q(t, r, x), x, 1, N)",
    setting=game(3, "1", "12", ("response",)),
    t=Fraction(1),
    r=Fraction(1),
)
U: Final = "exp(eps/2)"
SQUARE: Final = "(exp(eps/2) - 1)**2"
LINE: Final = f"sum(b(t, r, y)**2, y, 2, N) <= {SQUARE}*lo(t, r)*sum(q(t, r, x), x, 1, N)/N"
SMALLER: Final = f"{SQUARE} < m*exp(eps)"
MORE: Final = f"{SQUARE}*(1 + exp(-eps))"
BELOW_1: Final = ("m < 1",)
IS_1: Final = ("1 <= m",)
theorem(
    "the sharp factor is smaller",
    PAIRS,
    SMALLER,
    Step("root", "exp(0) < exp(eps/2)", apply("exp grows strictly", A="0", B="eps/2")),
    Step("against 1", f"{MORE} <= exp(eps)", arithmetic(("2 + 2*exp(-eps)", "root"))),
    Step("factor", "0 < exp(eps/2) - 1", arithmetic("root")),
    Step("square", f"0 < {SQUARE}", arithmetic(("exp(eps/2) - 1", "factor")), (), ("factor",)),
    Step(
        "rest",
        "0 < exp(eps)*(exp(eps/2) + 1)**2 - 1 - exp(-eps)",
        arithmetic((f"{U}**3 + 3*{U}**2 + 4*{U} + 4 + ({U} + 1)*exp(-eps)", "root")),
    ),
    Step(
        "against the square",
        f"{MORE} <= (exp(eps) - 1)**2*exp(eps)",
        arithmetic((SQUARE, "rest")),
        (),
        ("square",),
    ),
    Step("m is the square", "m = (exp(eps) - 1)**2", arithmetic(("1/(m - 1)", "m, either")), BELOW_1),
    Step(
        "below 1",
        f"{MORE} <= m*exp(eps)",
        arithmetic("against the square", ("-exp(eps)", "m is the square")),
        BELOW_1,
    ),
    Step("at 1", f"{MORE} <= m*exp(eps)", arithmetic("against 1", ("exp(eps)", IS_1[0])), IS_1),
    Step("either", f"{MORE} <= m*exp(eps)", apply("cases", "below 1", "at 1", A=MORE, B="m*exp(eps)", c="m - 1")),
    Step("all", SMALLER, arithmetic("either", ("exp(-eps)", "square"))),
)
theorem(
    "SIMA-19-corrected",
    PAIRS,
    f"{LINE} and {SMALLER}",
    Step("Parseval", PARSEVAL, apply("squares of coefficients")),
    NEAR,
    ROOT,
    by_spread("variance against the least entry"),
    Step("line", LINE, arithmetic("Parseval", "spread")),
    Step("smaller", SMALLER, apply("the sharp factor is smaller")),
)
