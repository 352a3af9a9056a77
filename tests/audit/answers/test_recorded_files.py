"""Files of recorded answers: every number is read as it is, and whatever is none is named with its place."""

from __future__ import annotations

import builtins
import io
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit.answers.recorded_files import as_doubles, read_answers


def npy(array: Any) -> bytes:
    content = io.BytesIO()
    np.save(content, np.asarray(array), allow_pickle=True)
    return content.getvalue()


def table(**columns: Any) -> bytes:
    """A .parquet file; without the library the test is left out."""
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'dpassay[parquet]'")
    from pyarrow import parquet

    content = io.BytesIO()
    parquet.write_table(pa.table(columns), content)
    return content.getvalue()


def refused(name: str, content: bytes) -> str:
    """What is said of a file."""
    with pytest.raises(ValueError, match=r"samples_from = .*: expected ") as caught:
        read_answers(name, content)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# Numbers


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_doubles_are_read_back_as_they_are(values: list[float]) -> None:
    """From an array, from decimals and from hexadecimal."""
    for name, content in (
        ("a.npy", npy(values)),
        ("a.csv", "\n".join(map(repr, values)).encode()),
        ("a.csv", "\r\n".join(f"{value:.17g}" for value in [*values, 0.5]).encode()),
        ("a.csv", "\n".join(value.hex() for value in values).encode()),
    ):
        found = read_answers(name, content)[: len(values)]
        assert struct.pack(f"{len(values)}d", *found.tolist()) == struct.pack(f"{len(values)}d", *values)


def test_doubles_of_a_table_are_read_back_as_they_are() -> None:
    values = [0.1, -0.0, 5e-324, 1.7976931348623157e308, 2.0**-30]
    found = read_answers("a.parquet", table(noise=values))
    assert struct.pack("5d", *found.tolist()) == struct.pack("5d", *values)


@pytest.mark.parametrize(
    ("name", "content", "dtype", "values"),
    [
        ("a.npy", npy([1, 2]), "int64", [1, 2]),
        ("a.NPY", npy(np.array([True, False])), "int64", [1, 0]),
        ("a.npy", npy(np.array([1.5], np.float32)), "float64", [1.5]),
        ("a.npy", npy(np.array([2**63 - 1], np.uint64)), "int64", [2**63 - 1]),
        ("a.npy", npy([[1.0, 2.0]]), "float64", [[1.0, 2.0]]),
        ("a.csv", b"1\n-2\n+3\n", "int64", [1, -2, 3]),
        ("a.csv", b"\xef\xbb\xbfnoise\r\n1\r\n\r\n2.0\r\n", "float64", [1.0, 2.0]),
        ("a.csv", b"x, y (m)\n1,2\n3,4", "int64", [[1, 2], [3, 4]]),
        ("a.csv", b'"x"\n"9007199254740993"\n', "int64", [2**53 + 1]),
        ("a.csv", b" 1 , 0x1p-1\n", "float64", [[1.0, 0.5]]),
    ],
)
def test_types_and_shapes(name: str, content: bytes, dtype: str, values: list[Any]) -> None:
    found = read_answers(name, content)
    assert (found.dtype.name, found.tolist()) == (dtype, values)


def test_columns_of_a_table_are_coordinates() -> None:
    found = read_answers("a.parquet", table(x=[1, 2], y=[0.5, 1.5]))
    assert (found.dtype.name, found.tolist()) == ("float64", [[1.0, 0.5], [2.0, 1.5]])
    assert read_answers("a.parquet", table(x=[1, 2])).tolist() == [1, 2]


# What is no number

