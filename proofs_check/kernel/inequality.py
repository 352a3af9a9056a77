"""Inequalities of formulas in one variable, with exp, log and sqrt, on an interval.

The evidence is a tree. Each node shows "g > 0" or "g >= 0" on an interval, in the way that ``by`` names, and may leave
parts of the work to further nodes. Every g has to be defined on its whole interval, where it is then analytic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import Any, Final

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.kernel.domain import defined, sign
from dpassay.proofs_check.kernel.enclosures import PRECISIONS, coefficient_is_positive, is_above_0
from dpassay.proofs_check.kernel.expressions import (
    Formula,
    Number,
    Power,
    Product,
    Sum,
    Variable,
    ball,
    derivative,
    negative,
    parse,
    substitute,
)
from dpassay.proofs_check.kernel.interval import Interval, rational
from dpassay.proofs_check.kernel.normal_form import equal, rational_function
from dpassay.proofs_check.kernel.reading import Entries, entries, listed, one_of, pair, unread
from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.kernel.series import exact_taylor, reduced, taylor
from dpassay.proofs_check.kernel.sturm import is_nonnegative, is_positive

LONGEST_SERIES = 64


@dataclass(frozen=True, slots=True)
class Goal:
    """``formula`` > 0, or >= 0 where not ``strict``, at every point of the interval."""

    formula: Formula
    name: str
    interval: Interval
    strict: bool

    def has_closed(self, end: str) -> bool:
        """Tell whether the end belongs to the interval."""
        return self.interval.low_closed if end == "low" else self.interval.high_closed

    @classmethod
    def of(cls, statement: Mapping[str, Any]) -> Goal:
        """Return the goal that a statement sets, whose entries are read."""
        formula, name, interval = (statement[entry] for entry in ("expression", "variable", "interval"))
        return cls(formula, name, interval, statement["relation"] == ">")


def check(statement: Mapping[str, Any], evidence: Any) -> None:
    """Accept "expression > 0" or ">= 0" on an interval, on all of which the expression is defined."""
    prove(Goal.of(statement), evidence)


def check_sign(statement: Mapping[str, Any], evidence: Any) -> None:  # noqa: ARG001  # nothing but the statement
    """Accept the same of a rational function, by Sturm's theorem alone."""
    prove(Goal.of(statement), {"by": "rational"})


def prove(goal: Goal, node: Any) -> None:
    """Accept a goal on a tree of evidence."""
    by: Any = node.get("by") if isinstance(node, Mapping) else None
    insist(isinstance(by, str) and by in NODES, f"no step {by!r}")
    step = NODES[by]
    insist(defined(goal.formula, goal.name, goal.interval), f"not shown to be defined on {goal.interval}")
    step.show(goal, *entries({name: part for name, part in node.items() if name != "by"}, step.entries).values())


def _balls(goal: Goal, pieces: list[Fraction]) -> None:
    # g > 0 on each of the closed pieces, which cover the closed interval.
    insist(len(pieces) > 0 and all(a <= b for a, b in pairwise(pieces)), "the pieces do not increase")
    insist(
        (pieces[0], pieces[-1]) == (goal.interval.low, goal.interval.high), f"the pieces do not fill {goal.interval}"
    )
    for low, high in pairwise(pieces):
        shown = coefficient_is_positive(goal.formula, goal.name, low, high)
        insist(shown, f"not shown to be positive on [{low}, {high}]")


def _taylor(goal: Goal, end: str, order: int) -> None:
    # g(a + h) = c_0 + ... + c_(n-1) h^(n-1) + c_n h^n > 0 for h > 0, where c_n is that of a point between; g(a) = c_0.
    # From the high end h < 0, and the signs alternate.
    low, high = goal.interval.low, goal.interval.high
    if low is None or high is None:
        raise Rejected(f"no Taylor series on {goal.interval}")
    point, direction = (low, 1) if end == "low" else (high, -1)
    closed = with_closed(goal.interval, end)
    insist(defined(goal.formula, goal.name, closed), f"not shown to be defined at {point}")
    signs = coefficient_signs(goal, point, direction, order)
    insist(None not in signs, f"the coefficients at {point} have the signs {signs}")
    insist(not goal.strict or not goal.has_closed(end) or signs[0] == 1, f"zero at {point}")
    shown = coefficient_is_positive(goal.formula, goal.name, low, high, order=order, factor=direction**order)
    insist(shown, f"the coefficient of order {order} is not shown to be positive on [{low}, {high}]")


def with_closed(interval: Interval, end: str) -> Interval:
    """Return the interval with a finite end that belongs to it."""
    return replace(interval, low_closed=True) if end == "low" else replace(interval, high_closed=True)


def coefficient_signs(goal: Goal, point: Fraction, direction: int, length: int) -> list[int | None]:
    """Tell for each Taylor coefficient whether it is positive (1), exactly zero (0) or neither is shown (None)."""
    signs: list[int | None] = [None] * length
    for precision in PRECISIONS:
        with working_precision(precision):
            balls = taylor(goal.formula, goal.name, rational_ball(point), length)
        signs = [1 if is_above_0(c * direction**k) else s for k, (c, s) in enumerate(zip(balls, signs, strict=True))]
    if None in signs:
        exact = exact_taylor(goal.formula, goal.name, point, length)
        signs = [0 if s is None and c.is_zero() else s for c, s in zip(exact, signs, strict=True)]
    return signs


