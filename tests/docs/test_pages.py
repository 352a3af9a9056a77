"""What the pages of the site show is what happens: their programs run, and their commands print what stands there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.harness import run
from tests.docs.test_readme import WIDTH, agrees

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [
    DOCS / "tutorial.md",
    DOCS / "exact.md",
    *sorted(DOCS.glob("how-to/*.md")),
    *sorted(DOCS.glob("explanation/*.md")),
]
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NAMED = re.compile(r"# (\w+\.py)\n")

with_blocks = [page for page in PAGES if BLOCK.search(page.read_text())]


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Yield the commands of a console block, each with what it prints."""
    for part in filter(None, re.split(r"^\$ ", block, flags=re.MULTILINE)):
        command, _, expected = part.partition("\n")
        yield command, expected


@pytest.mark.parametrize("page", with_blocks, ids=[page.stem for page in with_blocks])
def test_its_programs_run_and_its_commands_print_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, block in BLOCK.findall(page.read_text()):
        named = NAMED.match(block)
        if kind == "python" and named is not None:
            (tmp_path / named[1]).write_text(block)
            continue
        assert kind == "console", "a program is a file, whose name is in its first line"
        for command, expected in commands(block):
            program, *arguments = shlex.split(command)
            assert program == "dpassay"
            result = run(*arguments, columns=WIDTH)
            assert agrees(expected, result.output), result.output
            assert not agrees(expected, result.output.replace("e", "7"))  # the comparison can fail


def test_the_tutorial_and_a_guide_have_such_blocks() -> None:
    assert {"tutorial", "audit-a-library"} <= {page.stem for page in with_blocks}


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_every_option_that_a_page_names_is_there(page: Path) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    for line in "".join(blocks).splitlines():
        words = shlex.split(line)
        if words[0] != "dpassay":
            continue
        known = run(words[1], "--help").output
        assert all(word in known for word in words[2:] if word.startswith("--")), line
