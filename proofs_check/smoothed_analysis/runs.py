"""Runs of MWEM as instances: weights of the smooth law, queries, choices and measurements."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.instances import entries, family, rational, row_of, weights_of_law, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.models.smooth_mwem import Run

WRITTEN: Final = entries(
    weights=weights_of_law(1),
    queries=row_of(row_of(rational())),
    chosen=row_of(whole(1)),
    measured=row_of(rational()),
)
"""The law s by weights, the values of each query, and what each round chose and measured."""


@WRITTEN.where
def is_run(instance: Instance) -> bool:
    """Tell whether there is a value for each point, and a measurement for each choice."""
    size = len(instance["weights"])
    queries, chosen = instance["queries"], instance["chosen"]
    return (
        all(len(query) == size for query in queries)
        and max(chosen) <= len(queries)
        and len(chosen) == len(instance["measured"])
    )


def run_of(instance: Instance) -> Run:
    """The run, with the largest sigma."""
    weights = instance["weights"]
    queries = tuple(tuple(map(Fraction, query)) for query in instance["queries"])
    least, most = min(map(min, queries)), max(map(max, queries))
    return Run(
        smooth=tuple(Fraction(w, sum(weights)) for w in weights),
        sigma=Fraction(sum(weights), len(weights) * max(weights)),
        queries=queries,
        chosen=tuple(instance["chosen"]),
        measured=tuple(map(Fraction, instance["measured"])),
        low=least,
        width=most - least,
    )


LAWS: Final = ([1, 1], [1, 0], [1, 2, 1], [0, 3, 1])


def runs(values: tuple[str, ...], measured: tuple[str, ...]) -> Iterator[Instance]:
    """All single queries with such values, asked twice."""
    for weights in LAWS:
        for query in product(values, repeat=len(weights)):
            for first, second in product(measured, repeat=2):
                yield {"weights": weights, "queries": [list(query)], "chosen": [1, 1], "measured": [first, second]}


@family("hrs-runs", "runs of two rounds with one query of signs on two or three points, right and wrong measurements")
def small_runs() -> Iterator[Instance]:
    """Signs."""
    return runs(("-1", "1"), ("-2", "0", "1/3"))
