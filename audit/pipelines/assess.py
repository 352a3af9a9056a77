"""An audit by replay: what follows of the replays of a pipeline on two neighbors, and its verdict.

A violation is one of the trace, certified as far as the laws of the primitives are trusted: the two runs part with the
same answers, or the losses add up to more than the claim. That none is found says nothing of other inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

from dpassay.audit.answers.outcome import Failure
from dpassay.audit.answers.watching import Progress
from dpassay.audit.pipelines.claims import PipelineClaim
from dpassay.audit.pipelines.cost import fixed_steps, hides, is_fixed, unknown
from dpassay.audit.pipelines.hidden import known_noise, not_compared
from dpassay.audit.pipelines.laws import LAWS, exceeds
from dpassay.audit.pipelines.partings import PARTINGS, Finding, changes, partings
from dpassay.audit.pipelines.renyi import KINDS
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.told import ALONE, evidence, fresh_runs
from dpassay.audit.pipelines.trace_cost import Cost, cost_of
from dpassay.audit.pipelines.traces import Replays
from dpassay.exact import Real, decimal_text
from dpassay.exact.entrance import explain_failures

__all__ = [
    "EXIT_CODES",
    "Cost",
    "ReplayAssessment",
    "ReplayVerdict",
    "assess_found",
    "assess_replay",
    "milder",
]

ReplayVerdict = Literal["no violation found", "violation", "could not run", "undecided"]
EXIT_CODES: Final[Mapping[ReplayVerdict, int]] = {
    "no violation found": 0,
    "violation": 1,
    "could not run": 2,
    "undecided": 3,
}
MANY_DRAWN: Final = 200
"""Sequences of answers that are drawn where inputs depend on answers, and delta is estimated."""

DIGITS: Final = 6


@dataclass(frozen=True, slots=True, eq=False)
class ReplayAssessment:
    """One audit by replay, and its verdict.

    Attributes:
        claim: what was audited.
        plan: how.
        found: the replays, or why there are none.
        findings: what was found, the worst first.
        cost: of the trace; None where there are no replays.
    """

    claim: PipelineClaim
    plan: ReplayPlan
    found: Replays | Failure
    findings: tuple[Finding, ...] = ()
    cost: Cost | None = None

    @property
    def verdict(self) -> ReplayVerdict:
        """What was found."""
        if isinstance(self.found, Failure):
            return "could not run"
        if any(finding.certain for finding in self.findings):
            return "violation"
        return "undecided" if self.findings else "no violation found"

    @property
    def exit_code(self) -> int:
        """0 no violation found, 1 a violation, 2 could not run, 3 undecided."""
        return EXIT_CODES[self.verdict]


def assess_replay(
    claim: PipelineClaim, plan: ReplayPlan, progress: Progress | None = None, *, share: Fraction = ALONE
) -> ReplayAssessment:
    """Audit one pipeline on two neighbors by replay; ``share``: of the error, each time that events are counted.

    Raises:
        ValueError: an argument makes no sense. What the target does is a finding, never an exception.
    """
    plan = replace(plan, fresh=fresh_runs(claim, share))
    return milder(plan, lambda tried: _assessed(claim, tried, progress))


def milder(plan: ReplayPlan, assess: Callable[[ReplayPlan], ReplayAssessment]) -> ReplayAssessment:
    """Return what is found with noise that is seen when it is looked at; of a violation what is found if seen earlier.

    What a pipeline adds to noisy numbers that it has, as in `point - data`, is no input of the noise, and what it looks
    at then is not released. So it is a violation where both ways of telling inputs from later use say so. What the
    release alone tells does not depend on that. A parting that is gone where noise is seen earlier is none.
    """
    found = assess(plan)
    certain = [finding for finding in found.findings if finding.certain]
    if plan.early or any(finding.kind != "cost" for finding in certain):
        return found
    if not certain and any(finding.kind in PARTINGS for finding in found.findings):
        other = assess(replace(plan, early=True, fresh=None))
        return other if other.verdict == "no violation found" else found
    if not certain:
        return found
    other = assess(replace(plan, early=True))
    if other.verdict == "violation":
        return min(found, other, key=lambda each: sum(finding.certain for finding in each.findings))
    return found if other.verdict == "could not run" else other


def _assessed(claim: PipelineClaim, plan: ReplayPlan, progress: Progress | None) -> ReplayAssessment:
    found = replay_target(claim.target, claim.pair, claim.parameters, plan, progress)
    if isinstance(found, Failure):
        return ReplayAssessment(claim, plan, found)
    if not claim.is_pure and plan.drawn < MANY_DRAWN and not is_fixed(found.pairs):
        plan = replace(plan, drawn=MANY_DRAWN)
        again = replay_target(claim.target, claim.pair, claim.parameters, plan, progress)
        if isinstance(again, Failure):
            return ReplayAssessment(claim, plan, again)
        found = again
    return assess_found(claim, plan, found)


def assess_found(claim: PipelineClaim, plan: ReplayPlan, found: Replays) -> ReplayAssessment:
    """Return what follows of replays."""
    cost = cost_of(claim, found)
    told = "" if changes(found.itself) else evidence(claim, found, plan.fresh)
    open_ones = [*not_compared(found), *_unknown(found), *_without_divergence(claim, found, cost)]
    parted = list(partings(found, told))
    findings = [*parted, *known_noise(found), *_aligned(_costs(claim, cost), parted), *open_ones]
    return ReplayAssessment(claim, plan, found, tuple(sorted(findings, key=lambda each: not each.certain)), cost)


# Cost


def _costs(claim: PipelineClaim, cost: Cost) -> list[Finding]:
    """Return what is wrong with the cost."""
    if claim.statement is not None:
        return _stated_findings(claim, cost)
    if cost.of == "delta":
        return _delta_findings(claim, cost)
    if not exceeds(cost.low, cost.limit):
        return []
    words = f"the trace costs {cost.of} = {_amount(cost.low)}, above the claimed {claim.number} ({cost.how})"
    return [_cost_finding(cost, words, certain=True)]


def _delta_findings(claim: PipelineClaim, cost: Cost) -> list[Finding]:
    bound = decimal_text(cost.limit if claim.rho is not None else claim.delta, DIGITS)
    what = f"{cost.how}: " + ("at least " if not cost.fixed else "")
    if cost.low is None or exceeds(cost.low, cost.limit):
        words = f"the trace costs more than the claim: {what}{_amount(cost.low, '1')}, above {bound}"
        return [_cost_finding(cost, words, certain=True)]
    if cost.fixed and (cost.high is None or exceeds(cost.high, cost.limit)):
        between = f"between {_amount(cost.low)} and {_amount(cost.high, '1')}"
        return [_cost_finding(cost, f"{cost.how}: {between}; claimed is {bound}", certain=False)]
    return []


def _stated_findings(claim: PipelineClaim, cost: Cost) -> list[Finding]:
    """Return by what a statement is broken, or why it is not known to be kept."""
    if exceeds(cost.low, cost.limit):
        what = f"{cost.of} = {_amount(cost.low)} ({cost.how})"
        if cost.of == "delta":
            what = f"{cost.how}: at least {_amount(cost.low)}"
        allowed = _amount(cost.limit / (1 + claim.tolerance))
        words = f"the trace costs more than the statement: {what}; what is stated has at most {allowed}"
        return [_cost_finding(cost, words, certain=True)]
    if not cost.open:
        return []
    words = f"{cost.open}; no epsilon was found at which delta of the trace is certainly above what is stated"
    return [_cost_finding(cost, words, certain=False)]


def _amount(number: Fraction | Real | None, infinite: str = "infinite") -> str:
    return infinite if number is None else decimal_text(number, DIGITS)


def _aligned(costs: list[Finding], parted: list[Finding]) -> list[Finding]:
    """Return costs, left open where the runs ask for different calls, or are not the same on one input.

    Of a count for each key of the data the first call is that of one key on one input and of another on the other. And
    what differs from run to run, as records that are drawn where nobody records it, is no difference of the inputs.
    """
    words = ""
    if any(finding.kind == "control flow" and not finding.certain for finding in parted):
        words = "the runs ask for different calls, of which it is not known that they belong together"
    if any(finding.kind == "state" for finding in parted):
        words = "two runs on one input differ, too"
    if not words:
        return costs
    return [replace(finding, certain=False, words=f"{finding.words}; but {words}") for finding in costs]


def _cost_finding(cost: Cost, words: str, *, certain: bool) -> Finding:
    """Return what is said of a cost: where inputs depend on chance that is not released, it may hide what is told."""
    replay, at = (None, None) if cost.most is None else (cost.most.replay, cost.most.at)
    if certain and not cost.fixed and replay is not None and hides(replay):
        certain, words = (
            False,
            f"{words}; but inputs depend on draws that add no noise or have no law, which may hide it",
        )
    return Finding("cost", certain, words, replay, at)


def _unknown(found: Replays) -> list[Finding]:
    return [
        Finding("law", False, f"the inputs of {kind} at {site} differ, and its loss is not known here", None, None)
        for kind, site in unknown(found.pairs)
    ]


def _without_divergence(claim: PipelineClaim, found: Replays, cost: Cost) -> list[Finding]:
    """Return the kinds whose loss is known, and not their divergences, which a claim of rho asks for."""
    if claim.rho is None or not cost.fixed:
        return []
    steps = {kind for side in (0, 1) for kind, _ in fixed_steps(found.pairs, side)}
    words = "the inputs of {} differ, and the divergences that a claim of rho asks for are not known here"
    return [Finding("law", False, words.format(kind), None, None) for kind in sorted((steps & set(LAWS)) - KINDS)]


explain_failures(__name__)
