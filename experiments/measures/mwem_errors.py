"""What the experiment on MWEM and its smooth forms measures: its settings, their rows, and the plan of all.

An error is |answer - q(D_B)|; the largest and the mean over all queries of Q, each averaged over the runs. The answers
are those of a released distribution: the average of D_0, ..., D_(T-1), that of D_1, ..., D_T, or D_T. Smooth MWEM, as
its source has it, answers a query with that of the nearest one in the cover.
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
from dpassay.experiments.frame.runs import Row, Task, generator
from dpassay.experiments.measures.patient_queries import SIDE, WORKLOADS, Integers, Workload, covering, workload
from dpassay.experiments.measures.peer_mwem import (
    MOST_PEER_ROUNDS,
    PEERS,
    check_environments,
    peer_releases,
)
from dpassay.fast.mwem_release import Release, release

MECHANISMS: Final = ("mwem", "replayed_mwem", "smooth_mwem", "projected_smooth_mwem")
WITHOUT_SIGMA: Final = MECHANISMS[:2]
REPLAYS: Final = 10
"""Of all updates so far after each round, of replayed MWEM, as Hardt, Ligett and McSherry do in practice."""
MOST_REPLAYED: Final = 30
"""More rounds are not gone through again."""
RELEASED: Final = ("before", "after", "last")
"""The average of D_0, ..., D_(T-1); that of D_1, ..., D_T; D_T."""

INPUTS: Final = ("workload", "mechanism", "epsilon", "rounds", "sigma", "runs", "seed")
"""What decides a row; MWEM has no sigma, replayed or not."""
OUTPUTS: Final = (
    *(f"{statistic}_{which}" for statistic in ("largest", "mean") for which in RELEASED),
    *("largest_before_sd", "largest_after_sd", "largest_last_sd"),
    *("largest_uniform", "mean_uniform", "offered", "own_sigma", "proved_epsilon"),
)
"""The largest and the mean error of each released distribution; standard deviations over runs; the errors of the
uniform distribution; how many queries could be chosen; the largest sigma for which the data are smooth; and the
epsilon that is proved: HRS-29-corrected has it, and of a peer there is none."""
MOST_ROUNDS: Final = 10**4


@dataclass(frozen=True, slots=True)
class Settings:
    """One row.

    Attributes:
        kind: one of `WORKLOADS`.
        mechanism: one of `MECHANISMS` or, where kind is "ranges", of `PEERS`.
        epsilon: the whole budget.
        rounds: T.
        sigma: None for MWEM, replayed or not, and for peers.
        runs: how often it is repeated.
        seed: decides the rectangles and all draws.
    """

    kind: str
    mechanism: str
    epsilon: Fraction
    rounds: int
    sigma: Fraction | None
    runs: int
    seed: int

    @property
    def inputs(self) -> Row:
        """What decides the row, by column."""
        sigma = "" if self.sigma is None else ten_digits(self.sigma)
        values = (self.kind, self.mechanism, ten_digits(self.epsilon), self.rounds, sigma, self.runs, self.seed)
        return dict(zip(INPUTS, map(str, values), strict=True))


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole experiment: from the middle epsilon, rounds and sigma, a sweep over each of the three.

    Attributes:
        epsilons: budgets, from the smallest to the largest.
        rounds: T, from the fewest to the most.
        sigmas: at most 1, from the smallest to the largest.
        runs: how often each setting is repeated.
        seed: decides the rectangles and all draws.
        peers: the folder with the environments of published packages; empty: without them.

    Raises:
        ValueError: an argument is outside its domain, or scikit-learn is not installed, or an environment is missing.
    """

    epsilons: tuple[Fraction, ...]
    rounds: tuple[int, ...]
    sigmas: tuple[Fraction, ...]
    runs: int
    seed: int
    peers: str = ""

    def __post_init__(self) -> None:
        check_increasing("epsilons", self.epsilons)
        require(self.epsilons[-1] <= 10**6, "epsilons", self.epsilons[-1], "numbers of at most 10^6")
        check_increasing("rounds", [Fraction(rounds) for rounds in self.rounds])
        require(self.rounds[-1] <= MOST_ROUNDS, "rounds", self.rounds[-1], f"integers of at most {MOST_ROUNDS}")
        check_increasing("sigmas", self.sigmas)
        require(self.sigmas[-1] <= 1, "sigmas", self.sigmas[-1], "numbers of at most 1")
        require(self.sigmas[0] >= Fraction(1, 10**6), "sigmas", self.sigmas[0], "numbers of at least 10^-6")
        check_runs(self.runs)
        check_at_least("seed", self.seed, 0)
        workload(WORKLOADS[0], self.seed)
        if self.peers:
            check_environments(self.peers)

    @property
    def middle(self) -> tuple[Fraction, int, Fraction]:
        """The epsilon, the rounds and the sigma that the sweeps share."""
        epsilons, rounds, sigmas = self.epsilons, self.rounds, self.sigmas
        return epsilons[len(epsilons) // 2], rounds[len(rounds) // 2], sigmas[len(sigmas) // 2]

    def settings(self) -> Iterator[Settings]:
        """All rows, each once."""
        epsilon, rounds, sigma = self.middle
        places = dict.fromkeys(
            [
                *((one, rounds, sigma) for one in self.epsilons),
                *((epsilon, one, sigma) for one in self.rounds),
                *((epsilon, rounds, one) for one in self.sigmas),
            ]
        )
        for kind in WORKLOADS:
            for place in places:
                for mechanism in MECHANISMS:
                    if mechanism not in WITHOUT_SIGMA:
                        yield Settings(kind, mechanism, *place, self.runs, self.seed)
                    elif place[2] == sigma and (mechanism == "mwem" or place[1] <= MOST_REPLAYED):
                        yield Settings(kind, mechanism, *place[:2], None, self.runs, self.seed)
        for one, count, at in places if self.peers else ():
            if at == sigma and count <= MOST_PEER_ROUNDS:
                for peer in PEERS:
                    yield Settings("ranges", peer, one, count, None, self.runs, self.seed)

    def tasks(self) -> list[Task]:
        """All that is to be measured."""
        return [Task(settings.inputs, partial(measured, settings, self.peers)) for settings in self.settings()]


def measured(settings: Settings, peers: str = "") -> Row:
    """Measure one row, and return its outputs by column."""
    one = workload(settings.kind, settings.seed)
    if settings.mechanism in PEERS:
        return _of_peer(settings, peers, one)
    found = np.array([errors(settings, released_by(settings, run)) for run in range(settings.runs)])
    numbers = (
        *found.mean(axis=0).T.ravel(),
        *found[:, :, 0].std(axis=0),
        *_uniform_errors(one),
        one.queries.count if settings.sigma is None else len(_cover(settings, settings.sigma)[0]),
        one.own_sigma,
        settings.epsilon,
    )
    return dict(zip(OUTPUTS, map(ten_digits, numbers), strict=True))


def _uniform_errors(one: Workload) -> tuple[float, float]:
    """The largest and the mean error of the uniform distribution."""
    gaps = np.abs(one.queries.answers(np.full(one.queries.domain, 1 / one.queries.domain)) - one.truths)
    return float(gaps.max()), float(gaps.mean())


def _of_peer(settings: Settings, peers: str, one: Workload) -> Row:
    """Measure a published package, which releases one distribution and chooses among queries of its own."""
    table = np.stack(np.divmod(one.points, SIDE), axis=1)
    released = peer_releases(
        settings.mechanism, peers, table, settings.epsilon, settings.rounds, runs=settings.runs, seed=settings.seed
    )
    answers = [one.queries.answers(each) for each in released.distributions((SIDE, SIDE))]
    gaps = np.abs(np.array(answers) - one.truths)
    largest, uniform = gaps.max(axis=1), _uniform_errors(one)
    numbers = {
        "largest_last": largest.mean(),
        "mean_last": gaps.mean(),
        "largest_last_sd": largest.std(),
        "largest_uniform": uniform[0],
        "mean_uniform": uniform[1],
        "own_sigma": one.own_sigma,
    }
    return dict.fromkeys(OUTPUTS, "") | {name: ten_digits(value) for name, value in numbers.items()}


def _cover(settings: Settings, sigma: Fraction) -> tuple[Integers, Integers]:
    return covering(settings.kind, settings.seed, sigma)


def errors(settings: Settings, released: Release) -> list[tuple[float, float]]:
    """The largest and the mean error of each released distribution of one run."""
    one = workload(settings.kind, settings.seed)
    found = []
    for which in RELEASED:
        answers = one.queries.answers(getattr(released, which))
        if settings.mechanism == "smooth_mwem" and settings.sigma is not None:
            kept, nearest = _cover(settings, settings.sigma)
            answers = answers[kept[nearest]]
        gaps = np.abs(answers - one.truths)
        found.append((float(gaps.max()), float(gaps.mean())))
    return found


def released_by(settings: Settings, run: int) -> Release:
    """What one run releases."""
    one, sigma = workload(settings.kind, settings.seed), settings.sigma
    return release(
        one.points,
        rng=generator("mwem", *settings.inputs.values(), run),
        epsilon=settings.epsilon,
        rounds=settings.rounds,
        queries=one.queries,
        offered=None if sigma is None else _cover(settings, sigma)[0],
        sigma=sigma if settings.mechanism == "projected_smooth_mwem" else None,
        replays=REPLAYS if settings.mechanism == "replayed_mwem" else 0,
    )
