"""A class on n points with a law, and a smallest e-bracketing of it: covers, and symmetric differences.

Functions have the values 0 and 1. ``f(m, x)`` and ``g(m, x)`` are the members of the m-th of some pairs: all of them,
or those of a member and one of a cover that is near to it, as in Appendix C.3. ``l(c, x)``, ``u(c, x)`` and ``p(c,
x)``, ``q(c, x)`` are the ends of the brackets of the c-th pair of brackets (beyond the last one they begin anew), and
``held(m)`` is a pair of brackets that hold the members. ``differ(s)`` is the bracketing number of the differences of
these pairs at s. ``r(c, x)`` is a member in the bracket from l(c, x) to u(c, x), and ``cover(s)`` the size of the
smallest s-cover of the class by members. N is the bracketing number of the class at e.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.analysis.bracketing import Bracket, disagreement
from dpassay.analysis.bracketing_numbers import covering_number, least_bracketing, least_cover
from dpassay.analysis.classes import HypothesisClass, all_functions, intervals, singletons, thresholds
from dpassay.proofs_check.models.folds import law_of, number_of
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Bracketed:
    """The class, the weights of its points, the radius, and that of the cover whose members are paired, if any."""

    functions: HypothesisClass
    weights: tuple[int, ...]
    radius: Fraction
    near: Fraction | None = None

    def __post_init__(self) -> None:
        if self.functions.points != len(self.weights) or min(self.weights) < 0 or not any(self.weights):
            raise ValueError(f"weights = {self.weights}: expected one a point, none negative, not all 0")
        for name, radius in (("radius", self.radius), ("near", self.near)):
            if radius is not None and not radius >= 0:
                raise ValueError(f"{name} = {radius}: expected at least 0")


@cache
def pairs(at: Bracketed) -> tuple[tuple[int, int], ...]:
    """The pairs of members."""
    members, law = at.functions.members, law_of(at.weights)
    if at.near is None:
        return tuple(product(members, members))
    cover = least_cover(at.functions, law, at.near)
    return tuple((f, g) for f, g in product(members, cover) if disagreement(f, g, law) <= at.near)


@cache
def bracketing(at: Bracketed) -> tuple[Bracket, ...]:
    """A smallest bracketing."""
    return least_bracketing(at.functions, law_of(at.weights), at.radius)


@cache
def _both(at: Bracketed) -> tuple[tuple[Bracket, Bracket], ...]:
    return tuple(product(bracketing(at), bracketing(at)))


def two_brackets(at: Bracketed, c: Any) -> tuple[Bracket, Bracket]:
    """The c-th pair of brackets; beyond the last one they begin anew."""
    return _both(at)[(int(c) - 1) % len(_both(at))]


def _held(at: Bracketed, m: Any) -> Fraction:
    f, g = pairs(at)[int(m) - 1]
    return Fraction(next(k for k, (a, b) in enumerate(_both(at), 1) if a.holds(f) and b.holds(g)))


def _member(at: Bracketed, c: Any) -> int:
    """The last member that the first bracket of a pair holds."""
    return [member for member in at.functions.members if two_brackets(at, c)[0].holds(member)][-1]


@cache
def covered_by(functions: HypothesisClass, weights: tuple[int, ...], radius: Fraction) -> Fraction:
    """The size of the smallest cover by members."""
    return Fraction(covering_number(functions, law_of(weights), radius))


def _bit(function: int, x: Any) -> Fraction:
    return Fraction(function >> int(x) - 1 & 1)


def classes() -> Iterator[Bracketed]:
    """Thresholds, singletons, intervals and all functions; all pairs, and those that are near."""
    third, half = Fraction(1, 3), Fraction(1, 2)
    yield Bracketed(thresholds(3), (1, 1, 1), third)
    yield Bracketed(thresholds(4), (1, 1, 2, 4), Fraction(1, 4), half)
    yield Bracketed(singletons(3), (1, 1, 1), third)
    yield Bracketed(intervals(3), (2, 1, 1), half, half)
    yield Bracketed(all_functions(2), (1, 1), Fraction(0))
    yield Bracketed(HypothesisClass(2, (1,)), (1, 3), Fraction(2))


def _read(at: Bracketed) -> dict[str, Any]:
    return {
        "n": Fraction(len(at.weights)),
        "e": at.radius,
        "N": Fraction(len(bracketing(at))),
        "R": Fraction(len(pairs(at))),
    }


X, C, M = {"x": "integer, 1 <= x, x <= n"}, {"c": "integer"}, {"m": "integer, 1 <= m, m <= R"}
LOWER: Final = "l({0}, x)*(1 - q({0}, x)) + p({0}, x)*(1 - u({0}, x))"
UPPER: Final = "1 - l({0}, x)*p({0}, x) - (1 - u({0}, x))*(1 - q({0}, x))"
DIFFERENCE: Final = "f(m, x) + g(m, x) - 2*f(m, x)*g(m, x)"
WIDTH: Final = f"sum(mu(x)*({UPPER.format('c')} - ({LOWER.format('c')})), x, 1, n)"
BELOW: Final = f"[{LOWER.format('held(m)')} <= {DIFFERENCE}]"
ABOVE: Final = f"[{DIFFERENCE} <= {UPPER.format('held(m)')}]"
DISTANCE: Final = "sum(mu(x)*(f(m, x) - r(held(m), x))**2, x, 1, n)"
BRACKETED: Final = Model(
    "a class and its brackets",
    parameters={
        "n": "integer, 1 <= n",
        "e": "real, 0 <= e",
        "N": "integer, 1 <= N",
        "R": "integer, 1 <= R",
    },
    variables={**X, **C, **M, "s": "real, 0 <= s"},
    quantities={
        "mu": Named(lambda at, x: law_of(at.weights).pmf(int(x) - 1), X, range="at least 0"),
        "f": Named(lambda at, m, x: _bit(pairs(at)[int(m) - 1][0], x), {**M, **X}, range="at least 0"),
        "g": Named(lambda at, m, x: _bit(pairs(at)[int(m) - 1][1], x), {**M, **X}, range="at least 0"),
        "l": Named(lambda at, c, x: _bit(two_brackets(at, c)[0].lower, x), {**C, **X}, range="at least 0"),
        "u": Named(lambda at, c, x: _bit(two_brackets(at, c)[0].upper, x), {**C, **X}, range="at least 0"),
        "p": Named(lambda at, c, x: _bit(two_brackets(at, c)[1].lower, x), {**C, **X}, range="at least 0"),
        "q": Named(lambda at, c, x: _bit(two_brackets(at, c)[1].upper, x), {**C, **X}, range="at least 0"),
        "r": Named(lambda at, c, x: _bit(_member(at, c), x), {**C, **X}, range="at least 0"),
        "held": Named(_held, M, range="positive integer"),
        "differ": Named(
            lambda at, s: number_of(
                HypothesisClass(len(at.weights), tuple(f ^ g for f, g in pairs(at))), at.weights, Fraction(s)
            ),
            {"s": "real, 0 <= s"},
            range="positive integer",
        ),
        "cover": Named(
            lambda at, s: covered_by(at.functions, at.weights, Fraction(s)),
            {"s": "real, 0 <= s"},
            range="positive integer",
        ),
    },
    facts={
        "first ends in order": "l(c, x) <= u(c, x)",
        "second ends in order": "p(c, x) <= q(c, x)",
        "first end at most 1": "u(c, x) <= 1",
        "second end at most 1": "q(c, x) <= 1",
        "first is narrow": "sum(mu(x)*(u(c, x) - l(c, x)), x, 1, n) <= e",
        "second is narrow": "sum(mu(x)*(q(c, x) - p(c, x)), x, 1, n) <= e",
        "first from below": "l(held(m), x) <= f(m, x)",
        "first from above": "f(m, x) <= u(held(m), x)",
        "second from below": "p(held(m), x) <= g(m, x)",
        "second from above": "g(m, x) <= q(held(m), x)",
        "a member from below": "l(c, x) <= r(c, x)",
        "a member from above": "r(c, x) <= u(c, x)",
        "no bracketing is smaller": "differ(s) <= N**2 + differ(s)*("
        f"sum(sum(2 - {BELOW} - {ABOVE}, x, 1, n), m, 1, R) + sum(1 - [{WIDTH} <= s], c, 1, N**2))",
        "no cover is smaller": f"cover(s) <= N + cover(s)*sum(1 - [{DISTANCE} <= s], m, 1, R)",
    },
    settings=classes,
    read=_read,
)
