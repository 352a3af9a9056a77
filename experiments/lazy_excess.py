"""What batches add to the regret of lazy-to-private at worst, against every bound on it, printed and corrected.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms": theorem 3.2 with proposition 3.3,
theorem 3.10 with its proof, and section 1.1. The identifiers in `BOUNDS` are those of the verdicts in the ledger.

Reg, Reg(mu) and the excess are those of `measures.excess`; the losses are 0 and 1 and fixed in advance. Against weights
that know of the batches the excess is 0: x_s follows the normalized nu_s (`lazy_to_private.marginals`).

Three searches:

* "exhaustive": all sequences of a small game, in rational arithmetic at a rational e^eta. The worst one is computed
  again by the reference, as a Markov chain on the states of algorithm 1: the two must agree.
* "guided": the kinds in `measures.sequences`, and a hill climb from the worst of them, in doubles. The worst one is
  computed again in balls, which decide what is said to hold. Its excess over batches is what the laws of x_s in
  algorithm 1, computed from the joint laws of its two models, lose more than nu_s: 0 but for rounding.
* "printed": alternating batches at the parameters of theorem 3.10 for T = k^4, epsilon = 1/k and d = 2 or T. Their
  regret has a closed form, (T/4) tanh(B eta/2), which serves where the rounds are too many to play.

An O() is compared at constant 1. That no constant serves is seen where a quotient grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Final

import numpy as np
from flint import arb
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpassay.analysis import lazy_regret
from dpassay.exact import as_fraction, as_real, log, require
from dpassay.exact.real import working_precision
from dpassay.experiments.frame.checks import check_at_least
from dpassay.experiments.frame.drawing import mark_places, sweep_panel
from dpassay.experiments.frame.entries import rounded, ten_digits, yes_or_no
from dpassay.experiments.frame.experiment import Experiment, Listing, Option
from dpassay.experiments.frame.runs import Row, Task, generator
from dpassay.experiments.measures import sequences
from dpassay.experiments.measures.excess import enclosed, excess_over_batches
from dpassay.experiments.measures.excess_at_print import RATES, Print, closed_form
from dpassay.experiments.measures.excess_bounds import BOUNDS, Measured, ball, corrected_hold, quotients
from dpassay.experiments.measures.excess_games import Game, worst_sequences
from dpassay.experiments.measures.excess_search import Place, guided
from dpassay.experiments.measures.sequences import SEQUENCES
from dpassay.figures.style import BLUE, INK, ORANGE, RED, add_caption, styled

BITS: Final = 192
"""The precision of the balls."""

INPUTS: Final = ("search", "goal", "experts", "rounds", "batch", "learning_rate", "epsilon", "seed", "steps")
"""What decides a row. The learning rate is e^eta in the exhaustive search, and a name in the printed one."""

GOALS: Final = ("excess", "regret", "quotient")
"""What a search makes as large as it can: Reg - Reg(mu), Reg, or Reg/(Reg(mu) + T B^2 eta^2)."""


OUTPUTS: Final = (
    *("tried", "sequence", "copies", "losses"),
    *("excess", "excess_over_batches", "worst_batch", "regret", "input_regret"),
    *(f"over_{name}" for name in BOUNDS),
    "theorem_3_2_applies",
    "corrected_hold",
)
"""How many sequences were tried; the worst one; what it costs; its quotients by the bounds; whether these hold.

