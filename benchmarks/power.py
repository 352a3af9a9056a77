"""How many samples an audit needs to see that an implementation is wrong, and what it certifies of a correct one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, exp, expm1
from statistics import median
from time import perf_counter
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from benchmarks import law_power, power_curves
from benchmarks.cases import MECHANISMS, Case, resolved
from benchmarks.peers import PEERS
from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.audit.answers.outcome import Origin, Samples
from dpassay.audit.answers.request import Json
from dpassay.audit.assess import Plan, Subject, assess, features_of
from dpassay.audit.evidence.bounds import lower_limits, upper_limits
from dpassay.audit.evidence.codes import Feature
from dpassay.audit.evidence.events import certify
from dpassay.audit.evidence.learned import learn
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.plan import CERTIFICATES, alpha_split
from dpassay.properties.cells import Cells, pair_cells
from dpassay.properties.joint_test import joint_test

Method = Literal["law", "bound", "blind"]

SEED: Final = 20_261_105
CLAIMED: Final = 1.0
ALPHAS: Final = (0.05, 0.01)
POWER: Final = Fraction(9, 10)
SMALLEST: Final = 125
FIRST: Final[Mapping[Method, int]] = {"law": SMALLEST, "bound": 4 * SMALLEST, "blind": 4 * SMALLEST}
DRAWS: Final = 4_000  # as many as an audit at 99 % makes at least
SIMULATED_PAIRS: Final = 20_000

CASES: Final = (
    Case("Laplace, scale 20 % too small", "laplace", (("epsilon", 1 / 0.8),)),
    Case("Laplace, scale 5 % too small", "laplace", (("epsilon", 1 / 0.95),)),
    Case("4-ary randomized response at eps 1.05", "randomized_response", (("epsilon", 1.05),)),
)
CORRECT: Final = (Case("Laplace", "laplace"), Case("4-ary randomized response", "randomized_response"))


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured."""

    repetitions: int
    largest: int
    bound_size: int
    bound_repetitions: int
    audit_samples: int
    audit_repetitions: int
    cases: int


FULL: Final = Effort(40, 1_024_000, 1_000_000, 8, 200_000, 1, 3)
QUICK: Final = Effort(10, 8_000, 20_000, 2, 4_000, 1, 1)


@dataclass(frozen=True, slots=True)
class Trial:
    """One repetition: which case (by its place), how many samples a dataset, which of the two methods, and its seed."""

    case: int
    size: int
    method: Method
    repetition: int


def tables(
    pool: Pool,
    *,
    quick: bool,
    effort: Effort | None = None,
    law_effort: law_power.Effort | None = None,
    curve_effort: power_curves.Effort | None = None,
) -> list[Table]:
    """Measure, and return the tables."""
    chosen = effort or (QUICK if quick else FULL)
    against_law = law_power.tables(pool, quick=quick, effort=law_effort)
    curves = power_curves.tables(pool, quick=quick, effort=curve_effort)
    return [_power_table(pool, chosen), *against_law, *curves, _bound_table(pool, chosen)]


def seconds(pool: Pool, *, quick: bool, effort: Effort | None = None) -> list[Table]:
    """Measure how long an audit takes, and return the table."""
    return [_time_table(pool, effort or (QUICK if quick else FULL))]


# Detecting what is wrong.


@cache
def frame(mechanism: str, size: int) -> tuple[tuple[Cells, ...], tuple[Feature, ...]]:
    """Return the cells of the claimed laws and the features of an audit of so many samples."""
    subject = resolved(mechanism)
    cells = pair_cells(subject.laws, size)
    return cells, features_of(subject, cells)["values"]


def detected(trial: Trial) -> tuple[bool, ...]:
    """Say for each level whether the wrong implementation was seen to be wrong."""
    case = CASES[trial.case]
    rng = np.random.default_rng((SEED, trial.case, trial.size, trial.repetition))
    arrays = case.draw(trial.size, rng)
    cells, features = frame(case.mechanism, trial.size)
    if trial.method == "law":
        counts = [law.counts(array) for array, law in zip(arrays, cells, strict=True)]
        laws = law_power.frame(case.mechanism, trial.size)[1]
        p_value = joint_test(counts, laws, alpha=min(ALPHAS), rng=rng, draws=DRAWS).p_value
        return tuple(p_value <= alpha for alpha in ALPHAS)
    if trial.method == "blind":
        return tuple(blind_bound(arrays, alpha) > CLAIMED for alpha in ALPHAS)
    bounds = [certify(*arrays, features, delta=0.0, alpha=alpha).epsilon_lower for alpha in ALPHAS]
    return tuple(bound > CLAIMED for bound in bounds)


