"""The game of online distribution learning with private labels: Nature, Users, Learner, and the exact risk.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online Distribution Learning with Local Private Constraints",
Section 2.1.

In round t Nature shows a feature x_t, the Learner predicts a law p^_t of the label, and the user draws a label from
f(x_t) and shows a private report of it. Of a feature only the laws f_1(x_t), ..., f_K(x_t) matter, so here a feature is
a table: row j is f_j(x_t), a law on the labels 0, ..., M - 1. The truth is a row index that stays the same.

Who sees what. The Learner: the tables up to now and the reports before, as in the source. A user: the own label, the
table and the round. Nature: the source takes the supremum over x^T outside of the expectation, so features are fixed in
advance (``Fixed``); a stronger Nature that chooses each table after the reports (``Adaptive``) or after the reports and
the labels (``Informed``) is here too, because the upper bounds speak of "adversarially generated features".

Risks are exact: a ``LogForm`` where all weights are rational, a ``Real`` elsewhere, None where the risk is infinite.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from dpassay.exact import (
    Coins,
    Dist,
    ExpNumber,
    LogForm,
    Number,
    Real,
    as_integer,
    as_positive_integer,
    as_real,
    draw,
    require,
)
from dpassay.exact.dist import as_weight, total
from dpassay.exact.entrance import explain_failures
from dpassay.exact.finite_pairs import log_term, sum_logs
from dpassay.exact.real import maximum

NAME = "distribution_game"
ADJACENCY = "any_pair"

Vector: TypeAlias = tuple[Number, ...]
"""A law on the labels 0, ..., M - 1."""
Table: TypeAlias = tuple[Vector, ...]
"""What a feature tells: row j is f_j(x_t)."""
Prediction: TypeAlias = "tuple[Number | Real, ...]"
Report: TypeAlias = Hashable
Labels: TypeAlias = tuple[int, ...]
Reports: TypeAlias = tuple[Report, ...]
Logarithmic: TypeAlias = "LogForm | Real"


def read_table(value: object, name: str = "table") -> Table:
    """Return a class as a table of exact laws; a string separates rows by ";" and entries by ","."""
    rows = [row.split(",") for row in value.split(";")] if isinstance(value, str) else value
    if not isinstance(rows, Sequence) or not rows:
        raise ValueError(f"{name} = {value!r}: expected a sequence of rows, one a hypothesis")
    table = tuple(read_law(row, f"{name}[{j}]") for j, row in enumerate(rows))
    require(len({len(row) for row in table}) == 1, name, repr(value), "rows of one length")
    return table


def read_law(value: Iterable[object], name: str = "law") -> Vector:
    """Return a law on the labels as a tuple of exact probabilities of total 1."""
    entries = tuple(as_weight(entry, name) for entry in value)
    require(total(entries) == 1, name, f"with total {total(entries)}", "a total of 1")
    return entries


# Distances of two laws on the labels


def kl(p: Prediction, q: Prediction) -> Logarithmic | None:
    """KL(p, q) = sum of p[y] log(p[y]/q[y]); None where it is infinite."""
    terms = [(a, b) for a, b in zip(p, q, strict=True) if isinstance(a, Real) or a != 0]
    if any(not isinstance(b, Real) and b == 0 for _, b in terms):
        return None
    return sum_logs(_kl_term(a, b) for a, b in terms)


def _kl_term(p: Number | Real, q: Number | Real) -> Logarithmic:
    if isinstance(p, Real) or isinstance(q, Real):
        return as_real(p) * (as_real(p) / as_real(q)).log()
    return log_term(p, p / q)


def tv(p: Prediction, q: Prediction) -> Number | Real:
    """|p - q|_TV = sum of max(p[y] - q[y], 0)."""
    return add(_positive_part(a, b) for a, b in zip(p, q, strict=True))


def _positive_part(a: Number | Real, b: Number | Real) -> Number | Real:
    if isinstance(a, Real) or isinstance(b, Real):
        return maximum(as_real(a) - as_real(b), as_real(0))
    return a - b if a > b else Fraction(0)


def add(terms: Iterable[Number | Real]) -> Number | Real:
    """Return the sum, exact as long as all terms are."""
    result: Number | Real = Fraction(0)
    for term in terms:
        result = _plus(result, term)
    return result


def _plus(a: Number | Real, b: Number | Real) -> Number | Real:
    return as_real(a) + as_real(b) if isinstance(a, Real) or isinstance(b, Real) else a + b


def times(weight: Number | Real, value: Number | Real) -> Number | Real:
    """Return a product, exact where both factors are."""
    both_exact = not isinstance(weight, Real) and not isinstance(value, Real)
    return weight * value if both_exact else as_real(weight) * as_real(value)


def weighted(weight: Number, value: Logarithmic) -> Logarithmic:
    """Return weight * value, a ``LogForm`` where the weight is rational."""
    exact = isinstance(value, LogForm) and not isinstance(weight, ExpNumber)
    return value * weight if exact else as_real(weight) * as_real(value)


# Nature


class Nature(Protocol):
    """The choice of the truth and of the tables."""

    @property
    def truth(self) -> int:
        """The row of every table from which labels are drawn."""

    @property
    def rounds(self) -> int:
        """The horizon T."""

    @property
    def sees_labels(self) -> bool:
        """Whether ``table`` is given the labels; else it is given none."""

    def table(self, labels: Labels, reports: Reports) -> Table:
        """Return the table of the next round, from the labels (where seen) and the reports before it."""


@dataclass(frozen=True)
class Fixed:
    """Features fixed in advance: the source's Nature."""

    truth: int
    tables: tuple[Table, ...]
    sees_labels = False

    def __post_init__(self) -> None:
        """Check the tables and the truth."""
        tables = tuple(read_table(table, "tables") for table in self.tables)
        require(len(tables) > 0, "tables", "()", "at least one, one a round")
        _check_truth(self.truth, tables[0])
        object.__setattr__(self, "tables", tables)

    @property
    def rounds(self) -> int:
        """The horizon T."""
        return len(self.tables)

    def table(self, labels: Labels, reports: Reports) -> Table:  # noqa: ARG002  # one signature for all
        """Return the table of the next round."""
        return self.tables[len(reports)]


