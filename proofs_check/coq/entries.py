"""All that is written for Coq, claim by claim and lemma by lemma: a module that writes some has its function here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from dpassay.exact import require
from dpassay.proofs_check.coq import goals
from dpassay.proofs_check.coq.steps import entries as steps
from dpassay.proofs_check.coq.steps import whole_proofs
from dpassay.proofs_check.coq.theorem import CoqTheorem, Entry

Writer: TypeAlias = Callable[[str, Path], Iterable[Entry]]
"""Yields what is written of a claim, or of a lemma, by its id; certificates and evidence lie in the folder."""

WRITERS: Final[dict[str, Writer]] = {
    "goal": goals.entries,
    "denial": goals.denials,
    "check": goals.checks,
    "step": steps.entries,
    "proof": whole_proofs.entries,
}
"""The first word of ``part`` of what a writer yields, and the writer."""


def entries(ids: Iterable[str], folder: Path) -> Iterator[Entry]:
    """Yield what is written for Coq of some claims and lemmas; ``ValueError`` where a name stands for two theorems."""
    seen: set[str] = set()
    for id_ in ids:
        for kind, writer in WRITERS.items():
            for entry in writer(id_, folder):
                require(entry.part.split()[0] == kind, "part", entry.part, f"{kind!r} and its name")
                if isinstance(entry, CoqTheorem):
                    require(entry.name not in seen, "name", entry.name, "the name of one theorem")
                    seen.add(entry.name)
                yield entry
