"""Figures of an audit: the law against what was seen, and the privacy that is claimed against what is certified.

`svg` turns a figure into text for an HTML page: its colors become CSS variables, so that the page decides what they are
in light and dark; `save` writes one to a file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike, NDArray

from dpassay.audit import words
from dpassay.audit.reports.files import write_whole
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened
from dpassay.figures.style import BLUE, FAINT, INK, ORANGE, RED, add_legend, rendered, styled
from dpassay.properties.cells import Cells

__all__ = ["Bins", "law_figure", "merged", "profile_figure", "save", "save_profile", "svg"]

Floats = NDArray[np.float64]

_CSS: Final = {BLUE: "--blue", ORANGE: "--orange", RED: "--red", INK: "--ink", FAINT: "--faint"}

TAIL: Final = 2e-3
"""A law is drawn between the quantiles of this level and of one minus this level, on either input."""

FEWEST_EXPECTED: Final = 5.0
"""Cells are joined until so many answers are expected, so that a deviation in standard errors says something."""

MOST_BINS: Final = 60
"""An axis shows about so many bars."""

WITHIN: Final = 3.0
"""Deviations up to so many standard errors are shaded: what sampling explains."""


# What the law says against what was seen


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """Neighboring cells joined for the eye, b of them: the first and the last one are the tails beyond the window.

    Attributes:
        low, high: shape (b,), the ends; for integers the smallest and the largest one. Infinite in the tails.
        probability: shape (b,), under the exact law.
        count: shape (b,), the answers seen.
        total: all answers, those that the law cannot produce included.
    """

    low: Floats
    high: Floats
    probability: Floats
    count: NDArray[np.int64]
    total: int

    @property
    def bounded(self) -> NDArray[np.bool_]:
        """Which bins are no tails."""
        return np.isfinite(self.low) & np.isfinite(self.high)

    @property
    def deviation(self) -> Floats:
        """The count's distance from its expectation in standard errors; infinite for what the law rules out."""
        expected = self.total * self.probability
        error = np.sqrt(expected * np.maximum(1 - self.probability, 0))
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.count == expected, 0.0, (self.count - expected) / error)


def as_numbers(values: ArrayLike, name: str) -> Floats:
    """Return numbers as doubles.

    Raises:
        ValueError: they are none.
    """
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} = {shortened(values, repr)}: expected numbers") from None


def merged(cells: Cells, counts: ArrayLike, total: int, starts: NDArray[np.intp]) -> Bins:
    """Join cells: bin j begins with cell starts[j] and ends before the next."""
    low, high = _ends(cells)
    seen = as_numbers(counts, "counts")
    require(
        seen.shape == (len(cells),), "counts", f"numbers of shape {seen.shape}", f"one for each of {len(cells)} cells"
    )
    require(bool(((starts >= 0) & (starts < len(cells))).all()), "starts", starts, f"places among {len(cells)} cells")
    require(total >= 0, "total", total, "a number of at least 0")
    return Bins(
        low=low[starts],
        high=high[np.append(starts[1:], len(cells)) - 1],
        probability=np.add.reduceat(cells.probabilities, starts),
        count=np.add.reduceat(seen.astype(np.int64), starts),
        total=total,
    )


def _ends(cells: Cells) -> tuple[Floats, Floats]:
    edges = cells.edges.astype(np.float64)
    if cells.kind == "finite":
        return edges, edges
    if cells.kind == "integer":
        return np.concatenate([[-np.inf], edges, [edges[-1] + 1]]), np.concatenate([[edges[0] - 1], edges, [np.inf]])
    return np.concatenate([[-np.inf], edges]), np.concatenate([edges, [np.inf]])


def starts_of(cells: Sequence[Cells], total: int) -> NDArray[np.intp]:
    """Return where the bins begin, the same for all laws: a window, cut evenly, and a tail on either side."""
    last = len(cells[0]) - 1
    if cells[0].kind == "finite":
        return _even(cells[0], 0, last)
    tail = max(TAIL, FEWEST_EXPECTED / max(total, 1))
    inside = np.concatenate([[1, last - 1] if tail >= 0.5 else _without_tails(law, tail) for law in cells])
    return _even(cells[0], max(int(inside.min()), 1), min(int(inside.max()), last - 1))


