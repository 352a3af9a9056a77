"""Features of outputs, and events that say what they contain."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit.evidence.bits import BitPattern, Lattice, LeadingBits, LowestBit
from dpassay.audit.evidence.codes import NO_CODE, Feature
from dpassay.audit.evidence.features import Coordinate, LawCells, Outcomes, contains, coordinate_features
from dpassay.properties.cells import Cells
from dpassay.properties.grids import Axis, Grid

doubles = st.floats(allow_nan=False, allow_infinity=False)
everyday = st.one_of(st.floats(-100, 100), st.integers(-(2**40), 2**40).map(lambda k: k * 2.0**-30))


def real_cells() -> LawCells:
    edges = [-1.0, 0.0, 0.5, 2.0]
    return LawCells(Cells("real", edges, [0.4, 0.3, 0.15, 0.1, 0.05]), Cells("real", edges, [0.1, 0.1, 0.2, 0.3, 0.3]))


def integer_cells() -> LawCells:
    edges = [0, 1, 2]
    return LawCells(
        Cells("integer", edges, [0.3, 0.3, 0.2, 0.1, 0.1]), Cells("integer", edges, [0.1, 0.1, 0.2, 0.3, 0.3])
    )


def finite_cells() -> LawCells:
    edges = [0, 1, 2, 7]
    return LawCells(Cells("finite", edges, [0.4, 0.3, 0.2, 0.1]), Cells("finite", edges, [0.1, 0.2, 0.3, 0.4]))


ALL: list[Feature] = [
    real_cells(),
    integer_cells(),
    finite_cells(),
    Outcomes(),
    LeadingBits(),
    LeadingBits(0.5),
    LowestBit(),
    BitPattern(),
    Lattice(0.0),
    Lattice(0.1),
]


def name(feature: Feature) -> str:
    return feature.name


def test_codes_of_law_cells_and_outcomes() -> None:
    none = NO_CODE
    assert finite_cells().codes([0, 7, 3]).tolist() == [0, 3, none]
    assert real_cells().codes([-5.0, 0.2, np.nan]).tolist() == [0, 2, none]
    assert Outcomes().codes([3.0, -2.0, 0.5, np.nan, np.inf]).tolist() == [3, -2, none, none, none]


# The order of the likelihood ratio.


def test_steps_fall_with_the_likelihood_ratio() -> None:
    assert [step.tolist() for step in finite_cells().steps()] == [[0], [1], [2], [3]]
    assert [step.tolist() for step in integer_cells().steps()] == [[0, 1], [2], [3, 4]]  # ratios 3, 1, 1/3
    assert all(feature.steps() == [] for feature in ALL[3:])


def test_ratios_equal_up_to_rounding_are_one_step() -> None:
    p = np.array([0.1, 0.2, 0.3, 0.4])
    q = p * np.array([1 / 3, 1 / 3 * (1 + 4e-16), 1.0, 1.5])
    q[-1] = 1 - q[:-1].sum()
    cells = LawCells(Cells("finite", [0, 1, 2, 3], p), Cells("finite", [0, 1, 2, 3], q))
    assert [step.tolist() for step in cells.steps()] == [[0, 1], [2], [3]]


def test_cells_of_mass_0_or_nearly_0() -> None:
    zeros = LawCells(Cells("finite", [0, 1, 2], [0.0, 0.5, 0.5]), Cells("finite", [0, 1, 2], [0.5, 0.5, 0.0]))
    assert [step.tolist() for step in zeros.steps()] == [[2], [1], [0]]
    edges = [-50.0, 0.0, 50.0]
    p, q = [1e-18, 0.75, 0.25, 3e-18], [7e-18, 0.25, 0.75, 1e-18]
    tails = LawCells(Cells("real", edges, p), Cells("real", edges, q))
    assert [step.tolist() for step in tails.steps()] == [[0, 1], [2, 3]]


def test_different_cells_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^p and q have different cells"):
        LawCells(Cells("real", [0.0], [0.5, 0.5]), Cells("real", [1.0], [0.5, 0.5]))


# Events.

outputs = st.lists(
    st.one_of(everyday, st.integers(-3, 9).map(float), st.sampled_from([np.nan, np.inf, -np.inf, 0.0, 2.0**-60])),
    min_size=1,
    max_size=40,
)


@pytest.mark.parametrize("feature", ALL, ids=name)
@given(samples=outputs, bits=st.integers(0, 2**40 - 1))
def test_an_event_contains_the_chosen_codes_and_no_other_seen_one(
    feature: Feature, samples: list[float], bits: int
) -> None:
    codes = feature.codes(samples)
    seen = np.unique(codes[codes != NO_CODE])
    if isinstance(feature, LawCells):
        seen = np.arange(len(feature.p), dtype=np.int64)
    chosen = seen[[bool(bits >> i & 1) for i in range(len(seen))]]
    if not len(chosen):
        return
    event = feature.event(chosen, seen)
    assert contains(json.loads(json.dumps(event.predicate)), samples).tolist() == np.isin(codes, chosen).tolist()
    assert event.description
    assert event.feature == feature.name


@pytest.mark.parametrize(
    ("feature", "chosen", "seen", "words"),
    [
        (real_cells(), [0, 1], [], "y <= 0"),
        (real_cells(), [0, 2, 4], [], "y <= -1 or 0 < y <= 0.5 or y > 2"),
        (integer_cells(), [1, 2, 4], [], "0 <= y <= 1 or y >= 3"),
        (finite_cells(), [0, 3], [], "y = 0 or y = 7"),
        (finite_cells(), [1, 2, 3], [], "y in {1, 2, 7}"),
        (Outcomes(), [3], [1, 3], "y = 3"),
        (Outcomes(), [3, 8], [1, 3, 8], "y >= 3"),
        (Outcomes(), [1, 3], [1, 3, 8, 9], "y <= 3"),
        (Outcomes(), [3, 8], [1, 3, 8, 9], "3 <= y <= 8"),
        (Outcomes(), [1, 3], [1, 3], "any y"),
        (LowestBit(), [-60, -54], [-60, -54, -53], "y is not a multiple of 2^-53"),
        (LowestBit(), [-3, 0], [-4, -3, 0], "y is a multiple of 2^-3"),
        (LowestBit(), [-3], [-4, -3, 0], "y is a multiple of 2^-3 but not of 2^-2"),
        (LowestBit(), [-3, 0], [-4, -3, 0, 9000], "y is a multiple of 2^-3 other than 0"),
        (LowestBit(), [-3, 0, 9000], [-4, -3, 0, 9000], "y is a multiple of 2^-3"),
        (LowestBit(), [-4, 9000], [-4, -3, 9000], "y is not a multiple of 2^-3 or y = 0"),
        (LowestBit(), [9000], [-4, 9000], "y = 0"),
        (LowestBit(), [9001], [-4, 9001], "y is NaN or infinite"),
        (LowestBit(), [-4], [-4, 9000], "y is not 0"),
        (LowestBit(), [-4], [-4], "any finite y"),
        (Lattice(1.0), [-4], [-4, -2], "no multiple of 2^-3 added to 1.0 and rounded to a double gives y"),
        (
            Lattice(1.0),
            [-4],
            [-9000, -4, -2],
            "a multiple of 2^-80, but no multiple of 2^-3 added to 1.0 and rounded to a double gives y",
        ),
        (Lattice(1.0), [-4, -2], [-9000, -4, -2], "a multiple of 2^-80 added to 1.0 and rounded to a double gives y"),
        (Lattice(1.0), [-4, -2], [-4, -2], "any finite y"),
        (Lattice(0.1), [9000], [9000], "y = 0.1"),
        (Lattice(0.1), [9001], [9001], "y is NaN or infinite"),
    ],
)
def test_events_in_words(feature: Feature, chosen: list[int], seen: list[int], words: str) -> None:
    event = feature.event(np.array(chosen, dtype=np.int64), np.array(seen, dtype=np.int64))
    assert event.description == words


# Rows of reals


def box_cells(p: list[float], q: list[float], cut: float = 0.5) -> LawCells:
    grid = Grid((Axis(np.array([0.0, 1.0]), is_tag=True), Axis(np.array([cut]), is_tag=False)))
    return LawCells(*(Cells("finite", np.arange(4), np.array(masses), grid=grid) for masses in (p, q)))


ROWS = np.array([[0, -3.0], [0, 0.5], [0, 0.6], [1, 0.25], [1, 9.0], [2, 0.0], [0, np.nan]])


def test_boxes_are_codes_and_events_of_rows() -> None:
    cells = box_cells([0.4, 0.1, 0.3, 0.2], [0.1, 0.4, 0.3, 0.2])
    assert cells.codes(ROWS).tolist() == [0, 0, 1, 2, 3, NO_CODE, NO_CODE]
    assert [step.tolist() for step in cells.steps()] == [[0], [2, 3], [1]]
    event = cells.event(np.array([0, 2]), np.arange(4))
    assert event.description == "(y_1 = 0 and y_2 <= 0.5) or (y_1 = 1 and y_2 <= 0.5)"
    again = json.loads(json.dumps(event.predicate))
    assert contains(again, ROWS).tolist() == [True, True, False, True, False, False, False]


def test_boxes_cut_elsewhere_are_other_cells() -> None:
    first, second = box_cells([0.25] * 4, [0.25] * 4), box_cells([0.25] * 4, [0.25] * 4, cut=0.75)
    with pytest.raises(ValueError, match="p and q have different cells"):
        LawCells(first.p, second.q)


@given(st.lists(st.tuples(everyday, everyday), min_size=1, max_size=20))
def test_a_feature_of_a_coordinate_is_that_of_its_column(rows: list[tuple[float, float]]) -> None:
    array = np.array(rows)
    assert [feature.name for feature in coordinate_features([1])] == [
        "lowest set bit of y_2",
        "sign, exponent and lowest set bit of y_2",
    ]
    for feature in coordinate_features([0, 1]):
        assert isinstance(feature, Coordinate)
        codes = feature.codes(array)
        np.testing.assert_array_equal(codes, feature.feature.codes(array[:, feature.place]))
        chosen, seen = np.unique(codes[: len(codes) // 2 + 1]), np.unique(codes)
        event = feature.event(chosen, seen)
        inside = contains(json.loads(json.dumps(event.predicate)), array)
        np.testing.assert_array_equal(inside, np.isin(codes, chosen))
        assert event.description.endswith(f", where y = y_{feature.place + 1}")
        assert feature.steps() == []


@pytest.mark.parametrize(
    "predicate",
    [
        {},
        {"kind": "words"},
        {"kind": "code", "ranges": []},
        {"kind": "code", "feature": {"name": "x"}, "ranges": []},
        {"kind": "code", "feature": {"name": "coordinate", "place": 0, "of": {"name": "x"}}, "ranges": []},
    ],
)
def test_unknown_predicates(predicate: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"expected"):
        contains(predicate, [1.0])


@pytest.mark.parametrize("kind", ["real", "integer"])
def test_an_empty_predicate_contains_nothing(kind: str) -> None:
    assert not contains({"kind": kind, "ranges": []}, [0.0, 1.0]).any()
