"""Which events are looked at, and in which order."""

from typing import Any

import numpy as np
from scipy import stats

from dpassay.audit.evidence.cuts import Cuts, cuts_of
from dpassay.audit.evidence.events import certify
from dpassay.audit.evidence.features import LawCells, Outcomes, contains
from dpassay.audit.evidence.search import MOST_PREFIXES, all_families, search
from dpassay.properties.cells import Cells


def test_a_search_among_many_outcomes_stays_small() -> None:
    """Of 30,000 different outcomes a bounded number of prefixes and half-lines is looked at."""
    rng = np.random.default_rng(1)
    p, q = rng.integers(0, 10**9, 20_000), rng.integers(0, 10**9, 20_000)
    families = all_families(p, q, [Outcomes()])
    lengths = [len(family.start) for family in families]
    assert sum(length > MOST_PREFIXES for length in lengths) == 2  # single codes, in two directions
    assert certify(p, q, [Outcomes()], delta=0.0, alpha=1e-3).epsilon_lower == 0


def test_law_prefixes_grow_by_falling_ratio_in_either_direction() -> None:
    p, q = [0.1, 0.4, 0.2, 0.3], [0.3, 0.1, 0.4, 0.2]  # ratios 1/3, 4, 1/2, 3/2
    cells = LawCells(Cells("finite", [0, 1, 2, 3], p), Cells("finite", [0, 1, 2, 3], q))
    families = all_families([0, 1, 2], [0, 2, 2], [cells])
    for direction, expected in (("p over q", ["y = 1", "y = 1 or y = 3"]), ("q over p", ["y = 0", "y = 0 or y = 2"])):
        law = next(family for family in families if family.direction == direction)
        assert [law.pick(i)[0].description for i in (0, 1)] == expected
        assert law.pick(3)[0].description == "0 <= y <= 3"
        assert (law.above[3], law.below[3], law.n_above, law.n_below) == (3, 3, 3, 3)


# Chains


def power_of_half_line(event: dict[str, Any], direction: str) -> float:
    """Of noise that is 20 % too small, around 0 and 1: by how many standard errors a root of n an event is off."""
    ends = [-np.inf, *event["feature"]["cuts"], np.inf]
    below = [np.asarray(stats.laplace.cdf(ends, m, 0.8)) for m in (0, 1)]
    first, second = (sum(each[high + 1] - each[low] for low, high in event["ranges"]) for each in below)
    p, q = (first, second) if direction == "p over q" else (second, first)
    return float((p - np.e * q) / np.sqrt(p * (1 - p) + np.e**2 * q * (1 - q)))


def test_what_is_around_a_half_line_makes_a_better_choice() -> None:
    """40 trainings on 400 answers; the best half-line has 0.105."""
    rng, found = np.random.default_rng(9), {True: 0.0, False: 0.0}
    for _ in range(40):
        p, q = rng.laplace(0, 0.8, 400), rng.laplace(1, 0.8, 400)
        cuts = Cuts(cuts_of(np.concatenate([p, q])))
        for is_smooth in found:
            event, direction = search(p, q, [cuts], delta=0.0, alpha=0.01, is_smooth=is_smooth)
            found[is_smooth] += power_of_half_line(event.predicate, direction) / 40
    assert found[False] + 0.002 < found[True] < 0.106


def test_an_atom_in_a_chain_is_not_smoothed_away() -> None:
    rng = np.random.default_rng(2)
    p, q = rng.normal(size=(2, 4_000))
    p[:400] = 0.25
    event, direction = search(p, q, [Cuts(cuts_of(np.concatenate([p, q])))], delta=0.0, alpha=0.01)
    inside = [contains(event.predicate, np.array([value]))[0] for value in (0.25, -0.5, 1.0)]
    assert (inside, direction) == ([True, False, False], "p over q")
