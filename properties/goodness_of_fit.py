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
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from dpassay.exact.entrance import explain_failures
from dpassay.properties.grids import Grid

__all__ = [
    "Cells",
    "LawTest",
    "as_integers",
    "ceilings",
    "count_vectors",
    "default_draws",
    "groups",
    "law_test",
    "log_multinomial",
    "rounding_slack",
    "sample_test",
    "sets_of_cells",
    "statistics",
]

Kind = Literal["finite", "integer", "real"]
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Edges = Integers | Floats
Samples = Integers | NDArray[np.uint64] | Floats

EXACT_ENTRIES: Final = 2_500_000
"""The exact test is used when (number of count vectors) x (number of cells) is at most this."""

SIMULATED_ENTRIES: Final = 2_560_000
"""(Number of draws) x (pooled cells) is about this, between the two limits that follow."""

FEWEST_DRAWS: Final = 1_999
MOST_DRAWS: Final = 9_999

SHOWN_OUTCOMES: Final = 3
"""Of more outcomes than this in a row only the ends are named."""

EQUALLY_LIKELY: Final = 1e-7
"""Log-probabilities that differ by at most this are taken for equal."""

TAIL_WEIGHT: Final = 0.1
"""The share of the level that goes to the binomial tails; the rest goes to the simulated ranks."""

