"""The report of an audit of a claim alone: JSON for programs, and one HTML page for people.

`claim.schema.json` says what stands where in the JSON, and is closed.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from dpassay.audit import words
from dpassay.audit.alone import ClaimAudit
from dpassay.audit.answers.recording import Recording
from dpassay.audit.evidence.examine import KIND_WORDS
from dpassay.audit.evidence.learned import HOCKEY_STICKS, ORDERS, Found
from dpassay.audit.plan import CERTIFICATES, LEARNED
from dpassay.audit.reports import provenance
from dpassay.audit.reports.drawing import drawing
from dpassay.audit.reports.files import write_report
from dpassay.audit.reports.report import dumps, environment
from dpassay.audit.reports.sentences import drawing_words, limit_words
from dpassay.exact import decimal_text, require
from dpassay.exact.entrance import explain_failures

__all__ = ["FORMAT", "SCHEMA", "claim_command", "claim_headline", "claim_json", "claim_lines", "write_claim"]

FORMAT: Final = "dpassay claim report 1"
SCHEMA: Final = Path(__file__).with_name("claim.schema.json")

GUARANTEE: Final = (
    "Nothing is known of the target but its claim. If its answers are independent draws from one law on either input, "
    "and the two laws satisfy the claim, then this audit flags it with probability at most alpha. All bounds of the "
    "report hold together with probability at least 1 - alpha, whatever the laws are. Events are learned on a fifth "
    "of the answers and counted on the others. That no violation is found says nothing of privacy."
)


def claim_headline(audit: ClaimAudit) -> str:
    """Return the verdict in one sentence."""
    claim = audit.claim
    promise = f"epsilon = {claim.epsilon_text} at delta = {decimal_text(claim.delta, words.DIGITS)}"
    if audit.evidence is None:
        return f"COULD NOT RUN: {'; '.join(audit.findings)}"
    best = audit.evidence.best
    sizes = min(audit.evidence.sizes)
    if audit.verdict == "violation" and best is not None:
        return (
            f"VIOLATION: epsilon is at least {words.number(best.certificate.epsilon_lower)} with "
            f"{words.confidence(audit.evidence.certified_alpha)} confidence, while {promise} is claimed."
        )
    if audit.verdict == "inconclusive":
        return f"INCONCLUSIVE: no event in {sizes:,} answers on either input could contradict {promise}."
    bound = 0.0 if best is None else best.certificate.epsilon_lower
    return (
        f"NO VIOLATION FOUND (that is not a proof of privacy): in {sizes:,} answers on either input epsilon is at "
        f"least {words.number(bound)}, and {promise} is claimed."
    )


def claim_lines(audit: ClaimAudit) -> list[str]:
    """Return what each kind of evidence shows, one line each, and then what else follows from the best."""
    if audit.evidence is None:
        return []
    lines = [
        f"certified {KIND_WORDS[kind]}: epsilon >= {words.number(found.certificate.epsilon_lower)}, with "
        f"{words.confidence(found.certificate.alpha)} confidence"
        for kind, found in audit.evidence.found.items()
    ]
    best = audit.evidence.best
    if best is None or best.certificate.epsilon_lower == 0:
        return lines
    also = audit.evidence.implied
    divergences = ", ".join(
        f"{words.number(value)} of order {order}" for order, value in zip(ORDERS, also.renyi, strict=True)
    )
    return [
        *lines,
        f"the largest of them is of the event {best.certificate.event.description}",
        f"in other terms: delta >= {words.number(also.delta)} at the claimed epsilon, total variation >= "
        f"{words.number(also.hockey_stick[0])}, Gaussian mu >= {words.number(also.mu)}, "
        f"Renyi divergence >= {divergences}",
        f"all of these hold together with {words.confidence(audit.evidence.certified_alpha)} confidence",
    ]


def claim_command(audit: ClaimAudit) -> str:
    """Return the shell command that repeats the audit."""
    claim, plan = audit.claim, audit.plan
    target = [claim.target] if isinstance(claim.target, str) else claim.target.words
    parts = ["dpassay", "audit", *target, "--epsilon", str(claim.epsilon)]
    parts += ["--delta", str(claim.delta)] if claim.delta else []
    parts += [word for name, value in claim.parameters.items() for word in ("--param", f"{name}={value}")]
    inputs = zip(("data", "neighbor"), claim.pair or (), strict=False)
    parts += [f"--{name}={each.place or each.text}" for name, each in inputs]
    kinds = tuple(kind for kind in plan.evidence if kind in LEARNED)
    parts += drawing_words(plan, recorded=isinstance(claim.target, Recording))
    parts += [] if kinds == CERTIFICATES else ["--evidence", ",".join(kinds)]
    return shlex.join([*parts, *limit_words(plan)])


# JSON


def claim_json(audit: ClaimAudit, *, created: datetime | None = None) -> dict[str, Any]:
    """Return the report in plain JSON types; created: the time to note, by default now."""
    claim, drawn = audit.claim, audit.drawn
    return {
        "format": FORMAT,
        **provenance.of(claim.target, drawn.origin, claim_command(audit), created),
        "verdict": audit.verdict,
        "exit_code": audit.exit_code,
        "headline": claim_headline(audit),
        "findings": list(audit.findings),
        "subject": {
            "target": str(claim.target),
            "parameters": {name: str(value) for name, value in claim.parameters.items()},
            "data": None if claim.pair is None else [json.loads(each.text) for each in claim.pair],
            "searched": None if audit.searched is None else asdict(audit.searched),
        },
        "claim": {"epsilon": _exact(claim.epsilon), "delta": _exact(claim.delta), "words": claim.words},
        "plan": _plan(audit),
        "strength": {
            "name": "a claim alone",
            "guarantee": GUARANTEE,
            "not_tested": provenance.not_tested(claim.target),
        },
        "run": provenance.run(drawn),
        "failure": provenance.failure(drawn),
        "evidence": _evidence(audit),
    }


def _exact(value: Fraction) -> dict[str, Any]:
    return {"exact": str(value), "value": float(value), "decimal": decimal_text(value)}


def _plan(audit: ClaimAudit) -> dict[str, Any]:
    plan = audit.plan
    return {
        "samples": plan.samples,
        "seed": plan.seed,
        "alpha": plan.alpha,
        "evidence": list(audit.shares),
        "alpha_split": {kind: audit.shares.get(kind) for kind in LEARNED},
        "python": plan.python,
        "time_limit": None if plan.time_limit == float("inf") else plan.time_limit,
        "memory_limit": plan.memory_limit,
        "drawing": drawing(plan, recorded=isinstance(audit.claim.target, Recording)),
    }


def _evidence(audit: ClaimAudit) -> dict[str, Any] | None:
    evidence = audit.evidence
    if evidence is None:
        return None
    found = {kind: _found(evidence.found[kind]) if kind in evidence.found else None for kind in (*LEARNED, "rare")}
    implied = {
        "delta_lower": evidence.implied.delta,
        "mu_lower": evidence.implied.mu,
        "renyi_lower": _by(ORDERS, evidence.implied.renyi),
        "hockey_stick_lower": _by(HOCKEY_STICKS, evidence.implied.hockey_stick),
    }
    alpha = evidence.certified_alpha
    return {"samples": list(evidence.sizes), "certificates": found, "implied": implied, "certified_alpha": alpha}


def _by(places: Sequence[float], values: Sequence[float]) -> list[list[float]]:
    return [list(each) for each in zip(places, values, strict=True)]


def _found(found: Found) -> dict[str, Any]:
    return {
        **found.certificate.to_json(),
        "delta_lower": found.delta_lower,
        "mu_lower": found.mu_lower,
        "renyi_lower": _by(ORDERS, found.renyi_lower),
        "hockey_stick_lower": _by(HOCKEY_STICKS, found.hockey_stick_lower),
    }


# Files


def claim_page(content: Mapping[str, Any]) -> str:
    """Return the HTML page of a report, as `claim_json` gives it."""
    known = isinstance(content, Mapping) and content.get("format") == FORMAT
    require(known, "content", type(content).__name__, "a report as claim_json gives it")
    return environment().get_template("claim.html").render(report=content, kinds=KIND_WORDS)


def write_claim(audit: ClaimAudit, folder: Path, content: Mapping[str, Any] | None = None) -> tuple[Path, Path]:
    """Write the report as JSON and as a page, each whole or not at all, and return their paths.

    Raises:
        ValueError: the folder or a file cannot be written.
    """
    content = content or claim_json(audit)
    return write_report(folder, audit.name, dumps(content), claim_page(content))


explain_failures(__name__)
