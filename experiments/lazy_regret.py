"""What the privacy of lazy-to-private costs in regret, measured.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms": theorem 3.10 with its proof, and
table 1. Four algorithms for prediction from d experts in T rounds play against the adversaries in
`dpassay.experiments.adversaries`:

* "lazy-to-private": algorithm 1 over multiplicative weights, with the parameters in the proof of theorem 3.10.
* "dartboard": the shrinking dartboard with fake switches, without batches, with parameters that give the rate
  T^(1/3) log(d) / epsilon of table 1. The source prints no parameters for it; these follow the form of the others.
* "tree-leader": follow the perturbed leader with the noise of a binary tree, which table 1 names for few experts. The
  noise is at least what zero-concentrated privacy asks for, and at least sqrt(T / m) at each of the up to m nodes
  of a prefix: what follow the perturbed leader plays with without privacy, up to a constant.
* "hedge": multiplicative weights without privacy, with the learning rate sqrt(8 ln(d) / T).

Whether a choice of parameters is private is not the subject here: those of lazy-to-private are taken as they are
printed. Those of the tree's leader are private by a bound with all its constants; the algorithms are not compared at
equal proven privacy.

Expected regret: in all but the tree's leader the model of a batch, taken alone, has the law of multiplicative weights
before that batch. (In lazy-to-private the partners know nothing of the models, and given the partners a model is kept
with a probability that is proportional to the ratio of its weights.) So the expectation over the coins, for a given
sequence of losses, is computed without any: it is that of multiplicative weights over the batches. Batches and learning
rates being the same, lazy-to-private and the dartboard have the same expected regret, and differ in how it fluctuates
and in the number of models drawn. The tree's leader in a round, taken alone, is the least of the sums of losses with
independent normal noise, whose variance is the number of nodes: its law is a one-dimensional integral.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from itertools import chain, tee
from typing import Final

import numpy as np

from dpassay.exact import require
from dpassay.experiments.adversaries import ADVERSARIES, Floats
from dpassay.experiments.leaders import kinds, leader_laws
from dpassay.experiments.rates import RATES, few_experts
from dpassay.experiments.runs import MOST_RUNS, Row, Task, generator
from dpassay.fast import (
    lazy_to_private_stream,
    multiplicative_weights_stream,
    shrinking_dartboard,
    tree_perturbed_leader,
)

DELTA: Final = 1e-6
"""The delta of all private algorithms here."""

INPUTS: Final = (
    "adversary",
    "algorithm",
    "epsilon",
    "delta",
    "rounds",
    "experts",
    "seed",
    "run",
    "learning_rate",
    "batch",
    "fake_switch",
)
"""What decides a run: the columns of `Settings` and of the parameters that follow from them."""

OUTPUTS: Final = ("regret", "expected_regret", "drawn_anew")
"""The regret of a run; its expectation over the coins, given the losses; how many models were drawn after the first.

The tree's leader draws noise and no models: for it, how often the leader changed."""

SUMMARY: Final = (
    *(column for column in INPUTS if column != "run"),
    "runs",
    "mean_regret",
    "low_regret",
    "high_regret",
    "mean_expected_regret",
    "mean_drawn_anew",
    "rate",
)
"""The columns of a summary: means over runs, the ends of the band, and the printed rate without its constant."""

BAND: Final = (0.1, 0.9)
"""The quantiles over runs between which a band lies."""

SHORTEST: Final = 256
"""The sweep over rounds halves them no further."""

MOST_HALVINGS: Final = 7


# Parameters


@dataclass(frozen=True, slots=True)
class Parameters:
    """What an algorithm plays with.

    `fake_switch` is 1 for Hedge, which draws a model each round, and for the tree's leader, which chooses one each
    round; the learning rate of the latter is one over its noise scale.
    """

    learning_rate: float
    batch: int
    fake_switch: float


