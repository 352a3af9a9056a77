"""Small games of Algorithms 1 and 2 with given noises: what is paid, and the right sides of (10) and (15)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from flint import arb

from dpassay.exact import Real, as_real, decide, log
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.instances import (
    ABOVE_0,
    as_rows,
    family,
    matrix_of,
    rational,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.local_distribution_learning.kl_steps import (
    CLASSES,
    count_of,
    has_truth,
)
from dpassay.proofs_check.local_distribution_learning.risk_terms import DELTA
from dpassay.proofs_check.models.given_noises import Given, log_sizes, low, paid
from dpassay.reference import label_clipping


def given(instance: Instance) -> Given:
    """Read a game: the noises are multiples of c'."""
    table = label_clipping.as_table(instance["hypotheses"], "hypotheses")
    rest = (Fraction(instance[name]) for name in ("epsilon", "delta", "gamma"))
    noises = tuple(map(tuple, as_rows(instance["noises"])))
    return Given(instance["algorithm"], (table,) * instance["rounds"], instance["truth"] + 1, noises, *rest)


def privacy_sides(instance: Instance) -> tuple[arb, arb]:
    """The two sides of (10) or (15)."""
    at = given(instance)
    sums, logs = paid(at), log_sizes(at).evaluate()
    factor = at.experts if at.algorithm == 2 else 1
    regret = (as_real(log(at.experts)) * (2 * factor * at.rounds)).sqrt().evaluate()
    return sums.risk, regret * (logs + 2 * low(at).evaluate()) + 3 * logs + sums.noise


BELOW_1: Final = rational("(-1, 1)")


@has_truth.having(
    epsilon=ABOVE_0,
    delta=DELTA,
    gamma=ABOVE_0,
    algorithm=whole(1, 2),
    noises=matrix_of(BELOW_1),
).where
def _is_noisy(instance: Instance) -> bool:
    """A class with KT >= 2, and noises of absolute value below c'."""
    count, rounds, noises = count_of(instance), instance["rounds"], instance["noises"]
    return count * rounds >= 2 and len(noises) == rounds and len(noises[0]) == count


def _holds_given_noises(instance: Instance, *, share: Fraction = Fraction(1)) -> bool:
    def margin() -> arb:
        left, right = privacy_sides(instance)
        return right * rational_ball(share) - left

    return decide(Real(margin) >= 0)


told("sima34-given", "(10) with eta = sqrt(2 log K/T), for the noises given as multiples of c'", _is_noisy)(
    _holds_given_noises
)
told("sima41-given", "(15) with the printed constants, for the noises given as multiples of c'", _is_noisy)(
    _holds_given_noises
)
told("sima34-too-sharp", "... with 9/40 of the right side", _is_noisy)(
    lambda instance: _holds_given_noises(instance, share=Fraction(9, 40))
)


def _noisy_games(algorithm: int) -> Iterator[Instance]:
    for hypotheses, rounds, epsilon in product(CLASSES, (1, 2, 3), ("1/2", "100000")):
        count = hypotheses.count(";") + 1
        if count * rounds < 2 or (count == 3 and rounds == 3):
            continue
        turns = [[str(Fraction(9 * (-1) ** (j + t), 10)) for j in range(count)] for t in range(rounds)]
        against = ["99/100", *["-99/100"] * (count - 1)]  # the truth is the first, and the right side is least
        for noises in ([["-99/100"] * count] * rounds, turns, [against] * rounds):
            fixed = {"delta": "1/100", "gamma": "1", "algorithm": algorithm, "truth": 0}
            yield {"hypotheses": hypotheses, "rounds": rounds, "epsilon": epsilon, "noises": noises, **fixed}


@family(
    "sima-noisy-wma",
    "eleven classes, T = 1, 2, 3, eps = 1/2 and 10^5, noises of -0.99 c', of 0.9 c' with signs that change, and of "
    "0.99 c' for the truth and -0.99 c' for all others",
)
def _noisy_wma() -> Iterator[Instance]:
    return _noisy_games(1)


@family("sima-noisy-exp3", "the same for Algorithm 2")
def _noisy_exp3() -> Iterator[Instance]:
    return _noisy_games(2)
