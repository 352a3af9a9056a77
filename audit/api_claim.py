"""`audit_claim`: an audit of a claim alone as a function, and what it returns: the fields of its JSON report.

>>> from dpassay.audit import audit_claim
>>> result = audit_claim("noise.py:release", 1, data=[3, 5, 8], neighbor=[3, 5])  # doctest: +SKIP
>>> result.verdict, result.evidence.certificates.values.epsilon_lower  # doctest: +SKIP
('no violation found', 0.93)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dpassay.audit.alone import ClaimAudit
from dpassay.audit.answers.request import Json
from dpassay.audit.answers.runner import DEFAULT_TIME_LIMIT
from dpassay.audit.answers.watching import Progress
from dpassay.audit.api import target_of
from dpassay.audit.asked import DEFAULT_ALPHA, DEFAULT_MEBIBYTES, DEFAULT_SAMPLES, read_plan, shown
from dpassay.audit.asked_claims import DEFAULT_PAIRS, read_claims, read_pairs
from dpassay.audit.held_to.alone import read_claim
from dpassay.audit.held_to.inputs import read_data, read_data_text
from dpassay.audit.plan import CERTIFICATES
from dpassay.audit.reports import claims
from dpassay.audit.results import Report
from dpassay.audit.resumed import resumed
from dpassay.audit.sources import source_of
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["ClaimResult", "audit_claim"]


class ClaimResult(Report):
    """What an audit of a claim alone found: the fields of its JSON report; a notebook shows it as a page.

    Attributes:
        verdict: "no violation found", "violation", "could not run" or "inconclusive"; never "private".
        exit_code: of the command ``dpassay audit --epsilon``.
        headline: the verdict in one sentence.
        findings: what is wrong, a line each.
        subject, source, claim, plan, strength, command, versions, run, failure, evidence: as in the report; the
            certified bounds are ``evidence.certificates``, and ``evidence`` is None where the target could not be run.
    """

    __slots__ = ()

    def __init__(self, audit: ClaimAudit) -> None:
        content = claims.claim_json(audit)
        super().__init__(content, audit.name, lambda: claims.claim_page(content))

    def __repr__(self) -> str:
        return f"<audit of {self.subject.target} against its claim alone: {self.headline}>"


def audit_claim(
    target: str | Callable[..., Any] | None = None,
    epsilon: object = None,
    parameters: Mapping[str, object] | None = None,
    data: object = None,
    neighbor: object = None,
    *,
    delta: object = 0,
    neighbors: object = None,
    pairs: int | str = DEFAULT_PAIRS,
    command: str | Sequence[str] | None = None,
    samples_from: Sequence[object] | None = None,
    samples: int | str = DEFAULT_SAMPLES,
    alpha: str | float = DEFAULT_ALPHA,
    evidence: str | Sequence[str] = CERTIFICATES,
    seed: int = 0,
    python: str | Path | None = None,
    time_limit: float = DEFAULT_TIME_LIMIT,
    memory_limit: int = DEFAULT_MEBIBYTES,
    workers: int | None = None,
    scheduler: str | None = None,
    resume: Path | str | None = None,
    progress: Progress | None = None,
) -> ClaimResult:
    """Audit a target of which only the claimed (epsilon, delta) is known, as ``dpassay audit --epsilon`` does.

    The target runs in a process of its own, on two inputs that are neighbors because you say so, and answers with
    whatever it likes. Whatever it does is a verdict and never an exception. That no violation is found says nothing of
    privacy.

    Args:
        target: a function, as `audit` takes it; no built-in target.
        epsilon: what is claimed: an int, a float, a fraction, or a text such as "1/3".
        parameters: what the target is called with besides the data, by name: numbers or texts.
        data: the first input: numbers, texts, None, and lists and dicts of them; or the ``pathlib.Path`` of a .json,
            .csv or .npy file.
        neighbor: the second input, a neighbor of the first.
        delta: what is claimed besides epsilon.
        neighbors: in place of the two inputs, pairs of them; or a function without arguments that yields pairs; or a
            Hypothesis strategy of pairs; or "path/to/file.py:name" of one of these, whose file is run in this process.
            The most telling pair is audited.
        pairs: how many of these are searched, at most.
        command: in place of a target, a program, as `audit` takes it.
        samples_from: in place of a target, recorded answers, as `audit` takes them. The inputs need not be told.
        samples: outputs to draw on each input.
        alpha: the probability of flagging a target that keeps its claim.
        evidence: the kinds to look for, where the answers can show them: "values", "bits", "form", "classifier".
        seed: of the target's generator, of a strategy and of a classifier.
        python: the interpreter to run the target under; it needs numpy.
        time_limit: seconds for all draws.
        memory_limit: the target's, in MiB.
        workers: draw in batches, so many at a time, as `audit` does.
        scheduler: the address of a Dask cluster that draws them, as `audit` takes it.
        resume: a folder in which batches are kept until the audit is done, as `audit` takes it.
        progress: called with the draws so far and their total.

    Returns:
        The verdict, with all that led to it.

    Raises:
        ValueError: an argument is not of its domain.
    """
    both = f"{shown(data)}, neighbor = {shown(neighbor)}"
    require((data is None) == (neighbor is None), "data", both, "both or neither")
    plan = read_plan(
        samples=samples,
        alpha=alpha,
        seed=seed,
        evidence=evidence,
        python=None if python is None else str(python),
        time_limit=time_limit,
        memory_limit=memory_limit,
        workers=workers,
        scheduler=scheduler,
    )
    given = [] if data is None else [(input_of(data, "data"), input_of(neighbor, "neighbor"))]
    (request,) = read_claims(
        source_of(None if target is None else target_of(target), command, samples_from),
        parameters or {},
        read_pairs(given, neighbors, pairs, plan.seed),
        read_claim(epsilon, delta),
        plan,
        searched=neighbors is not None,
    )
    with resumed(request, resume) as kept:
        return ClaimResult(kept.assessed(progress))


def input_of(value: object, name: str) -> Json:
    """Return an input: an object that JSON has, or what the file at a path holds; ``ValueError`` for another one."""
    return read_data_text(str(value), name) if isinstance(value, Path) else read_data(value, name)


explain_failures(__name__)
