"""Statements that the kernel can read are told from those that it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dpassay.proofs_check import well_formed
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    inequality,
    nonnegative,
    on_box,
    sign,
)
from tests.proofs_check import toys


@pytest.fixture(autouse=True)
def _only_toys() -> Iterator[None]:
    with toys.only_toys():
        yield


@pytest.mark.parametrize(
    "statement",
    [
        identity("x", "1/x"),
        sign("x", "x", "[0, oo)", ">"),
        nonnegative("x*y", ("x", "y")),
        inequality("exp(x) - 1 - x", "x", "(-oo, oo)"),
        on_box("x + y", {"x": ("1", "2"), "y": ("0", "1/2")}),
        exhaustive("below-2", "up-to-5"),
        counterexample("below-2"),
    ],
    ids=lambda s: s["kind"],
)
def test_statements_that_can_be_read(statement: dict[str, Any]) -> None:
    assert well_formed.complaint(statement) is None
    for name in statement:
        assert well_formed.complaint({key: value for key, value in statement.items() if key != name}) is not None
    assert well_formed.complaint({**statement, "more": "x"}) is not None


@pytest.mark.parametrize(
    "statement",
    [
        {},
        {"kind": "else"},
        identity("x", "0.5"),
        sign("x", "x", "[1, 0]"),
        sign("x", "x", "[0, 1]", "="),
        nonnegative("x", ("x(",)),
        on_box("x", {"x": ("2", "1")}),
        exhaustive("below-2", "below-2"),
        counterexample("up-to-5"),
    ],
    ids=str,
)
def test_statements_that_cannot_be_read(statement: dict[str, Any]) -> None:
    assert well_formed.complaint(statement) is not None
