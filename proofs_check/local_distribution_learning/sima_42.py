"""SIMA-42: an (eps, 0)-private scheme has a KL-risk of at most 6 sqrt(2 T K ln K) (ln(KT) + ln^2(KT)/eps).

Theorem 5, which has an O. One hypothesis: it is predicted. One round, K >= 2: the mean of all has a risk of at most ln
K. K, T >= 2: Algorithm 2 with L = ln((K + 1) T) in place of ln(KT) in the scale, in c and in c', and gamma = ln T; it
is (eps, 0)-private (SIMA-39-corrected). Where all noises are below c', Z is in [0, 1], Lemma 7 (SIMA-40) and (34)
(SIMA-47) hold, and the noise terms vanish in the mean (SIMA-36). What clipping adds is at most 3 ln(KT) (SIMA-48,
SIMA-49-corrected, SIMA-50-corrected). Elsewhere, with probability at most e^-gamma = 1/T, all rounds cost at most L
each. So with S = sqrt(2 T K ln K) the risk is at most S (L + 2 L G/eps) + 3 ln(KT) + L, G = 2 ln T + ln K.

The printed algorithm is not (eps, 0)-private where N' > KM (SIMA-39). Its KL-risk is within Lemma 8 all the same
(SIMA-41).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.local_distribution_learning.sizes import (
    FEW,
    LOG_OF_SIZE,
    LOGS,
    MANY,
    ONE_ROUND,
    of_all_sizes,
    root_at_least,
)
from dpassay.proofs_check.models.private_schemes import ALGORITHM_2
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, words


@claim(
    "SIMA-42",
    location="Theorem 5",
    latex=r"r_T^{KL} = O\Big(\sqrt{2TK\log K}\Big(\log(KT) + \tfrac{\log^2(KT)}{\epsilon}\Big)\Big)",
    text="For any class of size K there is an (eps, 0)-locally private mechanism of KL-risk O(sqrt(2 T K log K) "
    "(log(KT) + log^2(KT)/eps)).",
    adjacency="any_pair",
)
def sima_42() -> Case:
    """The constant 6."""
    return Case(
        checks=(
            Goal(
                "the sum of all terms, at 125 points, K, T = 2, 3, 10, 10^3, 10^6; delta plays no part",
                exhaustive("sima42-terms-6", "sima-terms"),
            ),
        ),
        explicit=True,
        twins=(Twin("4 times the bound", exhaustive("sima42-terms-4", "sima-terms")),),
        remarks=(
            "The mechanism is Algorithm 2 with log((K + 1) T) for log(KT): the printed one is not (eps, 0)-private "
            "where N' > KM (SIMA-39). Its KL-risk is within Lemma 8 all the same (SIMA-41).",
        ),
    )


LET: Final = {"l": "log(K*T)", "L": "log((K + 1)*T)", "S": "sqrt(2*T*K*log(K))", "q": "log(K*T)**2/eps"}
TERMS: Final = "risk <= S*(13/10*l + 26/5*q) + 43/10*l"
G: Final = "(2*log(T) + log(K))"
OUTSIDE: Final = (
    Step(
        "noises that are not small",
        "lost <= L",
        words(
            "One of the K T noises is not below c' with probability at most 1/T (SIMA-45). All predictions "
            "are at least M f[y]/(T N'), and N' < (K + 1) M (SIMA-26-corrected), so no round costs more than "
            "ln((K + 1) T).",
            missing="noises with densities: the models of the game have finitely many outcomes, so that its "
            "noises are given",
        ),
        MANY,
    ),
    Step(
        "clipping",
        "kept <= clipped + 3*l",
        words(
            "By SIMA-48 and SIMA-49-corrected a round adds (ln R + ln T)/T - ln(1 - 1/T), where R < (K + 1) "
            "T. Over T rounds that is at most 3 ln(KT) by SIMA-50-corrected.",
            missing="noises with densities: the models of the game have finitely many outcomes, so that its "
            "noises are given; with given noises it is `what clipping adds`",
        ),
        MANY,
    ),
)
"""What rounds cost where noises are not small, and what clipping adds elsewhere."""
LOGS_OF_BOTH: Final = (
    Step("one more", "L <= 13/10*l", apply("one hypothesis more", K="K", T="T"), MANY),
    Step("both", f"{G} <= 2*l", apply("logs of both sizes", K="K", T="T"), MANY),
)
theorem(
    "risk of Algorithm 2",
    ALGORITHM_2,
    TERMS,
    *LOGS,
    Step("log T", "0 <= log(T)", analysis("0 <= log(z)", "[1, oo)", z="T")),
    *OUTSIDE,
    Step(
        "regret",
        f"clipped <= S*(L + 2*L*{G}/eps)",
        words(
            "On the good event Z is in [0, 1], so the regret is at most S by SIMA-40, and divided by c it is "
            "S (L + 2 c'), c' = L G/eps. By SIMA-47 the KL divergences are at most that and noise terms, "
            "which vanish in the mean by SIMA-36.",
            missing="noises with densities: the models of the game have finitely many outcomes, so that its "
            "noises are given; with given signs it is SIMA-36",
        ),
        MANY,
        ("log K",),
    ),
    LOGS_OF_BOTH[0],
    Step(
        "product",
        f"L*{G} <= 13/5*l**2",
        arithmetic((G, "one more")),
        MANY,
        ("log K", "log T", "log KT"),
    ),
    Step(
        "all",
        TERMS,
        arithmetic(
            "parts", "noises that are not small", "clipping", "regret", ("1 + S", "one more"), ("2*S/eps", "product")
        ),
        MANY,
        ("log K",),
    ),
    where=MANY,
    let=LET,
)
BOUND: Final = "risk <= 6*S*(l + q)"
SMALL_SIZES: Final = (
    Step(
        "one hypothesis",
        "risk <= 0",
        words(
            "It is predicted.",
            missing="the scheme as a model with its law, as ``noisy_games`` has it where the noises are given",
        ),
        FEW,
    ),
    Step(
        "one round",
        "risk <= log(K)",
        words(
            "The prediction is the mean of all laws, and so at least 1/K of the truth.",
            missing="the scheme as a model with its law, as ``noisy_games`` has it where the noises are given",
        ),
        ("T < 2",),
    ),
)
theorem(
    "SIMA-42",
    ALGORITHM_2,
    f"{BOUND} and leak <= eps",
    *LOGS,
    *SMALL_SIZES,
    Step("S at least 0", "0 <= S", arithmetic(), (), ("log K",)),
    Step("at least 0", "0 <= 6*S*(l + q)", arithmetic(("6*S", "log KT")), (), ("log K", "S at least 0")),
    Step("of one hypothesis", BOUND, arithmetic("one hypothesis", "at least 0"), FEW, ("log K",)),
    Step("terms", TERMS, apply("risk of Algorithm 2"), MANY, ("log K",)),
    *root_at_least("47/20", "K*log(K)", 2),
    Step("many", BOUND, arithmetic("terms", ("47/10*l", "root")), MANY, ("log K", "log KT")),
    *root_at_least("1", "K*log(K)", 1),
    *LOG_OF_SIZE,
    Step(
        "of one round",
        BOUND,
        arithmetic("one round", "log of the size", ("6*l", "root of one round")),
        ONE_ROUND,
        ("log K", "log KT"),
    ),
    *of_all_sizes("6*S*(l + q)", ("log K",)),
    Step(
        "private",
        "leak <= eps",
        words(
            "Algorithm 2 with ln((K + 1) T) in the scale is (eps, 0)-private: SIMA-39-corrected.",
            missing="the least epsilon of the scheme, as a supremum over reports, as a fact beside SIMA-39-corrected",
        ),
    ),
    let=LET,
)
