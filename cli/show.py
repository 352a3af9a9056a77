"""The commands that show exact knowledge: the mechanisms, a mechanism's law, a pair's privacy profile."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any, TypeAlias

import click
from rich.table import Table

from dpassay.cli.effort import finish, force_option, steps
from dpassay.cli.options import (
    console,
    pair_options,
    parameter_option,
    read_numbers,
    read_pair,
    read_parameters,
    user_errors,
)
from dpassay.exact import (
    DiscreteGaussianLaw,
    Dist,
    EnclosedMixture,
    GaussianLaw,
    IntegerLaw,
    LaplaceMixture,
    LaplaceVectors,
    Law,
    LogForm,
    Number,
    Real,
    TaggedLaw,
    as_fraction,
    as_integer,
    as_real,
    epsilon_at,
    exp,
    hockey_stick_bounds,
    hockey_stick_divergence,
    max_divergence,
    require,
)
from dpassay.reference import MECHANISMS, ConcentratedGuarantee, Mechanism, data_text, mechanism, names_of

LONGEST_EXACT = 60
AROUND_CENTER = 5
MOST_ROWS = 100
"""A table shows no more outcomes of a finite law than this, unless they are asked for."""

PROFILE_ROWS = 11
VECTOR_TOLERANCE = Fraction(1, 10_000)
"""How closely the delta of two laws of vectors is enclosed."""

BISECTIONS = 16

CUMULATIVE = {
    "tagged": "P(tag, output <= outcome)",
    "vector": "P(output <= outcome in each coordinate)",
}
"""What the cumulative probability of a row is, by kind of law; elsewhere that of all smaller outcomes."""


@dataclass(frozen=True, slots=True)
class Between:
    """A number between two certified bounds; shown as the upper one."""

    low: Fraction
    high: Fraction

    def __float__(self) -> float:
        return float(self.high)


Delta: TypeAlias = "Number | Real | Between"


def decimal(value: Number | Real | object) -> str:
    """Return a number to 12 significant digits, from an enclosure that certainly has them."""
    double = float(as_real(value))
    if double == 0 and not (isinstance(value, Fraction | int) and value == 0):
        return "~ 0 (below 1e-300)"
    return f"{double:.12g}"


def exact_text(value: Delta) -> str:
    """Return the exact form, where the number has one that fits on a line, or certified bounds."""
    if isinstance(value, Between):
        return str(value.low) if value.low == value.high else f"{float(value.low):.6g} to {float(value.high):.6g}"
    if isinstance(value, Real):
        return ""
    try:
        text = str(value)
    except ValueError:  # more digits than Python converts
        return ""
    return text if len(text) <= LONGEST_EXACT else ""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of a table.")
def mechanisms(as_json: bool) -> None:
    """List the mechanisms, their parameters and their guarantees."""
    rows = [describe(spec) for spec in MECHANISMS.values()]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    table = Table(title="Mechanisms")
    for column in ("mechanism", "parameters", "adjacency", "what it is"):
        table.add_column(column, overflow="fold")
    for row in rows:
        parameters = "\n".join(f"{name}: {meaning}" for name, meaning in row["parameters"].items())
        table.add_row(row["name"], parameters, row["adjacency"], row["summary"])
    console().print(table)


def describe(spec: Mechanism) -> dict[str, Any]:
    """Return what there is to say about a mechanism, as JSON."""
    parameters: dict[str, str] = {}
    for entry in fields(spec.Parameters):
        if entry.name == "budget":
            parameters["epsilon"] = "the privacy budget, above 0; or give exp_eps = e^epsilon, above 1"
        else:
            parameters[names_of(entry)[0]] = entry.metadata["meaning"]
    summary = (spec.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
    return {"name": spec.NAME, "adjacency": spec.ADJACENCY, "parameters": parameters, "summary": summary}


@dataclass(frozen=True, slots=True)
class LawRow:
    """One line of a law's table: where, the probability (or the density), and what lies up to there."""

    place: str
    mass: Number | Real
    below: Number | Real


