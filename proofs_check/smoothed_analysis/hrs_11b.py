"""HRS-11b: Theorem 3.3 where at least two brackets are needed, with the constant 223/100.

By HRS-11-sharp: sqrt(T ln N/2) + (e - 1) sqrt(T)/4 + ln N. Where ln N is at least T, so is sqrt(T ln N), and no regret
is above T; and else ln N is at most sqrt(T ln N). The root of T is at most sqrt(T ln N)/sqrt(ln 2).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.hedge_on_a_cover import BRACKETED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, constant, inside
from dpassay.proofs_check.smoothed_analysis.hrs_11 import REGRET
from dpassay.proofs_check.smoothed_analysis.hrs_11_sharp import SHARP


@claim(
    "HRS-11b",
    location="Theorem 3.3, where N is at least 2",
    latex=r"N = N_{[\,]}\big(\mathcal H, \mathcal U, \tfrac{\sigma}{4\sqrt T}\big) \ge 2 \implies \mathbb E[\textsc{"
    r"Regret}(\mathcal A, \mathscr D)] \le \tfrac{223}{100} \sqrt{T \ln N}",
    text="Hedge on one function of each of N >= 2 brackets, where N is the bracketing number of the class at "
    "sigma/(4 sqrt(T)) under U, has a regret of at most (223/100) sqrt(T ln N) against every adaptive sequence of T "
    "sigma-smooth distributions.",
    checked=("N >= 2",),
)
def hrs_11b() -> Case:
    """HRS-11-sharp, or no regret is above T."""
    return Case()


X: Final = "sqrt(T*L)"
BOUND: Final = f"{REGRET} <= 223/100*{X}"
TWO: Final = ("2 <= K",)
SHORT, LONG = ("0 <= L - T",), ("L - T < 0",)
theorem(
    "HRS-11b",
    BRACKETED,
    BOUND,
    Step("sharp", SHARP, apply("HRS-11-sharp")),
    Step("trivial", f"{REGRET} <= T", apply("no regret is above T")),
    Step("log of 2", "0 < log(2)", constant()),
    Step("growth", "0 <= (exp(1) - 1)/4", constant()),
    Step("large", "log(2) <= L", arithmetic(inside("log(_)", "2 <= K"), ("-1", "logarithm")), TWO),
    Step(
        "square of T",
        f"T <= ({X}/sqrt(log(2)))**2",
        arithmetic(("T/log(2)", "large")),
        TWO,
        ("log of 2",),
    ),
    Step(
        "root of T",
        f"sqrt(T) <= {X}/sqrt(log(2))",
        apply("a root is at most", "square of T", x="T", y=f"{X}/sqrt(log(2))"),
        TWO,
        ("log of 2",),
    ),
    Step("square in few rounds", "T**2 <= T*L", arithmetic(("T", SHORT[0])), SHORT),
    Step("T", f"T <= {X}", apply("a root is at least", "square in few rounds", u="T", x="T*L"), SHORT),
    Step("square in many rounds", "L**2 <= T*L", arithmetic(("L", LONG[0])), LONG),
    Step("log", f"L <= {X}", apply("a root is at least", "square in many rounds", u="L", x="T*L"), LONG),
    Step("of two", "sqrt(1/2) + (exp(1) - 1)/(4*sqrt(log(2))) + 1 <= 223/100", constant(), (), ("log of 2",)),
    Step(
        "in many rounds",
        BOUND,
        arithmetic("sharp", ("(exp(1) - 1)/4", "root of T"), ("-1", "logarithm"), "log", (X, "of two")),
        (*TWO, *LONG),
        ("log of 2", "growth"),
    ),
    Step(
        "all",
        BOUND,
        cases("0 <= L - T", arithmetic("trivial", ("1", "T")), arithmetic("in many rounds")),
        TWO,
    ),
    where=TWO,
)