def blind_bound(arrays: tuple[NDArray[Any], NDArray[Any]], alpha: float) -> float:
    """Return the certified lower bound on epsilon of an audit that knows no law, by all of its evidence."""
    claim = ClaimAlone("none:none", {}, (Json("0"), Json("1")), Fraction(1), Fraction(0))
    forms = tuple(np.zeros(len(array), np.int64) for array in arrays)
    answers = Samples(arrays, 0, 0.0, Origin(), form_names=("one form",), form_codes=forms)
    best = learn(answers, claim, alpha_split(alpha, CERTIFICATES), 0).best
    return 0.0 if best is None else best.certificate.epsilon_lower


def needed(pool: Pool, case: int, method: Method, effort: Effort) -> tuple[str, ...]:
    """Return for each level the least size on a doubling grid at which nine in ten repetitions detect."""
    found: list[str] = [""] * len(ALPHAS)
    size, enough = FIRST[method], ceil(POWER * effort.repetitions)
    while not all(found) and size <= effort.largest:
        jobs = [Trial(case, size, method, repetition) for repetition in range(effort.repetitions)]
        results = pool.run(detected, jobs, f"power: {CASES[case].label}, {method}, {size:,}")
        for level in range(len(ALPHAS)):
            hits = sum(result[level] for result in results)
            if hits >= enough and not found[level]:
                found[level] = f"{size:,}"
        size *= 2
    return tuple(entry or f"> {size // 2:,}" for entry in found)


def best_event(case: int, effort: Effort) -> tuple[str, ...]:
    """Return the same for the one best event, fixed beforehand and counted on all samples, by simulated counts."""
    p, q = best_event_masses(CASES[case])
    found = []
    for alpha in ALPHAS:
        size = SMALLEST
        while size <= effort.largest and _binomial_power(p, q, size, alpha) < POWER:
            size *= 2
        found.append(f"{size:,}" if size <= effort.largest else f"> {size // 2:,}")
    return tuple(found)


def best_event_masses(case: Case) -> tuple[float, float]:
    """Return the true probabilities of the best event: at most the smaller input, or the label of the first."""
    epsilon = dict(case.altered)["epsilon"]
    if case.mechanism == "laplace":
        return 0.5, 0.5 * exp(-epsilon)
    others = int(MECHANISMS[case.mechanism]["categories"]) + expm1(epsilon)
    return exp(epsilon) / others, 1 / others


def _binomial_power(p: float, q: float, size: int, alpha: float) -> float:
    """Return how often the Clopper-Pearson limits, at half of alpha each, put e^eps above the claim."""
    rng = np.random.default_rng((SEED, size))
    above, below = (rng.binomial(size, mass, SIMULATED_PAIRS).astype(np.int64) for mass in (p, q))
    low, high = lower_limits(above, size, alpha / 2), upper_limits(below, size, alpha / 2)
    return float(np.mean(low > exp(CLAIMED) * high))


def _power_table(pool: Pool, effort: Effort) -> Table:
    cases = range(effort.cases)
    blank = [""] * (len(CASES) - effort.cases)
    ours: Mapping[str, list[tuple[str, ...]]] = {
        "dpassay: mismatch with the exact law": [needed(pool, case, "law", effort) for case in cases],
        "dpassay: certified bound above the claim": [needed(pool, case, "bound", effort) for case in cases],
        "dpassay: the same, with no law known": [needed(pool, case, "blind", effort) for case in cases],
        "best event known beforehand, on our grid": [best_event(case, effort) for case in cases],
    }
    rows = [[tool, *(" / ".join(sizes) for sizes in found), *blank] for tool, found in ours.items()]
    rows += [[peer.tool, peer.twenty_percent, peer.five_percent, peer.response] for peer in PEERS]
    notes = (
        f"Samples a dataset at levels 95 % / 99 %, claimed eps = 1, one pair of inputs. Ours: the least size "
        f"{SMALLEST} x 2^j at which at least {float(POWER):.0%} of {effort.repetitions} seeded repetitions detect.",
        "Mismatch: both datasets against their exact laws, by one test (finer: the next tables). Bound: the event is "
        "searched on a fifth of the samples and certified on the rest. An audit splits its level between the two. "
        "With no law known: all that such an audit looks for by default, which share its level.",
        "Wrong implementations are our own samplers at another epsilon: no bit pattern gives them away. A mismatch "
        "says that the law is not the claimed one; only a bound says that privacy is violated.",
        "The other rows are figures measured in November 2026 (2 cores, Python 3.11), each by its own convention of "
        "detection, on doubling or finer grids; the best event is again Clopper-Pearson on one event. By one rule for"
        " all auditors, in one run, [the zoo](../docs/zoo.md) compares them; so at 99 %, Laplace 20 % (36 of 40 "
        "repetitions): dpassay with no law known 2,000, StatDP, jax-privacy and the best event 4,000, DP-Opt and DP-"
        "Sniper with mass .2 8,000, the others more than 16,000.",
    )
    return Table("Auditing: samples to detect", ("tool", *(case.label for case in CASES)), rows, notes)


