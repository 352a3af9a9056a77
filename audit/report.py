"""The report of one audit: JSON for programs, and one HTML page that needs nothing else, for people.

The JSON holds what it takes to repeat the audit and to check its numbers: the plan, the versions, the cells of the
exact laws with the counts, the event of the certificate. `report.schema.json` says what stands where, and is closed.
"""

from __future__ import annotations

import json
import math
import platform
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined

import dpassay
from dpassay.audit import plots, words
from dpassay.audit.assess import Assessment
from dpassay.audit.events import Band
from dpassay.audit.evidence import KIND_WORDS, Evidence, LawMatch
from dpassay.audit.files import make_folder, write_whole
from dpassay.audit.plan import CERTIFICATES, KINDS
from dpassay.audit.power import ASKED, ERROR, Power
from dpassay.audit.runner import DEFAULT_MEMORY_LIMIT, DEFAULT_TIME_LIMIT, Failure
from dpassay.properties.goodness_of_fit import Cells, LawTest
from dpassay.reference import data_text

__all__ = ["FORMAT", "SCHEMA", "command", "dumps", "headline", "render", "to_json", "write"]

FORMAT: Final = "dpassay audit report 1"
SCHEMA: Final = Path(__file__).with_name("report.schema.json")
TEMPLATES: Final = Path(__file__).with_name("templates")

GUARANTEE: Final = (
    "The target is a black box that is compared with a mechanism whose exact output law is known. If it draws "
    "independent answers from exactly this law, and the law satisfies the claim, then this audit flags it with "
    "probability at most alpha. A certified bound holds whatever the target's law is, with the stated confidence, as "
    "long as its answers are independent draws from one law on either input."
)
NOT_TESTED: Final = (
    "other inputs, other pairs of neighbors and other parameters",
    "whether answers depend on one another or on earlier calls",
    "whether the random numbers can be predicted",
    "timing, memory and other side channels",
)

NONE: Final = "–"  # noqa: RUF001  # what tables show where there is no value
_NOTHING_BELOW: Final = 1e-300


# JSON


def to_json(assessment: Assessment, *, created: datetime | None = None) -> dict[str, Any]:
    """Return the report in plain JSON types: no infinity and no NaN; rationals as "p/q" beside their doubles.

    Args:
        assessment: the audit.
        created: the time to note; by default now.
    """
    drawn, evidence = assessment.drawn, assessment.evidence
    return {
        "format": FORMAT,
        "created": (created or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="seconds"),
        "verdict": assessment.verdict,
        "exit_code": assessment.exit_code,
        "headline": headline(assessment),
        "findings": list(assessment.findings),
        "subject": _subject(assessment),
        "claim": asdict(assessment.claim),
        "plan": _plan(assessment),
        "strength": {"name": "against the law", "guarantee": GUARANTEE, "not_tested": list(NOT_TESTED)},
        "command": command(assessment),
        "versions": _versions(assessment),
        "run": {
            "seconds": drawn.seconds,
            "shortfall": assessment.shortfall,
            "seeded": drawn.origin.seeded,
            "memory_limited": drawn.origin.memory_limited,
            "stdout": drawn.stdout,
            "stderr": drawn.stderr,
        },
        "failure": _failure(drawn) if isinstance(drawn, Failure) else None,
        "evidence": None if evidence is None else _evidence(evidence),
        "power": None if assessment.power is None else _power(assessment.power),
    }


def _subject(assessment: Assessment) -> dict[str, Any]:
    subject, resolved = assessment.subject, assessment.resolved
    return {
        "target": subject.target,
        "mechanism": subject.mechanism_name,
        "adjacency": assessment.claim.adjacency,
        "parameters": {name: _exact(value) for name, value in subject.parameters.items()},
        "data": [_exact(data) for data in resolved.pair],
    }


def _exact(value: object) -> Any:  # a number in both forms, a list of them, or a text
    """Return a rational as text and as a double, and a sequence as a list."""
    if isinstance(value, list | tuple):
        return [_exact(entry) for entry in value]
    try:
        rational = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return str(value)
    return {"exact": str(rational), "value": _double(rational)}


