"""Rewards in [0, 1] that may depend on the choices of earlier rounds; rounds and experts are numbered from 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

Choices = tuple[int, ...]
Row = tuple[Fraction, ...]
Rule = Callable[[Choices], Row]
"""The row of rewards that follows some choices."""


def sequences(rounds: int, experts: int) -> Iterator[Choices]:
    """The choices of that many rounds."""
    return product(range(1, experts + 1), repeat=rounds)


def histories(rounds: int, experts: int) -> Iterator[Choices]:
    """The choices before each of the rounds."""
    for length in range(rounds):
        yield from sequences(length, experts)


def by_round(*rows: tuple[int | Fraction, ...]) -> Rule:
    """The rule that looks at no choice: a row a round."""
    return lambda past: tuple(map(Fraction, rows[len(past)]))


def insist_on_sizes(rounds: int, experts: int) -> None:
    """One round and one expert at least, or ``ValueError``."""
    if rounds < 1 or experts < 1:
        raise ValueError(f"rounds = {rounds}, experts = {experts}: expected at least 1 of each")


def insist_on_row(name: str, row: Row, experts: int) -> None:
    """As many rewards in [0, 1] as there are experts, or ``ValueError``."""
    if len(row) != experts or not all(0 <= reward <= 1 for reward in row):
        raise ValueError(f"{name} = {row}: expected {experts} rewards in [0, 1]")
