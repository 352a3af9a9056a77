"""What one pair of tables shows: few sequences of answers first, and more where these ask for it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from dpassay.audit.answers.outcome import Failure
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.assess import (
    MANY_DRAWN,
    ReplayAssessment,
    ReplayVerdict,
    assess_found,
    milder,
)
from dpassay.audit.pipelines.claims import PipelineClaim, drawn_point, read_pipeline_claim
from dpassay.audit.pipelines.cost import drawn_delta, is_fixed, trace_loss
from dpassay.audit.pipelines.laws import Loss
from dpassay.audit.pipelines.run import ReplayPlan
from dpassay.audit.pipelines.search.session import Session
from dpassay.audit.pipelines.told import fresh_runs, spent
from dpassay.audit.pipelines.traces import Replays
from dpassay.exact import as_real
from dpassay.exact.entrance import explain_failures

__all__ = ["Judge", "Judged"]

FEW_DRAWN: Final = 2
FEW_STEERED: Final = 1
SOME_DRAWN: Final = 24
LARGEST_SHARE: Final = 1e6
HOPELESS: Final = ("setup", "import", "signature")
"""What goes wrong with these has nothing to do with the tables."""
MOST_STARTS: Final = 20
"""Processes that a target may end before the search does."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What one pair shows.

    Attributes:
        verdict: of the replays.
        share: the largest loss of a trace as a share of the claim; what an infinite one counts as is finite here.
        words: of the first finding, or of what went wrong.
    """

    verdict: ReplayVerdict
    share: float
    words: str = ""


class Judge:
    """Judges pairs in one session; the same pair has the same verdict.

    Attributes:
        judged: how many different pairs were judged.
        failures: what went wrong on pairs, and how often.
        counted: how often events of releases were counted, each time with a smaller share of the error.
        stopped: whether the target cannot be started, or has ended so many processes that no more are.
    """

    def __init__(self, session: Session, said: Mapping[str, Any]) -> None:
        self.session = session
        self.said = said
        self.failures: Counter[str] = Counter()
        self.counted = 0
        self.stopped = False
        self._known: dict[tuple[str, str], Judged] = {}

    @property
    def judged(self) -> int:
        """How many different pairs were judged."""
        return len(self._known)

    def claim(self, pair: tuple[Json, Json]) -> PipelineClaim:
        """Return the claim on a pair."""
        return read_pipeline_claim(self.session.target, self.session.parameters, pair, **self.said)

    def judge(self, pair: tuple[Json, Json]) -> Judged:
        """Replay a pair, unless that was done, and return what it shows."""
        key = pair[0].text, pair[1].text
        if key not in self._known:
            self._known[key] = self._judge(self.claim(pair))
        return self._known[key]

    def _judge(self, claim: PipelineClaim) -> Judged:
        plan = self.session.plan
        few = replace(plan, drawn=min(FEW_DRAWN, plan.drawn), steered=min(FEW_STEERED, plan.steered))
        shares = [0.0]
        found = milder(few, lambda tried: self._assessed(claim, tried, shares))
        if isinstance(found.found, Failure):
            return self._failed(found.found)
        words = found.findings[0].words if found.findings else ""
        return Judged(found.verdict, max(shares), words)

    def _assessed(self, claim: PipelineClaim, few: ReplayPlan, shares: list[float]) -> ReplayAssessment:
        """Assess few replays, and more where these leave it open or promise a violation."""
        found = self.session.replay(claim.pair, few)
        if isinstance(found, Failure):
            return ReplayAssessment(claim, few, found)
        shares.append(_share(claim, found))
        quick = None
        for more in self._further(claim, few, found):
            quick = assess_found(claim, few, found) if quick is None else quick
            if quick.verdict == "violation":
                return quick
            again = self.session.replay(claim.pair, more)
            if isinstance(again, Failure):
                return ReplayAssessment(claim, more, again)
            quick = assess_found(claim, more, again)
        return assess_found(claim, few, found) if quick is None else quick

    def _further(self, claim: PipelineClaim, few: ReplayPlan, found: Replays) -> list[ReplayPlan]:
        """Return with which plans to go on, until one shows a violation."""
        if any(each.parting is not None for each in found.pairs):
            return [self._full(claim, few)]
        if not claim.is_pure and not is_fixed(found.pairs):
            some = replace(few, drawn=SOME_DRAWN)
            return [some, replace(few, drawn=MANY_DRAWN)] if _promising(claim, found) else []
        return [self._full(claim, few)] if assess_found(claim, few, found).verdict == "undecided" else []

    def _full(self, claim: PipelineClaim, few: ReplayPlan) -> ReplayPlan:
        """Return a plan that counts events, with the next share of the error."""
        self.counted += 1
        return replace(self.session.plan, early=few.early, fresh=fresh_runs(claim, spent(self.counted), quick=True))

    def _failed(self, failure: Failure) -> Judged:
        self.failures[failure.message] += 1
        self.stopped = failure.kind in HOPELESS or self.session.starts >= MOST_STARTS
        return Judged("could not run", 0.0, failure.message)


def _share(claim: PipelineClaim, found: Replays) -> float:
    """Return the largest loss of the replays over what is claimed."""
    losses = [_float(trace_loss(each)) for each in found.pairs]
    claimed = float(claim.claimed) or 1.0
    return min(max(losses, default=0.0) / claimed, LARGEST_SHARE)


def _float(loss: Loss) -> float:
    if loss is None:
        return math.inf
    return float(loss) if isinstance(loss, Fraction) else float(as_real(loss))


def _promising(claim: PipelineClaim, found: Replays) -> bool:
    """Tell whether any of few drawn traces costs more than the epsilon at which delta is bounded."""
    return any(drawn_delta(found.turned(side), drawn_point(claim)[0], Fraction(99, 100))[0] > 0 for side in (0, 1))


explain_failures(__name__)
