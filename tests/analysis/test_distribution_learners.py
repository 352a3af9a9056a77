"""The learners to compare with: posteriors by hand, randomized response of Section 3, and the median trick."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from dpassay.analysis.distribution_game import OPEN, Fixed, constant
from dpassay.analysis.distribution_learners import (
    BAYES,
    Constant,
    NoisedPrediction,
    Posterior,
    RandomizedResponseLearner,
    c_eta,
    central_estimate,
    central_member,
    eta,
    mix,
    noised,
    online_to_batch,
    radius,
    randomized_response_users,
    report_probabilities,
)
from dpassay.analysis.game_risk import kl_risk, stages
from dpassay.analysis.label_laws import Vector, kl, read_table, tv
from dpassay.exact import LogForm, exp, log
from dpassay.reference import randomized_response as rr

FIRST = read_table("1/2,1/2,0;1/4,1/4,1/2;0,1/3,2/3")
SECOND = read_table("1,0,0;1/5,2/5,2/5;0,1/2,1/2")
BUDGETS = [Fraction(11, 10), Fraction(2), Fraction(7)]


def exact(value: object) -> LogForm:
    assert isinstance(value, LogForm)
    return value


# Posteriors


def test_the_bayes_mixture_by_hand() -> None:
    tables = (FIRST, SECOND, FIRST)
    assert BAYES.weights(tables[:1], ()) == (Fraction(1, 3),) * 3
    # Labels 1 and then 2: 1/2 * 0, 1/4 * 2/5 and 1/3 * 1/2.
    assert BAYES.weights(tables, (1, 2)) == (Fraction(0), Fraction(3, 8), Fraction(5, 8))
    assert BAYES.predict(tables, (1, 2)) == (Fraction(3, 32), Fraction(3, 32) + Fraction(5, 24), Fraction(29, 48))
    assert mix((Fraction(1, 2), Fraction(1, 2), Fraction(0)), FIRST) == (
        Fraction(3, 8),
        Fraction(3, 8),
        Fraction(1, 4),
    )


def test_reports_that_nobody_could_make() -> None:
    with pytest.raises(ValueError, match="some hypothesis allows"):
        BAYES.weights((read_table("1,0;1,0"),) * 2, (1,))


def test_a_learner_that_learns_nothing() -> None:
    assert Constant((Fraction(0), Fraction(1), Fraction(0))).predict((FIRST, SECOND), (0,)) == SECOND[1]


# Randomized response


@pytest.mark.parametrize("labels", [2, 3, 10, 1000])
@pytest.mark.parametrize("t", BUDGETS)
def test_the_constants_of_section_3(labels: int, t: Fraction) -> None:
    assert eta(labels, t) == Fraction(labels - 1) / (t + labels - 1)
    assert c_eta(labels, t) == (t - 1) / (t + labels - 1)
    assert c_eta(labels, t) != (t - 1) / (t + labels)


def test_an_irrational_budget() -> None:
    t = exp(Fraction(1, 2))
    assert c_eta(4, t) == (t - 1) / (t + 3)


@pytest.mark.parametrize("t", BUDGETS)
def test_the_users_are_randomized_response(t: Fraction) -> None:
    users, parameters = randomized_response_users(3, t), rr.Parameters.read(exp_eps=t, categories=3)
    for label in range(3):
        assert users.reports(1, label, FIRST) == rr.law(label, parameters)
    for report in range(3):
        by_hand = tuple(row[report] for row in noised(FIRST, t))
        assert report_probabilities(users, 1, FIRST, report) == by_hand


@pytest.mark.parametrize("t", BUDGETS)
def test_the_learner_is_the_posterior_on_the_noised_class(t: Fraction) -> None:
    tables = (FIRST, SECOND, FIRST)
    same = Posterior(randomized_response_users(3, t))
    for rounds in (1, 2, 3):
        for reports in product(range(3), repeat=rounds - 1):
            assert RandomizedResponseLearner(t).predict(tables[:rounds], reports) == same.predict(
                tables[:rounds], reports
            )


@pytest.mark.parametrize("t", BUDGETS)
def test_on_the_noised_class_the_risk_is_at_most_log_k(t: Fraction) -> None:
    users = randomized_response_users(3, t)
    for truth in range(3):
        nature = Fixed(truth, (FIRST, SECOND, FIRST))
        total = LogForm()
        for stage in stages(nature, users, NoisedPrediction(t)):
            law = noised((stage.law,), t)[0]
            total += exact(kl(law, stage.prediction)) * Fraction(stage.weight)  # type: ignore[arg-type]
        hidden = Fixed(truth, tuple(noised(table, t) for table in nature.tables))
        assert total == exact(kl_risk(hidden, OPEN, BAYES))
        assert total <= log(3)
        assert exact(kl_risk(nature, users, RandomizedResponseLearner(t))) > total  # noise only contracts


def test_on_the_class_itself_log_k_does_not_bound_the_risk() -> None:
    t = Fraction(11, 10)
    nature = constant(0, "1,0;0,1", 3)
    assert exact(kl_risk(nature, randomized_response_users(2, t), RandomizedResponseLearner(t))) > log(4)


def test_more_labels_hide_more() -> None:
    """The same two laws on ever more labels: the risk over four rounds grows with M, as Section 3 says."""
    risks = []
    for labels in (2, 4, 8):
        spread = [[Fraction(2, labels) * (y % 2 == j) for y in range(labels)] for j in range(2)]
        nature = constant(0, spread, 3)
        risks.append(
            exact(kl_risk(nature, randomized_response_users(labels, 2), RandomizedResponseLearner(Fraction(2))))
        )
    assert risks[0] < risks[1] < risks[2]


# From online to batch


def test_online_to_batch_is_the_average() -> None:
    assert online_to_batch([FIRST[0], FIRST[2]]) == (Fraction(1, 4), Fraction(5, 12), Fraction(1, 3))


def distance(p: Vector, q: Vector) -> Any:
    return tv(p, q)


def near(rng: Random, truth: Vector, alpha: Fraction) -> Vector:
    """A law within alpha of the truth, at a random fraction of the distance."""
    target = random_law(rng, len(truth))
    far = distance(truth, target)
    share = min(Fraction(1), alpha / far if far else Fraction(1)) * Fraction(rng.randrange(8, 11), 10)
    return tuple(p + share * (q - p) for p, q in zip(truth, target, strict=True))


def random_law(rng: Random, labels: int) -> Vector:
    entries = [Fraction(rng.randrange(1, 30)) for _ in range(labels)]
    return tuple(entry / sum(entries) for entry in entries)


def adversarial(rng: Random, truth: Vector, alpha: Fraction, size: int) -> list[Vector]:
    """More than half of the laws near the truth, the others anywhere, some of them repeated."""
    good = [near(rng, truth, alpha) for _ in range(size // 2 + 1)]
    bad = [near(rng, truth, alpha * rng.randrange(1, 9)) for _ in range(2)]
    listed = good + [rng.choice(bad) for _ in range(size - len(good))]
    rng.shuffle(listed)
    return listed


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8])
def test_the_median_trick(size: int) -> None:
    rng = Random(size)
    for _ in range(60):
        truth, alpha = random_law(rng, 3), Fraction(rng.randrange(1, 20), 100)
        estimates = adversarial(rng, truth, alpha, size)
        chosen = estimates[central_estimate(estimates)]
        assert 2 * sum(distance(chosen, e) <= radius(chosen, estimates) for e in estimates) > size
        assert distance(chosen, truth) <= 3 * alpha
        members = [random_law(rng, 3), truth, random_law(rng, 3)]
        assert distance(members[central_member(members, estimates)], truth) <= 2 * alpha


def coins(heads: Sequence[str]) -> list[Vector]:
    return [(Fraction(p), 1 - Fraction(p)) for p in heads]


def test_three_alpha_cannot_be_improved() -> None:
    """Truth 1/2, alpha = 1/10: three of five estimates are within alpha, and the chosen one is 29/100 off."""
    estimates = coins(["4/10", "4/10", "6/10", "79/100", "795/1000"])
    truth = (Fraction(1, 2), Fraction(1, 2))
    assert sum(distance(e, truth) <= Fraction(1, 10) for e in estimates) == 3
    assert central_estimate(estimates) == 3
    assert distance(estimates[3], truth) == Fraction(29, 100)
    assert central_member([truth, *coins(["79/100"])], estimates) == 0


def test_two_alpha_for_members_cannot_be_improved() -> None:
    estimates = coins(["6/10", "6/10", "3/10"])
    members = coins(["1/2", "69/100"])
    assert central_member(members, estimates) == 1
    assert distance(members[1], members[0]) == Fraction(19, 100)


def test_half_of_the_estimates_are_not_enough() -> None:
    estimates = coins(["1", "1", "1/10", "0"])
    assert central_estimate(estimates) == 0
    assert distance(estimates[0], (Fraction(1, 20), Fraction(19, 20))) > 3 * Fraction(1, 20)


def test_nothing_to_choose_from() -> None:
    with pytest.raises(ValueError, match="at least one"):
        central_estimate([])
    with pytest.raises(ValueError, match="at least one"):
        central_member([], coins(["1/2"]))
    with pytest.raises(ValueError, match="at least 2"):
        eta(1, 2)
