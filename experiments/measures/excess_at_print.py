"""What alternating batches cost lazy-to-private at the parameters of theorem 3.10: a closed form, in balls.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms": theorem 3.10 for T = k^4, epsilon =
1/k and d = 2 or T. The regret is (T/4) tanh(B eta/2), which serves where the rounds are too many to play.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from flint import arb

from dpassay.exact.real import Real
from dpassay.experiments.measures.excess_bounds import Measured

RATES: Final = ("statement", "proof")


@dataclass(frozen=True, slots=True)
class Print:
    """T = k^4, epsilon = 1/k = 1/B, delta = 1/T^2, and the learning rate of the statement or of the proof."""

    k: int
    experts: int
    rate: str

    @property
    def rounds(self) -> int:
        """T."""
        return self.k**4

    @property
    def learning_rate(self) -> Real:
        """min(eps_0, eps)^(2/3)/T^(1/3), eps_0 = T^(-1/4) log(d)^(3/4); the proof divides it by log(T/delta)."""

        def evaluate() -> arb:
            scale = arb(self.experts).log().root(4) ** 3
            eta = (scale.min(arb(1)) / self.k).root(3) ** 2 / arb(self.rounds).root(3)
            return eta if self.rate == "statement" else eta / (3 * arb(self.rounds).log())

        return Real(evaluate)


def closed_form(game: Print) -> Measured:
    """What alternating batches cost, at the current working precision."""
    eta, T, B = game.learning_rate.evaluate(), game.rounds, game.k  # noqa: N806  # the source's letters
    rise = (B * eta / 2).tanh()
    excess, regret = arb(T * (B - 1)) / (4 * B) * rise, arb(T) / 4 * rise
    # Even batches hurt the half that is worth more: a pair costs (B - 1)/2 more, and the odd ones as much as these.
    return Measured(
        excess,
        _largest_of_a_pair(eta, B),
        regret,
        regret - excess,
        eta,
        arb(game.experts).log(),
        T,
        B,
        Fraction(1, B),
    )


def _largest_of_a_pair(eta: arb, batch: int) -> arb:
    """The excess of an odd batch is B/2 - sum of q^j/(1 + q^j), j < B; an even one adds the rest of the pair."""
    drawn = sum((1 / (1 + (eta * j).exp()) for j in range(batch)), arb(0))
    odd = arb(batch) / 2 - drawn
    pair = arb(batch - 1) / 2 * (batch * eta / 2).tanh()
    return odd.max(pair - odd)
