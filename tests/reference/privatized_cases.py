"""The privatized reports from their definition in mpmath, label by label, and finite families to run over."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from tests.exact.second_opinion import MP, Density, mp

F = Fraction
TABLE = "1/2,1/2,0;1/4,3/4,0"
Table = Sequence[Sequence[Fraction]]


def as_table(text: str) -> list[list[Fraction]]:
    return [[F(entry) for entry in row.split(",")] for row in text.split(";")]


def owners(table: Table) -> list[int]:
    """The label that owns each integer, counted up from (3)."""
    m = len(table[0])
    return [y for y in range(m) for k in range(m + 1) if k == 0 or k < m * max(row[y] for row in table)]


def clipped_weights(label: int, table: Table, rounds: int) -> list[Fraction]:
    """(5): the probability of each integer."""
    owner = owners(table)
    n, own = len(owner), owner.count(label)
    return [F(1, rounds * n) + (F(rounds - 1, rounds * own) if y == label else 0) for y in owner]


def log_likelihoods(table: Table, rounds: int) -> list[list[Any]]:
    """log p-bar_j at each integer, from (6): row j."""
    laws = [clipped_weights(y, table, rounds) for y in range(len(table[0]))]
    integers = range(len(owners(table)))
    return [[MP.log(mp(sum(f * law[i] for f, law in zip(row, laws, strict=True)))) for i in integers] for row in table]


def noisy_density(label: int, table: Table, rounds: int, j: int, rate: Any) -> Density:
    """The density of V_j."""
    centers = log_likelihoods(table, rounds)[j]
    parts = list(zip(map(mp, clipped_weights(label, table, rounds)), centers, strict=True))
    return lambda v: MP.fsum(w * rate / 2 * MP.exp(-rate * abs(v - c)) for w, c in parts)


def slow_loss(table: Table, rounds: int, rate: Any) -> Any:
    """The largest log ratio over labels, hypotheses and centers, of one published coordinate."""
    largest = MP.mpf(0)
    for j in range(len(table)):
        densities = [noisy_density(y, table, rounds, j, rate) for y in range(len(table[0]))]
        for v in log_likelihoods(table, rounds)[j]:
            values = [density(v) for density in densities]
            largest = max(largest, MP.log(max(values) / min(values)))
    return largest


def small_tables(labels: int, hypotheses: int, denominator: int) -> list[list[list[Fraction]]]:
    """Every table, up to the order of its rows, of masses with one denominator."""
    rows = [
        [F(a, denominator) for a in masses]
        for masses in product(range(denominator + 1), repeat=labels)
        if sum(masses) == denominator
    ]
    return [list(table) for table in combinations_with_replacement(rows, hypotheses)]
