"""All that is written for Coq: of claims, of the lemmas that they rest on, and of rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from dpassay.proofs_check import roots
from dpassay.proofs_check.coq import lemmas, rules
from dpassay.proofs_check.coq.entries import entries
from dpassay.proofs_check.coq.rules import PROVED
from dpassay.proofs_check.coq.theorem import Entry, Resists
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.registry import CLAIMS

UNPROVED: Final = "is not proved in Coq"


def everything(folder: Path) -> list[Entry]:
    """What is written of every claim and every lemma, with the rules, and the lemmas that are proved by hand."""
    missing = [Resists(name, f"rule {name}", rules.RESISTS.get(name, UNPROVED)) for name in RULES if name not in PROVED]
    return [*entries(dict.fromkeys((*CLAIMS, *THEOREMS)), folder), *rules.theorems(), *missing, *lemmas.theorems()]


def of_claims(ids: Iterable[str], folder: Path) -> list[Entry]:
    """What is written of some claims, and of the lemmas that they rest on."""
    chosen = list(ids)
    needed = [name for name in roots.closure(chosen) if name in THEOREMS and name not in CLAIMS]
    found = list(entries(dict.fromkeys((*chosen, *needed)), folder))
    return found + [theorem for theorem in lemmas.theorems() if theorem.claim in needed]
