"""Matrices of rewards, and the algorithm of the notes run on them step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

from dpassay.reference.multiplicative_weights import Matrix

Masses = dict[Any, Any]


def matrix(*rows: tuple[Any, ...]) -> Matrix:
    return tuple(tuple(Fraction(entry) for entry in row) for row in rows)


def random_matrix(rng: Random, rounds: int, experts: int, parts: int = 1) -> Matrix:
    return matrix(*(tuple(Fraction(rng.randint(0, parts), parts) for _ in range(experts)) for _ in range(rounds)))


def with_another_row(rng: Random, first: Matrix, parts: int = 1) -> Matrix:
    place = rng.randrange(len(first))
    return (*first[:place], *random_matrix(rng, 1, len(first[0]), parts), *first[place + 1 :])


# The algorithm of the notes, run step by step: y is a vector that is multiplied and normalized.


def choices_of_the_algorithm(rows: Matrix, multiply: Callable[[Any], Any]) -> Iterator[list[Any]]:
    """Yield y as it is when i_t is sampled, for t = 1, ..., T; ``multiply`` gives the factor of a reward."""
    y: list[Any] = [Fraction(1, len(rows[0]))] * len(rows[0])
    for row in rows:
        yield y
        y = [weight * multiply(reward) for weight, reward in zip(y, row, strict=True)]
        y = [weight / sum(y) for weight in y]


def transcripts(rows: Matrix, multiply: Callable[[Any], Any]) -> Masses:
    laws = list(choices_of_the_algorithm(rows, multiply))
    every = product(range(len(rows[0])), repeat=len(rows))
    return {choice: prod(laws[t][i] for t, i in enumerate(choice)) for choice in every}


def excess(p: Masses, q: Masses, t: Any) -> Any:
    return sum(max(p[choice] - t * q[choice], 0) for choice in p)


def powers_of(base: Fraction, parts: int, sign: int = 1) -> Callable[[Fraction], Fraction]:
    """e^(alpha r) for e^alpha = base^parts and rewards that are multiples of 1 / parts."""
    return lambda reward: base ** (sign * int(reward * parts))
