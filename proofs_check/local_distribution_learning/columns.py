"""Of one report of a private channel: all labels give it with at most e^eps times the least probability, (1).

So by SIMA-16 and the spread of such a column its coefficients b_2, ..., b_N have small squares.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside

theorem(
    "near the least probability",
    PAIRS,
    "q(t, r, x) <= exp(eps)*lo(t, r)",
    Step(
        "all",
        "q(t, r, x) <= exp(eps)*lo(t, r)",
        arithmetic(
            inside("sum(least(t, r, z)*_, z, 1, N)", "private"),
            ("-exp(eps)", "the least"),
            ("-q(t, r, x)", "one least"),
        ),
    ),
)
SPREAD: Final = "sum(q(t, r, x)**2, x, 1, N)/N - (sum(q(t, r, x), x, 1, N)/N)**2"
PARSEVAL: Final = f"sum(b(t, r, y)**2, y, 2, N) = {SPREAD}"
theorem(
    "squares of coefficients",
    PAIRS,
    PARSEVAL,
    Step(
        "all",
        PARSEVAL,
        apply(
            "SIMA-16",
            "signs",
            "first column",
            "orthogonal",
            "(20)",
            N="N",
            H="y, x: H(y, x)",
            b="y: b(t, r, y)",
            q="x: q(t, r, x)",
        ),
    ),
)


def by_spread(lemma: str) -> Step:
    """What a lemma on entries between two ends says of the probabilities of a report."""
    names = {"N": "N", "s": "lo(t, r)", "u": "exp(eps/2)", "q": "x: q(t, r, x)"}
    return Step("spread", SPREADS[lemma], apply(lemma, "none less", "near", **names), (), ("root",))


NEAR: Final = Step("near", "q(t, r, x) <= exp(eps)*lo(t, r)", apply("near the least probability"))
ROOT: Final = Step("root", "exp(0) <= exp(eps/2)", apply("exp grows", A="0", B="eps/2"))
SPREADS: Final = {
    "variance against the least entry": (f"{SPREAD} <= (exp(eps/2) - 1)**2*lo(t, r)*sum(q(t, r, x), x, 1, N)/N"),
    "variance against the mean square": (
        f"{SPREAD} <= ((exp(eps/2)**2 - 1)/(exp(eps/2)**2 + 1))**2*sum(q(t, r, x)**2, x, 1, N)/N"
    ),
}
