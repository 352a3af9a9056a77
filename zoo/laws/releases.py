"""The laws of `zoo/targets/releases.py`, of what tells the inputs apart.

A choice between two, and noise of probability proportional to q^|k| on what it says. Where a count is the same on
both inputs its noise tells nothing; where it moves by d, the ratio of two probabilities is one of q^-d, ..., q^d, and
all places below both counts, or above both, have the same: a law on finitely many outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from dpassay.exact import Dist, two_sided_geometric

PLACES = range(4)
"""All that is measured lies between these."""

Outcome = tuple[int, int]


def _released(choice: Sequence[Fraction], counts: Sequence[int], q: Fraction) -> Dist[Outcome]:
    """Return the law of the choice and the measurement, the places beyond ``PLACES`` at its ends."""
    found = {}
    for chosen, (mass, count) in enumerate(zip(choice, counts, strict=True)):
        noise = two_sided_geometric(count, q)
        first, last = PLACES[0], PLACES[-1]
        found[chosen, first] = mass * noise.cdf(first)
        found[chosen, last] = mass * noise.upper_tail(last)
        found |= {(chosen, place): mass * noise.pmf(place) for place in PLACES[1:-1]}
    return Dist(found)


def _chosen(base: int, q: Fraction) -> Callable[[Sequence[int]], Dist[Outcome]]:
    def law(data: Sequence[int]) -> Dist[Outcome]:
        weights = [Fraction(base) ** count for count in data]
        return _released([weight / sum(weights) for weight in weights], data, q)

    return law


def _row(q: Fraction) -> Callable[[int], Dist[Outcome]]:
    return lambda data: _released([Fraction(1, 2)] * 2, [data, 3 * data], q)


LAWS = {
    "correct": _chosen(2, Fraction(1, 2)),
    "budget_twice": _chosen(4, Fraction(1, 4)),
    "largest_range": _row(Fraction(1, 2)),
    "average_range": _row(Fraction(1, 4)),
}
