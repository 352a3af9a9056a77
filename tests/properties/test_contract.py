"""The contract itself: each of its checks can fail, at what the check is about and only there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from dpassay.exact import Budget, Dist, as_fraction, as_integer
from dpassay.properties.batches import STAGE_ALPHA, stages
from dpassay.properties.contract import ALPHA, PRIVACY, CheckResult, Contract, subject_of
from dpassay.properties.contracts import CONTRACTS, contract
from dpassay.properties.run import Case
from dpassay.properties.target import accepted, arguments, is_seeded, offered, plain
from dpassay.reference import MECHANISMS, Guarantee, MechanismParameters
from dpassay.reference.mechanism import parameter
from tests.mutants.registry import CORRECT

LAPLACE = CONTRACTS["laplace"]
FORM = ("law", "guarantee")  # skipped where form is at issue


def statuses(results: list[CheckResult], status: str) -> set[str]:
    return {result.id for result in results if result.status == status}


def failures(target: Callable[..., Any], mechanism: str = "laplace") -> set[str]:
    return statuses(CONTRACTS[mechanism].check(target, skip=FORM), "failed")


def wrapped(change: Callable[[Any], Any]) -> Callable[..., Any]:
    """The correct Laplace mechanism with its output changed."""

    def target(data: float, *, size: int, rng: np.random.Generator, epsilon: float, sensitivity: float) -> Any:
        return change(CORRECT["laplace"](data, size=size, rng=rng, epsilon=epsilon, sensitivity=sensitivity))

    return target


def test_ids() -> None:
    assert LAPLACE.ids == (
        "laplace::law",
        "laplace::guarantee",
        "laplace::any_parameters",
        "laplace::shape",
        "laplace::size_zero",
        "laplace::size_one",
        "laplace::dtype",
        "laplace::determinism",
        "laplace::rejects_epsilon",
        "laplace::rejects_sensitivity",
        "laplace::rejects_data",
        "laplace::rejects_size",
    )


def test_every_mechanism_has_a_contract() -> None:
    assert list(CONTRACTS) == list(MECHANISMS)
    with pytest.raises(ValueError, match=r"did you mean 'laplace'\?"):
        contract("laplce")


def test_a_correct_target_has_no_failure() -> None:
    results = LAPLACE.check(wrapped(lambda outputs: outputs), skip=("guarantee",))
    assert statuses(results, "failed") == set()
    assert statuses(results, "skipped") == {"laplace::guarantee"}
    assert [result.p_value is not None for result in results] == [True] + [False] * 11
    assert "4 cases, alpha = 1e-06" in str(results[0])


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda outputs: outputs.tolist(), set()),
        (lambda outputs: [outputs.tolist()], {"any_parameters", "shape", "size_zero", "size_one"}),
        (lambda outputs: outputs[:, None], {"any_parameters", "shape", "size_zero", "size_one"}),
        (lambda outputs: outputs[:-1], {"any_parameters", "shape", "size_one"}),
        (lambda outputs: outputs if outputs.size else np.zeros(1), {"size_zero"}),
        (lambda outputs: outputs if len(outputs) != 1 else outputs[0], {"size_one"}),
        (np.rint, set()),  # floats all the same: only the law would show it
        (lambda outputs: outputs.astype(np.int64), {"dtype"}),
        (lambda outputs: outputs + np.random.default_rng().random(), {"determinism"}),
        (lambda outputs: np.arange(len(outputs)) + 0.5, {"determinism"}),
        (lambda outputs: np.where(outputs > outputs.max(initial=0) / 2, np.nan, outputs), {"any_parameters"}),
    ],
)
def test_wrong_form(change: Callable[[Any], Any], expected: set[str]) -> None:
    assert {name.partition("::")[2] for name in failures(wrapped(change))} == expected


def test_a_generator_that_is_copied_is_not_advanced() -> None:
    def target(data: float, *, size: int, rng: np.random.Generator, epsilon: float, sensitivity: float) -> Any:
        copy = np.random.Generator(np.random.PCG64())
        copy.bit_generator.state = rng.bit_generator.state
        return CORRECT["laplace"](data, size=size, rng=copy, epsilon=epsilon, sensitivity=sensitivity)

    assert failures(target) == {"laplace::determinism"}


def test_missing_checks_of_input() -> None:
    def target(data: float, *, size: int, rng: np.random.Generator, epsilon: float, sensitivity: float) -> Any:
        with np.errstate(all="ignore"):
            noise = rng.laplace(size=max(size, 0)) * (np.float64(sensitivity) / np.float64(epsilon))
        return data + noise

    names = ("epsilon", "sensitivity", "data", "size")
    assert failures(target) == {f"laplace::rejects_{name}" for name in names}


def test_a_target_that_raises_fails_with_what_it_raised() -> None:
    def target(data: float, *, size: int, rng: np.random.Generator) -> Any:
        raise RuntimeError("out of\norder")

    result = LAPLACE.check_one("shape", target)
    assert result.status == "failed"
    assert "RuntimeError: out of order for data =" in result.detail
    assert "epsilon = nan" not in result.detail
    assert LAPLACE.check_one("law", target).status == "failed"


def test_an_unseeded_target_is_not_asked_for_determinism() -> None:
    own = np.random.default_rng(7)

    def target(data: float, *, size: int, epsilon: float, sensitivity: float) -> Any:
        return CORRECT["laplace"](data, size=size, rng=own, epsilon=epsilon, sensitivity=sensitivity)

    result = LAPLACE.check_one("determinism", target)
    assert (result.status, result.detail) == ("skipped", "the target is unseeded")
    declared = wrapped(lambda outputs: outputs)
    declared.unseeded = True  # type: ignore[attr-defined]  # how a target declares it
    assert LAPLACE.check_one("determinism", declared).status == "skipped"


def test_an_argument_that_the_target_does_not_take_is_skipped() -> None:
    def target(data: float, *, size: int, rng: np.random.Generator, epsilon: float) -> Any:
        return CORRECT["laplace"](data, size=size, rng=rng, epsilon=epsilon, sensitivity=1.0)

    assert LAPLACE.check_one("rejects_sensitivity", target).status == "skipped"


def test_outputs_outside_of_the_support() -> None:
    def target(data: int, *, size: int, rng: np.random.Generator, epsilon: float, categories: int) -> Any:
        return np.full(size, categories)

    assert "randomized_response::any_parameters" in failures(target, "randomized_response")
    law = CONTRACTS["randomized_response"].check_one("law", target)
    assert "20000 of 20000 outputs are none that the law can give" in law.detail
    assert law.p_value == 0


def test_a_target_that_takes_no_size_is_called_for_every_answer() -> None:
    calls = []

    def target(data: float, *, rng: np.random.Generator, epsilon: float, sensitivity: float) -> Any:
        calls.append(data)
        return CORRECT["laplace"](data, size=1, rng=rng, epsilon=epsilon, sensitivity=sensitivity)[0]

    results = LAPLACE.check(target, skip=("guarantee",), samples=300)
    assert statuses(results, "failed") == set()
    assert statuses(results, "skipped") == {f"laplace::{name}" for name in ("guarantee", *SIZES)}
    assert len(calls) > 4 * 300
    wrong = LAPLACE.check_one("law", lambda data, *, rng, epsilon: data + rng.laplace(scale=epsilon), samples=2_000)
    assert wrong.status == "failed"


SIZES = ("size_zero", "size_one", "rejects_size")


def test_a_check_is_about_privacy_or_hygiene() -> None:
    assert [name for name in LAPLACE.ids if subject_of(name) == "privacy"] == [f"laplace::{name}" for name in PRIVACY]
    results = LAPLACE.check(wrapped(lambda outputs: outputs), skip=LAPLACE.ids)
    assert [result.subject for result in results] == ["privacy"] * 3 + ["hygiene"] * 9


def test_a_contract_of_ones_own() -> None:
    """A mechanism that this project does not have: it reports a bit, or the other one with probability 1 - keep."""

    @dataclass(frozen=True)
    class Parameters(MechanismParameters):
        keep: Fraction = parameter(as_fraction, "how likely the bit is kept, above 1/2")

    def budget(p: Parameters) -> Guarantee:
        return Guarantee("any_pair", Budget(exp_eps=p.keep / (1 - p.keep)))

    mechanism: Any = SimpleNamespace(
        NAME="kept_bit",
        Parameters=Parameters,
        check_data=lambda data, _: as_integer(data, "data"),
        law=lambda data, p: Dist({data: p.keep, 1 - data: 1 - p.keep}),
        neighbors=lambda _: iter([(0, 1), (1, 0)]),
        guarantee=budget,
    )
    own = Contract(
        mechanism,
        parameters=lambda: st.just(Parameters(Fraction(3, 4))),
        data=lambda _: st.integers(0, 1),
        neighbors=lambda _: st.just((0, 1)),
        cases=(Case({"keep": "3/4"}, 1),),
        bad={"keep": (-1.0,)},
    )

    def target(data: int, *, size: int, rng: np.random.Generator, keep: float) -> Any:
        return np.where(rng.random(size) < keep, data, 1 - data)

    assert {result.id for result in own.check(target) if result.status == "failed"} == {"kept_bit::rejects_keep"}
    wrong = own.check_one("law", lambda data, *, size, rng, keep: target(data, size=size, rng=rng, keep=0.7))
    assert wrong.status == "failed"


def test_require_lists_every_failure() -> None:
    with pytest.raises(AssertionError, match="2 of 12 checks failed:") as caught:
        LAPLACE.require(wrapped(lambda outputs: 2 * outputs.astype(np.int64)), skip=("laplace::guarantee",))
    lines = str(caught.value).splitlines()
    assert [line.split(":")[0].strip() for line in lines[1:]] == ["laplace", "laplace"]
    assert "laplace::law: outputs do not follow the law at data = 7/3, epsilon = 1, sensitivity = 2: p = " in lines[1]
    assert "laplace::dtype: the target returned dtype int64: expected floats" in lines[2]


def test_a_guarantee_that_is_too_good_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    module = MECHANISMS["laplace"]

    def boast(parameters: Any) -> Guarantee:
        return Guarantee("replace_one", type(parameters.budget)(exp_eps=1 + Fraction(1, 10**9)))

    monkeypatch.setattr(module, "guarantee", boast)
    result = LAPLACE.check_one("guarantee", CORRECT["laplace"])
    assert result.status == "failed"
    assert "does not hold between 0 and" in result.detail


@pytest.mark.statistical
def test_the_level_of_the_law_check() -> None:
    """At alpha = 1/4, 200 runs of a correct target fail at most 73 times, but for a chance of 1e-4 (exact binomial)."""
    two_labels = CONTRACTS["randomized_response"]
    small = Contract(
        two_labels.mechanism,
        two_labels.parameters,
        two_labels.data,
        two_labels.neighbors,
        (Case({"exp_eps": 2, "categories": 2}, 0), Case({"exp_eps": 3, "categories": 3}, 1)),
        two_labels.bad,
    )
    target = CORRECT["randomized_response"]
    runs = [small.check_one("law", target, alpha=0.25, seed=seed, samples=100) for seed in range(200)]
    assert 5 < sum(run.status == "failed" for run in runs) <= 73


@pytest.mark.parametrize("level", [0.9, 0.1, 1e-3, 1e-6, 1e-6 / 4, 1e-12])
def test_every_batch_is_tested_at_a_level_that_simulation_reaches(level: float) -> None:
    assert level ** (1 / stages(level)) >= STAGE_ALPHA


@pytest.mark.parametrize(
    ("arguments_", "message"),
    [
        ({"alpha": 0.0}, "alpha = 0.0: expected a number between 0 and 1"),
        ({"alpha": 1.0}, "alpha = 1.0: expected"),
        ({"alpha": float("nan")}, "alpha = nan: expected"),
        ({"seed": -1}, "seed = -1: expected"),
        ({"samples": 0}, "samples = 0: expected"),
        ({"skip": ("lw",)}, r"check = 'lw': expected one of .*did you mean 'laplace::law'\?"),
        ({"skip": ("gaussian::law",)}, "expected one of laplace::law"),
    ],
)
def test_bad_arguments(arguments_: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        LAPLACE.check(CORRECT["laplace"], **arguments_)


def test_a_target_must_be_callable() -> None:
    with pytest.raises(ValueError, match="target = 3: expected a callable"):
        LAPLACE.check(3)  # type: ignore[arg-type]


def test_what_a_target_is_given() -> None:
    gaussian = MECHANISMS["gaussian"].Parameters
    read = gaussian.read(exp_eps="3/2", delta="1/8", sensitivity=2)
    values = offered(read)
    assert values == {"epsilon": pytest.approx(0.4054651), "exp_eps": Fraction(3, 2), "delta": 0.125, "sensitivity": 2}
    assert [type(values[name]) for name in ("epsilon", "exp_eps", "delta", "sensitivity")] == [
        float,
        Fraction,
        float,
        int,
    ]
    assert plain((Fraction(1), Fraction(1, 2))) == [1.0, 0.5]
    assert isinstance(plain(3), int)


def test_exp_eps_takes_the_place_of_epsilon_where_it_is_named() -> None:
    values: dict[str, object] = {"epsilon": 0.4, "exp_eps": Fraction(3, 2), "sensitivity": 1}

    def by_epsilon(data: Any, *, size: int, epsilon: float) -> None: ...
    def by_either(data: Any, *, size: int, epsilon: float = 1, exp_eps: object = None) -> None: ...
    def by_anything(data: Any, *, size: int, **parameters: object) -> None: ...

    assert arguments(by_epsilon, values) == {"epsilon": 0.4}
    assert arguments(by_either, values) == {"exp_eps": Fraction(3, 2)}
    assert arguments(by_anything, values) == {"epsilon": 0.4, "sensitivity": 1}
    assert not accepted(by_anything)("exp_eps")
    assert not is_seeded(by_epsilon)
    assert is_seeded(by_anything)


def test_alpha_is_small_by_default() -> None:
    assert ALPHA <= 1e-6
