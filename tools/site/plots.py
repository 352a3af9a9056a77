"""Plots of the benchmarks, drawn from the tables that `python -m benchmarks --write` leaves: ``{plot} NAME``."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from docutils.parsers.rst import Directive
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpassay.figures import style

RESULTS: Final = Path(__file__).resolve().parents[2] / "benchmarks" / "RESULTS.md"
Row = Mapping[str, str]


def table(text: str, heading: str) -> list[Row]:
    """Return the rows of the one table below a heading, by the names of their columns; a second one is "NAME, again".

    Raises:
        ValueError: there is no such table.
    """
    below = re.search(rf"^### {re.escape(heading)}\n\n((?:\|.*\n)+)", text, re.MULTILINE)
    if below is None:
        raise ValueError(f"heading = {heading!r}: expected that of a table of {RESULTS.name}")
    head, _, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in below[1].splitlines())
    names = [name if name not in head[:place] else f"{name}, again" for place, name in enumerate(head)]
    return [dict(zip(names, row, strict=True)) for row in rows]


def number(text: str) -> float:
    """Read the first number of a cell."""
    return float(text.replace(",", "").split()[0])


class Plot(Directive):
    """Puts a plot into a page, with words for those who do not see it."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the plot."""
        from tools.site.records import Html

        heading, words, draw = PLOTS[self.arguments[0]]
        image = drawn(table(RESULTS.read_text(encoding="utf-8"), heading), draw, self.arguments[0])
        shown = f'<img class="plot" alt="{escape(words)}" src="data:image/svg+xml;base64,{b64encode(image).decode()}">'
        caption = f"<figcaption>{escape(words)} The numbers: {escape(heading)}, among the tables.</figcaption>"
        return [Html(html=f"<figure>{shown}{caption}</figure>")]


def drawn(rows: list[Row], draw: Callable[[Axes, list[Row]], None], salt: str) -> bytes:
    """Return a plot as SVG."""
    with style.styled():
        figure = Figure(figsize=(7, 3.6), layout="constrained")
        draw(figure.add_subplot(), rows)
        return style.rendered(figure, "svg", salt=salt, transparent=False)


# The plots


def _power(axes: Axes, rows: list[Row]) -> None:
    """Share of audits that reject, against answers, for one mechanism and four sizes of a fault."""
    for row in rows:
        mechanism, _, size = row["fault"].partition(", ")
        if mechanism == "laplace":
            found = {float(name.replace(",", "")): number(cell) for name, cell in row.items() if name != "fault"}
            axes.plot(list(found), list(found.values()), marker="o", markersize=3, label=f"{size} too small")
    axes.set(xscale="log", xlabel="answers on either input", ylabel="rejected, of all audits", ylim=(0, 1.05))
    axes.legend(title="noise of Laplace")


def _alarms(axes: Axes, rows: list[Row]) -> None:
    """Rates of false alarms with their intervals, and the level that is promised."""
    for place, row in enumerate(reversed(rows)):
        flagged, rates = list(row)[2:4]
        if not flagged.endswith(f"alpha = {LEVEL}"):
            raise ValueError(f"column = {flagged!r}: expected what is flagged at alpha = {LEVEL}")
        rate, low, high = map(float, re.findall(r"\d\.\d+", row[rates]))
        axes.errorbar(rate, place, xerr=[[rate - low], [high - rate]], fmt="o", color=style.BLUE, markersize=4)
    axes.set_yticks(range(len(rows)), [row["method"] for row in reversed(rows)], fontsize="x-small")
    axes.axvline(LEVEL, color=style.RED, linestyle="--")
    axes.set(xlabel=f"flagged of correct implementations; dashed: at most {LEVEL} is promised", xlim=(0, None))


def _samplers(axes: Axes, rows: list[Row]) -> None:
    """Times of samplers as multiples of the bare draw."""
    ratios = [number(row["time against it"]) for row in reversed(rows)]
    axes.barh(range(len(rows)), ratios, color=style.BLUE)
    axes.set_yticks(range(len(rows)), [row["sampler"] for row in reversed(rows)], fontsize="x-small")
    axes.set(xlabel="time, as a multiple of the draws of NumPy that an output needs at least")


def _regret(axes: Axes, rows: list[Row]) -> None:
    """Regret of lazy-to-private and of Hedge against stochastic losses."""
    chosen = [row for row in rows if row["adversary"] == "stochastic"]
    rounds = [number(row["rounds"]) for row in chosen]
    for name in ("hedge", "lazy-to-private", "dartboard"):
        axes.plot(rounds, [number(row[name]) for row in chosen], marker="o", markersize=3, label=name)
    axes.set(xscale="log", yscale="log", xlabel="rounds", ylabel="regret, stochastic losses")
    axes.legend()


LEVEL: Final = 0.05
"""At which the first of the two rates of a method is measured."""
PLOTS: Final[dict[str, tuple[str, str, Any]]] = {
    "power": ("Power by answers on either input", "How many answers the test against the law needs.", _power),
    "false-alarms": (
        "False alarms on correct implementations, by method",
        "How often each method flags a correct implementation, with 95 % intervals.",
        _alarms,
    ),
    "samplers": ("Samplers: time against the bare NumPy draw", "What our samplers cost.", _samplers),
    "regret": ("Lazy to private: regret against Hedge", "What privacy costs in regret.", _regret),
}
"""A heading of the results, what the plot shows, and what draws it."""
