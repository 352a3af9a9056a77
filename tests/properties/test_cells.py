"""Cells of laws whose data is large compared with the noise: integers are compared as such, coarse doubles refused."""

import json
from collections.abc import Callable

import numpy as np
import pytest

from dpassay.audit.features import LawCells, contains
from dpassay.exact import Budget, GaussianLaw, IntegerLaw, LaplaceMixture, Law
from dpassay.properties.cells import law_cells, pair_cells
from dpassay.properties.goodness_of_fit import Cells, sample_test
from dpassay.reference import discrete_laplace

CENTER = 2**60
SCALE = 1_000
SIZE = 100_000


def law_at(center: int) -> IntegerLaw:
    return discrete_laplace.law(center, discrete_laplace.Parameters(Budget(1), SCALE))


def samples_at(center: int) -> np.ndarray:
    """Exact draws (a difference of two geometric variables), put at the center without leaving the integers."""
    rng = np.random.default_rng(5)
    first, second = rng.geometric(-np.expm1(-1 / SCALE), size=(2, SIZE))
    return center + (first - second)


@pytest.mark.statistical
def test_integers_beyond_2_53_are_compared_exactly() -> None:
    # alpha = 1e-3 with a fixed seed
    cells = law_cells(law_at(CENTER), SIZE)
    assert cells.kind == "real"
    assert cells.edges.dtype == np.int64
    np.testing.assert_array_equal(cells.probabilities, law_cells(law_at(0), SIZE).probabilities)
    rng = np.random.default_rng(6)
    assert not sample_test(samples_at(CENTER), cells, alpha=1e-3, rng=rng).rejected
    assert sample_test(samples_at(CENTER) + 300, cells, alpha=1e-3, rng=rng).rejected


def test_cells_cut_at_integers() -> None:
    cells = Cells("real", [CENTER, CENTER + 2], [0.2, 0.3, 0.5])
    samples = CENTER + np.arange(4)
    assert cells.index(samples).tolist() == [0, 1, 1, 2]
    assert cells.index(samples.astype(np.uint64)).tolist() == [0, 1, 1, 2]
    assert cells.describe(1) == f"{CENTER} < y <= {CENTER + 2}"
    doubles = [-np.inf, -1e300, float(CENTER), float(CENTER + 256), 1e300, np.inf, np.nan]
    assert cells.index(doubles).tolist() == [-1, 0, 0, 2, 2, -1, -1]
    small = Cells("real", [0, 1], [0.2, 0.3, 0.5])
    assert small.index([-0.5, 0.0, 0.5, 1.0, 1.5]).tolist() == [0, 0, 1, 1, 2]


def test_events_of_integer_cuts_are_exact() -> None:
    cells = Cells("real", [CENTER, CENTER + 1], [0.2, 0.3, 0.5])
    event = LawCells(cells, cells).event(np.array([1]), np.array([0, 1, 2]))
    assert event.predicate == {"kind": "real", "ranges": [[CENTER, CENTER + 1]]}
    samples = CENTER + np.arange(3)
    assert contains(json.loads(json.dumps(event.predicate)), samples).tolist() == [False, True, False]
    assert contains({"kind": "real", "ranges": [[None, CENTER]]}, samples).tolist() == [True, False, False]
    above = contains({"kind": "real", "ranges": [[0, None]]}, [-np.inf, 0.0, 0.5, np.inf, np.nan])
    assert above.tolist() == [False, False, True, False, False]


@pytest.mark.parametrize("law", [lambda x: GaussianLaw(x, 1), lambda x: LaplaceMixture([1], [x], 1)])
def test_doubles_coarser_than_the_noise_are_refused(law: Callable[[int], Law]) -> None:
    assert len(pair_cells([law(2**38), law(2**38 + 1)], 1_000)) == 2
    with pytest.raises(ValueError, match=r"^data = 1099511627776\.0: expected inputs at which doubles [^\n]*$"):
        pair_cells([law(2**40), law(2**40 + 1)], 1_000)


def test_integers_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match=rf"^data = {2**62}: expected outcomes of size below 2\^62$"):
        law_cells(law_at(2**62), SIZE)
