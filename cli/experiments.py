"""The commands that run experiments, made from what each experiment declares."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click
from matplotlib.figure import Figure

from dpassay.audit.reports import plots
from dpassay.audit.reports.files import make_folder, write_whole
from dpassay.cli.options import FOLDER, console, read_numbers, user_errors
from dpassay.cli.progress import progress_bar
from dpassay.cli.tables import Grid, print_grid, widened
from dpassay.experiments import names, the_experiment
from dpassay.experiments.frame.experiment import Experiment, Option
from dpassay.experiments.frame.runs import Row, Table, Task, csv_text, measure

WIDTH: Final = 150  # of what is printed where there is no terminal

OUT: Final = click.Option(
    ["--out"], default="experiment-results", show_default=True, type=FOLDER, help="Where the files go."
)
QUICK: Final = click.Option(["--quick"], is_flag=True, help="Small sizes: to see that everything runs, not to measure.")


class _Experiments(click.Group):
    """Loads the file of an experiment when that is asked for: one with a mistake in it is in nobody else's way."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all experiments."""
        return sorted({*names(), *super().list_commands(ctx)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of an experiment, or None where there is none."""
        if cmd_name not in names():
            return super().get_command(ctx, cmd_name)
        with user_errors():
            return command_of(the_experiment(cmd_name))


@click.group(cls=_Experiments)
def experiment() -> None:
    """Run an experiment: seeded measurements, with tables and figures."""


def command_of(declared: Experiment[Any]) -> click.Command:
    """Make the command of an experiment."""

    def run(out: Path, quick: bool = False, **given: Any) -> None:
        values = {option.field: _value(option, given[option.field], quick) for option in declared.options}
        _run(declared, declared.plan(quick, **values), out)

    shared = [OUT, QUICK] if declared.has_quick_sizes else [OUT]
    own = [_click_option(option) for option in declared.options]
    return click.Command(declared.name, params=[*shared, *own], callback=run, help=declared.help)


def _click_option(option: Option) -> click.Option:
    """Say in its help how often an option can be given, and a default that depends on the sizes asked for."""
    many, text = isinstance(option.full, tuple), option.help
    told = many or option.quick is not None
    if many:
        text += " Repeat for more."
    if told:
        text += f" Default: {_default_in_words(option)}."
    default = None if told else option.full
    own: Any = {"help": text, "multiple": many, "type": _type(option), "metavar": option.exact}
    return click.Option([f"--{option.name}"], default=default, show_default=not told, **own)


def _default_in_words(option: Option) -> str:
    if not isinstance(option.full, tuple):
        return str(option.full)
    return "all" if option.full == option.choices else ", ".join(map(str, option.full))


def _type(option: Option) -> type | click.Choice[str]:
    if option.choices:
        return click.Choice(list(option.choices))
    return type(option.full[0] if isinstance(option.full, tuple) else option.full)


def _value(option: Option, given: Any, quick: bool) -> object:
    """What is asked for, each value once, or the default; exact numbers from the smallest to the largest."""
    default: Any = option.full if option.quick is None or not quick else option.quick
    if option.exact:
        return tuple(sorted(set(read_numbers(given or default, option.field))))
    if isinstance(option.full, tuple):
        return tuple(dict.fromkeys(given or ())) or default
    return default if given is None else given


def _run(declared: Experiment[Any], plan: Any, out: Path) -> None:
    """Measure what is not finished, write it, draw it and show it; exit code 1 where a proved bound is contradicted."""
    make_folder(out, "out")
    written: list[Path] = []
    if declared.known is not None:
        known = declared.known
        written.append(_write(out / f"{known.name}.csv", csv_text(known.columns, known.rows())))
        written += _draw({known.name: known.figure()}, out)
    table = Table(out / declared.rows_name, declared.inputs, declared.outputs, write_whole)
    rows = _rows(declared, plan.tasks(), table)
    written.append(table.path)
    if declared.summary is not None:
        written.append(_write(out / f"{declared.name}.csv", csv_text(declared.summary.columns, rows)))
    written += _draw(declared.figures(plan, rows), out)
    screen = widened(console(), WIDTH)
    for part in declared.report(plan, rows):
        if isinstance(part, str):
            click.echo(part)
        else:
            print_grid(screen, Grid(part.title, part.headings, part.rows, part.caption, part.keys, part.words))
    click.echo("".join(f"wrote {path}\n" for path in written), nl=False)
    if failures := declared.failures(rows):
        raise click.ClickException(failures)


def _rows(declared: Experiment[Any], tasks: list[Task], table: Table) -> list[Row]:
    """The rows of all tasks, or of the summary, if there is one."""
    if declared.summary is not None:
        missing = sum(table.find(task.inputs) is None for task in tasks)
        click.echo(f"{len(tasks)} runs: {missing} to be measured, {len(tasks) - missing} are in {table.path}", err=True)
    with progress_bar(declared.name, len(tasks)) as progress:
        rows = measure(tasks, table, progress)
        return rows if declared.summary is None else declared.summary.rows(rows)


def _write(path: Path, text: str) -> Path:
    write_whole(path, text)
    return path


def _draw(figures: Mapping[str, Figure], out: Path) -> list[Path]:
    """Write figures as PNG and as SVG."""
    written = []
    for name, figure in figures.items():
        for path in (out / f"{name}.png", out / f"{name}.svg"):
            plots.save(figure, path)
            written.append(path)
    return written