@click.command()
@click.argument("name")
@parameter_option
@click.option("--data", metavar="X", help="The input. Default: the first input of the worst pair.")
@click.option("--at", multiple=True, metavar="Y", help="Show these outcomes only. Repeat for more.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of a table.")
@force_option
def law(name: str, params: tuple[str, ...], data: str | None, at: tuple[str, ...], as_json: bool) -> None:
    """Show the exact output law of mechanism NAME on one input."""
    with user_errors():
        spec = mechanism(name)
        parameters = spec.Parameters.read(read_parameters(params))
        given = spec.check_data(next(spec.neighbors(parameters))[0] if data is None else data, parameters)
        exact = spec.law(given, parameters)
        rows = list(law_rows(exact, at))
    density = exact.kind in ("real", *CUMULATIVE)
    if as_json:
        click.echo(json.dumps([_law_json(row, density) for row in rows], indent=2))
        return
    mass = "density" if density else "probability"
    table = Table(title=f"{name} on {_show(given)}")
    for column in ("outcome", mass, f"{mass}, exactly", CUMULATIVE.get(exact.kind, "P(output <= outcome)"), "exactly"):
        table.add_column(column, overflow="fold")
    shown = rows if at else around_largest(rows)
    for row in shown:
        table.add_row(row.place, decimal(row.mass), exact_text(row.mass), decimal(row.below), exact_text(row.below))
    finish()
    console().print(table)
    if len(shown) < len(rows):
        console().print(f"{len(rows) - len(shown)} more outcomes: --at shows the ones you name, --json all of them")


