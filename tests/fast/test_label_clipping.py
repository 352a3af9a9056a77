"""The fast label clipping, against equations (3) to (6) of the source in fractions, element by element."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.fast import label_clipping as module
from dpassay.fast.label_clipping import (
    Clipping,
    clipping,
    exact_clipping,
    label_clipping,
    mixture,
    read_hypotheses,
    row_tolerance,
)
from tests.fast.helpers import (
    COMMON,
    NOT_INTEGER,
    Case,
    N,
    check_shapes,
    counts_p_value,
    expect_error,
    generator,
)

ALPHA = 1e-6
TABLES = {
    "two": "1/2,1/2;1/4,3/4",
    "three": "1/2,1/3,1/6;0,1/2,1/2;1/5,1/5,3/5",
    "impossible": "1/2,1/2,0;1/4,3/4,0",
    "one": "1/2,9/20,1/20",
    "certain": "1",
}
VALID: dict[str, Any] = {"data": 1, "size": 5, "rng": generator(), "hypotheses": TABLES["two"], "rounds": 4}
BAD_TABLES: list[Any] = [
    "",
    ";",
    "1/2",
    "1/2,1/2;",
    "1/2,1/2;1",
    "1/2,1/3",
    "3/2,-1/2",
    "1/0,1",
    "1e0",
    "nan",
    "1/2,x",
    "1," + "0" * 9000,
    [],
    [[]],
    [0.5, 0.5],
    [[0.1, 0.9]],  # as doubles they add up to 1 + 2^-54 or so
    [[True, False]],
    [[0.5, math.nan]],
    ["1/2,1/2", "1/2"],
    ["1/2,1/2;1/4,3/4"],
    [b"1"],
    [[2, -1]],
    [["1/2", None]],
    [[1], [Fraction(1, 2), Fraction(1, 2)]],
    np.array([0.5, 0.5]),
    np.array([[0.5, 0.6]]),
    None,
    1,
]
OWN: list[Case] = [
    *[("data", {"data": data}) for data in (-1, 2, *NOT_INTEGER)],
    *[("rounds", {"rounds": rounds}) for rounds in (0, -1, *NOT_INTEGER)],
    *[("hypotheses", {"hypotheses": hypotheses}) for hypotheses in BAD_TABLES],
    *[("calibration", {"calibration": calibration}) for calibration in ("", "Printed", None, 1, ["printed"])],
    ("hypotheses", {"hypotheses": TABLES["impossible"], "calibration": "printed"}),
]


def fractions(table: str) -> list[list[Fraction]]:
    return [[Fraction(entry) for entry in row.split(",")] for row in table.split(";")]


def shares(rows: list[list[Fraction]]) -> list[list[int]]:
    """The elements of each label's share, in order; (3)."""
    parts: list[list[int]] = []
    for column in zip(*rows, strict=True):
        size = max(1, -((-len(rows[0]) * max(column)) // 1))
        start = sum(map(len, parts))
        parts.append(list(range(start, start + int(size))))
    return parts


def law(rows: list[list[Fraction]], rounds: int, label: int) -> list[Fraction]:
    """P(h(y) = y'), by (5)."""
    parts = shares(rows)
    total = sum(map(len, parts))
    spread, own = Fraction(1, rounds * total), (1 - Fraction(1, rounds)) / len(parts[label])
    return [spread + (own if element in parts[label] else 0) for element in range(total)]


def induced(rows: list[list[Fraction]], rounds: int) -> list[list[Fraction]]:
    """h o f_j, by (6)."""
    laws = [law(rows, rounds, label) for label in range(len(rows[0]))]
    return [
        [sum((m * p for m, p in zip(row, masses, strict=True)), Fraction(0)) for masses in zip(*laws, strict=True)]
        for row in rows
    ]


def sample(size: int = N, **changes: Any) -> Any:
    return label_clipping(**VALID | {"size": size, "rng": generator(3)} | changes)


@pytest.mark.parametrize(("name", "changes"), COMMON + OWN)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(label_clipping, VALID | changes, name)


def test_shapes() -> None:
    check_shapes(label_clipping, VALID, np.int64)
    assert sample(hypotheses="1", data=0, size=3).tolist() == [0, 0, 0]


def test_what_counts_as_a_table() -> None:
    """Strings, Fractions, decimals, floats and arrays of the same numbers: the same draws."""
    expected = sample(size=50)
    rows = fractions(TABLES["two"])
    floats = [[float(mass) for mass in row] for row in rows]
    for table in (
        " 1/2 , 0.5; .25,3 / 4",
        ["1/2,1/2", "1/4,3/4"],
        rows,
        tuple(map(tuple, rows)),
        floats,
        np.array(floats),
        np.array(rows),
    ):
        assert np.array_equal(sample(size=50, hypotheses=table), expected)
    assert read_hypotheses([[1, 0]]) == ((Fraction(1), Fraction(0)),)


@pytest.mark.parametrize("table", TABLES.values())
@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_shares_and_induced_laws(table: str, rounds: int) -> None:
    """Sizes, order, the induced laws, the way back to a label, the prediction, and the exact privacy loss."""
    rows = fractions(table)
    parts, pbar = shares(rows), induced(rows, rounds)
    found = exact_clipping(read_hypotheses(table), rounds=rounds)
    assert found.sizes.tolist() == list(map(len, parts))
    assert found.total == sum(map(len, parts))
    assert found.labels == len(parts)
    labels = found.label_of(np.arange(found.total))
    assert [np.flatnonzero(labels == label).tolist() for label in range(len(parts))] == parts
    masses = np.array(rows, float)[:, labels]
    np.testing.assert_allclose(found.likelihoods(masses, labels), np.array(pbar, float), rtol=1e-14)
    weights = [Fraction(j + 1, len(rows) * (len(rows) + 1) // 2) for j in range(len(rows))]
    mixed = [sum(w * row[e] for w, row in zip(weights, pbar, strict=True)) for e in range(found.total)]
    predicted = found.prediction(mixture(np.array(weights, float), np.array(rows, float)))
    np.testing.assert_allclose(predicted, [float(sum(mixed[e] for e in part)) for part in parts], rtol=1e-14)
    laws = [law(rows, rounds, label) for label in range(len(parts))]
    if len(laws) > 1:
        assert found.exp_epsilon == max(p / q for a in laws for b in laws for p, q in zip(a, b, strict=True))


def test_sizes_are_exact() -> None:
    """A float is the rational that it is: 0.1 + 0.2 is above 3/10, so that ten times it is above 3."""
    rows = [[Fraction(3, 10), Fraction(7, 10), *[Fraction(0)] * 8]]
    assert exact_clipping(read_hypotheses(rows), rounds=2).sizes.tolist() == [3, 7] + [1] * 8
    above = Fraction(0.1 + 0.2)
    rows[0][:2] = [above, 1 - above]
    assert exact_clipping(read_hypotheses(rows), rounds=2).sizes.tolist() == [4, 7] + [1] * 8
    floats = np.array([[0.1 + 0.2, 0.7, *[0] * 8]])
    assert clipping(floats, rounds=2).sizes.tolist() == [3, 7] + [1] * 8


@pytest.mark.statistical
@pytest.mark.parametrize("calibration", ["corrected", "printed"])
@pytest.mark.parametrize(("table", "rounds"), [("two", 1), ("two", 2), ("three", 5), ("one", 3), ("three", 1000)])
def test_law(table: str, rounds: int, calibration: str) -> None:
    """alpha = 1e-6 for each label."""
    rows = fractions(TABLES[table])
    for label in range(len(rows[0])):
        samples = sample(hypotheses=TABLES[table], rounds=rounds, data=label, calibration=calibration)
        assert counts_p_value(samples, [float(p) for p in law(rows, rounds, label)]) > ALPHA


@pytest.mark.statistical
def test_wrong_laws_are_rejected() -> None:
    """Another label, other rounds, never anywhere, floors in place of ceilings."""
    rows = fractions(TABLES["three"])
    samples = sample(hypotheses=TABLES["three"], rounds=5, data=1)
    right = [float(p) for p in law(rows, 5, 1)]
    assert counts_p_value(samples, right) > ALPHA
    assert counts_p_value(samples, [float(p) for p in law(rows, 5, 2)]) < ALPHA
    assert counts_p_value(samples, [float(p) for p in law(rows, 6, 1)]) < ALPHA
    assert counts_p_value(samples, [0.5 if 2 <= element < 4 else 1e-12 for element in range(len(right))]) < ALPHA
    assert counts_p_value(samples, right[:-1]) < ALPHA


def random_table(hypotheses: int, labels: int, seed: int = 5) -> Any:
    """Masses that are multiples of 2^-16, so that sums are exact."""
    rng = generator(seed)
    return rng.multinomial(2**16, rng.dirichlet(np.full(labels, 0.3), size=hypotheses)) / 2.0**16


@given(
    hypotheses=st.integers(1, 30),
    labels=st.integers(1, 40),
    seed=st.integers(0, 99),
    cuts=st.lists(st.integers(1, 29), max_size=4).map(sorted),
    chunk=st.sampled_from([1, 100, module.CHUNK]),
)
def test_blocks_equal_the_exact_table(hypotheses: int, labels: int, seed: int, cuts: list[int], chunk: int) -> None:
    table = random_table(hypotheses, labels, seed)
    exact = exact_clipping(read_hypotheses(table), rounds=9)
    blocks = [block for block in np.split(table, cuts) if len(block)]
    weights = generator(seed).random(hypotheses)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CHUNK", chunk)
        for kind in (np.float64, np.float32):
            found = clipping((block.astype(kind) for block in blocks), rounds=9)
            assert np.array_equal(found.sizes, exact.sizes)
            mixed = mixture(weights, (block.astype(kind) for block in blocks))
            np.testing.assert_allclose(
                mixed, [math.fsum(weights * column) for column in table.T], rtol=1e-13, atol=1e-300
            )
    assert clipping(table, rounds=9).total == exact.total


@pytest.mark.parametrize(
    "block",
    [
        np.array([[0.5, 0.5 + 2**-19]]),
        np.array([[0.5, math.nan]]),
        np.array([[1.5, -0.5]]),
        np.array([[math.inf, -math.inf]]),
        np.array([[1, 0]]),
        np.array([0.5, 0.5]),
        np.ones((2, 0)),
        np.ones((0, 2)),
        [[0.5, 0.5]],
        np.array([[0.5, 0.25, 0.25]]),
    ],
)
def test_bad_blocks(block: Any) -> None:
    good = np.array([[0.5, 0.5], [0.25, 0.75]])
    expect_error(lambda blocks: clipping(blocks, rounds=3), {"blocks": [good, block]}, "hypotheses")
    assert clipping([good, good], rounds=3).total == 3


def test_rows_may_be_off_by_so_much_only() -> None:
    """The more rounds, the less."""
    row = np.array([[0.5, 0.5 + 2**-21]])
    assert clipping(row, rounds=1000).labels == 2
    assert row_tolerance(2**30) == 2.0**-31
    with pytest.raises(ValueError, match="within"):
        clipping(row, rounds=2**30)


def test_bad_arguments_of_blocks() -> None:
    table = np.array([[0.5, 0.5, 0.0]])
    assert clipping(table, rounds=3).sizes.tolist() == [2, 2, 1]
    bad: list[Case] = [
        ("rounds", {"rounds": 0}),
        ("calibration", {"calibration": "x"}),
        ("hypotheses", {"hypotheses": []}),
    ]
    for name, changes in bad:
        expect_error(clipping, {"hypotheses": table, "rounds": 3} | changes, name)
    with pytest.raises(ValueError, match="label 2"):
        clipping(table, rounds=3, calibration="printed")


def test_mixtures_of_another_number_of_rows_are_refused() -> None:
    table = np.array([[0.5, 0.5], [0.25, 0.75]])
    for blocks in (table, [table, table], [], [table[:1], np.array([[1.0]])]):
        with pytest.raises(ValueError, match="expected"):
            mixture(np.ones(3), blocks)
    with pytest.raises(ValueError, match="mixed"):
        Clipping(np.array([1, 2]), 3).prediction(np.ones(1))
