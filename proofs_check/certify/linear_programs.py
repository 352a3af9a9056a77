"""Coefficients for which what is left is evidently at least 0: proposed in floating point, solved for in rationals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np
from flint import fmpq, fmpq_mat
from scipy.optimize import linprog
from scipy.sparse import coo_array, hstack

from dpassay.proofs_check.proof.context import Context
from dpassay.proofs_check.proof.polynomials import NOTHING, Form, Monomial, times

NEARLY_0: Final = 1e-9
DENOMINATOR: Final = 10**6
"""The largest of a coefficient that no equation determines."""
MOST_CLEARED: Final = 12
LEAST: Final = (Fraction(1), Fraction(1, 100))
"""What is tried to be left of what is strict, where something has to be."""

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Product:
    """What may be added: any multiple of it, or only those by at least 0, at a cost for each unit.

    ``strict`` says that it is evidently above 0.
    """

    form: Form
    any_sign: bool
    strict: bool
    cost: float


@dataclass(frozen=True)
class Row:
    """Coefficients times these entries are the bound, or, where ``may_be_less``, at most that."""

    entries: Mapping[int, Fraction]
    bound: Fraction
    may_be_less: bool

    def is_tight(self, proposed: Floats) -> bool:
        """Tell whether equality holds, nearly."""
        left = sum(float(entry) * proposed[k] for k, entry in self.entries.items())
        return not self.may_be_less or bool(abs(float(self.bound) - left) < NEARLY_0 * max(1.0, abs(float(self.bound))))


@dataclass(frozen=True)
class Program:
    """Find coefficients c such that goal - sum c * product is evidently at least 0, above 0, or 0.

    Args:
        context: tells which monomials are evidently at least 0.
        goal: what is to be reached.
        products: what may be added.
        operator: "<=", "<" or "=".
    """

    context: Context
    goal: Form
    products: Sequence[Product]
    operator: str

    def solutions(self) -> Iterator[list[Fraction]]:
        """Yield coefficients of the products; where the goal is strict, such that something strict is left, too."""
        for least in (None, *LEAST) if self.operator == "<" else (None,):
            rows = [*self._rows, *([] if least is None else [self._strict(least)])]
            proposed = self._proposed(rows)
            found = None if proposed is None else self._exactly(rows, proposed)
            if found is not None:
                yield found

    @cached_property
    def _rows(self) -> list[Row]:
        """One for each monomial: what is left of it is 0, or evidently at least 0."""
        entries: dict[Monomial, dict[int, Fraction]] = {monomial: {} for monomial in self.goal}
        for number, product in enumerate(self.products):
            for monomial, coefficient in product.form.items():
                entries.setdefault(monomial, {})[number] = coefficient
        return [
            Row(row, self.goal.get(monomial, Fraction(0)), self._may_be_left(monomial))
            for monomial, row in entries.items()
        ]

    def _may_be_left(self, monomial: Monomial) -> bool:
        return self.operator != "=" and self.context.is_not_negative({monomial: Fraction(1)})

    def _strict(self, least: Fraction) -> Row:
        """So much at least is left of what is evidently above 0, with what strict products add."""
        positive = [m for m in self.goal if self._is_positive(m)]
        entries = {
            number: sum((c for m, c in product.form.items() if self._is_positive(m)), Fraction(-int(product.strict)))
            for number, product in enumerate(self.products)
        }
        return Row(entries, sum((self.goal[m] for m in positive), Fraction(0)) - least, may_be_less=True)

    def _is_positive(self, monomial: Monomial) -> bool:
        return self.context.is_positive({monomial: Fraction(1)})

    def _proposed(self, rows: Sequence[Row]) -> Floats | None:
        """The cheapest coefficients, in floating point: each is the difference of two that are at least 0."""
        if not self.products:
            return np.zeros(0)
        costs = [product.cost for product in self.products]
        bounds = [(0, None)] * len(costs) + [(0, None if product.any_sign else 0) for product in self.products]
        given: dict[str, Any] = {}
        for name, kind in (("ub", True), ("eq", False)):
            if chosen := [row for row in rows if row.may_be_less is kind]:
                table = _sparse(chosen, len(costs))
                given |= {f"A_{name}": hstack([table, -table]), f"b_{name}": [float(row.bound) for row in chosen]}
        found = linprog([*costs, *costs], bounds=bounds, method="highs", **given)
        if found.x is None or found.status != 0:
            return None
        return np.asarray(found.x[: len(costs)] - found.x[len(costs) :])

    def _exactly(self, rows: Sequence[Row], proposed: Floats) -> list[Fraction] | None:
        """Solve the equations that hold, nearly, for the coefficients that are not nearly 0."""
        support = [k for k, value in enumerate(proposed) if abs(value) > NEARLY_0]
        table = [
            [*(row.entries.get(k, Fraction(0)) for k in support), row.bound]
            for row in rows
            if (row.bound or any(k in row.entries for k in support)) and row.is_tight(proposed)
        ]
        solved = _solved(table, [Fraction(proposed[k]).limit_denominator(DENOMINATOR) for k in support])
        if solved is None:
            return None
        result = [Fraction(0)] * len(self.products)
        for k, value in zip(support, solved, strict=True):
            result[k] = value
        return result


def _sparse(rows: Sequence[Row], width: int) -> Any:
    entries = [(i, k, float(entry)) for i, row in enumerate(rows) for k, entry in row.entries.items()]
    i, k, values = zip(*entries, strict=True) if entries else ((), (), ())
    return coo_array((np.array(values, dtype=float), (i, k)), shape=(len(rows), width))


def _solved(table: Sequence[Sequence[Fraction]], guesses: Sequence[Fraction]) -> list[Fraction] | None:
    """Solve linear equations, with the guesses for what they leave open; ``None`` where they contradict each other."""
    values, width = list(guesses), len(guesses)
    if not table:
        return values
    entries = [fmpq(entry.numerator, entry.denominator) for row in table for entry in row]
    reduced, rank = fmpq_mat(len(table), width + 1, entries).rref()
    for i in range(rank):
        row = [Fraction(int(entry.p), int(entry.q)) for entry in (reduced[i, j] for j in range(width + 1))]
        pivot = next(j for j, entry in enumerate(row) if entry)
        if pivot == width:
            return None
        values[pivot] = row[-1] - sum((row[j] * guesses[j] for j in range(pivot + 1, width)), Fraction(0))
    return values


def cleared_alike(forms: Sequence[Form]) -> list[Form]:
    """Multiply all forms by what stands in the reciprocals of any until there are none."""
    cleared = list(forms)
    for _ in range(MOST_CLEARED):
        atoms = (atom for form in cleared for factors, _ in form for atom, _ in factors if atom[0] == "reciprocal")
        if (found := next(atoms, None)) is None:
            break
        inverse: Form = {(((found, -1),), NOTHING): Fraction(1)}
        cleared = [times(form, inverse) for form in cleared]
    return cleared
