"""Instances that are pairs of laws, given by weights, and what is computed of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpassay.exact import Dist, hockey_stick_divergence
from dpassay.proofs_check.instances import entries, weights_of_law
from dpassay.proofs_check.kernel.finite import Instance

Law = Dist[int]


def law_of(weights: list[Any]) -> Law:
    """A law on 0, 1, ..., in proportion to the weights."""
    return Dist.from_weights({i: Fraction(w) for i, w in enumerate(weights) if Fraction(w)})


def laws_of(instance: Instance) -> tuple[Law, Law]:
    """The two laws of an instance."""
    return law_of(instance["p"]), law_of(instance["q"])


@entries(p=weights_of_law(), q=weights_of_law()).where
def are_laws(instance: Instance) -> bool:
    """Weights of two laws on equally many points."""
    return len(instance["p"]) == len(instance["q"])


def pairs(weights: tuple[tuple[int, ...], ...]) -> Iterator[Instance]:
    """All pairs of laws with such weights."""
    return ({"p": list(p), "q": list(q)} for p, q in product(weights, repeat=2))


def both_ways(p: Dist[Any], q: Dist[Any], exp_eps: Any) -> Any:
    """The larger of the two hockey-stick divergences."""
    return max(hockey_stick_divergence(p, q, exp_eps), hockey_stick_divergence(q, p, exp_eps))
