"""A claim alone is read as the user gives it, and what is none is refused in one line."""

from __future__ import annotations

import json
from fractions import Fraction
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.request import Json
from dpassay.audit.held_to.alone import ClaimAlone, read_claim
from dpassay.audit.held_to.inputs import read_data, read_data_text


def read(text: str) -> Any:
    return json.loads(read_data_text(text, "data").text)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("3", 3),
        ("-0.5", -0.5),
        ("null", None),
        ('"abc"', "abc"),
        ('[1, [null, "a"], {"k": 2}]', [1, [None, "a"], {"k": 2}]),
        ("0,1,1", [0, 1, 1]),
        ("true", True),
    ],
)
def test_data_of_any_kind(text: str, data: Any) -> None:
    assert read(text) == data


def test_files(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"rows": [1, 2]}')
    (tmp_path / "a.csv").write_text('name,age\nann,31\n"bob, jr",\ncid,2.5\n')
    np.save(tmp_path / "a.npy", np.array([[1, 2], [3, 4]]))
    assert read(f"{tmp_path}/a.json") == {"rows": [1, 2]}
    assert read(f"{tmp_path}/a.csv") == [["name", "age"], ["ann", 31], ["bob, jr", None], ["cid", 2.5]]
    assert read(f"{tmp_path}/a.npy") == [[1, 2], [3, 4]]


@pytest.mark.parametrize("text", ["abc", "", "NaN", "[1, Infinity]", "1e999", "[1", "missing.json"])
def test_what_is_no_data_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^data = .*expected") as caught:
        read_data_text(text, "data")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "content"), [("a.json", "{"), ("a.npy", "no array"), ("a.csv", "a\0b\xff")])
def test_a_damaged_file_is_refused(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_bytes(content.encode("latin-1"))
    with pytest.raises(ValueError, match=rf"^neighbor = .*{name}: expected") as caught:
        read_data_text(f"{tmp_path}/{name}", "neighbor")
    assert "\n" not in str(caught.value)


def test_data_of_python() -> None:
    assert json.loads(read_data((1, np.float64(2.5), np.array([3]), None), "data").text) == [1, 2.5, [3], None]
    for wrong in (object(), float("nan"), {1: 2}.keys(), Fraction(1, 2)):
        with pytest.raises(ValueError, match=r"^data = .*expected numbers, texts"):
            read_data(wrong, "data")


def test_claims_are_exact() -> None:
    assert read_claim("1/3") == (Fraction(1, 3), Fraction(0))
    assert read_claim("0.1", "1e-6") == (Fraction(1, 10), Fraction(1, 10**6))
    assert read_claim(0.1, 0) == (Fraction(1, 10), Fraction(0))


@pytest.mark.parametrize(
    "given", [("-1", None), ("701", None), ("one", None), ("1", "1"), ("1", "-0.1"), ("nan", None)]
)
def test_wrong_claims_are_refused(given: tuple[str, str | None]) -> None:
    with pytest.raises(ValueError, match=r"^(epsilon|delta) = .*expected a number"):
        read_claim(*given)


def test_doubles_err_on_the_side_of_the_target() -> None:
    claim = ClaimAlone("a:b", {}, (Json("0"), Json("1")), Fraction(1, 3), Fraction(1, 10**9 + 7))
    assert Fraction(claim.delta_above) >= claim.delta
    assert exp(1 / 3) < claim.exp_eps_above < exp(1 / 3) * (1 + 1e-14)


def test_equal_inputs_are_refused() -> None:
    with pytest.raises(ValueError, match="two inputs that differ"):
        ClaimAlone("a:b", {}, (Json("[1]"), Json("[1]")), Fraction(1), Fraction(0))
