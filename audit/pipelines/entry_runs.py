"""Replays of entry points of libraries: on all pairs of a row, and on those that a search makes of its schema.

The verdict, the worst trace and a small example are those of all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal

from dpassay.audit.answers.environments import Environment
from dpassay.audit.pipelines.assess import DIGITS, ReplayAssessment, assess_replay
from dpassay.audit.pipelines.entry_points import EntryPoint, Pair
from dpassay.audit.pipelines.partings import Finding
from dpassay.audit.pipelines.run import ReplayPlan
from dpassay.audit.pipelines.search.searching import Searched, search_pairs
from dpassay.audit.pipelines.search.tables import formed_pair
from dpassay.exact import as_real, decimal_text
from dpassay.exact.entrance import explain_failures

__all__ = ["EXAMPLES", "EntryResult", "cost_text", "exit_code", "replay_entry"]

TIME_LIMIT: Final = 120.0
"""Seconds for all runs on one pair."""

EXAMPLES: Final = 60
"""Pairs that a search tries, without the attempts to make one smaller, where the row does not ask for fewer."""

SEARCH_SECONDS: Final = 1800.0
"""After which a search tries no further pair. What is found within that depends on the seed alone."""

MEMORY_LIMIT: Final = 16 << 30
"""Bytes of address space: libraries that bring Torch reserve much and use little."""

Verdict = Literal["violation", "no violation found", "undecided", "could not run", "not installed"]
_WORST_FIRST: Final[tuple[Verdict, ...]] = ("violation", "could not run", "undecided", "no violation found")


@dataclass(frozen=True, slots=True, eq=False)
class EntryResult:
    """What the replays of one entry point found.

    Attributes:
        entry: what was replayed.
        tried: each pair with its assessment; empty where the environment is missing.
        problem: why it is missing; else empty.
        plan: how each pair was replayed.
        searched: what the search found; None where none was made.
    """

    entry: EntryPoint
    tried: tuple[tuple[Pair, ReplayAssessment], ...]
    problem: str = ""
    plan: ReplayPlan = field(default_factory=ReplayPlan)
    searched: Searched | None = None

    @property
    def found(self) -> tuple[Pair, ReplayAssessment] | None:
        """The pair that the search ended with, and its assessment in a process of its own; None without one."""
        search = self.searched
        if search is None or search.pair is None or search.assessment is None:
            return None
        return Pair("found by the search", *formed_pair(search.pair, search.schema)), search.assessment

    @property
    def judged(self) -> tuple[tuple[Pair, ReplayAssessment], ...]:
        """All pairs with an assessment."""
        return self.tried if self.found is None else (*self.tried, self.found)

    @property
    def verdict(self) -> Verdict:
        """A violation where any pair shows one; nothing is found only where no pair leaves anything open."""
        verdicts: set[Verdict] = {found.verdict for _, found in self.judged}
        if self.searched is not None:
            verdicts.add(self.searched.verdict)
        return next((each for each in _WORST_FIRST if each in verdicts), "not installed")

    @property
    def shown(self) -> tuple[Pair, ReplayAssessment] | None:
        """Of a violation what the search shrank, else the shortest pair; without one that whose trace costs most."""
        if self.verdict == "violation" and self.found is not None and self.found[1].verdict == "violation":
            return self.found
        same = [each for each in self.judged if each[1].verdict == self.verdict]
        if self.verdict == "violation":
            return min(same, key=lambda each: len(each[0].first.text + each[0].second.text))
        return max(same, key=lambda each: _amount(each[1])) if same else None

    @property
    def cost(self) -> str:
        """What the worst trace of all pairs costs, in the terms of the claim; empty where none was computed."""
        found = [each for _, each in self.judged if each.cost is not None and each.cost.most is not None]
        if any(_parts(finding) for _, each in self.judged for finding in each.findings):
            return "infinite"
        return cost_text(max(found, key=_amount)) if found else ""

    @property
    def exit_code(self) -> int:
        """That of the verdict."""
        return exit_code(self.verdict, self.entry.expect)


def exit_code(verdict: str, expected: str) -> int:
    """Return 0 where a verdict is as expected, 1 where it is another one, 2 where the target could not run."""
    if verdict == expected:
        return 0
    return 2 if verdict in ("could not run", "not installed") else 1


def _parts(finding: Finding) -> bool:
    """Tell whether runs with the same answers part for certain; counts of a release alone say no such thing."""
    told_alone = finding.kind == "release" and finding.replay is None
    return finding.certain and finding.kind != "cost" and not told_alone


def _amount(found: ReplayAssessment) -> float:
    """Return the cost as a float, to compare with others."""
    cost = found.cost
    if cost is None or cost.most is None:
        return -1.0
    return float("inf") if cost.low is None else float(as_real(cost.low))


def cost_text(found: ReplayAssessment) -> str:
    """Return what a trace costs, in the terms of the claim."""
    cost = found.cost
    if cost is None or cost.most is None:
        return "0" if cost is not None else ""
    if cost.low is None:
        return "infinite"
    amount = cost.low
    if found.claim.delta:
        return f"delta {decimal_text(amount, DIGITS)}"
    low, high = (amount, amount) if isinstance(amount, Fraction) else amount.bounds(60)
    claimed, room = found.claim.claimed, found.claim.forgiving - found.claim.claimed
    return decimal_text(claimed if claimed - room <= low <= high <= claimed + room else amount, DIGITS)


def replay_entry(
    entry: EntryPoint, environment: Environment, *, seed: int = 0, search: bool = False, examples: int = EXAMPLES
) -> EntryResult:
    """Replay one entry point on all its pairs, in its environment; ``search``: and on pairs that its schema makes.

    Raises:
        ValueError: an argument is not as described. What the library does is never an exception.
    """
    plan = ReplayPlan(
        seed=seed,
        python=None if environment.python is None else str(environment.python),
        time_limit=TIME_LIMIT,
        first_time_limit=TIME_LIMIT,
        memory_limit=MEMORY_LIMIT,
    )
    if environment.python is None:
        return EntryResult(entry, (), environment.problem or "no environment", plan)
    tried = tuple((pair, assess_replay(entry.claimed(pair), plan)) for pair in entry.pairs)
    searched = None
    if search and entry.schema is not None:
        limits: dict[str, Any] = {"examples": entry.examples or examples, "seconds": SEARCH_SECONDS}
        searched = search_pairs(entry.target, entry.parameters, entry.said, entry.schema, plan, **limits)
    return EntryResult(entry, tried, "", plan, searched)


explain_failures(__name__)
