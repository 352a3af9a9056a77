"""Finding evidence for inequalities in one variable.

In this order: the rules of signs and Sturm's theorem; a chain of derivatives, each divided by whatever positive factor
makes the next one simpler, until it is rational; on finite intervals, Taylor series at ends where the formula vanishes
and balls on the rest; on infinite ones, a cut into a finite part and a tail.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Undecided
from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.certify.cofactors import Node, cofactors
from dpassay.proofs_check.certify.symbols import to_sympy, to_text
from dpassay.proofs_check.kernel.domain import defined, sign
from dpassay.proofs_check.kernel.enclosures import coefficient_is_positive
from dpassay.proofs_check.kernel.expressions import (
    Formula,
    Power,
    Variable,
    ball,
    derivative,
    negative,
    parse,
    substitute,
    variables,
)
from dpassay.proofs_check.kernel.inequality import Goal, coefficient_signs, prove, value_at_end, with_closed
from dpassay.proofs_check.kernel.interval import Interval
from dpassay.proofs_check.kernel.normal_form import equal, rational_function
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.kernel.series import reduced

SECONDS: Final = 30
DEPTH: Final = 8
"""Derivatives in a chain."""
SAMPLES_PRECISION: Final = 256
MOST_PIECES: Final = 400
FEW_PIECES: Final = 12
NARROWEST: Final = 24
"""Halvings of an interval after which a search gives up."""
HIGHEST_ORDER: Final = 12
CUTS: Final = tuple(Fraction(cut) for cut in ("1", "3", "1/4", "10", "40"))
"""Distances from the finite end at which an infinite interval is cut."""


class OutOfTime(Exception):
    """The search took too long."""


def certify(statement: Mapping[str, Any], seconds: float = SECONDS) -> Node | None:
    """Return evidence, or ``None`` where none is found in that much of the processor's time."""
    formula, name = parse(statement["expression"]), statement["variable"]
    goal = Goal(formula, name, Interval.read(statement["interval"]), statement["relation"] == ">")
    if not variables(formula) <= {name} or not defined(formula, name, goal.interval):
        return None
    try:
        return _Search(time.process_time() + seconds).find(goal)
    except (OutOfTime, Rejected, Undecided):
        return None


