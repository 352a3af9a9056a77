"""Games of Hedge against an adaptive smooth adversary: what their laws, weights and distances are.

They are the settings of the models in ``hedge_on_a_cover``, which says what is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.exact.label_family import remembered
from dpassay.proofs_check.models.smoothed_sequences import Cells, Smoothed

Round = tuple[int, int, int]
"""Cell, label, chosen proxy."""
Course = tuple[Round, ...]


@dataclass(frozen=True, eq=False)
class Hedged(Smoothed):
    """A game; ``law`` is that of the next cell after each past of cells, labels and choices.

    Args:
        hypotheses: a row a function of the class.
        proxies: a row a proxy, as many as functions.
        lows: the lower ends of the brackets, where functions are gaps.
        one: the probability that the next label is 1, after each past.
    """

    hypotheses: tuple[Cells, ...]
    proxies: tuple[Cells, ...]
    lows: tuple[Cells, ...] = ()
    one: Callable[[Course], Fraction] = lambda _: Fraction(1, 2)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.proxies) != len(self.functions) or not self.hypotheses:
            raise ValueError(f"proxies = {self.proxies}: expected {len(self.functions)}, and a function of the class")
        if self.lows and not (self.are_brackets and all(map(self.bracket, self.hypotheses))):
            raise ValueError(f"lows = {self.lows}: expected brackets with proxies, and each function in one")

    @property
    def are_brackets(self) -> bool:
        """Tell whether each proxy lies in its bracket, of the width that is a function."""
        rows = zip(self.lows, self.proxies, self.functions, strict=True)
        return all(
            low <= proxy <= low + gap <= 1
            for low_row, proxy_row, gap_row in rows
            for low, proxy, gap in zip(low_row, proxy_row, gap_row, strict=True)
        )

    def bracket(self, hypothesis: Cells) -> int:
        """The first bracket that holds a function; 0 where there is none."""
        for i, (low, gap) in enumerate(zip(self.lows, self.functions, strict=True), 1):
            if all(a <= v <= a + g for a, v, g in zip(low, hypothesis, gap, strict=True)):
                return i
        return 0

    @property
    def choices(self) -> list[Round]:
        """All that one round may be."""
        return list(product(range(1, len(self.masses) + 1), (0, 1), range(1, len(self.proxies) + 1)))

    @property
    def pasts(self) -> Iterator[Any]:
        """All courses of fewer than T rounds."""
        for t in range(self.rounds):
            yield from product(self.choices, repeat=t)

    @property
    def courses(self) -> list[Any]:
        """All outcomes that are possible."""
        return list(self.whole)

    @cached_property
    def rate(self) -> Real:
        """The learning rate a."""
        return kept((as_real(log(len(self.proxies))) * 8 / as_real(self.rounds)).sqrt())

    @cached_property
    def known(self) -> dict[Any, Any]:
        """Weights by past."""
        return {}

    def weights(self, past: Course) -> tuple[Real, ...]:
        """Hedge's weights after a past."""
        key = tuple(play[:2] for play in past)
        if key not in self.known:
            paid = [sum(int(proxy[cell - 1] != label) for cell, label in key) for proxy in self.proxies]
            grown = [(-self.rate * as_real(total)).exp() for total in paid]
            whole = sum(grown, as_real(0))
            self.known[key] = tuple(kept(weight / whole) for weight in grown)
        found: tuple[Real, ...] = self.known[key]
        return found

    def label(self, past: Course, label: int) -> Fraction:
        """The probability of a label in the round after a past."""
        return self.one(past) if label else 1 - self.one(past)

    def given(self, t: int, course: Any) -> Mapping[Any, Any]:
        """The law of the outcome given the first t rounds."""
        return self._played(course[:t])

    def before_choice(self, r: int, course: Course) -> Mapping[Any, Any]:
        """The law of the outcome given all before the choice of a round."""
        cell, label, _ = course[r - 1]
        past = course[: r - 1]
        laws: dict[Any, Any] = {}
        for i, weight in enumerate(self.weights(past), 1):
            for whole, chance in self._played((*past, (cell, label, i))).items():
                laws[whole] = weight * chance
        return laws

    def _played(self, past: Course) -> dict[Any, Any]:
        """The law of the outcome after a past."""
        laws: dict[Any, Any] = {past: Fraction(1)}
        for _ in range(self.rounds - len(past)):
            laws = {
                (*before, (cell, label, i)): self.weights(before)[i - 1] * as_real(chance) * weight
                for before, weight in laws.items()
                for cell, p in enumerate(self.law(before), 1)
                for label in (0, 1)
                if (chance := p * self.label(before, label))
                for i in range(1, len(self.proxies) + 1)
            }
        return laws

    def cell(self, r: int, course: Any) -> int:
        """The cell of a round."""
        return int(course[r - 1][0])

    def at(self, row: Cells, r: int, course: Course) -> Fraction:
        """A function at the point of a round."""
        return Fraction(row[self.cell(r, course) - 1])

    def mistakes(self, h: int, course: Course) -> Fraction:
        """Of a function of the class, in all rounds."""
        row = self.hypotheses[h - 1]
        return Fraction(sum(int(row[cell - 1] != label) for cell, label, _ in course))

    @property
    def of_class(self) -> range:
        """The numbers of its functions."""
        return range(1, len(self.hypotheses) + 1)

    def winner(self, course: Course) -> int:
        """The first function with the fewest mistakes."""
        return min(self.of_class, key=lambda h: self.mistakes(h, course))

    def distance(self, h: int, i: int, course: Course) -> Fraction:
        """In how many rounds a function and a proxy differ."""
        one, other = self.hypotheses[h - 1], self.proxies[i - 1]
        return Fraction(sum(int(one[cell - 1] != other[cell - 1]) for cell, _, _ in course))

    def closest(self, h: int, course: Course) -> int:
        """The first of the proxies that differ in the fewest rounds."""
        return min(range(1, len(self.proxies) + 1), key=lambda i: self.distance(h, i, course))

    def near(self, h: int, course: Course) -> Fraction:
        """In how many rounds it differs."""
        return self.distance(h, self.closest(h, course), course)


