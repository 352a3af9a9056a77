"""Answers that come seldom, and almost only on one input: an event of them, beside the one of the largest promise.

`dpassay.audit.evidence.search` is cautious: a handful of answers promises less than a wide event whose ratio is known
well, and an interval holds a hundredth of the answers. So it does not see a branch that is taken once in a thousand
times and tells the input. Here its answers are an event of their own, with a part of alpha of its own.

Two kinds of events are looked at, on training answers alone:

* values that come at least twice, too seldom to have an interval of their own, and on one input so much more often that
  one does so by luck with probability at most `ONE`, and of all of them at most `VALUES` on average;
* all answers beyond the last one on the other input, if so many lie there by luck at most `ENDS` times in one.

Luck is judged where the claim holds with equality: then an answer of an event comes on the first input with probability
r n / (r n + m) for n and m answers and r = e^epsilon. Both limits only say when alpha is worth dividing. What is
certified is counted on the other answers, of one event, as ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from dpassay.audit.evidence.codes import Feature, Floats, Integers
from dpassay.audit.evidence.cuts import INTERVALS, Cuts, Texts, below
from dpassay.audit.evidence.search import Direction
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["SHARE", "Seldom", "seldom"]

SHARE: Final = 0.25
"""The part of the share of values that goes to rare answers, where there are some."""

ONE: Final = 0.5
VALUES: Final = 3.0
ENDS: Final = 0.05
LEAST: Final = 2
"""So often an answer comes in training, or it is none that comes again."""


@dataclass(frozen=True, slots=True, eq=False)
class Seldom:
    """Rare answers of one input.

    Attributes:
        feature: what tells them from others.
        chosen: their codes.
        direction: which input they come on.
        luck: the probability of so many of them, or more, were the claim kept with equality.
    """

    feature: Feature
    chosen: Integers
    direction: Direction
    luck: float


def seldom(
    train_p: NDArray[Any],
    train_q: NDArray[Any],
    *,
    ratio: float,
    delta: float,
    label: str = "y",
    lines: Sequence[str] | None = None,
) -> Seldom | None:
    """Return the rare answers that luck explains least; None where there are none.

    Args:
        train_p: shape (n,), training answers on the first input: numbers, or the numbers of texts.
        train_q: shape (m,), the same on the second.
        ratio: e to the claimed epsilon.
        delta: of the claim.
        label: what a number is called.
        lines: the texts by their numbers; None: the answers are numbers.

    Raises:
        ValueError: the ratio is not above 0.
    """
    parts = [part[~np.isnan(part)] if part.dtype.kind == "f" else part for part in map(np.asarray, (train_p, train_q))]
    require(ratio > 0, "ratio", ratio, "a number above 0")
    sizes = len(train_p), len(train_q)
    if not all(sizes):
        return None
    found = list(_found(parts[0], parts[1], sizes, "p over q", (ratio, delta, label, lines)))
    found += _found(parts[1], parts[0], sizes[::-1], "q over p", (ratio, delta, label, lines))
    return min(found, key=lambda each: each.luck, default=None)


def _found(
    above: NDArray[Any],
    below_: NDArray[Any],
    sizes: tuple[int, int],
    direction: Direction,
    claim: tuple[float, float, str, Sequence[str] | None],
) -> Iterator[Seldom]:
    """Yield what there is in one direction."""
    ratio, delta, label, lines = claim
    share = 1 / (1 + sizes[1] / (ratio * sizes[0]))
    values, a, b = _rare_values(above, below_)
    lucky = luck(a - delta * sizes[0], b, share)
    chosen = (a >= LEAST) & (lucky <= ONE) & (lucky * len(values) <= VALUES)
    if chosen.any():
        whole = luck(a[chosen].sum() - delta * sizes[0], b[chosen].sum(), share)
        yield Seldom(*_of_values(values[chosen], label, lines), direction, float(whole))
    if lines is None and above.size and below_.size:
        for feature, code, count in _ends(above, below_, label):
            beyond = float(luck(count - delta * sizes[0], 0, share))
            if count >= LEAST and 2 * beyond <= ENDS:
                yield Seldom(feature, np.array([code]), direction, beyond)


def _rare_values(above: NDArray[Any], below_: NDArray[Any]) -> tuple[NDArray[Any], Integers, Integers]:
    """Return the values that come at least twice and have no interval of their own, and how often on either input."""
    values, places = np.unique(np.concatenate([above, below_]), return_inverse=True)
    a = np.bincount(places[: len(above)], minlength=len(values))
    b = np.bincount(places[len(above) :], minlength=len(values))
    rare = (a + b >= LEAST) & ((a + b) * INTERVALS <= len(places))
    return values[rare], a[rare], b[rare]


def luck(count: ArrayLike, others: ArrayLike, share: float) -> Floats:
    """Return the probability that of ``count + others`` answers so many or more are on the one input; 1 for none."""
    seen = np.asarray(count, np.float64)
    some = np.maximum(seen, 1e-9)
    return np.where(seen > 0, special.betainc(some, np.asarray(others) + 1.0, share), 1.0)


def _of_values(values: NDArray[Any], label: str, lines: Sequence[str] | None) -> tuple[Feature, Integers]:
    """Return what tells values from all others, and their codes."""
    if lines is not None:
        numbers = values.astype(np.int64)
        return Texts(tuple(lines), numbers), numbers
    cuts = Cuts(np.unique(np.concatenate([below(values), values])), label)
    return cuts, np.unique(cuts.codes(values))


def _ends(above: NDArray[Any], below_: NDArray[Any], label: str) -> Iterator[tuple[Feature, int, int]]:
    """Yield the two events that an answer lies beyond all others, with the code and the count of each."""
    least, largest = below_.min(), below_.max()
    yield Cuts(np.array([largest]), label), 1, int((above > largest).sum())
    before = below(np.array([least]))
    if before.size:
        yield Cuts(before, label), 0, int((above < least).sum())


explain_failures(__name__)
