"""The report of an exact audit: JSON with all weights, one screen of text, and a page."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any, Final

from dpassay.audit import words
from dpassay.audit.answers.enumerated import Enclosed, answer_words
from dpassay.audit.answers.outcome import Failure
from dpassay.audit.answers.plain import plain_line
from dpassay.audit.evidence.enclosures import Bounds, Match, Privacy
from dpassay.audit.exactly import ROUNDING, ExactAssessment, ExactPlan, Held, exact_target
from dpassay.audit.reports import provenance
from dpassay.audit.reports.files import write_report
from dpassay.audit.reports.report import dumps, environment
from dpassay.audit.reports.sentences import parameter_texts, process_words
from dpassay.exact import decimal_bounds, decimal_text, log, require
from dpassay.exact.decimals import exact_decimal
from dpassay.exact.entrance import explain_failures
from dpassay.reference import data_text

__all__ = ["FORMAT", "command", "content", "headline", "limit_words", "lines", "to_json", "write"]

FORMAT: Final = "dpassay exact audit 1"
ASSUMED: Final = (
    "the target's answers depend on nothing but its input and the coins of random, secrets, os.urandom and "
    "numpy.random: not on how many answers came before, nor on where things lie in memory; those coins are uniform "
    "and independent"
)
SHOWN: Final = 4
_LONGEST: Final = 40
_LONGEST_EVENT: Final = 60

_ENDED: Final = {
    "all": "all there are",
    "leftover": "until little enough was left",
    "decided": "until the claim was decided",
    "branches": "the limit of branches",
    "time": "until the time limit",
    "endless": "the others do not end",
}


# Words


def low_text(value: Fraction | None) -> str:
    """Return a decimal that is not larger; "infinite" for None."""
    return "infinite" if value is None else exact_decimal(value, words.DIGITS) or decimal_bounds(value, words.DIGITS)[0]


def high_text(value: Fraction | None) -> str:
    """Return a decimal that is not smaller; "infinite" for None."""
    return "infinite" if value is None else exact_decimal(value, words.DIGITS) or decimal_bounds(value, words.DIGITS)[1]


def between(bounds: Bounds) -> str:
    """Return "= 0.25", or "between 0.2499 and 0.2501": an enclosure, rounded outward."""
    if bounds.low == bounds.high:
        return f"= {'infinite' if bounds.low is None else decimal_text(bounds.low, words.DIGITS)}"
    if bounds.high is None:
        return f"at least {low_text(bounds.low)}"
    if bounds.low == 0:
        return f"at most {high_text(bounds.high)}"
    low, high = low_text(bounds.low), high_text(bounds.high)
    return f"= {decimal_text(bounds.low, words.DIGITS)}" if low == high else f"between {low} and {high}"


def epsilon_bounds(ratio: Bounds) -> tuple[str, str]:
    """Return decimals between which log(ratio) lies."""
    low, high = (None if each is None else log(each) for each in (ratio.low, ratio.high))
    if low is not None and ratio.low == ratio.high:
        return (text := decimal_text(low, words.DIGITS)), text
    return (
        "infinite" if low is None else decimal_bounds(low, words.DIGITS)[0],
        "infinite" if high is None else decimal_bounds(high, words.DIGITS)[1],
    )


def headline(result: Held) -> str:
    """Return the verdict in one sentence."""
    claim = f"epsilon = {result.claim.epsilon_decimal}, {_claimed_delta(result)}"
    if result.privacy is None or isinstance(result.found, Failure):
        found = result.found
        return f"COULD NOT RUN: {found.kind}: {found.message}" if isinstance(found, Failure) else "COULD NOT RUN"
    delta = result.privacy.delta
    parts = {
        "meets": f"the code meets the claim ({claim}) on these inputs",
        "breaks": f"the code breaks the claim ({claim}): its delta at this epsilon is at least {low_text(delta.low)}",
        "open": f"the claim ({claim}) is neither met for certain nor broken: delta is {between(delta)}",
    }
    said = [parts[result.privacy.verdict]]
    if result.privacy.verdict == "breaks" and delta.low is not None and delta.low < ROUNDING:
        said[0] += ", which is of the size of rounding"
    if result.is_another_law:
        said.insert(0, f"the law of the code is not that of {result.law_name}")
    return f"{result.verdict.upper()}: {'; '.join(said)}."


def _claimed_delta(result: Held) -> str:
    more = f" + {decimal_text(result.plan.tolerance, words.DIGITS)}" if result.plan.tolerance else ""
    return f"delta = {result.claim.delta_decimal}{more}"


def lines(result: Held) -> list[str]:
    """Return what was proved, a line each."""
    found, held = result.found, result.privacy
    if held is None or isinstance(found, Failure):
        return [f"{found.kind}: {found.message}"] if isinstance(found, Failure) else []
    low, high = epsilon_bounds(held.ratio)
    at = f"at {_claimed_delta(result)}"
    told = [f"delta {between(held.delta)} at epsilon = {result.claim.epsilon_decimal}"]
    told.append(f"epsilon {'= ' + low if low == high else f'between {low} and {high}'} {at}")
    told += _event_lines(held) + _forgiving_lines(result, held)
    told += _of_inputs([_law_words(each, result) for each in result.matches or ()])
    told += _of_inputs([_work_words(law) for law in found.laws])
    told += _of_inputs([_open_words(law, result.plan) if held.verdict == "open" else "" for law in found.laws])
    told += _of_inputs(["; ".join(f"raises {text}" for _, text in law.raised) for law in found.laws])
    notes = sorted({note for law in found.laws for note in law.notes})
    return told + ([f"assumed: {'; '.join(notes)}"] if notes else [])


def _event_lines(held: Privacy) -> list[str]:
    if not held.event or held.verdict != "breaks":
        return []
    some = ", ".join(answer_words(answer) for answer in held.event[:SHOWN])
    some += f", ... ({len(held.event)} answers)" if len(held.event) > SHOWN else ""
    first, second = held.masses
    where = (held.direction + 1, 2 - held.direction)
    return [
        f"event: {plain_line(some, _LONGEST_EVENT)}",
        f"  at least {low_text(first)} on input {where[0]}, at most {high_text(second)} on input {where[1]}",
    ]


def _forgiving_lines(result: Held, held: Privacy) -> list[str]:
    """Say what would have to be forgiven for a proof, where that is little."""
    lacking = (held.delta.high or Fraction(0)) - result.delta
    if held.verdict == "meets" or not 0 < lacking < ROUNDING:
        return []
    return [f"the claim is proved with --tolerance {high_text(lacking)}, which is added to its delta"]


def _of_inputs(texts: list[str]) -> list[str]:
    """Return what is to be said of each input, a line each; one line where it is the same of both."""
    if len(set(texts)) == 1:
        return [f"both inputs: {texts[0]}"] if texts[0] else []
    return [f"input {place + 1}: {text}" for place, text in enumerate(texts) if text]


def _law_words(found: Match, result: Held) -> str:
    name = result.law_name
    if found.is_equal:
        return f"the law of the code is exactly that of {name}"
    text = f"total variation from the law of {name} {between(found.distance)}"
    worst = found.worst[0] if found.worst else None
    if result.is_another_law and worst is not None:
        mass, law = (decimal_text(each[0], words.DIGITS) for each in (worst.code, worst.law))
        text += f"; P({plain_line(worst.words, _LONGEST)}) is {mass}, not {law}"
    return text


def _work_words(law: Enclosed) -> str:
    left = "nothing is left over" if law.leftover == 0 else f"at most {high_text(law.leftover)} is left over"
    back = f", {law.joins:,} of them back to a known state" if law.joins else ""
    return f"{law.branches:,} branches ({_ENDED[law.ended]}){back}, {len(law.weights):,} answers; {left}"


def _open_words(law: Enclosed, plan: ExactPlan) -> str:
    """Say of a claim that stays open what would have to be gone into, and which option allows it."""
    limits = {
        "branches": f"the limit of {plan.branches:,} branches was reached: --branches allows more",
        "time": f"the time limit of {plan.time_limit:g} s was reached: --time-limit allows more",
        "leftover": "little enough was left by --leftover: a smaller one goes on",
    }
    if law.ended not in limits:
        return ""
    lost = "" if law.branches else "no run came to an answer, each was left when it had become too light or too long; "
    return f"open, because branches of a weight of {high_text(law.leftover)} wait; {lost}{limits[law.ended]}"


def command(result: ExactAssessment) -> str:
    """Return the shell command that repeats the audit."""
    subject, plan = result.subject, result.plan
    parts = ["dpassay", "audit", subject.built_in or str(subject.target), "--exact"]
    if not subject.built_in:
        parts += ["--mechanism", subject.own.place if subject.own else subject.mechanism_name]
        parts += [word for name, text in parameter_texts(subject).items() for word in ("--param", f"{name}={text}")]
    first, second = map(data_text, result.resolved.pair)
    parts += [f"--data={first}", f"--neighbor={second}"]
    parts += [] if plan.delta is None else ["--delta", str(plan.delta)]
    return shlex.join([*parts, *limit_words(plan, built_in=bool(subject.built_in))])


def limit_words(plan: ExactPlan, *, built_in: bool = False) -> list[str]:
    """Return the options that say how far it goes, and under which limits."""
    tolerance = [] if plan.tolerance == 0 else ["--tolerance", str(plan.tolerance)]
    branches = ["--branches", str(plan.branches), "--leftover", str(plan.leftover)]
    return [*branches, *tolerance, *process_words(plan, built_in=built_in)]


# JSON


def to_json(result: ExactAssessment, *, created: datetime | None = None) -> dict[str, Any]:
    """Return the report in plain JSON types; numbers are rationals as texts "p/q"."""
    subject = {
        "target": result.subject.title,
        "mechanism": result.subject.mechanism_name,
        "parameters": parameter_texts(result.subject),
        "data": [data_text(data) for data in result.resolved.pair],
    }
    target = exact_target(result.subject.target)
    return content(result, subject, provenance.of(target, result.found.origin, command(result), created))


def content(result: Held, subject: Mapping[str, Any], came_about: Mapping[str, Any]) -> dict[str, Any]:
    """Return a report: of what, and how that came about."""
    found, held = result.found, result.privacy
    laws = () if isinstance(found, Failure) else found.laws
    return {
        "format": FORMAT,
        **came_about,
        "verdict": result.verdict,
        "exit_code": result.exit_code,
        "headline": headline(result),
        "lines": lines(result),
        "assumed": ASSUMED,
        "subject": dict(subject),
        "claim": {**asdict(result.claim), "exact_delta": str(result.delta), "tolerance": str(result.plan.tolerance)},
        "plan": _plan(result.plan),
        "seconds": found.seconds,
        "stdout": found.stdout,
        "stderr": found.stderr,
        "failure": _failure(found) if isinstance(found, Failure) else None,
        "privacy": None if held is None else _privacy(held),
        "laws": [_law(law) for law in laws],
        "matches": None if result.matches is None else [_match(each) for each in result.matches],
    }


def _plan(plan: ExactPlan) -> dict[str, Any]:
    return {
        "branches": plan.branches,
        "leftover": str(plan.leftover),
        "tolerance": str(plan.tolerance),
        "delta": None if plan.delta is None else str(plan.delta),
        "python": plan.python,
        "time_limit": plan.time_limit if isfinite(plan.time_limit) else None,
        "memory_limit": plan.memory_limit,
    }


def _failure(failure: Failure) -> dict[str, Any]:
    return {name: getattr(failure, name) for name in ("kind", "message", "traceback")}


def _bounds(bounds: Bounds) -> list[str]:
    return [str(end) if end is not None else "infinite" for end in (bounds.low, bounds.high)]


def _privacy(held: Privacy) -> dict[str, Any]:
    return {
        "verdict": held.verdict,
        "delta": _bounds(held.delta),
        "exp_epsilon": _bounds(held.ratio),
        "epsilon": list(epsilon_bounds(held.ratio)),
        "event": [answer_words(answer) for answer in held.event],
        "likelier": held.direction,
        "masses": [str(mass) for mass in held.masses],
    }


def _law(law: Enclosed) -> dict[str, Any]:
    ordered = sorted(law.weights.items(), key=lambda item: (-item[1], item[0]))
    return {
        "weights": [[answer_words(answer), str(weight)] for answer, weight in ordered],
        "leftover": str(law.leftover),
        "branches": law.branches,
        "joins": law.joins,
        "runs": law.runs,
        "ended": law.ended,
        "assumed": list(law.notes),
        "raised": [text for _, text in law.raised],
    }


def _match(found: Match) -> dict[str, Any]:
    return {"total_variation": _bounds(found.distance), "is_equal": found.is_equal}


# Files


def render(report: Mapping[str, Any]) -> str:
    """Return the page; the report is what `to_json` gives."""
    require(report.get("format") == FORMAT, "report", report.get("format"), f"one of the format {FORMAT!r}")
    shown = [
        [(answer, decimal_text(Fraction(weight), words.DIGITS), weight) for answer, weight in law["weights"][:200]]
        for law in report["laws"]
    ]
    return environment().get_template("exact.html").render(report=report, laws=shown)


def write(directory: Path, stem: str, report: Mapping[str, Any]) -> tuple[Path, Path]:
    """Write <stem>.json and <stem>.html, each whole or not at all, and return their paths.

    Raises:
        ValueError: the stem is no file name, or the directory or a file cannot be written.
    """
    return write_report(directory, stem, dumps(dict(report)), render(report))


explain_failures(__name__)
