"""Claims for people: the page of a claim, the table of verdicts, the entry to cite."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, Final

from dpassay.proofs_check.claim import CLAIMS, Claim
from dpassay.proofs_check.goal_texts import evidence_text, numbers_of, statement_text, value_text
from dpassay.proofs_check.proof.telling import steps_told

NARROWEST: Final = 40
WIDTH_OF_ENTRY: Final = 100


def page(
    claim: Claim,
    record: Mapping[str, Any],
    version: str,
    width: int,
    *,
    standing: str = "",
    trusted: Iterable[tuple[str, str]] = (),
    second: Iterable[tuple[str, str]] = (),
    full: bool = False,
) -> str:
    """What there is to say about a claim, in lines of at most ``width`` characters where words allow it.

    On what its verdict stands; of a claim that is proved in steps, these and what must be ``trusted`` for them, and all
    the rest where it is ``full``; ``second`` is what the second checker says.
    """
    width = max(width, NARROWEST)
    root = record.get("root", {})
    words = [
        _section("Why", [_wrapped(record["argument"], width)] if record["argument"] else []),
        *(_goal(number, goal, width) for number, goal in enumerate(record["goals"], start=1)),
        _section("Notes", _bullets(record["remarks"], width)),
        _section("Rejected, with the same machinery", _bullets([twin["words"] for twin in record["twins"]], width)),
    ]
    parts = [
        _heading(claim, record["verdict"], standing, width),
        _statement(claim, record.get("beyond", ""), width),
        *_root(root, width),
        *(words if full or "steps" not in root else ()),
        _section("To be trusted", _aligned(trusted, width)),
        _section("Second checker", _aligned(second, width)),
        _footer(claim, width),
        bibtex(claim, record["verdict"], version, width),
    ]
    return "\n\n".join(part for part in parts if part)


def _root(root: Mapping[str, Any], width: int, name: str = "") -> list[str]:
    """The formula of a claim, or of a part of it, and the steps of its proof."""
    if not root:
        return []
    rows = [("formula", root["formula"]), *(("where", condition) for condition in root["where"])]
    rows += [(variable, domain) for variable, domain in root["variables"].items()]
    rows += [(short, f"= {text}") for short, text in root["let"].items()]
    told = [_section(f"Formula of {name}" if name else "Formula", _aligned([*rows, ("model", root["model"])], width))]
    if "fails_at" in root:
        return [*told, _section("False at", _aligned(root["fails_at"].items(), width))]
    also = [_section("With", _aligned(root["also"].items(), width))] if "also" in root else []
    steps = [
        _filled(what, width, "  ", "     ") + "\n" + _filled(why, width, "     ", "     ")
        for what, why in steps_told(root)
    ]
    parts = [text for part, inner in root.get("parts", {}).items() for text in _root(inner, width, part)]
    return [*told, *also, _section(f"Proof of {name}" if name else "Proof", steps), *parts]


def _heading(claim: Claim, verdict: str, standing: str, width: int) -> str:
    places = [*filter(None, [standing]), claim.location, claim.source.title, claim.source.authors]
    return "\n".join([f"{claim.id}: {verdict}", *(_wrapped(place, width) for place in places)])


def _statement(claim: Claim, beyond: str, width: int) -> str:
    rows = [("LaTeX", claim.latex)]
    rows += [("adjacency", claim.adjacency)] if claim.adjacency else []
    rows += [("checked", condition) for condition in claim.checked]
    rows += [("assumed", condition) for condition in claim.assumed]
    rows += [("no formula", claim.no_formula)] if claim.no_formula else []
    rows += [("beyond the formula", beyond)] if beyond else []
    return _section("Claim", [_wrapped(claim.text, width), "", *_aligned(rows, width)])


def _goal(number: int, goal: Mapping[str, Any], width: int) -> str:
    """One goal, what it says and how the certificate shows it."""
    statement, evidence = goal["statement"], goal["evidence"]
    lines = [_wrapped(statement_text(statement), width), *_evidence(statement, evidence, width)]
    title = _filled(f"{number}. {goal['role']}: {goal['words']}", width, "", "   ")
    return _section(title, lines)


def _evidence(statement: Mapping[str, Any], evidence: Any, width: int) -> list[str]:
    if statement["kind"] != "counterexample":
        return [_wrapped(evidence_text(statement, evidence), width)]
    instance = [(name, value_text(value)) for name, value in evidence["instance"].items()]
    numbers = _level(list(numbers_of(statement, evidence).items()))
    blocks = [_aligned(instance, width), _aligned(numbers, width)]
    return [line for block in blocks if block for line in ("", *block)]


def _level(rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Leave room for the sign where some number has one, so that the digits stand below one another."""
    signed = any(text.startswith("-") for _, text in rows)
    return [(name, f" {text}" if signed and not text.startswith("-") else text) for name, text in rows]


