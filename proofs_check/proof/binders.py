"""Bound variables of normal forms: what mentions them, and the names that they have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dpassay.proofs_check.kernel.expressions import Variable
from dpassay.proofs_check.kernel.rejected import insist
from dpassay.proofs_check.proof.polynomials import Atom, Form, Key, Monomial, key


def split(monomial: Monomial, stays: Callable[[Any], bool]) -> tuple[Monomial, Monomial]:
    """Divide a monomial into what can stand outside of a binder and what has to stay."""
    factors, exponent = monomial
    inner = tuple(part for part in exponent if stays(part))
    return (
        (tuple(part for part in factors if not stays(part)), Key(part for part in exponent if part not in inner)),
        (tuple(part for part in factors if stays(part)), Key(inner)),
    )


def mentions(part: Any, name: str) -> bool:
    """Tell whether a variable stands in a part of a form."""
    return part == ("variable", name) or (isinstance(part, tuple) and any(mentions(inner, name) for inner in part))


def named(inside: Monomial, variable: Variable) -> tuple[str, Monomial]:
    """Give the bound variable its name: the number of binders inside."""
    name = f"#{_height(inside)}"
    return name, renamed_monomial(inside, variable.name, name)


def _height(part: Any) -> int:
    if not isinstance(part, tuple):
        return 0
    return max(map(_height, part), default=0) + bool(part and part[0] in {"mean", "total"})


def renamed_form(form: Form, old: str, new: str) -> Form:
    """Give a variable another name, which none of a form has."""
    renamed = {renamed_monomial(monomial, old, new): coefficient for monomial, coefficient in form.items()}
    insist(len(renamed) == len(form), "two monomials became one")
    return renamed


def renamed_monomial(monomial: Monomial, old: str, new: str) -> Monomial:
    """Give a variable another name, which none of a monomial has."""
    factors, exponent = monomial
    renamed = ((_renamed(atom, old, new), power) for atom, power in factors)
    return tuple(sorted(renamed, key=repr)), key(renamed_form(dict(exponent), old, new))


def _renamed(atom: Atom, old: str, new: str) -> Atom:
    def form(inner: Key) -> Key:
        return key(renamed_form(dict(inner), old, new))

    match atom:
        case ("variable", name):
            return ("variable", new if name == old else name)
        case ("quantity", name, arguments, outcome):
            return ("quantity", name, tuple(map(form, arguments)), None if outcome is None else form(outcome))
        case ("mean", law, name, monomial):
            return ("mean", _renamed(law, old, new), name, renamed_monomial(monomial, old, new))
        case ("total", low, high, name, monomial):
            return ("total", form(low), form(high), name, renamed_monomial(monomial, old, new))
        case ("indicator", operator, inner):
            return ("indicator", operator, form(inner))
    function, inner = atom
    return (function, form(inner))
