"""The experiment on what a locally private report loses: rows, runs that are interrupted, the figure."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import dpassay.experiments.ldp_privacy as module
from dpassay.exact import Budget, as_real, decide
from dpassay.experiments.frame.runs import Row, Table, measure
from dpassay.experiments.ldp_privacy import INPUTS, OUTPUTS, Plan, corrected_failures, privacy_figure
from dpassay.experiments.measures.report_loss import (
    EXCEEDED,
    KEPT,
    Setting,
)
from dpassay.experiments.measures.report_screening import (
    all_classes,
)
from dpassay.reference import privatized_likelihood

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
