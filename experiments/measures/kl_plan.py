"""What the experiment on private estimates of KL divergence measures: its settings, their rows, and the plan of all.

How clients and values are drawn, and what an error is, stands in `measures.private_kl`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final

import numpy as np

from dpassay.exact import require
from dpassay.experiments.frame.checks import check_at_least, check_increasing, check_runs
from dpassay.experiments.frame.entries import ten_digits
from dpassay.experiments.frame.runs import Row, Task
from dpassay.experiments.measures.digit_pairs import Floats, clients_of
from dpassay.experiments.measures.private_kl import (
    CALIBRATIONS,
    MODELS,
    NONE,
    Sampling,
    errors,
    real_delta,
    truths,
)

INPUTS: Final = (
    *("model", "calibration", "lambda", "epsilon", "delta"),
    *("sampled", "draws", "floor", "runs", "seed"),
)
"""What decides a row; without noise there is no calibration, epsilon and delta."""

STATISTICS: Final = ("mean", "min", "max")
"""Over all pairs; of the pair of the least divergence; of that of the largest."""
OUTPUTS: Final = (
    *(f"divergence_{which}" for which in STATISTICS),
    *(f"mse_{which}" for which in STATISTICS),
    *(f"noise_{which}" for which in STATISTICS),
    "real_delta",
)
"""The divergence, the mean squared error, and the root of the mean square of the noise over the divergence; and the
delta that the noise really guarantees for what the server sees, empty where there is none."""

LAMBDAS: Final = tuple(Fraction(k, 10) for k in range(21))
MOST_DRAWN: Final = 10**5
"""Draws times runs: all of a pair are held at a time."""

LINES: Final = tuple((model, calibration) for model in MODELS for calibration in CALIBRATIONS)


@dataclass(frozen=True, slots=True)
class Settings:
    """One row: a model with one kind of noise at one lambda, over all pairs and runs.

    Attributes:
        model: one of `MODELS`, or `NONE`.
        calibration: one of `CALIBRATIONS`; empty for `NONE`.
        weight: lambda.
        epsilon: the budget; None for `NONE`.
        delta: the other one.
        how: how clients and values are drawn.
    """

    model: str
    calibration: str
    weight: Fraction
    epsilon: Fraction | None
    delta: float
    how: Sampling

    @property
    def inputs(self) -> Row:
        """What decides the row, by column."""
        budget = ("", "") if self.epsilon is None else (ten_digits(self.epsilon), ten_digits(self.delta))
        how = (self.how.sampled, self.how.draws, ten_digits(self.how.floor), self.how.runs, self.how.seed)
        values = (self.model, self.calibration, ten_digits(self.weight), *budget, *how)
        return dict(zip(INPUTS, map(str, values), strict=True))


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole experiment: a sweep over epsilon with the middle number of clients, and over clients at three epsilons.

    Attributes:
        sampled: clients in a round, from the fewest to the most.
        epsilons: budgets, from the smallest to the largest.
        delta: strictly between 0 and 1.
        draws: T, the values that are asked for.
        floor: tau, below which no frequency is taken.
        runs: how often each is repeated.
        seed: decides the clients and all draws.

    Raises:
        ValueError: an argument is outside its domain, or scikit-learn is not installed.
    """

    sampled: tuple[int, ...]
    epsilons: tuple[Fraction, ...]
    delta: float
    draws: int
    floor: float
    runs: int
    seed: int

    def __post_init__(self) -> None:
        check_increasing("epsilons", self.epsilons)
        require(self.epsilons[-1] <= 100, "epsilons", self.epsilons[-1], "numbers of at most 100")
        require(0 < self.delta < 1, "delta", self.delta, "a number strictly between 0 and 1")
        require(0 < self.floor <= 1, "floor", self.floor, "a number above 0 and at most 1")
        check_runs(self.runs)
        check_at_least("draws", self.draws, 1)
        check_at_least("seed", self.seed, 0)
        require(self.draws * self.runs <= MOST_DRAWN, "draws", self.draws, f"at most {MOST_DRAWN} / runs")
        clients = clients_of(self.seed).number
        fits = bool(self.sampled) and all(1 <= m <= clients for m in self.sampled)
        told = ", ".join(map(str, self.sampled))
        require(
            fits and list(self.sampled) == sorted(set(self.sampled)), "sampled", told, f"numbers from 1 to {clients}"
        )

    @property
    def middle(self) -> int:
        """The clients in a round of the sweep over epsilon."""
        return self.sampled[len(self.sampled) // 2]

    @property
    def three(self) -> tuple[Fraction, ...]:
        """The epsilons of the sweep over clients: the middle one, the largest, and one between."""
        middle, last = len(self.epsilons) // 2, len(self.epsilons) - 1
        return tuple(self.epsilons[k] for k in sorted({middle, (middle + last + 1) // 2, last}))

    @property
    def wide(self) -> tuple[Fraction, ...]:
        """The epsilons at which lambda is looked at: the smallest, the middle one and the largest."""
        return tuple(self.epsilons[k] for k in sorted({0, len(self.epsilons) // 2, len(self.epsilons) - 1}))

    def how(self, sampled: int) -> Sampling:
        """How clients and values are drawn, with so many clients in a round."""
        return Sampling(sampled, self.draws, self.runs, self.floor, self.seed)

    def settings(self) -> Iterator[Settings]:
        """All rows."""
        for sampled in self.sampled:
            how = self.how(sampled)
            yield from (Settings(NONE, "", weight, None, self.delta, how) for weight in LAMBDAS)
            for epsilon in self.epsilons if sampled == self.middle else self.three:
                for weight in LAMBDAS:
                    yield from (Settings(*line, weight, epsilon, self.delta, how) for line in LINES)

    def tasks(self) -> list[Task]:
        """All that is to be measured."""
        return [Task(settings.inputs, partial(measured, settings)) for settings in self.settings()]


def measured(settings: Settings) -> Row:
    """Measure one row, and return its outputs by column."""
    model, calibration, how = settings.model, settings.calibration, settings.how
    budget = {"epsilon": float(settings.epsilon or 0), "delta": settings.delta}
    weight, truth = float(settings.weight), truths(how.seed, how.floor)
    found = errors(model, calibration, how, weight, **budget)
    guaranteed = "" if model == NONE else ten_digits(real_delta(model, calibration, how, weight, **budget))
    columns = (truth, found.squared, found.noise / np.abs(truth))
    numbers = [ten_digits(value) for column in columns for value in _statistics(column, truth)]
    return dict(zip(OUTPUTS, (*numbers, guaranteed), strict=True))


def _statistics(values: Floats, truth: Floats) -> tuple[float, float, float]:
    return float(values.mean()), float(values[truth.argmin()]), float(values[truth.argmax()])