def around_largest(rows: list[LawRow]) -> list[LawRow]:
    """Return all rows, or of very many a window around the largest probability of an even sample of them."""
    if len(rows) <= MOST_ROWS:
        return rows
    sample = range(0, len(rows), -(-len(rows) // MOST_ROWS))
    peak = max(sample, key=lambda k: float(as_real(rows[k].mass)))
    first = min(max(peak - MOST_ROWS // 2, 0), len(rows) - MOST_ROWS)
    return rows[first : first + MOST_ROWS]


def _show(data: object) -> str:
    flat = isinstance(data, tuple) and not any(isinstance(row, tuple) for row in data)
    return ", ".join(map(str, data)) if flat else data_text(data)  # type: ignore[call-overload]  # flat is iterable


def _law_json(row: LawRow, density: bool) -> dict[str, object]:
    key = "density" if density else "probability"
    exact = {key: exact_text(row.mass) or None, "cumulative": exact_text(row.below) or None}
    decimals = {key: float(as_real(row.mass)), "cumulative": float(as_real(row.below))}
    return {"outcome": row.place, **decimals, "exact": exact}


def law_rows(exact: Law, at: tuple[str, ...]) -> Iterator[LawRow]:
    """Yield the lines of a law: all outcomes of a finite one, a window of the others, or the places asked for."""
    if isinstance(exact, Dist):
        wanted = {_outcome(place, exact) for place in at}
        for outcome, mass, below in steps(exact.cumulative(), len(exact)):
            if not wanted or outcome in wanted:
                yield LawRow(str(outcome), mass, below)
    elif isinstance(exact, IntegerLaw | DiscreteGaussianLaw):
        for k in [as_integer(place, "at") for place in at] or _window(exact):
            yield LawRow(str(k), exact.pmf(k), exact.cdf(k))
    elif isinstance(exact, TaggedLaw):
        yield from _tagged_rows(exact, at)
    elif isinstance(exact, LaplaceVectors):
        yield from _vector_rows(exact, at)
    else:
        for x in read_numbers(at, "at") or _quantile_places(exact):
            yield LawRow(str(x), exact.pdf(x), exact.cdf(x))


def _tagged_rows(exact: TaggedLaw, at: tuple[str, ...]) -> Iterator[LawRow]:
    """Yield the density at each tag and place, and the probability of the tag with what lies up to the place."""
    for tag, x in [_tag_and_place(row) for row in at] or _places_of_tags(exact):
        require(tag in exact.given, "at", tag, f"a tag among {list(exact.given)}")
        density = as_real(exact.tags.pmf(tag)) * exact.given[tag].pdf(x)
        yield LawRow(f"({tag}, {x})", density, exact.probability(tag, (None, x)))


def _vector_rows(exact: LaplaceVectors, at: tuple[str, ...]) -> Iterator[LawRow]:
    """Yield the density at each place, and the probability of what lies up to it in every coordinate."""
    for vector in [read_numbers(tuple(_parts(row)), "at") for row in at] or _places_of_vectors(exact):
        place = f"({', '.join(map(str, vector))})"
        yield LawRow(place, exact.pdf(vector), exact.probability([(None, x) for x in vector]))


def _outcome(place: str, exact: Dist[Any]) -> object:
    """Return an integer, or a row of integers where the law's outcomes are rows."""
    if isinstance(exact.outcomes[0], tuple):
        return tuple(as_integer(part, "at") for part in _parts(place))
    return as_integer(place, "at")


def _parts(row: str) -> list[str]:
    return row.strip("() ").rstrip(",").split(",")


def _tag_and_place(row: str) -> tuple[int, Fraction]:
    parts = _parts(row)
    require(len(parts) == 2, "at", repr(row), "a tag and a number, such as 0,-1/2")
    return as_integer(parts[0], "at"), as_fraction(parts[1], "at")


def _places_of_tags(exact: TaggedLaw) -> list[tuple[int, Fraction]]:
    """Return round places around the centers of each tag."""
    return [(tag, x) for tag, law in exact.given.items() for x in _quantile_places(law)]


def _places_of_vectors(exact: LaplaceVectors) -> list[list[Fraction]]:
    """Return round places around a center, from minus five to five scales in all coordinates at once."""
    step = _round_step(exact)
    center = [step * round(float(x) / float(step)) for x in exact.centers[0]]
    return [[x + k * step for x in center] for k in range(-AROUND_CENTER, AROUND_CENTER + 1)]


def _window(exact: IntegerLaw | DiscreteGaussianLaw) -> range:
    center = exact.start if isinstance(exact, IntegerLaw) else exact.center
    return range(center - AROUND_CENTER, center + AROUND_CENTER + 1)


def _round_step(exact: LaplaceMixture | EnclosedMixture | LaplaceVectors | GaussianLaw) -> Fraction:
    """Return the scale of the noise, rounded to one digit."""
    spread = float(exact.sigma) if isinstance(exact, GaussianLaw) else 1 / float(exact.rate)
    return Fraction(f"{spread:.1g}")


def _quantile_places(exact: LaplaceMixture | EnclosedMixture | GaussianLaw) -> list[Fraction]:
    """Return round places around the center, from minus five to five scales."""
    step = _round_step(exact)
    first = exact.mean if isinstance(exact, GaussianLaw) else exact.centers[0]
    center = first if isinstance(first, Fraction) else step * round(float(first) / float(step))
    return [center + k * step for k in range(-AROUND_CENTER, AROUND_CENTER + 1)]


@dataclass(frozen=True, slots=True)
class ProfilePoint:
    """delta at one epsilon, in both directions."""

    epsilon: float
    exp_eps: Number
    forward: Delta
    backward: Delta

    @property
    def delta(self) -> float:
        """The larger one, as a double."""
        return max(float(self.forward), float(self.backward))


@click.command()
@click.argument("name")
@parameter_option
@pair_options
@click.option("--epsilon", "epsilons", multiple=True, metavar="EPS", help="Show delta at this epsilon. Repeatable.")
@click.option("--exp-eps", "exp_epsilons", multiple=True, metavar="T", help="Show delta at e^epsilon = T. Repeatable.")
@click.option("--delta", "deltas", multiple=True, metavar="D", help="Show the least epsilon at this delta. Repeatable.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw it into this .svg or .png file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@force_option
def profile(  # noqa: PLR0917  # one argument an option
    name: str,
    params: tuple[str, ...],
    data: str | None,
    neighbor: str | None,
    epsilons: tuple[str, ...],
    exp_epsilons: tuple[str, ...],
    deltas: tuple[str, ...],
    plot: Path | None,
    as_json: bool,
) -> None:
    """Show the exact privacy profile delta(epsilon) of mechanism NAME on a pair of neighboring inputs."""
    with user_errors():
        spec = mechanism(name)
        parameters = spec.Parameters.read(read_parameters(params))
        first, second = read_pair(data, neighbor) or next(spec.neighbors(parameters))
        pair = spec.check_data(first, parameters), spec.check_data(second, parameters)
        expected = f"neighbors under {spec.ADJACENCY}, the adjacency of the guarantee"
        require(spec.are_neighbors(*pair, parameters), "data", f"{_show(pair[0])} and {_show(pair[1])}", expected)
        laws = spec.law(pair[0], parameters), spec.law(pair[1], parameters)
        grid = [exp(e) for e in read_numbers(epsilons, "epsilon")] + list(read_numbers(exp_epsilons, "exp_eps"))
        places = grid or default_grid(spec, parameters)
        points = [point_at(laws, t) for t in steps(places, len(places))]
        inverse = [(d, worst_epsilon(laws, d)) for d in read_numbers(deltas, "delta")]
        if plot is not None:
            draw_profile(points, plot, f"{name}: {_show(pair[0])} against {_show(pair[1])}")
    finish()
    if as_json:
        click.echo(json.dumps(_profile_json(pair, points, inverse), indent=2))
    else:
        _print_profile(name, pair, laws, points, inverse)


def default_grid(spec: Mechanism, parameters: Any) -> list[Number]:
    """Return e^eps for eps from 0 to the guaranteed one (to 1 where the guarantee is concentrated), in even steps."""
    promised = spec.guarantee(parameters)
    steps = [Fraction(k, PROFILE_ROWS - 1) for k in range(PROFILE_ROWS)]
    return [exp(s) if isinstance(promised, ConcentratedGuarantee) else promised.budget.exp(s) for s in steps]


def point_at(laws: tuple[Law, Law], exp_eps: Number) -> ProfilePoint:
    """Return the profile of a pair at one e^eps, in both directions."""
    require(exp_eps >= 1, "exp_eps", exp_eps, "a number of at least 1 (epsilon of at least 0)")
    forward, backward = (_delta(p, q, exp_eps) for p, q in permutations(laws))
    return ProfilePoint(float(as_real(exp_eps).log()) if exp_eps != 1 else 0.0, exp_eps, forward, backward)


def _delta(p: Law, q: Law, exp_eps: Number) -> Delta:
    """Return the hockey-stick divergence, of vectors as certified bounds."""
    if isinstance(p, LaplaceVectors) and isinstance(q, LaplaceVectors):
        return Between(*hockey_stick_bounds(p, q, exp_eps, tolerance=VECTOR_TOLERANCE))
    return hockey_stick_divergence(p, q, exp_eps)


def worst_epsilon(laws: tuple[Law, Law], delta: Fraction) -> float | None:
    """Return the least epsilon that both directions meet at this delta, as a double; None where there is none.

    Of vectors it is one that certainly suffices, found by ``BISECTIONS`` bisections with certified bounds.
    """
    both = [_epsilon(p, q, delta) for p, q in permutations(laws)]
    return None if any(e is None for e in both) else max(float(e) for e in both if e is not None)


def _epsilon(p: Law, q: Law, delta: Fraction) -> LogForm | Real | Fraction | None:
    if not (isinstance(p, LaplaceVectors) and isinstance(q, LaplaceVectors)) or delta == 0:
        return epsilon_at(p, q, delta)
    require(0 < delta < 1, "delta", delta, "a number in [0, 1)")
    tolerance = delta * VECTOR_TOLERANCE

    def suffices(epsilon: Fraction) -> bool:
        return hockey_stick_bounds(p, q, exp(epsilon), tolerance=tolerance)[1] <= delta

    pure = max_divergence(p, q)
    low, high = Fraction(0), as_real(pure).bounds()[1]
    if suffices(low):
        return low
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (low, middle) if suffices(middle) else (middle, high)
    return high


def draw_profile(points: Iterable[ProfilePoint], path: Path, title: str) -> None:
    """Draw the profile; the file's ending decides its format."""
    from dpassay.audit import plots  # loads matplotlib

    require(path.suffix in (".svg", ".png"), "plot", path, "a file that ends in .svg or .png")
    ordered = sorted(points, key=lambda point: point.epsilon)
    plots.save_profile([p.epsilon for p in ordered], [p.delta for p in ordered], path, title=title)


def _profile_json(
    pair: tuple[object, object], points: list[ProfilePoint], inverse: list[tuple[Fraction, float | None]]
) -> dict[str, object]:
    return {
        "pair": [_show(data) for data in pair],
        "profile": [
            {
                "epsilon": point.epsilon,
                "exp_eps": str(point.exp_eps),
                "delta": point.delta,
                "forward": exact_text(point.forward) or float(point.forward),
                "backward": exact_text(point.backward) or float(point.backward),
            }
            for point in points
        ],
        "epsilon_at_delta": [{"delta": str(delta), "epsilon": epsilon} for delta, epsilon in inverse],
    }


def _print_profile(
    name: str,
    pair: tuple[object, object],
    laws: tuple[Law, Law],
    points: list[ProfilePoint],
    inverse: list[tuple[Fraction, float | None]],
) -> None:
    table = Table(title=f"{name}: {_show(pair[0])} against {_show(pair[1])}")
    for column in ("epsilon", "e^epsilon", "delta", "first over second, exactly", "second over first, exactly"):
        table.add_column(column, overflow="fold")
    for point in points:
        exact = exact_text(point.forward), exact_text(point.backward)
        table.add_row(f"{point.epsilon:.6g}", exact_text(point.exp_eps), f"{point.delta:.12g}", *exact)
    out = console()
    out.print(table)
    both = [max_divergence(p, q) for p, q in (laws, laws[::-1])]
    worst = "infinite" if any(d is None for d in both) else f"{max(float(d) for d in both if d is not None):.12g}"
    out.print(f"max divergence (the least epsilon at delta = 0): {worst}")
    for delta, epsilon in inverse:
        out.print(f"least epsilon at delta = {delta}: {'infinite' if epsilon is None else f'{epsilon:.12g}'}")
