"""The stream of lazy-to-private, as a ratio to one NumPy pass over the same losses, in one run."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.fast import lazy_to_private_stream, shrinking_dartboard
from dpassay.fast.lazy_to_private_stream import Played

Blocks = list[NDArray[np.float64]]

EXPERTS: Final = (1000, 10_000)
BLOCK: Final = 1_000_000  # losses in a block
DISTINCT: Final = 16  # blocks, over and over: 128 MB, which no cache of a core holds
HORIZON: Final = 1_000_000  # rounds, for which the parameters are chosen
LOSSES: Final = 1_000_000_000  # of a stream
REPETITIONS: Final = 5
QUICK_LOSSES: Final = 32_000_000
QUICK_REPETITIONS: Final = 2
CASES: Final = ((1, False, True), (4, False, True), (1, True, True), (4, True, True), (1, False, False))
EPSILON: Final = 0.1
DELTA: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Job:
    """One stream to measure.

    Attributes:
        experts: the number of experts.
        runs: the number of transcripts to draw.
        restless: whether to leave out the logarithm in the learning rate of theorem 3.10: many more switches.
        partnered: whether the algorithm is lazy-to-private, or else the shrinking dartboard.
        losses: the length of the stream, times the number of experts.
        repetitions: how often it is measured.
    """

    experts: int
    runs: int
    restless: bool
    partnered: bool
    losses: int
    repetitions: int

    @property
    def rate(self) -> float:
        """The learning rate of the proof of theorem 3.10."""
        most = math.pow(math.log(self.experts), 3 / 4) / math.pow(HORIZON, 1 / 4)
        rate = math.pow(min(most, EPSILON), 2 / 3) / math.pow(HORIZON, 1 / 3)
        return rate if self.restless else rate / math.log(HORIZON / DELTA)

    @property
    def batch(self) -> int:
        """The batch of theorem 3.10."""
        return round(1 / EPSILON)

    @property
    def fake_switch(self) -> float:
        """The probability of a fake switch of theorem 3.10."""
        return 10 * self.rate / EPSILON


@dataclass(frozen=True, slots=True)
class Measured:
    """What one stream took; medians of the repetitions.

    Attributes:
        seconds: the time of `play`.
        against_sum: it, over the time of `block.sum()` for all blocks, in the same repetition.
        switches: how often a model was drawn anew, for each run and 1,000 batches.
    """

    seconds: float
    against_sum: float
    switches: float


def tables(pool: Pool, *, quick: bool, experts: tuple[int, ...] = EXPERTS) -> list[Table]:
    """Measure, and return the table."""
    losses, repetitions = (QUICK_LOSSES, QUICK_REPETITIONS) if quick else (LOSSES, REPETITIONS)
    rows = []
    for width in experts:
        for runs, restless, partnered in CASES:
            job = Job(width, runs, restless, partnered, losses, repetitions)
            (measured,) = pool.run(measure, [job], "lazy to private")  # alone: nothing else takes the memory's time
            rows.append(_row(job, measured))
    notes = (
        f"{losses:,} losses, uniform in [0, 1), from {DISTINCT} blocks of {BLOCK:,} over and over: the memory does not "
        "grow with the rounds.",
        "Batches, learning rate and fake switches are those of theorem 3.10 of the source and its proof, for epsilon = "
        f"{EPSILON}, delta = {DELTA:g} and T = {HORIZON:,}; a learning rate is called large where the logarithm, which "
        "the theorem leaves out and the proof has, is left out.",
        "Computed: the model of each batch, what each run loses, its switches and regret, the losses of each expert, "
        "with the check that each loss lies in [0, 1].",
        f"One thread. In each of {repetitions} repetitions the pass and the stream run one after the other; the ratio "
        "is the median of the repetitions' ratios. The target is 4 against `sum`.",
    )
    headings = (
        "algorithm",
        "experts",
        "learning rate",
        "fake switches",
        "runs",
        "switches in 1,000 batches",
        "seconds",
        "time against block.sum()",
    )
    return [Table("Lazy to private: a stream against one pass over its losses", headings, rows, notes)]


def measure(job: Job) -> Measured:
    """Measure one stream."""
    distinct = _blocks(job)
    passes: tuple[Callable[[], object], ...] = (
        lambda: [block.sum() for block in _stream(distinct, job)],
        lambda: _played(distinct, job),
    )
    for run in passes:  # so that memory and caches are warm
        run()
    seconds = np.array([[_seconds(run) for run in passes] for _ in range(job.repetitions)])
    last = _played(distinct, job)
    switches = 1000 * float(last.resampled.mean()) / last.batches
    return Measured(float(np.median(seconds[:, 1])), float(np.median(seconds[:, 1] / seconds[:, 0])), switches)


def _blocks(job: Job) -> Blocks:
    rng = np.random.default_rng(0)
    return [rng.random((BLOCK // job.experts, job.experts)) for _ in range(DISTINCT)]


def _stream(distinct: Blocks, job: Job) -> Iterator[NDArray[np.float64]]:
    return islice(cycle(distinct), job.losses // BLOCK)


def _played(distinct: Blocks, job: Job) -> Played:
    play = lazy_to_private_stream.play if job.partnered else shrinking_dartboard.play
    results = play(
        _stream(distinct, job),
        runs=job.runs,
        rng=np.random.default_rng(1),
        learning_rate=job.rate,
        batch=job.batch,
        fake_switch=job.fake_switch,
    )
    return deque(results, maxlen=1)[0]  # what is known after the other blocks is not kept


def _seconds(run: Callable[[], object]) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start


def _row(job: Job, measured: Measured) -> tuple[str, ...]:
    return (
        "lazy to private" if job.partnered else "shrinking dartboard",
        f"{job.experts:,}",
        f"{job.rate:.3g}{', large' if job.restless else ''}",
        f"{job.fake_switch:.3g}",
        str(job.runs),
        f"{measured.switches:.3g}",
        f"{measured.seconds:.2f}",
        f"{measured.against_sum:.2f}",
    )
