"""Laws and their cells are computed once for each input that can be looked up, and anew for one that cannot."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import Dist, Law
from dpassay.properties.batches import cells_of, law_of


@pytest.mark.parametrize(("data", "calls"), [((1, 2), 1), ([1, 2], 2), ({"bits": 2}, 2)])
def test_a_law_is_computed_once_where_its_data_can_be_looked_up(data: Any, calls: int) -> None:
    asked = []

    def law(given: Any, parameters: Fraction) -> Law:
        asked.append(given)
        return Dist({0: parameters, 1: 1 - parameters})

    cells = [cells_of(law, Fraction(1, 3), data, 100) for _ in range(2)]
    assert law_of(law, Fraction(1, 3), data) == Dist({0: "1/3", 1: "2/3"})
    assert len(asked) == (1 if calls == 1 else 3)
    assert cells[0].form == cells[1].form
    assert asked[0] is data
