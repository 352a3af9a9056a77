"""Proofs of the sign of a rational function on an interval, from those of its irreducible factors."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq_poly

from dpassay.proofs_check.coq.goals.duties import duties
from dpassay.proofs_check.coq.goals.formulas import Formula, Power
from dpassay.proofs_check.coq.goals.intervals import Interval
from dpassay.proofs_check.coq.goals.polynomials import positive, positively
from dpassay.proofs_check.coq.goals.rational import coefficients, factors, formula_of, seen_sign
from dpassay.proofs_check.coq.goals.script import Script
from dpassay.proofs_check.coq.goals.writing import number as written_number
from dpassay.proofs_check.coq.goals.writing import relation, term


@dataclass(frozen=True, slots=True)
class Factor:
    """A factor with the sign that makes it positive, or not negative, and its power; ``sign`` is 0 where it changes."""

    polynomial: fmpq_poly
    power: int
    sign: int
    nowhere_0: bool
    below: bool

    def formula(self, name: str) -> Formula:
        """The factor as it is known not to be negative."""
        return formula_of(coefficients(self.polynomial if self.sign >= 0 else -self.polynomial), name)


def by_factors(
    formula: Formula, found: tuple[fmpq_poly, fmpq_poly], name: str, interval: Interval, sign: str
) -> Script | None:
    """Look for a proof of how a formula compares with 0, given as numerator and denominator."""
    strict, upward = sign in "<>", sign in (">", ">=")
    if found[0].degree() < 0:
        return None if strict else [f"replace ({term(formula)}) with 0 by (field; not_0).", "lra."]
    content, parts = _factored(found, interval)
    turned = sum(part.power for part in parts if part.sign < 0) % 2
    if ((content > 0) != bool(turned)) != upward or not all(_fits(part, strict=strict) for part in parts):
        return None
    if found[0].degree() <= 1 and not duties(formula):
        return ["lra."]
    facts: Script = []
    for k, part in enumerate(part for part in parts if part.sign):
        facts += _fact(part, f"Factor{k}", name, interval)
    body = _body(abs(content), parts, name)
    return [
        *facts,
        f"replace ({term(formula)}) with ({body if upward else f'- ({body})'}) by (field; not_0).",
        *([] if upward else [f"enough (0 {'<' if strict else '<='} {body}) by lra."]),
        positively(strict=strict),
    ]


def _factored(found: tuple[fmpq_poly, fmpq_poly], interval: Interval) -> tuple[Fraction, list[Factor]]:
    above, below = factors(found[0]), factors(found[1])
    parts = [
        Factor(part, power, *seen_sign(part, interval), under)
        for listed, under in ((above[1], False), (below[1], True))
        for part, power in listed
    ]
    return above[0] / below[0], parts


def _fits(part: Factor, *, strict: bool) -> bool:
    """Tell whether a factor allows the claim: one that may be 0 stands above and the claim is not strict."""
    may_be_0 = not part.nowhere_0 or not part.sign
    return not (may_be_0 and (strict or part.below)) and (bool(part.sign) or part.power % 2 == 0)


def _fact(part: Factor, label: str, name: str, interval: Interval) -> Script:
    signed = part.polynomial if part.sign > 0 else -part.polynomial
    told = relation(part.formula(name), ">" if part.nowhere_0 else ">=")
    return [f"assert ({label} : {told}).", positive(signed, name, interval, strict=part.nowhere_0)]


def _body(content: Fraction, parts: list[Factor], name: str) -> str:
    """The product of what is known not to be negative, over that of what is known to be positive."""
    above = [written_number(content), *(_powered(part, name) for part in parts if not part.below)]
    below = [_powered(part, name) for part in parts if part.below]
    product = " * ".join(above)
    return f"{product} / ({' * '.join(below)})" if below else product


def _powered(part: Factor, name: str) -> str:
    base = part.formula(name)
    if part.sign:
        return term(base if part.power == 1 else Power(base, part.power), 30)
    return f"({term(Power(base, part.power // 2) if part.power > 2 else base)}) ^ 2"
