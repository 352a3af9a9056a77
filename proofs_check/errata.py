"""The errata of a source: for every refuted or repaired claim a section that a reader can check by hand.

All of it is read off the claims and their records, so that it cannot disagree with the ledger; `docs/errata/` holds
what `dpassay claims errata` prints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from dpassay.proofs_check.claim import CLAIMS, Claim, Verdict
from dpassay.proofs_check.errata_examples import formula, instance
from dpassay.proofs_check.errata_markdown import escaped, paragraphs, sentence
from dpassay.proofs_check.failing import failure
from dpassay.proofs_check.goal_texts import evidence_text, statement_text
from dpassay.proofs_check.present import in_order
from dpassay.proofs_check.printed_uses import about, proved, relying
from dpassay.proofs_check.sources import Source

WRONG: Final = (Verdict.REFUTED, Verdict.REPAIRED)
ADJACENCY: Final = {
    "replace_one": "one record is replaced by another one",
    "add_remove": "one record is added or removed",
    "any_pair": "any two inputs are neighbors",
    "one_loss": "the losses of one round are others",
}


def document(source: Source, records: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the errata of a source in Markdown; ``records`` are those of all claims that have one, by id."""
    chosen = [
        entry
        for entry in in_order(CLAIMS.values())
        if entry.source is source and records.get(entry.id, {}).get("verdict") in WRONG
    ]
    counts = Counter(records[entry.id]["verdict"] for entry in chosen)
    checked = sum(CLAIMS[name].source is source for name in records if name in CLAIMS)
    head = [
        f"# Errata: {source.title}",
        f"{source.authors}.",
        f"Of {checked} statements in the ledger, {counts[Verdict.REFUTED]} are refuted as they are read here, and "
        f"{counts[Verdict.REPAIRED]} are true with another argument. Where a text can be read in several ways, each "
        "reading has an id; a reading that is refuted says nothing against the others. What is printed is given in our "
        "words. Generated from the ledger by `dpassay claims errata`; `dpassay claims show ID` has the whole record.",
        "A statement is held twice to an example, where it can be: by a computation of what it says, and as a formula, "
        "which may be at another example. In formulas `sum(f(t), t, 1, T)` and `E(X)` are what they seem to be, "
        "`[x <= y]` is 1 where that holds and else 0, `**` is a power, and a name with `@` is an outcome.",
        "What is worked out by hand behind an example is there to be repeated: `~` stands before a decimal that is "
        "rounded, `ln` is the natural logarithm, as `log` is, `binom(n, k)` a binomial coefficient, and `Phi` the "
        "standard normal law.",
        "\n".join(f"* [{entry.id}](#{entry.id.lower()}): {escaped(entry.location)}" for entry in chosen),
    ]
    sections = [_section(entry, records) for entry in chosen]
    return "\n\n".join([*head, *sections]) + "\n"


def _section(entry: Claim, records: Mapping[str, Mapping[str, Any]]) -> str:
    record = records[entry.id]
    is_refuted = record["verdict"] == Verdict.REFUTED
    parts = [
        f"## {entry.id}",
        f"{escaped(entry.location)}: {'refuted' if is_refuted else 'true, with another argument'}.",
        *_printed(entry),
        *(_counterexample(entry, record) if is_refuted else _broken(entry, record)),
        *_true(entry, records, refuted=is_refuted),
        *_notes(record),
        _relies(entry, records),
    ]
    return "\n\n".join(parts)


# What is printed


def _printed(entry: Claim) -> Iterator[str]:
    yield f"**Printed.** {escaped(entry.text)}"
    yield f"```math\n{entry.latex}\n```"
    meant = [ADJACENCY[entry.adjacency]] if entry.adjacency else []
    conditions = [*entry.checked, *entry.assumed, *meant]
    if conditions:
        yield "With: " + "; ".join(map(escaped, conditions)) + "."


# Where it fails


