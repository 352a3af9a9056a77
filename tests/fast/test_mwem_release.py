"""One run over a large domain: the same transcript as that of many runs, and the averages that follow from it."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.fast.mwem import mwem
from dpassay.fast.mwem_release import Release, kept_queries, release
from dpassay.fast.projected_smooth_mwem import projected_smooth_mwem
from dpassay.fast.query_tables import Intervals, Table
from dpassay.fast.smooth_mwem import smooth_mwem
from tests.fast.helpers import BUDGET, NOT_INTEGER, Case, expect_error, generator
from tests.fast.mwem_cases import filled

POINTS = (0, 3, 3, 3, 3, 1, 2, 3, 3)
ROWS = generator(7).integers(-2, 3, (6, 4)).astype(np.int8)
TABLE = Table(ROWS, 2, (-2, 2))
COMMON: dict[str, Any] = {"epsilon": 9.0, "rounds": 5}
RANGE: dict[str, Any] = {"queries": (ROWS / 2).tolist(), "query_range": (-1, 1)}
VALID: dict[str, Any] = {"data": POINTS, "rng": generator(), "queries": TABLE, **COMMON}


def run(seed: int = 1, **changes: Any) -> Release:
    return release(**VALID | {"rng": generator(seed)} | changes)


@pytest.mark.parametrize("calibration", ["corrected", "printed"])
def test_transcripts_are_those_of_the_mechanisms(calibration: str) -> None:
    """Draw for draw, for forty seeds each."""
    kept = kept_queries(TABLE, points=9, sigma=0.4, radius=0.8)
    assert 1 < len(kept) < 6
    shared: dict[str, Any] = {"margin": 2, "calibration": calibration}
    for seed in range(40):
        given: dict[str, Any] = {"size": 1, "rng": generator(seed), **COMMON, **RANGE, **shared}
        plain = mwem(POINTS, **given)[0]
        assert run(seed, **shared).transcript.ravel().tolist() == plain.tolist()
        smooth = smooth_mwem(POINTS, **given | {"rng": generator(seed)}, sigma=0.4, radius=0.8)[0]
        assert run(seed, **shared, offered=kept).transcript.ravel().tolist() == smooth.tolist()
        projected = projected_smooth_mwem(POINTS, **given | {"rng": generator(seed)}, sigma=0.4, radius=0.8)[0]
        mine = run(seed, **shared, offered=kept, sigma=0.4)
        assert mine.transcript.ravel().tolist() == projected.tolist()


def iterates(transcript: Any, cap: float, replays: int = 0) -> list[list[float]]:
    """D_0, ..., D_T of a transcript, element by element."""
    masses = [1 / 4] * 4
    found = [masses]
    rounds = transcript.tolist()
    for i in range(len(rounds)):
        for j, measured in [rounds[i], *rounds[: i + 1] * replays]:
            masses = updated(masses, j, measured, cap)
        found.append(masses)
    return found


def updated(masses: list[float], j: int, measured: int, cap: float) -> list[float]:
    """One update and its projection."""
    values = (ROWS[j] / 2).tolist()
    answer = math.fsum(v * mass for v, mass in zip(values, masses, strict=True))
    step = (measured / 2 / len(POINTS) - answer) / 2
    moved = [mass * math.exp(v * step) for v, mass in zip(values, masses, strict=True)]
    return filled([mass / math.fsum(moved) for mass in moved], cap)


@pytest.mark.parametrize("sigma", [None, Fraction(9, 10)])
def test_averages_follow_from_the_transcript(sigma: Fraction | None) -> None:
    mine = run(sigma=sigma)
    steps = np.array(iterates(mine.transcript, 1.0 if sigma is None else 1 / 3.6))
    np.testing.assert_allclose(mine.last, steps[-1], rtol=1e-10)
    np.testing.assert_allclose(mine.before, steps[:-1].mean(axis=0), rtol=1e-10)
    np.testing.assert_allclose(mine.after, steps[1:].mean(axis=0), rtol=1e-10)
    assert not np.allclose(mine.before, mine.after)
    assert bool(mine.last.max() > 1 / 3.6 + 1e-9) is (sigma is None)


@pytest.mark.parametrize("sigma", [None, Fraction(9, 10)])
def test_updates_are_gone_through_again(sigma: Fraction | None) -> None:
    mine = run(sigma=sigma, replays=3)
    cap = 1.0 if sigma is None else 1 / 3.6
    steps = np.array(iterates(mine.transcript, cap, 3))
    np.testing.assert_allclose(mine.last, steps[-1], rtol=1e-9)
    np.testing.assert_allclose(mine.after, steps[1:].mean(axis=0), rtol=1e-9)
    assert not np.allclose(mine.last, iterates(mine.transcript, cap, 2)[-1], rtol=1e-4)


def test_without_a_margin_sums_are_as_measured() -> None:
    wild = [int(run(seed, epsilon=0.1).transcript[:, 1].max()) for seed in range(20)]
    assert max(wild) > 18 * 5
    assert max(int(run(seed, epsilon=0.1, margin=0).transcript[:, 1].max()) for seed in range(20)) == 18


def test_much_is_learned_of_many_points() -> None:
    """A domain of 2^12 elements and all thresholds: the error falls far below that of the uniform distribution."""
    domain = 2**12
    thresholds = Intervals(np.zeros(domain, int), np.arange(1, domain + 1), domain)
    points = generator(8).binomial(domain - 1, 0.3, 20_000)
    truth = thresholds.sums(np.bincount(points, minlength=domain)) / len(points)
    out = release(points, rng=generator(9), epsilon=1, rounds=40, queries=thresholds)
    start = np.abs(thresholds.answers(np.full(domain, 1 / domain)) - truth).max()
    assert start > 0.6
    assert np.abs(thresholds.answers(out.last) - truth).max() < 0.4 * start
    kept = kept_queries(thresholds, points=1000, sigma=1)
    assert kept.tolist() == list(range(0, domain, 2))  # gamma N is 1.024
    assert len(kept_queries(thresholds, points=1000, sigma=1, radius=Fraction(1, 64))) == 64  # each 65th


BAD: list[Case] = [
    *BUDGET,
    *[("rounds", {"rounds": rounds}) for rounds in (0, *NOT_INTEGER)],
    *[("margin", {"margin": margin}) for margin in (-1, 1.0, True, "1")],
    *[("sigma", {"sigma": sigma}) for sigma in (0, 2, "1")],
    *[("data", {"data": data}) for data in ((), (4,), None)],
    *[
        ("offered", {"offered": some})
        for some in ((), [0], np.zeros(0, int), np.array([6]), np.array([-1]), np.ones(1))
    ],
    *[("replays", {"replays": replays}) for replays in (-1, *NOT_INTEGER)],
    ("rng", {"rng": None}),
    ("calibration", {"calibration": "right"}),
    ("epsilon", {"epsilon": 1e-18}),
]


@pytest.mark.parametrize(("name", "changes"), BAD)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(release, VALID | changes, name)


@pytest.mark.parametrize(
    ("name", "value"), [("sigma", 0), ("sigma", 2), ("radius", -1), ("radius", "1"), ("points", 0)]
)
def test_bad_covers(name: str, value: Any) -> None:
    expect_error(kept_queries, {"queries": TABLE, "points": 9, "sigma": 0.5} | {name: value}, name)
