"""Properties of single instances: checked on every member of a finite family, or broken by one instance.

A property and a family are Python functions under a name, written beside the claim that they serve and computed in
exact arithmetic; the certificate holds the instances, as JSON, and the checker evaluates the property on them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from dpassay.proofs_check.kernel.interval import entry
from dpassay.proofs_check.kernel.rejected import Rejected, insist

Instance: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Property:
    """What is said of an instance: where it ``applies`` (the preconditions), it ``holds``.

    Both answer ``True`` or ``False``; whatever else they answer, such as a comparison not yet decided, is rejected.
    ``numbers`` are what the answer compares, by name, for people to read; ``complaint`` says what is wrong with the
    entries of an instance of which the property does not speak, where it is that.
    """

    name: str
    words: str
    applies: Callable[[Instance], bool]
    holds: Callable[[Instance], bool]
    numbers: Callable[[Instance], Mapping[str, Any]] | None = None
    complaint: Callable[[Instance], str | None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Family:
    """A finite set of instances, enumerated in a fixed order."""

    name: str
    words: str
    instances: Callable[[], Iterable[Instance]]


PROPERTIES: Final[dict[str, Property]] = {}
FAMILIES: Final[dict[str, Family]] = {}


def register(thing: Property | Family) -> None:
    """Make a property or a family known by its name; two of one name are an error."""
    known: dict[str, Any] = PROPERTIES if isinstance(thing, Property) else FAMILIES
    if thing.name in known:
        raise ValueError(f"name = {thing.name!r}: expected a name that is not yet taken")
    known[thing.name] = thing


def check_exhaustive(statement: Mapping[str, Any], evidence: Mapping[str, Any]) -> None:
    """Accept "the property holds for every member of the family", of which the certificate gives the number."""
    told, family = _property(statement), FAMILIES.get(entry(statement, "family"))
    insist(family is not None, f"no family {entry(statement, 'family')!r}")
    count = 0
    for instance in family.instances():  # type: ignore[union-attr]  # just insisted on
        _insist_on_preconditions(told, instance)
        if not _answer(told, told.holds, instance):
            raise Rejected(f"{told.name} fails at {instance}")
        count += 1
    stated = entry(evidence, "instances")
    insist(type(stated) is int and count == stated, f"{count} instances, not {stated!r}")
    insist(count > 0, "the family is empty")


def check_counterexample(statement: Mapping[str, Any], evidence: Mapping[str, Any]) -> None:
    """Accept "the property fails somewhere", from an instance that meets its preconditions."""
    told, instance = _property(statement), entry(evidence, "instance")
    _insist_on_preconditions(told, instance)
    insist(not _answer(told, told.holds, instance), f"{told.name} holds at {instance}")


def _insist_on_preconditions(told: Property, instance: Instance) -> None:
    if holds_float(instance):
        raise Rejected(f"floating point in {instance}")
    if not _answer(told, told.applies, instance):
        complaint = told.complaint(instance)
        raise Rejected(f"{told.name} does not speak of {instance}{'' if complaint is None else f': {complaint}'}")


def holds_float(node: object) -> bool:
    """Tell whether there is a float anywhere in it: what is computed from one is rounded, and shows nothing."""
    if isinstance(node, Mapping):
        return any(holds_float(inner) for inner in node.values())
    if isinstance(node, list | tuple):
        return any(holds_float(inner) for inner in node)
    return isinstance(node, float | complex)


def _answer(told: Property, question: Callable[[Instance], bool], instance: Instance) -> bool:
    """Ask a property; an answer that is merely truthy, such as a comparison of enclosures, is none."""
    answer: object = question(instance)
    if answer is True or answer is False:
        return answer
    raise Rejected(f"{told.name} answers {answer!r} at {instance}, neither True nor False")


def _property(statement: Mapping[str, Any]) -> Property:
    name = entry(statement, "property")
    insist(name in PROPERTIES, f"no property {name!r}")
    return PROPERTIES[name]
