"""What MWEM and its smooth forms tell of a real table: thresholds and ranges over patients, at equal epsilon.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private learning", section 4
with appendices E and F; MWEM is that of Hardt, Ligett and McSherry. Data and queries stand in
`measures.patient_queries`, what an error is in `measures.mwem_errors`. All queries have values in {0, 1}, of which the
sums have sensitivity 1: printed and corrected calibration are the same there, and every row is epsilon-private when one
patient is replaced, whatever the data are. sigma is about accuracy alone.

With the environments of two published packages their MWEM stands beside, on the ranges: it draws ranges of its own,
reweighs 20 times a round by all measurements so far, and releases the last distribution; its domain leaks (see
`dpassay audit-blind`), so its epsilon is what it is given, and no certificate.

Next to the average of D_1, ..., D_T, which the source releases, stand that of the distributions from which the rounds
chose, D_0, ..., D_(T-1), and D_T itself. "Replayed" is MWEM that goes through all updates again after a round: Hardt,
Ligett and McSherry do so in practice, and it costs no privacy.

What privacy costs is in a table and a figure of their own: the exact loss on a small instance (`measures.mwem_losses`),
where queries in {-1, 1} show that the printed calibration spends more than epsilon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpassay.experiments.frame.drawing import curve, mark_places, sweep_panel
from dpassay.experiments.frame.entries import rounded, ten_digits
from dpassay.experiments.frame.experiment import Experiment, Known, Listing, Option
from dpassay.experiments.frame.runs import Row
from dpassay.experiments.measures import mwem_losses
from dpassay.experiments.measures.mwem_errors import INPUTS, OUTPUTS, RELEASED, Plan
from dpassay.experiments.measures.patient_queries import WORKLOADS
from dpassay.experiments.measures.peer_mwem import PEERS
from dpassay.figures.style import BLUE, GRAY, GREEN, INK, ORANGE, PINK, RED, add_caption, add_legend, styled

LABELS: Final = {
    "mwem": "MWEM",
    "replayed_mwem": "MWEM, replayed",
    "smooth_mwem": "smooth MWEM",
    "projected_smooth_mwem": "projected smooth MWEM",
    **{peer: peer for peer in PEERS},
}
AVERAGES: Final = {
    "before": r"average of $D_0, ..., D_{T-1}$",
    "after": r"average of $D_1, ..., D_T$",
    "last": r"$D_T$",
}

# The table


def at(rows: Sequence[Row], plan: Plan, *, free: str, **columns: str) -> list[Row]:
    """The rows at the middle of the plan, but for one column that is free; those without sigma are at every sigma."""
    epsilon, rounds, sigma = plan.middle
    wanted = {"epsilon": ten_digits(epsilon), "rounds": str(rounds), "sigma": ten_digits(sigma)} | columns
    wanted.pop(free, None)
    return [
        row
        for row in rows
        if all(row[name] == value or (name, row[name]) == ("sigma", "") for name, value in wanted.items())
    ]


def report(plan: Plan, rows: list[Row]) -> Iterator[Listing | str]:
    """Show all mechanisms at the middle of the plan, and where data and uniform distribution stand."""
    lines = []
    for kind in WORKLOADS:
        here = at(rows, plan, free="", workload=kind)
        largest, mean, own = (rounded(here[0][name], 3) for name in ("largest_uniform", "mean_uniform", "own_sigma"))
        yield f"{kind}: the uniform distribution is off by up to {largest}, {mean} on average; own sigma {own}"
        for row in here:
            mechanism = row["mechanism"]
            numbers = (rounded(row[f"largest_{which}"], 3) for which in RELEASED)
            proved = rounded(row["proved_epsilon"], 3) or "none"
            lines.append((kind, LABELS[mechanism], row["offered"], *numbers, rounded(row["mean_last"], 3), proved))
    epsilon, rounds, sigma = plan.middle
    caption = (
        f"epsilon = {float(epsilon):g}, T = {rounds}, sigma = {float(sigma):g}, {plan.runs} runs. The largest error "
        "over all queries: of the averages of D_0, ..., D_(T-1) and D_1, ..., D_T, and of D_T; and the mean of "
        "the last."
    )
    headings = ("queries", "mechanism", "offered", "before", "after", "last", "mean, last", "proved epsilon")
    yield Listing("Errors of what is released", headings, lines, caption, 2, ("queries", "mechanism"))


# Figures

COLORS: Final = {
    "mwem": BLUE,
    "replayed_mwem": ORANGE,
    "smooth_mwem": GREEN,
    "projected_smooth_mwem": RED,
    PEERS[0]: INK,
    PEERS[1]: PINK,
}
STYLES: Final = {"before": (0, (1, 1.2)), "after": "solid", "last": (0, (5, 2))}
MARKERS: Final = {
    "mwem": "o",
    "replayed_mwem": "D",
    "smooth_mwem": "s",
    "projected_smooth_mwem": "^",
    PEERS[0]: "P",
    PEERS[1]: "v",
}
ABSCISSAS: Final = {"epsilon": r"$\varepsilon$", "rounds": "rounds $T$", "sigma": r"$\sigma$"}
STATISTICS: Final = {"largest": "largest error", "mean": "mean error"}


def sweep_figure(plan: Plan, rows: Sequence[Row], column: str) -> Figure:
    """Draw the errors against one column: a line of panels for the largest error, and one for the mean."""
    with styled():
        figure = Figure(figsize=(9.6, 6.6), layout="constrained")
        grid = figure.subplots(len(STATISTICS), len(WORKLOADS), sharex=True, squeeze=False)
        for line, statistic in zip(grid, STATISTICS, strict=True):
            for axes, kind in zip(line, WORKLOADS, strict=True):
                _draw(axes, at(rows, plan, free=column, workload=kind), column, statistic)
                axes.set_ylabel(STATISTICS[statistic])
                axes.set_title(kind, loc="left")
        for axes in grid[-1]:
            axes.set_xlabel(ABSCISSAS[column])
        add_legend(figure, [grid[0][-1]], 3)
        add_caption(figure, _caption(plan, column))
    return figure


def _draw(axes: Axes, rows: Sequence[Row], column: str, statistic: str) -> None:
    sweep_panel(axes)
    places: list[float] = []
    for mechanism in dict.fromkeys(row["mechanism"] for row in rows):
        mine = [row for row in rows if row["mechanism"] == mechanism]
        for which in (which for which in RELEASED if mine[0][f"largest_{which}"]):
            look: dict[str, Any] = {"color": COLORS[mechanism], "linestyle": STYLES[which]}
            label = f"{LABELS[mechanism]}, {AVERAGES[which]}"
            if mine[0][column]:
                x, y = curve(mine, column, f"{statistic}_{which}")
                places = max(places, x.tolist(), key=len)
                axes.plot(x, y, label=label, marker=MARKERS[mechanism], markersize=3.5, **look)
            else:
                axes.axhline(float(mine[0][f"{statistic}_{which}"]), label=label, **look)
    axes.axhline(float(rows[0][f"{statistic}_uniform"]), color=GRAY, linewidth=0.8, label="uniform distribution")
    if column == "sigma":
        axes.axvline(
            float(rows[0]["own_sigma"]), color=GRAY, linewidth=0.8, linestyle=(0, (2, 2)), label="data's own sigma"
        )
    mark_places(axes, places)


def _caption(plan: Plan, column: str) -> str:
    epsilon, rounds, sigma = plan.middle
    fixed = {
        "epsilon": f"epsilon = {float(epsilon):g}",
        "rounds": f"T = {rounds}",
        "sigma": f"sigma = {float(sigma):g}",
    }
    told = ", ".join(text for name, text in fixed.items() if name != column)
    private = "MWEM and its smooth forms are epsilon-private when one patient is replaced."
    return f"569 patients, {told}, means of {plan.runs} runs. {private}"


def figures(plan: Plan, rows: list[Row]) -> Mapping[str, Figure]:
    """A figure for each sweep, by the names of their files."""
    return {f"mwem-{column}": sweep_figure(plan, rows, column) for column in ABSCISSAS}


# What privacy costs


def losses_figure(rows: Sequence[Row]) -> Figure:
    """Draw the exact loss over epsilon on a small instance: a panel for each number of rounds."""
    with styled():
        figure = Figure(figsize=(9.6, 3.6), layout="constrained")
        panels = figure.subplots(1, len(mwem_losses.ROUNDS), sharey=True)
        for axes, rounds in zip(panels, mwem_losses.ROUNDS, strict=True):
            mine = [row for row in rows if row["rounds"] == str(rounds)]
            for place, calibration in enumerate(mwem_losses.CALIBRATIONS):
                here = [row for row in mine if row["calibration"] == calibration]
                heights = [3 * k + place for k in range(len(here))]
                lengths = [float(row["loss_over_epsilon"]) for row in here]
                axes.barh(heights, lengths, color=(RED, BLUE)[place], label=calibration)
            axes.set_yticks(
                [3 * k + 0.5 for k in range(len(here))],
                [f"{LABELS[row['mechanism']]}, {row['values']}" for row in here],
            )
            axes.axvline(1, color=GRAY, linestyle=(0, (5, 2)), label="claimed")
            axes.set_xlabel("exact loss / epsilon")
            axes.set_title(f"T = {rounds}", loc="left")
        add_legend(figure, [panels[0]], 3)
        add_caption(
            figure,
            "3 elements, 2 queries, up to 3 points, epsilon = 1; all transcripts, and up to 12 pairs of neighbors.",
        )
    return figure


EXPERIMENT: Final = Experiment(
    name="mwem",
    help="""Measure what MWEM, smooth MWEM and projected smooth MWEM tell of a table of patients.

    Writes mwem.csv and three figures: the errors of thresholds and ranges against epsilon, the number of rounds and
    sigma, of both averages and of the last distribution; and mwem-losses.csv with a figure: what they lose in privacy
    at worst, exactly, on a small instance, as printed and corrected. With --peers, the MWEM of two published packages
    stands beside. Needs scikit-learn, for its table: pip install 'dpassay[experiments]'. What mwem.csv holds already
    is not measured again.
    """,
    options=(
        Option(name="runs", help="How often each setting is repeated.", full=20, quick=3),
        Option(name="seed", help="Decides the rectangles, and all draws.", full=0),
        Option(
            name="epsilon",
            help="A budget; an exact decimal or fraction.",
            full=("0.1", "0.3", "1", "3", "10"),
            quick=("0.1", "1", "10"),
            exact="E",
        ),
        Option(name="rounds", help="T, the number of rounds.", full=(3, 10, 30, 100, 300), quick=(3, 10, 30)),
        Option(
            name="sigma",
            help="How smooth the data are taken to be; an exact decimal or fraction.",
            full=("0.01", "0.03", "0.1", "0.3", "1"),
            quick=("0.03", "0.1", "1"),
            exact="S",
        ),
        Option(
            name="peers",
            help="The FOLDER of `dpassay audit-blind --environments FOLDER`: with the MWEM of its packages.",
            full="",
        ),
    ),
    plan=lambda _quick, *, epsilon, rounds, sigma, **sizes: Plan(epsilon, rounds, sigma, **sizes),
    inputs=INPUTS,
    outputs=OUTPUTS,
    known=Known("mwem-losses", mwem_losses.COLUMNS, mwem_losses.rows, lambda: losses_figure(list(mwem_losses.rows()))),
    report=report,
    figures=figures,
)
