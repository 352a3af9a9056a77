"""HRS-07b: Lemma 3.2 for two functions and more, with the constant 307/100.

So s = sqrt(ln |F|)/(T p) in the proof is above 0. By HRS-07-sharp the mean is at most (e - 1) T p + ln |F|, which
is at most T p (e - 1 + sqrt(ln |F|)); and e - 1 is at most (207/100) sqrt(ln 2).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.smoothed_sequences import SMOOTHED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, constant, inside
from dpassay.proofs_check.smoothed_analysis.hrs_07 import BUDGET, CONDITIONS, ENOUGH, LEMMA, is_within


@claim(
    "HRS-07b",
    location="Lemma 3.2, for two functions and more",
    latex=r"|\mathcal F| \ge 2,\ T\tfrac{\epsilon}{\sigma} \ge \sqrt{\ln|\mathcal F|} \implies \mathbb E_{\mathscr D}"
    r"\Big[\max_{f \in \mathcal F} \sum_{t=1}^T f(x_t)\Big] \le \tfrac{307}{100}\, T \frac{\epsilon}{\sigma} "
    r"\sqrt{\ln|\mathcal F|}",
    text="For any finite class of two functions and more, of mean at most eps under U, and any adaptive sequence of T "
    "sigma-smooth distributions with T eps/sigma >= sqrt(ln |F|), the largest total has a mean of at most (307/100) T "
    "(eps/sigma) sqrt(ln |F|).",
    checked=("|F| >= 2", CONDITIONS[0], CONDITIONS[2]),
)
def hrs_07b() -> Case:
    """From HRS-07-sharp."""
    return Case(
        checks=(Goal("small games, the best adversary", exhaustive("hrs07b", "lemma-games")),),
        twins=(Twin("half of T eps/sigma sqrt(ln |F|)", exhaustive("hrs07b-half", "lemma-games")),),
    )


def _holds(instance: Instance, constant_of_it: str) -> bool:
    """With that constant, or there is one function."""
    return len(instance["functions"]) < 2 or is_within({**instance, "constant": constant_of_it}, least=0)


told("hrs07b", "two functions and more: the mean is at most 307/100 T eps/sigma sqrt(ln |F|)", LEMMA)(
    lambda instance: _holds(instance, "307/100")
)
told("hrs07b-half", "... at most 1/2 T eps/sigma sqrt(ln |F|)", LEMMA)(lambda instance: _holds(instance, "1/2"))
TWO: Final = ("2 <= K",)
BOUND: Final = f"E(best) <= 307/100*{BUDGET}*sqrt(L)"
theorem(
    "HRS-07b",
    SMOOTHED,
    BOUND,
    Step("sharp", f"E(best) <= (exp(1) - 1)*{BUDGET} + log(K)", apply("HRS-07-sharp", s="1")),
    Step("log of 2", "0 < log(2)", constant()),
    Step("large log", "log(2) <= L", arithmetic(inside("log(_)", "2 <= K"), ("-1", "logarithm")), TWO),
    Step("growth", "exp(1) - 1 <= 207/100*sqrt(log(2))", constant(), (), ("log of 2",)),
    Step(
        "all",
        BOUND,
        arithmetic(
            "sharp",
            ("sqrt(L)", ENOUGH),
            ("-1", "logarithm"),
            (BUDGET, "growth"),
            (f"207/100*{BUDGET}", inside("sqrt(_)", "large log")),
        ),
        (ENOUGH, *TWO),
        ("log of 2",),
    ),
    where=(ENOUGH, *TWO),
)
