"""A run is followed until it ends or its time is over, and only the worker is believed."""

import numpy as np
import pytest

from dpassay.audit.answers.outcome import Failure, Samples
from dpassay.audit.answers.runner import draw
from tests.audit.clock import LIMIT, Clock
from tests.audit.running import failure, target


def test_at_the_time_limit_what_was_drawn_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANG_FROM", "8")
    passes = Clock(monkeypatch).strike(lambda drawn: drawn == 14)
    cut = draw(target("hangs_from"), [0, 10], {}, samples=1000, seed=5, time_limit=LIMIT, progress=passes)
    assert isinstance(cut, Samples), cut
    assert [len(array) for array in cut.arrays] == [7, 7]
    assert cut.shortfall == "the time limit of 500 s came after 7 and 7 of 1,000 answers"
    monkeypatch.setenv("HANG_FROM", "1000")
    whole = draw(target("hangs_from"), [0, 10], {}, samples=1000, seed=5)
    assert isinstance(whole, Samples), whole
    assert whole.shortfall == ""
    assert [len(array) for array in whole.arrays] == [1000, 1000]
    for array, beginning in zip(whole.arrays, cut.arrays, strict=True):
        assert np.array_equal(array[:7], beginning)


@pytest.mark.parametrize(("datasets", "drawn"), [([0], 3), ([0, 10], 6)])
def test_a_handful_of_answers_are_no_samples(datasets: list[int], drawn: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANG_FROM", "4")
    passes = Clock(monkeypatch).strike(lambda now: now == drawn)
    result = draw(target("hangs_from"), datasets, {}, samples=1000, seed=5, time_limit=LIMIT, progress=passes)
    assert isinstance(result, Failure), result
    total = 1000 * len(datasets)
    assert (result.kind, result.message) == (
        "timeout",
        f"the time limit of 500 s is over: {drawn} of {total} samples drawn",
    )


@pytest.mark.parametrize(
    "name",
    [
        *("forges_kinds", "forges_types", "forges_origins", "forges_sources"),
        *("forges_nests", "forges_events", "forges_names"),
    ],
)
def test_a_forged_message_is_told_from_the_workers(name: str) -> None:
    result = failure(name)
    assert (result.kind, result.message) == ("output", "the target wrote into the auditor's channel")
