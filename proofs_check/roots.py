"""What the graph of proofs says of claims, with the evidence that lies in a ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof import store, telling
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS
from dpassay.proofs_check.proof.verdict import Graph

Look = Callable[[Mapping[str, Any]], Mapping[str, Any] | None]


def is_rooted(id: str) -> bool:  # noqa: A002  # the name that it has everywhere
    """Tell whether a claim is a formula, proved or refuted in the form."""
    return id in THEOREMS or id in REFUTATIONS


def graph(ledger: Path) -> Graph:
    """The graph of all proofs, with the evidence of a ledger; one for each text of that."""
    return _graph(store.text_of(ledger))


@cache
def _graph(text: str) -> Graph:
    return Graph(store.stored(text))


def verdict(id: str, ledger: Path) -> str | None:  # noqa: A002  # the name that it has everywhere
    """What follows for a claim: "proved", "argued" or "refuted"; ``None`` where it is no formula yet.

    ``Rejected`` where its proof, or one that it rests on, is not accepted.
    """
    return graph(ledger).verdict(id) if is_rooted(id) else None


def complaint(id: str, ledger: Path) -> str | None:  # noqa: A002  # the name that it has everywhere
    """Tell what is wrong with the proof of a claim; ``None`` where nothing is, or there is none."""
    try:
        verdict(id, ledger)
    except Rejected as rejection:
        return str(rejection)
    return None


def trusted(id: str, ledger: Path) -> list[tuple[str, str]]:  # noqa: A002  # the name that it has everywhere
    """What has to be believed for the verdict on a claim that is proved in steps."""
    return telling.trusted(id, graph(ledger)) if id in THEOREMS else []


def search(known: str, look: Look) -> str:
    """Look for the evidence of all proofs that is not known; return the text of the file, or raise ``Rejected``."""
    searching = store.Searching(store.stored(known), look)
    found = Graph(searching)
    for id in (*THEOREMS, *REFUTATIONS):  # noqa: A001  # the name that it has everywhere
        found.verdict(id)
    return store.dump(searching.found)
