"""Writing properties and families: registration by decorator, and the plain forms in which instances are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from dpassay.proofs_check.kernel.finite import Family, Instance, Property, register

Told = Callable[[Instance], bool]
Rows = tuple[tuple[Fraction, ...], ...]


def is_empty(instance: Instance) -> bool:
    """The precondition of a property of nothing but constants."""
    return not instance


def is_whole(value: object, least: int = 0, most: int | None = None) -> bool:
    """Tell whether a value is a whole number in a range."""
    return type(value) is int and least <= value and (most is None or value <= most)


def are_weights(stored: Any) -> bool:
    """Tell whether weights are those of a law: none negative, and not all 0."""
    weights = [Fraction(weight) for weight in stored]
    return all(weight >= 0 for weight in weights) and any(weights)


def are_rewards(stored: Any) -> bool:
    """Tell whether rows are a matrix of numbers in [0, 1], with at least one row and one column."""
    rows = as_rows(stored)
    widths = {len(row) for row in rows}
    return len(widths) == 1 and widths != {0} and all(0 <= entry <= 1 for row in rows for entry in row)


Numbers = Callable[[Instance], Mapping[str, Any]]


def told(name: str, words: str, applies: Told, numbers: Numbers | None = None) -> Callable[[Told], Told]:
    """Register a function as a property: it tells exactly whether an instance has it."""

    def registered(holds: Told) -> Told:
        register(Property(name, words, applies, holds, numbers))
        return holds

    return registered


def family(name: str, words: str) -> Callable[[Callable[[], Iterable[Instance]]], Callable[[], Iterable[Instance]]]:
    """Register a generator of instances as a family."""

    def registered(instances: Callable[[], Iterable[Instance]]) -> Callable[[], Iterable[Instance]]:
        register(Family(name, words, instances))
        return instances

    return registered


def as_rows(stored: Any) -> Rows:
    """Read a matrix of rationals."""
    return tuple(tuple(Fraction(entry) for entry in row) for row in stored)


def stored_rows(rows: Iterable[Iterable[object]]) -> list[list[str]]:
    """Write a matrix of rationals."""
    return [[str(entry) for entry in row] for row in rows]


def matrices(rounds: int, experts: int, entries: Iterable[object]) -> Iterable[list[list[str]]]:
    """All matrices with the given entries, in a fixed order."""
    values = tuple(entries)
    rows = list(product(values, repeat=experts))
    return (stored_rows(matrix) for matrix in product(rows, repeat=rounds))
