"""SIMA-41: (15) of Lemma 8 holds for Algorithm 2 as printed, wherever all noises are below c'_pdp(gamma).

KT >= 2; 1/c_pdp = ln(KT) + 2 c'_pdp. All noises are below c' with probability at least 1 - e^-gamma: each is not with
probability e^-gamma/(KT) (SIMA-45). The printed proof has Z in [0, 1], which fails where N' > KM, and (31)(a), which is
false (SIMA-49); the statement is true. Where all noises are below c', 0 <= Z <= 1 + k, k = c ln(1 + 1/K)
(SIMA-26-corrected). Only one coordinate moves: in the proof of Lemma 7 E Y~_j^2 counts V(w_j) Z_jj^2/K, V(w) = w (1 -
w) for w <= 1/2 and 1/4 elsewhere. As w^2 and w - 1/4 are at least 2 w/K - 1/K^2, the V(w_j) add up to at most 1 - 1/K.
So the regret is at most sqrt(2 T K ln K) (1 + (1 + k)^2 (1 - 1/K))/2, and (1 + k)^2 (1 - 1/K) <= 1 for K, T >= 2.

What is missing to check the regret in steps: ln(1 - w + w e^-x) <= -w x + V(w) x^2/2 as a lemma (for w <= 1/2 by the
first four terms of the logarithm and the monotony in w of what is left, else by Hoeffding's lemma), and SIMA-40 with
losses that depend on the label drawn. For K = 1, and for T = 1, see SIMA-34-corrected.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
)
from dpassay.proofs_check.local_distribution_learning.clipping import ENOUGH
from dpassay.proofs_check.local_distribution_learning.games_of_noisy_weights import GIVEN_LOSS, RISK, from_regret
from dpassay.proofs_check.local_distribution_learning.reported_losses import ranges
from dpassay.proofs_check.local_distribution_learning.sima_34_corrected import BOUND, CHANCE, EDGES, LOGS, RIGHT
from dpassay.proofs_check.local_distribution_learning.sizes import MANY, of_all_sizes, root_at_least
from dpassay.proofs_check.models.noisy_games import GAME_2, NOISE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, words


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
    assumed=(ENOUGH,),
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


LET: Final = {"l": "log(K*T)", "S": "sqrt(2*T*K*log(K))"}
B: Final = "S*(l + 2*low)"
theorem(
    "SIMA-41",
    GAME_2,
    BOUND,
    *LOGS,
    *root_at_least("1", "K*log(K)", 1),
    *EDGES,
    Step("label clipping", f"risk <= {RISK} + 3*l", apply("what clipping adds"), MANY),
    Step(
        "regret of the losses",
        f"E(sum({GIVEN_LOSS}, t, 1, T)) <= {B}",
        words(
            "Z is in [0, 1 + k] with k = c ln(1 + 1/K). The sharper form of SIMA-40 gives S (1 + (1 + k)^2 (1 - "
            "1/K))/2 for the regret in Z, and (1 + k)^2 (1 - 1/K) <= 1; divided by c that is at most S (l + 2 c').",
            missing="the lemma ln(1 - w + w e^-x) <= -w x + V(w) x^2/2, and SIMA-40 for losses that depend on labels",
        ),
        MANY,
        ("log K",),
    ),
    Step("from the regret", f"{RISK} <= {B} + {NOISE}", from_regret(B), MANY, ("log K",)),
    Step(
        "many",
        BOUND,
        arithmetic("label clipping", "from the regret", ("-1", "noise terms")),
        MANY,
        ("log K",),
    ),
    *of_all_sizes(RIGHT, ("log K",)),
    let=LET,
    also=("SIMA-41: the chance",),
)
theorem("SIMA-41: the chance", GAME_2, "1 - exp(-gamma) <= chance", *CHANCE)
