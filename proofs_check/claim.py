"""What a claim is, the register of claims, and the verdict that follows from what the checkers accept.

A claim's deciding function returns a ``Case``: the goals that prove it, the family on which it is checked, the
counterexample that breaks it. The function computes nothing itself; the finders look for evidence, the kernel accepts
it or not, and ``verdict_of`` reads the verdict off. So no verdict is ever written down by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from dpassay.proofs_check import well_formed
from dpassay.proofs_check.kernel.finite import PROPERTIES, Instance
from dpassay.proofs_check.kernel.statements import Statement
from dpassay.proofs_check.sources import SOURCES, Source

ADJACENCIES: Final = ("replace_one", "add_remove", "any_pair", "one_loss")


class Verdict(StrEnum):
    """What is known of a claim."""

    PROVED = "proved"
    ARGUED = "argued"
    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    REPAIRED = "repaired"
    EXPLICIT = "explicit"
    OPEN = "open"


class Role(StrEnum):
    """What a goal is for."""

    PROOF = "proof"
    CHECK = "check"
    COUNTEREXAMPLE = "counterexample"
    BROKEN_STEP = "broken step"
    SHARPER = "sharper"


@dataclass(frozen=True, slots=True)
class Guide:
    """A search in floating point: ``margin`` is below 0 where the property seems to fail on ``ranges``.

    ``instance`` gets rationals near the worst point; it returns ``None`` where they are outside the preconditions.
    """

    ranges: Mapping[str, tuple[float, float]]
    margin: Callable[[Mapping[str, float]], float]
    instance: Callable[[Mapping[str, Fraction]], Instance | None]


@dataclass(frozen=True, slots=True)
class Hunt:
    """Where to look for an instance that breaks a property: exact small instances first, then a guided search."""

    told: str
    small: Callable[[], Iterable[Instance]]
    guide: Guide | None = None


@dataclass(frozen=True, slots=True)
class Goal:
    """One statement for the kernel, and what it is to the claim. ``hunt`` tells where a counterexample may be."""

    words: str
    statement: Statement
    hunt: Hunt | None = None


@dataclass(frozen=True, slots=True)
class Twin:
    """A tampered statement: the evidence for goal number ``of`` must not be accepted for it, nor may any be found."""

    words: str
    statement: Statement
    of: int = 0


@dataclass(frozen=True, slots=True)
class Case:
    """Everything that decides a claim.

    ``argument``: the proof or the refutation in words, which says how the goals together give the claim; steps of a
    proof need none.
    ``sharper``: goals that show how far the claim can be improved, and that it cannot be improved further; ``remarks``
    says so in words. ``explicit``: the claim is an O() or an Omega(), and the goals give its constants.
    ``beyond``: what the claim says and its formula does not, or takes from a theorem that is cited; then steps alone do
    not prove the claim.
    """

    argument: str = ""
    proof: tuple[Goal, ...] = ()
    checks: tuple[Goal, ...] = ()
    counterexample: Goal | None = None
    broken_steps: tuple[Goal, ...] = ()
    sharper: tuple[Goal, ...] = ()
    hunts: tuple[Hunt, ...] = ()
    twins: tuple[Twin, ...] = ()
    remarks: tuple[str, ...] = ()
    explicit: bool = False
    beyond: str = ""

    def goals(self) -> list[tuple[Role, Goal]]:
        """All goals in a fixed order: the numbers that twins refer to."""
        broken = [] if self.counterexample is None else [(Role.COUNTEREXAMPLE, self.counterexample)]
        parts = {
            Role.PROOF: self.proof,
            Role.CHECK: self.checks,
            Role.BROKEN_STEP: self.broken_steps,
            Role.SHARPER: self.sharper,
        }
        return broken + [(role, goal) for role, goals in parts.items() for goal in goals]


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable statement of a source, exactly as printed there.

    ``checked`` preconditions are part of the goals; ``assumed`` ones, theorems of others included, are not.
    ``adjacency`` is stated wherever privacy is meant. ``corrected_by`` is the id of the statement that we stand
    behind where this one is false, or where its argument is. ``no_formula`` is why the claim is no formula, where the
    language of proofs cannot say it.
    """

    id: str
    source: Source
    location: str
    latex: str
    text: str
    decide: Callable[[], Case]
    checked: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    adjacency: str | None = None
    corrected_by: str | None = None
    no_formula: str = ""


CLAIMS: Final[dict[str, Claim]] = {}
_ID: Final = re.compile(r"[A-Z]+-\d\d[a-z]?(-[a-z]+)?")


