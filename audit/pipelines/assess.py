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
from dpassay.audit.pipelines.claims import DRAWN_DELTA, PipelineClaim, drawn_epsilon
from dpassay.audit.pipelines.composition import delta_bounds
from dpassay.audit.pipelines.cost import ALPHA, Supremum, drawn_delta, fixed_steps, hides, is_fixed, most, unknown
from dpassay.audit.pipelines.hidden import known_noise, not_compared
from dpassay.audit.pipelines.laws import LAWS, exceeds
from dpassay.audit.pipelines.partings import PARTINGS, Finding, partings
from dpassay.audit.pipelines.renyi import KINDS, least_rho
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.told import evidence, fresh_runs
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


@dataclass(frozen=True, slots=True)
class Cost:
    """What the trace costs.

    Attributes:
        most: the largest loss that a replay shows; None where no inputs differ.
        fixed: whether the inputs were the same for all answers that were tried.
        low: a lower bound of what is claimed, epsilon, rho or delta at the claimed epsilon; None where it is infinite.
        high: an upper bound, for these answers and inputs; None where there is none.
        how: how the bounds were found, in words.
    """

    most: Supremum | None
    fixed: bool
    low: Fraction | Real | None
    high: Fraction | Real | None
    how: str


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


def assess_replay(claim: PipelineClaim, plan: ReplayPlan, progress: Progress | None = None) -> ReplayAssessment:
    """Audit one pipeline on two neighbors by replay.

    Raises:
        ValueError: an argument makes no sense. What the target does is a finding, never an exception.
    """
    plan = replace(plan, fresh=fresh_runs(claim))
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
    if (claim.delta or claim.rho is not None) and plan.drawn < MANY_DRAWN and not is_fixed(found.pairs):
        plan = replace(plan, drawn=MANY_DRAWN)
        again = replay_target(claim.target, claim.pair, claim.parameters, plan, progress)
        if isinstance(again, Failure):
            return ReplayAssessment(claim, plan, again)
        found = again
    return assess_found(claim, plan, found)


def assess_found(claim: PipelineClaim, plan: ReplayPlan, found: Replays) -> ReplayAssessment:
    """Return what follows of replays."""
    cost = cost_of(claim, found)
    told = "" if found.itself.parting is not None else evidence(claim, found)
    open_ones = [*not_compared(found), *_unknown(found), *_without_divergence(claim, found, cost)]
    parted = list(partings(found, told))
    findings = [*parted, *known_noise(found), *_aligned(_costs(claim, cost), parted), *open_ones]
    return ReplayAssessment(claim, plan, found, tuple(sorted(findings, key=lambda each: not each.certain)), cost)


# Cost


def cost_of(claim: PipelineClaim, found: Replays) -> Cost:
    """Return what the trace costs, in the terms of the claim."""
    top, fixed = most(found.pairs), is_fixed(found.pairs)
    if claim.rho is not None:
        return _concentrated(found, top) if fixed else _drawn(claim, found, top)
    if claim.delta == 0:
        loss = Fraction(0) if top is None else top.loss
        return Cost(top, fixed, loss, loss if fixed else None, "the largest loss of a sequence of answers")
    return _approximate(claim, found, top) if fixed else _drawn(claim, found, top)


def _approximate(claim: PipelineClaim, found: Replays, top: Supremum | None) -> Cost:
    sides = [delta_bounds(fixed_steps(found.pairs, side), claim.forgiving) for side in (0, 1)]
    low, high = (max(side[end] for side in sides) for end in (0, 1))
    return Cost(top, True, low, high, "delta at the claimed epsilon, by exact composition of the calls")


def _concentrated(found: Replays, top: Supremum | None) -> Cost:
    rhos = [least_rho(fixed_steps(found.pairs, side)) or (Fraction(0), 1) for side in (0, 1)]
    rho, order = max(rhos, key=lambda each: float("inf") if each[0] is None else float(each[0]))
    return Cost(top, True, rho, None, f"the Renyi divergence of order {order}, divided by the order")


def _drawn(claim: PipelineClaim, found: Replays, top: Supremum | None) -> Cost:
    """Bound delta from below by drawn answers; of a claim of rho at one delta that follows of it."""
    bounds = [drawn_delta(found.turned(side), drawn_epsilon(claim), ALPHA / 2) for side in (0, 1)]
    low, count = max(bounds)
    confidence = decimal_text(100 * (1 - ALPHA))
    epsilon = claim.number if claim.rho is None else decimal_text(drawn_epsilon(claim), DIGITS)
    how = f"delta at epsilon = {epsilon}, from {count} drawn sequences of answers"
    return Cost(top, False, low, None, f"{how}, with {confidence} % confidence")


def _costs(claim: PipelineClaim, cost: Cost) -> list[Finding]:
    """Return what is wrong with the cost."""
    if claim.delta or (claim.rho is not None and not cost.fixed):
        return _delta_findings(claim, cost)
    name = "epsilon" if claim.rho is None else "rho"
    if not exceeds(cost.low, claim.forgiving):
        return []
    amount = "infinite" if cost.low is None else decimal_text(cost.low, DIGITS)
    words = f"the trace costs {name} = {amount}, above the claimed {claim.number} ({cost.how})"
    return [_cost_finding(cost, words, certain=True)]


def _delta_findings(claim: PipelineClaim, cost: Cost) -> list[Finding]:
    limit = DRAWN_DELTA if claim.rho is not None else claim.delta * (1 + claim.tolerance)
    bound = decimal_text(limit if claim.rho is not None else claim.delta, DIGITS)
    what = f"{cost.how}: " + ("at least " if not cost.fixed else "")
    if cost.low is None or exceeds(cost.low, limit):
        amount = "1" if cost.low is None else decimal_text(cost.low, DIGITS)
        words = f"the trace costs more than the claim: {what}{amount}, above {bound}"
        return [_cost_finding(cost, words, certain=True)]
    if cost.fixed and (cost.high is None or exceeds(cost.high, limit)):
        high = "1" if cost.high is None else decimal_text(cost.high, DIGITS)
        words = f"{cost.how}: between {decimal_text(cost.low, DIGITS)} and {high}; claimed is {bound}"
        return [_cost_finding(cost, words, certain=False)]
    return []


def _aligned(costs: list[Finding], parted: list[Finding]) -> list[Finding]:
    """Return costs, left open where the runs ask for different calls: then one call may be held against another's.

    Of a count for each key of the data the first call is that of one key on one input and of another on the other.
    """
    if not any(finding.kind == "control flow" and not finding.certain for finding in parted):
        return costs
    words = "; but the runs ask for different calls, of which it is not known that they belong together"
    return [replace(finding, certain=False, words=f"{finding.words}{words}") for finding in costs]


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
