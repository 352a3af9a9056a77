"""The kinds of statements that the kernel decides on: how each is written, read, checked and said to people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from dpassay.proofs_check.kernel import box as boxes
from dpassay.proofs_check.kernel import finite
from dpassay.proofs_check.kernel import inequality as inequalities
from dpassay.proofs_check.kernel import nonnegative as polynomials
from dpassay.proofs_check.kernel.expressions import parse
from dpassay.proofs_check.kernel.identity import check as check_identity
from dpassay.proofs_check.kernel.interval import Interval
from dpassay.proofs_check.kernel.reading import Entries, Reader, entries, listed, one_of, unread, variable
from dpassay.proofs_check.kernel.rejected import insist

Statement: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of statement.

    ``entries`` are those of a statement beside its ``kind``, and ``evidence`` reads the evidence; ``check`` gets both
    as they are read. ``words`` and ``shown`` say a statement, and how evidence shows it, with the names of entries in
    braces.
    """

    name: str
    entries: Entries
    evidence: Reader
    check: Callable[[Mapping[str, Any], Any], None]
    words: str
    shown: str

    def of(self, *values: Any) -> Statement:
        """Write a statement of this kind: the values of its entries, in their order."""
        return {"kind": self.name, **dict(zip(self.entries, values, strict=True))}

    def read(self, statement: Mapping[str, Any]) -> dict[str, Any]:
        """Read the entries of a statement of this kind."""
        return entries({name: value for name, value in statement.items() if name != "kind"}, self.entries)


def kind_of(statement: Any) -> Kind:
    """Return the kind of a statement."""
    name: Any = statement.get("kind") if isinstance(statement, Mapping) else None
    insist(isinstance(name, str) and name in KINDS, f"no checker for statements of the kind {name!r}")
    return KINDS[name]


def known(what: str, register: Mapping[str, Any]) -> Reader:
    """Read a name that is registered."""

    def read(name: Any) -> Any:
        insist(isinstance(name, str) and name in register, f"no {what} {name!r}")
        return name

    return read


NOTHING: Final[Reader] = partial(entries, required={})
RELATION: Final = one_of(">", ">=")
PROPERTY: Final = known("property", finite.PROPERTIES)
ON_AN_INTERVAL: Final[Entries] = {
    "expression": parse,
    "variable": variable,
    "interval": Interval.read,
    "relation": RELATION,
}
SAID_ON_AN_INTERVAL: Final = "{expression} {relation} 0 for {variable} in {interval}"

IDENTITY: Final = Kind(
    "identity", {"left": parse, "right": parse}, NOTHING, check_identity, "{left} = {right}", "by exact expansion"
)
SIGN: Final = Kind("sign", ON_AN_INTERVAL, NOTHING, inequalities.check_sign, SAID_ON_AN_INTERVAL, "by Sturm's theorem")
NONNEGATIVE: Final = Kind(
    "nonnegative",
    {"expression": polynomials.polynomial, "where": listed(polynomials.polynomial), "relation": RELATION},
    partial(entries, required={"terms": polynomials.TERMS}, optional={"point": polynomials.POINT}),
    polynomials.check,
    "{expression} {relation} 0{where}",
    "because it is {terms}",
)
INEQUALITY: Final = Kind("inequality", ON_AN_INTERVAL, unread, inequalities.check, SAID_ON_AN_INTERVAL, "by {steps}")
BOX: Final = Kind(
    "box",
    {"expression": parse, "box": boxes.read},
    unread,
    boxes.check,
    "{expression} > 0 for {box}",
    "by ball arithmetic on {leaves} parts",
)
EXHAUSTIVE: Final = Kind(
    "exhaustive",
    {"property": PROPERTY, "family": known("family", finite.FAMILIES)},
    partial(entries, required={"instances": unread}),
    finite.check_exhaustive,
    "for {family}: {property}",
    "checked one by one: {instances} instances",
)
COUNTEREXAMPLE: Final = Kind(
    "counterexample",
    {"property": PROPERTY},
    partial(entries, required={"instance": unread}),
    finite.check_counterexample,
    "not always: {property}",
    "{instance}",
)
KINDS: Final = {kind.name: kind for kind in (IDENTITY, SIGN, NONNEGATIVE, INEQUALITY, BOX, EXHAUSTIVE, COUNTEREXAMPLE)}


def identity(left: str, right: str) -> Statement:
    """left = right, wherever both are defined."""
    return IDENTITY.of(left, right)


def sign(expression: str, variable: str, interval: str, relation: str = ">=") -> Statement:
    """A rational function of one variable is positive, or not negative, on an interval."""
    return SIGN.of(expression, variable, interval, relation)


def nonnegative(expression: str, where: tuple[str, ...] = (), relation: str = ">=") -> Statement:
    """A polynomial is not negative wherever all of ``where`` are not; they have to be so together somewhere."""
    return NONNEGATIVE.of(expression, list(where), relation)


def inequality(expression: str, variable: str, interval: str, relation: str = ">=") -> Statement:
    """A formula with exp, log or sqrt in one variable is positive, or not negative, on an interval."""
    return INEQUALITY.of(expression, variable, interval, relation)


def on_box(expression: str, box: dict[str, tuple[str, str]]) -> Statement:
    """A formula is positive everywhere on a closed box."""
    return BOX.of(expression, {name: list(ends) for name, ends in box.items()})


def exhaustive(told: str, family: str) -> Statement:
    """A property holds for every member of a finite family."""
    return EXHAUSTIVE.of(told, family)


def counterexample(told: str) -> Statement:
    """A property fails at an instance that meets its preconditions."""
    return COUNTEREXAMPLE.of(told)
