"""SIMA-03-corrected: for small eps and T >= 9 K/(32 eps^2) there is a class with risk at least 0.115 sqrt(K T)/eps.

Theorem 1 with its condition and constant. In the formulas K is the number of pairs, floor(size/2), and s = e^(eps/2) -
1. The class is that of the lower bound at the separation a = min{2, (3/2) sqrt(K/T)/s}, and every w that is at most
sqrt(K T)/s and (8/3) T is at most 16/(3 log 2) times the risk. For a < 2 the risk is at least (a/8) log 2 T, for a = 2
at least (log 2/2) T (see ``risk_on_pairs``). For eps <= 1: s <= (13/20) eps, and K is at least a third of the size.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.disjoint_pairs import APART
from dpassay.proofs_check.local_distribution_learning.far_from_a_pair import BELOW_2, POSITIVE
from dpassay.proofs_check.local_distribution_learning.lower_bound import EDGES
from dpassay.proofs_check.local_distribution_learning.risk_on_pairs import FAR_RISK, NEAR_RISK, S
from dpassay.proofs_check.models.hard_learning import LEARNING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside


@claim(
    "SIMA-03-corrected",
    location="Theorem 1",
    latex=r"r_T(\mathcal F) \ge \tfrac{3 \log 2}{16} \min\Big\{\frac{\sqrt{\lfloor K/2 \rfloor T}}{e^{\epsilon/2} - "
    r"1}, \tfrac83 T\Big\};\quad \epsilon \le 1,\ T \ge \tfrac{9K}{32 \epsilon^2} \Rightarrow r_T(\mathcal F) \ge "
    r"\tfrac{23}{200\, \epsilon} \sqrt{KT}",
    text="For all K >= 2, T >= 1 and eps > 0 there is a class of size K with at most K labels whose KL-risk under "
    "every (eps, 0)-locally private non-interactive scheme and every learner is at least (3 log 2/16) "
    "min{sqrt(floor(K/2) T)/(e^{eps/2} - 1), (8/3) T}. So for eps <= 1 and T >= 9 K/(32 eps^2) it is at least 0.115 "
    "sqrt(K T)/eps.",
    checked=("K >= 2",),
    assumed=("schemes are non-interactive, as in Section 2", "a report has finitely many values", POSITIVE),
    adjacency="any_pair",
)
def sima_03_corrected() -> Case:
    """With constants and conditions."""
    return Case(
        checks=(
            Goal("the sum over t, for all a, exact Bayes risks", exhaustive("sima09-step", "pair-games")),
            Goal("the bound, exact Bayes risks", exhaustive("sima09", "proof-games")),
        ),
        twins=(Twin("5/2 times the bound", exhaustive("sima09-more", "proof-games"), of=1),),
        remarks=(
            *EDGES,
            "r_T <= T log K shows that sqrt(K T)/eps needs T of order at least K/(eps log K)^2; between that and "
            "K/eps^2 the order of the risk is not settled here.",
        ),
        explicit=True,
    )


BOUNDED: Final = (f"w*{S} <= sqrt(K)*sqrt(T)", "w <= 8/3*T")
RISK: Final = "3*log(2)/16*w <= risk"
W: Final = {"w": "real, 0 <= w"}
FEW: Final = "w <= 2/3*a*T"
theorem(
    "risk against the smaller of two",
    LEARNING,
    RISK,
    Step("number", "0 < log(2)", constant()),
    Step("positive", f"0 < {S}", arithmetic(inside("exp(_)", "0 < eps/2"))),
    Step("inverse", f"0 <= 1/{S}", arithmetic((f"(1/{S})**2", "positive")), (), ("positive",)),
    Step("at the root", f"2*a*{S}*sqrt(T) = 3*sqrt(K)", arithmetic(("1/(a - 2)", "separation, either")), BELOW_2),
    Step(
        "few",
        FEW,
        arithmetic((f"1/{S}", BOUNDED[0]), (f"-1/3*sqrt(T)/{S}", "at the root")),
        (*BELOW_2, *BOUNDED),
        ("positive", "inverse"),
    ),
    Step("near", NEAR_RISK, apply("risk on the class of the lower bound"), BELOW_2),
    Step("scale", "0 <= 3*log(2)/16", arithmetic(("3/16", "number"))),
    Step("below 2", RISK, arithmetic("near", ("3*log(2)/16", "few")), (*BELOW_2, *BOUNDED), ("scale",)),
    Step("far", FAR_RISK, apply("risk on disjoint pairs"), APART),
    Step("at 2", RISK, arithmetic("far", ("3*log(2)/16", BOUNDED[1])), (*APART, *BOUNDED), ("scale",)),
    Step("all", RISK, apply("cases", "at 2", "below 2", A="3*log(2)/16*w", B="risk", c="a - 2"), BOUNDED),
    where=BOUNDED,
    variables=W,
)
SMALL: Final = ("eps <= 1", "9*size <= 32*eps**2*T")
ROOT: Final = "sqrt(size*T)"
AT: Final = f"20/13*{ROOT}/(sqrt(3)*eps)"
Q: Final = "sqrt(3)*sqrt(K)*sqrt(T)"
SECOND: Final = f"23/200*{ROOT}/eps <= risk"
SAMPLES: Final = {"w": (Fraction(0), Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(2))}
theorem(
    "SIMA-03-corrected: for small eps",
    LEARNING,
    SECOND,
    Step("size", "size <= 3*K", arithmetic("size, at most", "1 <= K")),
    Step("less", f"{S} <= 13/20*eps", analysis("exp(z/2) - 1 <= 13/20*z", "[0, 1]", z="eps"), SMALL[:1]),
    Step("number", "23/200*sqrt(3)*13/20 < 3*log(2)/16", constant()),
    Step("square of the root", f"{ROOT}**2 <= ({Q})**2", arithmetic(("T", "size"))),
    Step("root", f"{ROOT} <= {Q}", apply("smaller square", "square of the root", p=ROOT, q=Q)),
    Step(
        "first",
        f"{AT}*{S} <= sqrt(K)*sqrt(T)",
        arithmetic((AT, "less"), ("1/sqrt(3)", "root")),
        SMALL[:1],
    ),
    Step(
        "square",
        f"({AT})**2 <= (8/3*T)**2",
        arithmetic(("400/169*T/(27*eps**2)", SMALL[1])),
        SMALL,
    ),
    Step("second", f"{AT} <= 8/3*T", apply("smaller square", "square", p=AT, q="8/3*T"), SMALL),
    Step(
        "risk",
        f"3*log(2)/16*{AT} <= risk",
        apply("risk against the smaller of two", "first", "second", w=AT),
        SMALL,
    ),
    Step("all", SECOND, arithmetic("risk", (AT, "number")), SMALL),
    where=SMALL,
)
theorem(
    "SIMA-03-corrected",
    LEARNING,
    RISK,
    Step("all", RISK, apply("risk against the smaller of two", w="w"), BOUNDED),
    where=BOUNDED,
    variables=W,
    samples=SAMPLES,
    also=("SIMA-03-corrected: for small eps",),
)
