"""The forks of a target as a Markov chain: with which probability each answer is reached, loops and all.

A branch that leads back to a fork where the target was before is an edge to it. Forks are eliminated one by one: what
flows into one flows on, and a loop by itself is a geometric series, 1/(1 - p). So the weights are exact, as long as
the fractions are short; a longer one is rounded down, which makes the weights of answers smaller, never larger.
"""

from __future__ import annotations

import math
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any

from .worker_tree import Fork

LONGEST, KEPT = 4_096, 2_048
"""Bits of a denominator: more are rounded down, to so many. (Python writes down integers of 14,000 bits at most, and a
quotient of two sums has the bits of both.)"""

Rows = dict[Any, dict[Any, Any]]


def weights(first: Fork | str | None, *, exact: bool = True) -> dict[str, Any]:
    """Return the probability of each answer, from where runs begin; what is not known yet is left out.

    Not ``exact``: as floats, which are near them.
    """
    if first is None or isinstance(first, str):
        return {} if first is None else {first: Fraction(1)}
    rows = edges(first, exact=exact)
    chain = Chain(rows)
    order = [(chain.cost(node), place, node) for place, node in enumerate(rows) if node is not first]
    heapify(order)
    while order:
        cost, place, node = heappop(order)
        now = chain.cost(node)
        if now > cost and order and now > order[0][0]:
            heappush(order, (now, place, node))
        else:
            chain.eliminate(node)
    return chain.absorbed(first)


def edges(first: Fork, *, exact: bool) -> Rows:
    """Return of each fork that is reached the shares of what comes next."""
    rows: Rows = {}
    waiting = [first]
    while waiting:
        fork = waiting.pop()
        if fork in rows:
            continue
        row = rows[fork] = {}
        for place, end in enumerate(fork.leads):
            if end is not None:
                share = fork.share(place) if exact else float(fork.share(place))
                row[end] = row.get(end, 0) + share
                waiting += [] if isinstance(end, str) else [end]
    return rows


class Chain:
    """Rows of shares, and from where each fork is reached."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.sources: dict[Any, set[Any]] = {node: set() for node in rows}
        for node, row in rows.items():
            for end in row:
                if end in self.sources:
                    self.sources[end].add(node)

    def cost(self, node: Any) -> int:
        """Return about how many products it takes to eliminate a fork."""
        return len(self.sources[node]) * len(self.rows[node])

    def eliminate(self, node: Any) -> None:
        """Let what flows into a fork flow on to where it leads."""
        row, sources = self.onward(node), self.sources.pop(node)
        sources.discard(node)
        for end in row:
            if end in self.sources:
                self.sources[end].discard(node)
                self.sources[end] |= sources
        for source in sources:
            into = self.rows[source]
            share = into.pop(node)
            for end, part in row.items():
                into[end] = shortened(into.get(end, 0) + share * part)

    def onward(self, node: Any) -> dict[Any, Any]:
        """Return where a fork leads to in the end, its loop by itself taken away."""
        row = self.rows.pop(node)
        loop = row.pop(node, 0)
        if loop in {0, 1}:
            return row
        return {end: shortened(part / (1 - loop)) for end, part in row.items()}

    def absorbed(self, first: Any) -> dict[str, Any]:
        """Return the probabilities of answers, once there is no other fork left."""
        return {end: part for end, part in self.onward(first).items() if part > 0}


def short(found: dict[str, Fraction]) -> dict[str, Fraction]:
    """Return weights whose sum is a short fraction: if need be all of them rounded down."""
    if math.lcm(*(part.denominator for part in found.values())).bit_length() <= LONGEST:
        return found
    return {end: rounded_down(part) for end, part in found.items() if rounded_down(part) > 0}


def shortened(number: Any) -> Any:
    """Return a fraction that is short, and not larger."""
    if not isinstance(number, Fraction) or number.denominator.bit_length() <= LONGEST:
        return number
    return rounded_down(number)


def rounded_down(number: Fraction) -> Fraction:
    """Return the next multiple of 2^-KEPT."""
    return Fraction((number.numerator << KEPT) // number.denominator, 1 << KEPT)
