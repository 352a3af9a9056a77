"""Instances of two adjacent histograms with a reference, and what is sampled of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.instances import BETWEEN, FROM_0, entries, family, row_of, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.models.sensitivity_of_kl import Neighbors, histograms


def as_neighbors(instance: Instance) -> Neighbors:
    """Read a pair; one sample of cell 1, lambda = 0 and a least count of 2 are the default."""
    first = tuple(instance["first"])
    samples = tuple(instance.get("samples", (1, *(0 for _ in first[1:]))))
    weight = Fraction(instance.get("weight", "0"))
    return Neighbors(tuple(map(Fraction, instance["reference"])), first, samples, weight, instance.get("least", 2))


def _is_legal(instance: Instance) -> bool:
    try:
        as_neighbors(instance)
    except ValueError:
        return False
    return True


REFERENCE: Final = {"reference": row_of(BETWEEN, least=2)}
COUNTS: Final = {"first": row_of(whole(1), least=2)}
SAMPLED: Final = {"samples": row_of(whole(), least=2), "weight": FROM_0}
LEAST: Final = {"least": whole(1)}
IS_PAIR: Final = entries({**REFERENCE, **COUNTS}).where(_is_legal)
"""Two adjacent histograms in which every cell occurs twice."""
IS_ANY_PAIR: Final = entries({**REFERENCE, **COUNTS, **LEAST}).where(_is_legal)
"""The same with another least count."""
IS_SAMPLED: Final = entries({**REFERENCE, **COUNTS, **SAMPLED}).where(_is_legal)
"""Two adjacent histograms in which every cell occurs twice, with samples and lambda."""
REFERENCES: Final = (("1/2", "1/2"), ("99/100", "1/100"), ("1/6", "1/2", "1/3"))


def pairs(least: int, largest: int) -> Iterator[Instance]:
    """All adjacent pairs of sizes up to ``largest``, one of the two cells that change being the first."""
    for reference, size in product(REFERENCES, range(4, largest + 1)):
        for first in histograms(len(reference), size, least):
            if first[0] > least:
                yield {"reference": list(reference), "first": list(first)}


@family("scott-pairs", "three references on two or three cells, and all pairs of sizes up to 9 with counts from 2 on")
def twice() -> Iterator[Instance]:
    """The small pairs."""
    return pairs(2, 9)


@family(
    "scott-pairs-once", "three references on two or three cells, and all pairs of sizes up to 7 with counts from 1 on"
)
def once() -> Iterator[Instance]:
    """The small pairs with smaller counts."""
    return ({**pair, "least": 1} for pair in pairs(1, 7))


@family(
    "scott-sampled", "the small pairs with one sample of cell 1, of cell 2 and one of each, at lambda = 0, 1/2 and 2"
)
def sampled() -> Iterator[Instance]:
    """The small pairs with a few samples."""
    for pair, chosen, weight in product(pairs(2, 8), ((1, 0), (0, 1), (1, 1)), ("0", "1/2", "2")):
        samples = [*chosen, *(0 for _ in pair["first"][2:])]
        yield {**pair, "samples": samples, "weight": weight}
