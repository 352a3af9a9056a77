"""What local privacy costs when distributions are learned online, measured.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online distribution learning with local private constraints" (2024):
algorithms 1 and 2, theorems 3 to 6, section 3. Five learners meet the natures in `dpassay.experiments.natures`:

* "private-wma" and "private-exp3": algorithms 1 and 2, with gamma = log T, in either calibration (`dpassay.fast`).
* "randomized-response": users tell their label by randomized response, and the learner is the Bayes learner of it.
* "bayes": the Bayes learner of the labels themselves, without privacy.
* "uniform": hears nothing, and always predicts the mean of the class.

The true hypothesis is uniform in each run, and the class of "dirichlet" is drawn anew.

Risk: the sum over rounds of KL(f(x_t), p^_t), and the average of the total variation, are computed from each
prediction; only orders, labels and reports are drawn. Reports do not depend on what the learner does, so those of
a block of rounds are drawn at once, and the weights of all its rounds are sums of what the reports say.

The bounds that are drawn: the trivial T log K, which the mean of the class meets. Theorems 4 and 5 with the constants
12 and 6 for their O(): those hold in the corrected calibration, for theorem 4 where log((K + 1) T) is not more than 6 %
above log(K T). Theorem 3 with the constant 3/40 for its Omega(): it speaks of purely private learners, and of the mean
over the true hypothesis in "hadamard", so that it must lie below "randomized-response" and the corrected "private-exp3"
there, and nowhere else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Final, Protocol

import numpy as np
from scipy.special import rel_entr, stdtrit

from dpassay.exact import require
from dpassay.experiments.natures import NATURES, Floats, Integers, Laws, Rounds, rounds_of
from dpassay.experiments.runs import MOST_RUNS, Row, Task, generator
from dpassay.fast import private_exp3, private_wma
from dpassay.fast.distribution_learners import RandomizedResponseLearner
from dpassay.fast.label_clipping import Clipping, clipping
from dpassay.fast.privatized_likelihood import Scheme
from dpassay.fast.randomized_response import randomized_response

DELTA: Final = 1e-6
"""The delta of "private-wma"; all others are purely private, or not at all."""

CALIBRATIONS: Final = ("corrected", "printed")

INPUTS: Final = (
    "nature",
    "learner",
    "calibration",
    "epsilon",
    "delta",
    "rounds",
    "hypotheses",
    "labels",
    "seed",
    "run",
    "learning_rate",
    "noise_scale",
)
"""What decides a run: `Settings`, and what follows from them; a column is empty where a learner has no such thing."""

OUTPUTS: Final = ("kl_risk", "tv_risk", "truth_weight")
"""The KL-risk; the average total variation; the weight of the true hypothesis in the end."""

BOUNDS: Final = ("trivial", "non_private", "lower", "sharp_lower", "theorem_4", "theorem_5")

SUMMARY: Final = (
    *(column for column in INPUTS if column != "run"),
    "runs",
    "mean_kl",
    "low_kl",
    "high_kl",
    "most_error",
    "beats_uniform",
    "mean_tv",
    "low_tv",
    "high_tv",
    "mean_truth_weight",
    *BOUNDS,
)
"""The columns of a summary: means over runs, the ends of the bands, how far off the mean can be, and the bounds.

