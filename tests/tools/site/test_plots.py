"""Plots show the numbers of the tables that they name."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from tools.site.plots import PLOTS, RESULTS, drawn, number, table

TEXT = "### One\n\n| a | b | b |\n| --- | ---: | ---: |\n| x | 1,000 | 2 ± 3 |\n\n* A note.\n\n### Two\n\nNone.\n"


def test_a_table_is_read_with_columns_of_one_name_apart() -> None:
    (row,) = table(TEXT, "One")
    assert row == {"a": "x", "b": "1,000", "b, again": "2 ± 3"}
    assert (number(row["b"]), number(row["b, again"])) == (1000, 2)


@pytest.mark.parametrize("heading", ["Two", "Three"])
def test_a_table_that_is_not_there_is_named(heading: str) -> None:
    with pytest.raises(ValueError, match=f"^heading = '{heading}': expected"):
        table(TEXT, heading)


@pytest.mark.parametrize("name", list(PLOTS))
def test_each_plot_has_its_table_and_is_drawn(name: str) -> None:
    heading, words, draw = PLOTS[name]
    rows = table(RESULTS.read_text(encoding="utf-8"), heading)
    assert words.endswith(".")
    assert drawn(rows, draw, name).count(b"<path") > 10
    assert drawn(rows, draw, name) != drawn(rows[1:], draw, name)


def test_the_plot_of_power_has_the_numbers_of_the_table() -> None:
    axes = Figure().add_subplot()
    rows = [{"fault": "laplace, 5 %", "100": "0.06 / 0.00", "1,000": "0.42 / 0.09"}, {"fault": "gaussian, 5 %"}]
    PLOTS["power"][2](axes, rows)
    (line,) = axes.get_lines()
    assert [list(line.get_xdata()), list(line.get_ydata())] == [[100, 1000], [0.06, 0.42]]
    assert line.get_label() == "5 % too small"


def test_the_plot_of_alarms_has_the_interval_of_the_level_that_it_draws() -> None:
    axes, draw = Figure().add_subplot(), PLOTS["false-alarms"][2]
    columns = ("method", "runs", "flagged at alpha = 0.05", "rate", "flagged at alpha = 0.01", "rate, again")
    cells = ("m", "1000", "30", "0.0298 (0.0202 to 0.0423)", "3", "0.0030 (0.0006 to 0.0087)")
    draw(axes, [dict(zip(columns, cells, strict=True))])
    (segment,) = axes.collections[0].get_segments()  # type: ignore[attr-defined]  # a collection of lines
    assert [x for x, _ in segment] == pytest.approx([0.0202, 0.0423])
    dashed = axes.get_lines()[-1]
    assert list(dashed.get_xdata()) == [0.05, 0.05]
    other = dict(zip((*columns[:2], *columns[4:], *columns[2:4]), (*cells[:2], *cells[4:], *cells[2:4]), strict=True))
    with pytest.raises(ValueError, match=r"^column = 'flagged at alpha = 0.01': expected"):
        draw(axes, [other])
