"""Proofs of the signs of formulas on an interval: rational parts by their factors, the rest by the rules of signs.

Each function looks for a proof from the premises `Low` and `High`, and returns ``None`` where it finds none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from flint import arb, ctx

from dpassay.proofs_check.coq.goals.derivatives import minus
from dpassay.proofs_check.coq.goals.factored import by_factors
from dpassay.proofs_check.coq.goals.formulas import ONE, Binary, Call, Formula, Negative, Number, Power, variables
from dpassay.proofs_check.coq.goals.intervals import Interval
from dpassay.proofs_check.coq.goals.rational import quotient
from dpassay.proofs_check.coq.goals.script import Script
from dpassay.proofs_check.coq.goals.writing import relation, term

OPPOSITE: Final = {">": "<", ">=": "<=", "<": ">", "<=": ">="}
WEAK: Final = {">": ">=", ">=": ">=", "<": "<=", "<=": "<="}
ABOVE: Final = "apply Rgt_not_eq; red."
BELOW: Final = "apply Rlt_not_eq."
"""How what is above or below 0 is not 0."""
BITS: Final = 200
ABOUT_0: Final = arb(2) ** -150


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of formulas in a variable on an interval."""

    name: str
    interval: Interval

    def show(self, formula: Formula, sign: str) -> Script | None:
        """Look for a proof of how a formula compares with 0."""
        if sign == "!=":
            return self._not_0(formula)
        if not variables(formula):
            return _constant(formula, sign)
        found = quotient(formula, self.name)
        if found is not None:
            return by_factors(formula, found, self.name, self.interval, sign)
        for rule in (_shifted_exponential, _by_form):
            if (shown := rule(self, formula, sign)) is not None:
                return shown
        return None

    def _not_0(self, formula: Formula) -> Script | None:
        for sign, step in ((">", ABOVE), ("<", BELOW)):
            if (shown := self.show(formula, sign)) is not None:
                return [step, *shown]
        return None

    def both(self, step: str, *wanted: tuple[Formula, str]) -> Script | None:
        """A step that leaves some signs to be shown."""
        shown = []
        for formula, sign in wanted:
            found = self.show(formula, sign)
            if found is None:
                return None
            shown.append(found)
        return [step, *shown]

    def first(self, *tries: Callable[[], Script | None]) -> Script | None:
        """The first proof that is found."""
        return next((found for look in tries if (found := look()) is not None), None)


def value(formula: Formula) -> arb:
    """The value of a formula without variables, closely; this only chooses a proof."""
    with ctx.workprec(BITS):
        return _value(formula)


def _value(formula: Formula) -> arb:
    match formula:
        case Number(number):
            return arb(number.numerator) / number.denominator
        case Negative(inner):
            return -_value(inner)
        case Power(base, exponent):
            return _value(base) ** exponent
        case Call(function, inner):
            return {"exp": arb.exp, "log": arb.log, "sqrt": arb.sqrt}[function](_value(inner))
        case Binary(sign, left, right):
            a, b = _value(left), _value(right)
            return a + b if sign == "+" else a - b if sign == "-" else a * b if sign == "*" else a / b
    return arb("nan")


def _constant(formula: Formula, sign: str) -> Script | None:
    known = value(formula)
    holds = {
        ">": known > ABOUT_0,
        ">=": known > -ABOUT_0,
        "<": known < -ABOUT_0,
        "<=": known < ABOUT_0,
    }[sign]
    return ["first [lra | interval with (i_prec 80)]."] if holds else None


def _shifted_exponential(signs: Signs, formula: Formula, sign: str) -> Script | None:
    """exp(a) - 1, in any of the ways to write it, has the sign of a, and 1 - exp(a) that of -a."""
    match formula:
        case Binary("-", Call("exp", inner), right) if right == ONE:
            upward = True
        case Binary("+", Call("exp", inner), right) | Binary("+", right, Call("exp", inner)) if _is_minus_1(right):
            upward = True
        case Binary("-", left, Call("exp", inner)) if left == ONE:
            upward = False
        case _:
            return None
    wanted = sign if upward else OPPOSITE[sign]
    names = {">": "exp_above_1", ">=": "exp_at_least_1", "<": "exp_below_1", "<=": "exp_at_most_1"}
    shown = signs.show(inner, wanted)
    told = relation(minus(Call("exp", inner), ONE), wanted)
    return shown and [f"enough ({told}) by lra.", f"apply {names[wanted]}.", *shown]


