"""Normal forms written as formulas again, which read back as what they were."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dpassay.proofs_check.proof.names import Names
from dpassay.proofs_check.proof.polynomials import Atom, Form, Key, Monomial, key, of_atom
from dpassay.proofs_check.proof.terms import OUTCOME


def text_of(form: Form, names: Names) -> str:
    """Write a form; whoever needs it to be right reads it again and compares."""
    return _Writer(names, {}).form(form)


class _Writer:
    """Writes forms below some binders; ``bound`` says how their variables are written."""

    def __init__(self, names: Names, bound: Mapping[str, str], space: str = "") -> None:
        self.names = names
        self.bound = bound
        self.space = space
        """The space of the innermost expectation; an outcome of it that is free there is one that is given."""

    def form(self, form: Form) -> str:
        """Write a sum."""
        parts = [self.part(monomial, coefficient) for monomial, coefficient in form.items()]
        return " + ".join(parts).replace(" + -", " - ") or "0"

    def part(self, monomial: Monomial, coefficient: Fraction) -> str:
        """Write a monomial with its coefficient: what has negative powers stands below a line."""
        factors, exponent = monomial
        above = [self.power(atom, power) for atom, power in factors if power > 0 and atom[0] != "reciprocal"]
        above += [f"exp({self.form(dict(exponent))})"] if exponent else []
        below = [self.power(atom, -power) for atom, power in factors if power < 0]
        below += [_raised(f"({self.form(dict(a[1]))})", power) for a, power in factors if a[0] == "reciprocal"]
        size = abs(coefficient)
        if below and size.denominator > 1:
            below, size = [str(size.denominator), *below], Fraction(size.numerator)
        shown = "*".join(above if above and size == 1 else [str(size), *above])
        under = f"({'*'.join(below)})" if len(below) > 1 else "".join(below)
        return ("-" if coefficient < 0 else "") + shown + (f"/{under}" if under else "")

    def power(self, atom: Atom, power: int) -> str:
        """Write a positive power of an atom."""
        return _raised(self.atom(atom), power)

    def atom(self, atom: Atom) -> str:
        """Write an atom."""
        match atom:
            case ("variable", name):
                return self.bound.get(name, name)
            case ("quantity", name, arguments, outcome):
                return self.quantity(name, arguments, outcome)
            case ("indicator", operator, key):
                return f"[0 {operator} {self.form(dict(key))}]"
            case ("mean", law, name, inside):
                space = str(self.names.law_of(law[1]).space)
                inner = _Writer(self.names, {**self.bound, name: ""}, space)
                return f"E({inner.part(inside, Fraction(1))}, {self.atom(law)})"
            case ("total", low, high, name, inside):
                index = self.fresh()
                body = _Writer(self.names, {**self.bound, name: index}, self.space).part(inside, Fraction(1))
                return f"sum({body}, {index}, {self.form(dict(low))}, {self.form(dict(high))})"
        function, key = atom
        return f"{function}({self.form(dict(key))})"

    def quantity(self, name: str, arguments: tuple[Key, ...], outcome: Key | None) -> str:
        """Write a quantity at its arguments."""
        indices = ", ".join(self.form(dict(argument)) for argument in arguments)
        plain = f"{name}({indices})" if arguments else name
        return f"given({plain})" if outcome == key(of_atom("variable", OUTCOME + self.space)) else plain

    def fresh(self) -> str:
        """A name that means nothing else."""
        taken = {*self.names.variables, *self.names.quantities, *self.names.abbreviations, *self.bound.values()}
        return next(f"i{number}" for number in range(1, len(taken) + 2) if f"i{number}" not in taken)


def _raised(text: str, power: int) -> str:
    return text if power == 1 else f"{text}**{power}"
