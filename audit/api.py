"""`audit`: an audit as a function, and what it returns: the fields of the JSON report, which a notebook shows.

>>> from dpassay.audit import audit
>>> result = audit("noise.py:laplace", "laplace", {"epsilon": 1, "sensitivity": 1})  # doctest: +SKIP
>>> result.verdict, result.evidence.certificates.values.epsilon_lower  # doctest: +SKIP
('consistent', 0.96)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dpassay.audit.answers.environments import Notify
from dpassay.audit.answers.runner import DEFAULT_TIME_LIMIT
from dpassay.audit.answers.watching import Progress
from dpassay.audit.asked import (
    DEFAULT_ALPHA,
    DEFAULT_MEBIBYTES,
    DEFAULT_SAMPLES,
    assessed,
    read_plan,
    read_requests,
    shown,
)
from dpassay.audit.assess import Assessment
from dpassay.audit.plan import KINDS
from dpassay.audit.reports import report
from dpassay.audit.reports.files import check_folder
from dpassay.audit.results import Report
from dpassay.audit.resumed import resumed
from dpassay.audit.sources import source_of
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["Result", "audit", "target_of"]


class Result(Report):
    """What an audit found: the fields of its JSON report (see `report.schema.json`); a notebook shows it as a page.

    Attributes:
        verdict: "consistent", "violation", "could not run" or "inconclusive"; "consistent" is never "private".
        exit_code: of the command ``dpassay audit``.
        headline: the verdict in one sentence.
        findings: what is wrong, a line each.
        subject, claim, plan, strength, command, versions, run, failure, evidence: as in the report; the certified
            bounds are ``evidence.certificates``, and ``evidence`` is None where the target could not be run.
    """

    __slots__ = ()

    def __init__(self, assessment: Assessment, name: str) -> None:
        content = report.to_json(assessment)
        super().__init__(content, name, lambda: report.render(assessment, content))

    def __repr__(self) -> str:
        return f"<audit of {self.subject.target} as {self.subject.mechanism}: {self.headline}>"


def audit(
    target: str | Callable[..., Any] | None = None,
    mechanism: object = None,
    parameters: Mapping[str, object] | None = None,
    data: object = None,
    neighbor: object = None,
    *,
    command: str | Sequence[str] | None = None,
    samples_from: Sequence[object] | None = None,
    samples: int | str = DEFAULT_SAMPLES,
    alpha: str | float = DEFAULT_ALPHA,
    delta: object = None,
    evidence: str | Sequence[str] = KINDS,
    sequential: bool = False,
    seed: int = 0,
    python: str | Path | None = None,
    time_limit: float = DEFAULT_TIME_LIMIT,
    memory_limit: int = DEFAULT_MEBIBYTES,
    workers: int | None = None,
    scheduler: str | None = None,
    resume: Path | str | None = None,
    environments: Path | str | None = None,
    notify: Notify | None = None,
    progress: Progress | None = None,
) -> Result:
    """Audit a target against the exact law and the privacy guarantee of a mechanism, as ``dpassay audit`` does.

    The target runs in a process of its own. It is called as ``target(data, size=..., rng=..., **parameters)`` and
    returns an array of ``size`` outputs. Whatever it does is a verdict and never an exception.

    Args:
        target: "path/to/file.py:function", "package.module:function", the name of a built-in target, or a function of
            a module that can be imported.
        command: in place of a target, a program that speaks the protocol of docs/protocol.md, with its arguments: a
            text that is split as a shell splits it, or the words.
        samples_from: in place of a target, answers that were recorded on the first and on the second input: the paths
            of two files (.npy, .csv or .parquet), or two arrays. All of them are taken.
        mechanism: the mechanism that it claims to be: a name, the path of a file that defines one ("./mine.py"), or
            such a module; a built-in target has its own. Your file is run in this process, which trusts it.
        parameters: of the mechanism, by name: ints, fractions, or texts such as "1/3" and "0.1"; no floats.
        data: the first input; by default that of the worst pair of neighbors.
        neighbor: the second input, a neighbor of the first.
        samples: outputs to draw on each input.
        alpha: the probability of flagging a correct implementation.
        delta: for a concentrated guarantee, the delta at which it becomes an (epsilon, delta) claim.
        evidence: the kinds to look for, where the answers can show them.
        sequential: look at the answers while they are drawn, and stop as soon as they are enough against the law;
            ``samples`` is then the most, and evidence against the law the only kind.
        seed: of the target's generator and of the simulations.
        python: the interpreter to run the target under; it needs numpy.
        time_limit: seconds for all draws.
        memory_limit: the target's, in MiB.
        workers: draw in batches, each in a process of its own, so many at a time: the result does not depend on how
            many. None: one process draws everything.
        scheduler: the address of the scheduler of a Dask cluster, whose workers draw the batches (pip install
            dpassay[distributed]).
        resume: a folder in which batches are kept until the audit is done, and from which it goes on if it was ended,
            as the command does with ``--resume --out FOLDER``.
        environments: the folder with the environments of built-in targets; by default in the user's cache folder.
        notify: called with the name of an environment and a line, while it is made.
        progress: called with the draws so far and their total.

    Returns:
        The verdict, with all that led to it.

    Raises:
        ValueError: an argument is not of its domain; or the environment of a built-in target cannot be made.
    """
    both = f"{shown(data)}, neighbor = {shown(neighbor)}"
    require((data is None) == (neighbor is None), "data", both, "both or neither")
    plan = read_plan(
        samples=samples,
        alpha=alpha,
        seed=seed,
        delta=delta,
        evidence=evidence,
        sequential=sequential,
        python=None if python is None else str(python),
        time_limit=time_limit,
        memory_limit=memory_limit,
        workers=workers,
        scheduler=scheduler,
    )
    (request,) = read_requests(
        source_of(None if target is None else target_of(target), command, samples_from),
        mechanism,
        {name: [value] for name, value in (parameters or {}).items()},
        [None if data is None else (data, neighbor)],
        plan,
        environments=None if environments is None else check_folder(str(environments), "environments"),
        notify=notify,
    )
    with resumed(request, resume) as kept:
        return Result(assessed(kept, progress), request.name)


def target_of(target: str | Callable[..., Any]) -> str:
    """Return a target as the runner takes it; a function must be one that another process can import.

    Raises:
        ValueError: it cannot, as a function of a notebook's cell or one that was made inside another.
    """
    if isinstance(target, str):
        return target
    module, name = getattr(target, "__module__", None), getattr(target, "__qualname__", None)
    known = callable(target) and isinstance(module, str) and isinstance(name, str)
    require(known, "target", shown(target), 'a text such as "path/to/file.py:function", or a function')
    where = f"{module}:{name}"
    expected = (
        f"a function in a file, because the audit runs in a process of its own: write it into one (in a notebook "
        f"%%writefile noise.py, in a cell of its own) and audit 'noise.py:{name}'"
    )
    require(module != "__main__", "target", where, expected)
    require(_found(str(module), str(name)) is target, "target", where, "a function that its module has under its name")
    return where


def _found(module: str, name: str) -> object:
    """Return what a module that is loaded has under a name."""
    found: object = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


explain_failures(__name__)