Theorem 3.2 applies where eta is at most 1/10, and eta B log(1/delta_1)/p at most 1 and T p/B at least 1 for some p and
some delta_1 below 1/2; bounds are compared everywhere. The last column says yes if all bounds that are proved certainly
hold, no if one certainly does not, and else that it is open.
"""

LONGEST: Final = 400
"""Longer losses are cut in the table: kind, seed and steps decide them."""

GAMES: Final = ((2, 4, 2), (2, 4, 4), (2, 6, 2), (2, 6, 3), (2, 8, 2), (2, 8, 4), (3, 4, 2), (3, 4, 4))
"""Experts, rounds and rounds in a batch of the games in which all losses are tried."""
QUICK_GAMES: Final = GAMES[:2]
GAME_RATES: Final = (Fraction("1.01"), Fraction("1.5"), Fraction(4))
SIDES: Final = (12, 18, 32, 100, 1000, 10_000, 100_000)
QUICK_SIDES: Final = SIDES[:1]
QUICK_STEPS: Final = 20
"""At most, where small sizes are asked for."""

LONGEST_PLAYED: Final = 2**17
"""More rounds are not played: the closed form stands for them."""


# Rows


def _shown(number: arb) -> str:
    return ten_digits(number.mid())


def _row(sequence: sequences.Sequence, name: str, tried: int, one: Measured, over_batches: str) -> Row:
    numbers = {name: _shown(getattr(one, name)) for name in ("excess", "worst_batch", "regret", "input_regret")}
    text = sequence.text
    text = text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
    return {
        "tried": str(tried),
        "sequence": name,
        "copies": " ".join(map(str, sequence.copies.tolist())),
        "losses": text,
        "excess_over_batches": over_batches,
        **numbers,
        **{f"over_{name}": "" if found is None else _shown(found) for name, found in quotients(one).items()},
        "theorem_3_2_applies": yes_or_no(one.theorem_3_2_applies),
        "corrected_hold": corrected_hold(one),
    }


def measured_exhaustively(game: Game, goal: str) -> Row:
    """The outputs of one row of the exhaustive search."""
    tried, worst = worst_sequences(game)
    found = worst[goal]
    sequence = sequences.Sequence(np.array(found.losses, np.uint8), np.ones(game.experts, np.int64))
    data = tuple(tuple(map(Fraction, row)) for row in found.losses)
    played = as_fraction(lazy_regret.expected_loss(data, game.parameters), "expected loss")
    with working_precision(BITS):
        one = enclosed(sequence, as_real(log(game.exp_learning_rate)), game.batch)
        if not one.excess.overlaps(ball(found.excess)):
            raise ArithmeticError(f"losses = {found.losses}: balls and fractions disagree")
        return _row(sequence, "all", tried, one, str(played - found.by_batches))


def measured_by_search(place: Place, goal: str) -> Row:
    """The outputs of one row of the guided search."""
    tried, name, sequence = guided(place, goal)
    over = excess_over_batches(sequence, float(place.learning_rate), place.batch)
    with working_precision(BITS):
        one = enclosed(sequence, as_real(place.learning_rate), place.batch)
        return _row(sequence, name, tried, one, f"{over:.3g}")


def measured_at_print(game: Print) -> Row:
    """The outputs of one row at the printed parameters."""
    batches = sequences.Sequence(
        np.zeros((1, 2), np.uint8), np.array([game.experts // 2, game.experts - game.experts // 2])
    )
    with working_precision(BITS):
        one = closed_form(game)
        if game.rounds > LONGEST_PLAYED:
            return {**_row(batches, "alternating, closed form", 0, one, ""), "losses": ""}
        batches = SEQUENCES["alternating"](game.rounds, game.k, game.experts, generator())
        played = enclosed(batches, game.learning_rate, game.k, Fraction(1, game.k))
        if not (played.regret.overlaps(one.regret) and played.worst_batch.overlaps(one.worst_batch)):
            raise ArithmeticError(f"k = {game.k}: the closed form is not what is played")
        over = excess_over_batches(batches, float(game.learning_rate), game.k)
        return _row(batches, "alternating", 1, played, f"{over:.3g}")


# The plan


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole experiment.

    Attributes:
        games: those of the exhaustive search.
        experts: the numbers of experts of the guided search.
        rounds: its numbers of rounds; what a batch does not divide is left out.
        batches: its numbers of rounds in a batch.
        learning_rates: its eta.
        sides: the k at the printed parameters, even and at least 12.
        steps: of each hill climb.
        seed: decides all random sequences and climbs.

    Raises:
        ValueError: an argument is outside its domain.
    """

    games: tuple[Game, ...]
    experts: tuple[int, ...]
    rounds: tuple[int, ...]
    batches: tuple[int, ...]
    learning_rates: tuple[Fraction, ...]
    sides: tuple[int, ...]
    steps: int
    seed: int

    def __post_init__(self) -> None:
        """Refuse what cannot be searched before anything is."""
        for name, numbers in (("experts", self.experts), ("rounds", self.rounds), ("batch", self.batches)):
            for number in numbers:
                check_at_least(name, number, 2)
        for eta in self.learning_rates:
            require(0 < eta <= 10, "learning_rate", eta, "a number above 0 and at most 10")
        for k in self.sides:
            fits = k >= 12 and k % 2 == 0
            require(fits, "k", k, "an even number of at least 12, for which p = 10 eta/epsilon is below 1")
        check_at_least("steps", self.steps, 0)
        check_at_least("seed", self.seed, 0)
        for number in self.rounds:
            fits = any(number % (2 * batch) == 0 for batch in self.batches)
            require(fits, "rounds", number, "a multiple of twice some number of rounds in a batch")

    def tasks(self) -> list[Task]:
        """All that is to be measured."""
        return [*self._exhaustive(), *self._printed(), *self._guided()]

    def _exhaustive(self) -> Iterator[Task]:
        for game, goal in product(self.games, GOALS):
            sizes = game.experts, game.rounds, game.batch, game.exp_learning_rate
            yield Task(_inputs("exhaustive", goal, *sizes, "", "", ""), partial(measured_exhaustively, game, goal))

    def _guided(self) -> Iterator[Task]:
        for d, T, B, eta in product(self.experts, self.rounds, self.batches, self.learning_rates):  # noqa: N806
            if T % (2 * B):
                continue
            place = Place(d, T, B, eta, self.seed, self.steps)
            for goal in GOALS:
                inputs = _inputs("guided", goal, d, T, B, eta, "", self.seed, self.steps)
                yield Task(inputs, partial(measured_by_search, place, goal))

    def _printed(self) -> Iterator[Task]:
        for k, rate in product(self.sides, RATES):
            for experts in (2, k**4):
                inputs = _inputs("printed", "regret", experts, k**4, k, rate, f"1/{k}", "", "")
                yield Task(inputs, partial(measured_at_print, Print(k, experts, rate)))


