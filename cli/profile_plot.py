"""The figure of `profile --plot`: the exact curve, dense, with the points of the table and the guarantee marked."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpassay.audit.reports import plots
from dpassay.cli.effort import steps
from dpassay.cli.numbers import Between, Shown
from dpassay.cli.profile import Answer, point_at
from dpassay.exact import as_real, decimal_bounds, exp
from dpassay.figures.style import BLUE, add_legend, styled
from dpassay.reference import Guarantee

POINTS: Final = 128
"""Steps of the curve."""


def draw(answer: Answer, path: Path, title: str) -> None:
    """Draw the profile into a file whose ending decides its format."""
    plots.save(profile_figure(answer, title), path)


def profile_figure(answer: Answer, title: str) -> Figure:
    """Return the figure: the curve, the points of the table on it, and the guarantee as a star."""
    x, y = curve(answer)
    figure = plots.profile_figure(x, y, claim=_claim(answer), title=title)
    _mark(figure.axes[0], asked(answer))
    for legend in list(figure.legends):
        legend.remove()
    with styled():
        add_legend(figure, figure.axes, 3)
    return figure


def _mark(axes: Axes, points: Sequence[tuple[float, float]]) -> None:
    """Mark points, on an axis that reaches down to them; what a logarithmic one cannot show is left out."""
    if axes.get_yscale() == "log":
        points = [(epsilon, delta) for epsilon, delta in points if delta > 0]
        axes.set_ylim(bottom=min([axes.get_ylim()[0], *(delta / 3 for _, delta in points)]))
    x, y = [epsilon for epsilon, _ in points], [delta for _, delta in points]
    axes.plot(x, y, "o", color=BLUE, markersize=4, clip_on=False, zorder=4, label="points of the table")


def asked(answer: Answer) -> list[tuple[float, float]]:
    """Return the points of the table as doubles (epsilon, delta)."""
    return [(_double(point.epsilon), _double(point.delta)) for point in answer.points]


def curve(answer: Answer) -> tuple[list[float], list[float]]:
    """Return exact deltas, as doubles, from epsilon = 0 to all that is marked, the points of the table among them."""
    end = _end(answer)
    falls = end if answer.max_divergence is None else min(end, _above(answer.max_divergence))  # beyond it delta is 0
    epsilons = dict.fromkeys([*(Fraction(k, POINTS) * falls for k in range(POINTS + 1)), end])
    dense = [
        (float(epsilon), _double(point_at(answer.losses, exp(epsilon)).delta))
        for epsilon in steps(epsilons, len(epsilons))
    ]
    ordered = dict(sorted([*asked(answer), *dense]))
    return list(ordered), list(ordered.values())


def _end(answer: Answer) -> Fraction:
    """Return where the axis ends: at the largest epsilon that is asked for, promised or, where it is finite, lost."""
    numbers: list[Shown] = [point.epsilon for point in answer.points]
    numbers += [answer.max_divergence] if answer.max_divergence is not None else []
    numbers += [answer.guarantee.budget.epsilon] if isinstance(answer.guarantee, Guarantee) else []
    end = max(_above(number) for number in numbers)
    return end or Fraction(1)


def _above(number: Shown) -> Fraction:
    """Return a number, rounded up to three digits."""
    if isinstance(number, Between):
        number = number.high
    text = decimal_bounds(number, 3)[1]
    return Fraction(text) if " " not in text else 1 + Fraction(int(" + " in text), 1000)


def _claim(answer: Answer) -> tuple[float, float] | None:
    promised = answer.guarantee
    return (_double(promised.budget.epsilon), float(promised.delta)) if isinstance(promised, Guarantee) else None


def _double(number: Shown) -> float:
    """Return a finite number as a double; of bounds the upper one."""
    return float(number.high) if isinstance(number, Between) else float(as_real(number))
