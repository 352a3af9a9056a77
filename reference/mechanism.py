"""What every mechanism's file has in common: how its parameters are read, and how its published guarantee is stated.

A mechanism is a module with the members that ``Mechanism`` lists; ``dpassay.reference.MECHANISMS`` holds them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from dpassay.exact import Budget, Coins, Law, as_fraction, require

P = TypeVar("P", bound="MechanismParameters")
BUDGET_NAMES = ("epsilon", "exp_eps")


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


def parameter(read: Callable[[object, str], Any], meaning: str, *, optional: bool = False) -> Any:
    """Declare a field of a mechanism's parameters: how a raw value is read, and its meaning (symbol, unit, domain)."""
    metadata = {"read": read, "meaning": meaning}
    return field(default=None, metadata=metadata) if optional else field(metadata=metadata)


def nearest(name: str, known: Iterator[str] | list[str]) -> str:
    """Return a hint such as " (did you mean 'epsilon'?)", or nothing where no known name is near."""
    close = get_close_matches(name, list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


@dataclass(frozen=True, slots=True)
class MechanismParameters:
    """Base of every mechanism's parameters: adds ``read``, which takes them as a user writes them."""

    def __post_init__(self) -> None:
        """Read the fields again: parameters built directly are as exact, and as checked, as those that are read."""
        for entry in fields(self):
            value = getattr(self, entry.name)
            if "read" in entry.metadata and value is not None:
                object.__setattr__(self, entry.name, entry.metadata["read"](value, entry.name))

    @classmethod
    def read(cls: type[P], raw: Mapping[str, object] | None = None, /, **named: object) -> P:
        """Build the parameters from ints, ``Fraction``s or strings; ``epsilon`` or ``exp_eps`` is the budget.

        Raises ``ValueError`` for an unknown name (suggesting the nearest), a missing one, or a value out of its domain.
        """
        given = {**(raw or {}), **named}
        known = cls.names()
        for name in given:
            require(name in known, "parameter", repr(name), f"one of {', '.join(known)}{nearest(name, known)}")
        return cls(**{entry.name: _read_field(entry, given) for entry in fields(cls)})

    @classmethod
    def names(cls) -> list[str]:
        """The names that ``read`` accepts."""
        return [name for entry in fields(cls) for name in (BUDGET_NAMES if entry.name == "budget" else (entry.name,))]


def _read_field(entry: Field[Any], given: Mapping[str, object]) -> object:
    if entry.name == "budget":
        return Budget(*(given.get(name) for name in BUDGET_NAMES))
    if entry.name in given:
        return entry.metadata["read"](given[entry.name], entry.name)
    require(entry.default is None, entry.name, "nothing", entry.metadata["meaning"])
    return None


class Mechanism(Protocol):
    """The members of a mechanism's module."""

    NAME: str
    ADJACENCY: str
    Parameters: type[MechanismParameters]

    def check_data(self, data: object, parameters: Any) -> Any:  # each mechanism has its own types
        """Return ``data`` in its exact form, or raise ``ValueError``."""

    def law(self, data: Any, parameters: Any) -> Law:
        """Return the exact output law on one input."""

    def are_neighbors(self, first: Any, second: Any, parameters: Any) -> bool:
        """Tell whether the guarantee speaks of this pair of inputs."""

    def neighbors(self, parameters: Any) -> Iterator[tuple[Any, Any]]:
        """Yield neighboring inputs, those of the largest privacy loss first."""

    def guarantee(self, parameters: Any) -> Guarantee | ConcentratedGuarantee:
        """Return the guarantee as published."""

    def sample(self, data: Any, parameters: Any, rng: Coins) -> Any:
        """Draw one output exactly."""


def scores_of(data: object, name: str = "data") -> tuple[Fraction, ...]:
    """Return a non-empty sequence of exact scores, given as numbers or as one comma-separated string."""
    parts = data.strip("[]() ").split(",") if isinstance(data, str) else data
    if not isinstance(parts, list | tuple) or not parts:
        raise ValueError(f"{name} = {data!r}: expected a sequence of scores, one a candidate")
    return tuple(as_fraction(part, f"{name}[{index}]") for index, part in enumerate(parts))