def _counterexample(entry: Claim, record: Mapping[str, Any]) -> Iterator[str]:
    goal = next(goal for goal in record["goals"] if goal["role"] == "counterexample")
    statement, evidence = goal["statement"], goal["evidence"]
    yield f"**Where it fails.** {sentence(goal['words'])}"
    yield from paragraphs(record["argument"])
    yield from instance(entry, statement, evidence)
    shown = [goal for goal in record["goals"] if goal["role"] == "sharper"]
    if shown:
        lines = (f"* {escaped(goal['words'])}: {escaped(statement_text(goal['statement']))}" for goal in shown)
        yield "Shown besides:\n\n" + "\n".join(lines)
    failing = failure(entry.id)
    if failing is not None:
        yield from formula(entry, record["root"], failing)


def _broken(entry: Claim, record: Mapping[str, Any]) -> Iterator[str]:
    """A step of the printed argument that is false, though the claim is true."""
    for goal in record["goals"]:
        if goal["role"] == "broken step":
            statement, evidence = goal["statement"], goal["evidence"]
            yield f"**What is wrong with the argument.** {sentence(goal['words'])}"
            if statement["kind"] != "counterexample":
                yield escaped(f"{statement_text(statement)} ({evidence_text(statement, evidence)})")
                continue
            yield from instance(entry, statement, evidence)
    yield from paragraphs(record["argument"])


# What is true


def _true(entry: Claim, records: Mapping[str, Mapping[str, Any]], *, refuted: bool) -> Iterator[str]:
    stem = entry.id
    others = [entry.corrected_by, f"{stem}-sharp", f"{entry.corrected_by}-sharp"]
    names = [name for name in dict.fromkeys(others) if name in records and name is not None]
    if not refuted:
        yield "**What is true.** The statement itself."
    for place, name in enumerate(names):
        other = CLAIMS[name]
        title = "**What is true.** " if refuted and place == 0 else "Moreover: "
        same = "" if other.source is entry.source else f" of {other.source.title}"
        yield f"{title}{name}{same} ({records[name]['verdict']}): {escaped(other.text)}\n\n```math\n{other.latex}\n```"


def _notes(record: Mapping[str, Any]) -> Iterator[str]:
    if record["remarks"]:
        yield "Notes:\n\n" + "\n".join(f"* {escaped(note)}" for note in record["remarks"])


# What relies on it


def _relies(entry: Claim, records: Mapping[str, Mapping[str, Any]]) -> str:
    prefix = entry.source.prefix
    proofs = proved(prefix, entry.location)
    own = about(prefix, entry.location)
    later = relying(prefix, [*proofs, *own])
    told = [f"the proof of {_with_verdicts(prefix, name, records)}" for name in proofs]
    told += [f"what cites {_joined([*proofs, *own])}, directly or not: " if later else ""]
    cited = "; ".join(_with_verdicts(prefix, name, records) for name in later)
    text = "; ".join(filter(None, told)) + cited
    nothing = f"No other numbered statement cites {_joined(own)}" if own else "No numbered statement cites it"
    return f"**What relies on it.** {text[:1].upper() + text[1:] or nothing}."


def _with_verdicts(prefix: str, statement: str, records: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a printed statement with the claims that are about it."""
    ids = _located(prefix, statement, records)
    return f"{statement} ({', '.join(ids)})" if ids else statement


def _located(prefix: str, statement: str, records: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the claims that are about a printed statement itself, and the verdicts on them."""
    found = [entry for entry in in_order(CLAIMS.values()) if entry.source.prefix == prefix and entry.id in records]
    return [
        f"{entry.id} {records[entry.id]['verdict']}"
        for entry in found
        if statement in about(prefix, entry.location) and not entry.id.endswith(("-corrected", "-sharp"))
    ]


def _joined(names: Iterable[str]) -> str:
    *most, last = list(names)
    return f"{', '.join(most)} or {last}" if most else last
