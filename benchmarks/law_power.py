"""How many answers the test against the exact law needs, beside the limit; its power against faults of all shapes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from benchmarks.cases import resolved
from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.audit.evidence.directions import laws_of, masses_at
from dpassay.properties.cells import Cells, masses_on, pair_cells
from dpassay.properties.e_values import ROUNDING, MixtureRatio
from dpassay.properties.goodness_of_fit import law_test
from dpassay.properties.joint_test import Laws, joint_test
from dpassay.properties.rejection import critical_region
from dpassay.reference import with_loss_scaled

Masses = NDArray[np.float64]
Counts = list[NDArray[np.int64]]

SEED: Final = 20_261_123
ALPHAS: Final = (0.05, 0.01)
POWER: Final = Fraction(9, 10)
RATIO: Final = 1.1
DRAWS: Final = 1_999


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong implementation: the mechanism at another loss, or its law changed cell by cell.

    Attributes:
        label: in words.
        mechanism: the name of the mechanism.
        factor: of the privacy loss.
        change: what becomes of the probabilities of the cells, on the first (0) or the second input.
        shift: of all answers to the right.
        size: at how many answers on either input its power is measured.
    """

    label: str
    mechanism: str
    factor: Fraction = Fraction(1)
    change: Callable[[Masses, Cells, int], Masses] | None = None
    shift: float = 0.0
    size: int = 0


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured."""

    repetitions: int
    rows: int
    runs: int
    separate: int
    most_steps: int
    faults: int


FULL: Final = Effort(repetitions=60, rows=1_000, runs=200, separate=200, most_steps=12, faults=100)
QUICK: Final = Effort(repetitions=2, rows=20, runs=2, separate=1, most_steps=1, faults=1)

LIMITED: Final = (
    Fault("Laplace, scale 20 % too small", "laplace", Fraction(5, 4)),
    Fault("Laplace, scale 5 % too small", "laplace", Fraction(20, 19)),
    Fault("4-ary randomized response at eps 1.05", "randomized_response", Fraction(21, 20)),
)


# Faults of other shapes


def spike(share: float) -> Callable[[Masses, Cells, int], Masses]:
    """Some answers are the likeliest one: as where noise is now and then forgotten."""

    def change(masses: Masses, _cells: Cells, _place: int) -> Masses:
        changed = (1 - share) * masses
        changed[int(np.argmax(masses))] += share
        return changed

    return change


def clamped(tail: float) -> Callable[[Masses, Cells, int], Masses]:
    """What is beyond a window, on either side, is put at its end: a wrong support."""

    def change(masses: Masses, _cells: Cells, _place: int) -> Masses:
        below = np.cumsum(masses)
        first, last = int(np.searchsorted(below, tail)), int(np.searchsorted(below, 1 - tail))
        changed = np.zeros_like(masses)
        changed[first : last + 1] = masses[first : last + 1]
        changed[first] += masses[:first].sum()
        changed[last] += masses[last + 1 :].sum()
        return changed

    return change


def shifted(share: float) -> Callable[[Masses, Cells, int], Masses]:
    """Some of the answers in each cell are in the next one: a shift by a fraction of a cell."""

    def change(masses: Masses, _cells: Cells, _place: int) -> Masses:
        moved = share * masses
        moved[-1] = 0.0
        return np.asarray(masses - moved + np.roll(moved, 1))

    return change


def heavy_tails(share: float) -> Callable[[Masses, Cells, int], Masses]:
    """Some answers come from a law that is the wider, with the square root of the masses."""

    def change(masses: Masses, _cells: Cells, _place: int) -> Masses:
        wide = masses**0.8
        return np.asarray((1 - share) * masses + share * wide / wide.sum())

    return change


def one_cell(share: float) -> Callable[[Masses, Cells, int], Masses]:
    """The likeliest cell loses a share of its answers to all others."""

    def change(masses: Masses, _cells: Cells, _place: int) -> Masses:
        lost = share * masses[int(np.argmax(masses))]
        changed = masses / (1 - masses.max()) * lost + masses
        changed[int(np.argmax(masses))] = masses.max() - lost
        return np.asarray(changed)

    return change


def even_only(share: float) -> Callable[[Masses, Cells, int], Masses]:
    """Of every second cell a share is in the one before it: as where a lowest bit is lost."""

    def change(masses: Masses, _cells: Cells, _place: int) -> Masses:
        moved = np.where(np.arange(len(masses)) % 2, share * masses, 0.0)
        return np.asarray(masses - moved + np.roll(moved, -1))

    return change


def second_only(change: Callable[[Masses, Cells, int], Masses]) -> Callable[[Masses, Cells, int], Masses]:
    """The same on the second input alone."""
    return lambda masses, cells, place: change(masses, cells, place) if place else masses


SHAPES: Final = (
    Fault("2 % of the answers in one cell", "laplace", change=spike(0.02), size=1_000),
    Fault("2 % of the answers in one cell", "discrete_laplace", change=spike(0.02), size=16_000),
    Fault("clamped at the quantiles of 0.5 %", "laplace", change=clamped(0.005), size=1_500),
    Fault("shifted by a tenth of the scale", "laplace", shift=0.1, size=1_000),
    Fault("a twentieth of each cell in the next", "discrete_laplace", change=shifted(0.05), size=4_000),
    Fault("heavier tails", "laplace", change=heavy_tails(0.3), size=10_000),
    Fault("a twentieth of one cell lost", "discrete_laplace", change=one_cell(0.05), size=4_000),
    Fault("a lowest bit lost in 4 %", "discrete_laplace", change=even_only(0.04), size=8_000),
    Fault("2 % in one cell, second input only", "discrete_laplace", change=second_only(spike(0.02)), size=32_000),
    Fault("one label lost in 5 %", "randomized_response", change=one_cell(0.05), size=4_000),
)


# Counts of wrong implementations


@cache
def frame(mechanism: str, size: int) -> tuple[tuple[Cells, ...], Laws]:
    """Return the cells of the claimed laws for so many answers, and the laws with their directions."""
    subject = resolved(mechanism)
    cells = pair_cells(subject.laws, size)
    return cells, laws_of(subject, cells)


@cache
def masses_of(fault: Fault, size: int) -> tuple[Masses, ...]:
    """Return the true probabilities of the cells on both inputs, as long as they are in cells."""
    subject, cells = resolved(fault.mechanism), frame(fault.mechanism, size)[0]
    changed = with_loss_scaled(subject.mechanism, subject.parameters, fault.factor)
    found = []
    for place, law in enumerate(cells):
        masses = law.probabilities if fault.factor == 1 else masses_at(subject, cells, place, changed)
        if fault.shift:
            edges: Any = law.edges - fault.shift
            masses = masses_on(subject.laws[place], replace(law, edges=edges))
        masses = masses if fault.change is None else fault.change(masses, law, place)
        found.append(masses / masses.sum())
    return tuple(found)


def drawn(fault: Fault, size: int, rows: int, rng: np.random.Generator) -> Counts:
    """Return the counts of so many audits, for each input one in a row."""
    return [rng.multinomial(size, masses, size=rows) for masses in masses_of(fault, size)]


def limit(fault: Fault, alpha: float) -> float:
    """Return how many answers on either input the likelihood-ratio test of this fault alone needs.

    By the normal law of the sum of the logarithms, on the finest cells.
    """
    laws = frame(fault.mechanism, 100_000)[0]
    moments = np.zeros((2, 2))  # of the log-likelihood ratio: mean and variance, under the law and the fault
    for law, masses in zip(laws, masses_of(fault, 100_000), strict=True):
        ratio = np.log(masses / law.probabilities)
        for row, weights in enumerate((law.probabilities, masses)):
            mean = weights @ ratio
            moments[row] += mean, weights @ np.square(ratio - mean)
    deviations = np.sqrt(moments[:, 1]) @ [stats.norm.isf(alpha), stats.norm.isf(1 - float(POWER))]
    return float((deviations / (moments[1, 0] - moments[0, 0])) ** 2)


# The least number of answers


def tested(job: tuple[int, int, int]) -> float:
    """Return the p-value of one audit, for (fault, answers, repetition)."""
    place, size, _ = job
    fault, rng = LIMITED[place], np.random.default_rng((SEED, *job))
    counts = [row[0] for row in drawn(fault, size, 1, rng)]
    return joint_test(counts, frame(fault.mechanism, size)[1], alpha=0.01, rng=rng, draws=DRAWS).p_value


def steps_of(bound: float, steps: int) -> list[int]:
    """Return the numbers of answers that are tried: from the limit on, each 1.1 times the one before."""
    return [ceil(bound * RATIO**step) for step in range(steps)]


def needed(pool: Pool, place: int, alpha: float, effort: Effort) -> str:
    """Return the least number of answers, on a grid from the limit, that detects in nine of ten repetitions."""
    bound = limit(LIMITED[place], alpha)
    for size in steps_of(bound, effort.most_steps):
        jobs = [(place, size, repetition) for repetition in range(effort.repetitions)]
        p_values = pool.run(tested, jobs, f"{LIMITED[place].label}: {size:,}")
        if sum(p <= alpha for p in p_values) >= POWER * effort.repetitions:
            return f"{size:,} ({size / bound:.2f})"
    return f"> {size:,}"


def stopping(job: tuple[int, float, int, int]) -> tuple[int, ...]:
    """Return when sequential audits of a fault stop, for (fault, alpha, most answers, runs); 0: they do not."""
    place, alpha, most, runs = job
    fault, rng = LIMITED[place], np.random.default_rng((SEED, place, most))
    mixture = MixtureRatio(frame(fault.mechanism, most)[1])
    counts = [np.zeros((runs, len(masses)), dtype=np.int64) for masses in masses_of(fault, most)]
    stopped, before = np.zeros(runs, dtype=np.int64), 0
    for size in looks(most):
        each = zip(counts, masses_of(fault, most), strict=True)
        counts = [total + rng.multinomial(size - before, masses, size=runs) for total, masses in each]
        before, running = size, np.flatnonzero(stopped == 0)
        if not running.size:
            break
        found = mixture.log_values([total[running] for total in counts])
        stopped[running[found >= np.log(1 / alpha) + ROUNDING]] = size
    return tuple(stopped.tolist())


def looks(most: int) -> list[int]:
    """Return when a sequential audit of at most so many answers is looked at here: 25 times, each 1.2 times later."""
    return sorted({max(1, ceil(most / 1.2**step)) for step in range(25)})


def tables(pool: Pool, *, quick: bool, effort: Effort | None = None) -> list[Table]:
    """Measure, and return the tables."""
    chosen = effort or (QUICK if quick else FULL)
    return [_limit_table(pool, chosen), _shape_table(pool, chosen)]


def _limit_table(pool: Pool, effort: Effort) -> Table:
    places = range(min(effort.faults, len(LIMITED)))
    blank = [""] * (len(LIMITED) - len(places))
    rows = []
    for alpha in ALPHAS:
        bounds = [limit(LIMITED[place], alpha) for place in places]
        joint = [needed(pool, place, alpha, effort) for place in places]
        jobs = [(place, alpha, ceil(4 * bounds[place]), effort.runs) for place in places]
        stops = pool.run(stopping, jobs, "sequential")
        rows += [
            [f"limit: the likelihood-ratio test of this fault alone, at {alpha:g}", *map(_answers, bounds), *blank],
            [f"dpassay audit, at {alpha:g}", *joint, *blank],
            [
                f"dpassay audit --sequential, at {alpha:g}: nine of ten have stopped",
                *(_quantile(stop, bound) for stop, bound in zip(stops, bounds, strict=True)),
                *blank,
            ],
            ["the same: on average (stopped by four limits)", *map(_average, stops), *blank],
        ]
    notes = (
        "Answers on either input (in parentheses: as a multiple of the limit), of one pair of inputs, all of the level "
        f"for the law. The limit: power {float(POWER):.0%}, both inputs, the fault and its size known beforehand.",
        f"dpassay audit: the least number on a grid of ratio {RATIO}, from the limit on, at which at least "
        f"{float(POWER):.0%} of {effort.repetitions} seeded repetitions reject.",
        f"Sequential: {effort.runs} seeded repetitions, with 25 looks at up to four times the limit.",
    )
    return Table("The test against the law: answers it needs", ("", *(fault.label for fault in LIMITED)), rows, notes)


def _answers(bound: float) -> str:
    return f"{ceil(bound):,}"


def _quantile(stops: tuple[int, ...], bound: float) -> str:
    ends = sorted(stop or 10**12 for stop in stops)
    found = ends[ceil(POWER * len(ends)) - 1]
    return f"{found:,} ({found / bound:.2f})" if found < 10**12 else f"> {ceil(4 * bound):,}"


def _average(stops: tuple[int, ...]) -> str:
    seen = [stop for stop in stops if stop]
    return f"{sum(seen) / len(seen):,.0f} ({len(seen) / len(stops):.0%})" if seen else "none"


# Power at a number of answers


def shape_powers(job: tuple[int, Effort]) -> tuple[float, float, float]:
    """Return the power of the joint test, of a test of each input by itself, and of the sequential one."""
    place, effort = job
    fault, rng = SHAPES[place], np.random.default_rng((SEED, 1, place))
    laws, alpha = frame(fault.mechanism, fault.size)[1], ALPHAS[0]
    counts = drawn(fault, fault.size, effort.rows, rng)
    joint = critical_region(laws, (fault.size, fault.size), alpha, rng).rejects(counts)
    rejected = 0
    for row in range(effort.separate):
        each = zip((rows[row] for rows in counts), laws.probabilities, strict=True)
        p_values = [law_test(count, law, alpha=alpha, rng=rng, draws=DRAWS).p_value for count, law in each]
        rejected += 2 * min(p_values) <= alpha
    mixture = MixtureRatio(laws).log_values([rows[: effort.runs] for rows in counts])
    return float(joint.mean()), rejected / effort.separate, float((mixture >= np.log(1 / alpha)).mean())


def _shape_table(pool: Pool, effort: Effort) -> Table:
    places = range(min(effort.faults, len(SHAPES)))
    powers = pool.run(shape_powers, [(place, effort) for place in places], "faults of other shapes")
    rows = [
        [SHAPES[place].label, SHAPES[place].mechanism, f"{SHAPES[place].size:,}", *(f"{power:.2f}" for power in found)]
        for place, found in zip(places, powers, strict=True)
    ]
    notes = (
        f"The share of simulated audits that reject at level {ALPHAS[0]:g}, all of it for the law, with so many "
        f"answers on either input. Both inputs together: {effort.rows} audits. Each input by itself, at half the "
        f"level, without directions: {effort.separate}. Sequential: {effort.runs}, by the last answer.",
        "Faults are changes of the probabilities of cells, of which Laplace has about 240.",
    )
    columns = ("fault", "mechanism", "answers", "both inputs together", "each by itself", "sequential")
    return Table("The test against the law: power against faults of other shapes", columns, rows, notes)
