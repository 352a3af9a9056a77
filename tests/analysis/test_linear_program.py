"""The exact simplex method: known programs, random ones against their vertices, and tampered certificates."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dpassay.analysis.linear_program import Optimum, Program, is_optimal, maximize

Numbers = list[list[int]]

SMALL = Program((3, 5), ((1, 0), (0, 2), (3, 2)), (4, 12, 18))
"""A textbook example: the value is 36, at (2, 6)."""
CYCLING = Program(
    ("3/4", -150, "1/50", -6), (("1/4", -60, "-1/25", 9), ("1/2", -90, "-1/50", 3), (0, 0, 1, 0)), (0, 0, 1)
)
"""Beale's: the rule of the largest cost alone can go in circles. The value is 1/20."""


def test_programs_with_known_values() -> None:
    found = maximize(SMALL)
    assert found == Optimum((Fraction(2), Fraction(6)), (Fraction(0), Fraction(3, 2), Fraction(1)), Fraction(36))
    assert is_optimal(SMALL, found)
    assert maximize(CYCLING).value == Fraction(1, 20)
    assert is_optimal(CYCLING, maximize(CYCLING))
    turned = Program(CYCLING.objective, CYCLING.rows[::-1], CYCLING.limits[::-1])
    assert maximize(turned).value == Fraction(1, 20)
    assert maximize(Program((-1, -2), ((1, 1),), (5,))).value == 0


def test_a_program_without_a_largest_value_is_refused() -> None:
    with pytest.raises(ValueError, match="objective = 1, 0: expected one that is bounded"):
        maximize(Program((1, 0), ((-1, 1),), (2,)))


def by_vertices(objective: list[int], rows: Numbers, limits: list[int]) -> Fraction:
    """The largest value at a vertex of a program in two variables: at the crossing of two of its lines."""
    lines = [([*map(Fraction, row)], Fraction(limit)) for row, limit in zip(rows, limits, strict=True)]
    lines += [([Fraction(-1), Fraction(0)], Fraction(0)), ([Fraction(0), Fraction(-1)], Fraction(0))]
    best = Fraction(0)
    for ((a, b), r), ((c, d), s) in combinations(lines, 2):
        det = a * d - b * c
        if det:
            x = ((r * d - b * s) / det, (a * s - r * c) / det)
            if all(p * x[0] + q * x[1] <= limit for (p, q), limit in lines):
                best = max(best, objective[0] * x[0] + objective[1] * x[1])
    return best


@given(
    st.lists(st.integers(-4, 4), min_size=2, max_size=2),
    st.lists(st.lists(st.integers(-3, 4), min_size=2, max_size=2), min_size=1, max_size=4),
    st.data(),
)
def test_random_programs_by_their_vertices(objective: list[int], rows: Numbers, data: st.DataObject) -> None:
    rows = [*rows, [1, 1]]  # so that it is bounded
    limits = data.draw(st.lists(st.integers(0, 5), min_size=len(rows), max_size=len(rows)))
    program = Program(
        tuple(map(Fraction, objective)), tuple(tuple(map(Fraction, r)) for r in rows), tuple(map(Fraction, limits))
    )
    found = maximize(program)
    assert is_optimal(program, found)
    assert found.value == by_vertices(objective, rows, limits)


@given(st.lists(st.lists(st.integers(-3, 5), min_size=4, max_size=4), min_size=4, max_size=4), st.data())
def test_larger_programs_are_proved(rows: Numbers, data: st.DataObject) -> None:
    limits = data.draw(st.lists(st.integers(0, 3), min_size=4, max_size=4))
    objective = data.draw(st.lists(st.integers(-3, 5), min_size=4, max_size=4))
    program = Program(
        tuple(map(Fraction, objective)),
        (*(tuple(map(Fraction, r)) for r in rows), (Fraction(1),) * 4),
        (*map(Fraction, limits), Fraction(7)),
    )
    found = maximize(program)
    assert is_optimal(program, found)
    assume(found.value > 0)
    assert not is_optimal(program, replace(found, x=tuple(entry / 2 for entry in found.x), value=found.value / 2))


@pytest.mark.parametrize(
    "changes",
    [
        {"x": (Fraction(2), Fraction(5))},
        {"x": (Fraction(2), Fraction(7))},
        {"x": (Fraction(2),)},
        {"x": (Fraction(-1), Fraction(39, 5))},
        {"multipliers": (Fraction(0), Fraction(1), Fraction(1))},
        {"multipliers": (Fraction(1), Fraction(3, 2), Fraction(2, 3))},
        {"multipliers": (Fraction(0), Fraction(3, 2))},
        {"multipliers": (Fraction(9), Fraction(3), Fraction(-2))},
        {"value": Fraction(37)},
    ],
)
def test_tampered_answers_are_rejected(changes: dict[str, object]) -> None:
    assert not is_optimal(SMALL, replace(maximize(SMALL), **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((1,), ((1, 2),), (1,)), r"rows = \[2\]: expected 1 rows of 1 numbers"),
        (((1,), (), (1,)), r"rows = \[\]: expected 1 rows of 1 numbers"),
        (((1,), ((1,), (1,)), (-1, 1)), "limits = .*: expected numbers of at least 0"),
        (((0,) * 400, ((0,) * 400,) * 300, (0,) * 300), "rows = 300 by 400: expected at most 131072 entries in all"),
        (((0.5,), ((1,),), (1,)), "objective = 0.5: expected an int, a Fraction or a string"),
    ],
)
def test_wrong_programs_are_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Program(*arguments)  # type: ignore[arg-type]