def _inputs(*values: object) -> Row:
    return dict(zip(INPUTS, map(str, values), strict=True))


# The table

SEARCHES: Final = ("exhaustive", "guided", "printed")
PLACE: Final = {"experts": "d", "rounds": "T", "batch": "B", "learning_rate": "eta", "sequence": "losses"}
"""The columns of the CSV that name a place, and their headings."""
LONGEST_NUMBER: Final = 9


def report(_plan: Plan, rows: Sequence[Row]) -> Iterator[Listing | str]:
    """The largest quotients by each bound, and where they are; and in how many rows all proved bounds hold."""
    caption = (
        "The largest quotient of each search, an O() of the source being taken at constant 1, and where the guided one "
        "has it, or the printed parameters, for a bound on these alone. eta there: as in theorem 3.10 or in its proof."
    )
    lines = []
    for name, bound in BOUNDS.items():
        largest = _largest_quotients(rows, f"over_{name}")
        shown = largest.get("guided") or largest.get("printed")
        if shown is None:
            continue
        quotients = (rounded(largest[s][f"over_{name}"], 5) if s in largest else "" for s in SEARCHES)
        places = (_short(shown[column]) for column in PLACE)
        lines.append((bound.claim, bound.formula, bound.quantity.replace("_", " "), *quotients, *places))
    headings = ("claim", "bound", "on", *SEARCHES, *PLACE.values())
    yield Listing("The regret of lazy-to-private, over each bound", headings, lines, caption, 2, headings)
    yield f"corrected bounds: all certainly hold in {len(rows) - failures(rows)} of {len(rows)} rows"


def _short(text: str) -> str:
    """A long whole number is rounded."""
    return rounded(text, 4) if text.isdigit() and len(text) > LONGEST_NUMBER else text


def _largest_quotients(rows: Sequence[Row], column: str) -> dict[str, Row]:
    """The row with the largest quotient of each search that has any."""
    spoken = [[row for row in rows if row["search"] == search and row[column]] for search in SEARCHES]
    return {found[0]["search"]: max(found, key=lambda row: float(row[column])) for found in spoken if found}


def failures(rows: Sequence[Row]) -> int:
    """The number of rows in which a bound that is proved is not seen to hold."""
    return sum(row["corrected_hold"] != "yes" for row in rows)


def failure(rows: Sequence[Row]) -> str | None:
    """What the command ends with, if there are such rows."""
    count = failures(rows)
    return f"a corrected bound is not seen to hold in {count} of {len(rows)} rows" if count else None


# The figure

PANELS: Final = (
    ("guided", "excess", "learning_rate", ("asi_11", "linear")),
    ("guided", "quotient", "batch", ("asi_11b", "sharp")),
    ("printed", "regret", "rounds", ("asi_33", "asi_35", "asi_33_corrected")),
)
"""The search, the goal, the abscissa and the bounds of each panel."""

LABELS: Final = (
    ("what batches add, at worst", "learning rate eta", "excess / bound"),
    ("the whole regret, constant before all", "rounds in a batch, B", "regret or excess / bound"),
    ("theorem 3.10 at epsilon = T^(-1/4)", "rounds T", "regret / bound"),
)
"""The title and the labels of each panel."""

