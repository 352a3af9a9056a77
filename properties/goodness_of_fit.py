"""Do samples come from a known law? A test whose level is exact at every sample size.

Every law (finite, on the integers, on the reals) is first cut into `Cells`, and everything after that sees
only how many samples fell into each cell: under the law the counts are multinomial, exactly, whatever the law
was.

* When the possible count vectors are few (`EXACT_ENTRIES`) they are enumerated: the exact multinomial test,
  whose p-value is the probability of all count vectors that are at most as likely as the observed one.
* Otherwise several statistics of the counts are ranked among those of simulated multinomial counts. Under the
  law the observed counts and the simulated ones are exchangeable, hence p = (1 + #{as extreme}) / (B + 1) is
  valid for any n and B: no asymptotic chi-square or Kolmogorov law is used. (Dwass 1957; Barnard 1963;
  Davison and Hinkley 1997, section 4.2.)
* Simulation cannot give p-values below 1 / (B + 1). A union bound over exact binomial tails can, and is added
  by a Bonferroni correction with fixed weights.

How counts are pooled, and how many draws are made, depends on the law and on the number of samples, never on
the counts.
"""

from dataclasses import dataclass
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells import Cells
from dpassay.properties.cells.numbers import Floats, Integers, check_probabilities, shown
from dpassay.properties.multinomial import exact_p_value

__all__ = [
    "LawTest",
    "check_counts",
    "check_generator",
    "check_level",
    "check_whole",
    "default_draws",
    "groups",
    "law_test",
    "polynomials_of",
    "pooled_starts",
    "rank_p_value",
    "rounding_slack",
    "sample_test",
    "sets_of_cells",
    "simulated_statistics",
    "spread_of",
    "statistics",
    "tail_bound",
]

EXACT_ENTRIES: Final = 2_500_000
"""The exact test is used when (number of count vectors) x (number of cells) is at most this."""

SIMULATED_ENTRIES: Final = 2_560_000
"""(Number of draws) x (pooled cells) is about this, between the two limits that follow."""

ENTRIES_AT_ONCE: Final = 1 << 16
"""(Number of draws) x (pooled cells) is at most about this in one stretch of the simulation."""

FEWEST_DRAWS: Final = 1_999
MOST_DRAWS: Final = 9_999

TAIL_WEIGHT: Final = 0.1
"""The share of the level that goes to the binomial tails; the rest goes to the simulated ranks."""


@dataclass(frozen=True, slots=True)
class LawTest:
    """The outcome of a test of counts against a law.

    Attributes:
        p_value: under the law, the probability that it is at most a is at most a, for every a.
        alpha: the level of the test.
        method: "support" (a sample that the law cannot produce: certain), "exact" (enumeration), "simulated"
            or "trivial" (no samples, or one cell: nothing to test, p = 1).
        statistic: which statistic was the most extreme: "support", "likelihood" (the exact test), "pearson",
            "smooth", "spread", "cumulative", "binomial tail" or "none".
        samples: how many samples were tested.
        draws: how many multinomial draws were simulated (0 for the other methods).
        worst_cell: the cell whose own count is the least plausible (-1: outside the support; None: nothing to
            test).
        worst_observed: the count of this cell.
        worst_expected: its expectation under the law.
    """

    p_value: float
    alpha: float
    method: str
    statistic: str
    samples: int
    draws: int
    worst_cell: int | None
    worst_observed: int
    worst_expected: float

    @property
    def rejected(self) -> bool:
        """Whether the law is rejected at level alpha."""
        return self.p_value <= self.alpha


def sample_test(
    samples: ArrayLike, cells: Cells, *, alpha: float, rng: np.random.Generator, draws: int | None = None
) -> LawTest:
    """Test whether samples, shape (n,), come from the law behind the cells. See `law_test`."""
    index = cells.index(samples)
    counts = np.bincount(index + 1, minlength=len(cells) + 1)
    return law_test(counts[1:], cells.probabilities, outside=int(counts[0]), alpha=alpha, rng=rng, draws=draws)


