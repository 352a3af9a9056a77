"""Delta and Renyi divergences of a trace whose inputs do not depend on its answers: exact compositions, or brackets.

Normal noise composes to one normal law. Laplace noise is bracketed by lattices, as in ``dpassay.exact.loss_lattice``;
that of many different rates by rates that are rounded to multiples of one unit, down or up: a smaller distance between
the inputs can be made of a larger one by post-processing. A choice among many is bracketed by two of its events, and by
the randomized response that dominates it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt
from typing import Final

from flint import arb

from dpassay.audit.pipelines.bounded import BOUNDED
from dpassay.audit.pipelines.laws import LAWS, LOSSES_ALONE, compared_shares, finite_laws, is_finite
from dpassay.audit.pipelines.own_laws import KINDS, known_as, own_delta, own_pairs
from dpassay.audit.pipelines.scales import AT_TWO_SCALES, event_at_two_scales
from dpassay.audit.pipelines.traces import Row
from dpassay.exact import Real, as_real, log
from dpassay.exact.composed_loss import Bracket, ComposedLoss
from dpassay.exact.entrance import explain_failures
from dpassay.exact.integers import gaussian_tail, gaussian_weight
from dpassay.exact.logform import LogForm
from dpassay.exact.loss_lattice import (
    LossLattice,
    approximate_response,
    between_masses,
    discrete_laplace,
    laplace_above,
    laplace_below,
)
from dpassay.exact.real import rational_ball

__all__ = ["NOISES", "Step", "delta_bounds", "discrete_normal_loss", "rounded_above"]

Step = tuple[str, Row]
"""A kind and a row of it."""

UNITS: Final = 64
"""A rate is rounded to multiples of so small a share of the largest one, where there are several."""

NOISES: Final = (
    *("laplace", "discrete laplace", "two-sided geometric", "normal", "normal sum", "discrete normal"),
    *("exponential", "uniform"),
)
_MOST_RATE: Final = 64
_MOST_BINS: Final = 1 << 14
_TAIL_BITS: Final = 200
_MOST_LATTICES: Final = 4


def delta_bounds(steps: Sequence[Step], epsilon: Fraction) -> tuple[Fraction, Fraction]:
    """Return certified bounds on delta at epsilon of independent steps, for the first inputs against the second."""
    parts, known = _Parts(epsilon), [known_as(kind, row) for kind, row in steps]
    if len(known) == 1 and known[0][0] in KINDS:
        return own_delta(*known[0], epsilon)
    for (kind, row), count in Counter(known).items():
        parts.add(kind, row, count)
    if parts.certain:
        return Fraction(1), Fraction(1)
    parts.add_laplace()
    below, above = (_composed(lattices, parts.mu_squared) for lattices in (parts.below, parts.above))
    low = Fraction(0) if below is None else Bracket(below, below).delta(epsilon)[0]
    if parts.open:
        return low, Fraction(1)
    return low, Fraction(0) if above is None else Bracket(above, above).delta(epsilon)[1]


def _composed(lattices: Iterable[LossLattice], mu_squared: Fraction) -> ComposedLoss | None:
    listed = list(lattices)
    return ComposedLoss.of(listed, mu_squared) if listed or mu_squared else None


class _Parts:
    """The steps as normal laws together and lattices on either side.

    ``certain``: a step tells the inputs apart for certain. ``open``: of a step there is no bound from above.
    """

    def __init__(self, epsilon: Fraction) -> None:
        self.epsilon = epsilon
        self.mu_squared = Fraction(0)
        self.rates: Counter[Fraction] = Counter()
        self.below: list[LossLattice] = []
        self.above: list[LossLattice] = []
        self.certain = self.open = False

    def add(self, kind: str, row: Row, count: int) -> None:
        """Take in so many steps of one kind."""
        if kind not in LAWS or kind in LOSSES_ALONE:
            self.open = True
        elif kind in AT_TWO_SCALES:
            self._add_two_scales(kind, row, count)
        elif kind in NOISES:
            self._add_noise(kind, row, count)
        elif kind in ("exponential choice", *BOUNDED, *KINDS) or kind.startswith("comparison"):
            self._add_enclosed(kind, row, count)
        else:
            self._add_finite(row, count * (int(row.unit) if kind == "binomial" else 1))

    def _both(self, lattice: LossLattice, count: int) -> None:
        self.below.append(lattice.power(count))
        self.above.append(lattice.power(count))

    def _add_noise(self, kind: str, row: Row, count: int) -> None:
        if not is_finite(row.unit, row.first, row.second) or row.unit == 0:
            self.certain = True
            return
        gap = Fraction(row.second - row.first) / row.unit
        if kind == "normal sum":  # whose unit is the variance
            self.mu_squared += gap**2 * row.unit * count
        elif kind == "two-sided geometric" and (row.first - row.second) % 1 == 0 and 0 < row.unit < 1:
            self._both(_two_sided_of_ratio(Fraction(row.unit), int(abs(row.first - row.second))), count)
        elif kind == "laplace":
            self.rates[abs(gap)] += count
        elif kind == "normal":
            self.mu_squared += gap**2 * count
        elif kind == "discrete laplace" and (row.first - row.second) % 1 == 0:
            self._both(_two_sided(1 / abs(Fraction(row.unit)), int(abs(row.first - row.second))), count)
        elif kind == "discrete normal" and (row.first - row.second) % 1 == 0:
            self._both(discrete_normal_loss(Fraction(row.unit) ** 2, int(abs(row.first - row.second))), count)
        elif kind == "exponential":
            self._both(_one_sided(gap), count)
        elif kind == "uniform":
            self._both(_atom(LogForm(0), min(abs(gap), Fraction(1))), count)
        else:
            self.open = True

    def _add_two_scales(self, kind: str, row: Row, count: int) -> None:
        """Take in noise at two scales by its best event; above there is no bound."""
        event = event_at_two_scales(row, kind, self.epsilon)
        if event is not None:
            self.below.append(_two_outcomes((event[0], 1 - event[0]), (event[1], 1 - event[1])).power(count))
        self.open = True

    def add_laplace(self) -> None:
        """Take in the Laplace noise, whose rates are rounded to multiples of one unit where they differ."""
        if not self.rates:
            return
        rates = {rate: count for rate, count in self.rates.items() if rate <= _MOST_RATE}
        large = sum(self.rates.values()) - sum(rates.values())
        self.open = self.open or large > 0
        if large:
            rates[Fraction(_MOST_RATE)] = rates.get(Fraction(_MOST_RATE), 0) + large
        top = max(rates)
        unit = top / (UNITS if len(rates) > 1 else 1)
        bins = max(1, int(min(_MOST_BINS // sum(rates.values()), 2 * UNITS) * unit / top))
        for rate, count in rates.items():
            down, up = rate // unit, -(-rate // unit)
            if down:
                self.below.append(laplace_below(down * unit, int(down) * bins).power(count))
            self.above.append(laplace_above(up * unit, int(up) * bins).power(count))

    def _add_finite(self, row: Row, count: int) -> None:
        laws = finite_laws(row)
        if laws is None:
            self.certain = True
            return
        p, q = laws
        lost = sum((a for a, b in zip(p, q, strict=True) if b == 0), Fraction(0))
        ratios = {a / b for a, b in zip(p, q, strict=True) if a and b}
        if lost and len(ratios) <= 1:
            self._both(_atom(log(ratios.pop()) if ratios else LogForm(0), lost), count)
        elif lost:
            rest, others = 1 - lost, sum((b for a, b in zip(p, q, strict=True) if b), Fraction(0))
            self.below.append(_atom(log(rest / others), lost).power(count))
            self.open = True
        elif sum(a > 0 for a in p) == 1:
            self._both(_atom(log(1 / next(b for a, b in zip(p, q, strict=True) if a)), Fraction(0)), count)
        elif len({a / b for a, b in zip(p, q, strict=True) if a}) == 2 and all(a for a in p):
            self._both(_two_outcomes(p, q), count)
        else:
            self._add_split(list(zip(p, q, strict=True)), count)

    def _add_split(self, pairs: list[tuple[Fraction, Fraction]], count: int) -> None:
        """Take in a law on many outcomes by its best event, and by the randomized response that dominates it."""
        event = _best_event(pairs, self.epsilon)
        if event is not None:
            self.below.append(_two_outcomes((event[0], 1 - event[0]), (event[1], 1 - event[1])).power(count))
        if all(a and b for a, b in pairs):
            ratio = max(max(a / b, b / a) for a, b in pairs)
            self.above.append(approximate_response(rounded_above(as_real(log(ratio))), Fraction(0)).power(count))
        else:
            self.open = True

    def _add_enclosed(self, kind: str, row: Row, count: int) -> None:
        """Take in a choice of which the probabilities are enclosed in the same way, or noise kept between bounds."""
        law = LAWS[kind]
        up, down = law.supremum(row), law.supremum(row.turned())
        if up is None or down is None:
            self.open, self.certain = self.open or kind in KINDS, self.certain or kind not in KINDS
            return
        event = None if kind in BOUNDED else _best_event(_rational_pairs(kind, row), self.epsilon)
        if event is not None:
            self.below.append(_two_outcomes((event[0], 1 - event[0]), (event[1], 1 - event[1])).power(count))
        most = max(rounded_above(as_real(up)), rounded_above(as_real(down)))
        if most > 0:
            self.above.append(approximate_response(most, Fraction(0)).power(count))


def rounded_above(number: Real) -> Fraction:
    """Return a short rational that is certainly not below a number."""
    high = number.bounds(60)[1]
    return Fraction(-((-high * (1 << 40)) // 1), 1 << 40)


def _two_outcomes(p: Sequence[Fraction], q: Sequence[Fraction]) -> LossLattice:
    return between_masses(list(p), list(q))


def _best_event(pairs: Iterable[tuple[Fraction, Fraction]], epsilon: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return the probabilities of an event that tells the laws apart at about epsilon; None where there is none."""
    limit = as_real(epsilon).exp().bounds(60)[1]
    listed = list(pairs)
    for least in (limit, Fraction(1)):
        chosen = [(a, b) for a, b in listed if a > least * b]
        p, q = (sum((pair[side] for pair in chosen), Fraction(0)) for side in (0, 1))
        if 0 < q < p < 1:
            return p, q
    return None


