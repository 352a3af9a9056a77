"""An audit that proves: the exact law of a target's code on two inputs, held to the claim and to the mechanism's law.

Nothing here is drawn, and no statement has a probability of error. What is assumed is said: that the target's answers
depend on nothing but its input and the sources of chance whose coins are enumerated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, Protocol

from dpassay.audit.answers.enumerated import (
    DEFAULT_BRANCHES,
    DEFAULT_LEFTOVER,
    Enclosed,
    Enumerated,
    answer_value,
    enumerate_target,
)
from dpassay.audit.answers.outcome import Failure
from dpassay.audit.answers.runner import DEFAULT_FIRST_TIME_LIMIT, DEFAULT_MEMORY_LIMIT, DEFAULT_TIME_LIMIT
from dpassay.audit.answers.watching import Progress
from dpassay.audit.evidence.enclosures import Match, Privacy, enclosed_ratio, has_masses, match, privacy
from dpassay.audit.held_to.subject import CONCENTRATED_DELTA, Claim, Resolved, Subject, claim_of
from dpassay.exact import as_real, log, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference import ConcentratedGuarantee

__all__ = [
    "EXIT_CODES",
    "ROUNDING",
    "ExactAssessment",
    "ExactPlan",
    "ExactVerdict",
    "Held",
    "assess_exactly",
    "outcomes",
]

ExactVerdict = Literal["proved", "violation", "undecided", "could not run"]
EXIT_CODES: Final[dict[ExactVerdict, int]] = {"proved": 0, "violation": 1, "could not run": 2, "undecided": 3}

ROUNDING: Final = Fraction(1, 1 << 30)
"""Code that computes with doubles has no law of irrational probabilities: a distance up to this is no fault of its own.

What it does to privacy counts nevertheless, however little it is.
"""


@dataclass(frozen=True, slots=True)
class ExactPlan:
    """How an exact audit is run.

    Attributes:
        branches: how many to go into on each input, at most.
        leftover: the mass that may be left.
        tolerance: what is added to the claimed delta: 0, unless rounding and what is left over are to be forgiven.
        delta: of the claim, where the guarantee does not fix it.
        python: the interpreter to run the target under; None for our own.
        time_limit: seconds for all.
        first_time_limit: seconds until the first branch.
        memory_limit: bytes of address space.
    """

    branches: int = DEFAULT_BRANCHES
    leftover: Fraction = DEFAULT_LEFTOVER
    tolerance: Fraction = Fraction(0)
    delta: Fraction | None = None
    python: str | None = None
    time_limit: float = DEFAULT_TIME_LIMIT
    first_time_limit: float = DEFAULT_FIRST_TIME_LIMIT
    memory_limit: int = DEFAULT_MEMORY_LIMIT


class Held(Protocol):
    """What is said of an exact audit, whatever the code was held to."""

    @property
    def plan(self) -> ExactPlan:
        """How."""

    @property
    def claim(self) -> Claim:
        """What it was held to, in words."""

    @property
    def delta(self) -> Fraction:
        """The claimed delta, exactly."""

    @property
    def found(self) -> Enumerated | Failure:
        """The laws of the code."""

    @property
    def privacy(self) -> Privacy | None:
        """What they prove."""

    @property
    def matches(self) -> tuple[Match, ...] | None:
        """How far they are from a law."""

    @property
    def law_name(self) -> str:
        """Whose law that is."""

    @property
    def is_another_law(self) -> bool:
        """Whether they are further than rounding explains."""

    @property
    def verdict(self) -> ExactVerdict:
        """What was proved."""

    @property
    def exit_code(self) -> int:
        """Of the command."""


@dataclass(frozen=True, slots=True, eq=False)
class ExactAssessment:
    """One exact audit and its verdict.

    Attributes:
        subject: what was audited.
        resolved: the same in exact form.
        plan: how.
        claim: what it was held to, in words.
        delta: the claimed delta, exactly.
        found: the laws of the code, or why there are none.
        privacy: what they prove of the claim.
        matches: how far they are from the mechanism's on either input; None of a mechanism whose law has a density.
    """

    subject: Subject
    resolved: Resolved
    plan: ExactPlan
    claim: Claim
    delta: Fraction
    found: Enumerated | Failure
    privacy: Privacy | None = None
    matches: tuple[Match, ...] | None = None

    @property
    def verdict(self) -> ExactVerdict:
        """What was proved: that claim or law is not met ("violation"), or that the claim is ("proved"), or neither."""
        if self.privacy is None:
            return "could not run"
        if self.privacy.verdict == "breaks" or self.is_another_law:
            return "violation"
        return "proved" if self.privacy.verdict == "meets" else "undecided"

    @property
    def law_name(self) -> str:
        """Whose law the code is held to."""
        return self.subject.mechanism_name

    @property
    def is_another_law(self) -> bool:
        """Whether the law of the code is further from the mechanism's than rounding explains."""
        return any((found.distance.low or 0) > ROUNDING for found in self.matches or ())

    @property
    def exit_code(self) -> int:
        """0 proved, 1 a violation, 2 could not run, 3 undecided."""
        return EXIT_CODES[self.verdict]


