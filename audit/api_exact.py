"""`audit_exact`: an exact audit as a function, and what it returns: the fields of its JSON report.

>>> from dpassay.audit import audit_exact
>>> result = audit_exact("noise.py:geometric", "discrete_laplace", {"epsilon": 1, "sensitivity": 1})  # doctest: +SKIP
>>> result.verdict, result.privacy.delta  # doctest: +SKIP
('proved', ('0', '0'))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from dpassay.audit.alone import claim_name
from dpassay.audit.answers.enumerated import DEFAULT_BRANCHES, DEFAULT_LEFTOVER
from dpassay.audit.answers.environments import Notify
from dpassay.audit.answers.runner import DEFAULT_TIME_LIMIT
from dpassay.audit.answers.watching import Progress
from dpassay.audit.api import target_of
from dpassay.audit.api_claim import input_of
from dpassay.audit.asked import DEFAULT_MEBIBYTES, read_exact_plan, read_plan, read_requests, shown
from dpassay.audit.exactly import ExactAssessment, assess_exactly, exact_target
from dpassay.audit.exactly_alone import ExactClaim, assess_claim_exactly
from dpassay.audit.held_to.alone import ClaimAlone, read_claim
from dpassay.audit.reports import exact_claims, exact_report
from dpassay.audit.reports.files import check_folder
from dpassay.audit.results import Report
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["ExactResult", "audit_exact"]


class ExactResult(Report):
    """What an exact audit proved: the fields of its JSON report; a notebook shows it as a page.

    Attributes:
        verdict: "proved", "violation", "undecided" or "could not run".
        exit_code: of the command ``dpassay audit --exact``.
        headline: the verdict in one sentence.
        lines: what was proved, a line each.
        privacy: delta at the claimed epsilon and epsilon at the claimed delta, enclosed by rationals, and an event.
        laws: of the code on either input: the weights of its answers, and what was left over.
        matches: how far these are from the mechanism's.
    """

    __slots__ = ()

    def __init__(self, assessment: ExactAssessment | ExactClaim, name: str) -> None:
        told = exact_report.to_json if isinstance(assessment, ExactAssessment) else exact_claims.to_json
        content = told(assessment)  # type: ignore[arg-type]  # each has its own
        super().__init__(content, name, lambda: exact_report.render(content))

    def __repr__(self) -> str:
        as_what = f" as {self.subject.mechanism}" if self.subject.mechanism else ""
        return f"<exact audit of {self.subject.target}{as_what}: {self.headline}>"


def audit_exact(
    target: str | Callable[..., Any],
    mechanism: object = None,
    parameters: Mapping[str, object] | None = None,
    data: object = None,
    neighbor: object = None,
    *,
    epsilon: object = None,
    branches: int | str = DEFAULT_BRANCHES,
    leftover: object = DEFAULT_LEFTOVER,
    tolerance: object = 0,
    delta: object = None,
    python: str | Path | None = None,
    time_limit: float = DEFAULT_TIME_LIMIT,
    memory_limit: int = DEFAULT_MEBIBYTES,
    environments: Path | str | None = None,
    notify: Notify | None = None,
    progress: Progress | None = None,
) -> ExactResult:
    """Run a target in every branch of its coins, and prove what follows, as ``dpassay audit --exact`` does.

    It is called for one answer at a time, with a generator whose coins are enumerated (``rng``; ``coin(n)`` where it
    takes that); what it draws from `random`, `secrets`, `os.urandom` and `numpy.random` is enumerated too.

    Args:
        target: as `audit` takes it.
        mechanism: the mechanism that it claims to be.
        parameters: of the mechanism, by name.
        data: the first input; by default that of the worst pair of neighbors.
        neighbor: the second input, a neighbor of the first.
        branches: how many to go into on each input, at most.
        leftover: the probability that may be left over.
        tolerance: what is added to the claimed delta, so that rounding and what is left over are forgiven.
        epsilon: in place of a mechanism: what is claimed between two inputs, as `audit_claim` takes these; nothing else
            is known of the target.
        delta: with epsilon, of the claim; for a concentrated guarantee, where it becomes an (epsilon, delta) claim.
        python: the interpreter to run the target under; it needs numpy.
        time_limit: seconds for all.
        memory_limit: the target's, in MiB.
        environments: the folder with the environments of built-in targets.
        notify: called with the name of an environment and a line, while it is made.
        progress: called with the branches so far, and how many there are at most.

    Raises:
        ValueError: an argument is not of its domain; or the environment of a built-in target cannot be made.
    """
    both = f"{shown(data)}, neighbor = {shown(neighbor)}"
    require((data is None) == (neighbor is None), "data", both, "both or neither")
    interpreter = None if python is None else str(python)
    limits: dict[str, Any] = {"python": interpreter, "time_limit": time_limit, "memory_limit": memory_limit}
    if epsilon is not None:
        require(mechanism is None, "mechanism", shown(mechanism), "nothing: epsilon is the claim alone")
        pair = (input_of(data, "data"), input_of(neighbor, "neighbor")) if data is not None else None
        claim = ClaimAlone(exact_target(target_of(target)), parameters or {}, pair, *read_claim(epsilon, delta))
        alone_plan = read_exact_plan(read_plan(**limits), branches, leftover, tolerance)
        return ExactResult(assess_claim_exactly(claim, alone_plan, progress), f"exact-{claim_name(claim)}")
    plan = read_plan(delta=delta, **limits)
    exact_plan = read_exact_plan(plan, branches, leftover, tolerance)
    (request,) = read_requests(
        target_of(target),
        mechanism,
        {name: [value] for name, value in (parameters or {}).items()},
        [None if data is None else (data, neighbor)],
        plan,
        environments=None if environments is None else check_folder(str(environments), "environments"),
        notify=notify,
    )
    exact_plan = replace(exact_plan, python=request.plan.python)
    return ExactResult(assess_exactly(request.subject, exact_plan, progress), f"exact-{request.name}")


explain_failures(__name__)
