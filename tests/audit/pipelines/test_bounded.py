"""Noise that is kept between bounds: its losses against masses and densities by hand, computed in another way."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from dpassay.audit.pipelines import bounded
from dpassay.audit.pipelines.composition import delta_bounds
from dpassay.audit.pipelines.laws import LAWS
from dpassay.audit.pipelines.traces import Row
from dpassay.exact import as_real

F = Fraction
INF = math.inf
NAN = math.nan


def row(unit: tuple[object, ...], first: object, second: object, answer: object = None) -> Row:
    return Row(0, unit, first, second, answer)


def number(loss: object) -> float:
    return math.inf if loss is None else float(as_real(loss))  # type: ignore[arg-type]


# The laws as masses of small cells, by the noise's distribution function alone


def laplace_below(x: float) -> float:
    return math.exp(x) / 2 if x < 0 else 1 - math.exp(-x) / 2


def laplace_mass(low: float, high: float) -> float:
    """The mass between two places; on one side of 0 without the cancellation of two numbers near 1."""
    if low > 0:
        return laplace_mass(-high, -low)
    return laplace_below(high) - laplace_below(low)


def cells(unit: tuple[float, float, float], x: float, kind: str, top: float) -> list[float]:
    """Return the masses of an atom at the lower bound, of small cells, and of an atom at the upper one."""
    width, low, high = unit
    edges = [low + (min(high, top) - low) * k / 1000 for k in range(1001)]
    inside = [laplace_mass((a - x) / width, (b - x) / width) for a, b in pairwise(edges)]
    if kind == "truncated laplace":
        return [laplace_below((low - x) / width), *inside, laplace_below((x - high) / width)]
    if kind == "folded laplace":
        mirrored = [laplace_mass((2 * low - b - x) / width, (2 * low - a - x) / width) for a, b in pairwise(edges)]
        return [a + b for a, b in zip(inside, mirrored, strict=True)]
    return [mass / sum(inside) for mass in inside]


@pytest.mark.parametrize(
    ("kind", "unit"),
    [
        ("truncated laplace", (F(2), F(0), F(3))),
        ("folded laplace", (F(2), F(1), INF)),
        ("bounded laplace", (F(2), F(0), F(3))),
    ],
)
def test_suprema_are_those_of_small_cells(kind: str, unit: tuple[F, F, F]) -> None:
    inputs = [F(1), F(3, 2), F(3)] if kind != "truncated laplace" else [F(-1), F(1), F(3, 2), F(3), F(5)]
    for x, y in product(inputs, repeat=2):
        plain = tuple(map(float, unit))
        p, q = (cells(plain, float(place), kind, 12) for place in (x, y))  # type: ignore[arg-type]
        most = max(math.log(a / b) for a, b in zip(p, q, strict=True) if a > 0)
        assert number(LAWS[kind].supremum(row(unit, x, y))) == pytest.approx(most, abs=8e-3)


@pytest.mark.parametrize("kind", ["folded laplace", "bounded laplace"])
def test_losses_are_log_ratios_of_densities(kind: str) -> None:
    unit = (F(2), F(0), INF if kind == "folded laplace" else F(3))

    def density(a: float, x: float) -> float:
        if kind == "folded laplace":
            return math.exp(-abs(a - x) / 2) + math.exp(-abs(-a - x) / 2)
        return math.exp(-abs(a - x) / 2) / (laplace_below((3 - x) / 2) - laplace_below(-x / 2))

    for x, y, a in product((F(0), F(1), F(5, 2)), (F(1, 2), F(3)), (F(0), F(3, 4), F(2), F(3))):
        expected = math.log(density(float(a), float(x)) / density(float(a), float(y)))
        assert number(LAWS[kind].loss(row(unit, x, y, a))) == pytest.approx(expected, abs=1e-12)


# Whole numbers: the laws as tables, by adding up the masses of the noise


def geometric(x: int, kept: Callable[[int], int]) -> dict[int, float]:
    """The law of two-sided geometric noise of unit 3 about x, kept between bounds, by adding up."""
    ratio = math.exp(-1 / 3)
    law: dict[int, float] = {}
    for noise in range(-150, 151):
        value = kept(x + noise)
        law[value] = law.get(value, 0) + (1 - ratio) / (1 + ratio) * ratio ** abs(noise)
    return law


def truncated(value: int) -> int:
    return min(max(value, 0), 4)


def folded(value: int) -> int:
    return max(value, 1 - value)


@pytest.mark.parametrize(
    ("kind", "kept", "unit", "inputs"),
    [
        ("truncated discrete laplace", truncated, (F(3), F(0), F(4)), (-1, 0, 3, 6)),
        ("folded discrete laplace", folded, (F(3), F(1, 2), INF), (1, 2, 4)),
    ],
)
def test_losses_and_suprema_of_whole_numbers(
    kind: str, kept: Callable[[int], int], unit: tuple[Any, ...], inputs: tuple[int, ...]
) -> None:
    for x, y in product(inputs, repeat=2):
        first, second = geometric(x, kept), geometric(y, kept)
        ratios = {a: math.log(first[a] / second[a]) for a in sorted(first)[:40]}
        for a, expected in ratios.items():
            assert number(LAWS[kind].loss(row(unit, F(x), F(y), F(a)))) == pytest.approx(expected, abs=1e-9)
        assert number(LAWS[kind].supremum(row(unit, F(x), F(y)))) == pytest.approx(max(ratios.values()), abs=1e-9)


# What has no finite loss, and what has none


@pytest.mark.parametrize("kind", bounded.BOUNDED)
def test_no_number_is_told_by_any_answer(kind: str) -> None:
    unit = (F(1), F(0), INF if kind.startswith("folded") else F(4))
    for first, second in ((NAN, F(1)), (F(1), NAN), (INF, F(1))):
        call = row(unit, first, second, NAN)
        assert LAWS[kind].loss(call) is None
        assert LAWS[kind].supremum(call) is None
        assert delta_bounds([(kind, row(unit, first, second))], F(1)) == (F(1), F(1))


@pytest.mark.parametrize("kind", bounded.BOUNDED)
def test_without_noise_the_answer_tells_what_the_bounds_leave(kind: str) -> None:
    unit = (F(0), F(0), F(1))
    assert LAWS[kind].supremum(row(unit, F(1, 2), F(1, 4))) is None
    assert LAWS[kind].supremum(row(unit, F(2), F(3))) == 0


@pytest.mark.parametrize(
    "supremum", [bounded.truncated_supremum, bounded.truncated_geometric_supremum, bounded.bounded_supremum]
)
def test_equal_bounds_leave_nothing(supremum: Callable[[Row], object]) -> None:
    assert supremum(row((F(1), F(2), F(2)), F(0), F(5))) == 0


def test_delta_is_bounded_by_the_response_that_dominates() -> None:
    call = row((F(1), F(0), F(4)), F(1), F(2))
    low, high = delta_bounds([("bounded laplace", call)], F(0))
    assert low == 0
    p, q = (cells((1.0, 0.0, 4.0), x, "bounded laplace", 12) for x in (1.0, 2.0))
    assert sum(max(a - b, 0) for a, b in zip(p, q, strict=True)) < high < 1