def law_test(
    counts: ArrayLike,
    probabilities: ArrayLike,
    *,
    alpha: float,
    rng: np.random.Generator,
    outside: int = 0,
    draws: int | None = None,
) -> LawTest:
    """Test whether counts are multinomial with the given cell probabilities, at an exact level.

    Args:
        counts: shape (m,), non-negative integers.
        probabilities: shape (m,), the law: non-negative, with sum 1. A count in a cell of probability 0
            rejects with p = 0.
        alpha: the level, between 0 and 1. It decides `rejected` and nothing else.
        rng: drives the simulation; the p-value is a function of the arguments and the generator's state.
        outside: how many further samples were nothing that the law can produce (`Cells.outside`).
        draws: the number of simulated multinomials; by default `default_draws`, which looks at sizes only.

    Raises:
        ValueError: an argument is not as described.
    """
    observed, law = check_counts(counts), check_probabilities(probabilities)
    if observed.shape != law.shape:
        raise ValueError(f"counts has length {len(observed)}: expected {len(law)}, the length of probabilities")
    check_level(alpha)
    check_generator(rng)
    outside = check_whole("outside", outside, 0)
    n = int(observed.sum()) + outside
    impossible = np.flatnonzero((law == 0) & (observed > 0))
    if outside or impossible.size:
        cell, count = (-1, outside) if outside else (int(impossible[0]), int(observed[impossible[0]]))
        return LawTest(0.0, alpha, "support", "support", n, 0, cell, count, 0.0)
    return _test_of_possible(observed, law, alpha, rng, draws)


def _test_of_possible(
    observed: Integers, law: Floats, alpha: float, rng: np.random.Generator, draws: int | None
) -> LawTest:
    """Test counts all of which the law can produce."""
    n, possible = int(observed.sum()), np.flatnonzero(law > 0)
    observed, law = observed[possible], law[possible] / law.sum()
    if n == 0 or len(law) == 1:
        return LawTest(1.0, alpha, "trivial", "none", n, 0, None, 0, 0.0)
    worst, tail = tail_bound(observed, law)
    p_value, method, statistic, used = _p_value(observed, law, tail, rng, draws)
    return LawTest(
        p_value=p_value,
        alpha=alpha,
        method=method,
        statistic=statistic,
        samples=n,
        draws=used,
        worst_cell=int(possible[worst]),
        worst_observed=int(observed[worst]),
        worst_expected=float(n * law[worst]),
    )


