"""The parameters and the data of PRIEST-KLD, and the steps of one item, against all counts that there are."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import LogForm, as_real, log
from dpassay.reference import data_text
from dpassay.reference.priest_kld_estimator import Clients
from dpassay.reference.priest_kld_setting import Parameters, check_data, share, steps
from tests.reference.helpers import complains, refuses

F = Fraction
GOOD: dict[str, object] = {"epsilon": "1", "delta": "1/100", "reference": "1/3,2/3", "clients": "6"}
HELD = ((0,), (0,), (0,), (1,), (1,), (1,))


def read(**changes: object) -> Parameters:
    return Parameters.read({**GOOD, **changes})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"delta": "1"}, r"delta = 1: expected a number in \(0, 1\)"),
        ({"reference": "1"}, "reference = '1': expected probabilities of at least 2 letters"),
        ({"reference": "1/2,1/3"}, "reference = with total 5/6: expected probabilities of total 1"),
        ({"reference": "0,1"}, r"reference\[0\] = 0: expected a number above 0"),
        ({"clients": "0"}, "clients = 0: expected"),
        ({"clients": "4"}, "clients = 4: expected clients with at least 5 items"),
        ({"clients": "20000"}, "clients = 20000: expected at most 10000 items"),
        ({"trust": "server"}, "trust = 'server': expected one of trusted, tagg, dist"),
        ({"calibration": "x"}, "calibration = 'x': expected one of corrected, printed"),
        ({"lam": "-1"}, "lam = -1: expected a number of at least 0"),
        ({"floor": "1"}, "floor = 1: expected a number between 0 and 1, both excluded"),
        ({"participants": "7", "floor": "1/9"}, "participants = 7: expected at most 6, as clients"),
        ({"participants": "5"}, "participants = 5: expected 6: a letter may be missing from fewer"),
        ({"rounds": "0"}, "rounds = 0: expected"),
        ({"items": "0"}, "items = 0: expected"),
    ],
)
def test_bad_parameters_are_named(change: dict[str, object], message: str) -> None:
    refuses(GOOD, change, message, "priest_kld")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("0;0;0;1;1", "data = of 5 rows: expected 6, one a client"),
        ("0;0;0;0;0;0", "data = with 0 times the letter 1: expected each letter held at least 2 times, or a floor"),
        ("0;0;0;0;0;1", "data = with 1 times the letter 1: expected each letter"),
        ("0;0;0;1;1;2", r"data\[5\] = 2: expected letters in range\(2\)"),
        ("0;0;0;1;1;0,1", r"data\[5\] = of 2 letters: expected 1"),
        (5, "data = 5: expected 6 rows of letters"),
        ([[0], [0], [0], [1], [1], 1], r"data\[5\] = 1: expected 1 letters"),
    ],
)
def test_bad_data_are_named(data: Any, message: str) -> None:
    complains(lambda: check_data(data, read()), message)


def test_a_letter_that_nobody_holds_needs_a_floor_or_reports() -> None:
    alone = ((0,),) * 6
    assert check_data("0;0;0;0;0;0", read(floor="1/9")) == alone
    assert check_data(alone, read(trust="dist")) == alone
    assert check_data("0;0;0;1;1;1", read()) == check_data("0,0,0,1,1,1", read()) == HELD
    assert share(0, read(floor="1/9")) == F(1, 9)
    assert share(0, read(floor="1/9", trust="dist")) == 0


@pytest.mark.parametrize("held", [((0, 1), (1, 0)), ((0, 2), (2, 0)), ((1, 1), (1, 1))])
def test_data_are_read_as_they_are_written(held: Clients) -> None:
    p = read(clients=len(held), items=len(held[0]), reference="1/2,1/4,1/4", floor="1/9")
    assert check_data(data_text(held), p) == held
    alone = read(clients=1, items=2, reference="1/2,1/4,1/4", floor="1/9")
    assert check_data(data_text(held[:1]), alone) == held[:1]


def test_counts() -> None:
    sampled = read(participants="2", floor="1/9", items="3")
    assert (sampled.asked, sampled.counted, sampled.least_count, sampled.largest_count) == (2, 6, 0, 6)
    assert (read().asked, read().counted, read().least_count, read().largest_count) == (6, 6, 2, 4)
    assert (read(floor="1/9").least_count, read(floor="1/9").largest_count) == (0, 6)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"lam": "0"},
        {"lam": "3", "reference": "1/2,1/3,1/6", "clients": "11"},
        {"floor": "1/9", "lam": "2"},
        {"floor": "2/5", "lam": "1"},
        {"floor": "5/12", "lam": "5", "participants": "3", "items": "2"},
    ],
)
def test_the_steps_are_the_extreme_ones_of_all_counts(changes: dict[str, object]) -> None:
    p = read(**changes)
    every: list[tuple[Fraction, LogForm]] = []
    for j in range(p.least_count + 1, p.largest_count + 1):
        before, after = share(j - 1, p), share(j, p)
        every += [(p.lam * (after - before) / pi, log(after / before)) for pi in p.reference]
    for size in (apart, squared):
        assert max(map(size, steps(p))) == pytest.approx(max(map(size, every)), rel=1e-14)


def apart(step: tuple[Fraction, LogForm]) -> float:
    return abs(float(step[0] - step[1]))


def squared(step: tuple[Fraction, LogForm]) -> float:
    return float(as_real(step[0])) ** 2 + float(step[1]) ** 2
