"""The command `profile`: the exact privacy profile delta(epsilon) of a mechanism on a pair of neighboring inputs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from dpassay import __version__
from dpassay.cli import citing
from dpassay.cli.effort import finish, force_option, steps
from dpassay.cli.inputs import data_title, parameter_arguments, parameters_json
from dpassay.cli.losses import Loss, losses
from dpassay.cli.numbers import (
    Between,
    Shown,
    closed_form,
    decimal,
    digits_option,
    exactly,
    larger,
    number_json,
    place_text,
    read_digits,
)
from dpassay.cli.options import (
    console,
    once,
    pair_options,
    parameter_option,
    read_numbers,
    read_pair,
    read_parameters,
    user_errors,
)
from dpassay.cli.reach import check_delta, check_epsilon, check_grid, check_pair
from dpassay.cli.tables import Cells, print_table
from dpassay.exact import (
    Budget,
    Number,
    exp,
    is_factorable,
    log_number,
    require,
)
from dpassay.exact.decimals import rounded
from dpassay.reference import (
    ConcentratedGuarantee,
    Guarantee,
    Mechanism,
    data_text,
    mechanism,
)

FORMAT = "dpassay profile 1"
PROFILE_ROWS = 11


@dataclass(frozen=True, slots=True)
class Question:
    """Which profile is asked for, at which e^epsilon (none: at even steps), and at which delta the least epsilon."""

    mechanism: Mechanism
    parameters: Any
    pair: tuple[Any, Any]
    grid: tuple[Number, ...]
    deltas: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """delta at one epsilon, in both directions."""

    exp_eps: Number
    forward: Shown
    backward: Shown

    @property
    def epsilon(self) -> Shown:
        """The epsilon of the point."""
        return log_number(self.exp_eps)

    @property
    def delta(self) -> Shown:
        """The larger one."""
        return larger(self.forward, self.backward)


@dataclass(frozen=True, slots=True)
class Answer:
    """The losses in both directions, the points, the least epsilon at delta = 0, and those at the deltas asked for."""

    losses: tuple[Loss, Loss]
    guarantee: Guarantee | ConcentratedGuarantee
    points: tuple[Point, ...]
    max_divergence: Shown
    inverse: tuple[tuple[Fraction, Shown], ...]


@click.command()
@click.argument("name")
@parameter_option
@pair_options
@click.option("--epsilon", "epsilons", multiple=True, metavar="EPS", help="Show delta at this epsilon. Repeatable.")
@click.option("--exp-eps", "exp_epsilons", multiple=True, metavar="T", help="Show delta at e^epsilon = T. Repeatable.")
@click.option("--delta", "deltas", multiple=True, metavar="D", help="Show the least epsilon at this delta. Repeatable.")
@digits_option
@click.option("--plot", metavar="FILE", help="Draw it into this .svg or .png file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (cli/profile.schema.json) instead of a table.")
@click.option("--bibtex", is_flag=True, help="Print the BibTeX entry that cites this profile instead.")
@force_option
def profile(  # noqa: PLR0917  # one argument an option
    name: str,
    params: tuple[str, ...],
    data: str | None,
    neighbor: str | None,
    epsilons: tuple[str, ...],
    exp_epsilons: tuple[str, ...],
    deltas: tuple[str, ...],
    digits: str,
    plot: str | None,
    as_json: bool,
    bibtex: bool,
) -> None:
    """Show the exact privacy profile delta(epsilon) of mechanism NAME on a pair of neighboring inputs.

    NAME may be the path of a file that defines a mechanism of your own; the file is run.
    """
    with user_errors():
        shown = read_digits(digits)
        path = None if plot is None else read_path(plot)
        require(not (as_json and bibtex), "bibtex", "given beside --json", "one of the two")
        question = read_question(name, params, read_pair(data, neighbor), (epsilons, exp_epsilons), deltas)
        if bibtex:
            click.echo(bibtex_entry(question))
            return
        answer = compute(question)
        if path is not None:
            from dpassay.cli.profile_plot import draw  # loads matplotlib

            draw(answer, path, title(question))
        finish()
        if as_json:
            click.echo(json.dumps(profile_json(question, answer, shown), indent=2))
        else:
            print_profile(question, answer, shown)


def read_path(text: str) -> Path:
    """Return the file of a figure, in a folder that exists."""
    path = Path(text)
    is_file = path.suffix in (".svg", ".png") and not path.is_dir()
    require(is_file, "plot", repr(text), "a file that ends in .svg or .png")
    require(path.parent.is_dir(), "plot", repr(text), f"a file in a folder that exists, unlike {path.parent}")
    return path


def read_question(
    name: str,
    params: tuple[str, ...],
    pair: tuple[object, object] | None,
    grid: tuple[tuple[str, ...], tuple[str, ...]],
    deltas: tuple[str, ...],
) -> Question:
    """Return what is asked for; ``grid`` holds values of epsilon and of e^epsilon."""
    spec = mechanism(name)
    parameters = spec.Parameters.read(read_parameters(params))
    first, second = (
        spec.check_data(data, parameters) for data in pair or next(spec.neighbors(parameters), (None, None))
    )
    expected = f"neighbors under {spec.guarantee(parameters).adjacency}, the adjacency of the guarantee"
    words = f"{_short(first)} and {_short(second)}"
    require(spec.are_neighbors(first, second, parameters), "data, neighbor", words, expected)
    epsilons, exp_epsilons = read_numbers(grid[0], "epsilon"), read_numbers(grid[1], "exp-eps")
    for epsilon in epsilons:
        check_epsilon(epsilon)
    for exp_eps in exp_epsilons:
        require(exp_eps >= 1, "exp-eps", place_text(exp_eps), "a number of at least 1 (epsilon of at least 0)")
    for delta in (wanted := read_numbers(deltas, "delta")):
        require(0 <= delta < 1, "delta", place_text(delta), "a number in [0, 1)")
    asked = [*map(exp, once(epsilons)), *once(exp_epsilons)]
    return Question(spec, parameters, (first, second), tuple(asked), tuple(once(wanted)))


def _short(data: object) -> str:
    text = data_title(data)
    return text if len(text) <= 60 else f"{text[:57]}..."


def title(question: Question) -> str:
    """Return what stands above the table and the figure."""
    first, second = map(data_title, question.pair)
    return f"{question.mechanism.NAME}: {first} against {second}"


def compute(question: Question) -> Answer:
    """Return the laws and the points of the profile: all that takes time."""
    spec, parameters = question.mechanism, question.parameters
    laws = spec.law(question.pair[0], parameters), spec.law(question.pair[1], parameters)
    check_pair(*laws)
    for delta in question.deltas:
        check_delta(delta, laws)
    guarantee = spec.guarantee(parameters)
    pair = losses(laws)
    grid = question.grid or default_grid(guarantee)
    check_grid(grid, *laws)
    points = tuple(point_at(pair, t) for t in steps(grid, len(grid)))
    worst = larger(*(loss.max_divergence() for loss in pair))
    inverse = tuple((delta, larger(*(loss.epsilon(delta) for loss in pair))) for delta in question.deltas)
    return Answer(pair, guarantee, points, worst, inverse)


def default_grid(guarantee: Guarantee | ConcentratedGuarantee) -> list[Number]:
    """Return e^eps for eps from 0 to the guaranteed one (to 1 where the guarantee is concentrated), in even steps."""
    steps = [Fraction(k, PROFILE_ROWS - 1) for k in range(PROFILE_ROWS)]
    if isinstance(guarantee, ConcentratedGuarantee):
        return [exp(s) for s in steps]
    budget = guarantee.budget
    if budget == Budget.zero():
        return [Fraction(1)]
    if budget.given_exp_eps is None or is_factorable(budget.given_exp_eps):
        return [budget.exp(s) for s in steps]
    near = rounded(budget.epsilon, 3)  # its roots have no exact form
    return [*(exp(s * near) for s in steps[:-1]), budget.given_exp_eps]


def point_at(pair: tuple[Loss, Loss], exp_eps: Number) -> Point:
    """Return the profile of a pair at one e^eps, in both directions."""
    forward, backward = (loss.delta(exp_eps) for loss in pair)
    return Point(exp_eps, forward, backward)


def print_profile(question: Question, answer: Answer, digits: int) -> None:
    """Print the table, and the least epsilons below it."""
    headers = ("epsilon", "e^epsilon", "delta", "first over second, exactly", "second over first, exactly")
    cells = [_cells(point, digits) for point in answer.points]
    tables: list[Cells] = [(headers, cells)]
    if all(first == second for *_, first, second in cells):
        tables.append(((*headers[:3], "in either direction, exactly"), [row[:-1] for row in cells]))
    narrow = [[*row[:3], "\n".join(row[3:])] for row in cells]
    tables.append(((*headers[:3], "first over second, and second over first, exactly"), narrow))
    print_table(console(), title(question), *tables)
    click.echo(f"max divergence (the least epsilon at delta = 0): {decimal(answer.max_divergence, digits)}")
    for delta, epsilon in answer.inverse:
        shown = exactly(epsilon, digits) if isinstance(epsilon, Between) else decimal(epsilon, digits)
        click.echo(f"least epsilon at delta = {place_text(delta)}: {shown}")


def _cells(point: Point, digits: int) -> list[str]:
    return [
        decimal(point.epsilon, digits),
        closed_form(point.exp_eps) or decimal(point.exp_eps, digits),
        decimal(point.delta, digits),
        *(exactly(delta, digits, alone=True) for delta in (point.forward, point.backward)),
    ]


def profile_json(question: Question, answer: Answer, digits: int) -> dict[str, object]:
    """Return the document that ``profile.schema.json`` describes."""
    first, second = map(data_text, question.pair)
    return {
        "format": FORMAT,
        "version": __version__,
        "mechanism": question.mechanism.NAME,
        "parameters": parameters_json(question.parameters),
        "adjacency": answer.guarantee.adjacency,
        "guarantee": guarantee_json(answer.guarantee, digits),
        "data": first,
        "neighbor": second,
        "digits": digits,
        "rows": [
            {
                "epsilon": number_json(point.epsilon, digits),
                "exp_eps": number_json(point.exp_eps, digits),
                "delta": number_json(point.delta, digits),
                "first_over_second": number_json(point.forward, digits),
                "second_over_first": number_json(point.backward, digits),
            }
            for point in answer.points
        ],
        "max_divergence": number_json(answer.max_divergence, digits),
        "epsilon_at_delta": [
            {"delta": number_json(delta, digits), "epsilon": number_json(epsilon, digits)}
            for delta, epsilon in answer.inverse
        ],
    }


def guarantee_json(guarantee: Guarantee | ConcentratedGuarantee, digits: int) -> dict[str, object]:
    """Return the guarantee: (epsilon, delta), or rho where it is concentrated."""
    if isinstance(guarantee, ConcentratedGuarantee):
        return {"rho": number_json(guarantee.rho, digits)}
    return {
        "epsilon": number_json(guarantee.budget.epsilon, digits),
        "delta": number_json(guarantee.delta, digits),
    }


def bibtex_entry(question: Question) -> str:
    """Return the entry that cites the profile."""
    name, parameters = question.mechanism.NAME, question.parameters
    first, second = map(data_text, question.pair)
    command = ["dpassay", "profile", question.mechanism.place, *parameter_arguments(parameters)]
    command += [f"--data={first}", f"--neighbor={second}"]
    note = (
        "delta at epsilon is the exact hockey-stick divergence of the two output laws, the larger of both directions: "
        "closed forms where there are some, else certified enclosures; the last digit of a decimal is rounded."
    )
    words = f"The exact privacy profile of {name} on {first} against {second}"
    return citing.entry(command, parameters_json(parameters), title=words, note=note)