def default_draws(cells: int) -> int:
    """Return the number of simulated multinomials: 9,999 for up to 256 pooled cells, at least 1,999."""
    return min(MOST_DRAWS, max(FEWEST_DRAWS, SIMULATED_ENTRIES // max(cells, 1) - 1))


def _p_value(
    observed: Integers, law: Floats, tail: float, rng: np.random.Generator, draws: int | None
) -> tuple[float, str, str, int]:
    """Return the p-value, the method, the most extreme statistic and the number of draws."""
    n = int(observed.sum())
    if comb(n + len(law) - 1, len(law) - 1) * len(law) <= EXACT_ENTRIES:
        return exact_p_value(observed, law), "exact", "likelihood", 0
    starts = groups(law, n)
    pooled, pooled_law = np.add.reduceat(observed, starts), np.add.reduceat(law, starts)
    used = default_draws(len(pooled_law)) if draws is None else check_whole("draws", draws, 1)
    names, own = statistics(pooled[None].astype(np.float64), pooled_law)
    p_rank, leader = rank_p_value(np.vstack([own, simulated_statistics(n, pooled_law, used, rng)]))
    # Bonferroni with fixed weights: P(p_rank / (1 - w) <= a or tail / w <= a) <= (1 - w) a + w a = a.
    rank_part, tail_part = p_rank / (1 - TAIL_WEIGHT), tail / TAIL_WEIGHT
    if tail_part < rank_part:
        return min(1.0, tail_part), "simulated", "binomial tail", used
    return min(1.0, rank_part), "simulated", names[leader], used


# The simulated test.


def groups(law: Floats, n: int) -> NDArray[np.intp]:
    """Return where the groups begin that the simulation keeps apart: at most 256, later 1,024.

    With k = 128 (512): a cell of mass 1 / k ends a group, and so does a k-th of the mass of all others.
    """
    most = min(512, max(128, n // 64))
    if len(law) <= 2 * most:
        return np.arange(len(law))
    return pooled_starts(law, float(law[law < 1 / most].sum()) / most)


def pooled_starts(law: Floats, least: float) -> NDArray[np.intp]:
    """Return where groups begin when neighbors are joined, in order, until they have probability `least`.

    What is left over at the end joins the last group. Only the law is consulted.
    """
    starts, mass = [0], 0.0
    for cell, probability in enumerate(law.tolist()):
        mass += probability
        if mass >= least:
            starts.append(cell + 1)
            mass = 0.0
    return np.array(starts[: max(1, len(starts) - 1)], dtype=np.intp)


def statistics(counts: Floats, law: Floats) -> tuple[tuple[str, ...], Floats]:
    """Return the statistics' names and their values for each row of counts, (r, m) -> (r, 4).

    * pearson: the chi-square distance on groups of expected count at least 5; sees any departure.
    * smooth: Neyman's smooth test, the squared averages of the first four orthonormal polynomials of the
      mid-distribution transform; sees shifts, scales, skews.
    * spread: the average of the log of the two-sided tail probability, which for a Laplace law is the score
      of its scale.
    * cumulative: the largest deviation of the cumulative counts (Kolmogorov and Smirnov's).
    """
    n = int(counts[0].sum())
    excess = counts - n * law
    smooth = excess @ polynomials_of(law) / np.sqrt(n)
    columns = {
        "pearson": _pearson(counts, law),
        "smooth": np.square(smooth).sum(axis=1),
        "spread": np.abs(excess @ spread_of(law)) / np.sqrt(n),
        "cumulative": np.abs(np.cumsum(excess, axis=1)).max(axis=1) / np.sqrt(n),
    }
    # Equal counts must give equal values, or the ranks would see rounding errors: keep fewer digits than are
    # correct.
    return tuple(columns), np.round(np.column_stack(list(columns.values())), 8)


def simulated_statistics(n: int, law: Floats, draws: int, rng: np.random.Generator) -> Floats:
    """Return the statistics of counts of n samples of the law, for so many draws of the counts: shape (draws, 4).

    So many rows at once as stay near the processor; the draws are those of one call.
    """
    values = np.empty((draws, 4))  # at once: more draws than there is room for are refused
    rows = max(1, ENTRIES_AT_ONCE // len(law))
    for part in (values[first : first + rows] for first in range(0, draws, rows)):
        part[:] = statistics(rng.multinomial(n, law, size=len(part)).astype(np.float64), law)[1]
    return values


def _pearson(counts: Floats, law: Floats) -> Floats:
    """Return the chi-square statistic of each row on groups whose expected count is at least 5."""
    n = int(counts[0].sum())
    starts = pooled_starts(law, 5 / n)
    expected = n * np.add.reduceat(law, starts)
    return np.asarray(np.square(np.add.reduceat(counts, starts, axis=1) - expected) @ (1 / expected))


def _middles(law: Floats) -> Floats:
    """Return the mid-distribution transform of each cell: the mass before it plus half of its own."""
    return np.asarray(np.cumsum(law) - law / 2)


def polynomials_of(law: Floats) -> Floats:
    """Return polynomials 1..4 of the mid-distribution transform, orthonormal under the law, shape (m, d).

    Degrees at which the law has, up to rounding, too few points for one more polynomial are left out.
    """
    powers = np.vander(2 * _middles(law) - 1, min(5, len(law)), increasing=True)
    orthonormal, triangle = np.linalg.qr(powers * np.sqrt(law)[:, None])
    new = np.abs(np.diag(triangle)) > 1e-8
    return np.asarray(orthonormal[:, new][:, 1:] / np.sqrt(law)[:, None])


def spread_of(law: Floats) -> Floats:
    """Return the log of the two-sided tail probability of each cell, standardized under the law."""
    score = np.log(np.minimum(_middles(law), _middles(law[::-1])[::-1]))  # from both ends: no cancellation
    score -= law @ score
    deviation = np.sqrt(law @ np.square(score))
    return np.asarray(score / deviation if deviation > 1e-6 else np.zeros_like(score))


def rank_p_value(values: Floats) -> tuple[float, int]:
    """Return the p-value of row 0 among all rows, shape (B + 1, statistics), and its most extreme statistic.

    Each statistic is turned into its rank among all rows (1: the largest); a row's score is its best rank,
    and among equals its mean rank; p is the share of rows whose score is at most that of row 0. All rows are
    treated alike, so under exchangeability P(p <= a) <= a exactly, although the ranks and their minimum were
    taken on the same draws.
    """
    rows, statistics = values.shape
    ordered = np.sort(values, axis=0)
    below = [np.searchsorted(ordered[:, j], values[:, j], side="left") for j in range(statistics)]
    ranks = rows - np.column_stack(below)
    score = ranks.min(axis=1) * (rows * statistics + 1) + ranks.sum(axis=1)
    return float(np.count_nonzero(score <= score[0]) / rows), int(np.argmin(ranks[0]))


# The union bound.


def tail_bound(observed: Integers, law: Floats) -> tuple[int, float]:
    """Return the least plausible cell and a p-value from a union bound over exact binomial tails.

    The count of any fixed set of cells is binomial. The sets: each cell, each prefix of cells, every second
    cell. Each gives two one-sided p-values, so the smallest, times twice the number of sets, is a p-value for
    any n.
    """
    tails = _binomial_tail(
        sets_of_cells(observed), int(observed.sum()), sets_of_cells(law), slack=rounding_slack(len(law))
    )
    residual = np.abs(observed - observed.sum() * law) / np.sqrt(observed.sum() * law)
    worst = int(np.lexsort((-residual, tails[: len(law)]))[0])  # by tail; where tails underflow, by residual
    return worst, min(1.0, 2 * len(tails) * float(tails.min()))


def sets_of_cells(values: NDArray[Any]) -> NDArray[Any]:
    """Return the sums over each cell, each prefix of cells, and every second cell: shape (..., m) -> (..., 2m)."""
    second = values[..., ::2].sum(axis=-1, keepdims=True)
    return np.concatenate([values, np.cumsum(values, axis=-1)[..., :-1], second], axis=-1)


def rounding_slack(cells: int) -> float:
    """Return how far off the computed mass of a set of so many cells may be."""
    return (cells + 8) * 2.0**-52


def _binomial_tail(counts: Integers, n: int, masses: Floats, slack: float) -> Floats:
    """Return the smaller of P(X <= c) and P(X >= c), X binomial, at the worst mass within `slack`.

    The slack covers the rounding errors of the masses: a cell of mass 1e-30 that was computed with an error
    of 1e-16 does not give a p-value of 1e-30.
    """
    high, low = np.minimum(masses + slack, 1.0), np.maximum(masses - slack, 0.0)
    # P(X >= c) is the regularized incomplete beta function I_p(c, n - c + 1); it is 1 for c = 0.
    upper = np.where(counts > 0, special.betainc(np.maximum(counts, 1), n - counts + 1, high), 1.0)
    lower = np.where(counts < n, special.betaincc(counts + 1, np.maximum(n - counts, 1), low), 1.0)
    return np.asarray(np.minimum(upper, lower))


# What arguments must be.


def check_counts(counts: ArrayLike) -> Integers:
    """Return counts as 64-bit integers; ``ValueError`` unless they are non-negative integers, shape (m,)."""
    array = np.asarray(counts)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"counts = {shown(array)}: expected integers, shape (m,)")
    if (array < 0).any():
        raise ValueError(f"counts has the entry {array.min()}: expected at least 0")
    return array.astype(np.int64)


def check_level(alpha: object) -> None:
    """Refuse what is no level."""
    if isinstance(alpha, bool) or not isinstance(alpha, (int, float)) or not 0 < alpha < 1:
        raise ValueError(f"alpha = {alpha!r}: expected a number between 0 and 1")


def check_generator(rng: object) -> None:
    """Refuse what is no generator of numpy's."""
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"rng = {rng!r}: expected a numpy.random.Generator")


def check_whole(name: str, value: object, least: int) -> int:
    """Return an integer that is at least ``least``; else ``ValueError``."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise ValueError(f"{name} = {value!r}: expected an integer, at least {least}")
    return int(value)


explain_failures(__name__)