def _double(value: Fraction) -> float | None:
    """Return the nearest double, or None where it would be infinite."""
    try:
        return float(value)
    except OverflowError:
        return None


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _plan(assessment: Assessment) -> dict[str, Any]:
    """Return the plan with the shares of alpha as `dpassay.audit.evidence` takes them."""
    plan, shares = assessment.plan, assessment.shares
    law = {"law": [shares["law"] / 2, shares["law"] / 2] if "law" in shares else None}
    return {
        "samples": plan.samples,
        "seed": plan.seed,
        "alpha": plan.alpha,
        "evidence": list(shares),
        "alpha_split": law | {kind: shares.get(kind) for kind in CERTIFICATES},
        "delta": None if plan.delta is None else _exact(plan.delta),
        "python": plan.python,
        "time_limit": _finite(plan.time_limit),
        "first_time_limit": _finite(plan.first_time_limit),
        "memory_limit": plan.memory_limit,
    }


def _versions(assessment: Assessment) -> dict[str, Any]:
    origin = assessment.drawn.origin
    target = {name: getattr(origin, name) for name in ("distribution", "version", "python", "numpy")}
    return {
        "dpassay": dpassay.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "target": target,
    }


def _failure(failure: Failure) -> dict[str, Any]:
    return {name: getattr(failure, name) for name in ("kind", "message", "drawn", "traceback")}


def _evidence(evidence: Evidence) -> dict[str, Any]:
    match, found = evidence.match, evidence.certificates
    tests = [] if match is None else zip(match.tests, match.cells, strict=False)  # no tests: they were not asked for
    return {
        "samples": list(evidence.sizes),
        "p_value": evidence.p_value,
        "law_tests": [_law_test(*each) for each in tests],
        "cells": None if match is None else _cells(match, evidence.sizes),
        "certificates": {kind: found[kind].to_json() if kind in found else None for kind in CERTIFICATES},
        "certified_alpha": evidence.certified_alpha,
        "profile": None if match is None else _profile(match.band, match.exact_profile.tolist()),
    }


def _cells(match: LawMatch, sizes: Sequence[int]) -> dict[str, Any]:
    """Return the cells of the laws with the answers in each, and how many answers the law cannot produce at all."""
    first = match.cells[0]
    return {
        "kind": first.kind,
        "edges": first.edges.tolist(),
        "rows": first.rows,
        "grid": None if first.grid is None else first.grid.to_json(),
        "probabilities": [cells.probabilities.tolist() for cells in match.cells],
        "counts": [counts.tolist() for counts in match.counts],
        "outside": [size - int(counts.sum()) for size, counts in zip(sizes, match.counts, strict=True)],
    }


def _power(power: Power) -> dict[str, Any]:
    """Return what could have been found; a deviation is in percent, exactly."""
    found = power.deviation
    return {
        "basis": power.basis,
        "at_twice_epsilon": power.at_twice,
        "same_law": power.same_law,
        "asked": ASKED,
        "error": ERROR,
        "deviation": None if found is None else {"of": found.of, "percent": float(found.percent), "power": found.power},
        "words": str(power),
    }


def _law_test(test: LawTest, cells: Cells) -> dict[str, Any]:
    return {**asdict(test), "rejected": test.rejected, "worst": _worst(test, cells)}


def _worst(test: LawTest, cells: Cells) -> str | None:
    """Return the least plausible cell in words."""
    if test.worst_cell is None:
        return None
    return "outside the support" if test.worst_cell < 0 else cells.describe(test.worst_cell)


def _profile(band: Band, exact: list[float]) -> dict[str, Any]:
    return {
        "alpha": band.alpha,
        "epsilon": np.log(band.exp_eps).tolist(),
        "exp_eps": band.exp_eps.tolist(),
        "delta_exact": exact,
        "delta_lower": band.delta_lower.tolist(),
        "delta_estimate": band.delta_estimate.tolist(),
        "directions": list(band.directions),
        "events": [asdict(event) for event in band.events],
    }


