"""The Bayes mixture on reports: its risk against that of the game, and what is legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.analysis.distribution_game import OPEN, Fixed, Informed
from dpassay.analysis.distribution_learners import BAYES, RandomizedResponseLearner, randomized_response_users
from dpassay.analysis.game_risk import kl_risk
from dpassay.analysis.label_laws import read_table
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.online_mixture import MIXTURE, PRIVATE, Mixture, law, settings, weights
from dpassay.proofs_check.proof import facts

SETTINGS = list(settings())


@pytest.mark.parametrize("at", SETTINGS, ids=range(len(SETTINGS)))
def test_the_risk_is_that_of_the_game(at: Mixture) -> None:
    truth, tables = at.truth - 1, at.tables
    if at.chosen and at.exp_eps is not None:
        pytest.skip("the game tells labels, and not reports, to such a Nature")
    nature = (
        Informed(truth, len(tables), lambda y, _: tables[sum(y) % len(tables)]) if at.chosen else Fixed(truth, tables)
    )
    if at.exp_eps is None:
        expected = kl_risk(nature, OPEN, BAYES)
    else:
        users = randomized_response_users(at.labels, at.exp_eps)
        expected = kl_risk(nature, users, RandomizedResponseLearner(at.exp_eps))
    kl = MIXTURE.quantities["kl"].of
    assert kl is not None
    assert expected is not None
    rounds = range(1, len(tables) + 1)
    ours = sum(float(mass) * sum(float(kl(at, t, y)) for t in rounds) for y, mass in law(at).items())
    assert abs(ours - float(expected)) < 1e-12


def test_weights_by_hand() -> None:
    at = Mixture((read_table("1,0;1/2,1/2"),) * 2, 2)
    assert weights(at, 1, (0, 0)) == (0.5, 0.5)
    assert [float(w) for w in weights(at, 2, (0, 0))] == pytest.approx([2 / 3, 1 / 3])
    assert [float(w) for w in weights(at, 3, (0, 1))] == [0, 1]


TABLE = read_table("1,0;0,1")


@pytest.mark.parametrize(("rounds", "truth", "exp_eps"), [(0, 1, None), (1, 3, None), (1, 1, Fraction(1))])
def test_what_is_not_legal(rounds: int, truth: int, exp_eps: Fraction | None) -> None:
    with pytest.raises(ValueError, match="expected"):
        Mixture((TABLE,) * rounds, truth, exp_eps)


@pytest.mark.parametrize(
    "wrong",
    [
        "guess(t, y) = sum(f(t, j, y), j, 1, K)/K",
        "guess(t, y) = f(t, i, y)",
        "f(t, i, y)*exp(lf(t, y)) = f(t, i, y)",
        "kl(t) = sum(guess(t, y)*(lg(t, y) - lf(t, y)), y, 1, M)",
        "tv(t) = 2*sum([guess(t, y) < f(t, i, y)]*(f(t, i, y) - guess(t, y)), y, 1, M)",
        "tv(t) = sum([f(t, i, y) < guess(t, y)]*(f(t, i, y) - guess(t, y)), y, 1, M)",
        "reported(t) = sum(heard(t, y)*(log(heard(t, y)) - log(told(t, y))), y, 1, M)",
        "told(t, y) = c*f(t, i, y) + 1 - c",
        "heard(t, y) = guess(t, y)",
        "E(likelihood(t)/predicted(t), after(t - 1)) = 1",
        "E(predicted(t)/likelihood(t)) = 1/2",
        "E((1/truth(t + 1) - given(1/truth(t + 1)))**2, after(t - 1)) = 0",
    ],
)
def test_a_wrong_fact_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(PRIVATE, facts={"wrong": wrong}, narrows=None))
