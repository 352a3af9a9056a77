"""What the README shows is what the program prints."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from dpassay.cli import effort
from tests.cli.harness import run

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
WIDTH = 110


def commands() -> list[tuple[str, str]]:
    """Return the (command, output) pairs of the console blocks."""
    blocks = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    parts = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def plain(text: str) -> str:
    """Return the text with white space at the ends of lines, and line breaks within findings, folded."""
    return " ".join(text.split())


def agrees(expected: str, printed: str) -> bool:
    """Tell whether the output is the expected one; "..." stands for anything."""
    return doctest.OutputChecker().check_output(plain(expected), plain(printed), doctest.ELLIPSIS)


@pytest.mark.parametrize(("command", "expected"), commands(), ids=[command.split()[1] for command, _ in commands()])
def test_commands_print_what_the_readme_shows(
    command: str, expected: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(effort, "PATIENCE", 600)  # however busy the machine is
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    result = run(*shlex.split(command)[1:], columns=WIDTH)
    assert agrees(expected, result.output), result.output
    assert not agrees(expected, result.output.replace("0", "7"))  # the comparison can fail


def test_python_examples_run() -> None:
    test = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner()
    assert runner.run(test).failed == 0
    assert runner.tries > 0


def test_python_programs_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocks = [block for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if ">>>" not in block]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})
    assert blocks
    assert list(tmp_path.glob("audit-reports/*.html"))


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
