"""Paths of desired models that are followed by uniform draws: what is released, and how long the path is missed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpassay.analysis.limited_switching import (
    Models,
    Released,
    follower,
    law,
    played_law,
)
from dpassay.exact import Dist
from dpassay.proofs_check.instances import (
    entries,
    family,
    row_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance


@entries(desired=row_of(whole(), 1, 5), experts=whole(1, 4)).where
def _is_path(instance: Instance) -> bool:
    """Desired models for rounds 2, 3, ..., at least one, among d."""
    return bool(max(instance["desired"]) < instance["experts"])


def _followed(instance: Instance) -> tuple[Dist[Released], Dist[Models], int]:
    """What the follower of a fixed path releases, and the models that it plays."""
    desired, experts = instance["desired"], instance["experts"]
    rounds = len(desired) + 1
    algorithm = follower(rounds, experts, lambda past, _: int(desired[len(past) - 1]))
    nothing = [[0] * experts] * rounds
    return law(algorithm, nothing), played_law(algorithm, nothing), rounds


def _misses(instance: Instance, power: int) -> bool:
    """Whether j rounds after the last change of the path it is missed with probability at most (1 - 1/d)^(j power)."""
    desired, experts = instance["desired"], instance["experts"]
    _, models, _ = _followed(instance)
    steady = next((j for j, a in enumerate(reversed(desired)) if a != desired[-1]), len(desired))
    if steady == len(desired):
        steady += 1  # the first model is a draw, too
    missed = models.probability(lambda path: path[-1] != desired[-1])
    return bool(missed <= (1 - Fraction(1, experts)) ** (steady * power))


def _draws_are_uniform(instance: Instance) -> bool:
    """Whether every model drawn is uniform, given its round and all that was released before."""
    released, _, _ = _followed(instance)
    experts = instance["experts"]
    before: dict[Any, list[Any]] = {}
    for path, weight in released.items():
        for i, z in enumerate(path):
            masses = before.setdefault((path[:i], z.round), [Fraction(0)] * experts)
            masses[z.model] += weight
    return all(len(set(masses)) == 1 for masses in before.values())


told("asi39c", "draws are uniform, and j rounds after a change the path is missed with prob. <= (1 - 1/d)^j", _is_path)(
    lambda instance: _draws_are_uniform(instance) and _misses(instance, 1)
)
told("asi39c-faster", "... <= (1 - 1/d)^(2j)", _is_path)(lambda instance: _misses(instance, 2))


@family("desired-paths", "all paths of 1 to 4 desired models among 2, and of 1 to 3 among 3")
def _desired_paths() -> Iterator[Instance]:
    for experts, longest in ((2, 4), (3, 3)):
        for length in range(1, longest + 1):
            for path in product(range(experts), repeat=length):
                yield {"desired": list(path), "experts": experts}
