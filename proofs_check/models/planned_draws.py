"""An algorithm whose rounds of drawing are planned in advance: Hedge on two models, drawn in every round or every few.

A setting is T, g, and how often it draws, with weights: a plan is chosen at random, whatever the losses are. Another
loss in one round moves the exponents of a draw by at most 2 ln g, so that it is eps^2-concentrated with eps^2 = T (ln
g)^2/2. ``R`` is a number that no regret exceeds: drawn every b rounds, Hedge has a regret of at most (ln 2)/ln g + (ln
g) b T/8.

``h`` is the least whole number of at least 8 R, and ``N`` that of windows of 2 h rounds. The last ``M`` rounds of each
window are tests, M the least whole number of at least 8 R/N; in all ``K``. ``none(w)`` is the probability of no draw
in the first h rounds of window w. Let all losses be 0, but in the tests those of all models but 0, or those of model 0:
the games + and -. ``plus`` and ``minus`` are the sums over the tests of the probabilities of model 0 in these games.
D(t) is the difference of both, given the plan: ``gap`` is its average over the tests; ``kept`` that of what is above 0,
only where there is a draw in the first h rounds of the window. ``drawn`` is the expected sum over all draws of the
square of what D is above 0 there. In K steps the tests of game + are changed into those of game -; ``div`` is the sum
over the steps and all draws of the KL divergences of the laws of what is drawn, in expectation over the plans.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

ZERO: Final = Fraction(0)


@dataclass(frozen=True)
class Planned:
    """T, g, and plans: draw in round 1 and every b rounds from then on, with a probability."""

    rounds: int
    growth: Fraction
    plans: tuple[tuple[int, Fraction], ...] = ((1, Fraction(1)),)

    def __post_init__(self) -> None:
        if self.rounds < 1 or not self.growth > 1:
            raise ValueError(f"rounds, growth = {self.rounds}, {self.growth}: expected at least 1, and above 1")
        if sum(weight for _, weight in self.plans) != 1 or any(b < 1 or weight < 0 for b, weight in self.plans):
            raise ValueError(f"plans = {self.plans}: expected probabilities that add up to 1, of whole numbers")

    @property
    def rate(self) -> Real:
        """The logarithm of g."""
        return as_real(log(self.growth))

    @property
    def regret(self) -> Real:
        """R."""
        often = sum((weight * b for b, weight in self.plans), ZERO)
        return as_real(log(2)) / self.rate + self.rate * as_real(often * self.rounds / 8)


def _least_whole(number: Real) -> int:
    """The least whole number of at least one that is irrational."""
    ball = number.ball(128)
    low, high = (ceil(float(end)) for end in (ball.lower(), ball.upper()))
    if low != high:
        raise AssertionError(f"unreachable: {ball} is no whole number")
    return low


@cache
def half(planned: Planned) -> int:
    """h."""
    return _least_whole(planned.regret * as_real(8))


def windows(planned: Planned) -> int:
    """N."""
    return planned.rounds // (2 * half(planned))


@cache
def tested(planned: Planned) -> int:
    """M; 1 where there is no window."""
    number = windows(planned)
    return _least_whole(planned.regret * as_real(Fraction(8, number))) if number else 1


@cache
def _is_test(planned: Planned, t: int) -> bool:
    length = 2 * half(planned)
    return t <= windows(planned) * length and (t - 1) % length >= length - tested(planned)


@cache
def _tests_before(planned: Planned) -> tuple[int, ...]:
    """The number of tests before each round, from round 1 on."""
    found = [0]
    for t in range(1, planned.rounds + 1):
        found.append(found[-1] + _is_test(planned, t))
    return tuple(found[:-1])


def _drawn(b: int, t: int) -> int:
    """The round of the last draw."""
    return (t - 1) // b * b + 1


def _first(planned: Planned, lead: int) -> Fraction:
    """The probability of model 0 where it has lost ``lead`` more."""
    return 1 / (1 + planned.growth**lead)


def _above(planned: Planned, s: int) -> Fraction:
    """D of a draw in round s, which is never below 0."""
    tests = _tests_before(planned)[s - 1]
    return _first(planned, -tests) - _first(planned, tests)


def _of_tests(planned: Planned, of: Any) -> Fraction:
    """The expected sum over the tests of what is a function of the plan and the round."""
    rounds = [t for t in range(1, planned.rounds + 1) if _is_test(planned, t)]
    return sum((weight * of(b, t) for b, weight in planned.plans for t in rounds), ZERO)


def _chosen(planned: Planned, sign: int) -> Fraction:
    tests = _tests_before(planned)
    return _of_tests(planned, lambda b, t: _first(planned, sign * tests[_drawn(b, t) - 1]))


def _is_drawn(planned: Planned, b: int, w: int) -> bool:
    """Whether there is a draw in the first h rounds of a window."""
    start = (w - 1) * 2 * half(planned) + 1
    return _drawn(b, start + half(planned) - 1) >= start


def _none(planned: Planned, w: int) -> Fraction:
    return sum((weight for b, weight in planned.plans if not _is_drawn(planned, b, w)), ZERO)


@cache
def _kept(planned: Planned) -> Fraction:
    def of(b: int, t: int) -> Fraction:
        window = (t - 1) // (2 * half(planned)) + 1
        return _above(planned, _drawn(b, t)) if _is_drawn(planned, b, window) else ZERO

    return _of_tests(planned, of) / max(windows(planned) * tested(planned), 1)


def _gap(planned: Planned) -> Fraction:
    return (_chosen(planned, -1) - _chosen(planned, 1)) / max(windows(planned) * tested(planned), 1)


def _sum_of_draws(planned: Planned, of: Any) -> Any:
    """The expected sum over all draws."""
    draws = ((weight, s) for b, weight in planned.plans for s in range(1, planned.rounds + 1, b))
    total: Any = ZERO
    for weight, s in draws:
        total += weight * of(s)
    return total


@cache
def _squares(planned: Planned) -> Fraction:
    return Fraction(_sum_of_draws(planned, lambda s: _above(planned, s) ** 2))


@cache
def _one_change(planned: Planned, lead: int) -> Real:
    """KL of the laws of a draw where model 0 leads by so much, and by 2 more."""
    p, q = _first(planned, lead), _first(planned, lead + 2)
    return as_real(log(p) - log(q)) * as_real(p) + as_real(log(1 - p) - log(1 - q)) * as_real(1 - p)


@cache
def _changes(planned: Planned, tests: int) -> Real:
    """The sum over the steps of the divergences of a draw that so many tests come before."""
    return sum((_one_change(planned, 2 * j - tests) for j in range(tests)), as_real(ZERO))


@cache
def _divergence(planned: Planned) -> Real:
    by_tests: dict[int, Fraction] = {}
    for b, weight in planned.plans:
        for s in range(1, planned.rounds + 1, b):
            tests = _tests_before(planned)[s - 1]
            by_tests[tests] = by_tests.get(tests, ZERO) + weight
    return sum((_changes(planned, tests) * as_real(weight) for tests, weight in by_tests.items()), as_real(ZERO))


def settings() -> Iterator[Planned]:
    """Few rounds; fewer than a window; one window, and two; draws in every round, every second one, or none."""
    yield Planned(3, Fraction(2))
    yield Planned(50, Fraction(5, 4))
    yield Planned(128, Fraction(5, 4))
    yield Planned(600, Fraction(11, 10), ((1, Fraction(3, 4)), (2, Fraction(1, 4))))
    yield Planned(128, Fraction(5, 4), ((1, Fraction(999, 1000)), (128, Fraction(1, 1000))))


def read(planned: Planned) -> dict[str, Any]:
    """T, R and eps."""
    return {
        "T": Fraction(planned.rounds),
        "R": planned.regret,
        "eps": planned.rate * as_real(Fraction(planned.rounds, 2)).sqrt(),
    }


COUNT: Final[dict[str, Any]] = {"range": "integer"}
PLANNED: Final = Model(
    "draws that are planned in advance",
    parameters={"T": "integer, 1 <= T", "R": "real, 0 < R", "eps": "real, 0 < eps"},
    variables={"w": "integer, 1 <= w, w <= N"},
    quantities={
        "h": Named(lambda planned: Fraction(half(planned)), **COUNT),
        "N": Named(lambda planned: Fraction(windows(planned)), **COUNT),
        "K": Named(lambda planned: Fraction(windows(planned) * tested(planned)), **COUNT),
        "none": Named(_none, {"w": "integer, 1 <= w, w <= N"}, range="at least 0"),
        "plus": Named(lambda planned: _chosen(planned, -1)),
        "minus": Named(lambda planned: _chosen(planned, 1)),
        "gap": Named(_gap),
        "kept": Named(_kept, range="at least 0"),
        "drawn": Named(_squares),
        "div": Named(_divergence),
    },
    facts={
        "h, below": "8*R <= h",
        "h, above": "h < 8*R + 1",
        "windows": "2*h*N <= T",
        "all windows": "T < 2*h*(N + 1)",
        "tests, below": "[1 <= N]*(8*R - K) <= 0",
        "tests, above": "K < 8*R + N",
        "regret of game +": "K - plus <= R",
        "regret of game -": "minus <= R",
        "gap": "K*gap = plus - minus",
    },
    settings=settings,
    read=read,
)
