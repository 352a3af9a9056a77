"""L2P: a correct implementation in the target interface, and wrong ones.

Their names and what is expected of them are as ``targets.py`` says. This file needs numpy only.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Generator = np.random.Generator
Matrix = list[list[float]]

PARAMETERS: Final = {"exp_learning_rate": "21/20", "batch": "1", "fake_switch": "1/2", "rounds": "2", "experts": "2"}
AUDITED: Final = {"exp_learning_rate": "3/2", "batch": "1", "fake_switch": "1/4", "rounds": "4", "experts": "3"}


@dataclass(frozen=True)
class _Rules:
    """How a game goes; the defaults are right.

    Attributes:
        rate: what the learning rate is multiplied by.
        normalizer: the k in the factor e^(-k B eta) of the coin that keeps a model.
        partnered: whether the losses of the partner count in that coin.
        ahead: whether that coin is about the losses of the batch that begins, and not of the one before it.
        fake: whether the played model has fake switches.
        kept: whether models are ever kept.
        forgetful: whether models are drawn by the losses of the last batch alone.
        informed: whether models are drawn by losses at all.
    """

    rate: float = 1.0
    normalizer: int = 2
    partnered: bool = True
    ahead: bool = False
    fake: bool = True
    kept: bool = True
    forgetful: bool = False
    informed: bool = True


def _played(  # noqa: PLR0917  # the arguments of a target
    rules: _Rules,
    data: Matrix,
    size: int,
    rng: Generator,
    learning_rate: float,
    batch: int,
    fake_switch: float,
    **shape: int,
) -> Array:
    """Transcripts of a game, batch by batch."""
    losses, rate = _batches(data, size, learning_rate, batch, fake_switch, **shape), rules.rate * learning_rate
    first = np.zeros(losses.shape[1])
    models, partners = _drawn(first, size, rng), _drawn(first, size, rng)
    played = [models]
    for s in range(1, len(losses)):
        seen = losses[s if rules.ahead else s - 1]
        gap = seen[models] - (seen[partners] if rules.partnered else 0)
        kept = rng.random(size) < np.exp(np.minimum(0, -rate * (rules.normalizer * batch + gap)))
        kept &= rules.kept
        fake = (rng.random(size) < fake_switch) & rules.fake
        past = losses[s - 1 : s] if rules.forgetful else losses[:s]
        exponents = -rate * past.sum(axis=0) if rules.informed else first
        models = np.where(kept & ~fake, models, _drawn(exponents, size, rng))
        partners = np.where(rng.random(size) < fake_switch, _drawn(exponents, size, rng), partners)
        played.append(models)
    return np.column_stack(played)


def _batches(  # noqa: PLR0917  # the arguments of a target
    data: Matrix, size: int, learning_rate: float, batch: int, fake_switch: float, rounds: int, experts: int
) -> Array:
    """Each expert's losses in each batch, shape (batches, experts)."""
    rows = np.asarray(data, dtype=np.float64)
    numbers = size >= 0 and 0 < learning_rate < math.inf and 0 < fake_switch < 1
    if not (numbers and batch >= 1 and rounds >= 1 and experts >= 1):
        raise ValueError(f"an argument is out of its domain: {size!r}, {learning_rate!r}, {batch!r}, {fake_switch!r}")
    if rows.shape != (rounds, experts) or not ((rows >= 0) & (rows <= 1)).all():
        raise ValueError(f"data = {data!r}: expected rounds x experts numbers in [0, 1]")
    return np.add.reduceat(rows, range(0, rounds, batch), axis=0)


def _drawn(exponents: Array, size: int, rng: Generator) -> Array:
    weights = np.exp(exponents - exponents.max())
    return rng.choice(len(weights), size, p=weights / weights.sum())


def lazy_to_private_correct(data: Matrix, *, size: int, rng: Generator, **game: Any) -> Array:
    return _played(_Rules(), data, size, rng, **game)


def lazy_to_private_keeping_without_the_constant(data: Matrix, *, size: int, rng: Generator, **game: Any) -> Array:
    """The coin that keeps a model is without the factor e^(-2 B eta): the minimum with 1 binds."""
    return _played(_Rules(normalizer=0), data, size, rng, **game)


def lazy_to_private_constant_of_one_batch(data: Matrix, *, size: int, rng: Generator, **game: Any) -> Array:
    """e^(-B eta): each model has the right law, and they are kept too often."""
    return _played(_Rules(normalizer=1), data, size, rng, **game)


def lazy_to_private_partner_ignored(data: Matrix, *, size: int, rng: Generator, **game: Any) -> Array:
    """The coin depends on the losses of the played model alone."""
    return _played(_Rules(partnered=False), data, size, rng, **game)


def lazy_to_private_losses_of_the_current_batch(data: Matrix, *, size: int, rng: Generator, **game: Any) -> Array:
    """The coin is about a batch that no measure knows yet."""
    return _played(_Rules(ahead=True), data, size, rng, **game)


def lazy_to_private_no_fake_switches(data: Matrix, *, size: int, rng: Generator, **game: Any) -> Array:
    return _played(_Rules(fake=False), data, size, rng, **game)


def lazy_to_private_never_kept(data: Matrix, *, size: int, rng: Generator, **game: Any) -> Array:
    """Every model has the right law, and they are independent."""
    return _played(_Rules(kept=False), data, size, rng, **game)


def lazy_to_private_drawn_by_the_first_law(data: Matrix, *, size: int, rng: Generator, **game: Any) -> Array:
    return _played(_Rules(informed=False), data, size, rng, **game)


def lazy_to_private_only_the_last_batch(data: Matrix, *, size: int, rng: Generator, **game: Any) -> Array:
    """Models are drawn by what was lost in the last batch alone."""
    return _played(_Rules(forgetful=True), data, size, rng, **game)


def lazy_to_private_half_the_rate(data: Matrix, *, size: int, rng: Generator, **game: Any) -> Array:
    return _played(_Rules(rate=0.5), data, size, rng, **game)


CORRECT: Final[Callable[..., Array]] = lazy_to_private_correct
MUTANTS: Final[dict[str, Callable[..., Array]]] = {
    mutant.__name__.removeprefix("lazy_to_private_"): mutant
    for mutant in (
        lazy_to_private_keeping_without_the_constant,
        lazy_to_private_constant_of_one_batch,
        lazy_to_private_partner_ignored,
        lazy_to_private_losses_of_the_current_batch,
        lazy_to_private_no_fake_switches,
        lazy_to_private_never_kept,
        lazy_to_private_drawn_by_the_first_law,
        lazy_to_private_only_the_last_batch,
        lazy_to_private_half_the_rate,
    )
}
