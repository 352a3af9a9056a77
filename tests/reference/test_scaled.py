"""Twice the privacy loss, and a share of the noise: every mechanism knows itself at both, a new one by default."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest

from dpassay.exact import Budget, GaussianLaw, LaplaceMixture, as_positive_fraction
from dpassay.reference import (
    MECHANISMS,
    Mechanism,
    gaussian,
    label_clipping,
    with_loss_scaled,
    with_noise_scaled,
    with_rational_powers,
)
from dpassay.reference.mechanism import ConcentratedGuarantee, MechanismParameters, parameter
from tests.mutants.registry import AUDITED

F = Fraction
PARAMETERS: dict[str, dict[str, object]] = {name: dict(given) for name, given in AUDITED.items()}
PARAMETERS["lazy_to_private"] = {
    "learning_rate": "1/2",
    "batch": "1",
    "fake_switch": "1/4",
    "rounds": "4",
    "experts": "3",
}
ADDITIVE = {name for name, spec in MECHANISMS.items() if hasattr(spec.module, "rescaled")}


def of(name: str, **change: object) -> tuple[Mechanism, Any]:
    spec = MECHANISMS[name]
    return spec, spec.Parameters.read({**PARAMETERS[name], **change})


def loss(spec: Mechanism, parameters: Any) -> float:
    """The published epsilon, or rho where that is what is published."""
    promised = spec.guarantee(parameters)
    return float(promised.rho if isinstance(promised, ConcentratedGuarantee) else promised.budget.epsilon)


def test_every_mechanism_is_here() -> None:
    assert set(PARAMETERS) == set(MECHANISMS)


@pytest.mark.parametrize("name", [name for name in PARAMETERS if name != "label_clipping"])
@pytest.mark.parametrize("factor", [F(2), F(21, 20)])
def test_the_published_loss_grows_by_the_factor(name: str, factor: Fraction) -> None:
    spec, parameters = of(name)
    scaled = with_loss_scaled(spec, parameters, factor)
    grown = factor**2 if name == "discrete_gaussian" else factor  # rho goes with the square of the scale
    assert loss(spec, scaled) == pytest.approx(float(grown) * loss(spec, parameters), rel=1e-7)
    assert with_loss_scaled(spec, parameters, F(1)) == parameters


def test_a_horizon_is_the_longest_whose_loss_is_not_larger() -> None:
    spec, parameters = of("label_clipping")
    scaled = with_loss_scaled(spec, parameters, F(2))
    assert scaled is not None
    longer = replace(scaled, rounds=scaled.rounds + 1)
    assert loss(spec, scaled) <= 2 * loss(spec, parameters) < loss(spec, longer)
    assert with_loss_scaled(spec, parameters, F(101, 100)) == parameters  # no horizon lies in between
    assert label_clipping.scaled(replace(parameters, rounds=1), F(2)).rounds == 1  # nothing is lost, nothing doubles


def test_a_rate_given_as_a_power_of_e_is_no_less_cautious() -> None:
    """The published bound of lazy to private is less than linear in the rate there: a little less than the factor."""
    spec, parameters = of("lazy_to_private", learning_rate=None, exp_learning_rate="3/2")
    scaled = with_loss_scaled(spec, parameters, F(2))
    assert 1.8 < loss(spec, scaled) / loss(spec, parameters) <= 2


def test_a_sigma_of_the_users_own_shrinks_as_the_calibration_does() -> None:
    spec, parameters = of("gaussian")
    own = replace(parameters, sigma=3 * parameters.standard_deviation)
    doubled = replace(parameters, budget=Budget(2))
    assert gaussian.scaled(own, F(2)).sigma == 3 * doubled.standard_deviation
    assert gaussian.scaled(parameters, F(2)) == doubled
    assert spec.guarantee(gaussian.scaled(own, F(2))) == spec.guarantee(doubled)
    alone = gaussian.Parameters.read(sensitivity=1, sigma=3)
    assert gaussian.scaled(alone, F(2)).sigma == F(3, 2)


@pytest.mark.parametrize("name", list(PARAMETERS))
def test_who_only_adds_noise(name: str) -> None:
    assert {"laplace", "discrete_laplace", "gaussian", "discrete_gaussian"} <= ADDITIVE
    spec, parameters = of(name)
    assert (with_noise_scaled(spec, parameters, F(1)) is not None) == (name in ADDITIVE)


def test_noise_has_its_share_of_the_scale() -> None:
    half = F(1, 2)
    spec, parameters = of("laplace")
    before, after = spec.law(F(0), parameters), spec.law(F(0), with_noise_scaled(spec, parameters, half))
    assert isinstance(before, LaplaceMixture)
    assert isinstance(after, LaplaceMixture)
    assert float(after.rate) == 2 * float(before.rate)
    spec, parameters = of("gaussian")
    normal = spec.law(F(0), with_noise_scaled(spec, parameters, half))
    assert isinstance(normal, GaussianLaw)
    assert float(normal.sigma) == float(parameters.standard_deviation) / 2
    spec, parameters = of("discrete_gaussian")
    assert replace(parameters, sigma_squared=F(1, 4)) == with_noise_scaled(spec, parameters, half)
    spec, parameters = of("discrete_laplace")
    assert replace(parameters, budget=Budget(1)) == with_noise_scaled(spec, parameters, half)


@dataclass(frozen=True, slots=True)
class Mine(MechanismParameters):
    """The parameters of a mechanism that someone else wrote."""

    budget: Budget
    width: Fraction = parameter(as_positive_fraction, "a width")


@dataclass(frozen=True, slots=True)
class Bare(MechanismParameters):
    """Parameters without any budget."""

    width: Fraction = parameter(as_positive_fraction, "a width")


def test_a_mechanism_that_says_nothing_is_scaled_by_its_budget() -> None:
    silent = cast("Mechanism", SimpleNamespace(NAME="mine"))
    assert with_loss_scaled(silent, Mine(Budget(1), F(3)), F(2)) == Mine(Budget(2), F(3))
    assert with_loss_scaled(silent, Bare(F(3)), F(2)) is None
    telling = cast("Mechanism", SimpleNamespace(scaled=lambda p, factor: replace(p, width=p.width / factor)))
    assert with_loss_scaled(telling, Bare(F(3)), F(2)) == Bare(F(3, 2))


def test_less_than_the_loss_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="factor = 1/2: expected"):
        with_loss_scaled(*of("laplace"), F(1, 2))


@pytest.mark.parametrize(("name", "field"), [("exponential", "budget"), ("lazy_to_private", "rate")])
def test_rational_powers_are_near_and_not_larger(name: str, field: str) -> None:
    _, parameters = of(name)
    before, near = (getattr(each, field) for each in (parameters, with_rational_powers(parameters)))
    assert before.given_exp_eps is None
    assert near.given_exp_eps is not None
    assert 0 <= float(before.exp_eps) - float(near.given_exp_eps) <= 2**-24


def test_what_is_given_as_a_power_stays() -> None:
    _, parameters = of("randomized_response")
    assert with_rational_powers(parameters) == parameters
