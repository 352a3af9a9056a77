"""How often the statements of an audit of a claim alone are false, each by itself and all of them together.

An audit states lower bounds on epsilon, on delta at several epsilons, on the mu of Gaussian privacy and on Renyi
divergences, and promises that all hold together. The truth here is that of the cells of the exact laws: to merge
answers to cells makes no divergence larger, so that no false statement is counted as true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchmarks import law_power
from benchmarks.cases import resolved
from dpassay.audit.evidence.learned import HOCKEY_STICKS, ORDERS, LearnedEvidence
from dpassay.properties.cells import masses_on

STATEMENTS: Final[Mapping[str, str]] = {
    "hockey stick": f"delta, at epsilon = {', '.join(f'{epsilon:g}' for epsilon in HOCKEY_STICKS)}",
    "total variation": "total variation",
    "mu": "mu of Gaussian privacy",
    "Renyi": f"Renyi divergence, of order {', '.join(map(str, ORDERS))}",
}
"""Each kind of statement, in words."""

SAFE: Final = 1 + 1e-9
"""Truths are sums of doubles."""

Masses = NDArray[np.float64]


def false_statements(evidence: LearnedEvidence, mechanism: str, samples: int) -> dict[str, bool]:
    """Say for each kind of statement whether one of them is false."""
    true, stated = truths(mechanism, samples), evidence.implied
    said = {
        "hockey stick": stated.hockey_stick,
        "total variation": stated.hockey_stick[:1],
        "mu": (stated.mu,),
        "Renyi": stated.renyi,
    }
    return {
        name: any(bound > SAFE * truth for bound, truth in zip(said[name], true[name], strict=True)) for name in said
    }


@cache
def truths(mechanism: str, samples: int) -> Mapping[str, Sequence[float]]:
    """Return what is true of the pair of inputs that tells the most, in the order of the statements."""
    laws, cells = resolved(mechanism).laws, law_power.frame(mechanism, samples)[0]
    found = [divergences(p, q) for p, q in _directions(laws, cells)]
    return {
        name: tuple(max(column) for column in zip(*(each[name] for each in found), strict=True)) for name in STATEMENTS
    }


def _directions(laws: Sequence[Any], cells: Sequence[Any]) -> Iterator[tuple[Masses, Masses]]:
    """Yield the probabilities of cells, either way round; what is in none is counted to the last."""
    for place, law in enumerate(cells):
        masses = [masses_on(each, law) for each in laws]
        for each in masses:
            each[-1] += max(0.0, 1 - each.sum())
        yield masses[place], masses[1 - place]


def divergences(p: Masses, q: Masses) -> dict[str, tuple[float, ...]]:
    """Return the divergences of two laws on the same finitely many outcomes; shape (m,) each."""
    sticks = tuple(float(np.maximum(p - np.exp(epsilon) * q, 0).sum()) for epsilon in HOCKEY_STICKS)
    renyi = tuple(max(_renyi(p, q, order), _renyi(q, p, order)) for order in ORDERS)
    return {"hockey stick": sticks, "total variation": sticks[:1], "mu": (_mu(p, q),), "Renyi": renyi}


def _renyi(p: Masses, q: Masses, order: int) -> float:
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(p > 0, order * np.log(p) + (1 - order) * np.log(q), -np.inf)
    return float(special.logsumexp(terms)) / (order - 1)


def _mu(p: Masses, q: Masses) -> float:
    """Return the mu of two laws: the trade-off function is linear between these events, and a Gaussian's is convex."""
    with np.errstate(divide="ignore", invalid="ignore"):
        order = np.argsort(np.where(p + q > 0, q / p, np.inf), kind="stable")
        found = special.ndtri(np.minimum(np.cumsum(p[order]), 1)) - special.ndtri(np.minimum(np.cumsum(q[order]), 1))
    return float(np.nanmax(found[:-1], initial=0.0))
