"""The figure of accountants: how far each one's epsilon is from the truth, by kind of composition and rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpassay.audit.reports.accounting import Asked
from dpassay.exact.entrance import explain_failures
from dpassay.figures.style import COLORS, GRAY, INK, add_caption, add_legend, rendered, styled

__all__ = ["curves_of", "figure_of"]

SHOWN_DELTA: Final = 1e-6
_COLUMNS: Final = 4
_LEAST: Final = 1e-12
"""Ratios nearer to 1 than this are drawn here."""

_LINES: Final = (*COLORS, GRAY)

Point = tuple[int, float, bool]
Curves = dict[str, dict[str, list[Point]]]
"""For each family of compositions and each accountant (rounds, answer / truth, whether it is a violation) in order."""


def curves_of(asked: Sequence[Asked]) -> Curves:
    """Return what is drawn: the epsilons at one delta."""
    curves: Curves = defaultdict(lambda: defaultdict(list))
    for each in asked:
        for finding in each.findings:
            question, ratio = finding.answer.question, finding.ratio
            if question.asks == "epsilon" and float(question.at) == SHOWN_DELTA and ratio is not None:
                point = each.composition.rounds, ratio, finding.verdict == "violation"
                curves[each.composition.family][each.accountant.name].append(point)
    return {family: {name: sorted(points) for name, points in lines.items()} for family, lines in curves.items()}


def figure_of(asked: Sequence[Asked]) -> bytes:
    """Return the SVG: a panel for each family, a line for each accountant; violations are crosses."""
    curves = curves_of(asked)
    names = list(dict.fromkeys(each.accountant.name for each in asked))
    with styled():
        columns = max(1, min(_COLUMNS, len(curves)))
        rows = max(1, -(-len(curves) // columns))
        figure = Figure(figsize=(11, 1.2 + 2.4 * rows), layout="constrained")
        panels: list[Axes] = list(figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).flat)
        for axes, (family, lines) in zip(panels, curves.items(), strict=False):
            axes.set_title(family, fontsize="small")
            for place, name in enumerate(names):
                _draw(axes, name, lines.get(name, []), place)
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.grid()
        for axes in panels[len(curves) :]:
            axes.set_axis_off()
        figure.supylabel("distance from the true epsilon, as a share of it", fontsize="small")
        add_caption(figure, f"rounds; at delta = {SHOWN_DELTA:g}; x: certainly on the wrong side of the truth")
        add_legend(figure, panels[: len(curves)], 4)
        return rendered(figure, "svg", salt="accountants", transparent=False)


def _draw(axes: Axes, name: str, points: list[Point], place: int) -> None:
    """Draw |ratio - 1| over the rounds."""
    if not points:
        return
    color = _LINES[place % len(_LINES)]
    heights = [max(_LEAST, abs(ratio - 1)) for _, ratio, _ in points]
    style = "-" if place < len(_LINES) else "--"
    axes.plot([rounds for rounds, *_ in points], heights, style, marker="o", markersize=3, color=color, label=name)
    wrong = [(rounds, height) for (rounds, _, is_wrong), height in zip(points, heights, strict=True) if is_wrong]
    if wrong:
        axes.plot(*zip(*wrong, strict=True), "x", color=INK, markersize=7)


explain_failures(__name__)