def _without_tails(law: Cells, tail: float) -> NDArray[np.intp]:
    """Return the cells that lie in neither tail."""
    up_to, from_there = np.cumsum(law.probabilities), np.cumsum(law.probabilities[::-1])[::-1]
    return np.flatnonzero((up_to > tail) & (from_there > tail))


def _even(cells: Cells, first: int, last: int) -> NDArray[np.intp]:
    """Return the starts of at most `MOST_BINS` bins of even width between two cells, and of what lies beyond them."""
    low, high = _ends(cells)
    if last - first < MOST_BINS:
        inner = np.arange(first, last + 1)
    else:
        places = np.linspace(low[first], high[last], MOST_BINS + 1)[:-1]
        inner = first + np.searchsorted(low[first : last + 1], places)
    starts = np.concatenate([[0], inner, [last + 1]])
    return np.unique(starts[starts < len(cells)]).astype(np.intp)


def law_figure(cells: Sequence[Cells], counts: Sequence[ArrayLike], totals: Sequence[int]) -> Figure:
    """Draw the exact laws against the answers seen, and below them the deviations in standard errors.

    Args:
        cells: the cells of the exact law on each input, of one kind and with the same edges.
        counts: the answers in each cell, for each input.
        totals: all answers on each input; those in no cell are what the law cannot produce.
    """
    with styled():
        figure = Figure(figsize=(4.6 * len(cells), 4.6), layout="constrained")
        grid = figure.subplots(2, len(cells), sharex="col", sharey="row", height_ratios=[3, 1.4], squeeze=False)
        starts = starts_of(cells, min(totals))
        every = [merged(*each, starts) for each in zip(cells, counts, totals, strict=True)]
        limit = _deviation_limit(every)
        for column, (law, bins) in enumerate(zip(cells, every, strict=True)):
            _draw_law(grid[0, column], law, bins)
            _draw_deviations(grid[1, column], law, bins, limit)
            grid[0, column].set_title(_title(column, bins))
            grid[1, column].set_xlabel(_answers(law))
        grid[0, 0].set_ylabel("density" if cells[0].kind == "real" else "probability")
        grid[1, 0].set_ylabel("deviation\n(standard errors)")
        add_legend(figure, [grid[0, 0]], 2)
    return figure


def _answers(cells: Cells) -> str:
    """Return what stands below the axis of the answers."""
    if cells.grid is not None:
        return "answer, by the number of its box"
    return "answer" if cells.rows is None else "answer, by its place among all rows"


def _title(column: int, bins: Bins) -> str:
    title, outside = f"{('first', 'second')[column]} input", bins.total - int(bins.count.sum())
    return f"{title} ({outside:,} of {bins.total:,} answers are impossible)" if outside else title


def _deviation_limit(every: Sequence[Bins]) -> float:
    """Return how far the axis of the deviations reaches, for all panels alike."""
    finite = [deviation[np.isfinite(deviation)] for deviation in (bins.deviation for bins in every)]
    return 1.15 * max(WITHIN + 1, *(float(np.abs(deviation).max(initial=0.0)) for deviation in finite))


def _draw_law(axes: Axes, cells: Cells, bins: Bins) -> None:
    axes.grid(axis="y")
    if cells.kind == "real":
        _draw_density(axes, cells, bins)
    else:
        _draw_masses(axes, bins)
    axes.set_ylim(bottom=0)


def _draw_density(axes: Axes, cells: Cells, bins: Bins) -> None:
    """Draw the observed density as steps and the exact one, of the finer cells of the law, as a curve."""
    inner = bins.bounded
    if not inner.any():
        return
    width = bins.high[inner] - bins.low[inner]
    edges = np.append(bins.low[inner], bins.high[inner][-1:])
    axes.stairs(bins.count[inner] / bins.total / width, edges, fill=True, color=ORANGE, alpha=0.6, label="seen")
    x, y = density_curve(cells, edges[0], edges[-1])
    axes.plot(x, y, color=BLUE, label="exact law")


