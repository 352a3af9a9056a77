"""The table of what Coq says: by source, how much of each kind it accepts and how many tampered twins it refuses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from dpassay.proofs_check.coq.coqc import Answer
from dpassay.proofs_check.coq.record import REFUSED
from dpassay.proofs_check.coq.theorem import CoqTheorem, Entry

OTHERS = "shared"
TWINS = "twins refused"
ALL = "all"
FIRST: Final = ("goals", "steps")
LAST: Final = ("checks",)
"""The columns that are read first, and that of what is never written."""


def table(found: Iterable[Entry], answers: Mapping[str, Answer]) -> tuple[list[str], list[list[str]]]:
    """The headings and the rows: a source, and of each kind the number that is accepted, of how many."""
    done: Counter[tuple[str, str]] = Counter()
    every: Counter[tuple[str, str]] = Counter()
    for entry in found:
        is_twin = isinstance(entry, CoqTheorem) and entry.twin
        kind = TWINS if is_twin else f"{entry.part.split()[0]}s"
        for place in (source(entry.claim), ALL):
            every[place, kind] += 1
            done[place, kind] += isinstance(entry, CoqTheorem) and answers[entry.name].accepted != is_twin
    kinds = [*sorted({kind for _, kind in every} - {*LAST, TWINS}, key=_rank), TWINS, *LAST]
    kinds = [kind for kind in kinds if kind == TWINS or every[ALL, kind]]
    places = [*sorted({place for place, _ in every} - {ALL}), ALL]
    cells = [[place, *(f"{done[place, kind]} of {every[place, kind]}" for kind in kinds)] for place in places]
    return ["source", *kinds], cells


def _rank(kind: str) -> tuple[int, str]:
    return (FIRST.index(kind) if kind in FIRST else len(FIRST), kind)


def source(id: str) -> str:  # noqa: A002  # the name that it has everywhere
    """The prefix of a claim's id; one word for rules and lemmas, which claims of all sources use."""
    found = re.match(r"[A-Z]+(?=-\d)", id)
    return found[0] if found else OTHERS


def reasons(found: Iterable[Entry], answers: Mapping[str, Answer]) -> list[tuple[str, int]]:
    """Why something is not accepted, and how often, the commonest reason first."""
    counts: Counter[str] = Counter()
    for entry in found:
        if not isinstance(entry, CoqTheorem):
            counts[entry.reason] += 1
        elif not entry.twin and not answers[entry.name].accepted:
            counts[REFUSED] += 1
    return counts.most_common()
