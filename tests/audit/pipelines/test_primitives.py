"""What is said of primitives of one's own."""

from __future__ import annotations

import pytest

from dpassay.audit.pipelines.primitives import read_primitive


def test_a_primitive_is_read() -> None:
    found = read_primitive("package.noise:add kind=discrete-laplace input=value scale=b")
    assert found == {
        "module": "package.noise",
        "name": "add",
        "kind": "discrete laplace",
        "input": "value",
        "scale": "b",
    }
    assert "scale" not in read_primitive("file.py:coin kind=coin input=p")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "^primitive = ''"),
        ("add kind=laplace input=x", "^primitive = 'add"),
        ("a:b kind=laplace", "^primitive = 'a:b kind=laplace'"),
        ("a:b kind=laplace input=x size=3", "^primitive = 'size=3'"),
        ("a:b kind=lapalce input=x", "^kind = 'lapalce': expected one of laplace"),
    ],
)
def test_what_says_too_little_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_primitive(text)
