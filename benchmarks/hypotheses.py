"""The private learner of ANDs in factors, against listing all 2^d subsets, as a ratio of times in one run."""

from __future__ import annotations

from statistics import median
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.fast.private_pac import private_pac

Rows = NDArray[np.int64]

EPSILON: Final = 1.0
OUTPUTS: Final = 1_000
ROUNDS: Final = 11
QUICK_ROUNDS: Final = 1
DENSE_ROWS: Final = 200
DIMENSIONS: Final = (8, 12, 16, 20)
QUICK_DIMENSIONS: Final = (4, 6)
LARGEST: Final = 62


def pairs(dimension: int, rng: np.random.Generator) -> Rows:
    """Return rows whose zeros connect the bits in pairs: of each two bits the first, the second and both."""
    zeros = np.array([mask << place for place in range(0, dimension - 1, 2) for mask in (1, 2, 3)])
    bits = 1 - (zeros[:, None] >> np.arange(dimension) & 1)
    return np.column_stack([bits, rng.integers(2, size=len(bits))])


def dense(dimension: int, rng: np.random.Generator) -> Rows:
    """Return random rows, which connect all bits."""
    return rng.integers(2, size=(DENSE_ROWS, dimension + 1))


def listed(rows: Rows, size: int, rng: np.random.Generator) -> NDArray[Any]:
    """Draw from the same law as many would: the mistakes of each of the 2^d subsets, row by row."""
    dimension = rows.shape[1] - 1
    subsets = np.arange(2**dimension)
    mistakes = np.zeros_like(subsets)
    for row in rows:
        zeros = int("".join("0" if bit else "1" for bit in row[:-1]), 2)
        mistakes += (subsets & zeros == 0) != row[-1]
    weights = np.exp(-EPSILON / 2 * (mistakes - mistakes.min()))
    return rng.choice(len(subsets), size=size, p=weights / weights.sum())


def factored(rows: Rows, size: int, rng: np.random.Generator) -> NDArray[Any]:
    """Draw with our sampler."""
    return private_pac(rows, size=size, rng=rng, epsilon=EPSILON, dimension=rows.shape[1] - 1)


def tables(pool: Pool, *, quick: bool) -> list[Table]:
    """Measure, and return the table."""
    dimensions, rounds = (QUICK_DIMENSIONS, QUICK_ROUNDS) if quick else (DIMENSIONS, ROUNDS)
    places = [(kind, dimension) for kind in (pairs, dense) for dimension in dimensions]
    rows = [_row(kind, dimension, rounds) for kind, dimension in pool.track(places, "hypotheses", len(places))]
    rows.append(_row(pairs, LARGEST, rounds, against=False))
    notes = (
        f"{OUTPUTS:,} outputs, everything included, at epsilon = {EPSILON:g}; the median of {rounds} rounds, in each "
        "of which one runs after the other. A ratio of 10: ours takes a tenth of the time.",
        f"Pairs: rows with one or two zeros that connect the bits in pairs. Dense: {DENSE_ROWS} random rows, which "
        "connect all bits, so that our sampler lists all subsets as well.",
        f"For {LARGEST} bits nobody lists the subsets.",
    )
    columns = ("rows", "bits", "milliseconds", "listing all subsets, time against ours")
    return [Table("Private learning of ANDs: factors against listing all subsets", columns, rows, notes)]


def _row(kind: Any, dimension: int, rounds: int, *, against: bool = True) -> tuple[str, ...]:
    rng = np.random.default_rng(0)
    rows = kind(dimension, rng)
    draws = (factored, listed) if against else (factored,)
    seconds = np.array([[_seconds(draw, rows, rng) for draw in draws] for _ in range(rounds)])
    ratio = f"{np.median(seconds[:, 1] / seconds[:, 0]):.1f}" if against else ""
    return kind.__name__, str(dimension), f"{1e3 * median(seconds[:, 0].tolist()):.2f}", ratio


def _seconds(draw: Any, rows: Rows, rng: np.random.Generator) -> float:
    start = perf_counter()
    draw(rows, OUTPUTS, rng)
    return perf_counter() - start