def _rational_pairs(kind: str, row: Row) -> list[tuple[Fraction, Fraction]]:
    """Return the probability of each answer on both inputs, below on the first and above on the second."""
    if kind in KINDS:
        return own_pairs(kind, row)
    if kind == "exponential choice":
        shares = [_exponential_shares(row, place) for place in range(len(row.first))]
    else:
        found = (compared_shares(kind, row, answer) for answer in (True, False))
        shares = [both for both in found if both is not None]
    return [(max(p.bounds(80)[0], Fraction(0)), min(q.bounds(80)[1], Fraction(1))) for p, q in shares]


def _exponential_shares(row: Row, place: int) -> tuple[Real, Real]:
    def share(given: tuple[Fraction, ...]) -> Real:
        exponents = [Fraction(x) / row.unit for x in given]

        def evaluate() -> arb:
            total = arb(0)
            for exponent in exponents:
                total += rational_ball(exponent - exponents[place]).exp()
            return 1 / total

        return Real(evaluate)

    return share(row.first), share(row.second)


# Lattices


def _atom(offset: LogForm, infinite: Fraction) -> LossLattice:
    """Return one finite loss, and an infinite one with a probability."""
    return LossLattice(offset, LogForm(1), lambda: [rational_ball(1 - infinite)], lambda: rational_ball(infinite))


