"""The models of two databases and of the ANDs of six bits, computed another way."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpassay.proofs_check.models.conjunctions import CONJUNCTIONS, Subset
from dpassay.proofs_check.models.neighboring_databases import NEIGHBORS, Neighbors

TABLES = ("0011", "0101")
ROWS = ((0, 0, 1), (1, 0, 1), (1, 1, 0))
SETTING = Neighbors(TABLES, ROWS, 1, (0, 1, 1), frozenset({1}), Fraction(4), Fraction(1, 2))
NEW = (ROWS[0], (0, 1, 1), ROWS[2])
FLIPPED = (ROWS[0], (1, 0, 0), ROWS[2])


def of(name: str, *arguments: Any) -> Any:
    quantity = NEIGHBORS.quantities[name].of
    assert quantity is not None
    return quantity(SETTING, *arguments)


def wrong(h: int, row: tuple[int, ...]) -> int:
    """1 where truth table h, counted from 1, is not the label."""
    return int(int(TABLES[h - 1][2 * row[0] + row[1]]) != row[2])


@pytest.mark.parametrize("h", [1, 2])
@pytest.mark.parametrize(
    ("rows", "miss", "score"), [(ROWS, "wrong", "u"), (NEW, "wrong_new", "v"), (FLIPPED, "wrong_flipped", "w")]
)
def test_mistakes_and_scores(h: int, rows: tuple[tuple[int, ...], ...], miss: str, score: str) -> None:
    expected = [wrong(h, row) for row in rows]
    assert [of(miss, h, t) for t in (1, 2, 3)] == expected
    assert of(score, h) == -sum(expected)


@pytest.mark.parametrize(("rows", "normalization", "choice"), [(ROWS, "Z", "p"), (NEW, "Z_new", "q")])
def test_choices_at_e_to_the_eps_4(rows: tuple[tuple[int, ...], ...], normalization: str, choice: str) -> None:
    weights = [Fraction(1, 2) ** sum(wrong(h, row) for row in rows) for h in (1, 2)]
    assert [of(choice, h) for h in (1, 2)] == [weight / sum(weights) for weight in weights]
    low, high = of(normalization).bounds(64)
    assert low <= sum(weights) <= high < low + Fraction(1, 10**9)


def test_parameters() -> None:
    read = NEIGHBORS.read(SETTING)
    assert (read["C"], read["n"], read["k"], read["a"]) == (2, 3, 2, Fraction(1, 2))
    assert of("u", int(read["m"])) == max(of("u", 1), of("u", 2))
    assert [of("chosen", h) for h in (1, 2)] == [0, 1]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"rows": ()}, "changed"),
        ({"changed": 3}, "changed = 3"),
        ({"changed": -1}, "changed = -1"),
        ({"new": (0, 1)}, "data"),
        ({"chosen": frozenset({2})}, "chosen"),
        ({"exp_eps": Fraction(1)}, "exp_eps = 1"),
        ({"alpha": Fraction(-1)}, "alpha = -1"),
    ],
)
def test_illegal_settings_are_refused(changed: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"tables": TABLES, "rows": ROWS, "changed": 1, "new": (0, 1, 1)}
    with pytest.raises(ValueError, match=message):
        Neighbors(**{**arguments, **changed})


def bits(digits: int) -> list[int]:
    """The bits of a subset, r_1 first."""
    return [digits >> (5 - i) & 1 for i in range(6)]


def conjunction(digits: int, row: list[int]) -> int:
    """The AND of the bits of a row in a subset."""
    return int(all(value for value, inside in zip(row, bits(digits), strict=True) if inside))


FIRST = {"001011": 1, "000000": 0, "000010": 1}
SECOND = dict.fromkeys(("001011", "010110", "100010", "110100", "000100"), 0)


def disagreements(digits: int, table: dict[str, int]) -> int:
    return sum(conjunction(digits, list(map(int, row))) != label for row, label in table.items())


@pytest.mark.parametrize("digits", [0, 2, 5, 40, 63])
def test_the_ands_of_six_bits(digits: int) -> None:
    def quantity(name: str) -> Any:
        evaluate = CONJUNCTIONS.quantities[name].of
        assert evaluate is not None
        return evaluate(Subset(digits))

    assert quantity("first") == disagreements(digits, FIRST)
    assert quantity("second") == disagreements(digits, SECOND)
    assert quantity("size") == sum(bits(digits))
    assert quantity("several") == sum(disagreements(other, SECOND) == 0 for other in range(64))
    rows = [list(row) for row in product((0, 1), repeat=6)]
    assert quantity("agreement") == Fraction(sum(conjunction(digits, row) == min(row) for row in rows), 64)


def test_there_are_64_subsets() -> None:
    assert {subset.digits for subset in CONJUNCTIONS.settings()} == set(range(64))
    for digits in (-1, 64, True):
        with pytest.raises(ValueError, match="digits"):
            Subset(digits)
