"""Draws in planned rounds, on two neighbors.

A plan says in which round the next model is drawn, by chance or by what was drawn; each round has a pair of fresh laws,
for the two values of the bit 1[l_1(model 0) >= 1/2], which is all that the algorithm reads of the losses.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from dpassay.analysis.limited_switching import LimitedSwitching, Losses, Private, Released, law
from dpassay.exact import Dist

Plan: TypeAlias = Mapping[str, Any]
"""The plan, the laws, and the number of active rounds, as text and whole numbers."""


def fresh_pair(instance: Plan, following: int) -> tuple[Dist[int], Dist[int]]:
    """The fresh laws of a round, on the two neighbors."""
    uniform = Dist.uniform([0, 1])
    pair = instance["laws"].get(str(following))
    return (uniform, uniform) if pair is None else (_law_of(pair[0]), _law_of(pair[1]))


def _law_of(weights: list[str]) -> Dist[int]:
    return Dist.from_weights({model: Fraction(weight) for model, weight in enumerate(weights)})


def _next_rounds(plan: dict[str, Any], released: Released) -> Dist[int]:
    """The law of the next round with a draw; 0 where there is none. It may depend on the last model drawn."""
    key = ",".join(f"{z.round}:{z.model}" for z in released[1:])
    rounds = plan.get(key, plan.get(",".join(f"{z.round}" for z in released[1:]), {"0": 1}))
    return Dist.from_weights({int(t): weight for t, weight in rounds.items()})


def _planned(instance: Plan) -> LimitedSwitching:
    """The algorithm of a plan, on as many rounds as it is active."""
    plan: dict[str, Any] = instance["plan"]

    def fresh(past: Losses) -> Dist[int]:
        if not past:
            return Dist.uniform([0, 1])
        return fresh_pair(instance, len(past) + 1)[0 if past[0][0] >= Fraction(1, 2) else 1]

    def rule(past: Losses, released: Released, state: Any) -> Dist[tuple[bool, Private]]:
        chosen = Dist.point(state[1]) if state[0] == len(released) else _next_rounds(plan, released)
        return chosen.map(lambda t: (t == len(past) + 1, (len(released), t)))

    return LimitedSwitching(instance["active"], 2, fresh, rule, Dist.point((0, 0)))


def _bit_losses(instance: Plan, bit: int) -> list[list[int]]:
    return [[bit, 0], *[[0, 0]] * (instance["active"] - 1)]


def released_laws(instance: Plan) -> tuple[Dist[Released], Dist[Released]]:
    """The laws of all that is released, on the two neighbors."""
    algorithm = _planned(instance)
    p, q = (law(algorithm, _bit_losses(instance, bit)) for bit in (1, 0))
    return p, q
