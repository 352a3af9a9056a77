"""Exact coins: programs enumerated over every coin they toss, and scripted draws."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import (
    Coins,
    Dist,
    LazyUniform,
    as_real,
    bernoulli,
    draw,
    draw_cell,
    enumerate_coins,
    exp,
    two_sided_geometric,
)
from tests.exact.second_opinion import probability_vectors, rejects


class Script:
    """A source that gives the bits of one uniform number, 32 at a time, and counts how many it was asked for."""

    def __init__(self, uniform: Fraction) -> None:
        self.left = uniform
        self.asked = 0

    def randrange(self, stop: int, /) -> int:
        self.asked += 1
        scaled = self.left * stop
        self.left = scaled - scaled.__floor__()
        return scaled.__floor__()


def check_law(program: Callable[[Coins], Any], expected: dict[Any, Fraction], max_runs: int = 5_000) -> None:
    found = enumerate_coins(program, max_runs)
    assert found.leftover == 0
    assert found.weights == {y: w for y, w in expected.items() if w}


@given(st.fractions(0, 1, max_denominator=12))
def test_bernoulli(p: Fraction) -> None:
    check_law(lambda rng: bernoulli(p, rng), {True: p, False: 1 - p})


@given(probability_vectors(4))
def test_draw(vector: list[Fraction]) -> None:
    law = Dist(dict(enumerate(vector)))
    check_law(lambda rng: draw(law, rng), dict(enumerate(vector)))


def off_by_one(p: Fraction) -> Callable[[Coins], bool]:
    return lambda rng: rng.randrange(p.denominator) <= p.numerator


def test_the_law_check_can_fail() -> None:
    third = Fraction(1, 3)
    rejects(check_law, off_by_one(third), {True: third, False: 1 - third})
    rejects(check_law, lambda rng: bernoulli(third, rng), {True: 1 - third, False: third})
    rejects(check_law, lambda rng: (rng.randrange(3) + rng.randrange(3)) % 4, {y: Fraction(1, 4) for y in range(4)})
    rejects(check_law, lambda rng: bernoulli(third, rng), {True: third, False: 1 - third}, 2)


def test_enumeration_of_several_coins() -> None:
    check_law(lambda rng: rng.randrange(2) + rng.randrange(3), SUMS)
    check_law(lambda _: "always", {"always": Fraction(1)})


SUMS = {0: Fraction(1, 6), 1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 6)}


def tosses(rng: Coins) -> int:
    """Count heads until the first tails: a program that may run forever."""
    count = 0
    while rng.randrange(2):
        count += 1
    return count


@pytest.mark.parametrize("runs", [0, 1, 3, 10, 41])
def test_leftover(runs: int) -> None:
    """Each toss costs one run that asks for it and one that ends there: the mass not seen is accounted for exactly."""
    found = enumerate_coins(tosses, runs)
    seen = len(found.weights)
    assert found.weights == {k: Fraction(1, 2 ** (k + 1)) for k in range(seen)}
    assert found.leftover == Fraction(1, 2**seen)
    assert seen == runs // 2


def test_likeliest_runs_come_first() -> None:
    found = enumerate_coins(lambda rng: "likely" if rng.randrange(100) else rng.randrange(10**4), 150)
    assert found.weights["likely"] == Fraction(99, 100)


UNIFORMS = st.fractions(0, 1, max_denominator=2**70).filter(lambda u: u < 1)


@given(UNIFORMS, st.fractions(0, 1, max_denominator=50))
def test_lazy_uniform(uniform: Fraction, threshold: Fraction) -> None:
    if abs(uniform - threshold) > Fraction(1, 2**200):
        assert LazyUniform(Script(uniform)).below(threshold) == (uniform < threshold)


def test_lazy_uniform_draws_no_more_than_it_needs() -> None:
    script = Script(Fraction(1, 3))
    uniform = LazyUniform(script)
    assert uniform.below(Fraction(1))
    assert not uniform.below(Fraction(0))
    assert script.asked == 0
    assert uniform.below(exp(-1))
    assert script.asked == 1
    assert not uniform.below(Fraction(1, 3) - Fraction(1, 2**90))
    assert script.asked == 3
    assert uniform.below(exp(-1))
    assert script.asked == 3


def e_inverse() -> Fraction:
    """1/e by its alternating series, to beyond 200 bits."""
    total, term = Fraction(0), Fraction(1)
    for k in range(1, 80):
        total += term
        term = -term / k
    return total


@pytest.mark.parametrize("gap", [Fraction(1, 2**20), Fraction(1, 2**100), Fraction(1, 2**180)])
def test_irrational_coin(gap: Fraction) -> None:
    """A uniform number just below 1/e gives heads, one just above gives tails."""
    for probability in (exp(-1), as_real(-1).exp()):
        assert bernoulli(probability, Script(e_inverse() - gap))
        assert not bernoulli(probability, Script(e_inverse() + gap))


CELLS = {-2: Fraction(1, 8), -1: Fraction(1, 4), 0: Fraction(1, 16), 3: Fraction(9, 16)}


def cell_cdf(k: int) -> Fraction:
    return sum((w for y, w in CELLS.items() if y <= k), Fraction(0))


def cell_of(uniform: Fraction) -> int:
    """Inversion by walking up the outcomes one by one."""
    return next(y for y in sorted(CELLS) if uniform < cell_cdf(y))


@given(UNIFORMS, st.integers(-9, 9))
def test_draw_cell(uniform: Fraction, start: int) -> None:
    assert draw_cell(cell_cdf, Script(uniform), start) == cell_of(uniform)


@pytest.mark.parametrize("edge", [Fraction(1, 8), Fraction(3, 8), Fraction(7, 16)])
def test_draw_cell_at_the_edges(edge: Fraction) -> None:
    """cdf(k - 1) <= U < cdf(k): an edge belongs to the cell above it."""
    below = edge - Fraction(1, 2**60)
    assert draw_cell(cell_cdf, Script(edge)) == cell_of(edge)
    assert draw_cell(cell_cdf, Script(below)) == cell_of(below)
    assert cell_of(edge) != cell_of(below)


@given(UNIFORMS.filter(bool))  # a uniform number of exactly zero has probability zero and no cell
def test_draw_cell_of_a_law_with_tails(uniform: Fraction) -> None:
    law = two_sided_geometric(0, exp(-1))
    k = draw_cell(law.cdf, Script(uniform))
    assert law.cdf(k - 1) <= uniform < law.cdf(k)


def test_generators_are_coins() -> None:
    """A seeded run, so that this cannot fail by chance."""
    rng = random.Random(5)
    law = Dist.from_weights({"a": exp(1), "b": 1})
    heads = sum(draw(law, rng) == "a" for _ in range(2000))
    assert abs(heads - 1462) < 120  # six standard deviations around 2000 e/(e + 1)


@pytest.mark.parametrize("probability", [0.5, -1, 2, "x", None, True, float("nan")])
def test_bernoulli_refuses(probability: Any) -> None:
    with pytest.raises(ValueError, match=r"^probability = "):
        bernoulli(probability, random.Random(1))
