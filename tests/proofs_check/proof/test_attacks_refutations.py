"""Attacks on refutations: instances that are not legal, and statements that have no meaning there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import REFUTATIONS, Refutation
from dpassay.proofs_check.proof.statements import Given, Model, Statement
from dpassay.proofs_check.proof.verdict import Graph, refute

HALF = Fraction(1, 2)
TO_N = {"t": "integer, 1 <= t, t <= n"}
HERE = Model(
    "a whole number",
    {"n": "integer, 1 <= n"},
    {**TO_N, "x": "real, x <= n"},
    {
        "q": Named(lambda n: n),
        "u": Named(lambda _, t: t - 5, TO_N),
        "P": Named(lambda _: {0: HALF, 1: HALF}, law=True, space="coin"),
        "X": Named(lambda _, coin: coin, space="coin"),
    },
    {"q": "q = n"},
    settings=lambda: (1, 2),
    read=lambda n: {"n": Fraction(n)},
    outcomes={"coin": lambda _: (0, 1)},
)


def told(formula: str, model: Model = HERE, *, setting: Any = 2, where: tuple[str, ...] = (), **values: Any) -> str:
    """Return "" where the statement is refuted, and else the complaint."""
    try:
        refute(Refutation(Statement("told", model, formula, where), setting, values))
    except Rejected as rejection:
        return str(rejection)
    return ""


def test_what_is_false_is_refuted() -> None:
    assert not told("q <= 1")
    assert not told("x*t <= 1", t=2, x=Fraction(3, 2))
    assert not told("X <= 0", **{"@coin": 1})
    assert not told("1/u(n - 1) <= -1", where=("2 <= n",))  # -1/4: defined there, though not everywhere
    assert "does not fail there" in told("q <= n")
    assert "does not meet" in told("q <= 1", where=("n <= 1",))


@pytest.mark.parametrize(
    ("formula", "changes", "complaint"),
    [
        ("q = n", {"n": 7}, "not so for n"),  # q is that of the setting
        ("q <= 1", {"y": 3}, "not so for y"),
        ("x <= 1", {}, "not so for x"),
        ("(t - 1)*(t - 2) >= 0", {"t": Fraction(3, 2)}, "t = 3/2 is no integer"),
        ("2 <= t", {"t": True}, "t = True is no integer"),
        ("2 <= t", {"t": "1"}, "t = 1 is no integer"),
        ("1 <= x", {"x": False}, "x = False is no real"),
        ("1 <= x", {"x": 0.5}, "x = 0.5 is no real"),
        ("x <= 2", {"x": 3}, "does not meet"),
        ("t <= 2", {"t": 3}, "does not meet"),
        ("X <= 1", {"@coin": 2}, "@coin = 2 is no @coin"),
        ("n <= q - 1", {"setting": 0}, "does not meet"),
        ("1 <= q/2", {"setting": True}, "is no setting"),
        ("2*q <= 2", {"setting": Fraction(3, 2)}, "is no setting"),
        ("0 <= u(n + 1)", {}, "not shown: (n + 1) <= n"),
        ("0 <= u(n/3)", {}, "not shown: n/(3) is an integer"),
        ("0 <= sum(u(t), t, 0, 1)", {}, "not shown: 1 <= index"),
        ("0 <= 1", {"where": ("u(n + 1) <= 0",)}, "not shown: (n + 1) <= n"),
    ],
)
def test_no_instance_is_illegal(formula: str, changes: Mapping[str, Any], complaint: str) -> None:
    assert complaint in told(formula, **changes)


def test_a_setting_that_reads_no_integer_is_none() -> None:
    halves = replace(HERE, read=lambda n: {"n": Fraction(n) - HALF}, parameters={"n": "integer, 0 <= n"})
    assert "n = 3/2 is no integer" in told("q <= 1", halves)
    more = replace(HERE, read=lambda n: {"n": Fraction(n), "t": Fraction(1)})
    assert "the setting fixes n, t" in told("q <= t", more)


def test_a_hypothesis_is_not_forgotten() -> None:
    statement = Statement("told", HERE, "q <= 1", given={"small": Given("q <= 1")})
    with pytest.raises(Rejected, match="hypothesis"):
        refute(Refutation(statement, 2))


def test_a_lemma_on_anything_is_not_refuted_by_functions_of_any_kind() -> None:
    assert "on anything" in told("q <= 1", replace(HERE, of_any=True))


def test_what_is_not_shown_to_be_independent_is_not_shown_to_depend() -> None:
    """Two constants are, though the two entries of the outcome are equal."""
    equal = replace(
        HERE,
        quantities={
            "P": Named(lambda _: {(0, 0): HALF, (1, 1): HALF}, law=True, space="coin"),
            "c": Named(lambda *_: 1, {"t": "integer, 1 <= t, t <= 2"}, "coin"),
        },
        outcomes={"coin": lambda _: ((0, 0), (1, 1))},
    )
    assert "never refuted" in told("independent(c(t), t, 1, 2)", equal)


@pytest.mark.parametrize(
    ("quantities", "complaint"),
    [
        ({"q": Named(lambda n: n + 1)}, "'q' is false"),
        ({"P": Named(lambda _: {0: HALF, 1: Fraction(1)}, law=True, space="coin")}, "do not add up to 1"),
    ],
)
def test_the_model_of_a_refutation_is_tested(
    quantities: Mapping[str, Named], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def verdict(model: Model) -> str:
        monkeypatch.setitem(REFUTATIONS, "told", Refutation(Statement("told", model, "q + E(X) <= 1"), 2))
        return Graph(lambda _: None).verdict("told")

    assert verdict(HERE) == "refuted"
    with pytest.raises(Rejected, match=complaint):
        verdict(replace(HERE, quantities={**HERE.quantities, **quantities}))
