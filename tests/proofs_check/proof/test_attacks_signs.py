"""Attacks on what is evident: the sign of a factor by that of a product or a power, and that a term is an integer."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic
from tests.proofs_check.proof.toys import at_once, claim, model, verdict

REALS = model({"x": "real", "y": "real"})


@pytest.mark.parametrize(
    ("known", "goal", "complaint"),
    [
        ("0 < x*y", "0 < x", "do not add up"),
        ("0 < x*y", "0 < y", "do not add up"),
        ("0 < x**2", "0 < x", "do not add up"),
        ("0 <= x*y", "0 <= x", "do not add up"),
        ("0 < x", "0 < x**2", ""),
        ("0 < x", "0 < x", ""),
    ],
)
def test_a_factor_has_not_the_sign_of_the_product(known: str, goal: str, complaint: str) -> None:
    found = at_once(claim(goal, REALS, where=(known,)))
    assert complaint in found
    assert bool(complaint) == bool(found)


NUMBERED = model(
    {"n": "integer, 1 <= n", "k": "integer, 0 <= k"},
    variables={"t": "integer, 1 <= t, t <= n"},
    quantities={
        "f": Named(index={"t": "integer, 1 <= t, t <= n"}, range="positive"),
        "m": Named(index={"t": "integer, 1 <= t, t <= n"}, range="integer"),
        "w": Named(index={"t": "integer, 1 <= t, t <= n"}, range="positive integer"),
        "P": Named(law=True, space="o"),
        "X": Named(space="o", range="integer"),
    },
    of_any=True,
)


@pytest.mark.parametrize(
    ("term", "is_integer"),
    [
        ("1/n", False),
        ("n/2", False),
        ("sqrt(n)", False),
        ("exp(n)", False),
        ("1/(n + 1)", False),
        ("f(1)", False),
        ("sum(f(t), t, 1, n)", False),
        ("sum(m(t)/n, t, 1, n)", False),
        ("E(X)", False),
        ("sum(m(t), t, 1, n)", True),
        ("n*m(1) + k**2", True),
        ("w(1)", True),
        ("1/w(1)", False),
        ("[m(1) <= n]*n", True),
    ],
)
def test_what_is_no_integer_is_not_1_above_0(term: str, is_integer: bool) -> None:
    statement = claim(f"1 <= {term}", NUMBERED, where=(f"0 < {term}",))
    step = Step("end", statement.formula, apply("integers are 1 apart", "above", A="0", B=term), statement.where)
    above = Step("above", f"0 < {term}", arithmetic(f"0 < {term}"), statement.where)
    found = verdict(statement, above, step)
    assert ("is no integer" in found or "not shown" in found) is not is_integer
    assert bool(found) is not is_integer
