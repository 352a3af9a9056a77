"""The game against sums over all labels and reports, what its players see, and the risks that follow for any class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from dpassay.analysis.distribution_game import OPEN, Fixed, Informed, Labels, Learner, Nature, Reports, constant, play
from dpassay.analysis.distribution_learners import BAYES, Posterior
from dpassay.analysis.game_risk import kl_risk, tv_risk
from dpassay.analysis.label_laws import Prediction, Table
from dpassay.exact import LogForm, enumerate_coins
from tests.analysis.game_cases import FIRST, SECOND, USERS, by_hand, exact, histories


@dataclass
class Recorder:
    """A learner that notes what it is shown."""

    shown: list[tuple[tuple[Table, ...], Reports]] = field(default_factory=list)

    def predict(self, tables: tuple[Table, ...], reports: Reports) -> Prediction:
        self.shown.append((tables, reports))
        return tables[-1][0]


def test_what_the_players_see() -> None:
    """The learner: tables up to now, reports before. Nature: labels only where it is an informed one."""
    recorder = Recorder()
    run = play(Fixed(1, (FIRST, SECOND, FIRST)), USERS, recorder, Random(3))
    assert recorder.shown == [(run.tables[: t + 1], run.reports[:t]) for t in range(3)]
    noted: list[tuple[Labels, Reports]] = []

    def choose(labels: Labels, reports: Reports) -> Table:
        noted.append((labels, reports))
        return FIRST

    run = play(Informed(2, 3, choose), USERS, Recorder(), Random(4))
    assert noted == [(run.labels[:t], run.reports[:t]) for t in range(3)]
    assert run.labels != run.reports
    noted.clear()
    run = play(Blind(choose), USERS, Recorder(), Random(4))
    assert noted == [((), run.reports[:t]) for t in range(3)]
    assert exact(kl_risk(Blind(lambda labels, reports: SECOND if labels else FIRST), OPEN, BAYES)) == exact(
        kl_risk(constant(2, FIRST, 3), OPEN, BAYES)
    )


@dataclass(frozen=True)
class Blind:
    """A nature that would use the labels, but is not shown them."""

    choose: Callable[[Labels, Reports], Table]
    truth = 2
    rounds = 3
    sees_labels = False

    def table(self, labels: Labels, reports: Reports) -> Table:
        return self.choose(labels, reports)


def test_users_may_use_the_round_and_the_table() -> None:
    @dataclass(frozen=True)
    class Changing:
        def reports(self, t: int, label: int, table: Table) -> Any:
            return (OPEN if t == 1 and table == FIRST else USERS).reports(t, label, table)

    nature = Fixed(0, (FIRST, SECOND, FIRST))
    assert exact(kl_risk(nature, Changing(), BAYES)) == by_hand(nature, Changing(), BAYES)


def test_played_runs_have_the_law_of_the_game() -> None:
    """Enumerate the coins of ``play``: labels, reports and risk of the code itself."""
    for nature in (
        Fixed(1, (FIRST, SECOND)),
        Informed(1, 2, lambda labels, reports: SECOND if labels == (2,) else FIRST),
    ):
        learner = Posterior(USERS)
        runs: dict[tuple[Labels, Reports], Any] = {}

        def note(rng: Any, nature: Nature = nature, runs: Any = runs, learner: Learner = learner) -> Any:
            run = play(nature, USERS, learner, rng)
            runs[run.labels, run.reports] = run
            return run.labels, run.reports

        law = enumerate_coins(note, 20_000)
        expected = {(labels, reports): p for p, _, labels, reports in histories(nature, USERS)}
        assert law.weights == expected
        assert law.leftover == 0
        risk = sum((exact(runs[outcome].kl_risk()) * p for outcome, p in expected.items()), LogForm())
        assert risk == exact(kl_risk(nature, USERS, learner))
        mean = sum(runs[outcome].tv_risk() * p for outcome, p in expected.items())
        assert mean == tv_risk(nature, USERS, learner)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Fixed(3, (FIRST,)), r"range\(3\)"),
        (lambda: Fixed(0, ()), "at least one"),
        (lambda: constant(0, FIRST, 0), "at least 1"),
    ],
)
def test_what_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()
