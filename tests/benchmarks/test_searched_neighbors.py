"""Every run is counted, on pairs that are neighbors; a wrong sampler is flagged, and a correct one is not."""

from typing import Any

import pytest

from benchmarks import searched_neighbors
from benchmarks.cases import MECHANISMS, sampler
from benchmarks.searched_neighbors import Run, audited, claims_of
from tests.benchmarks.helpers import pool


def test_every_run_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: MECHANISMS[name] for name in ("randomized_response", "discrete_laplace")}
    monkeypatch.setattr(searched_neighbors, "MECHANISMS", few)
    (table,) = searched_neighbors.tables(pool(), quick=True, runs=3, samples=80)
    assert [row[:3] for row in table.rows] == [
        ["randomized_response", "3", "2"],
        ["discrete_laplace", "2", "2"],
        ["all", "", "4"],
    ]


def test_the_pairs_of_a_mechanism_differ() -> None:
    pairs = [claim.pair for claim in claims_of("randomized_response")]
    assert [[data.text for data in pair or ()] for pair in pairs] == [["0", "1"], ["0", "2"], ["0", "3"]]


@pytest.mark.statistical
def test_a_wrong_sampler_is_flagged_and_a_correct_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """alpha = .05 and .01 for the correct one, at a fixed seed."""
    assert audited(Run("randomized_response", 2_000, 1)) == (False, False)
    right: Any = sampler("randomized_response")

    def wrong(data: Any, *, size: int, rng: Any, epsilon: float, categories: int) -> Any:
        return right(data, size=size, rng=rng, epsilon=3 * epsilon, categories=categories)

    monkeypatch.setattr(searched_neighbors, "sampler", lambda _: wrong)
    assert audited(Run("randomized_response", 2_000, 1)) == (True, True)
