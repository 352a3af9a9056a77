"""How much lazy-to-private really loses: the worst neighbors among all matrices of losses 0 and 1, exactly.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms": theorem 3.2, and (3) in its proof.

A setting is a number of experts, e^eta, p, B and a number of batches. All pairs of neighbors are tried whose losses are
0 and 1, but for those that another pair stands for:

* The losses of a batch count by their sums alone, and these up to a constant; those of the last batch not at all.
* Experts can be relabelled: of all relabellings of a pair, the one whose columns are in order is tried.

Each pair is tried in both orders. For both views the one with the largest likelihood ratio is kept, and its epsilon at
`DELTA` is computed from its whole loss distribution: a lower bound on the epsilon of all pairs, which may be another's.
Which pairs may be the worst is found in doubles (`measures.screening`); ratios of these and comparisons are
exact, and what the table shows is rounded. The worst pair of states is also taken apart, round by round.

The sum of (3) is compared in every setting, as if it bounded every transcript. It is printed for those of an event
alone, and under the preconditions of theorem 3.2; the epsilon of that theorem is compared only where these hold.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count, product
from time import perf_counter
from typing import Final

import numpy as np

from dpassay.analysis.lazy_certificate import Setting
from dpassay.analysis.lazy_printed import theorem_3_2
from dpassay.exact import LatticeLoss, Profile, Real, as_fraction, as_real, decide, log, require
from dpassay.exact.profile import Atom
from dpassay.experiments.frame.runs import Row, Table
from dpassay.experiments.measures.per_round import corrected_hold, exceeded, rounds_of
from dpassay.experiments.measures.screening import Rules, candidates, largest_ratios
from dpassay.reference.lazy_to_private import VIEWS, Parameters, guarantee, largest_ratio, transcript_loss
from dpassay.reference.multiplicative_weights import Matrix

Sums = tuple[int, ...]
Rows = tuple[Sums, ...]
Pair = tuple[Matrix, Matrix]

DELTA: Final = Fraction(1, 10**6)
"""The delta at which the epsilon of the worst pair is compared with the one of theorem 3.2."""

LOSSES: Final = (0, 1)

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
        require(self.experts >= 2, "experts", self.experts, "a whole number of at least 2")
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
        own = (self.experts, self.exp_learning_rate, self.fake_switch, self.batch, batches)
        return dict(zip(INPUTS, map(str, own), strict=True))


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


def measure(plan: Plan, table: Table, progress: Callable[[int, int], None]) -> list[Row]:
    """Measure what is not finished, and return all rows; ``progress`` is told how many settings are done."""
    rows: list[Row] = []
    settings = plan.settings()
    with table.saved():
        progress(0, len(settings))
        for done, setting in enumerate(settings, start=1):
            for row in _growing(setting, table, plan.seconds):
                rows.append(row)
                table.save()
            progress(done, len(settings))
    return rows


def _growing(setting: Settings, table: Table, seconds: float) -> Iterator[Row]:
    """Yield the rows of 2, 3, ... batches; how long a row took is in the table, so that a second run ends alike."""
    left = seconds
    for batches in count(2):
        row = table.find(setting.inputs(batches))
        if row is None:
            row = {**setting.inputs(batches), **measured(setting, batches)}
            table.add(row)
        yield row
        took = _seconds(row)
        left -= took
        # another batch multiplies the sequences of losses, and is one more batch to change
        if took * len(batch_losses(setting.experts, setting.batch)) * batches / (batches - 1) > left:
            return


def _seconds(row: Row) -> float:
    try:
        return float(row["seconds"])
    except ValueError:
        raise ValueError(f"seconds = {row['seconds']!r}: expected a number, in a row of an earlier run") from None


# The pairs


@dataclass(frozen=True, slots=True)
class Change:
    """A pair of neighbors: the sums of the losses of each batch but the last, up to a constant, by expert."""

    before: tuple[Sums, ...]
    now: Sums
    other: Sums
    after: tuple[Sums, ...]

    @property
    def first(self) -> tuple[Sums, ...]:
        """Those of the first matrix."""
        return (*self.before, self.now, *self.after)

    @property
    def second(self) -> tuple[Sums, ...]:
        """Those of the second one."""
        return (*self.before, self.other, *self.after)


def changes(experts: int, batch: int, batches: int) -> Iterator[Change]:
    """Pairs of neighbors with losses 0 and 1; others lose no more than one of these."""
    same, changed = batch_losses(experts, batch), _changed_losses(experts, batch)
    for place in range(batches - 1):
        for before, (now, other), after in product(
            product(same, repeat=place), changed, product(same, repeat=batches - 2 - place)
        ):
            columns = list(zip(*before, now, other, *after, strict=True))
            if columns == sorted(columns):
                yield Change(before, now, other, after)


def neighbors(experts: int, batch: int, batches: int) -> Iterator[Pair]:
    """The same as matrices that differ in one row."""
    return (_pair(change, experts, batch) for change in changes(experts, batch, batches))


def _pair(change: Change, experts: int, batch: int) -> Pair:
    same, changed = batch_losses(experts, batch), _changed_losses(experts, batch)
    last = ((0,) * experts,) * batch
    begin, end = [same[sums] for sums in change.before], [*(same[sums] for sums in change.after), last]
    first, second = changed[change.now, change.other]
    return _matrix([*begin, first, *end]), _matrix([*begin, second, *end])


@cache
def batch_losses(experts: int, batch: int) -> dict[Sums, Rows]:
    """Losses of a batch for each choice of sums, up to a constant."""
    return {_sums(rows): rows for rows in product(product(LOSSES, repeat=experts), repeat=batch)}


@cache
def _changed_losses(experts: int, batch: int) -> dict[tuple[Sums, Sums], tuple[Rows, Rows]]:
    """Losses of a batch with and without a change of one row, for each two choices of sums that differ."""
    rows = list(product(LOSSES, repeat=experts))
    pairs = {}
    for row, other, rest in product(rows, rows, product(rows, repeat=batch - 1)):
        pair = (row, *rest), (other, *rest)
        pairs[_sums(pair[0]), _sums(pair[1])] = pair
    return {sums: pair for sums, pair in pairs.items() if sums[0] != sums[1]}


def _sums(rows: Rows) -> Sums:
    sums = [sum(column) for column in zip(*rows, strict=True)]
    return tuple(value - min(sums) for value in sums)


def _matrix(batches: Iterable[Rows]) -> Matrix:
    return tuple(tuple(Fraction(loss) for loss in row) for rows in batches for row in rows)


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
            pair = _pair(tried[place], setting.experts, setting.batch)
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
    row |= {name: "" if bound is None else _shown(bound / eta) for name, bound in bounds.items()}
    losses = [as_real(log(found.ratio)) for found in worst.values()]
    epsilons = [exact_epsilon(found.pair, parameters, view) for view, found in worst.items()]
    for (view, found), loss, epsilon in zip(worst.items(), losses, epsilons, strict=True):
        shown = (_shown(loss / eta), _shown(epsilon / eta), str(found.ratio), *map(matrix_text, found.pair))
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
        **{f"round_{name}": _shown(loss) for name, loss in losses.items()},
        "printed_rounds_exceeded": "; ".join(exceeded(rounds, parameters)),
        "corrected_rounds_hold": _yes(corrected_hold(rounds, parameters)),
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
    return _yes(all(found.ratio <= bound for found in worst))


def _printed_rounds_hold(parameters: Parameters, worst: Iterable[Worst]) -> str:
    """Compare powers of ratios with powers of e^eta, all of them rational."""
    multiple, base = printed_rounds(parameters), as_fraction(parameters.rate.exp_eps, "exp_learning_rate")
    bound = base**multiple.numerator
    return _yes(all(found.ratio**multiple.denominator <= bound for found in worst))


def _printed_epsilon_holds(epsilons: Iterable[Real], bound: Real | None) -> str:
    return "" if bound is None else _yes(all(decide(epsilon <= bound) for epsilon in epsilons))


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _shown(value: Real) -> str:
    return f"{float(value):.10g}"


def matrix_text(matrix: Matrix) -> str:
    """The losses of each round, rounds separated by semicolons: as `check_data` reads them."""
    return ";".join(",".join(map(str, row)) for row in matrix)


def pure_bound_failures(rows: Iterable[Row]) -> int:
    """The number of rows in which a pair loses more than the corrected pure bound."""
    return sum(row["pure_bound_holds"] != "yes" for row in rows)


def round_failures(rows: Iterable[Row]) -> int:
    """The number of rows in which a round of the worst pair loses more than what is proved of it."""
    return sum(row["corrected_rounds_hold"] != "yes" for row in rows)
