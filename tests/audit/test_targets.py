"""The built-in targets: the table agrees with the adapters, the mechanisms and, where it can be run, the libraries."""

import ast
import importlib
import inspect
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpassay.audit import blind
from dpassay.audit.answers import accountants, environments
from dpassay.audit.answers.environments import OWN, TargetSpec, load_requirements, load_targets, prepare
from dpassay.audit.answers.outcome import Samples
from dpassay.audit.answers.runner import draw
from dpassay.audit.pipelines.entry_points import load_entry_points
from dpassay.reference import MECHANISMS

TARGETS = load_targets()
SPECS = list(TARGETS.values())
ADAPTERS = sorted(environments.TARGETS.glob("*.py"))
OUR_OWN = [spec for spec in SPECS if spec.environment == OWN]
OTHERS = [spec for spec in SPECS if spec.environment != OWN]
VENVS = Path(__file__).parents[2] / ".venvs"

each_target = pytest.mark.parametrize("spec", SPECS, ids=list(TARGETS))
each_own_target = pytest.mark.parametrize("spec", OUR_OWN, ids=[spec.name for spec in OUR_OWN])
each_other_target = pytest.mark.parametrize("spec", OTHERS, ids=[spec.name for spec in OTHERS])


def arguments_of(spec: TargetSpec) -> tuple[set[str], set[str]]:
    """The arguments of the target's function that are needed, and all of them, without importing a library."""
    place, _, name = spec.target.rpartition(":")
    if not place.endswith(".py"):
        parameters = inspect.signature(getattr(importlib.import_module(place), name)).parameters
        return {key for key, value in parameters.items() if value.default is value.empty}, set(parameters)
    functions = {
        node.name: node for node in ast.parse(Path(place).read_text()).body if isinstance(node, ast.FunctionDef)
    }
    names = functions[name].args
    every = {entry.arg for entry in [*names.args, *names.kwonlyargs]}
    assert not names.defaults
    assert not any(names.kw_defaults)
    return every, every


@each_target
def test_the_adapter_takes_what_the_table_gives(spec: TargetSpec) -> None:
    needed, every = arguments_of(spec)
    offered = {"data", "size", "rng", *spec.parameters}
    if "exp_eps" in spec.parameters:
        offered.add("epsilon")
    assert needed <= offered
    assert {"data", "size"} <= every


@each_target
def test_a_target_is_seeded_exactly_if_it_takes_rng(spec: TargetSpec) -> None:
    assert spec.seeded == ("rng" in arguments_of(spec)[1])


@each_target
def test_mechanism_and_parameters_are_known(spec: TargetSpec) -> None:
    mechanism = MECHANISMS[spec.mechanism]
    parameters = mechanism.Parameters.read(spec.parameters)
    first, second = next(iter(mechanism.neighbors(parameters)))
    assert first != second


@each_target
def test_the_name_begins_with_the_environment(spec: TargetSpec) -> None:
    prefixes = ("dpassay-", "textbook-") if spec.environment == OWN else (f"{spec.environment}-",)
    assert spec.name.startswith(prefixes)
    assert spec.name == spec.name.lower()
    assert "_" not in spec.name


def test_the_table_covers_every_mechanism_of_ours() -> None:
    assert {spec.mechanism for spec in SPECS if spec.name.startswith("dpassay-")} == set(MECHANISMS)


def test_the_known_faults_come_with_a_version_that_has_them_and_one_that_has_not() -> None:
    for name in ("integer-laplace-3", "integer-laplace-10", "discrete-gaussian", "noisy-max-exponential"):
        verdicts = {version: TARGETS[f"opendp-{version}-{name}"].expect for version in ("0.14.1", "0.14.2", "0.16.0")}
        assert verdicts == {"0.14.1": "flag", "0.14.2": "pass", "0.16.0": "pass"}
    assert TARGETS["opendp-0.14.1-integer-laplace-1"].expect == "pass"
    assert {TARGETS[name].expect for name in ("textbook-laplace", "diffprivlib-0.6.6-laplace")} == {"flag"}


def test_the_classical_sigma_is_what_it_says() -> None:
    mpmath = importlib.import_module("mpmath")
    for name in ("textbook-gaussian", "diffprivlib-0.6.6-gaussian"):
        parameters = TARGETS[name].parameters
        with mpmath.workdps(40):
            exact = mpmath.sqrt(2 * mpmath.log(mpmath.mpf("1.25") / mpmath.mpf(parameters["delta"])))
            assert abs(mpmath.mpf(parameters["sigma"]) - exact) < mpmath.mpf(10) ** -18


def test_every_adapter_is_used_and_none_has_the_name_of_a_library() -> None:
    targets = [spec.target for spec in SPECS] + [spec.target for spec in blind.load_blind_targets().values()]
    targets += [entry.target for entry in load_entry_points().values()]
    used = {Path(target.rpartition(":")[0]).name for target in targets}
    names = {path.name for path in ADAPTERS if path.name != "__init__.py"}
    assert names <= used
    tables = load_requirements(), load_requirements(blind.TABLE)
    pins = [pin for table in tables for pins in table.values() for pin in pins]
    libraries = {pin.partition("==")[0].partition(">=")[0].replace("-", "_") for pin in pins}
    assert not {path.removesuffix(".py") for path in names} & libraries


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda path: path.name)
def test_adapters_are_python_3_9_and_need_nothing_of_ours(adapter: Path) -> None:
    tree = ast.parse(adapter.read_text(), feature_version=(3, 9))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not [name for name in imported if str(name).startswith("dpassay")]


