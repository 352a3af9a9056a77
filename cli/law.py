"""The command `law`: the exact output law of a mechanism on one input."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

import click

from dpassay import __version__
from dpassay.cli import citing
from dpassay.cli.effort import finish, force_option, steps
from dpassay.cli.fitting import Cells, print_table
from dpassay.cli.inputs import data_title, parameter_arguments, parameters_json
from dpassay.cli.numbers import Shown, decimal, digits_option, exactly, number_json, place_text, read_digits, rounded
from dpassay.cli.options import console, once, parameter_option, read_numbers, read_parameters, user_errors
from dpassay.cli.reach import brief, check_place
from dpassay.exact import (
    DiscreteGaussianLaw,
    Dist,
    EnclosedMixture,
    GaussianLaw,
    IntegerLaw,
    LaplaceMixture,
    LaplaceVectors,
    Law,
    Number,
    Real,
    TaggedLaw,
    as_fraction,
    as_integer,
    as_real,
    require,
)
from dpassay.reference import Mechanism, data_text, mechanism

FORMAT = "dpassay law 1"
AROUND_CENTER = 5
MOST_ROWS = 100
"""A table shows no more outcomes of a finite law than this, unless they are asked for."""

_DIGITS_OF_STEPS = 30

CUMULATIVE = {
    "tagged": "P(tag, output <= outcome)",
    "vector": "P(output <= outcome in each coordinate)",
}
"""What the cumulative probability of a row is, by kind of law; elsewhere that of all smaller outcomes."""


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
class Row:
    """One line of a law's table: where, the probability (or the density), and what lies up to there."""

    place: str
    mass: Shown
    below: Shown


@dataclass(frozen=True, slots=True)
class Answer:
    """The law, and its rows."""

    law: Law
    rows: tuple[Row, ...]

    @property
    def missing(self) -> int:
        """How many outcomes of a finite law there are besides."""
        return len(self.law) - len(self.rows) if isinstance(self.law, Dist) else 0

    @property
    def mass(self) -> str:
        """What the rows hold: probabilities, or densities."""
        return "density" if self.law.kind in ("real", *CUMULATIVE) else "probability"

    @property
    def cumulative(self) -> str:
        """What the cumulative probability is that of."""
        return CUMULATIVE.get(self.law.kind, "P(output <= outcome)")


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
    if isinstance(exact, Dist) and not (question.at or question.whole):
        return Answer(exact, tuple(_most_likely_rows(exact)))
    return Answer(exact, tuple(law_rows(exact, question.at)))


def print_law(question: Question, answer: Answer, digits: int) -> None:
    """Print the table; of very many outcomes some."""
    headers = ("outcome", answer.mass, f"{answer.mass}, exactly", answer.cumulative, "exactly")
    numbers = [(row.mass, row.below) for row in answer.rows]
    texts = [[text(x, digits) for x in pair for text in (decimal, exactly)] for pair in numbers]
    cells = [[row.place, *pair] for row, pair in zip(answer.rows, texts, strict=True)]
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
                "outcome": row.place,
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


def law_rows(exact: Law, at: tuple[str, ...]) -> Iterator[Row]:
    """Yield the lines of a law: all outcomes of a finite one, a window of the others, or the places asked for."""
    if isinstance(exact, Dist):
        yield from _finite_rows(exact, at)
    elif isinstance(exact, IntegerLaw | DiscreteGaussianLaw):
        for k in _asked([as_integer(text, "at") for text in at], exact) or _window(exact):
            yield Row(place_text(k), exact.pmf(k), exact.cdf(k))
    elif isinstance(exact, TaggedLaw):
        yield from _tagged_rows(exact, at)
    elif isinstance(exact, LaplaceVectors):
        yield from _vector_rows(exact, at)
    else:
        for x in _asked(read_numbers(at, "at"), exact) or _round_places(exact):
            law = brief(exact, x)
            yield Row(place_text(x), _density(law, x), law.cdf(x))


def _asked(places: Sequence[Any], exact: Law) -> list[Any]:
    """Return each of the places once, provided that the law can be computed there."""
    for place in places:
        check_place(place, exact)
    return once(places)


def _density(exact: LaplaceMixture | EnclosedMixture | GaussianLaw, x: Fraction) -> Number | Real:
    """Return the density, exactly where it is an exact number."""
    if isinstance(exact, LaplaceMixture) and isinstance(exact.rate, Fraction):
        return exact.density_factor(x) * exact.rate / 2
    return exact.pdf(x)


def _finite_rows(exact: Dist[Any], at: tuple[str, ...]) -> Iterator[Row]:
    wanted = {_outcome(text, exact) for text in at}
    for outcome, mass, below in steps(exact.cumulative(), len(exact)):
        if not wanted or outcome in wanted:
            yield Row(str(outcome), mass, below)