# What is certified of a correct mechanism.


def certified(job: tuple[int, int, int]) -> tuple[float, ...]:
    """Return the certified lower bound on epsilon at each level, for (case, size, repetition)."""
    place, size, repetition = job
    case = CORRECT[place]
    arrays = case.draw(size, np.random.default_rng((SEED, 100 + place, size, repetition)))
    features = frame(case.mechanism, size)[1]
    return tuple(certify(*arrays, features, delta=0.0, alpha=alpha).epsilon_lower for alpha in ALPHAS)


def _bound_table(pool: Pool, effort: Effort) -> Table:
    jobs = [(case, effort.bound_size, k) for case in range(len(CORRECT)) for k in range(effort.bound_repetitions)]
    results = pool.run(certified, jobs, f"bounds from {effort.bound_size:,} samples")
    rows = []
    for place, case in enumerate(CORRECT):
        bounds: NDArray[np.float64] = np.array([r for job, r in zip(jobs, results, strict=True) if job[0] == place])
        rows.append([f"dpassay: {case.label}", *(_spread(bounds[:, level]) for level in range(len(ALPHAS)))])
    rows += [[peer.tool, peer.bound, ""] for peer in PEERS]
    notes = (
        f"The true epsilon is 1. Ours: median (least to largest) of {effort.bound_repetitions} seeded repetitions, "
        f"{effort.bound_size:,} samples a dataset, a fifth of them spent on choosing the event.",
        "The other rows: 10^6 samples, measured in November 2026; their level is the tool's own.",
    )
    columns = ("tool", "certified at 95 %", "at 99 %")
    return Table("Auditing: certified lower bound on a correct mechanism", columns, rows, notes)


def _spread(bounds: NDArray[np.float64]) -> str:
    return f"{np.median(bounds):.4f} ({bounds.min():.4f} to {bounds.max():.4f})"


# The time of an audit.


def _time_table(pool: Pool, effort: Effort) -> Table:
    names = pool.track(MECHANISMS, "audit time", len(MECHANISMS))
    rows = [_time_row(name, effort) for name in names]
    notes = (
        f"Wall time of one audit of our own sampler, {effort.audit_samples:,} samples a dataset (of "
        f"{effort.audit_repetitions}, the median): the target's process, the exact law and its cells, the test, the "
        "search, the certificate, the profile; without the report. Drawing: the part of it in the target's process.",
        f"Other auditors, seconds a run: {'; '.join(f'{peer.tool} {peer.seconds}' for peer in PEERS)}.",
    )
    return Table("Auditing: seconds an audit", ("mechanism", "seconds", "of which drawing"), rows, notes)


def _time_row(name: str, effort: Effort) -> list[str]:
    subject = Subject(f"dpassay.fast.{name}:{name}", name, MECHANISMS[name])
    seconds, drawing = [], []
    for seed in range(effort.audit_repetitions):
        start = perf_counter()
        found = assess(subject, Plan(samples=effort.audit_samples, seed=seed))
        seconds.append(perf_counter() - start)
        drawing.append(found.drawn.seconds)
        if found.verdict == "could not run":
            raise RuntimeError(f"{name}: {'; '.join(found.findings)}")
    return [name, f"{median(seconds):.2f}", f"{median(drawing):.2f}"]
