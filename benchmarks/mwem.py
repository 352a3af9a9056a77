"""MWEM: the KL projection against a sort, one run over a large domain, and the exact law against rounds one by one."""

from __future__ import annotations

import resource
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from statistics import median
from time import perf_counter
from typing import Any, Final

import numpy as np

from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.exact import Number, exp, hockey_stick_divergence, max_divergence
from dpassay.fast.mwem_release import kept_queries, release
from dpassay.fast.query_tables import Intervals, QueryClass
from dpassay.fast.query_tables import Table as QueryTable
from dpassay.fast.smooth_projection import project
from dpassay.reference import mwem
from dpassay.reference.mwem_rounds import choice_law, iterates, measured_range, measurement_law, unprojected
from dpassay.reference.mwem_setting import Parameters, Points

SIZES: Final = tuple(2**k for k in range(10, 21, 2))
SIGMAS: Final = (Fraction(1, 100), Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))
PROJECTIONS: Final = 21
FEW: Final = 8
DOMAIN: Final = 2**16
QUERIES: Final = 10**4
POINTS: Final = 2000
ROUNDS: Final = 10
RUNS: Final = 5
EXACT: Final = ((1, 1), (1, 3), (2, 1), (2, 3), (3, 2), (4, 1))
"""Rounds and records; with three queries there are 3 (n + 1) outcomes a round."""
MOST_NAIVE: Final = 2000
"""More transcripts are not gone through one by one."""


def tables(pool: Pool, *, quick: bool) -> list[Table]:
    """Measure, and return the tables."""
    places = list(product(SIZES[:2] if quick else SIZES, SIGMAS))
    ratios = [_ratio(*place, 1 if quick else PROJECTIONS) for place in pool.track(places, "projections", len(places))]
    domain, queries = (2**8, 50) if quick else (DOMAIN, QUERIES)
    runs = [_run(*each, runs=1 if quick else RUNS) for each in classes(domain, queries)]
    sizes = EXACT[:2] if quick else EXACT
    laws = [_law(*size) for size in pool.track(sizes, "exact laws", len(sizes))]
    return [_projection_table(ratios), _run_table(runs, domain, queries), _law_table(laws)]


def _seconds(task: Callable[[], object]) -> float:
    start = perf_counter()
    task()
    return perf_counter() - start


# The projection


def _ratio(size: int, sigma: Fraction, repetitions: int) -> tuple[str, ...]:
    logs = 2 * np.random.default_rng(0).normal(size=size)
    tasks = partial(np.sort, logs), partial(project, logs, sigma=sigma), partial(project, logs[:FEW], sigma=sigma)
    times = [[_seconds(task) for task in tasks] for _ in range(repetitions + 1)][1:]  # the first warms up
    ratio = median(each / sort for sort, each, _ in times)
    return (
        f"{size:,}",
        str(sigma),
        *(f"{1e3 * median(column):.3f}" for column in zip(*times, strict=True)),
        f"{ratio:.2f}",
    )


def _projection_table(rows: list[tuple[str, ...]]) -> Table:
    columns = ("elements", "sigma", "sort, ms", "projection, ms", f"of {FEW}, ms", "ratio")
    notes = (
        "Logarithms of weights are normal with a standard deviation of 2. One sort is `np.sort` of the same vector; "
        f"the ratio is the median of {PROJECTIONS} repetitions, in each of which one runs after the other. The target "
        f"is 3. Only weights that can be at the cap are sorted. Beside it the projection of the first {FEW} elements: "
        "its calls alone, which no number of elements takes less than; with 1,024 they take longer than the target.",
    )
    return Table("KL projection onto smooth distributions, against one sort", columns, rows, notes)


# One run over a large domain


