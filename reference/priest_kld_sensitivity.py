"""How far PRIEST-KLD moves between adjacent histograms of one size: by looking at all of them, and in closed form.

Source: Scott, Biswas, Cormode and Maple, "Distributed, communication-efficient, and differentially private estimation
of KL divergence", Definitions 3.3 to 3.5 and Theorems 4.9 and 4.10, at a fixed size N, so that h -> h / N is one to
one. h1 ~ h2 where one count is one less and another one more. The class H^{>1} is that of counts of at least 2.

Moved are KL(Pi || P), and the estimate at given x_1, ..., x_T or at those that move it most. Which letter the
x_t are only matters by their shares q(x), and a change is linear in q: it is largest where all x_t are one letter.
The closed forms are those of the text's displays without its triangle inequalities, whose terms have opposite signs:
Theorem 4.9 has log 3/2 = 0.405... where it prints 0.7, and both are reached by the estimate at fewer samples.
Claims: SCOTT-26-sharp on the divergence, SCOTT-21-corrected on the estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import TypeAlias

from dpassay.exact import LogForm, as_positive_integer, log, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference.priest_kld_estimator import Shares, divergence, term

Histogram: TypeAlias = tuple[int, ...]
MOST_HISTOGRAMS = 20_000
"""The search lists no more histograms than this."""


def histograms(size: int, letters: int, least: int) -> Iterator[Histogram]:
    """Yield every histogram of a size whose counts are all at least ``least``."""
    if as_positive_integer(letters, "letters") == 1:
        if size >= least:
            yield (size,)
        return
    for count in range(least, size - least * (letters - 1) + 1):
        for rest in histograms(size - count, letters - 1, least):
            yield (count, *rest)


def adjacent_pairs(size: int, letters: int, least: int) -> Iterator[tuple[Histogram, Histogram]]:
    """Yield every ordered pair of adjacent histograms of the class (Definition 3.3); none where N <= least * k."""
    for seen, first in enumerate(histograms(size, letters, least)):
        require(seen < MOST_HISTOGRAMS, "size", size, f"one with at most {MOST_HISTOGRAMS} histograms")
        for a, b in permutations(range(letters), 2):
            if first[a] > least:
                yield first, tuple(count - (x == a) + (x == b) for x, count in enumerate(first))


def largest_change(value: Callable[[Histogram], LogForm], size: int, letters: int, least: int) -> LogForm:
    """Return the largest change of a value between adjacent histograms, by looking at every pair.

    Raises:
        ValueError: the class has no adjacent pair (the maximum of Definition 3.5 is then over nothing).
    """
    known: dict[Histogram, LogForm] = {}
    largest: LogForm | None = None
    for pair in adjacent_pairs(size, letters, least):
        for h in pair:
            if h not in known:
                known[h] = value(h)
        change = known[pair[0]] - known[pair[1]]
        largest = change if largest is None or change > largest else largest
    if largest is None:
        raise ValueError(f"size = {size}: expected at least {least * letters + 1}, so that there are adjacent pairs")
    return largest


def divergence_sensitivity(reference: Shares, size: int, least: int = 2) -> LogForm:
    """Return the sensitivity of KL(Pi || .) on the class, by looking at every pair; ``least`` is at least 1."""
    as_positive_integer(least, "least")
    return largest_change(
        lambda h: divergence(reference, [Fraction(count, size) for count in h]), size, len(reference), least
    )


def divergence_sensitivity_formula(reference: Shares, size: int, least: int = 2) -> LogForm:
    """Return the same in closed form: max over letters a != b of Pi_a log((c+1)/c) - Pi_b log(M/(M-1)).

    M = N - c (k-1) is the largest count of the class. The count of the letter that Pi likes most falls from c + 1 to c,
    that of the one that it likes least grows from M - 1 to M.
    """
    high = _largest_count(reference, size, least)
    low, tall = log(Fraction(least + 1, least)), log(Fraction(high, high - 1))
    return max(reference) * low - min(reference) * tall


def estimate_sensitivity(
    reference: Shares, size: int, lam: Fraction, least: int = 2, samples: Shares | None = None
) -> LogForm:
    """Return the sensitivity of the estimate of all clients, by looking at every pair.

    ``samples`` are the shares q(x) of the letters among x_1, ..., x_T; without them the x_t are those that move the
    estimate most, which are all one letter. A larger sensitivity than that of KL(Pi || .), whatever Theorem 4.6 says.
    """
    as_positive_integer(least, "least")

    def at(q: Shares) -> LogForm:
        return largest_change(lambda h: _mean(h, q, reference, size, lam), size, len(reference), least)

    letters = range(len(reference))
    return at(samples) if samples is not None else max(at(tuple(Fraction(x == a) for x in letters)) for a in letters)


def estimate_sensitivity_formula(reference: Shares, size: int, lam: Fraction, least: int = 2) -> LogForm:
    """Return the same in closed form, for the worst x_t.

    max over a of max{lambda / (N Pi_a) - log(M/(M-1)), log((c+1)/c) - lambda / (N Pi_a)}: one count moves, and what the
    two parts of the estimate do has opposite signs.
    """
    high = _largest_count(reference, size, least)
    low, tall = log(Fraction(least + 1, least)), log(Fraction(high, high - 1))
    linear = {lam / (size * pi) for pi in reference}
    return max(max(part - tall, low - part) for part in linear)


def _largest_count(reference: Shares, size: int, least: int) -> int:
    as_positive_integer(least, "least")
    letters = len(reference)
    require(letters >= 2, "reference", letters, "at least 2 letters")
    require(size > least * letters, "size", size, f"at least {least * letters + 1}, so that there are adjacent pairs")
    return size - least * (letters - 1)


def _mean(h: Histogram, q: Shares, reference: Shares, size: int, lam: Fraction) -> LogForm:
    """Return sum_x q(x) (lambda (r(x) - 1) - log r(x))."""
    parts = (w * term(Fraction(n, size), pi, lam) for n, pi, w in zip(h, reference, q, strict=True) if w)
    return sum(parts, LogForm())


explain_failures(__name__)
