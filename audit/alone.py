"""An audit of a claim alone: a target of the user's, data of the user's, and the (epsilon, delta) that is claimed.

A target that keeps its claim is flagged with probability at most the plan's ``alpha``, whatever its laws are. That no
violation is found says nothing of privacy: other inputs, other events or more answers may show one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

from dpassay.audit import words
from dpassay.audit.answers.outcome import Failure, Samples
from dpassay.audit.asked import bounded_name, plain_target
from dpassay.audit.evidence.events import training_size
from dpassay.audit.evidence.examine import KIND_WORDS
from dpassay.audit.evidence.learned import Found, LearnedEvidence, learn
from dpassay.audit.evidence.statements import joint_epsilon
from dpassay.audit.held_to.alone import ClaimAlone, shown
from dpassay.audit.plan import LEARNED, LEAST_SAMPLES, Kind, Plan
from dpassay.audit.sources import answers_of
from dpassay.exact import decimal_text
from dpassay.exact.entrance import explain_failures

__all__ = [
    "EXIT_CODES",
    "ClaimAudit",
    "Searched",
    "assess_claim",
    "assess_searched",
    "claim_name",
    "claim_verdict",
    "screening",
]

SCREENING: Final = 10
"""Of generated pairs, one is chosen by so many times fewer answers on each."""

Verdict = Literal["no violation found", "violation", "could not run", "inconclusive"]
EXIT_CODES: Final[Mapping[Verdict, int]] = {
    "no violation found": 0,
    "violation": 1,
    "could not run": 2,
    "inconclusive": 3,
}


@dataclass(frozen=True, slots=True)
class Searched:
    """How the pair of inputs was found: the most telling of so many, by so many answers on each, not used again."""

    pairs: int
    samples: int


@dataclass(frozen=True, slots=True, eq=False)
class ClaimAudit:
    """One audit of a claim alone, and its verdict.

    Attributes:
        claim: what was audited.
        plan: how.
        shares: the share of alpha of each kind of evidence that was looked for.
        drawn: the answers, or why there are none.
        evidence: what they show; None where there are none.
        verdict: "violation" only where a certified bound says so.
        findings: what is wrong, a line each.
        searched: how the pair of inputs was found; None where it was given.
    """

    claim: ClaimAlone
    plan: Plan
    shares: Mapping[Kind, float]
    drawn: Samples | Failure
    evidence: LearnedEvidence | None
    verdict: Verdict
    findings: tuple[str, ...] = ()
    searched: Searched | None = None

    @property
    def exit_code(self) -> int:
        """0 no violation found, 1 a violation, 2 could not run, 3 inconclusive."""
        return EXIT_CODES[self.verdict]

    @property
    def shortfall(self) -> str:
        """Why there are fewer answers than planned, in a sentence; else empty."""
        return "" if isinstance(self.drawn, Failure) else self.drawn.shortfall

    @property
    def name(self) -> str:
        """What its reports are called."""
        return claim_name(self.claim)


def claim_name(claim: ClaimAlone) -> str:
    """Return what the reports of a claim are called, without an ending."""
    given = [f"{name}={value}" for name, value in claim.parameters.items()]
    promise = f"claim-epsilon={claim.epsilon}" + (f"-delta={claim.delta}" if claim.delta else "")
    data = [f"{name}={each.text}" for name, each in zip(("data", "neighbor"), claim.pair or (), strict=False)]
    return bounded_name("-".join([plain_target(claim.target), promise, *given, *data]))


def assess_claim(claim: ClaimAlone, plan: Plan, progress: Callable[[int, int], None] | None = None) -> ClaimAudit:
    """Audit one target on one pair of inputs; what the target does is a finding, never an exception.

    Raises:
        ValueError: an argument makes no sense.
    """
    shares = plan.split(LEARNED)
    drawn = answers_of(claim.target, claim.pair or (), claim.parameters, plan, progress, lines=True)

    def result(evidence: LearnedEvidence | None, verdict: Verdict, *findings: str) -> ClaimAudit:
        return ClaimAudit(claim, plan, shares, drawn, evidence, verdict, findings)

    if isinstance(drawn, Failure):
        return result(None, "could not run", f"{drawn.kind}: {drawn.message}")
    sizes = [len(each) for each in drawn.arrays or drawn.places]
    if not sizes:
        forms = ", ".join(drawn.form_names)
        return result(None, "could not run", f"output: whole arrays of different forms: {forms}: expected one form")
    if min(sizes) < LEAST_SAMPLES:
        expected = f"expected at least {LEAST_SAMPLES}"
        return result(None, "could not run", f"output: {min(sizes)} answers on an input, {expected}")
    evidence = learn(drawn, claim, shares, plan.seed)
    findings = [
        _excess(found, kind, claim)
        for kind, found in evidence.found.items()
        if Fraction(found.certificate.epsilon_lower) > claim.epsilon
    ]
    looked = {kind: found.certificate.alpha for kind, found in evidence.found.items()}
    return result(evidence, claim_verdict(claim, bool(findings), sizes, looked), *findings)


def assess_searched(
    claims: Sequence[ClaimAlone],
    plan: Plan,
    progress: Callable[[int, int], None] | None = None,
    audit: Callable[[ClaimAlone, Plan, Callable[[int, int], None]], ClaimAudit] = assess_claim,
) -> ClaimAudit:
    """Search the most telling of several pairs of inputs, and audit it with fresh answers at the whole of alpha.

    A tenth of the answers on each pair decide which one it is. They come from another seed and are not used again.

    Args:
        claims: the same claim on each pair.
        plan: how the pair that is found is audited.
        progress: is told how many answers there are, of how many.
        audit: audits one pair.
    """
    few = screening(plan)
    total = 2 * (few.samples * len(claims) + plan.samples)
    done = 0

    def shifted(before: int) -> Callable[[int, int], None]:
        return lambda now, _of: None if progress is None else progress(before + now, total)

    found: list[ClaimAudit] = []
    for claim in claims:
        found.append(audit(claim, few, shifted(done)))
        done += 2 * few.samples
    most = max(found, key=_telling)
    return replace(audit(most.claim, plan, shifted(done)), searched=Searched(len(claims), few.samples))


def screening(plan: Plan) -> Plan:
    """Return how each of several pairs is looked at."""
    return replace(plan, samples=max(LEAST_SAMPLES, plan.samples // SCREENING), seed=plan.seed + 1)


def _telling(audit: ClaimAudit) -> tuple[float, float]:
    """Return what a pair has shown: its best bound, and then its best estimate."""
    if audit.evidence is None or audit.evidence.best is None:
        return (-1.0, 0.0)
    estimates = [found.certificate.epsilon_estimate for found in audit.evidence.found.values()]
    return (audit.evidence.best.certificate.epsilon_lower, max(estimates))


def claim_verdict(claim: ClaimAlone, violated: bool, sizes: Sequence[int], shares: Mapping[Kind, float]) -> Verdict:
    """Return the verdict; "inconclusive" where not even answers without overlap could have shown a violation.

    ``shares``: of the kinds of evidence that could be looked for in such answers; there may be none.
    """
    if violated:
        return "violation"
    if not shares:
        return "inconclusive"
    first, second = (size - training_size(size) for size in sizes)
    alpha = max(shares.values())
    most = joint_epsilon(first, first, 0, second, delta=claim.delta_above, alpha=alpha)
    return "no violation found" if Fraction(most) > claim.epsilon else "inconclusive"


def _excess(found: Found, kind: Kind, claim: ClaimAlone) -> str:
    seen = found.certificate
    return (
        f"privacy: {KIND_WORDS[kind]}, with {words.confidence(seen.alpha)} confidence, epsilon is at least "
        f"{words.number(seen.epsilon_lower)}, above the claimed {claim.epsilon_text} "
        f"(at delta = {decimal_text(claim.delta, words.DIGITS)}): {seen.event.description}: "
        f"{seen.count_p:,} of {seen.n_p:,} answers on the first input, {seen.count_q:,} of {seen.n_q:,} on the second"
    )


def pair_words(claim: ClaimAlone) -> str:
    """Return the two inputs as a reader sees them; empty where they were not told."""
    return " and ".join(shown(each) for each in claim.pair or ())


explain_failures(__name__)
