"""Certificates as files: one JSON record a claim, and the check of a record by the kernel alone, without any finder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import dpassay.ledger
from dpassay.exact import require
from dpassay.proofs_check import roots
from dpassay.proofs_check.claim import CLAIMS, Case, Claim, Goal, Verdict, verdict_of
from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.finite import holds_float
from dpassay.proofs_check.memory import Memory
from dpassay.proofs_check.needs import needs, with_needs
from dpassay.proofs_check.proof import store, telling
from dpassay.proofs_check.sources import SOURCES

Record = dict[str, Any]
LEDGER: Final = Path(str(dpassay.ledger.__path__[0])).resolve()
SCHEMA: Final = "schema.json"
SECOND_CHECKER: Final = "second_checker.json"
UNVERIFIED: Final = "does not verify"
"""What stands in the place of a verdict where the kernel does not accept the record."""
SOLID: Final = (Verdict.PROVED, Verdict.ARGUED, Verdict.CONFIRMED, Verdict.EXPLICIT, Verdict.REPAIRED)


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with the certificate of a claim."""

    id: str
    complaint: str


def record_of(claim: Claim, case: Case, evidence: list[Mapping[str, Any]], verdict: Verdict) -> Record:
    """Write down a claim, its verdict, its formula with the steps of its proof, its goals and the evidence for them."""
    root = telling.record_of(claim.id)
    return {
        **_head(claim, case),
        "verdict": str(verdict),
        **({} if root is None else {"root": root}),
        "goals": [
            {"role": str(role), "words": goal.words, "statement": goal.statement, "evidence": found}
            for (role, goal), found in zip(case.goals(), evidence, strict=True)
        ],
        "twins": [{"words": twin.words, "statement": twin.statement, "of": twin.of} for twin in case.twins],
    }


def _head(claim: Claim, case: Case) -> Record:
    return {
        "id": claim.id,
        "source": claim.source.title,
        "location": claim.location,
        "statement": {"latex": claim.latex, "text": claim.text},
        "preconditions": {"checked": list(claim.checked), "assumed": list(claim.assumed)},
        "adjacency": claim.adjacency,
        "corrected_by": claim.corrected_by,
        **({"no_formula": claim.no_formula} if claim.no_formula else {}),
        "argument": case.argument,
        **({"beyond": case.beyond} if case.beyond else {}),
        "remarks": list(case.remarks),
    }


def load(id: str, ledger: Path = LEDGER) -> Record:  # noqa: A002  # the name that it has everywhere
    """Read a claim's record; ``ValueError`` where there is none, or a file that holds no JSON object."""
    return read_record(id, text_of(id, ledger))


def text_of(id: str, ledger: Path) -> str:  # noqa: A002  # the name that it has everywhere
    """The text of a claim's record; ``ValueError`` where there is none, or it cannot be read."""
    path = ledger / f"{id}.json"
    require(path.is_file(), "id", id, f"a claim with a certificate in {ledger}")
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ValueError(f"the certificate of {id}: expected a file that can be read ({error})") from None


def read_record(id: str, text: str) -> Record:  # noqa: A002  # the name that it has everywhere
    """Read the text of a claim's record; ``ValueError`` where it is no JSON object."""
    try:
        record = store.read(text)
    except ValueError as error:
        raise ValueError(f"the certificate of {id}: expected JSON ({error})") from None
    if not isinstance(record, dict):
        raise ValueError(f"the certificate of {id}: expected a JSON object")
    return record


def dump(record: Record) -> str:
    """The text of a record's file."""
    return json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


@dataclass(frozen=True, slots=True)
class Answers:
    """Which goals of a record the kernel accepts, and which twins of those that it accepts."""

    goals: tuple[bool, ...]
    twins: tuple[bool, ...]


def ask(claim: Claim, record: Record) -> Answers:
    """Ask the kernel about every goal of a record that is not stale, and then about the twins of what it accepts."""
    case, evidence = claim.decide(), [goal["evidence"] for goal in record["goals"]]
    goals = [_is_readable_and_accepted(goal, found) for (_, goal), found in zip(case.goals(), evidence, strict=True)]
    twins = [goals[twin.of] and is_accepted(twin.statement, evidence[twin.of]) for twin in case.twins]
    return Answers(tuple(goals), tuple(twins))