def constant(truth: int, table: object, rounds: int) -> Fixed:
    """A class of constant functions: the same table in every round."""
    return Fixed(truth, (read_table(table),) * as_positive_integer(rounds, "rounds"))


@dataclass(frozen=True)
class Adaptive:
    """A Nature that chooses every table after it saw the reports before."""

    truth: int
    rounds: int
    choose: Callable[[Reports], Table]
    sees_labels = False

    def table(self, labels: Labels, reports: Reports) -> Table:  # noqa: ARG002  # one signature for all
        """Return the table of the next round."""
        return self.choose(reports)


@dataclass(frozen=True)
class Informed:
    """A Nature that chooses every table after it saw the labels and the reports before."""

    truth: int
    rounds: int
    choose: Callable[[Labels, Reports], Table]
    sees_labels = True

    def table(self, labels: Labels, reports: Reports) -> Table:
        """Return the table of the next round."""
        return self.choose(labels, reports)


def _check_truth(truth: int, table: Table) -> None:
    require(0 <= as_integer(truth, "truth") < len(table), "truth", truth, f"a row in range({len(table)})")


# Users and Learner


class Users(Protocol):
    """The private randomizations R_t, independent for different rounds."""

    def reports(self, t: int, label: int, table: Table) -> Dist[Report]:
        """Return the law of the report of ``label`` in round t (from 1)."""


@runtime_checkable
class SampledUsers(Protocol):
    """Users whose reports can be drawn exactly, though their law is not finite; games with them can be played."""

    def sample(self, t: int, label: int, table: Table, rng: Coins) -> Report:
        """Draw the report of ``label`` in round t (from 1)."""


