"""The class of liars: Algorithm 1 on it, against the reference learner on a class that is written out."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import Budget, as_real, log
from dpassay.proofs_check.models.games_of_liars import (
    Constants,
    Liars,
    divergence,
    met,
    paid,
    predicted,
    risk,
    says,
    sequences,
    weights,
)
from dpassay.proofs_check.models.liars import AT_LOG_T, LIARS, logarithmic_settings, settings, winning
from dpassay.proofs_check.proof import facts
from dpassay.reference import private_wma
from dpassay.reference import privatized_likelihood as shared

MANY = Liars(4000, 10**9, Fraction(10) ** 26, gamma=Fraction(3))


@pytest.mark.parametrize("model", [LIARS, AT_LOG_T], ids=lambda model: model.name)
def test_the_facts_hold(model: Any) -> None:
    assert set(facts.tested(model)) == set(model.facts)


def test_where_the_printed_rate_fails_10_holds_hardly_ever() -> None:
    assert float(met(MANY).evaluate().upper()) == pytest.approx(1 - math.exp(-math.exp(-3)), rel=1e-6)
    slower = Constants(MANY, printed=False)
    assert slower.least_risk < slower.right_of_10


def written_out(at: Liars, t: int) -> private_wma.Parameters:
    """The class of round t with a row for each function."""
    rows = [says(at, t, kind) for kind in at.kinds]
    table = (*rows, *[rows[-1]] * (at.experts - len(rows)))
    return private_wma.Parameters(Budget(epsilon=at.epsilon), at.delta, table, at.rounds, "printed")


@pytest.mark.parametrize("labels", sequences(Liars(3, 7, Fraction(1))))
def test_the_game_is_that_of_the_reference_learner_at_noises_that_are_smaller_than_c(labels: tuple[int, ...]) -> None:
    at = Liars(3, 7, Fraction(10**6))
    first = written_out(at, 1)
    most, eta = private_wma.largest_noise(first), private_wma.step_size(first)
    assert float(Constants(at).noise) == pytest.approx(float(most))
    assert float(Constants(at).tilt) == pytest.approx(float(eta * private_wma.normalization(first)))
    grown = shared.initial_weights(first)
    for t, label in enumerate((*labels, None), start=1):
        now = written_out(at, t)
        norm = sum(grown, as_real(0))
        for kind, enclosed in enumerate(weights(at, labels[: t - 1]), start=1):
            own = grown[kind - 1] if kind < len(at.kinds) else sum(grown[kind - 1 :], as_real(0))
            assert enclosed.overlaps((own / norm).evaluate())
        told: list[Any] = [as_real(p) for p in shared.prediction(grown, now)]  # type: ignore[arg-type]  # reals
        assert all(ball.overlaps(p.evaluate()) for ball, p in zip(predicted(at, labels[: t - 1]), told, strict=True))
        paid_now = -((told[0] * 2).log() + (told[1] * 2).log()) / 2
        assert abs(float(divergence(at, labels[: t - 1])) - float(paid_now)) < 0.1
        if label is not None:
            noises = [most * Fraction((-1) ** (j + t) * j, 8) for j in range(at.experts)]
            column = shared.centers(now)[label]
            report = [as_real(center) + noise for center, noise in zip(column, noises, strict=True)]
            grown = shared.update(grown, private_wma.losses(report, now), eta)


@pytest.mark.parametrize("at", [*settings(), *logarithmic_settings()], ids=str)
def test_the_least_risk_is_below_what_is_paid(at: Liars) -> None:
    assert Constants(at).least_risk < paid(at).upper()
    if at.experts > 10**6:
        assert 2 * Constants(at).least_risk > paid(at)  # it is not an empty one


def test_constants_from_their_formulas() -> None:
    at = Constants(Liars(10, 19, Fraction(1)))
    total = math.log(190)
    scale = (2 * math.sqrt(38 * math.log(10)) + math.sqrt(19)) * total
    assert float(at.noise) == pytest.approx(scale * (math.log(10) + total))
    assert float(at.normalization) == pytest.approx(1 / (total + 2 * float(at.noise)))
    assert float(at.all_small) == pytest.approx((1 - 0.1 / 190) ** 190)


def test_the_risk_is_between_the_floor_and_its_largest_value() -> None:
    enclosed = risk(winning(10**6)).evaluate()
    low, high = float(enclosed.lower()), float(enclosed.upper())
    assert 0.9 * float(Constants(winning(10**6)).least_risk) < low < high
    assert high == pytest.approx(10**6 * math.log(2 * 10**6), rel=1e-6)


def test_no_round_costs_more_than_ln_2_t() -> None:
    at = Liars(5, 10**6, Fraction(10) ** 30)
    assert max(float(divergence(at, labels)) for labels in sequences(at)) < float(as_real(log(10)))


@pytest.mark.parametrize(("rounds", "experts", "epsilon"), [(2, 9, 1), (10, 18, 1), (10, 19, 0)])
def test_what_is_not_legal(rounds: int, experts: int, epsilon: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Liars(rounds, experts, Fraction(epsilon))
