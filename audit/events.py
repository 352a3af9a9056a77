"""Which event shows that a mechanism leaks? Searched on a quarter of the samples, certified on the rest.

An event is a set of outputs, made of the codes that a feature gives to outputs (`dpassay.audit.features`).
The search looks, in both directions, at

* prefixes of the cells in the order of the exact likelihood ratio: by Neyman and Pearson the best events of
  all when the mechanism is what it says it is, and good ones when only its scale is wrong;
* half-lines: all codes up to one, or from one on; single codes;
* prefixes of the codes in the order of the ratio seen in training;
* codes that one dataset produced in training and the other never did.

Why the certificate holds whatever the search did: the samples are cut into a training part and a test part at a
place that only their number decides. The search sees the training part. ONE event in ONE direction comes
out of it, and one Clopper-Pearson bound is computed for it on the test part. So no correction for the number
of features, events or directions is needed, and none can be wrong. The predicate that is evaluated is the
JSON that is reported.

How the search avoids the lucky tiny set: a candidate is judged by a confidence bound that holds for all
candidates together, on training samples that had no part in making it. Events of seen ratios and of unseen
codes are made on the first half of the training samples and judged on the second; the others are judged on
all of them.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import inf, isfinite, log
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpassay.audit import bounds
from dpassay.audit.features import NO_CODE, Event, Feature, reading, within
from dpassay.exact.entrance import explain_failures

__all__ = ["Band", "Certificate", "Direction", "Event", "certify", "profile_band", "search", "split"]

Direction = Literal["p over q", "q over p"]
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Counts = tuple[int, int, int, int]

TRAINING_SHARE: Final = 4
"""One in so many samples is for choosing the event."""

MOST_PREFIXES: Final = 2_000
"""Of an order of more codes than this, only as many prefixes are looked at."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A lower bound on epsilon with its evidence.

    Attributes:
        epsilon_lower: epsilon is at least this, with confidence 1 - alpha; 0 certifies nothing.
        delta: the delta of the guarantee.
        alpha: the error probability.
        direction: which dataset's outputs are the more frequent in the event: "p over q" or "q over p".
        event: the event, chosen on the training parts.
        count_p: samples of the test part of samples_p that lie in the event.
        n_p: the size of this part.
        count_q: samples of the test part of samples_q that lie in the event.
        n_q: the size of this part.
        epsilon_estimate: the same with frequencies for the probabilities: no bound; infinite where a count is
            0.
    """

    epsilon_lower: float
    delta: float
    alpha: float
    direction: Direction
    event: Event
    count_p: int
    n_p: int
    count_q: int
    n_q: int
    epsilon_estimate: float

    def to_json(self) -> dict[str, Any]:
        """Return the certificate as JSON; an infinite estimate becomes null."""
        found = asdict(self)
        if not isfinite(self.epsilon_estimate):
            found["epsilon_estimate"] = None
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """A lower confidence band for the privacy profile delta(epsilon), over a grid.

    Attributes:
        exp_eps: shape (g,), the grid of e^epsilon.
        delta_lower: shape (g,); with confidence 1 - alpha, delta is at least this at ALL grid points.
        delta_estimate: shape (g,), the frequencies' own value at each point's event: no bound.
        events: the event of each grid point, chosen on the training parts.
        directions: the direction of each.
        alpha: the error probability of the whole band.
    """

    exp_eps: Floats
    delta_lower: Floats
    delta_estimate: Floats
    events: tuple[Event, ...]
    directions: tuple[Direction, ...]
    alpha: float


def split(samples: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the training part and the test part of samples, shape (n,) or (n, k): the first quarter and the rest.

    A quarter is enough to choose by, and the rest decides what the bound is worth: cut in halves, between 1.3 and
    2 times as many samples are needed for the same bound.

    Raises:
        ValueError: samples is not an array of at least 2 numbers, or rows of numbers.
    """
    array = _numbers(samples, "samples", 2)
    cut = max(1, len(array) // TRAINING_SHARE)
    return array[:cut], array[cut:]


def _numbers(samples: ArrayLike, name: str, least: int) -> NDArray[Any]:
    array = np.asarray(samples)
    if array.ndim not in (1, 2) or array.dtype.kind not in "iuf" or len(array) < least:
        shown = f"array of shape {array.shape} and type {array.dtype}"
        raise ValueError(f"{name} = {shown}: expected at least {least} numbers, shape (n,), or rows, shape (n, k)")
    return array


def certify(
    samples_p: ArrayLike, samples_q: ArrayLike, features: Sequence[Feature], *, delta: float, alpha: float
) -> Certificate:
    """Return a certified lower bound on epsilon from outputs on two neighboring inputs.

    Args:
        samples_p: shape (n,), independent outputs on the first input; rows where the features are of rows.
        samples_q: the same on the second input.
        features: which events to look at; fixed before the samples were seen.
        delta: the delta of the guarantee, at least 0 and below 1.
        alpha: the error probability, between 0 and 1.

    Raises:
        ValueError: an argument is not as described.
    """
    (train_p, test_p), (train_q, test_q) = split(samples_p), split(samples_q)
    event, direction = search(train_p, train_q, features, delta=delta, alpha=alpha)
    counts = _counted([(event, direction)], test_p, test_q)[0]
    above, below = (0, 1) if direction == "p over q" else (1, 0)
    return Certificate(
        epsilon_lower=bounds.epsilon_lower_bound(*counts, delta=delta, alpha=alpha),
        epsilon_estimate=_estimate(*counts, delta),
        delta=delta,
        alpha=alpha,
        direction=direction,
        event=event,
        count_p=counts[2 * above],
        n_p=counts[2 * above + 1],
        count_q=counts[2 * below],
        n_q=counts[2 * below + 1],
    )


def search(
    train_p: ArrayLike, train_q: ArrayLike, features: Sequence[Feature], *, delta: float, alpha: float
) -> tuple[Event, Direction]:
    """Return the event and the direction that promise the largest bound on epsilon.

    Args:
        train_p: shape (n,), outputs on the first input, for training only.
        train_q: shape (k,), outputs on the second input, for training only.
        features: which events to look at.
        delta: the delta of the guarantee, at least 0 and below 1.
        alpha: the error probability, between 0 and 1.

    Raises:
        ValueError: an argument is not as described.
    """
    bounds.epsilon_lower_bound(0, 0, 0, 0, delta=delta, alpha=alpha)  # for its checks, before the work
    families = _families(_numbers(train_p, "train_p", 0), _numbers(train_q, "train_q", 0), features)
    values = [_promise(low, high, delta) for low, high in _limits(families, alpha)]
    return _best(families, values)


def profile_band(
    samples_p: ArrayLike,
    samples_q: ArrayLike,
    features: Sequence[Feature],
    *,
    exp_eps: ArrayLike,
    alpha: float,
) -> Band:
    """Return a lower confidence band for delta(epsilon) on a fixed grid.

    For each grid point one event is chosen on the training parts. On the test parts each gets a bound at
    level alpha / (size of the grid), so all hold together; and as delta does not grow with epsilon, a bound
    at one point holds at every smaller one too.

    Args:
        samples_p: shape (n,), independent outputs on the first input; rows where the features are of rows.
        samples_q: the same on the second input.
        features: which events to look at; fixed before the samples were seen.
        exp_eps: shape (g,), positive, strictly increasing, fixed before the samples were seen.
        alpha: the error probability of the whole band, between 0 and 1.

    Raises:
        ValueError: an argument is not as described.
    """
    grid = _check_grid(exp_eps)
    bounds.epsilon_lower_bound(0, 0, 0, 0, delta=0.0, alpha=alpha)  # for its check of alpha, before the work
    (train_p, test_p), (train_q, test_q) = split(samples_p), split(samples_q)
    families = _families(train_p, train_q, features)
    limits = _limits(families, alpha)
    chosen = [_best(families, [low - t * high for low, high in limits]) for t in grid]
    counts = _counted(chosen, test_p, test_q)
    level = alpha / len(grid)
    lower = [
        bounds.delta_lower_bound(*count, exp_eps=float(t), alpha=level) for count, t in zip(counts, grid, strict=True)
    ]
    estimate = [a / n - t * b / k for (a, n, b, k), t in zip(counts, grid, strict=True)]
    return Band(
        exp_eps=grid,
        delta_lower=np.maximum.accumulate(np.array(lower)[::-1])[::-1],
        delta_estimate=np.maximum(np.array(estimate), 0.0),
        events=tuple(event for event, _ in chosen),
        directions=tuple(direction for _, direction in chosen),
        alpha=alpha,
    )


def _halves(array: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    return array[: len(array) // 2], array[len(array) // 2 :]


def _check_grid(exp_eps: ArrayLike) -> Floats:
    grid = np.asarray(exp_eps)
    if grid.ndim != 1 or grid.size == 0 or grid.dtype.kind not in "iuf":
        raise ValueError(f"exp_eps = {exp_eps!r}: expected numbers, shape (g,) with g at least 1")
    grid = grid.astype(np.float64)
    if not ((grid > 0) & np.isfinite(grid)).all() or (np.diff(grid) <= 0).any():
        raise ValueError(f"exp_eps = {exp_eps!r}: expected positive finite numbers, strictly increasing")
    return grid


def _counted(chosen: list[tuple[Event, Direction]], test_p: NDArray[Any], test_q: NDArray[Any]) -> list[Counts]:
    """Return, for each event, count and size of the numerator's test part, then of the denominator's."""
    in_p, in_q = (_hits([event for event, _ in chosen], test) for test in (test_p, test_q))
    return [
        (p, len(test_p), q, len(test_q)) if direction == "p over q" else (q, len(test_q), p, len(test_p))
        for p, q, (_, direction) in zip(in_p, in_q, chosen, strict=True)
    ]


def _hits(events: list[Event], samples: NDArray[Any]) -> list[int]:
    """Return how many samples lie in each event; what several predicates look at is computed once."""
    read: dict[str, Floats | Integers] = {}
    hits = []
    for predicate in (event.predicate for event in events):
        key = json.dumps([predicate["kind"], predicate.get("feature")])
        if key not in read:
            read[key] = reading(predicate, samples)
        hits.append(int(within(predicate, read[key]).sum()))
    return hits


def _estimate(above: int, n_above: int, below: int, n_below: int, delta: float) -> float:
    """Return log((frequency above - delta) / (frequency below)), at least 0."""
    excess = above / n_above - delta
    if excess <= 0:
        return 0.0
    return max(0.0, log(excess * n_below / below)) if below else inf


# The search.


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


def _families(train_p: ArrayLike, train_q: ArrayLike, features: Sequence[Feature]) -> list[_Family]:
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
        return _Family(feature, direction, seen, order, start, stop, inside[0], inside[1], *judges[2:])

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


def _limits(families: list[_Family], alpha: float) -> list[tuple[Floats, Floats]]:
    """Return limits of both probabilities of each candidate that hold for all candidates together."""
    level = alpha / (2 * sum(len(family.start) for family in families))
    return [
        (
            _each(bounds.lower_limits, family.above, family.n_above, level),
            _each(bounds.upper_limits, family.below, family.n_below, level),
        )
        for family in families
    ]


def _each(limits: Callable[[Integers, int, float], Floats], counts: Integers, n: int, level: float) -> Floats:
    """Return the limit of each count, computing equal ones once."""
    values, place = np.unique(counts, return_inverse=True)
    return np.asarray(limits(values, n, level)[place])


def _promise(low: Floats, high: Floats, delta: float) -> Floats:
    """Return the bound on epsilon that limits of the two probabilities give; -infinity for none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(low > delta, np.log(low - delta) - np.log(high), -inf)


def _best(families: list[_Family], values: list[Floats]) -> tuple[Event, Direction]:
    """Return the event and the direction of the largest value; of equal ones the first."""
    family, value = max(zip(families, values, strict=True), key=lambda pair: float(pair[1].max()))
    return family.pick(int(np.argmax(value)))


explain_failures(__name__)
