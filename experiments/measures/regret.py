"""What the four algorithms of the experiment on regret play with, and what they lose.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms": theorem 3.10 with its proof.

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
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from dpassay.exact import require
from dpassay.experiments.measures.adversaries import Floats
from dpassay.experiments.measures.leaders import kinds, leader_laws
from dpassay.fast import (
    lazy_to_private_stream,
    multiplicative_weights_stream,
    shrinking_dartboard,
    tree_perturbed_leader,
)

DELTA: Final = 1e-6
"""The delta of all private algorithms here."""


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


# Regret


def played(
    algorithm: str, parameters: Parameters, blocks: Iterator[Floats], rng: np.random.Generator
) -> Iterator[tuple[float, int]]:
    """The regret and the number of models drawn anew, after each block."""
    rate, batch, fake = astuple(parameters)
    if algorithm == "hedge":
        for hedge in multiplicative_weights_stream.play(blocks, runs=1, rng=rng, learning_rate=rate, form="loss"):
            yield float(hedge.collected[0] - hedge.rewards.min()), hedge.rounds - 1
        return
    if algorithm == "tree-leader":
        for leader in tree_perturbed_leader.play(blocks, runs=1, rng=rng, noise_scale=1 / rate):
            yield float(leader.regret[0]), int(leader.changed[0])
        return
    play = lazy_to_private_stream.play if algorithm == "lazy-to-private" else shrinking_dartboard.play
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

    The probabilities of a round are off by less than 1e-6, see `dpassay.experiments.measures.leaders`.
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
