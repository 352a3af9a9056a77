"""The experiment on what one report loses: all classes are tried, losses are right, a wrong calibration is exceeded."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest

import dpassay.experiments.ldp_privacy as module
from dpassay.exact import Budget, as_real, decide, log
from dpassay.experiments.frame.runs import Row, Table, measure
from dpassay.experiments.ldp_privacy import (
    EXCEEDED,
    INPUTS,
    KEPT,
    OUTPUTS,
    UNDECIDED,
    Plan,
    Setting,
    class_of,
    corrected_failures,
    exact_exp_eps,
    examined,
    measured,
    searched,
    table_text,
    tried_all,
)
from dpassay.experiments.ldp_privacy_pictures import privacy_figure
from dpassay.experiments.measures.report_screening import (
    PROPOSALS,
    all_classes,
    candidates,
    climb,
    losses,
    moved,
    sizes,
    starts,
)
from dpassay.reference import private_exp3, private_wma, privatized_likelihood
from dpassay.reference.label_clipping import Clipped

F = Fraction
ONE = Budget(F(1))
PLAN = Plan(
    families=((1, 2, 4),),
    family_rounds=(4,),
    rates=(F(1, 2), F(1)),
    family_epsilons=(F(1),),
    sizes=((1, 5),),
    rounds=(4, 20),
    epsilons=(F(1, 100), F(1)),
    swept_rounds=20,
    swept_epsilons=(F(2),),
    wma_families=((1, 2, 4),),
    wma_sizes=((2, 3),),
    wma_rounds=(20,),
    deltas=(F(1, 2), F(9, 10)),
    steps=2,
    seed=0,
)


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


# One class: label clipping and Laplace noise in doubles, on a fine grid, from the text alone


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
@pytest.mark.parametrize("calibration", module.CALIBRATIONS)
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
    right = {**setting.inputs(), **measured(setting, lambda: best)}
    private_exp3.rate.cache_clear()
    monkeypatch.setattr(privatized_likelihood, "sensitivity", wrong)
    row = {**setting.inputs(), **measured(setting, lambda: best)}
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


# The searches


def test_all_classes_are_tried() -> None:
    every = {tuple(row) for row in product(range(5), repeat=3) if sum(row) == 4}
    assert {tuple(table[0].tolist()) for table in all_classes(1, 3, 4)} == every
    pairs = {frozenset([a, b]) for a in every for b in every}
    assert {frozenset(map(tuple, table.tolist())) for table in all_classes(2, 3, 4)} == pairs
    assert len(all_classes(2, 3, 4)) == len(pairs)


@pytest.mark.parametrize("calibration", module.CALIBRATIONS)
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


def test_a_climb_keeps_masses_and_does_not_lose() -> None:
    noise = Setting("printed", 2, 6, 20, ONE).noise()
    rng = np.random.default_rng(3)
    first = starts(2, 6, 1000, rng)
    assert (first.sum(axis=2) == 6000).all()
    assert (first >= 0).all()
    best, tried = climb(first, lambda tables: losses(tables, noise), 20, rng)
    assert len(first) + 20 * PROPOSALS >= tried > len(first) + 10 * PROPOSALS
    assert (best >= 0).all()
    assert (best.sum(axis=1) == 6000).all()
    assert losses(best[None], noise)[0] >= losses(first, noise).max() > losses(first, noise).min()
    proposed = moved(np.repeat(best[None], 100, axis=0), rng)
    assert (proposed >= 0).all()
    assert (proposed.sum(axis=2) == 6000).all()
    assert (proposed != best).any()


def test_candidates_are_the_largest() -> None:
    assert candidates(np.array([1.0, 2.0, 2.0 - 1e-12, -np.inf])) == [1, 2]


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


# Runs


def measured_rows(folder: Path, plan: Plan = PLAN) -> list[Row]:
    return measure(plan.tasks(), Table(folder / "table.csv", INPUTS, OUTPUTS, write), lambda done, of: None)


def test_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = measured_rows(tmp_path)
    assert len({tuple(row[name] for name in INPUTS) for row in rows}) == len(rows) == len(PLAN.tasks())
    assert {row["verdict"] for row in rows if row["calibration"] == "corrected"} == {KEPT}
    assert any(row["verdict"] == EXCEEDED for row in rows)
    assert corrected_failures(rows) == 0
    for row in rows:
        assert float(row["loss_over_budget"]) == pytest.approx(float(row["loss"]) / float(row["budget"]), rel=1e-8)
        k, m = int(row["hypotheses"]), int(row["labels"])
        assert (int(row["printed_integers"]), int(row["corrected_integers"])) == (k * m, k * m + m - 1)
        assert int(row["integers"]) <= int(row["most_found"]) <= k * m + m - 1
        if row["verdict"] == EXCEEDED:
            assert float(row["loss_over_budget"]) > 1
    exact = [row for row in rows if row["exp_loss"]]
    assert exact
    for row in exact:
        assert math.log(F(row["exp_loss"])) == pytest.approx(float(row["loss"]), rel=1e-9)
    monkeypatch.delattr(module, "measured")
    assert measured_rows(tmp_path) == rows


def test_an_interrupted_run_keeps_its_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []

    def interrupted(*arguments: object) -> Row:
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(arguments)
        return dict.fromkeys(OUTPUTS, "1")

    monkeypatch.setattr(module, "measured", interrupted)
    with pytest.raises(KeyboardInterrupt):
        measured_rows(tmp_path)
    assert len(Table(tmp_path / "table.csv", INPUTS, OUTPUTS, write)) == 3


def test_a_figure(tmp_path: Path) -> None:
    panels = privacy_figure(PLAN, measured_rows(tmp_path)).axes
    assert [len(axes.lines) for axes in panels] == [3, 3, 3]  # printed, corrected, and 1
    printed, corrected, bound = panels[0].lines
    heights = [np.asarray(line.get_ydata(), dtype=np.float64) for line in (printed, corrected, bound)]
    assert heights[0].max() > 1 > heights[1].max()
    assert heights[2].tolist() == [1, 1]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("families", ((0, 2, 4),), "families = 0, 2, 4"),
        ("families", ((1, 3, 2),), "families = 1, 3, 2"),
        ("sizes", ((1, 1),), "labels = 1"),
        ("sizes", ((0, 2),), "hypotheses = 0"),
        ("rounds", (1,), "rounds = 1"),
        ("epsilons", (F(0),), "epsilon = 0"),
        ("deltas", (F(1),), "delta = 1"),
        ("steps", -1, "steps = -1"),
        ("seed", -1, "seed = -1"),
    ],
)
def test_bad_plans(name: str, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(PLAN, **{name: value})  # type: ignore[arg-type]


def test_the_corrected_scale_covers_every_class_that_was_tried() -> None:
    """What makes the corrected calibration safe: log p-bar never differs by more than log((K + 1) T)."""
    for table in all_classes(2, 3, 6)[::7]:
        exact = tuple(tuple(F(int(units), 6) for units in row) for row in table)
        parameters = Setting("corrected", 2, 3, 20, ONE).parameters(exact)
        assert decide(
            as_real(privatized_likelihood.exact_sensitivity(parameters))
            < as_real(privatized_likelihood.sensitivity(parameters))
        )
