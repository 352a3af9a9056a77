"""Instances of claims on sampled clients: the counts of each, Pi, the size of a set, and lambda."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from dpassay.proofs_check.instances import BETWEEN, FROM_0, as_rows, entries, row_of, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.models.estimates_from_clients import Clients


@entries(counts=row_of(row_of(whole(), 2, 3), 1, 4), public=row_of(BETWEEN, 2, 3), size=whole(1, 4)).where
def IS_SAMPLE(instance: Instance) -> bool:  # noqa: N802  # a precondition
    """As many items of each client, and each set of clients has all items."""
    rows, (public,) = instance["counts"], as_rows([instance["public"]])
    alike = len({len(row) for row in rows} | {len(public)}) == 1 == len({sum(row) for row in rows})
    return sum(public) == 1 and alike and instance["size"] <= len(rows) and _has_all(rows, instance["size"])


def _has_all(rows: Any, size: int) -> bool:
    return all(all(map(sum, zip(*some, strict=True))) for some in combinations(rows, size))


IS_ESTIMATE: Final = IS_SAMPLE.having(weight=FROM_0)


def clients_of(instance: Instance) -> Clients:
    """The clients, with one draw and no noise."""
    (public,) = as_rows([instance["public"]])
    return Clients(tuple(map(tuple, instance["counts"])), public, instance["size"])


def samples() -> Iterator[Instance]:
    """Yield few clients, one of whom is asked, and all."""
    for public in (["1/2", "1/2"], ["1/3", "2/3"]):
        for size in (1, 2):
            yield {"counts": [[2, 1], [1, 2]], "public": public, "size": size}


def estimates() -> Iterator[Instance]:
    """Yield the same with lambda."""
    for sample in samples():
        for weight in (Fraction(0), Fraction(1)):
            yield {**sample, "weight": str(weight)}
