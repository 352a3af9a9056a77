"""The statements that the kernel decides on, as they stand in certificates."""

from __future__ import annotations

from typing import Any, TypeAlias

Statement: TypeAlias = dict[str, Any]


def identity(left: str, right: str) -> Statement:
    """left = right, wherever both are defined."""
    return {"kind": "identity", "left": left, "right": right}


def sign(expression: str, variable: str, interval: str, relation: str = ">=") -> Statement:
    """A rational function of one variable is positive, or not negative, on an interval."""
    return {
        "kind": "sign",
        "expression": expression,
        "variable": variable,
        "interval": interval,
        "relation": relation,
    }


def nonnegative(expression: str, where: tuple[str, ...] = (), relation: str = ">=") -> Statement:
    """A polynomial is not negative wherever all of ``where`` are not."""
    return {"kind": "nonnegative", "expression": expression, "where": list(where), "relation": relation}


def inequality(expression: str, variable: str, interval: str, relation: str = ">=") -> Statement:
    """A formula with exp, log or sqrt in one variable is positive, or not negative, on an interval."""
    return {
        "kind": "inequality",
        "expression": expression,
        "variable": variable,
        "interval": interval,
        "relation": relation,
    }


def on_box(expression: str, box: dict[str, tuple[str, str]]) -> Statement:
    """A formula is positive everywhere on a closed box."""
    return {"kind": "box", "expression": expression, "box": {name: list(ends) for name, ends in box.items()}}


def exhaustive(told: str, family: str) -> Statement:
    """A property holds for every member of a finite family."""
    return {"kind": "exhaustive", "property": told, "family": family}


def counterexample(told: str) -> Statement:
    """A property fails at an instance that meets its preconditions."""
    return {"kind": "counterexample", "property": told}
