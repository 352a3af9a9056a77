"""Adapters ask a library for what the table says, and refuse one that claims something else.

The libraries are stand-ins; with the real ones it is the tests marked `thirdparty` that run them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.environments import TargetSpec, load_targets
from dpassay.reference import MECHANISMS
from tests.audit import fake_libraries
from tests.audit.fake_libraries import Installed, adapter, install

SIZE = 4_000

LIBRARIES: Mapping[str, tuple[str, Callable[[], Installed], Callable[[], Installed]]] = {
    "python-dp": (
        "python_dp_adapter",
        lambda: fake_libraries.pydp(mended=True),
        lambda: fake_libraries.pydp(mended=True, epsilon=2.0),
    ),
    "tmlt.core": (
        "tmlt_core_adapter",
        lambda: fake_libraries.tmlt(mended=True),
        lambda: fake_libraries.tmlt(mended=True, factor=2),
    ),
    "pipeline-dp": (
        "pipeline_dp_adapter",
        lambda: fake_libraries.pipeline_dp(mended=True),
        lambda: fake_libraries.pipeline_dp(mended=True, factor=2.0),
    ),
    "pure-ldp": ("pure_ldp_adapter", fake_libraries.pure_ldp, lambda: fake_libraries.pure_ldp(factor=2.0)),
    "multi-freq-ldpy": ("multi_freq_ldpy_adapter", fake_libraries.multi_freq_ldpy, fake_libraries.multi_freq_ldpy),
    "diffprivlib-0.6.6-gaussian-discrete": (
        "diffprivlib_adapter",
        lambda: fake_libraries.diffprivlib(mended=True),
        lambda: fake_libraries.diffprivlib(mended=True, sigma=4.0),
    ),
}
"""For each library the adapter's name, the library as it is, and as it is when it claims something else."""

SPECS = [spec for spec in load_targets().values() if spec.name.startswith(tuple(LIBRARIES))]
NUMBERS = [spec for spec in SPECS if spec.mechanism not in ("randomized_response", "exponential")]
CHOICES = [spec for spec in SPECS if spec not in NUMBERS]
SILENT = ("pipeline-dp-0.3.1-exponential", "multi-freq-ldpy-0.2.5-grr")
"""They say nothing of what they claim."""


def each(specs: list[TargetSpec]) -> pytest.MarkDecorator:
    """Run a test on each of them."""
    return pytest.mark.parametrize("spec", specs, ids=[spec.name for spec in specs])


def parts_of(spec: TargetSpec) -> tuple[str, Callable[[], Installed], Callable[[], Installed]]:
    """Return the row of the table above."""
    (library,) = (library for library in LIBRARIES if spec.name.startswith(library))
    return LIBRARIES[library]


def drawn(module: Any, spec: TargetSpec, data: Any, size: int) -> np.ndarray[Any, Any]:
    """Draw as the worker does: with the parameters that the function takes, as numbers."""
    function = getattr(module, spec.target.rpartition(":")[2])
    numbers = {name: float(Fraction(text)) for name, text in spec.parameters.items()}
    if "exp_eps" in numbers:
        numbers["epsilon"] = math.log(numbers["exp_eps"])
    numbers |= {name: int(value) for name, value in numbers.items() if value.is_integer() and isinstance(data, int)}
    taken = function.__code__.co_varnames[: 1 + function.__code__.co_kwonlyargcount]
    result: np.ndarray[Any, Any] = function(
        data, size=size, **{name: value for name, value in numbers.items() if name in taken}
    )
    return result


@each(NUMBERS)
def test_answers_are_about_the_data_with_the_deviation_of_the_law(
    spec: TargetSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seed is fixed. Means and deviations of 4,000 draws are within 10 % of a deviation, 6 standard errors."""
    name, library, _ = parts_of(spec)
    install(monkeypatch, library())
    module = adapter(name)
    assert spec.environment.startswith(module.DISTRIBUTION)
    mechanism = MECHANISMS[spec.mechanism]
    parameters = mechanism.Parameters.read(spec.parameters)
    for data in next(iter(mechanism.neighbors(parameters))):
        answers = drawn(module, spec, data, SIZE)
        assert answers.shape == (SIZE,)
        assert answers.dtype == (np.int64 if isinstance(data, int) else np.float64)
        wanted = deviation(spec)
        assert abs(answers.mean() - float(data)) < 0.1 * wanted
        assert abs(answers.std() - wanted) < 0.1 * wanted


def deviation(spec: TargetSpec) -> float:
    """Return the standard deviation of the law."""
    numbers = {name: float(Fraction(text)) for name, text in spec.parameters.items()}
    match spec.mechanism:
        case "gaussian":
            return numbers["sigma"]
        case "discrete_gaussian":
            return float(numbers["sigma_squared"] ** 0.5)
        case _:
            return float(2**0.5 * numbers["sensitivity"] / numbers["epsilon"])


@each(CHOICES)
def test_choices_have_the_frequencies_of_the_law(spec: TargetSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed is fixed. Shares of 4,000 draws are within 0.05, 6 standard errors, of what is right."""
    name, library, _ = parts_of(spec)
    install(monkeypatch, library())
    module = adapter(name)
    mechanism = MECHANISMS[spec.mechanism]
    for data in next(iter(mechanism.neighbors(mechanism.Parameters.read(spec.parameters)))):
        given = data if isinstance(data, int) else [float(score) for score in data]
        answers = drawn(module, spec, given, SIZE)
        assert answers.shape == (SIZE,)
        right = weights(spec, given)
        assert np.abs(np.bincount(answers, minlength=len(right)) / SIZE - right / right.sum()).max() < 0.05


def weights(spec: TargetSpec, data: Any) -> np.ndarray[Any, Any]:
    """Return what the probabilities of the choices are in proportion to: by label, or by score."""
    if isinstance(data, int):
        labels = np.arange(int(spec.parameters["categories"]))
        return np.where(labels == data, float(spec.parameters["exp_eps"]), 1.0)
    return np.exp(np.array(data) * float(spec.parameters["epsilon"]) / 2)


def test_large_scores_give_the_error_that_a_release_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    for mended, expected in ((False, ["0", "ValueError"]), (True, ["0", "0"])):
        install(monkeypatch, fake_libraries.pipeline_dp(mended=mended))
        answer = adapter("pipeline_dp_adapter").exponential_or_error
        assert [answer([float(score), 0.0], epsilon=1.0) for score in (1419, 1420)] == expected


@each([spec for spec in SPECS if spec.name not in SILENT])
def test_a_library_that_claims_something_else_is_refused(spec: TargetSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    name, _, other = parts_of(spec)
    install(monkeypatch, other())
    with pytest.raises(ValueError, match=r"^(PyDP|Tumult Core|PipelineDP|pure-ldp|diffprivlib) .*: expected "):
        drawn(adapter(name), spec, 0, 1)
