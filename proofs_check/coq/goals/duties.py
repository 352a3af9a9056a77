"""Where a formula has a meaning: no quotient by 0, and only positive numbers under log and sqrt.

Coq gives every term a value, `1 / 0` among them: so a statement has to say itself that its formulas are defined.
"""

from __future__ import annotations

from collections.abc import Iterator

from dpassay.proofs_check.coq.goals.formulas import Binary, Call, Formula, Number, Power, parts

Duty = tuple[Formula, str]
"""A formula, and how it has to compare with 0: "!=" or ">"."""


def duties(*formulas: Formula) -> list[Duty]:
    """What has to hold for formulas to be defined, each once, innermost first; plain numerals are left out."""
    return list(dict.fromkeys(duty for formula in formulas for duty in _duties(formula)))


def _duties(formula: Formula) -> Iterator[Duty]:
    for part in parts(formula):
        yield from _duties(part)
    match formula:
        case Binary("/", _, inner) if not _is_numeral(inner):
            yield inner, "!="
        case Power(inner, exponent) if exponent < 0 and not _is_numeral(inner):
            yield inner, "!="
        case Call("log" | "sqrt", inner) if not _is_numeral(inner):
            yield inner, ">"


def _is_numeral(formula: Formula) -> bool:
    return isinstance(formula, Number) and formula.value > 0
