"""The exact local privacy loss of one report: how many labels and hypotheses we can take, and the naive way."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, permutations, product
from math import log
from typing import Final

from benchmarks.composition import timed
from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.exact import Real, Scalar, as_real, max_ratio
from dpassay.reference import private_exp3, private_wma
from dpassay.reference.label_clipping import Table as Class

ROUNDS: Final = 100
GRAIN: Final = 1000
EPSILON: Final = Fraction(1)
EXACT_RATE: Final = Fraction(1, 2)
DELTA: Final = Fraction(1, 10**6)
SECONDS: Final = 60.0
QUICK_SECONDS: Final = 0.5
RATES: Final = ("ball", "exact")
EXP3: Final = "private exp3"
WMA: Final = "private wma"
LABELS: Final = (2, 10, 100, 1000, 10_000, 100_000)
WMA_LABELS: Final = (2, 5, 10, 20, 50, 100, 500, 1000)
HYPOTHESES: Final[dict[str, Sequence[int]]] = {EXP3: (1, 3, 10, 100, 1000), WMA: (1, 2, 3)}
NAIVE_LABELS: Final = (2, 5, 10, 20, 50, 100, 200)
NAIVE_HYPOTHESES: Final[dict[str, Sequence[int]]] = {EXP3: (1, 10), WMA: (1, 2)}
AGREED_BITS: Final = 100


@dataclass(frozen=True, slots=True)
class Case:
    """One report to measure.

    Attributes:
        learner: "private exp3" or "private wma".
        rate: "ball" or "exact": whether the rate of the noise is an enclosure, at epsilon = 1, or rational.
        hypotheses: K.
        labels: M.
    """

    learner: str
    rate: str
    hypotheses: int
    labels: int

    @property
    def known_rate(self) -> Fraction | None:
        """The rate where it is rational."""
        return EXACT_RATE if self.rate == "exact" else None

    def parameters(self) -> private_exp3.Parameters | private_wma.Parameters:
        """The parameters of the report, with random masses."""
        common = {"epsilon": EPSILON, "hypotheses": masses(self.hypotheses, self.labels), "rounds": ROUNDS}
        if self.learner == EXP3:
            return private_exp3.Parameters.read(**common)
        return private_wma.Parameters.read(**common, delta=DELTA)


@lru_cache(maxsize=1)
def masses(hypotheses: int, labels: int) -> Class:
    """Random masses, multiples of 1/(1000 M)."""
    rng = random.Random(f"{hypotheses} {labels}")
    total = GRAIN * labels
    rows = [[0, *sorted(rng.randrange(total + 1) for _ in range(labels - 1)), total] for _ in range(hypotheses)]
    return tuple(tuple(Fraction(b - a, total) for a, b in pairwise(row)) for row in rows)


def tables(
    pool: Pool, *, quick: bool, seconds: float | None = None, labels: Sequence[int] | None = None
) -> list[Table]:
    """Measure, and return the tables."""
    limit = seconds or (QUICK_SECONDS if quick else SECONDS)
    kinds = list(product((EXP3, WMA), RATES))
    places = [(learner, rate, k) for learner, rate in kinds for k in HYPOTHESES[learner]]
    alone = [
        _row(learner, rate, k, labels or (LABELS if learner == EXP3 else WMA_LABELS), limit)
        for learner, rate, k in pool.track(places, "local privacy: the largest", len(places))
    ]
    few = [(learner, rate, k) for learner, rate in kinds for k in NAIVE_HYPOTHESES[learner]]
    against = [
        _naive_row(learner, rate, k, labels or NAIVE_LABELS, limit)
        for learner, rate, k in pool.track(few, "local privacy: all pairs", len(few))
    ]
    columns = labels or sorted({*LABELS, *WMA_LABELS})
    return [_table(alone, columns, limit), _naive_table(against, limit)]


# Ours, and all pairs of labels


def loss(case: Case) -> Scalar:
    """Return the largest ratio of the densities of two labels' reports; an enclosure is evaluated, too."""
    parameters = case.parameters()  # checking the class is part of the work
    if isinstance(parameters, private_exp3.Parameters):
        ratio = private_exp3.worst_pair(parameters, case.known_rate).ratio
    else:
        ratio = private_wma.worst_pair(parameters, case.known_rate).ratio
    return evaluated(ratio)


def naive_loss(case: Case) -> Scalar:
    """Return the same by comparing the laws of all ordered pairs of labels."""
    parameters = case.parameters()
    module = private_exp3 if case.learner == EXP3 else private_wma
    rate = case.known_rate or module.rate(parameters)
    laws = [module.law_with_rate(label, parameters, rate) for label in range(case.labels)]
    ratios = [ratio for p, q in permutations(laws, 2) if (ratio := max_ratio(p, q)) is not None]
    reals = [ratio for ratio in ratios if isinstance(ratio, Real)]
    if reals:
        return evaluated(max(reals, key=float))
    return max(ratio for ratio in ratios if not isinstance(ratio, Real))


