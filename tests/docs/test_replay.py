"""What docs/replay.md shows is what the search prints, and its test of pytest passes."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from dpassay.audit.pipelines.search.schemas import read_schema
from tests.cli.harness import run
from tests.docs.test_readme import WIDTH, agrees

PAGE = (Path(__file__).parents[2] / "docs" / "replay.md").read_text()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the page: the first line of each is its name."""
    for text in re.findall(r"^```(?:python|toml)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE):
        (tmp_path / text.partition("\n")[0].removeprefix("# ")).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_commands_print_what_stands_there(folder: Path) -> None:
    blocks = re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 5
    for part in filter(None, re.split(r"^\$ ", "".join(blocks), flags=re.MULTILINE)):
        command, _, expected = part.partition("\n")
        printed = run(*shlex.split(command)[1:], columns=WIDTH).output
        assert agrees(f"{expected.rstrip()}...", printed), printed
        assert not agrees(f"{expected.rstrip()}...", printed.replace("VIOLATION", "FAULT"))


def test_three_lines_are_a_test(folder: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", ".", "test_pipeline.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout
    text = (folder / "test_pipeline.py").read_text()
    (folder / "test_pipeline.py").write_text(text.replace("clipped_mean", "mean"))
    assert "1 failed" in subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def test_the_schema_of_a_session_is_one(folder: Path) -> None:
    assert list(read_schema("session.toml").calls) == ["sum"]
