"""The built-in targets without a law: no more is known of them than a claim, a pair of tables, and what they show.

Each is audited as `dpassay.audit.alone` audits a function of the user's. That no violation is found says nothing:
another table, another answer or more of them may show one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal

from dpassay.audit import words
from dpassay.audit.alone import assess_claim
from dpassay.audit.answers.environments import TARGETS, Environment
from dpassay.audit.answers.outcome import Origin
from dpassay.audit.answers.target_tables import (
    ADAPTER,
    Types,
    check_row,
    content_of,
    requirements_of,
    rows_of,
    target_of_adapter,
)
from dpassay.audit.evidence.events import Certificate
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.held_to.inputs import read_data
from dpassay.audit.plan import Plan
from dpassay.exact import as_fraction, require
from dpassay.exact.entrance import explain_failures

__all__ = ["TABLE", "BlindAudit", "BlindTarget", "audit_blind", "load_blind_targets"]

TABLE: Final = TARGETS / "blind.toml"

TIME_LIMIT: Final = 900.0
"""Seconds for all draws of a target: a library's MWEM takes milliseconds a release."""

Verdict = Literal["violation", "no violation found", "inconclusive", "could not run", "not installed"]

_TYPES: Final[Types] = {
    "name": (str, "a text"),
    "environment": (str, "a text"),
    "adapter": (str, ADAPTER),
    "parameters": (dict, "a table of texts"),
    "first": (list, "a list of numbers or of records"),
    "second": (list, "a list of numbers or of records"),
    "adjacency": (str, "a text"),
    "answer": (str, "a text"),
    "epsilon": (str, "a number as a text"),
    "claim": (str, "a text"),
    "samples": (int, "a whole number"),
    "expect": (str, '"flag" or "pass"'),
    "why": (str, "a text"),
}


@dataclass(frozen=True, slots=True)
class BlindTarget:
    """A row of the table.

    Attributes:
        name: what the command line calls it.
        environment: where it runs.
        target: what `dpassay.audit.answers.runner.draw` takes.
        parameters: what the target gets besides the data.
        first: one table.
        second: its neighbor.
        adjacency: how the two differ, in words.
        answer: what the number is that the target returns.
        epsilon: what the release should cost at most, between the two.
        claim: where that stands, or how it follows from what does.
        samples: draws on each table.
        expect: what an audit should find.
        why: how that is known.
    """

    name: str
    environment: str
    target: str
    parameters: Mapping[str, str]
    first: tuple[Any, ...]
    second: tuple[Any, ...]
    adjacency: str
    answer: str
    epsilon: Fraction
    claim: str
    samples: int
    expect: Literal["flag", "pass"]
    why: str


def load_blind_targets(table: Path = TABLE) -> dict[str, BlindTarget]:
    """Return the targets of the table by name, in its order; ``ValueError`` names a row that is malformed."""
    content = content_of(table)
    environments = requirements_of(content, table)
    targets: dict[str, BlindTarget] = {}
    for where, row in rows_of(content, table):
        check_row(row, where, _TYPES, (), environments)
        spec = _spec(dict(row), where, table.parent)
        require(spec.name not in targets, where, repr(spec.name), "a name that no other target has")
        targets[spec.name] = spec
    return targets


def _spec(row: dict[str, Any], where: str, folder: Path) -> BlindTarget:
    epsilon = as_fraction(row.pop("epsilon"), f"{where}: epsilon")
    require(epsilon > 0, f"{where}: epsilon", epsilon, "a number above 0")
    first, second = (_table(row.pop(name)) for name in ("first", "second"))
    require(first != second, f"{where}: second", list(second), "a table that differs from the first")
    target = target_of_adapter(row.pop("adapter"), where, folder)
    return BlindTarget(target=target, first=first, second=second, epsilon=epsilon, **row)


def _table(entries: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(tuple(entry) if isinstance(entry, list) else entry for entry in entries)


@dataclass(frozen=True, slots=True, eq=False)
class BlindAudit:
    """What an audit without a law found.

    Attributes:
        spec: the target.
        verdict: "violation" only where the certificate says so; "inconclusive" where so few answers could not show one.
        certificate: the lower bound on epsilon; None where there are no answers.
        origin: what drew the answers.
        seconds: what that took.
        problem: in one line, why there are no answers, or fewer than wanted; else empty.
        plan: how.
    """

    spec: BlindTarget
    verdict: Verdict
    certificate: Certificate | None
    origin: Origin
    seconds: float
    problem: str = ""
    plan: Plan = field(default_factory=Plan)

    @property
    def exit_code(self) -> int:
        """What this audit alone makes of a run, as `dpassay.audit.reports.summary.EXIT_CODES` says."""
        if self.certificate is None:
            return 2
        if self.verdict == "inconclusive":
            return 3
        return 0 if (self.verdict == "violation") == (self.spec.expect == "flag") else 1

    @property
    def finding(self) -> str:
        """The certificate, or why there is none, in one line."""
        found = self.certificate
        if found is None:
            return self.problem
        return (
            f"with {words.confidence(found.alpha)} confidence, epsilon is at least "
            f"{words.number(found.epsilon_lower)}: {found.event.description}: {found.count_p:,} of {found.n_p:,} "
            f"answers on the first table, {found.count_q:,} of {found.n_q:,} on the second"
            f"{self.problem and f' ({self.problem})'}"
        )


def audit_blind(spec: BlindTarget, environment: Environment, *, alpha: float, seed: int) -> BlindAudit:
    """Audit one target in its environment.

    Args:
        spec: the target.
        environment: where it runs, made by `dpassay.audit.answers.environments.prepare`.
        alpha: the probability that a bound on epsilon which is reported is too large, between 0 and 1.
        seed: of the generators that the target is given.

    Raises:
        ValueError: an argument is not as described. What the target does is never an exception.
    """
    pair = read_data(spec.first, "first"), read_data(spec.second, "second")
    claim = ClaimAlone(spec.target, spec.parameters, pair, spec.epsilon, Fraction(0))
    plan = Plan(
        samples=spec.samples,
        alpha=alpha,
        seed=seed,
        python=None if environment.python is None else str(environment.python),
        time_limit=TIME_LIMIT,
        evidence=("values", "form"),
    )
    if environment.python is None:
        return BlindAudit(spec, "not installed", None, Origin(), environment.seconds, environment.problem or "", plan)
    found = assess_claim(claim, plan)
    drawn, best = found.drawn, None if found.evidence is None else found.evidence.best
    if best is None:
        return BlindAudit(spec, "could not run", None, drawn.origin, drawn.seconds, "; ".join(found.findings), plan)
    return BlindAudit(spec, found.verdict, best.certificate, drawn.origin, drawn.seconds, found.shortfall, plan)


explain_failures(__name__)
