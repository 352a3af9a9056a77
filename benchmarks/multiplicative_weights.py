"""The stream of multiplicative weights, as a ratio to one NumPy pass over the same rewards, in one run."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.fast.multiplicative_weights_stream import Played, play

Blocks = list[NDArray[np.float64]]

EXPERTS: Final = 1000
BLOCK_ROWS: Final = 1000
DISTINCT: Final = 16  # blocks, over and over: 128 MB, which no cache of a core holds
ROUNDS: Final = 1_000_000
REPETITIONS: Final = 5
QUICK_ROUNDS: Final = 20_000
QUICK_REPETITIONS: Final = 2


@dataclass(frozen=True, slots=True)
class Job:
    """One stream to measure.

    Attributes:
        binary: whether the rewards are 0 or 1, or else uniform in [0, 1).
        runs: the number of transcripts to draw.
        rounds: the length of the stream.
        repetitions: how often it is measured.
        experts: the number of experts.
    """

    binary: bool
    runs: int
    rounds: int
    repetitions: int
    experts: int = EXPERTS


@dataclass(frozen=True, slots=True)
class Measured:
    """What one stream took; medians of the repetitions.

    Attributes:
        seconds: the time of `play`.
        against_sum: it, over the time of `block.sum()` for all blocks, in the same repetition.
        against_product: the same for `block @ ones`.
        regret: the regret at the end.
    """

    seconds: float
    against_sum: float
    against_product: float
    regret: float


def tables(pool: Pool, *, quick: bool, experts: int = EXPERTS) -> list[Table]:
    """Measure, and return the table."""
    rounds, repetitions = (QUICK_ROUNDS, QUICK_REPETITIONS) if quick else (ROUNDS, REPETITIONS)
    rows = []
    for binary, runs in ((False, 0), (False, 1), (True, 0), (True, 1)):
        job = Job(binary, runs, rounds, repetitions, experts)
        (measured,) = pool.run(measure, [job], "multiplicative weights")  # alone: nothing else takes the memory's time
        rows.append(_row(job, measured))
    rate, most = _rate(experts, rounds), 2 * math.sqrt(rounds * math.log(experts))
    notes = (
        f"{rounds:,} rounds of {experts:,} experts at a learning rate of sqrt(log K / T) = {rate:.3g}, from {DISTINCT} "
        f"blocks of {BLOCK_ROWS:,} rows over and over: the memory does not grow with the rounds.",
        "Computed: the expected reward of each round, the rewards of each expert and the regret, with the check that "
        "each reward lies in [0, 1]; with 1 choice, also a transcript and what it collects.",
        f"One thread. In each of {repetitions} repetitions both passes and the stream run one after the other; the "
        "ratio is the median of the repetitions' ratios. The target is 6 against `sum`.",
        "Regret: the best expert's reward less the expected reward. Guaranteed are at most 2 sqrt(T log K), here "
        f"{most:.0f}.",
    )
    against = ("time against block.sum()", "time against block @ ones")
    headings = ("rewards", "choices a round", "seconds", "rewards a nanosecond", *against, "regret")
    return [Table("Multiplicative weights: a stream against one pass over its rewards", headings, rows, notes)]


def measure(job: Job) -> Measured:
    """Measure one stream."""
    distinct = _blocks(job)
    ones = np.ones(job.experts)
    passes: tuple[Callable[[], object], ...] = (
        lambda: [block.sum() for block in _stream(distinct, job.rounds)],
        lambda: [block @ ones for block in _stream(distinct, job.rounds)],
        lambda: _played(distinct, job),
    )
    for run in passes:  # so that memory and caches are warm
        run()
    seconds = np.array([[_seconds(run) for run in passes] for _ in range(job.repetitions)])
    total, product = (float(np.median(seconds[:, 2] / seconds[:, k])) for k in (0, 1))
    return Measured(float(np.median(seconds[:, 2])), total, product, _played(distinct, job).regret)


def _blocks(job: Job) -> Blocks:
    rng = np.random.default_rng(0)
    shape = (BLOCK_ROWS, job.experts)
    if job.binary:
        return [(rng.random(shape) < 0.5).astype(np.float64) for _ in range(DISTINCT)]
    return [rng.random(shape) for _ in range(DISTINCT)]


def _stream(distinct: Blocks, rounds: int) -> Iterator[NDArray[np.float64]]:
    return islice(cycle(distinct), rounds // BLOCK_ROWS)


def _played(distinct: Blocks, job: Job) -> Played:
    rate, rng = _rate(job.experts, job.rounds), np.random.default_rng(1)
    *_, last = play(_stream(distinct, job.rounds), runs=job.runs, rng=rng, learning_rate=rate)
    return last


def _rate(experts: int, rounds: int) -> float:
    return math.sqrt(math.log(experts) / rounds)


def _seconds(run: Callable[[], object]) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start


def _row(job: Job, measured: Measured) -> tuple[str, ...]:
    return (
        "0 or 1" if job.binary else "real",
        str(job.runs),
        f"{measured.seconds:.2f}",
        f"{job.rounds * job.experts / measured.seconds / 1e9:.2f}",
        f"{measured.against_sum:.2f}",
        f"{measured.against_product:.2f}",
        f"{measured.regret:.1f}",
    )
