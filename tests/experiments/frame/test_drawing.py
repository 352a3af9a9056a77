"""Curves are in order, and axes name what they are asked to."""

from __future__ import annotations

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpassay.experiments.frame.drawing import curve, mark_decades, mark_places, scale_around, sweep_panel


def panel() -> Axes:
    axes = Figure().subplots()
    axes.plot([1, 1000], [1, 2])
    sweep_panel(axes)
    return axes


def test_a_curve_is_in_order() -> None:
    rows = [{"x": "10", "y": "3"}, {"x": "9", "y": "4"}]
    assert [values.tolist() for values in curve(rows, "x", "y")] == [[9, 10], [4, 3]]


def test_places_are_named_and_nothing_between_them() -> None:
    axes = panel()
    mark_places(axes, [1, 30.0])
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "30"]
    mark_places(axes, [4, 8], ["four", "eight"])
    assert [label.get_text() for label in axes.get_xticklabels()] == ["four", "eight"]
    assert list(axes.get_xticks(minor=True)) == []


@pytest.mark.parametrize("between", [True, False])
def test_decades_are_named_with_marks_between_them_or_without(between: bool) -> None:
    axes = panel()
    mark_decades(axes, between=between)
    assert {1.0, 10.0, 100.0, 1000.0} <= set(axes.get_xticks())
    assert (len(axes.get_xticks(minor=True)) > 0) == between


@pytest.mark.parametrize(("low", "scale"), [(0.5, "log"), (0.0, "symlog"), (-3.0, "symlog")])
def test_an_axis_is_linear_around_zero_where_something_is_not_above(low: float, scale: str) -> None:
    axes = panel()
    scale_around([axes], low, 500.0)
    assert axes.get_yscale() == scale
    bottom, top = axes.get_ylim()
    assert bottom < low < 500 < top
