"""What an audit of a claim alone is asked for, read as a user gives it: inputs, where they come from, and the requests.

Everything is checked here, before anything runs: what is wrong is a ``ValueError`` of one line that names the argument.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from dpassay.audit.alone import ClaimAudit, assess_claim, assess_searched, claim_name, screening
from dpassay.audit.answers.recording import Recording
from dpassay.audit.answers.request import Json, encoded_parameters, target_place
from dpassay.audit.answers.watching import Progress
from dpassay.audit.asked import LEAST_ALPHA, MOST_AUDITS, as_whole, shown
from dpassay.audit.evidence.classifier import check_installed
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.held_to.neighbors import generated_pairs
from dpassay.audit.plan import LEARNED, Plan
from dpassay.audit.sources import Source, fitting
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["DEFAULT_PAIRS", "ClaimRequest", "read_claims", "read_pairs"]

DEFAULT_PAIRS: Final = 10
"""Of generated pairs so many are searched, at most."""

Pair = tuple[Json, Json]


@dataclass(frozen=True, slots=True)
class ClaimRequest:
    """One audit that is asked for: of a claim on two inputs, or on the most telling of several pairs.

    Attributes:
        claims: one for each pair.
        plan: what they have in common.
        searched: whether the most telling is to be searched.
    """

    claims: tuple[ClaimAlone, ...]
    plan: Plan
    searched: bool = False

    @property
    def name(self) -> str:
        """What its reports are called, or those of the first pair that is searched."""
        return claim_name(self.claims[0])

    @property
    def draws(self) -> int:
        """How many answers are drawn on all inputs."""
        few = screening(self.plan).samples * len(self.claims) if self.searched else 0
        return 2 * (few + self.plan.samples)

    def assessed(self, progress: Progress | None = None) -> ClaimAudit:
        """Run the audit; what the target does is a finding, never an exception."""
        if self.searched:
            return assess_searched(self.claims, self.plan, progress)
        return assess_claim(self.claims[0], self.plan, progress)


def read_pairs(given: Sequence[Pair], neighbors: object, count: object, seed: int) -> list[Pair]:
    """Return the pairs of inputs: those that are given, or those that are generated in their place.

    Args:
        given: none where pairs are generated.
        neighbors: what `generated_pairs` takes; or None.
        count: how many are generated, at most.
        seed: of a strategy.

    Raises:
        ValueError: there are pairs of both kinds, or nothing is generated.
    """
    if neighbors is None:
        return list(given)
    require(not given, "neighbors", shown(neighbors), "nothing beside --data and --neighbor")
    return generated_pairs(neighbors, as_whole(count, "pairs", 1, MOST_AUDITS), seed)


def read_claims(
    source: Source,
    parameters: Mapping[str, object],
    pairs: Sequence[Pair],
    claimed: tuple[Fraction, Fraction],
    plan: Plan,
    *,
    searched: bool = False,
) -> list[ClaimRequest]:
    """Return the audits of a claim: one for each pair of inputs, which share the plan's alpha evenly.

    Args:
        source: a function, a program, or a recording, whose inputs need not be told.
        parameters: what it gets besides the data.
        pairs: of inputs that are neighbors, as the user says.
        claimed: epsilon and delta.
        plan: what the audits have in common.
        searched: audit the most telling of the pairs alone, with the whole of alpha.

    Raises:
        ValueError: an argument does not fit.
    """
    recorded = isinstance(source, Recording)
    _check_source(source, parameters)
    require(not plan.sequential, "sequential", True, "nothing: certified bounds do not hold where one may stop early")
    require(bool(pairs) or recorded, "data", "nothing", "two neighboring inputs (--data and --neighbor)")
    require(len(set(pairs)) == len(pairs), "data", "a pair of inputs given twice", "each pair once")
    plan = fitting(plan, source, max(len(pairs), 1))
    require(not (searched and recorded), "neighbors", "pairs", "nothing: the answers were recorded on one")
    plan.split(LEARNED)  # for its check of the kinds
    if "classifier" in plan.evidence:
        check_installed()
    claims = [ClaimAlone(source, parameters, pair, *claimed) for pair in pairs or (None,)]
    if searched:
        return [ClaimRequest(tuple(claims), plan, searched=True)]
    plan = replace(plan, alpha=plan.alpha / len(claims))
    require(plan.alpha > LEAST_ALPHA, "alpha", plan.alpha, f"more than {float(LEAST_ALPHA):g} for each pair")
    return [ClaimRequest((claim,), plan) for claim in claims]


def _check_source(source: Source, parameters: Mapping[str, object]) -> None:
    """Refuse what is no target, and parameters that it cannot be given."""
    if isinstance(source, Recording):
        names = ", ".join(parameters)
        require(not parameters, "parameters", names, "nothing: the answers are recorded, and nothing is run")
        return
    for name, value in parameters.items():
        require(isinstance(value, int | float | Fraction | str), name, shown(value), "a number or a text")
    if isinstance(source, str):
        expected = '"path/to/file.py:function" or "package.module:function"'
        require(":" in source, "target", repr(source), expected)
    target_place(source)
    encoded_parameters(parameters)


explain_failures(__name__)
