"""SIMA-41: (15) of Lemma 8 holds for Algorithm 2 as printed, wherever all noises are below c'_pdp(gamma).

KT >= 2; 1/c_pdp = ln(KT) + 2 c'_pdp. All noises are below c' with probability at least 1 - e^-gamma: each is not with
probability e^-gamma/(KT) (SIMA-45). The printed proof has Z in [0, 1], which fails where N' > KM, and (31)(a), which is
false (SIMA-49); the statement is true. Where all noises are below c', 0 <= Z <= 1 + k, k = c ln(1 + 1/K)
(SIMA-26-corrected). Only one coordinate moves: in the proof of Lemma 7 E Y~_j^2 counts V(w_j) Z_jj^2/K, V(w) = w (1 -
w) for w <= 1/2 and 1/4 elsewhere, and the V(w_j) add up to at most V = max(3/4, 1 - 1/K). So the regret is at most
sqrt(2 T K ln K) (1 + (1 + k)^2 V)/2. For K >= 4, T >= 2, where k <= 1/(2K), (1 + k)^2 V <= 1; so it is for K = 3, T >=
3 and for K = 2, T >= 7. For the six other pairs with K, T >= 2 what is above sqrt(2 T K ln K) is made up for by the
slack in 3 ln(KT).

For K = 1, and for T = 1, see SIMA-34-corrected.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
)
from dpassay.proofs_check.local_distribution_learning.reported_losses import ranges
from dpassay.proofs_check.local_distribution_learning.sima_34_corrected import BOUND, CHANCE, EDGES, LOGS, RIGHT
from dpassay.proofs_check.local_distribution_learning.sizes import MANY, of_all_sizes, root_at_least
from dpassay.proofs_check.models.given_noises import NOISY_2
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, words


@claim(
    "SIMA-41",
    location="Lemma 8, (15)",
    latex=r"\text{for every truth } f = f_{j^*} \text{ and all } x^T, \text{ w.p. } \ge 1 - e^{-\gamma}:\ "
    r"E_{Y'^T,J^T}\Big[\sum_t KL(f(x_t), \hat p_t)\Big] \le \tfrac{1}{c_{pdp}(\gamma)}\sqrt{2TK\log K} + 3\log(KT) + "
    r"\sum_{t,j} E[\tilde w_j^t] Lap_j^t - \sum_t Lap_{j^*}^t",
    text="For every truth f = f_j* and all features, with probability at least 1 - e^-gamma over the noises, the "
    "expected KL-risk of Algorithm 2 over labels and coordinates is at most sqrt(2 T K log K)/c_pdp(gamma) + 3 log(KT) "
    "+ noise terms.",
    checked=("KT >= 2; for KT = 1 c_pdp is 1/0", "gamma > 0 is an input of the algorithm"),
)
def sima_41() -> Case:
    """Only one coordinate moves: room for losses slightly above 1."""
    return Case(
        checks=(
            Goal(
                "all labels and coordinates of small games, noises near c'",
                exhaustive("sima41-given", "sima-noisy-exp3"),
            ),
            Goal("the regret for losses above 1", exhaustive("sima41-regret", "sima-wide-hidden-games")),
        ),
        broken_steps=(Goal("Z <= 1 on the good event", counterexample("sima41-range"), Hunt("sima41-range", ranges)),),
        twins=(Twin("9/40 of the right side", exhaustive("sima34-too-sharp", "sima-noisy-exp3")),),
        remarks=(
            "The other false step, (31)(a), is SIMA-49. With log((K + 1) T) in the scale, in c_pdp and in c'_pdp, "
            "which privacy asks for (SIMA-39-corrected), Z is in [0, 1] and the bound follows more simply.",
        ),
    )


LET: Final = {
    "l": "log(K*T)",
    "S": "sqrt(2*T*K*log(K))",
    "k": "(log(1 + 1/K)/(log(K*T) + 2*low))",
    "added": "(log(1 + (T - 1)*(K + 1)) + log(T) - T*log(1 - 1/T))",
}
FOUR: Final = ("4 <= K", "2 <= T")
TWO_OR_THREE: Final = ("2 <= K", "K < 4", "2 <= T")
DEFINED: Final = ("log K", "log KT is positive")
KNOWN: Final = (*DEFINED, "part", "more")


def _pair(experts: int, rounds: int) -> Step:
    """What Z > 1 may cost is made up for by the slack in 3 ln(KT), at c' = 0, where it costs most."""
    k, t = experts, rounds
    scale, excess = f"log({k * t})", f"log({k + 1}/{k})"
    slack = f"3*{scale} - log({1 + (t - 1) * (k + 1)}) - log({t}) - {t}*log({t}/{t - 1})"
    cost = f"sqrt({2 * t * k}*log({k}))/2*(3*{excess}/2 + 3*{excess}**2/(4*{scale}) - {scale}/4)"
    return Step(
        f"K = {k} and T {t}".replace("=", "is"),
        f"{cost} <= {slack}",
        constant(),
        (),
        (f"log of {k}", f"log of {k * t}"),
    )