def claim(
    id: str,  # noqa: A002  # the name that it has everywhere
    *,
    location: str,
    latex: str,
    text: str,
    checked: tuple[str, ...] = (),
    assumed: tuple[str, ...] = (),
    adjacency: str | None = None,
    corrected_by: str | None = None,
    no_formula: str = "",
) -> Callable[[Callable[[], Case]], Callable[[], Case]]:
    """Register a claim under the function that decides it; ``ValueError`` where the claim is not well formed."""
    source = SOURCES.get(id.split("-", maxsplit=1)[0])
    if source is None or not _ID.fullmatch(id):
        raise ValueError(f"id = {id!r}: expected a known source, a number and perhaps a reading, such as LEC-07b")
    if id in CLAIMS:
        raise ValueError(f"id = {id!r}: expected an id that is not yet registered")
    for name, value in {"location": location, "latex": latex, "text": text}.items():
        if not value.strip():
            raise ValueError(f"{name} of {id} = {value!r}: expected words")
    if adjacency is not None and adjacency not in ADJACENCIES:
        raise ValueError(f"adjacency of {id} = {adjacency!r}: expected one of {', '.join(ADJACENCIES)}")

    def registered(decide: Callable[[], Case]) -> Callable[[], Case]:
        CLAIMS[id] = Claim(
            id, source, location, latex, text, decide, checked, assumed, adjacency, corrected_by, no_formula
        )
        return decide

    return registered


def validate(claims: Mapping[str, Claim]) -> None:
    """Raise ``ValueError`` for a claim that lacks what its case makes necessary."""
    for entry in claims.values():
        case = entry.decide()
        if case.counterexample is not None and entry.corrected_by is None:
            raise ValueError(f"{entry.id}: expected corrected_by beside a counterexample")
        if entry.corrected_by is not None and entry.corrected_by not in claims:
            raise ValueError(f"corrected_by of {entry.id} = {entry.corrected_by!r}: expected the id of a claim")
        if case.goals() and not case.twins:
            raise ValueError(f"{entry.id}: expected a tampered twin that is rejected")
        if entry.corrected_by == entry.id:
            raise ValueError(f"corrected_by of {entry.id} = {entry.corrected_by!r}: expected another claim")
        for role, goal in case.goals():
            _validate_goal(f"{entry.id}: {role}: {goal.words!r}", goal)
        for hunt in case.hunts:
            if hunt.told not in PROPERTIES:
                raise ValueError(f"{entry.id}: told = {hunt.told!r}: expected the name of a property to hunt")
        for twin in case.twins:
            _validate_twin(f"{entry.id}: the twin {twin.words!r}", twin, case)


def _validate_goal(name: str, goal: Goal) -> None:
    _validate_form(name, goal.statement)
    hunted = goal.statement["property"] if goal.statement["kind"] == "counterexample" else None
    if (goal.hunt.told if goal.hunt else None) != hunted:
        raise ValueError(f"{name}: expected a hunt beside a counterexample, for the same property, and nowhere else")


def _validate_twin(name: str, twin: Twin, case: Case) -> None:
    """A twin must be rejected for what it says, not for how it is written."""
    if not 0 <= twin.of < len(case.goals()):
        raise ValueError(f"{name} is of no goal")
    statement = case.goals()[twin.of][1].statement
    if twin.statement["kind"] != statement["kind"] or twin.statement == statement:
        raise ValueError(f"{name}: expected another statement of the kind {statement['kind']!r}")
    _validate_form(name, twin.statement)


def _validate_form(name: str, statement: Statement) -> None:
    complaint = well_formed.complaint(statement)
    if complaint is not None:
        raise ValueError(f"{name}: expected a statement that can be read: {complaint}")


def verdict_of(case: Case, accepted: list[bool], root: str | None = None) -> Verdict:
    """Read off the verdict.

    Args:
        case: what decides the claim.
        accepted: tells of each goal whether the kernel accepts its evidence.
        root: what follows from the steps of the claim's proof, where the claim is a formula; goals that are tied to
            the claim by words alone do not prove it.
    """
    by_role: dict[Role, list[bool]] = {}
    for (role, _), answer in zip(case.goals(), accepted, strict=True):
        by_role.setdefault(role, []).append(answer)
    proved, checked, broken = (by_role.get(role, []) for role in (Role.PROOF, Role.CHECK, Role.BROKEN_STEP))
    if not all(accepted):
        return Verdict.OPEN
    if Role.COUNTEREXAMPLE in by_role or root == Verdict.REFUTED:
        consistent = Role.COUNTEREXAMPLE in by_role and root in {None, Verdict.REFUTED}
        return Verdict.REFUTED if consistent else Verdict.OPEN
    if proved or root in {Verdict.PROVED, Verdict.ARGUED}:
        established = Verdict.PROVED if root == Verdict.PROVED and not case.beyond else Verdict.ARGUED
        return Verdict.REPAIRED if broken else Verdict.EXPLICIT if case.explicit else established
    return Verdict.CONFIRMED if checked else Verdict.OPEN
