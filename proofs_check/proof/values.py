"""The exact values of formulas in one setting: rationals where all is rational, enclosures elsewhere.

``holds`` answers ``True``, ``False`` or, where enclosures do not tell, ``None``: of equal reals it can only be said
that they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count, product
from typing import Any, Final

from flint import arb, ctx

from dpassay.exact import Real, as_real
from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.names import Named, Names
from dpassay.proofs_check.proof.statements import Model, Setting
from dpassay.proofs_check.proof.terms import (
    All,
    Formula,
    Independent,
    Indicator,
    Mean,
    Node,
    Quantity,
    Term,
    Total,
    opened,
)

Value = Fraction | arb
PRECISIONS: Final = (80, 320)
"""Bits, tried one after the other."""
LONG: Final = 10**1000
"""Numbers from here on are not written out."""
_NEW: Final = count()


@dataclass(slots=True, eq=False)
class Point:
    """A setting, with values of variables and outcomes; what is asked of it changes nothing."""

    model: Model
    names: Names
    setting: Setting
    values: Mapping[str, Any]
    computed: dict[Any, Any] = field(default_factory=dict, repr=False)
    """The values of quantities that were computed in the setting."""

    def at(self, name: str, value: Any) -> Point:
        """The point with one value more."""
        return Point(self.model, self.names, self.setting, {**self.values, name: value}, self.computed)

    def holds(self, formula: Formula) -> bool | None:
        """Tell whether a formula holds; ``None`` where the sharpest enclosures do not tell."""
        if isinstance(formula, Independent):
            return self._independent(formula)
        if isinstance(formula, All):
            answers = {self.holds(relation) for relation in formula.relations}
            return next((answer for answer in (False, None) if answer in answers), True)
        for precision in PRECISIONS:
            with working_precision(precision):
                answer = _answer(formula.operator, _minus(self.of(formula.right), self.of(formula.left)))
            if answer is not None:
                return answer
        return None

    def of(self, term: Term) -> Value:  # noqa: C901, PLR0911  # one form a line
        """The value of a term at the working precision; not finite, or ``Rejected``, where it is not defined."""
        match term:
            case Number(value):
                return value
            case Variable(name):
                return number_of(self._value(name))
            case Sum(left, right):
                return plus(self.of(left), self.of(right))
            case Product(left, right):
                return times(self.of(left), self.of(right))
            case Power(base, exponent):
                return _power(self.of(base), exponent)
            case Call(function, argument):
                return _call(function, self.of(argument))
            case Quantity():
                return self._number(self._quantity(term))
            case Indicator(relation):
                answer = _answer(relation.operator, _minus(self.of(relation.right), self.of(relation.left)))
                return arb(0).union(arb(1)) if answer is None else Fraction(int(answer))
            case Mean(body, law):
                return self._mean(body, law)
            case Total(body, low, high):
                return self._total(body, low, high)
        raise Rejected(f"{term} has no value")

    def _value(self, name: str) -> Any:
        insist(name in self.values, f"{name} has no value")
        return self.values[name]

    def _number(self, value: Any) -> Value:
        """The value of a quantity at the working precision; an enclosure is kept, with what it encloses."""
        if type(value) is Fraction:
            return value
        place = (id(value), ctx.prec)
        if place not in self.computed:
            self.computed[place] = number_of(value), value
        number: Value = self.computed[place][0]
        return number

    def _quantity(self, quantity: Quantity) -> Any:
        known = self.names.quantities[quantity.name]
        indices = [self._index(argument) for argument in quantity.arguments]
        outcome = [] if quantity.outcome is None else [self._outcome(quantity.outcome)]
        arguments = (*indices, *outcome)
        if Real in map(type, indices):
            return self._computed(known, quantity.name, arguments)
        place = (quantity.name, arguments)
        value = self.computed.get(place)
        if value is None:
            value = self.computed[place] = self._computed(known, quantity.name, arguments)
        return value

    def _computed(self, known: Named, name: str, arguments: tuple[Any, ...]) -> Any:
        if known.of is None:
            return self.setting[name](*arguments)
        return known.of(self.setting, *arguments)

    def _outcome(self, term: Term) -> Any:
        if not isinstance(term, Variable):
            raise Rejected(f"{term} is no outcome")
        return self._value(term.name)

    def _index(self, term: Term) -> Any:
        value = self.of(term)
        if isinstance(value, Fraction):
            return int(value) if value.denominator == 1 else value
        return self._value(term.name) if isinstance(term, Variable) else as_real_of(lambda: self.of(term))

    def _mean(self, body: Term, law: Quantity) -> Value:
        name, inner = self._opened(body)
        return _added(
            (times(number_of(weight), self.at(name, y).of(inner)) for y, weight in self._quantity(law).items()),
            Fraction(0),
        )

    def _total(self, body: Term, low: Term, high: Term) -> Value:
        name, inner = self._opened(body)
        return _added((self.at(name, Fraction(k)).of(inner) for k in self._range(low, high)), Fraction(0))

    def _opened(self, body: Term) -> tuple[str, Term]:
        """The body of a binder with a name of its own for the variable, which it always has: no body is in itself."""
        place = ("opened", id(body))
        if place not in self.computed:
            name = f"bound {next(_NEW)}"
            self.computed[place] = name, opened(body, Variable(name)), body  # kept, so that no other has its id
        name, inner, _ = self.computed[place]
        return name, inner

    def _range(self, low: Term, high: Term) -> range:
        ends = self.of(low), self.of(high)
        for end in ends:
            insist(isinstance(end, Fraction) and end.denominator == 1, f"{end} is no integer")
        return range(int(ends[0]), int(ends[1]) + 1)  # type: ignore[arg-type]  # just insisted on

    def _independent(self, formula: Independent) -> bool | None:
        """Each value depends on its own entry of the outcome alone, and the law is the product of its margins.

        ``None`` where the law agrees with that product to the last bit of the sharpest enclosures.
        """
        law = self._quantity(formula.law)
        outcome, index = f"outcome {next(_NEW)}", f"index {next(_NEW)}"
        body = opened(opened(formula.body, Variable(outcome)), Variable(index))
        indices, outcomes = self._range(formula.low, formula.high), [y for y, _ in law.items()]
        if not all(self._is_function_of_entry(body, outcome, index, k, outcomes) for k in indices):
            return False
        with working_precision(PRECISIONS[-1]):
            return _is_product(law, [k - 1 for k in indices])

    def _is_function_of_entry(self, body: Node, outcome: str, index: str, k: int, outcomes: list[Any]) -> bool:
        by_entry: dict[Any, Value] = {}
        with working_precision(PRECISIONS[-1]):
            for y in outcomes:
                value = self.at(outcome, y).at(index, Fraction(k)).of(body)  # type: ignore[arg-type]  # a term
                first = by_entry.setdefault(y[k - 1], value)
                if _answer("=", _minus(first, value)) is False:
                    return False
        return True


def as_real_of(evaluate: Callable[[], Value]) -> Any:
    """A real number that is evaluated again at any precision."""
    return Real(lambda: ball_of(evaluate()))


def _is_product(law: Mapping[Any, Any], entries: list[int]) -> bool | None:
    margins: dict[tuple[int, Any], Value] = {}
    joint: dict[tuple[Any, ...], Value] = {}
    for y, weight in law.items():
        mass, shown = number_of(weight), tuple(y[entry] for entry in entries)
        joint[shown] = plus(joint.get(shown, Fraction(0)), mass)
        for pair in zip(entries, shown, strict=True):
            margins[pair] = plus(margins.get(pair, Fraction(0)), mass)
    values = [sorted({y for e, y in margins if e == entry}) for entry in entries]
    answers = {
        _answer("=", _minus(joint.get(shown, Fraction(0)), _product(margins, entries, shown)))
        for shown in product(*values)
    }
    return next((answer for answer in (False, None) if answer in answers), True)


def _product(margins: Mapping[tuple[int, Any], Value], entries: list[int], shown: tuple[Any, ...]) -> Value:
    result: Value = Fraction(1)
    for pair in zip(entries, shown, strict=True):
        result = times(result, margins[pair])
    return result


def brief(number: Any) -> str:
    """A number in a message: a rational one in full where it is short."""
    if isinstance(number, int | Fraction) and max(abs(number.numerator), number.denominator) >= LONG:
        return "a long number"
    return str(number)


def number_of(number: Any) -> Value:
    """A number of ``exact/`` as a rational, or enclosed at the working precision."""
    if type(number) is Fraction:
        return number
    return Fraction(number) if isinstance(number, int | Fraction) else as_real(number).evaluate()


def ball_of(value: Value) -> arb:
    """An enclosure of a value."""
    return rational_ball(value) if isinstance(value, Fraction) else value


def plus(a: Value, b: Value) -> Value:
    """a + b."""
    return a + b if type(a) is Fraction is type(b) else ball_of(a) + ball_of(b)


def _minus(a: Value, b: Value) -> Value:
    return a - b if type(a) is Fraction is type(b) else ball_of(a) - ball_of(b)


def times(a: Value, b: Value) -> Value:
    """a * b."""
    if type(a) is Fraction is type(b):
        return a * b
    product = ball_of(a) * ball_of(b)
    return Fraction(0) if product == 0 else product  # a point: 0 times what is defined


def _power(base: Value, exponent: int) -> Value:
    if isinstance(base, Fraction):
        insist(base != 0 or exponent >= 0, "division by zero")
        return base**exponent
    result = arb(1)
    for _ in range(abs(exponent)):
        result = result * base
    return result if exponent >= 0 else 1 / result


def _call(function: str, argument: Value) -> Value:
    if function == "exp" and argument == 0:
        return Fraction(1)
    if function == "log" and argument == 1:
        return Fraction(0)
    if function == "sqrt" and isinstance(argument, Fraction) and argument in {0, 1}:
        return argument
    return getattr(ball_of(argument), function)()  # type: ignore[no-any-return]  # exp, log and sqrt of a ball


def _added(values: Iterator[Value], start: Value) -> Value:
    for value in values:
        start = plus(start, value)
    return start


def _answer(operator: str, gap: Value) -> bool | None:
    """Tell of ``0 operator gap`` whether it holds."""
    if isinstance(gap, Fraction):
        sign = gap.numerator
        return sign > 0 if operator == "<" else sign >= 0 if operator == "<=" else not sign
    insist(bool(gap.is_finite()), "a value that is not defined")
    if gap > 0 or gap < 0:
        return bool(gap > 0) and operator != "="
    return operator != "<" if gap == 0 else None  # of balls equal are only two points that are
