"""What docs/protocol.md shows is what an audit writes to a program, and what the program answers."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.harness import run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text()


def block(kind: str) -> str:
    """Return the one block of code of a kind."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return found


def said(sign: str) -> list[str]:
    """Return the lines of the transcript that were read (">") or written ("<") by the program."""
    return [line[2:] for line in block("transcript").splitlines() if line.startswith(f"{sign} ")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the program of the page, and a `python3` that keeps what passes."""
    (tmp_path / "response.py").write_text(block("python"))
    watched = f'tee read | {shlex.quote(sys.executable)} "$@" | tee written'
    (tmp_path / "python3").write_text(f"#!/bin/sh\n{watched}\n")
    (tmp_path / "python3").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_program_answers_what_the_page_shows(tmp_path: Path) -> None:
    (tmp_path / "response.py").write_text(block("python"))
    asked = "".join(f"{line}\n" for line in said(">"))
    command = [sys.executable, str(tmp_path / "response.py")]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == said("<")
    assert len(said(">")) == len(said("<")) == 8


def test_the_audit_asks_what_the_page_shows(folder: Path) -> None:
    command = block("console").removeprefix("$ ").strip()
    result = run(*shlex.split(command)[1:], "--out", str(folder / "out"))
    assert result.exit_code == 3, result.output  # 4 answers show nothing
    assert (folder / "read").read_text().splitlines() == said(">")
    assert (folder / "written").read_text().splitlines() == said("<")


def test_the_page_speaks_of_every_number_that_the_code_reads() -> None:
    table = PAGE.partition("## Numbers")[2].partition("## ")[0]
    for text in ("2^53", '"0x1.999999999999ap-4"', "%.17g", "%a", "-0.0", "NaN", "Infinity", "null", "1e999", '"1/3"'):
        assert text in table, text


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
