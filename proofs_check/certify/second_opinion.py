"""A second opinion on statements about polynomials, by z3, which shares only the reading of formulas with the kernel.

z3 is optional. It is asked for a real point at which the statement fails; that there is none confirms the statement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from dpassay.proofs_check.kernel.expressions import Call, Formula, Number, Power, Product, Sum, Variable, parse
from dpassay.proofs_check.kernel.interval import Interval

EFFORT: Final = 50_000_000
"""In units of z3's own, of which it does some millions a second: the answer is the same on every machine."""


def opinion(statement: Mapping[str, Any], effort: int = EFFORT) -> bool | None:
    """Tell whether a statement is true; ``None`` where z3 does not know or the statement is not one of polynomials.

    ``ImportError`` where z3 is not installed: it comes with the extra ``z3``.
    """
    import z3

    failure = FAILURES.get(statement["kind"])
    if failure is None or not all(_is_rational(parse(text)) for text in _formulas(statement)):
        return None
    if statement["kind"] == "nonnegative" and any(_divisors(parse(text)) for text in _formulas(statement)):
        return None
    solver = z3.SolverFor("QF_NRA")
    solver.set("rlimit", effort)
    solver.add(failure(statement))
    answer = solver.check()
    return None if answer == z3.unknown else bool(answer == z3.unsat)


def _identity_fails(statement: Mapping[str, Any]) -> Any:
    """Both sides are defined and differ."""
    import z3

    left, right = parse(statement["left"]), parse(statement["right"])
    defined = [translate(divisor) != 0 for side in (left, right) for divisor in _divisors(side)]
    return z3.And(*defined, translate(left) != translate(right))


def _sign_fails(statement: Mapping[str, Any]) -> Any:
    """Somewhere on the interval the expression is undefined or of another sign."""
    import z3

    formula, interval = parse(statement["expression"]), Interval.read(statement["interval"])
    variable = z3.Real(statement["variable"])
    inside = []
    if interval.low is not None:
        inside.append(variable >= _number(interval.low) if interval.low_closed else variable > _number(interval.low))
    if interval.high is not None:
        inside.append(variable <= _number(interval.high) if interval.high_closed else variable < _number(interval.high))
    undefined = [translate(divisor) == 0 for divisor in _divisors(formula)]
    return z3.And(*inside, z3.Or(*undefined, _violated(formula, statement["relation"])))


def _nonnegative_fails(statement: Mapping[str, Any]) -> Any:
    """All of ``where`` are at least 0 and the expression is of another sign."""
    import z3

    where = [translate(parse(text)) >= 0 for text in statement["where"]]
    return z3.And(*where, _violated(parse(statement["expression"]), statement["relation"]))


FAILURES: Final[dict[str, Callable[[Mapping[str, Any]], Any]]] = {
    "identity": _identity_fails,
    "sign": _sign_fails,
    "nonnegative": _nonnegative_fails,
}


def translate(formula: Formula) -> Any:
    """Write a rational formula as a term of z3."""
    import z3

    match formula:
        case Number(value):
            return _number(value)
        case Variable(name):
            return z3.Real(name)
        case Sum(left, right):
            return translate(left) + translate(right)
        case Product(left, right):
            return translate(left) * translate(right)
        case Power(base, exponent):
            factor, result = translate(base), z3.RealVal(1)
            for _ in range(abs(exponent)):
                result = result * factor
            return result if exponent >= 0 else 1 / result
    raise ValueError(f"formula = {formula}: expected rational arithmetic")


def _violated(formula: Formula, relation: str) -> Any:
    if relation not in {">", ">="}:
        raise ValueError(f"relation = {relation!r}: expected > or >=")
    return translate(formula) <= 0 if relation == ">" else translate(formula) < 0


def _number(value: Any) -> Any:
    import z3

    return z3.RatVal(value.numerator, value.denominator)


def _formulas(statement: Mapping[str, Any]) -> list[str]:
    texts = [statement[name] for name in ("left", "right", "expression") if name in statement]
    return texts + list(statement.get("where", []))


def _is_rational(formula: Formula) -> bool:
    match formula:
        case Sum(left, right) | Product(left, right):
            return _is_rational(left) and _is_rational(right)
        case Power(base, _):
            return _is_rational(base)
        case Call():
            return False
    return True


def _divisors(formula: Formula) -> list[Formula]:
    """What is divided by, other than numbers that are not 0."""
    return list(_find_divisors(formula))


def _find_divisors(formula: Formula) -> Iterator[Formula]:
    match formula:
        case Sum(left, right) | Product(left, right):
            yield from _find_divisors(left)
            yield from _find_divisors(right)
        case Power(base, exponent):
            yield from _find_divisors(base)
            if exponent < 0 and not (isinstance(base, Number) and base.value):
                yield base
