"""What a stated composition allows: certified upper bounds on its delta, and the epsilons at which it is asked.

Lattices of losses compose exactly, Laplace noise from above, and normal noise as one normal law. Where ``zcdp`` is
among the mechanisms, all others are counted as concentrated, too: pure epsilon as rho = epsilon^2 / 2 (Bun and Steinke
2016, Proposition 1.4). Delta then is that of Canonne, Kamath and Steinke (2020, Proposition 12), an upper bound for
whatever is concentrated; it is not attained.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Final

from flint import arb

from dpassay.audit.pipelines.composition import discrete_normal_loss, laplace_losses
from dpassay.audit.pipelines.statements import Mechanism, Statement
from dpassay.exact import Real, require
from dpassay.exact.composed_loss import Bracket, ComposedLoss
from dpassay.exact.entrance import explain_failures
from dpassay.exact.loss_lattice import LossLattice, approximate_response, discrete_laplace
from dpassay.exact.rationals import rational_gcd
from dpassay.exact.real import rational_ball

__all__ = ["allowed_delta", "allowed_point", "concentrated", "epsilons", "pure_epsilon", "response_of", "squares"]

MOST_LOSSES: Final = 1 << 20
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
        ValueError: the losses of the mechanisms have no common step, or are too many.
    """
    if concentrated(statement):
        return _concentrated_delta(statement, epsilon)
    loss = _loss_above(statement)
    return Fraction(1) if loss is None else min(Bracket(loss, loss).delta(epsilon)[1], Fraction(1))


@lru_cache(maxsize=16)
def _loss_above(statement: Statement) -> ComposedLoss | None:
    """Return a loss that is certainly not below that of the composition; None where there is no such bound."""
    rates: Counter[Fraction] = Counter()
    for each in statement.mechanisms:
        if each.name == "laplace":
            rates[each["epsilon"]] += each.rounds
    _, above, known = laplace_losses(rates)
    lattices = [*above, *_exact_losses(statement)]
    _check_size(statement, lattices)
    return ComposedLoss.of(lattices, squares(statement)) if known else None


def _exact_losses(statement: Statement) -> Iterator[LossLattice]:
    for each in statement.mechanisms:
        match each.name:
            case "discrete_laplace":
                gap = each["sensitivity"]
                yield discrete_laplace(each["epsilon"] / gap, int(gap)).power(each.rounds)
            case "discrete_gaussian":
                yield discrete_normal_loss(each["sigma"] ** 2, int(each["sensitivity"])).power(each.rounds)
            case "randomized_response" | "pure" | "approximate":
                budget = response_of(each) or (Fraction(0), Fraction(0))
                yield approximate_response(*budget).power(each.rounds)


def _check_size(statement: Statement, lattices: list[LossLattice]) -> None:
    """Refuse losses that are multiples of a very small step alone: all lie between an offset and its opposite."""
    step = rational_gcd(each.step.constant for each in lattices)
    losses = sum((abs(each.offset.constant) * 2 / step for each in lattices), Fraction(0))
    expected = "fewer rounds, or numbers of fewer digits: the losses are multiples of a very small step"
    require(losses <= MOST_LOSSES, "claim", repr(statement.text), expected)


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