BOUND_STYLES: Final = {
    "asi_11": (RED, "o", "solid"),
    "asi_11b": (RED, "o", "solid"),
    "asi_33": (RED, "o", "solid"),
    "asi_35": (ORANGE, "D", "solid"),
    "linear": (BLUE, "s", (0, (5, 2))),
    "sharp": (BLUE, "s", (0, (5, 2))),
    "asi_33_corrected": (BLUE, "s", (0, (5, 2))),
}
"""Printed bounds are drawn in solid lines, corrected ones in dashed ones."""


def excess_figure(rows: Sequence[Row]) -> Figure:
    """Draw the largest quotients of what is lost by what is printed, and by what is proved in its place.

    Args:
        rows: those of the experiment on the excess.
    """
    with styled():
        figure = Figure(figsize=(10.2, 3.9), layout="constrained")
        panels = figure.subplots(1, len(PANELS))
        for axes, (search, goal, column, names), (title, below, beside) in zip(panels, PANELS, LABELS, strict=True):
            mine = [row for row in rows if (row["search"], row["goal"]) == (search, goal)]
            _draw_quotients(axes, mine, column, names)
            if column == "batch":
                mark_places(axes, batches := sorted({int(row[column]) for row in mine}), list(map(str, batches)))
            axes.set_title(title, loc="left")
            axes.set(xlabel=below, ylabel=beside)
        add_caption(
            figure,
            "Each point: the largest quotient found over all numbers of experts and all other sizes, "
            "the O() of the source at constant 1.\nA bound holds, for some constant, where its line stays bounded.",
        )
    return figure


def _draw_quotients(axes: Axes, rows: Sequence[Row], column: str, names: Sequence[str]) -> None:
    sweep_panel(axes)
    axes.set_yscale("log")
    for name in names:
        color, marker, style = BOUND_STYLES[name]
        largest: dict[float, float] = {}
        for row in rows:
            place = float(Fraction(row[column]))
            largest[place] = max(largest.get(place, 0.0), float(row[f"over_{name}"]))
        x = sorted(largest)
        bound = BOUNDS[name]
        label = f"{bound.claim}: {bound.formula}"
        axes.plot(
            x, [largest[place] for place in x], color=color, marker=marker, linestyle=style, markersize=4, label=label
        )
    axes.axhline(1, color=INK, linewidth=0.6, zorder=1.2)
    low, high = axes.get_ylim()
    axes.set_ylim(low, high * (high / low) ** 0.25)  # room for the legend
    axes.legend(loc="upper left", fontsize="x-small")


# The command


def make_plan(  # noqa: PLR0917  # one argument an option
    quick: bool,
    steps: int,
    seed: int,
    experts: tuple[int, ...],
    rounds: tuple[int, ...],
    batch: tuple[int, ...],
    learning_rate: tuple[Fraction, ...],
) -> Plan:
    """The plan that options ask for."""
    games = (Game(*sizes, rate) for sizes in (QUICK_GAMES if quick else GAMES) for rate in GAME_RATES)
    sides, steps = (QUICK_SIDES, min(steps, QUICK_STEPS)) if quick else (SIDES, steps)
    return Plan(tuple(games), experts, rounds, batch, learning_rate, sides, steps, seed)


EXPERIMENT: Final = Experiment(
    name="lazy-excess",
    help="""Find the losses for which batches cost lazy-to-private most regret, next to every bound on it.

    All losses of small games are tried, exactly; among those of larger ones there is a guided search; and the printed
    parameters meet alternating batches. Writes lazy-excess.csv, which names the worst, and a figure. What the table
    holds already is not searched again: an interrupted run goes on. Exit code 1 where a corrected bound is exceeded.
    """,
    options=(
        Option(name="steps", help="Of each hill climb; fewer where they would take long.", full=200),
        Option(name="seed", help="Decides all random losses and steps.", full=0),
        Option(name="experts", help="The number of experts.", full=(2, 10, 100, 1000)),
        Option(name="rounds", help="The rounds.", full=(64, 1024, 16384), quick=(64,)),
        Option(name="batch", help="The rounds B in a batch.", full=(2, 8, 32, 128)),
        Option(
            name="learning-rate",
            help="An exact decimal or fraction.",
            full=("0.000001", "0.0001", "0.01", "0.1", "1"),
            exact="ETA",
        ),
    ),
    plan=make_plan,
    inputs=INPUTS,
    outputs=OUTPUTS,
    report=report,
    figures=lambda _plan, rows: {"lazy-excess": excess_figure(rows)},
    failures=failure,
)
