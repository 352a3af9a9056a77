"""An audit in sentences: its verdict, what each kind of evidence shows, and the command that repeats it."""

from __future__ import annotations

import shlex
from typing import Protocol

from dpassay.audit import words
from dpassay.audit.answers.runner import DEFAULT_MEMORY_LIMIT, DEFAULT_TIME_LIMIT
from dpassay.audit.assess import Assessment, Subject
from dpassay.audit.evidence.examine import KIND_WORDS, Evidence
from dpassay.audit.plan import KINDS, Plan
from dpassay.audit.reports.drawing import worker_words
from dpassay.exact.entrance import explain_failures
from dpassay.reference import data_text

__all__ = [
    "command",
    "drawing_words",
    "evidence_lines",
    "headline",
    "limit_words",
    "pair_texts",
    "parameter_texts",
    "printable",
    "process_words",
]


class OfProcess(Protocol):
    """What a plan says of the process of the target."""

    @property
    def python(self) -> str | None:
        """Its interpreter; None for our own."""

    @property
    def time_limit(self) -> float:
        """Its seconds."""

    @property
    def memory_limit(self) -> int:
        """Its bytes of address space."""


def headline(assessment: Assessment) -> str:
    """Return the verdict in one sentence."""
    if assessment.evidence is None:
        return f"COULD NOT RUN: {'; '.join(assessment.findings)}"
    return _violation(assessment, assessment.evidence) if assessment.findings else _nothing_found(assessment)


def _violation(assessment: Assessment, evidence: Evidence) -> str:
    """Say which of law and claim is contradicted; the kind of a finding is its first word."""
    claim = assessment.claim
    kinds = {finding.partition(":")[0] for finding in assessment.findings}
    parts = []
    if "claim" in kinds:
        parts.append("with these parameters the exact law itself breaks the claim")
    if "law" in kinds:
        parts.append(f"the answers do not follow the exact law of {assessment.subject.mechanism_name}")
    if "privacy" in kinds and evidence.certificate is not None:
        parts.append(
            f"epsilon is at least {words.number(evidence.certificate.epsilon_lower)} with "
            f"{words.confidence(evidence.certified_alpha)} confidence, while {claim.epsilon_decimal} is claimed "
            f"(delta = {claim.delta_decimal})"
        )
    else:
        parts.append(f"no loss above the claimed epsilon = {claim.epsilon_decimal} was certified")
    return f"VIOLATION: {'; '.join(parts)}."


def _nothing_found(assessment: Assessment) -> str:
    claim, answers = assessment.claim, "recorded answers" if assessment.recorded else "answers"
    said = "CONSISTENT with the law and the claim (that is not a proof of privacy): "
    if assessment.verdict == "inconclusive":
        said = f"INCONCLUSIVE: {assessment.could_have_found}. "
    return (
        f"{said}{'in' if said.startswith('CONSISTENT') else 'In'} "
        f"{assessment.samples:,} {answers} on each of two neighboring inputs nothing contradicts the exact law of "
        f"{assessment.subject.mechanism_name} or epsilon = {claim.epsilon_decimal} at delta = {claim.delta_decimal}."
    )


def evidence_lines(assessment: Assessment) -> list[str]:
    """Return what each kind of evidence shows, one line each."""
    evidence, claim = assessment.evidence, assessment.claim
    if evidence is None:
        return []
    lines = [] if evidence.p_value is None else [f"match with the exact law: p {words.p_value(evidence.p_value)}"]
    if assessment.plan.sequential:
        lines.append(
            f"looked at again and again: {assessment.samples:,} of at most {assessment.plan.samples:,} answers on each "
            "input were enough"
            if assessment.findings
            else f"looked at again and again, up to {assessment.samples:,} answers on each input"
        )
    for kind, found in evidence.certificates.items():
        lines.append(
            f"certified {KIND_WORDS[kind]}: epsilon >= {words.number(found.epsilon_lower)} at delta = "
            f"{claim.delta_decimal}, with {words.confidence(found.alpha)} confidence (claimed {claim.epsilon_decimal})"
        )
    return lines


def command(assessment: Assessment) -> str:
    """Return the shell command that repeats the audit."""
    plan = assessment.plan
    parts = ["dpassay", "audit", *_asked(assessment.subject)]
    first, second = pair_texts(assessment)
    parts += [f"--data={first}", f"--neighbor={second}"]
    parts += drawing_words(plan, recorded=assessment.recorded)
    parts += ["--sequential"] if plan.sequential else []
    parts += [] if plan.evidence == KINDS or plan.sequential else ["--evidence", ",".join(plan.evidence)]
    parts += [] if plan.delta is None else ["--delta", str(plan.delta)]
    return shlex.join([*parts, *limit_words(plan, built_in=bool(assessment.subject.built_in))])


def drawing_words(plan: Plan, *, recorded: bool) -> list[str]:
    """Return the words for how many answers are drawn, and for the errors that are allowed."""
    size = [] if recorded else ["--samples", str(plan.samples)]
    return [*size, "--alpha", repr(plan.alpha), "--seed", str(plan.seed)]


def limit_words(plan: Plan, *, built_in: bool = False) -> list[str]:
    """Return the words for the interpreter and the limits, where they are not the default ones."""
    return [*worker_words(plan), *process_words(plan, built_in=built_in)]


def process_words(plan: OfProcess, *, built_in: bool = False) -> list[str]:
    """Return those of them that speak of the process of the target."""
    parts = [] if plan.python is None or built_in else ["--python", plan.python]
    parts += [] if plan.time_limit == DEFAULT_TIME_LIMIT else ["--time-limit", f"{plan.time_limit:g}"]
    default = plan.memory_limit == DEFAULT_MEMORY_LIMIT
    return parts if default else [*parts, "--memory-limit", str(-(-plan.memory_limit >> 20))]


def parameter_texts(subject: Subject) -> dict[str, str]:
    """Return the parameters by name, as a user types them."""
    return {name: data_text(value) for name, value in subject.parameters.items()}


def pair_texts(assessment: Assessment) -> tuple[str, str]:
    """Return the two inputs in their exact form, as a user may type them."""
    first, second = map(data_text, assessment.resolved.pair)
    return first, second


def _asked(subject: Subject) -> list[str]:
    """Return the words for what is audited; a built-in target has mechanism, parameters and interpreter of its own."""
    if subject.built_in:
        return [subject.built_in]
    words = [word for name, text in parameter_texts(subject).items() for word in ("--param", f"{name}={text}")]
    target = [subject.target] if isinstance(subject.target, str) else subject.target.words
    return [*target, "--mechanism", subject.own.place if subject.own else subject.mechanism_name, *words]


def printable(text: str) -> str:
    r"""Return a text with control characters, such as those that color a terminal, as \x1b and the like."""
    return "".join(f"\\x{ord(c):02x}" if c < " " and c not in "\n\t" else c for c in text)


explain_failures(__name__)