REFUSED = [
    ("a.txt", b"1\n", "samples_from = 'a.txt': expected a file whose name ends in .npy, .csv, .parquet"),
    ("npy", b"1\n", "samples_from = 'npy': expected a file whose name ends in"),
    ("a.npy", b"1\n", "samples_from = a.npy: expected an array of numbers, as numpy.save writes it"),
    ("a.npy", npy([1, 2])[:-1], "samples_from = a.npy: expected an array of numbers"),
    ("a.npy", b"PK\x03\x04", "samples_from = a.npy: expected an array of numbers"),
    ("a.npy", npy([1] * 9).replace(b"(9,), ", b"(" + b"9" * 18 + b",),"), "samples_from = a.npy: expected an array"),
    ("a.npy", npy(["a"]), "samples_from = a.npy of type <U1: expected integers, or doubles"),
    ("a.npy", npy([None]), "samples_from = a.npy: expected an array of numbers"),
    ("a.npy", npy([1j]), "a.npy of type complex128"),
    ("a.npy", npy(1.0), "samples_from = a.npy of shape (): expected an answer a row, shape (n,) or (n, k)"),
    ("a.npy", npy(np.zeros((2, 0))), "a.npy of shape (2, 0)"),
    ("a.npy", npy([]), "a.npy of shape (0,)"),
    ("a.npy", npy([0.0, np.nan]), "samples_from = a.npy, row 2 = nan: expected a finite number"),
    ("a.npy", npy([[0.0, 1.0], [0.0, -np.inf]]), "samples_from = a.npy, row 2, column 2 = -inf"),
    ("a.npy", npy(np.array([1, 2**63], np.uint64)), "a.npy, row 2 = 9223372036854775808: expected an integer below"),
    ("a.csv", b"", "samples_from = a.csv: expected answers, one a line"),
    ("a.csv", b"noise\n", "samples_from = a.csv: expected answers, one a line"),
    ("a.csv", b"noise\nnoise\n", "samples_from = a.csv: expected answers"),
    ("a.csv", b"nan\n1\n", "samples_from = a.csv, line 1, column 1 = 'nan': expected a finite number"),
    ("a.csv", b"x\n1\n1e999\n", "samples_from = a.csv, line 3, column 1 = '1e999'"),
    ("a.csv", b"1,2\n3,\n", "samples_from = a.csv, line 2, column 2 = '': expected a finite number"),
    ("a.csv", b"1\n1_000\n", "a.csv, line 2, column 1 = '1_000'"),
    ("a.csv", b"1;2\n", "a.csv, line 1, column 1 = '1;2'"),
    ("a.csv", b"1,2\n3\n", "samples_from = a.csv, line 2, of 1 column: expected 2 columns, as before"),
    ("a.csv", b"9223372036854775808\n", "a.csv, line 1, column 1 = 9223372036854775808: expected an integer below"),
    ("a.csv", b"9" * 5000, "a.csv, line 1, column 1 = '999"),
    ("a.csv", b"1\n\xff\n", "samples_from = a.csv, byte 3: expected a text in UTF-8"),
    ("a.csv", b'1\n"2\n', "samples_from = a.csv, line 2: expected numbers with commas between them"),
    ("a.csv", b"1\n9007199254740993\n0.5\n", "a.csv, line 2: 9007199254740993: expected an integer that is a double"),
]


@pytest.mark.parametrize(("name", "content", "message"), REFUSED, ids=[message[15:50] for *_, message in REFUSED])
def test_what_is_no_number_is_named_with_its_place(name: str, content: bytes, message: str) -> None:
    assert message in refused(name, content)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"x": [1.0, None]}, "samples_from = a.parquet, row 2, column 'x', which is empty: expected a number"),
        ({"x": ["a"]}, "a.parquet, column 'x' of type object: expected integers, or doubles"),
        ({"x": [1.0, float("inf")]}, "samples_from = a.parquet, column 'x', row 2 = inf: expected a finite number"),
        ({"x": [0.5], "y": [2**53 + 1]}, "a.parquet, row 1 = 9007199254740993: expected an integer that is a double"),
        ({"x": []}, "a.parquet: expected answers, one a row"),
        ({}, "a.parquet: expected answers, one a row"),
    ],
)
def test_what_is_no_number_in_a_table(columns: dict[str, Any], message: str) -> None:
    assert message in refused("a.parquet", table(**columns))


def test_what_is_no_table() -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'dpassay[parquet]'")
    assert "samples_from = a.parquet: expected a table of numbers" in refused("a.parquet", b"1\n")


def test_without_the_library_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **options: Any) -> Any:
        if name.partition(".")[0] == "pyarrow":
            raise ImportError(name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    message = "samples_from = a.parquet: expected pyarrow to read it: pip install 'dpassay[parquet]'"
    assert refused("a.parquet", b"") == message


@given(st.integers(-(2**63), 2**63 - 1))
def test_integers_become_the_doubles_that_they_are_or_none(value: int) -> None:
    array = np.array([value], np.int64)
    if int(float(value)) == value:
        assert as_doubles("a", array).tolist() == [float(value)]
    else:
        with pytest.raises(ValueError, match="expected an integer that is a double"):
            as_doubles("a", array)
