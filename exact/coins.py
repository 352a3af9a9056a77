"""Exact randomness: coins of exact probability from integer draws, and every coin that a program may toss.

A program draws through one primitive, ``rng.randrange(n)``, as ``random.Random`` offers it. Run once for every sequence
of answers instead of with a generator, it shows the exact law of the CODE, up to the mass of the runs that were cut
off.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from typing import Generic, Protocol, TypeVar

from flint import arb

from dpassay.exact.dist import Dist
from dpassay.exact.expnumber import ExpNumber, Number
from dpassay.exact.rationals import as_fraction, require
from dpassay.exact.real import Real, as_real, working_precision

Y = TypeVar("Y", bound=Hashable)


class Coins(Protocol):
    """A source of randomness: ``random.Random`` and ``random.SystemRandom`` are ones."""

    def randrange(self, stop: int, /) -> int:
        """Return an integer uniform on range(stop)."""


BITS_PER_STEP = 32
MOST_SIDES = 1 << 16
"""A coin of more sides than this cannot be enumerated."""


class LazyUniform:
    """A uniform number in [0, 1), of which only as many bits are drawn as a comparison needs."""

    def __init__(self, rng: Coins) -> None:
        self._rng = rng
        self._numerator = 0
        self._bits = 0

    def below(self, threshold: Number | Real) -> bool:
        """Tell whether the number is below ``threshold``; ends with probability 1."""
        real = as_real(threshold)
        while True:
            with working_precision(self._bits + 2 * BITS_PER_STEP):  # enough for the bits drawn so far to be exact
                ball, scale = real.evaluate(), arb(2) ** -self._bits
                if (self._numerator + 1) * scale <= ball:
                    return True
                if self._numerator * scale >= ball:
                    return False
            self._numerator = (self._numerator << BITS_PER_STEP) + self._rng.randrange(1 << BITS_PER_STEP)
            self._bits += BITS_PER_STEP


def bernoulli(probability: Number | Real, rng: Coins) -> bool:
    """Return True with exactly the given probability.

    One integer draw where the probability is rational, else a lazily drawn uniform number.
    """
    if isinstance(probability, ExpNumber):
        require(0 <= probability <= 1, "probability", probability, "a number in [0, 1]")
    if isinstance(probability, ExpNumber | Real):
        return LazyUniform(rng).below(probability)
    p = as_fraction(probability, "probability")
    require(0 <= p <= 1, "probability", probability, "a number in [0, 1]")
    return rng.randrange(p.denominator) < p.numerator


def draw(law: Dist[Y], rng: Coins) -> Y:
    """Draw one outcome of a finite law: is it the first, given that it is none before?"""
    left: Number = Fraction(1)
    for outcome, weight in law.items():
        if weight == left or bernoulli(weight / left, rng):
            return outcome
        left = left - weight
    raise AssertionError("unreachable: the weights total 1")


def draw_cell(cdf: Callable[[int], Number | Real], rng: Coins, start: int = 0) -> int:
    """Draw the integer k with cdf(k - 1) <= U < cdf(k) for a uniform U.

    This is exact inversion, for any law whose ``cdf`` has enclosures.
    """
    uniform = LazyUniform(rng)
    step, low, high = 1, start, start
    while uniform.below(cdf(low)):
        low, step = low - step, 2 * step
    step = 1
    while not uniform.below(cdf(high)):
        high, step = high + step, 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if uniform.below(cdf(middle)) else (middle, high)
    return high


class _Exhausted(Exception):
    """The replayed answers ran out: the run asks for a coin that has not been decided yet."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class _Replay:
    """Answers ``randrange`` from a list."""

    def __init__(self, answers: tuple[int, ...]) -> None:
        self._answers = iter(answers)

    def randrange(self, stop: int, /) -> int:
        for answer in self._answers:
            return answer
        raise _Exhausted(stop)


@dataclass(frozen=True, slots=True)
class CodeLaw(Generic[Y]):
    """The exact law of a program's output: ``weights`` of outcomes, and the ``leftover`` of runs that were cut off."""

    weights: dict[Y, Fraction]
    leftover: Fraction


def enumerate_coins(program: Callable[[Coins], Y], max_runs: int) -> CodeLaw[Y]:
    """Run ``program`` under every sequence of coins, likeliest first, and at most ``max_runs`` times.

    What is not run by then counts as leftover. ``program`` must draw through ``rng.randrange`` alone.
    """
    weights: dict[Y, Fraction] = {}
    pending: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(-1), ())]  # a heap, so the mass is negated
    for _ in range(max_runs):
        if not pending:
            break
        mass, answers = heappop(pending)
        try:
            outcome = program(_Replay(answers))
        except _Exhausted as asked:
            require(asked.sides <= MOST_SIDES, "sides", asked.sides, f"coins of at most {MOST_SIDES} sides")
            for side in range(asked.sides):
                heappush(pending, (mass / asked.sides, (*answers, side)))
            continue
        weights[outcome] = weights.get(outcome, Fraction(0)) - mass
    return CodeLaw(weights, Fraction(1) - sum(weights.values(), Fraction(0)))