def kept(value: Real) -> Real:
    """The same number, whose last enclosure is kept."""
    return Real(remembered(value.evaluate))


HALF: Final = Fraction(1, 2)
EVEN: Final = (HALF, HALF)
RARE: Final = (Fraction(1, 4), Fraction(3, 4))


def where_it_was(past: Course) -> tuple[Fraction, ...]:
    """Two cells: the one of the last round if proxy 1 was chosen there, and else the other one."""
    if not past:
        return EVEN
    cell, _, chosen = past[-1]
    return (Fraction(1), Fraction(0)) if (cell == 1) == (chosen == 1) else (Fraction(0), Fraction(1))


def contrary(past: Course) -> Fraction:
    """The next label is 1 where proxy 1 was chosen last."""
    return Fraction(int(past[-1][2] == 1)) if past else HALF


def hedged() -> Iterator[Hedged]:
    """One and two rounds, one and two proxies."""
    one, none, both = (1, 0), (0, 0), (1, 1)
    yield Hedged(EVEN, (none,), 1, Fraction(1), Fraction(0), lambda _: EVEN, (one, both), (one,))
    yield Hedged(EVEN, (one,), 2, HALF, HALF, lambda _: EVEN, (none, both), (none,), one=contrary)
    yield Hedged(EVEN, (one, none), 1, HALF, HALF, lambda _: (Fraction(1), Fraction(0)), (one, both), (none, both))
    yield Hedged(EVEN, (both, one), 2, HALF, Fraction(1), where_it_was, (one, both), (none, both), one=contrary)


def bracketed() -> Iterator[Hedged]:
    """A cell that is rare, on which functions of one bracket differ."""
    one, none, both = (1, 0), (0, 0), (1, 1)
    quarter = Fraction(1, 4)

    def even(_: Course) -> tuple[Fraction, ...]:
        return (quarter, Fraction(3, 4))

    yield Hedged(RARE, (one,), 1, Fraction(1), quarter, even, (one, none), (one,), (none,))
    yield Hedged(RARE, (one, one), 1, Fraction(1), quarter, even, (one, both), (one, (0, 1)), (none, (0, 1)))
    small = (Fraction(1, 8), Fraction(7, 8))
    yield Hedged(
        small,
        (one,),
        2,
        Fraction(4, 5),
        Fraction(1, 8),
        lambda _: (Fraction(5, 32), Fraction(27, 32)),
        (one, none),
        (none,),
        (none,),
        one=contrary,
    )
    whole = (Fraction(1),)
    for rounds in (1, 4):
        yield Hedged(
            whole,
            ((0,),) * 3,
            rounds,
            Fraction(1),
            Fraction(0),
            lambda _: whole,
            ((0,), (1,)),
            ((0,), (1,), (0,)),
            ((0,), (1,), (0,)),
            lambda _: Fraction(1),
        )
