"""The test against a law: its cells, and what it refuses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.properties import goodness_of_fit as fit
from dpassay.properties.cells import Cells, numbers
from dpassay.properties.goodness_of_fit import law_test, sample_test
from tests.properties.fit_cases import generator, geometric_cells, laplace_cells

# Cells.


def test_cells_of_reals_are_open_on_the_left() -> None:
    cells = Cells("real", [0.0, 1.0], [0.2, 0.3, 0.5])
    samples = [-np.inf, -1e300, 0.0, np.nextafter(0, 1), 1.0, 1.5, np.inf, np.nan]
    assert cells.index(samples).tolist() == [-1, 0, 0, 1, 1, 2, -1, -1]
    assert cells.counts(samples).tolist() == [2, 2, 1]
    assert cells.outside(samples) == 3
    assert cells.index([2, -2]).tolist() == [2, 0]
    assert [cells.describe(i) for i in range(3)] == ["y <= 0", "0 < y <= 1", "y > 1"]
    assert cells.describe(1, 2) == "y > 0"
    assert cells.describe(0, 2) == "any y"


def test_cells_of_integers_have_two_tails() -> None:
    cells = Cells("integer", [-1, 0, 1], [0.1, 0.2, 0.4, 0.2, 0.1])
    samples = [-(2**63), -2, -1, 0, 1, 2, 2**63 - 1]
    assert cells.index(samples).tolist() == [0, 0, 1, 2, 3, 4, 4]
    assert cells.index([-1e300, 0.5, 1.0, np.nan, np.inf, 2.0**63]).tolist() == [0, -1, 3, -1, -1, 4]
    assert cells.index(np.array([0, 2**64 - 1], dtype=np.uint64)).tolist() == [2, 4]
    assert [cells.describe(i) for i in range(5)] == ["y <= -2", "y = -1", "y = 0", "y = 1", "y >= 2"]
    assert cells.describe(1, 2) == "-1 <= y <= 0"


def test_finite_cells_know_what_is_outside() -> None:
    cells = Cells("finite", [0, 1, 5], [0.2, 0.3, 0.5])
    assert cells.index([0, 1, 5, 2, 6, -1]).tolist() == [0, 1, 2, -1, -1, -1]
    assert cells.index([5.0, 0.5, 1e300, np.nan]).tolist() == [2, -1, -1, -1]
    assert cells.outside([0, 2, 6]) == 2
    assert cells.describe(0, 2) == "y in {0, 1, 5}"
    assert cells.describe(2) == "y = 5"
    assert len(cells) == 3
    assert sample_test([0, 1, 2], cells, alpha=0.01, rng=generator()).worst_cell == -1


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=30))
def test_every_sample_has_a_cell_or_is_outside(samples: list[float]) -> None:
    for cells in (laplace_cells(10), geometric_cells(2, 4), Cells("finite", [-1, 3], [0.5, 0.5])):
        assert cells.counts(samples).sum() + cells.outside(samples) == len(samples)


@given(st.integers(-(2**63), 2**63 - 1))
def test_integers_and_their_descriptions_agree(sample: int) -> None:
    cells = geometric_cells(2, 4)
    low, high = cells.limits(*2 * [int(cells.index([sample])[0])])
    assert low is None or low <= sample
    assert high is None or sample <= high


# Bad input.


@pytest.mark.parametrize(
    ("kind", "edges", "probabilities", "name"),
    [
        ("complex", [0], [1.0], "kind"),
        ("real", [], [1.0], "edges"),
        ("real", [[0.0]], [0.5, 0.5], "edges"),
        ("real", [0.0, 0.0], [0.5, 0.3, 0.2], "edges"),
        ("real", [np.nan], [0.5, 0.5], "edges"),
        ("real", ["a"], [0.5, 0.5], "edges"),
        ("finite", [0.5], [1.0], "edges"),
        ("finite", [2**62], [1.0], "edges"),
        ("integer", [0, 2], [0.25] * 4, "edges"),
        ("real", [0.0], [1.0], "probabilities"),
        ("finite", [0, 1], [0.5, 0.4], "probabilities"),
        ("finite", [0, 1], [1.5, -0.5], "probabilities"),
        ("finite", [0, 1], [np.nan, 1.0], "probabilities"),
        ("finite", [0], 1.0, "probabilities"),
        ("finite", [0], ["1"], "probabilities"),
    ],
)
def test_bad_cells(kind: str, edges: list[object], probabilities: object, name: str) -> None:
    with pytest.raises(ValueError, match=rf"^{name}[^\n]*$"):
        Cells(kind, edges, probabilities)


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"counts": [0.5, 1.0]}, "counts"),
        ({"counts": [-1, 2]}, "counts"),
        ({"counts": [1, 2, 3]}, "counts"),
        ({"counts": 3}, "counts"),
        ({"probabilities": [0.5, 0.6]}, "probabilities"),
        ({"alpha": 0}, "alpha"),
        ({"alpha": 1.0}, "alpha"),
        ({"alpha": float("nan")}, "alpha"),
        ({"alpha": True}, "alpha"),
        ({"rng": None}, "rng"),
        ({"outside": -1}, "outside"),
        ({"outside": 0.5}, "outside"),
        ({"draws": 0, "counts": [9] * 60, "probabilities": [1 / 60] * 60}, "draws"),
    ],
)
def test_bad_arguments(change: dict[str, object], name: str) -> None:
    arguments = {"counts": [1, 2], "probabilities": [0.5, 0.5], "alpha": 0.05, "rng": generator()} | change
    counts, probabilities = arguments.pop("counts"), arguments.pop("probabilities")
    with pytest.raises(ValueError, match=rf"^{name}[^\n]*$"):
        law_test(counts, probabilities, **arguments)


@pytest.mark.parametrize("samples", [[[1, 2]], 3, ["a"], [True], [1j], [None]])
def test_bad_samples(samples: object) -> None:
    with pytest.raises(ValueError, match=r"^samples"):
        Cells("finite", [0, 1], [0.5, 0.5]).index(samples)


def test_cells_that_do_not_exist_are_not_described() -> None:
    for first, last in ((-1, 0), (0, 2), (1, 0)):
        with pytest.raises(ValueError, match="cells"):
            Cells("finite", [0, 1], [0.5, 0.5]).describe(first, last)


def test_numbers_of_every_size_become_the_integers_that_they_are() -> None:
    """Doubles are cut off at -2^63 and at the largest double below 2^63, unsigned integers at 2^63 - 1."""
    doubles = [-1e5, -127.0, 0.0, 2.0**40, -(2.0**63), -1e300, 2.0**63 - 1024, 2.0**63, 1e300]
    clipped = [-100_000, -127, 0, 2**40, -(2**63), -(2**63), 2**63 - 1024, 2**63 - 1024, 2**63 - 1024]
    integers, exact = numbers.as_integers(doubles)
    assert integers.tolist() == clipped
    assert exact.all()
    assert numbers.as_integers([0.5, -0.5, np.nan, np.inf])[1].tolist() == [False] * 4
    unsigned = np.array([0, 2**63 - 1, 2**63, 2**64 - 1], dtype=np.uint64)
    assert numbers.as_integers(unsigned)[0].tolist() == [0, 2**63 - 1, 2**63 - 1, 2**63 - 1]


def test_ceilings_are_exact_and_cut_off_at_two_to_the_62() -> None:
    values, finite = numbers.ceilings([0.5, -0.5, -3.0, 1e300, -1e300, np.nan, -np.inf])
    assert values.tolist() == [1, 0, -3, 2**62, -(2**62), 0, 0]
    assert finite.tolist() == [True, True, True, True, True, False, False]
    assert numbers.ceilings(np.array([2**62 + 1, -(2**62) - 1, 2**60 + 1]))[0].tolist() == [2**62, -(2**62), 2**60 + 1]


def test_pearson_on_groups_of_expected_count_5() -> None:
    """(40 - 25)^2/25 + 3 (20 - 25)^2/25; and cells of expected count 1 are joined by fives."""
    names, (values,) = fit.statistics(np.array([[40.0, 20, 20, 20]]), np.full(4, 0.25))
    assert values[names.index("pearson")] == 12
    names, (values,) = fit.statistics(np.array([[5.0, 0, 0, 0, 5, *[0] * 5, 90]]), np.array([0.01] * 10 + [0.9]))
    assert values[names.index("pearson")] == 10
