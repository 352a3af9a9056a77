"""What Coq said, as it is committed: a line for each claim, lemma and rule, and digests of what Coq was told.

``read`` is the digest of what a claim's record holds for Coq, so that a page can tell whether it has changed since, and
``written`` that of the text for Coq. ``origin`` is that of all from which the texts are written, and of the lines
themselves: while it is the same, nothing has to be written to know that nothing changed. It spares time and is no
evidence.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

from dpassay.proofs_check import certificates, memory, recomputed
from dpassay.proofs_check.coq.coqc import Answer
from dpassay.proofs_check.coq.files import HERE, PRELUDES, prelude
from dpassay.proofs_check.coq.theorem import CoqTheorem, Entry, Resists
from dpassay.proofs_check.proof import store

FILE: Final = certificates.SECOND_CHECKER
UNSEEN: Final = ("Lemmas", "Rules_needed")
"""What no theorem of a claim requires."""
REFUSED: Final = "Coq does not accept the proof that is written"
Told: TypeAlias = dict[str, Any]
"""What is kept of a claim, a lemma or a rule."""


def of(found: Iterable[Entry], answers: Mapping[str, Answer], ledger: Path) -> dict[str, Told]:
    """What is to be kept of entries, by the ids of what they belong to, once Coq has answered."""
    return {id_: _told(id_, own, answers, ledger) for id_, own in _by_ids(found).items()}


def _by_ids(found: Iterable[Entry]) -> dict[str, list[Entry]]:
    parts: dict[str, list[Entry]] = {}
    for entry in found:
        parts.setdefault(entry.claim, []).append(entry)
    return parts


def _told(id: str, own: list[Entry], answers: Mapping[str, Answer], ledger: Path) -> Told:  # noqa: A002
    accepted: dict[str, list[int]] = {}
    resists: dict[str, list[str]] = {}
    for entry in own:
        if isinstance(entry, CoqTheorem) and entry.twin:
            continue
        counts = accepted.setdefault(entry.part.split()[0], [0, 0])
        reason = entry.reason if isinstance(entry, Resists) else "" if answers[entry.name].accepted else REFUSED
        counts[0] += not reason
        counts[1] += 1
        if reason:
            resists.setdefault(reason, []).append(entry.part)
    twins = [entry for entry in own if isinstance(entry, CoqTheorem) and entry.twin]
    return {
        **_digests(id, own, ledger),
        "accepted": accepted,
        "resists": resists,
        "twins": [sum(not answers[twin.name].accepted for twin in twins), len(twins)],
    }


def _digests(id: str, own: list[Entry], ledger: Path) -> Told:  # noqa: A002
    written = _digest([entry.text if isinstance(entry, CoqTheorem) else entry.reason for entry in own])
    return {"read": read(id, ledger), "written": written}


def changed(found: Iterable[Entry], kept: Kept | None, version: str, ledger: Path) -> list[Entry]:
    """The entries that Coq was not told as they stand now; all, where it or the preludes have changed."""
    entries = list(found)
    if kept is None or (kept.version, kept.preludes) != (version, preludes()):
        return entries
    asked = {
        id_
        for id_, own in _by_ids(entries).items()
        if not _digests(id_, own, ledger).items() <= kept.told.get(id_, {}).items()
    }
    return [entry for entry in entries if entry.claim in asked]


def read(id: str, ledger: Path) -> str:  # noqa: A002  # the name that it has everywhere
    """The digest of what the record of a claim holds for Coq; nothing for what has no record."""
    if not certificates.has_file(id, ledger):
        return ""
    record = certificates.load(id, ledger)
    statements = [[goal["statement"], goal["evidence"]] for goal in record["goals"]]
    return _digest([statements, [twin["statement"] for twin in record["twins"]], record.get("root")])


def preludes() -> str:
    """The digest of the preludes that theorems may require; the others Coq reads every time."""
    return _digest([prelude(name) for name in PRELUDES if not name.startswith(UNSEEN)])


def current(version: str, ledger: Path) -> Kept | None:
    """What is kept, where Coq is the same and all that was written for it would be written again; else ``None``."""
    kept = load(ledger)
    same = kept is not None and (kept.version, kept.origin) == (version, origin(kept.told, ledger))
    return kept if same else None


def origin(told: Mapping[str, Told], ledger: Path) -> str:
    """The digest of all code that has a part in what is written, of a ledger, and of what is kept of Coq's answers."""
    code = sha256("".join(recomputed.code_digest(source.__name__) for source in recomputed.SOURCES).encode())
    memory.add_code(code, memory.SECOND_CHECKER, HERE)
    by_hand = [prelude(name) for name in PRELUDES]
    records = [[path.name, path.read_text(encoding="utf-8")] for path in sorted(ledger.glob("*.json"))]
    return _digest([code.hexdigest(), by_hand, [record for record in records if record[0] != FILE], told])