def _one_sided(gap: Fraction) -> LossLattice:
    """Return the loss of exponential noise whose second input lies so many units further on."""
    if gap <= 0:
        return _atom(LogForm(-gap), Fraction(0))
    return LossLattice(
        LogForm(-gap),
        LogForm(1),
        lambda: [rational_ball(-gap).exp()],
        lambda: 1 - rational_ball(-gap).exp(),
    )


def _two_sided(rate: Fraction, gap: int) -> LossLattice:
    return discrete_laplace(rate, gap)


def _two_sided_of_ratio(ratio: Fraction, gap: int) -> LossLattice:
    """Return the loss of two-sided geometric noise whose probabilities fall by a rational ratio."""

    def masses() -> list[arb]:
        a = rational_ball(ratio)
        inner = [(1 - a) / (1 + a) * a**x for x in range(gap - 1, 0, -1)]
        return [a**gap / (1 + a), *inner, 1 / (1 + a)]

    return LossLattice(log(ratio) * gap, log(1 / ratio) * 2, masses, lambda: arb(0))


def discrete_normal_loss(variance: Fraction, gap: int) -> LossLattice:
    """Return the loss of discrete Gaussian noise at inputs so far apart; its tails count as infinite, or not."""
    reach = isqrt((2 * _TAIL_BITS * variance).__ceil__()) + 1

    def normalizer() -> arb:
        return 1 + 2 * gaussian_tail(1, variance)

    def masses() -> list[arb]:
        side = [gaussian_weight(x, variance) / normalizer() for x in range(reach + 1)]
        return [*side[:0:-1], *side]

    def infinite() -> arb:
        return arb(0).union(2 * gaussian_tail(reach + 1, variance) / normalizer())

    offset = LogForm(Fraction(gap * gap - 2 * reach * gap) / (2 * variance))
    return LossLattice(offset, LogForm(Fraction(gap) / variance), masses, infinite)


explain_failures(__name__)
