"""One round of L2P with any measure that meets Assumption 3.1 with delta_0 = 0, where one loss is another one.

The replaced loss is the last one of the batch. ``u(x)`` is what it multiplies the measure of model x by, ``N`` the mean
of u under the normalized measure before it, and ``h(x)`` the product of what the other losses of the batch multiply by.
``q(x, y)`` is the probability of S = 1 in line 6, and ``r(x, y, z)`` that of the models x and y and the bit z given the
history; ``m(x, y)`` is that of the models alone, which do not depend on the batch. A name that ends in 2 is that
with the other loss; either loss may be the first. ``g`` is the delta_1 of Theorem 3.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Row = tuple[Fraction, ...]


@dataclass(frozen=True)
class Round:
    """The measure nu before the batch, what each loss multiplies it by, and what L2P is run with.

    Args:
        measure: nu, a positive weight a model.
        others: a row for each loss of the batch but the last one.
        old: what the last loss multiplies by.
        new: what the loss in its place multiplies by.
        growth: e^eta; no loss may move a normalized measure by more than that.
        fake_switch: p.
        batches: n, of which this one is not the last.
        delta_1: that of Theorem 3.2.
    """

    measure: Row
    others: tuple[Row, ...]
    old: Row
    new: Row
    growth: Fraction
    fake_switch: Fraction
    batches: int = 2
    delta_1: Fraction = Fraction(1, 2)

    def __post_init__(self) -> None:
        rows = (self.measure, *self.others, self.old, self.new)
        if len({len(row) for row in rows}) > 1 or not all(entry > 0 for row in rows for entry in row):
            raise ValueError(f"measure, others, old, new = {rows}: expected rows of one length, above 0")
        if not (self.growth > 1 and 0 < self.fake_switch < 1 and 0 < self.delta_1 < 1 and self.batches > 1):
            raise ValueError(f"{self}: expected growth and batches above 1, fake_switch and delta_1 between 0 and 1")
        for k, row in enumerate((*self.others, self.old)):
            self._insist_on_close(row, k)
        self._insist_on_close(self.new, len(self.others))

    def _insist_on_close(self, row: Row, k: int) -> None:
        mean = self.mean(row, k)
        if not all(mean <= self.growth * entry and entry <= self.growth * mean for entry in row):
            raise ValueError(f"row {row}: expected to move no normalized weight by more than {self.growth}")

    def mean(self, row: Row, k: int) -> Fraction:
        """The mean of a row under the normalized measure after the first k losses."""
        weights = [prod(column) for column in zip(self.measure, *self.others[:k], strict=True)]
        whole = sum((w * r for w, r in zip(weights, row, strict=True)), Fraction(0))
        return whole / sum(weights, Fraction(0))

    def last(self, which: int) -> Row:
        """What the last loss multiplies by, in one sequence."""
        return (self.old, self.new)[which]

    def exchanged(self) -> Round:
        """With the losses in the other order."""
        return replace(self, old=self.new, new=self.old)


def other_losses(game: Round, x: int) -> Fraction:
    """The product of what the other losses of the batch multiply by."""
    return prod((row[x - 1] for row in game.others), start=Fraction(1))


def keeping(game: Round, which: int, x: int, y: int) -> Fraction:
    """Line 6: with the normalized measures before and after the batch, whose normalization cancels."""
    now = [w * other_losses(game, i) * game.last(which)[i - 1] for i, w in enumerate(game.measure, 1)]
    before, after = ([w / sum(row) for w in row] for row in (game.measure, now))
    ratio = after[x - 1] / before[x - 1] * before[y - 1] / after[y - 1]
    return min(Fraction(1), ratio / game.growth ** (2 * (len(game.others) + 1)))


def models(game: Round, x: int, y: int) -> Fraction:
    """The models of the first round are drawn from the normalized measure, apart."""
    return game.measure[x - 1] * game.measure[y - 1] / sum(game.measure) ** 2


def released(game: Round, which: int, x: int, y: int, z: int) -> Fraction:
    """The probability of both models and the bit."""
    stays = (1 - game.fake_switch) ** 2 * keeping(game, which, x, y)
    return models(game, x, y) * (1 - stays if z else stays)


def opposed(gain: Fraction, growth: Fraction, fake_switch: Fraction, **more: Any) -> Round:
    """Two losses of opposed effect on two models, and a third model that keeps the mean at 1."""
    up, down = gain, 1 / gain
    measure = (Fraction(1), Fraction(1), gain - 1)
    return Round(measure, (), (up, down, down), (down, up, down), growth, fake_switch, **more)


def settings() -> Iterator[Round]:
    """Opposed losses, of an effect that is all that eta allows, or less; one model; two losses a batch."""
    for p in (Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)):
        yield opposed(Fraction(51, 50), Fraction(51, 50), p)
        yield opposed(Fraction(26, 25), Fraction(21, 20), p, delta_1=Fraction(1, 3)).exchanged()
    one = (Fraction(1),)
    yield Round(one, (one,), one, (Fraction(3),), Fraction(3, 2), Fraction(1, 3))
    level = (Fraction(1), Fraction(2))
    tilted, back = (Fraction(1), Fraction(3, 2)), (Fraction(3, 2), Fraction(1))
    game = Round(level, (tilted,), tilted, back, Fraction(3, 2), Fraction(3, 5), batches=3)
    yield from (game, game.exchanged())


def read(game: Round) -> dict[str, Any]:
    """T, n, B, d, p, eta and g."""
    batch = len(game.others) + 1
    return {
        "T": Fraction(batch * game.batches),
        "n": Fraction(game.batches),
        "B": Fraction(batch),
        "d": Fraction(len(game.measure)),
        "p": game.fake_switch,
        "eta": as_real(log(game.growth)),
        "g": game.delta_1,
    }


def other(text: str) -> str:
    """The same of the other loss."""
    for name in ("u(", "N", "q(", "r("):
        text = text.replace(name, f"{name[0]}2{name[1:]}")
    return text


MODEL: Final = {name: f"integer, 1 <= {name}, {name} <= d" for name in ("x", "y")}
ONE_MODEL: Final = {"x": MODEL["x"]}
BIT: Final = {"z": "integer, 0 <= z, z <= 1"}
QUOTIENT: Final = "exp(-2*B*eta)*h(x)*u(x)/(h(y)*u(y))"
FACTS: Final = {
    "close": "u(x) <= exp(eta)*N",
    "close, back": "N <= exp(eta)*u(x)",
    "line 6, at most 1": "q(x, y) <= 1",
    "line 6": f"q(x, y) <= {QUOTIENT}",
    "line 6, the smaller": f"(1 - q(x, y))*({QUOTIENT} - q(x, y)) = 0",
    "round": "r(x, y, z) = m(x, y)*((1 - z)*(1 - p)**2*q(x, y) + z*(1 - (1 - p)**2*q(x, y)))",
}


def _quantities(which: int, end: str) -> dict[str, Named]:
    return {
        f"u{end}": Named(lambda game, x: game.last(which)[x - 1], ONE_MODEL, range="positive"),
        f"N{end}": Named(lambda game: game.mean(game.last(which), len(game.others)), range="positive"),
        f"q{end}": Named(lambda game, x, y: keeping(game, which, x, y), MODEL, range="at least 0"),
        f"r{end}": Named(lambda game, *index: released(game, which, *index), {**MODEL, **BIT}, range="at least 0"),
    }


ROUND: Final = Model(
    "one round of L2P, for any measure",
    parameters={
        "T": "integer, 1 <= T",
        "n": "integer, 1 <= n",
        "B": "integer, 1 <= B",
        "d": "integer, 1 <= d",
        "p": "real, 0 < p, p < 1",
        "eta": "real, 0 < eta",
        "g": "real, 0 < g, g < 1",
    },
    variables={**MODEL, **BIT},
    quantities={
        "h": Named(other_losses, ONE_MODEL, range="positive"),
        "m": Named(models, MODEL, range="at least 0"),
        **_quantities(0, ""),
        **_quantities(1, "2"),
    },
    facts={**FACTS, **{f"{name}, other": other(fact) for name, fact in FACTS.items()}},
    settings=settings,
    read=read,
)
