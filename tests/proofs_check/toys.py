"""Claims that decide themselves at once, for the tests of what is done with claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from itertools import count
from typing import Any, Final

from dpassay.proofs_check.claim import CLAIMS, Case, Claim, Goal, Guide, Hunt, Twin
from dpassay.proofs_check.kernel.finite import FAMILIES, PROPERTIES, Family, Property, register
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, identity, nonnegative, sign
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS
from dpassay.proofs_check.sources import LECTURE_NOTES

SPACES: Final = count(1)
"""Blanks to end a text of evidence with: each text has a graph of its own, which is kept as long as the process."""


@contextmanager
def empty_registers() -> Iterator[None]:
    """Take all claims, proofs, properties and families away, and give them back in the end."""
    registers: tuple[dict[str, Any], ...] = (CLAIMS, PROPERTIES, FAMILIES, THEOREMS, REFUTATIONS)
    saved = [dict(known) for known in registers]
    for known in registers:
        known.clear()
    try:
        yield
    finally:
        for known, before in zip(registers, saved, strict=True):
            known.clear()
            known.update(before)


@contextmanager
def only_toys() -> Iterator[None]:
    """Put the toys in the place of all claims, properties and families."""
    with empty_registers():
        register_toys()
        yield


def register_toys() -> None:
    """Register the properties and families of the toys."""
    register(Property("below-3", "n < 3", lambda i: i["n"] >= 0, lambda i: i["n"] < 3))
    register(Property("below-9", "n < 9", lambda i: i["n"] >= 0, lambda i: i["n"] < 9))
    register(Property("below-2", "n < 2", lambda i: i["n"] >= 0, lambda i: i["n"] < 2))
    register(Property("other-shape", "m < 9", lambda i: i["m"] >= 0, lambda i: i["m"] < 9))
    register(Family("up-to-2", "0, 1, 2", lambda: ({"n": n} for n in range(3))))
    register(Family("up-to-5", "0, ..., 5", lambda: ({"n": n} for n in range(6))))


def up_to_5() -> Iterator[dict[str, int]]:
    """The instances of a hunt."""
    return ({"n": n} for n in range(6))


SQUARE = Goal("a square", nonnegative("x**2 - 2*x + 1"))
PRODUCT = Goal("a product", nonnegative("x*(1 - x)", ("x", "1 - x")))
BINOMIAL = Goal("the binomial formula", identity("(x + 1)**2", "x**2 + 2*x + 1"))
PARABOLA = Goal("a parabola", sign("x*(1 - x)", "x", "[0, 1]"))
SMALL = Goal("up to 2", exhaustive("below-3", "up-to-2"))
LARGE = Goal("not up to 5", counterexample("below-3"), Hunt("below-3", up_to_5))
WRONG = Goal("false", identity("x", "x + 1"))

NO_SQUARE = Twin("less than a square", nonnegative("x**2 - 2*x"))
NO_PRODUCT = Twin("without 1 - x", nonnegative("x*(1 - x)", ("x",)))
NO_BINOMIAL = Twin("another formula", identity("(x + 1)**2", "x**2 + x + 1"))
NO_FAMILY = Twin("all up to 2 below 2", exhaustive("below-2", "up-to-2"))
NO_INSTANCE = Twin("some is at least 9", counterexample("below-9"))

PROVED = Case("by squares", proof=(SQUARE, PRODUCT), twins=(NO_SQUARE,))
REFUTED = Case("at 3", counterexample=LARGE, twins=(NO_INSTANCE,))
CONFIRMED = Case("all three", checks=(SMALL,), twins=(NO_FAMILY,))
REPAIRED = Case("otherwise", proof=(SQUARE,), broken_steps=(LARGE,), twins=(NO_SQUARE,))
EXPLICIT = Case("with the constant 1", proof=(SQUARE,), twins=(NO_SQUARE,), explicit=True)
OPEN = Case("unknown")


def toy(case: Case, id: str = "LEC-01", **changes: Any) -> Claim:  # noqa: A002  # the name that it has everywhere
    """Make a claim of a case."""
    return Claim(id, LECTURE_NOTES, "nowhere", "x", "a toy", lambda: case, **changes)


def guide_to(n: float) -> Guide:
    """A guide to a number between 0 and 20."""

    def margin(values: Mapping[str, float]) -> float:
        return abs(values["n"] - n) - 1

    def instance(values: Mapping[str, Fraction]) -> dict[str, int] | None:
        return {"n": int(values["n"])} if values["n"].denominator == 1 else None

    return Guide({"n": (0.0, 20.0)}, margin, instance)
