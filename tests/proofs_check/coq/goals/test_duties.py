"""Where formulas are defined: every quotient, log and root has its condition."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.coq.goals.duties import duties
from dpassay.proofs_check.coq.goals.formulas import read
from dpassay.proofs_check.coq.goals.writing import relation


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x/2 + exp(x)**3", []),
        ("x/0", ["0 <> 0"]),
        ("1/x/(1 - y)", ["x <> 0", "1 - y <> 0"]),
        ("log(1/x)", ["x <> 0", "0 < 1 / x"]),
        ("sqrt(x) + sqrt(x)", ["0 < x"]),
        ("x**-1 + y**2", ["x <> 0"]),
        ("log(2) + sqrt(-1)", ["0 < - (1)"]),
        ("(x/y)**-2", ["y <> 0", "x / y <> 0"]),
    ],
)
def test_conditions(text: str, told: list[str]) -> None:
    assert [relation(*duty) for duty in duties(read(text))] == told
