"""The level of Theorem 4.2 from what choices miss and what noises add up to, for three rounds and more.

With b = 2T/(eps n) and L = d log(41/gamma) both are at most 2 b T (log |Q'| + log 2) + 2 b (L - log T) in all, but for
a probability of T e^(-L), and each noise is at most b L, but for T e^(-L). On average that is b (2 log |Q'| + 2 log 2 +
2 (L - log T)/T + L/6), which for T >= 3 and log |Q'| <= L is at most b (17/6 L + 2 log 2 - 2/3 log 3). Where 1/gamma is
at least r, that is C/2 b d log(1/gamma) or less, if it is so for d = 1 and 1/gamma = r.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.chosen_queries import RADII_AND_NOISE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside, use
from dpassay.proofs_check.smoothed_analysis.choices_and_noises import WORTH_OF_ALL
from dpassay.proofs_check.smoothed_analysis.hrs_31 import FEW
from dpassay.proofs_check.smoothed_analysis.hrs_31e import ANSWER, NOISY, SLIPPED, L
from dpassay.proofs_check.smoothed_analysis.noises_on_average import TOGETHER_TEXT
from dpassay.proofs_check.smoothed_analysis.widths import WIDE

SPENT: Final = f"4*T*(log(K) + log(2) + ({L} - log(T))/T)/(eps*n)"
BADLY: Final = f"[T*({SPENT}) < {WORTH_OF_ALL}]"
FAILS: Final = f"E([1 <= {BADLY} + {NOISY}])"
PROBABLY: Final = f"{FAILS} <= 2*T*exp(-{L})"


def levels(most: int) -> str:
    """Both levels are at most the last term of the bound, with a constant."""
    return f"{SPENT} + {SLIPPED}/6 <= {most}*T*d*log(1/g)/(eps*n)"


def with_constant(name: str, most: int, least: int) -> None:
    """Register the theorem with a constant, where 1/gamma is at least so much."""
    long = ("3 <= T", f"{least}*g <= 1")
    left = Fraction(most, 4) - Fraction(17, 12)
    theorem(
        name,
        RADII_AND_NOISE,
        f"{PROBABLY} and {levels(most)}",
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
        Step("radius", f"{least} <= 1/g", arithmetic(("1/g", long[1])), long),
        Step("log of least", f"log({least}) <= log(1/g)", apply("log grows", "radius", A=f"{least}", B="1/g"), long),
        Step("not negative", f"0 <= log({least})", constant()),
        Step("log of T", "log(3) <= log(T)", apply("log grows", A="3", B="T"), long),
        Step("log of 3", "log(3) <= log(41)", constant()),
        Step("more than 1", "0 <= log(41)", constant()),
        Step("log of 1/g", "0 <= log(1/g)", arithmetic("log of least", "not negative"), long),
        Step(
            "at least log 3",
            f"log(3) <= {L}",
            arithmetic("log of 3", ("-d", "product"), ("d", "log of 1/g"), ("d - 1", "more than 1")),
            long,
        ),
        Step("rounds more", f"3*({L} - log(3)) <= T*({L} - log(3))", arithmetic(("T - 3", "at least log 3")), long),
        Step(
            "late",
            f"({L} - log(T))/T <= ({L} - log(3))/3",
            arithmetic(("1/T", "log of T"), ("1/(3*T)", "rounds more")),
            long,
        ),
        Step("positive", "log(3)/3 <= log(2)", constant()),
        Step("d times", "log(2) - log(3)/3 <= d*(log(2) - log(3)/3)", arithmetic(("d - 1", "positive"))),
        Step("numbers", f"17/12*log(41) + log(2) - log(3)/3 <= {left}*log({least})", constant()),
        Step("probability", PROBABLY, arithmetic(inside("E(_)", "some"), "choices", "noises")),
        Step(
            "levels",
            levels(most),
            arithmetic(
                ("4*T/(eps*n)", FEW[0]),
                ("4*T/(eps*n)", "late"),
                ("17/3*T*d/(eps*n)", "product"),
                ("4*T/(eps*n)", "d times"),
                ("4*T*d/(eps*n)", "numbers"),
                (f"{4 * left}*T*d/(eps*n)", "log of least"),
            ),
            (*long, *FEW),
        ),
        where=(*long, *FEW),
        also=(
            *(f"the bound of the average {average}{TOGETHER_TEXT}{WIDE.text}" for average in ("after", "before")),
            ANSWER,
            "HRS-31g",
        ),
    )
