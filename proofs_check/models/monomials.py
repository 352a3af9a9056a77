"""Monomials in n variables, counted one by one, and the binomial coefficients that are told of them.

``mono(j)`` is the number of monomials of degree at most j, ``B(j)`` the binomial coefficient of n + j over j.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Polynomials:
    """The number of variables, and the largest degree."""

    variables: int
    degree: int

    def __post_init__(self) -> None:
        if self.variables < 1:
            raise ValueError(f"variables = {self.variables}: expected at least one")
        if self.degree < 0:
            raise ValueError(f"degree = {self.degree}: expected at least 0")


def monomials(variables: int, degree: int) -> int:
    """The number of monomials of degree at most so much: products of that many of 1 and the variables, in order."""
    return len(set(combinations_with_replacement(range(variables + 1), degree)))


def polynomials() -> Iterator[Polynomials]:
    """One variable and more, constants and more."""
    for variables, degree in ((1, 0), (1, 1), (1, 4), (2, 2), (3, 1), (3, 3), (6, 2)):
        yield Polynomials(variables, degree)


DEGREE: Final = {"j": "integer, 0 <= j"}
POLYNOMIALS: Final = Model(
    "monomials",
    parameters={"n": "integer, 1 <= n", "d": "integer, 0 <= d"},
    variables=DEGREE,
    quantities={
        "mono": Named(lambda at, j: Fraction(monomials(at.variables, int(j))), DEGREE, range="positive integer"),
        "B": Named(lambda at, j: Fraction(comb(at.variables + int(j), int(j))), DEGREE, range="positive integer"),
    },
    facts={
        "nothing is chosen": "B(0) = 1",
        "one degree more": "(j + 1)*B(j + 1) = (n + j + 1)*B(j)",
    },
    settings=polynomials,
    read=lambda at: {"n": Fraction(at.variables), "d": Fraction(at.degree)},
)


def first(v: int, j: int) -> Fraction:
    """The monomials in v variables, of which there may be none."""
    return Fraction(monomials(int(v), int(j)))


def binomial(v: int, j: int) -> Fraction:
    """Of v + j over j."""
    return Fraction(comb(int(v) + int(j), int(j)))


VARIABLES: Final = "integer, 0 <= v, v <= n"
BOTH: Final = {"v": VARIABLES, **DEGREE}
NARROWED: Final = POLYNOMIALS.narrowed(
    "monomials in the first variables",
    {
        "no variable": "of(0, j) = 1",
        "no degree": "of(v, 0) = 1",
        "without the last variable, and divided by it": "of(w + 1, j + 1) = of(w, j + 1) + of(w + 1, j)",
        "all variables": "mono(j) = of(n, j)",
        "nothing of any": "bin(v, 0) = 1",
        "one more is chosen": "(j + 1)*bin(v, j + 1) = (v + j + 1)*bin(v, j)",
        "one more to choose from": "(w + 1)*bin(w + 1, j) = (w + 1 + j)*bin(w, j)",
        "of all": "B(j) = bin(n, j)",
        "distance": "gap(v, j)**2 = (of(v, j) - bin(v, j))**2",
    },
    polynomials,
    {
        "of": Named(lambda _, v, j: first(v, j), BOTH, range="positive integer"),
        "bin": Named(lambda _, v, j: binomial(v, j), BOTH, range="positive integer"),
        "gap": Named(lambda _, v, j: abs(first(v, j) - binomial(v, j)), BOTH, range="at least 0"),
    },
)
FIRST: Final = replace(NARROWED, variables={**NARROWED.variables, "v": VARIABLES, "w": "integer, 0 <= w, w <= n - 1"})
"""``of(v, j)`` is the number of monomials in the first v variables, of degree at most j, and ``bin(v, j)`` the binomial
coefficient of v + j over j; ``gap`` is their distance."""
