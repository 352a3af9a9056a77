"""Proofs that two formulas are equal: exponentials, logs and roots are written alike, and then it is algebra.

Of exponentials, the arguments are sums of multiples of monomials m; with L the common denominator of the multiples of
m, exp of each is a product of powers of exp(m/L), and these count as unknowns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import isqrt, lcm

from flint import fmpz

from dpassay.proofs_check.coq.goals.derivatives import over
from dpassay.proofs_check.coq.goals.formulas import Call, Formula, Number, calls, number, variables
from dpassay.proofs_check.coq.goals.monomials import Monomial, Sum, as_formula, expanded
from dpassay.proofs_check.coq.goals.rational import quotient
from dpassay.proofs_check.coq.goals.script import Script
from dpassay.proofs_check.coq.goals.writing import term


def equal(*formulas: Formula) -> Script:
    """Show an equation in which no other exponentials, logs and roots occur than in these formulas."""
    found = calls(*formulas)
    logs_and_roots = [call for call in found if call.function != "exp"]
    constants = [call for call in logs_and_roots if not variables(call)]
    others = [call for call in logs_and_roots if variables(call)]
    return [
        *(line for call in constants for line in _constant(call)),
        *_alike(others),
        *_exponentials([call for call in found if call.function == "exp"]),
        "equal.",
    ]


def folded(*formulas: Formula) -> Script:
    """Write arguments like those in these formulas, where they differ in form alone."""
    names = {"exp": "as_exp", "log": "as_ln", "sqrt": "as_sqrt"}
    return [f"{names[call.function]} ({term(call.argument)})." for call in calls(*formulas)]


def _constant(call: Call) -> Iterator[str]:
    """Evaluate the root of a square; write the log of a rational as a sum of those of primes."""
    value = rational_value(call.argument)
    if value is None or value <= 0:
        return
    argument = f"({term(call.argument)})"
    if call.function == "sqrt":
        root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
        if root**2 == value:
            shown = f"({term(Number(root))})"
            yield f"try replace ({term(call)}) with {shown} by sqrt_by_square {argument} {shown}."
    elif (product := _factored(value)) is not None and call.argument != product[0]:
        total, whole = product[1:]
        yield f"try replace ({term(call)}) with ({total}) by ln_by_factors {argument} ({whole})."


def rational_value(formula: Formula) -> Fraction | None:
    """The value of a formula without variables, logs and roots; ``None`` for others."""
    found = quotient(formula, "")
    if found is None or found[0].degree() > 0 or found[1].degree() > 0:
        return None
    top, bottom = (Fraction(str(part[0])) for part in found)
    return top / bottom


def _factored(value: Fraction) -> tuple[Formula | None, str, str] | None:
    """A rational that is 1 prime, as that; its log as a sum, and itself as a product, of those of primes."""
    if value == 1:
        return None, "0", "1"
    above, below = ([(int(p), int(k)) for p, k in fmpz(side).factor()] for side in (value.numerator, value.denominator))
    logs = [f"{k} * ln {p}" for p, k in above] + [f"(- {k}) * ln {p}" for p, k in below]
    product = " * ".join(f"{p} ^ {k}" for p, k in above) or "1"
    if below:
        product = f"({product}) * / ({' * '.join(f'{p} ^ {k}' for p, k in below)})"
    prime = number(above[0][0]) if not below and len(above) == 1 and above[0][1] == 1 else None
    return prime, " + ".join(logs), product


def _alike(found: Iterable[Call]) -> Iterator[str]:
    """Write logs, or roots, of arguments that are equal in one way; a root of something positive is positive."""
    first: dict[object, Call] = {}
    for call in found:
        before = first.setdefault((call.function, _key(call.argument)), call)
        if before != call:
            yield f"replace ({term(call)}) with ({term(before)}) by (f_equal; equal)."
        elif call.function == "sqrt":
            yield f"try assert (0 < {term(call)}) by (apply sqrt_lt_R0; assumption)."


def _key(argument: Formula) -> object:
    """The same for arguments that are seen to be equal."""
    names = variables(argument)
    found = quotient(argument, *names) if len(names) == 1 else None
    if found is not None:
        unit = found[1].coeffs()[-1]
        return str(found[0] / unit), str(found[1] / unit)
    whole = expanded(argument)
    return argument if whole is None else frozenset(whole.items())


def _exponentials(found: list[Call]) -> Iterator[str]:
    """Write every exponential as a product of powers of a few, and count these as unknown positive numbers."""
    sums = {call: expanded(call.argument) for call in found}
    shares: dict[Monomial, int] = {}
    for whole in sums.values():
        for monomial, value in (whole or {}).items():
            shares[monomial] = lcm(shares.get(monomial, 1), value.denominator)
    for call, whole in sums.items():
        if whole is None:
            yield f"assert (0 < {term(call)}) by apply exp_pos."
        else:
            yield f"replace ({term(call)}) with ({_powers(whole, shares)}) by exp_by_powers."
    for k, base in enumerate(sorted(_base(monomial, share) for monomial, share in shares.items())):
        yield f"set (Exp{k} := {base}) in *; assert (0 < Exp{k}) by apply exp_pos; clearbody Exp{k}."


def _powers(whole: Sum, shares: dict[Monomial, int]) -> str:
    up: list[str] = []
    down: list[str] = []
    for monomial, value in sorted(whole.items(), key=str):
        exponent = int(value * shares[monomial])
        (up if exponent > 0 else down).append(f"{_base(monomial, shares[monomial])} ^ {abs(exponent)}")
    top = " * ".join(up) or "1"
    return f"{top} / ({' * '.join(down)})" if down else top


def _base(monomial: Monomial, share: int) -> str:
    return f"(exp ({term(over(as_formula(monomial), number(share)))}))"
