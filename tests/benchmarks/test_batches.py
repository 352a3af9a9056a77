"""The benchmark of drawing in batches runs, checks that the answers are the same, and fails where they are not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks import batches
from benchmarks.batches import Drawn
from benchmarks.slow_target import slow
from dpassay.audit.answers.batches import Workers
from dpassay.audit.answers.outcome import Samples
from tests.benchmarks.helpers import pool


def test_ratios_are_of_the_seconds() -> None:
    (table,) = batches.tables(pool(), quick=True)
    ((_, answers, number, one, batched, two, cost, gain),) = table.rows
    assert (answers, number) == ("100", "8")
    assert float(cost) == pytest.approx(float(batched) / float(one), rel=0.1)
    assert float(gain) == pytest.approx(float(one) / float(two), rel=0.1)


def test_answers_that_depend_on_the_workers_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Drawn.answers

    def other(case: Drawn, workers: Workers | None) -> tuple[float, Samples]:
        seconds, found = honest(case, None)
        return seconds, found if workers is None else replace(found, arrays=tuple(a + 1 for a in found.arrays))

    monkeypatch.setattr(Drawn, "answers", other)
    with pytest.raises(AssertionError, match="the answers depend on the number of workers"):
        batches.tables(pool(), quick=True)


def test_the_slow_target_answers_with_a_number() -> None:
    answers: list[Any] = [slow(1.0, rng=np.random.default_rng(seed)) for seed in range(50)]
    assert abs(float(np.mean(answers)) - 1.0) < 10
    assert len(set(answers)) == 50
