"""The regret of lazy-to-private and of its predecessor, next to that of Hedge, which is not private, in equal games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from statistics import fmean, stdev
from typing import Final

from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.experiments.lazy_regret import Settings, measured
from dpassay.experiments.measures.adversaries import ADVERSARIES
from dpassay.experiments.measures.regret import DELTA

PRIVATE: Final = ("lazy-to-private", "dartboard")
HEDGE: Final = "hedge"
EPSILON: Final = Fraction(1, 4)
EXPERTS: Final = 16
ROUNDS: Final = (1_000, 10_000, 100_000)
RUNS: Final = 16
QUICK_ROUNDS: Final = (500,)
QUICK_RUNS: Final = 2
SEED: Final = 0


def tables(pool: Pool, *, quick: bool) -> list[Table]:
    """Measure, and return the table."""
    lengths, runs = (QUICK_ROUNDS, QUICK_RUNS) if quick else (ROUNDS, RUNS)
    places = list(product(ADVERSARIES, lengths))
    games = [
        Settings(adversary, algorithm, EPSILON, rounds, EXPERTS, SEED, run)
        for adversary, rounds in places
        for algorithm in (HEDGE, *PRIVATE)
        for run in range(runs)
    ]
    found = iter(pool.run(_regret, games, "lazy regret"))
    rows = [
        _row(adversary, rounds, [[next(found) for _ in range(runs)] for _ in (HEDGE, *PRIVATE)])
        for adversary, rounds in places
    ]
    notes = (
        f"Expected over the coins, mean of {runs} sequences of losses and its standard error; {EXPERTS} experts, "
        f"epsilon = {EPSILON}, delta = {DELTA:g}. Parameters as in `dpassay experiment lazy-regret`; Hedge has the "
        "learning rate sqrt(8 log d/T). All three meet the same losses.",
        "In brackets: how many times the mean regret of Hedge, at the same adversary and rounds.",
    )
    return [Table("Lazy to private: regret against Hedge", ("adversary", "rounds", HEDGE, *PRIVATE), rows, notes)]


def _regret(settings: Settings) -> float:
    """The expected regret on one sequence of losses."""
    return float(measured(settings)["expected_regret"])


def _row(adversary: str, rounds: int, regrets: Sequence[Sequence[float]]) -> tuple[str, ...]:
    hedge = fmean(regrets[0])
    others = (f"{_mean(values)} ({fmean(values) / hedge:.3g})" for values in regrets[1:])
    return adversary, f"{rounds:,}", _mean(regrets[0]), *others


def _mean(values: Sequence[float]) -> str:
    return f"{fmean(values):.4g} ± {stdev(values) / len(values) ** 0.5:.2g}"
