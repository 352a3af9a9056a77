"""What a region says, against values from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf, log
from statistics import NormalDist

import numpy as np
import pytest

from dpassay.audit.evidence.joint import Region, joint_region
from dpassay.audit.evidence.statements import delta_at_least, epsilon_at_least, mu_at_least, renyi_at_least


def region(*corners: tuple[float, float]) -> Region:
    p, q = zip(*corners, strict=True)
    return Region(np.array(p), np.array(q), 0.05)


ONE = region((0.5, 0.125))


def test_one_rectangle() -> None:
    normal = NormalDist()
    assert epsilon_at_least(ONE, 0.0) == pytest.approx(log(4))
    assert epsilon_at_least(ONE, 0.25) == pytest.approx(log(2))
    assert delta_at_least(ONE, 2.0) == pytest.approx(0.25)
    assert mu_at_least(ONE) == pytest.approx(normal.inv_cdf(0.5) - normal.inv_cdf(0.125))
    assert renyi_at_least(ONE, 2) == pytest.approx(log(0.25 / 0.125 + 0.25 / 0.875))
    assert renyi_at_least(ONE, 1 + 1e-6) == pytest.approx(0.5 * log(4) + 0.5 * log(0.5 / 0.875), rel=1e-4)


def test_none_is_above_its_exact_value() -> None:
    assert epsilon_at_least(ONE, 0.0) < log(4)
    assert delta_at_least(ONE, 2.0) < 0.25


def test_the_least_of_several_counts() -> None:
    several = region((0.5, 0.125), (0.6, 0.3), (0.9, 0.35))
    assert epsilon_at_least(several, 0.0) == pytest.approx(log(2))
    assert delta_at_least(several, 1.0) == pytest.approx(0.3)


def test_a_rectangle_without_points_counts_for_nothing() -> None:
    assert epsilon_at_least(region((0.5, 0.125), (inf, 0.9)), 0.0) == pytest.approx(log(4))
    assert renyi_at_least(region((0.5, 0.125), (inf, 0.9)), 2) == renyi_at_least(ONE, 2)
    assert mu_at_least(region((0.5, 0.125), (inf, 0.9))) == mu_at_least(ONE)


@pytest.mark.parametrize("found", [region((0.0, 1.0)), region((0.5, 0.5)), region((0.5, 0.125), (0.2, 0.3))])
def test_where_p_may_be_q_nothing_is_certified(found: Region) -> None:
    assert (epsilon_at_least(found, 0.0), delta_at_least(found, 1.0)) == (0.0, 0.0)
    assert (mu_at_least(found), renyi_at_least(found, 2)) == (0.0, 0.0)


@pytest.mark.parametrize(("n", "share"), [(750, 0.93), (10_000, 0.97)])
def test_other_terms_are_as_sharp_as_epsilon(n: int, share: float) -> None:
    """Randomized response at epsilon = 3: before P had a limit of its own, 750 answers showed 0.32 of 0.905."""
    q = 1 / (1 + exp(3))
    found = joint_region(round(n * (1 - q)), n, round(n * q), n, delta=0.0, alpha=0.008)
    assert share * (1 - 2 * q) < delta_at_least(found, 1.0) < 1 - 2 * q
    assert (share - 0.1) * 2 * NormalDist().inv_cdf(1 - q) < mu_at_least(found)


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.0])
def test_all_hold_of_a_law_that_is_known(epsilon: float) -> None:
    """Randomized response: its divergences are those of its two answers. The counts are the expected ones."""
    n, q = 10_000, 1 / (1 + exp(epsilon))
    found = joint_region(round(n * (1 - q)), n, round(n * q), n, delta=0.0, alpha=0.01)
    normal = NormalDist()
    for said, truth in [
        (epsilon_at_least(found, 0.0), epsilon),
        (delta_at_least(found, 1.0), 1 - 2 * q),
        (mu_at_least(found), 2 * normal.inv_cdf(1 - q)),
        (renyi_at_least(found, 2), log((1 - q) ** 2 / q + q**2 / (1 - q))),
        (renyi_at_least(found, 32), log((1 - q) ** 32 * q**-31 + q**32 * (1 - q) ** -31) / 31),
    ]:
        assert 0.75 * truth < said < truth


def test_wrong_arguments_are_refused() -> None:
    calls: tuple[Callable[[], float], ...] = (
        lambda: epsilon_at_least(ONE, -0.1),
        lambda: epsilon_at_least(ONE, 1.0),
        lambda: delta_at_least(ONE, 0.5),
        lambda: delta_at_least(ONE, inf),
        lambda: renyi_at_least(ONE, 1.0),
    )
    for call in calls:
        with pytest.raises(ValueError, match="expected a"):
            call()
