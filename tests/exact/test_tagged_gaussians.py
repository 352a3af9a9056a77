"""Rows of a tag and normal numbers: divergences against those on the line, and against what is independent of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.exact import (
    Dist,
    GaussianLaw,
    NormalVector,
    TaggedGaussians,
    as_real,
    exp,
    hockey_stick_divergence,
    kl_divergence,
    log,
    max_ratio,
    renyi_divergence,
)

F = Fraction
T = exp(F(1, 2))
COIN = Dist({0: F(1, 3), 5: F(2, 3)})


def one(*centers: object, sigma: object = 1) -> TaggedGaussians:
    return TaggedGaussians(Dist.point(0), {0: NormalVector(centers, sigma)})


def number(value: object) -> float:
    return float(as_real(value))


def test_in_the_plane_only_the_distance_counts() -> None:
    p, q = one(0, 0, sigma=2), one(3, 4, sigma=2)
    on_line = GaussianLaw(0, 2), GaussianLaw(5, 2)
    assert number(hockey_stick_divergence(p, q, T)) == pytest.approx(number(hockey_stick_divergence(*on_line, T)))
    assert number(kl_divergence(p, q)) == pytest.approx(number(kl_divergence(*on_line)))
    assert number(renyi_divergence(p, q, 3)) == pytest.approx(number(renyi_divergence(*on_line, 3)))


def test_a_sum_over_the_tags() -> None:
    p = TaggedGaussians(COIN, {0: NormalVector([0], 1), 5: NormalVector([log(2)], 3)})
    q = TaggedGaussians(COIN, {0: NormalVector([1], 1), 5: NormalVector([log(4) - log(2)], 3)})
    apart = number(hockey_stick_divergence(GaussianLaw(0, 1), GaussianLaw(1, 1), T))
    assert number(hockey_stick_divergence(p, q, T)) == pytest.approx(apart / 3)
    assert hockey_stick_divergence(p, p, T) == 0
    assert number(hockey_stick_divergence(p, p, F(1, 2))) == pytest.approx(1 / 2)
    assert max_ratio(p, q) is None
    assert max_ratio(q, q) == 1


def test_a_tag_that_only_one_law_has_is_told() -> None:
    p = TaggedGaussians(COIN, {0: NormalVector([0], 1), 5: NormalVector([0], 1)})
    assert hockey_stick_divergence(p, one(0), T) == F(2, 3)
    assert kl_divergence(p, one(0)) is None
    assert renyi_divergence(p, one(0), 2) is None
    assert max_ratio(p, one(0)) is None
    assert max_ratio(one(0), p) == 3


def test_a_box_has_a_product_of_intervals() -> None:
    law = one(0, log(2), sigma=2)
    assert number(law.probability(0, [(None, 0), (None, None)])) == pytest.approx(1 / 2)
    quarter = [(None, F(0)), (F(0), None)]
    assert number(law.probability(0, quarter)) == pytest.approx(number(law.given[0].between(1, (0, None))) / 2)
    assert law.probability(7, quarter) == 0


def test_what_is_no_law_is_refused() -> None:
    with pytest.raises(ValueError, match=r"given = .*: expected a law for each of \[0, 5\]"):
        TaggedGaussians(COIN, {0: NormalVector([0], 1)})
    with pytest.raises(ValueError, match="expected one dimension for all"):
        TaggedGaussians(COIN, {0: NormalVector([0], 1), 5: NormalVector([0, 0], 1)})
    with pytest.raises(ValueError, match="centers = none"):
        NormalVector([], 1)
    with pytest.raises(ValueError, match="sigma"):
        NormalVector([0], 0)
    with pytest.raises(ValueError, match="box"):
        one(0).probability(0, [])
    with pytest.raises(ValueError, match="one dimension and one standard deviation"):
        hockey_stick_divergence(one(0), one(1, sigma=2), T)
