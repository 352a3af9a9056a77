"""The goals of a claim, and their tampered twins, as theorems of Coq."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from dpassay.proofs_check.certificates import has_file, load
from dpassay.proofs_check.coq.goals.falsehoods import denied, falsehood
from dpassay.proofs_check.coq.goals.kinds import Proof, proof
from dpassay.proofs_check.coq.goals.notebook import Resisting
from dpassay.proofs_check.coq.goals.statements import SAID, said
from dpassay.proofs_check.coq.theorem import CoqTheorem, Entry, Resists, identifier

NOWHERE: Final = "is a twin of which no rational point is found at which it is false"
PRELUDES: Final = ("Equations", "Monotone")
FINITE: Final = "is computed from the laws of mechanisms, of which Coq knows nothing"
"""Why a check of finitely many instances is no theorem."""


def entries(id: str, folder: Path) -> Iterator[Entry]:  # noqa: A002  # the name that it has everywhere
    """Yield the goals of a claim and their twins; a lemma has none."""
    if not has_file(id, folder):
        return
    record = load(id, folder)
    twins = [twin for twin in record["twins"] if twin["statement"]["kind"] in SAID]
    for number, goal in enumerate(record["goals"], start=1):
        part = f"goal {number}"
        name = identifier(id, *part.split())
        found = _proof(goal["statement"], goal["evidence"], name)
        if isinstance(found, str):
            yield Resists(id, part, found)
            continue
        yield _theorem(name, id, part, goal, found)
        for k, twin in enumerate((twin for twin in twins if twin["of"] == number - 1), start=1):
            yield _twin(f"{name}_twin_{k}", id, f"{part}, twin {k}", twin, (goal, found))


def denials(id: str, folder: Path) -> Iterator[Entry]:  # noqa: A002  # the name that it has everywhere
    """Yield that the twins of a claim's goals are false: not for want of a proof does Coq refuse them."""
    record = load(id, folder) if has_file(id, folder) else {"twins": []}
    for number, twin in enumerate(record["twins"], start=1):
        if twin["statement"]["kind"] not in SAID:
            continue
        part, found = f"denial {number}", falsehood(twin["statement"])
        if found is None:
            yield Resists(id, part, NOWHERE)
        else:
            name, said_so = identifier(id, *part.split()), denied(said(twin["statement"]))
            yield CoqTheorem(name, id, part, twin["words"], said_so, found.script, found.lemmas, preludes=PRELUDES)


def _proof(statement: Mapping[str, Any], evidence: Any, name: str) -> Proof | str:
    """The proof of a goal, or why there is none."""
    if statement["kind"] not in SAID:
        return FINITE
    try:
        return proof(statement, evidence, name)
    except Resisting as reason:
        return str(reason)


def _twin(name: str, id: str, part: str, twin: Mapping[str, Any], true: tuple[Mapping[str, Any], Proof]) -> CoqTheorem:  # noqa: A002
    """A tampered statement with the proof that is found for it, as if it were true; else with that of the true one."""
    goal, proved = true
    found = _proof(twin["statement"], goal["evidence"], name)
    return _theorem(name, id, part, twin, proved if isinstance(found, str) else found, twin=True)


def _theorem(
    name: str,
    id: str,  # noqa: A002
    part: str,
    goal: Mapping[str, Any],
    found: Proof,
    *,
    twin: bool = False,
) -> CoqTheorem:
    statement = said(goal["statement"])
    return CoqTheorem(name, id, part, goal["words"], statement, found.script, found.lemmas, twin, PRELUDES)
