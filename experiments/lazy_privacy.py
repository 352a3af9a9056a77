"""How much lazy-to-private really loses: the worst neighbors among all matrices of losses 0 and 1, exactly.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms": theorem 3.2, and (3) in its proof.

A setting is a number of experts, e^eta, p, B and a number of batches. All pairs of neighbors are tried whose losses are
0 and 1, but for those that another pair stands for (`measures.neighbor_losses`).

Each pair is tried in both orders. For both views the one with the largest likelihood ratio is kept, and its epsilon at
`DELTA` is computed from its whole loss distribution: a lower bound on the epsilon of all pairs, which may be another's.
Which pairs may be the worst is found in doubles (`measures.screening`); ratios of these and comparisons are
exact, and what the table shows is rounded. The worst pair of states is also taken apart, round by round.

The sum of (3) is compared in every setting, as if it bounded every transcript. It is printed for those of an event
alone, and under the preconditions of theorem 3.2; the epsilon of that theorem is compared only where these hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from itertools import count, product
from time import perf_counter
from typing import Final

import numpy as np

from dpassay.analysis.lazy_certificate import Setting
from dpassay.analysis.lazy_printed import theorem_3_2
from dpassay.exact import LatticeLoss, Profile, Real, as_fraction, as_real, decide, log, require
from dpassay.exact.profile import Atom
from dpassay.experiments.frame.checks import check_at_least
from dpassay.experiments.frame.entries import rounded, ten_digits, yes_or_no
from dpassay.experiments.frame.experiment import Experiment, Listing, Option
from dpassay.experiments.frame.runs import Row, Task
from dpassay.experiments.measures.neighbor_losses import Pair, batch_losses, changes, pair_of
from dpassay.experiments.measures.per_round import corrected_hold, exceeded, rounds_of
from dpassay.experiments.measures.screening import Rules, candidates, largest_ratios
from dpassay.reference.lazy_to_private import VIEWS, Parameters, guarantee, largest_ratio, transcript_loss
from dpassay.reference.multiplicative_weights import Matrix

DELTA: Final = Fraction(1, 10**6)
"""The delta at which the epsilon of the worst pair is compared with the one of theorem 3.2."""

INPUTS: Final = ("experts", "exp_learning_rate", "fake_switch", "batch", "batches")
"""What decides a row."""

BOUNDS: Final = ("pure_bound", "printed_terms", "printed_rounds", "printed_epsilon")
"""In units of eta: the corrected pure bound, 2/p + 1, the sum of (3), and theorem 3.2's epsilon where it applies."""

VIEW_COLUMNS: Final = ("loss", "epsilon", "ratio", "first", "second")
"""For each view: the max divergence and the epsilon at `DELTA`, in units of eta; e^(max divergence); the worst pair."""

ROUNDS: Final = ("kept", "drawn", "after", "later")
"""What rounds of the worst pair of states lose, in units of eta: see `dpassay.experiments.measures.per_round`."""

OUTPUTS: Final = (
    "pairs",
    *BOUNDS,
    *(f"{view}_{column}" for view in VIEWS for column in VIEW_COLUMNS),
    *(f"round_{name}" for name in ROUNDS),
    "pure_bound_holds",
    "printed_rounds_hold",
    "printed_epsilon_holds",
    "printed_rounds_exceeded",
    "corrected_rounds_hold",
    "seconds",
)
"""What is found: the number of pairs tried, the bounds, the worst pairs, whether the bounds hold, and the time.

Round by round it is the worst pair of states that is compared with all that the proof displays."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides the mechanism, but for the number of batches."""

    experts: int
    exp_learning_rate: Fraction
    fake_switch: Fraction
    batch: int

    def __post_init__(self) -> None:
        """Refuse what is no setting, and one expert, who has nothing to tell."""
        check_at_least("experts", self.experts, 2)
        self.parameters(2)

    def parameters(self, batches: int) -> Parameters:
        """The parameters of so many full batches."""
        return Parameters.read(
            exp_learning_rate=self.exp_learning_rate,
            batch=self.batch,
            fake_switch=self.fake_switch,
            rounds=batches * self.batch,
            experts=self.experts,
        )

    def inputs(self, batches: int) -> Row:
        """The columns that decide a row."""
        return dict(zip(INPUTS, map(str, (*astuple(self), batches)), strict=True))


