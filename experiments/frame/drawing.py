"""What the panels of several figures have in common: curves from rows, and axes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import LogLocator, NullFormatter, NullLocator, SymmetricalLogLocator
from numpy.typing import NDArray

from dpassay.experiments.frame.runs import Row
from dpassay.figures.style import INK

DECADES: Final = 3
"""How many decades an axis has above the part around 0 that is linear, if it has one."""


def curve(rows: Iterable[Row], column: str, *names: str) -> list[NDArray[np.float64]]:
    """The numbers of a column, in order, and those of others at these."""
    ordered = sorted(rows, key=lambda row: float(row[column]))
    return [np.array([float(row[name]) for row in ordered]) for name in (column, *names)]


def sweep_panel(axes: Axes) -> None:
    """Make a panel with a grid over a logarithmic abscissa."""
    axes.grid()
    axes.set_xscale("log")


def mark_places(axes: Axes, places: Sequence[float], texts: Sequence[str] = ()) -> None:
    """Name some places on the abscissa, and no others."""
    axes.set_xticks(list(places), list(texts) or [f"{place:g}" for place in places])
    axes.xaxis.set_minor_locator(NullLocator())


def mark_decades(axes: Axes, *, between: bool = True) -> None:
    """Name the powers of ten on the abscissa, with marks between them or without."""
    if not between:
        axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_locator(LogLocator(10))
    axes.xaxis.set_minor_formatter(NullFormatter())


def scale_around(line: Iterable[Axes], low: float, high: float) -> None:
    """Choose a logarithmic ordinate, or, where the lowest value is not above 0, one that is linear around 0."""
    linear = 10.0 ** max(0, math.ceil(math.log10(high)) - DECADES)
    for axes in line:
        if low > 0:
            axes.set_yscale("log")
            axes.set_ylim(low / 1.6, high * 1.6)
        else:
            axes.set_yscale("symlog", linthresh=linear, linscale=0.5)
            axes.set_ylim(1.6 * min(low, -linear), 1.6 * high)
            axes.yaxis.set_major_locator(SymmetricalLogLocator(base=10, linthresh=linear))
            axes.axhline(0, color=INK, linewidth=0.6, zorder=1.2)
