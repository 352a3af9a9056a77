"""What each round of lazy-to-private loses on a pair of neighbors, exactly, next to what its proof displays.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms": (3) in the proof of theorem 3.2, and
its cases 2 and 3. A round s releases x_s, y_s and the bit zeta_s, which tells whether a coin of s + 1 made a model new;
what it loses is the largest logarithm of a ratio of conditional probabilities, given all that was released before, in
either direction. s_0 is the batch in which the losses differ. The identifiers are those of the verdicts in the ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.exact import as_fraction
from dpassay.exact.markov_chain import Chain
from dpassay.reference.lazy_to_private import Parameters, State, chain
from dpassay.reference.multiplicative_weights import Matrix

Kernel = Mapping[State, Mapping[State, Fraction]]


@dataclass(frozen=True, slots=True)
class Rounds:
    """The largest ratios of a pair; 1 where there is no such round.

    Attributes:
        kept: of the probabilities of zeta = 0 in round s_0, given x and y.
        drawn: of those of zeta = 1.
        after: in round s_0 + 1.
        later: in all rounds from s_0 + 2 on.
    """

    kept: Fraction
    drawn: Fraction
    after: Fraction
    later: Fraction

    @property
    def change(self) -> Fraction:
        """In round s_0: its models have the same law on both."""
        return max(self.kept, self.drawn)

    @property
    def all_later(self) -> Fraction:
        """In all rounds after s_0."""
        return max(self.after, self.later)


def rounds_of(pair: tuple[Matrix, Matrix], parameters: Parameters) -> Rounds:
    """The ratios of a pair of neighbors that differ in a batch that is not the last."""
    place = next(row for row, (a, b) in enumerate(zip(*pair, strict=True)) if a != b) // parameters.batch
    first, second = (chain(data, parameters) for data in pair)
    kept, drawn = (_largest(_bits(first, second, place, zeta)) for zeta in (0, 1))
    later = [_largest(_models(first, second, step)) for step in range(place, parameters.batches - 1)]
    return Rounds(kept, drawn, later[0], max(later[1:], default=Fraction(1)))


def _largest(pairs: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    return max(max(a / b, b / a) for a, b in pairs)


def _bits(first: Chain[State], second: Chain[State], step: int, zeta: int) -> Iterator[tuple[Fraction, Fraction]]:
    """The probabilities of this zeta after a step, for all x and y."""
    for state in first.kernels[step]:
        yield _with_bit(first, step, state, zeta), _with_bit(second, step, state, zeta)


def _with_bit(one: Chain[State], step: int, state: State, zeta: int) -> Fraction:
    law = one.kernels[step][state]
    return as_fraction(sum(weight for following, weight in law.items() if following.zeta == zeta), "probability")


def _models(first: Chain[State], second: Chain[State], step: int) -> Iterator[tuple[Fraction, Fraction]]:
    """The probabilities of x and y after a step, given those before it and the bit that came with them."""
    for state, law in first.kernels[step].items():
        for following, weight in law.items():
            bits = (_with_bit(one, step, state, following.zeta) for one in (first, second))
            other = second.kernels[step][state][following]
            mine, its = (
                as_fraction(each, "probability") / bit for each, bit in zip((weight, other), bits, strict=True)
            )
            yield mine, its


@dataclass(frozen=True, slots=True)
class RoundBound:
    """A bound on what a round loses.

    Attributes:
        claim: its identifier in the ledger.
        text: what is printed, or proved in its place.
        ratio: the largest ratio that it speaks of.
        exp_bound: e^bound, or its power to make it rational, see `power`.
        power: the power.
        printed: whether it is one of the source.
    """

    claim: str
    text: str
    ratio: Callable[[Rounds], Fraction]
    exp_bound: Callable[[Parameters], Fraction]
    power: Callable[[Parameters], int]
    printed: bool

    def holds(self, rounds: Rounds, parameters: Parameters) -> bool:
        """Compare rationals."""
        return self.ratio(rounds) ** self.power(parameters) <= self.exp_bound(parameters)


def _growth(parameters: Parameters) -> Fraction:
    return as_fraction(parameters.rate.exp_eps, "exp_learning_rate")


def _eta(
    claim: str, text: str, ratio: Callable[[Rounds], Fraction], multiple: Callable[[Fraction], Fraction], printed: bool
) -> RoundBound:
    """A bound that is a multiple of eta, which may depend on p."""

    def exp_bound(parameters: Parameters) -> Fraction:
        return _growth(parameters) ** multiple(parameters.fake_switch).numerator

    def power(parameters: Parameters) -> int:
        return multiple(parameters.fake_switch).denominator

    return RoundBound(claim, text, ratio, exp_bound, power, printed)


def _drawn_display(parameters: Parameters) -> Fraction:
    return 1 + (_growth(parameters) ** 2 - 1) / parameters.fake_switch


def _corrected_after(parameters: Parameters) -> Fraction:
    growth, B, stay = _growth(parameters), parameters.batch, 1 - parameters.fake_switch  # noqa: N806  # the source's
    return growth**4 * (1 - stay * growth ** -(B + 2)) / (1 - stay * growth**-B)


ROUND_BOUNDS: Final = (
    _eta("ASI-25b", "s = s_0: 2 eta/p", lambda r: r.change, lambda p: 2 / p, True),
    _eta("ASI-25b", "s = s_0, zeta = 0: 2 eta", lambda r: r.kept, lambda _: Fraction(2), True),
    RoundBound(
        "ASI-25b", "s = s_0, zeta = 1: log(1 + (e^(2 eta) - 1)/p)", lambda r: r.drawn, _drawn_display, lambda _: 1, True
    ),
    _eta("ASI-26", "s = s_0 + 1: eta", lambda r: r.after, lambda _: Fraction(1), True),
    _eta("ASI-27", "s > s_0 + 1: eta", lambda r: r.later, lambda _: Fraction(1), True),
    _eta("ASI-27", "s > s_0, by case 3: 2 eta", lambda r: r.all_later, lambda _: Fraction(2), True),
    _eta("ASI-25b", "s = s_0: max(2 eta, eta/p)", lambda r: r.change, lambda p: max(Fraction(2), 1 / p), False),
    RoundBound("ASI-26-corrected", "s = s_0 + 1", lambda r: r.after, _corrected_after, lambda _: 1, False),
    _eta("ASI-27-corrected", "s > s_0 + 1: 4 eta", lambda r: r.later, lambda _: Fraction(4), False),
)
"""All bounds on a round that the proof displays, and what is proved in their place."""


def exceeded(rounds: Rounds, parameters: Parameters) -> list[str]:
    """The printed bounds that the rounds exceed."""
    return [one.text for one in ROUND_BOUNDS if one.printed and not one.holds(rounds, parameters)]


def corrected_hold(rounds: Rounds, parameters: Parameters) -> bool:
    """Tell whether the rounds keep all bounds that are proved."""
    return all(one.holds(rounds, parameters) for one in ROUND_BOUNDS if not one.printed)