@pytest.mark.parametrize("table", [environments.TABLE, blind.TABLE, accountants.TABLE], ids=lambda path: path.name)
def test_every_table_says_what_its_environments_take(table: Path, tmp_path: Path) -> None:
    sizes = environments.lacking(load_requirements(table), tmp_path, table=table)
    assert set(sizes) == set(load_requirements(table)) - {OWN}
    assert all(sizes.values())


# Drawing


def drawn(spec: TargetSpec, samples: int, python: Path | None = None) -> Samples:
    """Draw from the target on the first pair of neighbors."""
    mechanism = MECHANISMS[spec.mechanism]
    datasets = next(iter(mechanism.neighbors(mechanism.Parameters.read(spec.parameters))))
    options: dict[str, Any] = {"python": python} if python else {}
    result = draw(spec.target, datasets, spec.parameters, samples=samples, seed=1, **options)
    assert isinstance(result, Samples), result
    return result


@each_own_target
def test_our_own_targets_draw(spec: TargetSpec) -> None:
    result = drawn(spec, 200)
    assert [len(array) for array in result.arrays] == [200, 200]
    assert result.origin.seeded == spec.seeded
    assert result.origin.distribution in ("dpassay", "numpy")


@pytest.mark.parametrize("name", ["textbook-laplace", "textbook-gaussian"])
def test_textbook_noise_leaks_through_the_low_bits_and_ours_does_not(name: str) -> None:
    """The seed is fixed. The event has at least 1.7 % on input 0 and is impossible on input 1."""
    zero, one = (low_bits(array) for array in drawn(TARGETS[name], 20_000).arrays)
    assert zero.mean() > 0.01
    assert not one.any()
    ours = drawn(TARGETS[name.replace("textbook", "dpassay")], 20_000).arrays
    assert not any(low_bits(array).any() for array in ours)


def low_bits(answers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The event 0 < y < 1/4 with y 2^53 not an integer."""
    event: np.ndarray[Any, Any] = (answers > 0) & (answers < 0.25) & (answers * 2.0**53 % 1 != 0)
    return event


@pytest.fixture(scope="session")
def pythons() -> dict[str, Path]:
    """The interpreters of all environments, which are made where they are missing."""
    made = prepare(load_requirements(), VENVS)
    assert not [environment.problem for environment in made.values() if environment.problem]
    return {name: environment.python for name, environment in made.items() if environment.python}


@pytest.mark.thirdparty
@pytest.mark.xdist_group("environments")
@each_other_target
def test_third_party_targets_draw(spec: TargetSpec, pythons: dict[str, Path]) -> None:
    result = drawn(spec, min(spec.samples or 1000, 1000), pythons[spec.environment])
    assert result.origin.seeded is False
    assert f"{result.origin.distribution}-{result.origin.version}" == spec.environment


@pytest.mark.thirdparty
@pytest.mark.statistical
@pytest.mark.xdist_group("environments")
@pytest.mark.parametrize(("version", "slope"), [("0.14.1", 0.504), ("0.14.2", 1 / 3), ("0.16.0", 1 / 3)])
def test_the_division_fault_is_where_the_table_says(version: str, slope: float, pythons: dict[str, Path]) -> None:
    """The library takes no seed. The standard error is 0.012 and the tolerance 0.08: alpha is below 1e-10."""
    spec = TARGETS[f"opendp-{version}-integer-laplace-3"]
    result = draw(spec.target, [0], spec.parameters, samples=100_000, seed=1, python=pythons[spec.environment])
    assert isinstance(result, Samples)
    noise = np.abs(result.arrays[0])
    assert math.log((noise == 2).sum() / (noise == 3).sum()) == pytest.approx(slope, abs=0.08)


@pytest.mark.thirdparty
@pytest.mark.xdist_group("environments")
def test_an_adapter_refuses_a_claim_that_is_not_the_library_s(tmp_path: Path, pythons: dict[str, Path]) -> None:
    adapter = environments.TARGETS / "opendp_adapter.py"
    text = adapter.read_text().replace("scale=sensitivity / epsilon)", "scale=2 * sensitivity / epsilon)")
    assert text != adapter.read_text()
    (tmp_path / "tampered.py").write_text(text)
    parameters = TARGETS["opendp-0.16.0-float-laplace"].parameters
    for name, data in (("integer_laplace", 0), ("float_laplace", Fraction(0))):
        target = f"{tmp_path / 'tampered.py'}:{name}"
        result = draw(target, [data], parameters, samples=1, seed=1, python=pythons["opendp-0.16.0"])
        assert "OpenDP claims a privacy loss of 0.5: expected 1.0" in getattr(result, "message", "")