def dumps(report: Mapping[str, Any]) -> str:
    """Return the text of the JSON file: indented, with a list of numbers on one line."""
    text = json.dumps(report, indent=1, ensure_ascii=False, allow_nan=False)
    # A line break stands only between the parts of a list or an object: inside a string it is escaped.
    return re.sub(r"\[\n[^\[\]{}\"]*\n\s*\]", lambda found: re.sub(r"\s+", " ", found[0]), text) + "\n"


# What a person reads


def headline(assessment: Assessment) -> str:
    """Return the verdict in one sentence."""
    if assessment.evidence is None:
        return f"COULD NOT RUN: {'; '.join(assessment.findings)}"
    return _violation(assessment, assessment.evidence) if assessment.findings else _nothing_found(assessment)


def _violation(assessment: Assessment, evidence: Evidence) -> str:
    """Say which of law and claim is contradicted; the kind of a finding is its first word."""
    claim = assessment.claim
    kinds = {finding.partition(":")[0] for finding in assessment.findings}
    claimed, parts = words.number(claim.epsilon), []
    if "claim" in kinds:
        parts.append("with these parameters the exact law itself breaks the claim")
    if "law" in kinds:
        parts.append(f"the answers do not follow the exact law of {assessment.subject.mechanism_name}")
    if "privacy" in kinds and evidence.certificate is not None:
        parts.append(
            f"epsilon is at least {words.number(evidence.certificate.epsilon_lower)} with "
            f"{words.confidence(evidence.certified_alpha)} confidence, while {claimed} is claimed "
            f"(delta = {words.number(claim.delta)})"
        )
    else:
        parts.append(f"no loss above the claimed epsilon = {claimed} was certified")
    return f"VIOLATION: {'; '.join(parts)}."


def _nothing_found(assessment: Assessment) -> str:
    claim = assessment.claim
    said = "CONSISTENT with the law and the claim (that is not a proof of privacy): "
    if assessment.verdict == "inconclusive":
        said = f"INCONCLUSIVE: {assessment.could_have_found}. "
    return (
        f"{said}{'in' if said.startswith('CONSISTENT') else 'In'} "
        f"{assessment.samples:,} answers on each of two neighboring inputs nothing contradicts the exact law of "
        f"{assessment.subject.mechanism_name} or epsilon = {words.number(claim.epsilon)} "
        f"at delta = {words.number(claim.delta)}."
    )


def evidence_lines(assessment: Assessment) -> list[str]:
    """Return what each kind of evidence shows, one line each."""
    evidence, claimed = assessment.evidence, words.number(assessment.claim.epsilon)
    if evidence is None:
        return []
    lines = [] if evidence.p_value is None else [f"match with the exact law: p {words.p_value(evidence.p_value)}"]
    for kind, found in evidence.certificates.items():
        lines.append(
            f"certified {KIND_WORDS[kind]}: epsilon >= {words.number(found.epsilon_lower)} at delta = "
            f"{words.number(found.delta)}, with confidence {words.confidence(found.alpha)} (claimed {claimed})"
        )
    return lines


def command(assessment: Assessment) -> str:
    """Return the shell command that repeats the audit."""
    subject, plan = assessment.subject, assessment.plan
    parts = ["dpassay", "audit", subject.target, "--mechanism", subject.mechanism_name]
    parts += [word for name, value in subject.parameters.items() for word in ("--param", f"{name}={data_text(value)}")]
    first, second = (data_text(data) for data in assessment.resolved.pair)
    parts += [f"--data={first}", f"--neighbor={second}"]
    parts += ["--samples", str(plan.samples), "--alpha", repr(plan.alpha), "--seed", str(plan.seed)]
    parts += [] if plan.evidence == KINDS else ["--evidence", ",".join(plan.evidence)]
    parts += [] if plan.delta is None else ["--delta", str(plan.delta)]
    parts += [] if plan.python is None else ["--python", plan.python]
    parts += [] if plan.time_limit == DEFAULT_TIME_LIMIT else ["--time-limit", f"{plan.time_limit:g}"]
    default = plan.memory_limit == DEFAULT_MEMORY_LIMIT
    return shlex.join(parts if default else [*parts, "--memory-limit", str(-(-plan.memory_limit >> 20))])


