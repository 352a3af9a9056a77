"""A report says what the answers depend on, and not how many workers drew them."""

from __future__ import annotations

from dpassay.audit.answers.batches import Workers
from dpassay.audit.plan import Plan
from dpassay.audit.reports.drawing import drawing, worker_words


def test_chunks_and_batches_are_said() -> None:
    one = {"batched": False, "batches": None, "chunks": 75, "largest_chunk": 3125}  # 1, 2, ..., 2048, and then 3125s
    assert drawing(Plan(samples=200_000)) == one
    for workers in (Workers(1), Workers(7), Workers(scheduler="tcp://127.0.0.1:8786")):
        plan = Plan(samples=200_000, workers=workers)
        assert drawing(plan) == {**one, "batched": True, "batches": 20}
        assert worker_words(plan) == ["--workers", "1"]
    assert worker_words(Plan()) == []


def test_nothing_is_said_of_stages_and_recordings() -> None:
    nothing = {"batched": False, "batches": None, "chunks": None, "largest_chunk": None}
    assert drawing(Plan(), recorded=True) == drawing(Plan(sequential=True)) == nothing
    assert drawing(Plan(sequential=True, workers=Workers())) == {**nothing, "batched": True}
