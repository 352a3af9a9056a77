"""The benchmark of PRIEST-KLD: its tables can be built, and what it measures against computes the same."""

from fractions import Fraction

import numpy as np

from benchmarks import priest_kld
from dpassay.exact import Dist
from dpassay.reference import priest_kld_estimator as estimator
from tests.benchmarks.helpers import pool


def test_tables() -> None:
    exact, speed, errors = priest_kld.tables(pool(), quick=True)
    assert [row[0] for row in exact.rows] == ["2", "3"]
    assert [row[0] for row in speed.rows] == 2 * ["trusted", "tagg", "dist"]
    assert len(errors.rows) == 6
    assert all(float(entry) > 0 for table in (exact, speed, errors) for row in table.rows for entry in row[2:])


def test_the_enumerated_variance_is_the_exact_one() -> None:
    held = priest_kld.counts(3)
    reference, shares = (Fraction(1, 3),) * 3, [Fraction(count, sum(held)) for count in held]
    found = estimator.moments(reference, [Dist.point(share) for share in shares])
    assert priest_kld.enumerated_variance(reference, shares) == found.estimate_variance(Fraction(1), 2)
    assert priest_kld.enumerated_variance(reference, shares) != found.estimate_variance(Fraction(1), 3)


def test_plain_lines_estimate_the_divergence() -> None:
    """With all clients, up to the error of a million draws."""
    held = np.array([1_000, 3_000])
    reference = np.array([0.5, 0.5])
    letters, found = priest_kld.draws_of(reference, held, priest_kld.CLIENTS, 100, np.random.default_rng(0))
    drawn = priest_kld.one_pass(reference, letters, found, priest_kld.CLIENTS)
    assert abs(drawn.mean() - np.log(4 / 3) / 2) < 1e-2
