"""Asking the kernel about many claims in a process for each processor."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from dpassay.cli.endings import contained, ended_by_signals, process_pool
from dpassay.cli.progress import progress_bar

if TYPE_CHECKING:
    from dpassay.proofs_check.claim import Claim
    from dpassay.proofs_check.memory import Memory

FEWEST: Final = 10
"""Claims for which processes are worth their start."""
MOST_JOBS: Final = 8


def asked(claims: Iterable[Claim], ledger: Path, *, anew: bool = True) -> Memory:
    """What the kernel accepted before, with its answers on these claims; not ``anew``: on those not yet accepted.

    A few claims are not asked about: that is left to whoever derives their verdicts.
    """
    from dpassay.proofs_check import ahead
    from dpassay.proofs_check.memory import Memory, cache_file

    memory = Memory(cache_file())
    chosen = ahead.with_files(claims, ledger) if anew else ahead.unknown(claims, ledger, memory)
    if len(chosen) >= FEWEST:
        jobs = min(os.cpu_count() or 1, MOST_JOBS)
        bar = progress_bar("checking", len(chosen))
        with bar as progress, ended_by_signals(), _rarely_collected(), process_pool(jobs) as pool:
            submit = partial(pool.submit, cast(Callable[..., Any], contained))
            ahead.ask_ahead(chosen, ledger, memory, submit, progress)
    return memory


@contextmanager
def _rarely_collected() -> Iterator[None]:
    """Look for garbage less often, here and in the processes that start: what is kept is large, and garbage is not."""
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        if not frozen:  # else somebody else's would be looked through again
            gc.unfreeze()
