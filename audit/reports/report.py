"""The report of one audit: JSON for programs, and one HTML page that needs nothing else, for people.

The JSON holds what it takes to repeat the audit and to check its numbers: the plan, the versions, the cells of the
exact laws with the counts, the event of the certificate. `report.schema.json` says what stands where, and is closed.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from dpassay.audit import words
from dpassay.audit.assess import Assessment, Claim
from dpassay.audit.evidence.events import Band
from dpassay.audit.evidence.examine import KIND_WORDS, Evidence, LawMatch
from dpassay.audit.evidence.power import ASKED, ERROR, Power
from dpassay.audit.plan import CERTIFICATES, KINDS
from dpassay.audit.reports import provenance
from dpassay.audit.reports.drawing import drawing
from dpassay.audit.reports.files import write_report
from dpassay.audit.reports.sentences import command, headline, printable
from dpassay.exact import decimal_text
from dpassay.exact.decimals import LONGEST_EXACT
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells import Cells
from dpassay.properties.joint_test import JointTest, Worst

__all__ = ["FORMAT", "SCHEMA", "dumps", "render", "to_json", "write"]

FORMAT: Final = "dpassay audit report 1"
SCHEMA: Final = Path(__file__).with_name("report.schema.json")
TEMPLATES: Final = Path(__file__).with_name("templates")

GUARANTEE: Final = (
    "The target is a black box that is compared with a mechanism whose exact output law is known. If it draws "
    "independent answers from exactly this law, and the law satisfies the claim, then this audit flags it with "
    "probability at most alpha. A certified bound holds whatever the target's law is, with the stated confidence, as "
    "long as its answers are independent draws from one law on either input."
)

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
        **provenance.of(assessment.subject.target, drawn.origin, command(assessment), created),
        "verdict": assessment.verdict,
        "exit_code": assessment.exit_code,
        "headline": headline(assessment),
        "findings": list(assessment.findings),
        "subject": _subject(assessment),
        "claim": _claim(assessment.claim),
        "plan": _plan(assessment),
        "strength": {
            "name": "against the law",
            "guarantee": GUARANTEE,
            "not_tested": provenance.not_tested(assessment.subject.target),
        },
        "run": provenance.run(drawn),
        "failure": provenance.failure(drawn),
        "evidence": None if evidence is None else _evidence(evidence),
        "power": None if assessment.power is None else _power(assessment.power),
    }


def _subject(assessment: Assessment) -> dict[str, Any]:
    subject, resolved = assessment.subject, assessment.resolved
    return {
        "target": subject.title,
        "mechanism": subject.mechanism_name,
        "adjacency": assessment.claim.adjacency,
        "parameters": {name: _exact(value) for name, value in subject.parameters.items()},
        "data": [_exact(data) for data in resolved.pair],
    }


def _claim(claim: Claim) -> dict[str, Any]:
    """Return the claim with null for a number that is not 0 and has no double but 0."""
    doubles = {"epsilon": claim.epsilon_decimal, "delta": claim.delta_decimal}
    lost = {name: None for name, text in doubles.items() if getattr(claim, name) == 0 and text != "0"}
    return {**asdict(claim), **lost}


def _exact(value: object) -> Any:  # a number in its three forms, a list of them, or a text
    """Return a rational as text, as a double and as a decimal, and a sequence as a list."""
    if isinstance(value, list | tuple):
        return [_exact(entry) for entry in value]
    try:
        rational = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return str(value)
    return {"exact": str(rational), "value": _double(rational), "decimal": decimal_text(rational)}


def _double(value: Fraction) -> float | None:
    """Return the nearest double, or None where it would be infinite, or 0 for what is not."""
    try:
        near = float(value)
    except OverflowError:
        return None
    return near if near or not value else None


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _plan(assessment: Assessment) -> dict[str, Any]:
    """Return the plan with the shares of alpha as `dpassay.audit.evidence.examine` takes them."""
    plan, shares = assessment.plan, assessment.shares
    return {
        "samples": plan.samples,
        "seed": plan.seed,
        "alpha": plan.alpha,
        "evidence": list(shares),
        "sequential": plan.sequential,
        "alpha_split": {kind: shares.get(kind) for kind in KINDS},
        "delta": None if plan.delta is None else _exact(plan.delta),
        "python": plan.python,
        "time_limit": _finite(plan.time_limit),
        "first_time_limit": _finite(plan.first_time_limit),
        "memory_limit": plan.memory_limit,
        "drawing": drawing(plan, recorded=assessment.recorded),
    }


def _evidence(evidence: Evidence) -> dict[str, Any]:
    match, found = evidence.match, evidence.certificates
    return {
        "samples": list(evidence.sizes),
        "p_value": evidence.p_value,
        "law_test": None if match is None or match.test is None else _law_test(match.test, match.cells),
        "cells": None if match is None else _cells(match, evidence.sizes),
        "certificates": {kind: found[kind].to_json() if kind in found else None for kind in CERTIFICATES},
        "certified_alpha": evidence.certified_alpha,
        "profile": None if match is None or match.band is None else _profile(match.band, match.exact_profile.tolist()),
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


def _law_test(test: JointTest, cells: Sequence[Cells]) -> dict[str, Any]:
    """Return the comparison with the laws; of each input, how many answers there are and the least plausible cell."""
    inputs = [
        {"samples": n, "worst": _worst(worst, law), "worst_cell": worst.cell}
        | {"worst_observed": worst.observed, "worst_expected": worst.expected}
        for n, worst, law in zip(test.samples, test.worst, cells, strict=True)
    ]
    fields = {name: getattr(test, name) for name in ("p_value", "alpha", "rejected", "method", "statistic", "draws")}
    return {**fields, "inputs": inputs}


def _worst(worst: Worst, cells: Cells) -> str | None:
    """Return the least plausible cell in words."""
    if worst.cell is None:
        return None
    return "outside the support" if worst.cell < 0 else cells.describe(worst.cell)


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


def dumps(report: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> str:
    """Return the text of the JSON file, or of a list of reports: indented, with a list of numbers on one line."""
    text = json.dumps(report, indent=1, ensure_ascii=False, allow_nan=False)
    # A line break stands only between the parts of a list or an object: inside a string it is escaped.
    return re.sub(r"\[\n[^\[\]{}\"]*\n\s*\]", lambda found: re.sub(r"\s+", " ", found[0]), text) + "\n"


# HTML


@cache
def environment() -> Environment:
    """Return the templates' environment: everything is escaped, and a name that is missing is an error."""
    found = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
    found.trim_blocks = found.lstrip_blocks = True
    found.filters["number"] = _number_words
    found.filters |= {"p_value": words.p_value, "confidence": words.confidence}
    found.filters |= {"data": _data_words, "printable": printable}
    return found


