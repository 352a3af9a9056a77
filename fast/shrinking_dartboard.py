"""The shrinking dartboard with fake switches: what lazy-to-private improves on.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms", section 3, the sketch in the overview
of the technique; the algorithm without fake switches is that of Geulen, Voecking and Winkler, "Regret minimization for
online buffering problems using the weighted majority algorithm" (2010). Batches, weights nu_s and losses b(x) of a
batch are those of `dpassay.fast.lazy_to_private`. A model x_1 is uniform, and for s = 2, ..., S

    x_s = x_(s-1)  with probability (1 - p) C nu'_s(x_(s-1)) / nu'_(s-1)(x_(s-1)),  else x_s ~ nu_s anew,

where nu' is nu normalized. The sketch says of C that it is some constant, and two are offered as `constant`:
* "dartboard": C_s is the sum of nu_s over that of nu_(s-1), so that a model is kept with probability
  (1 - p) e^(-eta b(x_(s-1))), the dartboard's own rule. This C_s depends on the losses.
* "worst": C = e^(-B eta), the largest that keeps the probability at most 1 whatever the losses are.

Whatever C is, each x_s taken alone has the law nu_s. With "worst" the coin of a batch depends on the losses of all
batches before it, by way of the two sums: the cost in privacy that lazy-to-private avoids.

Privacy: the public output is x_1, ..., x_S; neighbors are matrices of losses that differ in one row. No guarantee is
claimed here: this is for comparison.

Floating point, speed and time: as in `dpassay.fast.lazy_to_private` and its stream; `play` offers the dartboard's own
rule only, since the other needs the sum of all weights before each batch.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers, bernoulli
from dpassay.fast.lazy_to_private import Losses, batch_by_batch, batch_length, fake_probability, kept, loss_matrix
from dpassay.fast.lazy_to_private_draws import Rules
from dpassay.fast.lazy_to_private_stream import Played, played_by
from dpassay.fast.multiplicative_weights import draw_experts, read_rate, scaled_logs

__all__ = ["play", "shrinking_dartboard"]


def shrinking_dartboard(
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
    constant: str = "dartboard",
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
        constant: "dartboard" or "worst", the C of the sketch.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    rate, length, fake = read_rate(learning_rate, exp_learning_rate), batch_length(batch), fake_probability(fake_switch)
    worst = _is_worst(constant)
    matrix = loss_matrix(data, rounds, experts)
    models = np.empty((-(-len(matrix) // length), count), np.int64)
    old_lags = np.zeros(matrix.shape[1])
    for s, (lags, before) in enumerate(batch_by_batch(matrix, length)):
        anew = np.ones(count, np.bool_)
        if before is not None:
            models[s] = models[s - 1]
            counted = before + length - _soft_minimum(old_lags, before, rate) if worst else before
            anew = bernoulli(fake, count, rng) | ~kept(rate, counted[models[s]], rng)
        models[s, anew] = draw_experts(scaled_logs(lags, rate), int(anew.sum()), rng)
        old_lags = lags
    return np.ascontiguousarray(models.T)


def play(
    blocks: Iterable[Losses],
    *,
    runs: int,
    rng: np.random.Generator,
    learning_rate: Real | None = None,
    exp_learning_rate: Rational | None = None,
    batch: int,
    fake_switch: Real,
) -> Iterator[Played]:
    """Play a stream of rounds, block by block, by the dartboard's own rule.

    Arguments, what it yields and errors as for `dpassay.fast.lazy_to_private_stream.play`.
    """
    rules = Rules(
        read_rate(learning_rate, exp_learning_rate), batch_length(batch), fake_probability(fake_switch), False
    )
    return played_by(rules, blocks, runs, rng)


def _is_worst(constant: object) -> bool:
    if not isinstance(constant, str) or constant not in ("dartboard", "worst"):
        raise checks.bad("constant", constant, "'dartboard' or 'worst'")
    return constant == "worst"


def _soft_minimum(lags: Floats, losses: Floats, rate: float) -> float:
    """Minus the logarithm of the mean of e^(-rate * losses), by the weights e^(rate * lags), over the rate.

    Two sums of weights, each relative to its largest term: no term that matters can underflow.
    """
    new = lags - losses
    best = new.max()
    sums = [np.exp(scaled_logs(exponents, rate)).sum() for exponents in (lags, new - best)]
    return float(np.log(sums[0] / sums[1]) / rate - best)
