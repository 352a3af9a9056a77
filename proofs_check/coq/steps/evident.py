"""What is evidently at least 0, or above it, in the variables of a lemma: a sum of products of what is."""

from __future__ import annotations

from typing import Any

from dpassay.proofs_check.coq.steps.algebra import Algebra
from dpassay.proofs_check.coq.steps.atoms import added, multiplied, raised
from dpassay.proofs_check.coq.steps.rooms import Sign
from dpassay.proofs_check.coq.steps.vanishing import vanishing
from dpassay.proofs_check.kernel.expressions import Number, Power, Product
from dpassay.proofs_check.proof.context import NOT_NEGATIVE, POSITIVE
from dpassay.proofs_check.proof.polynomials import Atom, Monomial, minus, times
from dpassay.proofs_check.proof.terms import ZERO, Relation, Term


def evident(algebra: Algebra, rest: Term, sign: Sign, *, strict: bool) -> str:
    """The tactics for a term, in the variables, that is evidently not negative, or positive."""
    kind, end = ("pos", "ps") if strict else ("nonneg", "nn")
    told, forms, real = algebra.told(rest), algebra.prover.forms, algebra.prover.writer.real
    if not sign.whole:
        return f"apply Req_le; symmetry. {vanishing(algebra, told, '0', algebra.raw(rest))}"
    whole = _spread(algebra, sign)
    text = real(whole)
    if not sign.multiplied:
        equal = vanishing(algebra, told, text, minus(algebra.raw(rest), forms.of(whole)))
        return f"apply ({kind}_is {told} {text}). {{ {equal} }} {end}."
    divisors = [algebra.divisor(one) for one in sign.multiplied]
    for divisor in divisors:
        _assume_positive(algebra, divisor)
    by = multiplied(algebra.hidden(divisor, through=True) for divisor in divisors)
    gap = minus(times(algebra.raw(rest), forms.of(by)), forms.of(whole))
    equal = vanishing(algebra, f"({told} * {real(by)})", text, gap)
    return f"apply ({kind}_cleared {told} {real(by)} {text}). {{ ps. }} {{ {equal} }} {end}."


def _spread(algebra: Algebra, sign: Sign) -> Any:
    """A form whose sign is evident, as a sum of products in the variables, with what is known of their signs."""
    whole = sorted(sign.whole.items(), key=lambda item: -algebra.room.sign_of_factors(item[0][0]))
    return added(Product(Number(c), _product(algebra, monomial)) for monomial, c in whole)


def _product(algebra: Algebra, monomial: Monomial) -> Any:
    factors, exponent = monomial
    power = algebra.power(algebra.coordinates(exponent), hidden=True)
    return multiplied([*(_factor(algebra, atom, power) for atom, power in factors), power])


def _factor(algebra: Algebra, atom: Atom, power: int) -> Any:
    level = algebra.room.sign_of_atom(atom)
    if atom[0] == "reciprocal":
        return _reciprocal(algebra, atom, power, level)
    base = algebra.hidden(algebra.prover.atoms.of_atom(atom), through=True)
    if power % 2 == 0 and level < POSITIVE:
        square = Power(raised(base, abs(power) // 2), 2)
        return square if power > 0 else Power(square, -1)
    algebra.sign(atom, level)
    return raised(base, power)


def _reciprocal(algebra: Algebra, atom: Atom, power: int, level: int) -> Any:
    divisor = algebra.divisor(atom[1])
    base = algebra.hidden(divisor, through=True)
    if power % 2 == 0 and level < POSITIVE:
        return Power(raised(Power(base, -1), power // 2), 2)
    _assume_positive(algebra, divisor)
    return Power(base, -power)


def _assume_positive(algebra: Algebra, term: Any) -> None:
    """Assume that a divisor is at least 0, which it is not, or above it."""
    level = algebra.room.sign(algebra.prover.forms.of(term)).level
    relation = Relation("<=" if level == NOT_NEGATIVE else "<", ZERO, term)
    algebra.assume(algebra.relation(relation), algebra.prover.shown(algebra.room, relation, algebra.lines))
