"""Boxes: which one a row lies in, by hand; and their probabilities under the laws of reports, by a second route."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from dpassay.exact import Dist, EnclosedMixture, LaplaceMixture, LaplaceVectors, Law, TaggedLaw, as_real, log
from dpassay.properties.cells import Cells, law_cells, pair_cells
from dpassay.properties.cells.boxes import MOST_BOXES
from dpassay.properties.goodness_of_fit import sample_test
from dpassay.properties.grids import Axis, Grid

SIZE = 20_000
F = Fraction


def small_grid() -> Grid:
    return Grid((Axis(np.array([0.0, 2.0]), is_tag=True), Axis(np.array([-1.0, 0.5]), is_tag=False)))


def test_boxes_by_hand() -> None:
    """The tag 0 has the boxes 0, 1, 2, the tag 2 the boxes 3, 4, 5; an upper end belongs to its box."""
    grid, inf, nan = small_grid(), float("inf"), float("nan")
    rows = [
        [0, -7],
        [0, -1],
        [0, 0],
        [2, 0.5],
        [2, 0.6],
        [2, -1],
        [1, 0],
        [3, 0],
        [0.5, 0],
        [0, nan],
        [0, inf],
        [nan, 0],
    ]
    assert grid.shape == (2, 3)
    assert len(grid) == 6
    assert grid.boxes(rows).tolist() == [0, 0, 1, 4, 5, 3, -1, -1, -1, -1, -1, -1]
    assert grid.boxes(np.zeros((0, 2))).tolist() == []
    words = [grid.describe(box) for box in range(6)]
    assert words[:3] == ["y_1 = 0 and y_2 <= -1", "y_1 = 0 and -1 < y_2 <= 0.5", "y_1 = 0 and y_2 > 0.5"]
    assert words[3].startswith("y_1 = 2 and ")
    one_tag = Grid((Axis(np.array([4.0]), is_tag=True), Axis(np.array([]), is_tag=False)))
    assert (one_tag.describe(0), one_tag.boxes([[4, 1e300], [5, 0]]).tolist()) == ("any y", [0, -1])


def test_a_grid_can_be_written_down() -> None:
    grid, rng = small_grid(), np.random.default_rng(1)
    again = Grid.from_json(json.loads(json.dumps(grid.to_json())))
    rows = np.column_stack([rng.integers(0, 4, 500), rng.normal(size=500)])
    np.testing.assert_array_equal(again.boxes(rows), grid.boxes(rows))
    assert len(set(grid.boxes(rows).tolist())) == 7


@pytest.mark.parametrize(
    ("points", "is_tag"),
    [([], True), ([[0.0]], False), ([0.0, 0.0], False), ([1.0, 0.0], True), ([np.nan], False), ([0.5], True)],
)
def test_bad_axes(points: list[Any], is_tag: bool) -> None:
    with pytest.raises(ValueError, match=r"^points[^\n]*expected[^\n]*$"):
        Axis(np.array(points), is_tag=is_tag)


@pytest.mark.parametrize("rows", [[0.0, 1.0], [[0.0]], [["a", "b"]], [[0.0, 1.0, 2.0]]])
def test_bad_rows(rows: list[Any]) -> None:
    with pytest.raises(ValueError, match=r"^rows = array of shape .*expected numbers, shape \(n, 2\)$"):
        small_grid().boxes(rows)


def test_cells_that_do_not_fit_their_grid_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one coordinate"):
        Grid(())
    for kind, edges in (("finite", [1, 2, 3, 4, 5, 6]), ("real", [0, 1, 2, 3, 4])):
        with pytest.raises(ValueError, match=r"^grid has 6 boxes"):
            Cells(kind, edges, [1 / 6] * 6, grid=small_grid())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^grid has 6 boxes"):
        Cells("finite", range(6), [1 / 6] * 6, rows=tuple((k,) for k in range(6)), grid=small_grid())  # type: ignore[arg-type]


def test_cells_of_boxes_number_and_describe() -> None:
    cells = Cells("finite", np.arange(6), np.full(6, 1 / 6), grid=small_grid())
    assert cells.form == (2,)
    numbers = cells.numbers([[0, -2.0], [2, 9.0], [1, 0.0]])
    assert (cells.counts(numbers).tolist(), cells.outside(numbers)) == ([1, 0, 0, 0, 0, 1], 1)
    assert cells.describe(1, 2) == "(y_1 = 0 and -1 < y_2 <= 0.5) or (y_1 = 0 and y_2 > 0.5)"
    assert cells.describe(0, 5) == "y in the boxes from (y_1 = 0 and y_2 <= -1) to (y_1 = 2 and y_2 > 0.5)"
    with pytest.raises(ValueError, match=r"expected numbers, shape \(n, 2\)"):
        cells.numbers([0.0, 1.0])


# The boxes of laws


RATE = as_real(log(3)) / as_real(log(5))
CENTERS = [log(2), log(F(1, 3)), F(0)]
WEIGHTS = [F(1, 2), F(1, 3), F(1, 6)]
TAGGED = TaggedLaw(
    Dist({0: "1/4", 3: "3/4"}),
    {0: EnclosedMixture(WEIGHTS, CENTERS, RATE), 3: EnclosedMixture([1], [log(7)], RATE)},
)
EXACT = TaggedLaw(Dist.uniform([0, 1]), {0: LaplaceMixture([1], [log(2)], 2), 1: LaplaceMixture([1], [F(-1)], 2)})
PLANE = LaplaceVectors(WEIGHTS, [(log(2), F(1)), (F(0), log(3)), (log(F(1, 9)), F(-4))], RATE)
SPACE = LaplaceVectors([F(1, 2), F(1, 2)], [(F(0), F(1), log(2)), (F(3), F(1), log(5))], 2)
LINE = LaplaceVectors([1], [(log(2),)], RATE)


def ends(axis: Axis, part: int) -> tuple[Fraction | None, Fraction | None]:
    low, high = axis.limits(part)
    return None if low is None else F(low), None if high is None else F(high)


def exact_probability(law: Law, grid: Grid, parts: tuple[int, ...]) -> float:
    """The probability of one box, from the law itself."""
    if isinstance(law, TaggedLaw):
        return float(law.probability(int(grid.axes[0].points[parts[0]]), ends(grid.axes[1], parts[1])))
    assert isinstance(law, LaplaceVectors)
    return float(law.probability([ends(axis, part) for axis, part in zip(grid.axes, parts, strict=True)]))


@pytest.mark.parametrize("law", [TAGGED, EXACT, PLANE, SPACE, LINE], ids=["tagged", "exact", "plane", "space", "line"])
def test_probabilities_of_boxes_are_those_of_the_law(law: Law) -> None:
    cells = law_cells(law, SIZE)
    grid = cells.grid
    assert grid is not None
    assert MOST_BOXES / 2 < len(cells) <= MOST_BOXES
    assert len(cells) == len(grid) == len(cells.edges)
    places = list(product(*(range(parts) for parts in grid.shape)))
    for box in range(0, len(places), 37):
        assert cells.probabilities[box] == pytest.approx(exact_probability(law, grid, places[box]), rel=1e-12)
    assert cells.probabilities.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_boxes_of_several_laws_are_the_same(count: int) -> None:
    others = [LaplaceVectors([1], [(F(k), F(-k))], RATE) for k in range(count)]
    found = pair_cells([PLANE, *others], SIZE)
    assert len(found) == count + 1
    assert len({json.dumps(cells.grid.to_json()) for cells in found if cells.grid is not None}) == 1


def test_a_tag_that_one_law_lacks_has_boxes_of_probability_0() -> None:
    without = TaggedLaw(Dist.point(0), {0: EnclosedMixture([1], [F(0)], RATE)})
    first, second = pair_cells([TAGGED, without], SIZE)
    assert first.grid is not None
    assert first.grid.axes[0].points.tolist() == [0, 3]
    half = len(second) // 2
    assert (second.probabilities[:half] > 0).all()
    assert (second.probabilities[half:] == 0).all()


def test_laws_of_two_kinds_or_dimensions_are_refused() -> None:
    with pytest.raises(ValueError, match=r"laws of one kind"):
        pair_cells([TAGGED, PLANE], SIZE)
    with pytest.raises(ValueError, match=r"^laws of dimensions \[2, 3\]: expected one dimension$"):
        pair_cells([PLANE, SPACE], SIZE)
    with pytest.raises(ValueError, match="at least 10,000 times finer"):
        law_cells(LaplaceVectors([1], [(F(2**40), F(0))], 1), SIZE)


def draw(law: LaplaceVectors, size: int, rng: np.random.Generator, stretch: float = 1.0) -> np.ndarray:
    """Draw in floating point."""
    which = rng.choice(len(law.weights), size, p=[float(weight) for weight in law.weights])
    centers = np.array([[float(x) for x in vector] for vector in law.centers])
    return np.asarray(centers[which] + rng.laplace(0, stretch / float(law.rate), (size, law.dimension)))


@pytest.mark.statistical
@pytest.mark.parametrize("law", [PLANE, SPACE, LINE], ids=["plane", "space", "line"])
def test_right_samples_pass_and_wrong_ones_do_not(law: LaplaceVectors) -> None:
    """alpha = 1e-3 each, fixed seeds; wrong are a scale 8 % too large, one noise for all, and a place moved by 1/5."""
    cells, rng = law_cells(law, SIZE), np.random.default_rng(3)

    def rejected(samples: np.ndarray) -> bool:
        return sample_test(cells.numbers(samples), cells, alpha=1e-3, rng=rng).rejected

    right = draw(law, SIZE, rng)
    assert not rejected(right)
    assert rejected(draw(law, SIZE, rng, stretch=1.08))
    assert rejected(right + 0.2)
    assert law.dimension == 1 or rejected(np.repeat(right[:, :1], law.dimension, axis=1))
