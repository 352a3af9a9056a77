"""Ranges of codes."""

import numpy as np

from dpassay.audit.evidence.features import Outcomes


def test_many_ranges_are_counted() -> None:
    seen = np.arange(40, dtype=np.int64)
    assert Outcomes().event(seen[::2], seen).description.endswith("y = 8 or one of 15 more ranges")
