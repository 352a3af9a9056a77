"""Families of reports: places are put in order exactly, ties are decided, enclosures shrink with the precision."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.exact import LabelFamily, LogForm, Real, as_real, log, max_ratio
from dpassay.exact.label_family import MOST_GRID_ENTRIES, Axis, in_order, remembered
from dpassay.exact.real import working_precision
from tests.exact.report_cases import RATE

F = Fraction
CLOSE = F(2**140 + 1, 2**140)


def test_places_are_put_in_order_exactly() -> None:
    """Balls of 128 bits tell neither 1 and 1 + 2^-140 apart nor log 4 and 2 log 2, which are equal."""
    twice = LogForm(0, {2: F(2)})
    places = [CLOSE, log(4), F(1), twice, F(1), log(F(1, 4)), log(3) + 0]
    assert in_order(places) == [[5], [2, 4], [0], [6], [1, 3]]
    assert in_order(places[:3] + places[4:5]) != in_order([F(1), log(4), F(1), F(1)])
    axis = Axis.of(places)
    assert axis.site_of == (2, 4, 1, 4, 1, 0, 3)
    assert axis.label_at == (5, 2, 0, 6, 1)
    assert list(axis.sites) == [log(F(1, 4)), 1, CLOSE, log(3), log(4)]


def slow_worst(family: LabelFamily) -> dict[tuple[int, int], object]:
    labels = range(len(family.centers))
    return {(a, b): max_ratio(family.law(a), family.law(b)) for a, b in permutations(labels, 2)}


def test_a_tie_that_balls_cannot_see_is_decided() -> None:
    """Two pairs of labels differ by a factor of 1 + 2^-140: the larger one is found, in either order of the labels."""
    masses = [F(1, 7), F(1, 7) * CLOSE, F(6, 7)]
    for order in permutations(masses):
        family = LabelFamily([(log(mass),) for mass in order], [F(1, 3)] * 3, F(1, 4), F(1))
        ratios = slow_worst(family)
        for worst in (family.worst_pair(), family.worst_pair_of_coordinate(0)):
            assert worst.ratio == max(ratios.values()) == ratios[worst.first, worst.second]  # type: ignore[type-var]
            assert {order[worst.first], order[worst.second]} == {F(1, 7), F(6, 7)}


def test_a_tie_on_the_grid_is_decided() -> None:
    """Seen from (0, 0) the two other labels are as likely, but for a factor of 1 + 2^-140; so are their ratios."""
    for close, step in product((CLOSE, 1 / CLOSE), (1, -1)):
        centers = [(log(1), log(1)), (log(2), log(3)), (log(3), log(2 * close))][::step]
        family = LabelFamily(centers, [F(1, 3)] * 3, F(1, 4), F(1))
        ratios = slow_worst(family)
        worst = family.worst_pair()
        assert worst.ratio == max(ratios.values()) == ratios[worst.first, worst.second]  # type: ignore[type-var]
        assert sum(ratio == worst.ratio for ratio in ratios.values()) == 1


def test_enclosures_shrink_and_are_consistent() -> None:
    rate = as_real(log(3)) / as_real(log(7))
    centers = [(log(F(k * k + 1, 401)), log(F(20 - k, 41))) for k in range(12)]
    family = LabelFamily(centers, [F(1, 12)] * 12, F(1, 5), rate)
    for ratio in (family.worst_pair().ratio, family.worst_pair_of_coordinate(1).ratio):
        assert isinstance(ratio, Real)
        balls = [ratio.ball(bits) for bits in (64, 1000, 64, 300)]
        assert all(ball.overlaps(balls[1]) for ball in balls)
        assert [ball.rel_accuracy_bits() > 950 for ball in balls] == [False, True, False, False]
        assert balls[3].rel_accuracy_bits() > 250


def test_an_enclosure_is_remembered_for_its_precision_only() -> None:
    calls: list[arb] = []

    def evaluate() -> arb:
        calls.append(arb(2).sqrt())
        return calls[-1]

    value = remembered(evaluate)
    for bits, count in ((64, 1), (64, 1), (128, 2), (64, 3)):
        with working_precision(bits):
            value()
        assert len(calls) == count


@pytest.mark.parametrize("rate", [F(1, 3), as_real(log(3)) / as_real(log(7))])
def test_labels_of_one_center_lose_nothing(rate: object) -> None:
    family = LabelFamily([(log(2), F(1))] * 3, [F(1, 3)] * 3, F(1, 4), rate)
    assert family.worst_pair().ratio == family.worst_pair_of_coordinate(0).ratio == 1
    assert family.worst_pair().first != family.worst_pair().second


def test_the_largest_grid_is_that_of_distinct_places() -> None:
    """A hundred labels with three places on either axis are few; with a hundred places they are too many."""
    few = LabelFamily([(F(k % 3), F(k % 2)) for k in range(100)], [F(1, 100)] * 100, F(1, 2), F(1))
    assert few.worst_pair().ratio > 1  # type: ignore[operator]
    assert MOST_GRID_ENTRIES < 100**3
    with pytest.raises(ValueError, match="1000000 grid entries"):
        LabelFamily([(F(k), F(-k)) for k in range(100)], [F(1, 100)] * 100, F(1, 2), F(1)).worst_pair()


@settings(max_examples=5, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=2, max_size=3),
    st.sampled_from([F(1, 5), F(1, 2)]),
)
def test_the_worst_pair_is_the_slow_one(points: list[tuple[int, int]], astray: Fraction) -> None:
    shares = [F(1, len(points))] * len(points)
    centers = [(log(F(a, 7)), log(F(b, 7))) for a, b in points]
    for rate in (F(1), RATE):
        family = LabelFamily(centers, shares, astray, rate)
        pairs = list(permutations(range(len(points)), 2))
        on_line = [max_ratio(family.law_of_coordinate(a, 0), family.law_of_coordinate(b, 0)) for a, b in pairs]
        in_space = [max_ratio(family.law(a), family.law(b)) for a, b in pairs]
        for worst, ratios in ((family.worst_pair_of_coordinate(0), on_line), (family.worst_pair(), in_space)):
            floats = [float(as_real(ratio)) for ratio in ratios]
            assert float(as_real(worst.ratio)) == pytest.approx(max(floats), rel=1e-12)
            assert floats[pairs.index((worst.first, worst.second))] == pytest.approx(max(floats), rel=1e-12)
            if rate is not RATE:
                assert worst.ratio == max(ratios)  # type: ignore[type-var]


def test_a_family_without_its_common_part_is_another_one() -> None:
    centers = [(log(F(1, 7)),), (log(F(5, 7)),)]
    right, wrong = (LabelFamily(centers, [F(1, 2)] * 2, astray, F(1)).worst_pair() for astray in (F(1, 3), F(0)))
    assert wrong.ratio == 5
    assert right.ratio == F(13, 5)  # (2/3 + 1/5)/(2/15 + 1/5), as U is worth 3/5 at either center


def test_a_logarithmic_rate_beside_logarithms() -> None:
    """Neither factor is rational, so the answers are enclosures, of what a Real rate of the same value gives."""
    centers, shares = [(log(F(1, 7)),), (log(F(5, 7)),), (log(F(2, 7)),)], [F(1, 3)] * 3
    forms, balls = (LabelFamily(centers, shares, F(1, 4), rate) for rate in (log(3), as_real(log(3))))
    for worst in (forms.worst_pair(), forms.worst_pair_of_coordinate(0)):
        assert (as_real(worst.ratio) - as_real(balls.worst_pair().ratio)).ball(128).contains(0)
        laws = [forms.law_of_coordinate(y, 0) for y in (worst.first, worst.second)]
        assert (as_real(max_ratio(laws[0], laws[1])) - as_real(worst.ratio)).ball(128).contains(0)


def test_many_labels_are_quick() -> None:
    """Two hundred labels, exact surds: only the places that balls cannot rank are computed exactly."""
    centers = [(log(F(k, 1009)),) for k in range(1, 201)]
    worst = LabelFamily(centers, [F(1, 200)] * 200, F(1, 4), F(1, 2)).worst_pair_of_coordinate(0)
    rate = 0.5
    logs = np.log(np.arange(1, 201))
    own = np.exp(-rate * np.abs(logs[:, None] - logs[None, :]))
    common = own.mean(axis=1)
    ratios = (0.75 + 0.25 * common) / (0.75 * own.min(axis=1) + 0.25 * common)
    assert float(as_real(worst.ratio)) == pytest.approx(ratios.max(), rel=1e-9)
    assert (worst.first, worst.second) == (int(ratios.argmax()), int(own[ratios.argmax()].argmin()))


def test_families_refuse() -> None:
    with pytest.raises(ValueError, match="labels"):
        LabelFamily([(0,)], [1], F(1, 2), 1).worst_pair()
    with pytest.raises(ValueError, match="shares"):
        LabelFamily([(0,), (1,)], [1], F(1, 2), 1)
    with pytest.raises(ValueError, match="grid entries"):
        LabelFamily([(k, -k) for k in range(100)], [F(1, 100)] * 100, F(1, 2), 1).worst_pair()
