"""One round of clipped laws, a truth and weights of the experts: for the claims of Appendix B."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple, cast

from dpassay.analysis.label_laws import kl
from dpassay.exact import LogForm
from dpassay.proofs_check.claim import Goal
from dpassay.proofs_check.instances import ABOVE_0, LAWS_AS_TEXT, entries, family, row_of, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import inequality
from dpassay.proofs_check.numbers import sum_of
from dpassay.reference import label_clipping

LOG_TANGENT: Final = inequality("z - 1 - log(z)", "z", "(0, oo)")
"""ln z <= z - 1: the concavity of the logarithm, from which Jensen's inequality and KL >= 0 follow."""

# One round: a class, a truth j* and weights of the experts


class Round(NamedTuple):
    """One round's laws, each with one entry for each of the N' integers but ``law`` and ``prediction``."""

    parameters: label_clipping.Parameters
    law: tuple[Fraction, ...]  # f_j*
    prediction: tuple[Fraction, ...]  # p^
    on_parts: tuple[Fraction, ...]  # h' o f_j*
    truth: tuple[Fraction, ...]  # p-bar_j*
    mixture: tuple[Fraction, ...]  # p-bar


def read_class(instance: Instance) -> label_clipping.Parameters:
    """The class and the horizon; a label without any mass owns no integer as printed, and one as corrected."""
    rows = label_clipping.as_table(instance["hypotheses"], "hypotheses")
    text = "printed" if all(map(any, zip(*rows, strict=True))) else "corrected"
    return label_clipping.Parameters(rows, instance["rounds"], text)


CLASS: Final = entries(hypotheses=LAWS_AS_TEXT, rounds=whole(1))
"""K laws on M labels, and a horizon."""


def count_of(instance: Instance) -> int:
    """Return the number K of the hypotheses of a class."""
    return int(instance["hypotheses"].count(";")) + 1


@CLASS.having(truth=whole()).where
def has_truth(instance: Instance) -> bool:
    """Tell whether the truth is one of the hypotheses."""
    return bool(instance["truth"] < count_of(instance))


def read_round(instance: Instance) -> Round:
    """The laws of one round."""
    parameters = read_class(instance)
    truth, weights = instance["truth"], [Fraction(w) for w in instance["weights"]]
    rows, on_parts = label_clipping.induced(parameters), label_clipping.induced_on_parts(parameters)
    norm = sum_of(weights)
    mixture = tuple(sum_of([w * p for w, p in zip(weights, c, strict=True)]) / norm for c in zip(*rows, strict=True))
    prediction = tuple(sum_of([mixture[i] for i in part]) for part in label_clipping.parts(parameters))
    return Round(parameters, parameters.hypotheses[truth], prediction, on_parts[truth], rows[truth], mixture)


@has_truth.having(rounds=whole(2), weights=row_of(ABOVE_0)).where
def is_round(instance: Instance) -> bool:
    """Weights as the learner has them, all positive, and T >= 2, so that log(1 - 1/T) is finite."""
    return len(instance["weights"]) == count_of(instance)


def kl_of(p: tuple[Fraction, ...], q: tuple[Fraction, ...]) -> LogForm:
    """KL(p || q), exactly."""
    return cast("LogForm", kl(p, q))


CLASSES: Final = (
    "1",
    "1/2,1/2",
    "2/3,1/3",
    "1,0",
    "1,0;0,1",
    "3/4,1/4;1/4,3/4",
    "5/6,1/6,0;0,0,1",
    "1,0,0;0,1,0;0,0,1",
    "1/3,1/3,1/3;1,0,0;1/2,1/2,0",
    "1,0,0;0,1,0;1,0,0",
    "97/100,1/100,1/100,1/100;0,1,0,0",
)
"""Classes of 1, 2 and 3 hypotheses on 1 to 4 labels, with N' below, at and above K M, and labels without mass."""


@family("sima-rounds", "eleven classes, T = 2, 3, 20 and 1000, each truth, equal weights and weights far apart")
def _rounds() -> Iterator[Instance]:
    for hypotheses, rounds in product(CLASSES, (2, 3, 20, 1000)):
        count = hypotheses.count(";") + 1
        for truth, small in product(range(count), ("1", "1/1000")):
            weights = ["1"] * count
            weights[truth] = small
            yield {"hypotheses": hypotheses, "rounds": rounds, "truth": truth, "weights": weights}


FOUR: Final = (
    "With s = 1/T, (T/(T - 1))^T <= 4 says that g(s) = 2 s ln 2 + ln(1 - s) >= 0 on (0, 1/2]. g is concave, for g'' = "
    "-1/(1 - s)^2 < 0, and vanishes at 0 and at 1/2, and a concave function is not below its chord."
)


def power_goals() -> tuple[Goal, ...]:
    """(T/(T - 1))^T <= 4 for T >= 2: see ``FOUR``."""
    return (
        Goal(
            "(T/(T - 1))^T <= 4, with s = 1/T",
            inequality("2*s*log(2) + log(1 - s)", "s", "(0, 1/2]"),
        ),
    )
