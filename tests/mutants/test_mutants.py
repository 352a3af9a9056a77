"""The contract rejects every wrong implementation and passes every correct one.

The alpha of a contract is 1e-6; a correct and a fast implementation of each mechanism share 2e-6. Seeds are fixed.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from dpassay.exact import (
    DiscreteGaussianLaw,
    Dist,
    GaussianLaw,
    LaplaceMixture,
    Law,
    NormalVector,
    TaggedGaussians,
    two_sided_geometric,
)
from dpassay.properties.contracts import CONTRACTS
from dpassay.properties.run import Violation
from dpassay.reference import MECHANISMS
from tests.mutants.registry import CORRECT, MUTANTS, PARAMETERS
from tests.once import simulated_once


@pytest.fixture(autouse=True)
def _simulated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.properties.goodness_of_fit.simulated_statistics", simulated_once)


ALL_MUTANTS = [(mechanism, name) for mechanism, mutants in MUTANTS.items() for name in mutants]


def test_every_mechanism_has_mutants() -> None:
    assert set(MECHANISMS) == set(MUTANTS) == set(CORRECT) == set(PARAMETERS)
    assert min(len(mutants) for mutants in MUTANTS.values()) >= 4


@pytest.mark.statistical
@pytest.mark.parametrize(("mechanism", "name"), ALL_MUTANTS)
def test_a_mutant_is_rejected(mechanism: str, name: str) -> None:
    result = CONTRACTS[mechanism].check_one("law", MUTANTS[mechanism][name])
    assert result.status == "failed", result
    assert "follow the law" in result.detail


@pytest.mark.statistical
@pytest.mark.parametrize(("mechanism", "name"), ALL_MUTANTS)
def test_what_gives_a_mutant_away_is_its_law(mechanism: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.properties.contract.EXAMPLES", 2)
    contract = CONTRACTS[mechanism]
    results = contract.check(MUTANTS[mechanism][name], samples=1, skip=("law", "guarantee"))
    assert all(result.status != "failed" for result in results), results


@pytest.mark.statistical
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_correct_implementation_passes(mechanism: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.properties.contract.EXAMPLES", 5)
    CONTRACTS[mechanism].require(CORRECT[mechanism])


@pytest.mark.statistical
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_fast_implementation_passes(mechanism: str) -> None:
    fast = getattr(importlib.import_module(f"dpassay.fast.{mechanism}"), mechanism)
    CONTRACTS[mechanism].require(fast, skip=("guarantee",))


# What some of the mutants do to privacy, exactly: the same machinery that accepts the reference's law refuses theirs.


def _formula_of_two(data: int, parameters: Any) -> Law:
    others, t = parameters.categories - 1, parameters.budget.exp_eps
    truth = t / (1 + t)
    return Dist({y: truth if y == data else (1 - truth) / others for y in range(parameters.categories)})


def _last_label_missing(data: int, parameters: Any) -> Law:
    t, k = parameters.budget.exp_eps, parameters.categories
    others = [y for y in range(k) if y != data][:-1]
    return Dist({data: t / (t + k - 1)} | {y: (1 - t / (t + k - 1)) / len(others) for y in others})


def _without_sensitivity(data: int, parameters: Any) -> Law:
    return two_sided_geometric(data, parameters.budget.exp(-1))


def _narrow_geometric(data: int, parameters: Any) -> Law:
    return two_sided_geometric(data, parameters.budget.exp(Fraction(-10, 9 * parameters.sensitivity)))


def _narrow_laplace(data: Fraction, parameters: Any) -> Law:
    return LaplaceMixture([1], [data], parameters.budget.epsilon / parameters.sensitivity * Fraction(10, 9))


def _laplace_without_sensitivity(data: Fraction, parameters: Any) -> Law:
    return LaplaceMixture([1], [data], parameters.budget.epsilon)


def _narrow_gaussian(data: Fraction, parameters: Any) -> Law:
    return GaussianLaw(data, parameters.standard_deviation * Fraction(9, 10))


def _slightly_narrow_gaussian(data: Fraction, parameters: Any) -> Law:
    return GaussianLaw(data, parameters.standard_deviation * (1 - Fraction(1, 1 << 50)))


def _narrow_discrete_gaussian(data: int, parameters: Any) -> Law:
    return DiscreteGaussianLaw(data, parameters.sigma_squared * Fraction(81, 100))


def _twice_the_budget(mechanism: str) -> Callable[[Any, Any], Law]:
    """The law without the factor 2."""
    module = MECHANISMS[mechanism]

    def law(data: Any, parameters: Any) -> Law:
        doubled = module.Parameters.read(
            epsilon=2 * parameters.budget.given_epsilon, sensitivity=parameters.sensitivity
        )
        return module.law(data, doubled)

    return law


def _revealed_too_often(data: int, parameters: Any) -> Law:
    hidden = 1 - parameters.rounds * parameters.delta
    without = MECHANISMS["composition"].law(data, type(parameters)(parameters.budget, parameters.rounds))
    assert isinstance(without, Dist)
    return Dist.mixture([(hidden, without), (1 - hidden, Dist.point(parameters.rounds + 1 if data else -1))])


def _learner_without_factor_two(data: Any, parameters: Any) -> Law:
    return MECHANISMS["private_pac"].law(data, type(parameters)(parameters.budget.times(2), parameters.dimension))


def _fake_switches_of_almost_no_probability(data: Any, parameters: Any) -> Law:
    """So that a real switch tells more of the losses than the guarantee says."""
    return MECHANISMS["lazy_to_private"].law(data, replace(parameters, fake_switch=Fraction(1, 1_000)))


def _labels_that_almost_never_go_astray(data: Any, parameters: Any) -> Law:
    return MECHANISMS["label_clipping"].law(data, replace(parameters, rounds=10**45))


def _reports_of_such_labels(mechanism: str) -> Callable[[Any, Any], Law]:
    """The law with hardly any noise, on labels of which hardly any goes astray."""
    module: Any = MECHANISMS[mechanism].module
    return lambda data, parameters: module.law_with_rate(data, replace(parameters, rounds=10**45), Fraction(100))


def _hardly_any_noise(data: Any, parameters: Any) -> Law:
    """A tenth of the noise that two sums over two rounds need."""
    right: Any = MECHANISMS["priest_kld"].law(data, parameters)
    given = {tag: NormalVector(law.centers, law.sigma / 10) for tag, law in right.given.items()}
    return TaggedGaussians(right.tags, given)


LESS_PRIVATE: list[tuple[str, Callable[[Any, Any], Law]]] = [
    ("randomized_response", _formula_of_two),
    ("randomized_response", _last_label_missing),
    ("discrete_laplace", _without_sensitivity),
    ("discrete_laplace", _narrow_geometric),
    ("laplace", _narrow_laplace),
    ("laplace", _laplace_without_sensitivity),
    ("gaussian", _narrow_gaussian),
    ("gaussian", _slightly_narrow_gaussian),
    ("discrete_gaussian", _narrow_discrete_gaussian),
    ("exponential", _twice_the_budget("exponential")),
    ("private_pac", _learner_without_factor_two),
    ("composition", _revealed_too_often),
    ("lazy_to_private", _fake_switches_of_almost_no_probability),
    ("label_clipping", _labels_that_almost_never_go_astray),
    ("private_wma", _reports_of_such_labels("private_wma")),
    ("private_exp3", _reports_of_such_labels("private_exp3")),
    ("priest_kld", _hardly_any_noise),
]


@pytest.mark.parametrize(("mechanism", "law"), LESS_PRIVATE)
def test_the_exact_guarantee_of_a_mutant_fails(mechanism: str, law: Callable[[Any, Any], Law]) -> None:
    contract, parameters = CONTRACTS[mechanism], MECHANISMS[mechanism].Parameters.read(PARAMETERS[mechanism])
    pairs = list(MECHANISMS[mechanism].neighbors(parameters))
    for pair in pairs:
        contract.check_pair(parameters, pair)
    assert any(_refuted(partial(contract.check_pair, parameters, pair, law)) for pair in pairs)


def _refuted(check: Callable[[], None]) -> bool:
    try:
        check()
    except Violation as violation:
        return "does not hold between" in str(violation)
    return False
