"""Exponents of e as whole multiples of few: then products of powers of e are monomials, and merge by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from dpassay.proofs_check.proof.polynomials import Form, Key, Monomial, key

Vector: TypeAlias = tuple[Fraction, ...]


def basis(exponents: Iterable[Key]) -> list[Key]:
    """Independent forms of which all exponents are sums with integer coefficients; where it can be, some of them."""
    given = sorted({exponent for exponent in exponents if exponent}, key=lambda one: (len(one), repr(one)))
    places = sorted({monomial for exponent in given for monomial, _ in exponent}, key=repr)
    vectors = {exponent: _vector(exponent, places) for exponent in given}
    chosen: list[Key] = []
    for exponent in given:
        if _solved([vectors[one] for one in chosen], vectors[exponent]) is None:
            chosen.append(exponent)
    if all(coordinates(chosen, exponent) is not None for exponent in given):
        return chosen
    rows = _reduced(list(vectors.values()))
    return [key({place: c for place, c in zip(places, row, strict=True) if c}) for row in rows]


def coordinates(chosen: Sequence[Key], exponent: Key | Form) -> list[int] | None:
    """The integers by which members of a basis are multiplied to give an exponent; ``None`` where there are none."""
    form = dict(exponent)
    places = sorted({place for one in chosen for place, _ in one} | set(form), key=repr)
    found = _solved([_vector(one, places) for one in chosen], _vector(form, places))
    if found is None or any(c.denominator != 1 for c in found):
        return None
    return [int(c) for c in found]


def _vector(exponent: Key | Form, places: Sequence[Monomial]) -> Vector:
    form = dict(exponent)
    return tuple(form.get(place, Fraction(0)) for place in places)


def _solved(columns: Sequence[Vector], wanted: Vector) -> list[Fraction] | None:
    """The multiples of independent vectors that add up to another one."""
    rows = [[*entries, end] for *entries, end in zip(*columns, wanted, strict=True)]
    done = 0
    for column in range(len(columns)):
        pivot = next((row for row in range(done, len(rows)) if rows[row][column]), None)
        if pivot is None:
            return None
        rows[done], rows[pivot] = rows[pivot], rows[done]
        scale = rows[done][column]
        rows[done] = [entry / scale for entry in rows[done]]
        for row in range(len(rows)):
            if row != done and (factor := rows[row][column]):
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[done], strict=True)]
        done += 1
    if any(row[-1] for row in rows[done:]):
        return None
    return [rows[k][-1] for k in range(done)]


def _size_at(column: int) -> Callable[[list[int]], int]:
    return lambda row: abs(row[column])


def _reduced(vectors: list[Vector]) -> list[Vector]:
    """A basis of all sums of multiples by integers, in steps (Hermite's normal form)."""
    scale = lcm(*(c.denominator for vector in vectors for c in vector))
    rows = [[int(c * scale) for c in vector] for vector in vectors]
    done = 0
    for column in range(len(rows[0])):
        while True:
            left = sorted((row for row in rows[done:] if row[column]), key=_size_at(column))
            if len(left) < 2:
                break
            least, other = left[0], left[1]
            times = other[column] // least[column]
            other[:] = [a - times * b for a, b in zip(other, least, strict=True)]
        if left:
            place = next(k for k in range(done, len(rows)) if rows[k] is left[0])
            rows[done], rows[place] = rows[place], rows[done]
            done += 1
    return [tuple(Fraction(c, scale) for c in row) for row in rows[:done]]
