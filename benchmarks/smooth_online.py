"""Hedge on large covers: rounds a second, against NumPy as it is first written; and pseudo-smoothness with proofs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.analysis import pseudo_smoothness as exact
from dpassay.fast.pseudo_smoothness import least_chi
from dpassay.fast.smooth_online import Hedge

Labels = NDArray[np.int8]

COVERS: Final = (1_000, 10_000, 100_000)
QUICK_COVERS: Final = (200,)
POINTS: Final = 500
ROUNDS: Final = 10_000
PLAIN_ROUNDS: Final = 500
QUICK_ROUNDS: Final = 40
DATA_SETS: Final = ((16, 16), (32, 32), (48, 48), (256, 64), (1024, 128))
QUICK_DATA_SETS: Final = ((6, 4),)
EXACTLY: Final = 48  # points, at most, for which the exact solver is asked
SIGMA: Final = Fraction(9, 10)
NOISE: Final = 0.1
CLOSE: Final = 1e-9
SEED: Final = 5


def tables(
    pool: Pool,
    *,
    quick: bool,
    covers: Sequence[int] | None = None,
    sets: Sequence[tuple[int, int]] | None = None,
) -> list[Table]:
    """Measure, and return the tables."""
    sizes = covers or (QUICK_COVERS if quick else COVERS)
    rounds, plain = (QUICK_ROUNDS, QUICK_ROUNDS) if quick else (ROUNDS, PLAIN_ROUNDS)
    played = [_row(K, rounds, plain) for K in pool.track(sizes, "smooth online", len(sizes))]
    data = sets or (QUICK_DATA_SETS if quick else DATA_SETS)
    solved = [_solved_row(*place) for place in pool.track(data, "pseudo-smoothness", len(data))]
    return [_played_table(played, plain), _solved_table(solved)]


# Hedge


def cover(size: int, rng: np.random.Generator) -> Labels:
    """Return thresholds of which one label in ten is turned."""
    starts = rng.integers(0, POINTS + 1, size)
    signs = np.where(np.arange(POINTS) >= starts[:, np.newaxis], 1, -1)
    return np.where(rng.random(signs.shape) < NOISE, -signs, signs).astype(np.int8)


def plain_hedge(
    table: Labels, points: Sequence[int], labels: Sequence[int], rate: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Hedge as it is first written: all weights anew in each round. Returns the law after the last."""
    by_point = np.ascontiguousarray(table.T)
    wrong = np.zeros(len(table))
    for x, y in zip(points, labels, strict=True):
        rng.choice(len(table), p=_law(wrong, rate))
        wrong += by_point[x] != y
    return _law(wrong, rate)


def _law(wrong: NDArray[np.float64], rate: float) -> NDArray[np.float64]:
    weights = np.exp(-rate * (wrong - wrong.min()))
    return np.asarray(weights / weights.sum())


def our_hedge(learner: Hedge, points: Sequence[int], labels: Sequence[int]) -> NDArray[np.float64]:
    """The same with ours."""
    for x, y in zip(points, labels, strict=True):
        learner.choose()
        learner.update(x, y)
    return learner.law()


def _row(size: int, rounds: int, plain: int) -> tuple[str, ...]:
    rng = np.random.default_rng(SEED)
    table, rate = cover(size, rng), float(np.sqrt(8 * np.log(size) / rounds))
    points = rng.integers(0, POINTS, rounds)
    labels = np.where((points >= POINTS // 2) ^ (rng.random(rounds) < NOISE), 1, -1).tolist()
    few, told = points[:plain].tolist(), labels[:plain]
    begun = perf_counter()
    expected = plain_hedge(table, few, told, rate, rng)
    theirs = plain / (perf_counter() - begun)
    short = our_hedge(Hedge(table, rng=rng, learning_rate=rate), few, told)
    assert np.abs(short - expected).max() <= CLOSE * expected.max()
    learner = Hedge(table, rng=rng, learning_rate=rate)
    begun = perf_counter()
    our_hedge(learner, points.tolist(), labels)
    ours = rounds / (perf_counter() - begun)
    return f"{size:,}", f"{rounds:,}", f"{theirs:,.0f}", f"{ours:,.0f}", f"{ours / theirs:.1f}"


def _played_table(rows: list[tuple[str, ...]], plain: int) -> Table:
    columns = ("hypotheses", "rounds", "rounds a second, plain NumPy", "rounds a second, ours", "ratio")
    notes = (
        f"Hedge on a cover of thresholds on {POINTS} points with one label in ten turned, learning rate "
        "sqrt(8 log K/T); a hypothesis is drawn in every round, then a labeled point is revealed.",
        f"Plain: all weights by exp, then `Generator.choice`, in each of the first {plain} rounds. That both have the "
        "same law after these is checked.",
    )
    return Table("Smooth online learning: Hedge on large covers", columns, rows, notes)


# Pseudo-smoothness


def seen(points: int, queries: int) -> exact.Seen:
    """Return a data set that crowds at the small points, and random queries."""
    rng = np.random.default_rng(SEED)
    records = np.minimum(rng.integers(0, points, 3 * points), rng.integers(0, points, 3 * points))
    table: Any = rng.integers(0, 2, (queries, points)).tolist()
    return exact.Seen(exact.empirical_law(records.tolist(), points), tuple(map(tuple, table)))


def _solved_row(points: int, queries: int) -> tuple[str, ...]:
    data = seen(points, queries)
    law, table = np.array(data.law, dtype=float), np.array(data.queries, dtype=float)
    begun = perf_counter()
    found = least_chi(law, table, sigma=SIGMA)
    solving = perf_counter() - begun
    begun = perf_counter()
    low, high = exact.chi_bounds(data, SIGMA, map(Fraction, found.law.tolist()), map(Fraction, found.weights.tolist()))
    proving = perf_counter() - begun
    exactly = "-"
    if points <= EXACTLY:
        begun = perf_counter()
        certificate = exact.least_chi(data, SIGMA)
        exactly = f"{perf_counter() - begun:.3f}"
        assert exact.shows_least_chi(data, certificate)
        assert low <= certificate.chi <= high
    times = f"{solving:.3f}", f"{proving:.3f}", f"{float(high - low):.1e}", exactly
    return (f"{points:,}", f"{queries}", f"{float(high):.6f}", *times)


def _solved_table(rows: list[tuple[str, ...]]) -> Table:
    columns = (
        *("points", "queries", "least chi", "seconds, HiGHS", "seconds, proof", "width of the proved interval"),
        "seconds, exact",
    )
    notes = (
        f"Random queries with values 0 and 1, sigma = {SIGMA}, three records a point.",
        "Proof: bounds in rational numbers, from the solver's law and multipliers. Exact: our simplex method in "
        "rational numbers with its certificate, which is checked; it lies within the interval.",
    )
    return Table("Pseudo-smoothness: the least chi", columns, rows, notes)
