"""The exact risks of the game, against sums over all of its runs."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpassay.analysis.channels import Channel
from dpassay.analysis.distribution_game import OPEN, Adaptive, Fixed, Informed, constant, play
from dpassay.analysis.distribution_learners import BAYES, Constant, Posterior, randomized_response_users
from dpassay.analysis.game_risk import batch_risk, kl_risk, round_risks, tv_risk
from dpassay.analysis.label_laws import average, kl, read_table
from dpassay.exact import LogForm, as_real, decide, log
from tests.analysis.game_cases import (
    FIRST,
    HALF,
    SECOND,
    USERS,
    by_hand,
    exact,
    histories,
    natures,
    players,
    random_table,
)


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


def test_a_truth_that_is_no_row_is_refused() -> None:
    with pytest.raises(ValueError, match=r"range\(3\)"):
        kl_risk(Adaptive(3, 1, lambda reports: FIRST), OPEN, BAYES)