def assess_exactly(subject: Subject, plan: ExactPlan, progress: Progress | None = None) -> ExactAssessment:
    """Audit one target by enumerating its coins.

    Raises ``ValueError`` for a subject that makes no sense. What the target does is a finding, never an exception.
    """
    target = exact_target(subject.target)
    resolved = subject.resolve()
    claim = claim_of(resolved.mechanism.guarantee(resolved.parameters), plan.delta)
    ratio, delta = exact_claim(resolved, plan.delta)
    allowed = min(delta + plan.tolerance, Fraction(1))
    found = enumerate_target(
        target,
        resolved.pair,
        resolved.parameters.given(),
        **options_of(plan),
        claim=None if any(has_masses(law) for law in resolved.laws) else (ratio[1], allowed),
        progress=progress,
    )
    if isinstance(found, Failure):
        return ExactAssessment(subject, resolved, plan, claim, delta, found)
    first, second = found.laws
    held = privacy(first, second, ratio, allowed)
    matches = [match(outcomes(code), code.leftover, law) for code, law in zip(found.laws, resolved.laws, strict=True)]
    known = tuple(each for each in matches if each is not None)
    return ExactAssessment(subject, resolved, plan, claim, delta, found, held, known or None)


def exact_target(target: object) -> str:
    """Return the name of a function in Python; ``ValueError`` for a program and for recorded answers."""
    if not isinstance(target, str):
        raise ValueError(
            f"exact = True, target = {target}: expected a function in Python, whose coins can be enumerated"
        )
    return target


def options_of(plan: ExactPlan) -> dict[str, Any]:
    """Return what `enumerate_target` takes."""
    limits = ("branches", "leftover", "time_limit", "first_time_limit", "memory_limit")
    python = {} if plan.python is None else {"python": plan.python}
    return {name: getattr(plan, name) for name in limits} | python


def exact_claim(resolved: Resolved, delta: Fraction | None) -> tuple[tuple[Fraction, Fraction], Fraction]:
    """Return e^epsilon, enclosed, and delta, exactly.

    A concentrated guarantee gives epsilon = rho + 2 sqrt(rho log(1/delta)) (Bun and Steinke 2016, Proposition 1.3).
    """
    guarantee = resolved.mechanism.guarantee(resolved.parameters)
    if not isinstance(guarantee, ConcentratedGuarantee):
        return enclosed_ratio(guarantee.budget.exp_eps), guarantee.delta
    fixed = delta or CONCENTRATED_DELTA
    require(0 < fixed < 1, "delta", fixed, "a number in (0, 1)")
    root = (as_real(guarantee.rho) * as_real(log(1 / fixed))).sqrt()
    return enclosed_ratio((as_real(guarantee.rho) + root * 2).exp()), fixed


def outcomes(code: Enclosed) -> Mapping[object, Fraction]:
    """Return the weights of outcomes as laws write them: a number, or a tuple of numbers, of whatever type.

    An exception, and what is no number, stays what no law has.
    """
    weights: dict[object, Fraction] = {}
    for answer, weight in code.weights.items():
        kind, value = answer_value(answer)
        outcome = f"raises {value!s}" if kind == "raised" else _number(value)
        weights[outcome] = weights.get(outcome, Fraction(0)) + weight
    return weights


def _number(value: Any) -> object:
    if isinstance(value, tuple):
        return tuple(map(_number, value))
    if isinstance(value, bool):
        return int(value)
    finite = isinstance(value, int | Fraction) or (isinstance(value, float) and value - value == 0)
    if not finite:
        return value
    exact = Fraction(value)
    return int(exact) if exact.denominator == 1 else exact


explain_failures(__name__)
