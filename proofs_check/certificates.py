"""Certificates as files: one JSON record a claim, and the check of a record by the kernel alone, without any finder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import dpassay.ledger
from dpassay.exact import require
from dpassay.proofs_check.claim import CLAIMS, Case, Claim, Goal, Verdict, verdict_of
from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.finite import holds_float
from dpassay.proofs_check.sources import SOURCES

Record = dict[str, Any]
LEDGER: Final = Path(str(dpassay.ledger.__path__[0])).resolve()
SCHEMA: Final = "schema.json"
SOLID: Final = (Verdict.PROVED, Verdict.CONFIRMED, Verdict.EXPLICIT, Verdict.REPAIRED)


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with the certificate of a claim."""

    id: str
    complaint: str


def record_of(claim: Claim, case: Case, evidence: list[Mapping[str, Any]], verdict: Verdict) -> Record:
    """Write down a claim, its verdict, its goals and the evidence for them."""
    return {
        **_head(claim, case),
        "verdict": str(verdict),
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
        "argument": case.argument,
        "remarks": list(case.remarks),
    }


def load(id: str, ledger: Path = LEDGER) -> Record:  # noqa: A002  # the name that it has everywhere
    """Read a claim's record; ``ValueError`` where there is none, or a file that holds no JSON object."""
    path = ledger / f"{id}.json"
    require(path.is_file(), "id", id, f"a claim with a certificate in {ledger}")
    try:
        record = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_object, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the certificate of {id}: expected JSON ({error})") from None
    if not isinstance(record, dict):
        raise ValueError(f"the certificate of {id}: expected a JSON object")
    return record


def _object(pairs: list[tuple[str, Any]]) -> Record:
    """Refuse what readers of JSON read in different ways: of two entries of one name, which one counts?"""
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("an entry is given twice")
    return dict(pairs)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def dump(record: Record) -> str:
    """The text of a record's file."""
    return json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def verify(claim: Claim, record: Record) -> list[Finding]:
    """Check one record: it is of this claim as registered, its evidence holds, its verdict follows, its twins fall."""
    case, complaints = claim.decide(), stale(claim, record)
    if complaints:
        return [Finding(claim.id, complaint) for complaint in complaints]
    evidence = [goal["evidence"] for goal in record["goals"]]
    accepted = [_is_readable_and_accepted(goal, found) for (_, goal), found in zip(case.goals(), evidence, strict=True)]
    for (role, goal), answer in zip(case.goals(), accepted, strict=True):
        if not answer:
            complaints.append(f"{role}: {goal.words}: the evidence is not accepted")
    verdict = verdict_of(case, accepted)
    if verdict != record["verdict"]:
        complaints.append(f"the verdict that follows is {verdict}, not {record['verdict']}")
    complaints += [
        f"the tampered twin is accepted: {twin.words}"
        for twin in case.twins
        if accepted[twin.of] and is_accepted(twin.statement, evidence[twin.of])
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
    """The stored verdict of every registered claim that has one; ``ValueError`` where a record cannot be read."""
    return {name: _verdict(load(name, ledger)) for name in CLAIMS if (ledger / f"{name}.json").is_file()}


def _verdict(record: Record) -> str:
    stored = record.get("verdict")
    return stored if isinstance(stored, str) else ""


def strays(ledger: Path = LEDGER) -> list[Finding]:
    """Find certificates that no registered claim stands behind: nothing checks them."""
    names = sorted(path.stem for path in ledger.glob("*.json") if path.name != SCHEMA)
    return [Finding(name, "is the certificate of no registered claim") for name in names if name not in CLAIMS]


def verify_files(claims: Iterable[Claim], ledger: Path = LEDGER) -> list[Finding]:
    """Check the files of some claims; one that is not there, or cannot be read, is a finding like any other."""
    return [finding for entry in claims for finding in _verify_file(entry, ledger)]


def _verify_file(claim: Claim, ledger: Path) -> list[Finding]:
    if not (ledger / f"{claim.id}.json").is_file():
        return [Finding(claim.id, "has no certificate")]
    try:
        record = load(claim.id, ledger)
    except ValueError as error:
        return [Finding(claim.id, str(error))]
    return verify(claim, record)


def verify_ledger(ledger: Path = LEDGER) -> list[Finding]:
    """Check every claim's file, that nothing is missing and that nothing else lies there."""
    findings = verify_files(CLAIMS.values(), ledger)
    broken = {finding.id for finding in findings}
    stored = {name: _verdict(load(name, ledger)) for name in CLAIMS if name not in broken}
    others = [finding for finding in completeness(stored) if finding.id not in broken]
    return [*findings, *others, *strays(ledger)]


def completeness(stored: Mapping[str, str]) -> list[Finding]:
    """Find claims without a verdict, corrections that are not established, and catalogued ids that nobody decides."""
    missing = [name for name in CLAIMS if name not in stored]
    uncorrected = [
        (entry.id, entry.corrected_by)
        for entry in CLAIMS.values()
        if entry.corrected_by and stored.get(entry.corrected_by) not in SOLID
    ]
    undecided = [
        name
        for source in SOURCES.values()
        for name in source.catalogue
        if not any(known == name or known[:-1] == name for known in stored)
    ]
    return [
        *(Finding(name, "has no certificate") for name in missing),
        *(Finding(name, f"its correction {other} is not established") for name, other in uncorrected),
        *(Finding(name, "is in the catalogue and has no verdict") for name in undecided),
    ]
