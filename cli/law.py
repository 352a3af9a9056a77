"""The command `law`: the exact output law of a mechanism on one input."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import click

from dpassay import __version__
from dpassay.cli import citing
from dpassay.cli.effort import finish, force_option, steps
from dpassay.cli.inputs import data_title, parameter_arguments, parameters_json
from dpassay.cli.numbers import decimal, digits_option, exactly, number_json, place_text, read_digits
from dpassay.cli.options import console, once, parameter_option, read_parameters, user_errors
from dpassay.cli.reach import check_place
from dpassay.cli.tables import Cells, print_table
from dpassay.exact import Law, as_real, require
from dpassay.exact.kinds import Row, kind_of
from dpassay.reference import Mechanism, data_text, mechanism

FORMAT = "dpassay law 1"
AROUND_CENTER = 5
MOST_ROWS = 100
"""A table shows no more outcomes of a finite law than this, unless they are asked for."""


@dataclass(frozen=True, slots=True)
class Question:
    """Which law is asked for, and at which outcomes (none: at those that tell most)."""

    mechanism: Mechanism
    parameters: Any
    data: Any
    at: tuple[str, ...]
    whole: bool = False
    """Every outcome of a finite law is wanted, however many there are."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The law, and its rows."""

    law: Law
    rows: tuple[Row, ...]

    @property
    def missing(self) -> int:
        """How many outcomes of a finite law there are besides."""
        kind = kind_of(self.law)
        return len(kind.places(self.law)) - len(self.rows) if kind.is_finite else 0

    @property
    def mass(self) -> str:
        """What the rows hold: probabilities, or densities."""
        return "density" if kind_of(self.law).is_real else "probability"

    @property
    def cumulative(self) -> str:
        """What the cumulative probability is that of."""
        return f"P({kind_of(self.law).event})"

    def words(self, row: Row) -> str:
        """Return the place of a row."""
        return kind_of(self.law).words(row.place, place_text)


@click.command()
@click.argument("name")
@parameter_option
@click.option("--data", metavar="X", help="The input. Default: the first input of the worst pair.")
@click.option("--at", multiple=True, metavar="Y", help="Show these outcomes only. Repeat for more.")
@digits_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON (cli/law.schema.json) instead of a table.")
@click.option("--bibtex", is_flag=True, help="Print the BibTeX entry that cites this law instead.")
@force_option
def law(  # noqa: PLR0917  # one argument an option
    name: str,
    params: tuple[str, ...],
    data: str | None,
    at: tuple[str, ...],
    digits: str,
    as_json: bool,
    bibtex: bool,
) -> None:
    """Show the exact output law of mechanism NAME on one input.

    NAME may be the path of a file that defines a mechanism of your own; the file is run.
    """
    with user_errors():
        shown = read_digits(digits)
        require(not (as_json and bibtex), "bibtex", "given beside --json", "one of the two")
        question = replace(read_question(name, params, data, at), whole=as_json)
        if bibtex:
            click.echo(bibtex_entry(question))
            return
        answer = compute(question)
        finish()
        if as_json:
            click.echo(json.dumps(law_json(question, answer, shown), indent=2))
        else:
            print_law(question, answer, shown)


def read_question(name: str, params: tuple[str, ...], data: str | None, at: tuple[str, ...]) -> Question:
    """Return what is asked for; ``ValueError`` for what makes no sense."""
    spec = mechanism(name)
    parameters = spec.Parameters.read(read_parameters(params))
    given = spec.check_data(next(spec.neighbors(parameters))[0] if data is None else data, parameters)
    return Question(spec, parameters, given, at)


def compute(question: Question) -> Answer:
    """Return the law and its rows: all that takes time."""
    exact = question.mechanism.law(question.data, question.parameters)
    return Answer(exact, tuple(law_rows(exact, question.at, whole=question.whole)))


def print_law(question: Question, answer: Answer, digits: int) -> None:
    """Print the table; of very many outcomes some."""
    headers = ("outcome", answer.mass, f"{answer.mass}, exactly", answer.cumulative, "exactly")
    numbers = [(row.mass, row.below) for row in answer.rows]
    texts = [[text(x, digits) for x in pair for text in (decimal, exactly)] for pair in numbers]
    cells = [[answer.words(row), *pair] for row, pair in zip(answer.rows, texts, strict=True)]
    narrow = [[place, f"{mass}\n{mass_form}", f"{below}\n{form}"] for place, mass, mass_form, below, form in cells]
    tables: list[Cells] = [(headers, cells), (("outcome", answer.mass, answer.cumulative), narrow)]
    print_table(console(), f"{question.mechanism.NAME} on {data_title(question.data)}", *tables)
    if answer.missing and not question.at:
        click.echo(f"{answer.missing} more outcomes: --at shows the ones you name, --json all of them")


def law_json(question: Question, answer: Answer, digits: int) -> dict[str, object]:
    """Return the document that ``law.schema.json`` describes."""
    return {
        "format": FORMAT,
        "version": __version__,
        "mechanism": question.mechanism.NAME,
        "parameters": parameters_json(question.parameters),
        "data": data_text(question.data),
        "digits": digits,
        "mass": answer.mass,
        "cumulative": answer.cumulative,
        "rows": [
            {
                "outcome": answer.words(row),
                answer.mass: number_json(row.mass, digits),
                "cumulative": number_json(row.below, digits),
            }
            for row in answer.rows
        ],
    }


def bibtex_entry(question: Question) -> str:
    """Return the entry that cites the law."""
    name, data = question.mechanism.NAME, data_text(question.data)
    command = ["dpassay", "law", question.mechanism.place, *parameter_arguments(question.parameters), f"--data={data}"]
    note = (
        "The exact law of the output: closed forms where there are some, else certified enclosures; "
        "the last digit of a decimal is rounded."
    )
    title = f"The exact output law of {name} on {data}"
    return citing.entry(command, parameters_json(question.parameters), title=title, note=note)


# The rows


def law_rows(exact: Law, at: tuple[str, ...], *, whole: bool) -> Iterator[Row]:
    """Yield the lines of a law: at the places asked for, else at those that tell most; of a finite law at all.

    Unless the ``whole`` is asked for, only some of very many outcomes. Up to the last of them lies all: that is 1, also
    where the sum of the others is enclosed.
    """
    kind = kind_of(exact)
    asked = once(kind.read_place(exact, text) for text in at)
    for place in asked:
        check_place(place, exact)
    if not kind.is_finite:
        yield from kind.rows(exact, asked or kind.places(exact))
        return
    outcomes = kind.places(exact)
    shown = outcomes if asked or whole else _likely(outcomes, exact)
    wanted = set(asked or shown)
    for row in steps(kind.rows(exact, shown), len(shown)):
        if row.place in wanted:
            yield row._replace(below=Fraction(1)) if row.place == outcomes[-1] else row


def _likely(outcomes: Sequence[Any], exact: Any) -> Sequence[Any]:
    """Return the outcomes, or of very many those around the largest probability of a sample of them."""
    if len(outcomes) <= MOST_ROWS:
        return outcomes
    sample = range(0, len(outcomes), -(-len(outcomes) // MOST_ROWS))
    peak = max(sample, key=lambda k: float(as_real(exact.pmf(outcomes[k]))))
    first = min(max(peak - MOST_ROWS // 2, 0), len(outcomes) - MOST_ROWS)
    return outcomes[first : first + MOST_ROWS]
