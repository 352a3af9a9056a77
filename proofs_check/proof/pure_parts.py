"""The pure parts of two laws: a pair within a factor e^eps of each other that both hold with weight 1 - delta.

There are such parts where neither law has more than delta above e^eps times the other: Kairouz, Oh and Viswanath 2015.
Cut each law at e^eps times the other one. What is left of them is within the factor, and of a mass of at least 1 -
delta. The smaller one is scaled to that mass. From the larger one as much is taken away, between what the factor needs
and what it leaves.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

Law = tuple[Fraction, ...]
Pair = tuple[Law, Law]
ZERO = Fraction(0)


def excess(one: Law, other: Law, growth: Fraction) -> Fraction:
    """What one law has above e^eps times the other."""
    if min(*one, *other) < 0 or sum(one) != 1 or sum(other) != 1:
        raise ValueError(f"laws = {one}, {other}: expected probabilities that add up to 1")
    return sum((max(a - growth * b, ZERO) for a, b in zip(one, other, strict=True)), ZERO)


@cache
def pure_parts(pair: Pair, growth: Fraction, delta: Fraction) -> Pair:
    """Return both, as laws, where e^eps is the growth, above 1; equal ones where delta is 1."""
    if delta == 1:
        return pair[0], pair[0]
    first, second = _cut(*pair, growth), _cut(*pair[::-1], growth)
    if sum(first) < sum(second):
        return _scaled(second, first, growth, 1 - delta)[::-1]
    return _scaled(first, second, growth, 1 - delta)


def _cut(one: Law, other: Law, growth: Fraction) -> Law:
    return tuple(min(a, growth * b) for a, b in zip(one, other, strict=True))


def _scaled(larger: Law, smaller: Law, growth: Fraction, mass: Fraction) -> Pair:
    """Parts of two measures within a factor, both of this mass, as laws."""
    if sum(smaller) < mass:
        raise ValueError(f"laws: expected indistinguishable ones, so that {mass} is left, and not {sum(smaller)}")
    part = tuple(b * mass / sum(smaller) for b in smaller)
    low, high = tuple(b / growth for b in part), _cut(larger, part, growth)
    way = (mass - sum(low)) / (sum(high) - sum(low))
    return tuple((a + way * (b - a)) / mass for a, b in zip(low, high, strict=True)), tuple(b / mass for b in part)
