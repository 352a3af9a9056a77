"""What the proofs of all claims consist of: how much of them is in words, what is trusted, how long they are."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from statistics import median
from typing import Any, Final

from benchmarks.tables import Table
from dpassay import exact
from dpassay.proofs_check import kernel, proof, roots
from dpassay.proofs_check.proof.published import PUBLISHED
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.statements import Apply, Model, Theorem, Words
from dpassay.proofs_check.proof.verdict import KINDS, cites, rests_on

ESTABLISHED: Final = ("proved", "argued", "repaired", "explicit")
OTHERS: Final = ("refuted", "confirmed", "open")
TOLD: Final = {
    "arithmetic": "arithmetic: relations added",
    "analysis": "analysis: the kernel, in one variable",
    "constant": "constant: enclosures",
    "together": "together: several relations",
    "exhaustion": "exhaustion: every setting",
    "rule": "apply: a rule",
    "published": "apply: a published theorem",
    "theorem": "apply: a lemma or a claim",
    "words": "words",
}
TRUSTED: Final = {"checker of steps": proof, "kernel": kernel, "exact numbers": exact}
"""The packages that a proof is worth as much as."""

CITED: Final = {"rules that are applied": RULES, "published theorems that are applied": PUBLISHED}
"""What is cited and not proved."""

Records = Mapping[str, Mapping[str, Any]]
Theorems = Mapping[str, Theorem]
Fact = tuple[str, str]
"""The names of the model and of the fact."""


def tables(records: Records, verifying: float) -> list[Table]:
    """Return the tables on these claims and all that they rest on."""
    refuted = [REFUTATIONS[name].statement.model for name in records if name in REFUTATIONS]
    claims = [name for name in records if name in THEOREMS]
    return [
        established_table(records),
        steps_table(theorems_of(records)),
        sizes_table(claims, theorems_of(records), refuted, verifying),
    ]


def theorems_of(names: Iterable[str]) -> Theorems:
    """The theorems among these, and all that they rest on."""
    return {name: THEOREMS[name] for name in roots.closure(names) if name in THEOREMS}


def in_words(theorem: Theorem) -> int:
    """The number of its steps that are in words."""
    return sum(isinstance(step.by, Words) for step in theorem.proof)


# What is established


def is_without_words(record: Mapping[str, Any]) -> bool:
    """Tell whether an established claim is no more than its formula, and nothing that it rests on is in words."""
    if record["verdict"] not in ESTABLISHED or record["id"] not in THEOREMS or record.get("beyond"):
        return False
    return not any(in_words(theorem) for theorem in theorems_of([record["id"]]).values())


def established_table(records: Records) -> Table:
    """By source, and of all: what is established, and how much of that without words."""
    prefixes = dict.fromkeys(name.partition("-")[0] for name in records)
    rows = [
        _established(prefix, [record for name, record in records.items() if name.startswith(f"{prefix}-")])
        for prefix in prefixes
    ]
    rows.append(_established("all", list(records.values())))
    notes = (
        "Established is what is proved, argued, repaired or explicit. Without words: the claim is no more than its "
        "formula, and each step of its proof, and of all that this rests on, is checked.",
    )
    columns = ("source", "claims", "established", "without words", "share", "argued", *OTHERS)
    return Table("Claims: established, and without words", columns, rows, notes)


def _established(name: str, records: Collection[Mapping[str, Any]]) -> tuple[str, ...]:
    verdicts = Counter(record["verdict"] for record in records)
    known = sum(verdicts[verdict] for verdict in ESTABLISHED)
    wordless = sum(is_without_words(record) for record in records)
    counts = (verdicts[verdict] for verdict in ("argued", *OTHERS))
    return name, f"{len(records)}", f"{known}", f"{wordless}", percent(wordless, known), *map(str, counts)


def percent(part: int, whole: int) -> str:
    """A share in percent; of nothing there is none."""
    return f"{100 * part / whole:.1f} %" if whole else ""


# What steps rest on


def steps_by_kind(theorems: Iterable[Theorem]) -> Counter[str]:
    """How many steps there are of each kind; those that apply something, by what they apply."""
    kinds = Counter[str]()
    for theorem in theorems:
        for step in theorem.proof:
            kinds[_applied(step.by) if isinstance(step.by, Apply) else KINDS[type(step.by)]] += 1
    return kinds


def _applied(by: Apply) -> str:
    return "rule" if by.id in RULES else "published" if by.id in PUBLISHED else "theorem"


def steps_table(theorems: Theorems) -> Table:
    """The steps of all theorems by their justification."""
    kinds = steps_by_kind(theorems.values())
    rows = [(told, f"{kinds[kind]}", percent(kinds[kind], kinds.total())) for kind, told in TOLD.items()]
    rows.append(("all", f"{kinds.total()}", percent(kinds.total(), kinds.total())))
    held = sum(in_words(theorem) > 0 for theorem in theorems.values())
    notes = (f"The steps of {len(theorems)} theorems, each counted once; {held} of them have steps in words.",)
    return Table("Proofs: what steps rest on", ("justification", "steps", "share"), rows, notes)


# How long they are, and what is trusted


def sizes_table(claims: Collection[str], theorems: Theorems, refuted: Iterable[Model], verifying: float) -> Table:
    """The lengths of the proofs of claims, and what they stand on; ``refuted`` are the models of refuted claims."""
    every = {fact for theorem in theorems.values() for fact in facts(theorem.statement.model).values()}
    every |= {fact for model in refuted for fact in facts(model).values()}
    applied = {name for theorem in theorems.values() for name in rests_on(theorem)}
    own = {name: len(theorems[name].proof) for name in claims}
    whole = {name: sum(len(theorem.proof) for theorem in theorems_of([name]).values()) for name in claims}
    rows = [
        ("theorems: claims", f"{len(own)}"),
        ("theorems: parts of claims, and lemmas", f"{len(theorems) - len(own)}"),
        *((what, f"{len(applied & set(table))} of {len(table)}") for what, table in CITED.items()),
        ("models with facts", f"{len({model for model, _ in every})}"),
        ("facts", f"{len(every)}"),
        ("facts that steps cite", f"{len(cited_facts(theorems.values()))}"),
        *_lengths("steps of a claim", own),
        *_lengths("steps of a claim and of all that it rests on", whole),
        *((f"trusted lines: {name}", f"{_lines(package.__path__):,}") for name, package in TRUSTED.items()),
        ("seconds of `dpassay claims verify`", f"{verifying:.1f}"),
    ]
    notes = (
        "A fact of a model counts once, though narrower models have it as well. Trusted lines are lines of code, "
        "without comments and docstrings; rules are among those of the checker. Claims that are refuted have no steps.",
    )
    return Table("Proofs: their lengths, and what is trusted", ("what", "number"), rows, notes)


def facts(model: Model) -> dict[str, Fact]:
    """The facts of a model by name, each as one of the widest model that has it."""
    wider = facts(model.narrows) if model.narrows is not None else {}
    return {name: wider.get(name, (model.name, name)) for name in model.facts}


def cited_facts(theorems: Iterable[Theorem]) -> set[Fact]:
    """The facts that steps of these theorems use."""
    known = [(theorem, facts(theorem.statement.model)) for theorem in theorems]
    return {own[name] for theorem, own in known for step in theorem.proof for name in cites(step) if name in own}


def _lengths(what: str, steps: Mapping[str, int]) -> list[tuple[str, str]]:
    longest = max(steps, key=lambda name: steps[name], default="")
    shown = [f"{median(steps.values()):g}", f"{steps[longest]} ({longest})"] if steps else ["", ""]
    return [(f"{what}, {which}", number) for which, number in zip(("median", "longest"), shown, strict=True)]


def _lines(folders: Iterable[str]) -> int:
    return sum(code_lines(path.read_text(encoding="utf-8")) for each in folders for path in Path(each).rglob("*.py"))


def code_lines(source: str) -> int:
    """The number of lines with code on them: no comments, no docstrings, no blank lines."""
    strings = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    layout = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    code = {line for token in tokens if token.type not in layout for line in range(token.start[0], token.end[0] + 1)}
    return len(code - strings)
