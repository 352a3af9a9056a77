"""The figure of the experiment on the excess shows the largest quotients."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from dpassay.experiments.frame.runs import Row
from dpassay.experiments.lazy_excess import excess_figure
from dpassay.experiments.measures.excess_bounds import BOUNDS


def excess_rows() -> list[Row]:
    """Return made-up rows: the quotient by the printed bound is one over eta, that by the corrected one is 0.9."""
    empty = {f"over_{name}": "" for name in BOUNDS}
    sizes = {"experts": "2", "epsilon": "", "seed": "0", "steps": "1"}
    guided = [
        {**empty, **sizes, "search": "guided", "goal": goal, "rounds": "64", "batch": batch, "learning_rate": eta}
        | {
            "over_asi_11": str(float(1 / Fraction(eta))),
            "over_asi_11b": batch,
            "over_linear": "0.9",
            "over_sharp": "0.95",
        }
        for goal in ("excess", "quotient")
        for batch in ("2", "8")
        for eta in ("1/100", "1/10")
    ]
    printed = [
        {
            **empty,
            **sizes,
            "search": "printed",
            "goal": "regret",
            "rounds": rounds,
            "batch": "12",
            "learning_rate": "proof",
        }
        | {"over_asi_33": rounds, "over_asi_35": rounds, "over_asi_33_corrected": "0.8"}
        for rounds in ("100", "10000")
    ]
    return [*guided, *printed]


def test_the_figure_on_the_excess_shows_the_largest_quotients() -> None:
    left, middle, right = excess_figure(excess_rows()).axes
    for axes, places, quotients in (
        (left, [0.01, 0.1], {"ASI-11:": [100, 10], "ASI-11-sharp:": [0.9, 0.9]}),
        (middle, [2, 8], {"ASI-11b:": [2, 8], "ASI-11-sharp:": [0.95, 0.95]}),
        (right, [100, 10000], {"ASI-33:": [100, 10000], "ASI-33-corrected:": [0.8, 0.8]}),
    ):
        shown = {str(line.get_label()).split(" ")[0]: line for line in axes.get_lines()}
        for claim, expected in quotients.items():
            assert np.asarray(shown[claim].get_xdata()).tolist() == places
            assert np.asarray(shown[claim].get_ydata()).tolist() == expected
