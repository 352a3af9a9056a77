"""Writing properties and families: registration by decorator, and the plain forms in which instances are stored.

What a property speaks of is a ``Precondition``: which entries an instance has, of which type and in which range, and
how they are related. An instance with an entry too many or too few, or with one of another type or notation, is
refused before the property is asked anything; a relation may therefore take every entry for what it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Final, TypeAlias

from dpassay.proofs_check.kernel.finite import Family, Instance, Property, register
from dpassay.proofs_check.kernel.interval import Interval

Told = Callable[[Instance], bool]
Rows = tuple[tuple[Fraction, ...], ...]

# What may stand in an instance.


@dataclass(frozen=True, slots=True)
class Entry:
    """What may stand under a name: ``words`` for people, and whether a value is such a one. It may be left out."""

    words: str
    admits: Callable[[object], bool]
    may_be_missing: bool = False


def optional(entry: Entry) -> Entry:
    """An entry that may be left out."""
    return replace(entry, may_be_missing=True)


def whole(least: int = 0, most: int | None = None) -> Entry:
    """A whole number in a range, stored as a number; a Boolean is none."""
    end = "on" if most is None else f"to {most}"
    return Entry(f"a whole number from {least} {end}", lambda value: is_whole(value, least, most))


def integer() -> Entry:
    """A whole number of either sign."""
    return Entry("a whole number", lambda value: type(value) is int)


def rational(interval: str = "(-oo, oo)") -> Entry:
    """A rational number in an interval, stored as the text that ``str`` makes of a ``Fraction``, and as no other."""
    ends = Interval.read(interval)
    return Entry(f"a rational number in {ends}, as text", lambda value: _is_inside(_as_rational(value), ends))


def word(*words: str) -> Entry:
    """One of a few words."""
    return Entry(f"one of {', '.join(words)}", lambda value: type(value) is str and value in words)


def text(what: str, pattern: str) -> Entry:
    """Text that all of a regular expression matches."""
    compiled = re.compile(pattern, re.ASCII)
    return Entry(what, lambda value: type(value) is str and compiled.fullmatch(value) is not None)


def row_of(entry: Entry, least: int = 1, most: int | None = None) -> Entry:
    """A list of entries of one type, of a length in a range."""

    def admits(value: object) -> bool:
        return type(value) is list and is_whole(len(value), least, most) and all(map(entry.admits, value))

    return Entry(f"a list, each entry of which is {entry.words}", admits)


def matrix_of(entry: Entry) -> Entry:
    """A matrix, stored by its rows: at least one row, and at least one column."""
    rows = row_of(row_of(entry))

    def admits(value: Any) -> bool:
        return rows.admits(value) and len({len(row) for row in value}) == 1

    return Entry(f"a matrix, each entry of which is {entry.words}", admits)


def by_key(key: Entry, entry: Entry) -> Entry:
    """A dictionary."""

    def admits(value: object) -> bool:
        return type(value) is dict and all(key.admits(k) and entry.admits(v) for k, v in value.items())

    return Entry(f"a dictionary from {key.words} to {entry.words}", admits)


def either(*entries: Entry) -> Entry:
    """What one of a few entries admits."""
    return Entry(" or ".join(e.words for e in entries), lambda value: any(e.admits(value) for e in entries))


ABOVE_0: Final = rational("(0, oo)")
ABOVE_1: Final = rational("(1, oo)")
FROM_0: Final = rational("[0, oo)")
PROBABILITY: Final = rational("[0, 1]")
BETWEEN: Final = rational("(0, 1)")
"""A probability that is neither 0 nor 1."""
BIT: Final = whole(0, 1)
REWARDS: Final = matrix_of(PROBABILITY)
"""Rewards, or losses, in [0, 1]: one row a round, one column an expert."""


def weights_of_law(least: int = 1, most: int | None = None, *, positive: bool = False) -> Entry:
    """Weights of a law, which need not add up to 1: all whole or all rational, none negative, and not all 0."""
    lists = [row_of(e, least, most) for e in ((whole(1), ABOVE_0) if positive else (whole(0), FROM_0))]

    def admits(value: Any) -> bool:
        return any(entry.admits(value) for entry in lists) and any(map(Fraction, value))

    return Entry(f"weights of a law, {'all above 0' if positive else 'not all 0'}", admits)


def _are_laws(value: Any) -> bool:
    return REWARDS.admits(value) and all(sum(map(Fraction, row)) == 1 for row in value)


def _are_laws_as_text(value: object) -> bool:
    return type(value) is str and _are_laws([row.split(",") for row in value.split(";")])


LAWS: Final = Entry("a matrix of rational numbers as text, each row of which is a law", _are_laws)
LAWS_AS_TEXT: Final = Entry('laws as text, with ";" between laws and "," between probabilities', _are_laws_as_text)


def is_whole(value: object, least: int = 0, most: int | None = None) -> bool:
    """Tell whether a value is a whole number in a range."""
    return type(value) is int and least <= value and (most is None or value <= most)


def _is_inside(value: Fraction | None, ends: Interval) -> bool:
    if value is None:
        return False
    above = ends.low is None or (ends.low <= value if ends.low_closed else ends.low < value)
    below = ends.high is None or (value <= ends.high if ends.high_closed else value < ends.high)
    return above and below


_RATIONAL: Final = re.compile(r"-?[0-9]+(/[0-9]+)?")


def _as_rational(value: object) -> Fraction | None:
    return _read_rational(value) if type(value) is str else None


@lru_cache(maxsize=1 << 14)
def _read_rational(value: str) -> Fraction | None:
    """Read a rational that is written as ``str`` writes it: no blank, no decimal point, no common factor."""
    try:
        number = Fraction(value) if _RATIONAL.fullmatch(value) else None
    except (ValueError, ZeroDivisionError):  # too many digits, or none below the bar but 0
        return None
    return number if str(number) == value else None


# What a property speaks of.

Form: TypeAlias = Mapping[str, Entry]


@dataclass(frozen=True, slots=True, eq=False)
class Precondition:
    """Which instances a property speaks of: entries of one of a few forms, and how those of this form are related."""

    cases: tuple[tuple[Form, Told], ...]

    def __call__(self, instance: Instance) -> bool:
        """Tell whether the instance has such entries, and they are so related."""
        answer = False
        for form, relation in self.cases:
            if answer is False and _complaint(form, instance) is None:
                answer = relation(instance)
        return answer

    def complaint(self, instance: object) -> str | None:
        """Say in words what is wrong with the entries of an instance, or ``None``; relations are not asked."""
        complaints = [_complaint(form, instance) for form, _ in self.cases]
        return None if None in complaints else " or ".join(map(str, complaints))

    def having(self, form: Form | None = None, /, **named: Entry) -> Precondition:
        """The same with further entries, or with narrower ones under their names."""
        more = {**(form or {}), **named}
        return Precondition(tuple(({**known, **more}, relation) for known, relation in self.cases))

    def where(self, relation: Told) -> Precondition:
        """The same where the entries are related in this way besides; a decorator."""
        return Precondition(tuple((form, _both(before, relation)) for form, before in self.cases))

    def __or__(self, other: Precondition) -> Precondition:
        """What this one or the other speaks of."""
        return Precondition((*self.cases, *other.cases))


def _both(first: Told, second: Told) -> Told:
    """Ask a second question where the answer to the first is True, and neither False nor none."""

    def asked(instance: Instance) -> bool:
        answer = first(instance)
        return second(instance) if answer is True else answer

    return asked


def _always(_: Instance) -> bool:
    return True


def _complaint(form: Form, instance: object) -> str | None:
    """Say what is wrong with the entries of one form."""
    if type(instance) is not dict:
        return f"{instance!r}: expected a dictionary"
    for name, value in instance.items():
        if name not in form:
            return f"{name!r} is unknown: expected {', '.join(form) or 'no entry'}"
        if not form[name].admits(value):
            return f"{name} = {value!r}: expected {form[name].words}"
    missing = [name for name, entry in form.items() if name not in instance and not entry.may_be_missing]
    return f"{missing[0]} is missing: expected {form[missing[0]].words}" if missing else None


def entries(form: Form | None = None, /, **named: Entry) -> Precondition:
    """What a property of instances with these entries speaks of."""
    return Precondition((({**(form or {}), **named}, _always),))


EMPTY: Final = entries()
"""The precondition of a property of nothing but constants."""

# Registration.

Numbers = Callable[[Instance], Mapping[str, Any]]


def told(name: str, words: str, applies: Precondition, numbers: Numbers | None = None) -> Callable[[Told], Told]:
    """Register a function as a property: it tells exactly whether an instance has it."""
    if not isinstance(applies, Precondition):
        raise ValueError(f"applies of {name!r} = {applies!r}: expected a Precondition, as entries(...) makes it")

    def registered(holds: Told) -> Told:
        register(Property(name, words, applies, holds, numbers, applies.complaint))
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
    return tuple(tuple(entry if type(entry) is Fraction else _read(entry) for entry in row) for row in stored)


@lru_cache(maxsize=10_000)
def _read(entry: str | int) -> Fraction:
    """Read a number that is stored: few are, many times."""
    return Fraction(entry)


def stored_rows(rows: Iterable[Iterable[object]]) -> list[list[str]]:
    """Write a matrix of rationals."""
    return [[str(entry) for entry in row] for row in rows]


def matrices(rounds: int, experts: int, entries: Iterable[object]) -> Iterable[list[list[str]]]:
    """All matrices with the given entries, in a fixed order."""
    values = tuple(entries)
    rows = list(product(values, repeat=experts))
    return (stored_rows(matrix) for matrix in product(rows, repeat=rounds))
