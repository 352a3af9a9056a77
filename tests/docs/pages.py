"""The blocks of a page that are run: files that it writes, and commands with what they print.

A block whose first line is a comment with a file's name is that file, of whatever language; a block of ``console`` has
commands after ``$``: ``dpassay``, ``pytest``, and ``echo $?`` for the exit code of the one before. "..." stands for
anything.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.cli.harness import run
from tests.docs.test_readme import WIDTH, agrees
from tests.patience import HUNG

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NAMED = re.compile(r"# (\w+\.\w+)\n")


class Shell:
    """Runs the commands of a page, one after the other, in the working directory."""

    def __init__(self) -> None:
        self.code = 0

    def output(self, command: str) -> str:
        """Return what a command prints; only programs of ours are run."""
        if command == "echo $?":
            return f"{self.code}\n"
        program, *words = shlex.split(command)
        if program == "dpassay":
            result = run(*words, columns=WIDTH)
            self.code = result.exit_code
            return result.output
        assert program == "pytest", f"{program}: expected dpassay or pytest"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "CI"))}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words],
            env={**kept, "COLUMNS": "200"},
            capture_output=True,
            text=True,
            check=False,
            timeout=HUNG,
        )
        self.code = done.returncode
        return done.stdout + done.stderr


def blocks(page: Path) -> list[tuple[str, str]]:
    """Return the language and the text of each block that is a file or is run."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [(kind, block) for kind, block in found if kind in ("python", "console") or NAMED.match(block)]


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Yield the commands of a console block, each with what it prints, of which "..." alone is refused."""
    for part in filter(None, re.split(r"^\$ ", block, flags=re.MULTILINE)):
        command, _, expected = part.partition("\n")
        if expected.strip() in ("", "..."):
            raise ValueError(f"$ {command}: expected a line of what it prints, which '...' alone is not")
        yield command, expected


def differences(page: Path, folder: Path) -> Iterator[str]:
    """Write the files of a page to its folder, run its commands there, and yield those that print something else."""
    shell = Shell()
    for kind, block in blocks(page):
        named = NAMED.match(block)
        if kind != "console":
            assert named is not None, "a program is a file, whose name is in its first line"
            (folder / named[1]).write_text(block, encoding="utf-8")
            continue
        for command, expected in commands(block):
            printed = shell.output(command)
            if not agrees(expected, printed):
                yield f"$ {command}\n{printed}"
            changed = re.sub(r"[e0-9]", "#", printed)
            assert not agrees(expected, changed), f"$ {command}: whatever it printed would do"