def classes(domain: int, queries: int) -> list[tuple[str, QueryClass, Fraction | None]]:
    """Return the classes, each with a sigma if it is projected: random intervals, and random tables of bits."""
    rng = np.random.default_rng(1)
    ends = np.sort(rng.integers(0, domain + 1, (queries, 2)), axis=1)
    intervals = Intervals(ends[:, 0], ends[:, 1], domain)
    bits = np.unpackbits(rng.integers(0, 256, (queries, domain // 8), np.uint8), axis=1)
    tenth = Fraction(1, 10)
    return [("intervals", intervals, None), ("intervals", intervals, tenth), ("bytes", QueryTable(bits), None)]


def _run(name: str, queries: QueryClass, sigma: Fraction | None, *, runs: int) -> tuple[str, ...]:
    points = np.random.default_rng(2).binomial(queries.domain - 1, 0.3, POINTS)
    common: dict[str, Any] = {"epsilon": 1, "rounds": ROUNDS, "queries": queries, "rng": np.random.default_rng(3)}
    covering = "" if sigma is None else f"{_seconds(lambda: kept_queries(queries, points=POINTS, sigma=sigma)):.2f}"
    seconds = median(_seconds(lambda: release(points, **common, sigma=sigma)) for _ in range(runs))
    return (
        name,
        "" if sigma is None else str(sigma),
        f"{seconds:.3f}",
        f"{1e3 * seconds / ROUNDS:.1f}",
        covering,
        memory(),
    )


def memory() -> str:
    """Return the most memory that the process has had, in megabytes."""
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f}"


def _run_table(rows: list[tuple[str, ...]], domain: int, queries: int) -> Table:
    columns = ("queries", "projected at sigma", "seconds", "ms a round", "cover, s", "process, MB")
    notes = (
        f"One run of {ROUNDS} rounds over {domain:,} elements and {queries:,} queries, {POINTS:,} points, median "
        f"of {RUNS}. A table of bytes takes {domain * queries / 1e6:.0f} MB; in doubles it would be eight times that.",
        "The memory is the most that the process has had by then, with all that it had imported and made.",
    )
    return Table("MWEM: one run over a large domain", columns, rows, notes)


# The exact law


def setting(rounds: int) -> Parameters:
    """Return the parameters of the exact laws."""
    return Parameters.read(epsilon=2, rounds=rounds, queries="1,0,0;0,1,0;1,1,0")


def naive_law(data: Points, parameters: Parameters) -> dict[tuple[int, ...], Number]:
    """Return the probability of each transcript, with the distribution of each round computed from the first one on."""
    queries = range(len(parameters.queries))
    outcomes = list(product(queries, measured_range(len(data), parameters)))

    def probability(rounds: tuple[tuple[int, int], ...]) -> Number:
        total: Number = Fraction(1)
        for i, (j, k) in enumerate(rounds):
            before = tuple(entry for each in rounds[:i] for entry in each)
            weights = iterates(before, len(data), parameters, unprojected)[-1]
            chosen = choice_law(weights, data, tuple(queries), parameters)
            measured = measurement_law(parameters.queries[j], data, parameters)
            total = total * chosen.pmf(j) * measured.pmf(k)
        return total

    listed = product(outcomes, repeat=parameters.rounds)
    return {tuple(entry for each in rounds for entry in each): probability(rounds) for rounds in listed}


def _law(rounds: int, records: int) -> tuple[str, ...]:
    parameters = setting(rounds)
    first, second = (0,) * records, (1,) + (0,) * (records - 1)
    p, q = (mwem.law(data, parameters) for data in (first, second))
    shown = [_seconds(lambda: mwem.law(first, parameters))]
    count = len(list(p.items()))
    naive = "" if count > MOST_NAIVE else f"{_seconds(lambda: naive_law(first, parameters)):.3f}"
    shown += [_seconds(lambda: max_divergence(p, q)), _seconds(lambda: float(hockey_stick_divergence(p, q, exp(1))))]
    law, divergence, curve = (f"{seconds:.3f}" for seconds in shown)
    return str(rounds), str(records), f"{count:,}", law, naive, divergence, curve


def _law_table(rows: list[tuple[str, ...]]) -> Table:
    columns = ("rounds", "records", "transcripts", "law, s", "round by round anew, s", "max divergence, s", "delta, s")
    notes = (
        "Exact, at epsilon = 2 with three queries on three elements: the law of all transcripts; beside it the same "
        "computed anew for each transcript from its first round on; the largest privacy loss between neighbors, and "
        "delta at epsilon = 1.",
    )
    return Table("MWEM: the exact law of the transcripts", columns, rows, notes)
