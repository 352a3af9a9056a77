"""The median trick on every outcome: where most estimates are within alpha/3 of the truth, that one is within alpha.

Where most are, any two of these are within 2 alpha/3, so their radii are at most that, and so is the least one. So more
than half of all are within 2 alpha/3 of the chosen one, and if that is farther than alpha, none of them is within
alpha/3 of the truth.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.batch_estimates import BATCH
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, use

NEAR: Final = "sum([far(i) <= alpha/3], i, 1, m)"
ALPHAS: Final = {"alpha": (Fraction(1), Fraction(1, 2), Fraction(1, 10))}
WRONG, SMALL, LARGE = "alpha < chosen", "best <= 2*alpha/3", "2*alpha/3 < best"
IS_NEAR, IS_FAR, FIRST = "far(k) <= alpha/3", "alpha/3 < far(k)", "far(i) <= alpha/3"
N, W, B, R = "[far(k) <= alpha/3]", "[own(k) <= 2*alpha/3]", "[own(k) <= best]", "[radius(i) <= d(i, k)]"
FEW: Final = f"{NEAR} <= m/2"


def _one_of_both(name: str, other: str, near: tuple[str, ...], where: tuple[str, ...]) -> tuple[Step, ...]:
    """An estimate is not near the truth and of the other kind at once, so of both kinds there are at most m."""
    return (
        Step(
            f"{name}, near", f"{N} + {other} <= 1", arithmetic(f"{name}, not of both", "near or not"), (IS_NEAR, *near)
        ),
        Step(f"{name}, far", f"{N} + {other} <= 1", arithmetic("is far", f"{name} or not"), (IS_FAR,)),
        Step(
            f"{name}, one of both",
            f"{N} + {other} <= 1",
            apply("cases", f"{name}, near", f"{name}, far", A=f"{N} + {other}", B="1", c="alpha/3 - far(k)"),
            where,
        ),
        Step(
            f"{name}, all",
            f"sum({N} + {other}, k, 1, m) <= sum(1, k, 1, m)",
            apply("sum grows", f"{name}, one of both", f=f"k: {N} + {other}", g="k: 1", low="1", high="m"),
            where,
        ),
    )


BASICS: Final = (
    Step("near or not", f"{N} <= 1", apply("a comparison", x="alpha/3", y="far(k)")),
    Step("is far", f"{N} = 0", apply("indicator of what fails", A="far(k)", B="alpha/3"), (IS_FAR,)),
)
SMALL_RADIUS: Final = (
    Step("W or not", f"{W} <= 1", apply("a comparison", x="2*alpha/3", y="own(k)")),
    Step("far apart", "2*alpha/3 < own(k)", arithmetic("triangle, chosen"), (IS_NEAR, WRONG)),
    Step(
        "W, not of both",
        f"{W} = 0",
        apply("indicator of what fails", "far apart", A="own(k)", B="2*alpha/3"),
        (IS_NEAR, WRONG),
    ),
    *_one_of_both("W", W, (WRONG,), (WRONG,)),
    Step("B or not", f"{B} <= 1", apply("a comparison", x="best", y="own(k)")),
    Step(
        "within",
        f"{W} = 1",
        apply("indicator of what holds", A="own(k)", B="2*alpha/3"),
        ("own(k) <= best", SMALL),
    ),
    Step("in", f"{B} <= {W}", arithmetic(("-1", "within"), "B or not"), ("own(k) <= best", SMALL)),
    Step("without", f"{B} = 0", apply("indicator of what fails", A="own(k)", B="best"), ("best < own(k)",)),
    Step("out", f"{B} <= {W}", arithmetic("without"), ("best < own(k)",)),
    Step("either", f"{B} <= {W}", apply("cases", "in", "out", A=B, B=W, c="best - own(k)"), (SMALL,)),
    Step(
        "more than half",
        f"sum({B}, k, 1, m) <= sum({W}, k, 1, m)",
        apply("sum grows", "either", f=f"k: {B}", g=f"k: {W}", low="1", high="m"),
        (SMALL,),
    ),
    Step("few", FEW, arithmetic("W, all", "more than half", "radius of the chosen"), (WRONG, SMALL)),
)
LARGE_RADIUS: Final = (
    Step("R or not", f"{R} <= 1", apply("a comparison", x="d(i, k)", y="radius(i)")),
    Step(
        "close",
        "d(i, k) < radius(i)",
        arithmetic("triangle", "least radius"),
        (FIRST, IS_NEAR, LARGE),
    ),
    Step(
        "R, not of both",
        f"{R} = 0",
        apply("indicator of what fails", "close", A="radius(i)", B="d(i, k)"),
        (IS_NEAR, FIRST, LARGE),
    ),
    *_one_of_both("R", R, (FIRST, LARGE), (FIRST, LARGE)),
    Step("few at one", FEW, arithmetic("R, all", "radius"), (FIRST, LARGE)),
    Step("at one", f"0 <= [{FIRST}]*(m/2 - {NEAR})", arithmetic((f"[{FIRST}]", "few at one")), (FIRST, LARGE)),
    Step(
        "at none",
        f"0 <= [{FIRST}]*(m/2 - {NEAR})",
        arithmetic((f"{NEAR} - m/2", use("is far", k="i"))),
        ("alpha/3 < far(i)",),
    ),
    Step(
        "at any",
        f"0 <= [{FIRST}]*(m/2 - {NEAR})",
        apply("cases", "at one", "at none", A="0", B=f"[{FIRST}]*(m/2 - {NEAR})", c="alpha/3 - far(i)"),
        (LARGE,),
    ),
    Step(
        "at all",
        f"sum(0, k, 1, m) <= sum({N}*(m/2 - {NEAR}), k, 1, m)",
        apply("sum grows", "at any", f="k: 0", g=f"k: {N}*(m/2 - {NEAR})", low="1", high="m"),
        (LARGE,),
    ),
    Step("some", FEW, arithmetic((f"1/{NEAR}", "at all")), (LARGE, f"0 < {NEAR}")),
    Step("few all the same", FEW, apply("cases", "some", A=NEAR, B="m/2", c=f"-{NEAR}"), (LARGE,)),
)
theorem(
    "two majorities",
    BATCH,
    f"[{WRONG}] <= [{FEW}]",
    *BASICS,
    *SMALL_RADIUS,
    *LARGE_RADIUS,
    Step(
        "few are near",
        FEW,
        apply("cases", "few", "few all the same", A=NEAR, B="m/2", c="2*alpha/3 - best"),
        (WRONG,),
    ),
    Step("is so", f"[{FEW}] = 1", apply("indicator of what holds", "few are near", A=NEAR, B="m/2"), (WRONG,)),
    Step(
        "all",
        f"[{WRONG}] <= [{FEW}]",
        cases("chosen <= alpha", arithmetic(f"[{WRONG}] = 0"), arithmetic(("-1", "is so"), f"[{WRONG}] = 1")),
    ),
    samples=ALPHAS,
)