def _most_likely_rows(exact: Dist[Any]) -> Iterator[Row]:
    """Yield the rows of all outcomes; of very many those around the largest probability of a sample of them."""
    order, first = sorted(exact.outcomes), 0
    if len(order) > MOST_ROWS:
        sample = range(0, len(order), -(-len(order) // MOST_ROWS))
        peak = max(sample, key=lambda k: float(as_real(exact.pmf(order[k]))))
        first = min(max(peak - MOST_ROWS // 2, 0), len(order) - MOST_ROWS)
    shown = islice(exact.cumulative(first), MOST_ROWS)
    for outcome, mass, below in steps(shown, min(len(order), MOST_ROWS)):
        yield Row(str(outcome), mass, below)


def _outcome(text: str, exact: Dist[Any]) -> object:
    """Return an outcome: an integer, or a row of integers where the law's outcomes are rows."""
    rows = isinstance(exact.outcomes[0], tuple)
    outcome = tuple(as_integer(part, "at") for part in _parts(text)) if rows else as_integer(text, "at")
    some = sorted(exact.outcomes)
    expected = f"one of the {len(some)} outcomes, from {some[0]} to {some[-1]}"
    require(outcome in exact.outcomes, "at", f"{text!r:.60}", expected)
    return outcome


def _tagged_rows(exact: TaggedLaw, at: tuple[str, ...]) -> Iterator[Row]:
    """Yield the density at each tag and place, and the probability of the tag with what lies up to the place."""
    for tag, x in once([_tag_and_place(row) for row in at]) or _places_of_tags(exact):
        require(tag in exact.given, "at", place_text(tag), f"a tag among {list(exact.given)}")
        check_place(x, exact.given[tag])
        density = as_real(exact.tags.pmf(tag)) * exact.given[tag].pdf(x)
        yield Row(f"({tag}, {place_text(x)})", density, exact.probability(tag, (None, x)))


def _vector_rows(exact: LaplaceVectors, at: tuple[str, ...]) -> Iterator[Row]:
    """Yield the density at each place, and the probability of what lies up to it in every coordinate."""
    for vector in once([_vector(row, exact) for row in at]) or _places_of_vectors(exact):
        place = f"({', '.join(map(place_text, vector))})"
        yield Row(place, exact.pdf(vector), exact.probability([(None, x) for x in vector]))


def _vector(row: str, exact: LaplaceVectors) -> tuple[Fraction, ...]:
    vector = tuple(read_numbers(tuple(_parts(row)), "at"))
    require(len(vector) == exact.dimension, "at", f"{row!r:.60}", f"{exact.dimension} numbers, apart by commas")
    for x in vector:
        check_place(x, exact)
    return vector


def _parts(row: str) -> list[str]:
    return row.strip("() ").rstrip(",").split(",")


def _tag_and_place(row: str) -> tuple[int, Fraction]:
    parts = _parts(row)
    require(len(parts) == 2, "at", f"{row!r:.60}", "a tag and a number, such as 0,-1/2")
    return as_integer(parts[0], "at"), as_fraction(parts[1], "at")


# Places that tell most


def _places_of_tags(exact: TaggedLaw) -> list[tuple[int, Fraction]]:
    """Return round places around the centers of each tag."""
    return [(tag, x) for tag, law in exact.given.items() for x in _round_places(law)]


def _places_of_vectors(exact: LaplaceVectors) -> list[tuple[Fraction, ...]]:
    """Return round places around a center, from minus five to five scales in all coordinates at once."""
    step = round_step(exact)
    center = [_rounded(x, step) for x in exact.centers[0]]
    return [tuple(x + k * step for x in center) for k in _steps()]


def _window(exact: IntegerLaw | DiscreteGaussianLaw) -> Iterable[int]:
    center = exact.start if isinstance(exact, IntegerLaw) else exact.center
    return [center + k for k in _steps()]


def _steps() -> range:
    return range(-AROUND_CENTER, AROUND_CENTER + 1)


def _round_places(exact: LaplaceMixture | EnclosedMixture | GaussianLaw) -> list[Fraction]:
    """Return round places around the center, from minus five to five scales."""
    step = round_step(exact)
    first = exact.mean if isinstance(exact, GaussianLaw) else exact.centers[0]
    center = first if isinstance(first, Fraction) else _rounded(first, step)
    return [center + k * step for k in _steps()]


def round_step(exact: LaplaceMixture | EnclosedMixture | LaplaceVectors | GaussianLaw) -> Fraction:
    """Return the scale of the noise, rounded to one digit."""
    scale = as_real(exact.sigma) if isinstance(exact, GaussianLaw) else 1 / as_real(exact.rate)
    return rounded(scale, 1)


def _rounded(place: object, step: Fraction) -> Fraction:
    """Return the multiple of a step that is next to an exact place."""
    return step * round(rounded(place, _DIGITS_OF_STEPS) / step)
