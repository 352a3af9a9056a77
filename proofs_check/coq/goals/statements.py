"""What a statement of the kernel says, in the words of Coq: the part of the second check that is believed.

Tests read these texts back, with a reader of their own, and compare them with the goals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, TypeAlias

from dpassay.proofs_check.coq.goals.duties import Duty, duties
from dpassay.proofs_check.coq.goals.formulas import Formula, number, read, variables
from dpassay.proofs_check.coq.goals.intervals import Interval
from dpassay.proofs_check.coq.goals.writing import for_all, relation, term, variable

Statement: TypeAlias = Mapping[str, Any]


def said(statement: Statement) -> str:
    """The proposition that says a statement; its kind is one of ``SAID``."""
    return SAID[statement["kind"]](statement)


def claims(formula: Formula, sign: str) -> list[Duty]:
    """What is claimed of a formula: that it has a value, and how that compares with 0."""
    return [*duties(formula), (formula, sign)]


def names(*formulas: Formula) -> list[str]:
    """The variables of formulas, in the order of the alphabet."""
    return sorted(set().union(*map(variables, formulas)))


def _identity(statement: Statement) -> str:
    """Wherever both sides are defined, they are equal."""
    left, right = read(statement["left"]), read(statement["right"])
    premises = [relation(*duty) for duty in duties(left, right)]
    return f"{for_all(names(left, right), *premises)}{term(left)} = {term(right)}"


def _on_interval(statement: Statement) -> str:
    """A formula is defined at every point of an interval, and of one sign there."""
    x = statement["variable"]
    premises = Interval.read(statement["interval"]).premises(variable(x))
    return for_all([x], *premises) + _claimed(read(statement["expression"]), statement["relation"])


def _nonnegative(statement: Statement) -> str:
    """A formula is defined and not negative wherever given ones are not, and all of these can be so together."""
    formula, where = read(statement["expression"]), [read(text) for text in statement["where"]]
    premises = [relation(part, ">=") for part in where]
    whole = for_all(names(formula, *where), *premises) + _claimed(formula, statement["relation"])
    if not where:
        return whole
    free = " ".join(map(variable, names(*where)))
    together = (f"exists {free} : R, " if free else "") + " /\\ ".join(premises)
    return f"({together}) /\\\n  ({whole})"


def _on_box(statement: Statement) -> str:
    """A formula is defined everywhere on a box, and positive there."""
    sides = sorted(statement["box"].items())
    premises = [
        f"{term(number(Fraction(low)))} <= {variable(side)} <= {term(number(Fraction(high)))}"
        for side, (low, high) in sides
    ]
    return for_all([side for side, _ in sides], *premises) + _claimed(read(statement["expression"]), ">")


def _claimed(formula: Formula, sign: str) -> str:
    return " /\\ ".join(relation(*claim) for claim in claims(formula, sign))


SAID: Final[dict[str, Callable[[Statement], str]]] = {
    "box": _on_box,
    "identity": _identity,
    "inequality": _on_interval,
    "nonnegative": _nonnegative,
    "sign": _on_interval,
}
"""The kinds of statements about numbers; of the others, Coq has none."""
