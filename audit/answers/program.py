"""A program as a target, from the auditor's side: the words of its command. docs/protocol.md says what it does.

A worker starts it (`dpassay.audit.answers.worker_program`), so that limits, progress, seeds and the end of every
descendant are those of any target.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["Program", "read_program"]

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Program:
    """A program, as the words that start it; as a text, what a shell would be given."""

    command: tuple[str, ...]

    def __str__(self) -> str:
        return shlex.join(self.command)

    @property
    def words(self) -> list[str]:
        """The words of `dpassay audit` that name it."""
        return ["--command", str(self)]

    @property
    def stem(self) -> str:
        """Its name in names of files: the words, of paths the last part."""
        return "_".join(Path(word).name if os.sep in word else word for word in self.command)


def read_program(command: str | Sequence[str]) -> Program:
    """Return the program that a text names, split as a shell splits it, or the words.

    Raises:
        ValueError: there are no words, or a quotation has no end.
    """
    expected = "a program and its arguments, such as './noise --fast'"
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise ValueError(f"command = {command!r:.{_SHOWN}}: expected {expected} ({error})") from None
    texts = all(isinstance(word, str) for word in words)
    require(bool(words and texts and words[0]), "command", f"{command!r:.{_SHOWN}}", expected)
    return Program(tuple(words))


explain_failures(__name__)
