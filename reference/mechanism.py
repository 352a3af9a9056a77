"""What every mechanism's file has in common: how its parameters are read, and how its published guarantee is stated.

``dpassay.reference.members.Mechanism`` says what such a file must define, and what holds for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, TypeVar

from dpassay.exact import Budget, as_fraction, as_integer, decimal_text, is_factorable, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

BUDGET_NAMES = ("epsilon", "exp_eps")
RATE_NAMES = ("learning_rate", "exp_learning_rate")
EXPONENTIALS = {raised: plain for plain, raised in (BUDGET_NAMES, RATE_NAMES)}
"""Arguments that are e to another one: a target is given one of the two."""
ADJACENCIES = {
    "any_pair": "any two inputs (the local model)",
    "one_loss": "matrices that differ in the row of one round",
    "replace_one": "one record of the data set is another (the query, or each score, moves with it)",
}
"""What is neighboring, by the word that a mechanism has for it."""
LARGEST_BUDGET = 10**6
"""Budgets and rates are at most this: nobody needs more, and e to much more is beyond any arithmetic."""


@dataclass(frozen=True, slots=True)
class Guarantee:
    """An (epsilon, delta) guarantee for all pairs that are neighbors under ``adjacency``."""

    adjacency: str
    budget: Budget
    delta: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class ConcentratedGuarantee:
    """A rho zero-concentrated guarantee: the Renyi divergence of every order alpha is at most rho * alpha."""

    adjacency: str
    rho: Fraction


def parameter(
    read: Callable[[object, str], Any],
    meaning: str,
    *,
    optional: bool = False,
    omissible: bool = False,
    default: object = MISSING,
    names: tuple[str, str] | None = None,
) -> Any:
    """Declare a field of a mechanism's parameters: how a raw value is read, and its meaning (symbol, unit, domain).

    One that is not given is ``default``; None where it is ``optional``, or ``omissible``, which is the same for a field
    that stands before others that must be given. With two ``names`` it is a ``Budget`` that is no privacy budget: a
    rate, given as a number under the first name or as e to it under the second.
    """
    metadata = {"read": read, "meaning": meaning, "omissible": omissible} | ({} if names is None else {"names": names})
    if optional or default is not MISSING:
        return field(default=None if default is MISSING else default, metadata=metadata)
    return field(metadata=metadata)


def as_budget(value: object, name: str) -> Budget:
    """Return ``value``, which is a ``Budget`` already."""
    if not isinstance(value, Budget):
        raise ValueError(f"{name} = {shortened(value, repr)}: expected a Budget")
    return value


def names_of(entry: Field[Any]) -> tuple[str, ...]:
    """Return the names under which ``read`` takes a field: two for a budget or a rate, of which one is given."""
    names: tuple[str, ...] = BUDGET_NAMES if entry.name == "budget" else entry.metadata.get("names", (entry.name,))
    return names


def nearest(name: object, known: Iterator[str] | list[str]) -> str:
    """Return a hint such as " (did you mean 'epsilon'?)", or nothing where none is near, or it is known itself."""
    spelled, names = str(name).lower(), list(known)
    close = [] if spelled in names else get_close_matches(spelled, names, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


@dataclass(frozen=True, slots=True)
class Growth:
    """How the work of a mechanism grows with one parameter: from ``small`` on, by ``factor`` (parameters, size).

    What is larger than ``most`` is left to the mechanism, which refuses it.
    """

    parameter: str
    small: Callable[[Any], int]
    factor: Callable[[Any, int], Fraction | int]
    most: int | None = None


def power_growth(parameter: str, small: int, exponent: int, most: int | None = None) -> Growth:
    """Return the growth of work that goes with a power of a parameter, from a small size of it on."""

    def factor(given: Any, size: int) -> Fraction:
        return Fraction(getattr(given, parameter), size) ** exponent

    return Growth(parameter, lambda _: small, factor, most)


@dataclass(frozen=True, slots=True)
class MechanismParameters:
    """Base of every mechanism's parameters: adds ``read``, which takes them as a user writes them."""

    def __post_init__(self) -> None:
        """Read the fields again: parameters built directly are as exact, and as checked, as those that are read."""
        for entry in fields(self):
            value = getattr(self, entry.name)
            if entry.name == "budget" and not entry.metadata.get("omissible"):
                as_budget(value, "budget")
            if "read" in entry.metadata and value is not None:
                object.__setattr__(self, entry.name, entry.metadata["read"](value, entry.name))
            if isinstance(value, Budget) and (number := value.given_epsilon) is not None:
                expected = "a number above 0 and at most 10^6"
                require(number <= LARGEST_BUDGET, names_of(entry)[0], decimal_text(number), expected)
            if isinstance(value, Budget) and (number := value.given_exp_eps) is not None:
                expected = "a quotient of integers with small prime factors, or of at most 40 digits: roots are taken"
                require(is_factorable(number), names_of(entry)[1], decimal_text(number), expected)

    @classmethod
    def read(cls: type[P], raw: Mapping[str, object] | None = None, /, **named: object) -> P:
        """Build the parameters from ints, ``Fraction``s or strings; ``epsilon`` or ``exp_eps`` is the budget.

        Raises ``ValueError`` for an unknown name (suggesting the nearest), a missing one, or a value out of its domain.
        """
        known = cls.names()
        given: dict[str, object] = {}
        for name, value in {**(raw or {}), **named}.items():
            plain = name.lower() if isinstance(name, str) else name
            require(plain in known, "parameter", repr(name), f"one of {', '.join(known)}{nearest(plain, known)}")
            require(plain not in given, "parameter", repr(name), "each name once, whatever its case")
            given[plain] = value
        return cls(**{entry.name: _read_field(entry, given) for entry in fields(cls)})

    @classmethod
    def names(cls) -> list[str]:
        """The names that ``read`` accepts."""
        return [name for entry in fields(cls) for name in names_of(entry)]

    def given(self) -> dict[str, object]:
        """The parameters in exact form under the names that ``read`` takes, without those that were left out."""
        values: dict[str, object] = {}
        for entry in fields(self):
            value = getattr(self, entry.name)
            if isinstance(value, Budget):
                both = zip(names_of(entry), (value.given_epsilon, value.given_exp_eps), strict=True)
                values |= {name: form for name, form in both if form is not None}
            elif value is not None:
                values[entry.name] = value
        return values


