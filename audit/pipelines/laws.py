"""The laws of primitives: what one number of a call costs, exactly, on its two inputs.

A law is asked for the loss of an answer, log p(answer) - log q(answer) for p the law on the first input, and for the
supremum of that over the answers that p gives. None stands for an infinite loss. A kind that is not among ``LAWS`` has
no law here: where its inputs differ, the trace has no exact loss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final

from flint import arb

from dpassay.audit.pipelines import bounded
from dpassay.audit.pipelines.cells import CELLS, cells_loss, cells_supremum
from dpassay.audit.pipelines.directions import DIRECTION, direction_loss, direction_supremum
from dpassay.audit.pipelines.noises import (
    Loss,
    added,
    is_finite,
    laplace_loss,
    laplace_supremum,
    larger,
    normal_loss,
    one_sided_loss,
    one_sided_supremum,
    two_sided_loss,
    two_sided_supremum,
    unbounded,
    uniform_loss,
    variance_loss,
)
from dpassay.audit.pipelines.own_laws import KINDS, own_loss, own_supremum
from dpassay.audit.pipelines.perturbed import MINIMUM, minimum_loss, minimum_supremum
from dpassay.audit.pipelines.quotient import MEAN, mean_loss, mean_supremum
from dpassay.audit.pipelines.rounded import ROUNDED, rounded_loss
from dpassay.audit.pipelines.scales import AT_TWO_SCALES, loss_at_two_scales, supremum_at_two_scales
from dpassay.audit.pipelines.traces import Row
from dpassay.exact import Real, as_real, decide, log
from dpassay.exact.entrance import explain_failures
from dpassay.exact.real import rational_ball

__all__ = [
    "LAWS",
    "LOSSES_ALONE",
    "Law",
    "Loss",
    "added",
    "compared_shares",
    "exceeds",
    "finite_laws",
    "is_finite",
    "larger",
    "law_of",
]


@dataclass(frozen=True, slots=True)
class Law:
    """What is known of a kind of primitives.

    Attributes:
        loss: of the answer of a row.
        supremum: of the loss over all answers.
        words: the law, in words.
        in_doubles: whether the primitive, as numpy has it, adds its noise in doubles.
    """

    loss: Callable[[Row], Loss]
    supremum: Callable[[Row], Loss]
    words: str
    in_doubles: bool = False


# Choices among finitely many


def _share(value: Fraction) -> Fraction:
    return min(max(Fraction(value), Fraction(0)), Fraction(1))


def _log_ratio(p: Fraction, q: Fraction) -> Loss:
    """Return log(p / q); p is above 0 where the answer was given."""
    if q == 0:
        return None
    return Fraction(0) if p in (q, 0) else as_real(log(p / q))


def _largest_ratio(pairs: Iterable[tuple[Fraction, Fraction]]) -> Loss:
    possible = [(p, q) for p, q in pairs if p > 0]
    if any(q == 0 for _, q in possible):
        return None
    ratio = max(p / q for p, q in possible)
    return Fraction(0) if ratio == 1 else as_real(log(ratio))


def _coin_loss(row: Row) -> Loss:
    if not is_finite(row.first, row.second):
        return None
    p, q = _share(row.first), _share(row.second)
    return _log_ratio(p, q) if row.answer in (True, 1) else _log_ratio(1 - p, 1 - q)


def _choice_loss(row: Row) -> Loss:
    laws = finite_laws(row)
    if laws is None:
        return None
    place = int(row.answer)
    return _log_ratio(laws[0][place], laws[1][place])


def _finite_supremum(row: Row) -> Loss:
    laws = finite_laws(row)
    return None if laws is None else _largest_ratio(zip(*laws, strict=True))


def finite_laws(row: Row) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]] | None:
    """Return the probabilities of a coin or of a weighted choice on both inputs; None where they are no laws."""
    found: list[tuple[Fraction, ...]] = []
    for given in (row.first, row.second):
        if isinstance(given, tuple):
            if not is_finite(*given) or not sum(given) > 0 or min(given) < 0:
                return None
            found.append(tuple(Fraction(weight) / sum(given) for weight in given))
        elif is_finite(given):
            found.append((_share(given), 1 - _share(given)))
        else:
            return None
    return (found[0], found[1]) if len(found[0]) == len(found[1]) else None


def _exponents(row: Row) -> tuple[list[Fraction], list[Fraction]] | None:
    if not isinstance(row.first, tuple) or not isinstance(row.second, tuple) or len(row.first) != len(row.second):
        return None
    if not is_finite(*row.first, *row.second, row.unit) or not row.unit > 0:
        return None
    return [Fraction(x) / Fraction(row.unit) for x in row.first], [Fraction(x) / Fraction(row.unit) for x in row.second]


def _log_total(exponents: list[Fraction]) -> Real:
    """Return the logarithm of the sum of e to these."""
    top = max(exponents)

    def evaluate() -> arb:
        total = arb(0)
        for exponent in exponents:
            total += rational_ball(exponent - top).exp()
        return total.log() + rational_ball(top)

    return Real(evaluate)


def _exponential_loss(row: Row) -> Loss:
    both = _exponents(row)
    if both is None:
        return None
    first, second = both
    place = int(row.answer)
    return _log_total(second) - _log_total(first) + (first[place] - second[place])


def _exponential_supremum(row: Row) -> Loss:
    both = _exponents(row)
    if both is None:
        return None
    first, second = both
    return _log_total(second) - _log_total(first) + max(p - q for p, q in zip(first, second, strict=True))


def _binomial_trials(row: Row) -> int:
    return int(row.unit)


def _binomial_loss(row: Row) -> Loss:
    if not is_finite(row.first, row.second, row.unit, row.answer):
        return None
    p, q, ones = _share(row.first), _share(row.second), int(row.answer)
    zeros = _binomial_trials(row) - ones
    up = _log_ratio(p, q) if ones else Fraction(0)
    down = _log_ratio(1 - p, 1 - q) if zeros else Fraction(0)
    return None if up is None or down is None else added([_multiple(up, ones), _multiple(down, zeros)])


def _multiple(loss: Fraction | Real, count: int) -> Fraction | Real:
    return loss * count


def _binomial_supremum(row: Row) -> Loss:
    if not is_finite(row.first, row.second, row.unit):
        return None
    once = _finite_supremum(Row(0, None, row.first, row.second, None))
    return None if once is None else _multiple(once, _binomial_trials(row))


def _laplace_above(place: Fraction) -> arb:
    """Return the probability that Laplace noise of unit 1 around a place is above 0."""
    half = rational_ball(-abs(place)).exp() / 2
    return 1 - half if place > 0 else half


def _normal_above(place: Fraction) -> arb:
    return (-rational_ball(place) / arb(2).sqrt()).erfc() / 2


def compared_shares(kind: str, row: Row, answer: bool) -> tuple[Real, Real] | None:
    """Return how likely an answer of a comparison is on both inputs; None where they are no numbers."""
    if not is_finite(row.unit, row.first, row.second) or not row.unit > 0:
        return None
    above = _laplace_above if kind.endswith("laplace") else _normal_above
    places = [Fraction(place) / Fraction(row.unit) * (1 if answer else -1) for place in (row.first, row.second)]
    return Real(lambda: above(places[0])), Real(lambda: above(places[1]))


def _comparison(kind: str) -> Law:
    def log_ratio(row: Row, answer: bool) -> Loss:
        shares = compared_shares(kind, row, answer)
        return None if shares is None else (shares[0] / shares[1]).log()

    def supremum(row: Row) -> Loss:
        return larger(log_ratio(row, True), log_ratio(row, False))

    return Law(lambda row: log_ratio(row, bool(row.answer)), supremum, f"a {kind} noise with a number")


LOSSES_ALONE: Final = (CELLS, DIRECTION, MEAN, MINIMUM, ROUNDED)
"""Kinds whose losses are known, and no bound on what they add up to with others at a delta."""

LAWS_AT_ONE: Final = {"laplace": "Laplace noise", "normal": "normal noise"}

LAWS: Final[Mapping[str, Law]] = {
    "laplace": Law(laplace_loss, laplace_supremum, "Laplace noise", in_doubles=True),
    "normal": Law(normal_loss, unbounded, "normal noise", in_doubles=True),
    "normal sum": Law(variance_loss, unbounded, "a sum of normal noise", in_doubles=True),
    "two-sided geometric": Law(two_sided_loss, two_sided_supremum, "the difference of two geometric draws"),
    "exponential": Law(one_sided_loss, one_sided_supremum, "one-sided exponential noise", in_doubles=True),
    "uniform": Law(uniform_loss, unbounded, "uniform noise", in_doubles=True),
    "discrete laplace": Law(laplace_loss, laplace_supremum, "two-sided geometric noise"),
    "discrete normal": Law(normal_loss, unbounded, "discrete Gaussian noise"),
    "truncated laplace": Law(bounded.truncated_loss, bounded.truncated_supremum, "truncated Laplace noise"),
    "truncated discrete laplace": Law(
        bounded.truncated_geometric_loss, bounded.truncated_geometric_supremum, "truncated two-sided geometric noise"
    ),
    "folded laplace": Law(bounded.folded_loss, bounded.folded_supremum, "folded Laplace noise", in_doubles=True),
    "folded discrete laplace": Law(bounded.folded_loss, bounded.folded_supremum, "folded two-sided geometric noise"),
    "bounded laplace": Law(bounded.bounded_loss, bounded.bounded_supremum, "Laplace noise drawn between bounds"),
    "coin": Law(_coin_loss, _finite_supremum, "a coin"),
    "choice": Law(_choice_loss, _finite_supremum, "a weighted choice"),
    "exponential choice": Law(_exponential_loss, _exponential_supremum, "a choice with exponential weights"),
    ROUNDED: Law(rounded_loss, laplace_supremum, "Laplace noise, rounded to a whole number"),
    MINIMUM: Law(minimum_loss, minimum_supremum, "a minimum of a perturbed logistic loss"),
    MEAN: Law(mean_loss, mean_supremum, "a noisy sum over a noisy count"),
    CELLS: Law(cells_loss, cells_supremum, "a place in one of several cells"),
    DIRECTION: Law(direction_loss, direction_supremum, "a direction, as diffprivlib's Bingham draws it"),
    "comparison of laplace": _comparison("comparison of laplace"),
    "comparison of normal": _comparison("comparison of normal"),
    **{
        kind: Law(
            partial(loss_at_two_scales, normal=kind.startswith("normal")),
            partial(supremum_at_two_scales, normal=kind.startswith("normal")),
            f"{LAWS_AT_ONE[kind.split()[0]]} whose scale differs, too",
            in_doubles=True,
        )
        for kind in AT_TWO_SCALES
    },
    "binomial": Law(_binomial_loss, _binomial_supremum, "a number of successes"),
    **{kind: Law(partial(own_loss, kind), partial(own_supremum, kind), kind) for kind in KINDS},
}


def law_of(kind: str) -> Law | None:
    """Return the law of a kind; None where there is none."""
    return LAWS.get(kind)


def exceeds(loss: Loss, limit: Fraction) -> bool:
    """Tell whether a loss is above a limit, certainly."""
    if loss is None:
        return True
    return loss > limit if isinstance(loss, Fraction) else decide(loss > limit)


explain_failures(__name__)
