"""The game against sums over all labels and reports, what its players see, and the risks that follow for any class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dpassay.exact import LogForm, as_real, decide, enumerate_coins, exp, log
from dpassay.exact.logform import log_number
from dpassay.reference.distribution_game import (
    OPEN,
    Adaptive,
    Fixed,
    Informed,
    Labels,
    Learner,
    Nature,
    Prediction,
    Reports,
    Table,
    Users,
    average,
    batch_risk,
    constant,
    kl,
    kl_risk,
    play,
    read_table,
    round_risks,
    tv,
    tv_risk,
)
from dpassay.reference.distribution_learners import BAYES, Constant, Posterior, randomized_response_users
from dpassay.reference.hadamard_class import Channel

HALF = Fraction(1, 2)
FIRST = read_table("1/2,1/2,0;1/4,1/4,1/2;0,1/3,2/3")
SECOND = read_table("1,0,0;1/5,2/5,2/5;0,1/2,1/2")
USERS = randomized_response_users(3, Fraction(2))


def exact(value: object) -> LogForm:
    assert isinstance(value, LogForm)
    return value


def random_table(rng: Random, hypotheses: int, labels: int) -> Table:
    rows = [[Fraction(rng.randrange(1, 6)) for _ in range(labels)] for _ in range(hypotheses)]
    return tuple(tuple(entry / sum(row) for entry in row) for row in rows)


def by_hand(nature: Nature, users: Users, learner: Learner) -> LogForm:
    """The KL-risk as a sum over all labels and reports of all rounds, also those that do not matter any more."""
    total = LogForm()
    for probability, tables, _, reports in histories(nature, users):
        for t in range(nature.rounds):
            prediction = learner.predict(tables[: t + 1], reports[:t])
            for f, p in zip(tables[t][nature.truth], prediction, strict=True):
                if f:
                    total += log(f / p) * (f * probability)  # type: ignore[operator, arg-type]
    return total


History = tuple[Fraction, tuple[Table, ...], Labels, Reports]


def histories(nature: Nature, users: Users) -> Iterator[History]:
    listed: list[History] = [(Fraction(1), (), (), ())]
    for t in range(nature.rounds):
        longer: list[History] = []
        for probability, tables, labels, reports in listed:
            table = nature.table(labels if nature.sees_labels else (), reports)
            for y, f in enumerate(table[nature.truth]):
                for report, q in users.reports(t + 1, y, table).items():
                    if f:
                        weight: Any = probability * f * q
                        longer.append((weight, (*tables, table), (*labels, y), (*reports, report)))
        listed = longer
    return iter(listed)


# Tables and distances


def test_a_table_is_read_from_text_or_numbers() -> None:
    assert read_table("1/2,1/2;0.25,0.75") == ((HALF, HALF), (Fraction(1, 4), Fraction(3, 4)))
    assert read_table([[1, 0], ["1/3", Fraction(2, 3)]])[1] == (Fraction(1, 3), Fraction(2, 3))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("1/2,1/3", "total of 1"),
        ("1/2,1/2;1", "one length"),
        ([[0.5, 0.5]], "not float"),
        ([["3/2", "-1/2"]], "at least 0"),
        ([], "sequence of rows"),
        (3, "sequence of rows"),
    ],
)
def test_what_is_no_table(value: object, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_table(value)


def test_distances_by_hand() -> None:
    p, q = (HALF, HALF, Fraction(0)), (Fraction(1, 4), Fraction(1, 4), HALF)
    assert kl(p, q) == log(2)
    assert kl(q, p) is None
    assert kl(p, p) == 0
    assert tv(p, q) == tv(q, p) == HALF
    enclosed = (as_real(Fraction(1, 4)), as_real(Fraction(1, 4)), as_real(HALF))
    assert abs(float(kl(p, enclosed)) - float(log(2))) < 1e-12  # type: ignore[arg-type]
    assert abs(float(tv(p, enclosed)) - 0.5) < 1e-12
    root = exp(Fraction(1))
    assert kl((HALF, HALF), (root / (1 + root), 1 / (1 + root))) is not None
    assert exact(log_number(root)) == 1


# Risks


def natures() -> Iterator[Nature]:
    for truth in range(3):
        yield Fixed(truth, (FIRST, SECOND, FIRST))
        yield Adaptive(truth, 3, lambda reports: SECOND if sum(reports) % 2 else FIRST)  # type: ignore[arg-type]
        yield Informed(truth, 3, lambda labels, reports: SECOND if labels[-1:] == reports[-1:] else FIRST)


def players() -> Iterator[tuple[Users, Learner]]:
    yield OPEN, BAYES
    yield USERS, Posterior(USERS)
    yield USERS, Constant((Fraction(1, 3),) * 3)


def test_the_risk_is_the_sum_over_all_runs() -> None:
    """Each player meets each truth and each kind of nature, though not each pair of these."""
    everybody = list(players())
    for number, nature in enumerate(natures()):
        users, learner = everybody[(number + number // 3) % 3]
        risk = exact(kl_risk(nature, users, learner))
        assert risk == by_hand(nature, users, learner)
        rounds = round_risks(nature, users, learner)
        assert sum((exact(part) for part in rounds), LogForm()) == risk
        assert len(rounds) == 3


def test_an_informed_nature_differs_from_one_that_does_not_see_labels() -> None:
    """The same rule applied to the wrong history gives another risk: the sum over labels is not taken too early."""
    informed = Informed(1, 2, lambda labels, reports: SECOND if labels == (2,) else FIRST)
    blind = Adaptive(1, 2, lambda reports: SECOND if reports == (2,) else FIRST)
    learner = Posterior(USERS)
    assert exact(kl_risk(informed, USERS, learner)) != exact(kl_risk(blind, USERS, learner))
    assert exact(kl_risk(informed, OPEN, BAYES)) == exact(kl_risk(blind, OPEN, BAYES))


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


def test_an_infinite_risk() -> None:
    dogmatic = Constant((Fraction(1), Fraction(0), Fraction(0)))
    assert kl_risk(Fixed(1, (FIRST,)), OPEN, dogmatic) is None
    assert round_risks(Fixed(0, (FIRST,)), OPEN, dogmatic) == (LogForm(),)
    assert play(Fixed(1, (FIRST,)), OPEN, dogmatic, Random(1)).kl_risk() is None
    assert tv_risk(Fixed(1, (FIRST,)), OPEN, dogmatic) == HALF


# Facts for any class


def test_the_mixture_has_a_risk_of_at_most_log_k() -> None:
    """Without privacy, for every truth and every nature, also one that sees the labels."""
    for nature in natures():
        assert exact(kl_risk(nature, OPEN, BAYES)) <= log(3)
    rng = Random(11)
    for hypotheses, labels in ((2, 2), (4, 3), (5, 2)):
        tables = tuple(random_table(rng, hypotheses, labels) for _ in range(3))
        for truth in range(hypotheses):
            assert exact(kl_risk(Fixed(truth, tables), OPEN, BAYES)) <= log(hypotheses)


def test_log_k_is_reached_and_less_is_not_enough() -> None:
    """Hypotheses that the first label tells apart: all of log K is lost in round 1."""
    table = read_table("1,0,0;0,1,0;0,0,1")
    risks = [exact(kl_risk(constant(truth, table, 3), OPEN, BAYES)) for truth in range(3)]
    assert risks == [log(3)] * 3
    assert not risks[0] <= log(Fraction(29, 10))


def test_a_learner_with_other_weights_or_noisy_reports_may_lose_more() -> None:
    nature = constant(0, "1,0;0,1", 3)
    assert exact(kl_risk(nature, OPEN, Constant((HALF, HALF)))) == 3 * log(2)
    noisy = randomized_response_users(2, Fraction(3))
    assert exact(kl_risk(nature, noisy, Posterior(noisy))) > log(2)


def test_online_to_batch() -> None:
    """(17): the KL of the averaged prediction is at most the risk over T, and not at most half of that."""
    for truth in range(3):
        for users, learner in players():
            for rounds in (1, 2, 3):
                nature = constant(truth, FIRST, rounds)
                online, batch = exact(kl_risk(nature, users, learner)), exact(batch_risk(nature, users, learner))
                assert batch <= online / rounds
                assert rounds > 1 or batch == online
                assert not batch <= online / rounds / 2
    with pytest.raises(ValueError, match="constant functions"):
        batch_risk(Fixed(0, (FIRST, SECOND)), OPEN, BAYES)
    with pytest.raises(ValueError, match="fixed in advance"):
        batch_risk(Adaptive(0, 1, lambda reports: FIRST), OPEN, BAYES)


def test_batch_risk_by_hand() -> None:
    nature, learner = constant(1, FIRST, 2), Posterior(USERS)
    total = LogForm()
    for probability, tables, _, reports in histories(nature, USERS):
        mean = average([learner.predict(tables[:1], ()), learner.predict(tables, reports[:1])])
        total += exact(kl(FIRST[1], mean)) * probability
    assert exact(batch_risk(nature, USERS, learner)) == total


def test_convexity_of_kl_and_tv() -> None:
    rng = Random(5)
    for _ in range(40):
        p, *estimates = random_table(rng, 4, 3)
        mean = average(estimates)
        assert exact(kl(p, mean)) <= sum((exact(kl(p, q)) for q in estimates), LogForm()) / 3
        assert decide(tv(p, mean) <= sum((tv(p, q) for q in estimates), Fraction(0)) / 3)  # type: ignore[operator, arg-type]


def test_pinsker_over_all_rounds() -> None:
    """Section 6: the average total variation is at most sqrt(KL-risk/(2T)); with 8T in the place of 2T it is not."""
    for nature in natures():
        for users, learner in players():
            variation, risk = as_real(tv_risk(nature, users, learner)), as_real(kl_risk(nature, users, learner))
            assert decide(variation <= (risk / (2 * nature.rounds)).sqrt())
    nature = constant(0, "1/2,1/2;49/100,51/100", 1)
    variation, risk = as_real(tv_risk(nature, OPEN, BAYES)), as_real(kl_risk(nature, OPEN, BAYES))
    assert not decide(variation <= (risk / 8).sqrt())


def test_a_channel_is_users() -> None:
    channel = Channel(((HALF, HALF), (Fraction(1, 4), Fraction(3, 4)), (Fraction(1), Fraction(0))))
    nature = Fixed(1, (FIRST, SECOND))
    assert exact(kl_risk(nature, channel, Posterior(channel))) == by_hand(nature, channel, Posterior(channel))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Fixed(3, (FIRST,)), r"range\(3\)"),
        (lambda: Fixed(0, ()), "at least one"),
        (lambda: constant(0, FIRST, 0), "at least 1"),
        (lambda: kl_risk(Adaptive(3, 1, lambda reports: FIRST), OPEN, BAYES), r"range\(3\)"),
        (lambda: average([]), "at least one"),
    ],
)
def test_what_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()
