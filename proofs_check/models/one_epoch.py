"""One epoch of B rounds in which one random loss of 0 or 1 a model is repeated, and a rule that may draw in it.

An outcome tells of each model's loss, and which model was in use in all rounds, or none where another one was drawn.
``l(x)`` is the loss of model x, and ``kept(x)`` is 1 where x was in use before the epoch and nothing was drawn after
its first round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Outcome = tuple[tuple[int, ...], int]
"""The losses, and the model that is kept, from 1, or 0."""


@dataclass(frozen=True)
class Epoch:
    """A rule that sees nothing of the epoch, or follows a randomized response on which of two models is better in it.

    Args:
        length: B.
        before: the law of the model in use before the epoch.
        drawing: where the rule sees nothing: the probability of a draw after each of the first B - 1 rounds.
        gap: where it follows a response: g, with the truth of probability (1 + g)/2; the first model is better where
            both losses are equal.
        epochs: E, of the whole game of E B rounds.
        epsilon: where a response is followed the algorithm is epsilon^2-concentrated: neighbors differ in one of them.
    """

    length: int
    before: tuple[Fraction, ...]
    drawing: tuple[Fraction, ...] = ()
    gap: Fraction | None = None
    epochs: int = 1
    epsilon: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if self.length < 1 or self.epochs < 1 or self.epsilon <= 0:
            raise ValueError(f"{self}: expected length and epochs of 1 or more, and epsilon above 0")
        if not all(0 <= p <= 1 for p in (*self.before, *self.drawing)) or sum(self.before) != 1:
            raise ValueError(f"{self}: expected a law of models, and probabilities")
        if self.gap is None:
            if len(self.drawing) != self.length - 1:
                raise ValueError(f"drawing = {self.drawing}: expected {self.length - 1} probabilities")
        elif not (0 < self.gap < 1 and len(self.before) == 2 and self.length > 1 and not self.drawing):
            raise ValueError(f"{self}: expected two models and rounds, a gap between 0 and 1, and no other draws")
        elif not at_most(as_real(log((1 + self.gap) / (1 - self.gap))) ** 2, 2 * self.epsilon**2):
            raise ValueError(f"epsilon = {self.epsilon}: expected one at which the response is concentrated")

    @property
    def stays(self) -> Fraction:
        """The probability that a rule that sees nothing draws nothing."""
        return prod((1 - p for p in self.drawing), start=Fraction(1))


def keeps(epoch: Epoch, losses: tuple[int, ...], model: int) -> Fraction:
    """The probability that nothing is drawn, given the losses and the model before the epoch, from 0."""
    if epoch.gap is None:
        return epoch.stays
    better = losses.index(min(losses))
    return (1 + epoch.gap) / 2 if model == better else (1 - epoch.gap) / 2


@cache
def law(epoch: Epoch) -> Mapping[Outcome, Fraction]:
    """The law of the losses and of what is kept; the model of before the epoch is independent of its losses."""
    found: dict[Outcome, Fraction] = {}
    models = range(len(epoch.before))
    for losses in product((0, 1), repeat=len(models)):
        kept = {x: epoch.before[x] * keeps(epoch, losses, x) for x in models}
        share = Fraction(1, 2 ** len(models))
        found |= {(losses, x + 1): share * weight for x, weight in kept.items()}
        found[losses, 0] = share * (1 - sum(kept.values(), Fraction(0)))
    return found


def settings() -> Iterator[Epoch]:
    """One to three models and rounds: rules that see nothing, and one that follows a response."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    yield from blind()
    yield Epoch(2, (third, 1 - third), gap=half)
    yield Epoch(3, (half, half), gap=Fraction(1, 10), epochs=4)


def blind() -> Iterator[Epoch]:
    """The rules that see nothing."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    yield Epoch(1, (Fraction(1),))
    yield Epoch(2, (third, 1 - third), (half,))
    yield Epoch(3, (half, third, Fraction(1, 6)), (third, Fraction(0)))


def read(epoch: Epoch) -> dict[str, Any]:
    """T, E, B, d and eps."""
    return {
        "T": Fraction(epoch.epochs * epoch.length),
        "E": Fraction(epoch.epochs),
        "B": Fraction(epoch.length),
        "d": Fraction(len(epoch.before)),
        "eps": epoch.epsilon,
    }


MODELS: Final = {"x": "integer, 1 <= x, x <= d"}
EPOCH: Final = Model(
    "one epoch of a repeated loss",
    parameters={
        "T": "integer, 1 <= T",
        "E": "integer, 1 <= E",
        "B": "integer, 1 <= B",
        "d": "integer, 1 <= d",
        "eps": "real, 0 < eps",
    },
    variables=MODELS,
    quantities={
        "P": Named(law, space="epoch", law=True),
        "l": Named(lambda _, x, outcome: Fraction(outcome[0][x - 1]), MODELS, "epoch", range="at least 0"),
        "kept": Named(lambda _, x, outcome: Fraction(int(outcome[1] == x)), MODELS, "epoch", range="at least 0"),
    },
    facts={"rounds": "T = E*B", "fair": "E(l(x)) = 1/2"},
    settings=settings,
    read=read,
    outcomes={"epoch": law},
)
BLIND: Final = EPOCH.narrowed(
    "one epoch of a repeated loss, and a rule that does not see it",
    {"the rule does not see the loss": "E(kept(x)*l(x)) = E(kept(x))*E(l(x))"},
    blind,
)
LOST: Final = "E(sum(kept(x)*B*l(x), x, 1, d))"
"""The expected loss of the epoch where nothing is drawn."""
STAYS: Final = "E(sum(kept(x), x, 1, d))"
"""The probability that nothing is drawn."""
