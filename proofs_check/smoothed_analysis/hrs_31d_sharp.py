"""HRS-31d-sharp: Theorem 4.2 with the logarithm of 2n/sigma and 38 in the place of 10, for all T, n and sigma.

The proof of the source has the worst noise of all rounds T times. On average noises are smaller: with b = 2T/(eps n)
and r = 1/(2b) the mean of e to r times all that choices miss and all noises is at most (2 |Q'|)^T. So with L = d log(82
n/sigma) they add up to at most 2 b T (log |Q'| + log 2) + 2 b (L - log T), but for a probability of T e^(-L). The worst
noise is at most b L, but for T e^(-L), and is paid with a sixth alone. For T >= 3 all of it is at most 19 b d times
log(2n/sigma). For T <= 2 HRS-31g has 10. In the way of HRS-31f no constant below 12.7 is enough.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.chosen_queries import FEW_AND_NOISE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside, use
from dpassay.proofs_check.smoothed_analysis.choices_and_noises import WORTH_OF_ALL
from dpassay.proofs_check.smoothed_analysis.hrs_31e import (
    ANSWER,
    ASSUMED,
    CHECKED,
    ENDS,
    NOISY,
    PROBABILITY,
    SLIPPED,
    L,
)
from dpassay.proofs_check.smoothed_analysis.noises_on_average import TOGETHER_TEXT

SPENT: Final = f"4*T*(log(K) + log(2) + ({L} - log(T))/T)/(eps*n)"
BADLY: Final = f"[T*({SPENT}) < {WORTH_OF_ALL}]"
FAILS: Final = f"E([1 <= {BADLY} + {NOISY}])"
LEVELS: Final = f"{SPENT} + {SLIPPED}/6 <= 38*T*d*log(1/g)/(eps*n)"
CLAIMED: Final = f"{FAILS} <= 2*T*exp(-{L}) and {LEVELS}"
LONG: Final = ("3 <= T", "2*g <= 1")
theorem(
    "HRS-31d-sharp",
    FEW_AND_NOISE,
    CLAIMED,
    Step("many", "1 <= 41/g", arithmetic(("1/g", "g <= 1"))),
    Step("log", "0 <= log(41/g)", analysis("0 <= log(z)", "[1, oo)", "many", z="41/g")),
    Step("slipped", f"0 <= {SLIPPED}", arithmetic(("2*T*d/(eps*n)", "log"))),
    Step(
        "bad",
        f"Pr({WORTH_OF_ALL} > T*({SPENT})) <= exp(log(T) - {L})",
        apply("choices and noises are rarely bad on average", z=SPENT),
    ),
    Step("rounds", "exp(log(T)) = T", apply("exp of log", A="T")),
    Step("choices", f"E({BADLY}) <= T*exp(-{L})", arithmetic("bad", (f"-exp(-{L})", "rounds"))),
    Step(
        "noise",
        f"E([{SLIPPED} < slip(i)]) <= exp(-{L})",
        arithmetic(use("tails of the noise", x=SLIPPED)),
        (),
        ("slipped",),
    ),
    Step("noises", f"E({NOISY}) <= T*exp(-{L})", arithmetic(inside("sum(_, i, 1, T)", "noise"))),
    Step("some", f"[1 <= {BADLY} + {NOISY}] <= {BADLY} + {NOISY}", apply("at least one", N=f"{BADLY} + {NOISY}")),
    Step("product", "log(41/g) = log(41) + log(1/g)", apply("log of a product", A="41", B="1/g")),
    Step("two", "2 <= 1/g", arithmetic(("1/g", LONG[1])), LONG),
    Step("log of 2", "log(2) <= log(1/g)", apply("log grows", "two", A="2", B="1/g"), LONG),
    Step("not negative", "0 <= log(2)", constant()),
    Step("log of T", "log(3) <= log(T)", apply("log grows", A="3", B="T"), LONG),
    Step("log of 3", "log(3) <= log(41)", constant()),
    Step("more than 1", "0 <= log(41)", constant()),
    Step("log of 1/g", "0 <= log(1/g)", arithmetic("log of 2", "not negative"), LONG),
    Step(
        "at least log 3",
        f"log(3) <= {L}",
        arithmetic("log of 3", ("-d", "product"), ("d", "log of 1/g"), ("d - 1", "more than 1")),
        LONG,
    ),
    Step("rounds more", f"3*({L} - log(3)) <= T*({L} - log(3))", arithmetic(("T - 3", "at least log 3")), LONG),
    Step(
        "late",
        f"({L} - log(T))/T <= ({L} - log(3))/3",
        arithmetic(("1/T", "log of T"), ("1/(3*T)", "rounds more")),
        LONG,
    ),
    Step("positive", "log(3)/3 <= log(2)", constant()),
    Step("d times", "log(2) - log(3)/3 <= d*(log(2) - log(3)/3)", arithmetic(("d - 1", "positive"))),
    Step("numbers", "17/12*log(41) + log(2) - log(3)/3 <= 97/12*log(2)", constant()),
    Step("probability", f"{FAILS} <= 2*T*exp(-{L})", arithmetic(inside("E(_)", "some"), "choices", "noises")),
    Step(
        "levels",
        LEVELS,
        arithmetic(
            ("4*T/(eps*n)", "Haussler"),
            ("4*T/(eps*n)", "late"),
            ("17/3*T*d/(eps*n)", "product"),
            ("4*T/(eps*n)", "d times"),
            ("4*T*d/(eps*n)", "numbers"),
            ("97/3*T*d/(eps*n)", "log of 2"),
        ),
        LONG,
    ),
    where=LONG,
    also=(
        *(f"the bound of the average {average}{TOGETHER_TEXT}" for average in ("after", "before")),
        ANSWER,
        "HRS-31g",
    ),
)


@claim(
    "HRS-31d-sharp",
    location="Theorem 4.2, up to a constant, with a small cover",
    latex=PROBABILITY + "38 " + ENDS,
    text="With probability at least 1 - 2T (gamma/41)^d, Smooth MWEM answers every query with an error of at most 1/n "
    "+ 2 sqrt(log(1/sigma)/T) + 38 T d log(2n/sigma)/(eps n).",
    checked=CHECKED,
    assumed=ASSUMED,
)
def hrs_31d_sharp() -> Case:
    """What choices miss and what noises add up to, in one bound of Chernoff."""
    return Case(
        argument="The printed proof has the worst noise of all rounds T times. On average noises are smaller, and the "
        "worst one is paid with a sixth.",
        remarks=("For T <= 2 it is true with 10 (HRS-31g). With 10 for all T it is false (HRS-31f).",),
    )
