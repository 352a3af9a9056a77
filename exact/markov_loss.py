"""Privacy loss of the transcript of a finite Markov chain, all of it seen or only a function of its states.

The two laws are two chains on the same states, whose kernels may change from step to step. Transcripts are not listed:

* What is known of the hidden part of the state after a prefix is a pair of filters, P(prefix, state) and
  Q(prefix, state) over the states that agree with the last observation. Prefixes whose filters are proportional, each
  with a factor of its own, have the same future up to a factor of the likelihood ratio, so they share one node. A chain
  that is seen entirely is the case in which every state is its own observation, and its nodes are its states.
* Nodes of a step with the same edges, whatever their labels, are lumped into one.
* From the last step to the first, each node has the loss distribution of the rest of the transcript: an integer
  polynomial where all ratios are powers of one rational, up to a constant of the step, else the weight of each ratio.

Nodes times ratios are what a computation costs. Their number stays polynomial in the number of steps where few
different ratios occur; where every step brings ratios of its own, so do the transcripts, and no exact profile can be
shorter. Delta at one e^eps can: ``transcript_delta`` meets in the middle, and takes about the square root of that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from math import lcm, prod
from typing import Any, Generic, NamedTuple, TypeVar, cast

from flint import fmpq, fmpz, fmpz_mat, fmpz_poly

from dpassay.exact.dist import Dist, as_weight, total
from dpassay.exact.entrance import explain_failures
from dpassay.exact.expnumber import Number
from dpassay.exact.privacy_loss import LatticeLoss, PrivacyLoss, common_base, exponent_of
from dpassay.exact.profile import Atom, as_exp_eps, merge_atoms
from dpassay.exact.rationals import require

S = TypeVar("S", bound=Hashable)
Kernel = Mapping[S, Mapping[S, Number]]
"""The law of the next state, by state."""
Observe = Callable[[Any], Hashable]
"""What is seen of a state."""
MOST_TRANSCRIPTS = 1 << 16
"""``transcript_law`` lists no more transcripts than this; the losses list none."""


@dataclass(frozen=True, slots=True)
class Chain(Generic[S]):
    """A Markov chain on finitely many states: the law of the first, and a kernel for each step after it.

    Raises ``ValueError`` for a weight that is negative or no exact number, for a row whose total is not 1, and where a
    state can be reached whose next step is not given. Rows of states that are never reached may be left out.
    """

    initial: Mapping[S, Number]
    kernels: Sequence[Kernel[S]]

    def __post_init__(self) -> None:
        """Read the weights, and leave out those that are zero."""
        object.__setattr__(self, "initial", _checked_row(self.initial, "initial"))
        reached: set[S] = set(self.initial)
        kernels = []
        for step, kernel in enumerate(self.kernels):
            for state in reached:
                require(
                    state in kernel, f"kernels[{step}]", f"without {state!r}", "a row for each state that is reached"
                )
            rows = {state: _checked_row(kernel[state], f"kernels[{step}][{state!r}]") for state in reached}
            reached = {following for row in rows.values() for following in row}
            kernels.append(rows)
        object.__setattr__(self, "kernels", tuple(kernels))

    def marginals(self) -> tuple[Dist[S], ...]:
        """The exact law of each state, the first one included."""
        laws = [dict(self.initial)]
        for kernel in self.kernels:
            following: dict[S, Number] = {}
            for state, weight in laws[-1].items():
                for target, probability in kernel[state].items():
                    following[target] = following.get(target, Fraction(0)) + weight * probability
            laws.append(following)
        return tuple(Dist(weights) for weights in laws)


def _checked_row(row: Mapping[S, Number], name: str) -> dict[S, Number]:
    exact = {state: as_weight(weight, f"{name}[{state!r}]") for state, weight in row.items()}
    mass = total(exact.values())
    require(mass == 1, name, f"with total {mass}", "a total of 1")
    return {state: weight for state, weight in exact.items() if weight != 0}


def _itself(state: Hashable) -> Hashable:
    return state


def transcript_law(chain: Chain[S], observe: Observe = _itself) -> Dist[tuple[Any, ...]]:
    """The exact law of all that is seen, by the forward algorithm: each prefix with its weight in every state.

    Raises ``ValueError`` where there are too many transcripts to list.
    """
    prefixes = _seen_next({(): {None: Fraction(1)}}, {None: chain.initial}, observe)
    for kernel in chain.kernels:
        prefixes = _seen_next(prefixes, kernel, observe)
        require(len(prefixes) <= MOST_TRANSCRIPTS, "chain", "too long", f"at most {MOST_TRANSCRIPTS} transcripts")
    return Dist({prefix: total(weights.values()) for prefix, weights in prefixes.items()})


def _seen_next(prefixes: Mapping[Any, Mapping[Any, Number]], kernel: Kernel[Any], observe: Observe) -> dict[Any, Any]:
    longer: dict[Any, dict[Any, Number]] = {}
    for prefix, weights in prefixes.items():
        for state, weight in weights.items():
            for target, probability in kernel[state].items():
                seen = longer.setdefault((*prefix, observe(target)), {})
                seen[target] = seen.get(target, Fraction(0)) + weight * probability
    return longer


def transcript_loss(first: Chain[S], second: Chain[S], observe: Observe = _itself) -> PrivacyLoss | LatticeLoss:
    """The exact privacy-loss distribution of all that is seen, under ``first`` against ``second``.

    ``observe`` gives what is seen of a state; without it states are seen as they are. A ``LatticeLoss`` where all
    ratios of each step are a constant of the step times powers of one rational.
    """
    graph = _graph(first, second, observe)
    return _rational_loss(graph) if graph.rational else _irrational_loss(graph)


def transcript_delta(first: Chain[S], second: Chain[S], exp_eps: object, observe: Observe = _itself) -> Number:
    """The exact delta at e^eps = ``exp_eps`` of all that is seen, as ``transcript_loss`` gives it but without its law.

    The beginnings of transcripts are listed by ratio for each node of some step, and so are their ends. Sorted, they
    tell at once which ends bring a beginning above e^eps. Both lists are about the square root of the whole.
    """
    t = as_exp_eps(exp_eps)
    graph = _graph(first, second, observe)
    if not graph.rational:
        return _irrational_loss(graph).delta(t)
    lattice = _lattice(graph)
    return _met_in_the_middle(graph, t) if lattice is None else _lattice_loss(graph, *lattice).delta(t)


def largest_ratio(first: Chain[S], second: Chain[S], observe: Observe = _itself) -> Number | None:
    """The largest likelihood ratio of a transcript, without its loss distribution; None where it is infinite.

    One number a node: nothing else is as cheap as the worst case.
    """
    graph = _graph(first, second, observe)
    if graph.infinite:
        return None
    largest: list[Number] = [Fraction(1)]
    for layer in reversed(graph.layers):
        largest = [max(edge.ratio * largest[edge.target] for edge in edges) for edges in layer]
    return largest[0]


# The graph of filters


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


def _rational(number: Number) -> Fraction:
    """Return the number, known to be rational."""
    return cast("Fraction", number)


def _graph(first: Chain[Any], second: Chain[Any], observe: Observe) -> Graph:
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
    exact = [[_rational(entry) for entry in row] for row in rows]
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


# The loss, from the last step to the first


Weights = dict[tuple[int, Fraction], int]
"""How much of a node leads to which node of the next step with which ratio, over a common denominator."""
Combine = Callable[[int, Weights, list[Any]], Any]
Term = tuple[fmpq, fmpz]
"""A ratio and its weight."""
ByRatio = dict[tuple[int, int], Term]
"""Terms by numerator and denominator of the ratio."""


def _rational_loss(graph: Graph) -> PrivacyLoss | LatticeLoss:
    """Return the loss, as a lattice where there is one."""
    lattice = _lattice(graph)
    if lattice is not None:
        return _lattice_loss(graph, *lattice)
    masses, denominator = _backward(graph, [(fmpq(1), fmpz(1))], _combined_masses)
    atoms = [_atom(ratio, Fraction(int(mass), denominator)) for ratio, mass in sorted(masses, key=_by_ratio)]
    return _completed(atoms, *_totals(graph))


def _lattice(graph: Graph) -> tuple[Fraction, list[Fraction]] | None:
    """Return a base that fits the ratios of all steps, each relative to its step's least, and these; None without."""
    steps = [{_rational(edge.ratio) for edges in layer for edge in edges} for layer in graph.layers]
    if not all(steps):
        return None
    least = [min(ratios) for ratios in steps]
    base = common_base({r / low for ratios, low in zip(steps, least, strict=True) for r in ratios})
    return None if base is None else (base, least)


