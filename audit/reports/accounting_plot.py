"""The figure of accountants: how far each one's epsilon is from the truth, by kind of composition and rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpassay.audit.reports.accounting import Asked
from dpassay.exact.entrance import explain_failures
from dpassay.figures.style import COLORS, GRAY, RED, add_caption, add_legend, rendered, styled

__all__ = ["curves_of", "figure_of"]

SHOWN_DELTA: Final = 1e-6
_COLUMNS: Final = 4
_LEAST: Final = 1e-12
"""Ratios nearer to 1 than this are drawn here."""

Curves = dict[str, dict[str, list[tuple[int, float]]]]
"""For each family of compositions and each accountant (rounds, answer / truth) in order."""


def curves_of(asked: Sequence[Asked]) -> Curves:
    """Return what is drawn: the epsilons at one delta."""
    curves: Curves = defaultdict(lambda: defaultdict(list))
    for each in asked:
        for finding in each.findings:
            question, ratio = finding.answer.question, finding.ratio
            if question.asks == "epsilon" and float(question.at) == SHOWN_DELTA and ratio is not None:
                curves[each.composition.family][each.accountant.name].append((each.composition.rounds, ratio))
    return {family: {name: sorted(points) for name, points in lines.items()} for family, lines in curves.items()}


def figure_of(asked: Sequence[Asked]) -> bytes:
    """Return the SVG: a panel for each family, a line for each accountant; what is on the wrong side is a red cross."""
    curves = curves_of(asked)
    sides = {each.accountant.name: each.accountant.side for each in asked}
    with styled():
        rows = max(1, -(-len(curves) // _COLUMNS))
        figure = Figure(figsize=(11, 1.2 + 2.4 * rows), layout="constrained")
        panels: list[Axes] = list(figure.subplots(rows, _COLUMNS, sharex=True, sharey=True, squeeze=False).flat)
        for axes, (family, lines) in zip(panels, curves.items(), strict=False):
            axes.set_title(family, fontsize="small")
            for place, (name, side) in enumerate(sides.items()):
                _draw(axes, name, lines.get(name, []), side, place)
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.grid()
        for axes in panels[len(curves) :]:
            axes.set_axis_off()
        figure.supylabel("distance from the true epsilon, as a share of it", fontsize="small")
        add_caption(figure, f"rounds; at delta = {SHOWN_DELTA:g}; x: on the wrong side of the truth")
        add_legend(figure, panels[: len(curves)], 4)
        return rendered(figure, "svg", salt="accountants", transparent=False)


def _draw(axes: Axes, name: str, points: list[tuple[int, float]], side: str, place: int) -> None:
    """Draw |ratio - 1| over the rounds."""
    if not points:
        return
    color = (*COLORS, GRAY)[place % (len(COLORS) + 1)]
    x, y = [rounds for rounds, _ in points], [max(_LEAST, abs(ratio - 1)) for _, ratio in points]
    style = "-" if place <= len(COLORS) else "--"
    axes.plot(x, y, style, marker="o", markersize=3, color=color, label=name)
    wrong = [
        (rounds, distance)
        for (rounds, ratio), distance in zip(points, y, strict=True)
        if (side == "upper" and ratio < 1 - _LEAST) or (side == "lower" and ratio > 1 + _LEAST)
    ]
    if wrong:
        axes.plot(*zip(*wrong, strict=True), "x", color=RED, markersize=7)


explain_failures(__name__)
