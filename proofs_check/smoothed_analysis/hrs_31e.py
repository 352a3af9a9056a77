"""HRS-31d, HRS-31e: Theorem 4.2 with the logarithm of 2n/sigma, as it is printed, and small covers.

The printed proof gives d log(82 n/sigma) (HRS-31-corrected, HRS-33). HRS-31d: as 2n/sigma >= 2, that is at most 6.4 d
log(2n/sigma), and the theorem is true with 64 in the place of 10. With 38 it is true, too (HRS-31d-sharp).

HRS-31e: with 10 it is true for T >= 4 and n/sigma >= 3000, and wherever (6 + 4/T) log(82 n/sigma) <= 10 log(2n/sigma).
The proof of the source lets all T choices miss the largest error by as much as the worst of them may. On average they
miss less: with r = eps n/(4T), the mean of e to r times what all of them miss is at most |Q'|^T. So with L = d log(82
n/sigma) they miss (4T + 4) L/(eps n) on average at most, but for a probability of e^(-L), and not 8 T L/(eps n). With 2
T L/(eps n) for the noise these are (6 + 4/T) T L/(eps n), which is enough. HRS-31e-sharp has n/sigma >= 87 and all T.

For T <= 2 it is true with any cover (HRS-31g). For all T, n and sigma it is false (HRS-31f), and for values in {0, 1}
it is true (HRS-31h). A cover may not be of any size: HRS-31c.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.chosen_queries import SMALL_RADII
from dpassay.proofs_check.models.covered_queries import COVERED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, use
from dpassay.proofs_check.smoothed_analysis.choices_on_average import MISSES, ON_AVERAGE_TEXT
from dpassay.proofs_check.smoothed_analysis.hrs_28 import MECHANISM
from dpassay.proofs_check.smoothed_analysis.hrs_31 import ERROR, FEW, ROOTED, SMALL_COVER

LOG: Final = "log(2*n/sigma)"
WIDER: Final = f"2*g/sigma + {ERROR} + 10*T*d*log(41/g)/(eps*n) <= 1/n + {ERROR} + 64*T*d*{LOG}/(eps*n)"
theorem(
    "HRS-31d",
    COVERED,
    WIDER,
    *ROOTED,
    Step("ratio", "41/g = 41*(2*n/sigma)", arithmetic(("-41/(g*sigma)", "radius"))),
    Step("logs", "log(41/g) <= log(41*(2*n/sigma))", apply("log grows", "ratio", A="41/g", B="41*(2*n/sigma)")),
    Step("product", f"log(41*(2*n/sigma)) = log(41) + {LOG}", apply("log of a product", A="41", B="2*n/sigma")),
    Step("two", "2 <= 2*n/sigma", arithmetic(("2/sigma", "1 <= n"), ("2/sigma", "sigma <= 1"))),
    Step("log of 2", f"log(2) <= {LOG}", apply("log grows", "two", A="2", B="2*n/sigma")),
    Step("numbers", "log(41) <= 27/5*log(2)", constant()),
    Step(
        "all",
        WIDER,
        arithmetic(
            ("1/(n*sigma)", "radius"),
            ("10*T*d/(eps*n)", "logs"),
            ("10*T*d/(eps*n)", "product"),
            ("10*T*d/(eps*n)", "numbers"),
            ("54*T*d/(eps*n)", "log of 2"),
        ),
        (),
        ("root",),
    ),
    also=("HRS-33",),
)
ANSWER: Final = "an answer from the cover"
L: Final = "d*log(41/g)"
FORGIVEN: Final = f"4*T*(log(K) + {L}/T)/(eps*n)"
SLIPPED: Final = f"2*T*{L}/(eps*n)"
NOISY: Final = f"sum([{SLIPPED} < slip(i)], i, 1, T)"
BADLY: Final = f"[{MISSES} > T*({FORGIVEN})]"
FAILS: Final = f"E([1 <= {BADLY} + {NOISY}])"
LEVELS: Final = f"{FORGIVEN} + {SLIPPED} <= 10*T*d*log(1/g)/(eps*n)"
CLAIMED: Final = f"{FAILS} <= 2*T*exp(-{L}) and {LEVELS}"
LARGE: Final = ("4 <= T", "6000*g <= 1")
LONG: Final = ("(6*T + 4)*log(41/g) <= 10*T*log(1/g)",)
OFTEN: Final = "the logarithm of the printed bound is enough for four rounds and 3000 records"
theorem(
    OFTEN,
    SMALL_RADII,
    LONG[0],
    Step("many", "1 <= 41/g", arithmetic(("1/g", "g <= 1"))),
    Step("log", "0 <= log(41/g)", analysis("0 <= log(z)", "[1, oo)", "many", z="41/g")),
    Step("product", "log(41/g) = log(41) + log(1/g)", apply("log of a product", A="41", B="1/g")),
    Step("radius", "6000 <= 1/g", arithmetic(("1/g", LARGE[1])), LARGE),
    Step("large", "log(6000) <= log(1/g)", apply("log grows", "radius", A="6000", B="1/g"), LARGE),
    Step("numbers", "7*log(41) <= 3*log(6000)", constant()),
    Step(
        "all",
        LONG[0],
        arithmetic(("log(41/g)", LARGE[0]), ("7*T", "product"), ("T", "numbers"), ("3*T", "large")),
        LARGE,
        ("log",),
    ),
    where=LARGE,
)
theorem(
    "HRS-31e",
    SMALL_RADII,
    CLAIMED,
    Step("many", "1 <= 41/g", arithmetic(("1/g", "g <= 1"))),
    Step("log", "0 <= log(41/g)", analysis("0 <= log(z)", "[1, oo)", "many", z="41/g")),
    Step("size", "0 <= log(K)", apply("log of a size", K="K")),
    Step("forgiven", f"0 <= {FORGIVEN}", arithmetic(("4*T/(eps*n)", "size"), ("4*d/(eps*n)", "log"))),
    Step("slipped", f"0 <= {SLIPPED}", arithmetic(("2*T*d/(eps*n)", "log"))),
    Step(
        "choices",
        f"E({BADLY}) <= exp(-{L})",
        apply("choices are rarely bad on average", "forgiven", c=FORGIVEN),
    ),
    Step(
        "noise",
        f"E([{SLIPPED} < slip(i)]) <= exp(-{L})",
        arithmetic(use("tails of the noise", x=SLIPPED)),
        (),
        ("slipped",),
    ),
    Step(
        "noises",
        f"E({NOISY}) = sum(E([{SLIPPED} < slip(i)]), i, 1, T)",
        apply("expectation of a sum", P="P", X=f"i: [{SLIPPED} < slip(i)]", low="1", high="T"),
    ),
    Step(
        "all noises",
        f"sum(E([{SLIPPED} < slip(i)]), i, 1, T) <= sum(exp(-{L}), i, 1, T)",
        apply("sum grows", "noise", f=f"i: E([{SLIPPED} < slip(i)])", g=f"i: exp(-{L})", low="1", high="T"),
    ),
    Step("some", f"[1 <= {BADLY} + {NOISY}] <= {BADLY} + {NOISY}", apply("at least one", N=f"{BADLY} + {NOISY}")),
    Step(
        "mean",
        f"{FAILS} <= E({BADLY} + {NOISY})",
        apply("expectation grows", "some", P="P", X=f"[1 <= {BADLY} + {NOISY}]", Y=f"{BADLY} + {NOISY}"),
    ),
    Step(
        "probability",
        f"{FAILS} <= 2*T*exp(-{L})",
        arithmetic("mean", "choices", "noises", "all noises", (f"exp(-{L})", "1 <= T")),
    ),
    Step("levels", LEVELS, arithmetic(("4*T/(eps*n)", FEW[0]), ("d/(eps*n)", LONG[0])), (*LONG, *FEW)),
    where=(*LONG, *FEW),
    also=(*(f"the bound of the average {average}{ON_AVERAGE_TEXT}" for average in ("after", "before")), ANSWER, OFTEN),
)


PROBABILITY: Final = r"\Pr\Big[\max_q |v_q - q(\mathcal D_B)| \le \frac1n + 2\sqrt{\frac{\log(1/\sigma)}{T}} + "
ENDS: Final = r"\frac{T d \log(2n/\sigma)}{\varepsilon n}\Big] \ge 1 - 2T \Big(\frac{\gamma}{41}\Big)^{d}"
ASSUMED: Final = (
    MECHANISM,
    "the data set is (sigma, 0)-smooth",
    f"at gamma = sigma/(2n), {SMALL_COVER}",
)
CHECKED: Final = ("the domain is finite", "the values of queries lie in [-1, 1]")


@claim(
    "HRS-31d",
    location="Theorem 4.2, up to a constant, with a small cover",
    latex=PROBABILITY + "64 " + ENDS,
    text="With probability at least 1 - 2T (gamma/41)^d, Smooth MWEM answers every query with an error of at most 1/n "
    "+ 2 sqrt(log(1/sigma)/T) + 64 T d log(2n/sigma)/(eps n).",
    checked=CHECKED,
    assumed=ASSUMED,
)
def hrs_31d() -> Case:
    """log(82 n/sigma) is at most 6.4 log(2n/sigma)."""
    return Case(remarks=("10 log 82/log 2 = 63.6 is what the argument has at n = sigma = 1.",))


@claim(
    "HRS-31e",
    location="Theorem 4.2, as printed, with a small cover, where (6 + 4/T) log(82 n/sigma) <= 10 log(2n/sigma)",
    latex=PROBABILITY + "10 " + ENDS,
    text="Where (6 + 4/T) log(82 n/sigma) <= 10 log(2n/sigma), as it is for T >= 4 and n/sigma >= 3000, with "
    "probability at least 1 - 2T (gamma/41)^d, Smooth MWEM answers every query with an error of at most 1/n + 2 "
    "sqrt(log(1/sigma)/T) + 10 T d log(2n/sigma)/(eps n).",
    checked=(*CHECKED, "(6 + 4/T) log(82 n/sigma) <= 10 log(2n/sigma)"),
    assumed=ASSUMED,
)
def hrs_31e() -> Case:
    """What choices miss on average."""
    return Case(
        argument="The printed proof loses the factor 41 in a logarithm (HRS-31a). What is lost is won back where the "
        "misses of all choices are added up, and not the worst one taken T times.",
        remarks=("For large T that is so where n/sigma is above 132.",),
    )