def _number_words(value: float | None) -> str:
    return "infinite" if value is None else words.number(value)


def _data_words(value: Any) -> str:  # as `_exact` gives it
    """Return a number or a list of numbers in its exact form."""
    if isinstance(value, list):
        return f"({', '.join(map(_data_words, value))})"
    return _shorter(value) if isinstance(value, dict) else str(value)


def _shorter(value: Mapping[str, Any]) -> str:
    """Return a rational as it is, or as a decimal where it is long."""
    return str(value["exact"] if len(value["exact"]) <= LONGEST_EXACT else value["decimal"])


def render(assessment: Assessment, report: Mapping[str, Any] | None = None) -> str:
    """Return the HTML page; the report, where there is one already, is what `to_json` gives."""
    content = report or to_json(assessment)
    evidence = assessment.evidence
    figures = {} if evidence is None or evidence.match is None else _figures(assessment, evidence, evidence.match)
    shown = {"report": content, "figures": figures, "kinds": KIND_WORDS}
    return environment().get_template("report.html").render(**shown)


def _figures(assessment: Assessment, evidence: Evidence, match: LawMatch) -> dict[str, str]:
    """Return the figures as SVG texts; nothing in them comes from the target but numbers."""
    from dpassay.audit.reports import plots  # loads matplotlib

    claim, band = assessment.claim, match.band
    bound = 0.0 if evidence.certificate is None else evidence.certificate.epsilon_lower
    law = plots.law_figure(match.cells, match.counts, evidence.sizes)
    if band is None:
        return {"law": plots.svg(law, "law")}
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


def write(
    assessment: Assessment, directory: Path | str, stem: str, report: Mapping[str, Any] | None = None
) -> tuple[Path, Path]:
    """Write <stem>.json and <stem>.html into the directory, each whole or not at all, and return their paths.

    Args:
        assessment: the audit.
        directory: made where it is missing.
        stem: the name of the files without their endings.
        report: what `to_json` gives, where there is one already.

    Raises:
        ValueError: the stem is no file name, or the directory or a file cannot be written.
    """
    content = report or to_json(assessment)
    return write_report(Path(directory), stem, dumps(content), render(assessment, content))


explain_failures(__name__)
