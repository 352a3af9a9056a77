"""Cells of laws whose data is large compared with the noise: integers are compared as such, coarse doubles refused."""

import json
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from dpassay.audit.evidence.features import LawCells, contains
from dpassay.exact import Budget, Dist, GaussianLaw, IntegerLaw, LaplaceMixture, Law
from dpassay.properties.cells import Cells, law_cells, masses_on, pair_cells
from dpassay.properties.goodness_of_fit import sample_test
from dpassay.reference import MECHANISMS, discrete_laplace
from tests.mutants.registry import AUDITED as PARAMETERS

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


def test_rows_are_numbered_in_their_order() -> None:
    p, q = Dist({(1, 0): "1/4", (0, 1): "3/4"}), Dist({(0, 1): "1/2", (-1, 5): "1/2"})
    first, second = pair_cells([p, q], SIZE)
    assert first.rows == second.rows == ((-1, 5), (0, 1), (1, 0))
    assert first.probabilities.tolist() == [0, 0.75, 0.25]
    assert first.form == (2,)
    samples = np.array([[1, 0], [0, 1], [-1, 5], [0, 5], [1, 0]])
    for kind in (np.int8, np.int64, np.float64):
        assert first.numbers(samples.astype(kind)).tolist() == [2, 1, 0, -1, 2]
    assert first.numbers([[0.5, 1.0], [np.nan, 1.0], [0.0, 1.0]]).tolist() == [-1, -1, 1]
    assert (first.counts(first.numbers(samples)).tolist(), first.outside(first.numbers(samples))) == ([1, 1, 2], 1)
    assert first.numbers(np.zeros((0, 2), dtype=int)).shape == (0,)
    assert [first.describe(1), first.describe(1, 2)] == ["y = (0, 1)", "y in {(0, 1), (1, 0)}"]
    (wide,) = pair_cells([Dist.uniform((a, b) for a in range(3) for b in range(3))], SIZE)
    assert wide.describe(1, 7) == "(0, 1) <= y <= (2, 1) in the order of rows"


def test_numbers_are_their_own_numbers() -> None:
    cells = law_cells(Dist({3: "1/4", 5: "3/4"}), SIZE)
    assert (cells.form, cells.rows) == ((), None)
    assert cells.numbers([3, 5, 4]).tolist() == [3, 5, 4]


@pytest.mark.parametrize(
    ("law", "samples", "words"),
    [
        (
            Dist.point((0, 1)),
            [0, 1],
            r"samples = array of shape \(2,\) and type int64: expected numbers, shape \(n, 2\)",
        ),
        (Dist.point((0, 1)), [[0, 1, 2]], r"shape \(1, 3\) .*expected numbers, shape \(n, 2\)"),
        (Dist.point((0, 1)), [["a", "b"]], r"expected numbers, shape \(n, 2\)"),
        (Dist.point(1), [[0, 1]], r"shape \(1, 2\) .*expected numbers, shape \(n,\)"),
    ],
)
def test_samples_of_another_form_are_refused(law: Law, samples: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        law_cells(law, SIZE).numbers(samples)


@pytest.mark.parametrize("rows", [((0,),), ((0,), (0,)), ((0,), (0, 1)), ((), ())])
def test_rows_that_do_not_fit_their_edges_are_refused(rows: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(ValueError, match=r"^rows ha(s|ve) length"):
        Cells("finite", [0, 1], [0.5, 0.5], rows)


def test_integers_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match=rf"^data = {2**62}: expected outcomes of size below 2\^62$"):
        law_cells(law_at(2**62), SIZE)


@pytest.mark.parametrize("mechanism", list(MECHANISMS))
def test_masses_of_another_law_are_those_of_its_own_cells(mechanism: str) -> None:
    """The cells of a pair have the same cuts: each law has on the other's cells the probabilities of its own."""
    spec = MECHANISMS[mechanism]
    parameters = spec.Parameters.read(PARAMETERS[mechanism])
    laws = [spec.law(data, parameters) for data in next(spec.neighbors(parameters))]
    first, second = pair_cells(laws, 1_000)
    np.testing.assert_array_equal(masses_on(laws[0], second), first.probabilities)
    np.testing.assert_array_equal(masses_on(laws[1], first), second.probabilities)
    assert not np.array_equal(first.probabilities, second.probabilities)


def test_masses_of_a_law_of_another_kind_are_refused() -> None:
    normal = law_cells(GaussianLaw(0, 1), 1_000)
    assert masses_on(Dist({0: 1}), law_cells(Dist({0: Fraction(1, 2), 1: Fraction(1, 2)}), 10)).tolist() == [1.0, 0.0]
    with pytest.raises(ValueError, match="expected one of the kind"):
        masses_on(GaussianLaw(0, 1), law_cells(discrete_laplace.law(0, discrete_laplace.Parameters(Budget(1), 1)), 100))
    assert masses_on(GaussianLaw(0, 2), normal).sum() == pytest.approx(1)
