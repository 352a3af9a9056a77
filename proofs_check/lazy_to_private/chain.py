"""Exact conditional laws of L2P, for claims on single rounds: what round s releases, given all that came before.

Batches are numbered from 1 as in the source, models from 0. An instance is a loss matrix, the row that replaces the one
of ``changed_round`` (from 0), e^eta, B and p. The laws are those of ``dpassay.reference.lazy_to_private``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final, TypeAlias

from dpassay.exact import Dist, LogForm, Number, log
from dpassay.exact.markov_chain import Chain
from dpassay.proofs_check.instances import (
    ABOVE_1,
    BETWEEN,
    PROBABILITY,
    REWARDS,
    Rows,
    as_rows,
    entries,
    matrices,
    row_of,
    stored_rows,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.reference import lazy_to_private
from dpassay.reference.lazy_to_private import Parameters, State

Released: TypeAlias = "tuple[int, int, int | None]"
"""(x_s, y_s, zeta_s); the last batch has no zeta_s."""


def growth_of(instance: Instance) -> Fraction:
    """Return e^eta."""
    return Fraction(instance["exp_learning_rate"])


def parameters_of(instance: Instance) -> Parameters:
    """The parameters of L2P."""
    rows = instance["losses"]
    return Parameters.read(
        exp_learning_rate=instance["exp_learning_rate"],
        batch=instance["batch"],
        fake_switch=instance["fake_switch"],
        rounds=len(rows),
        experts=len(rows[0]),
    )


def pair_of(instance: Instance) -> tuple[Rows, Rows]:
    """The two loss matrices, of which one row differs."""
    first, place = as_rows(instance["losses"]), instance["changed_round"]
    return first, (*first[:place], as_rows([instance["row"]])[0], *first[place + 1 :])


def changed_batch(instance: Instance) -> int:
    """The number s_0 of the batch that differs."""
    return int(instance["changed_round"]) // int(instance["batch"]) + 1


def batches_of(instance: Instance) -> int:
    """The number n of batches."""
    return len(instance["losses"]) // int(instance["batch"])


RATIONAL_GAME: Final = entries(losses=REWARDS, exp_learning_rate=ABOVE_1, batch=whole(1), fake_switch=BETWEEN)
"""Losses in [0, 1], e^eta > 1, a batch and a probability of fake switches."""


@RATIONAL_GAME.having(changed_round=whole(), row=row_of(PROBABILITY)).where
def is_pair(instance: Instance) -> bool:
    """A game of whole batches, and another row for one round."""
    losses = instance["losses"]
    return (
        len(instance["row"]) == len(losses[0])
        and len(losses) % instance["batch"] == 0
        and instance["changed_round"] < len(losses)
    )


@is_pair.where
def meets_theorem_32(instance: Instance) -> bool:
    """The preconditions of Theorem 3.2 with eta <= 1/10, and a delta_1 for which E_G, like every E_s, is certain.

    E_G is certain where 2 T p log(1/delta_1)/B is at least the number of steps; eta B log(1/delta_1)/p may be 1.
    """
    rounds, batch, steps = len(instance["losses"]), instance["batch"], batches_of(instance) - 1
    p = Fraction(instance["fake_switch"])
    largest = min(Fraction(1, 10), 2 * rounds * p**2 / (steps * batch**2)) if steps else Fraction(1, 10)
    return rounds * p >= batch and log(growth_of(instance)) <= LogForm(largest)


@cache
def chain_of(rows: Rows, parameters: Parameters) -> Chain[State]:
    """Algorithm 1 with multiplicative weights as a Markov chain."""
    return lazy_to_private.chain(rows, parameters)


@cache
def switch_law(rows: Rows, parameters: Parameters, s: int, x: int, y: int) -> Dist[int]:
    """The law of zeta_s given x_s and y_s, for s < n; nothing earlier matters."""
    return Dist(dict(chain_of(rows, parameters).kernels[s - 1][State(x, y, 0)])).map(lambda state: state.zeta)


def models_law(rows: Rows, parameters: Parameters, s: int, given: State) -> Dist[tuple[int, int]]:
    """The law of (x_s, y_s) given (x_{s-1}, y_{s-1}, zeta_{s-1}), for s >= 2; nothing earlier matters."""
    row = Dist(dict(chain_of(rows, parameters).kernels[s - 2][State(given.x, given.y, 0)]))
    return row.condition(lambda state: state.zeta == given.zeta).map(lambda state: (state.x, state.y))


@cache
def round_law(rows: Rows, parameters: Parameters, s: int, given: State) -> Dist[Released]:
    """The law of (x_s, y_s, zeta_s) given Sigma_{s-1}, of which only the last entries matter; s >= 2."""
    models = models_law(rows, parameters, s, given)
    if s == parameters.batches:
        return models.map(lambda pair: (*pair, None))
    return models.bind(lambda pair: switch_law(rows, parameters, s, *pair).map(lambda zeta: (*pair, zeta)))


def histories(parameters: Parameters, zetas: Iterable[int] = (0, 1)) -> Iterator[State]:
    """All last entries of Sigma_{s-1}."""
    models = range(parameters.experts)
    return (State(*entry) for entry in product(models, models, zetas))


def both_ratios(first: Dist[Any], second: Dist[Any]) -> Number:
    """The largest ratio of probabilities, in either direction; the laws have equal support."""
    pairs = [(weight, second.pmf(outcome)) for outcome, weight in first.items()]
    return max(max(p / q, q / p) for p, q in pairs)


def round_ratio(instance: Instance, s: int, given: State) -> Number:
    """The largest ratio of what round s >= 2 releases, given one history."""
    first, second = pair_of(instance)
    parameters = parameters_of(instance)
    return both_ratios(*(round_law(rows, parameters, s, given) for rows in (first, second)))


def neighboring_pairs(
    batches: int, experts: int, growth: str, fake_switch: str, *, batch: int = 1
) -> Iterator[Instance]:
    """All pairs of 0/1 matrices that differ in one row; the last batch, which nothing depends on, has no losses."""
    rows = list(product(("0", "1"), repeat=experts))
    rounds = (batches - 1) * batch
    quiet = stored_rows([["0"] * experts] * batch)
    for losses in matrices(rounds, experts, ("0", "1")):
        for place, row in product(range(rounds), rows):
            if list(row) != losses[place]:
                yield {
                    "losses": [*losses, *quiet],
                    "changed_round": place,
                    "row": list(row),
                    "exp_learning_rate": growth,
                    "batch": batch,
                    "fake_switch": fake_switch,
                }