def _by_ratio(term: Term) -> fmpq:
    return term[0]


class Lumped(NamedTuple):
    """A rational graph whose nodes with equal edges are one: for each step those of each node, and what P is over."""

    layers: list[list[Weights]]
    denominator: int


def _lumped(graph: Graph) -> Lumped:
    """Return the graph with its nodes lumped, from the last step to the first."""
    layers: list[list[Weights]] = []
    places, whole = [0], 1
    for layer in reversed(graph.layers):
        denominator = lcm(*{_rational(edge.weight).denominator for edges in layer for edge in edges})
        known: dict[Hashable, int] = {}
        distinct: list[Weights] = []
        now: list[int] = []
        for edges in layer:
            weights = _weights(edges, places, denominator)
            place = known.setdefault(frozenset(weights.items()), len(distinct))
            if place == len(distinct):
                distinct.append(weights)
            now.append(place)
        layers.append(distinct)
        places, whole = now, whole * denominator
    return Lumped(layers[::-1], whole)


def _weights(edges: list[Edge], places: list[int], denominator: int) -> Weights:
    weights: Weights = {}
    for edge in edges:
        key, weight = (places[edge.target], _rational(edge.ratio)), _rational(edge.weight)
        weights[key] = weights.get(key, 0) + weight.numerator * (denominator // weight.denominator)
    return weights


def _backward(graph: Graph, end: Any, combine: Combine) -> tuple[Any, int]:
    """Return what ``combine`` makes of the first node, from ``end`` after the last step, and the denominator of P."""
    lumped = _lumped(graph)
    results = [end]
    for step in reversed(range(len(lumped.layers))):
        results = [combine(step, weights, results) for weights in lumped.layers[step]]
    return results[0], lumped.denominator


def _combined_masses(step: int, weights: Weights, after: list[list[Term]]) -> list[Term]:  # noqa: ARG001
    """Return each ratio with its weight; a polynomial, so to speak, in as many variables as it takes."""
    masses: ByRatio = {}
    for (place, ratio), weight in weights.items():
        _add(masses, after[place], ratio, weight)
    return list(masses.values())


def _add(masses: ByRatio, terms: Iterable[Term], ratio: Fraction, weight: int) -> None:
    """Add the terms, times one more ratio and weight."""
    factor, count = fmpq(ratio.numerator, ratio.denominator), fmpz(weight)
    for other, mass in terms:
        product = factor * other
        key = int(product.p), int(product.q)  # two whole numbers have a faster hash than their quotient
        known = masses.get(key)
        masses[key] = (product, count * mass if known is None else known[1] + count * mass)


def _atom(ratio: fmpq, p: Fraction) -> Atom:
    return Atom(p, p * Fraction(int(ratio.q), int(ratio.p)))


def _lattice_loss(graph: Graph, base: Fraction, least: list[Fraction]) -> PrivacyLoss | LatticeLoss:
    """Return the loss whose ratios are the product of ``least`` times powers of ``base``."""
    exponent = cache(lambda relative: exponent_of(relative, base))

    def combine(step: int, weights: Weights, after: list[fmpz_poly]) -> fmpz_poly:
        terms: dict[int, dict[int, int]] = {}
        for (place, ratio), weight in weights.items():
            terms.setdefault(place, {})[exponent(ratio / least[step])] = weight
        factors = ((_polynomial(powers), after[place]) for place, powers in terms.items())
        return sum((factor * later for factor, later in factors), fmpz_poly())

    coefficients, denominator = _backward(graph, fmpz_poly([1]), combine)
    if coefficients == 0:
        return _completed([], Fraction(0), Fraction(0))
    infinite = 1 - Fraction(int(coefficients(1)), denominator)
    return LatticeLoss(base, 0, coefficients, denominator, infinite, prod(least, start=Fraction(1)))


def _polynomial(powers: Mapping[int, int]) -> fmpz_poly:
    return fmpz_poly([powers.get(k, 0) for k in range(max(powers) + 1)])


def _totals(graph: Graph) -> tuple[Number, Number]:
    """Return the masses under both laws of all that both allow, node by node: few numbers where the atoms are many."""
    p, q = [Fraction(1)], [Fraction(1)]
    for layer in reversed(graph.layers):
        p, q = (
            [sum((_rational(edge.weight) * p[edge.target] for edge in edges), Fraction(0)) for edges in layer],
            [sum((_rational(edge.second) * q[edge.target] for edge in edges), Fraction(0)) for edges in layer],
        )
    return p[0], q[0]


def _completed(atoms: Sequence[Atom], p: Number, q: Number) -> PrivacyLoss:
    """Add what only one of the laws allows to the atoms of all else, which are in order and have these totals."""
    only_q = [Atom(Fraction(0), 1 - q)] if q != 1 else []
    only_p = [Atom(1 - p, Fraction(0))] if p != 1 else []
    return PrivacyLoss((*only_q, *atoms, *only_p))


# Delta alone, from both ends


def _met_in_the_middle(graph: Graph, t: Number) -> Number:
    """Return delta at ``t``: the beginnings grow from the first step, the ends from the last one, the fewer first."""
    layers, denominator = _lumped(
        graph._replace(layers=[[_unnormalized(edges) for edges in layer] for layer in graph.layers])
    )
    whole = [_whole_factor(layer) for layer in layers]
    beginnings: list[list[Term]] = [[(fmpq(1), fmpz(1))]]
    ends: list[list[Term]] = [[(fmpq(1), fmpz(1))]]
    start, stop = 0, len(layers)
    while start < stop:
        if sum(map(len, beginnings)) <= sum(map(len, ends)):
            beginnings = _forward(layers[start], beginnings, len(layers[start + 1]) if start + 1 < len(layers) else 1)
            start += 1
        else:
            stop -= 1
            ends = [_combined_masses(stop, weights, ends) for weights in layers[stop]]
    scales = prod(whole[:start]), prod(whole[start:])
    above = [_above(t, *pair, *scales) for pair in zip(beginnings, ends, strict=True)]
    p, q = (sum(masses) for masses in zip(*above, strict=True))
    infinite = 1 - Fraction(_all_mass(beginnings, ends), denominator)
    return infinite + Fraction(p, denominator) - t * Fraction(q, denominator * scales[0] * scales[1])


def _unnormalized(edges: list[Edge]) -> list[Edge]:
    """Take the quotients of the weights for the ratios: then whole weights have small denominators under both laws."""
    return [edge._replace(ratio=edge.weight / edge.second) for edge in edges]


def _whole_factor(layer: list[Weights]) -> int:
    """Return what makes the weights under the second law whole numbers, which are those under the first by ratio."""
    return lcm(*{(weight / ratio).denominator for weights in layer for (_, ratio), weight in weights.items()})


def _forward(layer: list[Weights], beginnings: list[list[Term]], following: int) -> list[list[Term]]:
    """Return the beginnings that are longer by one step, by the node that they lead to."""
    longer: list[ByRatio] = [{} for _ in range(following)]
    for weights, terms in zip(layer, beginnings, strict=True):
        for (place, ratio), weight in weights.items():
            _add(longer[place], terms, ratio, weight)
    return [list(masses.values()) for masses in longer]


def _above(t: Number, beginnings: list[Term], ends: list[Term], scale: int, end_scale: int) -> tuple[int, int]:
    """Return the masses under both laws of the transcripts through one node whose ratio is above ``t``.

    Those of the second law are times both scales, which makes all of them whole. The greater the ratio of a beginning,
    the more ends do: both lists are walked through once.
    """
    is_above = _comparison(t)
    falling = sorted(ends, key=_by_ratio, reverse=True)
    place, p_ends, q_ends, p, q = 0, fmpz(0), fmpz(0), fmpz(0), fmpz(0)
    for ratio, mass in sorted(beginnings, key=_by_ratio):
        while place < len(falling) and is_above(ratio * falling[place][0]):
            p_ends += falling[place][1]
            q_ends += _under_second(falling[place], end_scale)
            place += 1
        p += mass * p_ends
        q += _under_second((ratio, mass), scale) * q_ends
    return int(p), int(q)


def _comparison(t: Number) -> Callable[[fmpq], bool]:
    """Return what tells whether a ratio is above ``t``, exactly."""
    if isinstance(t, Fraction):
        bound = fmpq(t.numerator, t.denominator)
        return lambda ratio: ratio > bound
    return lambda ratio: Fraction(int(ratio.p), int(ratio.q)) > t


def _under_second(term: Term, scale: int) -> fmpz:
    """Return the mass of a term under the second law, times a scale that makes it whole."""
    ratio, mass = term
    return mass * scale * ratio.q // ratio.p


def _all_mass(beginnings: list[list[Term]], ends: list[list[Term]]) -> int:
    """Return the mass under the first law of all transcripts that the second one allows."""
    pairs = zip(beginnings, ends, strict=True)
    return sum(int(_mass(some)) * int(_mass(others)) for some, others in pairs)


def _mass(terms: list[Term]) -> fmpz:
    return sum((mass for _, mass in terms), fmpz(0))


def _irrational_loss(graph: Graph) -> PrivacyLoss:
    """Return the loss where ratios are numbers of the field of powers: slower, and for short chains."""
    after: list[Masses] = [{"1": (Fraction(1), Fraction(1))}]
    for layer in reversed(graph.layers):
        after = [_masses(edges, after) for edges in layer]
    atoms = merge_atoms(Atom(p, p / ratio) for ratio, p in after[0].values())
    return _completed(atoms, total(atom.p for atom in atoms), total(atom.q for atom in atoms))


Masses = dict[str, tuple[Number, Number]]
"""A ratio and its weight, by the ratio's text: ratios of one text are equal, and the others are compared at the end."""


def _masses(edges: list[Edge], after: list[Masses]) -> Masses:
    masses: Masses = {}
    for edge in edges:
        for later, mass in after[edge.target].values():
            ratio = edge.ratio * later
            key = str(ratio)
            masses[key] = (ratio, masses[key][1] + edge.weight * mass if key in masses else edge.weight * mass)
    return masses


explain_failures(__name__)
