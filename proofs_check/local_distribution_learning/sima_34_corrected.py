"""SIMA-34-corrected: (10) holds with eta = sqrt(2 log K/T) wherever all noises are below c'(gamma).

Lemma 5, for KT >= 2 and 0 < delta <= 1, with all other constants as printed: 1/c = ln(KT) + 2 c'. All noises are below
c' with probability at least 1 - e^-gamma: each is not with probability e^-gamma/(KT) (SIMA-45). There the losses are at
least 0, for p-bar <= 1/M, and at most c (ln(TN'/M) + 2c') <= 1 + ln(N'/(KM))/(ln(KT) + 2c') < 2, since N'/(KM) < 1 +
1/K <= 2 <= KT (SIMA-26-corrected). So Lemma 4 with losses in [0, 2] applies (SIMA-33-corrected), and (29) follows
(SIMA-47). For K, T >= 2 what clipping adds is at most 3 ln(KT) (SIMA-48, SIMA-49-corrected, SIMA-50-corrected).

For K = 1 and T >= 2 the noise terms cancel, and p^ >= (1 - 1/T) f gives at most T ln(T/(T - 1)) <= ln 4. For T = 1 and
K >= 2, p^[y] = |S_y|/N' and KL <= ln(N'/M) < ln(K + 1), while the noise terms are above -2c'.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.local_distribution_learning.clipping import ENOUGH
from dpassay.proofs_check.local_distribution_learning.games_of_noisy_weights import RISK, B
from dpassay.proofs_check.local_distribution_learning.sizes import (
    FEW,
    LOG_OF_SIZE,
    MANY,
    ONE_ROUND,
    SOME,
    of_all_sizes,
    root_at_least,
)
from dpassay.proofs_check.local_distribution_learning.sizes import LOGS as LOGS_OF_SIZES
from dpassay.proofs_check.models.noisy_games import GAME_1
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic


@claim(
    "SIMA-34-corrected",
    location="Lemma 5, (10)",
    latex=r"\eta = \sqrt{2\log K/T}:\quad E_{Y'^T}\Big[\sum_t KL(f(x_t), \hat p_t)\Big] \le \tfrac{1}{c(\gamma)}"
    r"\sqrt{2T\log K} + 3\log(KT) + \sum_{t,j} E[\tilde w_j^t] Lap_j^t - \sum_t Lap_{j^*}^t",
    text="(10) with eta = sqrt(2 log K/T) and all other constants as printed, for every truth and all features, "
    "wherever all noises are below c'(gamma), so with probability at least 1 - e^-gamma, for KT >= 2 and 0 < delta <= "
    "1.",
    assumed=(ENOUGH,),
)
def sima_34_corrected() -> Case:
    """Losses slightly above 1 do no harm."""
    return Case(
        checks=(Goal("all labels of small games, noises near c'", exhaustive("sima34-given", "sima-noisy-wma")),),
        twins=(Twin("9/40 of the right side", exhaustive("sima34-too-sharp", "sima-noisy-wma")),),
        remarks=("The printed proof rests on (7), false for N' > KM, on (31)(a), false, and on the rate of Lemma 1.",),
    )


LET: Final = {"l": "log(K*T)", "S": "sqrt(2*T*log(K))"}
RIGHT: Final = "S*(l + 2*low) + 3*l + noise"
BOUND: Final = f"risk <= {RIGHT}"
LOGS: Final = (
    *LOGS_OF_SIZES,
    Step("S at least 0", "0 <= S", arithmetic(), (), ("log K",)),
    Step("first term", "0 <= S*(l + 2*low)", arithmetic(("S", "log KT")), (), ("log K", "S at least 0")),
)
EDGES: Final = (
    Step("noise of one hypothesis", "0 <= noise", apply("noise terms of one hypothesis"), FEW),
    Step("risk of one hypothesis", "risk <= log(4)", apply("risk of one hypothesis"), FEW),
    Step("T at least 2", "2 <= K*T", arithmetic("two or more")),
    Step("log 4", "log(4) <= 3*l", analysis("log(4) <= 3*log(z)", "[2, oo)", "T at least 2", z="K*T")),
    Step(
        "of one hypothesis",
        BOUND,
        arithmetic("noise of one hypothesis", "risk of one hypothesis", "log 4", "first term"),
        FEW,
        ("log K",),
    ),
    Step("risk of one round", "risk <= log(K + 1)", apply("risk of one round"), ONE_ROUND),
    Step("noise of one round", "-2*low <= noise", apply("noise terms of one round"), ONE_ROUND),
    Step("one hypothesis more", "log(K + 1) <= 3*log(K)", analysis("log(z + 1) <= 3*log(z)", "[2, oo)", z="K"), SOME),
    *LOG_OF_SIZE,
    Step("S l", "0 <= S*l", arithmetic(("S", "log KT")), (), ("log K",)),
    Step(
        "of one round",
        BOUND,
        arithmetic(
            "risk of one round",
            "noise of one round",
            "one hypothesis more",
            ("3", "log of the size"),
            ("2*low", "root of one round"),
            "S l",
        ),
        ONE_ROUND,
        ("log K",),
    ),
)
"""One hypothesis, and one round."""
theorem(
    "SIMA-34-corrected",
    GAME_1,
    BOUND,
    *LOGS,
    *root_at_least("1", "log(K)", 1),
    *EDGES,
    Step("label clipping", f"risk <= {RISK} + 3*l", apply("what clipping adds"), MANY),
    Step("from losses", f"{RISK} <= {B} + noise", apply("clipped laws under noisy weights"), (), ("log K",)),
    Step("many", BOUND, arithmetic("label clipping", "from losses"), MANY, ("log K",)),
    *of_all_sizes(RIGHT, ("log K",)),
    let=LET,
    also=("SIMA-34-corrected: the chance",),
)
CHANCE: Final = (
    Step("share", "0 <= 1 - small", arithmetic("one noise")),
    Step(
        "power",
        "1 - K*T*(1 - small) <= exp(K*T*log(small))",
        apply("Bernoulli", n="K*T", x="1 - small"),
        (),
        ("share",),
    ),
    Step(
        "independent",
        "exp(log(chance)) = exp(K*T*log(small))",
        apply("equals for equals", "independent noises", A="log(chance)", B="K*T*log(small)", f="v: exp(v)"),
    ),
    Step("back", "exp(log(chance)) = chance", apply("exp of log", A="chance")),
    Step("all", "1 - exp(-gamma) <= chance", arithmetic("power", ("-1", "independent"), "back", ("-K*T", "one noise"))),
)
theorem("SIMA-34-corrected: the chance", GAME_1, "1 - exp(-gamma) <= chance", *CHANCE)
