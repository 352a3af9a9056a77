"""Finite private channels: a report for every label, as a table of probabilities.

Source of the extremal ones: Kairouz, Oh and Viswanath, "Extremal mechanisms for local differential privacy", NIPS 2014.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any, TypeAlias

from dpassay.analysis.distribution_game import Report
from dpassay.analysis.hadamard_class import as_number, hadamard
from dpassay.analysis.label_laws import Table, Vector
from dpassay.exact import Dist, Number, require
from dpassay.exact.dist import as_weight, total
from dpassay.exact.entrance import explain_failures
from dpassay.exact.profile import as_exp_eps

MOST_PATTERNS = 1 << 12
"""Channels that list subsets have no more reports than this."""


@dataclass(frozen=True)
class Channel:
    """A private randomization with finitely many inputs and reports: ``rows[y][report]`` is q(report | y)."""

    rows: tuple[Vector, ...]

    def __post_init__(self) -> None:
        """Check that every row is a law, and that all have as many reports."""
        rows = tuple(tuple(as_weight(entry, "rows") for entry in row) for row in self.rows)
        require(len({len(row) for row in rows}) == 1, "rows", f"{len(rows)} rows", "at least one, all of one length")
        for y, row in enumerate(rows):
            require(total(row) == 1, f"rows[{y}]", f"with total {total(row)}", "a total of 1")
        object.__setattr__(self, "rows", rows)

    @property
    def inputs(self) -> int:
        """The number of labels."""
        return len(self.rows)

    @property
    def columns(self) -> tuple[Vector, ...]:
        """The vectors q(y~), one a report, without those of reports that no label gives."""
        return tuple(column for column in zip(*self.rows, strict=True) if any(entry != 0 for entry in column))

    def law(self, label: int) -> Dist[Any]:
        """Return the law of the report of a label in range(inputs)."""
        return Dist(dict(enumerate(self.rows[label])))

    def reports(self, t: int, label: int, table: Table) -> Dist[Report]:  # noqa: ARG002  # users of the game
        """Return the law of the report: a channel is users that do the same in every round."""
        return self.law(label)

    def output(self, p: Sequence[Number]) -> Vector:
        """Return the law of the report where the label has the law p: p~ of (21)."""
        require(len(p) == self.inputs, "p", f"of {len(p)} labels", f"a law on {self.inputs} labels")
        return tuple(total(q * mass for q, mass in zip(column, p, strict=True)) for column in self.columns)

    def loss(self) -> Number | None:
        """Return the largest ratio q(y~|y)/q(y~|y'), the least e^eps of (eps, 0)-privacy; None where it is infinite."""
        if any(min(column) == 0 for column in self.columns):
            return None
        return max(max(column) / min(column) for column in self.columns)

    def is_private(self, exp_eps: object) -> bool:
        """Tell whether it is (eps, 0)-locally private."""
        loss = self.loss()
        return loss is not None and bool(loss <= as_exp_eps(exp_eps))


def least(values: Iterable[Number]) -> Number:
    """Return the smallest exact number."""
    listed = list(values)
    require(bool(listed), "values", listed, "at least one")
    return min(listed)


Patterns: TypeAlias = "Mapping[frozenset[int], object]"


def extremal_channel(inputs: int, patterns: Patterns, exp_eps: object) -> Channel:
    """Return the staircase channel with a report for every subset S: q(S|y) = weight(S) (e^eps if y in S else 1).

    Kairouz, Oh and Viswanath: all extreme (eps, 0)-private channels are of this form. Labels are in range(inputs); the
    weights must make every row total 1.
    """
    t = as_exp_eps(exp_eps)
    weights = [(members, as_number(weight, "patterns")) for members, weight in patterns.items()]
    return Channel(tuple(tuple(w * t if y in S else w for S, w in weights) for y in range(inputs)))


def balanced_channel(inputs: int, subsets: Iterable[Iterable[int]], exp_eps: object) -> Channel:
    """Return the staircase channel of equal weights, on subsets of which every label is in equally many."""
    listed = list(map(frozenset, subsets))
    require(bool(listed), "subsets", "none", "at least one subset of the inputs")
    t = as_exp_eps(exp_eps)
    inside = sum(0 in S for S in listed)
    weight = 1 / (inside * t + (len(listed) - inside))
    return extremal_channel(inputs, dict.fromkeys(listed, weight), t)


def randomized_response(inputs: int, exp_eps: object) -> Channel:
    """Return k-ary randomized response."""
    return balanced_channel(inputs, ([y] for y in range(inputs)), exp_eps)


def subset_mechanism(inputs: int, members: int, exp_eps: object) -> Channel:
    """Return the subset mechanism: a report is a subset of ``members`` labels, likelier where it holds the true one."""
    require(0 <= members <= inputs, "members", members, f"at most {inputs}")
    fewer = min(members, inputs - members)  # there are 2^fewer subsets, or more: few where they are to be counted
    few = fewer < MOST_PATTERNS.bit_length() and comb(inputs, fewer) <= MOST_PATTERNS
    require(few, "members", members, f"at most {MOST_PATTERNS} subsets")
    return balanced_channel(inputs, combinations(range(inputs), members), exp_eps)


def binary_mechanism(inputs: int, subset: Iterable[int], exp_eps: object) -> Channel:
    """Return randomized response on the one bit "the label is in the subset"."""
    inside = frozenset(subset)
    return balanced_channel(inputs, [inside, frozenset(range(inputs)) - inside], exp_eps)


def hadamard_mechanism(order: int, exp_eps: object) -> Channel:
    """Return the channel that picks a column of the Hadamard matrix but the first, and reports a noisy sign of it."""
    signs = hadamard(order)[1:]
    subsets = ([y for y, sign in enumerate(row) if sign == side] for row in signs for side in (1, -1))
    return balanced_channel(order, subsets, exp_eps)


def identity_channel(inputs: int) -> Channel:
    """Return the channel without privacy."""
    return Channel(tuple(tuple(Fraction(int(y == z)) for z in range(inputs)) for y in range(inputs)))


def both(first: Channel, second: Channel) -> Channel:
    """Return the channel that shows two independent reports of the same label; the losses multiply at most."""
    rows = zip(first.rows, second.rows, strict=True)
    return Channel(tuple(tuple(p * q for p, q in product(left, right)) for left, right in rows))


def post_processed(channel: Channel, kernel: Channel) -> Channel:
    """Return the channel whose report goes through a second one; the loss does not grow."""
    reports = len(channel.rows[0])
    require(reports == kernel.inputs, "kernel", f"of {kernel.inputs} inputs", f"one of {reports}, a row a report")
    columns = tuple(zip(*kernel.rows, strict=True))
    return Channel(
        tuple(
            tuple(total(q * k for q, k in zip(row, column, strict=True)) for column in columns) for row in channel.rows
        )
    )


def chosen_at_random(parts: Iterable[tuple[object, Channel]]) -> Channel:
    """Return the channel that picks one of several at random and shows which: its loss is the largest of theirs."""
    listed = [(as_number(weight, "weight"), channel) for weight, channel in parts]
    require(bool(listed), "parts", "none", "at least one channel with its weight")
    return Channel(
        tuple(tuple(w * q for w, channel in listed for q in channel.rows[y]) for y in range(listed[0][1].inputs))
    )


explain_failures(__name__)
