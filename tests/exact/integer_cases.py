"""Random laws on the integers, each with a probability function that the kernel has no part in."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from dpassay.exact import IntegerLaw
from tests.exact.second_opinion import mp

RATIOS = [Fraction(r) for r in ("0", "1/4", "1/3", "1/2", "2/3")]


@dataclass(frozen=True)
class Case:
    """A window of weights that starts at `start`, and the ratios of the tails beyond it."""

    start: int
    weights: tuple[Fraction, ...]
    left: Fraction
    right: Fraction

    def pmf(self, k: int) -> Fraction:
        if k < self.start:
            return self.weights[0] * self.left ** (self.start - k)
        position = k - self.start
        if position < len(self.weights):
            return self.weights[position]
        return self.weights[-1] * self.right ** (position - len(self.weights) + 1)

    def mp_pmf(self, k: int) -> Any:
        end = self.start + len(self.weights) - 1
        place, tail = min(max(k, self.start), end), self.left if k < self.start else self.right
        return mp(self.weights[place - self.start]) * mp(tail) ** abs(k - place)

    def law(self) -> IntegerLaw:
        return IntegerLaw(self.start, self.weights, self.left, self.right)


def case(start: int, raw: list[int], left: Fraction, right: Fraction) -> Case:
    mass = sum(raw) + raw[0] * left / (1 - left) + raw[-1] * right / (1 - right)
    return Case(start, tuple(w / mass for w in raw), left, right)


WINDOWS = st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any)
CASES = st.builds(case, st.integers(-2, 2), WINDOWS, st.sampled_from(RATIOS), st.sampled_from(RATIOS))
FULL_CASES = st.builds(
    case,
    st.integers(-2, 2),
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
    st.sampled_from(RATIOS[1:]),
    st.sampled_from(RATIOS[1:]),
)
"""Laws that give every integer a positive probability."""
