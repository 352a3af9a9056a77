"""The finder of boxes: evidence for what is positive on a box, none for what is not."""

from __future__ import annotations

from itertools import count

import pytest

from dpassay.proofs_check.certify.boxes import certify
from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.statements import Statement, on_box

UNIT = {"x": ("0", "1"), "y": ("0", "1")}

TWINS = [
    (on_box("1/3 + x**2 - x*y + y**2", UNIT), on_box("-1/1000 + x**2 - x*y + y**2", UNIT)),
    (on_box("exp(x*y) - x*y - 99/100", UNIT), on_box("exp(x*y) - x*y - 1", UNIT)),
    (
        on_box("1 + x**2*y**4 + x**4*y**2 - 299/100*x**2*y**2", UNIT),
        on_box("1 - 301/100*x**2*y**2 + x**2*y**4 + x**4*y**2", UNIT),
    ),
    (
        on_box("sqrt(x + y) - log(x + y) - 1/2", {"x": ("1/4", "2"), "y": ("1/4", "2")}),
        on_box("sqrt(x + y) - log(x + y) - 2/3", {"x": ("1/4", "2"), "y": ("1/4", "2")}),
    ),
    (
        on_box("x*y - 1/9", {"x": ("1/2", "1"), "y": ("1/4", "1/4")}),
        on_box("x*y - 1/8", {"x": ("1/2", "1"), "y": ("1/4", "1/4")}),
    ),
]


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_true_and_false(true: Statement, false: Statement) -> None:
    evidence = certify(true)
    assert evidence is not None
    check(true, evidence)
    assert certify(false, seconds=3) is None
    with pytest.raises(Rejected):
        check(false, evidence)


@pytest.mark.parametrize(
    "statement",
    [
        on_box("1/(x - y)**2", UNIT),
        on_box("1 + 0*log(x - 1/3)", UNIT),
        on_box("1 + sqrt(x - 1/3)", UNIT),
        on_box("(1/(x - 1/3))**0", UNIT),
        on_box("1 + z", UNIT),
    ],
)
def test_what_is_undefined_somewhere_gets_none(statement: Statement) -> None:
    assert certify(statement, seconds=1) is None


def test_the_limit_is_of_the_processors_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", count(step=1_000).__next__)
    assert certify(TWINS[0][0]) is not None


def test_no_time_no_evidence() -> None:
    assert certify(TWINS[0][0], seconds=0) is None
