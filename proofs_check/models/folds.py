"""k classes on n points with a law, a smallest e-bracketing of each, and the class of their k-fold combinations.

With values 0 and 1 the intersection of k functions is 1 where at least k of them are, their union where at least one
of them is: ``h`` is how many are asked for. ``f(t, m, x)`` is the t-th function of the m-th tuple of members,
``lower(t, c, x)`` and ``upper(t, c, x)`` are the ends of the t-th bracket of the c-th tuple of brackets, ``held(m)``
is a tuple of brackets that hold the m-th tuple of members. ``F``, ``L`` and ``U`` are their combinations, K is the
number of tuples of brackets, (beyond K the tuples begin anew), ``number(t)`` the bracketing number of the t-th class,
and ``folded(s)`` that of the combinations at s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final

from dpassay.analysis.bracketing import Bracket
from dpassay.analysis.bracketing_numbers import bracketing_number, least_bracketing
from dpassay.analysis.classes import HypothesisClass, all_functions, intervals, singletons, thresholds
from dpassay.analysis.halfspaces import halfspaces
from dpassay.exact import Dist
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Fold:
    """The classes, the weights of the points, the radius, and of how many functions a combination is 1.

    For polytopes there is the dimension of the space, too.
    """

    classes: tuple[HypothesisClass, ...]
    weights: tuple[int, ...]
    radius: Fraction
    threshold: int
    dimension: int = 1

    def __post_init__(self) -> None:
        if not self.classes or any(one.points != len(self.weights) for one in self.classes):
            raise ValueError(f"classes = {self.classes}: expected one or more, on {len(self.weights)} points")
        if min(self.weights) < 0 or not any(self.weights):
            raise ValueError(f"weights = {self.weights}: expected none negative, not all 0")
        if not self.radius > 0:
            raise ValueError(f"radius = {self.radius}: expected above 0")

    @property
    def law(self) -> Dist[int]:
        """The law on the points."""
        return law_of(self.weights)

    def combined(self, functions: Sequence[int]) -> int:
        """The function that is 1 where at least so many of these are."""
        counts = (sum(f >> x & 1 for f in functions) for x in range(len(self.weights)))
        return sum((count >= self.threshold) << x for x, count in enumerate(counts))

    @property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The tuples of members."""
        return tuple(product(*(one.members for one in self.classes)))

    @property
    def combinations(self) -> HypothesisClass:
        """The class of all combinations."""
        return HypothesisClass(len(self.weights), tuple(map(self.combined, self.members)))


@cache
def families(at: Fold) -> tuple[tuple[Bracket, ...], ...]:
    """A smallest bracketing of each class."""
    return tuple(least_bracketing(one, at.law, at.radius) for one in at.classes)


@cache
def tuples(at: Fold) -> tuple[tuple[Bracket, ...], ...]:
    """The tuples of brackets."""
    return tuple(product(*families(at)))


def brackets(at: Fold, c: Any) -> tuple[Bracket, ...]:
    """The c-th tuple of brackets; beyond the last one they begin anew."""
    return tuples(at)[(int(c) - 1) % len(tuples(at))]


def holding(at: Fold, m: Any) -> Fraction:
    """The first tuple of brackets that hold the members of a tuple."""
    members = at.members[int(m) - 1]
    return Fraction(
        next(
            place
            for place, each in enumerate(tuples(at), 1)
            if all(bracket.holds(member) for bracket, member in zip(each, members, strict=True))
        )
    )


def law_of(weights: tuple[int, ...]) -> Dist[int]:
    """The law of the points of these weights."""
    return Dist({x: Fraction(weight, sum(weights)) for x, weight in enumerate(weights)})


@cache
def number_of(functions: HypothesisClass, weights: tuple[int, ...], radius: Fraction) -> Fraction:
    """The bracketing number."""
    return Fraction(bracketing_number(functions, law_of(weights), radius))


def _bit(function: int, x: Any) -> Fraction:
    return Fraction(function >> int(x) - 1 & 1)


