"""How often an audit of a claim alone flags a correct implementation where it searches the pair of inputs."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from math import ceil
from typing import Final

import numpy as np

from benchmarks import false_alarms
from benchmarks.cases import MECHANISMS, resolved, sampler
from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.audit.alone import ClaimAudit, assess_claim, assess_searched
from dpassay.audit.answers.recording import read_recording
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.held_to.inputs import read_data
from dpassay.audit.plan import CERTIFICATES, Plan
from dpassay.properties.target import call, offered, plain

SEED: Final = 5_353
RUNS: Final = 1_007
QUICK_RUNS: Final = 19
SAMPLES: Final = 4_000
PAIRS: Final = 3


@dataclass(frozen=True, slots=True)
class Run:
    """One audit of a correct implementation."""

    mechanism: str
    samples: int
    seed: int


def tables(pool: Pool, *, quick: bool, runs: int | None = None, samples: int = SAMPLES) -> list[Table]:
    """Measure, and return the table."""
    total = runs or (QUICK_RUNS if quick else RUNS)
    each = ceil(total / len(MECHANISMS))
    jobs = [Run(mechanism, samples, SEED + seed) for mechanism in MECHANISMS for seed in range(each)]
    found = pool.run(audited, jobs, f"searched neighbors: {len(jobs)} correct implementations")
    rows = []
    for mechanism in MECHANISMS:
        flags = [flag for run, flag in zip(jobs, found, strict=True) if run.mechanism == mechanism]
        rows.append([mechanism, str(len(claims_of(mechanism))), *_counts(flags)])
    rows.append(["all", "", *_counts(found)])
    notes = (
        f"Audits of a claim alone, of our own samplers: the most telling of up to {PAIRS} pairs of inputs is found "
        f"with {samples // 10:,} answers on each, and audited with {samples:,} fresh ones. In parentheses: the rate, "
        "95 % interval.",
    )
    columns = ("mechanism", "pairs", "runs", *(f"flagged at alpha = {alpha:g}" for alpha in false_alarms.ALPHAS))
    return [Table("False alarms on correct implementations, where neighbors are searched", columns, rows, notes)]


def audited(run: Run) -> tuple[bool, ...]:
    """Say for each level whether the implementation is flagged.

    Raises:
        RuntimeError: it could not be run.
    """
    flags = []
    for alpha in false_alarms.ALPHAS:
        plan = Plan(samples=run.samples, alpha=alpha, seed=run.seed, evidence=CERTIFICATES)
        found = assess_searched(claims_of(run.mechanism), plan, audit=_audit_here)
        if found.verdict == "could not run":
            raise RuntimeError(f"{run.mechanism}: {'; '.join(found.findings)}")
        flags.append(found.verdict == "violation")
    return tuple(flags)


def _audit_here(claim: ClaimAlone, plan: Plan, _progress: object) -> ClaimAudit:
    """Audit one pair, with answers that are drawn in this process: one of its own for every input takes too long."""
    mechanism = str(claim.target).rpartition(":")[2]
    rng = np.random.default_rng((plan.seed, zlib.crc32(repr(claim.pair).encode())))
    values = offered(resolved(mechanism).parameters)
    inputs = [json.loads(data.text) for data in claim.pair or ()]
    answers = [call(sampler(mechanism), data, plan.samples, rng, values) for data in inputs]
    recorded = replace(claim, target=read_recording(answers))
    return replace(assess_claim(recorded, plan), claim=claim)


@cache
def claims_of(mechanism: str) -> tuple[ClaimAlone, ...]:
    """Return the claim of a mechanism on some pairs of neighbors."""
    subject, alone = resolved(mechanism), false_alarms.claimed(mechanism)[2]
    pairs = islice(subject.mechanism.neighbors(subject.parameters), PAIRS)
    target = f"dpassay.fast.{mechanism}:{mechanism}"
    return tuple(
        ClaimAlone(
            target,
            dict(MECHANISMS[mechanism]),
            (read_data(plain(first), "data"), read_data(plain(second), "neighbor")),
            alone.epsilon,
            alone.delta,
        )
        for first, second in pairs
    )


def _counts(flags: list[tuple[bool, ...]]) -> list[str]:
    counts = [sum(flag[level] for flag in flags) for level in range(len(false_alarms.ALPHAS))]
    return [str(len(flags)), *(f"{count} ({false_alarms.rate_of(count, len(flags))})" for count in counts)]
