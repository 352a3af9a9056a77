"""How often correct implementations are flagged: the rate that the level of an audit promises to bound."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import Final

import numpy as np

from benchmarks import law_power
from benchmarks.cases import MECHANISMS, Case, resolved
from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.audit.assess import Answers, Claim, Plan, broken_by_the_law, claim_of, examine, findings_of
from dpassay.audit.evidence.bounds import clopper_pearson_lower, clopper_pearson_upper
from dpassay.audit.evidence.watch import Watch

SEED: Final = 4_242
ALPHAS: Final = (0.05, 0.01)
RUNS: Final = 1_120
QUICK_RUNS: Final = 20
SAMPLES: Final = 4_000


@dataclass(frozen=True, slots=True)
class Run:
    """One audit of one correct implementation."""

    mechanism: str
    samples: int
    seed: int


@dataclass(frozen=True, slots=True)
class Flag:
    """What an audit at one level said: flagged at all, by the comparison with the law, by the certified bound.

    And what a sequential audit at this level said of the same answers.
    """

    flagged: bool
    by_law: bool
    by_bound: bool
    sequential: bool


def tables(pool: Pool, *, quick: bool, runs: int | None = None, samples: int = SAMPLES) -> list[Table]:
    """Measure, and return the table."""
    each = ceil((runs or (QUICK_RUNS if quick else RUNS)) / len(MECHANISMS))
    jobs = [Run(mechanism, samples, seed) for mechanism in MECHANISMS for seed in range(each)]
    flags = pool.run(audited, jobs, f"false alarms: {len(jobs)} audits of correct implementations")
    rows = [
        _row(name, [flag for run, flag in zip(jobs, flags, strict=True) if run.mechanism == name])
        for name in MECHANISMS
    ]
    notes = (
        f"Each run is an audit of our own sampler on its worst pair of inputs, {samples:,} fresh samples a dataset, "
        "with the verdict of `dpassay audit`, at either level on the same samples.",
        "Flagged (by the comparison with the law, by the certified bound): promised are at most alpha, and alpha / 2 "
        "each. The interval of the rate is Clopper and Pearson's, 95 %.",
        "Sequential: `dpassay audit --sequential` on the same answers, all of alpha for the law, looked at after 50, "
        "55, 61, ... of them.",
    )
    columns = ("mechanism", "runs", *(heading for alpha in ALPHAS for heading in _headings(alpha)))
    return [Table("False alarms on correct implementations", columns, [*rows, _row("all", flags)], notes)]


def audited(run: Run) -> tuple[Flag, ...]:
    """Draw, examine and judge, at each level."""
    rng = np.random.default_rng((SEED, list(MECHANISMS).index(run.mechanism), run.seed))
    arrays = Case(run.mechanism, run.mechanism).draw(run.samples, rng)
    claim, broken = _claimed(run.mechanism)
    cells, laws = law_power.frame(run.mechanism, run.samples)
    flags = []
    for alpha in ALPHAS:
        plan = Plan(samples=run.samples, alpha=alpha, seed=run.seed)
        evidence = examine(resolved(run.mechanism), plan, claim, Answers(arrays), cells, laws=laws)
        flags.append(
            Flag(
                flagged=bool(broken or findings_of(evidence, claim)),
                by_law=evidence.law_test is not None and evidence.law_test.rejected,
                by_bound=bool(evidence.violated(claim)),
                sequential=Watch(laws, cells, alpha).see(arrays),
            )
        )
    return tuple(flags)


@cache
def _claimed(mechanism: str) -> tuple[Claim, bool]:
    """Return the claim, and whether the exact law breaks it by itself."""
    subject = resolved(mechanism)
    return claim_of(subject.mechanism.guarantee(subject.parameters), None), bool(broken_by_the_law(subject))


def _headings(alpha: float) -> tuple[str, str, str, str]:
    return f"flagged at alpha = {alpha:g}", "rate, 95 % interval", "sequential", "rate, 95 % interval"


def _row(name: str, flags: list[tuple[Flag, ...]]) -> list[str]:
    row, runs = [name, str(len(flags))], len(flags)
    for level in range(len(ALPHAS)):
        seen = [flag[level] for flag in flags]
        count = sum(flag.flagged for flag in seen)
        by_law, by_bound = sum(flag.by_law for flag in seen), sum(flag.by_bound for flag in seen)
        stopped = sum(flag.sequential for flag in seen)
        row += [f"{count} ({by_law}, {by_bound})", _rate(count, runs), str(stopped), _rate(stopped, runs)]
    return row


def _rate(count: int, runs: int) -> str:
    low, high = clopper_pearson_lower(count, runs, 0.025), clopper_pearson_upper(count, runs, 0.025)
    return f"{count / runs:.4f} ({low:.4f} to {high:.4f})"