def _derivative(goal: Goal, end: str, node: Any) -> None:
    # g rises on the open interval from its value, or its limit, at one end; it rises strictly where g' > 0.
    value = value_at_end(goal, end)
    insist(not (goal.strict and value == 0 and goal.has_closed(end)), f"zero at the {end} end of {goal.interval}")
    slope = derivative(goal.formula, goal.name)
    inside = replace(goal.interval, low_closed=False, high_closed=False)
    rising = slope if end == "low" else negative(slope)
    prove(Goal(rising, goal.name, inside, goal.strict and value == 0), node)


def value_at_end(goal: Goal, end: str) -> int:
    """Return 1 where the value at an end, or the limit there, is positive, and 0 where it is exactly zero."""
    point = goal.interval.low if end == "low" else goal.interval.high
    if point is not None:
        closed = with_closed(goal.interval, end)
        insist(defined(goal.formula, goal.name, closed), f"not shown to be defined at {point}")
        shown = coefficient_signs(goal, point, 1, 1)[0]
    else:
        shown = _limit(goal, -1 if end == "low" else 1)
    insist(shown is not None, f"the value at the {end} end of {goal.interval} is not shown to be at least 0")
    return shown  # type: ignore[return-value]  # just insisted on


def _limit(goal: Goal, side: int) -> int | None:
    # With x = 1/u or -1/u, and the rational parts in lowest terms, the formula is continuous at u = 0: its value there
    # is the limit.
    outside = substitute(goal.formula, {goal.name: Product(Number(Fraction(side)), Power(Variable(goal.name), -1))})
    inverted = reduced(outside, goal.name)
    at_0 = Goal(inverted, goal.name, goal.interval, goal.strict)
    with working_precision(PRECISIONS[-1]):
        insist(bool(ball(inverted, {goal.name: rational_ball(0)}).is_finite()), "no limit is known at infinity")
    return coefficient_signs(at_0, Fraction(0), 1, 1)[0]


def _rational(goal: Goal) -> None:
    # Sturm's theorem; the denominator vanishes nowhere, because g is defined.
    fraction = rational_function(goal.formula, goal.name)
    if fraction is None:
        raise Rejected("not a rational function")
    product = fraction[0] * fraction[1]
    shown = is_positive(product, goal.interval) if goal.strict else is_nonnegative(product, goal.interval)
    insist(shown, f"the rational function is not of the sign claimed on {goal.interval}")


def _signs(goal: Goal) -> None:
    # The rules of signs: exp is positive, a sum of positive terms is positive, and so on.
    known = sign(goal.formula, goal.name, goal.interval)
    insist(known.positive if goal.strict else known.at_least_0, f"the rules of signs do not show it on {goal.interval}")


def _interior(goal: Goal, node: Any) -> None:
    # g is defined at the closed ends, hence continuous there: what is at least 0 inside is at least 0 at the ends.
    insist(not goal.strict, "g > 0 inside says nothing strict about the ends")
    inside = replace(goal.interval, low_closed=False, high_closed=False)
    prove(replace(goal, interval=inside), node)


def _factor(goal: Goal, factor: Formula, sign_of_factor: Any, cofactor: Formula, node: Any) -> None:
    # g is the product of something positive and something of the sign claimed.
    insist(equal(goal.formula, Product(factor, cofactor)), "the product is not the formula")
    prove(replace(goal, formula=factor, strict=True), sign_of_factor)
    prove(replace(goal, formula=cofactor), node)


def _sum(goal: Goal, terms: list[tuple[Formula, Any]]) -> None:
    # Every term is at least 0; where the claim is strict, the first one is above 0.
    insist(len(terms) > 0, "there are no terms")
    insist(equal(goal.formula, reduce(Sum, (term for term, _ in terms))), "the terms do not add up to the formula")
    for k, (term, node) in enumerate(terms):
        prove(replace(goal, formula=term, strict=goal.strict and k == 0), node)


def _split(goal: Goal, at: Fraction, left: Any, right: Any) -> None:
    # The two parts cover the interval, and both hold the point.
    for interval, node in zip(goal.interval.split(at), (left, right), strict=True):
        prove(replace(goal, interval=interval), node)


def _reciprocal(goal: Goal, node: Any) -> None:
    # x = 1/u maps the interval of u onto that of x.
    low, high = goal.interval.low, goal.interval.high
    if low is None or low < 0 or (low == 0 and goal.interval.low_closed):
        raise Rejected(f"{goal.interval} is not inside (0, oo)")
    image = Interval(
        Fraction(0) if high is None else 1 / high,
        1 / low if low else None,
        goal.interval.high_closed,
        goal.interval.low_closed,
    )
    inverted = substitute(goal.formula, {goal.name: Power(Variable(goal.name), -1)})
    prove(replace(goal, formula=inverted, interval=image), node)


def _order(number: Any) -> int:
    insist(type(number) is int and 0 < number <= LONGEST_SERIES, f"order {number!r}")
    return int(number)


@dataclass(frozen=True, slots=True)
class Step:
    """A way to show a goal, and the entries of its node as it takes them."""

    show: Callable[..., None]
    entries: Entries


END: Final = one_of("low", "high")
NODES: Final = {
    "balls": Step(_balls, {"pieces": listed(rational)}),
    "taylor": Step(_taylor, {"at": END, "order": _order}),
    "derivative": Step(_derivative, {"from": END, "node": unread}),
    "rational": Step(_rational, {}),
    "signs": Step(_signs, {}),
    "interior": Step(_interior, {"node": unread}),
    "factor": Step(_factor, {"factor": parse, "sign": unread, "cofactor": parse, "node": unread}),
    "sum": Step(_sum, {"terms": listed(pair(parse, unread))}),
    "split": Step(_split, {"at": rational, "left": unread, "right": unread}),
    "reciprocal": Step(_reciprocal, {"node": unread}),
}
