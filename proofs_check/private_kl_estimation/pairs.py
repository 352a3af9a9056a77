"""Instances of claims on the estimate: P and Pi above 0 on one domain, lambda and the number of draws."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.instances import BETWEEN, FROM_0, as_rows, entries, family, row_of, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.models.estimates_of_kl import NONE, Estimate, divergence


@entries(private=row_of(BETWEEN, 2, 4), public=row_of(BETWEEN, 2, 4)).where
def IS_PAIR(instance: Instance) -> bool:  # noqa: N802  # a precondition
    """Two laws above 0 on one domain."""
    private, public = as_rows([instance["private"], instance["public"]])
    return len(private) == len(public) and sum(private) == sum(public) == 1


IS_OTHER_PAIR: Final = IS_PAIR.where(lambda instance: bool(instance["private"] != instance["public"]))
"""P other than Pi."""
IS_ESTIMATE: Final = IS_PAIR.having(weight=FROM_0, draws=whole(1, 4))


def pair_of(instance: Instance) -> Estimate:
    """P and Pi, and the draws where there are any; no noise."""
    private, public = as_rows([instance["private"], instance["public"]])
    return Estimate(private, public, instance.get("draws", 1))


def mean_of_square_log(at: Estimate) -> Real:
    """E log^2 r."""
    return sum((as_real(q) * as_real(log(r)) ** 2 for q, r in zip(at.public, at.ratios, strict=True)), NONE)


def forward(at: Estimate) -> Real:
    """KL(Pi || P)."""
    return divergence(at.public, at.private)


def both_ways(at: Estimate) -> Real:
    """KL(P || Pi) + KL(Pi || P)."""
    return divergence(at.private, at.public) + forward(at)


LAWS: Final = (
    ["1/2", "1/2"],
    ["1/3", "2/3"],
    ["1/5", "4/5"],
    ["1/3", "1/3", "1/3"],
    ["1/2", "1/3", "1/6"],
    ["1/10", "1/5", "7/10"],
)


@family("pairs-of-laws", "the 18 pairs of laws of one length among (1/2, 1/2), (1/3, 2/3), (1/5, 4/5) and three on 3")
def pairs() -> Iterator[Instance]:
    """Yield pairs of small laws on one domain."""
    for private, public in product(LAWS, repeat=2):
        if len(private) == len(public):
            yield {"private": private, "public": public}


def estimates() -> Iterator[Instance]:
    """Yield pairs that differ, with lambda and the number of draws."""
    for instance, weight, draws in product(pairs(), ("0", "1", "2"), (1, 2)):
        if instance["private"] != instance["public"]:
            yield {**instance, "weight": weight, "draws": draws}


def other_pairs() -> Iterator[Instance]:
    """Yield pairs that differ."""
    yield from (instance for instance in pairs() if instance["private"] != instance["public"])
