"""Equations of rational functions in the variables of a lemma, and of those that need squares of roots and indicators.

A polynomial in a root x of a is written as a multiple of x*x - a and what is left, so that Coq is asked for no more
than an equation of rational functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dpassay.proofs_check.coq.steps.algebra import Algebra
from dpassay.proofs_check.coq.steps.atoms import multiplied
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.kernel.expressions import Call, Power, Product
from dpassay.proofs_check.proof.polynomials import Atom, Form, Monomial, cleared, minus, plus, times
from dpassay.proofs_check.proof.terms import Indicator, Term


class MoreRoots(Exception):
    """An equation holds by squares of roots or indicators, of which the lemma does not know yet."""


def same(algebra: Algebra, left: Term, right: Term) -> str:
    """The tactics that show two terms, in the variables, to be equal."""
    gap = minus(algebra.raw(left), algebra.raw(right))
    return vanishing(algebra, algebra.told(left), algebra.told(right), gap)


def vanishing(algebra: Algebra, left: str, right: str, gap: Form) -> str:
    """The tactics for an equation of which the gap is 0 for rational functions, or by squares of roots."""
    rest, multiplied_by = cleared(gap)
    if not rest or algebra.prover.trusting:
        return "field; nz." if "/" in left + right else "ring."
    if not algebra.roots:
        raise MoreRoots
    whole = multiplied(map(algebra.raw_divisor, multiplied_by))
    told, zeros = _corrections(algebra, rest, whole)
    return f"apply (eq_mod {left} {right} {told}); [field; nz | exact {zeros}]."


def _corrections(algebra: Algebra, rest: Form, whole: Any) -> tuple[str, str]:
    """The multiples of x*x - a, for roots x of a, and indicators with a = x, that add up to a form over a term."""
    texts, zeros, real = [], [], algebra.prover.writer.real
    for term in [one for one, normal in algebra.alias.items() if one == normal]:
        value = _square(term)
        if value is None:
            continue
        root, inner = algebra.hidden(term), algebra.hidden(value, through=True)
        lowest = _lowest(rest, ("variable", root.name))
        if lowest < 0:
            rest = times(rest, algebra.prover.forms.of(Power(root, -lowest)))
            whole = Product(whole, Power(root, -lowest))
        cofactor, rest = _divided(rest, ("variable", root.name), algebra.prover.forms.of(inner))
        if cofactor:
            square = f"{real(root)} * {real(root)}"
            proof = algebra.prover.square(algebra.room, term, algebra.lines)
            known = algebra.assume(f"{square} = {algebra.text(value)}", proof)
            zeros.append(f"(times_eq _ _ _ (eq_sym {known}))")
            factor = Product(algebra.prover.atoms.term(cofactor), Power(whole, -1))
            texts.append(f"({real(factor)} * ({square} - {real(inner)}))")
    if cleared(rest)[0]:
        raise Stuck("the normal forms do not agree")
    return _sums(texts), _nested(zeros)


def _square(term: Term) -> Term | None:
    """What the square of a root or an indicator is."""
    if isinstance(term, Call) and term.function == "sqrt":
        return term.argument
    return term if isinstance(term, Indicator) else None


def _lowest(form: Form, atom: Atom) -> int:
    return min((power for factors, _ in form for other, power in factors if other == atom), default=0)


def _divided(form: Form, atom: Atom, value: Form) -> tuple[Form, Form]:
    """Replace x*x by a value: the multiple of x*x - value that is taken away, and what is left."""
    cofactor: Form = {}
    while (found := _with_square(form, atom)) is not None:
        (factors, exponent), power = found
        others = [part for part in factors if part[0] != atom]
        kept = [(atom, power - 2)] if power > 2 else []
        lowered: Form = {(tuple(sorted([*others, *kept], key=repr)), exponent): form[found[0]]}
        taken: Form = {found[0]: form[found[0]]}
        cofactor = plus(cofactor, lowered)
        form = plus(minus(form, taken), times(lowered, value))
    return cofactor, form


def _with_square(form: Form, atom: Atom) -> tuple[Monomial, int] | None:
    for monomial in form:
        for other, power in monomial[0]:
            if other == atom and power >= 2:
                return monomial, power
    return None


def _nested(proofs: Sequence[str]) -> str:
    *others, last = proofs
    for proof in reversed(others):
        last = f"(zero_plus _ _ {proof} {last})"
    return last


def _sums(texts: Sequence[str]) -> str:
    *others, last = texts
    for text in reversed(others):
        last = f"({text} + {last})"
    return last
