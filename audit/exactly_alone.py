"""An exact audit of a claim alone: the law of a target's code on two inputs of the user's, held to no other law.

What is proved is that the code meets the claimed (epsilon, delta) between these inputs, or that it breaks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dpassay.audit import words
from dpassay.audit.answers.enumerated import Enumerated, enumerate_target
from dpassay.audit.answers.outcome import Failure
from dpassay.audit.answers.watching import Progress
from dpassay.audit.evidence.enclosures import Match, Privacy, enclosed_ratio, privacy
from dpassay.audit.exactly import EXIT_CODES, ExactPlan, ExactVerdict, exact_target, options_of
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.held_to.subject import Claim
from dpassay.exact import decimal_text, exp, require
from dpassay.exact.entrance import explain_failures

__all__ = ["ExactClaim", "assess_claim_exactly"]

VERDICTS: dict[str, ExactVerdict] = {"meets": "proved", "breaks": "violation", "open": "undecided"}


@dataclass(frozen=True, slots=True, eq=False)
class ExactClaim:
    """One exact audit of a claim alone, and its verdict.

    Attributes:
        held_to: the target, the inputs and the claim.
        plan: how.
        found: the laws of the code, or why there are none.
        privacy: what they prove of the claim.
    """

    held_to: ClaimAlone
    plan: ExactPlan
    found: Enumerated | Failure
    privacy: Privacy | None = None

    @property
    def verdict(self) -> ExactVerdict:
        """What was proved: that the claim is met ("proved"), that it is not ("violation"), or neither."""
        return "could not run" if self.privacy is None else VERDICTS[self.privacy.verdict]

    @property
    def exit_code(self) -> int:
        """0 proved, 1 a violation, 2 could not run, 3 undecided."""
        return EXIT_CODES[self.verdict]

    @property
    def claim(self) -> Claim:
        """What it was held to, in words."""
        held_to = self.held_to
        return Claim(
            epsilon=float(held_to.epsilon),
            delta=float(held_to.delta),
            adjacency="neighbors, as the user says",
            words=held_to.words,
            epsilon_decimal=held_to.epsilon_text,
            delta_decimal=decimal_text(held_to.delta, words.DIGITS),
        )

    @property
    def delta(self) -> Fraction:
        """The claimed delta, exactly."""
        return self.held_to.delta

    @property
    def law_name(self) -> str:
        """Nothing: it is held to no law."""
        return ""

    @property
    def is_another_law(self) -> bool:
        """No: it is held to no law."""
        return False

    @property
    def matches(self) -> tuple[Match, ...] | None:
        """Nothing: it is held to no law."""
        return None


def assess_claim_exactly(claim: ClaimAlone, plan: ExactPlan, progress: Progress | None = None) -> ExactClaim:
    """Audit one target by enumerating its coins; what the target does is a finding, never an exception.

    Raises:
        ValueError: the target is no function in Python, or an argument is outside its domain.
    """
    pair = claim.pair
    require(pair is not None, "data", "nothing", "two neighboring inputs (--data and --neighbor)")
    found = enumerate_target(
        exact_target(claim.target), pair or (), claim.parameters, **options_of(plan), progress=progress
    )
    if isinstance(found, Failure):
        return ExactClaim(claim, plan, found)
    first, second = found.laws
    ratio = enclosed_ratio(exp(claim.epsilon))
    return ExactClaim(claim, plan, found, privacy(first, second, ratio, min(claim.delta + plan.tolerance, Fraction(1))))


explain_failures(__name__)
