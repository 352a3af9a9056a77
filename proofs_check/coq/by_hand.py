"""Theorems whose proofs are written by hand, in preludes, and compared by Coq with what they have to say."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from dpassay.proofs_check.coq.files import LIBRARY, PRELUDES, prelude
from dpassay.proofs_check.coq.theorem import CoqTheorem

THEOREM: Final = re.compile(r"^Theorem (\w+) :\s+(.*?)\.\nProof", re.DOTALL | re.MULTILINE)


@cache
def stated(files: str) -> dict[str, tuple[str, str]]:
    """The theorems of the preludes whose names begin so: the file and the statement of each, as it is written there."""
    found: dict[str, tuple[str, str]] = {}
    for name in PRELUDES:
        if name.startswith(files):
            found |= {theorem: (name, statement) for theorem, statement in THEOREM.findall(prelude(name))}
    return found


def qualified(files: str, name: str) -> str:
    """The name of a theorem with its file, such as Rules_sums.last_term."""
    return f"{stated(files)[name][0]}.{name}"


def closed(files: str, kind: str, id: str, words: str, name: str, said: str) -> CoqTheorem:  # noqa: A002, PLR0917  # as elsewhere
    """A statement that follows from a theorem of the preludes, for it is the same."""
    lemmas = (f"From {LIBRARY} Require {stated(files)[name][0]}.",)
    return CoqTheorem(f"{kind}_{name}", id, f"{kind} {name}", words, said, f"exact {qualified(files, name)}.", lemmas)
