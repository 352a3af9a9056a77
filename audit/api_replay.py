"""`replay`: an audit of a whole pipeline as a function, and what it returns: the fields of its JSON report.

>>> from dpassay.audit import replay
>>> result = replay("pipeline.py:mean", [1.0, 2.0], [1.0, 2.0, 500.0], epsilon=1)  # doctest: +SKIP
>>> result.verdict, result.cost.low.exact  # doctest: +SKIP
('violation', '50')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dpassay.audit.answers.runner import DEFAULT_TIME_LIMIT
from dpassay.audit.answers.watching import Progress
from dpassay.audit.api import target_of
from dpassay.audit.asked import DEFAULT_MEBIBYTES, as_whole, read_plan
from dpassay.audit.held_to.inputs import read_data
from dpassay.audit.pipelines.assess import ReplayAssessment, assess_replay
from dpassay.audit.pipelines.claims import TOLERANCE, read_pipeline_claim
from dpassay.audit.pipelines.run import DEFAULT_DRAWN, DEFAULT_STEERED, MOST_DRAWN, ReplayPlan
from dpassay.audit.reports import replays
from dpassay.audit.results import Report
from dpassay.exact.entrance import explain_failures

__all__ = ["ReplayResult", "read_replay_plan", "replay"]


class ReplayResult(Report):
    """What an audit by replay found: the fields of its JSON report; a notebook shows it as a page.

    Attributes:
        verdict: "no violation found", "violation", "could not run" or "undecided".
        exit_code: of the command ``dpassay replay``.
        headline: the verdict in one sentence.
        findings: what was found: its kind, whether it is certain, the words, and the number of the call.
        cost: of the trace, in the terms of the claim.
        timeline: the calls of the replay that shows the worst, on both inputs, with their losses.
    """

    __slots__ = ()

    def __init__(self, assessment: ReplayAssessment) -> None:
        content = replays.replay_json(assessment)
        super().__init__(content, replays.replay_name(assessment), lambda: replays.replay_page(content))

    def __repr__(self) -> str:
        return f"<replay of {self.subject.target}: {self.headline}>"


def replay(
    target: str | Callable[..., Any],
    data: object,
    neighbor: object,
    parameters: Mapping[str, object] | None = None,
    *,
    epsilon: object = None,
    delta: object = None,
    rho: object = None,
    claim: str | None = None,
    tolerance: object = TOLERANCE,
    primitives: Sequence[str] = (),
    drawn: int | str = DEFAULT_DRAWN,
    steered: int | str = DEFAULT_STEERED,
    seed: int = 0,
    python: str | Path | None = None,
    time_limit: float = DEFAULT_TIME_LIMIT,
    memory_limit: int = DEFAULT_MEBIBYTES,
    progress: Progress | None = None,
) -> ReplayResult:
    """Record a pipeline on two neighbors, replay it with the same answers, and compute the exact loss of the trace.

    The target is a whole pipeline, called as ``target(data, **parameters)``, with an ``rng`` where it takes one. Its
    sources stay as they are: what it draws from `numpy.random`, `random`, scipy, diffprivlib and dpassay is recorded.

    Args:
        target: "path/to/file.py:function", "package.module:function", or a function of a module.
        data: the first input: numbers, texts, None, and lists and dicts of them.
        neighbor: the second input, a neighbor of the first because you say so.
        parameters: the other arguments of the target, by name.
        epsilon: what is claimed.
        delta: beside epsilon.
        rho: what is claimed in place of epsilon: zero-concentrated privacy.
        claim: an accountant's statement in their place: "laplace(epsilon=1/2) x 2, gaussian(sigma=2, sensitivity=1)".
        tolerance: the share of the claim by which a cost may be above it, for rounding.
        primitives: primitives of your own, such as "package.noise:add_laplace kind=laplace input=value scale=b".
        drawn: sequences of answers that are drawn on each input.
        steered: how often answers are steered to where they tell most.
        seed: of the generators that the target is given or makes without a seed.
        python: the interpreter to run the target under; it needs numpy.
        time_limit: seconds for all.
        memory_limit: the target's, in MiB.
        progress: called with the runs so far, and how many there are at most.

    Raises:
        ValueError: an argument is not of its domain.
    """
    pair = read_data(data, "data", finite=False), read_data(neighbor, "neighbor", finite=False)
    said = {"epsilon": epsilon, "delta": delta, "rho": rho, "tolerance": tolerance, "claim": claim}
    asked = read_pipeline_claim(target_of(target), parameters or {}, pair, **said)
    plan = read_replay_plan(
        drawn, steered, primitives, seed=seed, python=python, time_limit=time_limit, memory_limit=memory_limit
    )
    return ReplayResult(assess_replay(asked, plan, progress))


def read_replay_plan(drawn: object, steered: object, primitives: Sequence[str] = (), **common: Any) -> ReplayPlan:
    """Return the plan of an audit by replay from numbers or texts; ``common``: what `read_plan` takes of it.

    Raises:
        ValueError: a number is outside its domain.
    """
    python = common.pop("python", None)
    plan = read_plan(**common, python=None if python is None else str(python))
    return ReplayPlan(
        as_whole(drawn, "drawn", 1, MOST_DRAWN),
        as_whole(steered, "steered", 0, MOST_DRAWN),
        plan.seed,
        tuple(primitives),
        plan.python,
        plan.time_limit,
        plan.first_time_limit,
        plan.memory_limit,
    )


explain_failures(__name__)
