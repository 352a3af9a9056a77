"""Telling a pair of the hard class apart from the reports of all rounds: displays (24) and (25).

Source: Sima, Wu, Milenkovic and Szpankowski, "Online Distribution Learning with Local Private Constraints",
Appendix A. One function a display, named after what it is, so that two sides can be compared exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from math import prod
from typing import cast

from dpassay.analysis.channel_outputs import output_kl, outputs
from dpassay.analysis.channels import Channel
from dpassay.analysis.hadamard_class import HadamardClass
from dpassay.analysis.label_laws import Logarithmic, sum_risks
from dpassay.exact import Number, PrivacyLoss, Real, as_real, require
from dpassay.exact.dist import total
from dpassay.exact.entrance import explain_failures
from dpassay.exact.profile import Atom


def fold_kl(channels: Iterable[Channel], hard: HadamardClass, i: int) -> Logarithmic | None:
    """KL of the laws of the reports of all rounds, one channel a round: the sum of the KLs."""
    return sum_risks(output_kl(channel, hard, i) for channel in channels)


def fold_loss(channels: Sequence[Channel], hard: HadamardClass, i: int) -> PrivacyLoss:
    """The laws of the reports of all rounds under p_(i,1) and p_(i,2), reduced to their likelihood ratio."""
    require(len(channels) > 0, "channels", "()", "at least one, one a round")
    losses = [PrivacyLoss.from_atoms(map(Atom, *outputs(channel, hard, i))) for channel in channels]
    return reduce(PrivacyLoss.compose, losses)


def fold_variation(channels: Sequence[Channel], hard: HadamardClass, i: int) -> Number:
    """The total variation of the laws of the reports of all rounds, one channel a round."""
    return fold_loss(channels, hard, i).delta(1)


def pinsker_bound(divergence: Logarithmic) -> Real:
    """sqrt(KL/2), a bound on the total variation."""
    return (as_real(divergence) / 2).sqrt()


def printed_pinsker_bound(divergence: Logarithmic) -> Real:
    """sqrt(2 KL), as (24) prints it: twice ``pinsker_bound``."""
    return (as_real(divergence) * 2).sqrt()


# Le Cam, (25)


def le_cam_bound(variation: Number) -> Number:
    """(1 - TV)/2, the right side of (25)."""
    return (1 - variation) / 2


def error_probabilities(
    decides_second: Callable[[tuple[int, ...]], bool], channels: Sequence[Channel], hard: HadamardClass, i: int
) -> tuple[Number, Number]:
    """The probability that a test errs, under p_(i,1) and under p_(i,2); it is given one report a round."""
    listed = list(sequences(channels, hard, i))
    first = total(p for reports, (p, _) in listed if decides_second(reports))
    second = total(q for reports, (_, q) in listed if not decides_second(reports))
    return first, second


def sequences(
    channels: Sequence[Channel], hard: HadamardClass, i: int
) -> Iterator[tuple[tuple[int, ...], tuple[Number, Number]]]:
    """Yield the reports of all rounds with their probabilities under p_(i,1) and p_(i,2)."""
    pairs = [list(enumerate(zip(*outputs(channel, hard, i), strict=True))) for channel in channels]
    for chosen in product(*pairs):
        p, q = (_times(both_laws[side] for _, both_laws in chosen) for side in (0, 1))
        yield tuple(report for report, _ in chosen), (p, q)


def _times(values: Iterable[Number]) -> Number:
    return prod(values, start=cast("Number", Fraction(1)))


explain_failures(__name__)
