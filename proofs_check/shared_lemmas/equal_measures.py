"""Where two measures have the same logarithms, normalized they give an event the same probability."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside

MODEL: Final = {"i": "integer, 1 <= i, i <= d"}


def _mass(name: str) -> str:
    """Of all models."""
    return f"sum(exp({name}(j)), j, 1, d)"


def _part(name: str) -> str:
    """Of the models of the event."""
    return f"sum(e(j)*exp({name}(j)), j, 1, d)"


theorem(
    "equal measures",
    anything(
        "two measures and an event",
        {"d": "integer, 1 <= d", "p": "real", "q": "real"},
        {"v": Named(index=MODEL), "w": Named(index=MODEL), "e": Named(index=MODEL)},
        (
            {
                "d": Fraction(2),
                "p": Fraction(1, 2),
                "q": Fraction(1, 2),
                "v": lambda _: Fraction(3),
                "w": lambda _: Fraction(3),
                "e": lambda i: Fraction(i - 1),
            },
        ),
        MODEL,
    ),
    "p = q",
    Step(
        "one of them",
        f"exp(v(1)) <= {_mass('v')}",
        apply("a term of a sum", f="j: exp(v(j))", low="1", k="1", high="d"),
    ),
    Step(
        "all",
        "p = q",
        arithmetic(
            (f"1/{_mass('v')}", "law"),
            (f"-1/{_mass('v')}", "other law"),
            (f"1/{_mass('v')}", inside("sum(e(i)*exp(_), i, 1, d)", "alike")),
            (f"-q/{_mass('v')}", inside("sum(exp(_), i, 1, d)", "alike")),
        ),
        defined=("one of them",),
    ),
    given={
        "law": Given(f"p*{_mass('v')} = {_part('v')}"),
        "other law": Given(f"q*{_mass('w')} = {_part('w')}"),
        "alike": Given("v(i) = w(i)"),
    },
)
