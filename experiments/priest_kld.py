"""What private estimates of KL divergence cost, on real handwritten digits: Figures 1 to 5 of the source, redrawn.

Source: Scott, Biswas, Cormode and Maple, "Distributed, communication-efficient, and differentially private estimation
of KL divergence", Section 5. For each of the 90 ordered pairs of digits, Pi is the distribution of one digit and P that
of the other, held by clients; the error is the mean square of the estimate less the divergence. Shown are the mean over
pairs, and the pairs of the least and of the largest divergence, against lambda, epsilon and the number of clients in a
round, and the share of the noise; with the noise as printed, and as corrected.

The data and the clients stand in `measures.digit_pairs`; the estimator, what is done where no sampled client holds a
value, and both kinds of noise in `measures.private_kl`. What differs from the paper's experiment: 1,797 small images
in place of FEMNIST, and so 174 clients in place of some 3,600; and noise that is added at the end is not drawn, but
counted with its variance, so that its curves do not jump.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpassay.experiments.frame.drawing import curve, mark_places
from dpassay.experiments.frame.entries import rounded, ten_digits
from dpassay.experiments.frame.experiment import Experiment, Listing, Option
from dpassay.experiments.frame.runs import Row
from dpassay.experiments.measures.digit_pairs import PAIRS, clients_of
from dpassay.experiments.measures.kl_plan import INPUTS, LINES, OUTPUTS, STATISTICS, Plan
from dpassay.experiments.measures.private_kl import CALIBRATIONS, MODELS, NONE, truths
from dpassay.figures.style import BLUE, GREEN, INK, RED, add_caption, add_legend, styled

# The table


def best_lambda(rows: Sequence[Row], model: str, calibration: str) -> str:
    """The lambda of the least mean squared error, on average over these rows."""
    mine = [row for row in rows if (row["model"], row["calibration"]) == (model, calibration)]
    values = sorted({row["lambda"] for row in mine}, key=float)
    return min(values, key=lambda one: sum(float(row["mse_mean"]) for row in mine if row["lambda"] == one))


def at(rows: Sequence[Row], **columns: object) -> list[Row]:
    """The rows with these entries; those without noise are at every epsilon."""
    wanted = {name: str(value) for name, value in columns.items()}
    if "epsilon" in wanted:
        wanted["epsilon"] = ten_digits(Fraction(wanted["epsilon"]))
    return [row for row in rows if all(row[name] in {value, ""} for name, value in wanted.items())]


def report(plan: Plan, rows: list[Row]) -> Iterator[Listing | str]:
    """Show all models at the middle epsilon and number of clients, each at its best lambda."""
    truth = truths(plan.seed, plan.floor)
    (a, b), (c, d) = (PAIRS[int(place)] for place in (truth.argmin(), truth.argmax()))
    yield (
        f"Divergence of Pi from P over the {len(PAIRS)} pairs: {truth.mean():.3f} on average, "
        f"least {truth.min():.3f} (Pi of {a}, P of {b}), largest {truth.max():.3f} (Pi of {c}, P of {d})."
    )
    epsilon = plan.wide[len(plan.wide) // 2]
    here = at(rows, sampled=plan.middle, epsilon=epsilon)
    lines = [_line(here, *line) for line in ((NONE, ""), *LINES)]
    caption = (
        f"{plan.middle} of {clients_of(plan.seed).number} clients in a round, {plan.draws} draws, epsilon = "
        f"{float(epsilon):g}, delta = {plan.delta:g}. Noise: the root of its mean square over the divergence."
    )
    headings = ("model", "noise", "lambda", "MSE", "MSE, min pair", "MSE, max pair", "noise share", "real delta")
    yield Listing("Mean squared errors at the best lambda", headings, lines, caption, 2, ("model", "noise"))


def _line(rows: Sequence[Row], model: str, calibration: str) -> list[str]:
    best = best_lambda(rows, model, calibration)
    (row,) = (row for row in rows if (row["model"], row["calibration"], row["lambda"]) == (model, calibration, best))
    numbers = (rounded(row[name], 4) for name in ("mse_mean", "mse_min", "mse_max", "noise_mean", "real_delta"))
    return [model, calibration, best, *numbers]


# Figures

COLORS: Final = {"Trusted": BLUE, "TAgg": RED, "Dist": GREEN, NONE: INK}
STYLES: Final = {"printed": (0, (4, 1.6)), "corrected": "solid", "": (0, (1, 1.2))}
WIDTHS: Final = {"Trusted": 2.8, "TAgg": 1.3, "Dist": 1.6, NONE: 1.4}
"""Where "TAgg" has as much noise as "Trusted", both are to be seen."""
MARKERS: Final = {"mean": "o", "min": "v", "max": "^"}
PAIR_NAMES: Final = {
    "mean": "mean of all pairs",
    "min": "pair of least divergence",
    "max": "pair of largest divergence",
}
ORDER: Final = ((NONE, ""), *LINES)


OFFSET: Final = (
    '"Dist" cuts off what noise puts below the floor; that moves the logarithm one way, and lambda (r - 1) the other.'
)


def _label(model: str, calibration: str) -> str:
    return "no noise" if model == NONE else f"{model}, {calibration}"


def _draw(axes: Axes, rows: Sequence[Row], column: str, ordinate: str) -> None:
    """Draw a curve for each model and kind of noise."""
    axes.grid()
    for model, calibration in ORDER:
        mine = [row for row in rows if (row["model"], row["calibration"]) == (model, calibration)]
        if mine and mine[0][column]:
            x, y = curve(mine, column, ordinate)
            (line,) = axes.plot(x, y, color=COLORS[model], linestyle=STYLES[calibration])
            line.set(label=_label(model, calibration), linewidth=WIDTHS[model])
        elif mine and ordinate.startswith("mse"):
            axes.axhline(float(mine[0][ordinate]), color=INK, linestyle=STYLES[""], label=_label(model, ""))
    axes.set_yscale("log")


def _draw_pairs(axes: Axes, rows: Sequence[Row], column: str, model: str) -> None:
    """Draw one model: the mean of all pairs, and two pairs."""
    axes.grid()
    for calibration in CALIBRATIONS:
        mine = [row for row in rows if (row["model"], row["calibration"]) == (model, calibration)]
        for which in STATISTICS:
            x, y = curve(mine, column, f"mse_{which}")
            label = f"{PAIR_NAMES[which]}, {calibration}"
            (line,) = axes.plot(x, y, color=COLORS[model], linestyle=STYLES[calibration], label=label)
            line.set(marker=MARKERS[which], markersize=3.5, alpha=1 if which == "mean" else 0.55)
    axes.set_yscale("log")


def _at_best(plan: Plan, rows: Sequence[Row]) -> list[Row]:
    """The rows of each model and kind of noise at one lambda: the best at the middle point."""
    middle = at(rows, sampled=plan.middle, epsilon=plan.wide[len(plan.wide) // 2])
    best = {line: best_lambda(middle, *line) for line in ORDER}
    return [row for row in rows if row["lambda"] == best[row["model"], row["calibration"]]]


def _figure(
    plan: Plan, shape: tuple[int, int], fill: Callable[[list[list[Axes]]], Sequence[Axes]], note: str
) -> Figure:
    """Make panels, have them filled, and name their curves."""
    with styled():
        figure = Figure(figsize=(9.6, 1.1 + 2.6 * shape[0]), layout="constrained")
        grid = figure.subplots(*shape, sharey="row", squeeze=False)
        named = fill([list(line) for line in grid])
        add_legend(figure, named, 4)
        clients = clients_of(plan.seed).number
        shared = f"{len(PAIRS)} pairs of digits, {clients} clients, T = {plan.draws} draws, {plan.runs} runs"
        add_caption(figure, f"{shared}, delta = {plan.delta:g}, floor tau = {plan.floor:g}. {note}")
    return figure


def lambda_figure(plan: Plan, rows: Sequence[Row]) -> Figure:
    """Draw the mean squared error against lambda, as Figures 1 and 2."""
    few = tuple(plan.sampled[k] for k in sorted({0, len(plan.sampled) // 2, len(plan.sampled) - 1}))
    epsilon = plan.wide[len(plan.wide) // 2]

    def fill(grid: list[list[Axes]]) -> Sequence[Axes]:
        for axes, one in zip(grid[0], plan.wide, strict=False):
            _draw(axes, at(rows, sampled=plan.middle, epsilon=one), "lambda", "mse_mean")
            axes.set_title(f"epsilon = {float(one):g}, {plan.middle} clients in a round", loc="left")
        for axes, m in zip(grid[1], few, strict=False):
            _draw(axes, at(rows, sampled=m, epsilon=epsilon), "lambda", "mse_mean")
            axes.set_title(f"epsilon = {float(epsilon):g}, {m} clients in a round", loc="left")
            axes.set_xlabel(r"$\lambda$")
        for line in grid:
            line[0].set_ylabel("mean squared error")
        return grid[0]

    return _figure(plan, (2, 3), fill, f"The mean of all pairs.\n{OFFSET}")


def epsilon_figure(plan: Plan, rows: Sequence[Row]) -> Figure:
    """Draw the mean squared error against epsilon, as Figure 3: model by model above, all models below."""
    here = at(_at_best(plan, rows), sampled=plan.middle)

    def fill(grid: list[list[Axes]]) -> Sequence[Axes]:
        for axes, model in zip(grid[0], MODELS, strict=True):
            _draw_pairs(axes, here, "epsilon", model)
            axes.set_title(model, loc="left")
        for axes, which in zip(grid[1], STATISTICS, strict=True):
            _draw(axes, here, "epsilon", f"mse_{which}")
            axes.set_title(PAIR_NAMES[which], loc="left")
            axes.set_xlabel(r"$\varepsilon$")
        _over_epsilon([*grid[0], *grid[1]], plan)
        _name_pairs(grid[0][0])
        for line in grid:
            line[0].set_ylabel("mean squared error")
        return grid[1]

    return _figure(plan, (2, 3), fill, f"{plan.middle} clients in a round; each curve at one lambda.\n{OFFSET}")


def noise_figure(plan: Plan, rows: Sequence[Row]) -> Figure:
    """Draw the share of the noise against epsilon, as Figure 4."""
    here = at(_at_best(plan, rows), sampled=plan.middle)

    def fill(grid: list[list[Axes]]) -> Sequence[Axes]:
        for axes, which in zip(grid[0], STATISTICS, strict=True):
            _draw(axes, here, "epsilon", f"noise_{which}")
            axes.set_title(PAIR_NAMES[which], loc="left")
            axes.set_xlabel(r"$\varepsilon$")
        _over_epsilon(grid[0], plan)
        grid[0][0].set_ylabel("noise over divergence")
        return grid[0]

    return _figure(plan, (1, 3), fill, f"{plan.middle} clients in a round. Noise: the root of its mean square.")


def clients_figure(plan: Plan, rows: Sequence[Row]) -> Figure:
    """Draw the mean squared error against the number of clients, as Figure 5."""
    here = _at_best(plan, rows)
    shown = plan.three[len(plan.three) // 2]

    def fill(grid: list[list[Axes]]) -> Sequence[Axes]:
        for axes, epsilon in zip(grid[0], plan.three, strict=False):
            _draw(axes, at(here, epsilon=epsilon), "sampled", "mse_mean")
            axes.set_title(f"mean of all pairs, epsilon = {float(epsilon):g}", loc="left")
        for axes, model in zip(grid[1], MODELS, strict=True):
            _draw_pairs(axes, at(here, epsilon=shown), "sampled", model)
            axes.set_title(f"{model}, epsilon = {float(shown):g}", loc="left")
            axes.set_xlabel("clients in a round")
        for axes in (*grid[0], *grid[1]):
            axes.set_xscale("log")
            mark_places(axes, plan.sampled)
        _name_pairs(grid[1][0])
        for line in grid:
            line[0].set_ylabel("mean squared error")
        return grid[0]

    return _figure(plan, (2, 3), fill, "Each curve at one lambda.")


def _over_epsilon(panels: Sequence[Axes], plan: Plan) -> None:
    for axes in panels:
        axes.set_xscale("log")
        mark_places(axes, [float(epsilon) for epsilon in plan.epsilons])


def _name_pairs(axes: Axes) -> None:
    """Say in a panel which mark is which pair: that of the noise as corrected stands for both."""
    handles, labels = axes.get_legend_handles_labels()
    named = zip(handles, labels, strict=True)
    kept = [(handle, label.partition(",")[0]) for handle, label in named if label.endswith("corrected")]
    axes.legend(*zip(*kept, strict=True), fontsize="x-small")


def figures(plan: Plan, rows: list[Row]) -> Mapping[str, Figure]:
    """All figures, by the names of their files."""
    drawn = {"lambda": lambda_figure, "epsilon": epsilon_figure, "noise": noise_figure, "clients": clients_figure}
    return {f"priest-kld-{name}": draw(plan, rows) for name, draw in drawn.items()}


EXPERIMENT: Final = Experiment(
    name="priest-kld",
    help="""Measure private estimates of KL divergence on pairs of handwritten digits, in three models of trust.

    Writes priest-kld.csv and four figures: the mean squared error against lambda, epsilon and the number of clients in
    a round, and the share of the noise; with the noise as printed, and as corrected. Needs scikit-learn, for its
    images: pip install 'dpassay[experiments]'. What priest-kld.csv holds already is not measured again.
    """,
    options=(
        Option(name="runs", help="How often each setting is repeated.", full=20, quick=4),
        Option(name="seed", help="Decides who holds which image, and all draws.", full=0),
        Option(name="draws", help="T, the values drawn from Pi.", full=200, quick=50),
        Option(name="sampled", help="Clients in a round.", full=(9, 18, 36, 72, 174), quick=(9, 36, 174)),
        Option(
            name="epsilon",
            help="A budget; an exact decimal or fraction.",
            full=("0.05", "0.1", "0.2", "0.5", "1", "2.5", "6"),
            quick=("0.05", "0.5", "6"),
            exact="E",
        ),
        Option(name="delta", help="The delta of all budgets.", full=0.05),
        Option(name="floor", help="No frequency is taken to be below it.", full=0.001),
    ),
    plan=lambda _quick, *, sampled, epsilon, **sizes: Plan(tuple(sorted(sampled)), epsilon, **sizes),
    inputs=INPUTS,
    outputs=OUTPUTS,
    report=report,
    figures=figures,
)
