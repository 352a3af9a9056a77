"""SIMA-19"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.columns import NEAR, PARSEVAL, ROOT, by_spread
from dpassay.proofs_check.models.hard_pairs import PAIRS, game
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use
from fractions import Fraction

refuted(
    "SIMA-19",
    PAIRS,
    "sum(b(t, r, y)**2, y, 2, N) <= m*exp(eps)/(2*N)*sum(lo(t, r)*q(t, r, x), x, 1, N)",
    setting=game(3, "1", "12", ("response",)),
    t=Fraction(1),
    r=Fraction(1),
)
SQUARE: Final = "(exp(eps/2) - 1)**2"
LINE: Final = f"sum(b(t, r, y)**2, y, 2, N) <= {SQUARE}*lo(t, r)*sum(q(t, r, x), x, 1, N)/N"
SMALLER: Final = f"{SQUARE} < m*exp(eps)"
theorem(
    "the sharp factor is smaller",
    PAIRS,
    SMALLER,
    Step("root", "exp(0) < exp(eps/2)", apply("exp grows strictly", A="0", B="eps/2")),
    Step("against 1", f"0 < exp(eps) - {SQUARE}", arithmetic(("2", "root"))),
    Step("factor", "0 < exp(eps/2) - 1", arithmetic("root")),
    Step("square", f"0 < {SQUARE}", arithmetic(("exp(eps/2) - 1", "factor")), (), ("factor",)),
    Step("more", "0 < exp(eps/2)**2*(exp(eps/2) + 1)**2 - 1", arithmetic(("exp(eps/2) + 1", "root"))),
    Step(
        "against the square",
        f"0 < (exp(eps) - 1)**2*exp(eps) - {SQUARE}",
        arithmetic((SQUARE, "more")),
        (),
        ("square",),
    ),
    Step("m is the square", SMALLER, arithmetic("against the square", ("exp(eps)", "(exp(eps) - 1)**2 <= m")), ("(exp(eps) - 1)**2 <= m",)),
    Step("m is 1", "m = 1", arithmetic(("-1/(m - (exp(eps) - 1)**2)", "m, either")), ("m < (exp(eps) - 1)**2",)),
    Step("m is less", SMALLER, arithmetic("against 1", ("exp(eps)", "m is 1")), ("m < (exp(eps) - 1)**2",)),
    Step("difference", f"{SQUARE} - m*exp(eps) < 0", words("x", "m is less")),
)
