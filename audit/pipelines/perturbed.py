"""A minimum of a perturbed objective, as diffprivlib's logistic regression releases it.

The algorithm is that of Chaudhuri, Monteleoni and Sarwate (2011), with changes. The objective is the sum of
log(1 + e^(-w z)) over the records z, a row of features times the sign of its label, plus a penalty of r |w|^2 / 2, plus
b w. The noise b has a density proportional to e^(-k |b|). At the minimum w its gradient is zero, which gives b; so the
density of w is that of b at b(w), times the determinant of the Hessian there.

The penalty and k are those of the code. With c the bound on the curvature and R that on the norm of a record, the last
column of ones among them, epsilon' = epsilon - 2 log(1 + c R / a), where a is the penalty that was asked for. Where
that is above 0 it is the budget of the noise, and a is r, which the last column has not where it is the intercept. Else
the budget is epsilon / 2, and the penalty grows by c R / (e^(epsilon / 4) - 1) - a for all columns. k is the budget
over 2 R.

The input of a row is the tuple of its records, and the unit names and values in turn, as ``UNIT`` lists them. An answer
beyond ``REACH`` has a minimum that the steps and the tolerance of an optimizer decide: what it tells counts as nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final, TypeAlias

from flint import arb, arb_mat

from dpassay.audit.pipelines.noises import Loss, is_finite
from dpassay.audit.pipelines.rows import Row
from dpassay.exact import Real, as_real, decide
from dpassay.exact.entrance import explain_failures
from dpassay.exact.real import rational_ball

__all__ = ["MINIMUM", "REACH", "minimum_loss", "minimum_supremum"]

MINIMUM: Final = "minimum of a logistic loss"
UNIT: Final = ("epsilon", "penalty", "curvature", "norm", "intercept")
REACH: Final = 3
"""How large a coefficient may be."""

GRID: Final = 81
"""So many answers are tried at most before those near the best are, twice as near each time."""
HALVINGS: Final = 12

Place: TypeAlias = "tuple[Fraction, ...]"
Records: TypeAlias = "Mapping[Place, int]"


@dataclass(frozen=True, slots=True)
class _Noise:
    """The rate k of the noise, and the penalty of the features and of the last column."""

    rate: Real
    penalty: Real
    penalty_of_last: Real


def minimum_loss(row: Row) -> Loss:
    """Return the loss of a minimum; 0 of one beyond the reach."""
    noise = _noise(row.unit)
    if noise is None or not _is_known(row):
        return None
    answer = row.answer if isinstance(row.answer, tuple) else ()
    if len(answer) != len(row.first[0]) or not is_finite(*answer) or max(map(abs, answer)) > REACH:
        return Fraction(0)
    return _loss(noise, _alike(row.first), _alike(row.second), tuple(map(Fraction, answer)))


def minimum_supremum(row: Row) -> Loss:
    """Return the largest loss that is found within the reach: on a grid, and then nearer and nearer to the best place.

    The supremum is no smaller, and without a penalty on the last column it is infinite for most inputs.
    """
    noise = _noise(row.unit)
    if noise is None or not _is_known(row):
        return None
    return _largest(noise, _alike(row.first), _alike(row.second))


def _is_known(row: Row) -> bool:
    """Tell whether both inputs are records of numbers, all of one length."""
    both = (row.first, row.second)
    if not all(isinstance(given, tuple) and given and all(isinstance(each, tuple) for each in given) for given in both):
        return False
    records = [each for given in both for each in given]
    return len({len(each) for each in records}) == 1 and all(each and is_finite(*each) for each in records)


def _alike(records: Sequence[Sequence[Any]]) -> Records:
    """Return how often each record comes."""
    return Counter(tuple(map(Fraction, each)) for each in records)


# The law


def _noise(unit: Any) -> _Noise | None:
    """Return what the unit says of noise and penalty; None where it is no unit."""
    if not isinstance(unit, tuple) or unit[::2] != UNIT or not is_finite(*unit[1::2]):
        return None
    epsilon, penalty, curvature, norm, intercept = map(Fraction, unit[1::2])
    if min(epsilon, penalty, norm) <= 0 or curvature < 0:
        return None
    lost = curvature * norm
    budget = epsilon - 2 * as_real(1 + lost / penalty).log()
    if decide(budget > 0):
        of_last = Fraction(0) if intercept else penalty
        return _Noise(budget / (2 * norm), as_real(penalty), as_real(of_last))
    grown = lost / (as_real(epsilon / 4).exp() - 1)
    return _Noise(as_real(epsilon / (4 * norm)), grown, grown - penalty if intercept else grown)


def _loss(noise: _Noise, first: Records, second: Records, answer: Place) -> Loss:
    if first == second:
        return Fraction(0)

    def evaluate() -> arb:
        rate, *penalties = (each.evaluate() for each in (noise.rate, noise.penalty, noise.penalty_of_last))
        logs = [_log_density(rate, penalties, records, answer) for records in (first, second)]
        return logs[0] - logs[1]

    return Real(evaluate)


def _log_density(rate: arb, penalties: Sequence[arb], records: Records, answer: Place) -> arb:
    """Return the logarithm of the density of a minimum, but for the constant of the noise."""
    size = len(answer)
    penalty = [penalties[0]] * (size - 1) + [penalties[1]]
    gradient = [penalty[i] * rational_ball(answer[i]) for i in range(size)]
    hessian = [[penalty[i] if i == j else arb(0) for j in range(size)] for i in range(size)]
    for record, count in records.items():
        balls = list(map(rational_ball, record))
        share = 1 / (1 + rational_ball(sum((w * z for w, z in zip(answer, record, strict=True)), Fraction(0))).exp())
        curved = count * share * (1 - share)
        for i in range(size):
            gradient[i] -= count * share * balls[i]
            for j in range(size):
                hessian[i][j] += curved * balls[i] * balls[j]
    length = sum((each * each for each in gradient), arb(0)).sqrt()
    return arb_mat(hessian).det().log() - rate * length


# The largest


def _largest(noise: _Noise, first: Records, second: Records) -> Loss:
    def height(place: Place) -> float:
        found = _loss(noise, first, second, place)
        return float(found.ball().mid()) if isinstance(found, Real) else 0.0

    best = max(_grid(len(next(iter(first)))), key=height)
    step = Fraction(REACH, 2)
    for _ in range(HALVINGS):
        best = max([best, *_around(best, step)], key=height)
        step /= 2
    return _loss(noise, first, second, best)


def _grid(size: int) -> Iterator[Place]:
    """Yield places on a grid; of many columns the middle and the places on the axes."""
    points = [Fraction(REACH * k, 2) for k in range(-2, 3)]
    if len(points) ** size <= GRID:
        yield from product(points, repeat=size)
        return
    yield (Fraction(0),) * size
    for axis, point in product(range(size), points):
        yield tuple(point if place == axis else Fraction(0) for place in range(size))


def _around(place: Place, step: Fraction) -> Iterator[Place]:
    """Yield the places one step along an axis, and along the diagonals of two columns, within the reach."""
    size = len(place)
    moves = {move for move in product((-1, 0, 1), repeat=size) if any(move)} if size <= 3 else _axes(size)
    for move in sorted(moves):
        found = tuple(at + side * step for at, side in zip(place, move, strict=True))
        if max(map(abs, found)) <= REACH:
            yield found


def _axes(size: int) -> set[tuple[int, ...]]:
    return {tuple(side if place == axis else 0 for place in range(size)) for axis in range(size) for side in (-1, 1)}


explain_failures(__name__)
