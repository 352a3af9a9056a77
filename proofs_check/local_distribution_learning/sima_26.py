"""SIMA-26: a label may be answered with one of N' integers, M <= N' <= K M.

Section 4.2, after (6). The lower bound holds, but N' <= K M is true of the sum before it is rounded up, and each of M
labels is rounded up: one hypothesis (1/3, 2/3) has N' = 3 on M = 2 labels. Corrected: N' <= M + min(K, M)(M - 1), which
is at most K M for M <= K.

For c(y) - 1 is at most M f(j, y) for the owner j of y, and less where f(j, y) > 0; and the f(j, y) of one j add up to
1. So the c(y) - 1 of all labels that j owns, which are integers, add up to at most M - 1. And c(y) <= M for each label.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.local_distribution_learning.clipping import (
    CLASS,
    ENOUGH,
    EVERY_LABEL,
    covers_every_label,
    few_classes,
    most_of,
    read_class,
    sizes,
)
from dpassay.proofs_check.local_distribution_learning.numbers_of_integers import ALL, BOUND
from dpassay.proofs_check.models.label_clipping import CLIPPING
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together
from dpassay.reference import label_clipping
from dpassay.reference.label_clipping import Parameters


def _counts_between(instance: Instance, most: int) -> bool:
    """M <= N' <= most, as printed."""
    rows, _, labels, _ = read_class(instance)
    return labels <= sum(sizes(rows, 0)) <= most


def _count_is_between(instance: Instance) -> bool:
    rows, hypotheses, labels, rounds = read_class(instance)
    counts = label_clipping.sizes(label_clipping.Parameters(hypotheses=rows, rounds=rounds))
    least, most = sum(sizes(rows, 0)), sum(sizes(rows, 1))
    return sum(counts) == most and labels <= least <= most <= most_of(hypotheses, labels)


def _numbers_of_integers(instance: Instance) -> dict[str, Any]:
    rows, hypotheses, labels, _ = read_class(instance)
    return {"N'": sum(sizes(rows, 0)), "K M": hypotheses * labels}


told("sima26", "M <= N' <= K M", covers_every_label, _numbers_of_integers)(
    lambda instance: _counts_between(instance, len(instance["hypotheses"]) * len(instance["hypotheses"][0]))
)
told("sima26-corrected", "M <= N' <= M + min(K, M)(M - 1), with |S_y| >= 1 or without", CLASS)(_count_is_between)
told("sima26-too-sharp", "N' <= M + min(K, M)(M - 1) - 1", covers_every_label)(
    lambda instance: _counts_between(instance, most_of(len(instance["hypotheses"]), len(instance["hypotheses"][0])) - 1)
)
told("sima26-attained", "N' = M + min(K, M)(M - 1)", covers_every_label)(
    lambda instance: sum(sizes(read_class(instance)[0], 0)) == most_of(*read_class(instance)[1:3])
)
told("sima26-at-bound", "N' = K M + M - 1", covers_every_label)(
    lambda instance: (
        sum(sizes(read_class(instance)[0], 0)) == (len(instance["hypotheses"]) + 1) * read_class(instance)[2] - 1
    )
)


ONE_THIRD: Final = ((Fraction(1, 3), Fraction(2, 3)),)
refuted("SIMA-26", CLIPPING, "M <= N <= K*M", setting=Parameters(ONE_THIRD, 2, "printed"))
MANY: Final = theorem(
    "SIMA-26-corrected: where M <= K",
    CLIPPING,
    "N <= K*M",
    Step("numbers", ALL, apply("at most M + m (M - 1) integers")),
    Step("most", BOUND, together("numbers")),
    Step("all", "N <= K*M", arithmetic("most", ("M - 1", "m <= M"), ("M", "M <= K")), ("M <= K",)),
    where=("M <= K",),
)
CORRECTED: Final = theorem(
    "SIMA-26-corrected",
    CLIPPING,
    ALL,
    Step("all", ALL, apply("at most M + m (M - 1) integers")),
    also=("SIMA-26-corrected: where M <= K",),
)


@claim(
    "SIMA-26",
    location="Section 4.2, after (6)",
    latex=r"M \le N'_t \le KM",
    text="The number N' of integers that a label may be answered with satisfies M <= N' <= K M.",
    assumed=(EVERY_LABEL,),
    corrected_by="SIMA-26-corrected",
)
def sima_26() -> Case:
    """Each ceiling may add almost 1."""
    return Case(
        argument="N' >= sum_y M max_j f_j[y] >= M holds. But N' <= K M is true of the sum before it is rounded up, and "
        "each of M labels is rounded up: one hypothesis (2/3, 1/3) has |S_y| = 2 and 1, N' = 3 > 2. With two "
        "hypotheses (5/6, 1/6, 0) and (0, 0, 1) have N' = 3 + 1 + 3 = 7 > 6.",
        counterexample=Goal(
            "a class of one hypothesis on two labels", counterexample("sima26"), Hunt("sima26", few_classes)
        ),
        twins=(Twin("N' <= M + min(K, M)(M - 1)", counterexample("sima26-corrected")),),
        remarks=(
            "N' > K M can happen if and only if M > K (SIMA-26-corrected). (7), the sensitivity log(K T), Lemmas 3 "
            "and 6, and the range [0, 1] of the losses in Appendices B and C all rest on it.",
        ),
    )


@claim(
    "SIMA-26-corrected",
    location="Section 4.2, after (6)",
    latex=r"M \le N'_t \le M + \min(K, M)(M - 1) < (K + 1) M",
    text="M <= N' <= M + min(K, M)(M - 1) < (K + 1) M; for M <= K this is at most K M.",
    assumed=(ENOUGH,),
)
def sima_26_corrected() -> Case:
    """Rounding up, block by block."""
    return Case(
        checks=(Goal("all small classes, counted", exhaustive("sima26-corrected", "clipped-classes")),),
        sharper=(
            Goal("it is reached for all K and M (checked to 5)", exhaustive("sima26-attained", "clipped-extremal")),
        ),
        twins=(
            Twin("one less", exhaustive("sima26-too-sharp", "clipped-classes")),
            Twin("N' = K M + M - 1", exhaustive("sima26-at-bound", "clipped-extremal"), of=1),
        ),
        remarks=(
            "The bound is the best for every K and M. With r = min(K, M) let f_1 = (1 - (M - r) d, d, ..., d, 0, ..., "
            "0) with M - r entries d = 1/(2 M^2), and let r - 1 further hypotheses be sure of one of the last r - 1 "
            "labels each: N' = M + (M - r) + (r - 1) M.",
        ),
    )
