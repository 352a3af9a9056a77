"""What is still in words: steps that prove nothing, what is missing to check them, and claims beyond their formulas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dpassay.proofs_check import roots
from dpassay.proofs_check.claim import Claim
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.statements import Step, Words


@dataclass(frozen=True, slots=True)
class InWords:
    """A proof with steps in words, those of the claims asked about that stand on it, and these steps."""

    proof: str
    claims: tuple[str, ...]
    steps: tuple[Step, ...]


def steps_in_words(name: str) -> tuple[Step, ...]:
    """The steps of a proof that are in words."""
    return tuple(step for step in THEOREMS[name].proof if isinstance(step.by, Words))


def proofs_in_words(claims: Iterable[str]) -> Iterator[InWords]:
    """The proofs with steps in words that some claims stand on, each once."""
    standing: dict[str, list[str]] = {}
    for claim in claims:
        for name in roots.closure([claim]):
            if name in THEOREMS and steps_in_words(name):
                standing.setdefault(name, []).append(claim)
    for name, known in standing.items():
        yield InWords(name, tuple(known), steps_in_words(name))


def debts(claim: Claim) -> list[str]:
    """What keeps a claim from being proved in steps alone, a line each; none where nothing does."""
    told = [
        f"{found.proof}, {step.name!r}, is in words" for found in proofs_in_words([claim.id]) for step in found.steps
    ]
    beyond = claim.decide().beyond
    told += [f"beyond the formula: {beyond}"] if beyond else []
    return told + ([] if roots.is_rooted(claim.id) else ["it is no formula"])
