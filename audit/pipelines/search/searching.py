"""The search itself: Hypothesis makes pairs of neighbors, and what breaks the claim shrinks to the smallest pair."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, settings

from dpassay.audit.answers.watching import Progress
from dpassay.audit.pipelines.assess import ReplayAssessment, ReplayVerdict, assess_replay
from dpassay.audit.pipelines.run import ReplayPlan
from dpassay.audit.pipelines.search.judging import Judge, Judged
from dpassay.audit.pipelines.search.schemas import Schema
from dpassay.audit.pipelines.search.scripts import checked_script
from dpassay.audit.pipelines.search.session import Session
from dpassay.audit.pipelines.search.tables import Pair, Table, formed_pair, neighbors
from dpassay.audit.pipelines.told import FOUND
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["DEFAULT_EXAMPLES", "MOST_EXAMPLES", "Pair", "Searched", "Table", "search_pairs"]

DEFAULT_EXAMPLES: Final = 200
MOST_EXAMPLES: Final = 1_000_000
LARGEST_SEED: Final = 1 << 128


@dataclass(eq=False)
class Searched:
    """What a search has found.

    Attributes:
        schema: of the tables.
        examples: how many pairs were tried, the attempts to make one smaller among them.
        first: how many it took to the first violation; None where no pair showed one before the last audit.
        seconds: of all.
        seconds_to_first: until then.
        starts: how often a process was started for the target.
        share: the largest loss that any pair showed, as a share of the claim.
        worst: the pair that showed it.
        pair: the smallest one that breaks the claim; else one that leaves the verdict open; None without either.
        assessment: the audit of that pair in a process of its own.
        script: a program without anything of ours that shows the violation.
        failures: what went wrong on pairs, and how often.
    """

    schema: Schema
    examples: int = 0
    first: int | None = None
    seconds: float = 0.0
    seconds_to_first: float | None = None
    starts: int = 0
    share: float = 0.0
    worst: Pair | None = None
    pair: Pair | None = None
    assessment: ReplayAssessment | None = None
    script: str | None = None
    failures: Mapping[str, int] = field(default_factory=dict)

    @property
    def verdict(self) -> ReplayVerdict:
        """What was found."""
        if self.assessment is not None and self.assessment.verdict != "no violation found":
            return self.assessment.verdict
        if self.pair is not None:  # seen in the search, and not in a process of its own
            return "undecided"
        every = self.examples > 0 and sum(self.failures.values()) >= self.examples
        return "could not run" if every else "no violation found"


class _Broken(Exception):
    """The claim is broken on the pair at hand."""


class _Search:
    """One search under way."""

    def __init__(self, judge: Judge, schema: Schema, limits: tuple[int, float], progress: Progress | None) -> None:
        self.judge = judge
        self.found = Searched(schema)
        self.most, self.seconds = limits
        self.progress = progress or (lambda _done, _total: None)
        self.begin = time.monotonic()
        self.smallest: Pair | None = None
        self.open: Pair | None = None
        self.ended: SystemExit | None = None

    def try_pair(self, pair: Pair) -> None:
        """Judge a pair; raise where it breaks the claim.

        What ends the program is kept: Hypothesis takes a SystemExit for a failure of the property, and tries it again.
        """
        if self.ended is not None:
            raise self.ended
        try:
            self.judge_pair(pair)
        except SystemExit as error:
            self.ended = error
            raise

    def judge_pair(self, pair: Pair) -> None:
        """Judge a pair, unless the time is over; raise where it breaks the claim."""
        if time.monotonic() - self.begin > self.seconds or self.judge.stopped:
            return
        found, before = self.found, self.judge.judged
        shown = self.judge.judge(formed_pair(pair, found.schema))
        found.examples += self.judge.judged - before
        self.progress(min(found.examples, self.most), self.most)
        if shown.share >= found.share:
            found.share, found.worst = shown.share, pair
        hypothesis.target(shown.share, label="loss as a share of the claim")
        self.note(pair, shown)

    def note(self, pair: Pair, shown: Judged) -> None:
        """Keep a pair that breaks the claim, or may."""
        if shown.verdict == "undecided" and self.open is None:
            self.open = pair
        if shown.verdict == "violation":
            if self.found.first is None:
                self.found.first, self.found.seconds_to_first = self.found.examples, time.monotonic() - self.begin
            self.smallest = pair
            raise _Broken

    def run(self, seed: int) -> None:
        """Let Hypothesis try pairs."""

        @hypothesis.seed(seed)
        @settings(
            max_examples=self.most,
            deadline=None,
            database=None,
            derandomize=False,
            print_blob=False,
            report_multiple_bugs=False,
            verbosity=Verbosity.quiet,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.target, Phase.shrink],
        )
        @hypothesis.given(neighbors(self.found.schema))
        def property_holds(pair: Pair) -> None:
            self.try_pair(pair)

        try:
            property_holds()
        except (_Broken, hypothesis.errors.Flaky):
            pass
        except hypothesis.errors.Unsatisfiable:
            raise ValueError(f"schema = {self.found.schema.words}: expected some pair of neighbors") from None
        if self.ended is not None:
            raise self.ended


def search_pairs(
    target: str,
    parameters: Mapping[str, object],
    said: Mapping[str, Any],
    schema: Schema,
    plan: ReplayPlan,
    *,
    examples: int = DEFAULT_EXAMPLES,
    seconds: float = 60.0,
    progress: Progress | None = None,
) -> Searched:
    """Search for neighbors on which a pipeline breaks its claim.

    Args:
        target: the pipeline.
        parameters: its other arguments.
        said: what is claimed, as `dpassay.audit.pipelines.claims.read_pipeline_claim` takes it.
        schema: what tables and neighbors are.
        plan: how each pair is replayed; ``time_limit`` is for each.
        examples: how many pairs are tried at most, without the attempts to make one smaller.
        seconds: after which no further pair is tried.
        progress: called with how many were tried.

    Raises:
        ValueError: an argument is outside its domain. What the target does is never an exception.
    """
    known = isinstance(examples, int) and not isinstance(examples, bool) and 1 <= examples <= MOST_EXAMPLES
    require(known, "examples", examples, f"a whole number from 1 to {MOST_EXAMPLES}")
    require(seconds > 0, "seconds", seconds, "a number above 0")
    plan = replace(plan, form=schema.needs)
    with Session(target, parameters, plan) as session:
        judge = Judge(session, said)
        search = _Search(judge, schema, (examples, seconds), progress)
        search.run(plan.seed)
        found = search.found
        found.starts, found.failures = session.starts, dict(judge.failures)
    found.pair = search.smallest if search.smallest is not None else search.open
    if found.pair is not None:
        anew = replace(plan, seed=(plan.seed + 1) % LARGEST_SEED, given=True)  # answers that the pair was not chosen by
        found.assessment = assess_replay(judge.claim(formed_pair(found.pair, schema)), anew, share=FOUND)
        found.script = checked_script(found.assessment, schema)
    found.seconds = time.monotonic() - search.begin
    return found


explain_failures(__name__)
