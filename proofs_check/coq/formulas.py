"""Terms and formulas of proofs as text of Coq, over ``Sums.v`` and ``Laws.v``.

All numbers are of type ``R``, and an integer is one for which ``is_int`` holds; an outcome of the space ``s`` is of a
type ``S_s``. A quantity is a function of its indices and then of its outcome; a law is a ``law``, of ``Laws.v``.
All functions are total: what is stated holds whatever value stands for what has no meaning, so it says no less.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.names import Named, Names
from dpassay.proofs_check.proof.reading import written
from dpassay.proofs_check.proof.terms import (
    OUTCOME,
    All,
    Bound,
    Formula,
    Independent,
    Indicator,
    Mean,
    Quantity,
    Relation,
    Term,
    Total,
)

FUNCTIONS: Final = {"exp": "exp", "log": "ln", "sqrt": "sqrt"}
INDICATORS: Final = {"<": "ind_lt", "<=": "ind_le", "=": "ind_eq"}
Binders = tuple[str, ...]
"""The names of the bound variables around a term, the innermost first: "i1" of an integer, "o1" of an outcome."""


def identifier(name: str) -> str:
    """A variable in Coq; that of an outcome, such as ``@outcome``, begins with ``o_``."""
    return f"o_{joined(name.removeprefix(OUTCOME))}" if name.startswith(OUTCOME) else f"v_{name}"


def space(name: str) -> str:
    """The type of the outcomes of a space."""
    return f"S_{joined(name)}"


def joined(name: str) -> str:
    """A name of one word."""
    return name.replace(" ", "_")


@dataclass(frozen=True)
class Writer:
    """Writes formulas over some names."""

    names: Names

    def kind(self, quantity: Named) -> str:
        """The type of a quantity or a law."""
        arguments = ["R"] * len(quantity.index)
        if quantity.depends is not None:
            arguments.append(space(quantity.depends))
        return " -> ".join([*arguments, f"law {space(str(quantity.space))}" if quantity.law else "R"])

    def formula(self, formula: Formula, bound: Binders = ()) -> str:
        """A formula as a proposition."""
        match formula:
            case Relation(operator, left, right):
                return f"{bare(self.real(left, bound))} {operator} {bare(self.real(right, bound))}"
            case Independent(body, low, high, law):
                names = f"i{len(bound) + 1}", f"o{len(bound) + 2}"
                inner = self.real(body, (names[1], names[0], *bound))
                taken = f"(fun ({names[0]} : R) ({names[1]} : {self._space(law)}) => {bare(inner)})"
                ends = f"{self.real(low, bound)} {self.real(high, bound)}"
                return f"independent {self._applied(law, bound)} {ends} {taken}"
            case All(relations):
                return " /\\ ".join(self.formula(relation, bound) for relation in relations)

    def real(self, term: Term, bound: Binders = ()) -> str:  # noqa: C901, PLR0911, PLR0912  # one form a line or two
        """A term, in brackets where it is no single word."""

        def of(part: Term) -> str:
            return self.real(part, bound)

        match term:
            case Number(value):
                return number(value)
            case Variable(name):
                return identifier(name)
            case Bound(place):
                return bound[place]
            case Sum(left, Product(Number(Fraction(numerator=-1, denominator=1)), right)):
                return f"({of(left)} - {of(right)})"
            case Sum(left, right):
                return f"({of(left)} + {of(right)})"
            case Product(Number(Fraction(numerator=-1, denominator=1)), right):
                return f"(- {of(right)})"
            case Product(left, Power(right, -1)):
                return f"({of(left)} / {of(right)})"
            case Product(left, right):
                return f"({of(left)} * {of(right)})"
            case Power(base, exponent):
                return power(of(base), exponent)
            case Call(function, argument):
                return f"({FUNCTIONS[function]} {of(argument)})"
            case Quantity():
                return self._applied(term, bound)
            case Indicator(Relation(operator, left, right)):
                return f"({INDICATORS[operator]} {of(left)} {of(right)})"
            case Mean(body, law):
                outcome = f"o{len(bound) + 1}"
                inner = self.real(body, (outcome, *bound))
                return f"(E {self._applied(law, bound)} (fun {outcome} : {self._space(law)} => {bare(inner)}))"
            case Total(body, low, high):
                index = f"i{len(bound) + 1}"
                ends = f"{of(low)} {of(high)}"
                return f"(Sum {ends} (fun {index} : R => {bare(self.real(body, (index, *bound)))}))"

    def _applied(self, quantity: Quantity, bound: Binders) -> str:
        """A quantity or a law at its arguments."""
        arguments = [self.real(argument, bound) for argument in quantity.arguments]
        if quantity.outcome is not None:
            arguments.append(_outcome(quantity.outcome, bound))
        name = f"q_{quantity.name}"
        return f"({' '.join([name, *arguments])})" if arguments else name

    def _space(self, law: Quantity) -> str:
        return space(str(self.names.law_of(law.name).space))


def _outcome(term: Term, bound: Binders) -> str:
    match term:
        case Bound(place):
            return bound[place]
        case Variable(name):
            return identifier(name)
    raise Rejected(f"{written(term)} is no outcome")


def bare(term: str) -> str:
    """A term without the brackets around it."""
    return term[1:-1] if term.startswith("(") else term


def number(value: Fraction) -> str:
    """A rational number."""
    told = str(abs(value.numerator)) if value.denominator == 1 else f"({abs(value.numerator)} / {value.denominator})"
    return told if value >= 0 else f"(- {told})"


def power(base: str, exponent: int) -> str:
    """A power with an integer exponent."""
    if exponent == -1:
        return f"(/ {base})"
    return f"({base} ^ {exponent})" if exponent >= 0 else f"(/ ({base} ^ {-exponent}))"
