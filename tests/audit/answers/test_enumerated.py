"""Enumeration in the target's own process: every source of chance by hand, and every way to deceive it is a failure."""

from __future__ import annotations

import math
import random
import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.enumerated import (
    Enclosed,
    Enumerated,
    answer_value,
    answer_words,
    enumerate_target,
)
from dpassay.audit.answers.outcome import Failure
from tests.audit import coin_targets
from tests.audit.clock import LIMIT, Clock
from tests.audit.coin_targets import PROGRAMS

FILE = Path(coin_targets.__file__)
HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)
UNIT = 2**53
PERMUTATIONS = ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1))


def found(name: str, data: tuple[int, ...] = (0, 1), **limits: Any) -> Enumerated | Failure:
    return enumerate_target(f"{FILE}:{name}", data, {}, **limits)


def failed(name: str, **limits: Any) -> Failure:
    result = found(name, **limits)
    assert isinstance(result, Failure), result
    return result


@cache
def laws() -> tuple[Enclosed, ...]:
    result = found("programs", tuple(range(len(PROGRAMS))))
    assert isinstance(result, Enumerated), result
    return result.laws


def of(weights: dict[Any, Fraction]) -> dict[Any, Fraction]:
    return {answer: weight for answer, weight in weights.items() if weight}


def below(bound: float) -> dict[Any, Fraction]:
    share = Fraction(math.ceil(Fraction(bound) * UNIT), UNIT)
    return {True: share, False: 1 - share}


def first_below(holds: Any, *, guess: float) -> dict[Any, Fraction]:
    """Return the shares where something holds of the multiples of 2^-53 up to a place near a guess alone."""
    near = range(int(guess * UNIT) - 50, int(guess * UNIT) + 50)
    count = near.start + sum(holds(number / UNIT) for number in near)
    return {True: Fraction(count, UNIT), False: 1 - Fraction(count, UNIT)}


THREE = dict.fromkeys((1, 2, 3), THIRD)
FOUR = dict.fromkeys(range(4), QUARTER)
LOADED = Fraction(math.ceil(Fraction(1 / 3) * UNIT), UNIT)


def expected() -> list[dict[Any, Fraction]]:
    ordered = dict.fromkeys(PERMUTATIONS, Fraction(1, 6))
    pairs = {(a, b): Fraction(1, 6) for a in (1, 2, 3) for b in (1, 2, 3) if a != b}
    return [
        *[below(0.25)] * 3,
        *[THREE] * 5,
        {1: QUARTER, 2: 1 - QUARTER},
        pairs,
        ordered,
        *[below(0.25)] * 2,
        *[FOUR] * 3,
        below(0.25),
        first_below(lambda u: -math.log(1.0 - u) / 1 < 1, guess=1 - math.exp(-1)),
        first_below(lambda u: math.log(u + 1) < 0.5, guess=math.exp(0.5) - 1),
        below(0.25),
        {(a, b): QUARTER for a in (True, False) for b in (True, False)},
        *[THREE] * 2,
        {(0, 1): HALF, (1, 0): HALF},
        dict.fromkeys([tuple(k - 1 for k in row) for row in PERMUTATIONS], Fraction(1, 6)),
        THREE,
        FOUR,
        below(0.25),
        {random.Random(1).random(): Fraction(1)},
        {np.random.default_rng(1).random(): Fraction(1)},
        {np.random.RandomState(1).rand(): Fraction(1)},
        {random.Random(5).random(): Fraction(1)},
        {True: LOADED + (1 - LOADED) / UNIT, False: (1 - LOADED) * (UNIT - 1) / UNIT},
        first_below(lambda u: 0 + (1 - 0) * math.sqrt(u * 1.0) < 0.5, guess=0.25),
    ]


@pytest.mark.parametrize("place", range(len(expected())))
def test_every_source_of_chance_is_enumerated(place: int) -> None:
    law = laws()[place]
    assert law.leftover == 0
    assert law.ended == "all"
    assert {answer_value(answer)[1]: weight for answer, weight in law.weights.items()} == expected()[place]


def test_functions_that_are_said_to_rise_are_noted() -> None:
    assert laws()[17].notes == laws()[18].notes == ("log rises with its argument",)
    assert laws()[0].notes == ()


@pytest.mark.parametrize("name", ["asks_for_random", "asks_for_coin", "asks_for_size", "returns_a_list"])
def test_what_a_target_may_ask_for(name: str) -> None:
    result = found(name)
    assert isinstance(result, Enumerated), result
    for data, law in enumerate(result.laws):
        assert {answer_words(answer): weight for answer, weight in law.weights.items()} == {
            str(data): Fraction(3, 4),
            str(1 - data): QUARTER,
        }


def test_a_coin_may_have_as_many_faces_as_another_one_shows() -> None:
    result = found("asks_for_coins_of_a_coin")
    assert isinstance(result, Enumerated), result
    shares = [sum((QUARTER / faces for faces in range(low, 5)), Fraction(0)) for low in range(1, 5)]
    for data, law in enumerate(result.laws):
        assert {answer_value(answer)[1]: weight for answer, weight in law.weights.items()} == {
            data + number: share for number, share in enumerate(shares)
        }


def test_noise_of_numpy_s_older_class_is_enumerated_as_far_as_it_is_asked_for() -> None:
    result = found("thresholds_noise")
    assert isinstance(result, Enumerated), result
    for data, law in enumerate(result.laws):
        weights = {answer_value(answer)[1]: float(weight) for answer, weight in law.weights.items()}
        above, below = (0.5 if data else math.exp(-0.5) / 2), 1 - math.exp(-2)
        for first, p in ((True, above), (False, 1 - above)):
            for second, q in ((True, below), (False, 1 - below)):
                assert math.isclose(weights[first, second], p * q, rel_tol=1e-12)
        assert law.leftover < Fraction(1, 2**50)
        assert [note.split(" numbers")[0] for note in law.notes if note.startswith("numpy")] == [
            "numpy draws exponential",
            "numpy draws laplace",
        ]


