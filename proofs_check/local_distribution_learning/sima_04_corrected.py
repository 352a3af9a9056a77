"""SIMA-04-corrected: for eps <= ln(KT) the KL-risk of Theorem 2 has the constant 12. See SIMA-04."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.local_distribution_learning.sima_42 import LET, SMALL_SIZES, TERMS
from dpassay.proofs_check.local_distribution_learning.sizes import (
    FEW,
    LOG_OF_SIZE,
    LOGS,
    MANY,
    ONE_ROUND,
    SOME,
    of_all_sizes,
    root_at_least,
)
from dpassay.proofs_check.models.private_schemes import ALGORITHM_2
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, words


@claim(
    "SIMA-04-corrected",
    location="Theorem 2, eps <= log(KT)",
    latex=r"\epsilon \le \log(KT):\quad r_T^{KL}(\mathcal{F}) \le \tfrac{12}{\epsilon}\sqrt{KT\log^5(KT)}",
    text="For eps <= log(KT), any finite class of size K has an (eps, 0)-locally private mechanism and a learner of "
    "KL-risk at most (12/eps) sqrt(K T log^5(KT)).",
    adjacency="any_pair",
)
def sima_04_corrected() -> Case:
    """The constant 12."""
    return Case(
        checks=(
            Goal(
                "the sum of all terms, at 85 points, K, T = 2, 3, 10, 10^3, 10^6; delta plays no part",
                exhaustive("sima04-terms-12", "sima-terms-small"),
            ),
        ),
        explicit=True,
        twins=(Twin("with the constant 6", exhaustive("sima04-terms-6", "sima-terms-small")),),
        remarks=(
            "Features are fixed, as in the definition of the risk; the argument allows them to depend on the past.",
        ),
    )


SMALL: Final = ("eps <= l", "2 <= K*T")

W, V = "sqrt(K*T*l)", "sqrt(K*T*l**5)"

BOUND: Final = f"risk <= 12/eps*{V}"

theorem(
    "SIMA-04-corrected",
    ALGORITHM_2,
    f"{BOUND} and leak <= eps",
    *LOGS,
    *SMALL_SIZES,
    Step("positive", "0 < l", analysis("0 < log(z)", "[2, oo)", z="K*T"), SMALL),
    Step("power", f"{V} = l**2*{W}", apply("root of a square", u=f"l**2*{W}"), SMALL, ("positive",)),
    Step("l and q", "l <= q", arithmetic(("l/eps", SMALL[0])), SMALL, ("positive",)),
    Step("of one hypothesis", BOUND, arithmetic("one hypothesis"), (*FEW, *SMALL), ("positive",)),
    Step("terms", TERMS, apply("risk of Algorithm 2"), MANY, ("log K",)),
    *root_at_least("47/20", "K*log(K)", 2),
    Step(
        "in S", "risk <= S*(313/100*l + 26/5*q)", arithmetic("terms", ("183/100*l", "root")), MANY, ("log K", "log KT")
    ),
    Step("in q", "risk <= 833/100*S*q", arithmetic("in S", ("313/100*S", "l and q")), (*MANY, *SMALL), ("log K",)),
    *LOG_OF_SIZE,
    Step("under the root", "2*T*K*log(K) <= 2*K*T*l", arithmetic(("2*K*T", "log of the size"))),
    Step(
        "roots",
        "S <= sqrt(2*K*T*l)",
        apply("sqrt grows", "under the root", A="2*T*K*log(K)", B="2*K*T*l"),
        (),
        ("log K", "log KT"),
    ),
    Step(
        "root of 2", f"sqrt(2*K*T*l) = sqrt(2)*{W}", apply("root of a square", u=f"sqrt(2)*{W}"), SMALL, ("positive",)
    ),
    Step("number", "833/100*sqrt(2) <= 12", constant()),
    Step(
        "many",
        BOUND,
        arithmetic(
            "in q", ("833/100*q", "roots"), ("833/100*q", "root of 2"), (f"q*{W}", "number"), ("-12/eps", "power")
        ),
        (*MANY, *SMALL),
        ("positive", "log K"),
    ),
    Step("log of K", "1/144 <= K*log(K)", analysis("1/144 <= z*log(z)", "[2, oo)", z="K"), SOME),
    Step(
        "W squared",
        f"1/144 <= {W}**2",
        arithmetic("log of K", ("K", "log of the size"), ("K*l", "1 <= T")),
        SOME,
        ("log K", "log KT"),
    ),
    Step("W", f"1/12 <= {W}", arithmetic((f"1/({W} + 1/12)", "W squared")), SOME, ("log K", "log KT")),
    Step(
        "of one round",
        BOUND,
        arithmetic("one round", "log of the size", "l and q", ("12*q", "W"), ("-12/eps", "power")),
        (*ONE_ROUND, *SMALL),
        ("positive",),
    ),
    *of_all_sizes(f"12/eps*{V}", ("positive",), SMALL),
    Step(
        "private",
        "leak <= eps",
        words(
            "Algorithm 2 with ln((K + 1) T) in the scale is (eps, 0)-private: SIMA-39-corrected.",
            missing="the least epsilon of the scheme, as a supremum over reports, as a fact beside SIMA-39-corrected",
        ),
    ),
    where=SMALL,
    let=LET,
)
