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

FINITE: Final = "is computed from the laws of mechanisms, of which Coq knows nothing"
"""Why a check of finitely many instances is no theorem."""
NOWHERE: Final = "is a twin of which no rational point is found at which it is false"
PRELUDES: Final = ("Equations", "Monotone")


def entries(id: str, folder: Path) -> Iterator[Entry]:  # noqa: A002  # the name that it has everywhere
    """Yield the goals of a claim on numbers, and their twins; a lemma has none."""
    twins = _listed(id, folder, "twins")
    for number, goal in _listed(id, folder, "goals"):
        if goal["statement"]["kind"] not in SAID:
            continue
        part = f"goal {number}"
        name = identifier(id, *part.split())
        found = _proof(goal, goal, name)
        if isinstance(found, str):
            yield Resists(id, part, found)
            continue
        yield _theorem(name, id, part, goal, found)
        own = [twin for _, twin in twins if twin["of"] == number - 1 and twin["statement"]["kind"] in SAID]
        for k, twin in enumerate(own, start=1):
            false = _proof(twin, goal, f"{name}_twin_{k}")
            borrowed = found if isinstance(false, str) else false
            yield _theorem(f"{name}_twin_{k}", id, f"{part}, twin {k}", twin, borrowed, twin=True)


def denials(id: str, folder: Path) -> Iterator[Entry]:  # noqa: A002  # the name that it has everywhere
    """Yield that the twins of a claim's goals are false: not for want of a proof does Coq refuse them."""
    for number, twin in _listed(id, folder, "twins"):
        if twin["statement"]["kind"] not in SAID:
            continue
        part, found = f"denial {number}", falsehood(twin["statement"])
        if found is None:
            yield Resists(id, part, NOWHERE)
        else:
            name, says = identifier(id, *part.split()), denied(said(twin["statement"]))
            yield CoqTheorem(name, id, part, twin["words"], says, found.script, found.lemmas, preludes=PRELUDES)


def checks(id: str, folder: Path) -> Iterator[Entry]:  # noqa: A002  # the name that it has everywhere
    """Yield the goals that are checked on finitely many instances, none of which is a theorem."""
    for number, goal in _listed(id, folder, "goals"):
        if goal["statement"]["kind"] not in SAID:
            yield Resists(id, f"check {number}", FINITE)


def _listed(id: str, folder: Path, what: str) -> list[tuple[int, Mapping[str, Any]]]:  # noqa: A002
    """The goals or twins of a record, with their numbers; none where there is no record."""
    return list(enumerate(load(id, folder)[what], start=1)) if has_file(id, folder) else []


def _proof(said_so: Mapping[str, Any], goal: Mapping[str, Any], name: str) -> Proof | str:
    """The proof of a goal, or of a twin as if it were true, on the goal's evidence; or why none is found."""
    try:
        return proof(said_so["statement"], goal["evidence"], name)
    except Resisting as reason:
        return str(reason)


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