@dataclass(frozen=True, slots=True)
class Plan:
    """All settings, and how long each may take: more batches are tried as long as they are likely to fit."""

    experts: Sequence[int]
    exp_learning_rates: Sequence[Fraction]
    fake_switches: Sequence[Fraction]
    batches: Sequence[int]
    seconds: float

    def __post_init__(self) -> None:
        """Refuse a time that nothing fits into, and settings that are none, before anything is measured."""
        require(0 < self.seconds < math.inf, "seconds", self.seconds, "a finite number above 0")
        self.settings()

    def settings(self) -> list[Settings]:
        """The settings, in order."""
        places = product(self.experts, self.exp_learning_rates, self.fake_switches, self.batches)
        return [Settings(*place) for place in places]

    def tasks(self) -> list[Task]:
        """Two batches of each setting, which more batches follow."""
        return [_task(setting, 2, self.seconds) for setting in self.settings()]


def _task(setting: Settings, batches: int, seconds: float) -> Task:
    """So many batches, and one more if that is likely to fit.

    How long a row took is in the table, so that a second run ends alike.
    """

    def following(row: Row) -> Task | None:
        took = _seconds(row)
        left = seconds - took
        # another batch multiplies the sequences of losses, and is one more batch to change
        likely = took * len(batch_losses(setting.experts, setting.batch)) * batches / (batches - 1)
        return None if likely > left else _task(setting, batches + 1, left)

    return Task(setting.inputs(batches), lambda: measured(setting, batches), following)


def _seconds(row: Row) -> float:
    try:
        return float(row["seconds"])
    except ValueError:
        raise ValueError(f"seconds = {row['seconds']!r}: expected a number, in a row of an earlier run") from None


# The worst of them


@dataclass(frozen=True, slots=True)
class Worst:
    """The largest likelihood ratio of a view, and the first pair that has it."""

    ratio: Fraction
    pair: Pair


def worst_pairs(setting: Settings, batches: int) -> tuple[int, dict[str, Worst]]:
    """The number of pairs, and for each view the worst of them: exactly, among those that may be it by doubles."""
    parameters = setting.parameters(batches)
    tried = list(changes(setting.experts, setting.batch, batches))
    first, second = (np.array(sums) for sums in zip(*((one.first, one.second) for one in tried), strict=True))
    rules = Rules(math.log(setting.exp_learning_rate), setting.batch, float(setting.fake_switch), setting.experts)
    found: dict[str, Worst] = {}
    for view in VIEWS:
        for place in candidates(largest_ratios(first, second, rules, view)):
            pair = pair_of(tried[place], setting.experts, setting.batch)
            ratio = as_fraction(largest_ratio(*pair, parameters, view), "ratio")
            if view not in found or ratio > found[view].ratio:
                found[view] = Worst(ratio, pair)
    return len(tried), found


def exact_epsilon(pair: Pair, parameters: Parameters, view: str) -> Real:
    """The least epsilon for which this pair, in this order, keeps (epsilon, `DELTA`)."""
    loss = transcript_loss(*pair, parameters, view)
    profile = Profile(_atoms(loss)) if isinstance(loss, LatticeLoss) else loss.profile
    return as_real(log(as_fraction(profile.exp_epsilon(DELTA), "exp_epsilon")))


def _atoms(loss: LatticeLoss) -> tuple[Atom, ...]:
    """Return the atoms of a loss that is always finite: all transcripts are possible on all data."""
    masses = (Fraction(int(mass), loss.denominator) for mass in loss.coefficients.coeffs())
    ratios = (loss.scale * loss.base ** (loss.lowest + j) for j in count())
    return tuple(Atom(p, p / ratio) for p, ratio in zip(masses, ratios, strict=False) if p)


def printed_epsilon(parameters: Parameters) -> Real | None:
    """The epsilon of theorem 3.2 at delta = 2 T delta_1 = `DELTA`; None where Tp/B >= 1 or eta B L/p <= 1 fails."""
    eta, p = as_real(parameters.rate.epsilon), parameters.fake_switch
    L = as_real(log(2 * parameters.rounds / DELTA))  # noqa: N806  # the source's log(1/delta_1), as in theorem_3_2
    if parameters.rounds * p < parameters.batch or not decide(eta * parameters.batch * L <= p):
        return None
    return theorem_3_2(Setting(eta, parameters.batch, as_real(p), parameters.rounds), L)


