"""One audit of one target: draw, look for evidence of each kind, say what could have been found, and give a verdict.

A correct implementation is flagged with probability at most the plan's ``alpha``: see `dpassay.audit.evidence.examine`.
Where nothing is found, `dpassay.audit.evidence.power` says what the answers could have shown; too little, and the audit
is inconclusive.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, Literal

from dpassay.audit.answers.outcome import Failure, Samples
from dpassay.audit.answers.recording import Recording
from dpassay.audit.evidence.directions import laws_of
from dpassay.audit.evidence.examine import Answers, Evidence, examine, features_of, findings_of, possible_kinds
from dpassay.audit.evidence.power import Power, power_of
from dpassay.audit.evidence.watch import Watch
from dpassay.audit.held_to.subject import Claim, Resolved, Subject, broken_by_the_law, claim_of
from dpassay.audit.plan import LEAST_SAMPLES, Kind, Plan
from dpassay.audit.sources import answers_of
from dpassay.audit.stages import drawn_in_stages
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells import Cells, pair_cells

__all__ = [
    "EXIT_CODES",
    "Answers",
    "Assessment",
    "Claim",
    "Evidence",
    "Plan",
    "Resolved",
    "Subject",
    "Verdict",
    "assess",
    "broken_by_the_law",
    "claim_of",
    "examine",
    "features_of",
    "findings_of",
]

Verdict = Literal["consistent", "violation", "inconclusive", "could not run"]
EXIT_CODES: Final[dict[Verdict, int]] = {"consistent": 0, "violation": 1, "could not run": 2, "inconclusive": 3}


@dataclass(frozen=True, slots=True, eq=False)
class Assessment:
    """One audit and its verdict.

    Attributes:
        subject: what was audited.
        resolved: the same in exact form.
        plan: how.
        claim: what it was held to.
        shares: the share of alpha of each kind of evidence that was looked for.
        drawn: the samples, or why there are none.
        evidence: what they show; None when the target could not be run.
        findings: what is wrong, one line each.
        power: what could have been found; None unless nothing was.
    """

    subject: Subject
    resolved: Resolved
    plan: Plan
    claim: Claim
    shares: Mapping[Kind, float]
    drawn: Samples | Failure
    evidence: Evidence | None = None
    findings: tuple[str, ...] = field(default=())
    power: Power | None = None

    @property
    def verdict(self) -> Verdict:
        """What was found.

        "violation" where there is a finding; a target that gave no samples "could not run"; and without a finding
        "consistent", or "inconclusive" where the samples could not have told the mechanism from itself at twice the
        epsilon.
        """
        if self.evidence is None:
            return "could not run"
        if self.findings:
            return "violation"
        return "consistent" if self.power is not None and self.power.is_conclusive else "inconclusive"

    @property
    def exit_code(self) -> int:
        """0 consistent with the law and the claim, 1 a violation of either, 2 could not run, 3 inconclusive."""
        return EXIT_CODES[self.verdict]

    @property
    def samples(self) -> int:
        """How many answers there are on each input, the fewer of the two; 0 where there are none."""
        return 0 if self.evidence is None else min(self.evidence.sizes)

    @property
    def recorded(self) -> bool:
        """Whether the answers were recorded elsewhere, and nothing was run."""
        return isinstance(self.subject.target, Recording)

    @property
    def could_have_found(self) -> str:
        """What this audit would have found, in words; empty where something was found, or it could not run."""
        return "" if self.power is None else str(self.power)

    @property
    def shortfall(self) -> str:
        """Why there are fewer answers than planned, in a sentence; else empty."""
        return "" if isinstance(self.drawn, Failure) else self.drawn.shortfall


def assess(subject: Subject, plan: Plan, progress: Callable[[int, int], None] | None = None) -> Assessment:
    """Audit one target.

    Raises ``ValueError`` for a subject that makes no sense. What the target does is a finding, never an exception.
    """
    resolved = subject.resolve()
    claim = claim_of(resolved.mechanism.guarantee(resolved.parameters), plan.delta)
    cells = pair_cells(resolved.laws, plan.samples)  # before the draws: it refuses what doubles are too coarse for
    shares = plan.split(possible_kinds(cells))
    watch = Watch(laws_of(resolved, cells), cells, shares["law"]) if plan.sequential else None
    draw = partial(answers_of, subject.target, resolved.pair, resolved.parameters.given())
    if watch is None:
        drawn = draw(plan, progress)
    else:
        told = progress or (lambda _done, _total: None)
        drawn = drawn_in_stages(draw, plan, watch, cells[0].form, told)

    def result(*found: Any) -> Assessment:
        return Assessment(subject, resolved, plan, claim, shares, drawn, *found)

    if isinstance(drawn, Failure):
        return result(None, (f"{drawn.kind}: {drawn.message}",))
    answers = Answers.of(drawn)
    if malformed := _malformed(answers, cells[0].form):
        evidence = _evidence_of_forms(resolved, plan, claim, answers, cells)
        return result(evidence, (*(findings_of(evidence, claim) if evidence else ()), malformed))
    size = min(answers.sizes)
    cells = cells if size == plan.samples or watch else pair_cells(resolved.laws, size)
    laws = laws_of(resolved, cells) if "law" in shares else None
    evidence = examine(resolved, plan, claim, answers, cells, laws=laws, watch=watch)
    findings = (*broken_by_the_law(resolved), *findings_of(evidence, claim))
    if findings:
        return result(evidence, findings)
    given: dict[str, Any] = {"sizes": evidence.sizes, "shares": shares, "seed": plan.seed}
    return result(evidence, (), power_of(resolved, claim, cells, **given, laws=laws, is_sequential=plan.sequential))


def _malformed(answers: Answers, form: tuple[int, ...]) -> str:
    """Say what is wrong with the samples, if anything is: too few, or not numbers, or rows, of one form."""
    expected = f"{form[0]} numbers each" if form else "one number each"
    if min(answers.sizes, default=0) < LEAST_SAMPLES:
        return f"output: {min(answers.sizes, default=0)} answers on an input, expected at least {LEAST_SAMPLES}"
    if not answers.arrays:
        return f"output: answers of the forms {', '.join(answers.forms)}, expected {expected}"
    for array in answers.arrays:
        if array.shape[1:] != form:
            return f"output: answers of shape {array.shape[1:]}, expected {expected}"
    return ""


def _evidence_of_forms(
    resolved: Resolved, plan: Plan, claim: Claim, answers: Answers, cells: tuple[Cells, ...]
) -> Evidence | None:
    """Return what malformed answers show where their forms tell the inputs apart by more than is claimed."""
    if "form" not in plan.evidence or len(answers.forms) < 2 or min(answers.sizes) < LEAST_SAMPLES:
        return None
    evidence = examine(resolved, plan, claim, replace(answers, arrays=()), cells)
    return evidence if evidence.violated(claim) else None


explain_failures(__name__)
