"""SIMA-09."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.risk_on_pairs import S
from dpassay.proofs_check.local_distribution_learning.sima_19 import SMALLER
from dpassay.proofs_check.models.hard_learning import LEARNING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, together

LONG: Final = ("size/(9*m*exp(eps)) <= T",)
R: Final = "sqrt(size*T/(m*exp(eps)))"
BOUND: Final = f"3/40*{R} <= risk"
theorem(
    "SIMA-09",
    LEARNING,
    BOUND,
    Step("size", "size <= 3*K", arithmetic("size, at most", "1 <= K")),
    Step("grows", "exp(0) <= exp(eps/2)", apply("exp grows", A="0", B="eps/2")),
    Step("positive", f"0 <= {S}", arithmetic("grows")),
    Step("at least 0", f"0 <= {R}/sqrt(3)*{S}", arithmetic((f"{R}/sqrt(3)", "positive"))),
    Step("smaller", SMALLER, apply("the sharp factor is smaller")),
    Step(
        "square",
        f"({R}/sqrt(3)*{S})**2 <= (sqrt(K)*sqrt(T))**2",
        arithmetic(("size*T/(3*m*exp(eps))", "smaller"), ("T/3", "size")),
    ),
    Step(
        "first",
        f"{R}/sqrt(3)*{S} <= sqrt(K)*sqrt(T)",
        apply("smaller square", "square", p=f"{R}/sqrt(3)*{S}", q="sqrt(K)*sqrt(T)"),
        (),
        ("at least 0",),
    ),
    Step("other square", f"({R}/sqrt(3))**2 <= (8/3*T)**2", arithmetic(("3*T", LONG[0])), LONG),
    Step(
        "second",
        f"{R}/sqrt(3) <= 8/3*T",
        apply("smaller square", "other square", p=f"{R}/sqrt(3)", q="8/3*T"),
        LONG,
    ),
    Step(
        "risk",
        f"3*log(2)/16*({R}/sqrt(3)) <= risk",
        apply("risk against the smaller of two", "first", "second", w=f"{R}/sqrt(3)"),
        LONG,
    ),
    Step("number", "3/40*sqrt(3) < 3*log(2)/16", constant()),
    Step("all", BOUND, arithmetic("risk", (f"{R}/sqrt(3)", "number")), LONG),
    where=LONG,
)
SMALL: Final = ("eps <= 69/100",)
ROOT: Final = "20/41*sqrt(size*T)/eps"
GROWS: Final = f"{ROOT} <= {R}"
RISK: Final = "3/82*sqrt(size*T)/eps <= risk"
theorem(
    "SIMA-09b",
    LEARNING,
    f"{GROWS} and {RISK}",
    Step(
        "linear",
        "(exp(eps) - 1)*exp(eps/2) <= 41/20*eps",
        analysis("(exp(z) - 1)*exp(z/2) <= 41/20*z", "[0, 69/100]", z="eps"),
        SMALL,
    ),
    Step("grows", "exp(0) <= exp(eps)", apply("exp grows", A="0", B="eps")),
    Step("positive", "0 <= (exp(eps) - 1)*exp(eps/2)", arithmetic(("exp(eps/2)", "grows"))),
    Step(
        "factor",
        "m*exp(eps) <= (41/20*eps)**2",
        arithmetic(
            ("exp(eps)", "m, square"), ("(exp(eps) - 1)*exp(eps/2)", "linear"), ("41/20*eps", "linear")
        ),
        SMALL,
        ("positive",),
    ),
    Step("square", f"({ROOT})**2 <= {R}**2", arithmetic(("400/1681*size*T/(eps**2*m*exp(eps))", "factor")), SMALL),
    Step("larger", GROWS, apply("smaller square", "square", p=ROOT, q=R), SMALL),
    Step("bound", BOUND, apply("SIMA-09"), LONG),
    Step("growth", GROWS, together("larger"), (*SMALL, *LONG)),
    Step("risk", RISK, arithmetic("bound", ("3/40", "larger")), (*SMALL, *LONG)),
    where=(*SMALL, *LONG),
)