`beats_uniform` is the number of runs in which the KL-risk is less than that of "uniform" on the same labels."""

BAND: Final = (0.1, 0.9)
"""The quantiles over runs between which a band lies."""

ALPHA: Final = 1e-6
"""`most_error` is exceeded with about this probability, if means of runs are normal."""

SLACK: Final = 1e-9
"""A bound that is attained may be missed by so much, relatively, by rounding."""

SHORTEST: Final = 100
"""The sweep over rounds goes down to about so many."""

SMALLEST_CLASS: Final = 4


# Bounds


def trivial_bound(rounds: int, hypotheses: int) -> float:
    """T log K: the risk of the mean of the class is no more."""
    return rounds * math.log(hypotheses)


def lower_bound(rounds: int, hypotheses: int, epsilon: float) -> float | None:
    """Theorem 3: (3/40) sqrt(K T / (m e^eps)) with m = min{(e^eps - 1)^2, 1}; None where T < K / (9 m e^eps)."""
    strength = min(math.expm1(epsilon) ** 2, 1.0) * math.exp(epsilon)
    return None if rounds < hypotheses / (9 * strength) else 3 / 40 * math.sqrt(hypotheses * rounds / strength)


def sharp_lower_bound(rounds: int, hypotheses: int, epsilon: float) -> float:
    """A better one, for all T: (3/16) log 2 min{sqrt(K' T) / (e^(eps/2) - 1), (8/3) T} for K' = floor(K/2) pairs."""
    learned = math.sqrt(hypotheses // 2 * rounds) / math.expm1(epsilon / 2)
    return 3 / 16 * math.log(2) * min(learned, 8 / 3 * rounds)


def theorem_4(rounds: int, hypotheses: int, epsilon: float, delta: float) -> float:
    """12 sqrt(2 T log K) (log(KT) + (sqrt(K log(1/delta)) + sqrt(K eps)) log(KT)^2 / eps)."""
    log_size = math.log(hypotheses * rounds)
    noise = (math.sqrt(hypotheses * -math.log(delta)) + math.sqrt(hypotheses * epsilon)) * log_size**2 / epsilon
    return 12 * math.sqrt(2 * rounds * math.log(hypotheses)) * (log_size + noise)


def theorem_5(rounds: int, hypotheses: int, epsilon: float) -> float:
    """6 sqrt(2 T K log K) (log(KT) + log(KT)^2 / eps)."""
    log_size = math.log(hypotheses * rounds)
    return 6 * math.sqrt(2 * rounds * hypotheses * math.log(hypotheses)) * (log_size + log_size**2 / epsilon)


def tv_bound(rounds: int, kl_bound: float) -> float:
    """The bound on the average total variation that follows, by the inequalities of Pinsker and Cauchy-Schwarz."""
    return math.sqrt(kl_bound / (2 * rounds))


def first_useful_rounds(bound: Callable[[int], float], hypotheses: int) -> int:
    """The least power of two from which a bound that grows more slowly than T stays below T log K."""
    rounds = 1 << 62
    while rounds > 1 and bound(rounds // 2) < trivial_bound(rounds // 2, hypotheses):
        rounds //= 2
    return rounds


# Learners


class Learner(Protocol):
    """What users tell of their labels, and what is made of it."""

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:
        """The logarithms of what each hypothesis' weight is multiplied by after each round, a row a round."""

    def predicted(self, mixed: Floats) -> Floats:
        """The predictions, one label of each kind, from the weighted means of the laws."""


class Uniform:
    """Nobody tells anything."""

    def __init__(self, laws: Laws) -> None:
        self.hypotheses = laws.hypotheses

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:  # noqa: ARG002  # as the others
        """Nothing: all weights stay."""
        return np.zeros((len(rounds.labels), self.hypotheses))

    def predicted(self, mixed: Floats) -> Floats:
        """The means."""
        return mixed


class Bayes:
    """Users tell their label."""

    def __init__(self, laws: Laws) -> None:
        self.kinds = laws.kinds
        with np.errstate(divide="ignore"):
            self.logs = np.log(laws.masses)

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:  # noqa: ARG002  # as the others
        """The log-likelihoods of the labels."""
        return rounds.columns(self.logs, self.kinds[rounds.labels])

    def predicted(self, mixed: Floats) -> Floats:
        """The means."""
        return mixed


class RandomizedResponse:
    """Users tell a label by randomized response."""

    def __init__(self, laws: Laws, epsilon: Fraction) -> None:
        self.epsilon, self.kinds, self.labels = epsilon, laws.kinds, laws.labels
        learner = RandomizedResponseLearner(laws.hypotheses, laws.labels, epsilon=epsilon)
        self.logs = np.log(learner.likelihoods(laws.masses))

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:
        """The log-likelihoods of the answers."""
        answers = np.empty_like(rounds.labels)
        for label in np.unique(rounds.labels).tolist():
            own = rounds.labels == label
            size = int(own.sum())
            answers[own] = randomized_response(label, size=size, rng=rng, epsilon=self.epsilon, categories=self.labels)
        return rounds.columns(self.logs, self.kinds[answers])

    def predicted(self, mixed: Floats) -> Floats:
        """The means."""
        return mixed


class _Clipped:
    """What algorithms 1 and 2 have in common."""

    def __init__(self, laws: Laws, constants: Scheme) -> None:
        self.laws, self.constants, self.kinds = laws, constants, laws.kinds
        calibration = "printed" if constants.printed else "corrected"
        self.clipping: Clipping = clipping(laws.table, rounds=constants.rounds, calibration=calibration)
        self.first = np.cumsum(laws.copies) - laws.copies  # a label of each kind

    def predicted(self, mixed: Floats) -> Floats:
        """The prediction of `Clipping.prediction`, one label of each kind."""
        return np.asarray(self.clipping.keep * mixed + self.clipping.sizes[self.first] * self.clipping.floor)

    def factors(self, reports: Floats) -> Floats:
        """The logarithms of factors from noisy log-likelihoods."""
        losses = self.constants.losses(reports, self.clipping.labels)
        return np.asarray(-self.constants.learning_rate * losses)


class PrivateWMA(_Clipped):
    """Algorithm 1."""

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:
        """The noisy log-likelihoods of the clipped labels under all hypotheses, as in `private_wma.report`."""
        clipped = self.clipping.label_of(self.clipping.clip(rounds.labels, rng))
        logs = np.log(self.clipping.likelihoods(self.laws.masses, self.first))
        return self.factors(self.constants.noise.add_to(rounds.columns(logs, self.kinds[clipped]), rng))


class PrivateExp3(_Clipped):
    """Algorithm 2."""

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:
        """The noisy log-likelihood under one hypothesis; the others hear nothing."""
        every = np.arange(len(rounds.labels))

        def masses(chosen: Integers, heard: Integers) -> Floats:
            laws = chosen if rounds.orders is None else rounds.orders[every, chosen]
            return np.asarray(self.laws.masses[laws, self.kinds[heard]])

        published = private_exp3.reports(
            rounds.labels, constants=self.constants, clipping=self.clipping, masses=masses, rng=rng
        )
        logs = np.zeros((len(every), self.laws.hypotheses))
        logs[every, published[:, 0].astype(np.int64)] = self.factors(published[:, 1])
        return logs


LEARNERS: Final = ("private-wma", "private-exp3", "randomized-response", "bayes", "uniform")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a game came to.

    Attributes:
        kl_risk: the sum over rounds of KL(f(x_t), p^_t).
        tv_risk: the average over rounds of the total variation.
        truth_weight: the weight of the true hypothesis after the last round.
    """

    kl_risk: float
    tv_risk: float
    truth_weight: float


def play(
    laws: Laws, truth: int, learner: Learner, *, rounds: int, nature_rng: np.random.Generator, rng: np.random.Generator
) -> Outcome:
    """Play one game.

    Args:
        laws: the class.
        truth: the true hypothesis.
        learner: users and learner.
        rounds: T.
        nature_rng: orders and labels.
        rng: what users draw.
    """
    state, kl_risk, tv_risk = np.zeros(laws.hypotheses), 0.0, 0.0
    for block in rounds_of(laws, truth, rounds, nature_rng):
        logs = np.concatenate([state[None], learner.heard(block, rng)])
        np.cumsum(logs, axis=0, out=logs)
        kl, tv = divergences(laws, block, learner, normalized(logs[:-1]))
        kl_risk, tv_risk = kl_risk + float(kl.sum()), tv_risk + float(tv.sum())
        state = logs[-1] - logs[-1].max()
    return Outcome(kl_risk, tv_risk / rounds, float(normalized(state[None])[0, truth]))


def normalized(logs: Floats) -> Floats:
    """Weights that add up to one in each row, from logarithms."""
    weights: Floats = np.exp(logs - logs.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights


def divergences(laws: Laws, rounds: Rounds, learner: Learner, weights: Floats) -> tuple[Floats, Floats]:
    """KL(f(x_t), p^_t) and the total variation in each round, from the weights before it."""
    predicted = learner.predicted(rounds.mixed(weights, laws))
    law = laws.masses[rounds.truths]
    kl: Floats = rel_entr(law, predicted) @ laws.copies.astype(np.float64)
    tv: Floats = np.maximum(law - predicted, 0) @ laws.copies.astype(np.float64)
    return kl, tv


# What is measured


@dataclass(frozen=True, slots=True)
class Settings:
    """One run of one learner.

    Attributes:
        nature: a name in `NATURES`.
        learner: a name in `LEARNERS`.
        calibration: of the private learners.
        epsilon: the budget, above 0.
        rounds: T.
        hypotheses: K, even.
        seed: of the whole experiment.
        run: the number of the run, from 0.
    """

    nature: str
    learner: str
    calibration: str
    epsilon: Fraction
    rounds: int
    hypotheses: int
    seed: int
    run: int

    @property
    def scheme(self) -> Scheme | None:
        """The constants of a private learner."""
        size, length, budget, how = self.hypotheses, self.rounds, self.epsilon, self.calibration
        if self.learner == "private-wma":
            return private_wma.scheme(hypotheses=size, rounds=length, epsilon=budget, delta=DELTA, calibration=how)
        if self.learner == "private-exp3":
            return private_exp3.scheme(hypotheses=size, rounds=length, epsilon=budget, calibration=how)
        return None

    def laws(self) -> Laws:
        """The class: in each run the same for all learners."""
        rng = generator("laws", self.seed, self.nature, self.hypotheses, self.run)
        return NATURES[self.nature](self.hypotheses, self.rounds, self.epsilon, rng)

    def learner_of(self, laws: Laws) -> Learner:
        """Users and learner of a class."""
        constants = self.scheme
        if constants is not None:
            private = PrivateWMA if self.learner == "private-wma" else PrivateExp3
            return private(laws, constants)
        if self.learner == "randomized-response":
            return RandomizedResponse(laws, self.epsilon)
        return Bayes(laws) if self.learner == "bayes" else Uniform(laws)

    @property
    def inputs(self) -> Row:
        """What decides the run, by column."""
        constants = self.scheme
        own = ("", "") if constants is None else (constants.learning_rate, constants.noise.scale)
        values = (
            self.nature,
            self.learner,
            "" if constants is None else self.calibration,
            float(self.epsilon),
            DELTA if self.learner == "private-wma" else "",
            self.rounds,
            self.hypotheses,
            labels_of(self.nature, self.hypotheses),
            self.seed,
            self.run,
            *own,
        )
        return {column: str(value) for column, value in zip(INPUTS, values, strict=True)}


def labels_of(nature: str, hypotheses: int) -> int:
    """M, the number of labels."""
    return NATURES[nature](hypotheses, 1, Fraction(1), np.random.default_rng(0)).labels


def measured(settings: Settings) -> Row:
    """Play one game, and return its outputs by column."""
    laws = settings.laws()
    where = (settings.seed, settings.nature, settings.rounds, settings.hypotheses, settings.run)
    nature_rng = generator("nature", *where)
    truth = int(nature_rng.integers(settings.hypotheses))
    outcome = play(
        laws,
        truth,
        settings.learner_of(laws),
        rounds=settings.rounds,
        nature_rng=nature_rng,
        rng=generator("users", *where, settings.learner, settings.calibration, str(settings.epsilon)),
    )
    values = (outcome.kl_risk, outcome.tv_risk, outcome.truth_weight)
    return dict(zip(OUTPUTS, map(str, values), strict=True))


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole experiment: sweeps over the rounds and over K at the middle epsilon, and one over epsilon.

    Attributes:
        natures: names in `NATURES`.
        calibration: of the private learners.
        epsilons: the budgets, from the smallest to the largest.
        rounds: the most rounds, and those of the sweep over epsilon.
        hypotheses: K in the sweeps over the rounds and over epsilon; even.
        most_hypotheses: the largest K; the sweep over K goes down from there in steps of 4; even.
        wide_rounds: the rounds of the sweep over K.
        runs: the number of runs.
        seed: decides all classes, labels and reports.

    Raises:
        ValueError: an argument is outside its domain.
    """

    natures: tuple[str, ...]
    calibration: str
    epsilons: tuple[Fraction, ...]
    rounds: int
    hypotheses: int
    most_hypotheses: int
    wide_rounds: int
    runs: int
    seed: int

    def __post_init__(self) -> None:
        names = self.natures
        known = bool(names) and set(names) <= set(NATURES) and len(set(names)) == len(names)
        require(known, "natures", ", ".join(names), f"some of {', '.join(NATURES)}, each once")
        require(self.calibration in CALIBRATIONS, "calibration", self.calibration, "'corrected' or 'printed'")
        increasing = all(a < b for a, b in zip((Fraction(0), *self.epsilons), self.epsilons, strict=False))
        told = ", ".join(map(str, self.epsilons))
        require(bool(self.epsilons) and increasing, "epsilons", told, "numbers above 0, each larger than the last")
        require(self.rounds >= SHORTEST, "rounds", self.rounds, f"an integer of at least {SHORTEST}")
        require(self.wide_rounds >= 2, "wide_rounds", self.wide_rounds, "an integer of at least 2")
        for name, size in (("hypotheses", self.hypotheses), ("most_hypotheses", self.most_hypotheses)):
            fits = size >= SMALLEST_CLASS and size % 2 == 0
            require(fits, name, size, f"an even integer of at least {SMALLEST_CLASS}")
        require(1 <= self.runs <= MOST_RUNS, "runs", self.runs, f"an integer from 1 to {MOST_RUNS}")
        require(self.seed >= 0, "seed", self.seed, "an integer of at least 0")
        for settings in self.settings(0):  # what cannot be played is refused before anything is
            _ = settings.scheme

    @property
    def middle(self) -> Fraction:
        """The epsilon of the sweeps over the rounds and over K."""
        return self.epsilons[len(self.epsilons) // 2]

    @property
    def lengths(self) -> list[int]:
        """The numbers of rounds of the sweep over rounds, from the smallest to the largest: half a decade apart."""
        steps = int(2 * math.log10(self.rounds / SHORTEST) + 1e-9)
        return [round(self.rounds / 10 ** (k / 2)) for k in reversed(range(steps + 1))]

    @property
    def sizes(self) -> list[int]:
        """The values of K of the sweep over K, from the smallest to the largest."""
        steps = int(math.log(self.most_hypotheses / SMALLEST_CLASS, 4) + 1e-9)
        return sorted({self.most_hypotheses // 4**k // 2 * 2 for k in range(steps + 1)})

    def points(self) -> list[tuple[Fraction, int, int]]:
        """Epsilon, T and K of all sweeps, each once."""
        over_rounds = [(self.middle, length, self.hypotheses) for length in self.lengths]
        over_sizes = [(self.middle, self.wide_rounds, size) for size in self.sizes]
        over_epsilon = [(epsilon, self.rounds, self.hypotheses) for epsilon in self.epsilons]
        return list(dict.fromkeys([*over_rounds, *over_sizes, *over_epsilon]))

    def settings(self, run: int) -> list[Settings]:
        """All settings of one run."""
        return [
            Settings(nature, learner, self.calibration, *point, self.seed, run)
            for nature in self.natures
            for point in self.points()
            for learner in LEARNERS
        ]

    def tasks(self) -> list[Task]:
        """All that is to be measured, run by run: after an interrupt each setting has about as many runs."""
        every = chain.from_iterable(self.settings(run) for run in range(self.runs))
        return [Task(settings.inputs, _measurement(settings)) for settings in every]


def _measurement(settings: Settings) -> Callable[[], Row]:
    return lambda: measured(settings)


# Summaries


def summary(rows: Sequence[Row]) -> list[Row]:
    """One row for all runs of a setting, in the order of their first run."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    kept = [column for column in INPUTS if column != "run"]
    for row in rows:
        groups.setdefault(tuple(row[column] for column in kept), []).append(row)
    ignorant = {_game(row): float(row["kl_risk"]) for row in rows if row["learner"] == "uniform"}
    return [
        dict(zip(SUMMARY, (*key, *_statistics(group, ignorant), *_bounds(group[0])), strict=True))
        for key, group in groups.items()
    ]


def _game(row: Row) -> tuple[str, ...]:
    """What decides the class, the truth and the labels of a run, and more."""
    return tuple(row[column] for column in ("nature", "epsilon", "rounds", "hypotheses", "seed", "run"))


def _statistics(rows: Sequence[Row], ignorant: Mapping[tuple[str, ...], float]) -> tuple[str, ...]:
    kl, tv, weight = (np.array([float(row[column]) for row in rows]) for column in OUTPUTS)
    better = sum(float(row["kl_risk"]) < ignorant[_game(row)] * (1 - SLACK) for row in rows)
    of_kl = (kl.mean(), *np.quantile(kl, BAND), _most_error(kl))
    of_tv = (tv.mean(), *np.quantile(tv, BAND))
    return (str(len(rows)), *_told(of_kl), str(better), *_told(of_tv), str(float(weight.mean())))


def _told(values: Iterable[float]) -> list[str]:
    return [str(float(value)) for value in values]


def _most_error(values: Floats) -> float:
    """How far the mean of runs can be from its expectation, one-sided at `ALPHA`; infinite for a single run."""
    count = len(values)
    if count == 1:
        return math.inf
    return float(stdtrit(count - 1, 1 - ALPHA) * values.std(ddof=1) / math.sqrt(count))


def _bounds(row: Row) -> tuple[str, ...]:
    length, size, budget = int(row["rounds"]), int(row["hypotheses"]), float(row["epsilon"])
    values = (
        trivial_bound(length, size),
        math.log(size),
        lower_bound(length, size, budget),
        sharp_lower_bound(length, size, budget),
        theorem_4(length, size, budget, DELTA),
        theorem_5(length, size, budget),
    )
    return tuple("" if value is None else str(value) for value in values)


UPPER: Final[Mapping[str, str]] = {
    "private-wma": "theorem_4",
    "private-exp3": "theorem_5",
    "bayes": "non_private",
    "uniform": "trivial",
}
"""The upper bound on the expected risk of a learner, for any class and any truth."""


def bounds_of(row: Row) -> tuple[str | None, list[str]]:
    """The upper bound and the lower bounds that speak of a row of a summary.

    Theorems 4 and 5 speak of the corrected calibration only, and the lower bounds of the class of appendix A and of
    learners that are purely private.
    """
    if row["calibration"] == "printed":
        return None, []
    lower = [name for name in ("lower", "sharp_lower") if is_bounded_below(row) and row[name]]
    return UPPER.get(row["learner"]), lower


def is_bounded_below(row: Row) -> bool:
    """Whether the lower bounds speak of the class and the learner of a row."""
    pure = row["learner"] in {"private-exp3", "randomized-response"} and row["calibration"] != "printed"
    return pure and row["nature"] == "hadamard"


def contradicted(row: Row) -> list[str]:
    """The bounds that speak of a row of a summary, and that its mean contradicts beyond chance."""
    mean, error = float(row["mean_kl"]), float(row["most_error"])
    upper, lower = bounds_of(row)
    above = [] if upper is None or mean - error <= float(row[upper]) * (1 + SLACK) else [upper]
    return above + [name for name in lower if mean + error < float(row[name]) * (1 - SLACK)]