def density_curve(cells: Cells, first: float, last: float) -> tuple[Floats, Floats]:
    """Return points of the density between two edges: probability over width, over steps that are not too small."""
    low, _ = _ends(cells)
    inside = np.flatnonzero((low >= first) & (low < last))
    step = (last - first) / 250
    kept = inside[np.unique((low[inside] - first) // step, return_index=True)[1]]
    ends = np.append(kept, inside[-1] + 1)
    edges = np.append(low[kept], cells.edges[inside[-1]])
    mass = np.add.reduceat(cells.probabilities[: ends[-1]], kept)
    return (edges[:-1] + edges[1:]) / 2, mass / np.diff(edges)


def _draw_masses(axes: Axes, bins: Bins) -> None:
    """Draw, for each outcome (or each run of as many outcomes), the exact probability beside the frequency seen."""
    inner = bins.bounded
    low, high = bins.low[inner] - 0.5, bins.high[inner] + 0.5
    size = high - low
    middle = (low + high) / 2
    seen, exact = bins.count[inner] / bins.total / size, bins.probability[inner] / size
    axes.bar(middle - 0.2 * size, seen, 0.4 * size, color=ORANGE, label="seen")
    axes.bar(middle + 0.2 * size, exact, 0.4 * size, color=BLUE, label="exact law")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _draw_deviations(axes: Axes, cells: Cells, bins: Bins, limit: float) -> None:
    """Draw each bin's deviation; diamonds at the ends are the tails, crosses are what the law rules out."""
    middle = _middles(bins)
    deviation = bins.deviation
    finite = np.isfinite(deviation)
    tail = ~bins.bounded
    axes.axhspan(-WITHIN, WITHIN, color=FAINT, alpha=0.35, linewidth=0)
    axes.axhline(0, color=INK, linewidth=0.6)
    for chosen, marker, color in ((finite & ~tail, "o", BLUE), (finite & tail, "D", BLUE), (~finite, "X", RED)):
        height = np.where(finite, deviation, 0.95 * limit)[chosen]
        axes.plot(middle[chosen], height, marker, color=color, markersize=3.5, markeredgewidth=0)
    axes.vlines(middle[finite], 0, deviation[finite], color=BLUE, linewidth=0.6)
    axes.set_ylim(-limit, limit)
    if cells.kind == "finite":
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _middles(bins: Bins) -> Floats:
    """Return where a bin is drawn: in its middle, and a tail one bin beyond the window."""
    size = float(np.median((bins.high - bins.low)[bins.bounded])) if bins.bounded.any() else 0.0
    low = np.where(np.isfinite(bins.low), bins.low, bins.high - size)
    high = np.where(np.isfinite(bins.high), bins.high, bins.low + size)
    return np.asarray((low + high) / 2)


# Privacy profiles


def profile_figure(
    epsilon: ArrayLike,
    delta: ArrayLike,
    *,
    lower: ArrayLike | None = None,
    estimate: ArrayLike | None = None,
    confidence: str | None = None,
    claim: tuple[float, float] | None = None,
    certified: tuple[float, float] | None = None,
    title: str = "",
) -> Figure:
    """Draw a privacy profile delta(epsilon), and what an audit has to say about it.

    Args:
        epsilon: shape (g,), at least 0, increasing; natural logarithms.
        delta: shape (g,), the exact profile there.
        lower: shape (g,), what delta is at least, with the confidence that is given.
        estimate: shape (g,), from frequencies: no bound.
        confidence: of the lower band, in words.
        claim: the (epsilon, delta) that is claimed.
        certified: the (epsilon, delta) of a certified lower bound on epsilon.
        title: stands above the figure.

    Raises:
        ValueError: epsilon and delta are not of one length, or empty, or not finite.
    """
    x, y = _check_curve(epsilon, delta)
    with styled():
        figure = Figure(figsize=(9.2, 4.4), layout="constrained")
        axes = figure.subplots()
        axes.grid()
        axes.set_title(title)
        top = max(float(np.max(curve)) for curve in (y, lower, estimate) if curve is not None)
        _profile_scale(axes, x, y, claim, top)
        if lower is not None:
            _draw_band(axes, x, np.asarray(lower, dtype=np.float64), confidence)
        if estimate is not None:
            axes.plot(x, _shown(axes, estimate), "--", color=ORANGE, label="estimate (no bound)")
        axes.plot(x, _shown(axes, y), color=BLUE, label="exact profile of the law")
        _draw_points(axes, claim, certified)
        axes.set_xlabel("privacy loss epsilon (nats)")
        axes.set_ylabel("delta (probability)")
        if lower is not None or claim is not None:
            add_legend(figure, [axes], 3)
    return figure


def _check_curve(epsilon: ArrayLike, delta: ArrayLike) -> tuple[Floats, Floats]:
    x, y = as_numbers(epsilon, "epsilon"), as_numbers(delta, "delta")
    if x.ndim != 1 or x.shape != y.shape or not x.size or not (np.isfinite(x).all() and np.isfinite(y).all()):
        shapes = f"arrays of shapes {x.shape} and {y.shape}"
        raise ValueError(f"epsilon, delta = {shapes}: expected finite numbers, as many of either, at least one")
    return x, y


def _profile_scale(axes: Axes, x: Floats, y: Floats, claim: tuple[float, float] | None, top: float) -> None:
    """Choose a logarithmic scale where a small positive delta matters; a pure guarantee ends at 0 in a linear one."""
    smallest = claim[1] if claim and claim[1] > 0 else float(y[y > 0].min(initial=1.0)) if y[-1] > 0 else 0.0
    axes.set_xlim(0, float(x[-1]) or 1.0)
    if 0 < smallest < 1e-2:
        axes.set_yscale("log")
        axes.set_ylim(max(smallest / 30, 1e-16), 1.5 * top)
    else:
        axes.set_ylim(0, 1.1 * max(top, claim[1] if claim else 0.0) or 1.0)


def _shown(axes: Axes, values: ArrayLike) -> Floats:
    """Return the values without those that a logarithmic axis cannot show."""
    array = np.asarray(values, dtype=np.float64)
    return np.where(array > 0, array, np.nan) if axes.get_yscale() == "log" else array


def _draw_band(axes: Axes, x: Floats, lower: Floats, confidence: str | None) -> None:
    """Draw steps: delta does not grow, so a bound holds up to its own epsilon and says nothing beyond."""
    label = "certified lower bound" + (f" ({confidence} confidence)" if confidence else "")
    floor = axes.get_ylim()[0]
    axes.fill_between(x, floor, np.maximum(lower, floor), step="pre", color=RED, alpha=0.15, linewidth=0)
    axes.plot(x, _shown(axes, lower), color=RED, drawstyle="steps-pre", label=label)


def _draw_points(axes: Axes, claim: tuple[float, float] | None, certified: tuple[float, float] | None) -> None:
    if claim is not None:
        axes.plot(*claim, "*", color=INK, markersize=11, clip_on=False, zorder=5, linestyle="none", label="claim")
    if certified is None:
        return
    end, floor = axes.get_xlim()[1], axes.get_ylim()[0]
    label = f"certified: epsilon at least {words.number(certified[0])}"
    place = (min(certified[0], end), max(certified[1], floor))
    marker = ">" if certified[0] > end else "|"
    axes.plot(*place, marker, color=RED, markersize=9, mew=2.5, clip_on=False, zorder=6, linestyle="none", label=label)


def save_profile(epsilon: ArrayLike, delta: ArrayLike, path: Path, *, title: str = "") -> None:
    """Draw an exact profile into a file that ends in .svg or .png."""
    save(profile_figure(epsilon, delta, title=title), path)


# Rendering


def svg(figure: Figure, name: str) -> str:
    """Return a figure as text for an HTML page; its ids begin with the name, which is not used twice on one page."""
    text = rendered(figure, "svg", salt=name, transparent=True).decode()
    text = text[text.index("<svg") :].strip()
    text = re.sub(r'\b(id="|href="#)', rf"\g<1>{name}-", text)
    text = text.replace("url(#", f"url(#{name}-")
    for color, variable in _CSS.items():
        text = text.replace(color, f"var({variable})")
    head, end, body = text.partition(">")
    return re.sub(r' (width|height)="[^"]*"', "", head) + end + body


def save(figure: Figure, path: Path) -> None:
    """Write a figure into a file that ends in .svg or .png, whole or not at all."""
    if path.suffix not in {".svg", ".png"}:
        raise ValueError(f"path = {path}: expected a file that ends in .svg or .png")
    write_whole(path, rendered(figure, path.suffix[1:], salt="dpassay", transparent=False))


explain_failures(__name__)
