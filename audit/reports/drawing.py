"""What a report says of how the answers were drawn: all that they depend on, and nothing of how many workers drew them.

Chunk j of the answers on input i has its generator from ``SeedSequence((seed, i, j))``.
"""

from __future__ import annotations

from typing import Any

from dpassay.audit.answers.batches import batches
from dpassay.audit.answers.worker_drawing import chunk_sizes
from dpassay.audit.plan import Plan
from dpassay.exact.entrance import explain_failures

__all__ = ["drawing", "worker_words"]


def drawing(plan: Plan, *, recorded: bool = False) -> dict[str, Any]:
    """Return the chunks and the batches of an audit.

    Nothing is said of recorded answers, and of those that are drawn in stages only whether each of these is drawn in
    batches.
    """
    batched = plan.workers is not None
    if recorded or plan.sequential:
        return {"batched": batched, "batches": None, "chunks": None, "largest_chunk": None}
    sizes = list(chunk_sizes(plan.samples))
    number = len(batches(plan.samples)) if batched else None
    return {"batched": batched, "batches": number, "chunks": len(sizes), "largest_chunk": max(sizes)}


def worker_words(plan: Plan) -> list[str]:
    """Return the words of the command that draws the same answers: with any number of workers."""
    return [] if plan.workers is None else ["--workers", "1"]


explain_failures(__name__)
