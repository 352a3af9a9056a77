"""Privacy loss of the transcript of a finite Markov chain, all of it seen or only a function of its states.

The two laws are two chains on the same states, whose kernels may change from step to step. Transcripts are not listed:

* Prefixes after which the states are known equally well share one node (``dpassay.exact.markov_graph``).
* Nodes of a step with the same edges, whatever their labels, are lumped into one.
* From the last step to the first, each node has the loss distribution of the rest of the transcript: an integer
  polynomial where all ratios are powers of one rational, up to a constant of the step, else the weight of each ratio.

Nodes times ratios are what a computation costs. Their number stays polynomial in the number of steps where few
different ratios occur; where every step brings ratios of its own, so do the transcripts, and no exact profile can be
shorter. Delta at one e^eps can: ``transcript_delta`` meets in the middle, and takes about the square root of that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import lcm, prod
from typing import Any, NamedTuple

from flint import fmpq, fmpz, fmpz_poly

from dpassay.exact.dist import total
from dpassay.exact.entrance import explain_failures
from dpassay.exact.expnumber import Number
from dpassay.exact.markov_chain import Chain, Observe, S, itself
from dpassay.exact.markov_graph import Edge, Graph, as_rational, graph_of
from dpassay.exact.privacy_loss import LatticeLoss, PrivacyLoss, common_base, exponent_of
from dpassay.exact.profile import Atom, as_exp_eps, merge_atoms


def transcript_loss(first: Chain[S], second: Chain[S], observe: Observe = itself) -> PrivacyLoss | LatticeLoss:
    """The exact privacy-loss distribution of all that is seen, under ``first`` against ``second``.

    ``observe`` gives what is seen of a state; without it states are seen as they are. A ``LatticeLoss`` where all
    ratios of each step are a constant of the step times powers of one rational.
    """
    graph = graph_of(first, second, observe)
    return _rational_loss(graph) if graph.rational else _irrational_loss(graph)


def transcript_delta(first: Chain[S], second: Chain[S], exp_eps: object, observe: Observe = itself) -> Number:
    """The exact delta at e^eps = ``exp_eps`` of all that is seen, as ``transcript_loss`` gives it but without its law.

    The beginnings of transcripts are listed by ratio for each node of some step, and so are their ends. Sorted, they
    tell at once which ends bring a beginning above e^eps. Both lists are about the square root of the whole.
    """
    t = as_exp_eps(exp_eps)
    graph = graph_of(first, second, observe)
    if not graph.rational:
        return _irrational_loss(graph).delta(t)
    lattice = _lattice(graph)
    return _met_in_the_middle(graph, t) if lattice is None else _lattice_loss(graph, *lattice).delta(t)


def largest_ratio(first: Chain[S], second: Chain[S], observe: Observe = itself) -> Number | None:
    """The largest likelihood ratio of a transcript, without its loss distribution; None where it is infinite.

    One number a node: nothing else is as cheap as the worst case.
    """
    graph = graph_of(first, second, observe)
    if graph.infinite:
        return None
    largest: list[Number] = [Fraction(1)]
    for layer in reversed(graph.layers):
        largest = [max(edge.ratio * largest[edge.target] for edge in edges) for edges in layer]
    return largest[0]


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
    steps = [{as_rational(edge.ratio) for edges in layer for edge in edges} for layer in graph.layers]
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
        denominator = lcm(*{as_rational(edge.weight).denominator for edges in layer for edge in edges})
        known: dict[Hashable, int] = {}
        distinct: list[Weights] = []
        now: list[int] = []
        for edges in layer:
            weights = step_weights(edges, places, denominator)
            place = known.setdefault(frozenset(weights.items()), len(distinct))
            if place == len(distinct):
                distinct.append(weights)
            now.append(place)
        layers.append(distinct)
        places, whole = now, whole * denominator
    return Lumped(layers[::-1], whole)


def step_weights(edges: list[Edge], places: list[int], denominator: int) -> Weights:
    """Return what is carried over each edge, as integers over one denominator."""
    weights: Weights = {}
    for edge in edges:
        key, weight = (places[edge.target], as_rational(edge.ratio)), as_rational(edge.weight)
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
            [sum((as_rational(edge.weight) * p[edge.target] for edge in edges), Fraction(0)) for edges in layer],
            [sum((as_rational(edge.second) * q[edge.target] for edge in edges), Fraction(0)) for edges in layer],
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
