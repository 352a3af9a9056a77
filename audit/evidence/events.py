"""Which event shows that a mechanism leaks? Searched on a fifth of the samples, certified on the rest.

An event is a set of outputs, made of the codes that a feature gives to outputs (`dpassay.audit.evidence.features`).
`dpassay.audit.evidence.search` says which ones are looked at.

Why the certificate holds whatever the search did: the samples are cut into a training part and a test part at a
place that only their number decides. The search sees the training part. ONE event in ONE direction comes
out of it, and one bound is computed for it on the test part (`dpassay.audit.evidence.joint`). So no correction
for the number of features, events or directions is needed, and none can be wrong. The predicate that is evaluated
is the JSON that is reported.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import inf, isfinite, log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpassay.audit.evidence import bounds
from dpassay.audit.evidence.codes import Event, Feature, Floats, Integers, Mask
from dpassay.audit.evidence.features import reading, within
from dpassay.audit.evidence.search import (
    TRAINING_SHARE,
    Direction,
    all_families,
    best,
    checked_samples,
    limits_of,
    search,
)
from dpassay.audit.evidence.statements import joint_epsilon
from dpassay.exact.entrance import explain_failures

__all__ = ["Band", "Certificate", "Choice", "certify", "certify_choice", "profile_band", "split", "training_size"]

Counts = tuple[int, int, int, int]


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


class Choice(NamedTuple):
    """What came out of training.

    ``inside``: which samples lie in the event, where its predicate does not say that.
    """

    event: Event
    direction: Direction
    inside: Callable[[NDArray[Any]], Mask] | None = None


def training_size(samples: int) -> int:
    """Return how many of so many samples, the first ones, are for choosing the event."""
    return max(1, samples // TRAINING_SHARE)


def split(samples: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the training part and the test part of samples, shape (n,) or (n, k): the first fifth and the rest.

    A fifth is enough to choose by, and the rest decides what the bound is worth: cut in halves, between 1.4 and
    2 times as many samples are needed for the same bound.

    Raises:
        ValueError: samples is not an array of at least 2 numbers, or rows of numbers.
    """
    array = checked_samples(samples, "samples", 2)
    cut = training_size(len(array))
    return array[:cut], array[cut:]


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

    def choose(train_p: NDArray[Any], train_q: NDArray[Any]) -> Choice:
        return Choice(*search(train_p, train_q, features, delta=delta, alpha=alpha))

    return certify_choice(samples_p, samples_q, choose, delta=delta, alpha=alpha)


def certify_choice(
    samples_p: ArrayLike,
    samples_q: ArrayLike,
    choose: Callable[[NDArray[Any], NDArray[Any]], Choice],
    *,
    delta: float,
    alpha: float,
) -> Certificate:
    """Return a certified lower bound on epsilon for the event that ``choose`` makes of the training parts.

    Arguments and errors are those of `certify`.
    """
    (train_p, test_p), (train_q, test_q) = split(samples_p), split(samples_q)
    event, direction, inside = choose(train_p, train_q)
    counts = _counted([(event, direction)], test_p, test_q, inside)[0]
    above, below = (0, 1) if direction == "p over q" else (1, 0)
    return Certificate(
        epsilon_lower=joint_epsilon(*counts, delta=delta, alpha=alpha),
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
    families = all_families(train_p, train_q, features)
    limits = limits_of(families, alpha)
    chosen = [best(families, [low - t * high for low, high in limits]) for t in grid]
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


def _check_grid(exp_eps: ArrayLike) -> Floats:
    grid = np.asarray(exp_eps)
    if grid.ndim != 1 or grid.size == 0 or grid.dtype.kind not in "iuf":
        raise ValueError(f"exp_eps = {exp_eps!r}: expected numbers, shape (g,) with g at least 1")
    grid = grid.astype(np.float64)
    if not ((grid > 0) & np.isfinite(grid)).all() or (np.diff(grid) <= 0).any():
        raise ValueError(f"exp_eps = {exp_eps!r}: expected positive finite numbers, strictly increasing")
    return grid


def _counted(
    chosen: list[tuple[Event, Direction]],
    test_p: NDArray[Any],
    test_q: NDArray[Any],
    inside: Callable[[NDArray[Any]], Mask] | None = None,
) -> list[Counts]:
    """Return, for each event, count and size of the numerator's test part, then of the denominator's."""
    if inside is None:
        in_p, in_q = (_hits([event for event, _ in chosen], test) for test in (test_p, test_q))
    else:
        in_p, in_q = ([int(inside(test).sum())] for test in (test_p, test_q))
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


explain_failures(__name__)
