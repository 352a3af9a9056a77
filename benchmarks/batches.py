"""What it takes to draw the answers of an audit in one process, in batches, and in batches two at a time."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np

from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.audit.answers.batches import Workers, batches
from dpassay.audit.answers.outcome import Samples
from dpassay.audit.answers.runner import draw

SLOW: Final = f"{Path(__file__).with_name('slow_target.py')}:slow"
FAST: Final = "dpassay.fast.laplace:laplace"
REPEATS: Final = 3
TIME_LIMIT: Final = 3_600.0
RUNS: Final = (None, Workers(1), Workers(2))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A target and a number of answers on each input."""

    label: str
    target: str
    samples: int

    def answers(self, workers: Workers | None) -> tuple[float, Samples]:
        """Draw, and return how long it took, too."""
        begin = perf_counter()
        found = draw(
            self.target,
            [0.0, 1.0],
            {"epsilon": "1", "sensitivity": "1"},
            samples=self.samples,
            seed=1,
            time_limit=TIME_LIMIT,
            workers=workers,
        )
        if not isinstance(found, Samples):
            raise TypeError(f"{self.label}: {found.message}")
        return perf_counter() - begin, found


CASES: Final = (
    Drawn("an array a call", FAST, 200_000),
    Drawn("an array a call", FAST, 5_000_000),
    Drawn("0.1 ms an answer", SLOW, 20_000),
    Drawn("0.1 ms an answer", SLOW, 200_000),
)
QUICK: Final = (Drawn("an array a call", FAST, 100),)


def tables(pool: Pool, *, quick: bool = False) -> list[Table]:
    """Measure; nothing else runs meanwhile, so no process of the pool does."""
    cases = QUICK if quick else CASES
    rows = [_row(case, 1 if quick else REPEATS) for case in pool.track(cases, "drawing in batches", len(cases))]
    notes = (
        f"Seconds to draw on two inputs, the least of {REPEATS} runs, on {os.cpu_count()} cores: the start of every "
        "process of the target, the import of NumPy in it, and the reading of its answers are in it. All three ways "
        "drew the same answers, which was checked.",
        "Batches against one process: what the further processes cost. One process against two workers: what they "
        "gain; 2 is the most.",
    )
    columns = ("target", "answers on each input", "batches", "one process", "1 worker", "2 workers")
    return [Table("Workers", (*columns, "batches / one process", "one process / 2 workers"), rows, notes)]


def _row(case: Drawn, repeats: int) -> list[str]:
    found = [_best(partial(case.answers, workers), repeats) for workers in RUNS]
    seconds = [each[0] for each in found]
    for _, other in found[1:]:
        for these, those in zip(found[0][1].arrays, other.arrays, strict=True):
            if not np.array_equal(these, those):
                raise AssertionError(f"{case.label}: the answers depend on the number of workers")
    one, batched, two = seconds
    texts = [f"{each:.2f}" for each in (*seconds, batched / one, one / two)]
    return [case.label, f"{case.samples:,}", str(len(batches(case.samples))), *texts]


def _best(run: Callable[[], tuple[float, Samples]], repeats: int) -> tuple[float, Samples]:
    """Return the fastest of several runs."""
    return min((run() for _ in range(repeats)), key=lambda each: each[0])
