"""SIMA-51: the display (33) of Appendix C, as it is printed.

Three slips: the sum of Z_{t,i,i} over rounds stands under the sum over rounds, the last term has the index j, which is
bound before it, in the place of i, and its sign is wrong. With i for j, for one expert and two rounds the left side is
minus the sum S of the losses, and the right side -2 c times that of the scores, log-likelihoods with noise.

SIMA-51-corrected: with -Z_{t,i,i} once a round and +c (log p-bar_{t,i} + Lap_i) last. The constants -c (log M - c')
cancel, because the weights add up to 1; the inequality is Lemma 7 (SIMA-40). It holds against every i, so for the
largest.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, as_rows, family, matrix_of, rational, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.local_distribution_learning.kl_steps import CLASSES, count_of, has_truth
from dpassay.proofs_check.local_distribution_learning.noisy_games import laws_of
from dpassay.proofs_check.local_distribution_learning.regret_of_shown_losses import OF_Z
from dpassay.proofs_check.local_distribution_learning.regret_of_weights import LOG as ENTROPY
from dpassay.proofs_check.local_distribution_learning.sima_40 import REGRET
from dpassay.proofs_check.models.shown_losses import SHOWN, Shown, rows
from dpassay.proofs_check.numbers import sum_of
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use


def _noise_bound(instance: Instance) -> LogForm:
    """c'(gamma) = scale (gamma + log K + log T)."""
    count = instance["hypotheses"].count(";") + 1
    return (LogForm(Fraction(instance["gamma"])) + log(count * instance["rounds"])) * Fraction(instance["scale"])


def _display(instance: Instance, *, printed: bool) -> tuple[LogForm, LogForm]:
    """The two sides of (33) over c(gamma), without the expectation and the maximum over i, for given weights."""
    rows, labels = laws_of(instance)[0], instance["labels"]
    weights, noises, i = as_rows(instance["weights"]), as_rows(instance["noises"]), instance["index"]
    shift = log(len(rows[0])) - _noise_bound(instance)
    scores = [
        [log(row[y]) + LogForm(x) for row, x in zip(rows, noise, strict=True)]
        for y, noise in zip(labels, noises, strict=True)
    ]
    all_of_i = sum((-(score[i] + shift) for score in scores), LogForm())
    left = right = LogForm()
    for w, score in zip(weights, scores, strict=True):
        for share, value in zip(w, score, strict=True):
            left += (value + shift) * -share
            right += value * -share
        left -= all_of_i if printed else -(score[i] + shift)
        right += -score[i] if printed else score[i]
    return left, right


def _sides_agree(instance: Instance, *, printed: bool) -> bool:
    left, right = _display(instance, printed=printed)
    return (left - right).sign() == 0


@has_truth.having(
    index=whole(),
    gamma=ABOVE_0,
    scale=ABOVE_0,
    labels=row_of(whole()),
    weights=matrix_of(ABOVE_0),
    noises=matrix_of(rational()),
).where
def _is_display(instance: Instance) -> bool:
    """A class with KT >= 2, weights of sum 1, clipped labels, and noises within c'."""
    weights, noises, rounds = as_rows(instance["weights"]), as_rows(instance["noises"]), instance["rounds"]
    count, labels = count_of(instance), instance["labels"]
    largest = max(abs(x) for row in noises for x in row)
    return (
        count * rounds >= 2
        and len(weights) == len(noises) == len(labels) == rounds
        and len(weights[0]) == len(noises[0]) == count
        and all(sum_of(list(row)) == 1 for row in weights)
        and instance["index"] < count
        and max(labels) < len(laws_of(instance)[0][0])
        and (_noise_bound(instance) - LogForm(largest)).sign() >= 0
    )


told(
    "sima51",
    "for one hypothesis the two expressions of (33) are equal, over c_pdp(gamma)",
    _is_display.where(lambda instance: count_of(instance) == 1),
    lambda i: dict(zip(("the left side", "the right side"), _display(i, printed=True), strict=True)),
)(lambda instance: _sides_agree(instance, printed=True))
told(
    "sima51-corrected",
    "with each Z_{t,i,i} once and +c_pdp(gamma) (log p-bar_{t,i} + Lap_i) last, both expressions of (33) are equal",
    _is_display,
)(lambda instance: _sides_agree(instance, printed=False))
told("sima51-literal", "the two expressions of (33) are equal, with i for j in the last term", _is_display)(
    lambda instance: _sides_agree(instance, printed=True)
)


def _single_games() -> Iterator[Instance]:
    for rounds, hypotheses in product((2, 3), ("1/2,1/2", "2/3,1/3")):
        yield _displayed(hypotheses, rounds, 0)


def _displayed(hypotheses: str, rounds: int, index: int) -> Instance:
    """Weights in proportion to 1, 2, 3, ... and noises of one half and of -1/2 by turns."""
    count = hypotheses.count(";") + 1
    weights = [[str(Fraction(2 * (j + 1), count * (count + 1))) for j in range(count)]] * rounds
    noises = [[str(Fraction((-1) ** (t + j), 2)) for j in range(count)] for t in range(rounds)]
    game = {"hypotheses": hypotheses, "rounds": rounds, "truth": 0, "index": index, "gamma": "1", "scale": "1"}
    return game | {"labels": [0] * rounds, "weights": weights, "noises": noises}


@family("sima-displays", "eleven classes, two and three rounds, each i, with weights 1 : 2 : 3 and noises 1/2 and -1/2")
def _displays() -> Iterator[Instance]:
    for hypotheses, rounds in product(CLASSES, (2, 3)):
        yield from (_displayed(hypotheses, rounds, index) for index in range(hypotheses.count(";") + 1))


