"""Lazy to private (L2P) over multiplicative weights: keep a model unless a coin on the last losses says otherwise.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms", section 3: algorithm 1 with the
measure (4) of multiplicative weights. Rounds are grouped in S = ceil(T / B) batches, of which the last may be shorter.
Before batch s an expert x weighs

    nu_s(x) = e^(-eta (l_1(x) + ... + l_((s-1)B)(x))),

and with b(x) its losses in batch s - 1, the ratio nu_s(x) / nu_(s-1)(x) is e^(-eta b(x)). A model x_1 and its partner
y_1, which is never played, are uniform. For s = 2, ..., S

    x_s = x_(s-1)  with probability (1 - p) e^(-eta (2B + b(x_(s-1)) - b(y_(s-1)))),  else x_s ~ nu_s anew,
    y_s = y_(s-1)  with probability 1 - p,                                            else y_s ~ nu_s anew.

Since 0 <= b <= B the exponent lies between -3B eta and -B eta: the minimum with 1 in the printed algorithm is never
the 1.

Privacy: the public output is x_1, ..., x_S; neighbors are matrices of losses that differ in one row. The partner makes
the coin of a batch depend on the losses of the batch before it and of no other; theorem 3.2 of the source says what
that is worth, also for one who sees the partners and the coins (`states`).

`lazy_to_private` draws many transcripts for one matrix, and `states` all that the proof reveals;
`dpassay.fast.lazy_to_private_stream` plays long streams of losses by the same law.

Floating point: losses are rounded to doubles first, and summed with their rounding errors, so that exponents are off by
a relative 2^-50. A coin of a probability e^-t compares t with an exponential draw; it is right up to a relative 2^-40,
but to an absolute 2^-49 where t < 2^-9, and under e^-44.5 < 2^-64 no model is kept. A fake switch has exactly the
probability that the double nearest to p is. A model drawn anew is found as `dpassay.fast.multiplicative_weights` finds
it, which says how well.

Speed: a sort and some 10 passes over d weights a row, and four draws a batch and transcript.
Time: not constant: the time of a call depends on the losses as well as on the draws.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Booleans, Floats, Integers, bernoulli
from dpassay.fast.multiplicative_weights import (
    MOST_EXPERTS,
    MOST_ROUNDS,
    Rewards,
    RunningSum,
    draw_experts,
    in_unit_interval,
    read_rate,
    read_table,
    scaled_logs,
)

__all__ = [
    "Losses",
    "States",
    "batch_by_batch",
    "batch_length",
    "fake_probability",
    "kept",
    "lazy_to_private",
    "loss_matrix",
    "states",
]

Losses = Rewards


@dataclass(frozen=True, slots=True)
class States:
    """All that algorithm 1 draws, one row a transcript.

    Attributes:
        models: x_1, ..., x_S, the experts that are played.
        partners: y_1, ..., y_S.
        switches: zeta_1, ..., zeta_(S-1): whether x or y, or both, were drawn anew for the batch after.
    """

    models: Integers
    partners: Integers
    switches: Booleans


def lazy_to_private(
    data: Losses,
    *,
    size: int,
    rng: np.random.Generator,
    learning_rate: Real | None = None,
    exp_learning_rate: Rational | None = None,
    batch: int,
    fake_switch: Real,
    rounds: int,
    experts: int,
) -> Integers:
    """`size` transcripts, one a row: the experts that were played, from 0, in each batch.

    Args:
        data: the losses in [0, 1], one row a round and one column an expert.
        size: the number of transcripts.
        rng: the source of randomness.
        learning_rate: eta above 0; give this or `exp_learning_rate`.
        exp_learning_rate: e^eta as a rational above 1.
        batch: the number of rounds in a batch, 1 or more; B.
        fake_switch: the probability of a switch for no reason, strictly between 0 and 1; p.
        rounds: the number of rounds, 1 or more; T.
        experts: the number of experts, 1 or more; d.

    Raises:
        ValueError: an argument is outside its domain.
    """
    return states(
        data,
        size=size,
        rng=rng,
        learning_rate=learning_rate,
        exp_learning_rate=exp_learning_rate,
        batch=batch,
        fake_switch=fake_switch,
        rounds=rounds,
        experts=experts,
    ).models


def states(
    data: Losses,
    *,
    size: int,
    rng: np.random.Generator,
    learning_rate: Real | None = None,
    exp_learning_rate: Rational | None = None,
    batch: int,
    fake_switch: Real,
    rounds: int,
    experts: int,
) -> States:
    """`size` transcripts with their partners and switches; arguments and errors as for `lazy_to_private`."""
    count = checks.sample_size(size)
    checks.generator(rng)
    rate, length, fake = read_rate(learning_rate, exp_learning_rate), batch_length(batch), fake_probability(fake_switch)
    matrix = loss_matrix(data, rounds, experts)
    batches = -(-len(matrix) // length)
    models, partners = np.empty((batches, count), np.int64), np.empty((batches, count), np.int64)
    switches = np.empty((batches - 1, count), np.bool_)
    for s, (lags, before) in enumerate(batch_by_batch(matrix, length)):
        logs = scaled_logs(lags, rate)
        anew, partner_anew = np.ones(count, np.bool_), np.ones(count, np.bool_)
        if before is not None:
            models[s], partners[s] = models[s - 1], partners[s - 1]
            gap = before[models[s]] - before[partners[s]]
            anew = bernoulli(fake, count, rng) | ~kept(rate, 2 * length + gap, rng)
            partner_anew = bernoulli(fake, count, rng)
            switches[s - 1] = anew | partner_anew
        models[s, anew] = draw_experts(logs, int(anew.sum()), rng)
        partners[s, partner_anew] = draw_experts(logs, int(partner_anew.sum()), rng)
    return States(np.ascontiguousarray(models.T), np.ascontiguousarray(partners.T), np.ascontiguousarray(switches.T))


def kept(rate: float, losses: Floats, rng: np.random.Generator) -> Booleans:
    """Coins that are true with probability e^(-rate * losses)."""
    return rng.standard_exponential(len(losses)) > scaled_logs(losses, rate)


def batch_by_batch(matrix: Floats, length: int) -> Iterator[tuple[Floats, Floats | None]]:
    """Before each batch the lags behind the best expert, at most 0, and the losses in the batch before, if any."""
    total, before = RunningSum(matrix.shape[1]), None
    for start in range(0, len(matrix), length):
        yield total.lags(-1), before
        part = RunningSum(matrix.shape[1])
        for row in matrix[start : start + length]:
            part.add(row)
            total.add(row)
        before = part.value()


def loss_matrix(data: object, rounds: object, experts: object) -> Floats:
    """The losses as doubles in [0, 1], in a matrix of the right shape."""
    height = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS)
    width = checks.integer(experts, "experts", low=1, high=MOST_EXPERTS)
    return in_unit_interval(read_table(data, "data", width, height), "data")


def batch_length(batch: object) -> int:
    """The number of rounds in a batch; a batch may be longer than all rounds."""
    return checks.integer(batch, "batch", low=1, high=MOST_ROUNDS)


def fake_probability(fake_switch: object) -> float:
    """The double nearest to a number strictly between 0 and 1; it is above 0, but may be 1."""
    expected = "a number strictly between 0 and 1"
    exact = checks.real(fake_switch, "fake_switch", expected)
    if not 0 < exact < 1:
        raise checks.bad("fake_switch", fake_switch, expected)
    return checks.positive(exact, "fake_switch")
