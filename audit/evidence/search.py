"""Which event promises the most, by training samples alone.

The search looks, in both directions, at

* prefixes of the cells in the order of the exact likelihood ratio: by Neyman and Pearson the best events of
  all when the mechanism is what it says it is, and good ones when only its scale is wrong;
* half-lines: all codes up to one, or from one on; single codes;
* prefixes of the codes in the order of the ratio seen in training;
* codes that one dataset produced in training and the other never did.

How the search avoids the lucky tiny set: a candidate is judged by a confidence bound that holds for all
candidates together, on training samples that had no part in making it. Events of seen ratios and of unseen
codes are made on the first half of the training samples and judged on the second; the others are judged on
all of them.

How it avoids the lucky end of a half-line: along a chain of many prefixes or half-lines promises change little from one
to the next, and what is seen of them much. So a link of a chain is judged by the mean of the promises around it; by its
own only where that is so good that it outweighs more caution, as at an atom.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from dpassay.audit.evidence import bounds
from dpassay.audit.evidence.codes import NO_CODE, Event, Feature, Floats, Integers
from dpassay.audit.evidence.joint import promised_ratios
from dpassay.exact.entrance import explain_failures

__all__ = ["Direction", "search"]

Direction = Literal["p over q", "q over p"]

TRAINING_SHARE: Final = 5
"""One in so many samples is for choosing the event."""

CAUTION: Final = 3.0
"""Standard errors, by which the choice is cautious besides."""

CHAIN: Final = 40
"""From so many links on, a link of a chain is judged by those around it."""

AROUND: Final = 6
"""One in so many links of a chain is around a link."""

BOLDNESS: Final = 1.0
"""By so many standard errors more the choice is cautious where a link is judged by itself."""

MOST_PREFIXES: Final = 2_000
"""Of an order of more codes than this, only as many prefixes are looked at."""


def search(
    train_p: ArrayLike,
    train_q: ArrayLike,
    features: Sequence[Feature],
    *,
    delta: float,
    alpha: float,
    is_smooth: bool = True,
) -> tuple[Event, Direction]:
    """Return the event and the direction that promise the largest bound on epsilon.

    Args:
        train_p: shape (n,), outputs on the first input, for training only.
        train_q: shape (k,), outputs on the second input, for training only.
        features: which events to look at.
        delta: the delta of the guarantee, at least 0 and below 1.
        alpha: the error probability, between 0 and 1.
        is_smooth: promises change little along a chain; else each link is judged by itself.

    Raises:
        ValueError: an argument is not as described.
    """
    bounds.epsilon_lower_bound(0, 0, 0, 0, delta=delta, alpha=alpha)  # for its checks, before the work
    families = all_families(checked_samples(train_p, "train_p", 0), checked_samples(train_q, "train_q", 0), features)
    return best(families, _promises(families, delta, alpha, is_smooth=is_smooth))


def checked_samples(samples: ArrayLike, name: str, least: int) -> NDArray[Any]:
    """Return samples as an array of at least so many numbers, or rows of them."""
    array = np.asarray(samples)
    if array.ndim not in (1, 2) or array.dtype.kind not in "iuf" or len(array) < least:
        shown = f"array of shape {array.shape} and type {array.dtype}"
        raise ValueError(f"{name} = {shown}: expected at least {least} numbers, shape (n,), or rows, shape (n, k)")
    return array


def _halves(array: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    return array[: len(array) // 2], array[len(array) // 2 :]


@dataclass(frozen=True, slots=True, eq=False)
class _Family:
    """Candidates of one kind: each is a stretch order[start:stop] of the codes of a feature.

    Attributes:
        feature: where the codes come from.
        direction: which dataset is the numerator.
        seen: increasing, all codes there are.
        order: shape (s,), places in `seen`.
        start: shape (c,), where each candidate begins.
        stop: shape (c,), where it ends.
        above: shape (c,), how many of the judging samples of the numerator lie in each candidate.
        below: the same for the denominator.
        n_above: how many judging samples the numerator has.
        n_below: the same for the denominator.
        is_chain: each candidate lies in the next one, or in the one before it.
    """

    feature: Feature
    direction: Direction
    seen: Integers
    order: NDArray[np.intp]
    start: NDArray[np.intp]
    stop: NDArray[np.intp]
    above: Integers
    below: Integers
    n_above: int
    n_below: int
    is_chain: bool

    def pick(self, candidate: int) -> tuple[Event, Direction]:
        places = np.sort(self.order[self.start[candidate] : self.stop[candidate]])
        return self.feature.event(self.seen[places], self.seen), self.direction


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """How often each seen code occurs in the training samples of one dataset.

    Attributes:
        making: shape (s,), in the first half.
        judging: shape (s,), in the second half.
        n_making: the size of the first half.
        n_judging: the size of the second half.
    """

    making: Integers
    judging: Integers
    n_making: int
    n_judging: int


def all_families(train_p: ArrayLike, train_q: ArrayLike, features: Sequence[Feature]) -> list[_Family]:
    """Return all candidates."""
    if not features:
        raise ValueError(f"features = {features!r}: expected at least one feature")
    forms = [np.shape(train)[1:] for train in (train_p, train_q)]
    if forms[0] != forms[1]:
        raise ValueError(f"samples have the forms {forms[0]} and {forms[1]}: expected one form")
    found: list[_Family] = []
    for feature in features:
        steps = feature.steps()
        seen, p, q = _tally(feature, train_p, train_q, steps)
        if not seen.size:
            continue
        law = [np.searchsorted(seen, step) for step in steps]
        found += _directed(feature, "p over q", seen, p, q, law=law)
        found += _directed(feature, "q over p", seen, q, p, law=law[::-1])
    if not found:
        raise ValueError("features give no code to any sample: expected a feature that fits the outputs")
    return found


def _tally(
    feature: Feature, train_p: ArrayLike, train_q: ArrayLike, steps: list[Integers]
) -> tuple[Integers, _Side, _Side]:
    """Return all codes there are, increasing, and how often each occurs."""
    parts = [feature.codes(half) for train in (train_p, train_q) for half in _halves(np.asarray(train))]
    if parts[0].ndim != 1:
        raise ValueError(f"samples have shape {np.shape(train_p)}, but {feature.name!r} is asked of single numbers")
    seen = np.unique(np.concatenate([*(np.unique(part) for part in parts), *steps]))
    seen = seen[seen != NO_CODE].astype(np.int64)
    counts = [_occurrences(part, seen) for part in parts]
    sides = [_Side(counts[i], counts[i + 1], n_making=len(parts[i]), n_judging=len(parts[i + 1])) for i in (0, 2)]
    return seen, sides[0], sides[1]


def _occurrences(codes: Integers, seen: Integers) -> Integers:
    """Return how often each of the seen codes occurs."""
    values, counts = np.unique(codes, return_counts=True)
    known = values != NO_CODE
    result = np.zeros(len(seen), dtype=np.int64)
    result[np.searchsorted(seen, values[known])] = counts[known]
    return result


def _directed(
    feature: Feature,
    direction: Direction,
    seen: Integers,
    above: _Side,
    below: _Side,
    *,
    law: list[NDArray[np.intp]],
) -> list[_Family]:
    """Return the families of one feature in one direction; law: places in `seen`, by falling ratio."""
    everything, judging = (
        _whole(above, below),
        (above.judging, below.judging, above.n_judging, below.n_judging),
    )

    def family(
        order: NDArray[np.intp], start: NDArray[np.intp], stop: NDArray[np.intp], judges: tuple[Any, ...]
    ) -> _Family:
        totals = [np.concatenate([[0], np.cumsum(counts[order])]) for counts in judges[:2]]
        inside = [total[stop] - total[start] for total in totals]
        is_chain = bool((start == start[:1]).all() or (stop == stop[:1]).all())
        return _Family(
            feature, direction, seen, order, start, stop, inside[0], inside[1], judges[2], judges[3], is_chain
        )

    ratio = (above.making + 1) / (above.n_making + 2) / ((below.making + 1) / (below.n_making + 2))
    by_ratio = np.argsort(-ratio, kind="stable")
    prefixes = _lengths(len(seen))
    places = np.arange(len(seen))
    found = [
        family(places, np.zeros_like(prefixes), prefixes, everything),
        family(places, prefixes - 1, np.full_like(prefixes, len(seen)), everything),
        family(places, places, places + 1, everything),
        family(by_ratio, np.zeros_like(prefixes), prefixes, judging),
    ]
    if law:
        ends = np.cumsum([len(step) for step in law])
        found.insert(0, family(np.concatenate(law), np.zeros_like(ends), ends, everything))
    unseen = np.flatnonzero((below.making == 0) & (above.making > 0))
    if unseen.size:
        order = unseen[np.argsort(-above.making[unseen], kind="stable")]
        ends = _lengths(len(order))
        found.append(family(order, np.zeros_like(ends), ends, judging))
    return found


def _whole(above: _Side, below: _Side) -> tuple[Integers, Integers, int, int]:
    """Return the counts in all training samples, and how many these are."""
    return (
        above.making + above.judging,
        below.making + below.judging,
        above.n_making + above.n_judging,
        below.n_making + below.n_judging,
    )


def _lengths(most: int) -> NDArray[np.intp]:
    """Return the lengths of the prefixes to look at: all up to a limit, else both even and growing steps."""
    if most <= MOST_PREFIXES:
        return np.arange(1, most + 1)
    half = MOST_PREFIXES // 2
    steps = np.concatenate([np.geomspace(1, most, half), np.linspace(1, most, half)])
    return np.unique(steps.round().astype(np.intp))


def limits_of(families: list[_Family], alpha: float) -> list[tuple[Floats, Floats]]:
    """Return limits of both probabilities of each candidate that hold for all candidates together."""
    level = alpha / (2 * sum(len(family.start) for family in families))
    lows = _each(bounds.lower_limits, [(family.above, family.n_above) for family in families], level)
    highs = _each(bounds.upper_limits, [(family.below, family.n_below) for family in families], level)
    return list(zip(lows, highs, strict=True))


def _each(
    limits: Callable[[Integers, int, float], Floats], counted: list[tuple[Integers, int]], level: float
) -> list[Floats]:
    """Return the limit of each count of so many samples, for each family, computing equal ones once."""
    known = {}
    for n in {n for _, n in counted}:
        values = np.unique(np.concatenate([counts for counts, of in counted if of == n]))
        known[n] = values, limits(values, n, level)
    return [known[n][1][np.searchsorted(known[n][0], counts)] for counts, n in counted]


def _promises(families: list[_Family], delta: float, alpha: float, *, is_smooth: bool) -> list[Floats]:
    """Return what each candidate may certify: a lower limit of the ratio of its probabilities, for the choice alone.

    It is so many standard errors below what training saw as the bound will be, whose samples are more, and some more:
    of many candidates the best looks better than it is.
    """
    found = []
    for each in families:
        counts = each.above[None], each.n_above, each.below[None], each.n_below
        links = len(each.above) if each.is_chain and is_smooth else 0
        found.append(chain_promises(*counts, delta=delta, alpha=alpha, links=links)[0])
    return found


def chain_promises(
    above: Integers, n_above: int, below: Integers, n_below: int, *, delta: float, alpha: float, links: int
) -> Floats:
    """Return what each link of a chain may certify, for the choice alone: of many trainings, shape (r, k) -> (r, k).

    Args:
        above: how many judging samples of the numerator lie in each link.
        n_above: how many there are.
        below: the same for the denominator.
        n_below: the same for the denominator.
        delta: of the guarantee.
        alpha: the error probability.
        links: how many links the chain has; 0 for events that are none.
    """
    z = -float(special.ndtri(min(alpha, 0.5))) / sqrt(TRAINING_SHARE - 1) + CAUTION

    def promise(z: float) -> Floats:
        flat = promised_ratios(above.ravel(), n_above, below.ravel(), n_below, delta=delta, z=z)
        return flat.reshape(above.shape)

    if links < CHAIN:
        return promise(z)
    return np.maximum(_mean_around(promise(z), above.shape[1] // AROUND), promise(z + BOLDNESS))


def _mean_around(values: Floats, width: int) -> Floats:
    """Return the mean of so many values around each one in its row; at the ends the last one stands for more."""
    half = width // 2
    padded = np.pad(values, ((0, 0), (half, half)), mode="edge")
    total = np.pad(np.cumsum(padded, axis=1), ((0, 0), (1, 0)))
    return np.asarray((total[:, 2 * half + 1 :] - total[:, : -2 * half - 1]) / (2 * half + 1))


def best(families: list[_Family], values: list[Floats]) -> tuple[Event, Direction]:
    """Return the event and the direction of the largest value; of equal ones the first."""
    family, value = max(zip(families, values, strict=True), key=lambda pair: float(pair[1].max()))
    return family.pick(int(np.argmax(value)))


explain_failures(__name__)
