"""The fast PRIEST-KLD, against formulas of its own, and its two functions against each other."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats

from dpassay.fast.priest_kld import MOST_ENTRIES, estimates, priest_kld
from tests.fast.helpers import BUDGET, COMMON, NOT_INTEGER, NOT_REAL, Case, expect_error, generator

ALPHA = 1e-6
HELD = [[0], [0], [0], [1], [1], [1], [1]]
VALID: dict[str, Any] = {
    "data": HELD,
    "size": 5,
    "epsilon": 2.0,
    "delta": 0.01,
    "reference": [0.25, 0.75],
    "clients": 7,
}
SAMPLED: dict[str, Any] = {
    **VALID,
    "data": [[0, 1], [1, 1], [0, 0], [0, 1]],
    "reference": [0.5, 0.5],
    "clients": 4,
    "items": 2,
    "participants": 2,
    "floor": 0.2,
    "lam": 2,
    "rounds": 3,
}
MODELS: list[dict[str, Any]] = [{"trust": trust} for trust in ("trusted", "tagg", "dist")]
BAD: list[Case] = [
    *COMMON,
    *BUDGET,
    *[("delta", {"delta": delta}) for delta in (0, 1, -0.1, "1/2", None, float("nan"))],
    *[("clients", {"clients": clients}) for clients in (0, 4, *NOT_INTEGER)],
    *[("rounds", {"rounds": rounds}) for rounds in (0, *NOT_INTEGER)],
    *[("items", {"items": items}) for items in (0, *NOT_INTEGER)],
    *[("participants", {"participants": asked}) for asked in (0, 8, 6, 1.0, "3")],
    *[("lam", {"lam": lam}) for lam in (-1, *NOT_REAL)],
    *[("floor", {"floor": floor}) for floor in (0, 1, -0.5, "0.1", float("nan"))],
    *[("trust", {"trust": trust}) for trust in ("", "Dist", 5, None)],
    *[("calibration", {"calibration": text}) for text in ("", "print", None)],
    *[
        ("data", {"data": data})
        for data in ([], [[0]] * 6, [[0, 1]] * 7, [[0]] * 7, [*HELD[:6], [2]], [*HELD[:6], [-1]], [[0.0]] * 7, 5, None)
    ],
    ("data", {"data": [*HELD[:6], [1, 1]]}),
    ("letter 0 is held 1 times", {"data": [[0], *HELD[3:], [1], [1]]}),
]


@pytest.mark.parametrize(("name", "change"), BAD)
@pytest.mark.parametrize("function", [priest_kld, estimates])
def test_bad_arguments_are_named(function: Callable[..., Any], name: str, change: dict[str, Any]) -> None:
    expect_error(function, {"rng": generator(), **VALID, **change}, name)


@pytest.mark.parametrize("model", MODELS)
def test_shapes(model: dict[str, Any]) -> None:
    width = {"trusted": 2, "tagg": 3, "dist": 4}[model["trust"]]
    for size in (0, 1, 9):
        found = priest_kld(**{**SAMPLED, **model, "size": size}, rng=generator())
        assert found.shape == (size, width)
        assert found.dtype == np.float64
        assert estimates(**{**SAMPLED, **model, "size": size}, rng=generator()).shape == (size,)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("scale", [{}, {"floor": 0.2, "participants": 5}], ids=["all", "sampled"])
def test_estimates_are_made_of_rows(model: dict[str, Any], scale: dict[str, Any]) -> None:
    """Two samples of one law: hypergeometric counts, and sets that are listed."""
    given = {**VALID, **model, **scale, "rounds": 2, "size": 40_000, "epsilon": 8.0}
    given.setdefault("floor", 0.05 if model["trust"] == "dist" else None)
    rows = priest_kld(**given, rng=generator(1))
    if model["trust"] == "dist":
        sets = 21 if "participants" in scale else 1
        letters = np.column_stack([rows[:, 0] // (2 * sets) // sets, rows[:, 0] // sets % 2]).astype(int)
        ratios = np.maximum(rows[:, 1:], given["floor"]) / np.array([0.25, 0.75])[letters]
        own = (ratios - 1 - np.log(ratios)).mean(axis=1)
    else:
        own = rows[:, 1:].sum(axis=1) / (2 if model["trust"] == "tagg" else 1)
    assert stats.ks_2samp(own, estimates(**given, rng=generator(2))).pvalue > ALPHA


def test_the_estimate_is_that_of_the_divergence() -> None:
    """Pi = (1/4, 3/4) and P = (3/7, 4/7); with all clients it is not biased."""
    expected = 0.25 * np.log(7 / 12) + 0.75 * np.log(21 / 16)
    for trust in ("trusted", "tagg"):
        drawn = estimates(**{**VALID, "size": 100_000, "epsilon": 20.0, "trust": trust}, rng=generator())
        assert abs(drawn.mean() - expected) < 5 * drawn.std() / np.sqrt(len(drawn))


def test_as_printed_one_noise_stands_in_both_sums() -> None:
    """B - A takes as many values as there are questions, and the mean of (A + B) / T is minus the divergence."""
    given = {**VALID, "size": 20_000, "trust": "tagg", "calibration": "printed", "delta": 0.9, "epsilon": 1000.0}
    rows = priest_kld(**given, rng=generator())
    assert len(np.unique(rows[:, 2] - rows[:, 1])) == 2
    right = priest_kld(**{**given, "calibration": "corrected"}, rng=generator())
    assert len(np.unique(right[:, 2] - right[:, 1])) > 10_000
    expected = -0.25 * np.log(7 / 12) - 0.75 * np.log(21 / 16)
    drawn = rows[:, 1:].sum(axis=1)
    assert abs(drawn.mean() - expected) < 5 * drawn.std() / np.sqrt(len(drawn))


def test_reports_need_a_floor_to_be_estimated_from() -> None:
    expect_error(estimates, {"rng": generator(), **VALID, "trust": "dist"}, "floor")
    assert priest_kld(rng=generator(), **VALID, trust="dist").shape == (5, 2)


def test_a_letter_that_nobody_holds_is_taken_for_the_floor() -> None:
    given = {**VALID, "data": [[0]] * 7, "floor": 0.1, "epsilon": 1e9, "size": 200, "lam": 0}
    rows = priest_kld(rng=generator(), **given)
    missing = rows[rows[:, 0] == 1, 1]
    np.testing.assert_allclose(missing, np.log(7.5), atol=1e-3)


def test_tags_must_be_doubles() -> None:
    expect_error(priest_kld, {"rng": generator(), **VALID, "rounds": 53}, "rounds")
    expect_error(priest_kld, {"rng": generator(), **VALID, "participants": 3, "floor": 0.1, "rounds": 9}, "rounds")
    assert len(estimates(rng=generator(), **{**VALID, "rounds": 53})) == 5


def test_numbers_too_large_for_the_lattice_are_refused() -> None:
    """As printed the noise does not grow with lambda."""
    expect_error(priest_kld, {"rng": generator(), **VALID, "lam": 1e12, "calibration": "printed"}, "lam")
    assert np.isfinite(priest_kld(rng=generator(), **{**VALID, "lam": 1e12})).all()


def test_large_domains_and_many_clients() -> None:
    """2^16 letters, thousands of clients; blocks that do not change what is drawn are not promised."""
    rng, k = generator(), 2**16
    data = rng.integers(k, size=(4_000, 4))
    common = {"rng": rng, "size": 3, "epsilon": 1.0, "delta": 1e-5, "reference": np.full(k, 1 / k), "clients": 4_000}
    for trust in ("trusted", "tagg", "dist"):
        more = {"items": 4, "participants": 300, "trust": trust, "rounds": MOST_ENTRIES // 64, "floor": 1 / k}
        assert np.isfinite(estimates(data, **common, **more)).all()


@pytest.mark.parametrize("model", MODELS)
def test_answers_lie_on_a_lattice_that_the_data_do_not_move(model: dict[str, Any]) -> None:
    rows = priest_kld(rng=generator(), **{**VALID, **model, "size": 500})
    steps = [np.spacing(1.0) * 2**e for e in range(60) if np.all(rows[:, 1:] % (np.spacing(1.0) * 2**e) == 0)]
    assert max(steps) >= 2.0**-45
