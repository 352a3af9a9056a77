"""A place among cells: its loss is that of densities by hand, and of places that are drawn by the algorithm itself."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.audit.pipelines.cells import CELLS, cells_loss, cells_supremum
from dpassay.audit.pipelines.composition import delta_bounds
from dpassay.audit.pipelines.laws import LAWS, LOSSES_ALONE
from dpassay.audit.pipelines.rows import Row
from dpassay.exact import as_real

F = Fraction
UNIT = F(2)
ONE = ((F(0), F(1, 2), F(1)), (F(0), F(-1)))
"""Two cells of a half each; the first one is e^(1/2) times as likely at unit 2."""
OTHER = ((F(0), F(1, 4), F(1)), (F(-1), F(0)))


def row(first: Any, second: Any, answer: Any = None, unit: Any = UNIT) -> Row:
    return Row(0, unit, first, second, answer)


def density(given: Any, place: float, unit: float = 2.0) -> float:
    """The density, in doubles and cell by cell."""
    ends, scores = given
    cells = [
        (float(b - a), math.exp(float(s) / unit), float(a) <= place < float(b))
        for a, b, s in zip(ends, ends[1:], scores, strict=False)
    ]
    return sum(weight for _, weight, here in cells if here) / sum(width * weight for width, weight, _ in cells)


@pytest.mark.parametrize("place", [F(1, 8), F(3, 8), F(7, 8)])
def test_the_loss_is_the_logarithm_of_a_ratio_of_densities(place: Fraction) -> None:
    expected = math.log(density(ONE, float(place)) / density(OTHER, float(place)))
    assert float(as_real(cells_loss(row(ONE, OTHER, place)))) == pytest.approx(expected, abs=1e-12)  # type: ignore[arg-type]


def test_the_supremum_is_the_largest_of_all_overlaps() -> None:
    for first, second in ((ONE, OTHER), (OTHER, ONE)):
        losses = [float(as_real(cells_loss(row(first, second, F(k, 8))))) for k in (1, 3, 7)]  # type: ignore[arg-type]
        assert float(as_real(cells_supremum(row(first, second)))) == pytest.approx(max(losses))  # type: ignore[arg-type]


def test_the_law_is_that_of_cells_that_are_drawn() -> None:
    """alpha = 1e-6: 40,000 places, drawn as the source says it, fall into eighths as the densities say."""
    rng = np.random.default_rng(7)
    ends, scores = (np.array(list(map(float, part))) for part in OTHER)
    weights = np.diff(ends) * np.exp(scores / 2)
    cells = rng.choice(2, 40_000, p=weights / weights.sum())
    places = ends[cells] + rng.random(40_000) * np.diff(ends)[cells]
    counts = np.histogram(places, 8, (0, 1))[0]
    expected = [40_000 / 8 * density(OTHER, (k + 0.5) / 8) for k in range(8)]
    chi_square = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
    assert chi_square < 40.5  # 7 degrees of freedom
    wrong = [40_000 / 8 * density(ONE, (k + 0.5) / 8) for k in range(8)]
    assert sum((count - mean) ** 2 / mean for count, mean in zip(counts, wrong, strict=True)) > 40.5


def test_cells_that_are_points_tell_nothing() -> None:
    """Which of two equal numbers is the median nobody sees."""
    first = (F(0), F(0), F(1, 2), F(1), F(1)), (F(-3), F(0), F(-1), F(5))
    assert cells_supremum(row(first, ((F(0), F(1, 2), F(1)), (F(2), F(1))))) == 0
    assert cells_loss(row(first, ONE, F(1, 2))) == 0


@pytest.mark.parametrize(
    ("first", "second", "unit"),
    [
        (ONE, ((F(0), F(1, 2)), (F(0),)), F(2)),
        (ONE, ((F(0), F(0)), (F(0),)), F(2)),
        (ONE, ((F(0), float("inf")), (F(0),)), F(2)),
        (ONE, ((F(1), F(0)), (F(0),)), F(2)),
        (ONE, ((F(0), F(1)), ()), F(2)),
        (ONE, F(1), F(2)),
        (ONE, OTHER, F(0)),
    ],
)
def test_places_that_the_other_input_cannot_give_and_no_cells_have_an_infinite_loss(
    first: Any, second: Any, unit: Any
) -> None:
    assert cells_supremum(row(first, second, unit=unit)) is None
    assert cells_loss(row(first, second, F(3, 4), unit)) is None


def test_at_a_delta_what_it_adds_up_to_is_left_open() -> None:
    assert LAWS[CELLS].supremum(row(ONE, OTHER)) is not None
    assert CELLS in LOSSES_ALONE
    assert delta_bounds([(CELLS, row(ONE, OTHER))], F(1))[1] == 1