def _footer(claim: Claim, width: int) -> str:
    rows = [("recompute", f"dpassay claims run {claim.id}"), ("check", f"dpassay claims verify {claim.id}")]
    if claim.corrected_by is not None:
        correction = CLAIMS.get(claim.corrected_by)
        rows.insert(0, ("corrected by", claim.corrected_by + (f": {correction.text}" if correction else "")))
    return _section("See also", _aligned(rows, width))


def _section(title: str, lines: Iterable[str]) -> str:
    body = list(lines)
    return "\n".join([title, *body]) if body else ""


def _filled(text: str, width: int, first: str, others: str) -> str:
    """Wrap a text; no line ends with an operator."""
    glued = re.sub(r"(?<= )(<=|>=|=|<|>|\+|-|/) ", "\\1\0", text)
    filled = textwrap.fill(
        glued,
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return filled.replace("\0", " ")


def _wrapped(text: str, width: int) -> str:
    return _filled(text, width, "  ", "  ")


def _bullets(texts: Iterable[str], width: int) -> list[str]:
    return [_filled(text, width, "  * ", "    ") for text in texts]


def _aligned(rows: Iterable[tuple[str, str]], width: int) -> list[str]:
    """Names in one column, and what belongs to them in another; below a name that is longer than half of the width."""
    listed = list(rows)
    longest = max((len(name) for name, _ in listed if 2 * len(name) <= width), default=0)
    lines = []
    for name, text in listed:
        if 2 * len(name) > width:
            lines += [_filled(name, width, "  ", "  "), _filled(text.strip(), width, " " * 4, " " * 4)]
            continue
        label = f"  {name:<{longest}}  "
        sign = " " if text.startswith(" ") else ""  # `fill` would drop it
        room = max(width, len(label) + NARROWEST // 2)
        lines.append(_filled(text.strip(), room, label + sign, " " * len(label)))
    return lines


_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "^": r"\^{}",
    "~": r"\~{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    **{character: f"\\{character}" for character in "&%$#_"},
}


def _plain_latex(text: str) -> str:
    """A text as LaTeX prints it, with quotes that open and close."""
    quoted = re.sub(r'"([^"]*)"', r"``\1''", text)
    return "".join(_SPECIAL.get(character, character) for character in quoted)


def bibtex(claim: Claim, verdict: str, version: str, width: int = WIDTH_OF_ENTRY, *, note: str = "") -> str:
    """The entry that cites a verdict."""
    key = claim.id.lower().replace("-", "_")
    place = f"{_plain_latex(claim.location)}, in: {_plain_latex(claim.source.title)}"
    title = _filled(
        f"{{{{{claim.id} ({verdict}): {place}}}}},", min(width, WIDTH_OF_ENTRY), "  title        = ", " " * 19
    )
    return "\n".join(
        [
            f"@misc{{dpassay_{key},",
            title,
            "  author       = {{The dpassay authors}},",
            "  year         = {2026},",
            f"  howpublished = {{dpassay {version}, ledger/{claim.id}.json}},",
            *([_filled(f"{{{note}}},", min(width, WIDTH_OF_ENTRY), "  note         = ", " " * 18)] if note else []),
            "}",
        ]
    )


def table(claims: Iterable[Claim], verdicts: Mapping[str, str]) -> str:
    """The table of the verdicts that are there, in Markdown."""
    lines = [
        "# Verdicts",
        "",
        "Generated by `dpassay claims run`; `dpassay claims show ID` tells the whole of a claim, and",
        "`dpassay claims verify` checks every certificate.",
    ]
    source = None
    for entry in in_order(claim for claim in claims if claim.id in verdicts):
        if entry.source is not source:
            source = entry.source
            lines += ["", f"## {source.prefix}: {source.title}", ""]
            lines += [_row("id", "where", "claim", "verdict", "corrected by"), "|---|---|---|---|---|"]
        lines.append(row(entry, verdicts[entry.id]))
    return "\n".join(lines) + "\n"


def row(claim: Claim, verdict: str) -> str:
    """The line of a claim in the table."""
    return _row(claim.id, claim.location, claim.text, verdict, claim.corrected_by or "")


def in_order(claims: Iterable[Claim]) -> list[Claim]:
    """Sort claims by source and number."""
    return sorted(claims, key=lambda entry: entry.id)


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