SIX: Final = ((2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 2))
NUMBERS: Final = sorted({2, 3, *(k * t for k, t in SIX)})
PAIRS: Final = tuple(_pair(*sizes) for sizes in SIX)
FEW_PAIRS: Final = "S*(1 + 3/4*(1 + k)**2)/2*(l + 2*low) + added <= S*(l + 2*low) + 3*l"
theorem(
    "SIMA-41",
    NOISY_2,
    BOUND,
    *LOGS,
    *root_at_least("1", "K*log(K)", 1),
    *EDGES,
    Step("log KT is positive", "0 < l", analysis("0 < log(z)", "[2, oo)", "two or more", z="K*T")),
    Step("part", "0 < 1 - 1/T", arithmetic(("1/T", "2 <= T")), ("2 <= T",)),
    Step("more", "0 < 1 + (T - 1)*(K + 1)", arithmetic(("K + 1", "1 <= T"))),
    Step(
        "clipping",
        "risk <= clipped + added",
        words(
            "By SIMA-48 and SIMA-49-corrected a round adds (ln R + ln T)/T - ln(1 - 1/T), where R = 1 + (T - "
            "1) N'/M, and N' < (K + 1) M by SIMA-26-corrected.",
        ),
        MANY,
        KNOWN,
    ),
    Step(
        "clipping in all",
        "added <= 3*l",
        words("SIMA-50-corrected, where the sum is of K and T of 2 or more."),
        MANY,
        KNOWN,
    ),
    Step(
        "from losses",
        "clipped <= regret*(l + 2*low) + noise",
        words(
            "The mean of a log-ratio of clipped likelihoods is a KL divergence, and by Jensen's inequality "
            "that from the mixture is no larger: SIMA-47, for (34).",
        ),
    ),
    Step(
        "losses at least 0",
        "0 <= bottom",
        words("Clipped likelihoods are at most 1/M (SIMA-27-corrected) and noises below c'."),
    ),
    Step(
        "losses at most",
        "top <= 1 + k",
        words(
            "Clipped likelihoods are at least 1/(T N') and N' < (K + 1) M (SIMA-26-corrected, "
            "SIMA-27-corrected), and c (ln((K + 1) T) + 2 c') is at most 1 + k.",
        ),
        (),
        DEFINED,
    ),
    Step(
        "regret of many",
        "regret <= S*(1 + (1 + k)**2*(1 - 1/K))/2",
        words(
            "The sharper form of SIMA-40 for losses in [0, 1 + k]; V is 1 - 1/K.", "losses at least 0", "losses at most"
        ),
        FOUR,
        DEFINED,
    ),
    Step(
        "regret of few",
        "regret <= S*(1 + 3/4*(1 + k)**2)/2",
        words("The sharper form of SIMA-40 for losses in [0, 1 + k]; V is 3/4.", "losses at least 0", "losses at most"),
        TWO_OR_THREE,
        DEFINED,
    ),
    Step("c", "0 <= l + 2*low", arithmetic("log KT")),
    # four hypotheses or more
    Step("eight", "8 <= K*T", arithmetic(("T", "4 <= K"), ("4", "2 <= T")), FOUR),
    Step("log of eight", "2 <= l", analysis("2 <= log(z)", "[8, oo)", "eight", z="K*T"), FOUR),
    Step("tangent", "log(1 + 1/K) <= 1/K", analysis("log(1 + z) <= z", "[0, oo)", z="1/K")),
    Step("log of more", "0 <= log(1 + 1/K)", analysis("0 <= log(1 + z)", "[0, oo)", z="1/K")),
    Step("k at least 0", "0 <= k", arithmetic(("1/(l + 2*low)", "log of more")), (), DEFINED),
    Step(
        "k",
        "k <= 1/(2*K)",
        arithmetic(("1/(l + 2*low)", "tangent"), ("1/(2*K*(l + 2*low))", "log of eight")),
        FOUR,
        DEFINED,
    ),
    Step(
        "square of k",
        "(1 + k)**2 <= (1 + 1/(2*K))**2",
        arithmetic(("2 + k + 1/(2*K)", "k")),
        FOUR,
        (*DEFINED, "k at least 0"),
    ),
    Step("share", "0 <= 1 - 1/K", arithmetic(("1/K", "1 <= K"))),
    Step("below 1", "(1 + k)**2*(1 - 1/K) <= 1", arithmetic(("1 - 1/K", "square of k")), FOUR, (*DEFINED, "share")),
    Step("regret", "regret <= S", arithmetic("regret of many", ("S/2", "below 1")), FOUR, DEFINED),
    Step(
        "four or more",
        BOUND,
        arithmetic("clipping", "clipping in all", "from losses", ("l + 2*low", "regret")),
        FOUR,
        (*KNOWN, "c"),
    ),
    # two or three hypotheses
    Step("log 3 T", "0 < log(3*T)", analysis("0 < log(3*z)", "[1, oo)", z="T")),
    Step("log 2 T", "0 < log(2*T)", analysis("0 < log(2*z)", "[1, oo)", z="T")),
    Step(
        "three",
        "3/4*(1 + log(4/3)/log(3*T))**2 <= 1",
        analysis("3/4*(1 + log(4/3)/log(3*z))**2 <= 1", "[3, oo)", z="T"),
        ("3 <= T",),
        ("log 3 T",),
    ),
    Step(
        "two",
        "3/4*(1 + log(3/2)/log(2*T))**2 <= 1",
        analysis("3/4*(1 + log(3/2)/log(2*z))**2 <= 1", "[7, oo)", z="T"),
        ("7 <= T",),
        ("log 2 T",),
    ),
    *(Step(f"log of {n}", f"0 < log({n})", constant()) for n in NUMBERS),
    *PAIRS,
    Step(
        "few pairs",
        FEW_PAIRS,
        words(
            "For K = 3, T >= 3 and K = 2, T >= 7 the first bracket is at most 1, and SIMA-50-corrected. In "
            "the six other pairs the cost falls as c' grows, and at c' = 0 it is below the slack.",
            "three",
            "two",
            *(step.name for step in PAIRS),
        ),
        TWO_OR_THREE,
        KNOWN,
    ),
    Step(
        "two or three",
        BOUND,
        arithmetic("clipping", "from losses", ("l + 2*low", "regret of few"), "few pairs"),
        TWO_OR_THREE,
        (*KNOWN, "c"),
    ),
    Step("many", BOUND, apply("cases", "four or more", "two or three", A="risk", B=RIGHT, c="K - 4"), MANY, DEFINED),
    *of_all_sizes(RIGHT, DEFINED),
    let=LET,
    also=("SIMA-41: the chance",),
)
theorem("SIMA-41: the chance", NOISY_2, "1 - exp(-gamma) <= chance", *CHANCE)
