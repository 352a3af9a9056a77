"""The command that finds parameters of lazy-to-private that are certainly private, and shows those that are printed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import Final

import click

from dpassay.analysis.lazy_calibration import Calibration, Goal
from dpassay.analysis.lazy_calibration import calibrate as calibration
from dpassay.analysis.lazy_printed import THEOREMS, Printed, printed
from dpassay.cli.options import console, shortened, user_errors
from dpassay.cli.tables import Grid, print_grid, widened
from dpassay.exact import Real, decide, decimal_text
from dpassay.exact.decimals import exact_text

DIGITS: Final = 6
LONGEST: Final = 20
"""Characters of a delta that is shown as a fraction."""
ACCURACY: Final = 64
"""Of what is rounded up, in bits."""
WIDTH: Final = 140
"""Of what is printed where there is no terminal."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Parameters, and what they give. What is certain is rounded up, all else to the nearest; None is "nothing".

    Attributes:
        source: "certified", or the theorem.
        learning_rate: eta.
        batch: B.
        fake_switch: p.
        runs: whether algorithm 1 is defined, p being below 1.
        certified_epsilon: what the parameters certainly keep, over multiplicative weights.
        certified_delta: the delta of that.
        keeps_budget: whether these are at most what was asked for. No does not say that the parameters are not private.
        theorem_epsilon: the epsilon that theorem 3.2 states for them at the delta asked for.
        precondition: eta B log(1/delta_1)/p, which theorem 3.2 wants at most 1.
        regret: what the expected regret certainly is at most.
    """

    source: str
    learning_rate: str
    batch: int
    fake_switch: str
    runs: bool
    certified_epsilon: str | None
    certified_delta: str | None
    keeps_budget: bool
    theorem_epsilon: str | None
    precondition: str | None
    regret: str


@click.command()
@click.option("--epsilon", required=True, metavar="E", help="The budget, above 0; an exact decimal or fraction.")
@click.option("--delta", required=True, metavar="D", help="Between 0 and 1; exact.")
@click.option("--rounds", required=True, type=int, help="The number T of rounds.")
@click.option("--experts", required=True, type=int, help="The number d of experts, at least 2.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of a table.")
def calibrate(epsilon: str, delta: str, rounds: int, experts: int, as_json: bool) -> None:
    """Find parameters of lazy-to-private that are certainly (E, D)-private, next to those that its source prints.

    The found ones have as small a guaranteed regret as the search finds. Beside them stand the parameters of theorems
    3.10 and 3.12 of Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms", and what they give.
    """
    with user_errors():
        goal = Goal.read(epsilon, delta, rounds, experts)
        found = calibration(epsilon, delta, rounds, experts)
        choices = [_found(found), *_printed(goal, epsilon)]
    if as_json:
        click.echo(json.dumps([asdict(choice) for choice in choices], indent=2))
        return
    print_grid(widened(console(), WIDTH), _table(choices, goal, epsilon))
    click.echo(f"exactly: -p {_exactly(found)}")
    if decide(found.regret >= goal.rounds):
        click.echo(f"the guaranteed regret says nothing: no algorithm does worse than {goal.rounds} in so many rounds")


def _found(found: Calibration) -> Choice:
    p = found.parameters
    rate, fake = rounded(found.learning_rate), rounded(p.fake_switch)
    kept = rounded_up(found.epsilon), rounded_up(found.delta)
    return Choice("certified", rate, p.batch, fake, True, *kept, True, None, None, rounded_up(found.regret))


def _printed(goal: Goal, epsilon: str) -> Iterator[Choice]:
    for theorem in THEOREMS:
        yield _choice(theorem, printed(theorem, epsilon, goal.delta, goal.rounds, goal.experts), goal)


def _choice(theorem: str, one: Printed, goal: Goal) -> Choice:
    setting, kept = one.setting, one.certificate
    return Choice(
        f"theorem {theorem}",
        rounded(setting.learning_rate),
        setting.batch,
        rounded(setting.fake_switch),
        one.is_defined,
        None if kept is None else rounded_up(kept.epsilon),
        None if kept is None else rounded_up(kept.delta),
        kept is not None and kept.meets(goal.budget, goal.delta),
        rounded(one.stated_epsilon),
        rounded(one.precondition),
        rounded_up(one.regret),
    )


def _exactly(found: Calibration) -> str:
    """The parameters, as other commands read them."""
    p = found.parameters
    values = {
        "learning_rate": found.learning_rate,
        "batch": p.batch,
        "fake_switch": p.fake_switch,
        "rounds": p.rounds,
        "experts": p.experts,
    }
    return " -p ".join(f"{name}={value}" for name, value in values.items())


def _table(choices: list[Choice], goal: Goal, epsilon: str) -> Grid:
    caption = (
        "Certified: what the parameters certainly keep over multiplicative weights, rounded up; !: more than was asked "
        "for. Theorem 3.2: the epsilon that it states at this delta, and its precondition, which is to be at most 1. "
        "Theorem 3.12 speaks of regularized weights in d dimensions. Regret: certainly at most that, in expectation."
    )
    delta = exact_text(goal.delta, LONGEST) or decimal_text(goal.delta)
    title = f"lazy_to_private at epsilon = {shortened(epsilon)}, delta = {delta}, T = {goal.rounds}, d = {goal.experts}"
    headings = ("parameters", "eta", "B", "p", "certified epsilon", "delta", "theorem 3.2", "precondition", "regret")
    return Grid(title, headings, [_cells(choice) for choice in choices], caption, left=("parameters",))


def _cells(choice: Choice) -> tuple[str, ...]:
    mark = "" if choice.keeps_budget else "!"
    return (
        choice.source,
        choice.learning_rate,
        str(choice.batch),
        choice.fake_switch if choice.runs else f"{choice.fake_switch} (none)",
        f"{choice.certified_epsilon}{mark}" if choice.runs else "does not run",
        choice.certified_delta or "",
        choice.theorem_epsilon or "",
        choice.precondition or "",
        choice.regret,
    )


def rounded_up(value: Real) -> str:
    """Some digits of a number that is not below this one."""
    ball = value.refined(ACCURACY)  # whose ends are rational, however small it is
    above = sum(Fraction(int(m)) * Fraction(2) ** int(e) for m, e in (ball.mid().man_exp(), ball.rad().man_exp()))
    context = Context(DIGITS, ROUND_CEILING, Emin=MIN_EMIN, Emax=MAX_EMAX)
    return decimal_text(Fraction(context.divide(Decimal(above.numerator), Decimal(above.denominator))), DIGITS)


def rounded(value: Real | Fraction) -> str:
    """Some digits of a number, the last rounded to the nearest."""
    return decimal_text(value, DIGITS)
