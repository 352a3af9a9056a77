"""What names stand for: quantities, laws, spaces of outcomes, and variables with their domains."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from dpassay.proofs_check.kernel.rejected import insist

RANGES: Final = ("real", "integer", "at least 0", "positive", "integer at least 0", "positive integer")
SORTS: Final = ("real", "integer")


@dataclass(frozen=True, slots=True)
class Domain:
    """What a variable ranges over: the reals or the integers for which all relations hold, as text."""

    sort: str
    relations: tuple[str, ...] = ()

    @staticmethod
    @cache
    def read(text: str) -> Domain:
        """Read such as "integer, 1 <= t, t <= T"."""
        sort, *relations = (part.strip() for part in text.split(","))
        insist(sort in SORTS, f"domain {text!r}: expected real or integer, and then relations")
        return Domain(sort, tuple(relations))


@dataclass(frozen=True, slots=True)
class Named:
    """A quantity, or a law, of a model.

    Args:
        of: its value in a setting, at its indices and, where it is random, at an outcome: a number of ``exact/``. That
            of a law is a mapping from outcomes to probabilities. A lemma on any function has none.
        index: the names and domains of its arguments; outside of these it has no meaning.
        space: the outcomes that a random quantity is a function of; with a law, those that it is a law of.
        given: with a law, the space of the outcome that it depends on, such as the past; ``None`` where there is none.
        range: one of ``RANGES``, what is known of all values, tested on instances.
        law: whether it is a law.
        mean_of: with a law that depends on an outcome, the law of that outcome of which it is the conditional one: the
            mean of it under that law is that law. Tested on instances.
    """

    of: Callable[..., Any] | None = None
    index: Mapping[str, str] = field(default_factory=dict)
    space: str | None = None
    given: str | None = None
    range: str = "real"
    law: bool = False
    mean_of: str | None = None

    def __post_init__(self) -> None:
        """Raise ``Rejected`` for a range that is none."""
        insist(self.range in RANGES, f"range {self.range!r}: expected one of {', '.join(RANGES)}")

    @property
    def is_integer(self) -> bool:
        """Whether all values are integers."""
        return "integer" in self.range

    @property
    def above(self) -> str | None:
        """The operator of what is known of 0 and all values, "<" or "<="; ``None`` where nothing is."""
        if self.range.endswith("at least 0"):
            return "<="
        return "<" if self.range.startswith("positive") else None

    @property
    def depends(self) -> str | None:
        """The space of the outcome that its value depends on."""
        return self.given if self.law else self.space


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A term that is written out wherever its name stands, with what stands in the place of its parameters."""

    text: str
    parameters: tuple[str, ...] = ()

    @staticmethod
    def read(written: str, text: str) -> tuple[str, Abbreviation]:
        """Read "Z", or "m(s, t)", with the text that it is short for."""
        name, bracket, rest = written.partition("(")
        insist(not bracket or rest.endswith(")"), f"abbreviation {written!r}: expected a name, and names in brackets")
        parameters = tuple(part.strip() for part in rest[:-1].split(",")) if bracket else ()
        names = (name, *parameters)
        insist(
            all(map(str.isidentifier, names)) and len(set(names)) == len(names),
            f"abbreviation {written!r}: expected different names",
        )
        return name, Abbreviation(text, parameters)


@dataclass(frozen=True)
class Names:
    """All names that formulas may use."""

    variables: Mapping[str, str]
    quantities: Mapping[str, Named]
    abbreviations: Mapping[str, Abbreviation] = field(default_factory=dict)

    def domain(self, variable: str) -> Domain:
        """Return the domain of a variable; ``Rejected`` where it is not declared."""
        insist(variable in self.variables, f"the variable {variable} is not declared")
        return Domain.read(self.variables[variable])

    def law_of(self, name: str) -> Named:
        """Return what is known of a law."""
        insist(name in self.quantities and self.quantities[name].law, f"{name} is no law")
        return self.quantities[name]
