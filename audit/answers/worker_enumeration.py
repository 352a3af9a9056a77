"""The branches of one target on one input: each run with drawn numbers, checked with plain ones, and added up.

A target whose answers differ between these depends on something else than its coins, or takes the numbers that are not
drawn for what they are not: that is a failure, and never a law.
"""

from __future__ import annotations

import math
import sys
import time
from contextlib import nullcontext
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .worker_chain import short, weights
from .worker_faults import Fault, described
from .worker_forms import alike
from .worker_tree import DEEPEST, Cut, Exploring, Repeating, Search, Stop, Toss

if TYPE_CHECKING:
    from .worker_called import Target
    from .worker_oracle import Oracle
    from .worker_states import States

REPEATED = 200
"""So many branches on each dataset are run once more at the end, the last first."""

GROWTH = 1.2
"""What is left is estimated again after so many times as many runs."""

NEARLY = Fraction(1, 10**14)
"""What is left is not estimated more nearly."""

IN_EQUAL_STATES = "where the target's functions under way and all that they can reach are equal, it goes on equally"


class Branch:
    """A way to an answer: its coins, its weight, the answer, and the exception that is one."""

    def __init__(self, run: Exploring, answer: str, error: BaseException | None) -> None:
        self.tosses = [Toss(coin.name, coin.size, coin.left) for coin in run.coins]
        self.weight = run.weight
        self.answer = answer
        self.error = error

    @property
    def is_single(self) -> bool:
        """Whether each coin shows one value."""
        return all(toss.values.size == 1 for toss in self.tosses)


class Enumeration:
    """The branches of a target on one dataset, as far as they were found."""

    def __init__(self, target: Target, oracle: Oracle, generator: Any, states: States | None = None) -> None:
        self.target = target
        self.oracle = oracle
        self.generator = generator
        self.states = states
        self.root = sys._getframe()
        self.search = Search() if states is None else Search(self.state, states.executed.paused)
        self.runs = 0
        self.left = Fraction(1)
        self.weights: dict[str, Fraction] = {}
        self.kept: list[Branch] = []
        self.notes: set[str] = set()
        self.errors: dict[str, BaseException] = {}
        self.branches = self.steps = 0
        self.spent = 0.0
        self.estimate, self.estimated = 1.0, 0

    def state(self, question: tuple[Any, ...]) -> bytes | None:
        """Return a digest of the state of the target that asks; for `Exploring.new_fork`, three calls below it."""
        return None if self.states is None else self.states.digest(sys._getframe(4), self.root, question)

    def warm(self) -> None:
        """Call the target once before states are read, for what only a first call does, such as imports."""
        if self.states is None or self.runs:
            return
        run = Exploring([], DEEPEST)
        answer, error = self.called(run)
        if run.stop is None:
            self.check(Branch(run, answer, error))
        self.states.begin()

    def step(self) -> None:
        """Go into the heaviest branch that waits."""
        self.steps += 1
        run = self.search.next()
        self.runs += 1
        answer, error = self.called(run)
        self.notes |= run.notes
        if isinstance(run.stop, Cut):
            self.search.take(run)
            if self.states is not None and run.joined is not None:
                self.states.equal += 1
            if run.joined is not None and self.search.joins <= REPEATED:
                self.runs += 1
                self.called(Repeating(Branch(run, answer, error).tosses, last=False, goes_on=True))
            return
        branch = Branch(run, answer, error)
        self.check(branch)
        self.search.take(run, branch.answer)
        self.branches += 1
        self.left -= branch.weight
        self.weights[branch.answer] = self.weights.get(branch.answer, Fraction(0)) + branch.weight
        if branch.error is not None:
            self.errors.setdefault(branch.answer, branch.error)
        if len(self.kept) < REPEATED:
            self.kept.append(branch)

    def settle(self) -> None:
        """Add up what comes back to forks where the target was before, in fractions that are short."""
        self.weights = short(weights(self.search.first) if self.search.joins else self.weights)
        self.left = 1 - sum(self.weights.values(), Fraction(0))

    def near(self) -> dict[str, float]:
        """Return the weights so far, nearly."""
        if self.search.joins:
            return weights(self.search.first, exact=False)
        return {answer: float(weight) for answer, weight in self.weights.items()}

    def is_below(self, goal: Fraction) -> bool:
        """Tell whether no more than so much is left, as nearly as that is known without `settle`."""
        if not self.search.joins:
            return self.left <= goal
        if self.runs >= GROWTH * self.estimated:
            self.estimate, self.estimated = 1 - sum(self.near().values()), self.runs
        return self.estimate <= max(goal, NEARLY)

    def called(self, run: Exploring | Repeating) -> tuple[str, BaseException | None]:
        """Call the target in a run; what stopped the run is raised also where the target caught it, but for a cut."""
        answer, error = "", None
        self.root = sys._getframe()
        watched = nullcontext() if self.states is None else self.states.executed.watched()
        with self.oracle.asked_by(run), watched:
            try:
                answer, error = self.target.answer(self.generator)
            except Stop as stop:
                run.stop = run.stop or stop
        if isinstance(run, Repeating):
            run.end()
        elif run.stop is None and run.passed < len(run.path):
            raise Fault(
                "coins",
                "the target depends on more than its input and the coins that are known: "
                "in the same branch it asked for fewer coins",
            )
        if run.stop is not None and not isinstance(run.stop, Cut):
            raise run.stop
        return answer, error

    def check(self, branch: Branch) -> None:
        """Run a branch with plain numbers: its answer is theirs, and it must be one."""
        answer, error = self.plain(branch, last=False)
        if not alike(answer, branch.answer):
            self.complain(branch, answer, error)
        branch.answer, branch.error = answer, error
        if not branch.is_single:
            other, error = self.plain(branch, last=True)
            if other != answer:
                self.complain(branch, other, error)

    def plain(self, branch: Branch, *, last: bool) -> tuple[str, BaseException | None]:
        """Return what a run with plain numbers answers."""
        self.runs += 1
        return self.called(Repeating(branch.tosses, last=last))

    def complain(self, branch: Branch, answer: str, error: BaseException | None) -> None:
        """Raise a ``Fault``: one branch has two answers."""
        told = branch.error or error
        reason = f" ({described(told)})" if told is not None else ""
        message = f"the same coins gave the answers {shown(branch.answer)} and {shown(answer)}{reason}"
        raise Fault("coins", f"the target depends on more than its input and the coins that are known: {message}")

    def repeat(self, end: float = math.inf) -> None:
        """Run branches once more in another order, until some time, for answers that depend on earlier calls."""
        for branch in reversed(self.kept):
            if time.monotonic() > end:
                return
            answer, error = self.plain(branch, last=True)
            if answer != branch.answer:
                self.complain(branch, answer, error)

    def content(self, ended: str) -> dict[str, Any]:
        """Return what is written down."""
        return {
            "weights": {answer: str(weight) for answer, weight in self.weights.items()},
            "leftover": str(self.left),
            "runs": self.runs,
            "branches": self.branches + self.search.joins,
            "ended": ended,
            "notes": sorted(self.notes | ({IN_EQUAL_STATES} if self.search.joins else set())),
            "joins": self.search.joins,
            "raised": {answer: described(error) for answer, error in self.errors.items()},
        }


def shown(answer: str) -> str:
    """Return a short text of an answer."""
    return answer if len(answer) <= 60 else f"{answer[:57]}..."  # of a message of one line