def _is_minus_1(formula: Formula) -> bool:
    return formula == Negative(ONE) or (isinstance(formula, Number) and formula.value == -1)


def _by_form(signs: Signs, formula: Formula, sign: str) -> Script | None:  # one form a line
    match formula:
        case Negative(inner):
            told = f"enough ({relation(inner, OPPOSITE[sign])}) by lra."
            shown = signs.show(inner, OPPOSITE[sign])
            return shown and [told, *shown]
        case Binary("+" | "-", _, _):
            return _sum(signs, formula, sign)
        case Binary("*" | "/", _, _):
            return _product(signs, formula, sign)
        case Power(base, exponent):
            return _power(signs, base, exponent, sign)
        case Call(function, inner):
            return _CALLS[function](signs, inner, sign)
    return None  # another variable


def _sum(signs: Signs, formula: Binary, sign: str) -> Script | None:
    """Two terms of one sign, of which one may be 0 where the other is not."""
    other = (lambda s: s) if formula.sign == "+" else OPPOSITE.__getitem__
    for a, b in dict.fromkeys(((sign, WEAK[sign]), (WEAK[sign], sign))):
        wanted = (formula.left, a), (formula.right, other(b))
        told = " /\\ ".join(relation(*one) for one in wanted)
        if (shown := signs.both(f"cut ({told}); [intros []; lra | split].", *wanted)) is not None:
            return shown
    return None


def _product(signs: Signs, formula: Binary, sign: str) -> Script | None:
    kind = "product" if formula.sign == "*" else "quotient"
    strict = sign in "<>"
    for a, b in ("pp", "nn") if sign in (">", ">=") else ("pn", "np"):
        first = (">" if a == "p" else "<") + ("" if strict else "=")
        second = (">" if b == "p" else "<") + ("" if strict or kind == "quotient" else "=")
        step = f"apply {'' if strict else 'weak_'}{kind}_{a}_{b}."
        if (shown := signs.both(step, (formula.left, first), (formula.right, second))) is not None:
            return shown
    return None


def _power(signs: Signs, base: Formula, exponent: int, sign: str) -> Script | None:
    if sign not in {">", ">="}:
        return None
    if exponent < 0:
        shown = signs.show(Power(base, -exponent), ">")
        return shown and [*(["apply Rlt_le."] if sign == ">=" else []), "apply Rinv_0_lt_compat.", *shown]
    if exponent == 0:
        return ["simpl; lra."]
    return _even_power(signs, base, exponent, sign) if exponent % 2 == 0 else _power_of_one_sign(signs, base, sign)


def _power_of_one_sign(signs: Signs, base: Formula, sign: str) -> Script | None:
    shown = signs.show(base, sign)
    return shown and [f"apply {'pow_lt' if sign == '>' else 'pow_le'}.", *shown]


def _even_power(signs: Signs, base: Formula, exponent: int, sign: str) -> Script | None:
    whole = term(Power(base, exponent))
    if sign == ">=":
        half = term(Power(base, exponent // 2))
        return [f"replace ({whole}) with (({half}) ^ 2) by ring.", "apply pow2_ge_0."]
    if (shown := _power_of_one_sign(signs, base, sign)) is not None:
        return shown
    shown = signs.show(base, "<")
    turned = term(Power(Negative(base), exponent))
    steps = [f"replace ({whole}) with ({turned}) by ring.", f"apply pow_lt. enough ({relation(base, '<')}) by lra."]
    return shown and [*steps, *shown]


def _exp(signs: Signs, inner: Formula, sign: str) -> Script | None:  # noqa: ARG001
    steps: dict[str, Script] = {">": ["apply exp_pos."], ">=": ["apply Rlt_le, exp_pos."]}
    return steps.get(sign)


def _sqrt(signs: Signs, inner: Formula, sign: str) -> Script | None:
    if sign == ">=":
        return ["apply sqrt_pos."]
    shown = signs.show(inner, ">") if sign == ">" else None
    return shown and ["apply sqrt_lt_R0.", *shown]


def _log(signs: Signs, inner: Formula, sign: str) -> Script | None:
    """The log of a has the sign of a - 1, where a is positive."""
    above = minus(inner, ONE)
    if sign in (">", ">="):
        return signs.both(f"apply {'ln_positive' if sign == '>' else 'ln_not_negative'}.", (above, sign))
    name = "ln_negative" if sign == "<" else "ln_not_positive"
    return signs.both(f"apply {name}.", (inner, ">"), (above, sign))


_CALLS: Final = {"exp": _exp, "log": _log, "sqrt": _sqrt}