def measured(setting: Settings, batches: int) -> Row:
    """The outputs of one row."""
    begun = perf_counter()
    parameters = setting.parameters(batches)
    tried, worst = worst_pairs(setting, batches)
    bounds = _bounds(parameters)
    eta = as_real(parameters.rate.epsilon)
    row: dict[str, str] = {"pairs": str(tried)}
    row |= {name: "" if bound is None else ten_digits(bound / eta) for name, bound in bounds.items()}
    losses = [as_real(log(found.ratio)) for found in worst.values()]
    epsilons = [exact_epsilon(found.pair, parameters, view) for view, found in worst.items()]
    for (view, found), loss, epsilon in zip(worst.items(), losses, epsilons, strict=True):
        shown = (ten_digits(loss / eta), ten_digits(epsilon / eta), str(found.ratio), *map(matrix_text, found.pair))
        row |= {f"{view}_{column}": text for column, text in zip(VIEW_COLUMNS, shown, strict=True)}
    row |= _round_by_round(worst["state"].pair, parameters)
    row["pure_bound_holds"] = _pure_bound_holds(parameters, worst.values())
    row["printed_rounds_hold"] = _printed_rounds_hold(parameters, worst.values())
    row["printed_epsilon_holds"] = _printed_epsilon_holds(epsilons, bounds["printed_epsilon"])
    row["seconds"] = f"{perf_counter() - begun:.3f}"
    return row


def _round_by_round(pair: Pair, parameters: Parameters) -> Row:
    eta, rounds = as_real(parameters.rate.epsilon), rounds_of(pair, parameters)
    losses = {name: as_real(log(getattr(rounds, name))) / eta for name in ROUNDS}
    return {
        **{f"round_{name}": ten_digits(loss) for name, loss in losses.items()},
        "printed_rounds_exceeded": "; ".join(exceeded(rounds, parameters)),
        "corrected_rounds_hold": yes_or_no(corrected_hold(rounds, parameters)),
    }


def _bounds(parameters: Parameters) -> dict[str, Real | None]:
    """All bounds, not yet in units of eta."""
    eta, terms = as_real(parameters.rate.epsilon), 2 / parameters.fake_switch + 1
    pure, rounds = as_real(guarantee(parameters).budget.epsilon), eta * printed_rounds(parameters)
    return dict(zip(BOUNDS, (pure, eta * terms, rounds, printed_epsilon(parameters)), strict=True))


def printed_rounds(parameters: Parameters) -> Fraction:
    """The sum of (3), in units of eta: 2/p for the batch of the change, and 1 at most for each of S - 1 later ones."""
    return 2 / parameters.fake_switch + parameters.batches - 1


def _pure_bound_holds(parameters: Parameters, worst: Iterable[Worst]) -> str:
    """Compare ratios, which are rational: also where they are equal."""
    bound = guarantee(parameters).budget.exp_eps
    return yes_or_no(all(found.ratio <= bound for found in worst))


def _printed_rounds_hold(parameters: Parameters, worst: Iterable[Worst]) -> str:
    """Compare powers of ratios with powers of e^eta, all of them rational."""
    multiple, base = printed_rounds(parameters), as_fraction(parameters.rate.exp_eps, "exp_learning_rate")
    bound = base**multiple.numerator
    return yes_or_no(all(found.ratio**multiple.denominator <= bound for found in worst))


def _printed_epsilon_holds(epsilons: Iterable[Real], bound: Real | None) -> str:
    return "" if bound is None else yes_or_no(all(decide(epsilon <= bound) for epsilon in epsilons))


def matrix_text(matrix: Matrix) -> str:
    """The losses of each round, rounds separated by semicolons: as `check_data` reads them."""
    return ";".join(",".join(map(str, row)) for row in matrix)


# The tables