@dataclass
class _Search:
    """One search, with its deadline and the chains that were tried in vain."""

    deadline: float
    failed: dict[tuple[Formula, Interval, bool], int] = field(default_factory=dict)

    def find(self, goal: Goal) -> Node | None:
        for way in (self.at_once, self.few_balls, self.chain_deepening, self.local, self.at_inner_zero, self.tail):
            node = way(goal)
            if node is not None:
                return node
        return None

    def hurry(self) -> None:
        if time.process_time() > self.deadline:
            raise OutOfTime

    def at_once(self, goal: Goal) -> Node | None:
        """By signs alone, or Sturm's theorem."""
        if rational_function(goal.formula, goal.name) is not None:
            return _accepted(goal, {"by": "rational"})
        known = sign(goal.formula, goal.name, goal.interval)
        return {"by": "signs"} if (known.positive if goal.strict else known.at_least_0) else None

    # Chains of derivatives.

    def chain_deepening(self, goal: Goal) -> Node | None:
        for depth in range(1, DEPTH + 1):
            node = self.chain(goal, depth)
            if node is not None:
                return node
        return None

    def chain(self, goal: Goal, depth: int) -> Node | None:
        """At once, or by the sign of the derivative of the formula or of one of its cofactors."""
        self.hurry()
        key = (goal.formula, goal.interval, goal.strict)
        if self.failed.get(key, -1) >= depth or _is_false(goal):
            return None
        node = self.at_once(goal)
        if node is None and rational_function(goal.formula, goal.name) is None:
            node = self.by_derivative(goal, depth)
            if node is None and not goal.strict and (goal.interval.low_closed or goal.interval.high_closed):
                inside = replace(goal.interval, low_closed=False, high_closed=False)
                inner = self.chain(replace(goal, interval=inside), depth)
                node = None if inner is None else {"by": "interior", "node": inner}
        if node is None:
            self.failed[key] = depth
        return node

    def by_derivative(self, goal: Goal, depth: int) -> Node | None:
        for cofactor, wrap in cofactors(goal):
            inner = _replaced(goal, cofactor)
            node = self.at_once(inner)
            if node is not None:
                return wrap(node)
            for end in ("low", "high") if depth > 0 else ():
                node = self.from_end(inner, end, depth)
                if node is not None:
                    return wrap(node)
        return None

    def from_end(self, goal: Goal, end: str, depth: int) -> Node | None:
        try:
            value = value_at_end(goal, end)
        except Rejected:
            return None
        if goal.strict and value == 0 and goal.has_closed(end):
            return None
        slope = derivative(goal.formula, goal.name)
        inside = replace(goal.interval, low_closed=False, high_closed=False)
        rising = slope if end == "low" else negative(slope)
        node = self.chain(Goal(rising, goal.name, inside, goal.strict and value == 0), depth - 1)
        return None if node is None else {"by": "derivative", "from": end, "node": node}

    # Finite intervals.

    def few_balls(self, goal: Goal) -> Node | None:
        return self.balls(goal, FEW_PIECES)

    def balls(self, goal: Goal, most: int = MOST_PIECES) -> Node | None:
        """Halve the interval until ball arithmetic shows the sign on every piece."""
        low, high = goal.interval.low, goal.interval.high
        if low is None or high is None or _is_false(goal):
            return None
        pending, pieces, tries = [(low, high)], [low], 0
        while pending:
            self.hurry()
            a, b = pending.pop()
            tries += 1
            if coefficient_is_positive(goal.formula, goal.name, a, b):
                pieces.append(b)
            elif tries + len(pending) > most or (b - a) * 2**NARROWEST < high - low:
                return None
            else:
                middle = (a + b) / 2
                pending += [(middle, b), (a, middle)]
        return {"by": "balls", "pieces": [str(piece) for piece in pieces]}

    def local(self, goal: Goal) -> Node | None:
        """Taylor series at the ends where the formula vanishes, balls on the rest."""
        if goal.interval.low is None or goal.interval.high is None or _is_false(goal):
            return None
        for end in ("low", "high"):
            order = _order_of_zero(goal, end)
            if order is None:
                return None
            if order > 0:
                return self.beside_zero(goal, end, order)
        return self.balls(goal)

    def beside_zero(self, goal: Goal, end: str, order: int) -> Node | None:
        node = {"by": "taylor", "at": end, "order": order}
        if _accepted(goal, node):
            return node
        low, high = goal.interval.low, goal.interval.high
        if low is None or high is None:
            return None
        width = high - low
        for halvings in range(1, NARROWEST):
            self.hurry()
            at = low + width / 2**halvings if end == "low" else high - width / 2**halvings
            left, right = (replace(goal, interval=part) for part in goal.interval.split(at))
            beside, rest = (left, right) if end == "low" else (right, left)
            if _accepted(beside, node):
                other = self.few_balls(rest) or self.local(rest)
                nodes = (node, other) if end == "low" else (other, node)
                return None if other is None else {"by": "split", "at": str(at), "left": nodes[0], "right": nodes[1]}
        return None

    def at_inner_zero(self, goal: Goal) -> Node | None:
        """Cut at a simple rational where the formula seems to touch zero."""
        low, high = goal.interval.low, goal.interval.high
        if goal.strict or low is None or high is None or _is_false(goal):
            return None
        for denominator in range(1, 13):
            for numerator in range(int(low * denominator) - 1, min(int(high * denominator) + 2, 200)):
                point = Fraction(numerator, denominator)
                if point.denominator == denominator and low < point < high and _vanishes(goal, point):
                    left, right = (self.part(replace(goal, interval=part)) for part in goal.interval.split(point))
                    if left is not None and right is not None:
                        return {"by": "split", "at": str(point), "left": left, "right": right}
        return None

    # Infinite intervals.

    def tail(self, goal: Goal) -> Node | None:
        """Cut an infinite interval; the tails by a chain or by x = 1/u."""
        low, high = goal.interval.low, goal.interval.high
        if (low is not None and high is not None) or _is_false(goal):
            return None
        node = self.by_reciprocal(goal)
        for cut in () if node is not None else _cuts(low, high):
            left, right = (replace(goal, interval=part) for part in goal.interval.split(cut))
            first = self.part(left)
            second = None if first is None else self.part(right)
            if first is not None and second is not None:
                return {"by": "split", "at": str(cut), "left": first, "right": second}
        return node

    def part(self, goal: Goal) -> Node | None:
        """Like ``find``, without another cut of an infinite interval."""
        return self.few_balls(goal) or self.chain_deepening(goal) or self.local(goal) or self.by_reciprocal(goal)

    def by_reciprocal(self, goal: Goal) -> Node | None:
        """A tail, as a finite interval of u = 1/x, where the formula in u is defined at 0."""
        low = goal.interval.low
        if low is None or low <= 0 or goal.interval.high is not None:
            return None
        inverted = substitute(goal.formula, {goal.name: Power(Variable(goal.name), -1)})
        image = Interval(Fraction(0), 1 / low, low_closed=False, high_closed=goal.interval.low_closed)
        try:
            text = to_text(to_sympy(reduced(inverted, goal.name)))
            inner = Goal(parse(text), goal.name, image, goal.strict)
            if not equal(inverted, inner.formula):
                return None
        except Rejected:
            return None
        node = self.few_balls(inner) or self.local(inner)
        if node is None:
            return None
        one = {"by": "factor", "factor": "1", "sign": {"by": "rational"}, "cofactor": text, "node": node}
        return {"by": "reciprocal", "node": one}


