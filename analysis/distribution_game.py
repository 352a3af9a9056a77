"""The game of online distribution learning with private labels: Nature, Users, Learner, and one run of them.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online Distribution Learning with Local Private Constraints",
Section 2.1.

In round t Nature shows a feature x_t, the Learner predicts a law p^_t of the label, and the user draws a label from
f(x_t) and shows a private report of it. Of a feature only the laws f_1(x_t), ..., f_K(x_t) matter, so here a feature is
a table: row j is f_j(x_t), a law on the labels 0, ..., M - 1. The truth is a row index that stays the same.

Who sees what. The Learner: the tables up to now and the reports before, as in the source. A user: the own label, the
table and the round. Nature: the source takes the supremum over x^T outside of the expectation, so features are fixed in
advance (``Fixed``); a stronger Nature that chooses each table after the reports (``Adaptive``) or after the reports and
the labels (``Informed``) is here too, because the upper bounds speak of "adversarially generated features".
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias, runtime_checkable

from dpassay.analysis.label_laws import Logarithmic, Prediction, Table, kl, read_table, sum_risks, tv
from dpassay.exact import Coins, Dist, Number, Real, as_integer, as_positive_integer, draw, require, summed, times
from dpassay.exact.entrance import explain_failures

Report: TypeAlias = Hashable
Labels: TypeAlias = tuple[int, ...]
Reports: TypeAlias = tuple[Report, ...]


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
        check_truth(self.truth, tables[0])
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


def check_truth(truth: int, table: Table) -> None:
    """Refuse a truth that is no row of the table."""
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
        distances = [tv(row[self.truth], p) for row, p in zip(self.tables, self.predictions, strict=True)]
        return times(Fraction(1, len(self.tables)), summed(distances))


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


explain_failures(__name__)