def lazy_parameters(epsilon: Fraction, delta: float, rounds: int, experts: int) -> Parameters:
    """The parameters of lazy-to-private as the proof of theorem 3.10 sets them; 1/epsilon is rounded up to a batch.

    Raises:
        ValueError: the probability of a fake switch is not below 1: epsilon is too small for so few rounds.
    """
    least = rounds ** (-1 / 4) * math.log(experts) ** (3 / 4)
    rate = min(least, float(epsilon)) ** (2 / 3) / (rounds ** (1 / 3) * math.log(rounds / delta))
    return _private(epsilon, rounds, rate, math.ceil(1 / epsilon))


def dartboard_parameters(epsilon: Fraction, delta: float, rounds: int, experts: int) -> Parameters:
    """Parameters for the shrinking dartboard without batches, whose regret is about log(d) / rate.

    The rate is epsilon / (T^(1/3) log(T/delta)), but, as for lazy-to-private, never above that without privacy over
    log(T/delta).

    Raises:
        ValueError: the probability of a fake switch is not below 1: epsilon is too small for so few rounds.
    """
    least = rounds ** (-1 / 6) * math.log(experts) ** (1 / 2)
    rate = min(least, float(epsilon)) / (rounds ** (1 / 3) * math.log(rounds / delta))
    return _private(epsilon, rounds, rate, 1)


def hedge_parameters(epsilon: Fraction, delta: float, rounds: int, experts: int) -> Parameters:  # noqa: ARG001  # as the others
    """The parameters of Hedge, which do not depend on epsilon and delta."""
    return Parameters(math.sqrt(8 * math.log(experts) / rounds), 1, 1.0)


def tree_parameters(epsilon: Fraction, delta: float, rounds: int, experts: int) -> Parameters:
    """The parameters of the tree's leader: the noise is that for privacy or that without, whichever is more."""
    scale = max(
        tree_perturbed_leader.noise_for(epsilon, delta, rounds, experts), math.sqrt(rounds / rounds.bit_length())
    )
    return Parameters(1 / scale, 1, 1.0)


def _private(epsilon: Fraction, rounds: int, rate: float, batch: int) -> Parameters:
    fake = 10 * rate / float(epsilon)
    expected = (
        f"an epsilon so large that fake switches have a probability below 1 (it is {fake:.3g} in {rounds} rounds)"
    )
    require(fake < 1, "epsilon", epsilon, expected)
    return Parameters(rate, batch, fake)


PARAMETERS: Final[Mapping[str, Callable[[Fraction, float, int, int], Parameters]]] = {
    "lazy-to-private": lazy_parameters,
    "dartboard": dartboard_parameters,
    "tree-leader": tree_parameters,
    "hedge": hedge_parameters,
}
"""The algorithms, and what they play with at a given epsilon, delta, number of rounds and number of experts."""

PRINTED: Final[Mapping[str, Callable[[int, int, float], float]]] = {
    "lazy-to-private": RATES["lazy_printed"].value,
    "dartboard": RATES["predecessor"].value,
    "tree-leader": few_experts,
    "hedge": RATES["non_private"].value,
}
"""The rate that is printed for each."""


# What is measured