def _digest(content: object) -> str:
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def dump(told: Mapping[str, Told], version: str, from_: str = "") -> str:
    """The text of the file: a claim a line. ``from_``: the origin, where all that is told was written from it."""
    lines = [f" {json.dumps(id_)}: {json.dumps(told[id_], ensure_ascii=False)}" for id_ in sorted(told)]
    head = json.dumps({"coq": version, "preludes": preludes(), "origin": from_}).removesuffix("}")
    return f'{head}, "told": {{\n' + ",\n".join(lines) + "\n}}\n"


@dataclass(frozen=True, slots=True)
class Kept:
    """What a ledger keeps of what Coq said."""

    version: str
    preludes: str
    told: dict[str, Told]
    origin: str


def load(ledger: Path) -> Kept | None:
    """What is kept; ``None`` where there is no file, ``ValueError`` where it cannot be read."""
    path = ledger / FILE
    if not path.is_file():
        return None
    try:
        return _read(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise ValueError(f"{FILE}: expected what `dpassay claims export --coq` writes ({error})") from None


@cache
def _read(text: str) -> Kept:
    found = store.read(text)
    return Kept(found["coq"], found["preludes"], found["told"], found["origin"])


def differences(told: Mapping[str, Told], kept: Kept | None, there: Collection[str] | None = None) -> list[str]:
    """How what Coq says now differs from what is kept. ``there``: the ids of all there is, to tell what is gone."""
    if kept is None:
        return [f"there is no {FILE}"]
    found = [f"{id_}: {_difference(kept.told.get(id_), now)}" for id_, now in told.items() if kept.told.get(id_) != now]
    if kept.preludes != preludes():
        found.append("the preludes: not what Coq read then")
    gone = [] if there is None else [id_ for id_ in kept.told if id_ not in there]
    return found + [f"{id_}: nothing is written of it any more" for id_ in gone]


def _difference(before: Told | None, now: Told) -> str:
    if before is None:
        return "Coq was not asked about it"
    names = [name for name in now if before.get(name) != now[name]]
    if "accepted" in names:
        return f"Coq accepted {counted(before['accepted'])}, now {counted(now['accepted'])}"
    return f"{', '.join(names)}: not as Coq was told then"


def counted(accepted: Mapping[str, list[int]]) -> str:
    """How much of everything is accepted, such as "2 of 2 goals and 5 of 7 steps"."""
    words = [f"{some} of {all_} {kind}{'' if all_ == 1 else 's'}" for kind, (some, all_) in accepted.items()]
    return " and ".join(words) or "nothing"


def page(id: str, ledger: Path) -> list[tuple[str, str]]:  # noqa: A002  # the name that it has everywhere
    """What the page of a claim says: how much Coq accepts, what resists and why, and whether that has changed since."""
    kept = load(ledger)
    told = None if kept is None else kept.told.get(id)
    if told is None:
        return []
    written = {kind: counts for kind, counts in told["accepted"].items() if kind != "check"}
    rows = [("accepted by Coq", counted(written))] if written else []
    rows += [(_listed(parts), reason) for reason, parts in told["resists"].items()]
    if told["read"] != read(id, ledger):
        rows.append(("changed since", "what Coq was told is not what stands here now; to ask again: make coq"))
    return rows


def _listed(parts: list[str]) -> str:
    """Parts of one kind, such as "goals 1, 3"; of many, their number."""
    kind = parts[0].split()[0]
    if len(parts) == 1:
        return parts[0]
    names = ", ".join(part.removeprefix(f"{kind} ") for part in parts)
    return f"{kind}s {names}" if kind in {"goal", "check"} and len(names) < 20 else f"{len(parts)} {kind}s"
