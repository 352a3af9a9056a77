"""What MWEM is asked, as whole numbers."""

from fractions import Fraction

import numpy as np
import pytest

from dpassay.fast.mwem_setting import read_points, read_queries, read_range, setting_of

UNIT = (Fraction(0), Fraction(1))


def test_queries_are_whole_numbers_of_the_grain() -> None:
    rows, grain = read_queries("1/2,1/3;0,1", UNIT)
    assert grain == 6
    assert rows.tolist() == [[3, 2], [0, 6]]
    rows, grain = read_queries("0,1", (Fraction(-1, 2), Fraction(3, 2)))
    assert grain == 2  # that of the range counts
    assert rows.tolist() == [[0, 2]]
    assert read_queries([[1 / 3, 2 / 3]], UNIT)[0].tolist() == [[1, 2]]
    with pytest.raises(ValueError, match="query_range says"):
        read_queries("0,5/4", UNIT)


def test_ranges_and_points() -> None:
    assert read_range("-1/2, 1.5") == (Fraction(-1, 2), Fraction(3, 2))
    assert read_range((0.1, 1)) == (Fraction(1, 10), Fraction(1))
    assert read_points((2, 0, 2), 3).tolist() == [2, 0, 2]
    with pytest.raises(ValueError, match="data"):
        read_points((3,), 3)


def test_constants() -> None:
    """At epsilon = 6, T = 3, a range of width 2 and a grain of 2."""
    given = {"epsilon": 6.0, "rounds": 3, "queries": "1/2,-1;1,0", "query_range": (-1, 1), "margin": 2}
    setting = setting_of((0, 1, 1), calibration="corrected", **given)
    printed = setting_of((0, 1, 1), calibration="printed", **given)
    assert setting.sums.tolist() == [-3, 2]
    assert setting.ends == (2 * (-3 - 2), 2 * (3 + 2))
    assert setting.choice_rate == 0.25
    assert printed.choice_rate == 0.5
    assert 0.25 * (1 - 1e-14) < setting.noise_rate < 0.25  # rounded down
    assert 0.5 * (1 - 1e-14) < printed.noise_rate < 0.5
    assert np.array_equal(printed.rows, setting.rows)
