"""What is known of a formula's sign, and where it is defined: what holds by hand, and nothing that is false."""

from __future__ import annotations

from typing import Any

import pytest

from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.domain import Sign, defined, sign
from dpassay.proofs_check.kernel.expressions import parse
from dpassay.proofs_check.kernel.interval import Interval
from dpassay.proofs_check.kernel.statements import inequality, on_box

ABOVE, BELOW = Sign(True, False, True), Sign(False, True, True)
AT_LEAST_0, AT_MOST_0, NOT_0 = Sign(True, False, False), Sign(False, True, False), Sign(False, False, True)
ZERO, UNKNOWN = Sign(True, True, False), Sign(False, False, False)


SIGNS = [
    ("x", "(0, oo)", ABOVE),
    ("x", "[0, 1]", AT_LEAST_0),
    ("x", "(-oo, 0)", BELOW),
    ("x", "[-1, 1]", UNKNOWN),
    ("-x", "[0, 1)", AT_MOST_0),
    ("0*x", "[0, 1]", ZERO),
    ("x/(1 + x**2)", "(0, 1]", ABOVE),
    ("exp(-1)", "[0, 1]", ABOVE),
    ("exp(-1) - 1", "[0, 1]", BELOW),
    ("log(2) - 1/2", "[0, 1]", ABOVE),
    ("log(2) - 7/10", "[0, 1]", BELOW),
    ("exp(0) - 1", "[0, 1]", ZERO),
    ("sqrt(4) - 2", "[0, 1]", ZERO),
    ("exp(x)", "(-oo, oo)", ABOVE),
    ("sqrt(x)", "(0, 1)", ABOVE),
    ("exp(x) - 1", "(0, 1]", ABOVE),
    ("exp(x) - 1", "[0, 1]", AT_LEAST_0),
    ("exp(x) - 1", "[-1, 0)", BELOW),
    ("1 - exp(x)", "(0, 1]", BELOW),
    ("1 - exp(-x)", "(0, 1]", ABOVE),
    ("exp(x) + x", "[0, 1]", ABOVE),
    ("exp(x) - 2", "[0, 1]", UNKNOWN),
    ("-exp(x) - x", "[0, 1]", BELOW),
    ("exp(x) - exp(2*x)", "[0, 1]", UNKNOWN),
    ("x*exp(x)", "[0, 1]", AT_LEAST_0),
    ("x*exp(x)", "[-1, 0)", BELOW),
    ("-exp(x)*(exp(x) - 1)", "(0, 1]", BELOW),
    ("(-exp(x))*(-exp(2*x))", "[0, 1]", ABOVE),
    ("(exp(x) - 2)**2", "[0, 1]", AT_LEAST_0),
    ("(1 - exp(x))**2", "(0, 1]", ABOVE),
    ("(1 - exp(x))**3", "(0, 1]", BELOW),
    ("(exp(x) - 2)**0", "[0, 1]", ABOVE),
    ("log(1 + x)", "(0, 1]", ABOVE),
    ("log(1 + x)", "[0, 1]", AT_LEAST_0),
    ("log(x)", "(0, 1)", BELOW),
    ("log(x)", "(0, 2)", UNKNOWN),
]


@pytest.mark.parametrize(("text", "interval", "known"), SIGNS)
def test_signs(text: str, interval: str, known: Sign) -> None:
    assert sign(parse(text), "x", Interval.read(interval)) == known


def test_what_is_known_says_whether_all_values_are_above_0() -> None:
    assert [known.positive for known in (ABOVE, BELOW, AT_LEAST_0, NOT_0, ZERO)] == [True, False, False, False, False]


DOMAINS = [
    ("3", "[0, 1]", True),
    ("x", "[0, 1]", True),
    ("y", "[0, 1]", False),
    ("1/x", "(0, 1]", True),
    ("1/x", "[0, 1]", False),
    ("1/x", "[-1, 1]", False),
    ("1/x", "[-1, 0)", True),
    ("x**2", "[-1, 1]", True),
    ("log(x)", "(0, 1]", True),
    ("log(x)", "[0, 1]", False),
    ("log(x)", "[-1, 0)", False),
    ("sqrt(x)", "[0, 1]", False),
    ("exp(1/x)", "[0, 1]", False),
    ("1 + log(x)", "[0, 1]", False),
    ("log(x) + 1", "[0, 1]", False),
    ("x*log(x)", "[0, 1]", False),
    ("log(x)*x", "[0, 1]", False),
    ("log(x)**2", "[0, 1]", False),
    ("log(log(x))", "[2, 3]", True),
    ("log(log(x))", "[1, 2]", False),
    ("1/log(x)", "(0, 1)", True),
]


@pytest.mark.parametrize(("text", "interval", "expected"), DOMAINS)
def test_where_a_formula_is_defined(text: str, interval: str, expected: bool) -> None:
    assert defined(parse(text), "x", Interval.read(interval)) is expected


def test_a_certificate_that_is_too_deep_is_rejected() -> None:
    """An inequality whose tree is its own branch, and a box whose tree is deeper than Python can follow."""
    endless: dict[str, object] = {"by": "interior"}
    endless["node"] = endless
    with pytest.raises(Rejected, match="nested too deeply"):
        check(inequality("x", "x", "(0, 1]"), endless)
    deep: Any = []
    for k in range(2_000, 0, -1):
        deep = {"split": "x", "at": f"1/{2**k}", "low": deep, "high": []}
    with pytest.raises(Rejected, match="nested too deeply"):
        check(on_box("x + 1", {"x": ("0", "1")}), deep)
