"""Renyi divergences of the steps of a trace, exactly: what a claim of zero-concentrated privacy is held against.

Such a claim says that the divergence of every order a is at most rho a. Divergences of independent steps add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from flint import arb

from dpassay.audit.pipelines.composition import Step
from dpassay.audit.pipelines.laws import LAWS, Loss, added, compared_shares, finite_laws, is_finite
from dpassay.audit.pipelines.own_laws import KINDS as OWN
from dpassay.audit.pipelines.own_laws import known_as, own_renyi
from dpassay.audit.pipelines.traces import Row
from dpassay.exact import Real, as_real, log
from dpassay.exact.entrance import explain_failures
from dpassay.exact.real import rational_ball

__all__ = ["KINDS", "ORDERS", "least_rho", "renyi"]

ORDERS: Final = (1, 2, 3, 4, 8, 16, 32, 64)
"""Of 1 it is the Kullback-Leibler divergence."""


def least_rho(steps: Sequence[Step]) -> tuple[Loss, int] | None:
    """Return a lower bound on rho, and the order that shows it; None where a step has no known divergence."""
    counted = Counter(known_as(kind, row) for kind, row in steps)
    best: tuple[Loss, int] | None = None
    for order in ORDERS:
        parts = [_times(renyi(kind, row, order), count) for (kind, row), count in counted.items() if kind in KINDS]
        if len(parts) < len(counted) and not parts:
            return None
        total = added(parts)
        rho = None if total is None else total / order
        if rho is None:
            return None, order
        if best is None or _is_larger(rho, best[0]):
            best = rho, order
    return best


def _times(loss: Loss, count: int) -> Loss:
    return None if loss is None else loss * count


def _is_larger(first: Loss, second: Loss) -> bool:
    return bool(as_real(first).ball() > as_real(second).ball())


def renyi(kind: str, row: Row, order: int) -> Loss:
    """Return the divergence of one step of a kind that has a law; None where it is infinite."""
    if kind in OWN:
        return own_renyi(kind, row, order)
    if kind in _CHOICES:
        return _CHOICES[kind](row, order)
    if kind.startswith("comparison"):
        return _of_comparison(kind, row, order)
    if not is_finite(row.unit, row.first, row.second) or row.unit == 0:
        return None
    return _NOISES[kind](row, Fraction(row.first - row.second) / Fraction(row.unit), order) if kind in _NOISES else None


def _of_normal(_row: Row, gap: Fraction, order: int) -> Loss:
    return gap**2 * order / 2


def _of_variance(row: Row, gap: Fraction, order: int) -> Loss:
    """Return that of normal noise whose unit is its variance."""
    return gap**2 * Fraction(row.unit) * order / 2


def _of_one_sided(_row: Row, gap: Fraction, _order: int) -> Loss:
    """Return that of exponential noise, whose loss is one number, or infinite."""
    return gap if gap >= 0 else None


def _of_disjoint(_row: Row, gap: Fraction, _order: int) -> Loss:
    """Return that of uniform noise, which is infinite where the inputs differ."""
    return None if gap else gap


def _of_laplace(_row: Row, gap: Fraction, order: int) -> Loss:
    """Return the closed form of Laplace noise at a distance of so many units."""
    rate = abs(gap)
    if order == 1:
        return Real(lambda: rational_ball(rate) + rational_ball(-rate).exp() - 1)
    a = order

    def evaluate() -> arb:
        rising = rational_ball(Fraction(a, 2 * a - 1)) * rational_ball((a - 1) * rate).exp()
        falling = rational_ball(Fraction(a - 1, 2 * a - 1)) * rational_ball(-a * rate).exp()
        return (rising + falling).log() / (a - 1)

    return Real(evaluate)


def _of_two_sided(row: Row, _gap: Fraction, order: int) -> Loss:
    """Return that of two-sided geometric noise, by summing; infinite where an integer cannot be both answers."""
    if (row.first - row.second) % 1 != 0:
        return None
    unit, places = 1 / abs(Fraction(row.unit)), int(abs(row.first - row.second))

    def evaluate() -> arb:
        ratio = rational_ball(-unit).exp()
        inside = [(1 - ratio) / (1 + ratio) * ratio**x for x in range(1, places)]
        masses = [1 / (1 + ratio), *inside, ratio**places / (1 + ratio)]
        losses = [rational_ball(unit * (places - 2 * x)) for x in range(places + 1)]
        if order == 1:
            return _sum([mass * loss for mass, loss in zip(masses, losses, strict=True)])
        moments = [mass * (loss * (order - 1)).exp() for mass, loss in zip(masses, losses, strict=True)]
        return _sum(moments).log() / (order - 1)

    return Real(evaluate)


def _sum(balls: Sequence[arb]) -> arb:
    total = arb(0)
    for ball in balls:
        total += ball
    return total


def _of_finite(row: Row, order: int) -> Loss:
    laws = finite_laws(row)
    if laws is None:
        return None
    pairs = [(p, q) for p, q in zip(*laws, strict=True) if p > 0]
    if any(q == 0 for _, q in pairs):
        return None
    if order == 1:
        return added([Fraction(0) if p == q else as_real(log(p / q)) * p for p, q in pairs])
    moment = sum((p**order / q ** (order - 1) for p, q in pairs), Fraction(0))
    return as_real(log(moment)) / (order - 1)


def _of_exponential(row: Row, order: int) -> Loss:
    law = LAWS["exponential choice"]
    if not isinstance(row.first, tuple) or law.supremum(row) is None:
        return None
    losses = [law.loss(Row(row.cell, row.unit, row.first, row.second, Fraction(j))) for j in range(len(row.first))]
    same = Row(row.cell, row.unit, row.first, tuple(Fraction(0) for _ in row.first), None)
    shares = [law.loss(Row(0, row.unit, row.first, same.second, Fraction(j))) for j in range(len(row.first))]
    size = len(row.first)
    masses = [as_real(share).exp() / size for share in shares]
    return _of_losses(masses, [as_real(loss) for loss in losses], order)


def _of_comparison(kind: str, row: Row, order: int) -> Loss:
    shares = [compared_shares(kind, row, answer) for answer in (True, False)]
    known = [both for both in shares if both is not None]
    return _of_losses([p for p, _ in known], [(p / q).log() for p, q in known], order) if known else None


def _of_losses(masses: Sequence[Real], losses: Sequence[Real], order: int) -> Real:
    """Return the divergence of a law on a few answers, of which each has a mass under the first law and a loss."""

    def evaluate() -> arb:
        pairs = [(mass.evaluate(), loss.evaluate()) for mass, loss in zip(masses, losses, strict=True)]
        if order == 1:
            return _sum([mass * loss for mass, loss in pairs])
        return _sum([mass * (loss * (order - 1)).exp() for mass, loss in pairs]).log() / (order - 1)

    return Real(evaluate)


def _of_binomial(row: Row, order: int) -> Loss:
    return _times(_of_finite(row, order), int(row.unit))


def _of_two_normals(row: Row, order: int) -> Loss:
    """Return the divergence of normal laws of two scales (Gil, Alajaji and Linder 2013, Table 2)."""
    if LAWS["normal at two scales"].loss(replace(row, answer=Fraction(0))) is None:
        return None
    place, unit, other, scale = map(Fraction, (*row.first, *row.second))
    gap = (place - other) ** 2
    if order == 1:
        return as_real(log(scale / unit)) + ((unit**2 + gap) / (2 * scale**2) - Fraction(1, 2))
    mixed = order * scale**2 + (1 - order) * unit**2
    if mixed <= 0:
        return None
    ratio = as_real(log(scale**2 / mixed)) / (2 * (order - 1)) if mixed != scale**2 else Fraction(0)
    return as_real(log(scale / unit)) + ratio + Fraction(order) * gap / (2 * mixed)


_CHOICES: Final[Mapping[str, Callable[[Row, int], Loss]]] = {
    "coin": _of_finite,
    "choice": _of_finite,
    "binomial": _of_binomial,
    "exponential choice": _of_exponential,
    "normal at two scales": _of_two_normals,
}
_NOISES: Final[Mapping[str, Callable[[Row, Fraction, int], Loss]]] = {
    "normal": _of_normal,
    "discrete normal": _of_normal,
    "normal sum": _of_variance,
    "laplace": _of_laplace,
    "discrete laplace": _of_two_sided,
    "exponential": _of_one_sided,
    "uniform": _of_disjoint,
}
KINDS: Final = frozenset({*_CHOICES, *_NOISES, *OWN, *(kind for kind in LAWS if kind.startswith("comparison"))})
"""Those whose divergences are known."""

explain_failures(__name__)
