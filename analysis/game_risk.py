"""The exact risks of the game of online distribution learning, over all of its runs.

A risk is exact: a ``LogForm`` where all weights are rational, a ``Real`` elsewhere, None where it is infinite.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from dpassay.analysis.distribution_game import Fixed, Labels, Learner, Nature, Report, Reports, Users, check_truth
from dpassay.analysis.label_laws import (
    Logarithmic,
    Prediction,
    Table,
    Vector,
    average,
    kl,
    read_table,
    sum_risks,
    tv,
    weighted,
)
from dpassay.exact import Dist, Number, Real, require, summed, times
from dpassay.exact.entrance import explain_failures


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
    check_truth(nature.truth, table)
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


def tv_risk(nature: Nature, users: Users, learner: Learner) -> Number | Real:
    """The expected average over rounds of |f(x_t) - p^_t|_TV."""
    distances = [times(stage.weight, tv(stage.law, stage.prediction)) for stage in stages(nature, users, learner)]
    return times(Fraction(1, nature.rounds), summed(distances))


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


explain_failures(__name__)
