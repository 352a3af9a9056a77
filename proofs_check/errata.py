"""The errata of a source: for every refuted or repaired claim a section that a reader can check by hand.

All of it is read off the claims and their records, so that it cannot disagree with the ledger; `docs/errata/` holds
what `dpassay claims errata` prints.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from dpassay.proofs_check.claim import CLAIMS, Claim, Verdict
from dpassay.proofs_check.failing import Failure, failure
from dpassay.proofs_check.goal_texts import evidence_text, numbers_of, statement_text, value_text
from dpassay.proofs_check.present import in_order
from dpassay.proofs_check.printed_uses import named, proved, relying
from dpassay.proofs_check.proof.register import find
from dpassay.proofs_check.sources import Source

WRONG: Final = (Verdict.REFUTED, Verdict.REPAIRED)
COMPARED: Final = {"<=": "at most", "<": "below", "=": "equal to"}
LONGEST_SIDE: Final = 160
LONGEST_ENTRY: Final = 100
LETTERS: Final = ("alpha", "beta", "delta", "eps", "eta", "gamma", "lambda", "log", "sigma")
EMPTY: Final = ("None", "()", "{}")
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
        "\n".join(f"* [{entry.id}](#{entry.id.lower()}): {_escaped(entry.location)}" for entry in chosen),
    ]
    sections = [_section(entry, records) for entry in chosen]
    return "\n\n".join([*head, *sections]) + "\n"


def _section(entry: Claim, records: Mapping[str, Mapping[str, Any]]) -> str:
    record = records[entry.id]
    is_refuted = record["verdict"] == Verdict.REFUTED
    parts = [
        f"## {entry.id}",
        f"{_escaped(entry.location)}: {'refuted' if is_refuted else 'true, with another argument'}.",
        *_printed(entry),
        *(_counterexample(entry, record) if is_refuted else _broken(record)),
        *_true(entry, records, refuted=is_refuted),
        *_notes(record),
        _relies(entry, records),
    ]
    return "\n\n".join(parts)


# What is printed


def _printed(entry: Claim) -> Iterator[str]:
    yield f"**Printed.** {_escaped(entry.text)}"
    yield f"```math\n{entry.latex}\n```"
    meant = [ADJACENCY[entry.adjacency]] if entry.adjacency else []
    conditions = [*entry.checked, *entry.assumed, *meant]
    if conditions:
        yield "With: " + "; ".join(map(_escaped, conditions)) + "."


# Where it fails


def _counterexample(entry: Claim, record: Mapping[str, Any]) -> Iterator[str]:
    goal = next(goal for goal in record["goals"] if goal["role"] == "counterexample")
    statement, evidence = goal["statement"], goal["evidence"]
    yield f"**Where it fails.** {_sentence(goal['words'])}"
    yield from _paragraphs(record["argument"])
    yield from _instance(statement, evidence)
    shown = [goal for goal in record["goals"] if goal["role"] == "sharper"]
    if shown:
        lines = (f"* {_escaped(goal['words'])}: {_escaped(statement_text(goal['statement']))}" for goal in shown)
        yield "Shown besides:\n\n" + "\n".join(lines)
    failing = failure(entry.id)
    if failing is not None:
        yield from _formula(record["root"], failing)


def _instance(statement: Mapping[str, Any], evidence: Mapping[str, Any]) -> Iterator[str]:
    """The instance that a certificate holds, and the numbers there."""
    told = _escaped(statement_text(statement).removeprefix("not always: "))
    instance = {name: value_text(value) for name, value in evidence["instance"].items()}
    yield f"Tested: {told}. It is false" + (f" at\n\n{_table(instance)}" if instance else ".")
    if numbers := numbers_of(statement, evidence):
        yield f"where the numbers are\n\n{_table(numbers)}"


def _formula(root: Mapping[str, Any], failing: Failure) -> Iterator[str]:
    """As a formula, at an instance of the model that it is about."""
    where = f", where `{'` and `'.join(root['where'])}`" if root["where"] else ""
    short = "".join(f", with `{name} = {text}`" for name, text in root["let"].items())
    yield f"**As a formula** of {root['model']}: `{root['formula']}`{where}{short}."
    told, entries = failing.setting
    letters = ", ".join(f"`{name} = {value}`" for name, value in failing.letters.items())
    listed = ", ".join(_entry(name, value) for name, value in entries.items() if value not in EMPTY)
    lines = [f"At {letters}" if letters else "In this setting"]
    lines += [f"({_escaped(told.rstrip('.'))}: {listed})"] if listed and told else []
    left, right = failing.left, failing.right
    lines += [f"{_told(left)} is not {COMPARED[failing.operator]} {_told(right)}"]
    quantities = {name: value for name, value in failing.quantities.items() if name not in (left[0], right[0])}
    if quantities:
        lines.append("(" + ", ".join(f"`{name}` is {value}" for name, value in quantities.items()) + ")")
    sentence = lines[0] + "".join((" " if line.startswith("(") else ", ") + line for line in lines[1:])
    yield sentence.rstrip(",") + "."
    if failing.definitions:
        yield "Here " + ", ".join(f"`{text}`" for text in failing.definitions) + "."
    more = root["fails_at"]
    if "for no constant" in more:
        by = find(more["for no constant"])
        wherever = f", where `{'` and `'.join(by.where)}`" if by.where else ""
        yield f"It fails for every constant, by the theorem `{by.id}`: `{by.formula}`{wherever}."
    if "bounded" in more:
        yield f"What the right side bounds: `{more['bounded']}`."


def _told(side: tuple[str, str]) -> str:
    """Return a side of a relation, with its value where it is not written out."""
    text, value = side
    if value in (text, "?"):
        return f"`{text}`"
    return f"{value}, which is `{text}`," if len(text) <= LONGEST_SIDE else value


def _entry(name: str, value: str) -> str:
    """Return an entry of a setting; a long one is left to the record."""
    return f"`{name} = {value}`" if len(value) <= LONGEST_ENTRY else f"`{name}` as in the record"


def _broken(record: Mapping[str, Any]) -> Iterator[str]:
    """A step of the printed argument that is false, though the claim is true."""
    for goal in record["goals"]:
        if goal["role"] == "broken step":
            statement, evidence = goal["statement"], goal["evidence"]
            yield f"**What is wrong with the argument.** {_sentence(goal['words'])}"
            if statement["kind"] != "counterexample":
                yield _escaped(f"{statement_text(statement)} ({evidence_text(statement, evidence)})")
                continue
            yield from _instance(statement, evidence)
    yield from _paragraphs(record["argument"])


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
        yield f"{title}{name}{same} ({records[name]['verdict']}): {_escaped(other.text)}\n\n```math\n{other.latex}\n```"


def _notes(record: Mapping[str, Any]) -> Iterator[str]:
    if record["remarks"]:
        yield "Notes:\n\n" + "\n".join(f"* {_escaped(note)}" for note in record["remarks"])


# What relies on it


def _relies(entry: Claim, records: Mapping[str, Mapping[str, Any]]) -> str:
    prefix = entry.source.prefix
    proofs = proved(prefix, entry.location)
    own = [name for name in named(prefix, entry.location) if not name.startswith("Section ") and name not in proofs]
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
        if statement in named(prefix, entry.location)
        and statement not in proved(prefix, entry.location)
        and not entry.id.endswith(("-corrected", "-sharp"))
    ]


def _joined(names: Iterable[str]) -> str:
    *most, last = list(names)
    return f"{', '.join(most)} or {last}" if most else last


# Markdown


def _sentence(words: str) -> str:
    text = _escaped(words.strip())
    first, _, rest = text.partition(" ")
    is_word = first.isalpha() and (len(first) > 1 or (first == "a" and rest[:1].isalpha())) and first not in LETTERS
    begun = text[:1].upper() + text[1:] if is_word and rest[:1] not in tuple("=<>+-*/\\") else text
    return begun + ("" if text.endswith(".") else ".")


def _paragraphs(text: str) -> Iterator[str]:
    if text.strip():
        yield _escaped(text.strip())


def _table(rows: Mapping[str, str]) -> str:
    lines = [f"| {_cell(name)} | {_cell(str(value))} |" for name, value in rows.items()]
    return "\n".join(["| | |", "|---|---|", *lines])


def _cell(text: str) -> str:
    return _escaped(text).replace("|", "\\|")


def _escaped(text: str) -> str:
    """Return a text as Markdown shows it: no formula in it is emphasis, a tag, mathematics or a link."""
    return re.sub(r"([\\*_<$~`\[\]])", r"\\\1", text)
