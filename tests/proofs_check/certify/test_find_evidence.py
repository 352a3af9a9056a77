"""The finder of each kind of statement: what it returns has been accepted by the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dpassay.proofs_check import certify
from dpassay.proofs_check.certify import FINDERS, find_evidence
from dpassay.proofs_check.kernel import KINDS, check
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


TRUE = [
    identity("(x + 1)**2", "x**2 + 2*x + 1"),
    sign("x*(1 - x)", "x", "[0, 1]"),
    nonnegative("x*(1 - x)", ("x", "1 - x")),
    inequality("exp(x) - 1 - x", "x", "[0, oo)"),
    on_box("x + y", {"x": ("1", "2"), "y": ("0", "1")}),
    exhaustive("below-9", "up-to-5"),
]
FALSE = [
    identity("(x + 1)**2", "x**2 + x + 1"),
    sign("x*(1 - x)", "x", "[0, 2]"),
    sign("x*(1 - x)", "x", "[0, 1]", ">"),
    nonnegative("x*(1 - x)", ("x",)),
    nonnegative("x", ("x", "-x - 1")),
    inequality("1 + x - exp(x)", "x", "[0, oo)"),
    on_box("x - y", {"x": ("1", "2"), "y": ("0", "1")}),
    exhaustive("below-3", "up-to-5"),
    exhaustive("below-3", "unknown"),
    exhaustive("unknown", "up-to-5"),
]


@pytest.mark.parametrize("statement", TRUE, ids=lambda s: s["kind"])
def test_evidence_for_what_is_true(statement: dict[str, Any]) -> None:
    evidence = find_evidence(statement)
    assert evidence is not None
    check(statement, evidence)


def test_identities_and_signs_need_no_evidence() -> None:
    assert [find_evidence(statement) for statement in TRUE[:2]] == [{}, {}]


@pytest.mark.parametrize("statement", FALSE, ids=str)
def test_none_for_what_is_false(statement: dict[str, Any]) -> None:
    assert find_evidence(statement) is None


def test_every_kind_but_the_counterexample_has_a_finder() -> None:
    assert {*FINDERS, "counterexample"} == set(KINDS)
    assert {statement["kind"] for statement in TRUE} == set(FINDERS)
    assert find_evidence(counterexample("below-3")) is None


@pytest.mark.parametrize("evidence", [{}, {"terms": []}, {"terms": [{"weight": "1", "square": "x"}]}], ids=str)
def test_a_finder_that_is_wrong_finds_nothing(evidence: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(certify.FINDERS, "nonnegative", lambda _: evidence)
    assert find_evidence(nonnegative("x**2 - 1")) is None