@dataclass(frozen=True)
class Randomizer:
    """Users that all draw their report from ``law(label)``, in every round and for every table."""

    law: Callable[[int], Dist[Report]]

    def reports(self, t: int, label: int, table: Table) -> Dist[Report]:  # noqa: ARG002  # one signature for all
        """Return the law of the report of ``label``."""
        return self.law(label)


OPEN = Randomizer(Dist.point)
"""Users without privacy: they report their label."""


class Learner(Protocol):
    """The predictors Phi_t."""

    def predict(self, tables: tuple[Table, ...], reports: Reports) -> Prediction:
        """Return p^_t from the tables x_1, ..., x_t and the reports of the rounds 1, ..., t - 1."""


# One run


@dataclass(frozen=True)
class Run:
    """One game, with all that happened in it."""

    truth: int
    tables: tuple[Table, ...]
    predictions: tuple[Prediction, ...]
    labels: Labels
    reports: Reports

    def kl_risk(self) -> Logarithmic | None:
        """The sum over rounds of KL(f(x_t), p^_t); None where it is infinite."""
        return sum_risks(kl(row[self.truth], p) for row, p in zip(self.tables, self.predictions, strict=True))

    def tv_risk(self) -> Number | Real:
        """The average over rounds of |f(x_t) - p^_t|_TV."""
        sums = add(tv(row[self.truth], p) for row, p in zip(self.tables, self.predictions, strict=True))
        return times(Fraction(1, len(self.tables)), sums)


def play(nature: Nature, users: Users | SampledUsers, learner: Learner, rng: Coins) -> Run:
    """Play one game with exact coins."""
    tables: tuple[Table, ...] = ()
    predictions: tuple[Prediction, ...] = ()
    labels: Labels = ()
    reports: Reports = ()
    for t in range(1, nature.rounds + 1):
        table = read_table(nature.table(labels if nature.sees_labels else (), reports), "table of nature")
        tables = (*tables, table)
        predictions = (*predictions, learner.predict(tables, reports))
        label = draw(Dist(dict(enumerate(table[nature.truth]))), rng)
        labels, reports = (*labels, label), (*reports, _draw_report(users, t, label, table, rng))
    return Run(nature.truth, tables, predictions, labels, reports)


def _draw_report(users: Users | SampledUsers, t: int, label: int, table: Table, rng: Coins) -> Report:
    if isinstance(users, SampledUsers):
        return users.sample(t, label, table, rng)
    return draw(users.reports(t, label, table), rng)


# All runs


class Position(NamedTuple):
    """A history of positive probability just before round t: what was shown and, where Nature sees them, the labels."""

    tables: tuple[Table, ...]
    reports: Reports
    labels: Labels


class Stage(NamedTuple):
    """Round t after one history: its probability, the law f(x_t) and the prediction p^_t."""

    round: int
    weight: Number
    law: Vector
    prediction: Prediction


def stages(nature: Nature, users: Users, learner: Learner) -> Iterator[Stage]:
    """Yield every round after every history of positive probability."""
    histories: list[tuple[Number, Position]] = [(Fraction(1), Position((), (), ()))]
    for t in range(1, nature.rounds + 1):
        shown = [(weight, _with_table(nature, position)) for weight, position in histories]
        for weight, position in shown:
            prediction = learner.predict(position.tables, position.reports)
            yield Stage(t, weight, position.tables[-1][nature.truth], prediction)
        histories = [after for weight, position in shown for after in _after(nature, users, weight, position)]


def _with_table(nature: Nature, position: Position) -> Position:
    table = read_table(nature.table(position.labels, position.reports), "table of nature")
    _check_truth(nature.truth, table)
    return position._replace(tables=(*position.tables, table))