def evaluated(ratio: Scalar) -> Scalar:
    """Return the number, after its enclosure has been computed once."""
    if isinstance(ratio, Real):
        ratio.ball(2 * AGREED_BITS)
    return ratio


def agree(ours: Scalar, naive: Scalar) -> bool:
    """Whether two results are one number, or enclosures of 100 bits that overlap."""
    if isinstance(ours, Real) or isinstance(naive, Real):
        first, second = (as_real(ratio).refined(AGREED_BITS) for ratio in (ours, naive))
        return bool(first.overlaps(second))
    return ours == naive


# How far one comes


@dataclass(frozen=True, slots=True)
class Found:
    """The number of labels, the largest ratio, and the seconds that it took."""

    labels: int
    ratio: Scalar
    seconds: float


def growing(prepared: Callable[[int], Callable[[], Scalar]], sizes: Sequence[int], limit: float) -> list[Found]:
    """Return the sizes within ``limit`` seconds, the first one anyway; it ends where one is refused as too large.

    What is ``prepared`` is not timed.

    A size is not tried if it is likely to take too long: seconds grow like the power of the labels by which they grew
    between the last two sizes, and at least like the labels.
    """
    found: list[Found] = []
    for size in sizes:
        if found and _likely(found, size) > limit:
            break
        try:
            ratio, seconds = timed(prepared(size), 1)
        except ValueError:
            break
        if found and seconds > limit:
            break
        found.append(Found(size, ratio, seconds))
    return found


def _likely(found: Sequence[Found], size: int) -> float:
    *_, last = found
    power = 1.0
    if len(found) > 1 and found[-2].seconds > 0:
        before = found[-2]
        power = max(1.0, log(last.seconds / before.seconds) / log(last.labels / before.labels))
    return last.seconds * float((size / last.labels) ** power)


def _prepared(compute: Callable[[Case], Scalar], case: Case) -> Callable[[], Scalar]:
    """Make the masses, which are kept."""
    masses(case.hypotheses, case.labels)
    return lambda: compute(case)


def _row(learner: str, rate: str, k: int, labels: Sequence[int], limit: float) -> tuple[str, str, str, dict[int, str]]:
    found = growing(lambda m: _prepared(loss, Case(learner, rate, k, m)), labels, limit)
    return learner, rate, str(k), {one.labels: f"{one.seconds:.3g}" for one in found}


def _naive_row(learner: str, rate: str, k: int, labels: Sequence[int], limit: float) -> tuple[str, ...]:
    found = growing(lambda m: _prepared(naive_loss, Case(learner, rate, k, m)), labels, limit)[-1]
    case = Case(learner, rate, k, found.labels)
    ours, seconds = timed(lambda: loss(case), 3)
    assert agree(ours, found.ratio)
    pairs, quicker = found.labels * (found.labels - 1), found.seconds / seconds
    shown = f"{float(as_real(ours).log()):.6g}"
    times = f"{quicker:,.1f}" if quicker < 10 else f"{quicker:,.0f}"
    return (
        learner,
        rate,
        str(k),
        str(found.labels),
        f"{pairs:,}",
        f"{found.seconds:.2f}",
        f"{seconds:.4f}",
        times,
        shown,
    )


def _table(rows: Sequence[tuple[str, str, str, dict[int, str]]], labels: Sequence[int], limit: float) -> Table:
    entries = [(*names, *(found.get(m, "") for m in labels)) for *names, found in rows]
    notes = (
        _workload(),
        f"Seconds for the largest log-ratio over all pairs of labels and all reports, by M; sizes within {limit:g} "
        "seconds. A size that is likely to take longer is not tried, and private wma is refused where its grid of "
        "centers has more than 500,000 entries.",
        "Private exp3 is one coordinate at a time, and linear in K M but for sorting; private wma has a grid of M^K "
        "places with M labels each.",
    )
    columns = ("learner", "rate", "K", *(f"M = {m:,}" for m in labels))
    return Table("Local privacy: the exact loss of one report", columns, entries, notes)


def _naive_table(rows: Sequence[tuple[str, ...]], limit: float) -> Table:
    columns = ("learner", "rate", "K", "M", "pairs", "seconds, all pairs", "seconds, ours", "times faster", "loss")
    notes = (
        _workload(),
        f"All pairs: the largest ratio of the two laws, for every ordered pair of labels; the most labels within "
        f"{limit:g} seconds, of {', '.join(map(str, NAIVE_LABELS))}. That both ways give the same number is checked, "
        f"or, where the rate is a ball, enclosures of {AGREED_BITS} bits that overlap. Ours: median of 3.",
    )
    return Table("Local privacy: against all pairs of labels", columns, rows, notes)


def _workload() -> str:
    return (
        f"Random masses, multiples of 1/({GRAIN} M), T = {ROUNDS}, corrected noise. Ball: epsilon = {EPSILON} (private "
        f"wma: delta = 10^-6), the rate is an enclosure; exact: the rate is {EXACT_RATE}, and ratios are sums of roots."
    )
