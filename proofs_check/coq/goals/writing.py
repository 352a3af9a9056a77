"""What Coq reads: formulas, relations and intervals as text, with as few brackets as its notations allow."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.coq.goals.formulas import Binary, Call, Formula, Negative, Number, Power, Variable

ATOM, APPLICATION, POWER, SIGNED, PRODUCT, SUM = 0, 10, 30, 35, 40, 50
"""How loosely the notations of Coq's reals bind: a power more tightly than a minus before it, and so on."""
PLAIN: Final = re.compile(r"[a-z][0-9]*")


def variable(name: str) -> str:
    """The name of a variable: a small letter stands for itself, and anything else gets a prefix that no word has."""
    return name if PLAIN.fullmatch(name) else f"v_{name}"


def number(value: Fraction) -> str:
    """A rational number, in brackets where it is not a single word."""
    return term(Number(value), ATOM)


def term(formula: Formula, most: int = SUM) -> str:
    """A formula, in brackets where it binds more loosely than its surroundings bear."""
    level, text = _written(formula)
    return text if level <= most else f"({text})"


def _written(formula: Formula) -> tuple[int, str]:  # noqa: PLR0911  # one form a line
    match formula:
        case Number(value):
            return _number(value)
        case Variable(name):
            return ATOM, variable(name)
        case Negative(Number(value)):
            return SIGNED, f"- ({_number(value)[1]})"  # without brackets it would be one number
        case Negative(inner):
            return SIGNED, f"- {term(inner, POWER)}"
        case Binary(sign, left, right):
            level = PRODUCT if sign in "*/" else SUM
            return level, f"{term(left, level)} {sign} {term(right, POWER if sign in '*/' else PRODUCT)}"
        case Power(base, exponent) if exponent >= 0:
            return POWER, f"{term(base, ATOM)} ^ {exponent}"
        case Power(base, exponent):
            return SIGNED, f"/ {term(base, ATOM)} ^ {-exponent}"
        case Call(function, inner):
            return APPLICATION, f"{'ln' if function == 'log' else function} {term(inner, ATOM)}"


def _number(value: Fraction) -> tuple[int, str]:
    whole = str(abs(value.numerator))
    if value.denominator == 1:
        return (ATOM, whole) if value >= 0 else (SIGNED, f"- {whole}")
    quotient = f"{whole} / {value.denominator}"
    return (PRODUCT, quotient) if value >= 0 else (SIGNED, f"- ({quotient})")


RELATIONS: Final = {">": "0 < {}", ">=": "0 <= {}", "<": "{} < 0", "<=": "{} <= 0", "!=": "{} <> 0"}


def relation(formula: Formula, sign: str) -> str:
    """How a formula compares with 0, such as `0 < x` for ">"."""
    return RELATIONS[sign].format(term(formula))


def for_all(names: list[str], *premises: str) -> str:
    """The beginning of a statement: on which reals it is, and what is supposed of them."""
    quantified = f"forall {' '.join(map(variable, names))} : R, " if names else ""
    return quantified + "".join(f"{premise} -> " for premise in premises)
