"""The range of the quotient of line 6."""

from __future__ import annotations

from itertools import product

import pytest

from dpassay.proofs_check.kernel.finite import PROPERTIES
from dpassay.proofs_check.lazy_to_private import MODULES

assert MODULES  # their import registers all properties


@pytest.mark.parametrize("losses", [[["1", "0"]] * 4, [["1", "1"]] * 4, [["1", "0"], ["0", "1"]] * 2])
def test_the_range_of_the_quotient_of_line_6(losses: list[list[str]]) -> None:
    game = {"losses": losses, "exp_learning_rate": "2", "batch": 2, "fake_switch": "1/3"}
    first = [sum(int(row[x]) for row in losses[:2]) for x in (0, 1)]
    exponents = [first[y] - first[x] for x, y in product((0, 1), repeat=2)]
    inside = all(-2 < e < 2 for e in exponents)
    assert PROPERTIES["asi08"].holds(game)
    assert PROPERTIES["asi08-inside"].holds(game) is inside
    assert PROPERTIES["asi08-less"].holds(game) is all(100 * e <= 2 * 99 for e in exponents)
