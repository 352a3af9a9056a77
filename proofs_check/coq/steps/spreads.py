"""A sum or an expectation that is no atom, as a sum of multiples of such as are, or, if it is short, of its terms."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpassay.proofs_check.coq.steps.atoms import Atoms, Part, multiplied, number
from dpassay.proofs_check.kernel.expressions import Number, Product, Sum, Variable
from dpassay.proofs_check.proof.polynomials import UNIT
from dpassay.proofs_check.proof.terms import ONE, ZERO, Mean, Total, closed, difference, opened


@dataclass(frozen=True)
class Summand:
    """A part of a sum or an expectation: so many times what stands for it, whose body is ``body``."""

    factor: Any
    whole: Any
    body: Any


@dataclass(frozen=True)
class Spread:
    """A sum or an expectation as a sum of those that stand for atoms, or a short sum as its terms."""

    variable: Variable
    summands: tuple[Summand, ...]
    written_out: bool = False

    @property
    def term(self) -> Any:
        """It as a term."""
        whole: Any = ZERO
        for summand in reversed(self.summands):
            whole = Sum(summand.whole if self.written_out else Product(summand.factor, summand.whole), whole)
        return whole


def spread(atoms: Atoms, term: Mean | Total) -> Spread:
    """A sum or an expectation that is no atom."""
    if isinstance(term, Total) and (length := atoms.length(term)) is not None:
        values = [plus(term.low, k) for k in range(length)]
        terms = (Summand(ONE, opened(term.body, value), value) for value in values)
        return Spread(Variable("none"), tuple(terms), written_out=True)
    variable, parts = atoms.parts(term)
    return Spread(variable, tuple(_summand(atoms, term, variable, part) for part in parts))


def plus(low: Any, k: int) -> Any:
    """A term plus an integer."""
    if isinstance(low, Number):
        return Number(low.value + k)
    return Sum(low, Number(Fraction(k))) if k else low


def _summand(atoms: Atoms, term: Mean | Total, variable: Variable, part: Part) -> Summand:
    c, outside, inside = part
    outer = [] if outside == UNIT else [atoms.monomial(outside)]
    factor = multiplied([*([number(c)] if c != 1 or not outer else []), *outer])
    if inside == UNIT:
        return Summand(factor, _count(term), ONE)
    body = closed(atoms.monomial(inside), variable.name)
    whole: Any = atoms.standing_for(
        Mean(body, term.law) if isinstance(term, Mean) else Total(body, term.low, term.high)
    )
    return Summand(factor, whole, opened(whole.body, variable))


def _count(term: Any) -> Any:
    """The sum, or the expectation, of 1."""
    length: Any = ONE if isinstance(term, Mean) else difference(term.high, term.low)
    return ONE if isinstance(term, Mean) else Sum(length, ONE)
