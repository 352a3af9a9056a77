"""The pairs of neighbors that stand for all: each is one, and none is forgotten."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from dpassay.experiments.lazy_privacy import (
    Settings,
    matrix_text,
)
from dpassay.experiments.measures.neighbor_losses import batch_losses, neighbors
from dpassay.reference.lazy_to_private import check_data
from tests.experiments.oracles import Losses, all_pairs

HALF = Settings(2, Fraction(3, 2), Fraction(1, 2), 1)


@pytest.mark.parametrize(("experts", "batch", "batches"), [(2, 1, 2), (2, 1, 3), (2, 2, 2), (3, 1, 3)])
def test_every_pair_has_one_that_stands_for_it(experts: int, batch: int, batches: int) -> None:
    def sums(matrix: Losses) -> Losses:
        parts = [matrix[start : start + batch] for start in range(0, batch * (batches - 1), batch)]
        columns = [[sum(column) for column in zip(*part, strict=True)] for part in parts]
        return tuple(tuple(value - min(column) for value in column) for column in columns)

    def key(first: Losses, second: Losses) -> object:
        both = (*sums(first), *sums(second))
        return min(tuple(tuple(row[i] for i in order) for row in both) for order in permutations(range(experts)))

    setting = Settings(experts, Fraction(3, 2), Fraction(1, 2), batch)
    needed = {key(*pair) for pair in all_pairs(setting, batches) if sums(pair[0]) != sums(pair[1])}
    tried = [key(*pair) for pair in neighbors(experts, batch, batches)]
    assert set(tried) == needed
    assert len(tried) == len(needed)


def test_pairs_are_neighbors_that_the_mechanism_reads() -> None:
    parameters = HALF.parameters(3)
    for first, second in neighbors(2, 1, 3):
        assert sum(a != b for a, b in zip(first, second, strict=True)) == 1
        assert check_data(matrix_text(first), parameters) == first


def test_losses_of_a_batch_up_to_a_constant() -> None:
    assert set(batch_losses(2, 1)) == {(0, 0), (0, 1), (1, 0)}
    assert set(batch_losses(2, 2)) == {(0, 0), (0, 1), (1, 0), (0, 2), (2, 0)}
    assert len(batch_losses(3, 1)) == 7
