"""The search for an event once more, by the words of its description: candidates, their judges, the best promise."""

import math
from collections import Counter
from itertools import accumulate

import numpy as np
import pytest
from scipy import optimize, stats

from dpassay.audit.evidence.features import Outcomes, contains
from dpassay.audit.evidence.search import CAUTION, search

Candidate = tuple[str, frozenset[int], list[int], list[int]]
"""Direction, outcomes, and the judging samples of numerator and denominator."""


def candidates(direction: str, above: list[int], below: list[int]) -> list[Candidate]:
    """Half-lines and single outcomes, judged by all; the order of ratios and unseen outcomes, by the second half."""
    seen = sorted({*above, *below})
    (made_a, judge_a), (made_b, judge_b) = ((row[: len(row) // 2], row[len(row) // 2 :]) for row in (above, below))
    a, b = Counter(made_a), Counter(made_b)

    def ratio(y: int) -> float:
        return -((a[y] + 1) / (len(made_a) + 2)) / ((b[y] + 1) / (len(made_b) + 2))

    whole = [seen[:k] for k in range(1, len(seen) + 1)] + [seen[k:] for k in range(len(seen))] + [[y] for y in seen]
    unseen = sorted((y for y in seen if a[y] and not b[y]), key=lambda y: -a[y])
    halved = [*accumulate([[y] for y in sorted(seen, key=ratio)]), *accumulate([[y] for y in unseen])]
    return [
        *((direction, frozenset(some), above, below) for some in whole),
        *((direction, frozenset(some), judge_a, judge_b) for some in halved),
    ]


def score(ratio: float, p: float, q: float, sizes: tuple[int, int], delta: float) -> float:
    """How many standard errors P - delta is above ratio times Q, at the restricted estimate for rare events."""
    (n, m), k = sizes, min(sizes)
    below = (n * (p - delta) + k * q) / (n * ratio + k)
    above = ratio * below + delta
    variance = above * (1 - above) / n + ratio**2 * below * (1 - below) / k
    return (p - delta - ratio * q) / math.sqrt(variance) if variance > 0 and m else 0.0


def promise(candidate: Candidate, z: float, delta: float) -> float:
    """The ratio of at least 1 whose score is z; 0 where that of 1 is less."""
    _, some, above, below = candidate
    p, q = ((sum(y in some for y in row) + 0.5) / (len(row) + 1) for row in (above, below))
    sizes = len(above), len(below)
    if score(1.0, p, q, sizes, delta) < z:
        return 0.0
    return float(optimize.brentq(lambda ratio: score(ratio, p, q, sizes, delta) - z, 1.0, (p - delta) / q, xtol=1e-12))


@pytest.mark.parametrize("delta", [0.0, 0.1])
@pytest.mark.parametrize("seed", range(12))
def test_the_event_has_the_best_promise_of_all_candidates(seed: int, delta: float) -> None:
    rng, alpha = np.random.default_rng(seed), 0.1
    weights = [rng.dirichlet(np.full(7, 0.4)) for _ in range(2)]
    p, q = (rng.choice(7, size=int(rng.integers(60, 140)), p=w).tolist() for w in weights)
    event, direction = search(p, q, [Outcomes()], delta=delta, alpha=alpha)
    every = [*candidates("p over q", p, q), *candidates("q over p", q, p)]
    z = stats.norm.isf(alpha) / math.sqrt(3) + CAUTION  # three times as many samples are for the bound
    promises = [promise(candidate, z, delta) for candidate in every]
    best = [c[:2] for c, value in zip(every, promises, strict=True) if value >= max(promises) - 1e-6]
    found = {y for y in {*p, *q} if contains(event.predicate, np.array([y]))[0]}
    assert (direction, frozenset(found)) in best


def test_an_input_without_training_samples_is_searched_all_the_same_and_no_features_are_not() -> None:
    none, some = np.array([], dtype=np.int64), np.array([1, 1, 2, 1])
    for first, second in ((none, some), (some, none)):
        event, _ = search(first, second, [Outcomes()], delta=0.0, alpha=0.1)
        assert contains(event.predicate, some).any()
    with pytest.raises(ValueError, match=r"^features = \[\]: expected at least one feature$"):
        search(some, some, [], delta=0.0, alpha=0.1)
