"""Poles and constants of laws of directions: against roots and integrals by mpmath, in enclosures that narrow."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath as mp
import pytest

from dpassay.audit.pipelines import spectra
from dpassay.exact.real import working_precision

F = Fraction
RATE = F(1, 2)


def diagonal(*entries: int) -> spectra.Spectrum:
    rows = tuple(tuple(F(x) if i == k else F(0) for k in range(len(entries))) for i, x in enumerate(entries))
    return spectra.spectrum_of(rows)


def pole_of(*entries: int) -> Any:
    """Return t by halving, above the largest eigenvalue."""
    low, high = mp.mpf(max(entries)), mp.mpf(max(entries) + len(entries))
    for _ in range(120):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(1 / (middle - e) for e in entries) > 1 else (low, middle)
    return high


def holds(ball: Any, number: Any, wide: float) -> bool:
    """Tell whether a ball holds a number of mpmath's, and is narrow."""
    return abs(float(ball.mid()) - float(number)) <= float(ball.rad()) + wide / 2 and float(ball.rad()) <= wide


def test_the_spectrum_does_not_depend_on_the_axes() -> None:
    assert spectra.spectrum_of(((F(2), F(1)), (F(1), F(2)))) == diagonal(3, 1)
    assert diagonal(3, 1) == (F(3), F(-4), F(1))


@pytest.mark.parametrize("entries", [(3, 1), (3, 3), (2, 0, 0), (5, 1, -4, 0)])
def test_the_pole_is_where_the_sum_is_twice_the_rate(entries: tuple[int, ...]) -> None:
    with working_precision(64):
        assert holds(spectra.pole(diagonal(*entries), RATE), pole_of(*entries), 1e-12)
        assert not holds(spectra.pole(diagonal(*entries), F(1)), pole_of(*entries), 1e-12)


@pytest.mark.parametrize("bits", [64, 128])
def test_the_constant_is_the_mean_on_the_circle(bits: int) -> None:
    t = pole_of(3, -2)

    def density(angle: Any) -> Any:
        x = 3 * mp.cos(angle) ** 2 - 2 * mp.sin(angle) ** 2
        return mp.exp(x / 2) / (t - x) ** 2

    expected = mp.log(mp.quad(density, [0, mp.pi / 4, mp.pi / 2]) * 2 / mp.pi)
    with working_precision(bits):
        assert holds(spectra.log_constant(diagonal(3, -2), RATE), expected, 1e-12)


def test_the_constant_is_the_mean_on_the_sphere_in_four_dimensions() -> None:
    """The sum of two squares there is uniform on [0, 1]."""
    t = pole_of(2, 2, -1, -1)

    def density(share: Any) -> Any:
        x = 3 * share - 1
        return mp.exp(x / 2) / (t - x) ** 4

    expected = mp.log(mp.quad(density, [0, 1]))
    with working_precision(64):
        assert holds(spectra.log_constant(diagonal(2, 2, -1, -1), RATE), expected, 1e-12)


def test_of_equal_eigenvalues_it_is_the_density_itself() -> None:
    with working_precision(64):
        assert holds(spectra.log_constant(diagonal(3, 3, 3), RATE), mp.log(mp.exp(1.5) / 3**3), 1e-12)
        assert spectra.count_of_terms(diagonal(3, 3, 3), RATE) == 1


def test_what_is_left_out_is_in_the_enclosure(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few terms it is wide, and still holds the constant."""
    with working_precision(96):
        exact = spectra.log_constant(diagonal(4, 0), RATE)
    monkeypatch.setattr(spectra, "count_of_terms", lambda spectrum, rate: 8)
    with working_precision(97):
        rough = spectra.log_constant(diagonal(4, 0), RATE)
    assert rough.contains(exact)
    assert 1e-6 < float(rough.rad()) < 1


def test_far_eigenvalues_take_many_terms() -> None:
    with working_precision(64):
        near, far = (spectra.count_of_terms(diagonal(x, 0), RATE) for x in (4, 10**9))
    assert near < 400
    assert far > spectra.MOST_TERMS
