"""Coq as a process: it compiles a file, or reads one theorem after the other and goes on where it refuses one."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dpassay.exact import require
from dpassay.proofs_check.coq.files import LIBRARY, head
from dpassay.proofs_check.coq.theorem import CoqTheorem

INSTALL: Final = "the second checker is not here; on Debian and Ubuntu: apt-get install coq libcoq-interval"
SECONDS: Final = 60
"""What a sentence of a proof may take, by Coq's own clock."""
LONGEST: Final = 600
"""What a process may take; then the theorem that it is at is refused, and another process reads on."""
SECONDS_OF_TWINS: Final = 10
"""The same of a twin, whose proof ends nowhere."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether Coq accepts a theorem; else the first thing that it says against it."""

    accepted: bool
    complaint: str = ""


def missing() -> str:
    """Say how to install Coq where it, or what the preludes require, is not there; empty where all is."""
    if shutil.which("coqc") is None or shutil.which("coqtop") is None:
        return INSTALL
    library = Path(_asked_of_coq("-where")) / "user-contrib"
    there = all((library / name).is_dir() for name in ("Coquelicot", "Interval"))
    return "" if there else INSTALL


def version() -> str:
    """The version of Coq."""
    return _asked_of_coq("--print-version").split()[0]


def _asked_of_coq(option: str) -> str:
    return subprocess.run(["coqc", option], text=True, capture_output=True, check=True).stdout.strip()


def compiled(folder: Path, name: str) -> tuple[bool, str]:
    """Compile a file of the folder; tell whether Coq accepts all of it, and what it printed."""
    command = ["coqc", "-q", "-w", "none", "-Q", ".", LIBRARY, f"{name}.v"]
    try:
        done = subprocess.run(command, cwd=folder, text=True, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return False, f"took more than {LONGEST} s"
    return done.returncode == 0, done.stdout + done.stderr


def answers(folder: Path, theorems: Sequence[CoqTheorem]) -> Iterator[tuple[CoqTheorem, Answer]]:
    """Ask about theorems one by one, in as few processes as possible: whatever one does, the next is read.

    ``ValueError`` where two have one name: what Coq says of them could not be told apart.
    """
    waiting = list(theorems)
    twice = [name for name, number in Counter(theorem.name for theorem in waiting).items() if number > 1]
    require(not twice, "theorems", ", ".join(twice), "a name of its own for each")
    while waiting:
        said = _session(folder, waiting)
        asked = waiting[: max(len(said), 1)]
        for theorem in asked:
            yield theorem, _answer(theorem, said.get(theorem.name, ""))
        waiting = waiting[len(asked) :]


def _answer(theorem: CoqTheorem, said: str) -> Answer:
    if f"{ACCEPTED} {theorem.name}\n" in said:
        return Answer(True)
    found = re.search(r"^Error:?\s*(.*?)(?:\n\n|\Z)", said, re.DOTALL | re.MULTILINE)
    return Answer(False, " ".join(found[1].split()) if found else f"no answer in {LONGEST} s")


BEGUN: Final = "theorem begun:"
ACCEPTED: Final = "theorem accepted:"


def _session(folder: Path, theorems: Sequence[CoqTheorem]) -> dict[str, str]:
    """What Coq says to each theorem, up to the one at which the time is up."""
    script = "".join([head(theorems[0]), "Set Silent.\n", *map(_asked, theorems)])
    command = ["coqtop", "-q", "-w", "none", "-Q", ".", LIBRARY]
    try:
        output = subprocess.run(
            command,
            cwd=folder,
            input=script,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LONGEST,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired as late:
        output = late.stdout.decode() if isinstance(late.stdout, bytes) else late.stdout or ""
    parts = re.split(rf"^.*{BEGUN} (\w+)$", output, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def _asked(theorem: CoqTheorem) -> str:
    """A theorem between two lines that Coq prints: that it is reached, and, where Coq has it then, that it is there."""
    return "\n".join(
        [
            f'Goal True. idtac "{BEGUN} {theorem.name}". Abort.',
            f"Set Default Timeout {SECONDS_OF_TWINS if theorem.twin else SECONDS}.",
            theorem.text,
            "Abort All.",
            f'Goal True. let here := constr:(Top.{theorem.name}) in idtac "{ACCEPTED} {theorem.name}". Abort.',
            "",
        ]
    )
