"""The graph of what is known after each prefix of a transcript, under two Markov chains on the same states.

What is known of the hidden part of the state after a prefix is a pair of filters, P(prefix, state) and
Q(prefix, state) over the states that agree with the last observation. Prefixes whose filters are proportional, each
with a factor of its own, have the same future up to a factor of the likelihood ratio, so they share one node. A chain
that is seen entirely is the case in which every state is its own observation, and its nodes are its states.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Any, NamedTuple, cast

from flint import fmpz_mat, fmpz_poly

from dpassay.exact.expnumber import Number
from dpassay.exact.markov_chain import Chain, Kernel, Observe
from dpassay.exact.rationals import require


class Edge(NamedTuple):
    """One observation after a node, possible under both laws.

    ``ratio`` is that of its probabilities, given what was seen before. ``weight`` and ``second`` are its probabilities
    under both laws where the filters are taken as they stand in the nodes, not normalized: their denominators are then
    those of the kernels alone. Along a transcript the quotients of the two have the same product as the ratios.
    """

    target: int
    weight: Number
    ratio: Number
    second: Number


class Graph(NamedTuple):
    """For each step, the edges of each node; the first step has one node, and all edges of the last one end in one.

    ``infinite`` tells whether the first law allows anything that the second one does not.
    """

    layers: list[list[list[Edge]]]
    rational: bool
    infinite: bool


class _Node(NamedTuple):
    """Filters, up to a factor each, on the states that agree with what was seen last."""

    states: tuple[Any, ...]
    p: tuple[Any, ...]
    q: tuple[Any, ...]


def as_rational(number: Number) -> Fraction:
    """Return the number, known to be rational."""
    return cast("Fraction", number)


def graph_of(first: Chain[Any], second: Chain[Any], observe: Observe) -> Graph:
    """Return the graph of all filters that both laws reach."""
    lengths = f"of {len(first.kernels)} and {len(second.kernels)} steps"
    require(len(first.kernels) == len(second.kernels), "chains", lengths, "chains of equal length")
    nodes, layers, infinite = [_Node((None,), (1,), (1,))], [], False
    start: tuple[Kernel[Any], Kernel[Any]] = {None: first.initial}, {None: second.initial}
    steps = [start, *zip(first.kernels, second.kernels, strict=True)]
    rational = all(map(_is_rational, steps))
    matrix = _whole_matrix if rational else _irrational_matrix
    for kernels in steps:
        step = _Step(kernels, observe, matrix, {node.states for node in nodes})
        layers.append([step.edges(node) for node in nodes])
        nodes, infinite = step.nodes, infinite or step.infinite
    layers.append([[Edge(0, Fraction(1) * _sum(node.p), Fraction(1), Fraction(1) * _sum(node.q))] for node in nodes])
    return Graph(layers, rational, infinite)


class _Step:
    """One step of both chains, with the nodes that it has led to so far."""

    def __init__(self, kernels: tuple[Kernel[Any], Kernel[Any]], observe: Observe, matrix: Any, sources: Any) -> None:
        seen: dict[Hashable, dict[Any, None]] = {}
        for kernel in kernels:
            for row in kernel.values():
                for state in row:
                    seen.setdefault(observe(state), {})[state] = None
        self.groups = [tuple(states) for states in seen.values()]
        self.nodes: list[_Node] = []
        self.infinite = False
        self._places: dict[Hashable, int] = {}
        self._matrices = {
            states: tuple(matrix(_rows(kernel, states, self.groups)) for kernel in kernels) for states in sources
        }

    def edges(self, node: _Node) -> list[Edge]:
        """Return what may be seen next, where both laws allow it."""
        p_matrix, q_matrix = self._matrices[node.states]
        p_next, q_next = p_matrix.times(node.p), q_matrix.times(node.q)
        common = Fraction(q_matrix.denominator, p_matrix.denominator) * _sum(node.q) / _sum(node.p)
        start, edges = 0, []
        for states in self.groups:
            end = start + len(states)
            p, q, start = p_next[start:end], q_next[start:end], end
            p_possible, q_possible = (any(x != 0 for x in weights) for weights in (p, q))
            self.infinite = self.infinite or (p_possible and not q_possible)
            if p_possible and q_possible:
                p_factor, q_factor = _factor(p), _factor(q)
                node = _Node(states, _divided(p, p_factor), _divided(q, q_factor))
                weight = Fraction(1, p_matrix.denominator) * p_factor
                second = Fraction(1, q_matrix.denominator) * q_factor
                edges.append(Edge(self._place(node), weight, common * _sum(p) / _sum(q), second))
        return edges

    def _place(self, node: _Node) -> int:
        key = tuple(map(_key, node))
        if key not in self._places:
            self._places[key] = len(self.nodes)
            self.nodes.append(node)
        return self._places[key]


class _Matrix(NamedTuple):
    """A kernel from some states: whole numbers over one denominator where it is rational."""

    rows: Any
    denominator: int

    def times(self, weights: Sequence[Any]) -> list[Any]:
        """Return the weights times the matrix."""
        if isinstance(self.rows, fmpz_mat):
            return [int(x) for x in (fmpz_mat([list(weights)]) * self.rows).entries()]
        return [_sum(w * x for w, x in zip(weights, column, strict=True)) for column in zip(*self.rows, strict=True)]


def _rows(kernel: Kernel[Any], states: tuple[Any, ...], groups: list[tuple[Any, ...]]) -> list[list[Number]]:
    """Return the rows of ``states``, one column for each state of each group; a row that is not given is zero."""
    targets = [state for group in groups for state in group]
    return [[kernel.get(state, {}).get(target, Fraction(0)) for target in targets] for state in states]


def _is_rational(kernels: tuple[Kernel[Any], Kernel[Any]]) -> bool:
    rows = (row for kernel in kernels for row in kernel.values())
    return all(isinstance(entry, Fraction) for row in rows for entry in row.values())


def _whole_matrix(rows: list[list[Number]]) -> _Matrix:
    exact = [[as_rational(entry) for entry in row] for row in rows]
    denominator = lcm(*{entry.denominator for row in exact for entry in row})
    return _Matrix(fmpz_mat([[int(entry * denominator) for entry in row] for row in exact]), denominator)


def _irrational_matrix(rows: list[list[Number]]) -> _Matrix:
    return _Matrix(rows, 1)


def _sum(weights: Iterable[Any]) -> Any:
    """Return the sum of whole or exact numbers."""
    return reduce(lambda a, b: a + b, weights)


def _factor(weights: Sequence[Any]) -> Any:
    """Return the greatest common divisor of whole numbers, or the sum of others: what a filter is divided by."""
    if all(isinstance(weight, int) for weight in weights):
        return int(fmpz_poly(weights).content())
    return _sum(weights)


def _divided(weights: Sequence[Any], factor: Any) -> tuple[Any, ...]:
    return tuple(weight // factor if isinstance(factor, int) else weight / factor for weight in weights)


def _key(values: tuple[Any, ...]) -> Hashable:
    """Return what tells nodes apart. An irrational number has no hash; its text is equal only for equal numbers."""
    return tuple(value if isinstance(value, Hashable) else str(value) for value in values)