def folds() -> Iterator[Fold]:
    """One, two and three classes; intersections, unions, majorities, and more than there are."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    yield Fold((thresholds(2),), (1, 1), half, 1)
    yield Fold((thresholds(2), all_functions(2)), (1, 2), third, 2)
    yield Fold((thresholds(3), singletons(3)), (1, 1, 1), third, 1)
    yield Fold((thresholds(2), thresholds(2), thresholds(2)), (1, 1), half, 2)
    yield Fold((singletons(2), singletons(2), singletons(2)), (3, 1), Fraction(1, 4), 3)
    yield Fold((intervals(2), thresholds(2)), (1, 1), Fraction(1, 9), 5)


def read(at: Fold) -> dict[str, Any]:
    """How many there are of each."""
    return {
        "k": Fraction(len(at.classes)),
        "n": Fraction(len(at.weights)),
        "h": Fraction(at.threshold),
        "e": at.radius,
        "K": Fraction(prod(map(len, families(at)))),
        "R": Fraction(len(at.members)),
    }


T, X, C, M = "integer, 1 <= t, t <= k", "integer, 1 <= x, x <= n", "integer", "integer, 1 <= m, m <= R"
WIDTH: Final = "sum(mu(x)*(U(c, x) - L(c, x)), x, 1, n)"
OUTSIDE: Final = "2 - [L(held(m), x) <= F(m, x)] - [F(m, x) <= U(held(m), x)]"
FOLDS: Final = Model(
    "combinations of classes",
    parameters={
        "k": "integer, 1 <= k",
        "n": "integer, 1 <= n",
        "h": "integer",
        "e": "real, 0 < e",
        "K": "integer, 1 <= K",
        "R": "integer, 1 <= R",
    },
    variables={"t": T, "x": X, "c": C, "m": M, "s": "real, 0 < s"},
    quantities={
        "mu": Named(lambda at, x: at.law.pmf(int(x) - 1), {"x": X}, range="at least 0"),
        "f": Named(
            lambda at, t, m, x: _bit(at.members[int(m) - 1][int(t) - 1], x), {"t": T, "m": M, "x": X}, range="integer"
        ),
        "lower": Named(
            lambda at, t, c, x: _bit(brackets(at, c)[int(t) - 1].lower, x), {"t": T, "c": C, "x": X}, range="integer"
        ),
        "upper": Named(
            lambda at, t, c, x: _bit(brackets(at, c)[int(t) - 1].upper, x), {"t": T, "c": C, "x": X}, range="integer"
        ),
        "held": Named(holding, {"m": M}, range="positive integer"),
        "F": Named(lambda at, m, x: _bit(at.combined(at.members[int(m) - 1]), x), {"m": M, "x": X}),
        "L": Named(lambda at, c, x: _bit(at.combined([b.lower for b in brackets(at, c)]), x), {"c": C, "x": X}),
        "U": Named(lambda at, c, x: _bit(at.combined([b.upper for b in brackets(at, c)]), x), {"c": C, "x": X}),
        "number": Named(
            lambda at, t: number_of(at.classes[int(t) - 1], at.weights, at.radius), {"t": T}, range="positive integer"
        ),
        "folded": Named(
            lambda at, s: number_of(at.combinations, at.weights, Fraction(s)),
            {"s": "real, 0 < s"},
            range="positive integer",
        ),
    },
    facts={
        "tuples of brackets": "K = exp(sum(log(number(t)), t, 1, k))",
        "brackets are narrow": "sum(mu(x)*(upper(t, c, x) - lower(t, c, x)), x, 1, n) <= e",
        "ends in order": "lower(t, c, x) <= upper(t, c, x)",
        "held from below": "lower(t, held(m), x) <= f(t, m, x)",
        "held from above": "f(t, m, x) <= upper(t, held(m), x)",
        "combined members": "F(m, x) = [h <= sum(f(t, m, x), t, 1, k)]",
        "combined lower ends": "L(c, x) = [h <= sum(lower(t, c, x), t, 1, k)]",
        "combined upper ends": "U(c, x) = [h <= sum(upper(t, c, x), t, 1, k)]",
        "no bracketing is smaller": f"folded(s) <= K + folded(s)*(sum(sum({OUTSIDE}, x, 1, n), m, 1, R) + "
        f"sum(1 - [{WIDTH} <= s], c, 1, K))",
    },
    settings=folds,
    read=read,
)


def polytopes() -> Iterator[Fold]:
    """Intersections of one, two and three halfspaces of the line, and of two of the plane."""
    yield Fold((halfspaces(((0,), (1,))).as_class(),), (1, 1), Fraction(1, 3), 1)
    yield Fold((halfspaces(((0,), (1,), (2,))).as_class(),) * 2, (1, 1, 2), Fraction(1, 2), 2)
    yield Fold((halfspaces(((0,), (1,))).as_class(),) * 3, (1, 1), Fraction(1), 3)
    yield Fold((halfspaces(((0, 0), (1, 0), (0, 1))).as_class(),) * 2, (1, 1, 1), Fraction(1, 4), 2, 2)


POLYTOPES: Final = FOLDS.narrowed(
    "polytopes",
    {
        "all classes are asked for": "h = k",
        "wider brackets": "number(t) <= half(t)",
        "Braverman et al.": "half(t) <= exp(B*w*log(w/(e/2)))*[e <= 1] + half(t)*[1 < e]",
    },
    polytopes,
    {
        "B": Named(lambda _: Fraction(8), range="positive"),
        "w": Named(lambda at: Fraction(at.dimension), range="positive"),
        "half": Named(
            lambda at, t: number_of(at.classes[int(t) - 1], at.weights, at.radius / 2),
            {"t": T},
            range="positive integer",
        ),
    },
)
"""``w`` is the dimension of the space, ``half(t)`` the number at e/2, and ``B`` the constant of the cited bound."""
