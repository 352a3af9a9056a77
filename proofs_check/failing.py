"""Where a refuted formula fails, in numbers: its letters, and both sides of the relation that is false there.

A refutation holds a setting, which fixes the parameters, and values of the other variables. What stands here is read
off that; nothing is decided.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from fractions import Fraction
from typing import Any, Final

from flint import arb

from dpassay.exact import Real, decimal_text
from dpassay.exact.decimals import exact_text
from dpassay.exact.real import Undecided, working_precision
from dpassay.proofs_check.goal_texts import value_text
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.reading import written
from dpassay.proofs_check.proof.register import REFUTATIONS, Refutation
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.telling import plain
from dpassay.proofs_check.proof.terms import All, Formula, Quantity, Relation, Term, free, parts
from dpassay.proofs_check.proof.values import PRECISIONS, Point

DIGITS: Final = 6
LONGEST: Final = 40
MOST_QUANTITIES: Final = 8
_AND: Final = re.compile(r" and ")
_COMPARISON: Final = re.compile(r" (<=|>=|<|>|=) ")
TINY: Final = arb("1e-15")
"""What is enclosed by less than this around 0 is told as about 0, and so for 1."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A formula at its counterexample.

    Attributes:
        letters: what the letters of the formula are there.
        left: the left side of the relation that is false there, and its value; so for ``right``.
        operator: between them.
        quantities: the values of the quantities in it.
        definitions: the facts of the model that define these.
        named: the names of all quantities and laws in it.
        setting: what kind of a setting it is, in words, and its entries; a rule has no text.
    """

    letters: dict[str, str]
    left: tuple[str, str]
    operator: str
    right: tuple[str, str]
    quantities: dict[str, str]
    definitions: tuple[tuple[str, tuple[str, ...]], ...]
    named: tuple[str, ...]
    setting: tuple[str, dict[str, str]]


def failure(id: str) -> Failure | None:  # noqa: A002  # the name that it has everywhere
    """Return where a claim fails; None where it is not refuted as a formula."""
    if id not in REFUTATIONS:
        return None
    refutation = REFUTATIONS[id]
    statement, scope = refutation.statement, Scope(refutation.statement)
    sequent = scope.sequent(statement.formula, statement.where)
    fixed = statement.model.read(refutation.setting)
    point = Point(statement.model, statement.names, refutation.setting, {**fixed, **refutation.values})
    relations = list(_relations(sequent.formula))
    place = next((k for k, part in enumerate(relations[:-1]) if point.holds(part) is False), len(relations) - 1)
    relation, shown = relations[place], list(sides(statement.formula))
    texts = shown[place] if len(shown) == len(relations) else (written(relation.left), written(relation.right))
    used = scope.variables(relation, *sequent.where)
    letters = {name: _value_text(value) for name, value in point.values.items() if name in used}
    quantities = dict(_quantities(relation, point))
    return Failure(
        letters,
        (texts[0], _number(relation.left, point) or "?"),
        relation.operator,
        (texts[1], _number(relation.right, point) or "?"),
        quantities if len(quantities) <= MOST_QUANTITIES else {},
        tuple(_definitions(refutation, relation, scope)),
        _named(relation),
        _setting(refutation.setting),
    )


def _relations(formula: Formula) -> Iterator[Relation]:
    if isinstance(formula, All):
        for part in formula.relations:
            yield from _relations(part)
    elif isinstance(formula, Relation):
        yield formula


def sides(formula: str) -> Iterator[tuple[str, str]]:
    """Yield the sides of the relations of a formula as they are written, the smaller side first."""
    for part in _split(formula, _AND):
        pieces = list(_split(part, _COMPARISON))
        for left, operator, right in zip(pieces[::2], pieces[1::2], pieces[2::2], strict=False):
            yield (right, left) if operator.startswith(">") else (left, right)


def _split(text: str, separator: re.Pattern[str]) -> Iterator[str]:
    """Yield the parts of a text between separators that stand in no brackets, and the groups of these."""
    begun = 0
    for found in separator.finditer(text):
        before = text[: found.start()]
        if sum(map(before.count, "([")) == sum(map(before.count, ")]")):
            yield text[begun : found.start()].strip()
            yield from found.groups()
            begun = found.end()
    yield text[begun:].strip()


def _number(term: Term, point: Point) -> str | None:
    """Return the value of a term in decimals, and exactly where that is short; None where it has none."""
    try:
        for precision in PRECISIONS:
            with working_precision(precision):
                value = point.of(term)
                if not (isinstance(value, arb) and value.contains(0)) or value == 0:
                    return _value_text(value)
        return "about 0" if isinstance(value, arb) and abs(value) < TINY else None
    except (Rejected, Undecided, ValueError, ArithmeticError):
        return None


def _value_text(value: Any) -> str:
    if isinstance(value, Fraction | int):
        decimal, exact = decimal_text(Fraction(value), DIGITS), exact_text(value, LONGEST // 2)
        return f"about {decimal}" if exact is None else exact if exact == decimal else f"{exact} = {decimal}"
    if isinstance(value, arb):
        return "about 1" if abs(value - 1) < TINY else decimal_text(Real(lambda: value), DIGITS)
    if isinstance(value, Real):
        return decimal_text(value, DIGITS)
    return value_text([str(each) for each in value] if isinstance(value, tuple | list) else value)


def _quantities(relation: Relation, point: Point) -> Iterator[tuple[str, str]]:
    """Yield the quantities of a relation that have one number, with it."""
    for node in parts(relation):
        is_side = node in (relation.left, relation.right)
        if isinstance(node, Quantity) and not is_side and free(node) <= set(point.values):
            text, value = written(node), _number(node, point)
            if value is not None and len(text) <= LONGEST:
                yield text, value


def _named(formula: Formula) -> tuple[str, ...]:
    return tuple(dict.fromkeys(node.name for node in parts(formula) if isinstance(node, Quantity)))


def _definitions(refutation: Refutation, relation: Relation, scope: Scope) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the facts that begin with a quantity of the relation, each with the names of all quantities in it."""
    names = _named(relation)
    for text in refutation.statement.model.facts.values():
        fact = scope.reader.formula(text)
        if not isinstance(fact, Relation) or fact.operator != "=":
            continue
        if isinstance(fact.left, Quantity) and fact.left.name in names:
            yield text, _named(fact)


def _setting(setting: object) -> tuple[str, dict[str, str]]:
    """Return what the docstring of a setting's class says, and its entries."""
    if not is_dataclass(setting):
        return "", {}
    told = " ".join((type(setting).__doc__ or "").partition("\n\n")[0].replace("``", "").split())
    entries: Mapping[str, Any] = {name: getattr(setting, name) for name in setting.__dataclass_fields__}
    shown = {name: "" if callable(value) else _entry(value) for name, value in entries.items()}
    return told, shown


def _entry(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_entry, value))})"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_entry, value)))}}}"
    return plain(str(value))
