"""Steps evaluated on instances: what is false somewhere is refused with its instance, and what none reaches, too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from gc import collect
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.instances import INTEGERS, MOST, REALS, Instances, Tally
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Model, Statement, Theorem

DICE = Model(
    "dice",
    {"n": "integer, 1 <= n", "root": "real, 0 < root"},
    {"t": "integer, 1 <= t, t <= n", "x": "real"},
    {
        "P": Named(lambda n: {face: Fraction(1, n) for face in range(n)}, law=True, space="face"),
        "face": Named(lambda _, y: y, space="face"),
    },
    settings=lambda: (1, 3),
    read=lambda n: {"n": Fraction(n), "root": Fraction(n * n)},
    outcomes={"face": range},
)


def tally(formula: str, *where: str, model: Model = DICE, samples: dict[str, Iterable[Any]] | None = None) -> Tally:
    statement = Statement("tried", model, formula, where)
    scope = Scope(statement)
    given = {name: tuple(values) for name, values in (samples or {}).items()}
    return Instances(Theorem(statement, (), given)).tally("step", scope.sequent(formula, where), scope)


@pytest.mark.parametrize(
    ("formula", "where", "holds", "agrees"),
    [
        ("n <= root", (), 2, 0),  # the settings
        ("t <= n", (), 1 + 3, 0),  # and the values of t in its domain
        ("t <= n", ("2 <= t",), 2, 0),
        ("x <= x**2 + 1", (), 2 * len(REALS), 0),
        ("0 <= face", (), 1 + 3, 0),  # the outcomes
        ("E(face) <= face + t", (), 1 + 9, 0),
        ("exp(log(n)) <= n", (), 1, 1),  # log(1) is exact; enclosures agree
    ],
)
def test_on_how_many_instances_it_holds(formula: str, where: tuple[str, ...], holds: int, agrees: int) -> None:
    assert tally(formula, *where) == Tally(holds, agrees)


@pytest.mark.parametrize(
    ("formula", "where", "instance"),
    [
        ("n <= 2", (), r"\{'n': '3', 'root': '9'\} in 3"),
        ("t <= 2", (), r"\{'n': '3', 'root': '9', 't': '3'\} in 3"),
        ("x <= x**2", (), r"'x': '1/2'\} in 1"),
        ("face <= 1", (), r"'@face': '2'"),
        ("face < t", ("t = 1",), r"'@face': '1'"),
        ("E(face) < 1", (), "in 3"),
        ("exp(x) < 12", (), "'x': '5/2'"),
    ],
)
def test_a_false_step_is_refused_with_its_instance(formula: str, where: tuple[str, ...], instance: str) -> None:
    with pytest.raises(Rejected, match=f"'step' is false at .*{instance}"):
        tally(formula, *where)


@pytest.mark.parametrize(
    "where", [("n <= 0",), ("t = 4",), ("x = 1/3",), ("t <= 1", "2 <= t"), ("sqrt(2)**2 <= 2*n/n", "2 < n", "n < 3")]
)
def test_a_step_that_no_instance_reaches_is_refused(where: tuple[str, ...]) -> None:
    with pytest.raises(Rejected, match="'step': no instance meets its conditions"):
        tally("t*x <= t*x", *where)


def test_an_undecided_condition_is_not_met() -> None:
    with pytest.raises(Rejected, match="no instance"):
        tally("1 <= 0", "sqrt(2)**2 <= 2")
    with pytest.raises(Rejected, match="no instance"):
        tally("1 <= y - y", model=replace(DICE, variables={"y": "real, sqrt(2)**2 <= 2 + y - y"}))


def test_a_domain_is_tested_in_each_setting() -> None:
    sized = {**DICE.quantities, "size": Named(lambda n: n)}
    model = replace(DICE, quantities=sized, variables={"y": "real, y <= size"})
    assert tally("y <= size", model=model).holds == sum(y <= n for y in REALS for n in (1, 3))


def test_values_may_be_chosen() -> None:
    assert tally("x*3 = 1", "x = 1/3", samples={"x": (Fraction(1, 3),)}).holds == 2
    with pytest.raises(Rejected, match="is false at"):
        tally("x <= 3", samples={"x": (Fraction(7, 2),)})


def test_the_usual_values_of_a_lemma_on_numbers() -> None:
    model = numbers(k="integer, 1 <= k", y="real, k <= y")
    expected = sum(k <= y for k in INTEGERS[1:] for y in REALS)
    assert tally("1 <= y", model=model).holds == expected


def test_there_is_an_end_to_instances() -> None:
    model = numbers(**dict.fromkeys("abcd", "real"))
    assert tally("a + b <= b + a + c - c + d - d", model=model) == Tally(MOST, 0)


def test_what_was_tested_is_not_taken_for_what_came_in_its_place() -> None:
    """Relations that are gone leave their places in memory to others."""
    instances = Instances(Theorem(Statement("tried", DICE, "0 <= 0"), (), {"y": tuple(map(Fraction, range(20)))}))
    for number in range(100):
        least = number % 20
        statement = Statement("tried", DICE, "0 <= y", variables={"y": f"real, {least} <= y"})
        scope = Scope(statement)
        found = {point.values["y"] for point in instances.points(scope.sequent("0 <= y", ()), scope)}
        assert found == set(range(least, 20))
        del scope, statement
        if number % 10 == 0:
            collect(0)  # the young, among which these are
