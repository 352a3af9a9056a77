"""MWEM beside that of published packages: seconds a release, and errors at equal epsilon, on a table of patients."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.audit.answers.environments import Environment, prepare
from dpassay.audit.blind import TABLE
from dpassay.experiments.measures.mwem_errors import REPLAYS
from dpassay.experiments.measures.patient_queries import SIDE, workload
from dpassay.experiments.measures.peer_mwem import PEERS, peer_releases
from dpassay.fast.mwem_release import release

EPSILONS: Final = (Fraction(1, 10), Fraction(1), Fraction(10))
ROUNDS: Final = (3, 10, 30)
RUNS: Final = 10
SEED: Final = 0

Floats = NDArray[np.float64]


def tables(pool: Pool, *, quick: bool) -> list[Table]:
    """Measure, and return the table."""
    places = [(Fraction(1), 3)] if quick else list(product(EPSILONS, ROUNDS))
    ready = {} if quick else prepare(PEERS, table=TABLE)
    rows = [
        row
        for epsilon, rounds in pool.track(places, "releases", len(places))
        for row in _rows(epsilon, rounds, 2 if quick else RUNS, ready)
    ]
    return [_table(rows)]


def _rows(epsilon: Fraction, rounds: int, runs: int, ready: dict[str, Environment]) -> Iterator[tuple[str, ...]]:
    place = (f"{float(epsilon):g}", str(rounds))
    for name, replays in (("MWEM", 0), ("MWEM, replayed", REPLAYS)):
        yield (*place, name, *_of_ours(epsilon, rounds, runs, replays))
    for peer, environment in ready.items():
        if environment.python is None:
            yield (*place, peer, "not installed", "", "")
        else:
            yield (*place, peer, *_of_peer(peer, environment.python, epsilon, rounds, runs))


def _of_ours(epsilon: Fraction, rounds: int, runs: int, replays: int) -> tuple[str, str, str]:
    one, seconds, found = workload("ranges", SEED), [], []
    for run in range(runs):
        begin = perf_counter()
        released = release(
            one.points,
            rng=np.random.default_rng((SEED, run)),
            epsilon=epsilon,
            rounds=rounds,
            queries=one.queries,
            replays=replays,
        )
        seconds.append(perf_counter() - begin)
        found.append(released.last)
    return _shown(seconds, found)


def _of_peer(peer: str, python: Path, epsilon: Fraction, rounds: int, runs: int) -> tuple[str, str, str]:
    """The first of its runs imports the package and is left out."""
    folder = str(python.parents[2])
    table = np.stack(np.divmod(workload("ranges", SEED).points, SIDE), axis=1)
    released = peer_releases(peer, folder, table, epsilon, rounds, runs=runs + 1, seed=SEED)
    return _shown(list(released.seconds[1:]), released.distributions((SIDE, SIDE))[1:])


def _shown(seconds: list[float], distributions: list[Floats]) -> tuple[str, str, str]:
    one = workload("ranges", SEED)
    gaps = np.array([np.abs(one.queries.answers(each) - one.truths) for each in distributions])
    return f"{1e3 * median(seconds):.1f}", f"{gaps.max(axis=1).mean():.3f}", f"{gaps.mean():.4f}"


def _table(rows: list[tuple[str, ...]]) -> Table:
    columns = ("epsilon", "rounds", "release", "milliseconds", "largest error", "mean error")
    notes = (
        f"569 patients on {SIDE} by {SIDE} cells, 2,000 random rectangles; of {RUNS} runs the median of the times and "
        "the mean of the errors, of the last distribution. The uniform distribution is off by up to 0.726, 0.161 on "
        "average.",
        f"Replayed: all updates so far are gone through {REPLAYS} times more after each round. The packages do so 20 "
        "times, choose among 400 random ranges of their own (one of them also marginals), and take the domain from the "
        "data: their epsilon is what they are given (`dpassay audit-blind`).",
    )
    return Table("MWEM beside published packages, at equal epsilon", columns, rows, notes)