# HTML


@cache
def environment() -> Environment:
    """Return the templates' environment: everything is escaped, and a name that is missing is an error."""
    found = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
    found.trim_blocks = found.lstrip_blocks = True
    found.filters |= {"p_value": p_words, "percent": plots.percent, "number": _number_words, "data": _data_words}
    found.filters |= {"printable": _printable, "p_relation": _p_relation}
    found.filters |= {"p": words.p_value, "confidence": words.confidence}
    return found


def p_words(value: float | None, digits: int = 3) -> str:
    """Return a p-value in words: what is below the smallest doubles is not called 0."""
    if value is None:
        return NONE
    return f"{value:.{digits}g}" if value >= _NOTHING_BELOW else "< 1e-300"


def _p_relation(value: float | None) -> str:
    text = p_words(value)
    return f"p {text}" if text.startswith("<") else f"p = {text}"


def _number_words(value: float | None) -> str:
    return "infinite" if value is None else f"{value:.4g}"


def _data_words(value: Any) -> str:  # as `_exact` gives it
    """Return a number or a list of numbers in its exact form."""
    if isinstance(value, list):
        return f"({', '.join(map(_data_words, value))})"
    return str(value["exact"]) if isinstance(value, dict) else str(value)


def _printable(text: str) -> str:
    r"""Return a text with control characters, such as those that color a terminal, as \x1b and the like."""
    return "".join(f"\\x{ord(c):02x}" if c < " " and c not in "\n\t" else c for c in text)


def render(assessment: Assessment, report: Mapping[str, Any] | None = None) -> str:
    """Return the HTML page; the report, where there is one already, is what `to_json` gives."""
    content = report or to_json(assessment)
    evidence = assessment.evidence
    figures = {} if evidence is None or evidence.match is None else _figures(assessment, evidence, evidence.match)
    shown = {"report": content, "figures": figures, "kinds": KIND_WORDS}
    return environment().get_template("report.html").render(**shown)


def _figures(assessment: Assessment, evidence: Evidence, match: LawMatch) -> dict[str, str]:
    """Return the figures as SVG texts; nothing in them comes from the target but numbers."""
    claim, band = assessment.claim, match.band
    bound = 0.0 if evidence.certificate is None else evidence.certificate.epsilon_lower
    law = plots.law_figure(match.cells, match.counts, evidence.sizes)
    profile = plots.profile_figure(
        np.log(band.exp_eps),
        match.exact_profile,
        lower=band.delta_lower,
        estimate=band.delta_estimate,
        confidence=words.confidence(band.alpha),
        claim=(claim.epsilon, claim.delta),
        certified=(bound, claim.delta) if bound > 0 else None,
    )
    return {name: plots.svg(figure, name) for name, figure in (("law", law), ("profile", profile))}


# Files


def write(assessment: Assessment, directory: Path | str, stem: str) -> tuple[Path, Path]:
    """Write <stem>.json and <stem>.html into the directory, each whole or not at all, and return their paths.

    Raises:
        ValueError: the stem is no file name, or the directory or a file cannot be written.
    """
    if not stem or stem != Path(stem).name:
        raise ValueError(f"stem = {stem!r}: expected the name of a file without its ending")
    folder = Path(directory)
    report = to_json(assessment)
    contents = {".json": dumps(report), ".html": render(assessment, report)}  # all of it, before anything is written
    make_folder(folder)
    return _write_both(folder, stem, contents.items())


def _write_both(folder: Path, stem: str, contents: Iterable[tuple[str, str]]) -> tuple[Path, Path]:
    paths = []
    for ending, content in contents:
        path = folder / f"{stem}{ending}"
        write_whole(path, content)
        paths.append(path)
    first, second = paths
    return first, second