def _after(nature: Nature, users: Users, weight: Number, position: Position) -> Iterator[tuple[Number, Position]]:
    """The histories after the report; labels are summed over where Nature does not see them."""
    table, t = position.tables[-1], len(position.tables)
    label = Dist(dict(enumerate(table[nature.truth])))

    def shown(y: int) -> Dist[tuple[Labels, Report]]:
        kept = (*position.labels, y) if nature.sees_labels else ()
        return users.reports(t, y, table).map(lambda report: (kept, report))

    for (labels, report), probability in label.bind(shown).items():
        yield weight * probability, Position(position.tables, (*position.reports, report), labels)


def round_risks(nature: Nature, users: Users, learner: Learner) -> tuple[Logarithmic | None, ...]:
    """The expected KL(f(x_t), p^_t) of every round."""
    every = list(stages(nature, users, learner))
    return tuple(
        sum_risks(_weighted_kl(stage) for stage in every if stage.round == t) for t in range(1, nature.rounds + 1)
    )


def kl_risk(nature: Nature, users: Users, learner: Learner) -> Logarithmic | None:
    """The expected sum over rounds of KL(f(x_t), p^_t): the risk of one truth and one choice of features."""
    return sum_risks(_weighted_kl(stage) for stage in stages(nature, users, learner))


def _weighted_kl(stage: Stage) -> Logarithmic | None:
    value = kl(stage.law, stage.prediction)
    return None if value is None else weighted(stage.weight, value)


def sum_risks(risks: Iterable[Logarithmic | None]) -> Logarithmic | None:
    """Return the sum; None where a term is infinite."""
    finite: list[Logarithmic] = []
    for risk in risks:
        if risk is None:
            return None
        finite.append(risk)
    return sum_logs(finite)


def tv_risk(nature: Nature, users: Users, learner: Learner) -> Number | Real:
    """The expected average over rounds of |f(x_t) - p^_t|_TV."""
    sums = add(times(stage.weight, tv(stage.law, stage.prediction)) for stage in stages(nature, users, learner))
    return times(Fraction(1, nature.rounds), sums)


def batch_risk(nature: Nature, users: Users, learner: Learner) -> Logarithmic | None:
    """E KL(f, (p^_1 + ... + p^_T)/T) for a class of constant functions: the left side of (17)."""
    law, *others = _laws(nature)
    require(all(other == law for other in others), "nature", repr(nature), "a class of constant functions")
    return sum_risks(
        None if (value := kl(law, average(predictions))) is None else weighted(weight, value)
        for weight, predictions in _prediction_paths(nature, users, learner)
    )


def _laws(nature: Nature) -> list[Vector]:
    require(isinstance(nature, Fixed), "nature", repr(nature), "tables fixed in advance")
    return [table[nature.truth] for table in nature.tables]  # type: ignore[attr-defined]


def _prediction_paths(
    nature: Nature, users: Users, learner: Learner
) -> Iterator[tuple[Number, tuple[Prediction, ...]]]:
    """The predictions of all rounds, with the probability of the T - 1 reports that they use."""
    histories: list[tuple[Number, Position, tuple[Prediction, ...]]] = [(Fraction(1), Position((), (), ()), ())]
    for t in range(1, nature.rounds + 1):
        shown = [(w, _with_table(nature, position), path) for w, position, path in histories]
        longer = [(w, at, (*path, learner.predict(at.tables, at.reports))) for w, at, path in shown]
        if t == nature.rounds:
            yield from ((weight, path) for weight, _, path in longer)
            return
        histories = [(weight, after, path) for w, at, path in longer for weight, after in _after(nature, users, w, at)]


def average(predictions: Sequence[Prediction]) -> Prediction:
    """The mean of predictions: how an online learner's predictions become one estimate, in (17) and Section 6."""
    require(len(predictions) > 0, "predictions", "()", "at least one")
    share = Fraction(1, len(predictions))
    return tuple(times(share, add(column)) for column in zip(*predictions, strict=True))


explain_failures(__name__)
