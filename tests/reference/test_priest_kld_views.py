"""What the server of each model sees, exactly: laws question by question, and known deltas of the printed text."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from scipy import stats

from dpassay.exact import as_real, exp, hockey_stick_divergence, log
from dpassay.reference import priest_kld_views as views
from dpassay.reference.priest_kld_estimator import Clients, frequency_laws, moments
from dpassay.reference.priest_kld_noise import standard_deviation
from dpassay.reference.priest_kld_setting import Parameters

F = Fraction
THREE: Clients = ((0,), (0,), (0,), (1,), (1,))
TWO: Clients = ((1,), (0,), (0,), (1,), (1,))
"""The only adjacent histograms of five items of two letters, each held twice at least."""


def read(**changes: object) -> Parameters:
    good: dict[str, object] = {"epsilon": "1", "delta": "1/20", "reference": "1/2,1/2", "clients": "5"}
    return Parameters.read({**good, **changes})


def number(value: object) -> float:
    return float(as_real(value))


def test_questions_have_their_probabilities_and_tags() -> None:
    p = read(trust="dist", rounds=2, reference="1/3,2/3", clients="3", participants="2")
    questions = list(views.asked(p))
    assert len(questions) == (2 * 3) ** 2
    assert sum(question.probability for question in questions) == 1
    one = questions[0 * 6 + 5]
    assert one == (5, F(1, 9) * F(1, 3) * F(2, 3), (0, 1), ((0, 1), (1, 2)))
    assert views.shares_of(((0,), (0,), (1,)), one, p) == (F(1), F(1, 2))
    with pytest.raises(ValueError, match="rounds = 20: expected at most 512 different questions"):
        next(views.asked(read(rounds=20)))


@pytest.mark.parametrize("trust", ["trusted", "tagg"])
def test_the_mean_over_the_questions_is_that_of_the_estimate(trust: str) -> None:
    p = read(trust=trust, rounds=2, reference="1/3,2/3", participants="4", floor="1/9", lam="3")
    expected = moments(p.reference, frequency_laws(THREE, 2, 4), p.floor)
    parts = [(q.probability, sum(views.numbers(THREE, q, p), log(1))) for q in views.asked(p)]
    mean = sum((w * value for w, value in parts), log(1))
    assert mean / (2 if trust == "tagg" else 1) == expected.expectation(p.lam)


def test_the_printed_sums_estimate_minus_the_divergence() -> None:
    p = read(trust="tagg", reference="1/3,2/3", clients="6", calibration="printed")
    even: Clients = ((0,), (0,), (0,), (1,), (1,), (1,))
    mean = sum((q.probability * sum(views.numbers(even, q, p), log(1)) for q in views.asked(p)), log(1))
    divergence = F(1, 3) * log(F(2, 3)) + F(2, 3) * log(F(4, 3))
    assert mean == -divergence
    assert divergence > 0


def test_one_noise_in_both_sums_tells_everything() -> None:
    """Algorithm 2 as printed: the least delta is 1, whatever the noise and epsilon."""
    p = read(trust="tagg", lam="1")
    for sigma in (F(1, 10), F(10**6)):
        assert views.shared_delta(THREE, TWO, p, exp(5), sigma) == 1
    assert number(views.view_delta(THREE, TWO, p, exp(1), F(100))) < 1e-4
    assert number(views.shared_delta(THREE, THREE, p, exp(1), 1)) == 0


def test_one_noise_hides_what_moves_both_sums_alike() -> None:
    """Where B - A does not move, the one noise is that of a single number."""
    p = read(trust="tagg", lam="0", floor="1/2", clients="2")
    pair: tuple[Clients, Clients] = ((0,), (0,)), ((0,), (0,))
    assert views.shared_delta(*pair, p, 1, 1) == 0


def test_independent_noises_that_hide_the_sum_do_not_hide_the_pair() -> None:
    p = read(trust="tagg", lam="1")
    change = float(log(F(3, 2)) - F(2, 5))
    total = math.sqrt(2 * math.log(25)) * change  # classical noise for the sensitivity of the estimate at (1, 1/20)
    sigma = F(total / math.sqrt(2))
    assert number(views.view_delta(THREE, TWO, p, exp(1), sigma)) > 1 - 1e-9
    assert number(views.estimate_delta(THREE, TWO, p, exp(1), F(total))) < 1 / 20


def test_two_sums_are_as_private_as_their_distance_in_the_plane() -> None:
    p, sigma = read(trust="tagg", lam="1"), F(1)
    gap = math.hypot(math.log(3 / 2), 2 / 5)
    expected = stats.norm.cdf(gap / 2 - 1 / (4 * gap)) - math.exp(1 / 4) * stats.norm.cdf(-gap / 2 - 1 / (4 * gap))
    assert number(views.view_delta(THREE, TWO, p, exp(F(1, 4)), sigma)) == pytest.approx(expected)


@pytest.mark.parametrize(("rounds", "delta"), [(7, 0.0467745), (8, 0.0599523)])
def test_reports_on_one_letter_again_and_again_use_up_the_budget(rounds: int, delta: float) -> None:
    """Noise for the sensitivity sqrt(2) / N, as the proof of Theorem 4.11 has it, given that all T letters are two."""
    p = read(trust="dist", rounds=rounds)
    sigma = F(math.sqrt(2 * math.log(25)) * math.sqrt(2) / 5)
    assert number(views.view_delta(THREE, TWO, p, exp(1), sigma)) == pytest.approx(delta, rel=1e-5)
    own = hockey_stick_divergence(views.view(THREE, p), views.view(TWO, p), exp(1))
    assert number(own) == pytest.approx(1 / 20)
    assert standard_deviation((0,) * rounds, p) > 0


def test_noise_for_the_divergence_does_not_hide_the_estimate() -> None:
    """N = 6: KL(Pi || .) moves by log 3 - 3/2 log 2, the estimate at x = 1 by log 3/2 (the text's Theorem 4.6)."""
    p = read(clients="6", lam="0")
    even: Clients = ((0,), (0,), (0,), (1,), (1,), (1,))
    uneven: Clients = ((0,), (0,), (0,), (0,), (1,), (1,))
    moved = float(log(3) - F(3, 2) * log(2))
    sigma = F(math.sqrt(2 * math.log(25)) * moved)
    assert number(views.view_delta(uneven, even, p, exp(1), sigma)) > 0.723667 / 2


def test_only_what_a_model_releases_can_be_asked_for() -> None:
    with pytest.raises(ValueError, match="trust = trusted: expected tagg"):
        views.shared_delta(THREE, TWO, read(), 2, 1)
    with pytest.raises(ValueError, match="trust = dist: expected trusted or tagg"):
        views.estimate_delta(THREE, TWO, read(trust="dist"), 2, 1)
    with pytest.raises(ValueError, match="sigma = 0"):
        views.view(THREE, read(), 0)
