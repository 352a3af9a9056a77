"""Algorithm 1 with regularized multiplicative weights on points of R^k: all that it does, and what is told.

The measure of a point is e^(-beta (sum of losses + lambda |x|^2)), w is the larger of eta and beta L D, and p = 10
w/eps. Multiplicative weights with losses in [0, 1] are lambda = 0, beta = eta and L D = 1. Sequences are numbered 0 and
1, models from 0, batches from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from typing import Any

from dpassay.exact import Real, as_real
from dpassay.proofs_check.models.two_lazy_games import Course, Told, longer, told

Row = tuple[Fraction, ...]
Vector = tuple[Fraction, ...]
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Weighted:
    """The points, both sequences of losses, and the parameters."""

    points: tuple[Vector, ...]
    first: tuple[Row, ...]
    second: tuple[Row, ...]
    diameter: Fraction
    lipschitz: Fraction
    beta: Fraction
    regularizer: Fraction
    eta: Fraction
    batch: int
    eps: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        rounds = len(self.first)
        if self.batch < 1 or rounds < 1 or rounds % self.batch or len(self.second) != rounds:
            raise ValueError(f"first, second = {self.first}, {self.second}: expected whole batches, of as many rounds")
        if not all(norm(x, y) <= self.diameter**2 for x, y in product(self.points, repeat=2)):
            raise ValueError(f"diameter = {self.diameter}: expected a bound on all distances of {self.points}")
        for row in (*self.first, *self.second):
            pairs = product(zip(self.points, row, strict=True), repeat=2)
            if any((a - b) ** 2 > self.lipschitz**2 * norm(x, y) for (x, a), (y, b) in pairs):
                raise ValueError(f"losses = {row}: expected {self.lipschitz}-Lipschitz ones")
        if sum(a != b for a, b in zip(self.first, self.second, strict=True)) > 1:
            raise ValueError("first, second: expected sequences that differ in one round at most")
        positive = min(self.beta, self.eta, self.eps, self.delta, self.diameter, self.lipschitz) > 0
        if not positive or self.regularizer < 0 or self.delta >= 1:
            raise ValueError(
                "beta, eta, eps, delta, D, L: expected positive numbers, delta below 1, and lambda not below 0"
            )
        if self.eps > 1 or self.eps * self.batch > 1 or self.fake_switch >= 1:
            raise ValueError(f"eps = {self.eps}: expected eps <= 1, eps B <= 1 and p < 1")

    @property
    def rate(self) -> Fraction:
        """w."""
        return max(self.eta, self.beta * self.lipschitz * self.diameter)

    @property
    def fake_switch(self) -> Fraction:
        """p."""
        return 10 * self.rate / self.eps

    @property
    def batches(self) -> int:
        """n."""
        return len(self.first) // self.batch

    @property
    def models(self) -> range:
        """The numbers of the points, from 0."""
        return range(len(self.points))


def norm(x: Vector, y: Vector) -> Fraction:
    """|x - y|^2."""
    return sum(((a - b) ** 2 for a, b in zip(x, y, strict=True)), ZERO)


def losses_of(setting: Weighted, which: int, x: int, first: int, last: int) -> Fraction:
    """The losses of a model in rounds first + 1 to last."""
    rows = (setting.first, setting.second)[which]
    return sum((row[x] for row in rows[first:last]), ZERO)


@cache
def law(setting: Weighted, which: int, s: int) -> tuple[Real, ...]:
    """The normalized measure of batch s."""
    weights = [
        as_real(
            -setting.beta
            * (
                losses_of(setting, which, x, 0, (s - 1) * setting.batch)
                + setting.regularizer * sum(a**2 for a in setting.points[x])
            )
        ).exp()
        for x in setting.models
    ]
    whole = reduce(lambda a, b: a + b, weights)
    return tuple(weight / whole for weight in weights)


def in_batch(setting: Weighted, which: int, s: int, x: int) -> Fraction:
    """The losses of a model in batch s."""
    return losses_of(setting, which, x, (s - 1) * setting.batch, s * setting.batch)


@cache
def keeps(setting: Weighted, which: int, s: int, x: int, y: int) -> Real:
    """Line 6: the probability that S = 1 after batch s."""
    change = in_batch(setting, which, s, x) - in_batch(setting, which, s, y)
    return as_real(min(ZERO, -2 * setting.batch * setting.eta - setting.beta * change)).exp()


def anew(setting: Weighted, which: int, s: int, x: int, y: int) -> Real:
    """The probability that x is drawn anew after batch s."""
    return 1 - keeps(setting, which, s, x, y) * (1 - setting.fake_switch)


def chance(setting: Weighted, which: int, s: int, course: Course) -> Real:
    """The probability of what happens in the step after batch s, given all before it."""
    p, new, x, y = setting.fake_switch, law(setting, which, s + 1), course.x[s], course.y[s]
    chosen = anew(setting, which, s, course.x[s - 1], course.y[s - 1])
    of_x = chosen * new[x] if course.r[s - 1] else 1 - chosen
    return of_x * (new[y] * p if course.a[s - 1] else as_real(1 - p))


@cache
def courses(setting: Weighted, which: int) -> Mapping[Course, Real]:
    """The law of all that happens."""
    start = law(setting, which, 1)
    found = {Course((x,), (y,), (), ()): start[x] * start[y] for x, y in product(setting.models, repeat=2)}
    for s in range(1, setting.batches):
        found = {
            new: mass * chance(setting, which, s, new)
            for course, mass in found.items()
            for new in longer(setting.models, course)
        }
    return found


@cache
def _from_there(setting: Weighted, step: int) -> Mapping[Course, Mapping[Course, Real]]:
    found: dict[Course, dict[Course, Real]] = {}
    for course in courses(setting, 0):
        later = [chance(setting, 0, s, course) for s in range(step + 1, setting.batches)]
        found.setdefault(course.until(step), {})[course] = reduce(lambda a, b: a * b, later, as_real(ONE))
    return found


def after(setting: Weighted, step: int, past: Course) -> Mapping[Course, Real]:
    """The law on the first sequence given what has happened after so many steps."""
    return _from_there(setting, int(step))[past.until(int(step))]


@cache
def released(setting: Weighted, which: int) -> Mapping[Told, Real]:
    """The law of all (x_s, y_s) and zeta_s."""
    found: dict[Told, Real] = {}
    for course, mass in courses(setting, which).items():
        found[told(course)] = found.get(told(course), as_real(ZERO)) + mass
    return found


def least_delta(setting: Weighted, epsilon: Any) -> Real:
    """What the first law has above e^epsilon times the second."""

    def enclosed() -> Any:
        factor = as_real(epsilon).exp().evaluate()
        total = as_real(ZERO).evaluate()
        for sequence, mass in released(setting, 0).items():
            total += (mass.evaluate() - factor * released(setting, 1)[sequence].evaluate()).max(0)
        return total

    return Real(enclosed)


def is_before(setting: Weighted, s: int) -> Fraction:
    """1 where the round in which the sequences differ is before batch s."""
    return Fraction(int(changed(setting) < (s - 1) * setting.batch))


def changed(setting: Weighted) -> int:
    """That round, from 0; the first one where there is none."""
    differ = [a != b for a, b in zip(setting.first, setting.second, strict=True)]
    return differ.index(True) if True in differ else 0


def changed_loss(setting: Weighted, which: int, x: int) -> Fraction:
    """The loss of a point in that round."""
    return (setting.first, setting.second)[which][changed(setting)][x]


def sample_loss(setting: Weighted, s: int, x: int) -> Real:
    """log(P/Q) of a model that is drawn for batch s."""
    return (law(setting, 0, s)[x] / law(setting, 1, s)[x]).log()


def shift(setting: Weighted, s: int) -> Real:
    """The log of the ratio of both wholes: that of a point, less what the losses make."""
    change = changed_loss(setting, 0, 0) - changed_loss(setting, 1, 0)
    return -sample_loss(setting, s, 0) - change * setting.beta * is_before(setting, s)
