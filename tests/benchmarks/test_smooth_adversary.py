"""The benchmarks of smooth adversaries and learners: ours and the plain way agree; tables can be built."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from benchmarks import smooth_adversary, smooth_online
from benchmarks.smooth_adversary import Play
from dpassay.analysis import pseudo_smoothness
from dpassay.fast.smooth_online import Hedge
from tests.benchmarks.helpers import pool


@pytest.mark.parametrize("play", [Play(1, 2, 3), Play(2, 3, 3), Play(3, 5, 2)])
def test_listed_and_not_listed_values_agree(play: Play) -> None:
    value = smooth_adversary.listed_value(play)
    assert value == smooth_adversary.exact_value(play)
    assert value != smooth_adversary.exact_value(Play(play.functions, play.points, play.rounds + 1))


def test_a_listed_value_by_hand() -> None:
    """On five points the cap is 1/2: two of them have all the mass."""
    assert set(smooth_adversary.extreme_points(5)) == {
        tuple(Fraction(int(x in pair), 2) for x in range(5)) for pair in ((a, b) for b in range(5) for a in range(b))
    }
    assert smooth_adversary.listed_value(Play(1, 5, 2)) == 1
    assert smooth_adversary.listed_value(Play(2, 5, 2)) == Fraction(3, 2)


def test_adversary_tables() -> None:
    against, alone = smooth_adversary.tables(pool(), quick=True, seconds=0.02, listed=((1, 2), (2, 3)), sizes=(2,))
    assert [row[:2] for row in against.rows] == [("1", "2"), ("2", "3")]
    assert all(int(row[3].replace(",", "")) == int(row[1]) ** int(row[2]) for row in against.rows)
    assert [row[:2] for row in alone.rows] == [("2", "4")]


def test_a_wrong_value_stops_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smooth_adversary, "exact_value", lambda _: Fraction(1, 7))
    with pytest.raises(AssertionError):
        smooth_adversary.tables(pool(), quick=True, seconds=0.01, listed=((1, 2),), sizes=())


def test_plain_hedge_has_the_law_of_ours() -> None:
    rng = np.random.default_rng(1)
    table = smooth_online.cover(30, rng)
    points, labels = rng.integers(0, smooth_online.POINTS, 20).tolist(), [1, -1] * 10
    plain = smooth_online.plain_hedge(table, points, labels, 0.5, rng)
    np.testing.assert_allclose(
        smooth_online.our_hedge(Hedge(table, rng=rng, learning_rate=0.5), points, labels), plain, rtol=1e-12
    )
    other = smooth_online.our_hedge(Hedge(table, rng=rng, learning_rate=0.4), points, labels)
    assert np.abs(other - plain).max() > 1e-3


def test_online_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    played, solved = smooth_online.tables(pool(), quick=True, covers=(20, 50))
    assert [row[0] for row in played.rows] == ["20", "50"]
    assert [row[:2] for row in solved.rows] == [("6", "4")]
    monkeypatch.setattr(pseudo_smoothness, "shows_least_chi", lambda *_: False)
    with pytest.raises(AssertionError):
        smooth_online.tables(pool(), quick=True, covers=(20,))
