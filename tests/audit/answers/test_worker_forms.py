"""Texts of answers: equal where answers are equal to the last bit, and only there."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.worker_faults import Fault
from dpassay.audit.answers.worker_forms import alike, canonical, one_answer, raised

SAME: list[tuple[Any, Any]] = [
    (1, np.int8(1)),
    (True, np.True_),
    (0.5, np.float64(0.5)),
    (0.5, np.float32(0.5)),
    (math.nan, -math.nan),
    ([1, 2], (1, 2)),
    ([1, 2], np.array([1, 2], np.int16)),
    ([0.5], np.array([0.5], object)),
    (7, np.array(7)),
    ("a", np.str_("a")),
]


@pytest.mark.parametrize(("first", "second"), SAME)
def test_the_same_in_two_types(first: Any, second: Any) -> None:
    assert canonical(first) == canonical(second)


def test_what_differs_differs() -> None:
    answers = [0, 0.0, -0.0, False, None, "0", b"0", Fraction(1, 2), 0.5, [], [0], [[0]], math.inf, math.nan, 5e-324]
    texts = [canonical(answer) for answer in answers]
    assert len(set(texts)) == len(answers)
    assert raised(ValueError("0")) == raised(ValueError("1")) != raised(KeyError("0"))


def test_types_of_numbers_are_told_apart_or_not() -> None:
    assert alike(canonical([1, 0.5]), canonical([True, Fraction(1, 2)]))
    assert alike(canonical(-0.0), canonical(0))
    assert not alike(canonical([1]), canonical(1))
    assert not alike(canonical("1"), canonical(1))
    assert not alike(canonical(math.inf), canonical(1))


@pytest.mark.parametrize("answer", [{1}, {1: 2}, object(), 1j, np.complex64(1), [1, [object()]], np.longdouble(1)])
def test_anything_else_is_refused_by_its_type(answer: Any) -> None:
    with pytest.raises(
        Fault, match=r"^the target returned (set|dict|object|complex\w*|longdouble): expected numbers, "
    ):
        canonical(answer)


def test_answers_that_are_too_long_are_refused() -> None:
    with pytest.raises(Fault, match="takes 70004 characters"):
        canonical("a" * (70_004 - 12))


def test_the_one_answer_of_a_call() -> None:
    assert one_answer([5]) == 5
    assert one_answer(np.array([[1, 2]])).tolist() == [1, 2]
    for result in (5, np.array(5), [1, 2], []):
        with pytest.raises(Fault, match="expected one answer"):
            one_answer(result)
