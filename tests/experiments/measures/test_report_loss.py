"""What a report loses: on a grid, in rational numbers, by its delta; the worst class of a family."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

import dpassay.experiments.measures.report_loss as module
from dpassay.exact import Budget, log
from dpassay.experiments.ldp_privacy import corrected_failures, measured
from dpassay.experiments.measures.report_loss import (
    EXCEEDED,
    KEPT,
    UNDECIDED,
    Setting,
    class_of,
    exact_exp_eps,
    examined,
    searched,
    table_text,
    tried_all,
)
from dpassay.experiments.measures.report_screening import (
    all_classes,
    losses,
    sizes,
)
from dpassay.reference import private_exp3, private_wma, privatized_likelihood
from dpassay.reference.label_clipping import Clipped

F = Fraction
ONE = Budget(F(1))


def grid_loss(table: list[list[float]], rounds: int, epsilon: float, calibration: str) -> float:
    """The largest log-ratio of the densities of V_j over all j, all pairs of labels and many places."""
    k, m = len(table), len(table[0])
    counts = [max(1, math.ceil(m * max(row[y] for row in table) - 1e-9)) for y in range(m)]
    integers = sum(counts)
    scale = math.log((k if calibration == "printed" else k + 1) * rounds) / epsilon
    worst = 0.0
    for row in table:
        owners = [y for y in range(m) for _ in range(counts[y])]
        likelihood = [(1 - 1 / rounds) * row[y] / counts[y] + 1 / (rounds * integers) for y in owners]
        centers = np.log(likelihood)
        places = np.unique(np.concatenate([centers, np.linspace(centers.min() - 1, centers.max() + 1, 200)]))
        noise = np.exp(-np.abs(places[:, None] - centers) / scale)
        densities = []
        for label in range(m):
            weights = [(1 - 1 / rounds) * (y == label) / counts[label] + 1 / (rounds * integers) for y in owners]
            densities.append(noise @ np.array(weights))
        worst = max(worst, *(float(np.log(p / q).max()) for p, q in permutations(densities, 2)))
    return worst


CLASSES = [[[0.75, 0.125, 0.125]], [[0.0, 1.0, 0.0], [0.75, 0.125, 0.125]], [[0.5, 0.375, 0.125], [0.125, 0.125, 0.75]]]


@pytest.mark.parametrize("table", CLASSES)
@pytest.mark.parametrize("calibration", ["printed", "corrected"])
def test_the_loss_of_a_class_on_a_grid(table: list[list[float]], calibration: str) -> None:
    exact = tuple(tuple(map(F, row)) for row in table)
    for rounds, epsilon in ((2, 1), (20, 4)):
        setting = Setting(calibration, len(table), 3, rounds, Budget(epsilon))
        expected = grid_loss(table, rounds, epsilon, calibration)
        assert float(examined(setting, exact).loss) == pytest.approx(expected, rel=1e-9)
        units = np.array([[[round(8 * mass) for mass in row] for row in table]])
        assert losses(units, setting.noise())[0] == pytest.approx(expected, rel=1e-9)
        other = "printed" if calibration == "corrected" else "corrected"
        assert grid_loss(table, rounds, epsilon, other) != pytest.approx(expected, rel=1e-3)


def test_vectors_are_screened_as_the_reference_has_them() -> None:
    tables = all_classes(2, 3, 4)
    setting = Setting("corrected", 2, 3, 20, ONE, F(9, 10))
    found = losses(tables, setting.noise())
    for place in range(0, len(tables), 17):
        exact = tuple(tuple(F(int(units), 4) for units in row) for row in tables[place])
        assert found[place] == pytest.approx(float(examined(setting, exact).loss), rel=1e-9, abs=1e-15)


def test_the_printed_calibration_is_exceeded_in_rational_numbers() -> None:
    """K = 1, M = 5, T = 100, e^epsilon = 10: the rate is 1/2. The corrected one keeps ten times as much."""
    masses = (F(19997, 50000), *(F(20001, 100000),) * 3, F(3, 100000))
    assert sum(masses) == 1
    printed = Setting("printed", 1, 5, 100, Budget(exp_eps=10))
    seen = examined(printed, (masses,))
    assert seen.verdict == EXCEEDED
    assert not isinstance(seen.pair.ratio, type(seen.loss))  # an exact number
    assert float(seen.loss) == pytest.approx(grid_loss([list(map(float, masses))], 100, math.log(10), "printed"))
    assert examined(replace(printed, calibration="corrected"), (masses,)).verdict == KEPT


@pytest.fixture
def _forgotten_rates() -> Iterator[None]:
    """Rates are remembered: those of a wrong scale must not be."""
    private_exp3.rate.cache_clear()
    yield
    private_exp3.rate.cache_clear()


@pytest.mark.usefixtures("_forgotten_rates")
def test_a_scale_that_is_too_small_is_seen_in_the_corrected_calibration(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the sensitivity of the printed text in its place the corrected calibration is exceeded, and told to be."""

    def wrong(parameters: Clipped) -> object:
        return log(len(parameters.hypotheses) * parameters.rounds)

    setting = Setting("corrected", 1, 5, 20, Budget(F(1, 7)))
    best = searched(setting, 10**6, 10, np.random.default_rng(0))
    right = {"calibration": setting.calibration, **measured(setting, lambda: best)}
    private_exp3.rate.cache_clear()
    monkeypatch.setattr(privatized_likelihood, "sensitivity", wrong)
    row = {"calibration": setting.calibration, **measured(setting, lambda: best)}
    assert (right["verdict"], row["verdict"]) == (KEPT, EXCEEDED)
    assert float(row["loss_over_budget"]) > 1.1
    assert corrected_failures([right, row]) == 1
    assert corrected_failures([right]) == 0
    assert corrected_failures([{**right, "most_found": "10"}]) == 1


