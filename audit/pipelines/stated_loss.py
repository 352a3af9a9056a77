"""What a stated composition allows: certified upper bounds on its delta, and the epsilons at which it is asked.

Lattices of losses compose exactly, Laplace noise from above, and normal noise as one normal law. Rates without a common
step are rounded up, which makes no loss smaller. Where ``zcdp`` is
among the mechanisms, all others are counted as concentrated, too: pure epsilon as rho = epsilon^2 / 2 (Bun and Steinke
2016, Proposition 1.4). Delta then is that of Canonne, Kamath and Steinke (2020, Proposition 12), an upper bound for
whatever is concentrated; it is not attained.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, isqrt, prod
from typing import Final

from flint import arb

from dpassay.audit.pipelines.composition import discrete_normal_loss
from dpassay.audit.pipelines.statements import Mechanism, Statement
from dpassay.exact import Real, Undecided, require
from dpassay.exact.composed_loss import Bracket, ComposedLoss
from dpassay.exact.entrance import explain_failures
from dpassay.exact.loss_lattice import LossLattice, approximate_response, discrete_laplace, laplace_above
from dpassay.exact.rationals import rational_gcd
from dpassay.exact.real import rational_ball

__all__ = ["allowed_delta", "allowed_point", "concentrated", "epsilons", "pure_epsilon", "response_of", "squares"]

MOST_LOSSES: Final = 1 << 16
"""Of which a loss is composed."""

MOST_STEPS: Final = 1 << 14
BINS: Final = 128
"""The losses of Laplace noise are divided into so many, where its rates and rounds allow that."""

LARGEST_RATE: Final = 64
"""Laplace noise of a larger one is taken for randomized response."""

SMALL_DELTA: Final = Fraction(1, 10)
"""At an epsilon where delta is no larger, what is not exact is held to a statement."""

_DEVIATIONS: Final = 6
_HALVINGS: Final = 6


def pure_epsilon(statement: Statement) -> Fraction | None:
    """Return what the pure budgets of all mechanisms add up to; None where one of them is not pure."""
    budgets = [response_of(each) for each in statement.mechanisms]
    if any(budget is None or budget[1] for budget in budgets):
        return None
    rounds = (each.rounds for each in statement.mechanisms)
    return sum((budget[0] * k for budget, k in zip(budgets, rounds, strict=True) if budget), Fraction(0))


def response_of(mechanism: Mechanism) -> tuple[Fraction, Fraction] | None:
    """Return the epsilon and delta that one round keeps by its name; None where there is none."""
    match mechanism.name:
        case "laplace" | "discrete_laplace" | "randomized_response" | "pure":
            return mechanism["epsilon"], Fraction(0)
        case "approximate":
            return mechanism["epsilon"], mechanism["delta"]
        case _:
            return None


def squares(statement: Statement, name: str = "gaussian") -> Fraction:
    """Return the sum of (sensitivity / sigma)^2 over the rounds of Gaussian noise of one of the two kinds."""
    chosen = (each for each in statement.mechanisms if each.name == name)
    return sum((each.rounds * (each["sensitivity"] / each["sigma"]) ** 2 for each in chosen), Fraction(0))


def concentrated(statement: Statement) -> Fraction:
    """Return the sum of rho over what is stated to be concentrated."""
    return sum((each["rho"] * each.rounds for each in statement.mechanisms if each.name == "zcdp"), Fraction(0))


# Epsilons


def epsilons(statement: Statement) -> tuple[Fraction, ...]:
    """Return the epsilons at which profiles are compared, from 0 to where the composition has hardly any delta."""
    budgets = ((response_of(each), each.rounds) for each in statement.mechanisms)
    pure = sum((budget[0] * rounds for budget, rounds in budgets if budget), Fraction(0))
    square = squares(statement) + squares(statement, "discrete_gaussian") + 2 * concentrated(statement)
    top = pure + square / 2 + _DEVIATIONS * _root_above(square)
    return tuple(sorted([Fraction(0), top * Fraction(3, 4), *(top / 2**halvings for halvings in range(_HALVINGS + 1))]))


def _root_above(number: Fraction) -> Fraction:
    """Return a short rational that is at least a square root, and hardly more."""
    return Fraction(isqrt(int(number * (1 << 40))) + 1, 1 << 20) if number else Fraction(0)


@lru_cache(maxsize=64)
def allowed_point(statement: Statement) -> tuple[Fraction, Fraction]:
    """Return one epsilon and an upper bound on delta there: the first where that is at most ``SMALL_DELTA``."""
    points = ((epsilon, allowed_delta(statement, epsilon)) for epsilon in epsilons(statement))
    return next((point for point in points if point[1] <= SMALL_DELTA), (epsilons(statement)[-1], Fraction(1)))


# Delta


@lru_cache(maxsize=1024)
def allowed_delta(statement: Statement, epsilon: Fraction) -> Fraction:
    """Return a certified upper bound on the delta of the composition at epsilon.

    Raises:
        ValueError: the losses of the mechanisms are too many.
    """
    if concentrated(statement):
        return _concentrated_delta(statement, epsilon)
    loss = _loss_above(statement)
    try:
        return min(Bracket(loss, loss).delta(epsilon)[1], Fraction(1))
    except Undecided:  # no enclosure of it is narrow
        return Fraction(1)


@lru_cache(maxsize=16)
def _loss_above(statement: Statement) -> ComposedLoss:
    """Return a loss that is certainly not below that of the composition."""
    lattices = [*_merged(_pure_losses(statement)), *_discrete_normal_losses(statement)]
    sizes = sorted(abs(each.offset.constant) * 2 // each.step.constant + 1 for each in lattices)
    combined = prod(sizes if squares(statement) else sizes[:-1])
    expected = "fewer rounds or mechanisms, or less noise: their losses are too many to be composed"
    require(max(combined, *sizes, 1) <= MOST_LOSSES, "claim", repr(statement.text), expected)
    return ComposedLoss(tuple(lattices), squares(statement))


def _merged(lattices: Iterable[LossLattice]) -> tuple[LossLattice, ...]:
    """Return one loss of several whose steps are multiples of one, or none of none."""
    listed = list(lattices)
    return ComposedLoss.of(listed, 0).lattices if listed else ()


def _pure_losses(statement: Statement) -> Iterator[LossLattice]:
    """Yield the losses of what has a rate, all on one lattice: rates are rounded up where they have no common step."""
    rates = {each: _rate(each) for each in statement.mechanisms if response_of(each)}
    if not rates:
        return
    total = sum((rate * each.rounds * _gap(each) for each, rate in rates.items()), Fraction(0))
    step = max(rational_gcd(rates.values()), total / MOST_STEPS)
    finer = max(1, min(int(MOST_STEPS * step / total), ceil(BINS * step / max(rates.values()))))
    for each, rate in rates.items():
        multiple = ceil(rate / step)
        match each.name:
            case "laplace" if rate <= LARGEST_RATE:
                loss = laplace_above(multiple * step, multiple * finer)
            case "discrete_laplace":
                loss = discrete_laplace(multiple * step, _gap(each))
            case _:
                loss = approximate_response(multiple * step, (response_of(each) or (0, Fraction(0)))[1])
        yield loss.power(each.rounds)


def _gap(mechanism: Mechanism) -> int:
    """Return how far the inputs of noise on integers are apart, in whole numbers; 1 of what has no such distance."""
    return int(mechanism["sensitivity"]) if mechanism.name == "discrete_laplace" else 1


def _rate(mechanism: Mechanism) -> Fraction:
    return mechanism["epsilon"] / _gap(mechanism)


def _discrete_normal_losses(statement: Statement) -> Iterator[LossLattice]:
    """Yield the losses of discrete Gaussian noise, one for each sigma."""
    chosen = [each for each in statement.mechanisms if each.name == "discrete_gaussian"]
    for sigma in dict.fromkeys(each["sigma"] for each in chosen):
        same = [each for each in chosen if each["sigma"] == sigma]
        yield from _merged(discrete_normal_loss(sigma**2, int(e["sensitivity"])).power(e.rounds) for e in same)


def _concentrated_delta(statement: Statement, epsilon: Fraction) -> Fraction:
    rho, kept = concentrated(statement), Fraction(1)
    rho += (squares(statement) + squares(statement, "discrete_gaussian")) / 2
    for each in statement.mechanisms:
        budget, delta = response_of(each) or (Fraction(0), Fraction(0))
        rho, kept = rho + each.rounds * budget**2 / 2, kept * (1 - delta) ** each.rounds
    best = (epsilon + rho) / (2 * rho)  # the order at which the exponent is least
    orders = [order for order in (best, best * Fraction(5, 4), best + 1) if order > 1]
    finite = min([Fraction(1), *(_delta_of_order(rho, epsilon, order) for order in orders)])
    return 1 - kept * (1 - finite)


def _delta_of_order(rho: Fraction, epsilon: Fraction, order: Fraction) -> Fraction:
    """Return e^((a - 1) (a rho - epsilon)) (1 - 1/a)^(a - 1) / a, rounded up."""

    def evaluate() -> arb:
        power = rational_ball((order - 1) * (order * rho - epsilon))
        return (power + rational_ball(order - 1) * rational_ball(1 - 1 / order).log()).exp() / rational_ball(order)

    return Real(evaluate).bounds(60)[1]


explain_failures(__name__)
