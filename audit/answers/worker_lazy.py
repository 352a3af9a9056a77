"""Numbers of which only as much is drawn as the target asks: a random() has 2^53 values, a comparison has two answers.

A lazy number is a coin and what the target has done to it since, as long as that rises or falls throughout: then each
comparison divides the coin's values at one place, which bisection finds with the target's own arithmetic. What is no
comparison (a key, a text, an argument of C code) goes into each value that differs, if these are few enough.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from .worker_tree import MOST_BRANCHES, Coin, Part, Values

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_oracle import Oracle

MOST_STEPS = 4096
"""Where a function of many values takes more different ones than this, it is not enumerated."""

CHECKED = 4
"""So many values on either side of a place that bisection found are looked at where a function is only said to rise."""


class Step(NamedTuple):
    """What was done to a number; ``said``: a function of which it is only said that it rises or falls."""

    function: Callable[[Any], Any]
    rises: bool
    said: str


class Lazy:
    """A coin and the steps from it to a number, which rises or falls with the coin.

    ``affine``: (a, b) where an integer is a times the coin plus b; otherwise ``None``.
    """

    __slots__ = ("affine", "coin", "oracle", "rises", "start", "steps")

    def __init__(
        self,
        oracle: Oracle,
        coin: Coin,
        start: Callable[[int], Any],
        steps: tuple[Step, ...] = (),
        affine: tuple[int, int] | None = None,
    ) -> None:
        self.oracle = oracle
        self.coin = coin
        self.start = start
        self.steps = steps
        self.affine = affine
        self.rises = sum(not step.rises for step in steps) % 2 == 0

    def at(self, number: int) -> Any:
        """Return the value where the coin shows a number."""
        value = self.start(number)
        for step in self.steps:
            value = step.function(value)
        return value

    def ends(self) -> tuple[Any, Any]:
        """Return the first and the last value that are left, in the order of the coin's."""
        left = self.coin.left
        return self.at(left.first), self.at(left.at(left.size - 1))

    # Questions

    def ask(self, question: tuple[Any, ...], divide: Callable[[Values], list[Part]]) -> Any:
        """Ask about the coin, and take note of what is only said of the steps."""
        said = frozenset(step.said for step in self.steps if step.said)
        return self.oracle.fork(self.coin, (*question, len(self.steps)), divide, said)

    def below(self, values: Values, holds: Callable[[Any], bool]) -> int:
        """Return how many of the values come before the first at which something holds that then holds on.

        They are counted in the order in which the number rises.
        """

        def after(place: int) -> bool:
            return holds(self.at(values.at(place if self.rises else values.size - 1 - place)))

        if not after(values.size - 1):
            return values.size
        low, high = 0, values.size - 1
        if after(0):
            high = 0
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if after(middle) else (middle + 1, high)
        if any(step.said for step in self.steps):
            near = range(max(0, low - CHECKED), min(values.size, low + CHECKED))
            if any(after(place) != (place >= low) for place in near):
                self.oracle.refuse("a function that the target applies to a random number{at} rises and falls")
        return low

    def cut(self, values: Values, *places: int) -> list[Values]:
        """Cut values at places that are counted in the order in which the number rises."""
        bounds = [0, *places, values.size]
        if self.rises:
            return [values.part(begin, end) for begin, end in zip(bounds, bounds[1:])]
        return [values.part(values.size - end, values.size - begin) for begin, end in zip(bounds, bounds[1:])]

    def is_below(self, bound: Any, *, or_equal: bool) -> bool:
        """Tell whether the number is below a bound."""
        self.no_nan()

        def divide(values: Values) -> list[Part]:
            place = self.below(values, (lambda v: v > bound) if or_equal else (lambda v: v >= bound))
            first, second = self.cut(values, place)
            return [Part(first, True), Part(second, False)]

        return bool(self.ask(("below", repr(bound), or_equal), divide))

    def equals(self, bound: Any) -> bool:
        """Tell whether the number is a given one."""
        self.no_nan()

        def divide(values: Values) -> list[Part]:
            places = self.below(values, lambda v: v >= bound), self.below(values, lambda v: v > bound)
            less, same, more = self.cut(values, *places)
            return [Part(less, False), Part(same, True), Part(more, False)]

        return bool(self.ask(("equals", repr(bound)), divide))

    def no_nan(self) -> None:
        """Refuse a number that no comparison divides at one place."""
        if any(value != value for value in self.ends()):  # noqa: PLR0124  # no number but NaN differs from itself
            self.oracle.refuse("a function that the target applies to a random number{at} gives NaN for some")

    def residue(self, modulus: int) -> int:
        """Return the remainder of an affine integer, and keep the values that have it."""
        a, b = self.affine or (1, 0)

        def divide(values: Values) -> list[Part]:
            period = modulus // math.gcd(modulus, a * values.step)
            if period > MOST_BRANCHES:
                self.oracle.refuse_all(self.coin)
            places = range(min(period, values.size))
            return [Part(values.every(period, place), (a * values.at(place) + b) % modulus) for place in places]

        return int(self.ask(("residue", modulus), divide))

    def settled(self) -> Any:
        """Return the number as a plain one: each value that differs is a branch."""
        return self.ask(("value",), self.plateaus)

    def plateaus(self, values: Values) -> list[Part]:
        """Divide values into those that lead to the same number."""
        parts: list[Part] = []
        begin = 0
        most = MOST_BRANCHES if values.size <= MOST_BRANCHES else MOST_STEPS
        while begin < values.size:
            if len(parts) == most:
                self.oracle.refuse_all(self.coin)
            number = self.at(values.at(begin))
            end = self.end_of_plateau(values, begin, number)
            parts.append(Part(values.part(begin, end), number))
            begin = end
        return parts

    def end_of_plateau(self, values: Values, begin: int, number: Any) -> int:
        """Return the place behind the last that leads to the same number."""
        low, width = begin, 1
        while low + width < values.size and same(self.at(values.at(low + width)), number):
            low, width = low + width, 2 * width
        high = min(low + width, values.size)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if same(self.at(values.at(middle)), number) else (low, middle)
        return high

    # Steps

    def then(
        self,
        function: Callable[[Any], Any],
        *,
        rises: bool = True,
        said: str = "",
        affine: tuple[int, int] | None = None,
    ) -> Any:
        """Return the number that a function makes of it, which rises or falls throughout.

        Where the function raises, it does so on this number; but where it raises at one end of the values alone, there
        are two branches.
        """
        step = Step(function, rises, said)
        made = Lazy(self.oracle, self.coin, self.start, (*self.steps, step))
        first, last = (made.raised(place) for place in (0, -1))
        if (first is None) != (last is None):
            failing = self.ask(("raises",), made.divided_by_failure)
            first = made.raised(0) if failing else None
        if first is not None:
            raise first
        kind = of_kind(made.ends()[0])
        return kind(self.oracle, self.coin, self.start, made.steps, affine)

    def raised(self, place: int) -> Exception | None:
        """Return what the steps raise at the first or the last value."""
        left = self.coin.left
        try:
            self.at(left.at(left.size - 1 if place else 0))
        except Exception as error:  # whatever the target's function raises
            return error
        return None

    def divided_by_failure(self, values: Values) -> list[Part]:
        """Divide values into those at which the steps raise, at one end, and the others."""

        def fails(place: int) -> bool:
            try:
                self.at(values.at(place))
            except Exception:  # as above
                return True
            return False

        at_begin = fails(0)
        low, high = 0, values.size
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if fails(middle) == at_begin else (low, middle)
        return [Part(values.part(0, low), at_begin), Part(values.part(low, values.size), not at_begin)]


def same(first: Any, second: Any) -> bool:
    """Tell whether two numbers are one, also of 0.0 and -0.0."""
    return first == second and (first != 0 or str(first) == str(second))


def of_kind(value: Any) -> type[Any]:
    """Return the class of the lazy numbers of which this is one."""
    from .worker_lazy_numbers import LazyInt, LazyReal

    return LazyInt if isinstance(value, int) else LazyReal
