"""The least delta of a transcript at epsilon = 12 T alpha^2, on pairs of games (LEC-22, LEC-23)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Number, Real, Undecided, as_real, log
from dpassay.proofs_check.instances import ABOVE_1, entries, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lecture_notes.neighboring_games import growth_of, is_pair, neighbors_of
from dpassay.proofs_check.numbers import at_most
from dpassay.reference import multiplicative_weights

ACCURACIES: Final = (64, 256, 1024)
"""Bits to which both sides are enclosed before a comparison is given up."""
LEVEL_PAIR: Final = entries(rounds=whole(1), exp_learning_rate=ABOVE_1)
"""Many rounds: the pair of ``level_pair``, stored by its number of rounds."""
is_long_pair: Final = LEVEL_PAIR | is_pair


def level_pair(rounds: int, rate: str) -> Instance:
    """Two experts; round 1 pays one or the other, later rounds nobody: T - 1 randomized responses, eps = alpha."""
    return {
        "rewards": [["1", "0"], *[["0", "0"]] * (rounds - 1)],
        "exp_learning_rate": rate,
        "changed_round": 0,
        "row": ["0", "1"],
    }


def _rewards(instance: Instance) -> Instance:
    """The two matrices, written out."""
    return instance if "rewards" in instance else level_pair(instance["rounds"], instance["exp_learning_rate"])


def _losses(instance: Instance) -> list[Any]:
    """The losses of the transcript, in both directions; those of the level pair are equal: exchange the experts."""
    first, second, parameters = neighbors_of(_rewards(instance))
    pairs = ((first, second), (second, first)) if "rewards" in instance else ((first, second),)
    return [multiplicative_weights.transcript_loss(*pair, parameters) for pair in pairs]


def _curve(instance: Instance) -> Callable[[Number], Number]:
    """The transcript's delta as a function of e^epsilon."""
    losses = _losses(instance)
    return lambda exp_eps: max(loss.delta(exp_eps) for loss in losses)


def rounds_of(instance: Instance) -> int:
    """T."""
    return int(instance["rounds"]) if "rounds" in instance else len(instance["rewards"])


def rate_of(instance: Instance) -> Real:
    """The learning rate alpha."""
    return as_real(log(growth_of(instance)))


def epsilon_of(instance: Instance) -> Real:
    """12 T alpha^2."""
    return rate_of(instance) ** 2 * as_real(12 * rounds_of(instance))


def delta_at_least(instance: Instance) -> Number:
    """A rational lower bound on the transcript's delta at 12 T alpha^2: delta falls, so round e^epsilon up."""
    return _curve(instance)(epsilon_of(instance).exp().bounds()[1])


def delta_is_small(instance: Instance, delta: Real) -> bool:
    """Whether delta(12 T alpha^2) <= ``delta``, from a lower and an upper bound on either side."""
    curve, exp_eps = _curve(instance), epsilon_of(instance).exp()
    for accuracy in ACCURACIES:
        (low, high), (least, most) = exp_eps.bounds(accuracy), delta.bounds(accuracy)
        if curve(low) <= max(least, Fraction(0)):
            return True
        if curve(high) > most:
            return False
    raise Undecided(f"the two sides agree to {ACCURACIES[-1]} bits")


def has_epsilon_at_most(instance: Instance, most: Fraction) -> bool:
    """Tell whether 12 T alpha^2 <= ``most``."""
    return at_most(epsilon_of(instance), as_real(most))


def compared(instance: Instance, delta: Real) -> dict[str, Any]:
    """What is shown of an instance: the transcript's delta beside the one that is claimed."""
    return {
        "alpha": rate_of(instance),
        "epsilon = 12 T alpha^2": epsilon_of(instance),
        "delta at this epsilon is at least": delta_at_least(instance),
        "the printed delta": delta,
    }
