"""The best adaptive adversary against small finite classes, by looking at every course of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Final

from dpassay.exact import Number, exp
from dpassay.proofs_check.instances import BIT, entries, family, matrix_of, rational, whole
from dpassay.proofs_check.kernel.finite import Instance

Functions = tuple[tuple[int, ...], ...]
Totals = tuple[int, ...]
GAME: Final = entries(functions=matrix_of(BIT), kept=whole(1), rounds=whole(1, 4))
"""A class on a uniform domain, a row a function; sigma is the number of points kept over the number of all."""


@GAME.where
def is_game(instance: Instance) -> bool:
    """Tell whether sigma is at most 1."""
    return bool(instance["kept"] <= len(instance["functions"][0]))


@GAME.having(s=rational()).where
def is_game_of_powers(instance: Instance) -> bool:
    """Tell whether sigma is at most 1."""
    return bool(instance["kept"] <= len(instance["functions"][0]))


def functions_of(instance: Instance) -> Functions:
    """The class."""
    return tuple(tuple(row) for row in instance["functions"])


def sigma_of(instance: Instance) -> Fraction:
    """The smoothness."""
    return Fraction(instance["kept"], len(instance["functions"][0]))


def eps_of(instance: Instance) -> Fraction:
    """The largest mean of a function under the uniform law."""
    functions = functions_of(instance)
    return Fraction(max(map(sum, functions)), len(functions[0]))


def largest_mean(functions: Functions, kept: int, rounds: int, value: Callable[[Totals], Fraction]) -> Fraction:
    """The largest mean of a function of the totals, over all adaptive smooth adversaries.

    The laws that are sigma-smooth are the averages of those that are uniform on ``kept`` points: given the past the
    mean is linear in the law, so one of these is best.
    """
    points = range(len(functions[0]))

    @cache
    def best(left: int, totals: Totals) -> Fraction:
        if left == 0:
            return value(totals)
        after = [best(left - 1, tuple(a + f[x] for a, f in zip(totals, functions, strict=True))) for x in points]
        return max(sum((after[x] for x in chosen), Fraction(0)) / kept for chosen in combinations(points, kept))

    return best(rounds, (0,) * len(functions))


def uniform_totals(instance: Instance) -> dict[Totals, Fraction]:
    """The law of the totals, where every point is uniform on the first ones, as many as are kept."""
    functions, kept = functions_of(instance), instance["kept"]
    laws = {(0,) * len(functions): Fraction(1)}
    for _ in range(instance["rounds"]):
        following: dict[Totals, Fraction] = {}
        for (totals, weight), x in product(laws.items(), range(kept)):
            after = tuple(a + f[x] for a, f in zip(totals, functions, strict=True))
            following[after] = following.get(after, Fraction(0)) + weight / kept
        laws = following
    return laws


def largest_total(instance: Instance) -> Fraction:
    """The largest mean of the largest total."""
    return largest_mean(functions_of(instance), instance["kept"], instance["rounds"], lambda t: Fraction(max(t)))


def budget_of(instance: Instance) -> Fraction:
    """T eps/sigma."""
    return int(instance["rounds"]) * eps_of(instance) / sigma_of(instance)


def power_of(instance: Instance, total: int) -> Number:
    """e^(s total)."""
    return exp(Fraction(instance["s"]) * total)


def small_games() -> Iterator[Instance]:
    """One to three functions on two and three points, every sigma, one and two rounds."""
    classes = [[[1, 0]], [[1, 0], [0, 1]], [[0, 0]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[1, 1, 0], [0, 1, 1]]]
    for functions, rounds in product(classes, (1, 2)):
        for kept in range(1, len(functions[0]) + 1):
            yield {"functions": functions, "kept": kept, "rounds": rounds}


@family("smooth-games", "up to three functions on two and three points, every sigma, one and two rounds")
def _small_games() -> Iterator[Instance]:
    return small_games()


@family("lemma-games", "... with eps <= sigma and sqrt(log K) <= T eps/sigma")
def _lemma_games() -> Iterator[Instance]:
    return (instance for instance in small_games() if meets_lemma(instance))


def meets_lemma(instance: Instance) -> bool:
    """Tell whether eps <= sigma, and sqrt(log K) <= T eps/sigma; log 2 and log 3 are below 7/10 and 11/10."""
    budget, most = budget_of(instance), {1: Fraction(0), 2: Fraction(7, 10), 3: Fraction(11, 10)}
    return eps_of(instance) <= sigma_of(instance) and most[len(instance["functions"])] <= budget**2
