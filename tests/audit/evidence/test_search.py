"""Which events are looked at, and in which order."""

import numpy as np

from dpassay.audit.evidence.events import certify
from dpassay.audit.evidence.features import LawCells, Outcomes
from dpassay.audit.evidence.search import MOST_PREFIXES, all_families
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