_KINDS: Final = ("finite", "integer", "real")
_INT64_MAX: Final = 2**63 - 1
_LARGEST: Final = 2**62  # edges that are integers are smaller
_SUM_TOLERANCE: Final = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A law on the line, or one of rows, cut into cells.

    Attributes:
        kind: "finite", "integer" or "real".
        edges: shape (e,), strictly increasing. "finite": the outcomes, one cell each. "integer": consecutive
            integers lo..hi with a cell each; one more cell takes everything below lo and one everything above
            hi. "real": doubles that cut the line into (-inf, e_1], (e_1, e_2], ..., (e_m, inf); or integers, with
            which samples of any size are compared exactly.
        probabilities: shape (m,), one for each cell in increasing order; m = e for "finite", e + 2 for
            "integer" and e + 1 for "real". Probability 0 says that the law can never produce the cell: a
            sample there refutes the law.
        rows: where the outcomes are rows of integers (kind "finite"): the rows, of one length, one for each edge.
            An edge is then only the number of its row: `numbers` turns samples into such numbers.
        grid: where the outcomes are rows of reals (kind "finite"): the boxes that the cells are. An edge is then only
            the number of its box, from 0 on.

    Raises:
        ValueError: a shape, an order or a value is not as described.
    """

    kind: Kind
    edges: Edges
    probabilities: Floats
    rows: tuple[tuple[int, ...], ...] | None = None
    grid: Grid | None = None

    def __post_init__(self) -> None:
        """Check and convert the arrays."""
        if self.kind not in _KINDS:
            raise ValueError(f"kind = {self.kind!r}: expected one of {', '.join(_KINDS)}")
        object.__setattr__(self, "edges", _check_edges(self.kind, self.edges))
        object.__setattr__(self, "probabilities", _check_probabilities(self.probabilities))
        expected = len(self.edges) + {"finite": 0, "integer": 2, "real": 1}[self.kind]
        if len(self.probabilities) != expected:
            raise ValueError(
                f"probabilities has length {len(self.probabilities)}: expected {expected}, one for each cell"
            )
        if self.rows is not None:
            _check_rows(self.rows, self.kind, len(self.edges))
        if self.grid is not None:
            _check_grid(self.grid, self)

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.probabilities)

    @property
    def form(self) -> tuple[int, ...]:
        """The shape of one outcome: () for a number, (k,) for a row."""
        if self.grid is not None:
            return (len(self.grid.axes),)
        return () if self.rows is None else (len(self.rows[0]),)

    def numbers(self, samples: ArrayLike) -> NDArray[Any]:
        """Return samples as one number each, shape (n, *form) -> (n,): that of its row or box, or -1 for none of them.

        Numbers stay what they are.
        """
        array = np.asarray(samples)
        if array.shape[1:] != self.form or array.dtype.kind not in "iuf":
            shape = "".join(f", {width}" for width in self.form)
            raise ValueError(f"samples = {_shown(array)}: expected numbers, shape (n{shape or ','})")
        if self.grid is not None:
            return self.grid.boxes(array)
        if self.rows is None:
            return array
        place = dict(zip(self.rows, self.edges.tolist(), strict=True))
        distinct, inverse = np.unique(array, axis=0, return_inverse=True)
        found = np.array([place.get(tuple(row), -1) for row in distinct.tolist()], dtype=np.int64)
        return found[inverse.ravel()]

    def index(self, samples: ArrayLike) -> NDArray[np.intp]:
        """Return the cell of each sample, or -1 for what no outcome of the law can be.

        Cell -1 takes NaN and infinities, a fraction where integers are expected, and a label that is not in
        the support.

        Args:
            samples: shape (n,), integers or floats.
        """
        if self.kind == "real":
            return _real_index(_check_samples(samples), self.edges)
        integers, exact = as_integers(samples)
        if self.kind == "integer":
            cell = np.clip(integers, self.edges[0] - 1, self.edges[-1] + 1) - (self.edges[0] - 1)
            return np.where(exact, cell, -1).astype(np.intp)
        cell = np.minimum(np.searchsorted(self.edges, integers), len(self.edges) - 1)
        return np.where(exact & (self.edges[cell] == integers), cell, -1).astype(np.intp)

    def counts(self, samples: ArrayLike) -> Integers:
        """Return the number of samples in each cell, shape (m,), without those in cell -1 (`outside`)."""
        return np.bincount(self.index(samples) + 1, minlength=len(self) + 1)[1:].astype(np.int64)

    def outside(self, samples: ArrayLike) -> int:
        """Return how many samples no outcome of the law can be (cell -1)."""
        return int(np.count_nonzero(self.index(samples) < 0))

    def describe(self, first: int, last: int | None = None) -> str:
        """Return in words what it means for y to lie in the cells first..last (by default: in one cell)."""
        last = first if last is None else last
        if first < 0 or last >= len(self) or first > last:
            raise ValueError(f"cells {first}..{last}: expected a range within 0..{len(self) - 1}")
        if self.grid is not None:
            return _describe_boxes(self.grid, first, last)
        if self.rows is not None:
            return _describe_rows(self.rows[first : last + 1])
        if self.kind == "finite":
            return _describe_integers([int(edge) for edge in self.edges[first : last + 1]])
        low, high = self.limits(first, last)
        if low is None or low == high:
            return f"y = {low}" if low is not None else "any y" if high is None else f"y <= {_words(high)}"
        if high is None:
            return f"y {'>' if self.kind == 'real' else '>='} {_words(low)}"
        return f"{_words(low)} {'<' if self.kind == 'real' else '<='} y <= {_words(high)}"

    def limits(self, first: int, last: int) -> tuple[float | None, float | None]:
        """Return the ends of the union of cells first..last of the kinds "integer" and "real"; None: no end.

        Both ends belong to a union of cells of integers, and the upper one to a union of cells of reals.
        """
        if self.kind == "integer":
            low, high = int(self.edges[0]) + first - 1, int(self.edges[0]) + last - 1
            return (None if first == 0 else low), (None if last == len(self) - 1 else high)
        low_edge = None if first == 0 else self.edges[first - 1].item()  # an int where the edges are integers
        return low_edge, (None if last == len(self) - 1 else self.edges[last].item())


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
    observed, law = _check_counts(counts), _check_probabilities(probabilities)
    if observed.shape != law.shape:
        raise ValueError(f"counts has length {len(observed)}: expected {len(law)}, the length of probabilities")
    _check_level(alpha)
    _check_generator(rng)
    outside = _check_whole("outside", outside, 0)
    n = int(observed.sum()) + outside
    impossible = np.flatnonzero((law == 0) & (observed > 0))
    if outside or impossible.size:
        cell, count = (-1, outside) if outside else (int(impossible[0]), int(observed[impossible[0]]))
        return LawTest(0.0, alpha, "support", "support", n, 0, cell, count, 0.0)
    possible = np.flatnonzero(law > 0)
    observed, law = observed[possible], law[possible] / law.sum()
    if n == 0 or len(law) == 1:
        return LawTest(1.0, alpha, "trivial", "none", n, 0, None, 0, 0.0)
    worst, tail = _tail_bound(observed, law)
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
        return _exact_p_value(observed, law), "exact", "likelihood", 0
    starts = groups(law, n)
    pooled, pooled_law = np.add.reduceat(observed, starts), np.add.reduceat(law, starts)
    used = default_draws(len(pooled_law)) if draws is None else _check_whole("draws", draws, 1)
    simulated = rng.multinomial(n, pooled_law, size=used)
    names, values = statistics(np.vstack([pooled, simulated]).astype(np.float64), pooled_law)
    p_rank, leader = _rank_p_value(values)
    # Bonferroni with fixed weights: P(p_rank / (1 - w) <= a or tail / w <= a) <= (1 - w) a + w a = a.
    rank_part, tail_part = p_rank / (1 - TAIL_WEIGHT), tail / TAIL_WEIGHT
    if tail_part < rank_part:
        return min(1.0, tail_part), "simulated", "binomial tail", used
    return min(1.0, rank_part), "simulated", names[leader], used


# The exact test.


def _exact_p_value(observed: Integers, law: Floats) -> float:
    """Return the total probability of all count vectors that are at most as likely as the observed one.

    The tolerance lets equally likely vectors count as such in spite of rounding; it can only make the p-value
    larger.
    """
    weights = log_multinomial(count_vectors(int(observed.sum()), len(law)), law)
    limit = log_multinomial(observed[None, :], law)[0] + EQUALLY_LIKELY
    return min(1.0, float(np.exp(weights[weights <= limit]).sum()))


def log_multinomial(counts: Integers, law: Floats) -> Floats:
    """Return the log-probability of each row of counts, shape (r, m) -> (r,)."""
    n = counts[0].sum()
    each = special.xlogy(counts, law) - special.gammaln(counts + 1)
    return np.asarray(special.gammaln(n + 1) + each.sum(axis=1), dtype=np.float64)


def count_vectors(n: int, cells: int) -> Integers:
    """Return all vectors of non-negative integers with sum n, one a row."""
    rows, left = np.zeros((1, 0), dtype=np.int64), np.array([n], dtype=np.int64)
    for _ in range(cells - 1):
        sizes = left + 1
        starts = np.repeat(np.cumsum(sizes) - sizes, sizes)
        next_count = np.arange(len(starts)) - starts
        rows = np.column_stack([np.repeat(rows, sizes, axis=0), next_count])
        left = np.repeat(left, sizes) - next_count
    return np.column_stack([rows, left])


# The simulated test.


def groups(law: Floats, n: int) -> NDArray[np.intp]:
    """Return where the groups begin that the simulation keeps apart: at most 256, later 1,024.

    With k = 128 (512): a cell of mass 1 / k ends a group, and so does a k-th of the mass of all others.
    """
    most = min(512, max(128, n // 64))
    if len(law) <= 2 * most:
        return np.arange(len(law))
    return _pool(law, float(law[law < 1 / most].sum()) / most)


def _pool(law: Floats, least: float) -> NDArray[np.intp]:
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
    smooth = excess @ _polynomials(law) / np.sqrt(n)
    columns = {
        "pearson": _pearson(counts, law),
        "smooth": np.square(smooth).sum(axis=1),
        "spread": np.abs(excess @ _spread(law)) / np.sqrt(n),
        "cumulative": np.abs(np.cumsum(excess, axis=1)).max(axis=1) / np.sqrt(n),
    }
    # Equal counts must give equal values, or the ranks would see rounding errors: keep fewer digits than are
    # correct.
    return tuple(columns), np.round(np.column_stack(list(columns.values())), 8)


def _pearson(counts: Floats, law: Floats) -> Floats:
    """Return the chi-square statistic of each row on groups whose expected count is at least 5."""
    n = int(counts[0].sum())
    starts = _pool(law, 5 / n)
    expected = n * np.add.reduceat(law, starts)
    return np.asarray(np.square(np.add.reduceat(counts, starts, axis=1) - expected) @ (1 / expected))


def _middles(law: Floats) -> Floats:
    """Return the mid-distribution transform of each cell: the mass before it plus half of its own."""
    return np.asarray(np.cumsum(law) - law / 2)


def _polynomials(law: Floats) -> Floats:
    """Return polynomials 1..4 of the mid-distribution transform, orthonormal under the law, shape (m, d).

    Degrees at which the law has, up to rounding, too few points for one more polynomial are left out.
    """
    powers = np.vander(2 * _middles(law) - 1, min(5, len(law)), increasing=True)
    orthonormal, triangle = np.linalg.qr(powers * np.sqrt(law)[:, None])
    new = np.abs(np.diag(triangle)) > 1e-8
    return np.asarray(orthonormal[:, new][:, 1:] / np.sqrt(law)[:, None])


def _spread(law: Floats) -> Floats:
    """Return the log of the two-sided tail probability of each cell, standardized under the law."""
    score = np.log(np.minimum(_middles(law), _middles(law[::-1])[::-1]))  # from both ends: no cancellation
    score -= law @ score
    deviation = np.sqrt(law @ np.square(score))
    return np.asarray(score / deviation if deviation > 1e-6 else np.zeros_like(score))


def _rank_p_value(values: Floats) -> tuple[float, int]:
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


def _tail_bound(observed: Integers, law: Floats) -> tuple[int, float]:
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


def _check_edges(kind: str, edges: ArrayLike) -> Edges:
    array = np.asarray(edges)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"edges has shape {array.shape}: expected (e,) with e at least 1")
    if kind != "real" and array.dtype.kind not in "iu":
        raise ValueError(f"edges has type {array.dtype}: expected integers for kind {kind!r}")
    if array.dtype.kind not in "iuf" or not np.isfinite(array).all():
        raise ValueError(f"edges = {array!r}: expected finite numbers")
    if array.dtype.kind != "f" and max(-int(array.min()), int(array.max())) >= _LARGEST:
        raise ValueError(f"edges has the entry {max(array, key=abs)}: expected integers of size below 2^62")
    array = array.astype(np.float64 if array.dtype.kind == "f" else np.int64)
    if (np.diff(array) <= 0).any():
        raise ValueError("edges are not strictly increasing")
    if kind == "integer" and array[-1] - array[0] != len(array) - 1:
        raise ValueError(f"edges runs from {array[0]} to {array[-1]} in {len(array)}: expected consecutive integers")
    return array


def _check_probabilities(probabilities: ArrayLike) -> Floats:
    array = np.asarray(probabilities)
    if array.ndim != 1 or array.size == 0 or array.dtype.kind not in "iuf":
        raise ValueError(f"probabilities = {_shown(array)}: expected numbers, shape (m,)")
    array = array.astype(np.float64)
    if not (array >= 0).all():  # also refuses NaN
        raise ValueError(f"probabilities has the entry {array[~(array >= 0)][0]}: expected at least 0")
    if not abs(float(array.sum()) - 1) <= _SUM_TOLERANCE:
        raise ValueError(f"probabilities has sum {array.sum()}: expected 1")
    return array


def _check_rows(rows: tuple[tuple[int, ...], ...], kind: Kind, edges: int) -> None:
    if kind != "finite" or len(rows) != edges or len(set(rows)) != edges:
        raise ValueError(f"rows has length {len(rows)}: expected {edges} different ones, for the kind 'finite'")
    if not rows[0] or len({len(row) for row in rows}) > 1:
        raise ValueError(f"rows have lengths {sorted({len(row) for row in rows})}: expected one length, at least 1")


def _check_grid(grid: Grid, cells: Cells) -> None:
    numbered = cells.kind == "finite" and np.array_equal(cells.edges, np.arange(len(grid)))
    if not numbered or cells.rows is not None:
        raise ValueError(f"grid has {len(grid)} boxes: expected the kind 'finite' and the edges 0..{len(grid) - 1}")


def _check_counts(counts: ArrayLike) -> Integers:
    array = np.asarray(counts)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"counts = {_shown(array)}: expected integers, shape (m,)")
    if (array < 0).any():
        raise ValueError(f"counts has the entry {array.min()}: expected at least 0")
    return array.astype(np.int64)


def _check_samples(samples: ArrayLike) -> Samples:
    array = np.asarray(samples)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iuf"):
        raise ValueError(f"samples = {_shown(array)}: expected numbers, shape (n,)")
    if array.dtype.kind == "u":
        return array.astype(np.uint64)
    return array.astype(np.int64) if array.dtype.kind == "i" else array.astype(np.float64)


def _check_level(alpha: object) -> None:
    if isinstance(alpha, bool) or not isinstance(alpha, (int, float)) or not 0 < alpha < 1:
        raise ValueError(f"alpha = {alpha!r}: expected a number between 0 and 1")


def _check_generator(rng: object) -> None:
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"rng = {rng!r}: expected a numpy.random.Generator")


def _check_whole(name: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise ValueError(f"{name} = {value!r}: expected an integer, at least {least}")
    return int(value)


def _shown(array: NDArray[Any]) -> str:
    """Return what an error message says of an array: a scalar itself, else shape and type."""
    return repr(array.item()) if array.ndim == 0 else f"array of shape {array.shape} and type {array.dtype}"


# Samples into cells.


def _real_index(samples: Samples, edges: Edges) -> NDArray[np.intp]:
    """Return i with e_i < y <= e_(i+1); -1 for NaN and infinities, which no law on the reals produces."""
    values, finite = (
        ceilings(samples) if edges.dtype.kind == "i" else (samples.astype(np.float64), np.isfinite(samples))
    )
    return np.where(finite, np.searchsorted(edges, values, side="left"), -1).astype(np.intp)


def ceilings(samples: ArrayLike) -> tuple[Integers, NDArray[np.bool_]]:
    """Return the least integers that are not below the samples, shape (n,), and which samples were finite.

    For an integer e, y <= e exactly if ceil(y) <= e: no integer is rounded to a double. Beyond +-2^62 they are clipped.
    """
    values = _check_samples(samples)
    whole = np.ceil(np.where(np.isfinite(values), values, 0.0)) if values.dtype.kind == "f" else values
    return np.clip(as_integers(whole)[0], -_LARGEST, _LARGEST), np.isfinite(values)


def as_integers(samples: ArrayLike) -> tuple[Integers, NDArray[np.bool_]]:
    """Return samples, shape (n,), as 64-bit integers (too large ones clipped), and which were integers."""
    values = _check_samples(samples)
    if values.dtype.kind in "iu":
        clipped = np.minimum(values, np.uint64(_INT64_MAX)) if values.dtype.kind == "u" else values
        return clipped.astype(np.int64), np.ones(len(values), dtype=np.bool_)
    exact = np.isfinite(values) & (np.floor(values) == values)
    # 2^63 - 1024 is the largest double below 2^63: a cast of anything larger would not be defined.
    return np.clip(np.where(exact, values, 0.0), -(2.0**63), 2.0**63 - 1024).astype(np.int64), exact


def _words(number: float) -> str:
    """Return a number as it stands in a description: integers in full, doubles with 9 digits."""
    return str(number) if isinstance(number, int) else f"{number:.9g}"


def _describe_rows(rows: tuple[tuple[int, ...], ...]) -> str:
    """Return "y = (0, 1)" or "y in {(0, 1), (1, 1)}", or the ends of more rows in their order."""
    if len(rows) == 1:
        return f"y = {rows[0]}"
    if len(rows) > SHOWN_OUTCOMES:
        return f"{rows[0]} <= y <= {rows[-1]} in the order of rows"
    return f"y in {{{', '.join(map(str, rows))}}}"


def _describe_boxes(grid: Grid, first: int, last: int) -> str:
    """Return what a box is, or a few boxes are; of more boxes in a row the ends."""
    if last - first >= SHOWN_OUTCOMES:
        return f"y in the boxes from ({grid.describe(first)}) to ({grid.describe(last)})"
    return " or ".join(f"({grid.describe(box)})" for box in range(first, last + 1))


def _describe_integers(outcomes: list[int]) -> str:
    """Return "y = 3", "1 <= y <= 4" or "y in {1, 3, 4}"."""
    if len(outcomes) == 1:
        return f"y = {outcomes[0]}"
    if len(outcomes) > SHOWN_OUTCOMES and outcomes[-1] - outcomes[0] == len(outcomes) - 1:
        return f"{outcomes[0]} <= y <= {outcomes[-1]}"
    return f"y in {{{', '.join(map(str, outcomes))}}}"


explain_failures(__name__)
