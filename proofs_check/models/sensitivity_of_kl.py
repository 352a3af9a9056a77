"""Two adjacent histograms, and what is computed of them: the divergence of the reference, and its sampled estimate.

``h(i, x)`` counts cell x of histogram i = 1, 2, of size N; every count is at least c. One datum of cell 1 in the first
histogram is in cell 2 in the second; the cells are named so that this is the pair. ``pi`` is the reference, ``s(x)``
says how many of the T samples are x. A and B are the sums of Algorithm 2 without noise, B - A is what Algorithm 1
divides by T. ``Delta`` is the sensitivity of the divergence: the most that it differs on any two adjacent histograms of
this size with counts from c on. ``M`` is the most that the
count of a changed cell can be without the datum that moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import permutations
from typing import Any, Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Law = tuple[Fraction, ...]
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Neighbors:
    """A reference, the first histogram, the counts of the samples, lambda, the least count, and (eps, delta)."""

    pi: Law
    first: Counts
    samples: Counts
    weight: Fraction = Fraction(0)
    least: int = 2
    epsilon: Fraction = Fraction(1)
    delta: Fraction = Fraction(1, 20)

    def __post_init__(self) -> None:
        if len(self.pi) < 2 or min(self.pi) <= 0 or sum(self.pi) != 1:
            raise ValueError(f"pi = {self.pi}: expected a law of full support on at least two cells")
        if not len(self.pi) == len(self.first) == len(self.samples):
            raise ValueError(f"first, samples = {self.first}, {self.samples}: expected a number for each cell")
        if self.least < 1 or min(min(counts) for counts in self.pair) < self.least:
            raise ValueError(f"first = {self.first}: expected counts from {self.least} on, and so after the change")
        if min(self.samples) < 0 or sum(self.samples) < 1:
            raise ValueError(f"samples = {self.samples}: expected how many samples are of each cell, at least one")
        if self.weight < 0 or self.epsilon <= 0 or not 0 < self.delta < 1:
            raise ValueError(
                f"lambda, eps, delta = {self.weight}, {self.epsilon}, {self.delta}: expected >= 0, > 0 and in (0, 1)"
            )

    @property
    def pair(self) -> tuple[Counts, Counts]:
        """Both histograms."""
        a, b, *rest = self.first
        return self.first, (a - 1, b + 1, *rest)

    @property
    def size(self) -> int:
        """The number of data."""
        return sum(self.first)


def total(values: Iterator[LogForm]) -> LogForm:
    """The sum of exact numbers."""
    return reduce(lambda a, b: a + b, values, LogForm())


def divergence(pi: Law, counts: Counts) -> LogForm:
    """KL(Pi || P), where P is the empirical law of the counts."""
    size = sum(counts)
    return total(log(p * size / n) * p for p, n in zip(pi, counts, strict=True))


def logs(at: Neighbors, i: int) -> LogForm:
    """The sum of log r(x_t)."""
    counts = at.pair[int(i) - 1]
    return total(log(n / (p * at.size)) * s for p, n, s in zip(at.pi, counts, at.samples, strict=True))


def excesses(at: Neighbors, i: int) -> Fraction:
    """The sum of lambda (r(x_t) - 1)."""
    counts = at.pair[int(i) - 1]
    return sum(
        (s * at.weight * (n / (p * at.size) - 1) for p, n, s in zip(at.pi, counts, at.samples, strict=True)),
        Fraction(0),
    )


def estimate(at: Neighbors, i: int) -> LogForm:
    """The mean of lambda (r(x_t) - 1) - log r(x_t)."""
    return (excesses(at, i) - logs(at, i)) / sum(at.samples)


def histograms(cells: int, size: int, least: int) -> Iterator[Counts]:
    """All histograms of a size with no count below the least."""
    if cells == 1:
        if size >= least:
            yield (size,)
        return
    for n in range(least, size + 1):
        for rest in histograms(cells - 1, size - n, least):
            yield (n, *rest)


@cache
def sensitivity(pi: Law, size: int, least: int) -> LogForm:
    """The most that the divergence differs on adjacent histograms, by trying all pairs."""
    most = LogForm()
    for counts in histograms(len(pi), size, least):
        for a, b in permutations(range(len(pi)), 2):
            if counts[a] > least:
                moved = tuple(n - (x == a) + (x == b) for x, n in enumerate(counts))
                gap = divergence(pi, counts) - divergence(pi, moved)
                most = gap if most < gap else most
    return most


def law(*shares: str) -> Law:
    """A reference, written with its denominators."""
    return tuple(map(Fraction, shares))


def settings() -> Iterator[Neighbors]:
    """Two to four cells; counts at the least and above it; lambda 0 and large; samples of cells that change or not."""
    half = law("1/2", "1/2")
    yield Neighbors(half, (3, 2), (1, 0))
    yield Neighbors(half, (4, 2), (1, 2), Fraction(5, 2), epsilon=Fraction(1, 2), delta=Fraction(1, 1000))
    yield Neighbors(law("3/4", "1/4"), (3, 3), (0, 1), Fraction(1), delta=Fraction(99, 100))
    yield Neighbors(law("1/6", "1/2", "1/3"), (3, 2, 2), (0, 1, 2), Fraction(1), epsilon=Fraction(1, 10))
    yield Neighbors(law("1/6", "1/2", "1/3"), (3, 2, 2), (0, 0, 2), Fraction(1))
    yield Neighbors(law("1/10", "3/10", "2/10", "4/10"), (5, 2, 2, 3), (1, 1, 0, 1), Fraction(3, 2))
    yield Neighbors(law("1/20", "19/20"), (2, 1), (1, 0), Fraction(0), 1, epsilon=Fraction(3))
    yield Neighbors(half, (2, 3), (2, 1), Fraction(1, 3), 1, epsilon=Fraction(1, 5))
    yield Neighbors(law("1/6", "1/2", "1/3"), (2, 1, 1), (1, 1, 2), Fraction(2), 1)


def read(at: Neighbors) -> dict[str, Any]:
    """k, N, T, lam, c, eps and d."""
    return {
        "k": Fraction(len(at.pi)),
        "N": Fraction(at.size),
        "T": Fraction(sum(at.samples)),
        "lam": at.weight,
        "c": Fraction(at.least),
        "eps": at.epsilon,
        "d": at.delta,
    }


CELL: Final = "integer, 1 <= x, x <= k"
WHICH: Final = "integer, 1 <= i, i <= 2"
OF_HISTOGRAM: Final = {"i": WHICH}
ADJACENT: Final = Model(
    "divergences from the reference of two adjacent histograms",
    parameters={
        "k": "integer, 2 <= k",
        "N": "integer, 1 <= N",
        "T": "integer, 1 <= T",
        "lam": "real, 0 <= lam",
        "c": "integer, 1 <= c",
        "eps": "real, 0 < eps",
        "d": "real, 0 < d, d < 1",
    },
    variables={"i": WHICH, "x": CELL, "y": "integer, 3 <= y, y <= k"},
    quantities={
        "pi": Named(lambda at, x: at.pi[x - 1], {"x": CELL}, range="positive"),
        "h": Named(lambda at, i, x: Fraction(at.pair[i - 1][x - 1]), {"i": WHICH, "x": CELL}, range="positive integer"),
        "s": Named(lambda at, x: Fraction(at.samples[x - 1]), {"x": CELL}, range="at least 0"),
        "kl": Named(lambda at, i: divergence(at.pi, at.pair[i - 1]), OF_HISTOGRAM),
        "A": Named(logs, OF_HISTOGRAM),
        "B": Named(excesses, OF_HISTOGRAM),
        "est": Named(estimate, OF_HISTOGRAM),
        "M": Named(lambda at: Fraction(at.size - 1 - at.least * (len(at.pi) - 1)), range="positive integer"),
        "Delta": Named(lambda at: sensitivity(at.pi, at.size, at.least), range="at least 0"),
    },
    facts={
        "the reference is a law": "sum(pi(x), x, 1, k) = 1",
        "size": "sum(h(i, x), x, 1, k) = N",
        "samples": "sum(s(x), x, 1, k) = T",
        "least count": "c <= h(i, x)",
        "one less in cell 1": "h(1, 1) = h(2, 1) + 1",
        "one more in cell 2": "h(2, 2) = h(1, 2) + 1",
        "the same elsewhere": "h(1, y) = h(2, y)",
        "divergence": "kl(i) = sum(pi(x)*log(pi(x)*N/h(i, x)), x, 1, k)",
        "sum of logs": "A(i) = sum(s(x)*log(h(i, x)/(N*pi(x))), x, 1, k)",
        "sum of excesses": "B(i) = sum(s(x)*lam*(h(i, x)/(N*pi(x)) - 1), x, 1, k)",
        "estimate": "est(i) = (B(i) - A(i))/T",
        "what is left for one cell": "M = N - 1 - c*(k - 1)",
        "sensitivity": "kl(i) - kl(3 - i) <= Delta",
    },
    settings=settings,
    read=read,
)
TWICE: Final = ADJACENT.narrowed(
    "two adjacent histograms in which every cell occurs twice",
    {"at least twice": "c = 2"},
    lambda: (at for at in settings() if at.least == 2),
)
"""The histograms of Theorems 4.9 and 4.10."""