@dataclass(frozen=True, slots=True)
class Settings:
    """One run of one algorithm.

    Attributes:
        adversary: a name in `ADVERSARIES`; for the batches of lazy-to-private at this epsilon.
        algorithm: a name in `PARAMETERS`.
        epsilon: the budget, above 0.
        rounds: T.
        experts: d, 2 or more.
        seed: of the whole experiment.
        run: the number of the run, from 0.
    """

    adversary: str
    algorithm: str
    epsilon: Fraction
    rounds: int
    experts: int
    seed: int
    run: int

    @property
    def parameters(self) -> Parameters:
        """What the algorithm plays with."""
        return PARAMETERS[self.algorithm](self.epsilon, DELTA, self.rounds, self.experts)

    @property
    def inputs(self) -> Row:
        """What decides the run, by column."""
        played = self.parameters
        values = (
            self.adversary,
            self.algorithm,
            float(self.epsilon),
            DELTA,
            self.rounds,
            self.experts,
            self.seed,
            self.run,
            played.learning_rate,
            played.batch,
            played.fake_switch,
        )
        return {column: str(value) for column, value in zip(INPUTS, values, strict=True)}


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole experiment: a sweep over epsilon in the most rounds, and one over rounds at the middle epsilon.

    Attributes:
        adversaries: names in `ADVERSARIES`.
        epsilons: the budgets, from the smallest to the largest.
        rounds: the most rounds.
        experts: the number of experts.
        runs: the number of runs, each with losses of its own.
        seed: decides all losses and coins.

    Raises:
        ValueError: an argument is outside its domain.
    """

    adversaries: tuple[str, ...]
    epsilons: tuple[Fraction, ...]
    rounds: int
    experts: int
    runs: int
    seed: int

    def __post_init__(self) -> None:
        known = f"some of {', '.join(ADVERSARIES)}, each once"
        names = self.adversaries
        fits = bool(names) and set(names) <= set(ADVERSARIES) and len(set(names)) == len(names)
        require(fits, "adversaries", ", ".join(names), known)
        increasing = all(a < b for a, b in zip((Fraction(0), *self.epsilons), self.epsilons, strict=False))
        told = ", ".join(map(str, self.epsilons))
        require(bool(self.epsilons) and increasing, "epsilons", told, "numbers above 0, each larger than the last")
        require(self.rounds >= SHORTEST, "rounds", self.rounds, f"an integer of at least {SHORTEST}")
        require(self.experts >= 2, "experts", self.experts, "an integer of at least 2")
        require(1 <= self.runs <= MOST_RUNS, "runs", self.runs, f"an integer from 1 to {MOST_RUNS}")
        require(self.seed >= 0, "seed", self.seed, "an integer of at least 0")
        for settings in self.settings(0):  # what cannot be played is refused before anything is
            _ = settings.parameters

    @property
    def middle(self) -> Fraction:
        """The epsilon of the sweep over rounds."""
        return self.epsilons[len(self.epsilons) // 2]

    @property
    def lengths(self) -> list[int]:
        """The numbers of rounds of the sweep over rounds, from the smallest to the largest."""
        halved = [self.rounds >> k for k in range(MOST_HALVINGS + 1)]
        return [length for length in reversed(halved) if length >= SHORTEST]

    def settings(self, run: int) -> list[Settings]:
        """All settings of one run."""
        points = [(epsilon, self.rounds) for epsilon in self.epsilons]
        points += [(self.middle, length) for length in self.lengths if length != self.rounds]
        return [
            Settings(adversary, algorithm, epsilon, length, self.experts, self.seed, run)
            for adversary in self.adversaries
            for epsilon, length in points
            for algorithm in PARAMETERS
        ]

    def tasks(self) -> list[Task]:
        """All that is to be measured, run by run: after an interrupt each setting has about as many runs."""
        every = chain.from_iterable(self.settings(run) for run in range(self.runs))
        return [Task(settings.inputs, _measurement(settings)) for settings in every]


def _measurement(settings: Settings) -> Callable[[], Row]:
    return lambda: measured(settings)


def measured(settings: Settings) -> Row:
    """Play one game, and return its outputs by column."""
    here, there = tee(losses(settings))
    expectation = expected_tree_regrets if settings.algorithm == "tree-leader" else expected_regrets
    for state in zip(_played(settings, here), expectation(there, settings.parameters), strict=True):
        last = state  # both go on block by block, so that `tee` holds one block and not all
    (regret, drawn), expected = last
    return dict(zip(OUTPUTS, (str(regret), str(expected), str(drawn)), strict=True))


def losses(settings: Settings) -> Iterator[Floats]:
    """The losses of a run: the same for all algorithms, and for each epsilon if the adversary knows no batches."""
    batch = lazy_parameters(settings.epsilon, DELTA, settings.rounds, settings.experts).batch
    rng = generator("losses", *_seeds(settings))
    return ADVERSARIES[settings.adversary](settings.experts, settings.rounds, batch, rng)


def _seeds(settings: Settings) -> tuple[int | str, ...]:
    return settings.seed, settings.adversary, settings.rounds, settings.experts, settings.run


def _played(settings: Settings, blocks: Iterator[Floats]) -> Iterator[tuple[float, int]]:
    """The regret and the number of models drawn anew, after each block."""
    rng = generator("coins", *_seeds(settings), settings.algorithm, str(settings.epsilon))
    rate, batch, fake = astuple(settings.parameters)
    if settings.algorithm == "hedge":
        for hedge in multiplicative_weights_stream.play(blocks, runs=1, rng=rng, learning_rate=rate, form="loss"):
            yield float(hedge.collected[0] - hedge.rewards.min()), hedge.rounds - 1
        return
    if settings.algorithm == "tree-leader":
        for leader in tree_perturbed_leader.play(blocks, runs=1, rng=rng, noise_scale=1 / rate):
            yield float(leader.regret[0]), int(leader.changed[0])
        return
    play = lazy_to_private_stream.play if settings.algorithm == "lazy-to-private" else shrinking_dartboard.play
    for lazy in play(blocks, runs=1, rng=rng, learning_rate=rate, batch=batch, fake_switch=fake):
        yield float(lazy.regret[0]), int(lazy.resampled[0])


def expected_regrets(blocks: Iterable[Floats], parameters: Parameters) -> Iterator[float]:
    """The expected regret after each block, by the law of multiplicative weights before each batch; no coin is tossed.

    A batch of B rounds is one round with the mean losses at B times the learning rate. No block but the last holds a
    part of a batch; a part counts as a batch whose other rounds cost nothing.
    """
    batch = parameters.batch
    means = (_batch_means(block, batch) for block in blocks)
    # No coin is tossed, but `play` wants a generator.
    rng, rate = np.random.default_rng(0), batch * parameters.learning_rate
    for played in multiplicative_weights_stream.play(means, runs=0, rng=rng, learning_rate=rate, form="loss"):
        yield batch * played.regret


def expected_tree_regrets(blocks: Iterable[Floats], parameters: Parameters) -> Iterator[float]:
    """The expected regret of the tree's leader after each block, by the law of the leader of each round.

    The probabilities of a round are off by less than 1e-6, see `dpassay.experiments.leaders`.
    """
    rounds, expected, lost = 0, 0.0, 0.0
    for block in blocks:
        sums = lost + np.concatenate([np.zeros((1, block.shape[1])), block.cumsum(axis=0)])
        nodes = np.bitwise_count(np.arange(rounds, rounds + len(block))).astype(np.float64)
        # In the first round there is neither noise nor loss: all experts are alike at any scale.
        noise = np.sqrt(np.maximum(nodes, 1)) / parameters.learning_rate
        first, copies = kinds(sums)  # experts with the same sums have lost the same in each round, too
        law = leader_laws(sums[:-1, first] / noise[:, None], copies)
        expected += float((law * block[:, first]).sum())
        rounds, lost = rounds + len(block), sums[-1]
        yield expected - float(sums[-1].min())


def _batch_means(block: Floats, batch: int) -> Floats:
    """The losses of each batch over its length."""
    if batch == 1:
        return block
    missing = np.zeros((-len(block) % batch, block.shape[1]))
    return np.asarray(np.concatenate([block, missing]).reshape(-1, batch, block.shape[1]).mean(axis=1))


# Summaries


def summary(rows: Sequence[Row]) -> list[Row]:
    """One row for all runs of a setting, in the order of their first run."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    kept = [column for column in INPUTS if column != "run"]
    for row in rows:
        groups.setdefault(tuple(row[column] for column in kept), []).append(row)
    return [
        dict(zip(SUMMARY, (*key, *_statistics(group), _rate(group[0])), strict=True)) for key, group in groups.items()
    ]


def _statistics(rows: Sequence[Row]) -> tuple[str, ...]:
    regret, expected, drawn = (np.array([float(row[column]) for row in rows]) for column in OUTPUTS)
    low, high = np.quantile(regret, BAND)
    return (str(len(rows)), *(str(float(value)) for value in (regret.mean(), low, high, expected.mean(), drawn.mean())))


def _rate(row: Row) -> str:
    rate = PRINTED[row["algorithm"]]
    return str(rate(int(row["rounds"]), int(row["experts"]), float(row["epsilon"])))