def _accepted(goal: Goal, node: Node) -> Node | None:
    try:
        prove(goal, node)
    except (Rejected, Undecided):
        return None
    return node


def _replaced(goal: Goal, formula: Formula) -> Goal:
    return replace(goal, formula=formula)


def _is_false(goal: Goal) -> bool:
    """Look for a point of the interval where the formula has the wrong sign."""
    with working_precision(SAMPLES_PRECISION):
        for point in _samples(goal.interval):
            value = ball(goal.formula, {goal.name: rational_ball(point)})
            if value < 0 or (goal.strict and value.is_zero()):
                return True
    return False


def _samples(interval: Interval) -> Iterator[Fraction]:
    low, high = interval.low, interval.high
    if interval.low_closed and low is not None:
        yield low
    if interval.high_closed and high is not None:
        yield high
    steps = [Fraction(2) ** k for k in range(-12, 9)]
    if low is not None and high is not None:
        for step in (*(Fraction(k, 16) for k in range(1, 16)), *steps[:9]):
            yield low + (high - low) * step
            yield high - (high - low) * step
    elif low is not None:
        yield from (low + step for step in steps)
    elif high is not None:
        yield from (high - step for step in steps)
    else:
        yield from (side * step for step in steps for side in (1, -1))


def _cuts(low: Fraction | None, high: Fraction | None) -> list[Fraction]:
    if low is not None:
        return [low + distance for distance in CUTS]
    return [Fraction(0), Fraction(1), Fraction(-1)] if high is None else [high - distance for distance in CUTS]


def _vanishes(goal: Goal, point: Fraction) -> bool:
    with working_precision(SAMPLES_PRECISION):
        value = ball(goal.formula, {goal.name: rational_ball(point)})
    return bool(value.contains(0))


def _order_of_zero(goal: Goal, end: str) -> int | None:
    """Return the order of the zero at an end, and ``None`` where the formula is undefined or negative beside it."""
    point = goal.interval.low if end == "low" else goal.interval.high
    closed = with_closed(goal.interval, end)
    if point is None or not defined(goal.formula, goal.name, closed):
        return None
    try:
        for length in (1, HIGHEST_ORDER):
            signs = coefficient_signs(goal, point, 1 if end == "low" else -1, length)
            for order, told in enumerate(signs):
                if told != 0:
                    return order if told == 1 else None
    except Rejected:
        pass
    return None