def test_what_a_module_draws_while_it_is_imported_is_no_coin(tmp_path: Path) -> None:
    (tmp_path / "drawing.py").write_text("import os\n\nNUMBER = os.urandom(32)\n")
    late = "def late(data):\n    import drawing\n    return random.randrange(2) * len(drawing.NUMBER)\n"
    (tmp_path / "target.py").write_text(f"import random\n\n\n{late}")
    result = enumerate_target(f"{tmp_path}/target.py:late", [0], {})
    assert isinstance(result, Enumerated), result
    assert result.laws[0].weights == {'["int", "0"]': HALF, '["int", "32"]': HALF}


def test_an_exception_is_an_answer() -> None:
    result = found("raises_sometimes", (6, 12))
    assert isinstance(result, Enumerated)
    weights = {answer_words(answer): weight for answer, weight in result.laws[0].weights.items()}
    assert weights == dict.fromkeys(("raises ZeroDivisionError", "6.0", "3.0", "2.0"), QUARTER)
    assert result.laws[0].raised == (('["raised", "ZeroDivisionError"]', "ZeroDivisionError: division by zero"),)


FAILURES = [
    ("draws_normal", "coins", r"^the target draws by normal\(\) at coin_targets\.py:\d+, whose values cannot be enum"),
    ("draws_exponential", "coins", r"^the target draws by exponential\(1\.0\) at coin_targets\.py:\d+, whose values"),
    (
        "draws_old_laplace",
        "coins",
        r"uses all 2\^53 values of RandomState\.laplace\(\) in its answer, too many to enum",
    ),
    ("is_continuous", "coins", r"uses all 2\^53 values of Generator\.random\(\) in its answer, too many to enumerate"),
    ("uses_a_sine", "coins", r"uses all 2\^53 values of Generator\.random\(\) at coin_targets\.py:\d+"),
    ("makes_integers_of_its_own", "coins", r"uses all 2\^53 values of Random\.random\(\) at coin_targets"),
    *(
        (name, "coins", rf"^the target calls coin\({call}\) at coin_targets\.py:\d+: expected coin\(n\), uniform on ra")
        for name, call in (
            ("calls_coin_with_two", "4, 5"),
            ("calls_coin_with_none", ""),
            ("calls_coin_by_name", "n=4"),
            ("calls_coin_of_no_face", "0"),
            ("calls_coin_of_a_part", r"2\.5"),
            ("hides_a_wrong_call", "'four'"),
        )
    ),
    ("raises_always", "raised", "the target raised ZeroDivisionError"),
    ("exits", "exit", r"the target called sys\.exit\("),
    ("answers_an_object", "output", "returned set: expected numbers, texts, booleans, None, or lists, tuples and"),
    ("answers_nested", "output", "lists in lists, 16 deep"),
    ("answers_two", "output", "returned 2 answers: expected one answer, in an array or a list, of a call with size=1"),
    ("hides_a_clock", "coins", "depends on more than its input and the coins that are known: the same coins gave"),
    ("hides_a_bit_generator", "coins", r"uses all 2\^128 values of os\.urandom|depends on more than its input"),
    ("hides_what_was_seeded", "coins", "depends on more than its input"),
    ("counts_its_calls", "coins", "depends on more than its input"),
    ("changes_late", "coins", "depends on more than its input"),
    ("draws_less_later", "coins", "depends on more than its input"),
    ("looks_at_types", "coins", "depends on more than its input"),
    ("asks_numpy", "coins", r"the same coins gave .* \(TypeError: "),
    ("draws_in_a_thread", "coins", "draws in a thread of its own"),
    ("swallows", "coins", r"uses all 2\^53 values"),
]


@pytest.mark.parametrize(("name", "kind", "message"), FAILURES, ids=[name for name, _, _ in FAILURES])
def test_what_cannot_be_enumerated_is_said(name: str, kind: str, message: str) -> None:
    failure = failed(name)
    assert failure.kind == kind, failure
    assert re.search(message, failure.message), failure.message


def test_a_run_without_an_end_is_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    passes = Clock(monkeypatch).strike(lambda _drawn: True)
    failure = failed("never_ends", time_limit=LIMIT, progress=passes)
    assert failure.kind == "timeout"
    assert failure.message == f"the time limit of {LIMIT:g} s is over: 0 of 40000 branches run"


def test_a_loop_of_coins_without_an_end_has_no_answer() -> None:
    result = found("rejects_for_ever", branches=3)
    assert isinstance(result, Enumerated)
    assert [(law.leftover == 1, len(law.weights), law.ended) for law in result.laws] == [(True, 0, "endless")] * 2


@pytest.mark.parametrize(("name", "value"), [("branches", 0), ("leftover", Fraction(1))])
def test_limits_are_checked(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name} = "):
        found("asks_for_coin", **{name: value})


def test_answers_in_words() -> None:
    forms = ['["none", ""]', '["text", "a"]', '["list", [["int", "1"], ["float", "0x1p-1"]]]', '["fraction", "1/3"]']
    assert [answer_words(form) for form in forms] == ["None", "'a'", "(1, 0.5)", "1/3"]
    assert answer_words('["bytes", "00ff"]') == r"b'\x00\xff'"
