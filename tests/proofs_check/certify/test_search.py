"""The search for counterexamples: it returns what exactly breaks a property, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import Undecided
from dpassay.proofs_check.certify.search import find_counterexample, lowest_points
from dpassay.proofs_check.claim import Guide, Hunt
from dpassay.proofs_check.kernel import check
from dpassay.proofs_check.kernel.finite import PROPERTIES, Instance, Property
from dpassay.proofs_check.kernel.statements import counterexample

CENTER, RADIUS = Fraction(271, 1000), Fraction(1, 500)


def x_of(instance: Instance) -> Fraction:
    return Fraction(instance["x"])


def undecided_at_2(instance: Instance) -> bool:
    if x_of(instance) == 2:
        raise Undecided("equal to all digits")
    return x_of(instance) < 4


TOYS = {
    "toy-square": Property("toy-square", "x^2 >= 0", lambda _: True, lambda i: x_of(i) ** 2 >= 0),
    "toy-small": Property("toy-small", "x < 3 where x is odd", lambda i: x_of(i) % 2 == 1, lambda i: x_of(i) < 3),
    "toy-hole": Property("toy-hole", "outside", lambda i: x_of(i) >= 0, lambda i: abs(x_of(i) - CENTER) >= RADIUS),
    "toy-half": Property("toy-half", "x is below 2/5", lambda _: True, lambda i: x_of(i) < Fraction(2, 5)),
    "toy-undecided": Property("toy-undecided", "x < 4", lambda _: True, undecided_at_2),
    "toy-never": Property("toy-never", "of nothing", lambda _: False, lambda _: False),
    "toy-pair": Property(
        "toy-pair", "x*y < 1/2", lambda _: True, lambda i: x_of(i) * Fraction(i["y"]) < Fraction(1, 2)
    ),
}


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, told in TOYS.items():
        monkeypatch.setitem(PROPERTIES, name, told)


def naturals() -> Iterator[dict[str, str]]:
    return ({"x": str(x)} for x in range(10))


def nothing() -> Iterator[dict[str, str]]:
    return iter(())


def rational_x(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {"x": str(values["x"])}


def guide(margin: Any) -> Guide:
    return Guide({"x": (0.0, 1.0)}, margin, rational_x)


def test_the_first_small_instance_that_breaks_the_property() -> None:
    assert find_counterexample(Hunt("toy-small", naturals)) == {"x": "3"}


def test_what_is_found_is_evidence() -> None:
    check(counterexample("toy-small"), {"instance": find_counterexample(Hunt("toy-small", naturals))})


def test_a_true_property_has_none() -> None:
    assert find_counterexample(Hunt("toy-square", naturals, guide(lambda v: v["x"] ** 2))) is None


def test_outside_of_its_preconditions_a_property_is_not_broken() -> None:
    assert find_counterexample(Hunt("toy-never", naturals, guide(lambda _: -1.0))) is None


def test_an_undecided_instance_shows_nothing() -> None:
    assert find_counterexample(Hunt("toy-undecided", lambda: iter([{"x": "2"}]))) is None
    assert find_counterexample(Hunt("toy-undecided", naturals)) == {"x": "4"}


def test_small_instances_come_before_the_guide() -> None:
    def unused(_: Mapping[str, float]) -> float:
        raise AssertionError("the guide is not needed")

    assert find_counterexample(Hunt("toy-small", naturals, guide(unused))) == {"x": "3"}


def test_the_guide_finds_a_tiny_region() -> None:
    hunt = Hunt("toy-hole", naturals, guide(lambda v: abs(v["x"] - float(CENTER)) - float(RADIUS)))
    found = find_counterexample(hunt)
    assert found is not None
    assert abs(Fraction(found["x"]) - CENTER) < RADIUS
    assert find_counterexample(hunt) == found
    assert find_counterexample(Hunt("toy-hole", naturals)) is None


def test_a_margin_that_lies_proves_nothing() -> None:
    assert find_counterexample(Hunt("toy-square", nothing, guide(lambda v: v["x"] ** 2 - 1))) is None


def test_the_simplest_rational_is_preferred() -> None:
    assert find_counterexample(Hunt("toy-half", nothing, guide(lambda v: -math.cos(v["x"] - 0.517)))) == {"x": "1"}


def test_each_coordinate_is_simplified() -> None:
    ranges = {"x": (0.0, 0.9), "y": (0.0, 0.77)}
    pair = Guide(ranges, lambda v: 0.5 - v["x"] * v["y"], lambda v: {name: str(value) for name, value in v.items()})
    found = find_counterexample(Hunt("toy-pair", nothing, pair))
    assert found is not None
    assert Fraction(found["x"]) * Fraction(found["y"]) >= Fraction(1, 2)
    assert max(Fraction(value).denominator for value in found.values()) <= 10
    assert all(Fraction(found[name]) <= Fraction(high) for name, (_, high) in ranges.items())


def test_errors_in_the_margin_are_places_without_one() -> None:
    def margin(values: Mapping[str, float]) -> float:
        x = values["x"]
        if x < 0.2:
            raise ZeroDivisionError
        if x < 0.26:
            return math.log(-x)
        return math.nan if x > 0.5 else abs(x - float(CENTER)) - float(RADIUS)

    found = find_counterexample(Hunt("toy-hole", nothing, guide(margin)))
    assert found is not None
    assert abs(Fraction(found["x"]) - CENTER) < RADIUS


def test_points_without_a_margin_are_not_low() -> None:
    for value in (-math.inf, math.nan, math.inf, 0.0, 1.0):
        assert lowest_points(guide(lambda _, value=value: value)) == []


def test_an_instance_that_cannot_be_built_is_passed_over() -> None:
    blocked = Guide({"x": (0.0, 1.0)}, lambda v: v["x"] - 2, lambda _: None)
    assert find_counterexample(Hunt("toy-half", nothing, blocked)) is None


def test_an_unknown_property_is_an_error() -> None:
    with pytest.raises(ValueError, match="toy-unknown"):
        find_counterexample(Hunt("toy-unknown", naturals))
