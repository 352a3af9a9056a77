"""The commands that run experiments: measurements with fixed seeds, which go on where they were interrupted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Final

import click
from matplotlib.figure import Figure
from rich.console import Console

from dpassay.audit import plots
from dpassay.audit.files import make_folder, write_whole
from dpassay.cli.options import FOLDER, console, read_numbers, user_errors
from dpassay.cli.progress import progress_bar
from dpassay.cli.tables import Grid, print_grid, widened
from dpassay.exact import decimal_text
from dpassay.experiments import (
    lazy_excess,
    lazy_privacy,
    ldp_pictures,
    ldp_privacy,
    ldp_privacy_pictures,
    ldp_risk,
    pictures,
)
from dpassay.experiments import lazy_regret as lazy
from dpassay.experiments.frame.runs import Row, Table, csv_text, measure
from dpassay.experiments.measures import rates
from dpassay.experiments.measures.adversaries import ADVERSARIES
from dpassay.experiments.measures.natures import NATURES


@dataclass(frozen=True, slots=True)
class Sizes:
    """What is measured where nothing else is asked for."""

    rounds: int
    experts: int
    runs: int
    epsilons: tuple[str, ...]


FULL: Final = Sizes(2**18, 16, 16, ("0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"))
QUICK: Final = Sizes(2**12, 8, 4, ("0.05", "0.2", "1"))


EXCESS_GAMES: Final = ((2, 4, 2), (2, 4, 4), (2, 6, 2), (2, 6, 3), (2, 8, 2), (2, 8, 4), (3, 4, 2), (3, 4, 4))
"""Experts, rounds and rounds in a batch of the games in which all losses are tried."""
EXCESS_GAME_RATES: Final = ("1.01", "1.5", "4")
EXCESS_EXPERTS: Final = (2, 10, 100, 1000)
EXCESS_ROUNDS: Final = (64, 1024, 16384)
EXCESS_BATCHES: Final = (2, 8, 32, 128)
EXCESS_RATES: Final = ("0.000001", "0.0001", "0.01", "0.1", "1")
EXCESS_SIDES: Final = (12, 18, 32, 100, 1000, 10_000, 100_000)
EXCESS_STEPS: Final = 200

LAZY_EXPERTS: Final = (2, 3)
LAZY_RATES: Final = ("1.01", "1.5")
LAZY_SWITCHES: Final = ("0.1", "0.5", "0.9")
LAZY_BATCHES: Final = (1, 2)


@dataclass(frozen=True, slots=True)
class RiskSizes:
    """What the experiment on local privacy measures where nothing else is asked for."""

    rounds: int
    hypotheses: int
    most_hypotheses: int
    wide_rounds: int
    runs: int
    epsilons: tuple[str, ...]


RISK_FULL: Final = RiskSizes(10**5, 16, 1024, 1000, 8, ("0.1", "0.3", "1", "3", "10"))
RISK_QUICK: Final = RiskSizes(1000, 8, 16, 200, 3, ("0.3", "1", "3"))


@dataclass(frozen=True, slots=True)
class LossSizes:
    """What the experiment on the loss of one report tries where nothing else is asked for."""

    families: tuple[tuple[int, int, int], ...]
    sizes: tuple[tuple[int, int], ...]
    rounds: tuple[int, ...]
    epsilons: tuple[str, ...]
    swept_epsilons: tuple[str, ...]
    wma_families: tuple[tuple[int, int, int], ...]
    wma_sizes: tuple[tuple[int, int], ...]
    wma_rounds: tuple[int, ...]


LOSS_FULL: Final = LossSizes(
    ((1, 2, 1000), (1, 3, 100), (1, 4, 16), (1, 6, 12), (2, 2, 24), (2, 3, 8), (2, 4, 5), (3, 2, 12), (3, 3, 6)),
    ((1, 5), (1, 50), (1, 400), (2, 50), (3, 20), (10, 30)),
    (2, 3, 5, 10, 20, 50, 100, 1000, 10**4, 10**6),
    ("0.01", "1", "4"),
    ("0.001", "0.1", "0.5", "2", "8", "16"),
    ((1, 3, 12), (2, 2, 12), (2, 3, 6)),
    ((1, 50), (2, 12), (3, 6)),
    (2, 5, 20, 100, 10**4),
)
LOSS_QUICK: Final = LossSizes(
    ((1, 3, 8), (2, 2, 6)), ((1, 5), (2, 12)), (2, 20, 1000), ("0.01", "1"), ("4",), ((1, 2, 6),), ((1, 5),), (2, 20)
)
LOSS_FAMILY_ROUNDS: Final = (2, 4, 16, 1000)
LOSS_FAMILY_EPSILONS: Final = ("0.1", "1", "4")
LOSS_RATES: Final = ("1/2", "1", "2")
LOSS_SWEPT_ROUNDS: Final = 10
LOSS_DELTAS: Final = ("0.000001", "0.5", "0.9")
LOSS_STEPS: Final = 200


WIDTH: Final = 150  # of what is printed where there is no terminal

out_option: Final = click.option(
    "--out",
    default="experiment-results",
    show_default=True,
    type=FOLDER,
    help="Where the files go.",
)
quick_option: Final = click.option(
    "--quick", is_flag=True, help="Small sizes: to see that everything runs, not to measure."
)


@click.group()
def experiment() -> None:
    """Run an experiment: seeded measurements, with tables and figures."""


@experiment.command("lazy-regret")
@out_option
@quick_option
@click.option("--runs", type=int, help=f"Runs of each setting, each with losses of its own. Default: {FULL.runs}.")
@click.option("--seed", default=0, show_default=True, help="Decides all losses and coins.")
@click.option("--rounds", type=int, help=f"The most rounds. Default: {FULL.rounds}.")
@click.option("--experts", type=int, help=f"The number of experts. Default: {FULL.experts}.")
@click.option(
    "--epsilon",
    "epsilons",
    multiple=True,
    metavar="E",
    help=f"A budget; an exact decimal or fraction. Repeat for more. Default: {', '.join(FULL.epsilons)}.",
)
@click.option(
    "--adversary",
    "adversaries",
    multiple=True,
    type=click.Choice(list(ADVERSARIES)),
    help="Whose losses. Repeat for more. Default: all.",
)
def lazy_regret(  # noqa: PLR0917  # one argument an option
    out: Path,
    quick: bool,
    runs: int | None,
    seed: int,
    rounds: int | None,
    experts: int | None,
    epsilons: tuple[str, ...],
    adversaries: tuple[str, ...],
) -> None:
    """Measure the regret of lazy-to-private and three other algorithms, against epsilon and the rounds.

    Writes lazy-regret-runs.csv (each run), lazy-regret.csv (means and bands) and a figure of these, and
    lazy-exponents.csv with a figure: the exponents of the rates that are printed, and of a corrected one. What
    lazy-regret-runs.csv holds already is not measured again: an interrupted run goes on, and more runs add to it.
    """
    sizes = QUICK if quick else FULL
    with user_errors():
        plan = lazy.Plan(
            adversaries=tuple(dict.fromkeys(adversaries)) or tuple(ADVERSARIES),
            epsilons=tuple(sorted(set(read_numbers(epsilons or sizes.epsilons, "epsilon")))),
            rounds=sizes.rounds if rounds is None else rounds,
            experts=sizes.experts if experts is None else experts,
            runs=sizes.runs if runs is None else runs,
            seed=seed,
        )
        make_folder(out, "out")
        _write_exponents(out)
        _measure_regret(plan, out)


def _write_exponents(out: Path) -> None:
    _write(out / "lazy-exponents.csv", csv_text(rates.EXPONENT_COLUMNS, rates.exponent_rows()))
    _draw(pictures.exponents_figure(rates.exponents()), out, "lazy-exponents")


def _measure_regret(plan: lazy.Plan, out: Path) -> None:
    table = Table(out / "lazy-regret-runs.csv", lazy.INPUTS, lazy.OUTPUTS, write_whole)
    tasks = plan.tasks()
    missing = sum(table.find(task.inputs) is None for task in tasks)
    click.echo(f"{len(tasks)} runs: {missing} to be measured, {len(tasks) - missing} are in {table.path}", err=True)
    with progress_bar("lazy-regret", len(tasks)) as progress:
        rows = lazy.summary(measure(tasks, table, progress))
    click.echo(f"wrote {table.path}")
    _write(out / "lazy-regret.csv", csv_text(lazy.SUMMARY, rows))
    _draw(pictures.regret_figure(plan, rows), out, "lazy-regret")


def _screen() -> Console:
    return widened(console(), WIDTH)


def _write(path: Path, text: str) -> None:
    write_whole(path, text)
    click.echo(f"wrote {path}")


def _draw(figure: Figure, out: Path, name: str) -> None:
    """Write a figure as PNG and as SVG."""
    for path in (out / f"{name}.png", out / f"{name}.svg"):
        plots.save(figure, path)
        click.echo(f"wrote {path}")


@experiment.command("lazy-excess")
@out_option
@quick_option
@click.option(
    "--steps", default=EXCESS_STEPS, show_default=True, help="Of each hill climb; fewer where they would take long."
)
@click.option("--seed", default=0, show_default=True, help="Decides all random losses and steps.")
@click.option(
    "--experts",
    multiple=True,
    type=int,
    help=f"The number of experts. Repeat for more. Default: {', '.join(map(str, EXCESS_EXPERTS))}.",
)
@click.option(
    "--rounds",
    multiple=True,
    type=int,
    help=f"The rounds. Repeat for more. Default: {', '.join(map(str, EXCESS_ROUNDS))}.",
)
@click.option(
    "--batch",
    "batches",
    multiple=True,
    type=int,
    help=f"The rounds B in a batch. Repeat for more. Default: {', '.join(map(str, EXCESS_BATCHES))}.",
)
@click.option(
    "--learning-rate",
    "rates_",
    multiple=True,
    metavar="ETA",
    help=f"An exact decimal or fraction. Repeat for more. Default: {', '.join(EXCESS_RATES)}.",
)
def search_excess(  # noqa: PLR0917  # one argument an option
    out: Path,
    quick: bool,
    steps: int,
    seed: int,
    experts: tuple[int, ...],
    rounds: tuple[int, ...],
    batches: tuple[int, ...],
    rates_: tuple[str, ...],
) -> None:
    """Find the losses for which batches cost lazy-to-private most regret, next to every bound on it.

    All losses of small games are tried, exactly; among those of larger ones there is a guided search; and the printed
    parameters meet alternating batches. Writes lazy-excess.csv, which names the worst, and a figure. What the table
    holds already is not searched again: an interrupted run goes on. Exit code 1 where a corrected bound is exceeded.
    """
    with user_errors():
        plan = lazy_excess.Plan(
            games=tuple(
                lazy_excess.Game(*sizes, rate)
                for sizes in (EXCESS_GAMES[:2] if quick else EXCESS_GAMES)
                for rate in read_numbers(EXCESS_GAME_RATES, "exp_learning_rate")
            ),
            experts=tuple(dict.fromkeys(experts)) or EXCESS_EXPERTS,
            rounds=tuple(dict.fromkeys(rounds)) or EXCESS_ROUNDS[: 1 if quick else None],
            batches=tuple(dict.fromkeys(batches)) or EXCESS_BATCHES,
            learning_rates=tuple(sorted(set(read_numbers(rates_ or EXCESS_RATES, "learning_rate")))),
            sides=EXCESS_SIDES[: 1 if quick else None],
            steps=min(steps, 20) if quick else steps,
            seed=seed,
        )
        make_folder(out, "out")
        table = Table(out / "lazy-excess.csv", lazy_excess.INPUTS, lazy_excess.OUTPUTS, write_whole)
        tasks = plan.tasks()
        with progress_bar("lazy-excess", len(tasks)) as progress:
            rows = measure(tasks, table, progress)
    screen = _screen()
    print_grid(screen, _excess_table(rows))
    failures = lazy_excess.failures(rows)
    click.echo(f"corrected bounds: all certainly hold in {len(rows) - failures} of {len(rows)} rows")
    click.echo(f"wrote {table.path}")
    _draw(pictures.excess_figure(rows), out, "lazy-excess")
    if failures:
        raise click.ClickException(f"a corrected bound is not seen to hold in {failures} of {len(rows)} rows")


SEARCHES: Final = ("exhaustive", "guided", "printed")
EXCESS_COLUMNS: Final = ("experts", "rounds", "batch", "learning_rate", "sequence")


def _excess_table(rows: Sequence[Row]) -> Grid:
    caption = (
        "The largest quotient of each search, an O() of the source being taken at constant 1, and where the guided one "
        "has it, or the printed parameters, for a bound on these alone. eta there: as in theorem 3.10 or in its proof."
    )
    lines = []
    for name, bound in lazy_excess.BOUNDS.items():
        largest = _largest_quotients(rows, f"over_{name}")
        shown = largest.get("guided") or largest.get("printed")
        if shown is None:
            continue
        quotients = (_number(largest[s][f"over_{name}"], 5) if s in largest else "" for s in SEARCHES)
        on = bound.quantity.replace("_", " ")
        places = (_short(shown[column]) for column in EXCESS_COLUMNS)
        lines.append((bound.claim, bound.formula, on, *quotients, *places))
    headings = ("claim", "bound", "on", *SEARCHES, *EXCESS_HEADINGS)
    return Grid("The regret of lazy-to-private, over each bound", headings, lines, caption, 2, headings)


def _number(text: str, digits: int) -> str:
    """A number of a table, with fewer digits; nothing where there is none."""
    return decimal_text(Fraction(text), digits) if text else ""


EXCESS_HEADINGS: Final = ("d", "T", "B", "eta", "losses")


LONGEST_NUMBER: Final = 9


def _short(text: str) -> str:
    """A long whole number is rounded."""
    return _number(text, 4) if text.isdigit() and len(text) > LONGEST_NUMBER else text


def _largest_quotients(rows: Sequence[Row], column: str) -> dict[str, Row]:
    """The row with the largest quotient of each search that has any."""
    spoken = [[row for row in rows if row["search"] == search and row[column]] for search in SEARCHES]
    return {found[0]["search"]: max(found, key=lambda row: float(row[column])) for found in spoken if found}


@experiment.command("lazy-privacy")
@out_option
@click.option(
    "--seconds",
    default=15.0,
    show_default=True,
    help="For each setting: more batches are tried as long as they are likely to fit. Two batches are always tried.",
)
@click.option(
    "--experts",
    multiple=True,
    type=int,
    help=f"The number of experts. Repeat for more. Default: {', '.join(map(str, LAZY_EXPERTS))}.",
)
@click.option(
    "--exp-learning-rate",
    "rates_",
    multiple=True,
    metavar="R",
    help=f"e^eta; an exact decimal or fraction. Repeat for more. Default: {', '.join(LAZY_RATES)}.",
)
@click.option(
    "--fake-switch",
    "switches",
    multiple=True,
    metavar="P",
    help=f"The probability p; exact. Repeat for more. Default: {', '.join(LAZY_SWITCHES)}.",
)
@click.option(
    "--batch",
    "batches",
    multiple=True,
    type=int,
    help=f"The rounds B in a batch. Repeat for more. Default: {', '.join(map(str, LAZY_BATCHES))}.",
)
def lazy_private(  # noqa: PLR0917  # one argument an option
    out: Path,
    seconds: float,
    experts: tuple[int, ...],
    rates_: tuple[str, ...],
    switches: tuple[str, ...],
    batches: tuple[int, ...],
) -> None:
    """Find the neighbors on which lazy-to-private loses most, among all losses of 0 and 1, next to what is printed.

    Writes lazy-privacy.csv, which names the worst pairs and takes them apart round by round, next to what the proof
    displays for a round. What it holds already is not computed again: an interrupted run goes on, and more seconds add
    more batches. Exit code 1 where a pair, or a round of the worst one, loses more than its corrected bound.
    """
    with user_errors():
        plan = lazy_privacy.Plan(
            tuple(dict.fromkeys(experts)) or LAZY_EXPERTS,
            tuple(sorted(set(read_numbers(rates_ or LAZY_RATES, "exp_learning_rate")))),
            tuple(sorted(set(read_numbers(switches or LAZY_SWITCHES, "fake_switch")))),
            tuple(dict.fromkeys(batches)) or LAZY_BATCHES,
            seconds,
        )
        make_folder(out, "out")
        table = Table(out / "lazy-privacy.csv", lazy_privacy.INPUTS, lazy_privacy.OUTPUTS, write_whole)
        with progress_bar("lazy-privacy", len(plan.settings())) as progress:
            rows = lazy_privacy.measure(plan, table, progress)
    screen = _screen()
    print_grid(screen, _privacy_table(rows))
    print_grid(screen, _rounds_table(rows))
    click.echo(_worst_pair(rows))
    click.echo(f"wrote {table.path}")
    if failures := lazy_privacy.pure_bound_failures(rows):
        raise click.ClickException(f"a pair loses more than the corrected pure bound in {failures} of {len(rows)} rows")
    if failures := lazy_privacy.round_failures(rows):
        raise click.ClickException(f"a round loses more than its corrected bound in {failures} of {len(rows)} rows")


PRIVACY_HEADINGS: Final = {
    "experts": "d",
    "exp_learning_rate": "e^eta",
    "fake_switch": "p",
    "batch": "B",
    "batches": "S",
    "pairs": "pairs",
    "models_loss": "models",
    "state_loss": "state",
    "printed_terms": "2/p + 1",
    "printed_rounds": "sum of (3)",
    "pure_bound": "corrected",
    "models_epsilon": "models, delta",
    "state_epsilon": "state, delta",
    "printed_epsilon": "theorem 3.2",
}
"""The columns of the CSV that are printed, and their headings."""
EXCEEDED: Final = {
    "pure_bound": "pure_bound_holds",
    "printed_rounds": "printed_rounds_hold",
    "printed_epsilon": "printed_epsilon_holds",
}
"""What tells, by its "no", that a bound is exceeded: it is marked."""


def _privacy_table(rows: Sequence[Row]) -> Grid:
    caption = (
        "In units of eta. models, state: the largest loss of a pair, what is seen being the models or all. With delta: "
        f"the epsilon of that pair at delta = {float(lazy_privacy.DELTA):g}. !: less than a pair loses."
    )
    lines = [[_privacy_entry(row, column) for column in PRIVACY_HEADINGS] for row in rows]
    headings = tuple(PRIVACY_HEADINGS.values())
    return Grid("The worst neighbors of lazy-to-private", headings, lines, caption, len(lazy_privacy.INPUTS))


ROUND_HEADINGS: Final = {
    **{column: heading for column, heading in PRIVACY_HEADINGS.items() if column in lazy_privacy.INPUTS},
    "round_kept": "s_0, kept",
    "round_drawn": "s_0, drawn",
    "round_after": "s_0 + 1",
    "round_later": "later",
    "printed_rounds_exceeded": "printed bounds that are exceeded",
}


def _rounds_table(rows: Sequence[Row]) -> Grid:
    """Show the most batches of each setting."""
    last = {tuple(row[column] for column in lazy_privacy.INPUTS[:-1]): row for row in rows}
    caption = "What each round of the worst states loses given the past, in units of eta; s_0 is the changed batch."
    lines = [[_round_entry(row, column) for column in ROUND_HEADINGS] for row in last.values()]
    return Grid("Round by round", tuple(ROUND_HEADINGS.values()), lines, caption, len(lazy_privacy.INPUTS))


def _round_entry(row: Row, column: str) -> str:
    return _number(row[column], 4) if column.startswith("round_") else row[column]


def _worst_pair(rows: Sequence[Row]) -> str:
    """Name the pair that loses most in units of eta, of all settings."""
    worst = max(rows, key=lambda row: float(row["state_loss"]))
    place = ", ".join(f"{PRIVACY_HEADINGS[column]} = {worst[column]}" for column in lazy_privacy.INPUTS)
    return (
        f"The worst pair: {_number(worst['state_loss'], 6)} eta at {place}: "
        f"{worst['state_first']} against {worst['state_second']}"
    )


def _privacy_entry(row: Row, column: str) -> str:
    if column in {*lazy_privacy.INPUTS, "pairs"} or not row[column]:
        return row[column]
    mark = "!" if row.get(EXCEEDED.get(column, "")) == "no" else ""
    return f"{_number(row[column], 4)}{mark}"


@experiment.command("ldp-risk")
@out_option
@quick_option
@click.option(
    "--runs", type=int, help=f"Runs of each setting, each with a truth of its own. Default: {RISK_FULL.runs}."
)
@click.option("--seed", default=0, show_default=True, help="Decides all classes, truths, labels and reports.")
@click.option("--rounds", type=int, help=f"The most rounds T. Default: {RISK_FULL.rounds}.")
@click.option("--hypotheses", type=int, help=f"K against T and epsilon; even. Default: {RISK_FULL.hypotheses}.")
@click.option("--most-hypotheses", type=int, help=f"The largest K; even. Default: {RISK_FULL.most_hypotheses}.")
@click.option("--wide-rounds", type=int, help=f"T against K. Default: {RISK_FULL.wide_rounds}.")
@click.option(
    "--epsilon",
    "epsilons",
    multiple=True,
    metavar="E",
    help=f"A budget; an exact decimal or fraction. Repeat for more. Default: {', '.join(RISK_FULL.epsilons)}.",
)
@click.option(
    "--nature",
    "natures",
    multiple=True,
    type=click.Choice(list(NATURES)),
    help="What draws the labels. Repeat for more. Default: all.",
)
@click.option(
    "--calibration",
    type=click.Choice(ldp_risk.CALIBRATIONS),
    default=ldp_risk.CALIBRATIONS[0],
    show_default=True,
    help="Of algorithms 1 and 2.",
)
def measure_ldp_risk(  # noqa: PLR0917  # one argument an option
    out: Path,
    quick: bool,
    runs: int | None,
    seed: int,
    rounds: int | None,
    hypotheses: int | None,
    most_hypotheses: int | None,
    wide_rounds: int | None,
    epsilons: tuple[str, ...],
    natures: tuple[str, ...],
    calibration: str,
) -> None:
    """Measure the risk of locally private online distribution learning, against T, K and epsilon, next to the bounds.

    Writes ldp-risk-runs.csv (each run), ldp-risk.csv (means, bands and bounds), and figures of the KL-risk and of the
    average total variation. What ldp-risk-runs.csv holds already is not measured again: an interrupted run goes on, and
    more runs add to it. Exit code 1 where a mean contradicts a bound beyond chance.
    """
    sizes = RISK_QUICK if quick else RISK_FULL
    with user_errors():
        plan = ldp_risk.Plan(
            natures=tuple(dict.fromkeys(natures)) or tuple(NATURES),
            calibration=calibration,
            epsilons=tuple(sorted(set(read_numbers(epsilons or sizes.epsilons, "epsilon")))),
            rounds=sizes.rounds if rounds is None else rounds,
            hypotheses=sizes.hypotheses if hypotheses is None else hypotheses,
            most_hypotheses=sizes.most_hypotheses if most_hypotheses is None else most_hypotheses,
            wide_rounds=sizes.wide_rounds if wide_rounds is None else wide_rounds,
            runs=sizes.runs if runs is None else runs,
            seed=seed,
        )
        make_folder(out, "out")
        table = Table(out / "ldp-risk-runs.csv", ldp_risk.INPUTS, ldp_risk.OUTPUTS, write_whole)
        tasks = plan.tasks()
        missing = sum(table.find(task.inputs) is None for task in tasks)
        click.echo(f"{len(tasks)} runs: {missing} to be measured, {len(tasks) - missing} are in {table.path}", err=True)
        with progress_bar("ldp-risk", len(tasks)) as progress:
            rows = ldp_risk.summary(measure(tasks, table, progress))
    screen = _screen()
    print_grid(screen, _risk_table(plan, rows))
    for line in _useful_bounds(plan):
        click.echo(line)
    contradictions = [f"{name} ({_setting(row)})" for row in rows for name in ldp_risk.contradicted(row)]
    click.echo(f"bounds: {len(contradictions)} contradicted by the means of {len(rows)} settings")
    click.echo(f"wrote {table.path}")
    _write(out / "ldp-risk.csv", csv_text(ldp_risk.SUMMARY, rows))
    _draw(ldp_pictures.kl_figure(plan, rows), out, "ldp-risk-kl")
    _draw(ldp_pictures.tv_figure(plan, rows), out, "ldp-risk-tv")
    if contradictions:
        raise click.ClickException(f"contradicted beyond chance: {', '.join(contradictions)}")


def _setting(row: Row) -> str:
    return ", ".join(row[column] for column in ("nature", "learner", "epsilon", "rounds", "hypotheses"))


def _risk_table(plan: ldp_risk.Plan, rows: Sequence[Row]) -> Grid:
    """Show the mean risks of the sweep over epsilon."""
    caption = (
        f"Mean KL-risks over {plan.runs} runs at T = {plan.rounds:,}, K = {plan.hypotheses}, calibration: "
        f"{plan.calibration}. *: in each run less than what the mean of the class loses, which hears nothing (uniform)."
    )
    lines = []
    for nature in plan.natures:
        for epsilon in plan.epsilons:
            point = (nature, str(float(epsilon)), str(plan.rounds), str(plan.hypotheses))
            columns = ("nature", "epsilon", "rounds", "hypotheses")
            mine = {row["learner"]: row for row in rows if tuple(row[column] for column in columns) == point}
            any_row = mine["uniform"]
            risks = (_risk_entry(mine[learner]) for learner in ldp_risk.LEARNERS)
            bounds = (_number(any_row[name], 3) for name in ("trivial", "theorem_4", "theorem_5"))
            lines.append((nature, any_row["labels"], decimal_text(epsilon, 6), *risks, *bounds))
    headings = ("nature", "M", "epsilon", *ldp_risk.LEARNERS, "T log K", "theorem 4", "theorem 5")
    return Grid("The risk of locally private distribution learning", headings, lines, caption, 3, ("nature",))


def _risk_entry(row: Row) -> str:
    return f"{_number(row['mean_kl'], 4)}{'*' if row['beats_uniform'] == row['runs'] else ' '}"


def _useful_bounds(plan: ldp_risk.Plan) -> list[str]:
    """Tell from how many rounds on the upper bounds say more than the trivial one."""
    size, epsilon = plan.hypotheses, float(plan.middle)
    bounds = {
        "theorem 4": lambda rounds: ldp_risk.theorem_4(rounds, size, epsilon, ldp_risk.DELTA),
        "theorem 5": lambda rounds: ldp_risk.theorem_5(rounds, size, epsilon),
    }
    return [
        f"{name} is below T log K from about T = {ldp_risk.first_useful_rounds(bound, size):.2g} on, "
        f"at K = {size}, epsilon = {epsilon:g}"
        for name, bound in bounds.items()
    ]


@experiment.command("ldp-privacy")
@out_option
@quick_option
@click.option("--steps", default=LOSS_STEPS, show_default=True, help="Of each climb; fewer where they would take long.")
@click.option("--seed", default=0, show_default=True, help="Decides all random classes and steps.")
@click.option(
    "--rounds",
    multiple=True,
    type=int,
    help=f"The horizon T of the searches. Repeat for more. Default: {', '.join(map(str, LOSS_FULL.rounds))}.",
)
@click.option(
    "--epsilon",
    "epsilons",
    multiple=True,
    metavar="E",
    help=f"A budget of the searches; exact. Repeat for more. Default: {', '.join(LOSS_FULL.epsilons)}.",
)
def search_ldp_losses(  # noqa: PLR0917  # one argument an option
    out: Path, quick: bool, steps: int, seed: int, rounds: tuple[int, ...], epsilons: tuple[str, ...]
) -> None:
    """Find the class for which a locally private report loses most, next to the budget that is promised.

    All small classes are tried, and larger ones are searched; the losses of the worst are exact, with the noise as
    printed and as corrected. Writes ldp-privacy.csv, which names these classes and the worst pair of labels, and a
    figure. What the table holds already is not searched again: an interrupted run goes on. Exit code 1 where the
    corrected noise loses more than the budget.
    """
    sizes = LOSS_QUICK if quick else LOSS_FULL
    with user_errors():
        plan = ldp_privacy.Plan(
            families=sizes.families,
            family_rounds=LOSS_FAMILY_ROUNDS,
            rates=read_numbers(LOSS_RATES, "rate"),
            family_epsilons=read_numbers(LOSS_FAMILY_EPSILONS, "epsilon"),
            sizes=sizes.sizes,
            rounds=tuple(sorted(set(rounds))) or sizes.rounds,
            epsilons=tuple(sorted(set(read_numbers(epsilons or sizes.epsilons, "epsilon")))),
            swept_rounds=LOSS_SWEPT_ROUNDS,
            swept_epsilons=read_numbers(sizes.swept_epsilons, "epsilon"),
            wma_families=sizes.wma_families,
            wma_sizes=sizes.wma_sizes,
            wma_rounds=sizes.wma_rounds,
            deltas=read_numbers(LOSS_DELTAS, "delta"),
            steps=min(steps, 5) if quick else steps,
            seed=seed,
        )
        make_folder(out, "out")
        table = Table(out / "ldp-privacy.csv", ldp_privacy.INPUTS, ldp_privacy.OUTPUTS, write_whole)
        tasks = plan.tasks()
        with progress_bar("ldp-privacy", len(tasks)) as progress:
            rows = measure(tasks, table, progress)
    screen = _screen()
    print_grid(screen, _losses_table(rows))
    for line in _verdicts(rows):
        click.echo(line)
    click.echo(f"wrote {table.path}")
    _draw(ldp_privacy_pictures.privacy_figure(plan, rows), out, "ldp-privacy")
    if failures := ldp_privacy.corrected_failures(rows):
        raise click.ClickException(f"the corrected calibration is exceeded in {failures} of {len(rows)} rows")


LOSS_HEADINGS: Final = {
    "learner": "learner",
    "calibration": "noise",
    "search": "search",
    "hypotheses": "K",
    "labels": "M",
    "rounds": "T",
    "budget": "epsilon",
    "delta": "delta",
    "loss_over_budget": "loss / epsilon",
    "delta_over_delta": "delta(e^epsilon) / delta",
    "verdict": "budget",
    "integers": "N'",
    "printed_integers": "K M",
    "corrected_integers": "K M + M - 1",
}
"""The columns of the CSV that are printed, and their headings."""


def _losses_table(rows: Sequence[Row]) -> Grid:
    """Show for each learner, noise, search and K the row that loses most in units of epsilon."""
    worst: dict[tuple[str, ...], Row] = {}
    for row in sorted(rows, key=lambda row: -float(row["loss_over_budget"])):
        worst.setdefault(tuple(row[column] for column in ("learner", "calibration", "search", "hypotheses")), row)
    caption = (
        "Each row: the class that loses most, of all M, T and budgets. exceeded: it certainly loses more than that."
    )
    keys = sorted(worst, key=lambda key: (*key[:3], int(key[3])))
    lines = [[_loss_entry(worst[key], column) for column in LOSS_HEADINGS] for key in keys]
    headings = tuple(LOSS_HEADINGS.values())
    return Grid("What a locally private report loses", headings, lines, caption, 4, LOSS_WORDS)


LOSS_WORDS: Final = frozenset(LOSS_HEADINGS[column] for column in ("learner", "calibration", "search", "verdict"))


def _loss_entry(row: Row, column: str) -> str:
    rounded = column in {"budget", "loss_over_budget", "delta_over_delta"} and row[column]
    return _number(row[column], 6) if rounded else row[column]


def _verdicts(rows: Sequence[Row]) -> list[str]:
    """Count the verdicts on each learner and noise."""
    lines = []
    for learner, calibration in product((ldp_privacy.EXP3, ldp_privacy.WMA), ldp_privacy.CALIBRATIONS):
        mine = [row["verdict"] for row in rows if (row["learner"], row["calibration"]) == (learner, calibration)]
        counts = ", ".join(f"{mine.count(verdict)} {verdict}" for verdict in ldp_privacy.VERDICTS)
        lines.append(f"{learner}, {calibration}: {counts}")
    return lines