HEADINGS: Final = {
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


def privacy_table(rows: Sequence[Row]) -> Listing:
    """Show the worst pair of each row next to the bounds."""
    caption = (
        "In units of eta. models, state: the largest loss of a pair, what is seen being the models or all. With delta: "
        f"the epsilon of that pair at delta = {float(DELTA):g}. !: less than a pair loses."
    )
    lines = [[_privacy_entry(row, column) for column in HEADINGS] for row in rows]
    headings = tuple(HEADINGS.values())
    return Listing("The worst neighbors of lazy-to-private", headings, lines, caption, len(INPUTS))


ROUND_HEADINGS: Final = {
    **{column: heading for column, heading in HEADINGS.items() if column in INPUTS},
    "round_kept": "s_0, kept",
    "round_drawn": "s_0, drawn",
    "round_after": "s_0 + 1",
    "round_later": "later",
    "printed_rounds_exceeded": "printed bounds that are exceeded",
}


def rounds_table(rows: Sequence[Row]) -> Listing:
    """Show the most batches of each setting."""
    last = {tuple(row[column] for column in INPUTS[:-1]): row for row in rows}
    caption = "What each round of the worst states loses given the past, in units of eta; s_0 is the changed batch."
    lines = [[_round_entry(row, column) for column in ROUND_HEADINGS] for row in last.values()]
    return Listing("Round by round", tuple(ROUND_HEADINGS.values()), lines, caption, len(INPUTS))


def _round_entry(row: Row, column: str) -> str:
    return rounded(row[column], 4) if column.startswith("round_") else row[column]


def _worst_pair(rows: Sequence[Row]) -> str:
    """Name the pair that loses most in units of eta, of all settings."""
    worst = max(rows, key=lambda row: float(row["state_loss"]))
    place = ", ".join(f"{HEADINGS[column]} = {worst[column]}" for column in INPUTS)
    return (
        f"The worst pair: {rounded(worst['state_loss'], 6)} eta at {place}: "
        f"{worst['state_first']} against {worst['state_second']}"
    )


def _privacy_entry(row: Row, column: str) -> str:
    if column in {*INPUTS, "pairs"} or not row[column]:
        return row[column]
    mark = "!" if row.get(EXCEEDED.get(column, "")) == "no" else ""
    return f"{rounded(row[column], 4)}{mark}"


# The command


def pure_bound_failures(rows: Iterable[Row]) -> int:
    """The number of rows in which a pair loses more than the corrected pure bound."""
    return sum(row["pure_bound_holds"] != "yes" for row in rows)


def round_failures(rows: Iterable[Row]) -> int:
    """The number of rows in which a round of the worst pair loses more than what is proved of it."""
    return sum(row["corrected_rounds_hold"] != "yes" for row in rows)


def failures(rows: Sequence[Row]) -> str | None:
    """What the command ends with, if a corrected bound is exceeded."""
    if found := pure_bound_failures(rows):
        return f"a pair loses more than the corrected pure bound in {found} of {len(rows)} rows"
    if found := round_failures(rows):
        return f"a round loses more than its corrected bound in {found} of {len(rows)} rows"
    return None


EXPERIMENT: Final = Experiment(
    name="lazy-privacy",
    help="""Find the neighbors on which lazy-to-private loses most, among all losses of 0 and 1, next to what is
    printed.

    Writes lazy-privacy.csv, which names the worst pairs and takes them apart round by round, next to what the proof
    displays for a round. What it holds already is not computed again: an interrupted run goes on, and more seconds add
    more batches. Exit code 1 where a pair, or a round of the worst one, loses more than its corrected bound.
    """,
    options=(
        Option(
            name="seconds",
            help="For each setting: more batches are tried as long as they are likely to fit. "
            "Two batches are always tried.",
            full=15.0,
        ),
        Option(name="experts", help="The number of experts.", full=(2, 3)),
        Option(name="exp-learning-rate", help="e^eta; an exact decimal or fraction.", full=("1.01", "1.5"), exact="R"),
        Option(name="fake-switch", help="The probability p; exact.", full=("0.1", "0.5", "0.9"), exact="P"),
        Option(name="batch", help="The rounds B in a batch.", full=(1, 2)),
    ),
    plan=lambda _quick, *, seconds, experts, exp_learning_rate, fake_switch, batch: Plan(
        experts, exp_learning_rate, fake_switch, batch, seconds
    ),
    inputs=INPUTS,
    outputs=OUTPUTS,
    report=lambda _plan, rows: [privacy_table(rows), rounds_table(rows), _worst_pair(rows)],
    failures=failures,
)
