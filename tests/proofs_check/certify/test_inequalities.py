"""The finder finds evidence for true inequalities, and for false ones it finds none."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from dpassay.proofs_check.certify.inequalities import certify
from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.statements import Statement, inequality
from tests.proofs_check.kernel.inequality_cases import TRUE, TWINS, found, is_contradicted


def told(statement: Any) -> str:
    return f"{statement['expression']} {statement['relation']} 0 on {statement['interval']}"


@pytest.mark.parametrize("statement", TRUE, ids=told)
def test_true_statements_get_evidence(statement: Statement) -> None:
    assert not is_contradicted(statement)
    evidence = found(statement)
    assert evidence is not None
    check(statement, evidence)


@pytest.mark.parametrize(("true", "false"), TWINS, ids=told)
def test_false_twins_get_none(true: Statement, false: Statement) -> None:
    assert is_contradicted(false)
    assert certify(false) is None
    evidence = found(true)
    assert evidence is not None
    with pytest.raises(Rejected):
        check(false, evidence)


UNDEFINED = [
    inequality("1/x", "x", "[-1, 1]"),
    inequality("1/x**2", "x", "[-1, 1]", ">"),
    inequality("log(x)**2", "x", "[-1, 1]"),
    inequality("(x - 1)**2*log(x)**2", "x", "[0, 2]"),
    inequality("sqrt(x)**2", "x", "[-1, 1]"),
    inequality("1/(1/x)", "x", "[0, 1]"),
    inequality("(1/x)**0", "x", "[-1, 1]", ">"),
    inequality("0*log(x) + 1", "x", "[-1, 1]", ">"),
    inequality("x/x", "x", "[0, 1]", ">"),
    inequality("exp(1/x)", "x", "[-1, 1]", ">"),
    inequality("1/(exp(x) - 1)**2", "x", "[-1, 1]", ">"),
    inequality("1/log(x)**2", "x", "[1/2, 2]", ">"),
]


@pytest.mark.parametrize("statement", UNDEFINED, ids=told)
def test_what_is_undefined_somewhere_gets_none(statement: Statement) -> None:
    assert is_contradicted(statement)
    assert certify(statement) is None


def test_a_foreign_variable_gets_none() -> None:
    assert certify(inequality("x**2 + y**2", "x", "[0, 1]")) is None


def test_the_limit_is_of_the_processors_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", count(step=1_000).__next__)
    assert certify(TRUE[11]) is not None


def test_no_time_no_evidence() -> None:
    assert certify(TRUE[11], seconds=0) is None
