"""What a mechanism is, the same for ours and for a user's: the members of its module, and defaults for most of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from itertools import islice
from typing import Any, Final, TypeVar

from dpassay.exact import Coins, Dist, Law, draw, draw_cell, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.kinds import kind_of
from dpassay.exact.rationals import shortened
from dpassay.reference.additive_noise import draw_rounded_down
from dpassay.reference.mechanism import (
    ConcentratedGuarantee,
    Growth,
    Guarantee,
    MechanismParameters,
    data_like,
    with_budgets_scaled,
)

REQUIRED: Final = ("NAME", "Parameters", "law", "neighbors", "guarantee")
FUNCTIONS: Final = ("law", "neighbors", "guarantee", "check_data", "are_neighbors", "sample", "scaled", "rescaled")
OTHERS: Final = ("SUMMARY", "DATA", "EXAMPLE", "GROWTH", "CONTRACT")
LONGEST_SUMMARY: Final = 56
MOST_PAIRS: Final = 10_000
"""Where a mechanism does not say who neighbors are, a pair is looked for among so many that ``neighbors`` yields."""

_SAMPLE_BITS: Final = 64

P = TypeVar("P", bound=MechanismParameters)


class Mechanism:
    """A mechanism: the members of its module, ours or a user's, and a default for those that it lacks.

    A module must define ``NAME``, ``Parameters``, ``law``, ``neighbors`` and ``guarantee``. Some members are there only
    where the module has them: ``scaled`` and ``rescaled`` (see ``with_loss_scaled`` and ``with_noise_scaled``), and
    ``CONTRACT``, where the property suite is to hold an implementation to another contract than the default one.

    Raises:
        ValueError: a member is missing, or is not what it must be; the message names the file and the member.
    """

    NAME: str
    Parameters: type[MechanismParameters]
    law: Callable[[Any, Any], Law]
    """The exact output law on one input, given the parameters."""
    neighbors: Callable[[Any], Iterator[tuple[Any, Any]]]
    """Given the parameters, yields neighboring inputs, those of the largest privacy loss first."""
    guarantee: Callable[[Any], Guarantee | ConcentratedGuarantee]
    """The guarantee as published, given the parameters."""
    SUMMARY: str
    """What it does, in less than a line; by default the beginning of the module's docstring."""
    DATA: str = "what neighbors yields: a number, numbers apart by commas, or rows of them apart by semicolons"
    """What its input is, and how it is written."""
    EXAMPLE: Mapping[str, str]
    """Parameters to try it with; by default none, which do where each has a default."""
    GROWTH: Growth | None = None
    """How its work grows, where that is without bound."""
    module: object
    """Where the members come from."""
    place: str
    """What names it on a command line: ours by its name, a user's by the path of its file, as given."""

    def __init__(self, module: object, place: str | None = None) -> None:
        found = {name: getattr(module, name) for name in (*REQUIRED, *FUNCTIONS, *OTHERS) if hasattr(module, name)}
        self.module = module
        self.place = str(place or getattr(module, "__file__", None) or found.get("NAME", module))
        _check_members(found, self.place)
        self.__doc__ = getattr(module, "__doc__", None) or str(found["NAME"])
        self.SUMMARY, self.EXAMPLE = self.__doc__.partition("\n")[0][:LONGEST_SUMMARY], {}
        vars(self).update(found)  # what a module has comes before what the class has

    @property
    def example(self) -> Any:
        """The parameters to try it with, read."""
        try:
            return self.Parameters.read(self.EXAMPLE)
        except ValueError as error:
            given = ", ".join(f"{name}={value}" for name, value in self.EXAMPLE.items()) or "nothing"
            raise ValueError(
                f"EXAMPLE = {given} in {self.place}: expected parameters to try it with ({error})"
            ) from None

    @property
    def adjacency(self) -> str:
        """What is neighboring, as the guarantee has it."""
        return self.guarantee(self.example).adjacency

    def check_data(self, data: object, parameters: Any) -> Any:
        """Return ``data`` in its exact form, that of the inputs that ``neighbors`` yields; else ``ValueError``."""
        pair = next(iter(self.neighbors(parameters)), None)
        if pair is None:
            raise ValueError(f"neighbors in {self.place} = none: expected at least one pair of inputs")
        return data_like(pair[0], data, "data")

    def are_neighbors(self, first: Any, second: Any, parameters: Any) -> bool:
        """Neighbors are the pairs that neighbors(parameters) yields, in either order."""
        pairs = islice(self.neighbors(parameters), MOST_PAIRS)
        return any(pair in ((first, second), (second, first)) for pair in pairs)

    def sample(self, data: Any, parameters: Any, rng: Coins) -> Any:
        """Draw one output exactly; from a density, rounded down to a multiple of 2^-64."""
        law: Any = self.law(self.check_data(data, parameters), parameters)
        if isinstance(law, Dist):
            return draw(law, rng)
        kind = kind_of(law)
        require(kind.form(law) == (), "sample", "nothing", f"a function in {self.place}: outputs of this law are rows")
        if not kind.is_real:
            return draw_cell(law.cdf, rng)
        return draw_rounded_down(law, Fraction(0), rng, _SAMPLE_BITS)


def _check_members(found: Mapping[str, Any], place: str) -> None:
    """Refuse members that are missing, or are not what they must be."""
    for name in REQUIRED:
        expected = f"a mechanism, which has {', '.join(REQUIRED)}; {name} is missing"
        require(name in found, "mechanism", place, expected)
    name = found["NAME"]
    if not (isinstance(name, str) and name.isidentifier()):
        raise ValueError(f"NAME = {shortened(name, repr)} in {place}: expected letters, digits and underscores")
    for member in set(FUNCTIONS) & found.keys():
        if not callable(found[member]):
            raise ValueError(f"{member} = {shortened(found[member], repr)} in {place}: expected a function")
    _check_parameters(found["Parameters"], place)


def _check_parameters(kind: object, place: str) -> None:
    """Refuse parameters that could not be read."""
    known = isinstance(kind, type) and issubclass(kind, MechanismParameters) and "__dataclass_fields__" in vars(kind)
    expected = "a dataclass (frozen, with slots) that extends dpassay.reference.MechanismParameters"
    if not (known and isinstance(kind, type) and issubclass(kind, MechanismParameters)):
        raise ValueError(f"Parameters = {shortened(kind, repr)} in {place}: expected {expected}")
    for entry in fields(kind):
        expected = "budget: Budget, or a field that is declared by dpassay.reference.parameter"
        if entry.name != "budget" and "read" not in entry.metadata:
            raise ValueError(f"Parameters.{entry.name} = {entry.type} in {place}: expected {expected}")


def with_loss_scaled(spec: Mechanism, parameters: P, factor: Fraction) -> P | None:
    """Return the parameters at which the privacy loss is ``factor`` (at least 1) times as large, or a little less.

    A mechanism's module may say what they are, in a function ``scaled(parameters, factor)``. By default every budget
    and every rate is multiplied. None where there is nothing to multiply.
    """
    require(factor >= 1, "factor", factor, "a number of at least 1")
    own: Callable[[P, Fraction], P | None] = getattr(spec, "scaled", with_budgets_scaled)
    return own(parameters, factor)


def with_noise_scaled(spec: Mechanism, parameters: P, share: Fraction) -> P | None:
    """Return the parameters at which the noise has ``share`` times its scale; None unless noise is all there is.

    The module of a mechanism that only adds noise has a function ``rescaled(parameters, share)``.
    """
    own: Callable[[P, Fraction], P] | None = getattr(spec, "rescaled", None)
    return None if own is None else own(parameters, share)


explain_failures(__name__)
