"""A claim that fails for every constant, and models of two numbers on which it is tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.statements import Model, Statement

SETTINGS = ({"n": Fraction(3), "b": Fraction(2)}, {"n": Fraction(9), "b": Fraction(1)})
MODEL = Model(
    "two numbers",
    {"n": "integer, 1 <= n", "b": "real, 0 < b"},
    settings=lambda: SETTINGS,
    read=lambda setting: setting,
)
CONSTANT = {"c": "real, 0 < c"}
CLAIM = Statement("n b is bounded", MODEL, "n*b <= c", ("b <= 3",), CONSTANT)
THEOREM = Statement("n b is not bounded", MODEL, "c < n*b", ("2*c <= n", "1 <= b", "b <= 2"), CONSTANT)
FAMILY = NoConstant("c", THEOREM.id, "n", {"b": "1 + 1/(n*c + 1)"})


def narrow(**parameters: str) -> Model:
    return replace(MODEL, parameters={**MODEL.parameters, **parameters})


def made(parameters: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
    return parameters


def narrower(fact: str, make: Any = made) -> Model:
    """Of which the fact is known."""
    return MODEL.narrowed("fewer of two numbers", {"known": fact}, lambda: SETTINGS, made=make)


ALL_1 = replace(FAMILY, others={"b": "1"})
NAMED = {"q": Named(lambda setting: setting["n"], range="at least 0")}
