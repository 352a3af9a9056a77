"""What earlier steps say at some values, posed at a place of a proof; nothing here is trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpassay.proofs_check.coq.steps.proofs import StepProof
from dpassay.proofs_check.coq.steps.rooms import Room
from dpassay.proofs_check.coq.steps.texts import StepText
from dpassay.proofs_check.kernel.expressions import Variable
from dpassay.proofs_check.proof.terms import OUTCOME, conjuncts, substituted


@dataclass(frozen=True)
class Instances:
    """Instances of what a step cites."""

    text: StepText
    proof: StepProof

    def at(
        self, room: Room, lines: list[str], name: str, values: Mapping[str, Any]
    ) -> tuple[Room, list[tuple[Any, str]]]:
        """What a step says at some values: the room with what is defined there, and each formula with its proof."""
        sequent, scope, prover = self.text.known[name], self.text.scope, self.proof.prover
        arguments, premises = [], []
        for one in self.text.own(sequent):
            value = values.get(one, Variable(one))
            arguments.append(self.text.writer.real(value))
            if one.startswith(OUTCOME):
                continue
            premises += [prover.integer(room, value, lines)] if scope.sort(one) == "integer" else []
            premises += [prover.shown(room, substituted(r, values), lines) for r in scope.domain_relations(one)]
        premises += [prover.shown(room, substituted(condition, values), lines) for condition in sequent.where]
        said = conjuncts(substituted(sequent.formula, values))
        needed = [duty.substituted(values) for duty in self.text.duties(sequent.formula)]
        applied = " ".join([self.proof.cited[name], *arguments, *premises])
        names = self.taken_apart(applied, len(needed) + len(said), lines)
        return room.with_duties(zip(needed, names, strict=False)), list(zip(said, names[len(needed) :], strict=True))

    def taken_apart(self, proof: str, count: int, lines: list[str]) -> list[str]:
        """Name the parts of what is proved."""
        names = [self.proof.prover.named("a") for _ in range(count)]
        pattern = names[-1]
        for one in reversed(names[:-1]):
            pattern = f"[{one} {pattern}]"
        lines.append(f"pose proof ({proof}) as {pattern}.")
        return names

    def settle(self, room: Room) -> None:
        """Count what is known from now on."""
        self.proof.room = self.proof.prover.main = room


def projected(proof: str, place: int, count: int) -> str:
    """One of several that are proved together."""
    if count == 1:
        return proof
    inner = f"({proof})"
    for _ in range(place):
        inner = f"(proj2 {inner})"
    return inner if place == count - 1 else f"(proj1 {inner})"


def each(tactics: Sequence[str]) -> str:
    """Prove all of several."""
    *first, last = tactics
    return "".join(f"split. {{ {tactic} }} " for tactic in first) + last