MEANT: Final = f"E({REGRET})"
SCORES: Final = "sum(sum(w(t, j)*(-g*score(t, j)), j, 1, K) + g*score(t, i), t, 1, T)"
ROOT: Final = "sqrt(2*T*K*log(K))"
refuted(
    "SIMA-51",
    SHOWN,
    "E(sum(sum(w(t, j)*Z(t, j), j, 1, K) - sum(Z(r, i), r, 1, T), t, 1, T))"
    " = E(sum(sum(w(t, j)*(-g*score(t, j)), j, 1, K) - g*score(t, i), t, 1, T))"
    f" and E(sum(sum(w(t, j)*(-g*score(t, j)), j, 1, K) - g*score(t, i), t, 1, T)) <= {ROOT}",
    # K = M = 1, T = 2, c' = 1: 1/g = log(2) + 2, d = log(1) - 1, and the scores are the noises, -log(2)/2 each
    setting=Shown(rows((Fraction(1, 2),), (Fraction(1, 2),)), Fraction(2), Fraction(2), Fraction(-1), 2),
    where=("2 <= K*T", "c = 2*K"),
    i=Fraction(1),
)
SHIFTED: Final = "w(t, j)*Z(t, j)"
UNSHIFTED: Final = "w(t, j)*(-g*score(t, j) - g*d)"
RATE: Final = ("c = 2*K",)
theorem(
    "(33) as it is meant",
    SHOWN,
    f"{MEANT} = E({SCORES})",
    Step(
        "round",
        f"{OF_Z} - Z(t, i) = sum(w(t, j)*(-g*score(t, j)), j, 1, K) + g*score(t, i)",
        arithmetic(inside("sum(w(t, j)*_, j, 1, K)", "loss", i="j"), ("-1", "loss"), ("-g*d", use("weights", n="t"))),
    ),
    Step("all", f"{MEANT} = E({SCORES})", arithmetic(inside("E(sum(_, t, 1, T))", "round"))),
)
theorem(
    "SIMA-51-corrected",
    SHOWN,
    f"{MEANT} = E({SCORES}) and E({SCORES}) <= {ROOT}",
    *ENTROPY,
    Step("bound", f"{MEANT} <= {ROOT}", apply("SIMA-40"), RATE, ("entropy",)),
    Step("equal", f"{MEANT} = E({SCORES})", apply("(33) as it is meant")),
    Step("all", f"E({SCORES}) <= {ROOT}", arithmetic("bound", ("-1", "equal")), RATE, ("entropy",)),
    where=RATE,
)


@claim(
    "SIMA-51",
    location="Appendix C, (33)",
    latex=r"\max_i E_{J^T}\Big[\sum_t \Big(\sum_j \tilde w_j^t Z_{t,j,j} - \sum_t Z_{t,i,i}\Big)\Big] = \max_i "
    r"E_{J^T}\Big[\sum_t \Big(\sum_j \tilde w_j^t (-c(\log \bar p_{t,j} + Lap_j^t)) - c(\log \bar p_{t,j} + "
    r"Lap_j^t)\Big)\Big] \le \sqrt{2TK\log K}",
    text="The display (33), as it is printed: the sum of Z_{t,i,i} over rounds under the sum over rounds, and the last "
    "term with the index j and a minus sign.",
    checked=("K T >= 2",),
    corrected_by="SIMA-51-corrected",
)
def sima_51() -> Case:
    """Three slips in one display."""
    return Case(
        argument="sum_t Z_{t,i,i} stands once more under the sum over t, the last term has the index j, which is bound "
        "by the sum before it, in place of i, and its sign is wrong, for -Z_{t,i,i} is +c (log p-bar_{t,i} + Lap_i) "
        "and constants. For one hypothesis (i = j = 1) and two rounds the left side is S - 2S = -S, where S = sum Z >= "
        "0, and the right side -2c sum (log p-bar + Lap).",
        counterexample=Goal("one hypothesis, two rounds", counterexample("sima51"), Hunt("sima51", _single_games)),
        twins=(Twin("with each loss once, and the sign changed", counterexample("sima51-corrected")),),
        remarks=(
            "The literal left side is at most the meant one where Z >= 0, so it is below the bound; the equality is "
            "false. What follows in the text, (34), is what the corrected display gives.",
        ),
    )


@claim(
    "SIMA-51-corrected",
    location="Appendix C, (33)",
    latex=r"\mathbf{Z}_{t,j} \in [0,1]^K,\ T > \log K \Rightarrow \max_i E_{J^T}\Big[\sum_t \Big(\sum_j \tilde w_j^t "
    r"Z_{t,j,j} - Z_{t,i,i}\Big)\Big] = \max_i E_{J^T}\Big[\sum_t \Big(\sum_j \tilde w_j^t (-c(\log \bar p_{t,j} + "
    r"Lap_j^t)) + c(\log \bar p_{t,i} + Lap_i^t)\Big)\Big] \le \sqrt{2TK\log K}",
    text="(33) with -Z_{t,i,i} once a round and +c (log p-bar_{t,i} + Lap_i^t) as the last term, where all Z are in "
    "[0, 1] and T > log K.",
)
def sima_51_corrected() -> Case:
    """The constants cancel, because the weights add up to 1."""
    return Case(
        checks=(
            Goal("both expressions, for given weights", exhaustive("sima51-corrected", "sima-displays")),
            Goal("the bound of Lemma 7", exhaustive("sima40", "sima-hidden-games")),
        ),
        twins=(Twin("as it is printed", exhaustive("sima51-literal", "sima-displays")),),
    )
