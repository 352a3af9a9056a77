"""Public functions explain a wrong type; what is their own fault stays as it is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact.entrance import explain_failures, explained, fits


def _ours(count: int, scale: float = 1.0) -> float:
    return {}[count] * scale  # type: ignore[no-any-return, index]


def test_an_error_of_our_own_stays_as_it_is() -> None:
    with pytest.raises(KeyError):
        explained(_ours)(3)
    with pytest.raises(ValueError, match="count = 'x': expected int, not str"):
        explained(_ours)("x")


def test_a_function_is_explained_once_and_keeps_its_name() -> None:
    once = explained(_ours)
    assert explained(once) is once
    assert once.__name__ == "_ours"


@pytest.mark.parametrize(
    ("value", "hint", "expected"),
    [
        (1, Fraction, True),
        (True, int, False),
        (1.5, int, False),
        (1, float, True),
        ([1, "x"], list[int], False),
        ((1, 2), tuple[int, ...], True),
        ((1, "x"), tuple[int, str], True),
        ((1,), tuple[int, str], False),
        ({1: "x"}, dict[int, str], True),
        ({1: 2}, dict[int, str], False),
        ("ab", list[str], False),
        (None, int | None, True),
        (b"x", "Fraction | ExpNumber", False),
        (3, "Fraction | ExpNumber", True),
    ],
)
def test_what_fits(value: object, hint: Any, expected: bool) -> None:
    assert fits(value, hint) is expected


def test_explaining_a_module_is_done_by_name() -> None:
    explain_failures(__name__)
    assert not hasattr(_ours, "__wrapped__")  # it is hidden