def test_a_large_loss_is_judged_by_its_delta() -> None:
    """The largest ratio is above e^epsilon; at e^epsilon delta is not above the one promised, but is not 0 either."""
    setting = Setting("printed", 1, 5, 20, Budget(F(1, 100)), F(9, 10))
    row = measured(setting, lambda: searched(setting, 20_000, 0, np.random.default_rng(0)))
    assert row["verdict"] == KEPT
    assert float(row["loss_over_budget"]) > 1.05
    assert 0 < float(row["delta_over_delta"]) < 0.01


def test_a_delta_that_is_too_small_is_exceeded_or_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if less were promised than is kept."""
    setting = Setting("printed", 1, 4, 20, Budget(F(1, 100)), F(9, 10))
    (table,) = searched(setting, 20_000, 0, np.random.default_rng(0)).tables
    assert examined(setting, table).verdict == KEPT
    promised = replace(setting, delta=F(1, 10**6))
    noisy = setting.parameters

    def promises_more(self: Setting, table: module.Class) -> object:
        parameters = noisy(table)
        rate = private_wma.rate(parameters)
        less = replace(parameters, delta=F(1, 10**6))
        monkeypatch.setattr(private_wma, "rate", lambda _: rate)
        return less

    monkeypatch.setattr(Setting, "parameters", promises_more)
    assert examined(promised, table).verdict == EXCEEDED
    monkeypatch.setattr(module, "MOST_LABELS", 3)
    assert examined(promised, table).verdict == UNDECIDED


@pytest.mark.parametrize("calibration", ["printed", "corrected"])
def test_the_worst_of_a_family_is_that_of_all_its_classes(calibration: str) -> None:
    setting = Setting(calibration, 2, 2, 4, Budget(exp_eps=F(8 if calibration == "printed" else 12)))
    found = tried_all(setting, 4)
    rows = [(F(units, 4), F(4 - units, 4)) for units in range(5)]
    every = [
        examined(setting, table)
        for table in product(rows, repeat=2)
        if calibration == "corrected" or all(max(column) for column in zip(*table, strict=True))
    ]
    largest = max(one.pair.ratio for one in every)  # type: ignore[type-var]
    assert {examined(setting, table).pair.ratio for table in found.tables} == {largest}
    assert min(one.pair.ratio for one in every) < largest  # type: ignore[type-var,operator]


def test_the_number_of_integers_is_exact() -> None:
    tables = np.array([[[39_951, 40_001, 20_001, 47, 0]], [[100_000, 0, 0, 0, 0]]])
    assert sizes(tables).tolist() == [[2, 3, 2, 1, 1], [5, 1, 1, 1, 1]]


def test_printed_refuses_a_label_without_an_integer() -> None:
    tables = np.array([[[4, 0]], [[3, 1]]])
    for calibration, refused in (("printed", True), ("corrected", False)):
        found = losses(tables, Setting(calibration, 1, 2, 20, ONE).noise())
        assert np.isneginf(found[0]) == refused
        assert np.isfinite(found[1])


@pytest.mark.parametrize(
    ("hypotheses", "rounds", "calibration", "rate", "expected"),
    [(1, 100, "printed", F(1, 2), 10), (1, 100, "corrected", F(1, 2), None), (1, 50, "corrected", F(3, 2), 1000)],
)
def test_budgets_of_rational_rates(
    hypotheses: int, rounds: int, calibration: str, rate: Fraction, expected: int | None
) -> None:
    assert exact_exp_eps(hypotheses, rounds, calibration, rate) == expected
    if expected is not None:
        setting = Setting(calibration, hypotheses, 2, rounds, Budget(exp_eps=expected))
        assert setting.noise().rate == float(rate)


def test_classes_are_written_and_read() -> None:
    table = ((F(1, 8),) * 7 + (F(1, 16), F(1, 16)), (F(1), *(F(0),) * 8))
    assert table_text(table) == "7*1/8,1/16,1/16;1,8*0"
    assert class_of(table_text(table)) == table
    assert class_of("1/2,1/2") != table