def verify(claim: Claim, record: Record, ledger: Path = LEDGER, answers: Answers | None = None) -> list[Finding]:
    """Check one record: it is of this claim as registered, its evidence holds, its verdict follows, its twins fall.

    The evidence for the steps of its proof lies beside the records, in the ledger. ``answers`` are those of the kernel
    on this record, where it was asked before.
    """
    case, complaints = claim.decide(), stale(claim, record)
    if complaints:
        return [Finding(claim.id, complaint) for complaint in complaints]
    answers = answers or ask(claim, record)
    complaints = [
        f"{role}: {goal.words}: the evidence is not accepted"
        for (role, goal), answer in zip(case.goals(), answers.goals, strict=True)
        if not answer
    ]
    broken = roots.complaint(claim.id, ledger)
    complaints += [] if broken is None else [f"its proof is not accepted: {broken}"]
    verdict = verdict_of(case, list(answers.goals), None if broken else roots.verdict(claim.id, ledger))
    if verdict != record["verdict"]:
        complaints.append(f"the verdict that follows is {verdict}, not {record['verdict']}")
    complaints += [
        f"the tampered twin is accepted: {twin.words}"
        for twin, answer in zip(case.twins, answers.twins, strict=True)
        if answer
    ]
    return [Finding(claim.id, complaint) for complaint in complaints]


def is_accepted(statement: Mapping[str, Any], evidence: Mapping[str, Any] | None) -> bool:
    """Tell whether the kernel accepts the evidence."""
    if evidence is None or holds_float(evidence):
        return False
    try:
        check(statement, evidence)
    except Rejected:
        return False
    return True


def _is_readable_and_accepted(goal: Goal, evidence: Mapping[str, Any] | None) -> bool:
    """Evidence from a file may be of any shape, and the properties expect the shape that their finders give it.

    Not so for the twins: one that cannot read what its goal accepts is rejected for the wrong reason, and that has to
    be seen.
    """
    try:
        return is_accepted(goal.statement, evidence)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return False


def stale(claim: Claim, record: Record) -> list[str]:
    """Tell what of a record is not of the claim as registered; evidence is not looked at."""
    return list(_differences(claim, claim.decide(), record))


def _differences(claim: Claim, case: Case, record: Record) -> Iterable[str]:
    nothing: list[Mapping[str, Any]] = [{}] * len(case.goals())
    expected = json.loads(dump(record_of(claim, case, nothing, Verdict.OPEN)))
    unlike = []
    for name, value in expected.items():
        stored = record.get(name)
        if name == "goals" and isinstance(stored, list):
            stored = [{**goal, "evidence": {}} if _has_evidence(goal) else goal for goal in stored]
        if name not in record or (name != "verdict" and stored != value):
            unlike.append(name)
    if unlike:
        yield f"differs from the registered claim in {', '.join(unlike)}; recompute it"
    unknown = [str(name) for name in record if name not in expected]
    if unknown:
        yield f"has what no record has, {', '.join(unknown)}; recompute it"


def _has_evidence(goal: object) -> bool:
    return isinstance(goal, Mapping) and "evidence" in goal


def verdicts(ledger: Path = LEDGER) -> dict[str, str]:
    """The verdict that stands in the record of every registered claim that has one, whether or not it verifies.

    What is shown of a claim is `Checked.verdict`. ``ValueError`` where a record cannot be read.
    """
    return {name: _verdict(load(name, ledger)) for name in CLAIMS if has_file(name, ledger)}


def has_file(id: str, ledger: Path = LEDGER) -> bool:  # noqa: A002  # the name that it has everywhere
    """Tell whether a claim has a certificate, good or bad."""
    return (ledger / f"{id}.json").is_file()


def _verdict(record: Record) -> str:
    stored = record.get("verdict")
    return stored if isinstance(stored, str) else ""


def strays(ledger: Path = LEDGER) -> list[Finding]:
    """Find certificates that no registered claim stands behind: nothing checks them."""
    names = sorted(path.stem for path in ledger.glob("*.json") if path.name not in {SCHEMA, SECOND_CHECKER, store.FILE})
    return [Finding(name, "is the certificate of no registered claim") for name in names if name not in CLAIMS]


@dataclass(frozen=True, slots=True)
class Checked:
    """The record of a claim, and what is wrong with it; there is no record where the file cannot be read."""

    record: Record
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> str:
        """What follows from what the kernel accepts; else that the record does not verify."""
        return UNVERIFIED if self.findings else _verdict(self.record)


