"""Exponents as whole multiples of few."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.coq.steps.exponents import basis, coordinates
from dpassay.proofs_check.proof.polynomials import Key, added, key, of_atom, scaled


def form(**multiples: Fraction | int) -> Key:
    return key(added(scaled(of_atom("variable", name), c) for name, c in multiples.items()))


def test_independent_exponents_are_kept() -> None:
    given = [form(a=1), form(b=2), form(a=1, b=Fraction(1, 3))]
    assert set(basis(given[:2])) == set(given[:2])
    assert basis([given[0], given[0]]) == [given[0]]
    assert basis([form()]) == []


def test_all_are_whole_multiples_of_a_basis() -> None:
    for given in (
        [form(a=Fraction(1, 2)), form(a=Fraction(1, 3))],
        [form(a=2, b=4), form(a=3), form(b=6)],
        [form(a=1, b=1), form(a=1, b=-1), form(a=1)],
        [form(a=-1), form(a=1)],
    ):
        chosen = basis(given)
        for exponent in given:
            multiples = coordinates(chosen, exponent)
            assert multiples is not None
            total = added(scaled(dict(one), k) for one, k in zip(chosen, multiples, strict=True))
            assert key(total) is exponent


def test_what_is_no_whole_multiple_has_no_coordinates() -> None:
    assert coordinates([form(a=2)], form(a=1)) is None
    assert coordinates([form(a=2)], form(b=2)) is None
    assert coordinates([form(a=2)], form(a=-6)) == [-3]
