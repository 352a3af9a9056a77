"""What a trace costs in the terms of its claim: epsilon, rho, delta at the claimed epsilon, or delta of a statement.

A statement is broken where at one epsilon delta of the trace is certainly above that of the stated composition, or,
where all its mechanisms are pure, where one sequence of answers loses more than their epsilons together. It is kept
where each step of the trace is paid for (``dominance``); what is neither is open, and `Cost.open` says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from dpassay.audit.pipelines.claims import PipelineClaim, drawn_point
from dpassay.audit.pipelines.composition import Step, delta_bounds
from dpassay.audit.pipelines.cost import ALPHA, Supremum, drawn_delta, fixed_steps, is_fixed, most
from dpassay.audit.pipelines.dominance import largest_first, steps_of, unpaid
from dpassay.audit.pipelines.laws import exceeds
from dpassay.audit.pipelines.renyi import least_rho
from dpassay.audit.pipelines.stated_loss import allowed_delta, allowed_point, epsilons, pure_epsilon
from dpassay.audit.pipelines.statements import Statement
from dpassay.audit.pipelines.traces import Replay, Replays
from dpassay.exact import Real, Undecided, decimal_text
from dpassay.exact.entrance import explain_failures

__all__ = ["Cost", "Measure", "cost_of"]

Measure = Literal["epsilon", "rho", "delta"]
DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class Cost:
    """What the trace costs.

    Attributes:
        most: the largest loss that a replay shows; None where no inputs differ.
        fixed: whether the inputs were the same for all answers that were tried.
        low: a lower bound of what is claimed, epsilon, rho or delta at an epsilon; None where it is infinite.
        high: an upper bound, for these answers and inputs; None where there is none.
        how: how the bounds were found, in words.
        of: what is bounded.
        limit: what the claim allows of it, with the tolerance.
        open: of a statement, why it is not known that the trace keeps it, in words.
    """

    most: Supremum | None
    fixed: bool
    low: Fraction | Real | None
    high: Fraction | Real | None
    how: str
    of: Measure
    limit: Fraction
    open: str = ""


def cost_of(claim: PipelineClaim, found: Replays) -> Cost:
    """Return what the trace costs, in the terms of the claim."""
    top, fixed = most(found.pairs), is_fixed(found.pairs)
    if claim.statement is not None:
        return _stated(claim, claim.statement, found, top)
    if claim.is_pure:
        loss = Fraction(0) if top is None else top.loss
        how = "the largest loss of a sequence of answers"
        return Cost(top, fixed, loss, loss if fixed else None, how, "epsilon", claim.forgiving)
    if not fixed:
        return _drawn(claim, found, top)
    return _approximate(claim, found, top) if claim.rho is None else _concentrated(claim, found, top)


def _approximate(claim: PipelineClaim, found: Replays, top: Supremum | None) -> Cost:
    epsilon, limit = drawn_point(claim)
    low, high = _deltas(_sides(found), epsilon)
    return Cost(top, True, low, high, "delta at the claimed epsilon, by exact composition of the calls", "delta", limit)


def _sides(found: Replays) -> list[list[Step]]:
    return [fixed_steps(found.pairs, side) for side in (0, 1)]


def _deltas(sides: Sequence[Sequence[Step]], epsilon: Fraction) -> tuple[Fraction, Fraction]:
    """Return bounds on the larger delta of the two directions."""
    bounds = [delta_bounds(steps, epsilon) for steps in sides]
    return max(low for low, _ in bounds), max(high for _, high in bounds)


def _concentrated(claim: PipelineClaim, found: Replays, top: Supremum | None) -> Cost:
    rhos = [least_rho(steps) or (Fraction(0), 1) for steps in _sides(found)]
    rho, order = max(rhos, key=lambda each: float("inf") if each[0] is None else float(each[0]))
    how = f"the Renyi divergence of order {order}, divided by the order"
    return Cost(top, True, rho, None, how, "rho", claim.forgiving)


def _drawn(claim: PipelineClaim, found: Replays, top: Supremum | None, why: str = "") -> Cost:
    """Bound delta from below by drawn answers, at the epsilon of the claim, or at one that it says something of."""
    point, limit = drawn_point(claim)
    bounds = [drawn_delta(found.turned(side), point, ALPHA / 2) for side in (0, 1)]
    low, count = max(bounds)
    confidence = decimal_text(100 * (1 - ALPHA))
    epsilon = decimal_text(point, DIGITS) if claim.epsilon is None else claim.number
    how = f"delta at epsilon = {epsilon}, from {count} drawn sequences of answers, with {confidence} % confidence"
    return Cost(top, False, low, None, how, "delta", limit, why)


# Statements


def _stated(claim: PipelineClaim, statement: Statement, found: Replays, top: Supremum | None) -> Cost:
    """Return by what a statement is broken; else why it is not known to be kept."""
    fixed, pure, more = is_fixed(found.pairs), pure_epsilon(statement), 1 + claim.tolerance
    if pure is not None and top is not None and exceeds(top.loss, pure * more):
        how = "the largest loss of a sequence of answers"
        return Cost(top, fixed, top.loss, None, how, "epsilon", pure * more)
    why = _why_open(claim, statement, found.pairs, fixed=fixed)
    if not fixed:
        return _drawn(claim, found, top, why)
    asked = epsilons(statement) if why else (allowed_point(statement)[0],)
    costs = [_compared(claim, statement, _sides(found), epsilon, (top, why)) for epsilon in asked]
    return max(costs, key=_excess)


def _why_open(claim: PipelineClaim, statement: Statement, pairs: Sequence[Replay], *, fixed: bool) -> str:
    """Return why some replay may cost more than what is stated, in words; "" where each is dominated."""
    for steps in dict.fromkeys(map(steps_of, pairs)):
        why = unpaid(statement, largest_first(steps) if fixed else steps, claim.tolerance)
        if why:
            return why
    return ""


def _compared(
    claim: PipelineClaim,
    statement: Statement,
    sides: Sequence[Sequence[Step]],
    epsilon: Fraction,
    rest: tuple[Supremum | None, str],
) -> Cost:
    """Hold delta of the trace at one epsilon to that of the statement; ``rest``: what else its cost says."""
    more, (top, why) = 1 + claim.tolerance, rest
    try:
        low, high = _deltas(sides, epsilon * more)
    except Undecided:  # no enclosure of it is narrow
        low, high = Fraction(0), Fraction(1)
    how = f"delta at epsilon = {decimal_text(epsilon, DIGITS)}, by exact composition of the calls"
    return Cost(top, True, low, high, how, "delta", allowed_delta(statement, epsilon) * more, why)


def _excess(cost: Cost) -> Fraction:
    """Return how far delta is above what is stated."""
    return (cost.low if isinstance(cost.low, Fraction) else Fraction(0)) - cost.limit


explain_failures(__name__)
