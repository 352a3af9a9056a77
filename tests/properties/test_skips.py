"""Skip files: what a line says, which checks it fits, and what is told of one that fits none."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpassay.properties.skips import Skip, read_skips, reason_of, stale

LINES = """
# ours
laplace::law: under repair: soon

hygiene::laplace::dtype : floats are lists here
test_noise::laplace::shape: one at a time
test_noise::privacy::laplace::guarantee: too slow
"""


@pytest.fixture
def skips(tmp_path: Path) -> tuple[Skip, ...]:
    (tmp_path / "skips.txt").write_text(LINES)
    return read_skips(tmp_path / "skips.txt")


def test_lines_are_read(skips: tuple[Skip, ...]) -> None:
    assert skips == (
        Skip("laplace::law", "", "under repair: soon"),
        Skip("laplace::dtype", "", "floats are lists here"),
        Skip("laplace::shape", "test_noise", "one at a time"),
        Skip("laplace::guarantee", "test_noise", "too slow"),
    )


def test_a_line_with_a_test_is_for_that_test_alone(skips: tuple[Skip, ...]) -> None:
    assert reason_of(skips, "laplace::law", "test_any") == "under repair: soon"
    assert reason_of(skips, "laplace::shape", "test_noise") == "one at a time"
    assert reason_of(skips, "laplace::shape", "test_other") is None
    assert reason_of(skips, "laplace::size_one", "test_noise") is None


def test_what_fits_no_check_is_stale(skips: tuple[Skip, ...]) -> None:
    known = [("test_noise", f"laplace::{check}") for check in ("law", "dtype", "shape")]
    (told,) = stale(skips, known)
    assert told.startswith("skip file: 'test_noise::laplace::guarantee' is no check of this session")
    assert stale((Skip("laplace::shap", "", "gone"),), known)[0].endswith("(did you mean 'laplace::shape'?)")
    assert len(stale(skips, [("test_other", check) for _, check in known])) == 2
    assert stale((), known) == []


@pytest.mark.parametrize(
    "line", ["laplace::law", "laplace::law:", "law: because", "laplace law", "::law: because", "a::b::c::d: because"]
)
def test_lines_that_are_none(tmp_path: Path, line: str) -> None:
    (tmp_path / "skips.txt").write_text(line)
    with pytest.raises(ValueError, match="expected 'mechanism::check: reason'"):
        read_skips(tmp_path / "skips.txt")


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^skip-file = .*No such file"):
        read_skips(tmp_path / "none.txt")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="expected UTF-8"):
        read_skips(tmp_path / "bytes.txt")