def check_file(claim: Claim, ledger: Path = LEDGER, memory: Memory | None = None, *, anew: bool = True) -> Checked:
    """Check the file of a claim; one that is not there, or cannot be read, is a finding like any other.

    Args:
        claim: the claim.
        ledger: the folder of the file.
        memory: learns what is accepted, and has the answers of the kernel where that was asked ahead.
        anew: whether the kernel is asked about what the memory knows, too.
    """
    if not has_file(claim.id, ledger):
        return Checked({}, (Finding(claim.id, "has no certificate"),))
    try:
        text = text_of(claim.id, ledger)
        record = read_record(claim.id, text)
        proof = store.text_of(ledger) if roots.is_rooted(claim.id) else ""
    except ValueError as error:
        return Checked({}, (Finding(claim.id, str(error)),))
    if memory is not None and not anew and memory.knows(text + proof) and not stale(claim, record):
        return Checked(record, ())
    answers = None if memory is None else memory.answers.get((claim.id, text))
    findings = tuple(verify(claim, record, ledger, answers))
    if memory is not None and not findings:
        memory.learn(text + proof)
    return Checked(record, findings)


def derived_verdicts(claims: Iterable[Claim], ledger: Path, memory: Memory) -> dict[str, str]:
    """The verdict of each of these claims that has a file, as it follows from what the kernel accepts."""
    return {
        entry.id: check_file(entry, ledger, memory, anew=False).verdict
        for entry in claims
        if has_file(entry.id, ledger)
    }


def verify_files(claims: Iterable[Claim], ledger: Path = LEDGER, memory: Memory | None = None) -> list[Finding]:
    """Check the files of some claims, and of all that these need."""
    return verify_checked(check_files(claims, ledger, memory))


def check_files(
    claims: Iterable[Claim], ledger: Path = LEDGER, memory: Memory | None = None, *, anew: bool = True
) -> dict[str, Checked]:
    """Check the files of some claims, and of all that these need; see `check_file`."""
    return {entry.id: check_file(entry, ledger, memory, anew=anew) for entry in with_needs(claims, CLAIMS)}


def verify_checked(checked: Mapping[str, Checked]) -> list[Finding]:
    """Find what is wrong with claims, all that they need among them, and which of them lacks what it needs."""
    findings = [finding for one in checked.values() for finding in one.findings]
    broken = {finding.id for finding in findings}
    lacking = [
        Finding(name, f"{other}, which it names, does not verify")
        for name in checked
        for other in needs(CLAIMS[name])
        if other in broken and other != CLAIMS[name].corrected_by
    ]
    return [*findings, *lacking, *_uncorrected(checked, {name: one.verdict for name, one in checked.items()})]


def verify_ledger(ledger: Path = LEDGER, memory: Memory | None = None) -> list[Finding]:
    """Check every claim's file, that nothing is missing and that nothing else lies there."""
    checked = {entry.id: check_file(entry, ledger, memory) for entry in CLAIMS.values()}
    findings = verify_checked(checked)
    broken = {finding.id for finding in findings}
    stored = {name: one.verdict for name, one in checked.items() if not one.findings}
    others = [finding for finding in completeness(stored) if finding.id not in broken]
    others += [] if findings else [Finding(name, told) for name, told in roots.leftovers(ledger)]
    return [*findings, *others, *strays(ledger)]


def completeness(stored: Mapping[str, str]) -> list[Finding]:
    """Find claims without a verdict, corrections that are not established, and catalogued ids that nobody decides."""
    missing = [name for name in CLAIMS if name not in stored]
    undecided = [
        name
        for source in SOURCES.values()
        for name in source.catalogue
        if not any(known == name or known[:-1] == name for known in stored)
    ]
    return [
        *(Finding(name, "has no certificate") for name in missing),
        *_uncorrected(CLAIMS, stored),
        *(Finding(name, "is in the catalogue and has no verdict") for name in undecided),
    ]


def _uncorrected(names: Iterable[str], stored: Mapping[str, str]) -> list[Finding]:
    """Find those of these claims whose corrections are not established."""
    corrections = {name: CLAIMS[name].corrected_by for name in names}
    return [
        Finding(name, f"its correction {other} is not established")
        for name, other in corrections.items()
        if other and stored.get(other) not in SOLID
    ]