P = TypeVar("P", bound=MechanismParameters)


def _read_field(entry: Field[Any], given: Mapping[str, object]) -> object:
    if entry.metadata.get("omissible") and not any(name in given for name in names_of(entry)):
        return None
    if len(names := names_of(entry)) == 2:
        return Budget(*(given.get(name) for name in names), names=(names[0], names[1]))
    if entry.name in given:
        return entry.metadata["read"](given[entry.name], entry.name)
    require(entry.default is not MISSING, entry.name, "nothing", entry.metadata["meaning"])
    return entry.default


def with_budgets_scaled(parameters: P, factor: Fraction) -> P | None:
    """Return the parameters with each budget and each rate multiplied; None where there is none."""
    given = {entry.name: getattr(parameters, entry.name) for entry in fields(parameters)}
    scaled = {name: value.scaled(factor) for name, value in given.items() if isinstance(value, Budget)}
    return replace(parameters, **scaled) if scaled else None


def with_rational_powers(parameters: P) -> P:
    """Return the parameters with each budget and each rate a little smaller, so that e to it is rational.

    Where a law takes long because its probabilities are quotients of powers of e, it is quick at these.
    """
    given = {entry.name: getattr(parameters, entry.name) for entry in fields(parameters)}
    return replace(
        parameters, **{name: value.with_rational_power() for name, value in given.items() if isinstance(value, Budget)}
    )


def data_text(data: object) -> str:
    """Return exact data as a string that ``check_data`` reads back: scores, rows of rationals, or rows of bits."""
    if not isinstance(data, tuple | list):
        return str(data)
    if not any(isinstance(row, tuple | list) for row in data):
        return ",".join(map(str, data))
    whole = all(isinstance(entry, int) for row in data for entry in row)
    if whole and all(entry in (0, 1) for row in data for entry in row):
        return ",".join("".join(map(str, row)) for row in data)
    rows = ";".join(",".join(map(str, row)) for row in data)
    return f"{rows};" if whole and len(data) == 1 else rows  # one row of numbers is no rows of bits


def data_like(example: object, data: object, name: str) -> Any:
    """Return data of the kind of an exact example, given as it is or as ``data_text`` writes it; else ``ValueError``.

    The kinds are whole numbers, rationals, texts, and rows of one kind, of any length but 0.
    """
    if isinstance(example, tuple) and example:
        rows = _split(data, example[0]) if isinstance(data, str) else data
        if not isinstance(rows, tuple | list) or not rows:
            raise ValueError(f"{name} = {shortened(data, repr)}: expected a row such as {data_text(example):.60}")
        return tuple(data_like(example[0], row, f"{name}[{i}]") for i, row in enumerate(rows))
    for kind, read in ((int, as_integer), (Fraction, as_fraction), (str, _as_text)):
        if isinstance(example, kind):
            return read(data, name)
    raise ValueError(f"{name} = {shortened(data, repr)}: expected check_data of the mechanism's own, which reads it")


def _as_text(data: object, name: str) -> str:
    if not isinstance(data, str):
        raise ValueError(f"{name} = {shortened(data, repr)}: expected a text")
    return data


def _split(text: str, first: object) -> list[Any]:
    """Return the entries of a row, of which ``first`` is an example: numbers, rows of numbers, or rows of bits."""
    bare = text.strip("[]() ")
    if not isinstance(first, tuple):
        return bare.split(",")
    if first and isinstance(first[0], int) and ";" not in bare:
        return [list(row) for row in bare.split(",")]
    return bare.removesuffix(";").split(";")


def scores_of(data: object, name: str = "data") -> tuple[Fraction, ...]:
    """Return a non-empty sequence of exact scores, given as numbers or as one comma-separated string."""
    parts = data.strip("[]() ").split(",") if isinstance(data, str) else data
    if not isinstance(parts, list | tuple) or not parts:
        raise ValueError(f"{name} = {data!r}: expected a sequence of scores, one a candidate")
    return tuple(as_fraction(part, f"{name}[{index}]") for index, part in enumerate(parts))


explain_failures(__name__)
